//! Input is fed and ended.

use crate::tree_sink::TreeSink;

use super::Driver;

/// Input.
impl<S: TreeSink> Driver<S> {
    /// Adds bytes to the input, after all input so far.
    ///
    /// Parsing starts when the encoding is decided: after
    /// [`Hints::awaited_bytes`](crate::Hints::awaited_bytes), which are 1024 by default, when the
    /// input [ends](Driver::end), or when [`start_now`](Driver::start_now) is called. While the
    /// encoding is tentative, all bytes are kept, because a `meta` element can make parsing start
    /// again.
    ///
    /// The first piece decides whether the input is bytes or text. After text, bytes are
    /// decoded as UTF-8. Input after `end` is ignored.
    ///
    /// [`Hints::awaited_bytes`]: crate::Hints::awaited_bytes
    pub fn feed(&mut self, bytes: &[u8]) {
        self.network.feed(bytes);
        self.skip_ignored_input();
    }

    /// Adds decoded text to the input, after all input so far. A byte order mark at the start of a
    /// document is dropped.
    ///
    /// After bytes, a piece of text counts as more bytes, in UTF-8. Input after
    /// [`end`](Driver::end) is ignored.
    pub fn feed_str(&mut self, text: &str) {
        let is_fragment = self.engine.builder.is_fragment();
        self.network.feed_str(text, &mut self.engine.input, is_fragment);
        self.skip_ignored_input();
    }

    /// Drops unread input, if nothing of it will be parsed.
    pub(super) fn skip_ignored_input(&mut self) {
        let is_parsed = self.engine.input.unread().is_empty() && self.change.is_none();
        if self.is_finished() || is_parsed && self.ignores_further_input() {
            self.network.skip_rest();
        }
    }

    /// Decides the encoding with the bytes that there are. Call it when the user has waited long
    /// enough for the first 1024 bytes; the standard suggests 500 ms. Without any bytes it has no
    /// effect.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    pub fn start_now(&mut self) {
        self.network.start_now();
    }

    /// Ends the input: after the input so far, the document ends.
    pub fn end(&mut self) {
        self.network.end();
        // The last bytes may be the start of a character, which is malformed at the end of the
        // input. That counts although nothing more is parsed.
        self.skip_ignored_input();
    }
}
