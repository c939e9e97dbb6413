//! The search for a `meta` element that declares an encoding, before there is a tokenizer.

use std::ops::Range;

use encoding_rs::Encoding;
use memchr::{memchr, memmem};

use super::meta_charset::{encoding_for_meta_label, encoding_meant_by_meta, label_in_meta_content};
use super::xml_declaration::{utf_16_xml_declaration, xml_encoding};
use super::{EncodingCandidate, EncodingSource};

/// How many `meta` elements that name no encoding are remembered.
const MOST_UNKNOWN: usize = 16;

/// Prescan a byte stream to determine its encoding. The end condition is the end of `bytes`. Adds
/// what it finds to the candidates in the order in which it counts: the first that has an encoding
/// is the answer of the standard's algorithm.
///
/// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
pub(super) fn prescan(bytes: &[u8], candidates: &mut Vec<EncodingCandidate>) {
    // Step 2: look for a UTF-16 XML declaration.
    candidates.extend(utf_16_xml_declaration(bytes, 6));

    // Steps 1, 3 and 4: look for a `meta` element.
    prescan_meta(bytes, candidates);

    // Out of bytes, try for an XML declaration; one that a `meta` element overrules is found for
    // the account only.
    candidates.extend(xml_encoding(bytes));
}

/// The steps that look for a `meta` element, alone.
pub(super) fn prescan_meta(bytes: &[u8], candidates: &mut Vec<EncodingCandidate>) {
    let mut scan = Prescan::new(bytes);
    let found = scan.find_meta_encoding();
    for label in scan.unknown_labels.into_iter().chain(found) {
        candidates.push(EncodingCandidate::in_document(
            EncodingSource::Meta,
            bytes,
            label,
            encoding_meant_by_meta,
        ));
    }
}

/// The position went beyond the last byte, which aborts the prescan at whatever step it is.
#[derive(Debug, PartialEq, Eq)]
struct OutOfBytes;

/// An attribute found by the prescan. The standard lowercases both parts on the way; here they are
/// slices of the input, and whoever looks at them ignores the case of ASCII letters.
#[derive(Debug, PartialEq, Eq)]
struct SniffedAttribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
    /// Where the value starts.
    value_start: usize,
}

/// What the attributes of one `meta` element have said so far.
#[derive(Default)]
struct MetaAttributes {
    // The standard's "attribute list", as far as it can matter.
    seen_http_equiv: bool,
    seen_content: bool,
    seen_charset: bool,

    got_pragma: bool,
    need_pragma: Option<bool>,
    charset: MetaCharset,
    /// A label that names no encoding, in the first attribute that has one.
    unknown_label: Option<Range<usize>>,
}

/// The variable "charset", in which null and failure are different things. Instead of an encoding
/// there is the place of the label that names one.
#[derive(Default)]
enum MetaCharset {
    #[default]
    Null,
    Failure,
    Label(Range<usize>),
}

/// What one `meta` element declares.
enum MetaDeclaration {
    Nothing,
    /// The label, which names no encoding, stands there.
    Unknown(Range<usize>),
    /// The label, which names an encoding, stands there.
    Label(Range<usize>),
}

/// The prescan's position in the bytes.
struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
    /// The labels met on the way that name no encoding.
    unknown_labels: Vec<Range<usize>>,
}

impl<'a> Prescan<'a> {
    /// Step 1: start at the first byte.
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0, unknown_labels: Vec::new() }
    }

    /// The label of the first `meta` element that declares an encoding.
    fn find_meta_encoding(&mut self) -> Option<Range<usize>> {
        self.find_label().ok()
    }

    /// Steps 3 and 4 of the prescan: the loop.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn find_label(&mut self) -> Result<Range<usize>, OutOfBytes> {
        loop {
            // Step 3: nothing is done with any byte but "<".
            self.advance_to(b'<')?;
            match self.rest() {
                [b'<', b'!', b'-', b'-', ..] => {
                    // The two hyphens of "-->" may be those of "<!--".
                    self.position += b"<!".len();
                    self.advance_to_comment_end()?;
                }
                rest if starts_with_meta_tag(rest) => match self.meta_declaration()? {
                    MetaDeclaration::Label(label) => return Ok(label),
                    MetaDeclaration::Unknown(label) if self.unknown_labels.len() < MOST_UNKNOWN => {
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
            // Step 4: next byte.
            self.position += 1;
        }
    }

    /// The steps for "<meta". Leaves the position at the tag's ">" when the element declares
    /// nothing.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn meta_declaration(&mut self) -> Result<MetaDeclaration, OutOfBytes> {
        // Step 1: go past the name, to the white space or slash that was matched.
        self.position += b"<meta".len();

        // Steps 2 to 5: nothing is known yet.
        let mut meta = MetaAttributes::default();

        // Steps 6 and 10: attribute by attribute.
        while let Some(attribute) = self.get_attribute()? {
            meta.add(&attribute);
        }

        Ok(meta.declaration())
    }

    /// The steps for any other tag. Leaves the position at the ">" that ends it.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn skip_tag(&mut self) -> Result<(), OutOfBytes> {
        // Step 1: go to the end of the name. A slash does not end it.
        self.skip_while(|byte| !is_space(byte) && byte != b'>')?;
        // Step 2: skip the attributes.
        while self.get_attribute()?.is_some() {}
        Ok(())
    }

    /// Get an attribute. `None` means that there is none, and the position is at a ">".
    ///
    /// <https://html.spec.whatwg.org/#concept-get-attributes-when-sniffing>
    fn get_attribute(&mut self) -> Result<Option<SniffedAttribute<'a>>, OutOfBytes> {
        // Step 1: skip white space and slashes.
        let byte = self.skip_while(|byte| is_space(byte) || byte == b'/')?;

        // Step 2: the tag ends.
        if byte == b'>' {
            return Ok(None);
        }

        // Step 3: the name starts here.
        let name_start = self.position;

        // Steps 4 and 5: the name goes on up to "=", white space, "/" or ">". As its first byte,
        // "=" is part of it.
        self.position += 1;
        let byte =
            self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[name_start..self.position];
        if matches!(byte, b'/' | b'>') {
            return Ok(Some(self.attribute_without_value(name)));
        }

        // Step 6: skip white space.
        let byte = self.skip_while(is_space)?;

        // Step 7: without "=", there is no value.
        if byte != b'=' {
            return Ok(Some(self.attribute_without_value(name)));
        }

        // Step 8: go past the "=".
        self.position += 1;

        // Step 9: skip white space.
        let byte = self.skip_while(is_space)?;

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

    /// Steps 10.1 to 10.5 for a quote: the value goes up to the next such quote, and the position
    /// past it.
    fn quoted_value(&mut self, quote: u8) -> Result<&'a [u8], OutOfBytes> {
        self.position += 1;
        let start = self.position;
        self.advance_to(quote)?;
        let value = &self.bytes[start..self.position];
        self.position += 1;
        Ok(value)
    }

    /// Steps 10 to 12: the value goes up to white space or ">", where the position stays.
    fn unquoted_value(&mut self) -> Result<&'a [u8], OutOfBytes> {
        let start = self.position;
        self.skip_while(|byte| !is_space(byte) && byte != b'>')?;
        Ok(&self.bytes[start..self.position])
    }

    /// The bytes from the position on.
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// Moves the position to the first such byte at or after it.
    fn advance_to(&mut self, byte: u8) -> Result<(), OutOfBytes> {
        self.position += memchr(byte, self.rest()).ok_or(OutOfBytes)?;
        Ok(())
    }

    /// Moves the position to the ">" of the first "-->" at or after it.
    fn advance_to_comment_end(&mut self) -> Result<(), OutOfBytes> {
        self.position += memmem::find(self.rest(), b"-->").ok_or(OutOfBytes)? + b"--".len();
        Ok(())
    }

    /// Moves the position to the first byte at or after it that is not of the kind, and returns
    /// that byte.
    fn skip_while(&mut self, is_of_kind: fn(u8) -> bool) -> Result<u8, OutOfBytes> {
        for &byte in self.rest() {
            if !is_of_kind(byte) {
                return Ok(byte);
            }
            self.position += 1;
        }
        Err(OutOfBytes)
    }
}

impl MetaAttributes {
    /// Steps 7 to 9 for "<meta": takes an attribute into account, unless it is a duplicate.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn add(&mut self, attribute: &SniffedAttribute<'_>) {
        if attribute.name.eq_ignore_ascii_case(b"http-equiv") {
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

    /// Step 9, "content": counts if it names an encoding and `charset` is still null.
    fn add_content(&mut self, attribute: &SniffedAttribute<'_>) {
        let Some(label) = label_in_meta_content(attribute.value) else { return };
        let place = attribute.value_start + label.start..attribute.value_start + label.end;
        if Encoding::for_label(&attribute.value[label]).is_none() {
            self.unknown_label.get_or_insert(place);
        } else if matches!(self.charset, MetaCharset::Null) {
            self.charset = MetaCharset::Label(place);
            self.need_pragma = Some(true);
        }
    }

    /// Step 9, "charset": counts in any case.
    fn add_charset(&mut self, attribute: &SniffedAttribute<'_>) {
        let place = attribute.value_start..attribute.value_start + attribute.value.len();
        self.charset = if encoding_for_meta_label(attribute.value).is_some() {
            MetaCharset::Label(place)
        } else {
            self.unknown_label = Some(place);
            MetaCharset::Failure
        };
        self.need_pragma = Some(false);
    }

    /// Steps 11 to 16 for "<meta": processing.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    fn declaration(self) -> MetaDeclaration {
        match (self.need_pragma, self.charset) {
            // Step 11: neither attribute declared anything; a label in `content` may have tried to.
            (None, _) => match self.unknown_label {
                Some(label) if self.got_pragma => MetaDeclaration::Unknown(label),
                _ => MetaDeclaration::Nothing,
            },
            // Step 12: `content` declares nothing without `http-equiv`.
            (Some(true), _) if !self.got_pragma => MetaDeclaration::Nothing,
            // Step 13: no such encoding.
            (Some(_), MetaCharset::Null | MetaCharset::Failure) => match self.unknown_label {
                Some(label) => MetaDeclaration::Unknown(label),
                None => MetaDeclaration::Nothing,
            },
            // Steps 14 to 16 are left to whoever looks the label up.
            (Some(_), MetaCharset::Label(label)) => MetaDeclaration::Label(label),
        }
    }
}

/// Whether the bytes start with "<meta" in any case and then white space or a slash.
fn starts_with_meta_tag(bytes: &[u8]) -> bool {
    match bytes.split_at_checked(b"<meta".len()) {
        Some((name, [after, ..])) => {
            name.eq_ignore_ascii_case(b"<meta") && (is_space(*after) || *after == b'/')
        }
        _ => false,
    }
}

/// HT, LF, FF, CR or SP: what the standard spells out wherever the prescan skips white space.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, GBK, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

    use super::*;

    /// The answer of the standard's algorithm.
    fn prescan(bytes: &[u8]) -> Option<(&'static Encoding, EncodingSource)> {
        candidates(bytes)
            .iter()
            .find_map(|candidate| Some((candidate.encoding()?, candidate.source())))
    }

    fn candidates(bytes: &[u8]) -> Vec<EncodingCandidate> {
        let mut candidates = Vec::new();
        super::prescan(bytes, &mut candidates);
        candidates
    }

    #[test]
    fn each_declaration_is_a_candidate_with_its_place() {
        type Labels<'a> = &'a [(&'a str, Range<usize>)];
        let rows: &[(&str, &[u8], Labels<'_>)] = &[
            ("charset", b"<meta charset=gbk>", &[("gbk", 14..17)]),
            ("charset in quotes", b"<meta charset=' GBK\n'>", &[("GBK", 16..19)]),
            (
                "pragma",
                b"<meta http-equiv=content-type content='a; charset=\"gbk\"'>",
                &[("gbk", 51..54)],
            ),
            (
                "an unknown label",
                b"<meta charset=x><meta charset=gbk>",
                &[("x", 14..15), ("gbk", 30..33)],
            ),
            (
                "an unknown label in a pragma",
                b"<meta content=charset=x http-equiv=content-type>",
                &[("x", 22..23)],
            ),
            ("no pragma", b"<meta content=charset=x>", &[]),
            ("an empty label", b"<meta charset>", &[("", 13..13)]),
            (
                "an XML declaration that a meta overrules",
                b"<?xml encoding='gbk'?><meta charset=big5>",
                &[("big5", 36..40), ("gbk", 16..19)],
            ),
            ("a declaration in UTF-16", b"<\0?\0x\0", &[("UTF-16LE", 0..6)]),
        ];
        for (rule, bytes, expected) in rows {
            let found = candidates(bytes);
            let found: Vec<_> =
                found.iter().map(|found| (found.label(), found.range().unwrap())).collect();
            assert_eq!(found, *expected, "{rule}");
        }
    }

    #[test]
    fn few_unknown_labels_are_remembered() {
        let bytes = b"<meta charset=x>".repeat(100);
        assert_eq!(candidates(&bytes).len(), MOST_UNKNOWN);
    }

    type Row = (&'static str, &'static [u8], Option<&'static Encoding>);

    fn check(rows: &[Row]) {
        for (rule, bytes, expected) in rows {
            let text = String::from_utf8_lossy(bytes);
            let found = prescan(bytes).map(|(encoding, _source)| encoding);
            assert_eq!(found, *expected, "{rule}: {text:?}");
        }
    }

    #[test]
    fn step_2_utf_16_xml_declarations() {
        check(&[
            ("little-endian", b"<\0?\0x\0m\0", Some(UTF_16LE)),
            ("big-endian", b"\0<\0?\0x\0m", Some(UTF_16BE)),
            ("six bytes are enough, little-endian", b"<\0?\0x\0", Some(UTF_16LE)),
            ("six bytes are enough, big-endian", b"\0<\0?\0x", Some(UTF_16BE)),
            ("five are not", b"<\0?\0x", None),
            ("case matters", b"<\0?\0X\0", None),
            ("not at the start", b" \0<\0?\0x\0", None),
            ("before any meta", b"<\0?\0x\0<meta charset=gbk>", Some(UTF_16LE)),
        ]);
    }

    #[test]
    fn step_3_comments() {
        check(&[
            ("skipped", b"<!-- <meta charset=gbk> --><meta charset=big5>", Some(BIG5)),
            ("only --> ends one", b"<!-- > -> --!> <meta charset=gbk>", None),
            ("four hyphens end one", b"<!----><meta charset=gbk>", Some(GBK)),
            ("three hyphens end one", b"<!---><meta charset=gbk>", Some(GBK)),
            ("two hyphens end one", b"<!--><meta charset=gbk>", Some(GBK)),
            ("more hyphens before the end", b"<!-- ---><meta charset=gbk>", Some(GBK)),
            ("not inside a tag", b"<p <!-- ><meta charset=gbk>", Some(GBK)),
            ("one hyphen makes no comment", b"<!- > <meta charset=gbk> -->", Some(GBK)),
            ("unclosed", b"<!-- <meta charset=gbk>", None),
        ]);
    }

    #[test]
    fn step_3_what_starts_a_meta() {
        check(&[
            ("HT after the name", b"<meta\tcharset=gbk>", Some(GBK)),
            ("LF after the name", b"<meta\ncharset=gbk>", Some(GBK)),
            ("FF after the name", b"<meta\x0Ccharset=gbk>", Some(GBK)),
            ("CR after the name", b"<meta\rcharset=gbk>", Some(GBK)),
            ("SP after the name", b"<meta charset=gbk>", Some(GBK)),
            ("/ after the name", b"<meta/charset=gbk>", Some(GBK)),
            ("VT after the name", b"<meta\x0Bcharset=gbk>", None),
            ("any case", b"<mEtA charset=gbk>", Some(GBK)),
            ("a longer name", b"<metadata charset=gbk>", None),
            ("a shorter name", b"<met charset=gbk>", None),
            ("an end tag", b"</meta charset=gbk>", None),
            ("no attributes", b"<meta><meta charset=gbk>", Some(GBK)),
            ("white space after <", b"< meta charset=gbk>", None),
            ("another < before", b"<<meta charset=gbk>", Some(GBK)),
            (
                "in the content of other elements",
                b"<script>'<meta charset=gbk>'</script>",
                Some(GBK),
            ),
            ("after a meta that declares nothing", b"<meta name=a><meta charset=gbk>", Some(GBK)),
            ("the first declaration counts", b"<meta charset=gbk><meta charset=big5>", Some(GBK)),
        ]);
    }

    #[test]
    fn step_3_what_a_meta_declares() {
        check(&[
            ("charset", b"<meta charset=gbk>", Some(GBK)),
            ("pragma", b"<meta http-equiv=content-type content='a;charset=gbk'>", Some(GBK)),
            (
                "pragma, content first",
                b"<meta content='charset=gbk' http-equiv=Content-Type>",
                Some(GBK),
            ),
            ("7: a second charset", b"<meta charset=gbk charset=big5>", Some(GBK)),
            ("7: a second charset in another case", b"<meta charset=gbk CHARSET=big5>", Some(GBK)),
            ("7: a second charset after a bad one", b"<meta charset=x charset=gbk>", None),
            (
                "7: a second content",
                b"<meta http-equiv=content-type content=x content='charset=gbk'>",
                None,
            ),
            (
                "7: a second http-equiv",
                b"<meta http-equiv=x http-equiv=content-type content='charset=gbk'>",
                None,
            ),
            (
                "9: names in any case",
                b"<META HTTP-EQUIV=CONTENT-TYPE CONTENT='CHARSET=GBK'>",
                Some(GBK),
            ),
            ("9: another pragma", b"<meta http-equiv=refresh content='charset=gbk'>", None),
            (
                "9: white space in the pragma",
                b"<meta http-equiv=' content-type' content='charset=gbk'>",
                None,
            ),
            (
                "9: content names no encoding",
                b"<meta http-equiv=content-type content='charset=x'>",
                None,
            ),
            (
                "9: charset beats an earlier content",
                b"<meta content='charset=gbk' charset=big5>",
                Some(BIG5),
            ),
            (
                "9: charset beats a later content",
                b"<meta charset=big5 content='charset=gbk'>",
                Some(BIG5),
            ),
            (
                "9: and with a pragma",
                b"<meta http-equiv=content-type content='charset=gbk' charset=big5>",
                Some(BIG5),
            ),
            (
                "9: a bad charset beats an earlier content",
                b"<meta http-equiv=content-type content='charset=gbk' charset=x>",
                None,
            ),
            (
                "9: a bad charset is not null",
                b"<meta charset=x http-equiv=content-type content='charset=gbk'>",
                None,
            ),
            ("9: other attributes do nothing", b"<meta name=charset value=gbk>", None),
            ("9: white space around a label", b"<meta charset=' gbk\n'>", Some(GBK)),
            ("11: nothing declared", b"<meta http-equiv=content-type>", None),
            ("12: content without a pragma", b"<meta content='charset=gbk'>", None),
            ("13: an unknown label", b"<meta charset=klingon>", None),
            ("13: an empty label", b"<meta charset>", None),
            ("13: goes on after it", b"<meta charset=klingon><meta charset=gbk>", Some(GBK)),
            ("14: UTF-16", b"<meta charset=utf-16>", Some(UTF_8)),
            ("14: UTF-16BE", b"<meta charset=utf-16be>", Some(UTF_8)),
            (
                "14: UTF-16LE in content",
                b"<meta http-equiv=content-type content='charset=utf-16le'>",
                Some(UTF_8),
            ),
            ("15: x-user-defined", b"<meta charset=x-user-defined>", Some(WINDOWS_1252)),
            ("16: replacement", b"<meta charset=iso-2022-kr>", Some(REPLACEMENT)),
        ]);
    }

    #[test]
    fn step_3_other_markup() {
        check(&[
            ("a start tag", b"<p><meta charset=gbk>", Some(GBK)),
            ("a start tag, in capitals", b"<P a='>'><meta charset=gbk>", Some(GBK)),
            ("an end tag", b"</p><meta charset=gbk>", Some(GBK)),
            ("meta in an attribute", b"<p a='<meta charset=gbk>'><meta charset=big5>", Some(BIG5)),
            ("meta in an end tag's attribute", b"</p a='><meta charset=gbk>'>", None),
            ("meta in an unclosed attribute", b"<p a='><meta charset=gbk>", None),
            ("meta in an unquoted attribute", b"<p a=<meta charset=gbk>", None),
            ("meta in a tag's name", b"<p<meta charset=gbk>", None),
            (
                "a slash does not end a name",
                b"<p/a='><meta charset=gbk>'><meta charset=big5>",
                Some(GBK),
            ),
            ("<! to the first >", b"<!a '><meta charset=gbk>'>", Some(GBK)),
            ("<! hides a meta", b"<!a <meta charset=gbk>", None),
            ("</ to the first >", b"</ a='><meta charset=gbk>'>", Some(GBK)),
            ("</ hides a meta", b"</ <meta charset=gbk>", None),
            ("</>", b"</><meta charset=gbk>", Some(GBK)),
            ("<? to the first >", b"<?a '><meta charset=gbk>'?>", Some(GBK)),
            ("<? hides a meta", b"<?a <meta charset=gbk> ?>", None),
            ("< and a digit", b"<1<meta charset=gbk>", Some(GBK)),
            ("< and >", b"<><meta charset=gbk>", Some(GBK)),
            ("any other byte", b"\0\xFF>'\"=<meta charset=gbk>", Some(GBK)),
            ("no markup", b"charset=gbk", None),
        ]);
    }

    #[test]
    fn out_of_bytes() {
        check(&[
            ("nothing", b"", None),
            ("after <", b"<", None),
            ("after <!", b"<!", None),
            ("after </", b"</", None),
            ("after <!--", b"<!--", None),
            ("after <!--, second try", b"<!-- --", None),
            ("in a tag's name", b"<p", None),
            ("in the name of meta", b"<meta", None),
            ("after the name of meta", b"<meta ", None),
            ("in an attribute's name", b"<meta charset", None),
            ("after an attribute's name", b"<meta charset ", None),
            ("after =", b"<meta charset=", None),
            ("after = and white space", b"<meta charset= ", None),
            ("after a quote", b"<meta charset='", None),
            ("in a quoted value", b"<meta charset='gbk", None),
            ("after a quoted value", b"<meta charset='gbk'", None),
            ("in an unquoted value", b"<meta charset=gbk", None),
            ("after an unquoted value", b"<meta charset=gbk ", None),
            ("after a slash", b"<meta charset=gbk /", None),
            ("the last byte is >", b"<meta charset=gbk>", Some(GBK)),
        ]);
    }

    #[test]
    fn out_of_bytes_leads_to_get_an_xml_encoding() {
        let xml: &[u8] = b"<?xml encoding='gbk'?><p>";
        assert_eq!(prescan(xml), Some((GBK, EncodingSource::XmlDeclaration)));
        let cut_short: &[u8] = b"<?xml encoding='gbk'?><meta charset=big5";
        assert_eq!(prescan(cut_short), Some((GBK, EncodingSource::XmlDeclaration)));
        let meta_first: &[u8] = b"<?xml encoding='gbk'?><meta charset=big5>";
        assert_eq!(prescan(meta_first), Some((BIG5, EncodingSource::Meta)));
    }

    /// The name and the value of an attribute.
    type Pair<'a> = (&'a [u8], &'a [u8]);

    /// All attributes of a tag, and the bytes from where the last call of "get an attribute" left
    /// the position.
    fn attributes(bytes: &[u8]) -> (Vec<Pair<'_>>, Result<&[u8], OutOfBytes>) {
        let mut scan = Prescan::new(bytes);
        let mut found = Vec::new();
        loop {
            match scan.get_attribute() {
                Ok(Some(attribute)) => found.push((attribute.name, attribute.value)),
                Ok(None) => return (found, Ok(scan.rest())),
                Err(OutOfBytes) => return (found, Err(OutOfBytes)),
            }
        }
    }

    #[test]
    fn get_an_attribute_follows_its_steps() {
        let rows: &[(&str, &[u8], &[Pair<'_>])] = &[
            ("1: white space and slashes", b"\t\n\x0C\r /a=b>", &[(b"a", b"b")]),
            ("1: nothing else", b" / / >", &[]),
            ("2: no attribute", b">", &[]),
            ("3: any byte starts a name", b"<'\"\0\xE9>", &[(b"<'\"\0\xE9", b"")]),
            ("4: = starts a name", b"=a=b>", &[(b"=a", b"b")]),
            ("4: = starts a name, and ends it", b"==b>", &[(b"=", b"b")]),
            ("4: = ends a name", b"a=b>", &[(b"a", b"b")]),
            (
                "4: white space ends a name",
                b"a b\tc\nd\x0Ce\rf>",
                &[(b"a", b""), (b"b", b""), (b"c", b""), (b"d", b""), (b"e", b""), (b"f", b"")],
            ),
            ("4: VT does not", b"a\x0Bb>", &[(b"a\x0Bb", b"")]),
            ("4: / ends a name", b"a/b=c>", &[(b"a", b""), (b"b", b"c")]),
            ("4: / before =", b"a/=b>", &[(b"a", b""), (b"=b", b"")]),
            ("4: > ends a name", b"a>", &[(b"a", b"")]),
            ("6: white space before =", b"a\t\n\x0C\r =b>", &[(b"a", b"b")]),
            ("7: no = after white space", b"a /=b>", &[(b"a", b""), (b"=b", b"")]),
            ("9: white space after =", b"a=\t\n\x0C\r b>", &[(b"a", b"b")]),
            ("10: quotation marks", b"a=\"b 'c> /\">", &[(b"a", b"b 'c> /")]),
            ("10: apostrophes", b"a='b \"c> /'>", &[(b"a", b"b \"c> /")]),
            ("10: nothing between quotes", b"a=''>", &[(b"a", b"")]),
            ("10: a name right after a quote", b"a='b'c=d>", &[(b"a", b"b"), (b"c", b"d")]),
            ("10: > and no value", b"a=>", &[(b"a", b"")]),
            ("10: > after white space and no value", b"a= >", &[(b"a", b"")]),
            ("10: any byte starts a value", b"a==/b>", &[(b"a", b"=/b")]),
            (
                "11: white space ends a value",
                b"a=b\tc=d\ne=f\x0Cg=h\ri=j k>",
                &[
                    (b"a", b"b"),
                    (b"c", b"d"),
                    (b"e", b"f"),
                    (b"g", b"h"),
                    (b"i", b"j"),
                    (b"k", b""),
                ],
            ),
            ("11: > ends a value", b"a=b>", &[(b"a", b"b")]),
            ("11: / and quotes do not", b"a=b/c'd\"e>", &[(b"a", b"b/c'd\"e")]),
        ];
        for (rule, bytes, expected) in rows {
            let text = String::from_utf8_lossy(bytes);
            let (found, rest) = attributes(bytes);
            assert_eq!(found, *expected, "{rule}: {text:?}");
            assert_eq!(rest, Ok(&b">"[..]), "{rule}: {text:?}");
        }
    }

    #[test]
    fn get_an_attribute_runs_out_of_bytes() {
        let rows: &[(&str, &[u8], &[Pair<'_>])] = &[
            ("1: before a name", b" /", &[]),
            ("5: in a name", b"a", &[]),
            ("6: after a name", b"a ", &[]),
            ("9: after =", b"a=", &[]),
            ("9: after = and white space", b"a= ", &[]),
            ("10: after a quote", b"a='", &[]),
            ("10: in a quoted value", b"a='b", &[]),
            ("12: in an unquoted value", b"a=b", &[]),
            ("an attribute ends with its quote", b"a='b'", &[(b"a", b"b")]),
            ("an attribute ends before white space", b"a=b ", &[(b"a", b"b")]),
        ];
        for (rule, bytes, expected) in rows {
            let text = String::from_utf8_lossy(bytes);
            let (found, rest) = attributes(bytes);
            assert_eq!(found, *expected, "{rule}: {text:?}");
            assert_eq!(rest, Err(OutOfBytes), "{rule}: {text:?}");
        }
    }

    #[test]
    fn every_start_of_an_input_is_scanned_without_a_panic() {
        let bytes: &[u8] =
            b"<?xml encoding='x'?><!-- - --></a b=c><meta / charset = 'x' =\"\" content=y><meta charset=gbk>";
        for end in 0..bytes.len() {
            assert_eq!(prescan(&bytes[..end]), None, "first {end} bytes");
        }
        assert_eq!(prescan(bytes), Some((GBK, EncodingSource::Meta)));
    }
}
