//! The document of a stream: either the parser has it, or the caller.

use crate::document_builder::Observer;
use crate::dom::{Document, Tree};
use crate::parse::PausingParse;
use crate::text::Strings;

/// The document of a stream. The parser has its tree and its strings, except while they are lent.
#[derive(Debug)]
pub(super) struct Lent {
    /// The document, while it is lent; otherwise an empty one.
    document: Document,
    is_lent: bool,
}

impl Lent {
    /// At first, the parser has the document. While it is lent, the parser has the tree of `empty`.
    pub(super) fn new(empty: Document) -> Lent {
        Lent { document: empty, is_lent: false }
    }

    /// Takes the document from the parser.
    pub(super) fn lend<O: Observer>(&mut self, parse: &mut PausingParse<O>) {
        if !std::mem::replace(&mut self.is_lent, true) {
            parse.swap(&mut self.document);
        }
    }

    /// Gives the document back to the parser.
    pub(super) fn reclaim<O: Observer>(&mut self, parse: &mut PausingParse<O>) {
        if std::mem::replace(&mut self.is_lent, false) {
            parse.swap(&mut self.document);
        }
    }

    /// Returns the document, which must be lent.
    pub(super) fn document(&self) -> &Document {
        debug_assert!(self.is_lent, "the parser has the document");
        &self.document
    }

    /// Whether the document is parsed with scripting enabled.
    pub(super) fn scripting(&self) -> bool {
        self.document.scripting()
    }

    /// Returns the tree, whether it is lent or not.
    pub(super) fn tree<'s, O: Observer>(&'s self, parse: &'s PausingParse<O>) -> &'s Tree {
        if self.is_lent { &self.document.tree } else { parse.tree() }
    }

    /// Returns the strings, whether they are lent or not.
    pub(super) fn strings<'s, O: Observer>(&'s self, parse: &'s PausingParse<O>) -> &'s Strings {
        if self.is_lent { &self.document.strings } else { parse.strings() }
    }
}
