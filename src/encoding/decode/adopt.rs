//! Bytes that are valid UTF-8 already.

use encoding_rs::{Encoding, UTF_8};

use super::byte_order_mark::byte_order_mark;

/// Turns a vector into the text that it decodes to, without copying. Returns the vector unchanged
/// if its bytes are not the UTF-8 of that text, or start with a byte order mark.
pub(crate) fn adopt(bytes: Vec<u8>, encoding: &'static Encoding) -> Result<String, Vec<u8>> {
    let may_be_text = if encoding == UTF_8 {
        !bytes.starts_with(byte_order_mark(UTF_8))
    } else {
        encoding.is_ascii_compatible() && bytes.is_ascii()
    };
    if !may_be_text {
        return Err(bytes);
    }
    String::from_utf8(bytes).map_err(|error| error.into_bytes())
}

#[cfg(test)]
mod tests {
    use encoding_rs::{SHIFT_JIS, WINDOWS_1252};

    use super::*;

    #[test]
    fn adopted_bytes_are_not_copied() {
        let rows: &[(&str, &'static Encoding, &[u8])] = &[
            ("UTF-8", UTF_8, b"a\xC3\xA9"),
            ("ASCII in UTF-8", UTF_8, b"abc"),
            ("ASCII in windows-1252", WINDOWS_1252, b"abc"),
            ("ASCII in Shift_JIS", SHIFT_JIS, b"abc"),
        ];
        for (rule, encoding, bytes) in rows {
            let owned = bytes.to_vec();
            let address = owned.as_ptr();
            let text = adopt(owned, encoding).expect("the bytes are valid UTF-8");
            assert_eq!(text.as_ptr(), address, "{rule}");
        }
    }
}
