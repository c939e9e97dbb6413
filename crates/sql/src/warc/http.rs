//! The body of an HTTP response.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use flate2::read::{MultiGzDecoder, ZlibDecoder};

use super::lines::Header;

/// A response as it was received.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Response {
    /// The status code, such as 200.
    pub(super) status: Option<i32>,
    /// The value of `Content-Type`.
    pub(super) content_type: Option<String>,
    /// The body without chunks and compression. `None` if it cannot be had.
    pub(super) body: Option<Vec<u8>>,
    /// Why there is no body, or not all of it.
    pub(super) error: Option<String>,
}

impl Response {
    /// Reads a response of at most so many bytes after decompression. `with_body` tells whether the
    /// body is wanted.
    ///
    /// # Errors
    ///
    /// The errors of the reader. What is wrong with the response is in it.
    pub(super) fn read(
        reader: &mut impl BufRead,
        with_body: bool,
        max_bytes: usize,
    ) -> io::Result<Response> {
        let Some(header) = Header::read(reader)? else {
            return Ok(Response {
                error: Some("the record has no response".to_owned()),
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
    pub(super) fn set_body(&mut self, body: io::Result<Vec<u8>>) -> io::Result<()> {
        match body {
            Ok(body) => self.body = Some(body),
            Err(error) if is_of_data(&error) => self.error = Some(error.to_string()),
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Whether an error is about the data, not about getting them.
pub(super) fn is_of_data(error: &io::Error) -> bool {
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
    let is_chunked = header
        .get("transfer-encoding")
        .is_some_and(|value| value.to_ascii_lowercase().contains("chunked"));
    let encoding = header.get("content-encoding").unwrap_or("").to_ascii_lowercase();
    let mut reader: Box<dyn BufRead + '_> = match is_chunked {
        true => Box::new(BufReader::new(Chunks::new(reader))),
        false => Box::new(reader),
    };
    match encoding.as_str() {
        "" | "identity" => read_up_to(reader, max_bytes),
        // Many archives keep the header line of a body that they decompressed.
        "gzip" | "x-gzip" if !reader.fill_buf()?.starts_with(&[0x1F, 0x8B]) => {
            read_up_to(reader, max_bytes)
        }
        "gzip" | "x-gzip" => read_up_to(MultiGzDecoder::new(reader), max_bytes),
        "deflate" if reader.fill_buf()?.first() == Some(&0x78) => {
            read_up_to(ZlibDecoder::new(reader), max_bytes)
        }
        "deflate" => read_up_to(reader, max_bytes),
        other => Err(io::Error::new(
            ErrorKind::Unsupported,
            format!("the content encoding {other} is not supported"),
        )),
    }
}

/// Reads to the end.
///
/// # Errors
///
/// The errors of the reader, and if there are more bytes.
pub(super) fn read_up_to(reader: impl Read, max_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(limit).read_to_end(&mut bytes)?;
    match bytes.len() > max_bytes {
        true => Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("the body has more than consomme.max_page_bytes, {max_bytes} bytes"),
        )),
        false => Ok(bytes),
    }
}

/// The data of chunks. A body whose first line is no length of a chunk is taken as it is: many
/// archives keep the header line of a body that they joined.
///
/// <https://www.rfc-editor.org/rfc/rfc9112#name-chunked-transfer-coding>
struct Chunks<R> {
    reader: R,
    state: ChunkState,
}

enum ChunkState {
    Start,
    /// In a chunk with so many bytes left.
    Data(u64),
    /// After a chunk, before its line end.
    AfterData,
    /// In a body that has no chunks.
    Plain,
    End,
}

impl<R: BufRead> Chunks<R> {
    fn new(reader: R) -> Chunks<R> {
        Chunks { reader, state: ChunkState::Start }
    }

    /// Reads the length of the next chunk.
    fn length(&mut self) -> io::Result<Option<u64>> {
        let mut line = Vec::new();
        (&mut self.reader).take(1 << 12).read_until(b'\n', &mut line)?;
        let digits = line.split(|&byte| byte == b';').next().unwrap_or_default();
        Ok(std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok()))
    }

    /// Whether the input starts with the length of a chunk: hexadecimal digits, then what ends
    /// them.
    fn has_chunks(&mut self) -> io::Result<bool> {
        let start = self.reader.fill_buf()?;
        let digits = start.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        Ok((1..=16).contains(&digits)
            && matches!(start.get(digits), Some(b'\r' | b'\n' | b';' | b' ')))
    }
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.state {
                ChunkState::Start => {
                    self.state = match self.has_chunks()? {
                        true => self.next_chunk()?,
                        false => ChunkState::Plain,
                    };
                }
                ChunkState::Plain => return self.reader.read(buffer),
                ChunkState::End => return Ok(0),
                ChunkState::AfterData => {
                    let mut end = Vec::new();
                    (&mut self.reader).take(2).read_until(b'\n', &mut end)?;
                    self.state = self.next_chunk()?;
                }
                ChunkState::Data(0) => self.state = ChunkState::AfterData,
                ChunkState::Data(left) => {
                    let count = (&mut self.reader).take(left).read(buffer)?;
                    if count == 0 && !buffer.is_empty() {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                    self.state = ChunkState::Data(left - count as u64);
                    return Ok(count);
                }
            }
        }
    }
}

impl<R: BufRead> Chunks<R> {
    fn next_chunk(&mut self) -> io::Result<ChunkState> {
        match self.length()? {
            Some(0) => Ok(ChunkState::End),
            Some(length) => Ok(ChunkState::Data(length)),
            None => Err(io::Error::new(ErrorKind::InvalidData, "a chunk has no length")),
        }
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
        assert!(response.error.unwrap().contains("max_page_bytes"));
    }

    #[test]
    fn unknown_encodings_are_an_error() {
        let response = read(b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc");
        assert_eq!(response.error.as_deref(), Some("the content encoding br is not supported"));
    }
}
