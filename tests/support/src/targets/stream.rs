//! A stream gives the same matches wherever its input is cut, and freeing nodes meanwhile leaves a
//! sound tree.

use consomme::stream::{StreamParser, StreamSelectors};
use consomme::{Hints, Limits, ParseOptions};

use super::choices::split_text;
use crate::stream_selectors::stream_selector;

const SELECTORS: [&str; 10] = [
    "*",
    "p b",
    "a:first-child",
    "i + *",
    "div:has(b)",
    "li, td",
    "[href]",
    "option",
    ":nth-child(2n + 1) p",
    ":nth-child(odd) + :nth-child(4)",
];

/// The markup is the input, and the choices are the selector and the size of the pieces.
pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let selector = match choices.number(SELECTORS.len()) {
        number if number < SELECTORS.len() => SELECTORS[number].to_owned(),
        _ => {
            let made = stream_selector(|most| choices.number(most));
            let error = StreamSelectors::new(&[&made.text]).err();
            assert_eq!(error.is_none(), made.is_accepted, "{}: {error:?}", made.text);
            if !made.is_accepted {
                return;
            }
            made.text
        }
    };
    let selectors = StreamSelectors::new(&[&selector]).expect("these can be matched in a stream");
    let size = 1 + choices.number(63);
    let limits = match choices.number(3) {
        3 => Limits::default().nodes(Some(20)).input_bytes(Some(100)),
        _ => Limits::default(),
    };
    let options = ParseOptions::new().revision(choices.revision()).limits(limits);
    let stream = || StreamParser::new(&options, &Hints::new(), &selectors);
    let characters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = characters.chunks(size).map(|piece| piece.iter().collect()).collect();
    let whole = matches(stream(), std::slice::from_ref(&text));
    assert_eq!(matches(stream(), &pieces), whole, "pieces of {size} characters");
    let mut sweeping = stream();
    sweeping.sweep_often();
    // Content that the parser moves may be freed.
    matches(sweeping, &pieces);
}

/// Returns the matches as HTML.
fn matches(mut stream: StreamParser, pieces: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for piece in pieces.iter().map(Some).chain([None]) {
        match piece {
            Some(piece) => stream.feed_str(piece),
            None => stream.end(),
        }
        while let Some(found) = stream.next_match() {
            all.push(found.outer_html());
            assert!(!found.into_document().inner_html().is_empty());
        }
        stream.document().check_invariants().expect("the tree is sound");
    }
    stream.finish().check_invariants().expect("the tree is sound at the end");
    all
}
