//! Text that is parsed without waiting in between.

use crate::parse::pump::{PIECE, piece_length};
use crate::tree_sink::TreeSink;

use super::{Driver, Step};

/// Text that is parsed without waiting in between.
impl<S: TreeSink> Driver<S> {
    /// Sets whether the parse pauses at scripts. By default it does if
    /// [scripting](crate::ParseOptions::scripting) counts as enabled. Once something is parsed, a
    /// parse that does not pause stays so.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.pause_at_scripts(false);
    /// assert_eq!(driver.parse_str("<noscript><p></noscript><script></script>"), Step::NeedsInput);
    /// let document = driver.finish_document();
    /// assert_eq!(document.head().unwrap().inner_html(), "<noscript><p></noscript><script></script>");
    /// ```
    pub fn pause_at_scripts(&mut self, pauses: bool) {
        // A parse that does not pause keeps no text that a script could push back.
        if !pauses || self.engine.input.position() == 0 {
            self.pauses_at_scripts = pauses;
            self.engine.builder.pause_at_scripts(pauses);
        }
    }

    /// Adds text to the input and parses it: [`feed_str`](Driver::feed_str) and
    /// [`step`](Driver::step) in one.
    ///
    /// If the parse does not pause at scripts, the text is copied once, not twice.
    pub fn parse_str(&mut self, text: &str) -> Step<S::Handle> {
        let rest = self.parse_directly(text);
        self.feed_str(rest);
        self.step()
    }

    /// Whether text can be given to the input stream at once.
    fn can_parse_directly(&self) -> bool {
        let waits = self.change.is_some() || self.scripts.has_script_or_text();
        !self.pauses_at_scripts
            && !waits
            && !self.is_finished()
            && self.network.can_take_text_directly()
    }

    /// Parses text until there is another reason to return control than its end. Returns the text
    /// that is left: all of it if it has to be queued.
    pub(super) fn parse_directly<'t>(&mut self, text: &'t str) -> &'t str {
        if !self.can_parse_directly() {
            return text;
        }
        let is_fragment = self.engine.builder.is_fragment();
        let input = &mut self.engine.input;
        let mut rest = self.network.start_text(text, input, is_fragment);
        input.reserve(rest.len());
        let strings = &mut input.context.strings;
        self.engine.tokenizer.put_text_back_into_tail(strings);
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(piece_length(rest, PIECE));
            self.engine.input.push(piece);
            rest = after;
            if self.run_without_flush() != Step::NeedsInput {
                break;
            }
        }
        rest
    }

    /// Ends the input if a limit makes the rest of it ignored. Returns whether it did.
    #[cfg(feature = "stream")]
    pub(super) fn end_at_limit(&mut self) -> bool {
        let closes =
            self.ignores_further_input() && !self.is_finished() && !self.network.has_ended();
        if closes {
            self.end();
        }
        closes
    }

    /// Whether all input so far is UTF-8 without a malformed sequence, as far as it is decoded.
    #[cfg(feature = "stream")]
    pub(super) fn is_utf_8(&self) -> bool {
        self.network.is_utf_8()
    }

    /// Gives a short piece of bytes to the input stream, if all input so far is parsed but for the
    /// start of a token. Returns whether that is so; otherwise the bytes have to be queued. Nothing
    /// is parsed: this saves a stream a copy. Bytes before them that are parsed are freed.
    #[cfg(feature = "stream")]
    pub(super) fn push_directly(&mut self, bytes: &[u8]) -> bool {
        self.network.free_parsed(&self.engine.input);
        let input = &self.engine.input;
        let can_push = bytes.len() <= MAX_DIRECT
            && input.unread().len() <= MAX_UNREAD
            && self.network.text.is_empty()
            && self.change.is_none()
            && !self.engine.ignores_further_input();
        if can_push {
            self.network.sniff_first(bytes, self.engine.builder.is_fragment());
        }
        let is_pushed = can_push && self.network.push_bytes_directly(bytes, &mut self.engine.input);
        if is_pushed {
            self.is_piece_unread = true;
            self.engine.pause_if_it_holds_too_much();
        }
        is_pushed
    }
}

/// How many bytes a stream gives to the input stream at once, at most, and how many before them may
/// be unread. A stream reserves enough for the text of both.
#[cfg(feature = "stream")]
const MAX_DIRECT: usize = 64 * 1024;
#[cfg(feature = "stream")]
const MAX_UNREAD: usize = 16 * 1024;
