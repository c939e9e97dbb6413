//! A match, which a stream lends.

use std::ops::{Deref, Range};

use crate::dom::{Document, ElementRef, NodeIndex, NodeRef};

/// An element that matches, lent by a [`StreamParser`](super::StreamParser) until that goes on. It
/// is an [`ElementRef`] in all respects: its content is complete, and its ancestors are there with
/// their attributes.
///
/// The references that it gives live only as long as the loan, so nothing of it can be kept;
/// [`into_document`](Match::into_document) makes a copy that can.
#[derive(Clone, Copy, Debug)]
pub struct Match<'p> {
    element: ElementRef<'p>,
    selectors: &'p [usize],
    /// Where the element starts and ends in the whole input, if that is known.
    range: Option<(u64, u64)>,
}

impl<'p> Match<'p> {
    /// Returns the loan of a node; `None` if it is no element.
    pub(super) fn new(
        document: &'p Document,
        id: NodeIndex,
        selectors: &'p [usize],
        range: Option<Range<u64>>,
    ) -> Option<Self> {
        let element = NodeRef::new(document, id).as_element()?;
        Some(Match { element, selectors, range: range.map(|range| (range.start, range.end)) })
    }

    /// Returns the element.
    pub fn element(&self) -> ElementRef<'p> {
        self.element
    }

    /// Returns the indices of the selectors that the element matches, in ascending order.
    pub fn selectors(&self) -> &'p [usize] {
        self.selectors
    }

    /// Returns where the element is in the whole input: from its start tag to where it ends, in
    /// bytes of its text in UTF-8, counted from the start of the input before newlines were
    /// normalized. A byte order mark counts in text, and not in bytes. These offsets go on after 2
    /// GiB, and do not depend on freed elements. A `head` ends with its end tag; or where the
    /// `body` begins, if a tag in between belongs in it.
    ///
    /// `None` without [`ParseOptions::positions`](crate::ParseOptions::positions), and for an
    /// element that has no start tag, because it is implied or a copy.
    ///
    /// ```
    /// use consomme::stream::{StreamParser, StreamSelectors};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let selectors = StreamSelectors::new(&["li"])?;
    /// let options = ParseOptions::new().positions(true);
    /// let mut stream = StreamParser::new(&options, &Hints::new(), &selectors);
    /// let mut ranges = Vec::new();
    /// for piece in ["<ul>\r\n<li>Le", "ek<li>Salt</l", "i></ul>"] {
    ///     stream.feed_str(piece);
    ///     while let Some(item) = stream.next_match() {
    ///         ranges.extend(item.range());
    ///     }
    /// }
    /// assert_eq!(ranges, [6..14, 14..27]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn range(&self) -> Option<Range<u64>> {
        self.range.map(|(start, end)| start..end)
    }

    /// Returns a copy of the element with its content, as the only child of the root of a document
    /// fragment.
    ///
    /// ```
    /// use consomme::stream::{StreamParser, StreamSelectors};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let selectors = StreamSelectors::new(&["p.hot"])?;
    /// let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors);
    /// stream.feed_str("<p>Clear<p class=hot>Hot <b>broth</b><p>Water");
    /// let hot = stream.next_match().unwrap().into_document();
    /// drop(stream);
    /// assert_eq!(hot.inner_html(), r#"<p class="hot">Hot <b>broth</b></p>"#);
    /// # Ok(())
    /// # }
    /// ```
    pub fn into_document(self) -> Document {
        let of = self.element.document();
        let mut document = Document::new_fragment();
        document.tree.set_quirks_mode(of.tree.quirks_mode());
        (document.revision, document.scripting) = (of.revision, of.scripting);
        let copied = document.import_node(self.element);
        let root = document.root().id();
        let added = copied.and_then(|copy| document.append(root, copy));
        debug_assert!(added.is_ok(), "a part of a document fits into an empty one");
        document
    }
}

impl<'p> Deref for Match<'p> {
    type Target = ElementRef<'p>;

    fn deref(&self) -> &ElementRef<'p> {
        &self.element
    }
}
