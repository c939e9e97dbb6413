//! The parts of records that are read.

use std::io::{self, Cursor};
use std::ops::ControlFlow;

use crate::reader::read_records;
use crate::record::{Kind, Record};
use crate::source::Source;

/// The records of a file that are read, and their parts.
///
/// ```
/// use consomme_warc::{Kind, ReadOptions};
///
/// let texts = ReadOptions::new().kinds(&[Kind::Conversion]).max_body_bytes(1 << 20);
/// # let _ = texts;
/// ```
#[derive(Clone, Debug)]
pub struct ReadOptions {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) bodies: bool,
    pub(crate) max_body_bytes: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions::new()
    }
}

impl ReadOptions {
    /// Returns options to read responses and resources, with bodies of at most 256 MiB.
    pub fn new() -> ReadOptions {
        let kinds = vec![Kind::Response, Kind::Resource];
        ReadOptions { kinds, bodies: true, max_body_bytes: 1 << 28 }
    }

    /// Sets which records are read.
    #[must_use]
    pub fn kinds(mut self, kinds: &[Kind]) -> ReadOptions {
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets whether bodies are read, which is so by default.
    #[must_use]
    pub fn bodies(mut self, bodies: bool) -> ReadOptions {
        self.bodies = bodies;
        self
    }

    /// Sets how many bytes a body can have after decompression. A record with a larger one has an
    /// error.
    #[must_use]
    pub fn max_body_bytes(mut self, max: usize) -> ReadOptions {
        self.max_body_bytes = max;
        self
    }

    /// Calls a function with each record of a file, compressed or not, until it breaks.
    ///
    /// A damaged part of the file becomes one record that has only an error. Reading goes on with
    /// the next gzip member; in a file that is not compressed it ends there.
    ///
    /// # Errors
    ///
    /// The errors of the source that are not about the data, and the errors of the function.
    pub fn read<S: Source>(
        &self,
        source: &mut S,
        each: &mut impl FnMut(Record) -> io::Result<ControlFlow<()>>,
    ) -> io::Result<()> {
        read_records(source, self, each)
    }

    /// Reads the first record of some bytes of a file, such as those at the offset and of the
    /// length that an index has. `offset` is theirs in the file. Without a record, the result has
    /// only an error.
    ///
    /// ```
    /// use consomme_warc::ReadOptions;
    ///
    /// let bytes = b"WARC/1.1\r\nWARC-Type: resource\r\nContent-Length: 4\r\n\r\nleek";
    /// let record = ReadOptions::new().read_one(bytes, 700);
    /// assert_eq!(record.body.as_deref(), Some(&b"leek"[..]));
    /// assert_eq!(record.offset, 700);
    /// ```
    pub fn read_one(&self, bytes: &[u8], offset: u64) -> Record {
        let mut first: Option<Record> = None;
        let read = read_records(&mut Cursor::new(bytes), self, &mut |record| match &mut first {
            None => {
                first = Some(record);
                Ok(ControlFlow::Continue(()))
            }
            // The end of its gzip member shows that the data are damaged.
            Some(first) if record.kind.is_none() && record.offset == first.offset => {
                (first.body, first.error) = (None, record.error);
                Ok(ControlFlow::Break(()))
            }
            Some(_) => Ok(ControlFlow::Break(())),
        });
        let mut record = match (first, read) {
            (Some(record), _) => record,
            (None, Ok(())) => Record::damaged("no page is here", 0),
            (None, Err(error)) => Record::damaged(error, 0),
        };
        record.offset += offset;
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_without_a_page_are_an_error() {
        let request = b"WARC/1.1\r\nWARC-Type: request\r\nContent-Length: 4\r\n\r\nleek";
        for bytes in [&b""[..], b"leek", b"\x1F\x8B\x08leek", request] {
            let record = ReadOptions::new().read_one(bytes, 3);
            assert!(record.kind.is_none() && record.error.is_some(), "{record:?}");
            assert!(record.offset >= 3);
        }
    }
}
