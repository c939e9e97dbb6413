//! Bytes in their encoding.

use consomme::encoding_rs::{ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16LE};
use consomme::source_edits::ApplyError;
use consomme::{Document, Hints, ParseOptions};

use super::find;

/// Returns the patched bytes of an edited document.
fn patched(
    bytes: &[u8],
    hints: &Hints,
    edit: impl FnOnce(&mut Document),
) -> Result<Vec<u8>, ApplyError> {
    let mut document = ParseOptions::new().lossless(true).parse_document(bytes, hints);
    edit(&mut document);
    document.source_edits().unwrap().apply_to_bytes(bytes)
}

#[test]
fn a_byte_order_mark_and_malformed_bytes_stay() {
    let bytes = b"\xEF\xBB\xBF<p>\xFF\r\n<b>x</b>\xE2\x82";
    let set = |d: &mut Document| d.set_text(find(d, "b"), "\u{e9}\n").unwrap();
    assert_eq!(
        patched(bytes, &Hints::new(), set).unwrap(),
        b"\xEF\xBB\xBF<p>\xFF\r\n<b>\xC3\xA9\r\n</b>\xE2\x82"
    );
    let utf_16 = b"\xFF\xFE<\0b\0>\0x\0";
    assert_eq!(
        patched(utf_16, &Hints::new(), |d| d.set_text(find(d, "b"), "\u{20ac}").unwrap()).unwrap(),
        b"\xFF\xFE<\0b\0>\0\xAC\x20"
    );
}

#[test]
fn a_patch_of_iso_2022_jp_returns_to_the_state_around_it() {
    let hints = Hints::new().user_override(ISO_2022_JP);
    // Two characters between one pair of escape sequences; the second is replaced.
    let bytes = b"<p>\x1B$B$\"$$\x1B(B</p>";
    let edit = |text: &'static str| {
        move |d: &mut Document| {
            let p = d.element(find(d, "p")).unwrap().as_node();
            let id = p.first_child().unwrap().id();
            d.set_text(id, text).unwrap();
        }
    };
    for text in ["あう", "う", "aい", "aいb", "あxい", "xあいy", "あいう", "あ", "い", ""]
    {
        let patched = patched(bytes, &hints, edit(text)).unwrap();
        let document = ParseOptions::new().parse_document(&patched, &hints);
        assert_eq!(document.root().text_content(), text, "{}", patched.escape_ascii());
    }
}

#[test]
fn what_the_encoding_lacks_becomes_a_reference_where_one_can_be() {
    let hints = Hints::new().user_override(SHIFT_JIS);
    let set =
        |name: &'static str| move |d: &mut Document| d.set_text(find(d, name), "5 €").unwrap();
    assert_eq!(patched(b"<p>", &hints, set("p")).unwrap(), b"<p>5 &#x20AC;");
    let error = patched(b"<script>x</script>", &hints, set("script")).unwrap_err();
    assert!(
        matches!(error, ApplyError::Unmappable { character: '€', encoding, .. } if encoding == SHIFT_JIS)
    );
    assert_eq!(
        error.to_string(),
        "Shift_JIS does not have '€' (U+20AC), and nothing can stand for it"
    );
}

#[test]
fn other_bytes_are_found_out() {
    let mut document = ParseOptions::new().lossless(true).parse_document(b"<p>x", &Hints::new());
    document.set_text(find(&document, "p"), "y").unwrap();
    let edits = document.source_edits().unwrap();
    assert_eq!(edits.apply_to_bytes(b"<p>z"), Err(ApplyError::OtherInput));
    let mut document = ParseOptions::new().lossless(true).parse_str("<p>\r\nx");
    document.set_text(find(&document, "p"), "y").unwrap();
    let edits = document.source_edits().unwrap();
    assert_eq!(edits.apply_to_bytes(b"<p>\nx"), Err(ApplyError::OtherInput));
    assert_eq!(edits.apply_to_bytes(b"<p>\r\nx").unwrap(), b"<p>y");
}

#[test]
fn an_edit_of_the_declared_encoding_is_refused() {
    let bytes = b"<meta charset=windows-1252><p>\xE9";
    let set = |value: &'static str| {
        move |d: &mut Document| d.set_attr(find(d, "meta"), "charset", value).unwrap()
    };
    let declared = |result: Result<Vec<u8>, ApplyError>| match result {
        Err(ApplyError::OtherEncoding { decoded_as, .. }) => decoded_as.name(),
        _ => "none",
    };
    assert_eq!(declared(patched(bytes, &Hints::new(), set("utf-8"))), "UTF-8");
    assert_eq!(
        patched(bytes, &Hints::new(), set("latin1")).unwrap(),
        b"<meta charset=latin1><p>\xE9"
    );
    let insert =
        |d: &mut Document| d.prepend_html(find(d, "head"), "<meta charset=utf-8>").unwrap();
    assert_eq!(declared(patched(b"<p>\xE9", &Hints::new(), insert)), "UTF-8");
}

#[test]
fn bytes_that_become_others_beside_a_patch_are_found_out() {
    // Without the `b`, two malformed sequences are one character.
    let edit = |d: &mut Document| d.detach(find(d, "b")).unwrap();
    let hints = Hints::new().user_override(UTF_8);
    let result = patched(b"<p>\xC3<b></b>\xA9", &hints, edit);
    assert!(matches!(result, Err(ApplyError::Undecodable { encoding, .. }) if encoding == UTF_8));
}

/// Removes every comment of a document.
fn remove_comments(d: &mut Document) {
    let all = d.descendants().filter(|node| node.as_comment().is_some());
    for id in all.map(|node| node.id()).collect::<Vec<_>>() {
        d.detach(id).unwrap();
    }
}

/// Returns the name of the encoding that patched bytes would be decoded from, if it is another one.
#[track_caller]
fn other_encoding(
    bytes: &[u8],
    hints: &Hints,
    edit: impl FnOnce(&mut Document),
) -> Option<&'static str> {
    match patched(bytes, hints, edit) {
        Ok(patched) => {
            // The result is decoded from the same encoding.
            let [before, after] = [bytes, &patched].map(|bytes| {
                ParseOptions::new().parse_document(bytes, hints).encoding().unwrap().name()
            });
            assert_eq!(after, before, "{}", patched.escape_ascii());
            None
        }
        Err(ApplyError::OtherEncoding { decoded_as, .. }) => Some(decoded_as.name()),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_patched_bytes_are_decoded_from_the_same_encoding() {
    let set = |name: &'static str, attribute: &'static str, value: &'static str| {
        move |d: &mut Document| d.set_attr(find(d, name), attribute, value).unwrap()
    };
    let no_hints = Hints::new();
    let by = |bytes, edit: fn(&mut Document)| other_encoding(bytes, &no_hints, edit);
    // The prescan reads attributes of tags that the parser does not take for such.
    let html = b"<meta content='<' charset=windows-1252><p>\xE9";
    assert_eq!(other_encoding(html, &no_hints, set("meta", "content", "a<b")), None);
    assert_eq!(other_encoding(html, &no_hints, set("meta", "charset", "koi8-r")), Some("KOI8-R"));
    // An XML declaration counts at the very start only.
    let html = b"<!--x--><?xml encoding='koi8-r'?><p>\xE9";
    let remove_first: fn(&mut Document) =
        |d| d.detach(d.root().first_child().unwrap().id()).unwrap();
    assert_eq!(by(html, remove_first), Some("KOI8-R"));
    let html = b"<?xml encoding='koi8-r'?><p>\xE9";
    assert_eq!(by(html, remove_first), Some("windows-1252"));
    let insert: fn(&mut Document) = |d| {
        let comment = d.create_comment("x").unwrap();
        d.insert_before(d.root().first_child().unwrap().id(), comment).unwrap();
    };
    assert_eq!(by(html, insert), Some("windows-1252"));
    // Without the apparent comment, the prescan finds a tag that the parser does not see.
    let html = b"<script><!--</script><title><meta charset=koi8-r></title><p>\xE9";
    let empty: fn(&mut Document) = |d| d.set_text(find(d, "script"), "").unwrap();
    assert_eq!(by(html, empty), Some("KOI8-R"));
    // The prescan reads 1,024 bytes.
    let far = [b"<title>".as_slice(), b"<meta charset=koi8-r></title>", b"<p>\xE9"].concat();
    let long: fn(&mut Document) = |d| {
        let comment = d.create_comment(&"x".repeat(2000)).unwrap();
        d.prepend(find(d, "head"), comment).unwrap();
    };
    assert_eq!(by(&far, long), Some("windows-1252"));
    // A `meta` element that the prescan does not reach, and one that is in a comment no longer.
    let late = [b" ".repeat(1100).as_slice(), b"<meta charset=koi8-r><p>\xE9"].concat();
    assert_eq!(by(&late, |d| d.detach(find(d, "meta")).unwrap()), Some("windows-1252"));
    assert_eq!(by(&late, |d| d.set_attr(find(d, "p"), "a", "b").unwrap()), None);
    let two = [&late[..], b"<meta charset=koi8-u>"].concat();
    assert_eq!(by(&two, |d| d.detach(find(d, "meta")).unwrap()), Some("KOI8-U"));
}

#[test]
fn the_hints_of_the_document_count_for_the_patched_bytes() {
    let html = b"<meta charset=utf-8><p>\xC3\xA9";
    let remove: fn(&mut Document) = |d| d.detach(find(d, "meta")).unwrap();
    assert_eq!(other_encoding(html, &Hints::new(), remove), Some("windows-1252"));
    assert_eq!(other_encoding(html, &Hints::utf8(), remove), None);
    let certain = Hints::new().content_type("text/html; charset=utf-8");
    assert_eq!(other_encoding(html, &certain, remove), None);
    let set: fn(&mut Document) = |d| d.set_attr(find(d, "meta"), "charset", "koi8-r").unwrap();
    assert_eq!(other_encoding(html, &certain, set), None);
}

#[test]
fn no_patch_makes_a_byte_order_mark() {
    let set_text = |text: &'static str| {
        move |d: &mut Document| {
            let id = d.body().unwrap().as_node().first_child().unwrap().id();
            d.set_text(id, text).unwrap();
        }
    };
    let utf_8 = Hints::utf8();
    for result in [
        patched(b"abc", &utf_8, set_text("\u{FEFF}abc")),
        patched("<!--x-->\u{FEFF}abc".as_bytes(), &utf_8, remove_comments),
        patched(b"a\0b\0", &Hints::new().default_encoding(UTF_16LE), set_text("\u{FEFF}b")),
    ] {
        assert!(matches!(result, Err(ApplyError::Undecodable { .. })), "{result:?}");
    }
    assert_eq!(other_encoding(b"abc", &Hints::new(), set_text("ï»¿")), Some("UTF-8"));
    assert_eq!(other_encoding(b"abc", &Hints::new(), set_text("ÿþ")), Some("UTF-16LE"));
    let marked = "\u{FEFF}abc".as_bytes();
    assert_eq!(patched(marked, &utf_8, set_text("d")).unwrap(), "\u{FEFF}d".as_bytes());
}
