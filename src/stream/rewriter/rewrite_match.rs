//! A match of a rewriter, which can be edited.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};

use crate::dom::{Document, ElementRef, NodeIndex, TreeError, is_valid_attribute_local_name};
use crate::names::Namespace;
use crate::parse::{Context, ParseOptions};
use crate::source_edits::bytes::with_references;
use crate::stream::parser::StreamParser;

use super::error::RewriteError;
use super::excerpt::TargetPlace;
use super::found::Found;
use super::output::RewriterOutput;
use super::start_edits::StartEdits;
use super::start_tag::TagEdits;
use super::work::Work;

/// An element that matches, lent by a [`StreamRewriter`](super::StreamRewriter) until that goes on:
/// to be edited, and to be read, as an [`ElementRef`] of the input.
///
/// The methods that edit correspond to the methods of [`Document`] for one element, and change the
/// source as [`source_edits`](crate::source_edits) do. Attributes cost no more than their tag.
///
/// When the element is [complete](Self::is_complete), any other edit parses its source once more,
/// in up to 64 elements around it. At its start tag, nothing of the element is kept: the edit is
/// tried on an element without content, and made while the content passes.
///
/// # Which edits are exact
///
/// An edit is exact if the output is read as the edited document. Edits that are not are made as
/// far as a source can express them, and return why: a `div` that is put into a `p` closes it, for
/// example. A [strict](super::StreamRewriter::strict) rewriter refuses them.
///
/// | edit | at the start tag | of a complete element |
/// |---|---|---|
/// | attributes, URLs | exact, also of copies of formatting elements; see below | exact |
/// | `before_…`, `prepend_…` | exact, or the reasons at once | exact, or the reasons |
/// | `append_…`, `after_…` | the reasons that are known; others [when it ends](super::StreamRewriter::take_inexact) | exact, or the reasons |
/// | `set_inner_html`, `set_text`, `replace_with_…`, `remove` | of an element that has only text, such as `script`: exact, or the reasons; of others [`ContentUnseen`] | exact, or the reasons |
/// | `unwrap_element`, `rename` | [`ContentUnseen`] | exact, or the reasons |
/// | void elements, such as `img` | as complete | |
///
/// [`ContentUnseen`]: crate::source_edits::InexactReason::ContentUnseen
///
/// Around the `body`, the first content of a kind leads to another part of the document: the first
/// tag of a page that has no `<body>` tag cannot be removed exactly, because comments and
/// whitespace after it would come elsewhere, and a comment after `</body>` is not in the `body`.
/// The first tag in a `template` says what kind of content that has.
///
/// When markup closes formatting elements in the wrong order, the parser opens them again: of
/// nested elements that are alike, only the latest three. Attributes decide which are alike, so an
/// edit of the attributes of one of four `<font>` elements, for example, can change how many are
/// opened again later. No reason is given for that.
///
/// In [`body` and `html`](super::StreamRewriter), content is appended before the end tag, so
/// content that follows that tag comes after the appended content.
///
/// A start tag `html` or `body` that only adds its attributes to the element stays, whatever is
/// removed around it.
pub struct RewriteMatch<'r> {
    pub(super) element: ElementRef<'r>,
    pub(super) found: &'r mut Found,
    pub(super) stream: &'r StreamParser,
    pub(super) output: &'r mut RewriterOutput,
    pub(super) tag_edits: &'r mut TagEdits,
    pub(super) start_edits: &'r mut StartEdits,
    pub(super) work: &'r mut Work,
    pub(super) is_strict: bool,
    pub(super) options: &'r ParseOptions,
    pub(super) left_open: &'r mut Option<(NodeIndex, Vec<String>, usize)>,
    /// The `select` in which edits may have changed which `option` is selected.
    pub(super) edited_select: &'r mut Option<NodeIndex>,
    pub(super) place: TargetPlace,
}

impl<'r> RewriteMatch<'r> {
    /// Returns the element as it is in the input, with its ancestors. Its content is there if it
    /// [is complete](Self::is_complete). If no selectors are for
    /// [complete elements](super::RewriteSelectors::elements), the tree has no texts at all.
    pub fn element(&self) -> ElementRef<'r> {
        self.element
    }

    /// Whether the element is complete, so that it was matched by
    /// [`RewriteSelectors::elements`](super::RewriteSelectors::elements). Otherwise its start tag
    /// has just been read.
    pub fn is_complete(&self) -> bool {
        !self.found.is_at_start
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
        if self.is_tag_replaced() {
            // The tag is no longer at its place in the input.
            self.edit_source(false, |document, element| document.set_attr(element, &name, value))?;
            return Ok(());
        }
        let tag = self.found.tag.clone();
        match self.element.attr(&name) {
            // Names of foreign attributes differ in the source.
            None if self.element.namespace() == Namespace::Html => {
                self.tag_edits.push_new(tag, &name, value);
            }
            Some(before)
                if before == value
                    && self.tag_edits.is_empty()
                    && !self.output.is_patched(&self.range()) => {}
            _ => self.tag_edits.push(tag, &name, Some(value)),
        }
        Ok(())
    }

    /// Removes an attribute. Returns whether the element has it in the input.
    pub fn remove_attr(&mut self, name: &str) -> bool {
        let name = self.lowercased(name);
        let has_it = self.element.attr(&name).is_some();
        if self.is_tag_replaced() {
            let remove =
                |document: &mut Document, element| document.remove_attr(element, &name).map(|_| ());
            let result = self.edit_source(false, remove);
            return has_it && result.is_ok();
        }
        self.tag_edits.push(self.found.tag.clone(), &name, None);
        has_it
    }

    /// Whether an edit has replaced the start tag together with more of the source.
    fn is_tag_replaced(&self) -> bool {
        let range = self.range();
        let tag = range.start..self.stream.offset_of(self.found.tag.end);
        self.is_complete() && self.output.is_replaced(&tag)
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

    /// Parses HTML as content of the parent of the element.
    pub(super) fn parsed_in_parent(&self, html: &str) -> Document {
        let context = match self.element.parent_element() {
            Some(parent) => self.stream.context_of(parent),
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
