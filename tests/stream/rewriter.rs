//! A rewriter writes its input byte for byte, but for the patches, which equal the patches of the
//! same edits of the finished document.

use std::fs;

use consomme::source_edits::InexactReason;
use consomme::stream::{
    RewriteError, RewriteItem, RewriteMatch, RewriteSelectors, StreamError, StreamFailure,
    StreamRewriter, rewrite,
};
use consomme::{
    Document, ElementRef, Hints, Limits, NodeId, NodeRef, ParseOptions, Revision, TreeError,
};
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

/// A text is lent in pieces where it would take too much memory: when the next piece of the input
/// is there, so no text ends in the middle of a newline.
#[test]
fn a_newline_stays_one_if_the_input_is_cut_in_it() {
    let selectors = RewriteSelectors::new().leaves(true);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
    rewriter.sweep_often();
    let (mut output, mut edits) = (Vec::new(), 0);
    for piece in ["<p>a\r", "\nb\r", "\n\nc"].map(Some).into_iter().chain([None]) {
        match piece {
            Some(piece) => rewriter.feed_str(piece),
            None => rewriter.end(),
        }
        while let Some(RewriteItem::Leaf(mut leaf)) = rewriter.next_item() {
            if leaf.source().ends_with('\n') {
                edits += 1;
                leaf.after_text("m").unwrap();
            }
        }
        rewriter.write_to(&mut output).unwrap();
    }
    assert_eq!(edits, 2, "the input is cut where the text is lent");
    assert_eq!(String::from_utf8(output).unwrap(), "<p>a\r\nmb\r\nm\nc");
}

/// Its parent could be the host of a shadow root, which it was not.
#[test]
fn an_element_around_the_template_of_a_shadow_root_is_not_unwrapped() {
    let options = ParseOptions::new().declarative_shadow_roots(true);
    let page = "<body>a<path><template shadowrootmode=open>b</template></path><i>c</i>";
    for (selector, is_made) in [("path", false), ("i", true)] {
        let found = selectors(&[], &[selector]);
        let rewriter = StreamRewriter::new(&options, &Hints::new(), &found).strict(true);
        let output = rewritten(rewriter, [Piece::Text(page)], |element| {
            assert_eq!(element.unwrap_element().is_ok(), is_made);
        });
        assert_eq!(output != page.as_bytes(), is_made);
    }
}

/// In another element, the tags that the parser has ignored would add their attributes to the
/// `body`, or put a `frameset` in its place.
#[test]
fn an_element_with_ignored_tags_keeps_its_name() {
    use Revision::{Living2026, Snapshot2024};
    for (revision, page, selector, is_made) in [
        (Snapshot2024, "<body><select><body t></select>", "select", false),
        (Snapshot2024, "<body><select><html t></select>", "select", true),
        (Snapshot2024, "<body><select><b t></select>", "select", true),
        (Living2026, "<body><nav><body t></nav>", "nav", true),
        (Living2026, "<body><script>'<body>'</script>", "script", true),
        (Living2026, "<body><div><script>'<body>'</script></div>", "div", true),
    ] {
        let found = selectors(&[], &[selector]);
        let options = ParseOptions::new().revision(revision);
        let rewriter = StreamRewriter::new(&options, &Hints::new(), &found).strict(true);
        rewritten(rewriter, [Piece::Text(page)], |element| {
            assert_eq!(element.rename("nav").is_ok(), is_made, "{page}");
            assert!(is_made || element.remove().is_ok(), "{page}");
        });
    }
}

/// The parser drops the line feed that comes first in a `listing`. An excerpt of what is moved
/// before a table has no tag of the `listing`.
#[test]
fn a_line_feed_is_not_inserted_where_the_parser_drops_it() {
    let page = "<button><table><button><listing><summary>";
    for (start_tags, elements) in [(&["summary"][..], &[][..]), (&[], &["summary"])] {
        let found = selectors(start_tags, elements);
        let rewriter =
            || StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &found).strict(true);
        for (text, is_made) in [("\nn", false), ("n", true)] {
            rewritten(rewriter(), [Piece::Text(page)], |element| {
                assert_eq!(element.before_text(text).is_ok(), is_made, "{text:?}");
            });
        }
    }
}

/// The place after the element is in the text that ends it.
#[test]
fn content_after_an_element_is_refused_if_text_that_begins_with_whitespace_ends_it() {
    let page = "<table><colgroup> a";
    let rewriter =
        StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors(&["colgroup"], &[]));
    let (output, is_exact) = rewritten_to_ends(rewriter.strict(true), [Piece::Text(page)], |it| {
        assert_eq!(it.after_html("<!--n-->"), Ok(Vec::new()));
    });
    assert!(!is_exact);
    assert_eq!(String::from_utf8(output).unwrap(), page);
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

/// The content of a `<template for>` is in the element with its marker, and the parser reads it as
/// that of a template. The input comes as a whole, because a sweep would free the marker.
#[test]
fn content_that_a_template_puts_elsewhere_is_edited() {
    type Edit = fn(&mut RewriteMatch<'_>) -> Result<Vec<InexactReason>, RewriteError>;
    let rows: [(&str, &str, Edit, Result<&str, InexactReason>); 4] = [
        ("<p><b>x</b>", "b", |b| b.set_text("n"), Ok("<p><b>n</b>")),
        // Its start tag would be the place in the source, which is not in the element around it.
        ("<b>x</b>", "b", |b| b.before_html("<hr>"), Err(InexactReason::Misplaced)),
        // No table is around the row.
        ("<tr><script>", "script", |it| it.before_html("<hr>"), Err(InexactReason::Misplaced)),
        // After a `nav`, the template takes no rows.
        ("<title>t</title><tr>", "title", |it| it.rename("nav"), Err(InexactReason::Misplaced)),
    ];
    for (content, selector, edit, expected) in rows {
        let place = "<div><?marker name='a'></div><template for=a>";
        let text = place.to_owned() + content;
        let selectors = selectors(&[], &[selector]);
        let rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
        let mut reasons = Vec::new();
        let output = rewritten(rewriter, [Piece::Text(&text)], |found| {
            reasons.extend(edit(found).unwrap());
        });
        match expected {
            Ok(edited) => {
                assert!(reasons.is_empty(), "{content}: {reasons:?}");
                assert_eq!(String::from_utf8(output).unwrap(), place.to_owned() + edited);
            }
            Err(reason) => assert_eq!(reasons.first(), Some(&reason), "{content}"),
        }
    }
}
