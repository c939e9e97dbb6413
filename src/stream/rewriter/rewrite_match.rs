//! A match of a rewriter, which can be edited.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};

use crate::dom::{
    Attr, Document, ElementRef, NodeId, NodeIndex, NodeRef, TreeError,
    is_valid_attribute_local_name,
};
use crate::names::Namespace;
use crate::parse::{Context, ParseOptions};
use crate::source_edits::InexactReason;
use crate::source_edits::bytes::with_references;
use crate::stream::parser::StreamParser;
use crate::urls::{ElementUrl, UrlAttribute, UrlForm, refresh_to};

use super::composed::Replacement;
use super::error::RewriteError;
use super::found::Found;
use super::output::Output;
use super::start_tag::TagEdits;

/// An element that matches, lent by a [`StreamRewriter`](super::StreamRewriter) until that goes on:
/// to be edited, and to be read, as an [`ElementRef`] of the input.
///
/// The methods that edit correspond to the methods of [`Document`] for one element, and change the
/// source as [`source_edits`](crate::source_edits) do. Attributes cost no more than their tag; any
/// other edit parses the source of the element once more, in up to 64 elements around it, so it
/// takes time linear in that.
///
/// Edits that a source cannot express exactly are made as far as it can; they return why. For
/// example, a `div` that is put into a `p` closes it.
pub struct RewriteMatch<'r> {
    pub(super) element: ElementRef<'r>,
    pub(super) found: Found,
    pub(super) stream: &'r StreamParser,
    pub(super) output: &'r mut Output,
    pub(super) tag_edits: &'r mut TagEdits,
    pub(super) options: &'r ParseOptions,
    pub(super) left_open: &'r mut Option<(NodeIndex, Vec<String>)>,
    pub(super) place: Place,
}

/// Where an element is in the document that its source is parsed to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// It is the first with its name, after the elements that its start tag has closed.
    ByName,
    /// It is the child element with this index: it was edited.
    After(usize),
    /// An edit has removed it.
    Gone,
}

impl<'r> RewriteMatch<'r> {
    /// Returns the loan of a match; `None` if it is no element.
    pub(super) fn new(
        stream: &'r StreamParser,
        output: &'r mut Output,
        tag_edits: &'r mut TagEdits,
        options: &'r ParseOptions,
        left_open: &'r mut Option<(NodeIndex, Vec<String>)>,
        found: Found,
    ) -> Option<Self> {
        let document = stream.lent_document();
        let element = NodeRef::new(document, found.element).as_element()?;
        let place = Place::ByName;
        Some(RewriteMatch { element, found, stream, output, tag_edits, options, left_open, place })
    }

    /// Returns the element as it is in the input, with its ancestors. Its content is there if it
    /// [is complete](Self::is_complete).
    pub fn element(&self) -> ElementRef<'r> {
        self.element
    }

    /// Whether the element is complete, so that it was matched by
    /// [`RewriteSelectors::elements`](super::RewriteSelectors::elements). Otherwise its start tag
    /// has just been read.
    pub fn is_complete(&self) -> bool {
        self.found.end.is_some()
    }

    /// Returns the indices of the selectors of its set that the element matches, in ascending
    /// order.
    pub fn selectors(&self) -> &'r [usize] {
        self.stream.found_selectors()
    }

    /// Returns where the element is in the whole input, in bytes of its text in UTF-8, before
    /// newlines were normalized: from its start tag to where it ends, or the start tag alone if it
    /// is not complete. A byte order mark counts in text, and not in bytes.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::stream::{RewriteSelectors, rewrite};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = &b"<ul>\r\n<li>Leek<li>Salt</ul>"[..];
    /// let items = RewriteSelectors::new().elements(&["li"])?;
    /// let mut ranges = Vec::new();
    /// rewrite(page, std::io::sink(), &Hints::new(), &items, |item| Ok(ranges.push(item.range())))?;
    /// assert_eq!(ranges, [6..14, 14..22]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn range(&self) -> Range<u64> {
        let end = self.found.end.unwrap_or(self.found.tag.end);
        self.stream.offset_of(self.found.tag.start)..self.stream.offset_of(end)
    }

    /// Sets an attribute: replaces its value, or adds it after the existing ones. The name is
    /// ASCII-lowercased in an HTML element.
    ///
    /// # Errors
    ///
    /// [`InvalidAttributeName`](TreeError::InvalidAttributeName) and
    /// [`Unmappable`](RewriteError::Unmappable).
    pub fn set_attr(&mut self, name: &str, value: &str) -> Result<(), RewriteError> {
        if !is_valid_attribute_local_name(name) {
            let name = name.to_owned();
            return Err(TreeError::InvalidAttributeName { name }.into());
        }
        let name = self.lowercased(name);
        if let Some(encoding) = self.stream.encoding()
            && let (_, Some(character)) = with_references(encoding, &name)
        {
            return Err(RewriteError::Unmappable { character, encoding });
        }
        let is_as_before = self.element.attr(&name) == Some(value);
        if !is_as_before || !self.tag_edits.is_empty() || self.output.is_patched(&self.range()) {
            self.tag_edits.push(self.found.tag.clone(), &name, Some(value));
        }
        Ok(())
    }

    /// Removes an attribute. Returns whether the element has it in the input.
    pub fn remove_attr(&mut self, name: &str) -> bool {
        let name = self.lowercased(name);
        let has_it = self.element.attr(&name).is_some();
        self.tag_edits.push(self.found.tag.clone(), &name, None);
        has_it
    }

    /// Replaces URLs in the attributes of the element. The function gets each one that is not
    /// empty, in order, and returns what takes its place: `None` keeps it. Returns how many are
    /// replaced.
    ///
    /// The URLs are the ones that [`ElementRef::urls`] finds in the input. In a list, such as
    /// `srcset`, the rest stays as it is written. Characters that a URL cannot have there are
    /// percent-encoded, such as spaces and a comma at its end; and none is replaced by the empty
    /// string there.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::stream::{RewriteSelectors, rewrite};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = &br#"<img src=/leek.png srcset="/leek-2x.png  2x,
    ///     https://other.example/leek.png 3x">"#[..];
    /// let images = RewriteSelectors::new().start_tags(&["img, source"])?;
    /// let mut output = Vec::new();
    /// rewrite(page, &mut output, &Hints::new(), &images, |image| {
    ///     image.rewrite_urls(|found| {
    ///         let is_ours = found.url.starts_with('/');
    ///         is_ours.then(|| format!("https://cdn.example{}", found.url))
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(output, br#"<img src=https://cdn.example/leek.png srcset="https://cdn.example/leek-2x.png  2x,
    ///     https://other.example/leek.png 3x">"#);
    /// # Ok(())
    /// # }
    /// ```
    pub fn rewrite_urls(
        &mut self,
        mut rewrite: impl FnMut(&ElementUrl<'r>) -> Option<String>,
    ) -> usize {
        let mut edits: Vec<(Attr<'r>, Vec<Replacement>)> = Vec::new();
        for found in self.element.urls().filter(|found| !found.url.is_empty()) {
            let rewritten = rewrite(&found).filter(|url| url != found.url);
            let part = rewritten.and_then(|url| replaced_url(&found, url));
            let Some(part) = part else { continue };
            let name = found.attribute.qualified_name();
            match edits.last_mut().filter(|(attribute, _)| attribute.qualified_name() == name) {
                Some((_, parts)) => parts.push(part),
                None => edits.push((found.attribute, vec![part])),
            }
        }
        let count = edits.iter().map(|(_, parts)| parts.len()).sum();
        for (attribute, parts) in edits {
            let (tag, name) = (self.found.tag.clone(), attribute.qualified_name());
            self.tag_edits.push_parts(tag, &name, attribute.value(), parts);
        }
        count
    }

    /// Edits the element by a function that gets it in a document of its own, with some of the
    /// elements that it is in, without their attributes; its parent may be the root. All edits are
    /// possible, of everything that is in the element and right beside it.
    ///
    /// Returns why the source does not express the edits exactly; nothing, if it does.
    ///
    /// # Errors
    ///
    /// [`NotComplete`](RewriteError::NotComplete), [`NotAlone`](RewriteError::NotAlone),
    /// [`Unmappable`](RewriteError::Unmappable), [`Undecodable`](RewriteError::Undecodable), and
    /// the error of the function. Nothing is changed then.
    pub fn edit(
        &mut self,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(edit)
    }

    /// Inserts HTML before the element. It is parsed as content of the parent.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn before_html(&mut self, html: &str) -> Result<Vec<InexactReason>, RewriteError> {
        let fragment = self.parsed_in_parent(html);
        self.edit_source(|document, element| insert_before(document, element, &fragment))
    }

    /// Inserts HTML after the element. It is parsed as content of the parent.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn after_html(&mut self, html: &str) -> Result<Vec<InexactReason>, RewriteError> {
        let fragment = self.parsed_in_parent(html);
        self.edit_source(|document, element| {
            let mut last = element;
            for node in fragment.root().children() {
                let copy = document.import_node(node)?;
                document.insert_after(last, copy)?;
                last = copy;
            }
            Ok(())
        })
    }

    /// Inserts HTML before the content of the element: [`Document::prepend_html`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn prepend_html(&mut self, html: &str) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.prepend_html(element, html))
    }

    /// Inserts HTML after the content of the element: [`Document::append_html`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn append_html(&mut self, html: &str) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.append_html(element, html))
    }

    /// Replaces the content of the element by HTML: [`Document::set_inner_html`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn set_inner_html(&mut self, html: &str) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.set_inner_html(element, html))
    }

    /// Replaces the content of the element by a text: [`Document::set_text`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn set_text(&mut self, text: &str) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.set_text(element, text))
    }

    /// Replaces the element by HTML, which is parsed as content of the parent.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn replace_with_html(&mut self, html: &str) -> Result<Vec<InexactReason>, RewriteError> {
        let fragment = self.parsed_in_parent(html);
        self.edit_source(|document, element| {
            insert_before(document, element, &fragment)?;
            document.detach(element)
        })
    }

    /// Removes the element with its content.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn remove(&mut self) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.detach(element))
    }

    /// Puts the content of the element in its place: [`Document::unwrap_element`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn unwrap_element(&mut self) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.unwrap_element(element))
    }

    /// Gives the element another name: [`Document::rename`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn rename(&mut self, name: &str) -> Result<Vec<InexactReason>, RewriteError> {
        self.edit_source(|document, element| document.rename(element, name))
    }

    /// Returns the name of an attribute of the element as it is in the tree.
    fn lowercased<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let is_html = self.element.namespace() == Namespace::Html;
        if is_html && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        }
    }

    /// Returns HTML as content of the parent of the element.
    fn parsed_in_parent(&self, html: &str) -> Document {
        let context = match self.element.parent_element() {
            Some(parent) => Context::from(parent),
            None => Context::html("body"),
        };
        self.options.parse_fragment(context, html)
    }
}

impl<'r> Deref for RewriteMatch<'r> {
    type Target = ElementRef<'r>;

    fn deref(&self) -> &ElementRef<'r> {
        &self.element
    }
}

impl fmt::Debug for RewriteMatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RewriteMatch")
            .field("element", &self.element)
            .field("is_complete", &self.is_complete())
            .finish_non_exhaustive()
    }
}

/// Returns the replacement of a URL in the value of its attribute; `None` if it cannot be written
/// there.
fn replaced_url(found: &ElementUrl<'_>, url: String) -> Option<Replacement> {
    let value = found.attribute.value();
    let (range, text) = match UrlAttribute::of(found.element, found.attribute)?.form {
        UrlForm::Single => (found.range(), url),
        UrlForm::Refresh => (0..value.len(), refresh_to(value, &url)),
        // In a list, the text after it would be the URL.
        _ if url.is_empty() => return None,
        form => (found.range(), form.item(&url).into_owned()),
    };
    Some(Replacement { range, text })
}

fn insert_before(
    document: &mut Document,
    element: NodeId,
    fragment: &Document,
) -> Result<(), TreeError> {
    for node in fragment.root().children() {
        let copy = document.import_node(node)?;
        document.insert_before(element, copy)?;
    }
    Ok(())
}
