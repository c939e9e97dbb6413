//! Checks the promises of pretty-printing.

use std::fmt::Write as _;

use consomme::rendering::TextOptions;
use consomme::{Document, NodeRef, ParseOptions};

/// Checks the promises for a document whose standard serialization parses to the same tree: the
/// pretty-printed document has the same rendered text, parses to the same tree except for
/// whitespace, leaves untouchable content the same to the byte, and doesn't change when it is
/// pretty-printed again. `parse` parses with the options that the document was parsed with.
///
/// # Errors
///
/// A description of the promise that is broken.
pub fn check(document: &Document, parse: impl Fn(&str) -> Document) -> Result<(), String> {
    let pretty = document.to_pretty_html();
    let again = parse(&pretty);
    let options = TextOptions::new().skipped_contents(true);
    let text = |document: &Document| document.inner_text_with(&options).into_text();
    same("the rendered text", &text(document), &text(&again), &pretty)?;
    same("the tree", &outline(document.root()), &outline(again.root()), &pretty)?;
    let mode = |document: &Document| format!("{:?}", document.quirks_mode());
    same("the quirks mode", &mode(document), &mode(&again), &pretty)?;
    same("pretty-printed again", &pretty, &again.to_pretty_html(), &pretty)
}

/// Whether the standard serialization parses to the same tree, and the document type leads to the
/// same quirks mode.
pub fn is_stable(document: &Document, parse: impl Fn(&str) -> Document) -> bool {
    full_outline(document.root()) == full_outline(parse(&document.inner_html()).root())
        && has_mode_of_doctype(document, parse)
}

/// Whether the quirks mode is that of a correct document type with the same identifiers. A broken
/// one sets the force-quirks flag, and none of that is left in the tree.
///
/// <https://html.spec.whatwg.org/#force-quirks-flag>
pub fn has_mode_of_doctype(document: &Document, parse: impl Fn(&str) -> Document) -> bool {
    let Some(doctype) = document.root().children().find_map(NodeRef::as_doctype) else {
        return true;
    };
    let quoted = |id: &str| if id.contains('"') { format!("'{id}'") } else { format!("\"{id}\"") };
    let identifiers = match (doctype.public_id(), doctype.system_id()) {
        ("", "") => String::new(),
        ("", system) => format!("SYSTEM {}", quoted(system)),
        (public, "") => format!("PUBLIC {}", quoted(public)),
        (public, system) => format!("PUBLIC {} {}", quoted(public), quoted(system)),
    };
    let correct = parse(&format!("<!DOCTYPE {} {identifiers}>", doctype.name()));
    correct.quirks_mode() == document.quirks_mode()
}

fn same(what: &str, expected: &str, actual: &str, pretty: &str) -> Result<(), String> {
    if expected == actual {
        return Ok(());
    }
    let at = expected.bytes().zip(actual.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let start =
            (0..=at.saturating_sub(80)).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        text[start..].chars().take(300).collect::<String>()
    };
    let shown: String = pretty.chars().take(2000).collect();
    Err(format!("{what}:\nexpected {:?}\nactual   {:?}\nin\n{shown}", part(expected), part(actual)))
}

/// Returns a line for each node with its level. Texts are without whitespace, except in untouchable
/// elements.
fn outline(root: NodeRef<'_>) -> String {
    write_outline(root, false)
}

/// Returns a line for each node with its level, with all whitespace.
fn full_outline(root: NodeRef<'_>) -> String {
    write_outline(root, true)
}

fn write_outline(root: NodeRef<'_>, full: bool) -> String {
    let mut out = String::new();
    let mut waiting = vec![(root, 0, full)];
    while let Some((node, level, is_exact)) = waiting.pop() {
        let is_exact = is_exact || is_untouchable(node);
        match node.as_text() {
            Some(text) if is_exact => writeln!(out, "{level} {text:?}").unwrap(),
            Some(text) => {
                let words: String = text.split(char::is_whitespace).collect();
                if !words.is_empty() {
                    writeln!(out, "{level} {words:?}").unwrap();
                }
            }
            None => {
                let namespace = node.as_element().map(|element| element.namespace());
                writeln!(out, "{level} {:?} {namespace:?} {node:?}", node.kind()).unwrap();
            }
        }
        waiting.extend(node.children().rev().map(|child| (child, level + 1, is_exact)));
        let contents = node.as_element().and_then(|element| element.template_contents());
        waiting.extend(contents.map(|contents| (contents, level + 1, is_exact)));
    }
    out
}

/// Whether pretty-printing must not change the content of the node.
fn is_untouchable(node: NodeRef<'_>) -> bool {
    let Some(element) = node.as_element() else { return false };
    let untouchable = [
        "pre",
        "listing",
        "textarea",
        "xmp",
        "plaintext",
        "script",
        "style",
        "title",
        "option",
        "iframe",
        "noembed",
        "noframes",
        "svg",
        "math",
        "q",
        "code",
    ];
    untouchable.contains(&element.name()) || element.name().contains('-')
}

/// Returns a function that parses documents with these options.
pub fn parser(options: &ParseOptions) -> impl Fn(&str) -> Document + '_ {
    |text| options.parse_str(text)
}
