//! Counts malformed sequences without producing text.

use encoding_rs::{DecoderResult, Encoding, UTF_8};

use super::byte_order_mark::without_byte_order_mark;

/// The size of the buffer that counting decodes into, in bytes.
const BUFFER_SIZE: usize = 4096;

/// The malformed sequences of a document, as far as it has been decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) count: u64,
    /// The byte offset in the document of the first one.
    pub(crate) first: Option<u64>,
}

impl Malformed {
    /// Counts a sequence that starts at that byte of the document.
    pub(super) fn add(&mut self, offset: u64) {
        self.count += 1;
        self.first.get_or_insert(offset);
    }
}

/// Counts the malformed sequences of a whole document, as a [`StreamDecoder`](super::StreamDecoder)
/// does.
pub(in crate::encoding) fn malformed(bytes: &[u8], encoding: &'static Encoding) -> Malformed {
    let mut malformed = Malformed::default();
    for_each_malformed(bytes, encoding, |offset| {
        malformed.add(offset);
        true
    });
    malformed
}

/// Returns whether a whole document has a malformed sequence. Stops at the first.
pub(in crate::encoding) fn has_malformed(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let mut found = false;
    for_each_malformed(bytes, encoding, |_| {
        found = true;
        false
    });
    found
}

/// Calls `found` with the byte offset of each malformed sequence, until it returns false.
fn for_each_malformed(
    bytes: &[u8],
    encoding: &'static Encoding,
    mut found: impl FnMut(u64) -> bool,
) {
    let mut rest = without_byte_order_mark(bytes, encoding);
    if encoding == UTF_8 {
        while let Err(error) = std::str::from_utf8(rest) {
            let after_valid = &rest[error.valid_up_to()..];
            if !found((bytes.len() - after_valid.len()) as u64) {
                return;
            }
            rest = &after_valid[error.error_len().unwrap_or(after_valid.len())..];
        }
        return;
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; BUFFER_SIZE];
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, extra) => {
                let end = (bytes.len() - rest.len()) as u64;
                if !found(end.saturating_sub(u64::from(length) + u64::from(extra))) {
                    return;
                }
            }
        }
    }
}
