//! The limit of a value.

use std::borrow::Cow;

use super::deadline::Deadline;

/// The reason why a value is null, for `html_error`.
pub(crate) type Reason = Cow<'static, str>;

/// The reason for a value that is larger than the limit of the session.
pub(crate) const TOO_LARGE: Reason =
    Cow::Borrowed("the value is larger than consomme.max_value_bytes");

/// Counts the bytes of a value as it is made, and looks at the time.
#[derive(Debug)]
pub(crate) struct Meter {
    left: usize,
    deadline: Deadline,
}

/// The memory of a text besides its bytes: an offset, and a share of the containers.
const BYTES_PER_TEXT: usize = 16;

impl Meter {
    /// Starts with `max` bytes left.
    pub(crate) fn new(max: usize, deadline: Deadline) -> Meter {
        Meter { left: max, deadline }
    }

    /// Takes the bytes of a text.
    ///
    /// # Errors
    ///
    /// If fewer bytes are left, or no time.
    pub(crate) fn take(&mut self, text: &str) -> Result<(), Reason> {
        self.deadline.check()?;
        self.left = self.left.checked_sub(text.len() + BYTES_PER_TEXT).ok_or(TOO_LARGE)?;
        Ok(())
    }

    /// Returns how many more empty texts have room.
    pub(crate) fn texts_left(&self) -> usize {
        self.left / BYTES_PER_TEXT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_texts_count_too() {
        let mut meter = Meter::new(2 * BYTES_PER_TEXT + 1, Deadline::default());
        assert_eq!(meter.take("a"), Ok(()));
        assert_eq!(meter.take(""), Ok(()));
        assert_eq!(meter.take(""), Err(TOO_LARGE));
    }
}
