//! Declaring the encoding in the `head` of a document.

use encoding_rs::Encoding;

use crate::dom::{Document, ElementRef, NodeId, TreeError};
use crate::names::Namespace;

/// Declares an encoding in the `head` of a document: in every `meta` there that declares one, or
/// else in a new `meta` at its start.
pub(super) fn declare(
    document: &mut Document,
    encoding: &'static Encoding,
) -> Result<(), TreeError> {
    let label = encoding.name();
    let Some(head) = document.head() else { return Ok(()) };
    let head_id = head.id();
    let metas: Vec<(NodeId, bool)> = head.child_elements().filter_map(declaration).collect();
    if metas.is_empty() {
        let meta = document.create_element("meta")?;
        document.set_attr(meta, "charset", label)?;
        return document.prepend(head_id, meta);
    }
    for (meta, has_charset) in metas {
        if has_charset {
            document.set_attr(meta, "charset", label)?;
        } else {
            document.set_attr(meta, "content", &format!("text/html; charset={label}"))?;
        }
    }
    Ok(())
}

/// Returns an element's id if it is a `meta` that declares an encoding, and whether it does so by
/// the attribute `charset`.
fn declaration(element: ElementRef<'_>) -> Option<(NodeId, bool)> {
    if element.namespace() != Namespace::Html || element.name() != "meta" {
        return None;
    }
    if element.attr("charset").is_some() {
        return Some((element.id(), true));
    }
    let pragma = element.attr("http-equiv")?;
    element.attr("content")?;
    pragma.eq_ignore_ascii_case("content-type").then(|| (element.id(), false))
}

#[cfg(test)]
mod tests {
    use encoding_rs::{KOI8_R, SHIFT_JIS, UTF_16LE, X_USER_DEFINED};

    use crate::parse::parse_str;
    use crate::serialize::{MinifyOptions, SerializeOptions};

    fn declared(html: &str) -> String {
        let document = parse_str(html);
        let before = document.inner_html();
        let html = document.serialize(&MinifyOptions::new()).meta_charset(true).to_string();
        assert_eq!(document.inner_html(), before, "the tree stays as it is");
        html
    }

    #[test]
    fn the_encoding_is_declared_where_it_was_or_first_in_the_head() {
        for (html, expected) in [
            ("<title>a</title>", "<meta charset=UTF-8><title>a</title>"),
            ("<title>a</title><meta charset=x>", "<title>a</title><meta charset=UTF-8>"),
            (
                "<meta http-equiv=Content-Type content='text/html; charset=x'>",
                "<meta http-equiv=Content-Type content=\"text/html; charset=UTF-8\">",
            ),
            ("<meta name=a content=b>", "<meta charset=UTF-8><meta name=a content=b>"),
            ("<body><meta charset=x>", "<meta charset=UTF-8><body><meta charset=x>"),
        ] {
            assert_eq!(declared(html), expected);
        }
    }

    #[test]
    fn the_declared_encoding_is_the_one_that_is_written() {
        let document = parse_str("<p>й");
        let serialized = document.serialize(&SerializeOptions::new()).meta_charset(true);
        for (asked, label, bytes) in [
            (KOI8_R, "KOI8-R", &b"\xCA"[..]),
            (SHIFT_JIS, "Shift_JIS", b"\x84\x7A"),
            (UTF_16LE, "UTF-8", "й".as_bytes()),
            (X_USER_DEFINED, "windows-1252", b"&#x439;"),
        ] {
            let encoded = serialized.encode(asked).unwrap();
            assert_eq!(encoded.encoding().name(), label);
            let start = format!("<html><head><meta charset=\"{label}\"></head><body><p>");
            let expected = [start.as_bytes(), bytes, b"</p></body></html>"].concat();
            assert_eq!(encoded.to_bytes(), expected, "{label}");
        }
    }
}
