//! The destinations of the serialized text: a `String`, or a writer in larger pieces.
//! [`Output`] is public for the same reason as [`Writer`](super::writer::Writer).

use std::convert::Infallible;

use crate::dom::{NodeId, NodeRef};

/// A destination of serialized text.
pub trait Output {
    /// The error of the underlying writer.
    type Error;

    /// Notes which node the text from here on is of. Only [`Check`](super::encode::Check) has a use
    /// for it.
    #[inline]
    fn start_node(&mut self, _node: NodeId) {}

    /// Appends a text.
    fn write(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Appends a part of a text or an attribute value, where character references are possible.
    #[inline]
    fn write_escapable(&mut self, text: &str) -> Result<(), Self::Error> {
        self.write(text)
    }

    /// Appends the first `length` bytes of `window`, whose own length is a constant of the caller.
    /// A `String` appends the whole window and truncates: copying a constant number of bytes is a
    /// few moves, copying `length` bytes is a call. References are possible in it.
    #[inline]
    fn write_start(&mut self, window: &str, length: usize) -> Result<(), Self::Error> {
        self.write_escapable(&window[..length])
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

/// Returns the capacity for the HTML of a node. A whole document takes about as many bytes as its
/// source. Nothing is known about a part of one: 0.
pub(super) fn capacity_for(node: NodeRef<'_>) -> usize {
    let document = node.document();
    if node == document.root() { document.source().len() / 16 * 17 } else { 0 }
}

/// The size in bytes of the buffer before a writer.
pub(super) const CAPACITY: usize = 8 * 1024;

/// Buffers short texts and passes them to a writer in pieces of up to [`CAPACITY`] bytes. Longer
/// texts are passed on as they are.
pub(super) struct Pieces<F> {
    buffer: String,
    write_piece: F,
}

impl<E, F: FnMut(&str) -> Result<(), E>> Pieces<F> {
    pub(super) fn new(write_piece: F) -> Self {
        Pieces { buffer: String::with_capacity(CAPACITY), write_piece }
    }

    /// Writes the rest of the buffer.
    pub(super) fn finish(mut self) -> Result<(), E> {
        self.empty_buffer()
    }

    fn empty_buffer(&mut self) -> Result<(), E> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let result = (self.write_piece)(&self.buffer);
        self.buffer.clear();
        result
    }

    /// Writes the full buffer, then buffers the text, or writes it too if it is as long as a
    /// buffer. `cold`: happens once in [`CAPACITY`] bytes of output.
    #[cold]
    fn write_over_capacity(&mut self, text: &str) -> Result<(), E> {
        self.empty_buffer()?;
        if text.len() >= CAPACITY {
            return (self.write_piece)(text);
        }
        self.buffer.push_str(text);
        Ok(())
    }
}

impl<E, F: FnMut(&str) -> Result<(), E>> Output for Pieces<F> {
    type Error = E;

    #[inline]
    fn write(&mut self, text: &str) -> Result<(), E> {
        if self.buffer.len() + text.len() > CAPACITY {
            return self.write_over_capacity(text);
        }
        self.buffer.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_at_most_a_buffer_or_one_long_text() {
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
    fn an_error_of_the_writer_is_returned() {
        let mut out = Pieces::new(|_: &str| Err("full"));
        assert_eq!(out.write("abc"), Ok(()));
        assert_eq!(out.write(&"x".repeat(CAPACITY)), Err("full"));
        assert_eq!(out.finish(), Ok(()));
    }
}
