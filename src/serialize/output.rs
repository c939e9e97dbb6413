//! Where serialized text goes.

use std::convert::Infallible;

/// Takes text piece by piece.
pub(super) trait Output {
    /// What can go wrong.
    type Error;

    /// Appends a text.
    fn write(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Appends the first `length` bytes of a text of a length that is known beforehand: it costs
    /// less to write all and take the rest back than to write as much as that.
    #[inline]
    fn write_start(&mut self, window: &str, length: usize) -> Result<(), Self::Error> {
        self.write(&window[..length])
    }
}

impl Output for String {
    type Error = Infallible;

    #[inline]
    fn write(&mut self, text: &str) -> Result<(), Infallible> {
        self.push_str(text);
        Ok(())
    }

    #[inline]
    fn write_start(&mut self, window: &str, length: usize) -> Result<(), Infallible> {
        let end = self.len() + length;
        self.push_str(window);
        self.truncate(end);
        Ok(())
    }
}

/// How many bytes are gathered before they are handed on.
pub(super) const CAPACITY: usize = 8 * 1024;

/// Gathers small texts and hands them on in larger pieces.
pub(super) struct Pieces<F> {
    gathered: String,
    hand_on: F,
}

impl<E, F: FnMut(&str) -> Result<(), E>> Pieces<F> {
    pub(super) fn new(hand_on: F) -> Self {
        Pieces { gathered: String::with_capacity(CAPACITY), hand_on }
    }

    /// Hands on what is left.
    pub(super) fn finish(mut self) -> Result<(), E> {
        self.hand_on_gathered()
    }

    fn hand_on_gathered(&mut self) -> Result<(), E> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let result = (self.hand_on)(&self.gathered);
        self.gathered.clear();
        result
    }

    #[cold]
    fn write_over_capacity(&mut self, text: &str) -> Result<(), E> {
        self.hand_on_gathered()?;
        if text.len() >= CAPACITY {
            return (self.hand_on)(text);
        }
        self.gathered.push_str(text);
        Ok(())
    }
}

impl<E, F: FnMut(&str) -> Result<(), E>> Output for Pieces<F> {
    type Error = E;

    #[inline]
    fn write(&mut self, text: &str) -> Result<(), E> {
        if self.gathered.len() + text.len() > CAPACITY {
            return self.write_over_capacity(text);
        }
        self.gathered.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_bounded_and_complete() {
        let mut pieces: Vec<String> = Vec::new();
        let mut out = Pieces::new(|piece: &str| {
            pieces.push(piece.to_owned());
            Ok::<(), Infallible>(())
        });
        let long = "x".repeat(3 * CAPACITY);
        for _ in 0..CAPACITY {
            let Ok(()) = out.write("abc");
        }
        let Ok(()) = out.write(&long);
        let Ok(()) = out.write("end");
        let Ok(()) = out.finish();
        assert_eq!(pieces.concat(), "abc".repeat(CAPACITY) + &long + "end");
        assert!(pieces.iter().all(|piece| piece.len() <= CAPACITY || *piece == long));
        assert!(pieces.len() < 8);
    }

    #[test]
    fn an_error_is_passed_on() {
        let mut out = Pieces::new(|_: &str| Err("full"));
        assert_eq!(out.write("abc"), Ok(()));
        assert_eq!(out.write(&"x".repeat(CAPACITY)), Err("full"));
        assert_eq!(out.finish(), Ok(()));
    }
}
