//! Questions about all bytes of a text.

/// Returns the classes of all bytes of a text, a bit for each. The letter `a` must have none.
///
/// It looks at 16 bytes at a time. For a few classes the compiler makes vector instructions of that;
/// for a single one it does not, and `memchr` is faster.
#[inline]
pub(crate) fn classes(text: &str, class: impl Fn(u8) -> u8) -> u8 {
    let bytes = text.as_bytes();
    // The classes at each place of a chunk are put together at the end only.
    let add = |found: [u8; 16], chunk: &[u8; 16]| -> [u8; 16] {
        std::array::from_fn(|at| found[at] | class(chunk[at]))
    };
    let found = match bytes.last_chunk() {
        Some(last) => bytes.as_chunks().0.iter().fold(add([0; 16], last), add),
        None => {
            let mut padded = [b'a'; 16];
            padded[..bytes.len()].copy_from_slice(bytes);
            add([0; 16], &padded)
        }
    };
    found.iter().fold(0, |all, found| all | found)
}

/// Whether a text has more than one line.
pub(crate) fn has_line_feed(text: &str) -> bool {
    memchr::memchr(b'\n', text.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::classes;

    /// Texts shorter than 16 bytes are padded; the last 16 bytes of others may be looked at twice.
    #[test]
    fn a_byte_is_found_at_any_place_of_a_text_of_any_length() {
        let class = |byte| u8::from(byte == b'x') | (u8::from(byte == b'y') << 1);
        for length in 0..50 {
            let text = "a".repeat(length);
            assert_eq!(classes(&text, class), 0);
            for at in 0..length {
                let mut text = text.clone();
                text.replace_range(at..=at, "y");
                assert_eq!(classes(&text, class), 2, "{text}");
            }
        }
    }
}
