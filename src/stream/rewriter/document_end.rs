//! The end of a rewritten document, where content is appended to the `body`: after the rest of an
//! unfinished token and the end tags of open elements.

use std::fmt;

use crate::dom::{ElementRef, NodeIndex, NodeRef};
use crate::names::{Namespace, known};
use crate::parse::ParseOptions;
use crate::source_edits::InexactReason;
use crate::stream::parser::StreamParser;

use super::at_end::appended_to_empty;
use super::changed_later::effect_of_content;
use super::content::Content;
use super::error::RewriteError;
use super::output::{RewriterOutput, TextPatch};
use super::unfinished::{Closers, is_marked, token_end};

/// The end of a document, lent by [`next_item`](super::StreamRewriter::next_item) after all else:
/// for content that comes last, such as a script or a message about the page.
///
/// The content is appended to the `body`: also where other content follows its end tag, and where
/// the document has no tags. Only a document with frames has no `body`.
///
/// ```
/// use consomme::stream::{RewriteItem, RewriteSelectors, StreamRewriter};
/// use consomme::{Hints, ParseOptions};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let selectors = RewriteSelectors::new().end(true);
/// let rewritten = |page: &str| -> Result<String, Box<dyn std::error::Error>> {
///     let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
///     rewriter.feed_str(page);
///     rewriter.end();
///     while let Some(item) = rewriter.next_item() {
///         if let RewriteItem::End(mut end) = item {
///             end.append_html("<script src=/count.js></script>")?;
///         }
///     }
///     let mut output = Vec::new();
///     rewriter.write_to(&mut output)?;
///     Ok(String::from_utf8(output)?)
/// };
/// assert_eq!(rewritten("Leek</body>\n")?, "Leek</body>\n<script src=\"/count.js\"></script>");
/// assert_eq!(rewritten("<p>Le<!-- e")?, "<p>Le<!-- e--></p><script src=\"/count.js\"></script>");
/// # Ok(())
/// # }
/// ```
pub struct RewriteEnd<'r> {
    pub(super) stream: &'r StreamParser,
    pub(super) output: &'r mut RewriterOutput,
    pub(super) options: &'r ParseOptions,
    pub(super) is_strict: bool,
    /// Whether an edit has closed the open elements.
    pub(super) is_closed: bool,
}

type Edited = Result<Vec<InexactReason>, RewriteError>;

/// How many elements that are no longer open, but act on later content, get an end tag.
const MAX_IN_EFFECT: usize = 64;

impl RewriteEnd<'_> {
    /// Appends HTML to the `body`. Returns why the output does not have the HTML there exactly;
    /// nothing, if it does.
    ///
    /// # Errors
    ///
    /// [`NotAlone`](RewriteError::NotAlone), if the document has frames instead of a `body`, or a
    /// `plaintext` element, which nothing ends;
    /// [`Inexact`](RewriteError::Inexact). Nothing is changed then.
    pub fn append_html(&mut self, html: &str) -> Edited {
        self.append(Content::Html(html))
    }

    /// Appends a text to the `body`, as [`append_html`](Self::append_html).
    ///
    /// # Errors
    ///
    /// As [`append_html`](Self::append_html).
    pub fn append_text(&mut self, text: &str) -> Edited {
        self.append(Content::Text(text))
    }

    fn append(&mut self, content: Content<'_>) -> Edited {
        let end = self.stream.last_token().end;
        let body = self.stream.lent_document().body();
        let body = body.filter(|body| body.is_html_named(known::BODY));
        let body = body.ok_or(RewriteError::NotAlone)?;
        let closers = match self.is_closed {
            false => self.closers()?,
            true => Closers { start: end, text: String::new(), is_inexact: false },
        };
        let (text, inexact) = appended_to_empty(body, content, self.stream, self.options);
        let mut inexact: Vec<_> = inexact.into_iter().collect();
        if closers.is_inexact {
            inexact.push(InexactReason::Misplaced);
        }
        inexact.extend(effect_of_content(content, Some(body), self.options, self.stream).inexact);
        if let Some(reason) = inexact.first().filter(|_| self.is_strict) {
            return Err(RewriteError::Inexact(*reason));
        }
        self.is_closed = true;
        let [start, end] = [closers.start, end].map(|at| self.stream.offset_of(at));
        self.output.insert(TextPatch::new(start..end, closers.text + &text));
        Ok(inexact)
    }

    /// Returns the text that closes the elements that were open when the end came.
    fn closers(&self) -> Result<Closers, RewriteError> {
        let document = self.stream.lent_document();
        let (noted, popped) = self.stream.document_end().ok_or(RewriteError::NotAlone)?;
        let popped: Vec<NodeIndex> = popped.collect();
        let as_element = |id: NodeIndex| NodeRef::new(document, id).as_element();
        let innermost = popped.first().copied().and_then(as_element);
        let mut closers = token_end(self.stream, self.options, innermost, noted.tokens[1].clone());
        let mut markers = 0;
        for open in popped.iter().copied().filter_map(as_element) {
            if [known::PLAINTEXT, known::FRAMESET].iter().any(|name| open.is_html_named(*name)) {
                return Err(RewriteError::NotAlone);
            }
            markers += usize::from(is_marked(open));
            // A comment in a script may hide its end tag, and the last token may be in a CDATA
            // section of a foreign element.
            closers.is_inexact |=
                open.is_html_named(known::SCRIPT) || open.namespace() != Namespace::Html;
            // The end tag of a `form` closes only the one that the form element pointer is to.
            let id = open.as_node().id().node_index();
            closers.is_inexact |= open.is_html_named(known::FORM)
                && !self.stream.in_effect().take(1).any(|one| one == id);
            // The `html` element, the `head` and the `body` need no end tags.
            let is_html = |one: ElementRef<'_>| one.is_html_named(known::HTML);
            if !is_html(open) && !open.parent_element().is_some_and(is_html) {
                closers.text += &format!("</{}>", open.name());
            }
        }
        // A marker whose element is gone hides formatting elements before it from their end tags.
        closers.is_inexact |= markers != self.stream.markers();
        let mut in_effect = self.stream.in_effect().filter(|id| !popped.contains(id));
        for element in in_effect.by_ref().take(MAX_IN_EFFECT).filter_map(as_element) {
            closers.text += &format!("</{}>", element.name());
        }
        closers.is_inexact |= in_effect.next().is_some();
        if noted.implies_body {
            closers.text += "<body>";
        }
        Ok(closers)
    }
}

impl fmt::Debug for RewriteEnd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RewriteEnd").field("is_closed", &self.is_closed).finish_non_exhaustive()
    }
}
