//! A speculation from a place in the middle of a document.

use proptest::prelude::*;

use crate::document_builder::DocumentBuilder;
use crate::dom::Root;
use crate::parse::engine::Engine;
use crate::parse::{ParseOptions, Speculation};
use crate::settings::{Limits, Revision};
use crate::speculative_fetch::Speculated;
use crate::steps;

fn options() -> ParseOptions {
    ParseOptions::new().scripting(true).declarative_shadow_roots(true)
}

fn from_paused(engine: &Engine<DocumentBuilder>) -> Speculation {
    Speculation::from_paused(engine)
}

/// A speculation about the rest of a document whose start is parsed.
fn paused(options: &ParseOptions, start: &str, rest: &str) -> Speculation {
    let mut engine = options.engine_for(Root::Document, 0);
    engine.start_document(options);
    engine.input.push(start);
    engine.run();
    let mut speculation = from_paused(&engine);
    speculation.feed_str(rest);
    speculation
}

fn urls(speculation: Speculation) -> Vec<String> {
    let url = |found| match found {
        Speculated::Fetch(fetch) => match &fetch.base {
            Some(base) => format!("{base}{}", fetch.url),
            None => fetch.url,
        },
        Speculated::ContentSecurityPolicy(content) => format!("csp {content}"),
        Speculated::Referrer(content) => format!("referrer {content}"),
        Speculated::Viewport(content) => format!("viewport {content}"),
    };
    speculation.map(url).collect()
}

/// The start of a document, its rest, and the URLs that are found in the rest.
const CASES: &[(&str, &str, &[&str])] = &[
    ("<script src=a></script>", "<script src=a></script><img src=b>", &["a", "b"]),
    ("<table><tr><script></script>", "<img src=a><td><img src=b>", &["a", "b"]),
    ("<template><table><script></script>", "<img src=a></template><img src=b>", &["b"]),
    ("<template><script></script>", "<img src=a></template></table><img src=b>", &["b"]),
    ("<table><template>", "<tr><td><img src=a></template><img src=b>", &["b"]),
    ("<svg><script></script>", "<image href=a></image><p><img src=b>", &["a", "b"]),
    ("<svg><desc>", "<img src=a></desc><image href=b /></svg><image href=c>", &["a", "b"]),
    ("<svg>", "<![CDATA[<img src=a>]]><image href=b />", &["b"]),
    ("<select><script></script>", "<option><img src=a></select><img src=b>", &["a", "b"]),
    ("<noscript>", "<img src=a></noscript><img src=b>", &["b"]),
    ("<title>x", "<img src=a></title><img src=b>", &["b"]),
    ("<!-- x", "<img src=a>--><img src=b>", &["b"]),
    ("<script><!--<script>", "</script>--></script><img src=b>", &["b"]),
    ("<img src=a data-x=\"", "b\" src=c><img src=d>", &["a", "d"]),
    ("<my-soup data-leek=1><p>", "</my-soup><my-soup><img src=a></my-soup>", &["a"]),
    ("<base href=/x/>", "<base href=/y/><img src=a>", &["/x/a"]),
    ("<base href=/&amp;/>", "<img src=a>", &["/&/a"]),
    ("<template><base href=/x/></template>", "<img src=a>", &["a"]),
    ("<head>", "<meta http-equiv=content-security-policy content=x>", &["csp x"]),
    ("<head></head>", "<meta http-equiv=content-security-policy content=x>", &["csp x"]),
    ("<p>", "<meta http-equiv=content-security-policy content=x>", &[]),
    ("<body><form>", "</form><form><input type=image src=a>", &["a"]),
    ("<b><b><p><a href=x><p>", "</b><p></a><img src=a><a><img src=b></a>", &["a", "b"]),
    ("<p><b class=a><i></p>", "<p><img src=a></b></i><img src=b>", &["a", "b"]),
    ("<frameset>", "<img src=a></frameset><noframes><img src=b></noframes>", &[]),
    // The sources before are not known.
    ("<picture><source srcset=a>", "<img src=b></picture><img src=c>", &["c"]),
    ("<picture>", "<p><img src=b></p></picture>", &["b"]),
    // Inside of a shadow root that the parse has attached.
    ("<p><template shadowrootmode=open>", "<img src=a></template><img src=b>", &["a", "b"]),
    ("<p><template shadowrootmode=open><template>", "<img src=a></template><img src=b>", &["b"]),
    ("<template><p><template shadowrootmode=open>", "<img src=a>", &[]),
    // Whether the `p` has a shadow root already is not known.
    ("<p>", "<template shadowrootmode=open><img src=a></template><img src=b>", &["b"]),
    ("<p>", "<i></i><div><template shadowrootmode=open><img src=a></template>", &["a"]),
    // Inside of a `<template for>` that has found its markers.
    (
        "<p><?marker name='x'><?marker name='x'></p><template for=x>",
        "<img src=a></template><img src=b>",
        &["a", "b"],
    ),
    (
        "<p><?start name='x'><?end></p><template for=x><template>",
        "<img src=a></template><img src=b>",
        &["b"],
    ),
    (
        "<template><p><?start name='x'><?end></p><template for=x>",
        "<img src=a></template><img src=b>",
        &[],
    ),
    // One that starts later.
    (
        "<p><?marker name='x'><?marker name='x'></p>",
        "<template for=x><img src=a></template><img src=b>",
        &["b"],
    ),
];

#[test]
fn a_paused_parse_is_continued_as_it_was() {
    for (start, rest, expected) in CASES {
        assert_eq!(urls(paused(&options(), start, rest)), *expected, "{start} | {rest}");
    }
}

#[test]
fn text_that_is_in_the_input_stream_comes_first() {
    let mut engine = options().engine_for(Root::Document, 0);
    engine.start_document(&options());
    engine.input.push("<meta charset=utf-8><img src=a><img src=b\r");
    // Pauses at the `meta`.
    engine.run();
    let mut speculation = from_paused(&engine);
    speculation.feed_str("\nalt='\r\n'>");
    assert_eq!(urls(speculation), ["a", "b"]);
}

#[test]
fn a_later_speculation_skips_the_urls_of_an_earlier_one() {
    let html = "<img src=a><img src=b>";
    let mut first = paused(&options(), "", html);
    first.next();
    assert_eq!(urls(paused(&options(), "", html).after(first)), ["b"]);
}

#[test]
fn nothing_is_fetched_for_a_fragment() {
    let mut engine = options().engine_for(Root::DocumentFragment, 0);
    engine.start_fragment(&options(), &"body".into(), None);
    let mut speculation = from_paused(&engine);
    speculation.feed_str("<img src=a>");
    assert_eq!(urls(speculation), [""; 0]);
}

#[test]
fn the_parse_is_not_affected() {
    for (start, rest, _) in CASES {
        let mut engine = options().engine_for(Root::Document, 0);
        engine.start_document(&options());
        engine.input.push(start);
        engine.run();
        let mut speculation = from_paused(&engine);
        speculation.feed_str(rest);
        speculation.count();
        engine.input.push(rest);
        engine.input.set_last(true);
        engine.run();
        let (builder, context) = (&mut engine.builder.sink, &mut engine.input.context);
        let limits_hit = options().close_document(builder, context, None);
        let (tree, context) = (engine.builder.sink.tree, engine.input.context);
        let (strings, errors) = (context.strings, context.errors);
        let parsed = options().document(tree, strings, errors, limits_hit, None);
        let expected = options().parse_str(format!("{start}{rest}"));
        assert_eq!(parsed.root().inner_html(), expected.root().inner_html());
    }
}

const PIECES: &[&str] = &[
    "<img src=@>",
    "<img src=@>",
    "<img src=@>",
    "<link rel=stylesheet href=@>",
    "<script src=@></script>",
    "<svg>",
    "</svg>",
    "<image href=@>",
    "<desc>",
    "</desc>",
    "<math>",
    "<mi>",
    "</math>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<caption>",
    "<colgroup>",
    "<template>",
    "</template>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<a x=@>",
    "</a>",
    "<i class=x>",
    "</i>",
    "<nobr>",
    "<select>",
    "<option>",
    "</select>",
    "<form>",
    "</form>",
    "<input type=image src=@>",
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<noscript>",
    "</noscript>",
    "<base href=@/>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<frameset>",
    "<li>",
    "<h1>",
    "<object>",
    "</object>",
    "<button>",
    "<my-soup>",
    "</my-soup>",
    "<meta name=referrer content=@>",
    "<br>",
    " ",
    "x",
    "&amp;",
    "\r\n",
    "\0",
    "<![CDATA[",
    "]]>",
    "<pre>",
    "<textarea>",
    "</textarea>",
    "<applet>",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 500 }))]

    /// Cut anywhere, also in the middle of a token.
    #[test]
    fn a_copy_of_a_parse_finds_what_an_uninterrupted_speculation_finds(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
        cut in any::<prop::sample::Index>(),
        is_new in any::<bool>(),
    ) {
        let html: String = pieces
            .iter()
            .enumerate()
            .map(|(number, piece)| piece.replace('@', &number.to_string()))
            .collect();
        let mut cut = cut.index(html.len() + 1);
        while !html.is_char_boundary(cut) {
            cut -= 1;
        }
        let (start, rest) = html.split_at(cut);
        let revision = if is_new { Revision::Living2026 } else { Revision::Snapshot2024 };
        let options = options().revision(revision);
        let mut whole = Speculation::new(&options, start);
        whole.by_ref().count();
        whole.feed_str(rest);
        prop_assert_eq!(urls(paused(&options, start, rest)), urls(whole), "{} | {}", start, rest);
    }
}

/// Twice the size takes no more than twice the steps, and a little.
#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn the_time_is_linear() {
    let families: &[(&str, &str, &str)] = &[
        ("<b>", "", "<p>x"),
        ("<b x=@>", "", "<p>x"),
        ("<div>", "", "<img src=@>"),
        ("<table><td>", "", "<table><img src=@>"),
        ("<template>", "", "<img src=@>"),
        ("<p><template shadowrootmode=open>", "", "<img src=@>"),
        ("<b x=@>", "", "<b x=@>"),
        ("", "<picture>", "<source srcset='a, b 2x'><img src=@>"),
        ("", "<picture><source srcset='a, a'>", "<img src=@>"),
        ("", "<link href=x rel='", "preload "),
        ("", "<img srcset='", "a 1x, "),
        ("", "<img srcset='a ", "("),
        ("", "<img src=x srcset='", "a 0x 0x,"),
        ("", "", "<img src=x>"),
        ("", "<img ", "a@ "),
        ("<svg>", "", "<script href=@ />"),
        ("<x-@>", "", "<img src=@>"),
    ];
    let growth = |make: &dyn Fn(usize) -> (String, String)| {
        let count = |size| {
            let (start, rest) = make(size);
            let options = options().limits(Limits::unlimited());
            let mut engine = options.engine_for(Root::Document, 0);
            engine.start_document(&options);
            engine.input.push(&start);
            engine.run();
            steps::counted(|| {
                let mut speculation = from_paused(&engine);
                speculation.feed_str(&rest);
                speculation.count();
            })
        };
        count(2000) as f64 / count(1000) as f64
    };
    for (before, middle, after) in families {
        let repeat = |piece: &str, size: usize| -> String {
            (0..size).map(|number| piece.replace('@', &number.to_string())).collect()
        };
        let growth = growth(&|size| {
            let before = repeat(before, size);
            (before, format!("{middle}{}'><p>", repeat(after, size)))
        });
        assert!(growth < 2.3, "{before} {middle} {after}: {growth:.2} times the steps");
    }
}
