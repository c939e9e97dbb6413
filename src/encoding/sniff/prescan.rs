//! "Prescan a byte stream to determine its encoding": the search for a `meta` element that declares
//! an encoding, before parsing starts.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::candidate::EncodingCandidate;
use super::xml_declaration::{utf_16_xml_declaration, xml_encoding};
use crate::encoding::labels::encoding_labelled;
use crate::encoding::meta_charset::{encoding_meant_by_meta, label_in_meta_content};
use crate::encoding::vocabulary::EncodingSource;

/// The largest number of `meta` elements with an unknown label that become candidates: a bound on
/// memory.
const MAX_UNKNOWN_LABELS: usize = 16;

/// Prescans a byte stream to determine its encoding. The end condition is the end of `bytes`. Adds
/// the declarations that it finds to the candidates, in order of priority: the first with an
/// encoding is the result of the standard's algorithm.
///
/// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
pub(super) fn prescan(bytes: &[u8], candidates: &mut Vec<EncodingCandidate>) {
    // Step 2: look for a UTF-16 XML declaration.
    candidates.extend(utf_16_xml_declaration(bytes, 6));

    // Steps 1, 3 and 4: look for a `meta` element.
    prescan_meta(bytes, candidates);

    // The end condition is met: get an XML encoding. If a `meta` element was found, this is only
    // for the report.
    candidates.extend(xml_encoding(bytes));
}

/// Adds the `meta` elements that declare an encoding, with one that names an encoding last.
pub(super) fn prescan_meta(bytes: &[u8], candidates: &mut Vec<EncodingCandidate>) {
    let mut scan = Prescan::new(bytes);
    let found = scan.find_label().ok();
    for label in scan.unknown_labels.into_iter().chain(found) {
        candidates.push(EncodingCandidate::in_document(
            EncodingSource::Meta,
            bytes,
            label,
            encoding_meant_by_meta,
        ));
    }
}

/// The end condition of the prescan: the position is past the last byte. It aborts the prescan at
/// any step.
#[derive(Debug, PartialEq, Eq)]
struct OutOfBytes;

/// An attribute found by the prescan. The standard ASCII-lowercases the name and the value; here
/// they are slices of the input, and comparisons ignore ASCII case.
#[derive(Debug, PartialEq, Eq)]
struct SniffedAttribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
    /// The byte offset of the value in the input.
    value_start: usize,
}

/// The variables of the steps for "<meta".
#[derive(Default)]
struct MetaAttributes {
    // The standard's "attribute list": the names that can occur in it.
    seen_http_equiv: bool,
    seen_content: bool,
    seen_charset: bool,

    got_pragma: bool,
    need_pragma: Option<bool>,
    charset: MetaCharset,
    /// The range of a label that names no encoding, for the report.
    unknown_label: Option<Range<usize>>,
}

/// The variable "charset", for which null and failure are different values. Instead of the
/// encoding, this has the range of the label that names it.
#[derive(Default)]
enum MetaCharset {
    #[default]
    Null,
    Failure,
    Label(Range<usize>),
}

/// The declaration of one `meta` element.
enum MetaDeclaration {
    Nothing,
    /// The range of a label that names no encoding.
    Unknown(Range<usize>),
    /// The range of a label that names an encoding.
    Label(Range<usize>),
}

/// The state of a prescan.
struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
    /// The ranges of labels found so far that name no encoding.
    unknown_labels: Vec<Range<usize>>,
}

impl<'a> Prescan<'a> {
    /// Step 1: start at the first byte.
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0, unknown_labels: Vec::new() }
    }

    /// Returns the range of the label of the first `meta` element that declares an encoding: steps
    /// 3 and 4, the loop.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn find_label(&mut self) -> Result<Range<usize>, OutOfBytes> {
        loop {
            // Step 3: any byte but "<" is skipped.
            self.advance_to(b'<')?;
            match self.rest() {
                [b'<', b'!', b'-', b'-', ..] => {
                    // "-->" may share its hyphens with "<!--".
                    self.position += b"<!".len();
                    self.advance_to_comment_end()?;
                }
                rest if starts_with_meta_tag(rest) => match self.meta_declaration()? {
                    MetaDeclaration::Label(label) => return Ok(label),
                    MetaDeclaration::Unknown(label)
                        if self.unknown_labels.len() < MAX_UNKNOWN_LABELS =>
                    {
                        self.unknown_labels.push(label);
                    }
                    MetaDeclaration::Unknown(_) | MetaDeclaration::Nothing => {}
                },
                [b'<', letter, ..] | [b'<', b'/', letter, ..] if letter.is_ascii_alphabetic() => {
                    self.skip_tag()?;
                }
                [b'<', b'!' | b'/' | b'?', ..] => self.advance_to(b'>')?,
                _ => {}
            }
            // Step 4: go to the next byte.
            self.position += 1;
        }
    }

    /// Runs the steps for "<meta". Leaves the position at the tag's ">".
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn meta_declaration(&mut self) -> Result<MetaDeclaration, OutOfBytes> {
        // Step 1: skip the name; the position is then at the whitespace or slash after it.
        self.position += b"<meta".len();

        // Steps 2 to 5: initialize the variables.
        let mut meta = MetaAttributes::default();

        // Steps 6 and 10: get the next attribute.
        while let Some(attribute) = self.get_attribute()? {
            meta.add(&attribute);
        }

        Ok(meta.declaration())
    }

    /// Runs the steps for any other tag. Leaves the position at its ">".
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn skip_tag(&mut self) -> Result<(), OutOfBytes> {
        // Step 1: skip the name. A slash does not end it.
        self.skip_while(|byte| !byte.is_ascii_whitespace() && *byte != b'>')?;
        // Step 2: skip the attributes.
        while self.get_attribute()?.is_some() {}
        Ok(())
    }

    /// Gets an attribute. Returns `None` if there is none: the position is then at a ">".
    ///
    /// <https://html.spec.whatwg.org/#concept-get-attributes-when-sniffing>
    fn get_attribute(&mut self) -> Result<Option<SniffedAttribute<'a>>, OutOfBytes> {
        // Step 1: skip whitespace and slashes.
        let byte = self.skip_while(|byte| byte.is_ascii_whitespace() || *byte == b'/')?;

        // Step 2: the tag ends.
        if byte == b'>' {
            return Ok(None);
        }

        // Step 3: the name starts here.
        let name_start = self.position;

        // Steps 4 and 5: the name ends before "=", whitespace, "/" or ">". As its first byte, "="
        // is part of it.
        self.position += 1;
        let byte = self.skip_while(|byte| {
            !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'/' | b'>')
        })?;
        let name = &self.bytes[name_start..self.position];
        if matches!(byte, b'/' | b'>') {
            return Ok(Some(self.attribute_without_value(name)));
        }

        // Step 6: skip whitespace.
        let byte = self.skip_while(u8::is_ascii_whitespace)?;

        // Step 7: without "=", there is no value.
        if byte != b'=' {
            return Ok(Some(self.attribute_without_value(name)));
        }

        // Step 8: skip the "=".
        self.position += 1;

        // Step 9: skip whitespace.
        let byte = self.skip_while(u8::is_ascii_whitespace)?;

        // Step 10: the value is quoted, missing or unquoted.
        match byte {
            b'"' | b'\'' => {
                let value_start = self.position + 1;
                let value = self.quoted_value(byte)?;
                Ok(Some(SniffedAttribute { name, value, value_start }))
            }
            b'>' => Ok(Some(self.attribute_without_value(name))),
            _ => {
                let value_start = self.position;
                let value = self.unquoted_value()?;
                Ok(Some(SniffedAttribute { name, value, value_start }))
            }
        }
    }

    fn attribute_without_value(&self, name: &'a [u8]) -> SniffedAttribute<'a> {
        SniffedAttribute { name, value: b"", value_start: self.position }
    }

    /// Returns a quoted value: the steps for a quote in step 10. It ends before the next such
    /// quote; the position is then after that.
    fn quoted_value(&mut self, quote: u8) -> Result<&'a [u8], OutOfBytes> {
        self.position += 1;
        let start = self.position;
        self.advance_to(quote)?;
        let value = &self.bytes[start..self.position];
        self.position += 1;
        Ok(value)
    }

    /// Returns an unquoted value: steps 10 to 12. It ends before whitespace or ">", where the
    /// position stays.
    fn unquoted_value(&mut self) -> Result<&'a [u8], OutOfBytes> {
        let start = self.position;
        self.skip_while(|byte| !byte.is_ascii_whitespace() && *byte != b'>')?;
        Ok(&self.bytes[start..self.position])
    }

    /// Returns the bytes from the position on.
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// Moves the position to the next such byte, which may be at the position.
    fn advance_to(&mut self, byte: u8) -> Result<(), OutOfBytes> {
        self.position += memchr(byte, self.rest()).ok_or(OutOfBytes)?;
        Ok(())
    }

    /// Moves the position to the ">" of the next "-->".
    fn advance_to_comment_end(&mut self) -> Result<(), OutOfBytes> {
        self.position += memmem::find(self.rest(), b"-->").ok_or(OutOfBytes)? + b"--".len();
        Ok(())
    }

    /// Skips bytes for which `is_skipped` is true, and returns the byte at the new position.
    #[inline] // With what it is given: that runs for each byte.
    fn skip_while(&mut self, is_skipped: impl Fn(&u8) -> bool) -> Result<u8, OutOfBytes> {
        let mut rest = self.rest().iter().enumerate();
        let (skipped, byte) = rest.find(|(_, byte)| !is_skipped(byte)).ok_or(OutOfBytes)?;
        self.position += skipped;
        Ok(*byte)
    }
}

impl MetaAttributes {
    /// Runs steps 7 to 9 for "<meta" for one attribute, unless it is a duplicate. Step 9 has three
    /// cases: "http-equiv" sets "got pragma", "content" and "charset" have functions of their own.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn add(&mut self, attribute: &SniffedAttribute<'_>) {
        if attribute.name.eq_ignore_ascii_case(b"http-equiv") {
            // Step 9, "http-equiv": the value "content-type" sets "got pragma".
            if !std::mem::replace(&mut self.seen_http_equiv, true) {
                self.got_pragma = attribute.value.eq_ignore_ascii_case(b"content-type");
            }
        } else if attribute.name.eq_ignore_ascii_case(b"content") {
            if !std::mem::replace(&mut self.seen_content, true) {
                self.add_content(attribute);
            }
        } else if attribute.name.eq_ignore_ascii_case(b"charset")
            && !std::mem::replace(&mut self.seen_charset, true)
        {
            self.add_charset(attribute);
        }
    }

    /// Step 9, "content": sets "charset" if the value names an encoding and "charset" is still
    /// null.
    fn add_content(&mut self, attribute: &SniffedAttribute<'_>) {
        let Some(label) = label_in_meta_content(attribute.value) else { return };
        let range = attribute.value_start + label.start..attribute.value_start + label.end;
        if encoding_labelled(&attribute.value[label]).is_none() {
            self.unknown_label.get_or_insert(range);
        } else if matches!(self.charset, MetaCharset::Null) {
            self.charset = MetaCharset::Label(range);
            self.need_pragma = Some(true);
        }
    }

    /// Step 9, "charset": sets "charset" in any case.
    fn add_charset(&mut self, attribute: &SniffedAttribute<'_>) {
        let range = attribute.value_start..attribute.value_start + attribute.value.len();
        self.charset = if encoding_labelled(attribute.value).is_some() {
            MetaCharset::Label(range)
        } else {
            self.unknown_label = Some(range);
            MetaCharset::Failure
        };
        self.need_pragma = Some(false);
    }

    /// Returns the declaration after the last attribute: steps 11 to 13 for "<meta", "Processing".
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn declaration(self) -> MetaDeclaration {
        match (self.need_pragma, self.charset) {
            // Step 11: no attribute names an encoding. A label in `content` is for the report.
            (None, _) => match self.unknown_label {
                Some(label) if self.got_pragma => MetaDeclaration::Unknown(label),
                _ => MetaDeclaration::Nothing,
            },
            // Step 12: `content` declares nothing without the pragma in `http-equiv`.
            (Some(true), _) if !self.got_pragma => MetaDeclaration::Nothing,
            // Step 13: there is no such encoding.
            (Some(_), MetaCharset::Null | MetaCharset::Failure) => match self.unknown_label {
                Some(label) => MetaDeclaration::Unknown(label),
                None => MetaDeclaration::Nothing,
            },
            // Steps 14 to 16 are done where the label becomes a candidate.
            (Some(_), MetaCharset::Label(label)) => MetaDeclaration::Label(label),
        }
    }
}

/// Returns whether the bytes start with "<meta" in any case and then whitespace or a slash.
fn starts_with_meta_tag(bytes: &[u8]) -> bool {
    match bytes.split_at_checked(b"<meta".len()) {
        Some((name, [after, ..])) => {
            name.eq_ignore_ascii_case(b"<meta") && (after.is_ascii_whitespace() || *after == b'/')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
