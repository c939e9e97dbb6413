//! The answers to a `meta` element that changes the encoding.

use encoding_rs::Encoding;

use crate::parse::encoding_change::EncodingChange;
use crate::tree_sink::TreeSink;

use super::Driver;

/// The encoding, and answers to a declaration of another one.
impl<S: TreeSink> Driver<S> {
    /// Returns the encoding that the input is decoded from; `None` for text and while it is not
    /// decided.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        match self.change {
            Some((_, declared)) => Some(declared.used),
            None => self.network.encoding(),
        }
    }

    /// Returns whether a `meta` element can still change the encoding, or the encoding is not
    /// decided yet. If not, the text of the tree stays as it is decoded.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme::driver::{Driver, Step};
    ///
    /// let mut driver = Driver::new(&Default::default(), &Hints::new());
    /// assert!(driver.can_change_encoding());
    /// driver.feed(b"<!DOCTYPE html><meta charset=utf-8><title>Soups</title>");
    /// driver.start_now();
    /// assert_eq!(driver.step(), Step::NeedsInput);
    /// assert!(!driver.can_change_encoding(), "the first declaration counts");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    pub fn can_change_encoding(&self) -> bool {
        self.network.can_change_encoding()
    }

    /// Answers [`Step::EncodingDeclared`](crate::driver::Step::EncodingDeclared): decodes the bytes
    /// that are not parsed from the declared encoding. Returns whether that is possible. If it is
    /// not, nothing changes: the document has to be parsed again, see [`restart`](Driver::restart).
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>, step 5
    pub fn switch_encoding(&mut self) -> bool {
        match self.change {
            Some((change @ EncodingChange::SwitchAt(_), _)) => {
                self.change = None;
                if self.scripts.texts.is_empty() {
                    // The unread text is that of the network. It is decoded again.
                    self.engine.input.drop_unread();
                    self.engine.input.set_last(false);
                    self.is_piece_unread = false;
                }
                self.network.confirm(change);
                true
            }
            Some((EncodingChange::Keep | EncodingChange::Restart, _)) | None => false,
        }
    }

    /// Answers [`Step::EncodingDeclared`](crate::driver::Step::EncodingDeclared): parses the
    /// document again from its first byte, decoded from the declared encoding, into another sink.
    /// Returns the old one, which has the tree so far.
    ///
    /// Running scripts end, and the text that they have written is dropped. Options of the parse
    /// that were set after its start, such as [`fix_quirks_mode`](Driver::fix_quirks_mode), have to
    /// be set again. If there is nothing to answer, the new sink is returned and nothing changes.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>, step 6
    pub fn restart(&mut self, sink: S) -> S {
        if self.change.is_none() {
            return sink;
        }
        let mut engine = self.options.engine(sink);
        engine.start_document(&self.options);
        engine.builder.pause_at_scripts(self.pauses_at_scripts);
        if self.engine.pauses_at_error {
            engine.pause_at_error(self.options.limits.errors.max(1));
        }
        let old = std::mem::replace(&mut self.engine, engine);
        self.scripts.clear();
        self.change = None;
        self.is_piece_unread = false;
        self.is_tree_lent = false;
        self.network.confirm(EncodingChange::Restart);
        old.builder.sink
    }

    /// Answers [`Step::EncodingDeclared`](crate::driver::Step::EncodingDeclared): keeps the
    /// encoding in use. Later `meta` elements do not change it.
    pub fn ignore_encoding(&mut self) {
        if self.change.take().is_some() {
            self.network.ignore_change();
        }
    }
}
