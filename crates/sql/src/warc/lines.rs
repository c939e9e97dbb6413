//! Header lines: `Name: value`.

use std::io::{self, BufRead, ErrorKind, Read};

/// How many bytes the header lines of a record or a response can have.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// The first line of a header and the lines with names. Names are compared without case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Header {
    pub(super) first: String,
    lines: Vec<(String, String)>,
}

impl Header {
    /// Reads lines to the empty one or the end. `None` if there is no line at all.
    ///
    /// A line that starts with a space continues the one before it. Bytes that are not UTF-8 become
    /// replacement characters.
    ///
    /// # Errors
    ///
    /// The errors of the reader, and if there is more than a megabyte of lines.
    pub(super) fn read(reader: &mut impl BufRead) -> io::Result<Option<Header>> {
        let mut reader = reader.take(MAX_HEADER_BYTES);
        let mut header = Header::default();
        let mut is_first = true;
        let mut line = Vec::new();
        loop {
            line.clear();
            if reader.read_until(b'\n', &mut line)? == 0 {
                if reader.limit() == 0 {
                    return Err(io::Error::new(ErrorKind::InvalidData, "the header is too long"));
                }
                return Ok((!is_first).then_some(header));
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']);
            if is_first {
                text.clone_into(&mut header.first);
                is_first = false;
            } else if text.is_empty() {
                return Ok(Some(header));
            } else {
                header.add(text);
            }
        }
    }

    fn add(&mut self, line: &str) {
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = self.lines.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            self.lines.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }

    /// Returns the value of the first line of a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
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
    fn no_line_is_no_header() {
        assert_eq!(Header::read(&mut &b""[..]).unwrap(), None);
    }

    #[test]
    fn endless_lines_are_an_error() {
        let mut input = io::repeat(b'a');
        assert!(Header::read(&mut io::BufReader::new(&mut input)).is_err());
    }
}
