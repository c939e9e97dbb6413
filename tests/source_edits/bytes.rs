//! Bytes in their encoding.

use consomme::encoding_rs::{ISO_2022_JP, SHIFT_JIS, UTF_8};
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
        Err(ApplyError::EncodingDeclared { declared, .. }) => declared.name(),
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
