//! Pages in every encoding, declared in every way and at every offset: each is decoded to the text
//! that was encoded, and the encoding is decided or changed as the standard says.

use consomme::encoding::{Confidence, EncodingReport, EncodingSource};
use consomme::{Document, Hints, ParseOptions, parse_document};
use consomme_test::encodings::{ENCODINGS, encode, encoding, parse_in_pieces};
use consomme_test::tree_dump::{Doctype, dump};
use encoding_rs::{
    Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252, X_USER_DEFINED,
};

/// How many bytes the prescan searches.
const PRESCAN: usize = 1024;

/// How a document got its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    /// It had the encoding from the start.
    Straight,
    /// The encoding changed at a late `<meta>`: the bytes before it decode to the same text in
    /// both.
    OnTheFly,
    /// A late `<meta>` made parsing start again from the first byte.
    Restart,
}

/// Returns the path that the report describes.
fn path(report: &EncodingReport) -> Path {
    match (report.switched_on_the_fly(), report.restarted()) {
        (false, false) => Path::Straight,
        (true, false) => Path::OnTheFly,
        (false, true) => Path::Restart,
        (true, true) => panic!("one or the other:\n{report}"),
    }
}

/// A way of declaring an encoding.
struct Way {
    name: &'static str,
    /// The start of the page.
    start: String,
    hints: Hints,
    source: EncodingSource,
    path: Path,
    /// Whether the declaration is a `<meta>`, in which some encodings mean others.
    is_meta: bool,
}

/// Returns every way of declaring the encoding, except for byte order marks. `text` has characters
/// of that encoding.
fn ways(encoding: &'static Encoding, text: &str, default: &'static Encoding) -> Vec<Way> {
    use EncodingSource::*;

    const DOCTYPE: &str = "<!DOCTYPE html>";
    let label = encoding.name();
    let hints = Hints::new().default_encoding(default);
    let given = |name, source, hints| {
        let start = DOCTYPE.to_owned();
        Way { name, start, hints, source, path: Path::Straight, is_meta: false }
    };
    let written = |name, source, path, start| {
        let is_meta = matches!(source, Meta | LateMeta);
        Way { name, start, hints: hints.clone(), source, path, is_meta }
    };
    let charset = format!("<meta charset=\"{label}\">");
    let pragma = format!("<meta http-equiv='Content-Type' content='text/html; charset={label}'>");
    let filler = "x".repeat(2 * PRESCAN);
    let xml = format!("<?xml version=\"1.0\" encoding='{label}'?>{DOCTYPE}");
    vec![
        given("transport", Transport, hints.clone().transport_encoding(encoding)),
        given(
            "Content-Type",
            Transport,
            hints.clone().content_type(&format!("text/html; CharSet=\"{label}\"")),
        ),
        given("user", UserOverride, hints.clone().user_override(encoding)),
        given("link", Link, hints.clone().link_charset(label)),
        given(
            "containing document",
            ContainingDocument,
            hints.clone().containing_document(encoding),
        ),
        given("previous visit", PreviousVisit, hints.clone().previous_visit(encoding)),
        given("default", Default, hints.clone().default_encoding(encoding)),
        written("XML declaration", XmlDeclaration, Path::Straight, xml),
        written("meta charset", Meta, Path::Straight, format!("{DOCTYPE}{charset}")),
        written("meta http-equiv", Meta, Path::Straight, format!("{DOCTYPE}{pragma}")),
        written(
            "late charset",
            LateMeta,
            Path::OnTheFly,
            format!("{DOCTYPE}<!--{filler}-->{charset}"),
        ),
        written(
            "late http-equiv",
            LateMeta,
            Path::OnTheFly,
            format!("{DOCTYPE}<!--{filler}-->{pragma}"),
        ),
        written(
            "late charset after text",
            LateMeta,
            Path::Restart,
            format!("{DOCTYPE}<title>{text}</title><!--{filler}-->{charset}"),
        ),
        written(
            "late http-equiv after text",
            LateMeta,
            Path::Restart,
            format!("{DOCTYPE}<title>{text}{filler}</title>{pragma}"),
        ),
    ]
}

/// Returns a page with that start.
fn page(start: &str, text: &str) -> String {
    format!(
        "{start}<title>{text}</title><h1 title=\"{text}\">{text}</h1>\r\n<p>{text} &amp; <b>broth</b>{text}"
    )
}

/// Parses the bytes whole and in pieces, and checks the tree, the source and the path. Returns the
/// document parsed from the whole.
fn check(
    name: &str,
    bytes: &[u8],
    hints: &Hints,
    text: &str,
    source: EncodingSource,
    expected: Path,
) -> Document {
    let tree = dump(ParseOptions::new().parse_str(text).root(), Doctype::Full);
    let whole = parse_document(bytes, hints);
    let report = whole.encoding_report().expect("bytes have an encoding");
    assert_eq!(dump(whole.root(), Doctype::Full), tree, "{name}\n{report}");
    assert_eq!((report.source(), path(report)), (source, expected), "{name}\n{report}");
    for length in [1, 7, 1000] {
        let pieces = parse_in_pieces(bytes, hints, length);
        assert_eq!(pieces.encoding_report(), Some(report), "{name}, in pieces of {length}");
        assert_eq!(dump(pieces.root(), Doctype::Full), tree, "{name}, in pieces of {length}");
    }
    whole
}

#[test]
fn every_encoding_declared_in_every_way_gives_the_same_tree() {
    assert_eq!(ENCODINGS.len(), 40);
    for (name, text) in ENCODINGS {
        let declared = encoding(name);
        assert_eq!(declared.name(), *name);
        let is_utf_16 = declared == UTF_16LE || declared == UTF_16BE;
        // A default that every declaration changes.
        let becomes_1252 = declared == WINDOWS_1252 || declared == X_USER_DEFINED;
        let default = if becomes_1252 { WINDOWS_1251 } else { WINDOWS_1252 };
        for way in ways(declared, text, default) {
            let case = format!("{name} by {}", way.name);
            let is_in_page = way.is_meta || way.source == EncodingSource::XmlDeclaration;
            if is_utf_16 && way.source == EncodingSource::ContainingDocument {
                // It does not count.
                continue;
            }
            // In a declaration, UTF-16 means UTF-8; in a meta element, x-user-defined means
            // windows-1252.
            let (written, meant) = match declared {
                _ if is_utf_16 && is_in_page => (UTF_8, UTF_8),
                _ if declared == X_USER_DEFINED && way.is_meta => (X_USER_DEFINED, WINDOWS_1252),
                _ => (declared, declared),
            };
            // No bytes decode to the same text in the replacement encoding.
            let path = match way.path {
                Path::OnTheFly if declared == REPLACEMENT => Path::Restart,
                path => path,
            };
            let page = page(&way.start, text);
            let bytes = encode(&page, written);
            let (expected, had_errors) = meant.decode_without_bom_handling(&bytes);
            if written == meant && meant != REPLACEMENT {
                assert_eq!(
                    (&*expected, had_errors),
                    (page.as_str(), false),
                    "{case}: the encoding has all of it"
                );
            }
            let document = check(&case, &bytes, &way.hints, &expected, way.source, path);
            assert_eq!(document.encoding(), Some(meant), "{case}");
            let is_certain = way.is_meta
                || matches!(way.source, EncodingSource::Transport | EncodingSource::UserOverride);
            // In the replacement encoding, there is no meta element that makes it certain.
            let is_certain =
                is_certain && !(meant == REPLACEMENT && way.source == EncodingSource::Meta);
            let confidence = if is_certain { Confidence::Certain } else { Confidence::Tentative };
            assert_eq!(document.confidence(), confidence, "{case}");
        }
    }
}

#[test]
fn a_byte_order_mark_beats_every_declaration() {
    let marks: [(&str, &[u8]); 3] =
        [("UTF-8", b"\xEF\xBB\xBF"), ("UTF-16BE", b"\xFE\xFF"), ("UTF-16LE", b"\xFF\xFE")];
    for (name, mark) in marks {
        let (_, text) = ENCODINGS.iter().find(|(other, _)| *other == name).expect("in the table");
        let page = page("<!DOCTYPE html><meta charset=gbk>", text);
        let bytes = [mark, &encode(&page, encoding(name))].concat();
        for hints in [
            Hints::new(),
            Hints::new().transport_encoding(WINDOWS_1251).user_override(WINDOWS_1251),
        ] {
            let document =
                check(name, &bytes, &hints, &page, EncodingSource::ByteOrderMark, Path::Straight);
            assert_eq!(document.encoding(), Some(encoding(name)));
            assert_eq!(document.confidence(), Confidence::Certain);
        }
    }
}

/// If parsing starts again, the declarations before the one that changes the encoding are found
/// twice, and are reported once.
#[test]
fn late_declarations_are_reported_alike_on_every_path() {
    let filler = "x".repeat(PRESCAN);
    let declarations = "<meta charset=utf-8><meta charset=koi8-r><meta charset=bogus><meta charset=unicode-1-1-utf-8>";
    let labels = |start: &[u8], expected| {
        let page = [start, filler.as_bytes(), b"-->", declarations.as_bytes()].concat();
        let document = parse_document(&page[..], &Hints::new());
        let report = document.encoding_report().unwrap();
        assert_eq!(path(report), expected);
        let late =
            report.candidates().iter().filter(|one| one.source() == EncodingSource::LateMeta);
        late.map(|candidate| (candidate.label().to_owned(), candidate.verdict()))
            .collect::<Vec<_>>()
    };
    let on_the_fly = labels(b"<!--", Path::OnTheFly);
    assert_eq!(on_the_fly.len(), 3);
    assert_eq!(labels(b"<!--\xE9", Path::Restart), on_the_fly);
}

/// The label in it, and in a `<meta>`, does not count.
#[test]
fn a_page_in_utf_16_is_recognized_by_the_first_bytes_of_its_xml_declaration() {
    for (name, text) in ENCODINGS.iter().filter(|(name, _)| name.starts_with("UTF-16")) {
        let page = page("<?xml version='1.0' encoding='euc-jp'?><meta charset=gbk>", text);
        let bytes = encode(&page, encoding(name));
        let document = check(
            name,
            &bytes,
            &Hints::new(),
            &page,
            EncodingSource::XmlDeclaration,
            Path::Straight,
        );
        assert_eq!(document.encoding(), Some(encoding(name)));
        // The meta element makes the encoding certain, without changing it.
        assert_eq!(document.confidence(), Confidence::Certain);
    }
}

/// The text before the `<meta>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filler {
    Ascii,
    /// Text that decodes to another text in windows-1252.
    Text,
}

/// The common parts of the pages with a `<meta charset>` at some offset.
struct Recipe {
    encoding: &'static Encoding,
    text: &'static str,
    filler: Filler,
    /// The characters of the text, each with its bytes.
    characters: Vec<(char, Vec<u8>)>,
    /// The page from the `<meta>` on.
    end: Vec<u8>,
    /// The range of the label in `end`.
    label: std::ops::Range<usize>,
}

/// A page with a `<meta charset>` at a certain offset.
struct OffsetPage {
    bytes: Vec<u8>,
    text: String,
    /// The range of the label in `bytes`.
    label: std::ops::Range<usize>,
    source: EncodingSource,
    path: Path,
}

impl Recipe {
    fn new(name: &str, filler: Filler) -> Self {
        let encoding = encoding(name);
        let (_, text) = ENCODINGS.iter().find(|(other, _)| *other == name).expect("in the table");
        let in_bytes = |c: char| encode(c.encode_utf8(&mut [0; 4]), encoding);
        let label = "<meta charset=".len().."<meta charset=".len() + name.len();
        Recipe {
            encoding,
            text,
            filler,
            characters: text.chars().map(|c| (c, in_bytes(c))).collect(),
            end: encode(&format!("<meta charset={name}><p>{text}"), encoding),
            label,
        }
    }

    /// Returns the page with the `<meta>` at that offset; `None` if the filler does not fit before
    /// it.
    fn page(&self, offset: usize) -> Option<OffsetPage> {
        const START: &[u8] = b"<title>";
        const END: &[u8] = b"</title>";
        let mut title = String::new();
        let mut bytes = Vec::with_capacity(offset + self.end.len());
        if let Some(capacity) = offset.checked_sub(START.len() + END.len()) {
            bytes.extend(START);
            if self.filler == Filler::Text {
                for (c, in_bytes) in self.characters.iter().cycle() {
                    if bytes.len() + in_bytes.len() > START.len() + capacity {
                        break;
                    }
                    title.push(*c);
                    bytes.extend(in_bytes);
                }
            }
            let rest = START.len() + capacity - bytes.len();
            title.extend(std::iter::repeat_n('x', rest));
            bytes.extend(std::iter::repeat_n(b'x', rest));
            bytes.extend(END);
        } else {
            bytes.resize(offset, b' ');
        }
        if self.filler == Filler::Text && title.is_ascii() {
            return None;
        }
        assert_eq!(bytes.len(), offset);
        bytes.extend(&self.end);
        let label = self.label.start + offset..self.label.end + offset;
        // The prescan needs the ">" that ends the label.
        let (source, path) = match self.filler {
            _ if label.end < PRESCAN => (EncodingSource::Meta, Path::Straight),
            Filler::Ascii => (EncodingSource::LateMeta, Path::OnTheFly),
            Filler::Text => (EncodingSource::LateMeta, Path::Restart),
        };
        Some(OffsetPage { bytes, text: title + self.text, label, source, path })
    }
}

impl OffsetPage {
    fn check(&self, encoding: &'static Encoding, document: &Document, how: &str) {
        let report = document.encoding_report().expect("bytes have an encoding");
        assert_eq!(document.root().text_content(), self.text, "{how}\n{report}");
        let answer = (report.encoding(), report.source(), report.confidence(), path(report));
        assert_eq!(
            answer,
            (encoding, self.source, Confidence::Certain, self.path),
            "{how}\n{report}"
        );
        assert_eq!(
            (report.malformed_sequences(), report.first_malformed()),
            (0, None),
            "{how}\n{report}"
        );
        let is_the_meta = |source| source == self.source;
        let chosen = report.candidates().iter().find(|candidate| is_the_meta(candidate.source()));
        let range = chosen.and_then(|candidate| candidate.range());
        assert_eq!(range, Some(self.label.clone()), "{how}\n{report}");
    }
}

/// Checks pages with a `<meta charset>` at every offset, parsed whole and in pieces.
fn a_meta_at_every_offset(name: &str, filler: Filler) {
    let recipe = Recipe::new(name, filler);
    let hints = Hints::new();
    for offset in 0..=5000 {
        let Some(page) = recipe.page(offset) else { continue };
        let how = |pieces: &str| format!("{name}, {filler:?}, at {offset}, {pieces}");
        page.check(recipe.encoding, &parse_document(&page.bytes, &hints), &how("whole"));
        let is_near_the_edge = (900..=1100).contains(&offset);
        for (length, step) in [(1, 97), (7, 17), (1000, 7)] {
            if offset % step == 0
                || (is_near_the_edge && (length > 1 || (980..1030).contains(&offset)))
            {
                let pieces = parse_in_pieces(&page.bytes, &hints, length);
                page.check(recipe.encoding, &pieces, &how(&format!("in pieces of {length}")));
            }
        }
    }
}

#[test]
fn a_meta_at_every_offset_of_a_shift_jis_page() {
    a_meta_at_every_offset("Shift_JIS", Filler::Ascii);
}

#[test]
fn a_meta_at_every_offset_of_a_shift_jis_page_after_text() {
    a_meta_at_every_offset("Shift_JIS", Filler::Text);
}

#[test]
fn a_meta_at_every_offset_of_a_windows_1251_page() {
    a_meta_at_every_offset("windows-1251", Filler::Ascii);
}

#[test]
fn a_meta_at_every_offset_of_a_windows_1251_page_after_text() {
    a_meta_at_every_offset("windows-1251", Filler::Text);
}

#[test]
fn a_meta_at_every_offset_of_a_gbk_page() {
    a_meta_at_every_offset("GBK", Filler::Ascii);
}

#[test]
fn a_meta_at_every_offset_of_a_gbk_page_after_text() {
    a_meta_at_every_offset("GBK", Filler::Text);
}
