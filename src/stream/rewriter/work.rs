//! A bound on how much of the input edits parse. Nothing bounds how much edits write: the caller
//! chooses the content that they insert.

use super::error::RewriteError;

/// How many times edits may parse a byte of the input, on average.
const TIMES: u64 = 64;

/// How many bytes edits may parse in addition.
const FREE: u64 = 1 << 20;

/// The bytes that edits have parsed.
#[derive(Debug, Default)]
pub(super) struct Work {
    spent: u64,
}

impl Work {
    /// Notes that an edit parses this many bytes. `passed` is how much of the input has come.
    ///
    /// # Errors
    ///
    /// [`TooMuchWork`](RewriteError::TooMuchWork) if the edits would have parsed too many bytes.
    /// Without this bound, edits of nested elements would take quadratic time: each edit parses the
    /// source of its element, and a limit on depth does not bound how many elements are open.
    pub(super) fn spend(&mut self, bytes: usize, passed: u64) -> Result<(), RewriteError> {
        let spent = self.spent + bytes as u64;
        if spent > TIMES * passed + FREE {
            return Err(RewriteError::TooMuchWork);
        }
        self.spent = spent;
        Ok(())
    }
}
