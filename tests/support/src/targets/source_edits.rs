//! The source of an edited document is its input with some ranges replaced. Parsing it gives the
//! edited tree, or the document says that it does not.

use consomme::{Document, Hints, NodeId, ParseOptions, Parser};

use super::choices::{Choices, byte_pieces, pieces, split};
use super::edit::edit;
use super::tree::{assert_same, dump};
use crate::source_check::all_nodes;

const OTHER: &str = "<p id=o>other<svg><g/></svg><template><b>t</template>";

/// The maximum number of edits of one document.
const MAX_EDITS: usize = 12;

pub fn run(data: &[u8]) {
    let (markup, mut choices) = split(data);
    let options = choices.options().lossless(true);
    let text = String::from_utf8_lossy(markup).into_owned();
    match choices.number(3) {
        0 => run_text(&options, &text, &mut choices),
        1 => {
            let context = choices.context();
            let document = options.parse_fragment(context.clone(), &*text);
            check_unedited(&document, &text);
            check_edits(document, &mut choices, |text| options.parse_fragment(context, text));
        }
        _ => run_bytes(&options, markup, &mut choices),
    }
}

fn run_text(options: &ParseOptions, text: &str, choices: &mut Choices<'_>) {
    let cuts = choices.cuts();
    let mut parser = Parser::new(options, &Hints::new());
    for piece in pieces(text, &cuts) {
        parser.feed_str(piece);
    }
    check_unedited(&parser.finish(), text);
    let document = options.parse_str(text);
    check_unedited(&document, text);
    let (document, patched) =
        check_edits(document, choices, |text| options.parse_str(text.to_owned()));
    let edits = document.source_edits().unwrap();
    if !is_cut(&document) {
        assert_eq!(edits.apply_to_bytes(text.as_bytes()).unwrap(), patched.as_bytes());
    }
}

fn run_bytes(options: &ParseOptions, bytes: &[u8], choices: &mut Choices<'_>) {
    let hints = choices.hints();
    let cuts = choices.cuts();
    let mut parser = Parser::new(options, &hints);
    for piece in byte_pieces(bytes, &cuts) {
        parser.feed(piece);
    }
    let document = parser.finish();
    assert_eq!(document.source_edits().unwrap().apply_to_bytes(bytes).unwrap(), bytes);
    let document = options.parse_document(bytes, &hints);
    let edits = document.source_edits().unwrap();
    assert!(edits.patches().is_empty());
    assert_eq!(edits.apply_to_bytes(bytes).unwrap(), bytes);
    let encoding = document.encoding().unwrap();
    let (document, patched) = check_edits(document, choices, |text| {
        // The mark that the text does not have.
        options.parse_str(format!("\u{FEFF}{text}"))
    });
    let edits = document.source_edits().unwrap();
    let Ok(patched_bytes) = edits.apply_to_bytes(bytes) else { return };
    let again = options.parse_document(&patched_bytes, &hints);
    assert_eq!(again.encoding(), Some(encoding), "the patched bytes are in the same encoding");
    if !is_cut(&document) {
        let text = options.parse_str(format!("\u{FEFF}{patched}"));
        assert_same(&dump(&text), &dump(&again), "the patched bytes are the patched text");
    }
}

/// Whether a limit ended the parse, so that the source is not the whole input.
fn is_cut(document: &Document) -> bool {
    document.limits_hit().input_bytes || document.limits_hit().nodes
}

/// Without an edit, the source is the input.
fn check_unedited(document: &Document, text: &str) {
    let edits = document.source_edits().unwrap();
    assert!(edits.patches().is_empty() && edits.inexact().is_empty());
    if is_cut(document) {
        assert!(text.starts_with(&edits.apply()));
    } else {
        assert_eq!(edits.apply(), text);
    }
}

/// Edits a document in any way and checks its patches. Returns it with the patched text.
fn check_edits(
    mut document: Document,
    choices: &mut Choices<'_>,
    parse: impl FnOnce(&str) -> Document,
) -> (Document, String) {
    let mut other = ParseOptions::new().parse_str(OTHER);
    let mut ids: Vec<NodeId> = all_nodes(&document).into_iter().map(|node| node.id()).collect();
    let original = document.source_edits().unwrap().apply();
    for _ in 0..choices.number(MAX_EDITS) {
        if choices.is_empty() {
            break;
        }
        // A refused edit changes nothing.
        edit(&mut document, &mut other, &mut ids, choices).ok();
    }
    let edits = document.source_edits().unwrap();
    let patched = edits.apply();
    check_patches(&edits, &original);
    if edits.inexact().is_empty() {
        edits.verify().unwrap();
        assert_same(
            &dump(&normalized(document.clone())),
            &dump(&normalized(parse(&patched))),
            "the patched source has the edited tree",
        );
    } else {
        assert!(edits.verify().is_err());
    }
    (document, patched)
}

/// The patches are sorted and apart, and the text with them is the patched text.
fn check_patches(edits: &consomme::source_edits::SourceEdits<'_>, original: &str) {
    let mut text = String::new();
    let mut at = 0;
    for patch in edits.patches() {
        assert!(patch.range().start >= at, "patches are sorted and apart");
        text.push_str(&original[at..patch.range().start]);
        text.push_str(patch.text());
        at = patch.range().end;
    }
    text.push_str(&original[at..]);
    assert_same(&text, &edits.apply(), "the patches are the edits");
}

/// Joins adjacent texts and drops empty ones, in templates and shadow roots, too.
fn normalized(mut document: Document) -> Document {
    let roots: Vec<NodeId> = all_nodes(&document)
        .into_iter()
        .filter(|node| node.parent().is_none())
        .map(|node| node.id())
        .collect();
    for root in roots {
        document.normalize(root).unwrap();
    }
    document
}
