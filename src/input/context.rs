//! The data that the tokenizer and the tree builder share while a document is parsed.

use std::ops::Range;

use crate::parse_error::{ErrorLog, ParseErrorCode};
use crate::settings::{Limits, LimitsHit};
use crate::text::Strings;

/// The strings, errors and limits of a parse.
///
/// This is the part of the [`InputStream`](super::InputStream) that the tree builder is given.
#[derive(Debug)]
pub(crate) struct ParseContext {
    /// The texts and names of the document.
    pub(crate) strings: Strings,
    /// The parse errors so far.
    pub(crate) errors: ErrorLog,
    /// The limits reached so far.
    pub(crate) limits_hit: LimitsHit,
    /// The byte range in the source of the last token.
    pub(crate) token: Range<usize>,
}

impl ParseContext {
    #[inline]
    pub(crate) fn new(limits: &Limits, errors: bool) -> Self {
        ParseContext {
            strings: Strings::default(),
            errors: ErrorLog::new(errors, limits.errors),
            limits_hit: LimitsHit::default(),
            token: 0..0,
        }
    }

    /// Returns the limits reached so far, the one on the length of texts among them.
    pub(crate) fn limits_hit(&self) -> LimitsHit {
        let input_bytes = self.limits_hit.input_bytes || self.strings.is_cut();
        LimitsHit { input_bytes, ..self.limits_hit }
    }

    /// Reports an error from byte `start` to byte `end` of the source.
    #[inline]
    pub(crate) fn error(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        if self.errors.is_enabled() {
            self.errors.report(code, start, end);
        }
    }
}
