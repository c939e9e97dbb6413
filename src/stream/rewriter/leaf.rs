//! Texts, comments and other leaves of a document that is rewritten.

use std::borrow::Cow;
use std::ops::Range;

use crate::dom::{Document, ElementRef, NodeIndex, NodeRef};
use crate::elements::ElementClass;
use crate::names::known;
use crate::parse::{ParseOptions, Section};
use crate::source_edits::InexactReason;
use crate::stream::parser::StreamParser;
use crate::tokenizer::ReferenceDecoder;

use super::changed_later::{effect_of_content, has_marker};
use super::comments::end_of_comment;
use super::content::{Content, Side};
use super::document_end::RewriteEnd;
use super::error::RewriteError;
use super::excerpt::TargetPlace;
use super::excerpt::{Excerpt, surroundings};
use super::noahs_ark::takes_out_of_effect;
use super::output::{RewriterOutput, TextPatch};
use super::place::{fits, leads as leads_content, leads_to_body};
use super::rewrite_match::RewriteMatch;
use super::seam::Joint;
use super::unfinished::ends_in_end_tag;
use super::untried::inserted_text;
use super::work::Work;
use crate::stream::leaf::{Leaf, LeafKind};

/// The next match or leaf, or the end, of the document of a
/// [`StreamRewriter`](super::StreamRewriter).
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteItem<'r> {
    /// An element that matches.
    Element(RewriteMatch<'r>),
    /// A text, a comment, or another leaf, if [leaves](super::RewriteSelectors::leaves) are asked
    /// for.
    Leaf(RewriteLeaf<'r>),
    /// The end of the document, if [that](super::RewriteSelectors::end) is asked for. Nothing comes
    /// after it.
    End(RewriteEnd<'r>),
}

/// A text, a comment, a processing instruction or a doctype, lent by a
/// [`StreamRewriter`](super::StreamRewriter) until that goes on.
///
/// A text comes in pieces: as the input is cut, and at characters that the tokenizer reads by
/// themselves. It ends where another leaf comes, or a tag: with a piece for which
/// [`is_last`](Self::is_last) holds, which may be empty.
///
/// ```
/// use consomme::stream::{LeafKind, RewriteItem, RewriteSelectors, StreamRewriter};
/// use consomme::{Hints, ParseOptions};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let selectors = RewriteSelectors::new().leaves(true);
/// let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
/// rewriter.feed_str("<p>Leek &amp; salt<!-- secret --><script>soup</script>");
/// rewriter.end();
/// while let Some(item) = rewriter.next_item() {
///     let RewriteItem::Leaf(mut leaf) = item else { continue };
///     if leaf.kind() == LeafKind::Comment {
///         leaf.remove()?;
///     } else if leaf.parent().is_some_and(|parent| parent.name() == "p") {
///         let text = leaf.text().to_uppercase();
///         leaf.replace_with_text(&text)?;
///     }
/// }
/// let mut output = Vec::new();
/// rewriter.write_to(&mut output)?;
/// assert_eq!(output, b"<p>LEEK &amp; SALT<script>soup</script>");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct RewriteLeaf<'r> {
    pub(super) leaf: Leaf,
    pub(super) stream: &'r StreamParser,
    pub(super) output: &'r mut RewriterOutput,
    pub(super) options: &'r ParseOptions,
    pub(super) work: &'r mut Work,
    /// The `select` in which edits may have changed which `option` is selected.
    pub(super) edited_select: &'r mut Option<NodeIndex>,
    pub(super) is_strict: bool,
    /// Whether an edit has replaced the leaf.
    pub(super) is_gone: bool,
}

type Edited = Result<Vec<InexactReason>, RewriteError>;

impl<'r> RewriteLeaf<'r> {
    /// Returns the kind of the leaf.
    pub fn kind(&self) -> LeafKind {
        self.leaf.kind
    }

    /// Whether the leaf is the last piece of a text: the next thing is a tag or another leaf. It
    /// comes before these, so that a program which keeps the text of the pieces can replace it as a
    /// whole there. The last piece is empty if the input so far did not tell that the piece before
    /// it is the last one. Other leaves come in one piece, so it is `true` for them.
    ///
    /// ```
    /// use consomme::stream::{RewriteItem, RewriteSelectors, StreamRewriter};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let selectors = RewriteSelectors::new().leaves(true);
    /// let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
    /// let (mut text, mut output) = (String::new(), Vec::new());
    /// for piece in ["<p>Le", "ek and po", "tato</p>"] {
    ///     rewriter.feed_str(piece);
    ///     while let Some(item) = rewriter.next_item() {
    ///         let RewriteItem::Leaf(mut leaf) = item else { continue };
    ///         text += &leaf.text();
    ///         if leaf.is_last() {
    ///             let replaced = std::mem::take(&mut text).replace("potato", "leek");
    ///             leaf.replace_with_text(&replaced)?;
    ///         } else {
    ///             leaf.remove()?;
    ///         }
    ///     }
    ///     rewriter.write_to(&mut output)?;
    /// }
    /// assert_eq!(output, b"<p>Leek and leek</p>");
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_last(&self) -> bool {
        self.leaf.is_last
    }

    /// Returns the element around the leaf in the source, even if the parser moves it: text that a
    /// table does not take is moved to before the table. `None` outside of all elements.
    pub fn parent(&self) -> Option<ElementRef<'r>> {
        NodeRef::new(self.stream.lent_document(), self.leaf.parent?).as_element()
    }

    /// Returns the leaf as it is written, with line feeds for newlines.
    pub fn source(&self) -> &'r str {
        self.stream.lent_document().source().get(self.leaf.range.clone()).unwrap_or("")
    }

    /// Returns the text, with its character references decoded, or the source of another leaf. A
    /// line feed that the parser drops, after `<pre>`, is not in it.
    pub fn text(&self) -> Cow<'r, str> {
        let mut source = self.source();
        if self.leaf.follows_pre && self.leaf.kind == LeafKind::Text {
            source = source.strip_prefix('\n').unwrap_or(source);
        }
        if self.leaf.kind != LeafKind::Text || self.is_raw() || !source.contains('&') {
            return Cow::Borrowed(source);
        }
        let mut decoder = ReferenceDecoder::new(false);
        let (mut text, mut at) = (String::with_capacity(source.len()), 0);
        while let Some((reference, characters)) = decoder.next(source, at) {
            text.push_str(&source[at..reference.start]);
            text.push_str(characters);
            at = reference.end;
        }
        text.push_str(&source[at..]);
        Cow::Owned(text)
    }

    /// Returns where the leaf is in the whole input, in bytes of its text in UTF-8, before newlines
    /// were normalized.
    pub fn range(&self) -> Range<u64> {
        self.stream.offset_of(self.leaf.range.start)..self.stream.offset_of(self.leaf.range.end)
    }

    /// Inserts HTML before the leaf, parsed as content of its parent. Returns why the output does
    /// not have the HTML there exactly; nothing, if it does.
    ///
    /// # Errors
    ///
    /// [`Inexact`](RewriteError::Inexact), [`NotAlone`](RewriteError::NotAlone),
    /// [`TooMuchWork`](RewriteError::TooMuchWork), [`Unmappable`](RewriteError::Unmappable), and
    /// [`Undecodable`](RewriteError::Undecodable). Nothing is changed then.
    pub fn before_html(&mut self, html: &str) -> Edited {
        self.insert(Content::Html(html), |range| range.start..range.start)
    }

    /// Inserts a text before the leaf, as [`before_html`](Self::before_html).
    ///
    /// # Errors
    ///
    /// As [`before_html`](Self::before_html).
    pub fn before_text(&mut self, text: &str) -> Edited {
        self.insert(Content::Text(text), |range| range.start..range.start)
    }

    /// Inserts HTML right after the leaf, as [`before_html`](Self::before_html): before the content
    /// that earlier calls have inserted.
    ///
    /// # Errors
    ///
    /// As [`before_html`](Self::before_html).
    pub fn after_html(&mut self, html: &str) -> Edited {
        self.insert(Content::Html(html), |range| range.end..range.end)
    }

    /// Inserts a text right after the leaf, as [`after_html`](Self::after_html).
    ///
    /// # Errors
    ///
    /// As [`before_html`](Self::before_html).
    pub fn after_text(&mut self, text: &str) -> Edited {
        self.insert(Content::Text(text), |range| range.end..range.end)
    }

    /// Replaces the leaf by HTML, as [`before_html`](Self::before_html).
    ///
    /// # Errors
    ///
    /// As [`before_html`](Self::before_html).
    pub fn replace_with_html(&mut self, html: &str) -> Edited {
        self.insert(Content::Html(html), Range::clone)
    }

    /// Replaces the leaf by a text, as [`before_html`](Self::before_html).
    ///
    /// # Errors
    ///
    /// As [`before_html`](Self::before_html).
    pub fn replace_with_text(&mut self, text: &str) -> Edited {
        self.insert(Content::Text(text), Range::clone)
    }

    /// Removes the leaf. A doctype decides about quirks mode, so without it other rules may apply
    /// to the rest: that is [`ActsElsewhere`](InexactReason::ActsElsewhere). A text that implies
    /// the `body`, or a copy of a formatting element, acts elsewhere, too.
    ///
    /// # Errors
    ///
    /// As [`before_html`](Self::before_html).
    pub fn remove(&mut self) -> Edited {
        let acts_elsewhere = self.leaf.kind == LeafKind::Doctype
            || self.leaf.implies
            || self.is_marker()
            || self.is_in_table()
            || self.leads()
            || self.parts_text();
        let inexact = acts_elsewhere.then_some(InexactReason::ActsElsewhere);
        self.write(String::new(), inexact.into_iter().collect(), Range::clone)
    }

    fn insert(
        &mut self,
        content: Content<'_>,
        at: impl Fn(&Range<usize>) -> Range<usize>,
    ) -> Edited {
        let Some(parent) = self.parent() else {
            return Err(RewriteError::NotAlone);
        };
        let known = match content {
            Content::Text(_) => inserted_text(parent, content, self.options, self.stream),
            Content::Html(_) => None,
        };
        let (mut text, mut inexact) = match known {
            Some(known) => (known, Vec::new()),
            None => {
                let passed = self.stream.offset_of(self.leaf.range.end);
                self.work.spend(self.source().len(), passed)?;
                self.tried(parent, content)?
            }
        };
        if self.is_comment() && at(&self.leaf.range).start == self.leaf.range.end {
            // At the end of the input, the comment may be unfinished.
            let end = end_of_comment(self.source(), self.options);
            if end != Some("") {
                text.insert_str(0, end.unwrap_or_default());
                inexact.push(InexactReason::Misplaced);
            }
        }
        let implies = matches!(content, Content::Text(text) if !text.trim_ascii().is_empty());
        let is_at_start = at(&self.leaf.range).start == self.leaf.range.start;
        let is_replaced = !at(&self.leaf.range).is_empty();
        let leads = (self.leads() || self.parts_text()) && is_replaced;
        let implies_else = (self.leaf.implies || leads) && is_at_start && !implies;
        if self.leaf.kind == LeafKind::Doctype || implies_else || is_replaced && self.is_marker() {
            inexact.push(InexactReason::ActsElsewhere);
        }
        if self.is_misplaced(content, &text, parent, at(&self.leaf.range).start) {
            inexact.push(InexactReason::Misplaced);
        }
        let effect = effect_of_content(content, Some(parent), self.options, self.stream);
        inexact.extend(effect.inexact);
        let inexact = self.write(text, inexact, at)?;
        if effect.select.is_some() {
            *self.edited_select = effect.select;
        }
        Ok(inexact)
    }

    /// Whether the parser may read content that is written at an offset in another place than
    /// there, in the parent of the leaf. `text` is the content as it is written.
    fn is_misplaced(
        &self,
        content: Content<'_>,
        text: &str,
        parent: ElementRef<'_>,
        at: usize,
    ) -> bool {
        let is_at_start = at == self.leaf.range.start;
        let section = match is_at_start {
            true => self.leaf.before.section,
            false => self.stream.standing().section,
        };
        let leads = !(is_at_start && self.leads()) && leads_to_body(section);
        let leads = leads && leads_content(parent, content, self.options, self.stream);
        let fits = || fits(section, Some(parent), content, self.options, self.stream);
        let is_moved =
            self.is_comment() && (self.stream.needs_reconstruction() || !self.is_in(parent));
        (!self.is_raw() && (leads || !fits()))
            || is_moved
            || ends_in_end_tag(&self.stream.lent_document().source()[..at])
            || parent.element_name().row().is_in(ElementClass::FOSTERS)
            || self.is_in_table()
            // In a `plaintext` element, nothing is read as markup.
            || (self.leaf.in_plaintext && !text.is_empty())
            || takes_out_of_effect(content.html(), self.stream)
    }

    /// Whether the leaf marks a place for a `<template for>`.
    fn is_marker(&self) -> bool {
        self.leaf.kind == LeafKind::ProcessingInstruction && has_marker(self.source())
    }

    /// Whether the leaf is a comment or a processing instruction.
    fn is_comment(&self) -> bool {
        matches!(self.leaf.kind, LeafKind::Comment | LeafKind::ProcessingInstruction)
    }

    /// Whether the leaf is a text in a part of a table that takes no text. Whether the parser moves
    /// that before the table depends on all text there.
    fn is_in_table(&self) -> bool {
        self.leaf.kind == LeafKind::Text && self.stream.takes_no_text(self.leaf.parent)
    }

    /// Whether the leaf keeps a text in a table apart from a text that may come after it.
    fn parts_text(&self) -> bool {
        self.leaf.kind != LeafKind::Text && self.stream.parts_table_text(self.leaf.parent)
    }

    /// Whether the leaf is a text with which the `body` begins, or goes on after its end tag.
    fn leads(&self) -> bool {
        self.leaf.kind == LeafKind::Text
            && self.leaf.before.section != Section::Body
            && leads_to_body(self.leaf.before.section)
            && !self.text().trim_ascii().is_empty()
    }

    /// Whether a comment, whose node is the last one that was created, is in an element: after
    /// `</body>`, a comment is in the `html` element.
    fn is_in(&self, parent: ElementRef<'_>) -> bool {
        let document = self.stream.lent_document();
        let last = NodeIndex::new(document.tree.nodes().len().max(2) - 1);
        let node = NodeRef::new(document, last);
        parent.is_html_named(known::TEMPLATE) || node.parent() == Some(parent.as_node())
    }

    fn write(
        &mut self,
        mut text: String,
        inexact: Vec<InexactReason>,
        at: impl Fn(&Range<usize>) -> Range<usize>,
    ) -> Edited {
        let mut range = at(&self.leaf.range);
        // An earlier edit may have put a line feed there for the parser to drop. After an insertion
        // before it, the parser would keep it.
        let is_before = self.leaf.follows_pre && range.start == self.leaf.range.start;
        if self.is_gone && (is_before || !range.is_empty()) {
            return Err(RewriteError::Removed);
        }
        if self.leaf.follows_pre && range.start == self.leaf.range.start {
            if self.source().starts_with('\n') {
                // The parser drops this line feed: the edited text comes after it.
                range = range.start + 1..range.end.max(range.start + 1);
            } else if !self.output.has_text_at(self.stream.offset_of(range.start))
                && (text.starts_with('\n') || text.is_empty() && !range.is_empty())
            {
                text.insert(0, '\n');
            }
        }
        if let Some(reason) = inexact.first().filter(|_| self.is_strict) {
            return Err(RewriteError::Inexact(*reason));
        }
        self.is_gone |= !range.is_empty();
        let range = self.stream.offset_of(range.start)..self.stream.offset_of(range.end);
        let joint = if self.is_raw() { Joint::Raw } else { Joint::Markup };
        let patch = TextPatch { joint, ..TextPatch::new(range, text) };
        let is_after = !self.leaf.range.is_empty() && patch.range.start == self.range().end;
        if is_after && patch.range.is_empty() {
            // Each text that is inserted after the leaf comes right after it, before earlier ones.
            self.output.insert_first(patch);
        } else {
            self.output.insert(patch);
        }
        Ok(inexact)
    }

    /// Returns the text that inserts content into a parent without other content, and why that is
    /// not exact, if so.
    fn tried(
        &self,
        parent: ElementRef<'r>,
        content: Content<'_>,
    ) -> Result<(String, Vec<InexactReason>), RewriteError> {
        let start = format!("<{}>", parent.name());
        let text = format!("{start}</{}>", parent.name());
        for ((wrappers, context), has_others_open) in surroundings(parent, self.stream) {
            let excerpt = Excerpt {
                options: self.options.clone().lossless(true),
                suffix: if context.is_some() { "<!---->".to_owned() } else { String::new() },
                context: context.map(|parent| self.stream.context_of(parent)),
                prefix: wrappers.iter().map(|name| format!("<{name}>")).collect(),
                closes: false,
                has_inserted: false,
                has_others_open,
                keeps_line_feed: false,
                probe: String::new(),
                wrappers,
                element: parent,
                encoding: self.stream.encoding(),
            };
            let document = excerpt.parse(&text);
            let target = excerpt.target_in(&document);
            let Some(target) = target.filter(|id| document.node(*id).first_child().is_none())
            else {
                continue;
            };
            let is_inside = |at: &Range<usize>| *at == (start.len()..start.len());
            let insert = |document: &mut Document, id| {
                content.insert(Side::Prepend, document, id, |_| Document::new_fragment())
            };
            let parsed = (document, target);
            let edited =
                excerpt.edited(parsed, &text, &[], TargetPlace::ByName, is_inside, insert)?;
            if edited.patches.iter().all(|patch| is_inside(&patch.range)) {
                let mut text: String = edited.patches.into_iter().map(|patch| patch.text).collect();
                if parent.element_name().drops_line_feed() && text.starts_with('\n') {
                    // The parser drops this line feed only right after the start tag. Where the
                    // leaf needs one, `write` inserts it.
                    text.remove(0);
                }
                return Ok((text, edited.inexact));
            }
        }
        Err(RewriteError::NotAlone)
    }

    /// Whether nothing can be escaped where the leaf is.
    fn is_raw(&self) -> bool {
        let scripting = self.options.get_scripting();
        self.leaf.in_plaintext
            || self.parent().is_some_and(|one| one.element_name().is_raw_text(scripting))
    }
}
