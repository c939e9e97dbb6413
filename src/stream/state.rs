//! The state of a stream, and its result.

use encoding_rs::Encoding;

use crate::dom::Document;
use crate::parse::RefusedEncoding;
use crate::settings::LimitsHit;
use crate::text::Strings;

use super::error::{StreamError, StreamFailure, StreamSummary};
use super::parser::StreamParser;

/// State, and the result.
impl StreamParser {
    /// Whether nothing more is parsed: the end of the document or a limit was reached. The last
    /// matches may not be lent yet.
    pub fn is_finished(&self) -> bool {
        self.parse.is_finished()
    }

    /// Returns the limits that were reached so far.
    pub fn limits_hit(&self) -> LimitsHit {
        let steps = self.parse.observer().is_cut();
        LimitsHit { steps, ..self.parse.limits_hit() }
    }

    /// Returns why the stream has ended before its input; `None` if it has not, or not yet. To be
    /// asked when [`next_match`](Self::next_match) returns `None` after the [end](Self::end).
    ///
    /// ```
    /// use consomme::stream::{StreamFailure, StreamParser, StreamSelectors};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let titles = StreamSelectors::new(&["title"])?;
    /// let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &titles);
    /// stream.feed("<!-- 味噌汁 -->".repeat(100).as_bytes());
    /// stream.feed("<meta charset=utf-8><title>味噌汁</title>".as_bytes());
    /// stream.end();
    /// assert!(stream.next_match().is_none());
    /// assert!(matches!(stream.failure(), Some(StreamFailure::LateEncoding { .. })));
    /// # Ok(())
    /// # }
    /// ```
    pub fn failure(&self) -> Option<StreamFailure> {
        if let Some(RefusedEncoding { used, declared }) = self.parse.refused_encoding() {
            return Some(StreamFailure::LateEncoding { used, declared });
        }
        let hit = self.limits_hit();
        (hit.nodes || hit.input_bytes || hit.steps).then_some(StreamFailure::Limit(hit))
    }

    /// Returns the results so far.
    pub fn summary(&self) -> StreamSummary {
        StreamSummary {
            bytes: self.fed,
            matches: self.lent_count,
            limits_hit: self.limits_hit(),
            encoding: self.encoding(),
        }
    }

    /// Returns the results so far.
    ///
    /// # Errors
    ///
    /// If the stream has [failed](Self::failure).
    pub fn checked_summary(&self) -> Result<StreamSummary, StreamError> {
        let summary = self.summary();
        match self.failure() {
            Some(failure) => Err(StreamError { failure, summary }),
            None => Ok(summary),
        }
    }

    /// Returns the encoding that bytes are decoded from, once it is decided; `None` for text.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.parse.encoding()
    }

    /// Returns how much of the input is parsed, in bytes of its text in UTF-8.
    pub fn parsed_bytes(&self) -> u64 {
        self.places.offset(self.strings(), self.parse.position())
    }

    /// Returns the strings, whether they are lent or not.
    pub(super) fn strings(&self) -> &Strings {
        self.lent.strings(&self.parse)
    }

    /// Returns the document as far as it is parsed. Freed nodes are missing in it, and freed text
    /// in its [source](Document::source).
    pub fn document(&mut self) -> &Document {
        self.lent.lend(&mut self.parse);
        self.lent.document()
    }

    /// Ends the parse, whatever input is left, and returns the document as far as it is parsed. All
    /// elements that are open are closed.
    ///
    /// ```
    /// use consomme::stream::{StreamParser, StreamSelectors};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let head = StreamSelectors::try_from("head")?;
    /// let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &head);
    /// stream.feed_str("<title>Menu</title><link rel=canonical href=/menu><p>Broth");
    /// assert_eq!(stream.next_match().unwrap().children().count(), 2);
    /// let document = stream.finish();
    /// assert_eq!(document.select_first("link")?.unwrap().attr("href"), Some("/menu"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn finish(mut self) -> Document {
        self.lent.reclaim(&mut self.parse);
        self.parse.finish()
    }
}
