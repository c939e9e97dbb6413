//! Options of a parse that has started.

use crate::tree_sink::{QuirksMode, TreeSink};

use super::Driver;

/// Options of a parse that has started.
impl<S: TreeSink> Driver<S> {
    /// Aborts the parse at the first parse error, which the standard allows: errors are recorded
    /// from now on, and the first one, in order of position, is the only one that is kept and that
    /// a sink is told. If one was recorded before, the next step aborts.
    ///
    /// Input after the tag, the text or the comment with the error is not parsed. An error that
    /// concerns the end of the input, such as an element that is not closed, aborts as well. So
    /// when the parse has ended, [`is_aborted`](Driver::is_aborted) tells whether there was an
    /// error.
    ///
    /// ```
    /// use consomme::driver::Driver;
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    /// driver.abort_at_first_error();
    /// driver.feed_str("<!DOCTYPE html><p class=soup class=hot>Broth");
    /// driver.end();
    /// driver.step();
    /// assert!(driver.is_aborted());
    /// assert_eq!(driver.errors()[0].code().as_str(), "duplicate-attribute");
    /// ```
    ///
    /// While the encoding of bytes is tentative, errors of the text count as it is decoded so far.
    ///
    /// <https://html.spec.whatwg.org/#parse-errors>
    pub fn abort_at_first_error(&mut self) {
        self.engine.pause_at_error(self.options.limits.errors.max(1));
        self.options.lossless = false;
    }

    /// Parses all input as the text of a `pre` element, as browsers show a `text/plain` document.
    /// Call it before anything is parsed: later, and for a fragment, it has no effect.
    ///
    /// <https://html.spec.whatwg.org/#read-text>
    pub fn start_plain_text(&mut self) {
        let has_started = self.engine.input.position() > 0 || self.open_elements().next().is_some();
        if !has_started && !self.is_finished() {
            self.engine.start_plain_text();
            self.options.lossless = false;
        }
    }

    /// Sets the mode of the document and keeps it, whatever doctype the input has: the standard's
    /// "parser cannot change the mode" flag. Call it before the first step.
    ///
    /// <https://dom.spec.whatwg.org/#parser-cannot-change-the-mode>
    pub fn fix_quirks_mode(&mut self, mode: QuirksMode) {
        self.engine.builder.fix_quirks_mode(mode);
        self.options.lossless = false;
    }
}
