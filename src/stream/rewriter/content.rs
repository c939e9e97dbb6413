//! HTML and texts that edits insert, and where.

use crate::dom::{Document, NodeId, TreeError};

/// Where an edit inserts something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Before,
    Prepend,
    Append,
    After,
}

/// HTML or a text that an edit inserts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'c> {
    Html(&'c str),
    Text(&'c str),
}

impl<'c> Content<'c> {
    /// Returns the HTML; empty if the content is a text.
    pub(super) fn html(self) -> &'c str {
        match self {
            Content::Html(html) => html,
            Content::Text(_) => "",
        }
    }

    /// Keeps the content for later. `known` is the text that inserts it, if that is known.
    pub(super) fn to_owned(self, known: Option<String>) -> OwnedContent {
        let (is_html, text) = match self {
            Content::Html(html) => (true, html),
            Content::Text(text) => (false, text),
        };
        OwnedContent { is_html, text: text.to_owned(), known }
    }

    /// Inserts the content beside an element or into it. `parse` parses HTML as content of the
    /// parent.
    pub(super) fn insert(
        self,
        side: Side,
        document: &mut Document,
        element: NodeId,
        parse: impl FnOnce(&str) -> Document,
    ) -> Result<(), TreeError> {
        match (self, side) {
            (Content::Html(html), Side::Prepend) => document.prepend_html(element, html),
            (Content::Html(html), Side::Append) => document.append_html(element, html),
            (Content::Html(html), Side::Before | Side::After) => {
                let fragment = parse(html);
                let mut last = element;
                for node in fragment.root().children() {
                    let copy = document.import_node(node)?;
                    match side {
                        Side::Before => document.insert_before(element, copy)?,
                        _ => document.insert_after(last, copy)?,
                    }
                    last = copy;
                }
                Ok(())
            }
            (Content::Text(text), _) => {
                let node = document.create_text(text)?;
                match side {
                    Side::Before => document.insert_before(element, node),
                    Side::Prepend => document.prepend(element, node),
                    Side::Append => document.append(element, node),
                    Side::After => document.insert_after(element, node),
                }
            }
        }
    }
}

/// Content that is inserted later.
#[derive(Debug)]
pub(super) struct OwnedContent {
    is_html: bool,
    text: String,
    /// The text that inserts the content where nothing is open in the element around it, if that
    /// text is known.
    pub(super) known: Option<String>,
}

impl OwnedContent {
    pub(super) fn is_html(&self) -> bool {
        self.is_html
    }

    pub(super) fn as_content(&self) -> Content<'_> {
        if self.is_html { Content::Html(&self.text) } else { Content::Text(&self.text) }
    }
}
