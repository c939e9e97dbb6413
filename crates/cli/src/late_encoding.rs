//! Streams whose encoding a `meta` element declares after other text has been read.
//!
//! A page in memory is parsed again then. A stream is gone by then, and its texts are printed. So
//! as long as the encoding may change, the first bytes are kept, and texts that another encoding
//! would change wait: the first that is not ASCII, and all after it.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use consomme::encoding::{self, EncodingSource};
use consomme::stream::{StreamError, StreamFailure};
use consomme::{Hints, encoding_rs::Encoding};
use consomme_schema::PageOptions;

use crate::failure::Failure;
use crate::inputs::Input;
use crate::output::{Format, Output};

/// How many bytes of a stream are kept. A declaration after them comes too late, which is an error.
const MAX_KEPT: usize = 256 << 10;

/// Reads standard input by a function that puts texts, and returns whether something was found. The
/// function is called again, with the encoding as a hint, if a `meta` element declares one that the
/// texts before it were not read by.
pub(crate) fn read_stream(
    reader: Box<dyn Read + Send>,
    options: &PageOptions,
    output: &mut Output<'_>,
    function: &mut dyn FnMut(&mut dyn Read, &PageOptions, &mut Texts<'_>) -> io::Result<()>,
) -> Result<bool, Failure> {
    let (start, reader) = with_start(reader, options).map_err(failed)?;
    let is_settled = Cell::new(is_declared(&start, options));
    let reader = io::Cursor::new(start).chain(reader);
    let mut kept = Kept { reader, bytes: Vec::new(), is_settled: &is_settled };
    let format = output.format();
    let mut texts = Texts::new(output.writer(), format, &is_settled);
    let read = function(&mut kept, options, &mut texts);
    let Some(late) = read.as_ref().err().and_then(late) else { return texts.finish(read) };
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
    let mut texts = Texts::new(output.writer(), format, &is_settled);
    texts.left_to_skip = written;
    let options = options.clone().hints(Hints::new().user_override(late.declared));
    let mut reader = io::Cursor::new(kept.bytes).chain(kept.reader);
    let read = function(&mut reader, &options, &mut texts);
    texts.finish(read)
}

/// Returns the failure of reading standard input.
fn failed(error: io::Error) -> Failure {
    Failure::io(Input::Standard.name(), error)
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

/// A text as it is printed, with the messages about it.
#[derive(Default)]
struct Text {
    line: Vec<u8>,
    messages: Vec<u8>,
}

impl Text {
    /// Writes the text, and its messages to standard error, and clears both.
    fn write_to(&mut self, writer: &mut dyn Write) -> io::Result<()> {
        let _ = io::stderr().write_all(&self.messages);
        self.messages.clear();
        writer.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }

    fn len(&self) -> usize {
        self.line.len() + self.messages.len()
    }
}

/// The texts of a stream, written at once or held as long as the encoding may change them.
pub(crate) struct Texts<'w> {
    writer: &'w mut dyn Write,
    format: Format,
    /// Whether the encoding stays.
    is_settled: &'w Cell<bool>,
    /// The buffer for the current text.
    text: Text,
    held: Text,
    /// How many texts were written.
    written: usize,
    /// How many texts were written by the reading before.
    left_to_skip: usize,
    found: bool,
    /// Why the last text that failed did so.
    failure: Option<Failure>,
    /// Why nothing more can be written.
    error: Option<io::Error>,
}

impl<'w> Texts<'w> {
    fn new(writer: &'w mut dyn Write, format: Format, is_settled: &'w Cell<bool>) -> Texts<'w> {
        Texts {
            writer,
            format,
            is_settled,
            text: Text::default(),
            held: Text::default(),
            written: 0,
            left_to_skip: 0,
            found: false,
            failure: None,
            error: None,
        }
    }

    /// Puts a text, which a function writes to an output, with messages for standard error. The
    /// function returns whether there was something to find; a text that fails is put all the same.
    /// Breaks if nothing more can be written.
    pub(crate) fn put(
        &mut self,
        write: impl FnOnce(&mut Output<'_>, &mut dyn Write) -> Result<bool, Failure>,
    ) -> ControlFlow<()> {
        let mut text = std::mem::take(&mut self.text);
        let mut output = Output::new(&mut text.line, self.format, None);
        match write(&mut output, &mut text.messages) {
            Ok(is_found) => self.found |= is_found,
            Err(failure) => self.failure = Some(failure),
        }
        match self.left_to_skip.checked_sub(1) {
            Some(left) => self.left_to_skip = left,
            None => self.error = self.put_text(&mut text).err(),
        }
        text.line.clear();
        text.messages.clear();
        self.text = text;
        match self.error {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    }

    fn put_text(&mut self, text: &mut Text) -> io::Result<()> {
        if self.is_settled.get() {
            self.held.write_to(self.writer)?;
            return text.write_to(self.writer);
        }
        if self.held.len() == 0 && is_plain(&text.line) && is_plain(&text.messages) {
            self.written += 1;
            return text.write_to(self.writer);
        }
        self.held.line.extend_from_slice(&text.line);
        self.held.messages.extend_from_slice(&text.messages);
        if self.held.len() > MAX_KEPT {
            self.is_settled.set(true);
            self.held.write_to(self.writer)?;
        }
        Ok(())
    }

    /// Writes the texts that are held. Returns whether something was found.
    fn finish(mut self, read: io::Result<()>) -> Result<bool, Failure> {
        if let Some(error) = self.error {
            return Err(Failure::output(error));
        }
        self.held.write_to(self.writer).map_err(Failure::output)?;
        read.map_err(failed)?;
        self.failure.map_or(Ok(self.found), Err)
    }
}

/// Whether a text means the same in each encoding: ASCII without escape sequences.
fn is_plain(text: &[u8]) -> bool {
    text.is_ascii() && !text.iter().any(|byte| matches!(byte, 0x0e | 0x0f | 0x1b))
}
