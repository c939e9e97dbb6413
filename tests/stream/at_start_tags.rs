//! Structural edits at start tags, in constant memory.

use std::fs;

use consomme::events::Events;
use consomme::source_edits::InexactReason;
use consomme::stream::{RewriteError, RewriteSelectors, StreamRewriter, rewrite};
use consomme::tokenizer::Token;
use consomme::{Hints, Limits, ParseOptions};
use consomme_test::suite::PAGES;

#[test]
fn a_strict_rewriter_refuses_edits_that_are_not_exact() {
    let selectors = RewriteSelectors::new().start_tags(&["div", "p"]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
    rewriter = rewriter.strict(true);
    rewriter.feed_str("<div><b>a</div><p>c");
    rewriter.end();
    let unseen = Err(RewriteError::Inexact(InexactReason::ContentUnseen));
    let mut found = rewriter.next_match().unwrap();
    assert_eq!((found.remove(), found.rename("nav")), (unseen.clone(), unseen));
    assert_eq!(found.append_text("n"), Ok(vec![]));
    let mut found = rewriter.next_match().unwrap();
    let misplaced = Err(RewriteError::Inexact(InexactReason::Misplaced));
    assert_eq!(found.prepend_html("<div>n</div>"), misplaced);
    assert!(rewriter.next_match().is_none());
    let mut output = Vec::new();
    rewriter.write_to(&mut output).unwrap();
    assert_eq!(output, b"<div><b>a</div><p>c");
    assert_eq!(rewriter.take_inexact(), [InexactReason::Misplaced]);
}

/// The `option` may match when it is complete, which keeps the output from going on in it, while
/// the element around it is left out up to the tag that stays.
#[test]
fn what_is_left_out_is_not_written_up_to_an_element_that_may_match() {
    let selectors = RewriteSelectors::new().start_tags(&["div"]).unwrap();
    let selectors = selectors.elements(&["option"]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
    let mut output = Vec::new();
    rewriter.feed_str("<div>a<option><body>");
    while let Some(mut found) = rewriter.next_match() {
        found.replace_with_text("n").unwrap();
    }
    rewriter.write_to(&mut output).unwrap();
    rewriter.end();
    while rewriter.next_match().is_some() {}
    rewriter.write_to(&mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "n<body>");
}

/// Whether a `selectedcontent` mirrors an `option` takes a look at all elements around it. Of more
/// than 600, the edit does not look, so that its time does not depend on the depth.
#[test]
fn edits_of_deep_options_are_not_exact() {
    let selectors = RewriteSelectors::new().elements(&["option"]).unwrap();
    let options = ParseOptions::new().limits(Limits::unlimited());
    let reasons = |depth: usize| {
        let page = format!("{}<select><option>a</option></select>", "<div>".repeat(depth));
        let mut rewriter = StreamRewriter::new(&options, &Hints::utf8(), &selectors);
        rewriter.feed_str(&page);
        rewriter.end();
        rewriter.next_match().unwrap().after_html("<option>n</option>").unwrap()
    };
    assert_eq!(reasons(590), []);
    assert_eq!(reasons(610), [InexactReason::ActsElsewhere]);
}

/// Each edit parses the source of its element, so edits of elements in each other would take
/// quadratic time.
#[test]
fn edits_parse_no_byte_more_than_a_fixed_number_of_times() {
    let selectors = RewriteSelectors::new().elements(&["div"]).unwrap();
    let refused = |page: &str| {
        let mut refused = 0;
        rewrite(page.as_bytes(), std::io::sink(), &Hints::new(), &selectors, |div| {
            match div.before_html("<i>") {
                Err(RewriteError::TooMuchWork) => refused += 1,
                other => assert!(other.is_ok() || other == Err(RewriteError::NotAlone)),
            }
            Ok(())
        })
        .unwrap();
        refused
    };
    assert!(refused(&"<div>".repeat(2000)) > 0);
    assert_eq!(refused(&"<div>a</div>".repeat(2000)), 0);
    assert_eq!(refused(&("<div>".repeat(30) + &"</div>".repeat(30)).repeat(20)), 0);
}

/// A banner at the end of a `body` of a megabyte is written while that passes: nothing is kept.
#[test]
fn the_output_goes_on_while_an_edit_waits_for_the_end() {
    let selectors = RewriteSelectors::new().start_tags(&["body", "main"]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
    let (mut written, mut fed, mut most) = (0, 0, 0);
    let rows = ["<tr><td>Leek<td>3"; 1000].concat();
    let start = "<body><table>".to_owned();
    let end = "</table><main><p>a</main></body>".to_owned();
    let pieces = std::iter::once(start).chain(vec![rows; 60]).chain([end]);
    for piece in pieces.map(Some).chain([None]) {
        match &piece {
            Some(piece) => rewriter.feed_str(piece),
            None => rewriter.end(),
        }
        fed += piece.map_or(0, |piece| piece.len());
        while let Some(mut found) = rewriter.next_match() {
            let name = found.name().to_owned();
            match &*name {
                "body" => drop(found.append_html("<footer></footer>").unwrap()),
                _ => drop(found.remove().unwrap()),
            }
        }
        let mut output = Vec::new();
        rewriter.write_to(&mut output).unwrap();
        written += output.len();
        most = most.max(fed - written.min(fed));
    }
    assert!(most < 100, "{most} bytes are held back");
    assert_eq!(fed + "<footer></footer>".len() - "<main><p>a</main>".len(), written);
}

#[test]
fn where_only_attributes_are_edited_other_edits_are_refused() {
    let selectors = RewriteSelectors::new().attributes(&["p, img"]).unwrap();
    let mut output = Vec::new();
    rewrite(&b"<p>a<img>"[..], &mut output, &Hints::new(), &selectors, |found| {
        assert_eq!(found.remove(), Err(RewriteError::NotComplete));
        assert_eq!(found.append_text("n"), Err(RewriteError::NotComplete));
        Ok(found.set_attr("a", "b")?)
    })
    .unwrap();
    assert_eq!(output, b"<p a=\"b\">a<img a=\"b\">");
}

/// On some pages, content implies `body` before its tag comes.
#[test]
fn body_is_lent_on_each_page_that_has_its_tag() {
    let Ok(directory) = PAGES.find("") else { return };
    let selectors = RewriteSelectors::new().start_tags(&["body"]).unwrap();
    for (name, path) in consomme_test::suite::files(&directory, &["html"]) {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        let mut events = Events::new();
        events.feed_str(&text);
        events.end();
        let mut has_tag = false;
        while let Some(event) = events.next_event() {
            has_tag |= matches!(event.token, Token::StartTag(tag) if tag.name() == "body");
        }
        let mut output = Vec::new();
        rewrite(text.as_bytes(), &mut output, &Hints::utf8(), &selectors, |body| {
            Ok(body.set_attr("data-note", "soup")?)
        })
        .unwrap();
        let document = consomme::parse_document(&output, &Hints::utf8());
        let body = document.body().unwrap();
        assert_eq!(body.attr("data-note").is_some(), has_tag, "{name}");
    }
}

/// In a form, another one is ignored. Far from the root, a cache says whether there is one.
#[test]
fn a_form_is_ignored_in_another_one_at_any_depth() {
    let selectors = RewriteSelectors::new().start_tags(&["p"]).unwrap();
    for depth in [1, 10, 15, 16, 17, 31, 32, 33, 40, 100, 300] {
        let inside = "<div>".repeat(depth);
        for (before, after) in [
            ("", ""),
            ("<form>", ""),
            ("<form></form>", ""),
            ("<div><form></div>", ""),
            ("<form><div></form>", "<section>"),
        ] {
            let start = format!("{before}{inside}{after}");
            let page = format!("{start}<p>1</p><b><p>2</p></b><form></form><p>3</p>");
            let mut output = Vec::new();
            rewrite(page.as_bytes(), &mut output, &Hints::utf8(), &selectors, |p| {
                p.before_html("<form><i>n</i></form>").unwrap();
                Ok(())
            })
            .unwrap();
            let output = String::from_utf8(output).unwrap();
            let document = consomme::parse_str(page.as_str());
            let p = document.select_first("p").unwrap().unwrap();
            let is_in_form = p.ancestor_elements().any(|one| one.name() == "form");
            let inserted = if is_in_form { "<i>n</i>" } else { "<form><i>n</i></form>" };
            assert!(
                output.starts_with(&format!("{start}{inserted}<p>1")),
                "{depth} {before} {output}"
            );
        }
    }
}
