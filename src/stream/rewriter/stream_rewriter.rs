//! The rewriter: lends the matches of a stream, and writes the input with their edits.

use std::collections::BTreeMap;
use std::io::{self, Write};

use encoding_rs::Encoding;

use crate::dom::NodeIndex;
use crate::encoding::Hints;
use crate::parse::ParseOptions;
use crate::settings::LimitsHit;
use crate::source_edits::InexactReason;
use crate::stream::error::{StreamError, StreamFailure, StreamSummary};
use crate::stream::parser::StreamParser;

use super::at_end::{ClosedHere, EndEdits};
use super::found::Found;
use super::output::RewriterOutput;
use super::selectors::RewriteSelectors;
use super::start_edits::StartEdits;
use super::start_tag::TagEdits;
use super::work::Work;

/// Edits a document while it passes: lends the elements that match selectors, and writes the input
/// with their edits.
///
/// ```
/// use consomme::stream::{RewriteSelectors, StreamRewriter};
/// use consomme::{Hints, ParseOptions};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let selectors = RewriteSelectors::new().start_tags(&["a[href]"])?.elements(&["p.ad"])?;
/// let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
/// let mut output = Vec::new();
/// for piece in ["<P>Soup <a HREF=/so", "up>here</a>\r\n<p class=ad>Buy!<p", ">Salt"] {
///     rewriter.feed_str(piece);
///     while let Some(mut element) = rewriter.next_match() {
///         if element.is_complete() {
///             element.remove()?;
///         } else {
///             element.set_attr("rel", "nofollow")?;
///         }
///     }
///     rewriter.write_to(&mut output)?;
/// }
/// rewriter.end();
/// while rewriter.next_match().is_some() {}
/// rewriter.write_to(&mut output)?;
/// assert_eq!(output, b"<P>Soup <a HREF=/soup rel=\"nofollow\">here</a>\r\n<p>Salt");
/// # Ok(())
/// # }
/// ```
///
/// # Which elements, and when
///
/// [`RewriteSelectors`] has two sets. Elements that match the first are lent at their start tags,
/// and nothing of the document is kept: insertions at the end of an element wait for that end, and
/// removed content is left out while it passes. Elements that match the second are lent when they
/// are complete, as by a [`StreamParser`], with their content, which is kept until then. An element
/// that matches both is lent twice. [`RewriteMatch`](super::RewriteMatch) has a table of which
/// edits are exact.
///
/// Whether an element may match is decided at its start tag, with its ancestors at that time. The
/// elements that the parser adds, because they are implied or as copies of others, have no tags in
/// the source and are not lent: a page without a `<body>` tag has no match of `body` at a start
/// tag. If the tag comes later, it only adds its attributes to the implied element. It is then lent
/// to [`start_tags`](super::RewriteSelectors::start_tags) as the start tag of the element, but HTML
/// that is [prepended](super::RewriteMatch::prepend_html) there comes after the content so far,
/// which the edit reports. [`elements`](super::RewriteSelectors::elements) are not lent then.
///
/// The attributes and the content of a match come from the input. Edits of the elements in a match
/// are not seen in it, but edits of the match are made on top of them.
///
/// # Output
///
/// The input byte for byte, in its encoding, with the patches that
/// [`source_edits`](crate::source_edits) describes: the same rules make them. [`write_to`]
/// writes the parsed input up to the first element that may match.
///
/// The rules look at the edited element, at the elements that its start tag has closed, and at
/// formatting that is in effect. Not detected:
///
/// - whitespace and content after `</body>`, which are in the `body` element, and come after
///   content that is appended to the element; [`RewriteEnd`](super::RewriteEnd) appends after them;
/// - attributes that are removed from `html` or `body`, and that a later start tag of the element
///   adds;
/// - content that a table does not take, which the parser moves to right before the table: an
///   insertion before the table at its start tag comes before that content;
/// - elements that the parser moves after their edit, because of misnested formatting;
/// - attributes that decide what the parser does with other elements: the `for` of a `template`,
///   and in a `select` with a `selectedcontent`, `selected`, `disabled`, `multiple` and `size`;
/// - what is beside an element or marker that a `<template for>` removes: it goes or stays with the
///   nodes around it;
/// - markers that come into an `option`, of which a `selectedcontent` has copies;
/// - edits that together remove all cells of a row that is implied.
///
/// Parse the output where that matters. An edit of a declaration of the encoding does not change
/// the encoding of the output.
///
/// Copies follow what they are copies of: a `selectedcontent` has the content of the edited
/// `option`. An edit that may select another `option` there, or that removes or adds a marker of a
/// `<template for>`, is [`ActsElsewhere`](InexactReason::ActsElsewhere); and content that is
/// appended to an element in which a marked range is open, as after `<?start name='a'>` without an
/// `<?end>`, is [`Misplaced`](InexactReason::Misplaced), because a template may replace it.
///
/// # Limits
///
/// [`Limits`](crate::Limits) bound how much of the input the rewriter holds. Edits may parse the
/// input up to 64 times on average, and are refused after that:
/// [`TooMuchWork`](super::RewriteError::TooMuchWork). Nothing bounds how much edits write: the
/// caller chooses the content that they insert, which counts toward no limit and is held until it
/// is written.
///
/// # The encoding
///
/// While a `meta` element can still change the encoding, as [`StreamParser`] says, an edit with
/// characters that are not ASCII is not written, and nothing after it, up to 64 KiB. After more
/// input than that, it is written in the encoding so far. Three changes of the encoding are errors
/// of [`write_to`], and nothing is written then: a change after that, a change that the stream
/// cannot make, and a change to an encoding that lacks a character of such an edit. Hints that make
/// the encoding certain, such as [`Hints::utf8`], avoid all of this.
///
/// [`write_to`]: StreamRewriter::write_to
#[derive(Debug)]
#[doc(alias = "HtmlRewriter")]
pub struct StreamRewriter {
    pub(super) options: ParseOptions,
    pub(super) stream: StreamParser,
    pub(super) output: RewriterOutput,
    /// The edits of the attributes of the last match.
    pub(super) tag_edits: TagEdits,
    /// The other edits of the last match, if it was lent at its start tag.
    pub(super) start_edits: StartEdits,
    /// The last match, until its edits are settled.
    pub(super) last: Option<Found>,
    /// The edits that wait for the ends of open elements, by the numbers of the elements.
    pub(super) pending: BTreeMap<usize, EndEdits>,
    /// Why insertions at the ends of elements are not exact.
    pub(super) inexact: Vec<InexactReason>,
    pub(super) is_strict: bool,
    pub(super) work: Work,
    /// The elements that edits of the last match have left open, if it has no end tag.
    pub(super) left_open: Option<(NodeIndex, Vec<String>, usize)>,
    /// The encoding for which the patches that are not written were made, if a `meta` element could
    /// change it then.
    pub(super) tentative: Option<&'static Encoding>,
    /// The `select` in which edits of the last match or leaf may have changed which `option` is
    /// selected.
    pub(super) edited_select: Option<NodeIndex>,
    pub(super) passes_rest: bool,
    /// The elements that patches at the last place have closed.
    pub(super) closed_here: ClosedHere,
    /// Whether the reason was added to `inexact` that a `frameset` depends on content, some of
    /// which is edited.
    pub(super) has_told_frameset: bool,
    /// Whether the reason was added to `inexact` that a `selectedcontent` mirrors one of `option`
    /// elements that are edited.
    pub(super) has_told_mirror: bool,
    /// Whether the reason was added to `inexact` that a `<template for>` or a marker is in another
    /// template, and may change what is beside edited content.
    pub(super) has_told_nested: bool,
}

impl StreamRewriter {
    /// Returns a rewriter, which lends the elements that match these selectors and writes the
    /// document with their edits. The hints are for bytes; they have no effect on text.
    ///
    /// [Errors](ParseOptions::errors), [positions](ParseOptions::positions) and
    /// [sources](ParseOptions::lossless) are not recorded.
    pub fn new(
        options: &ParseOptions,
        hints: &Hints,
        selectors: &RewriteSelectors,
    ) -> StreamRewriter {
        let options = options.clone().lossless(false).errors(false).positions(false);
        StreamRewriter {
            stream: StreamParser::to_rewrite(&options, selectors, hints),
            options,
            output: RewriterOutput::default(),
            tag_edits: TagEdits::default(),
            start_edits: StartEdits::default(),
            last: None,
            pending: BTreeMap::new(),
            inexact: Vec::new(),
            is_strict: false,
            work: Work::default(),
            left_open: None,
            tentative: None,
            edited_select: None,
            passes_rest: false,
            closed_here: ClosedHere::default(),
            has_told_frameset: false,
            has_told_mirror: false,
            has_told_nested: false,
        }
    }

    /// Sets whether the rest of the input is written as it is when a limit ends the parse:
    /// [`Limits::nodes`](crate::Limits::nodes) or
    /// [`Limits::input_bytes`](crate::Limits::input_bytes). By default that is an error of
    /// [`write_to`](Self::write_to). Choose it where a page without edits is better than none, as
    /// for links that get an attribute; not where the edits protect somebody.
    ///
    /// ```
    /// use consomme::stream::{RewriteSelectors, StreamRewriter};
    /// use consomme::{Hints, Limits, ParseOptions};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let options = ParseOptions::new().limits(Limits::default().input_bytes(Some(1 << 20)));
    /// let links = RewriteSelectors::new().start_tags(&["a"])?;
    /// let page = format!("<a>Menu</a><p title='{}'>", " ".repeat(2 << 20));
    /// let rewriter = || StreamRewriter::new(&options, &Hints::new(), &links);
    /// assert!(rewriter().read_from(page.as_bytes(), Vec::new(), |_| Ok(())).is_err());
    /// let mut output = Vec::new();
    /// let passing = rewriter().pass_rest_at_limit(true);
    /// let summary = passing.read_from(page.as_bytes(), &mut output, |_| Ok(()))?;
    /// assert!(summary.limits_hit.input_bytes && output == page.as_bytes());
    /// # Ok(())
    /// # }
    /// ```
    pub fn pass_rest_at_limit(mut self, passes: bool) -> Self {
        self.passes_rest = passes;
        self
    }

    /// Adds bytes to the input. Nothing is parsed before [`next_match`](Self::next_match) is
    /// called.
    ///
    /// The first piece decides whether the input is bytes or text; after text, bytes are decoded as
    /// UTF-8.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.settle();
        self.output.push(bytes);
        self.stream.feed(bytes);
    }

    /// Adds decoded text to the input. The output is its UTF-8.
    ///
    /// After bytes, a piece of text counts as more bytes: its UTF-8.
    pub fn feed_str(&mut self, text: &str) {
        self.settle();
        self.output.push(text.as_bytes());
        self.stream.feed_str(text);
    }

    /// Ends the input: after the pieces so far, the document ends.
    pub fn end(&mut self) {
        self.settle();
        self.stream.end();
    }

    /// Refuses edits that the source does not express exactly, with
    /// [`RewriteError::Inexact`](super::RewriteError::Inexact): the output is then read as the
    /// edited document, but for the cases that the documentation of this type lists.
    pub fn strict(mut self, strict: bool) -> StreamRewriter {
        self.is_strict = strict;
        self
    }

    /// Takes out the reasons why insertions at the ends of elements, which were asked for at their
    /// start tags, are not exact: the reasons since the last call, at most a thousand. If the
    /// rewriter is [strict](Self::strict), these insertions are not made.
    ///
    /// One [`ActsElsewhere`](InexactReason::ActsElsewhere) is about all edits together: a
    /// `frameset` has come before any `<body>` tag, and the content before it decides whether it
    /// takes the place of the `body`. Another one says that a `selectedcontent` has come after
    /// `option` elements of its `select` that edits have removed, inserted or renamed; and one that
    /// a `<template for>` has another one in it, or a marker, which may replace what is beside the
    /// content of the first one. The edits are made even if the rewriter is strict.
    pub fn take_inexact(&mut self) -> Vec<InexactReason> {
        std::mem::take(&mut self.inexact)
    }

    /// Writes the output as far as it is decided. To be called when [`next_match`] has returned
    /// `None`: input that is not parsed is not written.
    ///
    /// [`next_match`]: Self::next_match
    ///
    /// # Errors
    ///
    /// Any error of the writer. Output that it was given before is not written again. And a
    /// [`StreamError`] as the source of an error, if a limit or a late change of the encoding has
    /// ended the parse. Nothing is written then.
    pub fn write_to(&mut self, mut writer: impl Write) -> io::Result<()> {
        self.settle();
        self.settle_encoding();
        self.check()?;
        let encoding = self.stream.encoding();
        let state = (self.stream.is_utf_8(), self.stream.can_change_encoding());
        let end = self.stream.decided_bytes();
        self.output.write(end, encoding, state, &mut |bytes| writer.write_all(bytes))
    }

    /// Returns the failure that keeps the output from being written.
    fn check(&self) -> Result<(), StreamError> {
        match self.stream.failure() {
            None => Ok(()),
            Some(StreamFailure::Limit(_)) if self.passes_rest => Ok(()),
            Some(failure) => Err(StreamError { failure, summary: self.stream.summary() }),
        }
    }

    /// Decides whether patches can be written in the encoding in use.
    fn settle_encoding(&mut self) {
        let StreamRewriter { stream, output, .. } = self;
        if let Some(used) = self.tentative
            && let Some(declared) = stream.encoding().filter(|encoding| *encoding != used)
            && output.missing_in(declared).is_some()
        {
            stream.refuse_encoding(used, declared);
        }
        self.tentative = None;
        if stream.can_change_encoding() {
            self.tentative = stream.encoding();
            let end = stream.decided_bytes();
            if end.is_none_or(|end| output.holds_much_back(end)) {
                stream.commit_encoding();
            }
        }
    }

    /// Whether nothing more is parsed: the end of the document or a limit was reached.
    pub fn is_finished(&self) -> bool {
        self.stream.is_finished()
    }

    /// Returns the limits that were reached so far. After [`input_bytes`](LimitsHit::input_bytes)
    /// or [`nodes`](LimitsHit::nodes), no more matches are lent, and the rest of the input is
    /// [not written](Self::pass_rest_at_limit).
    pub fn limits_hit(&self) -> LimitsHit {
        self.stream.limits_hit()
    }

    /// Returns the results so far.
    pub fn summary(&self) -> StreamSummary {
        self.stream.summary()
    }

    /// Returns the encoding that bytes are decoded from, once it is decided; `None` for text.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.stream.encoding()
    }

    /// Makes the parser sweep as often as possible, for tests.
    #[doc(hidden)]
    pub fn sweep_often(&mut self) {
        self.stream.sweep_often();
    }

    /// Makes patches of the edits of the last match.
    pub(super) fn settle(&mut self) {
        let StreamRewriter { stream, output, tag_edits, start_edits, .. } = self;
        if let Some(found) = &self.last {
            if let Some(edits) = start_edits.settle(found, stream, tag_edits, output) {
                self.pending.insert(stream.await_end(found.element), edits);
            }
            self.last = None;
        }
        self.tag_edits.settle(&self.stream, &mut self.output);
        if self.tentative.is_none() && self.stream.can_change_encoding() {
            self.tentative = self.stream.encoding();
        }
        if let Some((element, names, implied)) = self.left_open.take() {
            self.stream.note_left_open(element, names, implied);
        }
        if let Some(select) = self.edited_select.take() {
            self.stream.note_edited_select(select);
        }
        let later = self.stream.later();
        if !self.has_told_mirror && later.is_some_and(|later| later.mirrors_edited()) {
            self.has_told_mirror = true;
            self.inexact.push(InexactReason::ActsElsewhere);
        }
        let later = self.stream.later();
        if !self.has_told_nested
            && later.is_some_and(|later| later.is_nested())
            && self.output.is_edited()
        {
            self.has_told_nested = true;
            self.inexact.push(InexactReason::ActsElsewhere);
        }
        if !self.has_told_frameset
            && self.stream.has_frameset_by_content()
            && self.output.is_edited()
        {
            self.has_told_frameset = true;
            self.inexact.push(InexactReason::ActsElsewhere);
        }
    }
}
