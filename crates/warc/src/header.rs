//! Header lines: `Name: value`.

use std::io::{self, BufRead, ErrorKind, Read};

use httparse::{EMPTY_HEADER, ParserConfig};

/// How many bytes the header lines of a record or a response can have.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// The first line of a header and the lines with names. Names are compared without case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Header {
    pub(crate) first: String,
    lines: Vec<(String, String)>,
}

/// Returns an error about the data.
pub(crate) fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error)
}

impl Header {
    /// Reads lines to the empty one or the end. `None` if there is no line at all.
    ///
    /// A line that starts with a space continues the one before it. Lines without a name are
    /// skipped. Bytes that are not UTF-8 become replacement characters.
    ///
    /// # Errors
    ///
    /// The errors of the reader, and if there is more than a megabyte of lines.
    pub(crate) fn read(reader: &mut impl BufRead) -> io::Result<Option<Header>> {
        let mut reader = reader.take(MAX_HEADER_BYTES + 1);
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let first = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
        // In archives, the first line may be `WARC/1.1`, `HTTP/2 200` or anything, which httparse
        // refuses; so it gets another one.
        let mut head = b"HTTP/1.1 200\r\n".to_vec();
        let mut count = 0;
        loop {
            line.clear();
            reader.read_until(b'\n', &mut line)?;
            while line.pop_if(|byte| matches!(byte, b'\r' | b'\n')).is_some() {}
            if line.is_empty() {
                break;
            }
            // It also refuses control characters: "a recipient of CR, LF, or NUL within a field
            // value MUST either reject the message or replace each of those characters with SP":
            // <https://www.rfc-editor.org/rfc/rfc9110#section-5.5-5>
            let printable = |byte: &u8| if byte.is_ascii_control() { b' ' } else { *byte };
            head.extend(line.iter().map(printable));
            head.extend(b"\r\n");
            count += 1;
        }
        if reader.limit() == 0 {
            return Err(invalid("the header is too long"));
        }
        head.extend(b"\r\n");
        let mut lines = vec![EMPTY_HEADER; count];
        let mut response = httparse::Response::new(&mut lines);
        ParserConfig::default()
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .ignore_invalid_headers_in_responses(true)
            .parse_response(&mut response, &head)
            .map_err(invalid)?;
        let unfold = |value| {
            let value = String::from_utf8_lossy(value);
            value.lines().map(str::trim).collect::<Vec<_>>().join(" ")
        };
        let lines = response.headers.iter().map(|it| (it.name.to_owned(), unfold(it.value)));
        Ok(Some(Header { first, lines: lines.collect() }))
    }

    /// Returns the value of the first line of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let line = self.lines.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        line.map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_an_empty_one() {
        let mut input = &b"WARC/1.0\r\nwarc-type: response\r\nA: b\r\n c\r\n\r\nrest"[..];
        let header = Header::read(&mut input).unwrap().unwrap();
        assert_eq!(
            (header.first.as_str(), header.get("WARC-Type")),
            ("WARC/1.0", Some("response"))
        );
        assert_eq!(header.get("a"), Some("b c"));
        assert_eq!(input, b"rest");
    }

    #[test]
    fn malformed_lines_spoil_no_others() {
        let mut input = &b"HTTP/2 200\r\n folded\r\nno colon\r\n \r\nA b: c\r\nType : a\0b\rc\r\n\
            Empty:\r\n\xE4: d\nLast: \xE4\n\t\x01\r\r\n\r\nrest"[..];
        let header = Header::read(&mut input).unwrap().unwrap();
        assert_eq!(header.first, "HTTP/2 200");
        assert_eq!(header.get("type"), Some("a b c"));
        assert_eq!(header.get("empty"), Some(""));
        assert_eq!(header.get("last"), Some("\u{FFFD}"));
        assert_eq!(header.lines.len(), 3);
        assert_eq!(input, b"rest");
    }

    #[test]
    fn a_header_may_end_with_the_input() {
        let header = Header::read(&mut &b"HTTP/1.1 200 OK\nA: b"[..]).unwrap().unwrap();
        assert_eq!(header.get("a"), Some("b"));
        let long = "a: b\n".repeat(1000);
        assert_eq!(Header::read(&mut long.as_bytes()).unwrap().unwrap().lines.len(), 999);
    }

    #[test]
    fn no_line_is_no_header() {
        assert_eq!(Header::read(&mut &b""[..]).unwrap(), None);
    }

    #[test]
    fn endless_lines_are_an_error() {
        let mut input = io::repeat(b'a');
        assert!(Header::read(&mut io::BufReader::new(&mut input)).is_err());
    }
}
