//! What the stages share while a document is parsed.

use std::ops::Range;

use crate::parse_error::{ErrorLog, ParseErrorCode};
use crate::settings::{Limits, LimitsHit};
use crate::text::Strings;

/// The text, errors and limits of a parse, which the tokenizer and the tree builder both use.
///
/// The tree builder has no other access to the input: it sees tokens and text, never the cursor.
#[derive(Debug)]
pub(crate) struct ParseContext {
    /// The text of the document, and the names in it.
    pub(crate) strings: Strings,
    /// The parse errors so far.
    pub(crate) errors: ErrorLog,
    /// The limits reached so far.
    pub(crate) limits_hit: LimitsHit,
    /// The bytes of the source that the last token takes up.
    pub(crate) token: Range<usize>,
}

impl ParseContext {
    #[inline(always)]
    pub(crate) fn new(limits: &Limits, errors: bool) -> Self {
        ParseContext {
            strings: Strings::default(),
            errors: ErrorLog::new(errors, limits.errors),
            limits_hit: LimitsHit::default(),
            token: 0..0,
        }
    }

    /// Reports an error from byte `start` to byte `end` of the source.
    #[inline]
    pub(crate) fn error(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        if self.errors.is_enabled() {
            self.errors.report(code, start, end);
        }
    }
}
