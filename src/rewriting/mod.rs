//! Edits of a document that passes: a stream whose matches are edited, and whose output is the
//! input with only the patched ranges replaced, in memory that does not grow with it.
//!
//! - `mod.rs`: the rewriter
//! - `selectors.rs`: which elements are lent, and when
//! - `rewrite_match.rs`: a match, which can be edited
//! - `start_tag.rs`: edits of attributes, which are patches in a start tag
//! - `structure.rs`: other edits, for which the source of a match is parsed by itself
//! - `composed.rs`: patches of a patched text
//! - `output.rs`: the input that is not written, and the patches for it
//! - `error.rs`: why an edit was refused
//! - `from_reader.rs`: from a reader to a writer, with a closure

mod composed;
mod error;
mod from_reader;
mod output;
mod rewrite_match;
mod selectors;
mod start_tag;
mod structure;

use std::io::{self, Write};

use encoding_rs::Encoding;

use crate::dom::NodeIndex;
use crate::encoding::Hints;
use crate::parse::{ParseOptions, StreamParser};
use crate::settings::LimitsHit;

pub use error::RewriteError;
pub use from_reader::rewrite;
pub use rewrite_match::RewriteMatch;
pub use selectors::RewriteSelectors;

use output::Output;
use start_tag::TagEdits;

/// Edits a document while it passes: lends the elements that match selectors, and writes the input
/// with what their edits replace.
///
/// ```
/// use consomme::stream::RewriteSelectors;
/// use consomme::{Hints, ParseOptions};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let selectors = RewriteSelectors::new().start_tags(&["a[href]"])?.elements(&["p.ad"])?;
/// let mut rewriter = ParseOptions::new().rewriter(&selectors, &Hints::new());
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
/// [`RewriteSelectors`] has two sets. Elements that match the first are lent at their start tags:
/// then attributes can be changed, and nothing of the document is kept. Elements that match the
/// second are lent when they are complete, as by a [`StreamParser`], and can be edited in any way;
/// what is in them is kept until then. An element that matches both is lent twice.
///
/// Whether an element may match is decided at its start tag, by what its ancestors are then. The
/// elements that the parser adds, because they are implied or as copies of others, have no tags in
/// the source and are not lent.
///
/// What a match reads, its attributes and its content, is the input. Edits of the elements in a
/// match are not seen in it, but edits of the match are made on top of them.
///
/// # What is written
///
/// The input byte for byte, in its encoding, with the patches that
/// [`source_edits`](crate::source_edits) describes: the same rules make them. [`write_to`]
/// writes what is decided: all that is parsed, up to the first element that may match. If a limit
/// ends the parse, what follows is written as it is.
///
/// The rules look at the edited element, and at what its start tag has closed, and not at what
/// comes before and after it. So an edit next to which text or open formatting would be read in
/// another way, such as `&am` before a removed element and `p;` after it, is not noticed, nor is
/// one that removes the tag that the `head` or `body` is implied by, nor several that remove all
/// cells of a row that is implied; parse the output where that matters. An edit of what the
/// document says of its encoding does not change the encoding of the output.
///
/// [`write_to`]: StreamRewriter::write_to
#[derive(Debug)]
pub struct StreamRewriter {
    options: ParseOptions,
    stream: StreamParser,
    output: Output,
    /// The edits of the attributes of the last match.
    tag_edits: TagEdits,
    /// What the edits of the last match have left open, if it has no end tag.
    left_open: Option<(NodeIndex, Vec<String>)>,
}

impl ParseOptions {
    /// Returns a rewriter, which lends the elements that match these selectors and writes the
    /// document with their edits.
    ///
    /// [Errors](Self::errors), [positions](Self::positions) and [sources](Self::lossless) are not
    /// recorded.
    pub fn rewriter(&self, selectors: &RewriteSelectors, hints: &Hints) -> StreamRewriter {
        let options = self.clone().lossless(false).errors(false).positions(false);
        StreamRewriter {
            stream: options.stream_to_rewrite(&selectors.start_tags, &selectors.elements, hints),
            options,
            output: Output::default(),
            tag_edits: TagEdits::default(),
            left_open: None,
        }
    }
}

impl StreamRewriter {
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
    /// After bytes, a piece of text counts as more bytes, those of its UTF-8.
    pub fn feed_str(&mut self, text: &str) {
        self.settle();
        self.output.push(text.as_bytes());
        self.stream.feed_str(text);
    }

    /// Ends the input: after what was fed, the document ends.
    pub fn end(&mut self) {
        self.settle();
        self.stream.end();
    }

    /// Parses the input up to the token that opens or completes the next match, and lends it.
    /// `None` if all input so far is parsed: [write](Self::write_to) what is decided, and feed
    /// more, or [end](Self::end) it.
    pub fn next_match(&mut self) -> Option<RewriteMatch<'_>> {
        self.settle();
        let found = self.stream.next_found()?;
        RewriteMatch::new(self, found)
    }

    /// Writes the output as far as it is decided. To be called when [`next_match`] has returned
    /// `None`: what is not parsed yet is not written.
    ///
    /// [`next_match`]: Self::next_match
    ///
    /// # Errors
    ///
    /// Those of the writer. What it was given before is not written again.
    pub fn write_to(&mut self, mut writer: impl Write) -> io::Result<()> {
        self.settle();
        let encoding = self.stream.encoding();
        let (end, is_plain) = (self.stream.decided_bytes(), self.stream.is_utf_8());
        self.output.write(end, encoding, is_plain, &mut |bytes| writer.write_all(bytes))
    }

    /// Whether nothing more is parsed: the end of the document or a limit was reached.
    pub fn is_finished(&self) -> bool {
        self.stream.is_finished()
    }

    /// Returns the limits that were reached so far. After [`input_bytes`](LimitsHit::input_bytes)
    /// or [`nodes`](LimitsHit::nodes), nothing is lent any more, and the rest of the input is
    /// written as it is.
    pub fn limits_hit(&self) -> LimitsHit {
        self.stream.limits_hit()
    }

    /// Returns the encoding that bytes are decoded from, once it is decided; `None` for text.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.stream.encoding()
    }

    /// Makes it free what nobody wants as often as possible, for tests.
    #[doc(hidden)]
    pub fn sweep_often(&mut self) {
        self.stream.sweep_often();
    }

    /// Makes patches of the edits of attributes.
    fn settle(&mut self) {
        self.tag_edits.settle(&self.stream, &mut self.output);
        if let Some((element, names)) = self.left_open.take() {
            self.stream.note_left_open(element, names);
        }
    }
}
