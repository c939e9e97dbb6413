//! Writing into each encoding of the Encoding Standard: the output, parsed again with that encoding
//! declared, gives the same tree, or an error says why not.

use consomme::encoding_rs::{Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};
use consomme::serialize::{
    EncodeError, Encoded, MinifyOptions, PrettyOptions, SerializeOptions, WriteOptions,
};
use consomme::{Document, Hints, ParseOptions, parse_document, parse_fragment, parse_str};
use consomme_test::encodings::{ENCODINGS, encoding};
use consomme_test::suite::{PAGES, files};
use consomme_test::tree_dump::{Doctype, dump};
use proptest::prelude::*;

/// Parses bytes with the encoding declared by the transport.
fn parse(bytes: Vec<u8>, encoding: &'static Encoding) -> Document {
    let content_type = format!("text/html; charset={}", encoding.name());
    parse_document(bytes, &Hints::new().content_type(&content_type))
}

/// Checks that a document, written with these options in an encoding, parses to the tree that it
/// parses to when it is written as text.
fn check<F: WriteOptions>(
    document: &Document,
    options: &F,
    encoding: &'static Encoding,
) -> Result<(), EncodeError> {
    let encoded = document.serialize(options).encode(encoding)?;
    let again = parse(encoded.to_bytes(), encoded.encoding());
    assert_eq!(again.encoding(), Some(encoding.output_encoding()));
    same(&parse_str(document.serialize(options).to_string()), &again, encoding);
    Ok(())
}

/// Checks the same of a document that declares its encoding, with nothing else to tell it.
fn check_declared<F: WriteOptions>(
    document: &Document,
    options: &F,
    encoding: &'static Encoding,
) -> Result<(), EncodeError> {
    let serialized = document.serialize(options).meta_charset(true);
    let encoded = serialized.encode(encoding)?;
    let bytes = encoded.to_bytes();
    let mut written = Vec::new();
    encoded.write_to(&mut written).unwrap();
    assert!(bytes == written);
    let again = parse_document(bytes, &Hints::new());
    assert_eq!(again.encoding(), Some(encoded.encoding()));
    let label = encoded.encoding().name();
    let expected = serialized.to_string().replace("charset=UTF-8", &format!("charset={label}"));
    let expected = expected.replace("charset=\"UTF-8\"", &format!("charset=\"{label}\""));
    same(&parse_str(expected), &again, encoding);
    Ok(())
}

fn same(expected: &Document, actual: &Document, encoding: &'static Encoding) {
    let expected = dump(expected.root(), Doctype::Full);
    let actual = dump(actual.root(), Doctype::Full);
    if expected != actual {
        let part = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
        panic!("{}: {part:?}", encoding.name());
    }
}

fn all() -> impl Iterator<Item = &'static Encoding> {
    ENCODINGS.iter().map(|(name, _)| encoding(name))
}

#[test]
fn all_40_encodings_are_tried() {
    assert_eq!(all().count(), 40);
}

/// Every character of the scripts of these encodings, and a part of all other characters, in texts
/// and attribute values.
#[test]
fn every_character_is_written_or_refused() {
    let kept_controls = ['\u{81}', '\u{8D}', '\u{8F}', '\u{90}', '\u{9D}'];
    let is_control = |c: char| ('\u{80}'..='\u{9F}').contains(&c) && !kept_controls.contains(&c);
    // Looking for an ideograph in an encoding takes long without optimization.
    let is_tried = |c: char| c != '\r' && (c < '\u{2E80}' || u32::from(c) % 16 == 3);
    let mut document = Document::new();
    let html = document.append_element(document.root().id(), "html").unwrap();
    document.append_element(html, "head").unwrap();
    let body = document.append_element(html, "body").unwrap();
    let all_characters: Vec<char> =
        ('\u{1}'..='\u{FFFF}').chain('\u{1F370}'..='\u{1F37F}').filter(|&c| is_tried(c)).collect();
    let (controls, others): (Vec<char>, Vec<char>) =
        all_characters.into_iter().partition(|&c| is_control(c));
    for characters in others.chunks(100) {
        let text: String = characters.iter().collect();
        let p = document.append_element(body, "p").unwrap();
        document.append_text(p, &text).unwrap();
        // Fewer of the values, because most encodings have few of the characters.
        let value: String = text.chars().step_by(16).collect();
        document.set_attr(p, "title", &value).unwrap();
    }
    for encoding in all() {
        check(&document, &SerializeOptions::new(), encoding).unwrap();
        for control in &controls {
            let control = control.to_string();
            let fragment = {
                let mut fragment = Document::new_fragment();
                fragment.append_text(fragment.root().id(), &control).unwrap();
                fragment
            };
            let is_in_encoding = {
                let (bytes, _, missing) = encoding.output_encoding().encode(&control);
                !missing
                    && encoding.output_encoding().decode_without_bom_handling(&bytes).0 == control
            };
            let result = check(&fragment, &SerializeOptions::new(), encoding);
            assert_eq!(result.is_ok(), is_in_encoding, "{control:?} {}", encoding.name());
        }
    }
}

/// The texts of all encodings, written in each of them, by each writer.
#[test]
fn texts_of_every_language_are_written_in_every_encoding() {
    for (_, text) in ENCODINGS {
        let html = format!("<!DOCTYPE html><title>{text}</title><p title='{text}'>{text}<p>{text}");
        let document = parse_str(html);
        for encoding in all() {
            check(&document, &SerializeOptions::new(), encoding).unwrap();
            check(&document, &MinifyOptions::new(), encoding).unwrap();
            check(&document, &PrettyOptions::new(), encoding).unwrap();
            check_declared(&document, &SerializeOptions::new(), encoding).unwrap();
            check_declared(&document, &MinifyOptions::new(), encoding).unwrap();
            check_declared(&document, &PrettyOptions::new(), encoding).unwrap();
        }
    }
}

/// Nodes with text that an encoding cannot write, with the error that names the place.
#[test]
fn what_cannot_be_written_is_found_before_anything_is_written() {
    for (html, kind, text) in [
        ("<script>a = 'é€й'</script>", "text", "a = 'é€й'"),
        ("<style>é€й</style>", "text", "é€й"),
        ("<xmp>é€й</xmp>", "text", "é€й"),
        ("<!--é€й-->", "comment", "é€й"),
        ("<p><aé€й>", "element", "aé€й"),
        ("<p aé€й=b>", "element", "aé€й"),
        ("<?a é€й?>", "processing-instruction", "é€й"),
    ] {
        let document = parse_fragment("body", html);
        let before = document.inner_html();
        let errors = [
            document.serialize(&SerializeOptions::new()).encode(WINDOWS_1252).unwrap_err(),
            document.serialize(&MinifyOptions::new()).encode(WINDOWS_1252).unwrap_err(),
            document.serialize(&PrettyOptions::new()).encode(WINDOWS_1252).unwrap_err(),
        ];
        for error in errors {
            assert_eq!(error.character(), 'й', "{html}");
            assert_eq!((error.text(), error.offset()), (text, text.find('й').unwrap()), "{html}");
            assert_eq!(document.node(error.node()).kind().as_str(), kind, "{html}");
            assert_eq!(error.encoding(), WINDOWS_1252);
        }
        assert_eq!(document.inner_html(), before);
        assert_eq!(encoded(&document, UTF_8).to_bytes(), before.as_bytes());
    }
    let doctype = parse_str("<!DOCTYPE hй>");
    let error = doctype.serialize(&SerializeOptions::new()).encode(WINDOWS_1252).unwrap_err();
    assert!(doctype.node(error.node()).as_doctype().is_some());
    let message = error.to_string();
    let expected = format!(
        "U+0439 in \"hй\" (node {}) cannot be written in windows-1252: there are no character references here",
        error.node()
    );
    assert_eq!(message, expected);
}

fn encoded<'a>(
    document: &'a Document,
    encoding: &'static Encoding,
) -> Encoded<'a, SerializeOptions> {
    document.serialize(&SerializeOptions::new()).encode(encoding).unwrap()
}

#[test]
fn text_at_the_start_is_not_taken_for_a_byte_order_mark() {
    for (text, encoding, expected) in [
        ("ÿþa", WINDOWS_1252, &b"&#xFF;\xFEa"[..]),
        ("ï»¿", WINDOWS_1252, b"&#xEF;\xBB\xBF"),
        ("éÿþ", WINDOWS_1252, b"\xE9\xFF\xFE"),
        ("\u{FEFF}a\u{FEFF}", UTF_8, b"&#xFEFF;a\xEF\xBB\xBF"),
    ] {
        let mut fragment = Document::new_fragment();
        fragment.append_text(fragment.root().id(), text).unwrap();
        let bytes = encoded(&fragment, encoding).to_bytes();
        assert_eq!(bytes, expected, "{text}");
        let again = parse(bytes, encoding);
        assert_eq!(again.root().text_content(), text);
    }
    let script = parse_fragment("body", "<script>ÿþ</script>");
    let script = script.root().first_child().unwrap();
    assert!(script.serialize_outer(&SerializeOptions::new()).encode(WINDOWS_1252).is_ok());
    let error = script.serialize_inner(&SerializeOptions::new()).encode(WINDOWS_1252).unwrap_err();
    assert!(error.to_string().ends_with("at the start it would be taken for a byte order mark"));
}

#[test]
fn iso_2022_jp_returns_to_its_first_state_at_references_and_the_end() {
    let mut fragment = Document::new_fragment();
    fragment.append_text(fragment.root().id(), "味é\u{1B}味").unwrap();
    let bytes = encoded(&fragment, ISO_2022_JP).to_bytes();
    assert_eq!(bytes, b"\x1B$BL#\x1B(B&#xE9;&#x1B;\x1B$BL#\x1B(B");
    assert_eq!(parse(bytes, ISO_2022_JP).root().text_content(), "味é\u{1B}味");
}

#[test]
fn a_character_that_shift_jis_writes_as_another_one_is_a_reference() {
    let fragment = parse_fragment("div", "\u{A5}\u{203E}\u{2212}\\~");
    let bytes = encoded(&fragment, SHIFT_JIS).to_bytes();
    assert_eq!(bytes, b"&#xA5;&#x203E;&#x2212;\\~");
}

/// Real pages, in the encodings of their neighbours.
#[test]
fn pages_are_written_in_any_encoding() {
    let Ok(directory) = PAGES.find("") else { return };
    for (index, (_, path)) in files(&directory, &["html"]).iter().enumerate() {
        let document = parse_document(std::fs::read(path).unwrap(), &Hints::new());
        let name = ENCODINGS[index % ENCODINGS.len()].0;
        let refused = check(&document, &SerializeOptions::new(), encoding(name));
        if let Err(error) = refused {
            let node = document.node(error.node());
            let is_raw = node.as_text().is_some()
                && node.parent().and_then(|parent| parent.as_element()).is_some_and(|parent| {
                    ["script", "style", "noscript", "iframe", "xmp"].contains(&parent.name())
                });
            assert!(is_raw || node.as_text().is_none() || error.character() < '\u{A0}', "{error}");
        }
    }
}

proptest! {
    #![proptest_config(consomme_test::config::config(256))]

    /// Any text, in text and attribute values.
    #[test]
    fn any_text_is_written_in_any_encoding(text in "[ -~é€й味한Ж\u{A5}\u{203E}\u{FF71}\u{1B}\u{E}🍲\u{FEFF}\u{F7E9}\u{E5E5}ÿþï»¿]{0,40}", index in 0..40_usize) {
        let mut document = Document::new_fragment();
        let root = document.root().id();
        document.append_text(root, &text).unwrap();
        let p = document.append_element(root, "p").unwrap();
        document.set_attr(p, "title", &text).unwrap();
        document.append_text(p, &text).unwrap();
        let encoding = encoding(ENCODINGS[index].0);
        let bytes = encoded(&document, encoding).to_bytes();
        let again = parse(bytes, encoding.output_encoding());
        same(&ParseOptions::new().parse_str(format!("\u{FEFF}{}", document.inner_html())), &again, encoding);
    }
}
