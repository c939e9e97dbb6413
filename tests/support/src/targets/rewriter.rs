//! A rewriter writes its input, but for the patches, wherever the input is cut and whatever is
//! freed meanwhile; and the output of a strict one is read as the edited tree.

use consomme::stream::{RewriteMatch, RewriteSelectors, StreamRewriter};
use consomme::{Hints, Limits, ParseOptions};

use super::choices::split_text;
use super::rewritten_tree::{Dice, check};

const SELECTORS: [&str; 6] = ["*", "p b", "a, option", "i + *", "div:has(b), p", "li, td"];

/// The markup is the input, and the choices are the selectors, the size of the pieces and the edit.
pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let start_tags = ["", "*", "[class], a"][choices.number(2)];
    let elements = SELECTORS[choices.number(SELECTORS.len() - 1)];
    let selectors = RewriteSelectors::new().elements(&[elements]).expect("it is valid");
    let selectors = match start_tags {
        "" => selectors,
        start_tags => selectors.start_tags(&[start_tags]).expect("it is valid"),
    };
    let size = 1 + choices.number(63);
    let edit = choices.number(14);
    let limits = match choices.number(3) {
        3 => Limits::default().nodes(Some(20)).input_bytes(Some(100)),
        _ => Limits::default(),
    };
    let options = ParseOptions::new().revision(choices.revision()).limits(limits);
    let rewriter =
        || StreamRewriter::new(&options, &Hints::new(), &selectors).pass_rest_at_limit(true);
    let characters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = characters.chunks(size).map(|piece| piece.iter().collect()).collect();
    let mut sweeping = rewriter();
    sweeping.sweep_often();
    assert_eq!(rewritten(sweeping, &pieces, |_| {}), text, "nothing is edited");
    let whole = rewritten(rewriter(), std::slice::from_ref(&text), |found| make(edit, found));
    let in_pieces = rewritten(rewriter(), &pieces, |found| make(edit, found));
    if limits == Limits::default() {
        assert_eq!(
            in_pieces, whole,
            "pieces of {size} characters, {start_tags} {elements} {edit} {text}"
        );
    }
    let mut sweeping = rewriter();
    sweeping.sweep_often();
    // Content that the parser moves may be freed.
    rewritten(sweeping, &pieces, |found| make(edit, found));
    let seed = (0..8).fold(0, |seed, _| seed << 8 | choices.number(255) as u64);
    check(&text, size, &mut Dice(seed));
    check(&text, 10_000, &mut Dice(seed));
}

/// Makes an edit, or fails to.
fn make(edit: usize, found: &mut RewriteMatch<'_>) {
    let _ = match edit {
        0 => found.set_attr("class", "a & \"b\"").map(|()| Vec::new()),
        1 => {
            found.remove_attr("class");
            Ok(Vec::new())
        }
        2 => found.set_text("a < b"),
        3 => found.append_html("<p>a"),
        4 => found.prepend_html("a<b>c"),
        5 => found.before_html("<li>a"),
        6 => found.after_html("a"),
        7 => found.replace_with_html("<i>a</i>"),
        8 => found.remove(),
        9 => found.unwrap_element(),
        10 => found.rename("h2"),
        11 => found.set_inner_html("<b>a</b>c"),
        12 => found.append_text("p;").and_then(|_| found.prepend_text("#1;")),
        13 => found.replace_with_text("lt;").and_then(|_| found.after_html("<p>a")),
        _ => found.before_text("amp;").and_then(|_| found.after_text("&")),
    };
}

fn rewritten(
    mut rewriter: StreamRewriter,
    pieces: &[String],
    mut edit: impl FnMut(&mut RewriteMatch<'_>),
) -> String {
    let mut output = Vec::new();
    for piece in pieces.iter().map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed_str(piece),
            None => rewriter.end(),
        }
        while let Some(mut found) = rewriter.next_match() {
            edit(&mut found);
        }
        rewriter.write_to(&mut output).expect("a list can be written to");
    }
    String::from_utf8(output).expect("what was text is text")
}
