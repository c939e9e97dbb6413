//! Streams whose encoding a `meta` element declares after other text has been read.
//!
//! A page in memory is parsed again then. A stream is gone by then, and its texts are printed. So
//! as long as the encoding may change, the first bytes are kept, and texts that another encoding
//! would change wait: those that are not ASCII, and all after them.

use std::cell::Cell;
use std::io::{self, Read, Write};

use consomme::encoding::{self, EncodingSource};
use consomme::stream::{StreamError, StreamFailure};
use consomme::{Hints, encoding_rs::Encoding};
use consomme_schema::PageOptions;

use crate::failure::Failure;

/// How many bytes of a stream are kept. A declaration after them comes too late, which is an error.
const MAX_KEPT: usize = 256 << 10;

/// Reads a stream by a function that puts texts. It is called again, with the encoding as a hint, if
/// a `meta` element declares one that the texts before it were not read by.
pub(crate) fn read_stream(
    name: &str,
    reader: Box<dyn Read + Send>,
    options: &PageOptions,
    writer: &mut dyn Write,
    function: &mut dyn FnMut(&mut dyn Read, &PageOptions, &mut Texts<'_>) -> io::Result<()>,
) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::io(name, error);
    let (start, reader) = with_start(reader, options).map_err(failed)?;
    let is_settled = Cell::new(is_declared(&start, options));
    let reader = io::Cursor::new(start).chain(reader);
    let mut kept = Kept { reader, bytes: Vec::new(), is_settled: &is_settled };
    let mut texts = Texts::new(writer, &is_settled);
    let read = function(&mut kept, options, &mut texts);
    if let Some(error) = texts.failure.take() {
        return Err(Failure::output(error));
    }
    let Err(error) = read else { return texts.finish().map_err(Failure::output) };
    let Some(late) = late(&error) else { return Err(failed(error)) };
    if is_settled.get() {
        return Err(failed(io::Error::other(format!(
            "a `meta` element declares {} after text that was read as {}; --charset {} reads it \
             right",
            late.declared.name(),
            late.used.name(),
            late.declared.name().to_ascii_lowercase(),
        ))));
    }
    let written = texts.written;
    is_settled.set(true);
    let mut texts = Texts::new(writer, &is_settled);
    texts.left_to_skip = written;
    let options = options.clone().hints(Hints::new().user_override(late.declared));
    let mut reader = io::Cursor::new(kept.bytes).chain(kept.reader);
    let read = function(&mut reader, &options, &mut texts);
    match texts.failure.take() {
        Some(error) => Err(Failure::output(error)),
        None => read.map_err(failed),
    }
}

/// Takes the bytes that decide the encoding.
fn with_start(
    mut reader: Box<dyn Read + Send>,
    options: &PageOptions,
) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    let mut start = Vec::new();
    let awaited = options.get_hints().awaited_bytes() as u64;
    reader.by_ref().take(awaited).read_to_end(&mut start)?;
    Ok((start, reader))
}

/// Whether the first bytes or the hints declare the encoding.
fn is_declared(start: &[u8], options: &PageOptions) -> bool {
    let report = encoding::report(start, options.get_hints());
    report.source() != EncodingSource::Default
}

/// An encoding that was declared too late for a stream.
struct Late {
    used: &'static Encoding,
    declared: &'static Encoding,
}

fn late(error: &io::Error) -> Option<Late> {
    let error = error.get_ref()?.downcast_ref::<StreamError>()?;
    match error.failure() {
        StreamFailure::LateEncoding { used, declared, .. } => Some(Late { used, declared }),
        _ => None,
    }
}

/// A reader whose bytes are kept as long as the encoding may change.
struct Kept<'c, R> {
    reader: R,
    bytes: Vec<u8>,
    is_settled: &'c Cell<bool>,
}

impl<R: Read> Read for Kept<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        if !self.is_settled.get() {
            if self.bytes.len() + count > MAX_KEPT {
                self.is_settled.set(true);
                self.bytes = Vec::new();
            } else {
                self.bytes.extend_from_slice(&buffer[..count]);
            }
        }
        Ok(count)
    }
}

/// The texts of a stream, written at once or held as long as the encoding may change them.
pub(crate) struct Texts<'w> {
    writer: &'w mut dyn Write,
    /// Whether the encoding stays.
    is_settled: &'w Cell<bool>,
    held: Vec<u8>,
    /// How many texts were written.
    written: usize,
    /// How many texts were written by the reading before.
    left_to_skip: usize,
    failure: Option<io::Error>,
}

impl<'w> Texts<'w> {
    fn new(writer: &'w mut dyn Write, is_settled: &'w Cell<bool>) -> Texts<'w> {
        Texts { writer, is_settled, held: Vec::new(), written: 0, left_to_skip: 0, failure: None }
    }

    /// Puts a text. Returns whether more can be written.
    pub(crate) fn put(&mut self, text: &[u8]) -> bool {
        if self.left_to_skip > 0 {
            self.left_to_skip -= 1;
            return true;
        }
        let result = self.try_put(text);
        self.failure = result.err();
        self.failure.is_none()
    }

    fn try_put(&mut self, text: &[u8]) -> io::Result<()> {
        if self.is_settled.get() {
            self.finish()?;
            return self.writer.write_all(text);
        }
        if self.held.is_empty() && is_plain(text) {
            self.written += 1;
            return self.writer.write_all(text);
        }
        self.held.extend_from_slice(text);
        if self.held.len() > MAX_KEPT {
            self.is_settled.set(true);
            self.finish()?;
        }
        Ok(())
    }

    /// Writes the texts that are held.
    fn finish(&mut self) -> io::Result<()> {
        self.writer.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }
}

/// Whether a text means the same in each encoding: ASCII without escape sequences.
fn is_plain(text: &[u8]) -> bool {
    text.is_ascii() && !text.iter().any(|byte| matches!(byte, 0x0e | 0x0f | 0x1b))
}
