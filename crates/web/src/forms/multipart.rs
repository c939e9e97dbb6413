//! `multipart/form-data`.

use std::hash::{DefaultHasher, Hasher};

use consomme::encoding_rs::Encoding;

use super::encode::{encode, with_crlf};
use super::entries::{Entry, EntryValue};

/// Encodes entries as `multipart/form-data`. Returns the boundary, too, which is made from the
/// entries and does not occur in them.
///
/// <https://html.spec.whatwg.org/#multipart/form-data-encoding-algorithm>
pub(super) fn multipart(entries: &[Entry], encoding: &'static Encoding) -> (String, Vec<u8>) {
    let parts: Vec<_> = entries.iter().map(|entry| part(entry, encoding)).collect();
    let boundary = boundary(&parts);
    let mut out = Vec::new();
    for part in parts {
        out.extend_from_slice(b"--");
        out.extend_from_slice(boundary.as_bytes());
        out.extend_from_slice(b"\r\n");
        out.extend(part);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"--");
    out.extend_from_slice(boundary.as_bytes());
    out.extend_from_slice(b"--\r\n");
    (boundary, out)
}

/// Returns the headers and the content of the part of an entry.
fn part(entry: &Entry, encoding: &'static Encoding) -> Vec<u8> {
    let mut out = b"Content-Disposition: form-data; name=\"".to_vec();
    out.extend(escape(&encode(&with_crlf(&entry.name), encoding)));
    out.push(b'"');
    match &entry.value {
        // "The parts […] that correspond to non-file fields must not have a `Content-Type` header
        // specified."
        EntryValue::Text(text) => {
            out.extend_from_slice(b"\r\n\r\n");
            out.extend(encode(&with_crlf(text), encoding));
        }
        EntryValue::File(file) => {
            out.extend_from_slice(b"; filename=\"");
            out.extend(escape(&encode(&file.name, encoding)));
            out.extend_from_slice(b"\"\r\nContent-Type: ");
            // Whoever chose the file may have chosen its type. A newline would end the header.
            let content_type =
                file.content_type.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n'));
            out.extend(content_type);
            out.extend_from_slice(b"\r\n\r\n");
            out.extend_from_slice(&file.bytes);
        }
    }
    out
}

/// "replacing any 0x0A (LF) bytes with the byte sequence `%0A`, 0x0D (CR) with `%0D` and 0x22 (")
/// with `%22`"
fn escape(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for &byte in name {
        match byte {
            b'\n' => out.extend_from_slice(b"%0A"),
            b'\r' => out.extend_from_slice(b"%0D"),
            b'"' => out.extend_from_slice(b"%22"),
            _ => out.push(byte),
        }
    }
    out
}

/// Returns a line that is in no part.
fn boundary(parts: &[Vec<u8>]) -> String {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write(part);
    }
    loop {
        let boundary = format!("----consomme{:016x}", hasher.finish());
        let is_in = |part: &Vec<u8>| {
            part.windows(boundary.len()).any(|window| window == boundary.as_bytes())
        };
        if !parts.iter().any(is_in) {
            return boundary;
        }
        // A text that contains its own hash gets another one.
        hasher.write_u8(0);
    }
}
