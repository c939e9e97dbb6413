//! The body of an HTTP response.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};

use flate2::read::{MultiGzDecoder, ZlibDecoder};
use httparse::Status;

use crate::header::{Header, invalid};
use crate::record::RecordError;

/// A response as it was received.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Response {
    /// The status code, such as 200.
    pub(crate) status: Option<i32>,
    /// The value of `Content-Type`.
    pub(crate) content_type: Option<String>,
    /// The body without chunks and compression. `None` if it cannot be had.
    pub(crate) body: Option<Vec<u8>>,
    /// Why there is no body, or not all of it.
    pub(crate) error: Option<RecordError>,
}

impl Response {
    /// Reads a response of at most `max_bytes` bytes after decompression. `with_body` tells whether the
    /// body is wanted.
    ///
    /// # Errors
    ///
    /// The errors of the reader. Errors of the response are in the result.
    pub(crate) fn read(
        reader: &mut impl BufRead,
        with_body: bool,
        max_bytes: usize,
    ) -> io::Result<Response> {
        let Some(header) = Header::read(reader)? else {
            return Ok(Response {
                error: Some(RecordError::Response("the record has no response".to_owned())),
                ..Response::default()
            });
        };
        let mut response = Response {
            status: header.first.split_ascii_whitespace().nth(1).and_then(|it| it.parse().ok()),
            content_type: header.get("content-type").map(str::to_owned),
            body: None,
            error: None,
        };
        if with_body {
            response.set_body(body(&header, reader, max_bytes))?;
        }
        Ok(response)
    }

    /// Takes a body, or why there is none.
    ///
    /// # Errors
    ///
    /// The error, if it is not about the data.
    pub(crate) fn set_body(&mut self, body: io::Result<Vec<u8>>) -> io::Result<()> {
        match body {
            Ok(body) => self.body = Some(body),
            Err(error) if is_of_data(&error) => self.error = Some(record_error(error)),
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Returns why a record has no body, from an error about its data.
pub(crate) fn record_error(error: io::Error) -> RecordError {
    match error.downcast::<RecordError>() {
        Ok(error) => error,
        Err(error) => RecordError::Response(error.to_string()),
    }
}

/// Whether an error is about the data, not about getting them.
pub(crate) fn is_of_data(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidData
            | ErrorKind::InvalidInput
            | ErrorKind::UnexpectedEof
            | ErrorKind::Unsupported
            | ErrorKind::FileTooLarge
    )
}

/// Reads a body: chunks are joined, and compression is undone. Archives keep either or neither.
fn body(header: &Header, reader: &mut impl BufRead, max_bytes: usize) -> io::Result<Vec<u8>> {
    let transfer = header.get("transfer-encoding").unwrap_or("").to_ascii_lowercase();
    let encoding = header.get("content-encoding").unwrap_or("").to_ascii_lowercase();
    let mut first = Vec::new();
    if transfer.contains("chunked") {
        read_line(reader, MAX_LINE_BYTES, &mut first)?;
    }
    // A body whose first line is no length of a chunk is taken as it is: many archives keep the
    // header line of a body that they joined.
    let mut reader: Box<dyn BufRead + '_> = match chunk_length(&first) {
        Some(left) => Box::new(BufReader::new(Chunks { reader, left, is_last: left == 0 })),
        None => Box::new(Cursor::new(first).chain(reader)),
    };
    let start = reader.fill_buf()?;
    match encoding.as_str() {
        // Many archives keep the header line of a body that they decompressed.
        "gzip" | "x-gzip" if start.starts_with(&[0x1F, 0x8B]) => {
            read_up_to(MultiGzDecoder::new(reader), max_bytes)
        }
        "deflate" if start.first() == Some(&0x78) => {
            read_up_to(ZlibDecoder::new(reader), max_bytes)
        }
        "" | "identity" | "gzip" | "x-gzip" | "deflate" => read_up_to(reader, max_bytes),
        other => {
            let error = RecordError::ContentEncoding(other.to_owned());
            Err(io::Error::new(ErrorKind::Unsupported, error))
        }
    }
}

/// Reads to the end.
///
/// # Errors
///
/// The errors of the reader, and if there are more bytes.
pub(crate) fn read_up_to(reader: impl Read, max_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(limit).read_to_end(&mut bytes)?;
    match bytes.len() > max_bytes {
        true => Err(io::Error::new(ErrorKind::FileTooLarge, RecordError::TooLarge(max_bytes))),
        false => Ok(bytes),
    }
}

/// The longest line before a chunk, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 12;

/// Reads a line of `max_bytes` bytes at most.
fn read_line(reader: &mut impl BufRead, max_bytes: u64, line: &mut Vec<u8>) -> io::Result<usize> {
    reader.take(max_bytes).read_until(b'\n', line)
}

/// Returns the length of a chunk from the line before it. `None` if the line is another one.
fn chunk_length(line: &[u8]) -> Option<u64> {
    // To httparse, a line without digits has the length zero, and one without CR none.
    let text = line.trim_ascii();
    match httparse::parse_chunk_size(&[text, b"\r\n"].concat()) {
        Ok(Status::Complete((_, length))) if text.first()?.is_ascii_hexdigit() => Some(length),
        _ => None,
    }
}

/// The data of chunks.
///
/// <https://www.rfc-editor.org/rfc/rfc9112#name-chunked-transfer-coding>
struct Chunks<R> {
    reader: R,
    /// How many bytes are left of the chunk.
    left: u64,
    is_last: bool,
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.is_last {
            let mut line = Vec::new();
            // The end of the chunk, then the length of the next one.
            read_line(&mut self.reader, 2, &mut line)?;
            line.clear();
            read_line(&mut self.reader, MAX_LINE_BYTES, &mut line)?;
            self.left = chunk_length(&line).ok_or_else(|| invalid("a chunk has no length"))?;
            self.is_last = self.left == 0;
        }
        let count = (&mut self.reader).take(self.left).read(buffer)?;
        if count == 0 && self.left > 0 && !buffer.is_empty() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        self.left -= count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn read(input: &[u8]) -> Response {
        Response::read(&mut &*input, true, 1000).unwrap()
    }

    #[test]
    fn status_type_and_body() {
        let response = read(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>soup");
        assert_eq!(response.status, Some(200));
        assert_eq!(response.content_type.as_deref(), Some("text/html"));
        assert_eq!(response.body.as_deref(), Some(&b"<p>soup"[..]));
    }

    #[test]
    fn chunks_are_joined() {
        let response = read(
            b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<p>s\r\n3;a=b\r\noup\r\n0\r\n\r\n",
        );
        assert_eq!(response.body.as_deref(), Some(&b"<p>soup"[..]));
    }

    #[test]
    fn a_body_without_chunks_stays() {
        let response = read(b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n<p>soup");
        assert_eq!(response.body.as_deref(), Some(&b"<p>soup"[..]));
    }

    #[test]
    fn chunks_may_be_malformed() {
        let head = "HTTP/1.1 200\nTransfer-Encoding: chunked\n\n";
        for (input, body) in [
            // Line ends without CR, spaces around a length, and none after the last chunk.
            ("4\n<p>s\n 3 \noup\n0", Some("<p>soup")),
            ("4\r\n<p>s\r\n0\r\n\r\n", Some("<p>s")),
            ("0\r\n\r\n", Some("")),
            // Bodies that begin with hexadecimal digits, and bodies without a length.
            ("add a leek", Some("add a leek")),
            ("\r\n<p>soup", Some("\r\n<p>soup")),
            ("", Some("")),
            ("4\r\n<p>s\r\n\r\nsoup", None),
            ("4\r\n<p>s\r\n", None),
            ("12345678123456781\r\n", Some("12345678123456781\r\n")),
        ] {
            let response = read(format!("{head}{input}").as_bytes());
            assert_eq!(response.body.as_deref(), body.map(str::as_bytes), "{input:?}");
            assert_eq!(response.error.is_some(), body.is_none(), "{input:?}");
        }
    }

    /// The line of a length can be cut where a buffer ends.
    #[test]
    fn a_length_may_come_in_pieces() {
        let input =
            b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<p>s\r\n3\r\noup\r\n0\r\n\r\n";
        let mut reader = BufReader::with_capacity(1, &input[..]);
        let response = Response::read(&mut reader, true, 1000).unwrap();
        assert_eq!(response.body.as_deref(), Some(&b"<p>soup"[..]));
    }

    #[test]
    fn a_chunk_that_ends_early_is_an_error() {
        let response = read(b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\nFF\r\n<p>");
        assert!(response.body.is_none() && response.error.is_some());
    }

    #[test]
    fn gzip_is_undone() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(b"<p>soup").unwrap();
        let mut input = b"HTTP/1.1 200\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
        input.extend(encoder.finish().unwrap());
        assert_eq!(read(&input).body.as_deref(), Some(&b"<p>soup"[..]));
    }

    #[test]
    fn a_body_that_is_too_large_is_an_error() {
        let mut input = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        input.extend([b'a'; 1001]);
        let response = read(&input);
        assert_eq!(response.body, None);
        assert_eq!(response.error, Some(RecordError::TooLarge(1000)));
    }

    #[test]
    fn unknown_encodings_are_an_error() {
        let response = read(b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc");
        assert_eq!(response.error, Some(RecordError::ContentEncoding("br".to_owned())));
    }
}
