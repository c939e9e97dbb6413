//! Parses a patched source and compares its tree with the edited tree.

use std::borrow::Cow;

use crate::dom::{Document, ElementRef, NodeData, NodeId, NodeIndex, NodeRef, ShadowRootRef};
use crate::elements::Traits;
use crate::parse::{Context, ParseOptions};
use crate::steps;

use super::kept::KeptParts;

/// Where the tree of a patched source first differs from the edited tree: the error of
/// [`SourceEdits::verify`](super::SourceEdits::verify).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the edited document has {expected}, and parsing its source gives {found}")]
pub struct Mismatch {
    node: NodeId,
    expected: String,
    found: String,
    /// Whether parsing gives an `html`, `head` or `body` that the edited document does not have.
    pub(super) is_implied: bool,
}

impl Mismatch {
    /// The node of the edited document in which the trees differ: the node itself, or its children.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The content of the edited document at this place: a text, the name of an element, or
    /// nothing.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The content of the parsed document at this place.
    pub fn found(&self) -> &str {
        &self.found
    }
}

/// Returns the options that a document was parsed with, as far as the tree depends on them.
pub(super) fn options_of(document: &Document) -> ParseOptions {
    let options = ParseOptions::new().revision(document.revision).scripting(document.scripting());
    let Some(original) = document.tree.original() else { return options };
    let with = &original.parsed_with();
    options
        .iframe_srcdoc(with.iframe_srcdoc)
        .declarative_shadow_roots(with.declarative_shadow_roots)
        .limits(with.limits)
}

/// Parses a text as the document was parsed.
pub(super) fn parse_again(document: &Document, text: String) -> Document {
    let options = options_of(document);
    match document.tree.original().and_then(|original| original.parsed_with().context.as_ref()) {
        Some(context) => options.parse_fragment(Context::from(context), text),
        // Decoding has dropped the byte order mark of the input, so this one is content.
        // `parse_str` drops only the one before it.
        None if document.report.is_some() && text.starts_with('\u{FEFF}') => {
            options.parse_str(format!("\u{FEFF}{text}"))
        }
        None => options.parse_str(text),
    }
}

/// Returns where two trees differ: in all subtrees if `all`, or else in the first one. Adjacent
/// texts count as one and empty texts don't count, since no markup expresses them. `kept` are the
/// parts of the source that the parsed tree has from the edited one.
pub(super) fn differences(
    edited: &Document,
    parsed: &Document,
    kept: KeptParts,
    all: bool,
) -> Vec<Mismatch> {
    differences_in(edited.root(), parsed.root(), kept, all)
}

/// Whether two nodes of different documents are the same, with all descendants.
#[cfg(feature = "stream")]
pub(crate) fn is_same_tree(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    a.has_same_data(b) && differences_in(a, b, KeptParts::default(), false).is_empty()
}

fn differences_in(
    edited: NodeRef<'_>,
    parsed: NodeRef<'_>,
    mut kept: KeptParts,
    all: bool,
) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let mut open = vec![(edited, parsed)];
    while let Some((a, b)) = open.pop() {
        let first = open.len();
        let difference = compare_children(a, b, &mut kept, &mut open);
        // The next pair is popped from the end: visit the children in tree order.
        open[first..].reverse();
        if let Some(difference) = difference {
            found.push(difference);
            if !all {
                return found;
            }
        }
    }
    found
}

/// Compares the children of two nodes up to the first that differ. Pushes each pair of equal
/// elements onto `open`, because their own children may differ.
fn compare_children<'a>(
    a: NodeRef<'a>,
    b: NodeRef<'a>,
    kept: &mut KeptParts,
    open: &mut Vec<(NodeRef<'a>, NodeRef<'a>)>,
) -> Option<Mismatch> {
    let holder = a;
    let (mut a, mut b) = (a.first_child(), b.first_child());
    loop {
        steps::count(1);
        if let (Some(one), Some(other)) = (a, b)
            && is_same_text_in_place(one, other, kept)
        {
            (a, b) = (one.next_sibling(), other.next_sibling());
            continue;
        }
        // Two empty texts that point nowhere are not compared: that takes `memcmp` 30 ns where it
        // loads under a mask.
        if a.is_some_and(is_text) || b.is_some_and(is_text) {
            let at = a;
            let (text_a, text_b) = (take_text(&mut a), take_text(&mut b));
            if text_a != text_b {
                let node = at.filter(|at| is_text(*at)).unwrap_or(holder);
                let (expected, found) = (describe_text(&text_a, a), describe_text(&text_b, b));
                return Some(mismatch(node, expected, found));
            }
        }
        let (Some(one), Some(other)) = (a, b) else {
            return match (a, b) {
                (None, None) => None,
                _ => Some(Mismatch {
                    is_implied: b.is_some_and(is_implied),
                    ..mismatch(a.unwrap_or(holder), describe(a), describe(b))
                }),
            };
        };
        if !one.has_same_data_by(other, |before, after| kept.has(before, after)) {
            return Some(Mismatch {
                is_implied: is_implied(other),
                ..mismatch(one, describe(a), describe(b))
            });
        }
        if let (Some(one), Some(other)) = (one.as_element(), other.as_element()) {
            if one.as_node().has_children() || other.as_node().has_children() {
                open.push((one.as_node(), other.as_node()));
            }
            if let (Some(one), Some(other)) = (one.template_contents(), other.template_contents()) {
                open.push((one, other));
            }
            match (one.shadow_root(), other.shadow_root()) {
                (Some(one), Some(other)) if one.init() == other.init() => {
                    open.push((one.as_node(), other.as_node()));
                }
                (None, None) => {}
                (one, other) => {
                    let name = |root: Option<ShadowRootRef<'_>>| match root {
                        Some(root) => format!("{:?}", root.init()),
                        None => "no shadow root".to_owned(),
                    };
                    return Some(mismatch(a.unwrap_or(holder), name(one), name(other)));
                }
            }
        }
        (a, b) = (one.next_sibling(), other.next_sibling());
    }
}

/// Whether two nodes are texts which are alone and known to be the same.
fn is_same_text_in_place(a: NodeRef<'_>, b: NodeRef<'_>, kept: &mut KeptParts) -> bool {
    let data = |node: NodeRef<'_>| node.document().tree.node(node.index()).data();
    let is_alone = |node: NodeRef<'_>| !node.next_sibling().is_some_and(is_text);
    match (data(a), data(b)) {
        (NodeData::Text(before), NodeData::Text(after)) => {
            kept.has(before, after) && is_alone(a) && is_alone(b)
        }
        _ => false,
    }
}

fn is_text(node: NodeRef<'_>) -> bool {
    node.document().tree.is_text(node.index())
}

fn mismatch(node: NodeRef<'_>, expected: String, found: String) -> Mismatch {
    Mismatch { node: node.id(), expected, found, is_implied: false }
}

/// Whether a node is an element that the parser makes for every document.
fn is_implied(node: NodeRef<'_>) -> bool {
    let is_implied =
        |element: ElementRef<'_>| element.element_name().row().is(Traits::IN_EVERY_DOCUMENT);
    node.as_element().is_some_and(is_implied)
}

/// Returns the adjacent text nodes from `next` on, joined, and moves `next` to the node after them.
fn take_text<'a>(next: &mut Option<NodeRef<'a>>) -> Cow<'a, str> {
    let Some(first) = next.and_then(NodeRef::as_text) else { return Cow::Borrowed("") };
    let mut all = Cow::Borrowed(first);
    *next = next.and_then(NodeRef::next_sibling);
    while let Some(text) = next.and_then(NodeRef::as_text) {
        if all.is_empty() {
            all = Cow::Borrowed(text);
        } else {
            all.to_mut().push_str(text);
        }
        *next = next.and_then(NodeRef::next_sibling);
    }
    all
}

/// Returns the words for a text in a message; for an empty text, the words for the next node.
fn describe_text(text: &str, next: Option<NodeRef<'_>>) -> String {
    if text.is_empty() { describe(next) } else { format!("the text {text:?}") }
}

/// Returns the words for a node in a message.
fn describe(node: Option<NodeRef<'_>>) -> String {
    match node {
        None => "nothing more".to_owned(),
        Some(node) => format!("{node:?}"),
    }
}

/// Returns the node of a mismatch.
pub(super) fn index_of(document: &Document, mismatch: &Mismatch) -> NodeIndex {
    let index = document.tree.resolve(mismatch.node());
    index.unwrap_or(document.tree.root_index())
}
