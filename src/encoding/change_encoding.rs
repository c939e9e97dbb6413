//! "Change the encoding": the steps that a parser takes when the tree builder finds a `meta`
//! element that declares an encoding, while the confidence is tentative.
//!
//! Steps 1 to 4 are in [`changed_encoding`], the question of step 5 in [`can_switch_on_the_fly`].
//! `parse/encoding_change.rs` chooses between steps 5 and 6 and replaces the decoder for either.
//! Step 6 parses the document again: `parse/whole.rs` for a whole document, `restart` in
//! `parse/driver/encoding.rs` for a driver. The start of a stream is gone, so
//! `parse/driver/paused.rs` ends the parse instead, and a rewriter settles on an encoding once its
//! output depends on it (`settle_encoding` in `stream/rewriter/stream_rewriter.rs`).
//!
//! <https://html.spec.whatwg.org/#change-the-encoding>

use encoding_rs::Encoding;

use super::decode::decode_to_same_text;
use super::meta_charset::{encoding_meant_by_meta, is_utf_16};

/// Returns the encoding to use instead of `current` when a `meta` element declares `declared`;
/// `None` if the current encoding stays, which makes it certain.
///
/// <https://html.spec.whatwg.org/#change-the-encoding>
pub(super) fn changed_encoding(
    current: &'static Encoding,
    declared: &'static Encoding,
) -> Option<&'static Encoding> {
    // Step 1: a declaration that could be decoded as UTF-16 is in UTF-16, whatever it says.
    if is_utf_16(current) {
        return None;
    }

    // Steps 2 and 3: UTF-16 means UTF-8, and x-user-defined means windows-1252.
    let new = encoding_meant_by_meta(declared);

    // Step 4: it is the current encoding.
    (new != current).then_some(new)
}

/// Step 5: returns whether the decoder can be replaced on the fly. That is possible if the bytes up
/// to the last one that the parser has used decode to the same text in both encodings. Otherwise,
/// step 6 decodes and parses the document again from its first byte.
///
/// <https://html.spec.whatwg.org/#change-the-encoding>
pub(crate) fn can_switch_on_the_fly(
    used_bytes: &[u8],
    current: &'static Encoding,
    new: &'static Encoding,
) -> bool {
    decode_to_same_text(used_bytes, current, new)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GBK, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

    use super::*;

    #[test]
    fn changed_encoding_follows_its_steps() {
        let rows = [
            ("1: UTF-16LE stays", UTF_16LE, GBK, None),
            ("1: UTF-16BE stays", UTF_16BE, UTF_16LE, None),
            ("2: UTF-16LE means UTF-8", WINDOWS_1252, UTF_16LE, Some(UTF_8)),
            ("2: UTF-16BE means UTF-8", WINDOWS_1252, UTF_16BE, Some(UTF_8)),
            ("2: UTF-16 declared in UTF-8", UTF_8, UTF_16LE, None),
            ("3: x-user-defined means windows-1252", UTF_8, X_USER_DEFINED, Some(WINDOWS_1252)),
            ("3: x-user-defined declared in windows-1252", WINDOWS_1252, X_USER_DEFINED, None),
            (
                "3: x-user-defined declared in x-user-defined",
                X_USER_DEFINED,
                X_USER_DEFINED,
                Some(WINDOWS_1252),
            ),
            ("4: the same encoding", GBK, GBK, None),
            ("another encoding", WINDOWS_1252, GBK, Some(GBK)),
            ("the replacement encoding", WINDOWS_1252, REPLACEMENT, Some(REPLACEMENT)),
        ];
        for (rule, current, declared, expected) in rows {
            assert_eq!(changed_encoding(current, declared), expected, "{rule}");
        }
    }
}
