//! Options of a parse that has started.

use crate::tree_sink::{QuirksMode, TreeSink};

use super::Driver;

/// Options of a parse that has started.
impl<S: TreeSink> Driver<S> {
    /// Aborts the parse at the first parse error, which the standard allows. Errors are recorded
    /// from now on; if one was recorded before, the next step aborts. Input after the tag or the
    /// piece of text with the error is not parsed.
    ///
    /// <https://html.spec.whatwg.org/#parse-errors>
    pub fn abort_at_first_error(&mut self) {
        self.engine.input.context.errors.enable(self.options.limits.errors.max(1));
        self.engine.builder.start_to_tell_errors();
        self.options.lossless = false;
        self.aborts_at_error = true;
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
