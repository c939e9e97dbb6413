//! The byte order mark of an encoding.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Returns the byte order mark of the encoding; empty if it has none.
///
/// <https://encoding.spec.whatwg.org/#bom-sniff>
pub(crate) fn byte_order_mark(encoding: &'static Encoding) -> &'static [u8] {
    if encoding == UTF_8 {
        b"\xEF\xBB\xBF"
    } else if encoding == UTF_16BE {
        b"\xFE\xFF"
    } else if encoding == UTF_16LE {
        b"\xFF\xFE"
    } else {
        b""
    }
}

/// Returns the bytes of a document after its byte order mark, if it starts with the mark of this
/// encoding.
pub(super) fn without_byte_order_mark<'a>(
    bytes: &'a [u8],
    encoding: &'static Encoding,
) -> &'a [u8] {
    bytes.strip_prefix(byte_order_mark(encoding)).unwrap_or(bytes)
}
