//! Edits that no source expresses.

use std::fmt;
use std::ops::Range;

use crate::dom::{Document, NodeData, NodeId, NodeIndex};

use crate::tree_sink::Reason;

/// An edit that the source does not express exactly: parsing the patched source gives another tree
/// there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexact {
    pub(super) node: NodeId,
    pub(super) reason: InexactReason,
    pub(super) range: Range<usize>,
}

/// Why the source does not express an edit exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InexactReason {
    /// The parser would put the inserted node somewhere else, or close an element before it: a
    /// `div` in a `p`, text in a table.
    Misplaced,
    /// The node is a copy that the parser makes of another one, and no markup gives the two
    /// different content.
    Copied(Reason),
    /// The parser moves the node or its content, and no markup keeps it here.
    Moved(Reason),
    /// The parser always creates the element, whatever the source has: an `html`, `head` or `body`
    /// that was removed.
    Implied,
    /// The text would end its element, in which nothing can be escaped: `</script>` in a `script`.
    RawText,
    /// No markup stands for a name, a value or a text: a U+0000, an uppercase name, `-->` in a
    /// comment.
    Unwritable,
    /// The element cannot have content: `br`, `img`.
    Void,
    /// The edit removes an element that acts on later content: a formatting element (`b`, `font`,
    /// `a`…) or a `form` that is not closed by its own end tag; or a tag or text with which the
    /// `head` or the `body` begins, or goes on after its end tag. Or it changes what the parser
    /// changes later: the markers of a `<template for>`, or which `option` a `selectedcontent`
    /// mirrors. Only a [rewriter] gives this reason.
    ///
    /// [rewriter]: https://docs.rs/consomme/latest/consomme/stream/index.html
    ActsElsewhere,
    /// A [rewriter] has made the edit at the start tag of an element, and whether it is exact
    /// depends on the content that comes later. Nothing else gives this reason.
    ///
    /// [rewriter]: https://docs.rs/consomme/latest/consomme/stream/index.html
    ContentUnseen,
    /// A shadow root that was attached by an edit, or one that has other options.
    ShadowRoot,
}

/// Prints a description in a few words, such as `the parent cannot have content`.
impl fmt::Display for InexactReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InexactReason::Misplaced => "the parser would put it somewhere else",
            InexactReason::Copied(_) => "it is a copy that the parser makes of another node",
            InexactReason::Moved(_) => "the parser moves it or its content",
            InexactReason::Implied => "the parser creates it whatever the source has",
            InexactReason::RawText => {
                "its text would end the element, where nothing can be escaped"
            }
            InexactReason::Unwritable => "no markup stands for its name, value or text",
            InexactReason::Void => "the parent cannot have content",
            InexactReason::ActsElsewhere => "what is removed acts on later content",
            InexactReason::ContentUnseen => "it depends on content that comes later",
            InexactReason::ShadowRoot => "its shadow root was attached by an edit or changed",
        })
    }
}

impl Inexact {
    /// Returns the node of the edited document that parsing does not give at its place, or its
    /// parent.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Returns why the source does not express the edit.
    pub fn reason(&self) -> InexactReason {
        self.reason
    }

    /// Returns the stretch of the source that was written anew instead of smaller patches, in bytes
    /// of the text as it came. Empty if there is none.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

/// Returns why parsing gives another node than the edited document has.
pub(super) fn reason_of(document: &Document, id: NodeIndex, is_implied: bool) -> InexactReason {
    if is_implied {
        return InexactReason::Implied;
    }
    let tree = &document.tree;
    let node = tree.node(id);
    let parent = node.parent().and_then(|parent| tree.element(parent));
    if let Some(name) = parent.map(|parent| parent.name()) {
        if name.is_void() {
            return InexactReason::Void;
        }
        if tree.is_text(id) && name.is_raw_text(document.scripting()) {
            return InexactReason::RawText;
        }
    }
    match node.data() {
        NodeData::Comment(_) | NodeData::ProcessingInstruction(_) => InexactReason::Unwritable,
        NodeData::Element(element)
            if element.name().is_raw_text(document.scripting()) && node.first_child().is_some() =>
        {
            InexactReason::RawText
        }
        _ => {
            let text = tree.text(id, &document.strings);
            let is_html = matches!(node.data(), NodeData::Element(element)
                if document.strings.name(element.name().local).contains(is_unwritable));
            if text.contains('\0') || is_html {
                return InexactReason::Unwritable;
            }
            by_position(document, id).unwrap_or(if tree.shadow_root_of(id).is_some() {
                InexactReason::ShadowRoot
            } else {
                InexactReason::Misplaced
            })
        }
    }
}

/// Whether the parser never puts this character into the name of a tag.
fn is_unwritable(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_whitespace() || matches!(c, '/' | '>' | '\0')
}

/// Returns the reason for which the parser has moved or copied a node or one of its ancestors.
fn by_position(document: &Document, id: NodeIndex) -> Option<InexactReason> {
    let mut next = Some(id);
    while let Some(id) = next {
        if let Some(position) = document.tree.position(id) {
            if let crate::dom::Cause::Copied(reason) = position.cause {
                return Some(InexactReason::Copied(reason));
            }
            if let Some(reason) = position.moved {
                return Some(InexactReason::Moved(reason));
            }
        }
        next = document.tree.node(id).parent();
    }
    None
}
