//! How large a value may become.

use std::fmt;

/// A value that is larger than the limit of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is larger than consomme.max_value_bytes")
    }
}

/// Counts the bytes of a value as it is made.
#[derive(Debug)]
pub(crate) struct Meter {
    left: usize,
}

/// What a text takes besides its bytes: an offset, and what is around it.
const BYTES_PER_TEXT: usize = 16;

impl Meter {
    /// Starts with so many bytes.
    pub(crate) fn new(max: usize) -> Meter {
        Meter { left: max }
    }

    /// Takes the bytes of a text.
    ///
    /// # Errors
    ///
    /// If so many are not left.
    pub(crate) fn take(&mut self, text: &str) -> Result<(), TooLarge> {
        self.left = self.left.checked_sub(text.len() + BYTES_PER_TEXT).ok_or(TooLarge)?;
        Ok(())
    }

    /// Returns how many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_texts_count_too() {
        let mut meter = Meter::new(2 * BYTES_PER_TEXT + 1);
        assert_eq!(meter.take("a"), Ok(()));
        assert_eq!(meter.take(""), Ok(()));
        assert_eq!(meter.take(""), Err(TooLarge));
    }
}
