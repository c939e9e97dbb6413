//! The patched source in the encoding that it came in.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};

use crate::dom::NodeId;
use crate::encoding::{Confidence, byte_order_mark, sniff};
use crate::serialize::{EncodingPart, encoding_parts};
use crate::steps;

use super::kept::KeptParts;
use super::{SourceEdits, check};

/// No texts for the patches: with these, `apply_texts` returns the source as it came.
const NO_TEXTS: [&str; 0] = [];

/// A range of the bytes of a document and the bytes that replace it, from
/// [`SourceEdits::patches_of_bytes`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BytePatch {
    range: Range<usize>,
    bytes: Vec<u8>,
}

impl BytePatch {
    /// Returns the range in the bytes of the document, a byte order mark included.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the new bytes, in the encoding of the document.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Why patches cannot be applied to bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The document was parsed from other bytes.
    #[error("the bytes are not those that the document was parsed from")]
    OtherInput,
    /// The encoding does not have a character, and no character reference can stand for it: it is
    /// in a name, a comment or a script.
    #[error(
        "{} does not have {character:?} (U+{:04X}), and nothing can stand for it",
        encoding.name(), u32::from(*character)
    )]
    #[non_exhaustive]
    Unmappable {
        /// The character.
        character: char,
        /// A node that the patch is for; the root of the document if it is for none.
        node: NodeId,
        /// The encoding.
        encoding: &'static Encoding,
    },
    /// The patched bytes do not decode to the patched text: next to a patch is a malformed sequence
    /// that becomes another one, they would start with a byte order mark, or the encoding cannot be
    /// written.
    #[error("the edits cannot be written in {}", encoding.name())]
    #[non_exhaustive]
    Undecodable {
        /// The encoding.
        encoding: &'static Encoding,
    },
    /// With the hints of the document, the patched bytes would be decoded from another encoding:
    /// the edits change a declaration of the encoding.
    #[error("the edited document would be decoded as {}", decoded_as.name())]
    #[non_exhaustive]
    OtherEncoding {
        /// The encoding that they would be decoded from.
        decoded_as: &'static Encoding,
    },
}

impl SourceEdits<'_> {
    /// Returns the patched source in the encoding of the document: `original` with the
    /// [patches](Self::patches_of_bytes). `original` are the bytes that the document was parsed
    /// from or, if it was parsed from text, the bytes of that text.
    ///
    /// ```
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let bytes = b"<meta charset=Shift_JIS>\r\n<p title='\x93\xFA\x96{'>\x81\x81";
    /// let options = ParseOptions::new().lossless(true);
    /// let mut document = options.parse_document(bytes, &Hints::new());
    /// let p = document.body().unwrap().first_element_child().unwrap().id();
    /// document.set_text(p, "5 € スープ").unwrap();
    /// let edits = document.source_edits().unwrap();
    /// assert_eq!(
    ///     edits.apply_to_bytes(bytes).unwrap(),
    ///     b"<meta charset=Shift_JIS>\r\n<p title='\x93\xFA\x96{'>5 &#x20AC; \x83X\x81[\x83v",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// As [`patches_of_bytes`](Self::patches_of_bytes).
    pub fn apply_to_bytes(&self, original: &[u8]) -> Result<Vec<u8>, ApplyError> {
        Ok(apply(original, &self.patches_of_bytes(original)?))
    }

    /// Returns the patches as bytes in the encoding of the document, with their ranges in
    /// `original`, the bytes that it was parsed from: sorted, and apart from each other. A
    /// character that the encoding doesn't have becomes a character reference. A byte order mark
    /// stays. Parsed with the hints of the document, the patched bytes are decoded from the same
    /// encoding.
    ///
    /// Takes time linear in the bytes: decodes them, and parses them up to the point where the
    /// encoding is certain, or as a whole if characters become references. Without patches, does
    /// not look at the bytes.
    ///
    /// # Errors
    ///
    /// [`OtherInput`](ApplyError::OtherInput), [`Unmappable`](ApplyError::Unmappable),
    /// [`Undecodable`](ApplyError::Undecodable) and
    /// [`OtherEncoding`](ApplyError::OtherEncoding).
    pub fn patches_of_bytes(&self, original: &[u8]) -> Result<Vec<BytePatch>, ApplyError> {
        if self.patches.is_empty() {
            return Ok(Vec::new());
        }
        let Some(encoding) = self.document.encoding() else {
            return self.patches_of_text(original);
        };
        let offsets = self.document.byte_offsets(original).ok_or(ApplyError::OtherInput)?;
        let body = &original[offsets.offset(0).min(original.len())..];
        let is_cut = self.is_cut();
        if !is_cut && decode(encoding, body) != self.apply_texts(NO_TEXTS.iter()) {
            return Err(ApplyError::OtherInput);
        }
        if encoding == REPLACEMENT {
            return Err(ApplyError::Undecodable { encoding });
        }
        let texts = self.with_references(encoding)?;
        let mut patches = Vec::with_capacity(self.patches.len());
        let (mut at, mut state) = (0, ASCII_STATE);
        for (patch, text) in self.patches.iter().zip(&texts) {
            let range = offsets.range(patch.range());
            let states = || {
                let before = last_escape(&original[at..range.start]).unwrap_or(state);
                state = last_escape(&original[range.clone()]).unwrap_or(before);
                at = range.end;
                [before, state]
            };
            let bytes = encode(encoding, text, states, &original[range.end..]);
            patches.push(BytePatch { range, bytes });
        }
        // The bytes beside a patch change how it is decoded only if some are malformed or switch a
        // state, and valid UTF-8 has neither.
        let is_safe = encoding == UTF_8 && std::str::from_utf8(body).is_ok();
        let patched = apply(original, &patches);
        let mark = original.len() - body.len();
        if !is_cut
            && !is_safe
            && decode(encoding, &patched[mark..]) != self.apply_texts(texts.iter())
        {
            return Err(ApplyError::Undecodable { encoding });
        }
        self.check_encoding(encoding, original, &patched)?;
        Ok(patches)
    }

    /// Whether a limit ended the parse, so that the source is not the whole input.
    fn is_cut(&self) -> bool {
        self.document.limits_hit.input_bytes || self.document.limits_hit.nodes
    }

    /// Returns the patches of a document that was parsed from text.
    fn patches_of_text(&self, original: &[u8]) -> Result<Vec<BytePatch>, ApplyError> {
        let is_cut = self.is_cut();
        if !is_cut && original != self.apply_texts(NO_TEXTS.iter()).as_bytes() {
            return Err(ApplyError::OtherInput);
        }
        let patch = |patch: &super::Patch| BytePatch {
            range: patch.range(),
            bytes: patch.text().as_bytes().to_vec(),
        };
        Ok(self.patches.iter().map(patch).collect())
    }

    /// Returns the texts of the patches, with references for characters that the encoding doesn't
    /// have.
    pub(crate) fn with_references(
        &self,
        encoding: &'static Encoding,
    ) -> Result<Vec<Cow<'_, str>>, ApplyError> {
        let mut missing = None;
        let mut texts = Vec::with_capacity(self.patches.len());
        for patch in &self.patches {
            let (text, character) = with_references(encoding, patch.text());
            if let Some(character) = character {
                missing.get_or_insert((character, patch));
            }
            texts.push(text);
        }
        if let Some((character, patch)) = missing {
            let [unescaped, referring] = [self.apply(), self.apply_texts(texts.iter())]
                .map(|text| check::parse_again(self.document, text));
            if !check::differences(&unescaped, &referring, KeptParts::default(), false).is_empty() {
                let node = patch.nodes().first().copied();
                let node = node.unwrap_or(self.document.root().id());
                return Err(ApplyError::Unmappable { character, node, encoding });
            }
        }
        Ok(texts)
    }

    /// Checks that the patched bytes are decoded from the same encoding, by the same hints, without
    /// a new byte order mark.
    fn check_encoding(
        &self,
        encoding: &'static Encoding,
        original: &[u8],
        patched: &[u8],
    ) -> Result<(), ApplyError> {
        let mark = byte_order_mark(encoding);
        let has_mark = |bytes: &[u8]| !mark.is_empty() && bytes.starts_with(mark);
        if has_mark(patched) && !has_mark(original) {
            return Err(ApplyError::Undecodable { encoding });
        }
        match self.encoding_of(patched) {
            Some(decoded_as) if decoded_as != encoding => {
                // The caller of a `Driver` may have decided otherwise than the hints say.
                let is_by_hints = self.encoding_of(original) == Some(encoding);
                if is_by_hints { Err(ApplyError::OtherEncoding { decoded_as }) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// Returns the encoding that bytes are decoded from, given the options and hints of the
    /// document.
    fn encoding_of(&self, bytes: &[u8]) -> Option<&'static Encoding> {
        let hints = self.document.tree.original()?.parsed_with().hints.as_ref()?;
        steps::count(bytes.len());
        let sniffed = sniff(bytes, true, hints);
        let is_fragment = self.document.confidence() == Confidence::Irrelevant;
        if is_fragment || !sniffed.can_change() || !has_meta(bytes) {
            return Some(sniffed.detected.encoding);
        }
        check::options_of(self.document).encoding_of(bytes, hints)
    }
}

/// Whether bytes may have a `meta` tag, in an encoding that a `meta` element can change.
fn has_meta(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'<', bytes).any(|at| {
        let name = bytes.get(at + "<".len()..at + "<meta".len());
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"meta"))
    })
}

/// Returns bytes with patches, which are in order.
fn apply(original: &[u8], patches: &[BytePatch]) -> Vec<u8> {
    let added: usize = patches.iter().map(|patch| patch.bytes.len()).sum();
    let mut out = Vec::with_capacity(original.len() + added);
    let mut at = 0;
    for patch in patches {
        out.extend_from_slice(&original[at..patch.range.start]);
        out.extend_from_slice(&patch.bytes);
        at = patch.range.end;
    }
    out.extend_from_slice(&original[at..]);
    out
}

/// Decodes bytes without a byte order mark.
fn decode<'b>(encoding: &'static Encoding, body: &'b [u8]) -> Cow<'b, str> {
    if encoding == REPLACEMENT {
        return Cow::Borrowed(if body.is_empty() { "" } else { "\u{FFFD}" });
    }
    encoding.decode_without_bom_handling(body).0
}

/// Returns a text with references for the characters that an encoding doesn't have, and the first
/// of these characters.
pub(crate) fn with_references<'t>(
    encoding: &'static Encoding,
    text: &'t str,
) -> (Cow<'t, str>, Option<char>) {
    if encoding == UTF_8 || encoding == UTF_16BE || encoding == UTF_16LE {
        return (Cow::Borrowed(text), None);
    }
    let mut missing = None;
    let mut referring = String::new();
    for part in encoding_parts(encoding, text) {
        match part {
            EncodingPart::Kept(kept) if kept.len() == text.len() => {
                return (Cow::Borrowed(text), None);
            }
            EncodingPart::Kept(kept) => referring.push_str(kept),
            EncodingPart::Missing { character, .. } => {
                missing.get_or_insert(character);
                referring.push_str(&format!("&#x{:X};", u32::from(character)));
            }
        }
    }
    (Cow::Owned(referring), missing)
}

/// Encodes a text that replaces a range of bytes; `rest` are the bytes after the range. The
/// encoding has all characters of the text. `states` returns the escape sequences of ISO-2022-JP
/// that are in effect at the start of the range and at its end.
pub(crate) fn encode<'b>(
    encoding: &'static Encoding,
    text: &str,
    states: impl FnOnce() -> [&'b [u8]; 2],
    rest: &[u8],
) -> Vec<u8> {
    if encoding == UTF_16LE {
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    if encoding == UTF_16BE {
        return text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    }
    let bytes = encoding.encode(text).0.into_owned();
    if encoding != ISO_2022_JP {
        return bytes;
    }
    let [before, after] = states();
    in_states(bytes, before, after, rest)
}

/// Fits bytes in ISO-2022-JP, which start and end in the state of ASCII, into a place in the input.
/// The place starts in the state `before` and ends in the state `after`; `rest` are the bytes after
/// it.
///
/// An escape sequence must not follow another one: the decoder takes that for an error.
///
/// <https://encoding.spec.whatwg.org/#iso-2022-jp-decoder>
fn in_states(bytes: Vec<u8>, before: &[u8], after: &[u8], rest: &[u8]) -> Vec<u8> {
    let mut text = bytes.as_slice();
    let mut out = Vec::with_capacity(bytes.len() + 2 * ASCII_STATE.len());
    let mut state = before;
    if text.first() == Some(&0x1B) {
        text = text.strip_prefix(before).unwrap_or(text);
    } else if !text.is_empty() && before != ASCII_STATE {
        out.extend_from_slice(ASCII_STATE);
    }
    if !text.is_empty() {
        state = ASCII_STATE;
    }
    if let Some(body) = text.strip_suffix(ASCII_STATE) {
        let all = &bytes[..bytes.len() - ASCII_STATE.len()];
        (text, state) = (body, last_escape(all).unwrap_or(ASCII_STATE));
    }
    out.extend_from_slice(text);
    if state != after && rest.first() != Some(&0x1B) {
        out.extend_from_slice(after);
    }
    out
}

/// The escape sequence of ISO-2022-JP that switches to ASCII, the state at the start.
pub(crate) const ASCII_STATE: &[u8] = b"\x1B(B";

/// Returns the last escape sequence of bytes in ISO-2022-JP.
fn last_escape(bytes: &[u8]) -> Option<&[u8]> {
    steps::count(bytes.len());
    let states: [&[u8]; 5] = [ASCII_STATE, b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];
    let mut end = bytes.len();
    while let Some(at) = memchr::memrchr(0x1B, &bytes[..end]) {
        if let Some(state) = bytes.get(at..at + 3).filter(|state| states.contains(state)) {
            return Some(state);
        }
        end = at;
    }
    None
}
