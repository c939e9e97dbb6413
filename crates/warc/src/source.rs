//! Files and streams that tell where they are.

use std::io::{self, BufRead, Cursor, Read};

/// A file that tells where it is, and goes back a little after damaged data.
pub trait Source: BufRead {
    /// Returns how many bytes have been consumed.
    fn position(&self) -> u64;

    /// Goes back to a position that has been consumed, or as near to it as the bytes are still in
    /// memory. Whole members after a damaged one may be skipped if it goes back by less.
    fn go_back(&mut self, position: u64);
}

impl<T: AsRef<[u8]>> Source for Cursor<T> {
    fn position(&self) -> u64 {
        Cursor::position(self)
    }

    fn go_back(&mut self, position: u64) {
        self.set_position(position);
    }
}

/// How many bytes an [`Input`] reads at a time.
const BUFFER_BYTES: usize = 1 << 18;

/// Any reader as a source. It reads 256 KiB at a time, so the reader needs no buffer of its own, and
/// goes back in these.
#[derive(Debug)]
pub struct Input<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// Where the buffer is in the stream.
    start: u64,
    /// How many bytes of the buffer are filled.
    filled: usize,
    /// How many of them have been consumed.
    consumed: usize,
}

impl<R: Read> Input<R> {
    /// Reads from where a reader is, which counts as position 0.
    pub fn new(reader: R) -> Input<R> {
        let buffer = vec![0; BUFFER_BYTES].into_boxed_slice();
        Input { reader, buffer, start: 0, filled: 0, consumed: 0 }
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.filled {
            let count = self.reader.read(&mut self.buffer)?;
            // At the end, the last bytes stay, so that it can go back to them.
            if count > 0 {
                self.start += self.filled as u64;
                (self.filled, self.consumed) = (count, 0);
            }
        }
        Ok(&self.buffer[self.consumed..self.filled])
    }

    fn consume(&mut self, count: usize) {
        self.consumed = self.filled.min(self.consumed + count);
    }
}

impl<R: Read> Source for Input<R> {
    fn position(&self) -> u64 {
        self.start + self.consumed as u64
    }

    fn go_back(&mut self, position: u64) {
        let consumed = usize::try_from(position.saturating_sub(self.start));
        self.consumed = self.consumed.min(consumed.unwrap_or(usize::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_goes_back_in_its_buffer() {
        let mut input = Input::new(&b"soups"[..]);
        let mut text = String::new();
        input.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), input.position()), ("soups", 5));
        input.go_back(2);
        input.read_to_string(&mut text).unwrap();
        assert_eq!(text, "soupsups");
    }

    #[test]
    fn an_input_goes_back_no_further_than_its_buffer() {
        let mut input = Input::new(io::repeat(b'a'));
        for _ in 0..3 {
            let count = input.fill_buf().unwrap().len();
            input.consume(count);
        }
        input.go_back(1);
        assert_eq!(input.position(), 2 * BUFFER_BYTES as u64);
    }
}
