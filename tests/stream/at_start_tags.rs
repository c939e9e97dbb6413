//! Structural edits at start tags, in constant memory.

use consomme::source_edits::InexactReason;
use consomme::stream::{RewriteError, RewriteMatch, RewriteSelectors, StreamRewriter, rewrite};
use consomme::{Hints, ParseOptions};

type Edit = fn(&mut RewriteMatch<'_>) -> Result<Vec<InexactReason>, RewriteError>;

/// The result of rewriting: the output, the reasons at the edits, and those at the ends.
#[derive(PartialEq, Debug)]
struct Rewritten {
    output: String,
    at_once: Vec<InexactReason>,
    at_ends: Vec<InexactReason>,
}

/// Rewrites a text in pieces of this many bytes, with one edit of the start tags that match.
fn rewritten(text: &str, size: usize, selector: &str, edit: Edit) -> Rewritten {
    let selectors = RewriteSelectors::new().start_tags(&[selector]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
    if size < 100 {
        rewriter.sweep_often();
    }
    let (mut output, mut at_once, mut at_ends) = (Vec::new(), Vec::new(), Vec::new());
    for piece in text.as_bytes().chunks(size).map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed(piece),
            None => rewriter.end(),
        }
        while let Some(mut found) = rewriter.next_match() {
            at_once.extend(edit(&mut found).unwrap());
        }
        rewriter.write_to(&mut output).unwrap();
        at_ends.extend(rewriter.take_inexact());
    }
    Rewritten { output: String::from_utf8(output).unwrap(), at_once, at_ends }
}

#[track_caller]
fn check(text: &str, selector: &str, edit: Edit, expected: &str, at_once: &[InexactReason]) {
    let expected =
        Rewritten { output: expected.to_owned(), at_once: at_once.to_vec(), at_ends: vec![] };
    for size in [usize::MAX, 1] {
        assert_eq!(rewritten(text, size, selector, edit), expected, "{text}, pieces of {size}");
    }
}

const UNSEEN: &[InexactReason] = &[InexactReason::ContentUnseen];

#[test]
fn content_is_inserted_around_and_in_an_element() {
    let before: Edit = |found| found.before_html("<i>n</i>");
    let prepend: Edit = |found| found.prepend_html("<i>n</i>");
    let append: Edit = |found| found.append_html("<i>n</i>");
    let after: Edit = |found| found.after_html("<i>n</i>");
    let rows: [(&str, &str, Edit, &str); 20] = [
        ("<div>a</div>b", "div", before, "<i>n</i><div>a</div>b"),
        ("<div>a</div>b", "div", prepend, "<div><i>n</i>a</div>b"),
        ("<div>a</div>b", "div", append, "<div>a<i>n</i></div>b"),
        ("<div>a</div>b", "div", after, "<div>a</div><i>n</i>b"),
        ("<p>a<h1>b</h1>", "h1", before, "<p>a</p><i>n</i><h1>b</h1>"),
        ("<ul><li>a<li>b</ul>", "li:first-child", append, "<ul><li>a<i>n</i><li>b</ul>"),
        ("<ul><li>a<li>b</ul>", "ul", append, "<ul><li>a<li>b</li><i>n</i></ul>"),
        ("<div><p>a</div>b", "div", append, "<div><p>a</p><i>n</i></div>b"),
        ("<div><p>a</div>b", "p", after, "<div><p>a</p><i>n</i></div>b"),
        ("<ruby>a<rt>b<rp>c</ruby>", "rt", after, "<ruby>a<rt>b</rt><i>n</i><rp>c</ruby>"),
        ("<body>a</body>\n", "body", append, "<body>a<i>n</i></body>\n"),
        (
            "<body><p>a</body>\n",
            "body",
            |body| body.append_html("<ul>"),
            "<body><p>a</p><ul></ul></body>\n",
        ),
        ("<body>a</html>", "body", append, "<body>a<i>n</i></html>"),
        ("<body><p>a", "body", append, "<body><p>a</p><i>n</i>"),
        ("<img>a", "img", before, "<i>n</i><img>a"),
        ("<img>a", "img", after, "<img><i>n</i>a"),
        ("<svg><g/></svg>", "g", |g| g.append_html("<a/>"), "<svg><g><a></a></g></svg>"),
        ("a&lt<b>c</b>", "b", |b| b.before_text("x;"), "a&lt&#120;;<b>c</b>"),
        ("a<b>c&l</b>", "b", |b| b.append_text("t;"), "a<b>c&l&#116;;</b>"),
        ("<b>c</b>", "b", |b| b.prepend_text("<a&"), "<b>&lt;a&amp;c</b>"),
    ];
    for (text, selector, edit, expected) in rows {
        check(text, selector, edit, expected, &[]);
    }
}

/// The parser drops a line feed after the start tag, and no other.
#[test]
fn line_feeds_at_the_start_of_preformatted_text_stay_what_they_are() {
    let prepend: Edit = |found| found.prepend_text("n");
    let line_feed: Edit = |found| found.prepend_text("\nn");
    let append: Edit = |found| found.append_text("\nn");
    let remove: Edit = |found| found.remove();
    let rows: [(&str, &str, Edit, &str); 12] = [
        ("<pre>a", "pre", prepend, "<pre>na"),
        ("<pre>\na", "pre", prepend, "<pre>na"),
        ("<pre>\r\na", "pre", prepend, "<pre>na"),
        ("<pre>\ra", "pre", prepend, "<pre>na"),
        ("<pre>\n\na", "pre", prepend, "<pre>n\na"),
        ("<pre>\na", "pre", line_feed, "<pre>\n\nna"),
        ("<textarea>\na</textarea>", "textarea", line_feed, "<textarea>\n\nna</textarea>"),
        (
            "<listing>\na",
            "listing",
            |one| {
                one.prepend_text("\nm")?;
                one.prepend_text("\nn")
            },
            "<listing>\n\nn\nma",
        ),
        ("<pre>a</pre>", "pre", append, "<pre>a\nn</pre>"),
        ("<pre></pre>", "pre", append, "<pre>\n\nn</pre>"),
        ("<pre><img>\na", "img", remove, "<pre>\n\na"),
        ("<pre><script></script>\na", "script", remove, "<pre>\n\na"),
    ];
    for (text, selector, edit, expected) in rows {
        check(text, selector, edit, expected, &[]);
    }
}

/// A text after what is removed does not go on with a reference or a tag of the text before.
#[test]
fn texts_that_meet_are_read_as_they_were() {
    let remove: Edit = |found| found.remove();
    let rows: [(&str, &str, Edit, &str); 8] = [
        ("a&am<img>p;", "img", remove, "a&am&#112;;"),
        ("a&am<img><img>p;", "img", remove, "a&am&#112;;"),
        ("a&#3<script>b</script>8;", "script", remove, "a&#3&#56;;"),
        ("a&lt<img>;b", "img", remove, "a&lt&#59;b"),
        ("a<<img>b>", "img", remove, "a<&#98;>"),
        ("a<<img>/b>", "img", remove, "a<&#47;b>"),
        ("a<<b>c</b>", "b", |b| b.before_text("n"), "a<&#110;<b>c</b>"),
        ("<script>a&l</script>", "script", |one| one.append_text("t;"), "<script>a&lt;</script>"),
    ];
    for (text, selector, edit, expected) in rows {
        check(text, selector, edit, expected, &[]);
    }
}

#[test]
fn elements_are_removed_and_replaced_while_they_pass() {
    let rows: [(&str, &str, Edit, &str, &[InexactReason]); 16] = [
        ("a<script>b</script>c", "script", |one| one.remove(), "ac", &[]),
        ("a<script>b", "script", |one| one.remove(), "a", &[]),
        ("a<title>b</title>c", "title", |one| one.set_text("<"), "a<title>&lt;</title>c", &[]),
        ("a<div>b<p>c</div>d", "div", |div| div.remove(), "ad", UNSEEN),
        ("a<div>b<p>c</div>d", "div", |div| div.replace_with_html("<i>n"), "a<i>n</i>d", UNSEEN),
        (
            "a<div>b<p>c</div>d",
            "div",
            |div| div.set_inner_html("<i>n"),
            "a<div><i>n</i></div>d",
            UNSEEN,
        ),
        ("a<div>b<p>c</div>d", "div", |div| div.unwrap_element(), "ab<p>cd", UNSEEN),
        ("a<DIV x>b</DIV >d", "div", |div| div.rename("nav"), "a<nav x>b</nav >d", UNSEEN),
        (
            "<ul><li>a<b>b</b><li>c</ul>",
            "li:first-child",
            |li| li.rename("nav"),
            "<ul><nav>a<b>b</b></nav><li>c</ul>",
            UNSEEN,
        ),
        ("<ul><li>a<li>c</ul>", "li:first-child", |li| li.remove(), "<ul><li>c</ul>", UNSEEN),
        (
            "<div><b>x</b><div>y</div></div>z",
            "div",
            |div| div.remove(),
            "z",
            &[InexactReason::ContentUnseen; 2],
        ),
        ("<img>a", "img", |img| img.remove(), "a", &[]),
        // The tag adds its attributes to the `body`.
        ("<div><body l></div>x", "div", |div| div.remove(), "<body l>x", UNSEEN),
        ("<div>a<body l>b</div>x", "div", |div| div.set_text("n"), "<div>n<body l></div>x", UNSEEN),
        (
            "<div>a</div>b",
            "div",
            |div| {
                div.set_inner_html("<i>n")?;
                div.append_text("m")
            },
            "<div><i>n</i>m</div>b",
            &[],
        ),
        (
            "<div>a</div>b",
            "div",
            |div| {
                div.after_text("m")?;
                div.remove()
            },
            "mb",
            UNSEEN,
        ),
    ];
    for (text, selector, edit, expected, reasons) in rows {
        check(text, selector, edit, expected, reasons);
    }
}

/// The parser implies these elements; a later tag adds its attributes.
#[test]
fn the_first_tag_of_the_body_is_lent_wherever_it_is() {
    for (text, expected) in [
        ("<div></div><body class=x>a<body>", "<div></div><body class=x id=\"1\">a<body>"),
        ("a<body>b<body>", "a<body id=\"1\">b<body>"),
        ("<body>b<body>", "<body id=\"1\">b<body>"),
        ("<title>b</title>c", "<title>b</title>c"),
    ] {
        let set: Edit = |body| body.set_attr("id", "1").map(|()| Vec::new());
        check(text, "body", set, expected, &[]);
    }
    let text = "a<html lang=de>b<html>";
    let set: Edit = |html| html.set_attr("id", "1").map(|()| Vec::new());
    check(text, "html", set, "a<html lang=de id=\"1\">b<html>", &[]);
    let append: Edit = |body| body.append_html("<i>n</i>");
    check("a<body>b</body>", "body", append, "a<body>b<i>n</i></body>", &[]);
    let prepend: Edit = |body| body.prepend_html("<i>n</i>");
    let edits: [Edit; 3] =
        [|body| body.remove(), |body| body.rename("div"), |body| body.set_text("")];
    let selectors = RewriteSelectors::new().start_tags(&["body"]).unwrap();
    for edit in edits {
        rewrite(&b"a<body>b"[..], Vec::new(), &Hints::new(), &selectors, |body| {
            assert_eq!(edit(body), Err(RewriteError::NotAlone));
            Ok(())
        })
        .unwrap();
    }
    check("a<body>b", "body", prepend, "a<body><i>n</i>b", &[InexactReason::Misplaced]);
}

#[test]
fn insertions_that_land_elsewhere_say_so() {
    let rows: [(&str, &str, Edit); 3] = [
        ("<div><b>a</div>b", "div", |div| div.append_text("n")),
        ("<form><div></form>a", "form", |form| form.append_text("n")),
        ("<b>a<p>b</b>c", "b", |b| b.append_text("n")),
    ];
    for (text, selector, edit) in rows {
        let first = rewritten(text, usize::MAX, selector, edit);
        assert_eq!(first.at_ends.first(), Some(&InexactReason::Misplaced), "{first:?}");
        assert_eq!(rewritten(text, 1, selector, edit), first);
    }
    let at_once =
        |text, selector, edit: Edit| rewritten(text, 9, selector, edit).at_once.first().copied();
    let misplaced = Some(InexactReason::Misplaced);
    assert_eq!(at_once("<p>a", "p", |p| p.append_html("<div>n")), misplaced);
    assert_eq!(at_once("<p><b>a</p><p>c", "p + p", |p| p.prepend_text("n")), misplaced);
}

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

/// Where the content is known, the same tags stay.
#[test]
fn a_later_tag_of_the_body_stays_when_a_complete_element_goes() {
    let selectors = RewriteSelectors::new().elements(&["div", "p"]).unwrap();
    for (text, expected) in [
        ("<div><body l></div>x", "<body l>x"),
        ("<div>a<body l>b<html m>c</div>x", "<body l><html m>x"),
        ("<div><p>a<body l>b</p></div>x", "<body l>x"),
    ] {
        let mut output = Vec::new();
        rewrite(text.as_bytes(), &mut output, &Hints::new(), &selectors, |found| {
            found.remove()?;
            Ok(())
        })
        .unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }
}

/// Later text is in a copy of the formatting element, or not in a form, because of what goes.
#[test]
fn what_acts_on_later_content_says_so_when_it_goes() {
    let selectors = RewriteSelectors::new().elements(&["div"]).unwrap();
    for (text, reasons) in [
        ("<div><b>a</div>x", &[InexactReason::ActsElsewhere][..]),
        ("<div><form></div><form>x", &[InexactReason::ActsElsewhere]),
        ("<b><div><i>a</i></div></b>x", &[]),
        ("<form><div><b>a</b></div></form>x", &[]),
    ] {
        let mut found = Vec::new();
        rewrite(text.as_bytes(), std::io::sink(), &Hints::new(), &selectors, |div| {
            found = div.remove()?;
            Ok(())
        })
        .unwrap();
        assert_eq!(found, reasons, "{text}");
    }
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
