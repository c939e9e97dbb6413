//! Edits of a match, except its attributes.

use crate::dom::{Document, ElementRef, NodeId, NodeIndex, TreeError};
use crate::elements::ElementClass;
use crate::source_edits::InexactReason;

use super::changed_later::{Effect, effect_of_content, may_patch};
use super::content::{Content, Side};
use super::error::RewriteError;
use super::rewrite_match::RewriteMatch;

/// The result of an edit: why the source does not express it exactly, if so.
type Edited = Result<Vec<InexactReason>, RewriteError>;

impl RewriteMatch<'_> {
    /// Edits the element by a function. The function gets the element in a document of its own,
    /// inside some of the elements around it, without their attributes; the parent of the element
    /// may be the root. The function may make all edits of everything in the element and right
    /// beside it.
    ///
    /// Returns why the source does not express the edits exactly; nothing, if it does.
    ///
    /// The other methods know what their edit does, and check more: the methods that insert text or
    /// HTML report it if a text comes between the rows of a table, where the text around it
    /// decides, too, whether it is moved; [`set_inner_html`](Self::set_inner_html) and
    /// [`set_text`](Self::set_text) report it if the content that they drop acts on later content.
    /// `edit` may miss both, so prefer the other methods for what they can do.
    ///
    /// # Errors
    ///
    /// [`NotComplete`](RewriteError::NotComplete), [`NotAlone`](RewriteError::NotAlone),
    /// [`Inexact`](RewriteError::Inexact), [`TooMuchWork`](RewriteError::TooMuchWork),
    /// [`Unmappable`](RewriteError::Unmappable), [`Undecodable`](RewriteError::Undecodable), and
    /// the error of the function. Nothing is changed then.
    pub fn edit(
        &mut self,
        edit: impl FnOnce(&mut Document, NodeId) -> Result<(), TreeError>,
    ) -> Edited {
        self.edit_source(false, edit)
    }

    /// Inserts HTML before the element. It is parsed as content of the parent.
    ///
    /// At a start tag:
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::stream::{RewriteSelectors, rewrite};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = &b"<p>Soup<h2>Salt</h2>"[..];
    /// let headings = RewriteSelectors::new().start_tags(&["h2"])?;
    /// let mut output = Vec::new();
    /// rewrite(page, &mut output, &Hints::new(), &headings, |heading| {
    ///     heading.before_html("<hr>")?;
    ///     heading.after_text("A & B")?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(output, b"<p>Soup<hr><h2>Salt</h2>A &amp; B");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn before_html(&mut self, html: &str) -> Edited {
        self.insert(Side::Before, Content::Html(html))
    }

    /// Inserts a text before the element.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn before_text(&mut self, text: &str) -> Edited {
        self.insert(Side::Before, Content::Text(text))
    }

    /// Inserts HTML after the element. It is parsed as content of the parent.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn after_html(&mut self, html: &str) -> Edited {
        self.insert(Side::After, Content::Html(html))
    }

    /// Inserts a text after the element.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn after_text(&mut self, text: &str) -> Edited {
        self.insert(Side::After, Content::Text(text))
    }

    /// Inserts HTML before the content of the element: [`Document::prepend_html`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn prepend_html(&mut self, html: &str) -> Edited {
        self.insert(Side::Prepend, Content::Html(html))
    }

    /// Inserts a text before the content of the element.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn prepend_text(&mut self, text: &str) -> Edited {
        self.insert(Side::Prepend, Content::Text(text))
    }

    /// Inserts HTML after the content of the element: [`Document::append_html`].
    ///
    /// At a start tag, the insertion waits for the end of the element, in constant memory. Into a
    /// `body`, the HTML is inserted before the end tag, although whitespace after that tag is in
    /// the `body`, too.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::stream::{RewriteSelectors, rewrite};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let page = &b"<body><p>Soup</body>\n"[..];
    /// let body = RewriteSelectors::new().start_tags(&["body"])?;
    /// let mut output = Vec::new();
    /// rewrite(page, &mut output, &Hints::new(), &body, |body| {
    ///     body.append_html("<footer>Open till 9</footer>")?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(output, b"<body><p>Soup</p><footer>Open till 9</footer></body>\n");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn append_html(&mut self, html: &str) -> Edited {
        self.insert(Side::Append, Content::Html(html))
    }

    /// Inserts a text after the content of the element.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn append_text(&mut self, text: &str) -> Edited {
        self.insert(Side::Append, Content::Text(text))
    }

    /// Replaces the content of the element by HTML: [`Document::set_inner_html`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn set_inner_html(&mut self, html: &str) -> Edited {
        if self.is_before_content() {
            return self.set_inner_at_start(Content::Html(html));
        }
        self.edit_source(true, |document, element| document.set_inner_html(element, html))
    }

    /// Replaces the content of the element by a text: [`Document::set_text`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn set_text(&mut self, text: &str) -> Edited {
        if self.is_before_content() {
            return self.set_inner_at_start(Content::Text(text));
        }
        self.edit_source(true, |document, element| document.set_text(element, text))
    }

    /// Replaces the element by HTML, which is parsed as content of the parent.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn replace_with_html(&mut self, html: &str) -> Edited {
        self.replace(Some(Content::Html(html)))
    }

    /// Replaces the element by a text.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn replace_with_text(&mut self, text: &str) -> Edited {
        self.replace(Some(Content::Text(text)))
    }

    /// Removes the element with its content.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn remove(&mut self) -> Edited {
        self.replace(None)
    }

    /// Puts the content of the element in its place: [`Document::unwrap_element`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn unwrap_element(&mut self) -> Edited {
        if self.is_before_content() {
            return self.unwrap_at_start();
        }
        self.edit_source(false, |document, element| document.unwrap_element(element))
    }

    /// Gives the element another name: [`Document::rename`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn rename(&mut self, name: &str) -> Edited {
        if self.is_before_content() {
            return self.rename_at_start(name);
        }
        self.edit_source(false, |document, element| document.rename(element, name))
    }

    fn insert(&mut self, side: Side, content: Content<'_>) -> Edited {
        let is_beside = matches!(side, Side::Before | Side::After);
        let reason = self.loose_text(is_beside, content)?;
        let effect = self.effect_of_content(is_beside, content)?;
        let mut inexact = if self.is_before_content() {
            self.insert_at_start(side, content)?
        } else if self.insert_untried(side, content) {
            Vec::new()
        } else {
            let parsed = self.parsed_beside(side, content);
            self.edit_source(false, |document, element| {
                content.insert(side, document, element, |_| parsed)
            })?
        };
        if inexact.is_empty() {
            inexact.extend(reason.or(effect.inexact));
        }
        self.note_edited_select(effect.select);
        Ok(inexact)
    }

    /// Returns how content acts on what the parser changes later.
    fn effect_of_content(
        &self,
        is_beside: bool,
        content: Content<'_>,
    ) -> Result<Effect, RewriteError> {
        let around = if is_beside { self.element.parent_element() } else { Some(self.element) };
        let effect = match !is_beside && may_patch(self.element, self.stream) {
            true => Effect::inexact(InexactReason::Misplaced),
            false => effect_of_content(content, around, self.options, self.stream),
        };
        match effect.inexact.filter(|_| self.is_strict) {
            Some(reason) => Err(RewriteError::Inexact(reason)),
            None => Ok(effect),
        }
    }

    /// Notes that an edit may change which `option` of a `select` is selected.
    pub(super) fn note_edited_select(&mut self, select: Option<NodeIndex>) {
        if select.is_some() {
            *self.edited_select = select;
        }
    }

    /// Returns the reason for which content cannot be between the rows of a table: whether the
    /// parser moves text there before the table depends on all text there. `is_beside` tells that
    /// the content comes beside the element, not into it.
    fn loose_text(
        &self,
        is_beside: bool,
        content: Content<'_>,
    ) -> Result<Option<InexactReason>, RewriteError> {
        let around = if is_beside { self.element.parent_element() } else { Some(self.element) };
        let takes_no_text =
            |one: &ElementRef<'_>| one.element_name().row().is_in(ElementClass::FOSTERS);
        let is_loose = around.filter(takes_no_text).is_some_and(|around| match content {
            Content::Text(_) => true,
            Content::Html(html) => {
                let fragment = self.options.parse_fragment(self.stream.context_of(around), html);
                let ends = [fragment.root().first_child(), fragment.root().last_child()];
                ends.into_iter().flatten().any(|node| node.as_text().is_some())
            }
        });
        match is_loose {
            true if self.is_strict => Err(RewriteError::Inexact(InexactReason::Misplaced)),
            is_loose => Ok(is_loose.then_some(InexactReason::Misplaced)),
        }
    }

    fn replace(&mut self, content: Option<Content<'_>>) -> Edited {
        if let Some(content) = content {
            self.loose_text(true, content)?;
        }
        if self.is_before_content() {
            let effect =
                content.map(|content| self.effect_of_content(true, content)).transpose()?;
            let mut inexact = self.replace_at_start(content)?;
            if inexact.is_empty() {
                inexact.extend(effect.and_then(|effect| effect.inexact));
            }
            return Ok(inexact);
        }
        let parsed = content.map(|content| (content, self.parsed_beside(Side::Before, content)));
        self.edit_source(false, |document, element| {
            if let Some((content, parsed)) = parsed {
                content.insert(Side::Before, document, element, |_| parsed)?;
            }
            document.detach(element)
        })
    }

    /// Parses HTML as content of the parent, if it goes beside the element. Otherwise returns an
    /// empty document.
    fn parsed_beside(&self, side: Side, content: Content<'_>) -> Document {
        match content {
            Content::Html(html) if matches!(side, Side::Before | Side::After) => {
                self.parsed_in_parent(html)
            }
            _ => Document::new_fragment(),
        }
    }
}
