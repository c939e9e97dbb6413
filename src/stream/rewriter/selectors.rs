//! Which elements a rewriter lends, and when.

use crate::select::StreamSelectors;
use crate::select::grammar::SelectorError;

/// The selectors of a [`StreamRewriter`](super::StreamRewriter): one set for start tags and one for
/// complete elements. Each set has its own indices.
///
/// ```
/// use consomme::stream::RewriteSelectors;
///
/// let selectors = RewriteSelectors::new();
/// assert!(selectors.clone().start_tags(&["body", "a[href]"]).is_ok());
/// assert!(selectors.clone().elements(&["tr:has(> th)"]).is_ok());
/// let error = selectors.start_tags(&["tr:has(> th)"]).unwrap_err();
/// assert!(error.reason().contains("not there at its start tag"));
/// ```
#[derive(Clone, Debug)]
pub struct RewriteSelectors {
    pub(super) start_tags: StreamSelectors,
    /// Whether only attributes are edited at start tags.
    pub(super) only_attributes: bool,
    pub(super) elements: StreamSelectors,
    /// Whether texts and other leaves are lent, too.
    pub(super) leaves: bool,
    /// Whether the end of the document is lent, too.
    pub(super) end: bool,
}

impl RewriteSelectors {
    /// Returns a set without selectors.
    pub fn new() -> RewriteSelectors {
        RewriteSelectors::default()
    }

    /// Sets the selectors that are matched at start tags, in constant memory.
    ///
    /// # Errors
    ///
    /// As [`StreamSelectors::new`], and if a selector asks for the content of the element.
    pub fn start_tags(self, selectors: &[&str]) -> Result<RewriteSelectors, SelectorError> {
        let start_tags = StreamSelectors::at_start_tags(selectors)?;
        Ok(RewriteSelectors { start_tags, only_attributes: false, ..self })
    }

    /// As [`start_tags`](Self::start_tags), which it replaces, for edits of attributes and URLs
    /// only: other edits are refused with [`NotComplete`](super::RewriteError::NotComplete). The
    /// parser need not follow which tags close elements then, so rewriting takes 9 % fewer
    /// instructions.
    ///
    /// # Errors
    ///
    /// As [`start_tags`](Self::start_tags).
    pub fn attributes(self, selectors: &[&str]) -> Result<RewriteSelectors, SelectorError> {
        Ok(RewriteSelectors { only_attributes: true, ..self.start_tags(selectors)? })
    }

    /// Sets the selectors that are matched when an element is complete.
    ///
    /// # Errors
    ///
    /// As [`StreamSelectors::new`].
    pub fn elements(self, selectors: &[&str]) -> Result<RewriteSelectors, SelectorError> {
        Ok(RewriteSelectors { elements: StreamSelectors::new(selectors)?, ..self })
    }

    /// Limits the work of matching in each stream, as
    /// [`StreamSelectors::max_steps`](super::super::StreamSelectors::max_steps) does: the selectors
    /// that are set so far for start tags get this many steps, and the selectors for complete
    /// elements get as many. When no steps are left, the stream fails as at other limits.
    ///
    /// ```
    /// use consomme::stream::{RewriteSelectors, rewrite};
    /// use consomme::Hints;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let links = RewriteSelectors::new().attributes(&["p a[href]"])?.max_steps(1000);
    /// let page = "<p><a href=/>Leek</a>".repeat(1000);
    /// let mut output = Vec::new();
    /// let result = rewrite(page.as_bytes(), &mut output, &Hints::new(), &links, |link| {
    ///     Ok(link.set_attr("rel", "nofollow")?)
    /// });
    /// assert!(result.unwrap_err().to_string().ends_with("because of a limit: steps"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn max_steps(self, steps: u64) -> RewriteSelectors {
        let RewriteSelectors { start_tags, elements, .. } = self;
        RewriteSelectors {
            start_tags: start_tags.max_steps(steps),
            elements: elements.max_steps(steps),
            ..self
        }
    }

    /// Sets whether [`next_item`](super::StreamRewriter::next_item) lends texts, comments,
    /// processing instructions and doctypes, too, each as a [`RewriteLeaf`](super::RewriteLeaf).
    /// They come wherever they are in the document; [`parent`](super::RewriteLeaf::parent) and
    /// [`closest`](crate::ElementRef::closest) tell where. By default they are not lent, and cost
    /// nothing.
    pub fn leaves(self, leaves: bool) -> RewriteSelectors {
        RewriteSelectors { leaves, ..self }
    }

    /// Sets whether [`next_item`](super::StreamRewriter::next_item) lends the end of the document,
    /// as a [`RewriteEnd`](super::RewriteEnd), after all else. By default it does not.
    pub fn end(self, end: bool) -> RewriteSelectors {
        RewriteSelectors { end, ..self }
    }
}

impl Default for RewriteSelectors {
    fn default() -> RewriteSelectors {
        let none = StreamSelectors::none();
        RewriteSelectors {
            start_tags: none.clone(),
            only_attributes: true,
            elements: none,
            leaves: false,
            end: false,
        }
    }
}
