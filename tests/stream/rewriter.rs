//! A rewriter writes its input byte for byte, but for the patches, which equal the patches of the
//! same edits of the finished document.

use std::fs;

use consomme::source_edits::InexactReason;
use consomme::stream::{
    RewriteError, RewriteMatch, RewriteSelectors, StreamError, StreamFailure, StreamRewriter,
    rewrite,
};
use consomme::{Document, ElementRef, Hints, Limits, NodeId, NodeRef, ParseOptions, TreeError};
use consomme_test::config::config;
use consomme_test::encodings::{ENCODINGS, encode, encoding};
use consomme_test::soup::soup;
use consomme_test::suite::PAGES;
use proptest::prelude::*;

fn selectors(start_tags: &[&str], elements: &[&str]) -> RewriteSelectors {
    RewriteSelectors::new().start_tags(start_tags).unwrap().elements(elements).unwrap()
}

/// Input for a rewriter.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// Rewrites these pieces, and writes after each.
fn rewritten<'a>(
    rewriter: StreamRewriter,
    pieces: impl IntoIterator<Item = Piece<'a>>,
    edit: impl FnMut(&mut RewriteMatch<'_>),
) -> Vec<u8> {
    rewritten_to_ends(rewriter, pieces, edit).0
}

/// As [`rewritten`]. Returns also whether the edits at the ends of elements are exact.
fn rewritten_to_ends<'a>(
    mut rewriter: StreamRewriter,
    pieces: impl IntoIterator<Item = Piece<'a>>,
    mut edit: impl FnMut(&mut RewriteMatch<'_>),
) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    for piece in pieces.into_iter().map(Some).chain([None]) {
        match piece {
            Some(Piece::Text(text)) => rewriter.feed_str(text),
            Some(Piece::Bytes(bytes)) => rewriter.feed(bytes),
            None => rewriter.end(),
        }
        while let Some(mut found) = rewriter.next_match() {
            edit(&mut found);
        }
        rewriter.write_to(&mut out).unwrap();
    }
    (out, rewriter.take_inexact().is_empty())
}

fn chunks(bytes: &[u8], size: usize) -> impl Iterator<Item = Piece<'_>> {
    bytes.chunks(size).map(Piece::Bytes)
}

fn characters(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.char_indices().map(|(at, c)| Piece::Text(&text[at..at + c.len_utf8()]))
}

/// Rewrites a text with one edit of the elements that match a selector when they are complete.
fn edited(text: &str, selector: &str, edit: impl FnMut(&mut RewriteMatch<'_>)) -> String {
    let rewriter =
        StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors(&[], &[selector]));
    String::from_utf8(rewritten(rewriter, [Piece::Text(text)], edit)).unwrap()
}

/// The place of an element is known at its start tag and when it is complete.
#[test]
fn places_among_siblings_are_known_after_these_are_freed() {
    let text = "<ul><li>1<li>2<li>3<li>4</ul><h2>5</h2><p>6<p>7<i>8</i><i>9</i>";
    let all = selectors(
        &["li:nth-child(odd)", "h2 + p", "p:nth-of-type(2)"],
        &["i:nth-of-type(2)", "li:not(:nth-child(1))"],
    );
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
    rewriter.sweep_often();
    let output = rewritten(rewriter, characters(text), |found| {
        let edit = match found.is_complete() {
            true => found.set_text("x").map(|_| ()),
            false => found.set_attr("a", "b"),
        };
        edit.unwrap();
    });
    let expected = "<ul><li a=\"b\">1<li>x<li a=\"b\">x<li>x</ul><h2>5</h2><p a=\"b\">6<p a=\"b\">7\
         <i>8</i><i>x</i>";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

/// Start tags that are found depend on the elements right before them, which must not be freed.
#[test]
fn the_last_siblings_stay_for_selectors_of_start_tags() {
    let text = "<ul><li>a</li><li>b</li><li>c</li></ul><h1>x</h1><p>1</p><p>2</p>";
    let all = selectors(&["li:first-child", "h1 + p"], &[]);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
    rewriter.sweep_often();
    let output = rewritten(rewriter, characters(text), |found| found.set_attr("a", "b").unwrap());
    let expected = text.replacen("<li>", "<li a=\"b\">", 1).replace("<p>1", "<p a=\"b\">1");
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

// ---- Nothing is edited

/// Checks that the output is the input, wherever that is cut and whatever is freed.
fn check_unedited(bytes: &[u8], hints: &Hints, sizes: &[usize]) -> Result<(), String> {
    let all = selectors(
        &["a, p + p, div[class], td:nth-child(2)"],
        &["li", "a b", "p:has(i)", "i:nth-of-type(2)"],
    );
    for &size in sizes {
        let mut rewriter = StreamRewriter::new(&ParseOptions::new(), hints, &all);
        if size % 2 == 1 {
            rewriter.sweep_often();
        }
        if rewritten(rewriter, chunks(bytes, size), |_| {}) != bytes {
            return Err(format!("the output is not the input, in pieces of {size}"));
        }
    }
    Ok(())
}

#[test]
fn without_edits_pages_stay_byte_for_byte() {
    let Ok(folder) = PAGES.find("") else { return };
    let step = if cfg!(debug_assertions) { 10 } else { 1 };
    for entry in fs::read_dir(folder).unwrap().step_by(step) {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        // One page has text in another encoding before its `meta`, which is an error of a stream.
        let hints = Hints::new().prescan_bytes(1 << 16);
        if let Err(error) = check_unedited(&bytes, &hints, &[1 << 30, 4096, 777]) {
            panic!("{}: {error}", path.display());
        }
    }
}

#[test]
fn without_edits_every_encoding_stays_byte_for_byte() {
    for &(name, text) in ENCODINGS {
        let page = format!("<p class=a>{text}</p>\r\n<ul><li>{text}<li>\r{text}</ul>");
        for prefix in [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE"] {
            let mut bytes = prefix.to_vec();
            bytes.extend_from_slice(&encode(&page.repeat(40), encoding(name)));
            for malformed in [&b""[..], b"\xFF<b>\x80", b"\x1B"] {
                bytes.extend_from_slice(malformed);
                let hints = Hints::new().content_type(&format!("text/html; charset={name}"));
                if let Err(error) = check_unedited(&bytes, &hints, &[1 << 30, 100, 7]) {
                    panic!("{name}: {error}");
                }
            }
        }
    }
}

// ---- Edits, compared with those of the finished document

/// The edits that are tried.
const EDITS: [&str; 12] = [
    "set an attribute",
    "remove an attribute",
    "set the text",
    "append",
    "prepend",
    "insert before",
    "insert after",
    "replace",
    "remove",
    "rename to div",
    "rename to pre",
    "unwrap",
];

/// Makes an edit of a match. Returns whether the source expresses it.
fn make(kind: &str, found: &mut RewriteMatch<'_>) -> Result<bool, RewriteError> {
    let inexact = match kind {
        "set an attribute" => {
            found.set_attr("data-x", "a \"b\" & c")?;
            return Ok(true);
        }
        "remove an attribute" => {
            found.remove_attr("class");
            return Ok(true);
        }
        "set the text" => found.set_text("1 < 2")?,
        "append" => found.append_html("<i>new</i>")?,
        "prepend" => found.prepend_html("<i>new</i>")?,
        "insert before" => found.before_html("<i>new</i>")?,
        "insert after" => found.after_html("<i>new</i>")?,
        "replace" => found.replace_with_html("<i>new</i>")?,
        "remove" => found.remove()?,
        "rename to div" => found.rename("div")?,
        "rename to pre" => found.rename("pre")?,
        _ => found.unwrap_element()?,
    };
    Ok(inexact.is_empty())
}

/// Makes the same edit of a document.
fn make_in(kind: &str, document: &mut Document, id: NodeId) -> Result<(), TreeError> {
    let new = |document: &mut Document| {
        let new = document.create_element("i")?;
        document.append_text(new, "new")?;
        Ok::<NodeId, TreeError>(new)
    };
    match kind {
        "set an attribute" => document.set_attr(id, "data-x", "a \"b\" & c"),
        "remove an attribute" => document.remove_attr(id, "class").map(drop),
        "set the text" => document.set_text(id, "1 < 2"),
        "append" => document.append_html(id, "<i>new</i>"),
        "prepend" => document.prepend_html(id, "<i>new</i>"),
        "insert before" => {
            let new = new(document)?;
            document.insert_before(id, new)
        }
        "insert after" => {
            let new = new(document)?;
            document.insert_after(id, new)
        }
        "replace" => {
            let new = new(document)?;
            document.replace_with(id, new).map(drop)
        }
        "remove" => document.detach(id),
        "rename to div" => document.rename(id, "div").map(drop),
        "rename to pre" => document.rename(id, "pre").map(drop),
        _ => document.unwrap_element(id),
    }
}

/// The outcome of an edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The output is that of the finished document, byte for byte.
    Same,
    /// It parses to the edited tree.
    SameTree,
    /// The edit was refused, or not exact, or parsing moves nodes.
    NotExact,
}

/// Compares edits of all matches in a stream with edits of the finished document.
fn check_edit(text: &str, kind: &str, selector: &str, at_start: bool) -> Result<Outcome, String> {
    let selectors = match at_start {
        true => selectors(&[selector], &[]),
        false => selectors(&[], &[selector]),
    };
    let (mut is_exact, mut count) = (true, 0);
    let mut rewrite = |size: usize| {
        let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
        if size < 100 {
            rewriter.sweep_often();
        }
        let parts: Vec<char> = text.chars().collect();
        let parts: Vec<String> = parts.chunks(size).map(|part| part.iter().collect()).collect();
        count = 0;
        let mut is_exact_at_once = true;
        let parts = parts.iter().map(|part| Piece::Text(part));
        let (out, is_exact_at_ends) = rewritten_to_ends(rewriter, parts, |found| {
            count += 1;
            is_exact_at_once &= make(kind, found) == Ok(true);
        });
        is_exact &= is_exact_at_once && is_exact_at_ends;
        String::from_utf8(out).unwrap()
    };
    let output = rewrite(usize::MAX);
    let in_pieces = rewrite(16);
    let mut document = ParseOptions::new().lossless(true).parse_str(text);
    // The selected option replaces the content of a `selectedcontent`, perhaps later.
    let changes_later = text.contains("<selectedcontent");
    if is_exact && in_pieces != output && !has_moved(&document) && !changes_later {
        return Err(format!("in pieces: {in_pieces}\nat once: {output}"));
    }
    // Inner ones first, as in a stream.
    let mut ids: Vec<NodeId> = document.select(selector).unwrap().map(|found| found.id()).collect();
    ids.sort_by_key(|id| std::cmp::Reverse(document.node(*id).ancestors().count()));
    let lowercased = text.to_ascii_lowercase();
    // Their tags act outside of the element that they are in.
    let acts_outside = ["<html", "<body", "<frameset", "<template", "<?"];
    let is_excluded = acts_outside.iter().any(|start| lowercased.contains(start))
        || has_moved(&document)
        || has_open_formatting(&document)
        || ids.iter().any(|id| implies_parent(document.element(*id)));
    if !is_exact || ids.len() != count {
        return Ok(Outcome::NotExact);
    }
    for id in ids {
        make_in(kind, &mut document, id).map_err(|error| format!("{error:?}"))?;
    }
    let edits = document.source_edits().unwrap();
    if edits.apply() == output {
        return Ok(Outcome::Same);
    }
    if is_excluded || !edits.inexact().is_empty() {
        return Ok(Outcome::NotExact);
    }
    let (expected, actual) = (normalized(&document), normalized(&consomme::parse_str(&*output)));
    if expected != actual {
        return Err(format!("the output: {output}\nits tree: {actual}\nthe edited: {expected}"));
    }
    Ok(Outcome::SameTree)
}

/// Whether the parser has moved or copied a node.
fn has_moved(document: &Document) -> bool {
    use consomme::positions::Origin;
    document.descendants().any(|node: NodeRef<'_>| {
        node.moved().is_some()
            || !matches!(node.origin(), Some(Origin::Source | Origin::Implied { .. }))
    })
}

/// Whether the start tag of an element may be what its parent is implied by, and the rules do not
/// see what becomes of that if an edit removes the tag: they look at the element alone, so not at
/// comments and whitespace that come after it, nor at the next element of the table that is removed
/// as well.
fn implies_parent(element: Option<ElementRef<'_>>) -> bool {
    use consomme::positions::Origin;
    let Some(element) = element else { return false };
    let parent = element.parent_element();
    let Some(parent) = parent.filter(|parent| parent.origin() != Some(Origin::Source)) else {
        return false;
    };
    element.previous_element_sibling().is_none()
        && (matches!(parent.name(), "head" | "body") || element.next_element_sibling().is_some())
}

/// Whether a formatting element has no end tag, so that the parser may copy it to where an edit
/// inserts something: the rules do not look at that.
fn has_open_formatting(document: &Document) -> bool {
    let all = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
        "u",
    ];
    let mut elements = document.descendants().filter_map(NodeRef::as_element);
    elements.any(|element| {
        let end_tag = element.source().and_then(|source| source.end_tag());
        all.contains(&element.name()) && end_tag.is_none()
    })
}

fn normalized(document: &Document) -> String {
    let mut copy = document.clone();
    let root = copy.root().id();
    copy.normalize(root).unwrap();
    copy.to_string()
}

#[test]
fn edits_of_pages_are_those_of_the_finished_document() {
    let Ok(folder) = PAGES.find("") else { return };
    let step = if cfg!(debug_assertions) { 40 } else { 4 };
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder).unwrap().step_by(step) {
        let path = entry.unwrap().path();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        if cfg!(debug_assertions) && text.len() > 200_000 {
            continue;
        }
        for (number, kind) in EDITS.iter().enumerate() {
            for (selector, at_start) in
                [("a[href]", number < 2), ("li", false), ("p, h2, td", number < 2)]
            {
                match check_edit(&text, kind, selector, at_start) {
                    Ok(outcome) => counts[outcome as usize] += 1,
                    Err(error) => panic!("{} {kind} {selector} {error}", path.display()),
                }
            }
        }
    }
    println!("{counts:?}: the same bytes, the same tree, not exact");
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn edits_of_soups_are_those_of_the_finished_document(
        text in soup(),
        kind in 0..EDITS.len(),
        selector in 0_usize..9,
        at_start in any::<bool>(),
    ) {
        let selectors = [
            "p",
            "b",
            "li, td",
            "[class]",
            "div, a",
            "select, option",
            "tr, caption",
            "ruby *, optgroup",
            "textarea, pre, title, h1, dd",
        ];
        let selector = selectors[selector];
        let result = check_edit(&text, EDITS[kind], selector, at_start);
        prop_assert!(result.is_ok(), "{} of {} in {}\n{}", EDITS[kind], selector, text, result.unwrap_err());
    }

    #[test]
    fn without_edits_soups_stay_as_they_are(text in soup(), size in 1_usize..40) {
        let bytes = text.as_bytes();
        prop_assert_eq!(check_unedited(bytes, &Hints::new(), &[size, size + 1]), Ok(()));
        let all = selectors(&["*"], &["b", "p"]);
        let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
        let output = rewritten(rewriter, characters(&text), |_| {});
        prop_assert_eq!(String::from_utf8(output).unwrap(), text);
    }
}

// ---- Cases

#[test]
fn attributes_are_set_at_start_tags() {
    let cases = [
        ("<a href=x>", "<a href=x rel=\"n\">"),
        ("<A HREF='x' REL='y'>", "<A HREF='x' REL='n'>"),
        ("<a href=x rel>", "<a href=x rel=\"n\">"),
        ("<a rel href=>", "<a rel=\"n\" href=>"),
        ("<a href=>", "<a href=\"\" rel=\"n\">"),
        ("<a href=x/>", "<a href=x/ rel=\"n\">"),
        ("<a href=x />", "<a href=x rel=\"n\" />"),
        ("<a href=x rel=1 rel=2>", "<a href=x rel=n rel=2>"),
    ];
    for (input, output) in cases {
        let rewriter =
            StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors(&["a"], &[]));
        let found = rewritten(rewriter, characters(input), |a| {
            a.set_attr("rel", "m").unwrap();
            a.set_attr("Rel", "n").unwrap();
        });
        assert_eq!(String::from_utf8(found).unwrap(), output);
    }
}

/// Replaces the URLs that begin with a slash, as for another server. Returns how many.
fn to_cdn(found: &mut RewriteMatch<'_>) -> usize {
    found.rewrite_urls(|found| {
        assert_eq!(&found.attribute.value()[found.range()], found.url);
        found.url.trim_start().strip_prefix('/').map(|path| format!("https://c/{path}"))
    })
}

/// All but the URLs stays as it is written: whitespace, references, newlines, quotation marks.
#[test]
fn urls_are_replaced_where_they_are_written() {
    let cases = [
        ("<a href=/x>", "<a href=https://c/x>"),
        ("<a HREF = '/x'\tid=/x>", "<a HREF = 'https://c/x'\tid=/x>"),
        // Only a whole value can get quotation marks.
        ("<a href=/x?a=b&c>", "<a href=\"https://c/x?a=b&amp;c\">"),
        ("<a href='/x?&quot;&amp;\"'>", "<a href='https://c/x?\"&amp;\"'>"),
        ("<a href='&#47;x'>", "<a href='https://c/x'>"),
        ("<a href=/x ping='/p  q /r'>", "<a href=https://c/x ping='https://c/p  q https://c/r'>"),
        // Without a link, nothing is sent to it.
        ("<a ping=/p>", "<a ping=/p>"),
        (
            "<img srcset='/a  1x ,\r\n\tb?x&y&amp;z&#10;2x, /c?d&e\r\n3x,,'>",
            "<img srcset='https://c/a  1x ,\r\n\tb?x&y&amp;z&#10;2x, https://c/c?d&amp;e\r\n3x,,'>",
        ),
        // A candidate with an error is no image.
        ("<img srcset='/a 1q, /b'>", "<img srcset='/a 1q, https://c/b'>"),
        ("<img srcset='/a\0b, c&amp;&d'>", "<img srcset='https://c/a\u{FFFD}b, c&amp;&amp;d'>"),
        // A digit after a reference without a semicolon would be part of the reference.
        ("<img srcset='a,&#32/1 2x'>", "<img srcset='a, https://c/1 2x'>"),
        ("<img src=/x src=/y>", "<img src=https://c/x src=/y>"),
        ("<img src>", "<img src>"),
        (
            "<meta http-equiv=refresh content='5; URL = \"/x\"'>",
            "<meta http-equiv=refresh content='5; url=https://c/x'>",
        ),
        (
            "<meta http-equiv=refresh content='5x; url=/x'>",
            "<meta http-equiv=refresh content='5x; url=/x'>",
        ),
        ("<meta name=x content='5; url=/x'>", "<meta name=x content='5; url=/x'>"),
        ("<svg><a xlink:HREF=/x ping=/p>", "<svg><a xlink:HREF=https://c/x ping=https://c/p>"),
        ("<svg><use href=/x xlink:href=/y>", "<svg><use href=https://c/x xlink:href=/y>"),
    ];
    for (input, output) in cases {
        for start_tags in [true, false] {
            let all = if start_tags { selectors(&["*"], &[]) } else { selectors(&[], &["*"]) };
            let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
            let found = rewritten(rewriter, characters(input), |found| {
                to_cdn(found);
            });
            assert_eq!(String::from_utf8(found).unwrap(), output);
        }
    }
}

#[test]
fn urls_are_replaced_on_top_of_other_edits() {
    type Edit = fn(&mut RewriteMatch<'_>);
    let set: Edit = |img| img.set_attr("srcset", "/s").unwrap();
    let cdn: Edit = |img| assert_eq!(to_cdn(img), 2);
    let other: Edit = |img| {
        let count = img.rewrite_urls(|found| (found.url == "b").then(|| ",n w,".to_owned()));
        assert_eq!(count, 1);
    };
    let nothing: Edit = |img| assert_eq!(img.rewrite_urls(|_| Some(String::new())), 1);
    let input = "<img src=/x srcset='/a 1x,\r\n b 2x'>";
    let rows: [(&[Edit], &[Edit], &str); 6] = [
        (&[set, cdn], &[], "<img src=https://c/x srcset='https://c/a 1x,\r\n b 2x'>"),
        (&[cdn, set], &[], "<img src=https://c/x srcset='/s'>"),
        (&[cdn, other], &[], "<img src=https://c/x srcset='/a 1x,\r\n %2Cn%20w%2C 2x'>"),
        // An attribute that was edited before the element was complete is written anew.
        (&[set], &[cdn], "<img src=https://c/x srcset='https://c/a 1x,\n b 2x'>"),
        (&[cdn], &[other], "<img src=https://c/x srcset='/a 1x,\n %2Cn%20w%2C 2x'>"),
        (&[nothing], &[], "<img src=\"\" srcset='/a 1x,\r\n b 2x'>"),
    ];
    for (number, (at_start, when_complete, expected)) in rows.into_iter().enumerate() {
        let all = selectors(&["img"], &["img"]);
        let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
        let output = rewritten(rewriter, [Piece::Text(input)], |img| {
            let edits = if img.is_complete() { when_complete } else { at_start };
            edits.iter().for_each(|edit| edit(img));
        });
        assert_eq!(String::from_utf8(output).unwrap(), expected, "row {number}");
    }
}

#[test]
fn what_a_start_tag_has_closed_stays_closed_when_its_element_goes() {
    let cases = [
        ("<p>a<div>b</div>c", "div", "<p>a</p>c"),
        ("<p>a</p><div>b</div>c", "div", "<p>a</p>c"),
        ("<p>a</p></i><div>b</div>c", "div", "<p>a</p></i>c"),
        ("<p>a</i><div>b</div>c", "div", "<p>a</i></p>c"),
        ("<math><mi><p>a</p><tr><div>b</div>", "div", "<math><mi><p>a</p><tr>"),
        ("<p>a</p><!DOCTYPE x><div>b</div>c", "div", "<p>a</p><!DOCTYPE x>c"),
        ("<p>a</p></><div>b</div>c", "div", "<p>a</p></>c"),
        ("<ul><li>a<li class=x>b</ul>", ".x", "<ul><li>a</ul>"),
        ("<dl><dd><ul><li>a</ul><dt class=x>b</dl>", ".x", "<dl><dd><ul><li>a</ul></dl>"),
        ("<ul><li>a<li class=x>b<li>c</ul>", ".x", "<ul><li>a<li>c</ul>"),
        ("<svg><g><a/><div>b</div>", "div", "<svg><g><a/></g></svg>"),
    ];
    for (input, selector, output) in cases {
        let found = edited(input, selector, |found| assert_eq!(found.remove(), Ok(vec![])));
        assert_eq!(found, output);
    }
}

#[test]
fn edits_in_a_match_are_kept_by_edits_of_it() {
    let output = edited("<div><p>a</p><P>b</P></div>", "div, p", |found| {
        assert_eq!(found.append_html("<i>c</i>"), Ok(vec![]), "{found:?}");
        found.set_attr("class", "x").unwrap();
    });
    let expected =
        "<div class=\"x\"><p class=\"x\">a<i>c</i></p><P class=\"x\">b<i>c</i></P><i>c</i></div>";
    assert_eq!(output, expected);
    let output = edited("<div><p>a</p></div>", "div, p", |found| {
        found.rename("main").unwrap();
        found.append_html("<i>c</i>").unwrap();
    });
    assert_eq!(output, "<main><main>a<i>c</i></main><i>c</i></main>");
}

/// An edit of the attributes comes on top of those at the start tag, and of all others.
#[test]
fn later_edits_of_attributes_count() {
    type Edit = fn(&mut RewriteMatch<'_>);
    let [one, two, zero]: [Edit; 3] = [
        |p| p.set_attr("a", "1").unwrap(),
        |p| p.set_attr("a", "2").unwrap(),
        |p| p.set_attr("a", "0").unwrap(),
    ];
    let remove: Edit = |p| {
        p.remove_attr("a");
    };
    let append: Edit = |p| assert_eq!(p.append_html("<i>x</i>").unwrap(), []);
    let in_tree: Edit = |p| {
        assert_eq!(p.edit(|document, p| document.set_attr(p, "a", "1").map(drop)).unwrap(), []);
    };
    let rows: [(&str, Edit, &[Edit], &str); 11] = [
        ("<p a=0>T</p>", one, &[two], "<p a=2>T</p>"),
        ("<p a=0>T</p>", one, &[zero], "<p a=0>T</p>"),
        ("<p a=0 b='\r\n'>T</p>", one, &[remove], "<p b='\r\n'>T</p>"),
        ("<p>T</p>", one, &[two], "<p a=\"2\">T</p>"),
        ("<p>T</p>", one, &[remove], "<p>T</p>"),
        ("<p b='\r\n'>T</p>", one, &[two], "<p b='\r\n' a=\"2\">T</p>"),
        ("<p a=0>T</p>", zero, &[one, append, two], "<p a=2>T<i>x</i></p>"),
        ("<p a=0>T</p>", zero, &[one, append, zero], "<p a=0>T<i>x</i></p>"),
        ("<p a=0>T</p>", zero, &[one, append, remove], "<p>T<i>x</i></p>"),
        ("<p>T</p>", one, &[append, remove], "<p>T<i>x</i></p>"),
        ("<p>T</p>", remove, &[in_tree, two], "<p a=\"2\">T</p>"),
    ];
    for (number, (text, at_start, when_complete, expected)) in rows.into_iter().enumerate() {
        let rewriter =
            StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors(&["p"], &["p"]));
        let output = rewritten(rewriter, [Piece::Text(text)], |p| match p.is_complete() {
            false => at_start(p),
            true => when_complete.iter().for_each(|edit| edit(p)),
        });
        assert_eq!(String::from_utf8(output).unwrap(), expected, "row {number}: {text}");
    }
}

/// A `form` that an end tag closes too early ends with its content.
#[test]
fn a_form_that_is_closed_early_is_edited_up_to_its_end() {
    let text = "<div><form><div>One</form>Two</div>X</div>Y";
    type Edited = Result<Vec<InexactReason>, RewriteError>;
    type Edit = fn(&mut RewriteMatch<'_>) -> Edited;
    let rows: [(Edit, Edited, &str); 3] = [
        (|form| form.remove(), Ok(vec![]), "<div>X</div>Y"),
        (
            |form| form.after_html("<i>n</i>"),
            Ok(vec![]),
            "<div><form><div>One</form>Two</div></form><i>n</i>X</div>Y",
        ),
        (
            |form| form.append_html("<i>n</i>"),
            Ok(vec![]),
            "<div><form><div>OneTwo</div><i>n</i></form>X</div>Y",
        ),
    ];
    for (edit, expected_result, expected) in rows {
        let mut result = None;
        let output = edited(text, "form", |form| result = Some(edit(form)));
        assert_eq!((result, &*output), (Some(expected_result), expected));
    }
}

#[test]
fn the_head_is_edited_up_to_its_end_tag() {
    let rows = [
        ("<head>\r\n</head>\r\n<!-- a --><p>", "<head>\r\n<meta></head>\r\n<!-- a --><p>"),
        ("<head></head> <link> <p>", "<head></head> <link><meta> <p>"),
        ("<head></head> <script></script>", "<head></head> <script></script><meta>"),
        ("<head><title>a</title><p>", "<head><title>a</title><meta><p>"),
    ];
    for (text, expected) in rows {
        for size in [1, 100] {
            let all = selectors(&[], &["head"]);
            let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
            rewriter.sweep_often();
            let output = rewritten(rewriter, chunks(text.as_bytes(), size), |head| {
                assert_eq!(head.append_html("<meta>"), Ok(vec![]), "{text}");
            });
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        }
    }
}

/// All of such a document is one U+FFFD, so nothing of it can match, and it is not held.
#[test]
fn what_the_replacement_encoding_hides_is_written_as_it_comes() {
    let all = selectors(&["p"], &["body"]);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &all);
    let page = [b"<meta charset=iso-2022-kr>", &b"<p>\x1B$)C\xFF".repeat(1000)[..]].concat();
    let mut out = Vec::new();
    rewriter.feed(&page);
    while let Some(found) = rewriter.next_match() {
        assert_eq!(found.name(), "body", "the implied one");
    }
    rewriter.write_to(&mut out).unwrap();
    assert_eq!(out.len(), page.len());
    rewriter.feed(b"<p>");
    rewriter.end();
    while rewriter.next_match().is_some() {}
    rewriter.write_to(&mut out).unwrap();
    assert!(out.strip_prefix(&*page) == Some(b"<p>"));
}

/// Misplaced content of a table is moved before it, in the source of a row as well.
#[test]
fn what_a_table_does_not_take_is_not_exact() {
    let text = "<table><caption>a</caption><tr><td>b<td>c</td></tr><tr></tr></table>";
    type Edited = Result<Vec<InexactReason>, RewriteError>;
    type Edit = fn(&mut RewriteMatch<'_>) -> Edited;
    let misplaced = [InexactReason::Misplaced];
    let rows: [(&str, Edit, &[InexactReason]); 10] = [
        ("td:first-child", |td| td.rename("x-y"), &misplaced),
        ("tr:empty", |tr| tr.before_html("<p>new</p>"), &misplaced),
        ("td", |td| td.before_html("<p>new</p>"), &misplaced),
        ("td + td", |td| td.after_html("k"), &misplaced),
        ("caption", |caption| caption.rename("x-y"), &misplaced),
        ("td:first-child", |td| td.rename("th"), &[]),
        ("tr:empty", |tr| tr.before_html("<tr><td>new"), &[]),
        ("td", |td| td.before_html("<td>new</td>"), &[]),
        ("td + td", |td| td.remove(), &[]),
        ("caption", |caption| caption.append_html("<p>new</p>"), &[]),
    ];
    for (selector, edit, expected) in rows {
        let mut result = Ok(vec![]);
        let output = edited(text, selector, |found| result = edit(found));
        assert_eq!(result.as_deref(), Ok(expected), "{selector}: {output}");
        let html = consomme::parse_str(&*output).root().inner_html();
        let is_moved = !html.starts_with("<html><head></head><body><table>");
        assert_eq!(is_moved, !expected.is_empty(), "{selector}: {html}");
    }
}

/// A start tag closes an element before it because of elements that are around both.
#[test]
fn elements_are_edited_in_those_around_them() {
    type Edit = fn(&mut RewriteMatch<'_>) -> Result<Vec<InexactReason>, RewriteError>;
    let append: Edit = |found| found.append_html("<i>n</i>");
    let after: Edit = |found| found.after_html("<i>n</i>");
    let remove: Edit = |found| found.remove();
    let rename: Edit = |found| found.rename("div");
    let unwrap: Edit = |found| found.unwrap_element();
    let ruby = "<ruby>a<rt>b<rp>c</ruby>";
    let old_ruby = "<ruby>a<rb>b<rtc>c<rt>d<rb>e</ruby>";
    let select = "<select><optgroup><option>a<optgroup><option>b</select>";
    let rows: [(&str, &str, Edit, &str); 26] = [
        (ruby, "rt", append, "<ruby>a<rt>b<i>n</i><rp>c</ruby>"),
        (ruby, "rt", after, "<ruby>a<rt>b</rt><i>n</i><rp>c</ruby>"),
        (ruby, "rt", remove, "<ruby>a<rp>c</ruby>"),
        (ruby, "rt", rename, "<ruby>a<div>b</div><rp>c</ruby>"),
        (ruby, "rp", remove, "<ruby>a<rt>b</ruby>"),
        ("<ruby><span>a<rt>b<rp>c", "rt", rename, "<ruby><span>a<div>b</div><rp>c"),
        (old_ruby, "rt", append, "<ruby>a<rb>b<rtc>c<rt>d<i>n</i><rb>e</ruby>"),
        (old_ruby, "rtc", append, "<ruby>a<rb>b<rtc>c<rt>d</rt><i>n</i><rb>e</ruby>"),
        (old_ruby, "rtc", rename, "<ruby>a<rb>b</rb><div>c<rt>d</rt></div><rb>e</ruby>"),
        (select, "optgroup + *", remove, "<select><optgroup><option>a</select>"),
        (
            select,
            "optgroup:first-child",
            append,
            "<select><optgroup><option>a</option><i>n</i><optgroup><option>b</select>",
        ),
        ("<dl><dd>b<dt>c</dl>", "dt", rename, "<dl><dd>b</dd><div>c</div></dl>"),
        ("<dl><dd>b<dt>c</dl>", "dt", remove, "<dl><dd>b</dl>"),
        ("<pre><b>\na</b></pre>", "b", unwrap, "<pre>\n\na</pre>"),
        ("<pre>\n<b>\na</b></pre>", "b", unwrap, "<pre>\n\na</pre>"),
        ("<pre><i></i><b>\na</b></pre>", "b", unwrap, "<pre><i></i>\na</pre>"),
        ("<div><pre>\n\na</pre>b</div>", "pre", rename, "<div><div>\na</div>b</div>"),
        ("<div><textarea>\n&lt;b</textarea>", "textarea", rename, "<div><div>&lt;b</div>"),
        ("<head><noscript><p>a", "noscript", remove, "<head><p>a"),
        ("<table><td>a</table>", "td", remove, "<table><tr></table>"),
        ("<table><td>a<td>b</table>", "td:first-child", remove, "<table><td>b</table>"),
        ("<table><tr><td>a</table>", "tr", remove, "<table><tbody></table>"),
        ("<table><col></table>", "col", remove, "<table><colgroup></table>"),
        (
            "<body><noscript><div><noscript>a",
            "div",
            append,
            "<body><noscript><div><noscript>a</noscript><i>n</i>",
        ),
        (
            "<main><section><div><section>a</main>",
            "div",
            append,
            "<main><section><div><section>a</section><i>n</i></main>",
        ),
        (
            "<frameset><frame src=a><frame></frameset>",
            "[src]",
            remove,
            "<frameset><frame></frameset>",
        ),
    ];
    for (text, selector, edit, expected) in rows {
        let mut result = Ok(vec![]);
        let output = edited(text, selector, |found| result = edit(found));
        assert_eq!((&*output, result), (expected, Ok(vec![])), "{selector} in {text}");
    }
}

/// The elements around a match decide which content does not stay in it.
#[test]
fn what_closes_the_elements_around_a_match_is_not_exact() {
    type Edit = fn(&mut RewriteMatch<'_>) -> Result<Vec<InexactReason>, RewriteError>;
    let rows: [(&str, &str, Edit); 6] = [
        ("<p>a<i>b</i>c</p>", "i", |i| i.rename("div")),
        ("<p>a<b><i>b</i></b>c</p>", "i", |i| i.append_html("<ul>n")),
        ("<p>a<textarea>b</textarea>c</p>", "textarea", |area| area.rename("div")),
        ("<svg><g></g></svg>", "g", |g| {
            g.edit(|document, g| {
                let new = document.create_element("p")?;
                document.append(g, new)
            })
        }),
        ("<a><b>x</b></a>", "b", |b| b.append_html("<a>n</a>")),
        ("<head><title>a</title></head>", "title", |title| title.rename("p")),
    ];
    for (text, selector, edit) in rows {
        let mut result = Ok(vec![]);
        let output = edited(text, selector, |found| result = edit(found));
        let reasons = result.unwrap();
        assert!(reasons.contains(&InexactReason::Misplaced), "{selector} in {text}: {output}");
    }
}

#[test]
fn every_encoding_is_patched_in_it() {
    for &(name, text) in ENCODINGS.iter().filter(|(name, _)| *name != "replacement") {
        let page = format!("<p>{text}</p><p>{text}<i>{text}</i>{text}");
        let bytes = encode(&page, encoding(name));
        let hints = Hints::new().content_type(&format!("text/html; charset={name}"));
        for size in [1 << 20, 5] {
            let rewriter =
                StreamRewriter::new(&ParseOptions::new(), &hints, &selectors(&["p"], &["i"]));
            let output =
                rewritten(rewriter, chunks(&bytes, size), |found| match found.is_complete() {
                    true => assert!(found.set_text("\u{20AC} x").unwrap().is_empty()),
                    false => found.set_attr("title", text).unwrap(),
                });
            let p = format!("<p title=\"{text}\">");
            let expected = page.replace("<p>", &p).replace(&format!("<i>{text}"), "<i>\u{20AC} x");
            let parsed = consomme::parse_document(&output, &hints);
            let whole = consomme::parse_str(&*expected);
            assert_eq!(parsed.to_string(), whole.to_string(), "{name} {size}");
        }
    }
}

#[test]
fn at_its_start_tag_an_element_is_not_edited_by_a_function() {
    let rewriter =
        StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors(&["p"], &[]));
    let output = rewritten(rewriter, [Piece::Text("<p>a")], |p| {
        assert!(!p.is_complete());
        assert_eq!(p.edit(|_, _| Ok(())), Err(RewriteError::NotComplete));
        let name = "a b".to_owned();
        let invalid = TreeError::InvalidAttributeName { name };
        assert_eq!(p.set_attr("a b", ""), Err(RewriteError::Tree(invalid)));
    });
    assert_eq!(output, b"<p>a");
}

#[test]
fn after_a_limit_the_rest_is_written_as_it_is_if_asked_for() {
    let limits = Limits::default().nodes(Some(10));
    let options = ParseOptions::new().limits(limits);
    let selectors = selectors(&["p"], &["main"]);
    let text = format!("<p>a<main>{}</main><p>b", "<p>c".repeat(100));
    let mut rewriter = StreamRewriter::new(&options, &Hints::new(), &selectors);
    rewriter.sweep_often();
    rewriter.feed(text.as_bytes());
    rewriter.end();
    while rewriter.next_match().is_some() {}
    let mut output = Vec::new();
    let error = rewriter.write_to(&mut output).unwrap_err();
    let error = error.get_ref().unwrap().downcast_ref::<StreamError>().unwrap();
    assert!(matches!(error.failure(), StreamFailure::Limit(hit) if hit.nodes), "{error}");
    assert!(output.is_empty() && error.summary().matches > 0);
    let mut rewriter =
        StreamRewriter::new(&options, &Hints::new(), &selectors).pass_rest_at_limit(true);
    rewriter.sweep_often();
    let output = rewritten(rewriter, [Piece::Text(&text)], |p| p.set_attr("x", "").unwrap());
    let output = String::from_utf8(output).unwrap();
    assert!(output.starts_with("<p x=\"\">a<main") && output.ends_with("</main><p>b"), "{output}");
}

#[test]
fn an_error_of_the_function_ends_the_rewriting() {
    let mut output = Vec::new();
    let links = selectors(&["a"], &[]);
    let result =
        rewrite(&b"<a>1</a>"[..], &mut output, &Hints::new(), &links, |a| Ok(a.set_attr("", "")?));
    assert!(result.is_err());
}
