//! A `meta` element after the bytes that are searched for one changes the encoding of a stream, as
//! it does in a whole parse; or the stream says that it cannot.

use std::fs;
use std::io;
use std::ops::ControlFlow;

use consomme::encoding::for_label;
use consomme::stream::{
    LeafKind, RewriteItem, RewriteSelectors, StreamError, StreamFailure, StreamParser,
    StreamRewriter, StreamSelectors, StreamSummary, rewrite, select_from,
};
use consomme::{Document, Hints, ParseOptions};
use consomme_test::config::config;
use consomme_test::suite::PAGES;
use proptest::prelude::*;

/// Text that the prescan does not reach beyond.
fn filler(length: usize) -> String {
    format!("<!--{}-->", "soup ".repeat(length / 5))
}

/// A page in an encoding, whose declaration comes after `length` bytes and `before`.
fn page(label: &str, length: usize, before: &str, after: &str) -> Vec<u8> {
    let text = format!("<title>{before}</title>{}<meta charset={label}>{after}", filler(length));
    let (bytes, _, is_unmappable) = for_label(label).unwrap().encode(&text);
    assert!(!is_unmappable, "{label} has the characters of the case");
    bytes.into_owned()
}

/// The texts of the matches, and the result.
fn streamed(
    bytes: &[u8],
    piece: usize,
    hints: &Hints,
    selectors: &StreamSelectors,
) -> (Vec<String>, Result<StreamSummary, StreamError>) {
    let mut stream = StreamParser::new(&ParseOptions::new(), hints, selectors);
    let mut found = Vec::new();
    for piece in bytes.chunks(piece) {
        stream.feed(piece);
        while let Some(element) = stream.next_match() {
            found.push(element.outer_html());
        }
    }
    stream.end();
    while let Some(element) = stream.next_match() {
        found.push(element.outer_html());
    }
    (found, stream.checked_summary())
}

fn selected(document: &Document, selector: &str) -> Vec<String> {
    document.select(selector).unwrap().map(|element| element.outer_html()).collect()
}

/// A page that is read as `used` and then declares another encoding, which reads its title in
/// another way.
fn page_with(used: &str, declared: &str) -> (Vec<u8>, Hints) {
    let mut bytes = b"<title>\xE4\xB8\x80</title>".to_vec();
    bytes.extend(filler(2000).bytes());
    bytes.extend(format!("<meta charset={declared}><p>Leek</p>").bytes());
    (bytes, Hints::new().default_encoding(for_label(used).unwrap()))
}

fn failure_of((bytes, hints): &(Vec<u8>, Hints)) -> StreamFailure {
    let selectors = StreamSelectors::new(&["title, p"]).unwrap();
    let (found, result) = streamed(bytes, 100, hints, &selectors);
    assert_eq!(found.len(), 1, "after the declaration, nothing is lent");
    result.unwrap_err().failure()
}

#[test]
fn a_late_declaration_changes_the_encoding_on_the_fly() {
    let rows = [
        ("utf-8", 2_000, "Menu", "<p>Crème brûlée — 味噌汁"),
        ("utf-8", 200_000, "Menu", "<p>Crème brûlée — 味噌汁"),
        ("shift_jis", 3_000, "Menu", "<p>味噌汁</p><p>日本語"),
        ("gbk", 1_500, "Menu", "<p>汤</p><p>葱"),
        ("iso-2022-jp", 1_500, "Menu", "<p>味噌汁</p><p>日本語"),
        ("windows-1251", 1_100, "Menu", "<p>бульон"),
        ("iso-8859-2", 5_000, "caf\u{E9}", "<p>Zupa z p\u{F3}r\u{F3}w i \u{142}oso\u{15B}"),
    ];
    let selectors = StreamSelectors::new(&["title", "p"]).unwrap();
    for (label, length, before, after) in rows {
        let bytes = page(label, length, before, after);
        let document = consomme::parse_document(&bytes, &Hints::new());
        let expected = selected(&document, "title, p");
        assert!(expected.len() > 1 && document.encoding() == Some(for_label(label).unwrap()));
        for piece in [1, 7, 1000, usize::MAX] {
            let (found, result) = streamed(&bytes, piece, &Hints::new(), &selectors);
            assert_eq!(found, expected, "{label} in pieces of {piece}");
            let summary = result.unwrap();
            assert_eq!(summary.encoding, document.encoding(), "{label}");
            assert_eq!((summary.bytes, summary.matches), (bytes.len() as u64, found.len() as u64));
        }
    }
}

/// 70 KB of text that is not ASCII are not kept. A declaration that changes nothing is no reason to
/// keep more, nor to fail.
#[test]
fn a_declaration_that_changes_nothing_may_come_at_any_time() {
    let text = format!("{}<meta charset=windows-1252><p>é", "<p>crème".repeat(10_000));
    let bytes = for_label("windows-1252").unwrap().encode(&text).0.into_owned();
    let selectors = StreamSelectors::new(&["p"]).unwrap();
    let (found, result) = streamed(&bytes, 1000, &Hints::new(), &selectors);
    assert_eq!((found.len(), found.last().map(String::as_str)), (10_001, Some("<p>é</p>")));
    assert_eq!(result.unwrap().encoding, for_label("windows-1252").ok());
    // One that would change it comes too late.
    let other = text.replace("windows-1252", "iso-8859-15");
    let other = for_label("windows-1252").unwrap().encode(&other).0.into_owned();
    let (_, result) = streamed(&other, 1000, &Hints::new(), &selectors);
    assert!(matches!(result.unwrap_err().failure(), StreamFailure::LateEncoding { .. }));
}

#[test]
fn a_stream_that_would_have_to_start_again_fails() {
    for (used, declared) in
        [("windows-1252", "utf-8"), ("utf-8", "gbk"), ("windows-1251", "shift_jis")]
    {
        let failure = failure_of(&page_with(used, declared));
        let StreamFailure::LateEncoding { used: old, declared: new, .. } = failure else {
            panic!("{failure}");
        };
        assert_eq!((Ok(old), Ok(new)), (for_label(used), for_label(declared)));
        let message = failure.to_string();
        assert!(message.contains("Hints::prescan_bytes"), "{message}");
    }
    // Either of the two ways that the message names avoids it.
    let (bytes, hints) = page_with("windows-1252", "utf-8");
    let selectors = StreamSelectors::new(&["title"]).unwrap();
    for hints in [Hints::utf8(), hints.clone().prescan_bytes(10_000), hints.ignore_late_meta(true)]
    {
        assert!(streamed(&bytes, 100, &hints, &selectors).1.is_ok());
    }
}

/// Adds an attribute to each `p`.
fn rewritten(bytes: &[u8], piece: usize, hints: &Hints, note: &str) -> (Vec<u8>, io::Result<()>) {
    let selectors = RewriteSelectors::new().start_tags(&["p"]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), hints, &selectors);
    let mut output = Vec::new();
    let mut result = Ok(());
    let mut advance = |rewriter: &mut StreamRewriter| {
        while let Some(mut p) = rewriter.next_match() {
            p.set_attr("data-note", note).unwrap();
        }
        let written = output.len();
        let now = rewriter.write_to(&mut output);
        assert!(now.is_ok() || written == output.len(), "nothing is written with an error");
        if result.is_ok() {
            result = now;
        }
    };
    for piece in bytes.chunks(piece) {
        rewriter.feed(piece);
        advance(&mut rewriter);
    }
    rewriter.end();
    advance(&mut rewriter);
    (output, result)
}

/// An edit before the declaration waits for it.
#[test]
fn edits_are_written_in_the_encoding_that_is_declared_after_them() {
    for label in ["utf-8", "windows-1252", "gbk", "iso-2022-jp", "koi8-r", "shift_jis"] {
        let text = format!("<p>1</p>{}<meta charset={label}><p>2</p>", filler(4000));
        for note in ["plain", "déjà", "→"] {
            for piece in [1, 10, 3000, usize::MAX] {
                let (output, result) = rewritten(text.as_bytes(), piece, &Hints::new(), note);
                let has_it = !for_label(label).unwrap().encode(note).2;
                match result {
                    Ok(()) => {
                        let page = consomme::parse_document(&output, &Hints::new());
                        assert_eq!(page.encoding(), for_label(label).ok(), "{label} {note}");
                        let notes: Vec<_> = page
                            .select("p")
                            .unwrap()
                            .map(|p| p.attr("data-note").unwrap().to_owned())
                            .collect();
                        assert_eq!(notes, [note, note], "{label}");
                    }
                    Err(_) => assert!(!has_it, "{label} {note} in pieces of {piece}: an error"),
                }
            }
        }
    }
}

/// The input that is held back is bounded: then the edit is written, and a change is an error.
#[test]
fn edits_do_not_wait_for_ever() {
    let (before, after) = (filler(1 << 20), "<meta charset=utf-8><p>é</p>");
    let selectors = RewriteSelectors::new().start_tags(&["p"]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
    let mut output = Vec::new();
    let mut most_held = 0;
    let text = format!("<p>1</p>{}{after}", before.replace("soup", "<i>"));
    let text = text.replace("<!--", "").replace("-->", "");
    let mut result = Ok(());
    let mut fed = 0;
    for piece in text.as_bytes().chunks(1000) {
        rewriter.feed(piece);
        fed += piece.len();
        while let Some(mut p) = rewriter.next_match() {
            p.set_attr("title", "é").unwrap();
        }
        result = rewriter.write_to(&mut output);
        most_held = most_held.max(fed.saturating_sub(output.len()));
    }
    assert!((60 << 10..70 << 10).contains(&most_held), "{most_held}");
    let error = result.unwrap_err();
    let error = error.get_ref().unwrap().downcast_ref::<StreamError>().unwrap();
    assert!(matches!(error.failure(), StreamFailure::LateEncoding { .. }));
    // ASCII is the same in both.
    let (output, result) = rewritten(text.as_bytes(), 1000, &Hints::new(), "plain");
    result.unwrap();
    let page = consomme::parse_document(&output, &Hints::new());
    assert_eq!(page.select("p[data-note=plain]").unwrap().last().unwrap().text_content(), "é");
}

const LABELS: [&str; 39] = [
    "utf-8",
    "ibm866",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "utf-16le",
    "x-user-defined",
    "replacement",
];

proptest! {
    #![proptest_config(config(256))]

    /// The output is the input with the edits, as a browser reads it; or there is an error, and the
    /// output so far is what a browser reads alike in any encoding.
    #[test]
    fn the_output_is_in_the_encoding_of_the_input(
        default in proptest::sample::select(&LABELS[..36]),
        declared in proptest::sample::select(&LABELS[..]),
        before in proptest::collection::vec(any::<u8>().prop_map(|b| b.max(b' ')), 0..4),
        is_ascii in any::<bool>(),
        length in 0_usize..3000,
        note in "[a-zéж味→]{0,3}",
        after in proptest::collection::vec(0x80_u8.., 0..6),
        piece in 1_usize..1500,
    ) {
        let hints = Hints::new().default_encoding(for_label(default).unwrap());
        let mut bytes = b"<p>1</p>".to_vec();
        bytes.extend(before.iter().filter(|b| !is_ascii || b.is_ascii() && **b != b'<'));
        bytes.extend(filler(length).bytes());
        bytes.extend(format!("<meta charset={declared}><p>2</p>").bytes());
        bytes.extend(&after);
        bytes.extend(b"<p>3</p>");
        let (output, result) = rewritten(&bytes, piece, &hints, &note);
        let whole = consomme::parse_document(&bytes, &hints);
        if result.is_ok() {
            let edited = consomme::parse_document(&output, &hints);
            prop_assert_eq!(edited.encoding(), whole.encoding());
            prop_assert_eq!(edited.root().text_content(), whole.root().text_content());
            for p in edited.select("p").unwrap() {
                prop_assert_eq!(p.attr("data-note"), Some(note.as_str()));
            }
            prop_assert_eq!(
                edited.select("p").unwrap().count(),
                whole.select("p").unwrap().count()
            );
        } else {
            let report = whole.encoding_report().unwrap();
            let may_fail = report.restarted() || !note.is_ascii();
            prop_assert!(may_fail, "only a restart, or an edit that cannot be written");
            prop_assert!(note.is_ascii() || output.len() <= bytes.len() + 100);
        }
    }
}

/// Fifty selectors.
const SELECTORS: [&str; 50] = [
    "title",
    "h1",
    "h2",
    "h3",
    "a[href]",
    "img[src]",
    "img[alt]",
    "link",
    "meta[name]",
    "li",
    "td",
    "p",
    "span",
    "strong",
    "em",
    "label",
    "option",
    "script",
    "style",
    "noscript",
    "time",
    "cite",
    "blockquote",
    "figcaption",
    "caption",
    "ul > li",
    "nav a",
    "h1 a",
    "h2 a",
    "p a",
    "td a",
    "p + p",
    "li:first-child",
    "li:nth-child(2)",
    "tr:nth-child(odd)",
    "a:has(img)",
    "li:has(> a)",
    "p:empty",
    "div:empty",
    "[title]",
    "[id]",
    "[class~=active]",
    "[lang]",
    "a[href^=http]",
    "a[rel]",
    "input[type=text]",
    "button",
    "dt",
    "dd",
    "svg",
];

/// The pages that have text that is not ASCII before a declaration beyond the first 1024 bytes.
pub(super) const NEED_A_HINT: [&str; 1] = ["tmz-1.html"];

fn is_late_encoding(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|source| source.downcast_ref::<StreamError>());
    error.is_some_and(|error| matches!(error.failure(), StreamFailure::LateEncoding { .. }))
}

#[test]
fn streams_of_pages_give_what_whole_parses_give() {
    let Ok(directory) = PAGES.find("") else { return };
    let selectors = StreamSelectors::new(&SELECTORS).unwrap();
    let (mut late, mut failed) = (0, Vec::new());
    let files = consomme_test::suite::files(&directory, &["html"]);
    for (number, (name, path)) in files.into_iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        let document = consomme::parse_document(&bytes, &Hints::new());
        let report = document.encoding_report().unwrap();
        let is_late = report.switched_on_the_fly() || report.restarted();
        late += usize::from(is_late);
        // All of them take a minute without optimization.
        if cfg!(debug_assertions) && !is_late && number % 10 > 0 {
            continue;
        }
        let found_in = |hints: &Hints| {
            let mut found = Vec::new();
            let result = select_from(bytes.as_slice(), hints, &selectors, |element| {
                found.push((element.selectors().to_vec(), element.outer_html()));
                ControlFlow::Continue(())
            });
            found.sort();
            result.map(|_| found)
        };
        let matches = selectors.set().matches_in(&document);
        let mut expected: Vec<_> =
            matches.map(|(element, numbers)| (numbers, element.outer_html())).collect();
        expected.sort();
        let found = found_in(&Hints::new()).unwrap_or_else(|error| {
            assert!(is_late_encoding(&error), "{name}: {error}");
            failed.push(name.clone());
            found_in(&Hints::new().prescan_bytes(1 << 14)).unwrap()
        });
        assert!(found == expected, "{name}: {} and {} matches", found.len(), expected.len());
    }
    assert!(late >= 17 && failed == NEED_A_HINT, "{late} {failed:?}");
}

#[test]
fn pages_are_rewritten_in_their_encoding() {
    let Ok(directory) = PAGES.find("") else { return };
    let selectors = RewriteSelectors::new().start_tags(&["a[href]"]).unwrap();
    for (name, path) in consomme_test::suite::files(&directory, &["html"]) {
        let bytes = fs::read(path).unwrap();
        let mut output = Vec::new();
        let result = rewrite(bytes.as_slice(), &mut output, &Hints::new(), &selectors, |link| {
            Ok(link.set_attr("data-note", "déjà vu — 味噌汁")?)
        });
        if let Err(error) = result {
            assert!(NEED_A_HINT.contains(&name.as_str()) && is_late_encoding(&error), "{name}");
            assert!(bytes.starts_with(&output), "{name}: nothing that depends on the encoding");
            continue;
        }
        let (was, is) = (
            consomme::parse_document(&bytes, &Hints::new()),
            consomme::parse_document(&output, &Hints::new()),
        );
        assert_eq!(is.encoding(), was.encoding(), "{name}");
        assert_eq!(is.root().text_content(), was.root().text_content(), "{name}");
        let mut links = is.select("a[href]").unwrap();
        let expected = Some("déjà vu — 味噌汁");
        assert!(links.all(|link| link.attr("data-note") == expected), "{name}");
    }
}

/// Without the comment, the text after it comes first. Where its bytes are a byte order mark of any
/// encoding, the output would be read in that encoding.
#[test]
fn text_that_comes_first_is_no_byte_order_mark() {
    let rows: [(&str, &[u8]); 8] = [
        ("utf-8", b"<!--a-->\xEF\xBB\xBF<p>b"),
        ("windows-1252", b"<!--a-->\xEF\xBB\xBF<p>b"),
        ("windows-1252", b"<!--a-->\xFE\xFF<p>b"),
        ("windows-1252", b"<!--a-->\xFF\xFE<p>b"),
        ("windows-1252", b"<!--a--><!--c-->\xEF\xBB\xBF"),
        ("gbk", b"<!--a-->\xEF\xBB\xBF\xBF<p>b"),
        ("utf-16le", b"<\0!\0-\0-\0a\0-\0-\0>\0\xFF\xFE<\0p\0>\0b\0"),
        ("utf-16be", b"\0<\0!\0-\0-\0a\0-\0-\0>\xFE\xFF\0<\0p\0>\0b"),
    ];
    for (label, bytes) in rows {
        let hints = Hints::new().transport_encoding(for_label(label).unwrap());
        let mut edited = consomme::parse_document(bytes, &hints);
        let comments = edited.all_nodes().filter(|node| node.as_comment().is_some());
        let comments: Vec<_> = comments.map(|comment| comment.id()).collect();
        comments.into_iter().for_each(|comment| edited.detach(comment).unwrap());
        assert!(edited.root().text_content().len() > 2, "{label} has a text");
        for size in [1, 2, 3, 5, usize::MAX] {
            let selectors = RewriteSelectors::new().leaves(true);
            let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &hints, &selectors);
            let mut output = Vec::new();
            for piece in bytes.chunks(size).map(Some).chain([None]) {
                match piece {
                    Some(piece) => rewriter.feed(piece),
                    None => rewriter.end(),
                }
                while let Some(item) = rewriter.next_item() {
                    if let RewriteItem::Leaf(mut leaf) = item
                        && leaf.kind() == LeafKind::Comment
                    {
                        leaf.remove().unwrap();
                    }
                }
                rewriter.write_to(&mut output).unwrap();
            }
            let read = consomme::parse_document(&output, &hints);
            assert_eq!(read.to_string(), edited.to_string(), "{label} in pieces of {size}");
            assert_eq!(read.encoding(), edited.encoding(), "{label} in pieces of {size}");
        }
    }
}
