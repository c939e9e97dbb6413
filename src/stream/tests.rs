//! Counts the steps of streams: matching takes as many for each element of a long document as for
//! each element of a short one.

use crate::encoding::Hints;
use crate::parse::ParseOptions;
use crate::settings::Limits;
use crate::steps;
use crate::stream::{
    RewriteMatch, RewriteSelectors, StreamParser, StreamRewriter, StreamSelectors,
};

use consomme_test::families::{FAMILIES, Feed};

/// Makes the piece of a document that has a number.
type Piece = fn(usize) -> String;

/// The steps and the matches of a stream.
fn streamed(selector: &str, pieces: impl Iterator<Item = String>) -> (u64, usize) {
    streamed_within(Limits::unlimited(), selector, pieces)
}

fn streamed_within(
    limits: Limits,
    selector: &str,
    pieces: impl Iterator<Item = String>,
) -> (u64, usize) {
    let selectors = StreamSelectors::new(&[selector]).unwrap();
    let options = ParseOptions::new().limits(limits);
    let mut stream = StreamParser::new(&options, &Hints::new(), &selectors);
    let mut found = 0;
    let steps = steps::counted(|| {
        for piece in pieces {
            stream.feed_str(&piece);
            found += std::iter::from_fn(|| stream.next_match().map(|_| ())).count();
        }
        stream.end();
        found += std::iter::from_fn(|| stream.next_match().map(|_| ())).count();
    });
    (steps, found)
}

/// Asserts that twice the length takes about twice the steps, and returns the number of matches in
/// the short one.
fn assert_linear(selector: &str, start: &str, size: usize, piece: Piece) -> usize {
    let run = |size| {
        let pieces = std::iter::once(start.to_owned()).chain((0..size).map(piece));
        streamed(selector, pieces)
    };
    let ((short, found), (long, _)) = (run(size), run(2 * size));
    let growth = long as f64 / short as f64;
    assert!(growth < 2.5, "{selector} in {start}: {growth:.2} times the steps");
    found
}

fn row(number: usize) -> String {
    let class = if number % 1000 == 7 { " class=a" } else { "" };
    format!("<tr{class}><td><p>1<p>2<p>3\n")
}

#[test]
fn rows_that_ask_for_places_take_linear_time() {
    let all = "tr:nth-child(odd), tr + tr, p:nth-of-type(3)";
    assert_eq!(assert_linear(all, "<table>", 50_000, row), 50_000 + 50_000);
    let rows = [
        ("tr:nth-child(odd)", 2500),
        ("tr:not(:nth-child(1))", 4999),
        ("tr.a:nth-child(odd)", 0),
        ("p:nth-of-type(3)", 5000),
        ("tr:first-of-type > td", 1),
        ("tr:nth-child(odd) + tr:nth-child(4n + 2) p + p:nth-child(3)", 1250),
        ("tr.a + tr:nth-child(3n) p", 6),
    ];
    for (selector, expected) in rows {
        assert_eq!(assert_linear(selector, "<table>", 5000, row), expected, "{selector}");
    }
}

/// All rows stay in the match.
#[test]
fn rows_in_a_match_take_linear_time() {
    for selector in [
        "table, tr:nth-child(odd)",
        "table, tr:nth-child(odd) + :nth-child(4n)",
        "table:has(.b), tr:nth-of-type(2)",
        "table:has(.b:is(tr:nth-last-child(3))), tr",
        "table:has(:not(:nth-last-of-type(n + 2), :only-child, :empty)), p",
        "table:has(> tbody > :nth-last-child(2 of .a))",
    ] {
        assert!(assert_linear(selector, "<table>", 5000, row) > 0);
    }
}

#[test]
fn hostile_documents_take_linear_time() {
    let all = "i:nth-child(3), b + i:nth-of-type(2), :nth-child(2) > :nth-child(odd) + p i, \
         table:nth-child(7) td, :nth-child(odd) + table:nth-child(even) b";
    let families: [(&str, Piece); 9] = [
        ("<p>", |_| "<i></i>".to_owned()),
        ("<table>", |_| "<i></i>".to_owned()),
        ("<table>", |_| "<i></i><tr><td>x".to_owned()),
        ("<p><i></i>", |_| "<!-- x --><b></b>".to_owned()),
        ("", |_| "<b><p></b></p>".to_owned()),
        ("<i></i><table>", |_| "text<tr>".to_owned()),
        ("", |n| format!("<x-{n}></x-{n}>")),
        ("<form><i></i><div></form>", |_| "<i></i>".to_owned()),
        ("<template>", |_| "<i></i>".to_owned()),
    ];
    for (start, piece) in families {
        assert_linear(all, start, 2000, piece);
        assert_linear(&format!("body, {all}"), start, 2000, piece);
    }
}

/// Neither the ancestors nor the siblings before them are walked by recursion.
#[test]
fn a_deep_document_is_not_walked_by_recursion() {
    let pieces = (0..50_000).map(|_| "<i></i><div>".to_owned());
    let (_, found) = streamed(
        ":root > * :nth-child(2) > u:nth-child(3)",
        pieces.chain(["<p></p><p></p><u>".to_owned()]),
    );
    assert_eq!(found, 1);
}

/// These documents keep many nodes and little text alive, so sweeps must not depend on text alone.
#[test]
fn sweeps_of_nodes_without_text_take_linear_time() {
    for (selector, piece) in [("body", "<p><br>"), ("absent", "<div>"), ("i", "<i><div>")] {
        let text = piece.repeat(100);
        let run = |size| {
            streamed_within(Limits::default(), selector, std::iter::repeat_n(text.clone(), size)).0
        };
        let (short, long) = (run(1500), run(3000));
        let growth = long as f64 / short as f64;
        assert!(growth < 2.5, "{selector} in {piece}: {growth:.2} times the steps");
    }
}

/// Elements that wait are looked at again when the element that they wait for is complete, not
/// before.
#[test]
fn elements_that_wait_take_linear_time() {
    let run = |size| {
        let forms = std::iter::repeat_n("<form><div></form>".to_owned(), size);
        streamed("form, i", forms.chain(std::iter::repeat_n("<i></i>".to_owned(), 20 * size)))
    };
    let ((short, few), (long, many)) = (run(100), run(200));
    assert_eq!((few, many), (21 * 100, 21 * 200));
    let growth = long as f64 / short as f64;
    assert!(growth < 2.5, "{growth:.2} times the steps");
}

/// The start of a document that `<template for=a>` patches.
const PATCHED: &str = "<body><?marker name='a'>";

/// No match takes a walk up to the root, or down the stack of open elements.
#[test]
fn matches_in_a_deep_document_take_linear_time() {
    type Make = fn(usize) -> String;
    let families: [(&str, &str, Make); 17] = [
        ("div", "nested", |n| "<div>".repeat(n)),
        ("div", "nested and closed", |n| "<div>".repeat(n) + &"</div>".repeat(n)),
        ("i", "deep siblings", |n| "<div>".repeat(n) + &"<i></i>".repeat(n)),
        ("i, div", "deep siblings in matches", |n| "<div>".repeat(n) + &"<i></i>".repeat(n)),
        ("form", "deep forms", |n| "<div>".repeat(n) + &"<form></form>".repeat(n)),
        ("form", "forms that wait", |n| "<form><div></form>".repeat(n)),
        ("b", "moved", |n| "<div>".repeat(n) + &"<b><p></b></p>".repeat(n)),
        ("b", "nested and moved", |n| "<b><div>".repeat(n) + &"</b>".repeat(n)),
        ("i, p, b", "moved in turns", |n| {
            "<div>".repeat(n) + &"<i></i><b><p></b><i></i></p><div><i></i></div>".repeat(n)
        }),
        ("div, i", "in a template", |n| {
            "<template>".to_owned() + &"<div>".repeat(n) + &"<i></i>".repeat(n)
        }),
        ("template, i", "nested templates", |n| "<template><i></i>".repeat(n)),
        ("i", "siblings in nested patches", |n| {
            PATCHED.to_owned() + &"<template for=a>".repeat(n) + &"<i></i>".repeat(n)
        }),
        ("i", "siblings in nested patches that end", |n| {
            PATCHED.to_owned() + &"<template for=a>".repeat(n) + &"<i></i></template>".repeat(n)
        }),
        ("div, i", "templates of nested shadow trees", |n| {
            let host = "<div><template shadowrootmode=open>";
            host.repeat(n) + &"<i></i>".repeat(n)
        }),
        // The limit on searches ends this, since each patch looks for its marker far below.
        ("body, i", "templates that patch two deep places in turns", |n| {
            let range = |name| format!("<?start name='{name}'><?end>");
            let deep = |name| "<div>".repeat(n) + &range(name) + &"</div>".repeat(n);
            let patch = |name| format!("<template for={name}><i></i>{}</template>", range(name));
            "<body>".to_owned() + &deep("a") + &deep("b") + &(patch("a") + &patch("b")).repeat(n)
        }),
        ("i, td", "before a table", |n| {
            "<div>".repeat(n) + "<table>" + &"<i></i><tr><td></td>".repeat(n)
        }),
        ("option, i", "in a select", |n| {
            let select = "<select><button><selectedcontent></button>";
            "<div>".repeat(n) + select + &"<option><i>x</i></option>".repeat(n)
        }),
    ];
    for (selector, name, make) in families {
        for limits in [Limits::unlimited(), Limits::default()] {
            let run = |size| streamed_within(limits, selector, std::iter::once(make(size)));
            let ((short, few), (long, many)) = (run(1000), run(2000));
            let growth = long as f64 / short as f64;
            assert!(growth < 2.5, "{selector}, {name}: {growth:.2} times the steps, {limits:?}");
            assert!(name.contains("template") || few > 900 && many > 1900, "{name}: {few}, {many}");
        }
    }
}

/// At the limit on depth, elements are siblings and open at once, so the last one is complete first.
#[test]
fn siblings_at_the_limit_on_depth_take_linear_time() {
    type Make = fn(usize) -> String;
    let families: [(&str, Make); 10] = [
        ("open", |n| "<b>".repeat(n)),
        ("of two types", |n| "<b><i>".repeat(n)),
        ("of many types", |n| (0..n).map(|n| format!("<x-{}>", n % 50)).collect()),
        ("with text", |n| "<div>cell".repeat(n)),
        ("closed", |n| "<b>".repeat(n) + &"</b>".repeat(n)),
        ("closed with others between", |n| "<b>".repeat(n) + &"<i></i></b>".repeat(n)),
        ("closed in groups", |n| "<b>".repeat(n) + &("<i>".repeat(12) + "</i>").repeat(n / 4)),
        ("closed in nests", |n| {
            "<b>".repeat(n) + &("<i>".repeat(9) + &"</i>".repeat(9)).repeat(n / 4)
        }),
        ("in tables", |n| "<table><tr><td>cell".repeat(n / 2)),
        ("in lists", |n| "<ul><li>".repeat(n)),
    ];
    let selectors = [
        "b:nth-child(2), div:nth-child(2), i:nth-child(3)",
        "b:nth-of-type(2n), x-1:nth-of-type(2), i:nth-of-type(3), td:nth-of-type(2)",
        "b + i, i + b, div + div:nth-child(7), b:first-child + b",
        ":nth-child(odd)",
        ":nth-child(odd) > :nth-of-type(3)",
        ":not(:nth-child(4) *, :first-of-type)",
        "b:has(i), div:has(x)",
    ];
    let run =
        |size| streamed_within(Limits::default(), selectors[0], ["<b>".repeat(size)].into_iter()).0;
    let growth = run(32_000) as f64 / run(16_000) as f64;
    assert!(growth < 2.5, "{growth:.2} times the steps with the default limits");
    for (name, make) in families {
        for selector in selectors {
            let limits = Limits::default().depth(Some(20));
            let run = |size| streamed_within(limits, selector, std::iter::once(make(size))).0;
            let growth = run(1200) as f64 / run(600) as f64;
            assert!(growth < 2.5, "{selector}, {name}: {growth:.2} times the steps");
        }
    }
}

/// Without a limit on depth, `:has()` looks once into each element, however many are around it.
#[test]
fn content_at_any_depth_is_searched_once() {
    let families: [Piece; 5] = [
        |n| "<b>".repeat(n),
        |n| "<b><i>".repeat(n),
        |n| "<b><s>x<s>".repeat(n),
        |n| "<b>".repeat(n) + &"<s></s></b>".repeat(n),
        |n| "<b class=x><b>".repeat(n) + "<i>",
    ];
    let selectors = [
        "b:has(i)",
        ":has(x)",
        "b.x:not(:has(i))",
        "b:has(> i), b:has(i, u)",
        ":has(i:last-child)",
    ];
    for (family, make) in families.into_iter().enumerate() {
        for selector in selectors {
            let run = |size| streamed(selector, std::iter::once(make(size))).0;
            let growth = run(2000) as f64 / run(1000) as f64;
            assert!(growth < 2.5, "{selector}, family {family}: {growth:.2} times the steps");
        }
    }
}

/// How a hostile document is read.
#[derive(Clone, Copy, Debug)]
enum Reads {
    Matches,
    Rewrites,
    StartTagEdits,
}

/// The families of hostile documents whose tree is linear, with and without a limit on depth.
#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn families_of_hostile_documents_take_linear_time() {
    let selector =
        "p:nth-child(2), b:has(i), li + li, td > b, div div, :has(svg), i:nth-of-type(3)";
    let mut slow = Vec::new();
    let families = FAMILIES.iter().filter(|family| family.feed == Feed::Text);
    for family in families.filter(|family| !family.is_larger_than_linear) {
        for depth in [None, Some(20)] {
            let limits = Limits::unlimited().depth(depth);
            for reads in [Reads::Matches, Reads::Rewrites, Reads::StartTagEdits] {
                let run = |size| {
                    let document = (family.make)(size);
                    match reads {
                        Reads::Matches => {
                            streamed_within(limits, selector, std::iter::once(document)).0
                        }
                        Reads::Rewrites => rewritten_within(limits, &document),
                        Reads::StartTagEdits => edited_within(limits, &document),
                    }
                };
                let growth = |size| run(2 * size) as f64 / run(size) as f64;
                // In a short document, an excerpt grows with the number of elements around it.
                if growth(1000) > 2.5 && growth(4000) > 2.5 {
                    let growth = growth(4000);
                    let name = family.name;
                    slow.push(format!("{name}, {depth:?}, {reads:?}: {growth:.2} times the steps"));
                }
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// The steps of a rewriter that edits attributes.
fn rewritten_within(limits: Limits, document: &str) -> u64 {
    let selectors = RewriteSelectors::new().attributes(&["p, b, td:nth-child(2), i + i"]).unwrap();
    let selectors = selectors.elements(&["li:has(b)"]).unwrap();
    let options = ParseOptions::new().limits(limits);
    steps::counted(|| {
        let rewriter = StreamRewriter::new(&options, &Hints::utf8(), &selectors);
        let edit = |element: &mut RewriteMatch<'_>| Ok(element.set_attr("a", "")?);
        let result = rewriter.read_from(document.as_bytes(), std::io::sink(), edit);
        result.expect("no limit is reached that ends it");
    })
}

/// The steps of a rewriter that inserts content before each element, at its start tag. Most of
/// these edits parse the tag by itself.
fn edited_within(limits: Limits, document: &str) -> u64 {
    let selectors = RewriteSelectors::new().start_tags(&["*"]).unwrap();
    let options = ParseOptions::new().limits(limits);
    steps::counted(|| {
        let rewriter = StreamRewriter::new(&options, &Hints::utf8(), &selectors);
        let edit = |element: &mut RewriteMatch<'_>| {
            // Some elements have no place for content before them.
            let _ = element.before_html("<br>");
            Ok(())
        };
        let result = rewriter.read_from(document.as_bytes(), std::io::sink(), edit);
        result.expect("no limit is reached that ends it");
    })
}
