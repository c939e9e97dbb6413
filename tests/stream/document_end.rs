//! The end of a document, where content is appended.

use std::fs;

use consomme::source_edits::InexactReason;
use consomme::stream::{RewriteEnd, RewriteError, RewriteItem, RewriteSelectors, StreamRewriter};
use consomme::{Document, Hints, ParseOptions};
use consomme_test::soup::soup;
use consomme_test::suite::{PAGES, in_ci};
use consomme_test::targets::tree::dump;
use proptest::prelude::*;

use super::encodings::NEED_A_HINT;

type Edit = fn(&mut RewriteEnd<'_>) -> Result<Vec<InexactReason>, RewriteError>;
type Edited = Result<Vec<InexactReason>, RewriteError>;

/// Rewrites a text in pieces of this many characters, with an edit at its end.
fn rewritten(
    text: &str,
    size: usize,
    is_strict: bool,
    mut edit: impl FnMut(&mut RewriteEnd<'_>) -> Edited,
) -> (String, Edited) {
    let selectors = RewriteSelectors::new().end(true);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
    rewriter = rewriter.strict(is_strict);
    if size < 100 {
        rewriter.sweep_often();
    }
    let (mut output, mut edited) = (Vec::new(), None);
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters.chunks(size).map(|piece| piece.iter().collect::<String>());
    for piece in pieces.map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed_str(&piece),
            None => rewriter.end(),
        }
        while let Some(item) = rewriter.next_item() {
            match item {
                RewriteItem::End(mut end) => {
                    assert!(edited.is_none(), "there is one end");
                    edited = Some(edit(&mut end));
                }
                _ => panic!("nothing else is asked for"),
            }
        }
        rewriter.write_to(&mut output).unwrap();
    }
    (String::from_utf8(output).unwrap(), edited.expect("each document has an end"))
}

#[test]
fn content_is_appended_at_the_end_of_any_document() {
    let html: Edit = |end| end.append_html("<i>n</i>");
    let text: Edit = |end| end.append_text("x;<");
    let rows: [(&str, Edit, &str); 27] = [
        ("", html, "<body><i>n</i>"),
        ("<p>a", html, "<p>a</p><i>n</i>"),
        ("<p>a", text, "<p>a</p>x;&lt;"),
        ("<body>a</body></html>\r\n", html, "<body>a</body></html>\r\n<i>n</i>"),
        ("a&l", text, "a&l&#120;;&lt;"),
        ("a&l", html, "a&l<i>n</i>"),
        ("a<", html, "a&lt;<i>n</i>"),
        ("a</", html, "a&lt;/<i>n</i>"),
        ("<p>a</", html, "<p>a&lt;/</p><i>n</i>"),
        ("<textarea>a</", html, "<textarea>a</</textarea><i>n</i>"),
        ("a<b c='", html, "a<i>n</i>"),
        ("a</b c", text, "ax;&lt;"),
        ("a</></><b c", text, "a</></>x;&lt;"),
        ("a<</>", html, "a<</><i>n</i>"),
        ("a<!-- c", html, "a<!-- c--><i>n</i>"),
        ("a<!-- c--", html, "a<!-- c--><i>n</i>"),
        ("a<!-->", html, "a<!--><i>n</i>"),
        ("a<! c", html, "a<! c><i>n</i>"),
        ("a<?c d", html, "a<i>n</i>"),
        ("a</ c", html, "a</ c><i>n</i>"),
        ("<title>a", html, "<title>a</title><body><i>n</i>"),
        (
            "<title>a</title>",
            |end| end.append_html("<script></script>"),
            "<title>a</title><body><script></script>",
        ),
        (
            "<table><tr><td><ul><li>a",
            html,
            "<table><tr><td><ul><li>a</li></ul></td></tr></tbody></table><i>n</i>",
        ),
        ("<b>a", html, "<b>a</b><i>n</i>"),
        ("<p><b>a</p>", html, "<p><b>a</p></b><i>n</i>"),
        (
            "<div><form></div>a",
            |end| end.append_html("<form></form>"),
            "<div><form></div>a</form><form></form>",
        ),
        (
            "<template><p>a",
            |end| {
                end.append_text("m")?;
                end.append_html("<p>o")
            },
            "<template><p>a</p></template><body>m<p>o</p>",
        ),
    ];
    for (page, edit, expected) in rows {
        for size in [1, usize::MAX] {
            let (output, edited) = rewritten(page, size, false, edit);
            assert_eq!((&*output, edited), (expected, Ok(vec![])), "{page}");
        }
    }
}

#[test]
fn what_cannot_be_appended_says_so() {
    let html: Edit = |end| end.append_html("<i>n</i>");
    let misplaced = Ok(vec![InexactReason::Misplaced]);
    let rows: [(&str, &str, Edited); 5] = [
        (
            "<script>a<!--<script>",
            "<script>a<!--<script></script><body><i>n</i>",
            misplaced.clone(),
        ),
        ("<svg><![CDATA[a", "<svg><![CDATA[a</svg><i>n</i>", misplaced.clone()),
        ("<!doctype html", "<!doctype html><body><i>n</i>", misplaced),
        ("<plaintext>a", "<plaintext>a", Err(RewriteError::NotAlone)),
        ("<frameset>", "<frameset>", Err(RewriteError::NotAlone)),
    ];
    for (page, expected, result) in rows {
        let (output, edited) = rewritten(page, 1, false, html);
        assert_eq!((&*output, &edited), (expected, &result), "{page}");
        let (output, edited) = rewritten(page, 1, true, html);
        assert_eq!(output, page, "a strict rewriter changes nothing");
        assert!(edited.is_err());
    }
}

fn tree(document: &Document) -> String {
    {
        let mut document = document.clone();
        let root = document.root().id();
        document.normalize(root).unwrap();
        dump(&document)
    }
}

proptest! {
    #![proptest_config(consomme_test::config::config(512))]

    /// The output is read as the document with the content at the end of its `body`.
    #[test]
    fn the_output_is_read_as_the_document_with_more(
        text in soup(),
        size in 1_usize..40,
        html in prop::sample::select(vec!["<i>n</i>", "<p>n", "n", "<form><table>", " ", "<script>n</script>"]),
    ) {
        let (output, edited) = rewritten(&text, size, true, |end| end.append_html(html));
        let mut expected = consomme::parse_str(&text);
        match edited {
            Err(_) => prop_assert_eq!(output, text),
            Ok(reasons) => {
                prop_assert!(reasons.is_empty());
                let body = expected.body().expect("there are no frames").id();
                expected.append_html(body, html).unwrap();
                prop_assert_eq!(tree(&consomme::parse_str(&*output)), tree(&expected), "{}", output);
            }
        }
    }
}

/// The `body` of each page can be edited: at its tag, which is lent once, wherever it is, or at the
/// end. The bytes are as they came, with default hints.
#[test]
fn every_page_has_a_body_to_edit() {
    let selectors = RewriteSelectors::new().end(true).start_tags(&["body"]).unwrap();
    let Ok(folder) = PAGES.find("") else {
        assert!(!in_ci(), "the pages are missing");
        return;
    };
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for entry in fs::read_dir(folder).unwrap().step_by(step) {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let needs_hint = NEED_A_HINT.contains(&name);
        let hints = if needs_hint { Hints::utf8() } else { Hints::new() };
        let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &hints, &selectors);
        let (mut tags, mut appended, mut output) = (0, None, Vec::new());
        for piece in bytes.chunks(4096).map(Some).chain([None]) {
            match piece {
                Some(piece) => rewriter.feed(piece),
                None => rewriter.end(),
            }
            while let Some(item) = rewriter.next_item() {
                match item {
                    RewriteItem::Element(mut body) => {
                        tags += 1;
                        body.set_attr("data-n", "1").unwrap();
                    }
                    RewriteItem::End(mut end) => {
                        appended = Some(end.append_html("<i id=last>n</i>").is_ok());
                    }
                    _ => {}
                }
            }
            rewriter.write_to(&mut output).unwrap();
        }
        let has_tag = bytes.windows(5).any(|bytes| bytes.eq_ignore_ascii_case(b"<body"));
        assert_eq!(tags, usize::from(has_tag), "{}", path.display());
        assert_eq!(appended, Some(true), "{}", path.display());
        let document = consomme::parse_document(output, &Hints::new());
        let body = document.body().unwrap();
        assert_eq!(body.attr("data-n"), has_tag.then_some("1"), "{}", path.display());
        let last = body.last_element_child().unwrap();
        assert_eq!(last.attr("id"), Some("last"), "{}", path.display());
    }
}
