//! Streams: the matches equal the matches of the finished document, wherever the input is cut, and
//! the caller may stop at any time.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};

use consomme::positions::Origin;
use consomme::select::SelectorOptions;
use consomme::stream::{
    RewriteSelectors, StreamError, StreamFailure, StreamParser, StreamSelectors, select_from,
};
use consomme::{
    AttributeNamespace, Document, ElementRef, Hints, Limits, Namespace, NodeRef, ParseOptions,
    parse_str,
};
use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::stream_selectors::stream_selector;
use consomme_test::suite::PAGES;
use proptest::prelude::*;

/// Two hundred selectors that a stream can match, made of common names.
fn selectors() -> Vec<String> {
    let names = ["a", "p", "div", "li", "td", "img", "span", "h2", "option", "script", "b", "form"];
    let ancestors = ["ul", "table", ".nav", "body", "#content", "[class]", "svg", "[id] >", "p"];
    let mut all: Vec<String> = names.map(str::to_owned).to_vec();
    for name in names {
        all.extend(ancestors.map(|ancestor| format!("{ancestor} {name}")));
        all.push(format!("{name}[class]"));
        all.push(format!("{name}:first-child"));
        all.push(format!("{name} + {name}"));
        all.push(format!("{name}:empty"));
        all.push(format!("div > {name}:not([id])"));
        all.push(format!("{name}:has(> a, :last-child)"));
        all.push(format!("{name}:first-child + * + {name}"));
        all.push(format!("{name}:nth-child(2) > *"));
        all.push(format!("{name}:nth-child(odd)"));
        all.push(format!("{name}:first-of-type"));
    }
    let others = [
        "*",
        "head",
        "title",
        "html",
        "body",
        ".x, #y, [href]",
        "a[href^=http]",
        ":is(h1, h2, h3):not(:empty)",
        "ul li:first-child a",
        "dt + dd",
        "input:disabled, button:enabled",
        ":root > body > *",
        "p:lang(en)",
        "svg *",
        "link[rel=stylesheet]",
        "meta",
    ];
    all.extend(of_places().map(str::to_owned));
    all.extend(of_siblings_in_it().map(str::to_owned));
    all.extend(others.map(str::to_owned));
    assert!(all.len() >= 200);
    all
}

/// Selectors that ask which of its siblings an element is, or an ancestor.
fn of_places() -> [&'static str; 20] {
    [
        "p + p",
        "b + i, i + b",
        "td:nth-child(2)",
        ":nth-child(2n+1) :nth-child(-n+3)",
        ":nth-child(3n+2) > :nth-child(odd)",
        "p:nth-of-type(2)",
        ":first-of-type",
        ":nth-of-type(even) :nth-of-type(n+2)",
        "div > p + b i",
        "li + li:nth-child(3)",
        "tr:nth-child(2) td + td",
        "p + b + i + *",
        ":nth-child(odd) + :nth-child(4)",
        ":nth-child(3) + * :not(:nth-child(6))",
        ":is(p + *, :nth-of-type(2) > b):not(i + *)",
        ":nth-child(odd) > :not(:nth-child(2n + 1), :first-child)",
        "p:has(> b:nth-child(2), :is(i ~ *))",
        ":nth-child(2):has(:is(p ~ i, :nth-child(2)), :nth-child(1 of b ~ *))",
        ":first-child + :nth-of-type(1):not(:first-child)",
        ":not(:not(:nth-child(even)) > *, :nth-child(3) *)",
    ]
}

/// Selectors that ask about all siblings inside an element.
fn of_siblings_in_it() -> [&'static str; 12] {
    [
        ":has(> :not(:last-child))",
        ":has(:is(b:last-child, p:only-child, :nth-last-child(3)))",
        ":has(> :where(:last-of-type:not(:only-of-type)))",
        ":has(:not(:nth-last-child(-n + 2)) :only-child)",
        "p:has(:is(i > b:last-child))",
        "p b:has(:is(i:nth-last-of-type(2) + *), > :last-child)",
        ":has(:nth-child(2 of :last-child, b:not(:last-of-type)))",
        ":has(:is(:nth-last-child(2 of :not(:last-child, p ~ *))))",
        ":has(> :nth-last-child(even of :not(:first-child, :last-child)))",
        "b + :has(:is(p ~ :last-child))",
        "div:has(> :not(:last-child + *)), p:has(:is(:empty:last-child))",
        ":not(:has(:not(:only-child)))",
    ]
}

/// The compared properties of a match: the number of a selector, the attributes and the content,
/// and the ancestors with their attributes.
type Seen = (usize, String);

fn seen(selector: usize, element: ElementRef<'_>) -> Seen {
    let mut text = element.outer_html();
    for ancestor in element.ancestor_elements() {
        text.push_str(&format!("\n in {ancestor:?}", ancestor = start_tag(ancestor)));
    }
    (selector, text)
}

fn start_tag(element: ElementRef<'_>) -> String {
    let attrs: Vec<_> = element.attrs().map(|attr| (attr.name(), attr.value())).collect();
    format!("{} {attrs:?}", element.name())
}

/// The matches of a stream that is fed these pieces, in order.
fn streamed<'t>(mut stream: StreamParser, pieces: impl IntoIterator<Item = &'t str>) -> Vec<Seen> {
    let mut all = Vec::new();
    let mut take = |stream: &mut StreamParser| {
        while let Some(found) = stream.next_match() {
            all.extend(found.selectors().iter().map(|&number| seen(number, found.element())));
        }
        stream.document().check_invariants().unwrap();
    };
    for piece in pieces {
        stream.feed_str(piece);
        take(&mut stream);
    }
    stream.end();
    take(&mut stream);
    assert!(stream.is_finished());
    all
}

/// The matches in a finished document, in tree order, each with whether the parser has gone back to
/// it.
fn selected(document: &Document, selectors: &StreamSelectors) -> Vec<(Seen, bool)> {
    let mut all = Vec::new();
    for (element, numbers) in selectors.set().matches_in(document) {
        let is_affected = is_affected(element);
        all.extend(numbers.into_iter().map(|number| (seen(number, element), is_affected)));
    }
    all
}

/// Whether the parser has gone back to an element after it was complete, so that a stream may have
/// seen another one.
fn is_affected(element: ElementRef<'_>) -> bool {
    let changed = |node: NodeRef<'_>| {
        node.moved().is_some()
            || node.as_element().is_some_and(|element| {
                matches!(element.name(), "selectedcontent" | "select")
                    || element.template_contents().is_some_and(|_| element.attr("for").is_some())
            })
            || node.as_processing_instruction().is_some()
    };
    // The siblings before count for `+` and `:first-child`.
    let mut around = std::iter::once(element.as_node()).chain(element.ancestors());
    around.any(|node| changed(node) || node.parent().is_some_and(|p| p.children().any(changed)))
        || element.descendants().any(changed)
}

fn count<T: Ord>(all: impl IntoIterator<Item = T>) -> BTreeMap<T, i64> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    counts
}

/// Checks that a stream gives the matches of the finished document, except elements that the parser
/// has changed later. Returns how many these are.
fn check_against_document(text: &str, selectors: &StreamSelectors) -> Result<usize, String> {
    let options = ParseOptions::new();
    let stream = StreamParser::new(&options, &Hints::new(), selectors);
    let streamed = streamed(stream, [text]);
    let document = options.positions(true).parse_str(text);
    // Start tags of these that come late add attributes.
    let lowercased = text.to_ascii_lowercase();
    let is_implied = |element: Option<ElementRef<'_>>| {
        !element.is_some_and(|element| matches!(element.origin(), Some(Origin::Source)))
    };
    let is_late = |tag, element| match lowercased.matches(tag).count() {
        0 => false,
        1 => is_implied(element),
        _ => true,
    };
    let all_are_affected = is_late("<html", document.document_element())
        || is_late("<body", document.body())
        || lowercased.contains("<frameset");
    let mut selected = selected(&document, selectors);
    selected.iter_mut().for_each(|(_, is_affected)| *is_affected |= all_are_affected);
    let affected = selected.iter().filter(|(_, is_affected)| *is_affected).count();
    let mut counts = count(streamed.iter().cloned());
    for (seen, _) in selected.iter().filter(|(_, is_affected)| !is_affected) {
        *counts.entry(seen.clone()).or_default() -= 1;
    }
    // Elements that only the stream has were changed later.
    let missing = counts.iter().find(|(_, count)| **count < 0);
    if let Some(((number, seen), _)) = missing {
        return Err(format!("selector {number}: the stream lacks {seen}"));
    }
    let left: i64 = counts.values().sum();
    if affected == 0 && left > 0 && !all_are_affected && !may_remove_complete_ones(text) {
        let first = counts.iter().find(|(_, count)| **count > 0);
        return Err(format!("the stream has more: {first:?}"));
    }
    Ok(affected)
}

/// Whether the parser may remove elements that are complete: a `<template for>` replaces the
/// elements between its markers, and the selected option the ones in a `selectedcontent`.
fn may_remove_complete_ones(text: &str) -> bool {
    let lowercased = text.to_ascii_lowercase();
    ["<template", "<selectedcontent"].iter().any(|tag| lowercased.contains(tag))
}

/// Selectors that ask for places are matched compound by compound, with their namespaces.
#[test]
fn selectors_that_ask_for_places_keep_their_namespaces() {
    let text =
        "<p><svg><a/><title/><a/><path/><a xlink:href=x /></svg><a></a><a></a><title></title>";
    let options = SelectorOptions::new()
        .namespace("s", Namespace::Svg)
        .namespace("h", Namespace::Html)
        .attribute_namespace("x", AttributeNamespace::XLink);
    let html = options.clone().default_namespace(Namespace::Html);
    let svg = options.clone().default_namespace(Namespace::Svg);
    let rows: [(&SelectorOptions, &str, usize); 9] = [
        (&options, "a:nth-child(n + 2)", 4),
        (&options, "s|a:nth-child(n + 2)", 2),
        (&options, "h|a:nth-of-type(2)", 1),
        (&options, "s|svg + h|a:nth-child(2)", 1),
        (&options, "s|path + a[x|href]:nth-of-type(3)", 1),
        (&options, "a:nth-of-type(2)", 2),
        (&html, "*|svg + :nth-child(2)", 1),
        (&svg, "a:nth-child(odd)", 3),
        (&svg, ":nth-child(1) > *|a:nth-child(odd)", 3),
    ];
    let document = parse_str(text);
    for (options, selector, expected) in rows {
        let selector = options.parse(selector).unwrap();
        let selectors = StreamSelectors::try_from(&selector).unwrap();
        let stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors);
        let found = streamed(stream, [text]).len();
        assert_eq!((found, document.select(&selector).count()), (expected, expected), "{selector}");
    }
}

#[test]
fn a_stream_finds_on_pages_what_select_finds() {
    let texts = selectors();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let selectors = StreamSelectors::new(&texts).unwrap();
    let Ok(folder) = PAGES.find("") else { return };
    let (mut pages, mut with_changes) = (0, 0);
    // All of them take minutes without optimization.
    let step = if cfg!(debug_assertions) { 10 } else { 1 };
    for entry in fs::read_dir(folder).unwrap().step_by(step) {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let document = consomme::parse_document(&bytes, &Hints::new());
        let (text, _, _) = document.encoding().unwrap().decode(&bytes);
        match check_against_document(&text, &selectors) {
            Ok(affected) => with_changes += usize::from(affected > 0),
            Err(error) => panic!("{}: {error}", path.display()),
        }
        pages += 1;
    }
    assert!(with_changes * 2 < pages, "{with_changes} of {pages} pages change later");
}

/// The matches do not depend on the nodes that are freed meanwhile.
fn check_sweeping(text: &str, selectors: &StreamSelectors) -> Result<(), String> {
    let stream = || StreamParser::new(&ParseOptions::new(), &Hints::new(), selectors);
    let expected = streamed(stream(), [text]);
    let mut sweeping = stream();
    sweeping.sweep_often();
    // Pieces, because a sweep comes between two of them.
    let characters: Vec<char> = text.chars().collect();
    let pieces: Vec<String> = characters.chunks(20).map(|piece| piece.iter().collect()).collect();
    let actual = streamed(sweeping, pieces.iter().map(String::as_str));
    if actual == expected {
        return Ok(());
    }
    // Where the parser moves elements, it may take content from one that is no match to one that
    // is. A start tag of an `html` or `body` that is open may make that a match.
    let document = ParseOptions::new().positions(true).parse_str(text);
    let has_moved = document.descendants().any(|node| {
        node.moved().is_some()
            || !matches!(node.origin(), Some(Origin::Source | Origin::Implied { .. }))
    });
    let may_become_match = ["<html ", "<body "].iter().any(|tag| text.contains(tag));
    if has_moved || may_become_match || may_remove_complete_ones(text) {
        return Ok(());
    }
    let first = actual.iter().zip(&expected).find(|(actual, expected)| actual != expected);
    Err(format!("{} and {} matches; {first:?}", actual.len(), expected.len()))
}

#[test]
fn freeing_changes_no_match_on_pages() {
    let texts =
        ["a", "div p", "li:first-child", "h2 + p", ".nav a", "tr:has(> th)", "title", "option"];
    let selectors = StreamSelectors::new(&texts).unwrap();
    let Ok(folder) = PAGES.find("") else { return };
    let step = if cfg!(debug_assertions) { 10 } else { 1 };
    for entry in fs::read_dir(folder).unwrap().step_by(step) {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = check_sweeping(&text, &selectors) {
            panic!("{}: {error}", path.display());
        }
    }
}

/// Selectors with which streams free different parts of the tree.
const SWEEPING: [&str; 16] = [
    ":empty",
    ":not(p, :empty)",
    "p",
    "b",
    "p b",
    "a:first-child",
    "i + *",
    "div:has(b)",
    "li, td",
    "[href]",
    "p > :has(b)",
    "b + :not(:empty, i)",
    "div :is(p, i:has(a))",
    "table:has(b), p b:has(i)",
    "p:first-child:has(b)",
    ":first-child > :not(:empty)",
];

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn freeing_changes_no_match(text in soup(), selector in prop::sample::select(&SWEEPING[..])) {
        let selectors = StreamSelectors::new(&[selector]).unwrap();
        if let Err(error) = check_sweeping(&text, &selectors) {
            prop_assert!(false, "{}: {}\n{}", selector, text, error);
        }
    }

    #[test]
    fn freeing_changes_no_match_that_asks_about_siblings(text in soup()) {
        for selector in of_places().into_iter().chain(of_siblings_in_it()) {
            let selectors = StreamSelectors::new(&[selector]).unwrap();
            if let Err(error) = check_sweeping(&text, &selectors) {
                prop_assert!(false, "{}: {}\n{}", selector, text, error);
            }
        }
    }

    #[test]
    fn the_matches_do_not_depend_on_where_the_input_is_cut(
        text in soup(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let selectors =
            StreamSelectors::new(&["*", "p b", "a:nth-child(2)", "i + *", "p > :has(b)"]).unwrap();
        let stream = || StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors);
        let whole = streamed(stream(), [&*text]);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.retain(|cut| text.is_char_boundary(*cut));
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let pieces = cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]);
        prop_assert_eq!(&whole, &streamed(stream(), pieces));
        let characters = text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]);
        prop_assert_eq!(&whole, &streamed(stream(), characters));
    }

    #[test]
    fn a_selector_alone_finds_what_it_finds_in_a_set(text in soup()) {
        let texts = ["*", "b", ".x", "#y", "[href]", "p b", "a:first-child", "div:has(b)", "form"];
        let stream = |texts: &[&str]| {
            let selectors = StreamSelectors::new(texts).unwrap();
            streamed(StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors), [&*text])
        };
        let mut together = vec![Vec::new(); texts.len()];
        for (number, seen) in stream(&texts) {
            together[number].push((0, seen));
        }
        for (number, selector) in texts.iter().enumerate() {
            prop_assert_eq!(&stream(&[selector]), &together[number], "{}", selector);
        }
    }

    #[test]
    fn a_stream_may_be_stopped_at_any_match(text in soup(), selector in 0_usize..3) {
        let selectors = StreamSelectors::new(&[["*", "a", "form, b"][selector]]).unwrap();
        let stream = || {
            let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors);
            stream.feed_str(&text);
            stream.end();
            stream
        };
        let mut all = stream();
        let mut expected = Vec::new();
        while let Some(found) = all.next_match() {
            expected.push(found.into_document().inner_html());
        }
        for count in 1..=expected.len() {
            let mut stopped = stream();
            let taken = (0..count).map(|_| stopped.next_match().unwrap().into_document());
            let last = taken.last().unwrap();
            stopped.finish().check_invariants().unwrap();
            last.check_invariants().unwrap();
            prop_assert_eq!(&last.inner_html(), &expected[count - 1]);
        }
    }

    #[test]
    fn a_stream_finds_what_select_finds(text in soup(), depth in prop::sample::select(&[0, 20][..])) {
        // The stream caches the places of nodes with many ancestors.
        let text = "<div>".repeat(depth) + &text;
        let selectors = StreamSelectors::new(&["*", "p b", ".x", "[href]", "p > :has(b)"]).unwrap();
        if let Err(error) = check_against_document(&text, &selectors) {
            prop_assert!(false, "{}\n{}", text, error);
        }
        for all in [&of_places()[..], &of_siblings_in_it()] {
            let selectors = StreamSelectors::new(all).unwrap();
            if let Err(error) = check_against_document(&text, &selectors) {
                prop_assert!(false, "{}\n{}", text, error);
            }
        }
        let all = [&of_places()[..], &of_siblings_in_it()].concat();
        let selectors = StreamSelectors::new(&all).unwrap();
        if let Err(error) = check_against_document(&text, &selectors) {
            prop_assert!(false, "together: {}\n{}", text, error);
        }
    }
}

proptest! {
    #![proptest_config(config(1024))]

    /// A stream matches a selector as [`Document::select`] does, whatever it frees, or refuses it.
    #[test]
    fn a_generated_selector_is_matched_or_refused(
        text in soup(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 12),
    ) {
        let mut choices = choices.into_iter();
        let made = stream_selector(|most| choices.next().map_or(0, |one| one.index(most + 1)));
        let selectors = match StreamSelectors::new(&[&made.text]) {
            Ok(selectors) => selectors,
            Err(error) => {
                prop_assert!(!made.is_accepted, "{}", error);
                return Ok(());
            }
        };
        prop_assert!(made.is_accepted, "{} is not refused", made.text);
        let checked = check_against_document(&text, &selectors).err();
        let error = checked.or_else(|| check_sweeping(&text, &selectors).err());
        prop_assert!(error.is_none(), "{}: {}\n{:?}", made.text, text, error);
    }
}

/// The ranges of the matches of a stream that is fed these pieces and sweeps after each, in order.
fn ranges<'t>(
    selectors: &StreamSelectors,
    pieces: impl IntoIterator<Item = &'t str>,
) -> Vec<(String, Option<Range<u64>>)> {
    let mut stream =
        StreamParser::new(&ParseOptions::new().positions(true), &Hints::new(), selectors);
    stream.sweep_often();
    let mut all = Vec::new();
    let mut take = |stream: &mut StreamParser| {
        while let Some(found) = stream.next_match() {
            all.push((found.name().to_owned(), found.range()));
        }
    };
    for piece in pieces {
        stream.feed_str(piece);
        take(&mut stream);
    }
    stream.end();
    take(&mut stream);
    all
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn ranges_are_those_of_the_whole_input_wherever_it_is_cut(text in soup()) {
        let selectors = StreamSelectors::new(&["p", "b", "li, td", "div:has(b)"]).unwrap();
        let whole = ranges(&selectors, [&*text]);
        for (name, range) in &whole {
            let Some(range) = range else { continue };
            let element = &text[range.start as usize..range.end as usize];
            prop_assert!(element.starts_with('<'), "{name}: {element}");
            let written = element[1..].get(..name.len());
            prop_assert!(written.is_some_and(|written| written.eq_ignore_ascii_case(name)));
        }
        let characters = text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]);
        let in_characters = ranges(&selectors, characters);
        // A sweep frees the markers that `<template for>` looks for.
        if !text.contains("<template") {
            prop_assert_eq!(&whole, &in_characters);
        }
        // Where the parser has not moved elements, the ranges are their spans.
        let document = ParseOptions::new().positions(true).parse_str(&text);
        let is_moved = |node: NodeRef<'_>| {
            node.moved().is_some()
                || !matches!(node.origin(), Some(Origin::Source | Origin::Implied { .. }))
        };
        // A frameset takes the body out of the document, with the elements that were found there.
        let has_frameset = text.to_ascii_lowercase().contains("<frameset");
        let has_others = has_frameset
            || may_remove_complete_ones(&text)
            || text.contains(['\r', '\u{FEFF}']);
        if !has_others && !document.descendants().any(is_moved) {
            let spans = selectors.set().matches_in(&document).map(|(element, _)| {
                let span = element.span().filter(|_| element.origin() == Some(Origin::Source));
                span.map(|span| span.range().start as u64)
            });
            let starts = whole.iter().map(|(_, range)| range.as_ref().map(|range| range.start));
            prop_assert_eq!(count(spans), count(starts), "{}", text);
        }
    }
}

#[test]
fn ranges_end_with_the_end_tag_or_where_the_next_token_starts() {
    let selectors = StreamSelectors::new(&["li", "ul", "br", "h2", "b", "tbody"]).unwrap();
    let text = "<ul>\r\n<li>\u{20AC}<li>b</li>\r\n</ul><br><h2>c</h3><p><b>d<table><td>e";
    let found = ranges(&selectors, [text]);
    let texts: Vec<_> = found
        .iter()
        .map(|(name, range)| {
            let range = range.clone().map(|range| range.start as usize..range.end as usize);
            (name.as_str(), range.map(|range| &text[range]))
        })
        .collect();
    assert_eq!(
        texts,
        [
            ("li", Some("<li>\u{20AC}")),
            ("li", Some("<li>b</li>")),
            ("ul", Some(&text[..text.find("<br").unwrap()])),
            ("br", Some("<br>")),
            ("h2", Some("<h2>c</h3>")),
            ("tbody", None),
            ("b", Some("<b>d<table><td>e")),
        ]
    );
}

/// The `head` is complete when the `body` begins, and may come back until then.
#[test]
fn the_range_of_the_head_ends_with_its_end_tag() {
    let rows = [
        ("<head><title>a</title></head>\r\n<!-- b -->\r\n<body>c", "</head>"),
        ("<html><head></HEAD ><!-- a -->", "</HEAD >"),
        ("<head></head>x", "</head>"),
        ("<head><title>a</title><!-- b --><body>", "<!-- b -->"),
        ("<head><title>a</title><p>", "</title>"),
        ("<head></head> <link> <!-- a --><body>", "<!-- a -->"),
        ("<head></head> <script>a</script> <p>", "</script> "),
    ];
    let selectors = StreamSelectors::new(&["head"]).unwrap();
    for (text, end) in rows {
        let range =
            text.find("<head>").unwrap() as u64..(text.find(end).unwrap() + end.len()) as u64;
        let expected = [("head".to_owned(), Some(range))];
        assert_eq!(ranges(&selectors, [text]), expected, "{text}");
        let characters = text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]);
        assert_eq!(ranges(&selectors, characters), expected, "{text}");
    }
}

#[test]
fn ranges_need_positions_to_be_recorded() {
    let mut stream = stream(&["b"]);
    stream.feed_str("<b>Broth</b>");
    assert_eq!(stream.next_match().unwrap().range(), None);
}

fn stream(selectors: &[&str]) -> StreamParser {
    StreamParser::new(
        &ParseOptions::new(),
        &Hints::new(),
        &StreamSelectors::new(selectors).unwrap(),
    )
}

#[test]
fn an_element_is_lent_at_the_token_that_completes_it() {
    let mut stream = stream(&["li", "ul"]);
    stream.feed_str("<ul><li>One<li>Two");
    assert_eq!(stream.next_match().unwrap().text_content(), "One");
    assert!(stream.next_match().is_none());
    stream.feed_str("</ul><p>Rest of the input");
    assert_eq!(stream.next_match().unwrap().text_content(), "Two");
    let ul = stream.next_match().unwrap();
    assert_eq!((ul.name(), ul.selectors()), ("ul", &[1][..]));
    // Nothing after it is parsed.
    assert!(ul.next_sibling().is_none());
    assert!(stream.next_match().is_none());
}

#[test]
fn a_form_is_complete_when_what_is_in_it_is() {
    let mut stream = stream(&["form"]);
    stream.feed_str("<form><div>One</form>Two</div>Three");
    assert_eq!(stream.next_match().unwrap().text_content(), "OneTwo");
}

#[test]
fn a_form_is_not_complete_while_a_template_in_it_is_open() {
    let mut stream = stream(&["form", "template"]);
    stream.feed_str("<form><div></form><template><p>One</p></template>Two</div>");
    assert_eq!(stream.next_match().unwrap().name(), "template");
    assert_eq!(stream.next_match().unwrap().text_content(), "Two");
}

#[test]
fn a_script_is_read_on_after_its_start_is_freed() {
    let mut stream = stream(&["i"]);
    stream.sweep_often();
    let mut found = Vec::new();
    for c in "<script><!--<script>a</script>--></script><i>One</i>".chars() {
        stream.feed_str(c.encode_utf8(&mut [0; 4]));
        found.extend(stream.next_match().map(|found| found.text_content()));
    }
    assert_eq!(found, ["One"]);
}

/// The siblings before an open element stay, also if its parent is not open.
#[test]
fn the_first_child_of_a_form_that_is_closed_early_is_known() {
    let mut stream = stream(&["div:first-child", "p + div", "div:nth-child(2)"]);
    stream.sweep_often();
    stream.feed_str("<form><p></p><div></form>");
    assert!(stream.next_match().is_none());
    stream.feed_str("<i></i><i></i>");
    assert!(stream.next_match().is_none());
    stream.feed_str("</div>");
    assert_eq!(stream.next_match().unwrap().selectors(), [1, 2]);
}

#[test]
fn the_head_is_complete_when_the_body_begins() {
    let mut stream = stream(&["head"]);
    stream.feed_str("<head><title>One</title></head>");
    assert!(stream.next_match().is_none());
    stream.feed_str("<link> <body>");
    assert_eq!(stream.next_match().unwrap().children().count(), 2);
    stream.end();
    assert!(stream.next_match().is_none());
}

#[test]
fn what_is_in_templates_is_no_match() {
    let mut stream = stream(&["p"]);
    stream.feed_str("<template><p>One</p></template><p>Two</p>");
    assert_eq!(stream.next_match().unwrap().text_content(), "Two");
    assert!(stream.next_match().is_none());
}

#[test]
fn names_that_come_late_are_found() {
    let mut stream = stream(&["x-late[data-late]", "[data-other]"]);
    stream.feed_str("<x-early></x-early><x-late data-late=1></x-late><b data-other=2></b>");
    let mut names = Vec::new();
    while let Some(found) = stream.next_match() {
        names.push(found.name().to_owned());
    }
    assert_eq!(names, ["x-late", "b"]);
}

/// How it is written and matched depends on the document.
#[test]
fn a_match_that_is_taken_out_keeps_quirks_and_scripting() {
    let selectors = StreamSelectors::new(&["div"]).unwrap();
    let mut stream =
        StreamParser::new(&ParseOptions::new().scripting(true), &Hints::new(), &selectors);
    stream.feed_str("<div class=A><noscript><b>x</b></noscript></div>");
    let found = stream.next_match().unwrap();
    let (copy, html) = (found.into_document(), found.outer_html());
    assert_eq!(copy.inner_html(), html);
    assert!(copy.select_first(".a").unwrap().is_some());
}

#[test]
fn a_fragment_can_be_streamed() {
    let selectors = StreamSelectors::new(&["td"]).unwrap();
    let mut stream = StreamParser::for_fragment(&ParseOptions::new(), "tr", &selectors);
    stream.feed_str("<td>One<td>Two");
    stream.end();
    assert_eq!(stream.next_match().unwrap().text_content(), "One");
    assert_eq!(stream.next_match().unwrap().text_content(), "Two");
    assert!(stream.next_match().is_none());
}

#[test]
fn a_limit_ends_the_stream_and_what_was_found_stays() {
    let limits = Limits::default().depth(None).nodes(Some(1000));
    let selectors = StreamSelectors::new(&["p"]).unwrap();
    let mut stream =
        StreamParser::new(&ParseOptions::new().limits(limits), &Hints::new(), &selectors);
    stream.feed_str(&("<p>One</p>".to_owned() + &"<div>".repeat(5000)));
    assert_eq!(stream.next_match().unwrap().text_content(), "One");
    assert!(stream.next_match().is_none());
    stream.feed_str(&"<div>".repeat(50_000));
    assert!(stream.next_match().is_none());
    assert!(stream.is_finished() && stream.limits_hit().nodes);
}

/// A token that is longer than the limit is never complete.
#[test]
fn a_reader_without_end_is_read_to_the_limit() {
    const LIMIT: usize = 1 << 20;
    let options = ParseOptions::new().limits(Limits::default().input_bytes(Some(LIMIT)));
    let starts =
        ["<main>", "<!--", "<p title='", "<!doctype ", "<table>", "<main><p x", "<main><![CDATA["];
    for start in starts {
        let endless = start.as_bytes().chain(io::repeat(b' '));
        let selectors = StreamSelectors::new(&["main"]).unwrap();
        let mut found = 0;
        let stream = StreamParser::new(&options, &Hints::new(), &selectors);
        let read = stream.read_from(endless, |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        let error = read.unwrap_err();
        let error = error.get_ref().unwrap().downcast_ref::<StreamError>().unwrap();
        let StreamFailure::Limit(hit) = error.failure() else { panic!("{start}: {error}") };
        assert!(hit.input_bytes && error.to_string().contains("input_bytes"), "{start}: {error}");
        assert!(error.summary().bytes < 4 * LIMIT as u64, "{start}");
        assert_eq!(found, usize::from(start.starts_with("<main>")), "{start}");
    }
}

#[test]
fn offsets_are_those_of_the_whole_input() {
    let mut stream = stream(&["i"]);
    stream.sweep_often();
    let mut length = 0;
    for piece in
        ["\u{FEFF}<p>One\r", "\n<p>", "Two &amp; three\r\n<i>", "</i>\u{e4}</p>", "\r\n", "<b>"]
    {
        stream.feed_str(piece);
        while stream.next_match().is_some() {}
        length += piece.len() as u64;
        assert_eq!(stream.parsed_bytes(), length, "{piece:?}");
    }
}

/// After a sweep, start tags come at the same places in the source as freed ones.
#[test]
fn a_start_tag_is_not_taken_for_one_that_was_freed() {
    let selectors = StreamSelectors::new(&["li"]).unwrap();
    let mut stream =
        StreamParser::new(&ParseOptions::new().positions(true), &Hints::new(), &selectors);
    stream.sweep_often();
    stream.feed_str("<ul>");
    let mut ranges = Vec::new();
    for _ in 0..50 {
        stream.feed_str("<li>");
        while let Some(item) = stream.next_match() {
            ranges.extend(item.range());
        }
    }
    let expected: Vec<_> = (0..49).map(|item| 4 + 4 * item..8 + 4 * item).collect();
    assert_eq!(ranges, expected);
}

#[test]
fn an_id_from_before_is_not_that_of_another_node() {
    let mut stream = stream(&["p"]);
    stream.sweep_often();
    stream.feed_str("<p>One</p>");
    let id = stream.next_match().unwrap().id();
    for _ in 0..10 {
        stream.feed_str("<p>Two</p>");
        let two = stream.next_match().unwrap();
        assert_ne!(two.id(), id);
    }
}

#[test]
fn reading_ends_where_the_function_breaks() {
    let page = "<title>One</title>".to_owned() + &"<p>Two</p>".repeat(100_000);
    let selectors = StreamSelectors::new(&["title"]).unwrap();
    let read = select_from(page.as_bytes(), &Hints::new(), &selectors, |title| {
        assert_eq!(title.text_content(), "One");
        ControlFlow::Break(())
    });
    let read = read.unwrap();
    assert!(read.bytes <= 64 * 1024 && read.matches == 1);
    let mut count = 0;
    let all =
        select_from(page.as_bytes(), &Hints::new(), &StreamSelectors::new(&["p"]).unwrap(), |_| {
            count += 1;
            ControlFlow::Continue(())
        });
    let all = all.unwrap();
    assert_eq!((all.bytes, all.matches, count), (page.len() as u64, 100_000, 100_000));
}

#[test]
fn a_selector_is_refused_with_the_place_and_the_reason() {
    let rows = [
        ("p", None),
        ("h1 + p:first-child", None),
        ("p:has(b:last-child, > i ~ i)", None),
        (":is(p, li):not(:empty)", None),
        ("ul:has(> li:not(:last-child))", None),
        ("div:has(:is(b:last-child))", None),
        ("p:has(:is(i > b:only-child, a:last-of-type + b))", None),
        ("p:has(b:nth-child(2 of :last-child))", None),
        ("p:has(:not(:nth-last-child(2 of :last-of-type)))", None),
        ("li:last-child", Some((2, "depends on later siblings"))),
        ("li:only-child", Some((2, "depends on later siblings"))),
        ("li:nth-last-child(2)", Some((2, "depends on later siblings"))),
        ("p, b:not(:last-of-type)", Some((9, "depends on later siblings"))),
        ("p:has(+ b)", Some((6, "depends on later siblings"))),
        ("p:has(~ b)", Some((6, "depends on later siblings"))),
        ("p:has(:is(b + i), + b)", Some((18, "depends on later siblings"))),
        (":is(p, li:last-child)", Some((9, "depends on later siblings"))),
        (":is(::x, li:last-child)", Some((11, "depends on later siblings"))),
        (":is(b:last-child, ::x)", Some((5, "depends on later siblings"))),
        (":is(b:last-child, ::x, i:last-child)", Some((5, "match the parent, and select"))),
        (":where(p:has(+ b), i)", Some((13, "depends on later siblings"))),
        ("p:has(:is(a:last-child > b))", Some((23, "follows what depends on siblings"))),
        ("p:has(:is(a:last-child ~ b))", None),
        ("p:has(:is(a:last-child):is(b + b:last-child i))", Some((44, "follows"))),
        ("p:has(:is(:nth-child(2 of :last-child)))", None),
        ("p:has(b:nth-child(2 of p ~ :last-child))", None),
        ("li:nth-child(2)", None),
        ("li:not(:first-of-type, :nth-child(odd) > *)", None),
        ("h1 ~ p", Some((3, "asks about all elements before"))),
        (":is(b, h1 ~ p)", Some((10, "asks about all elements before"))),
        ("p:has(:is(b ~ i > b))", Some((16, "follows what depends on siblings"))),
        ("p:has(:is(b ~ i))", None),
        ("li:nth-child(2 of .x)", Some((15, "counts the siblings that match"))),
        (":not(:nth-child(odd of b))", Some((20, "counts the siblings that match"))),
        ("p:has(:is(li:nth-child(2 of .x)))", None),
        ("p:has(:is(:nth-child(2) > b))", Some((24, "follows what depends on"))),
        ("h1 + p:last-of-type", Some((6, "depends on later siblings"))),
        ("tr:has(th) td", Some((11, "follows a pseudo-class"))),
        ("div:has(:dir(rtl))", Some((8, "depends on content that may come later"))),
        ("div:has(> :default)", Some((10, "depends on content that may come later"))),
        ("input:default", Some((5, "depends on content that may come later"))),
    ];
    for (text, expected) in rows {
        let error = StreamSelectors::new(&["a", text]).err();
        let actual = error.as_ref().map(|error| error.offset());
        assert_eq!(actual, expected.map(|(offset, _)| offset), "{text}: {error:?}");
        if let (Some(error), Some((_, reason))) = (error, expected) {
            assert!(error.reason().contains(reason), "{text}: {error}");
            assert_eq!(error.text(), text);
        }
    }
}

/// A selector that reads content is refused at start tags, at the place that asks for it.
#[test]
fn a_selector_that_reads_content_is_refused_at_start_tags() {
    let rows = [
        ("a", None),
        ("a:not([href]):first-child", None),
        ("a:empty", Some(1)),
        ("a:empty, b", Some(1)),
        ("p:not(:empty)", Some(6)),
        (":is(a:empty)", Some(5)),
        (":is(a:empty, ::x)", Some(5)),
        ("a:has(b)", Some(1)),
        ("b, a:has(> b) ", Some(4)),
    ];
    for (text, expected) in rows {
        let error = RewriteSelectors::new().start_tags(&[text]).err();
        let actual = error.as_ref().map(|error| error.offset());
        assert_eq!(actual, expected, "{text}: {error:?}");
        if let Some(error) = error {
            assert!(error.reason().contains("`RewriteSelectors::elements`"), "{text}: {error}");
        }
    }
}

/// Elements that are siblings because of the limit on depth are complete in reverse order.
#[test]
fn siblings_at_the_limit_on_depth_have_their_places() {
    let options = ParseOptions::new().limits(Limits::default().depth(Some(10)));
    let all = [
        ":nth-child(3)",
        "b:nth-child(2n)",
        "i:nth-of-type(3n + 1)",
        ":nth-of-type(5) > *",
        "b:nth-child(7) + *",
        ":first-of-type",
    ];
    let selectors = StreamSelectors::new(&all).unwrap();
    let parts = ["<b>", "<i>", "<b>x", "</b>", "</i>", "<i></i>", "<u><b>", "</b></u>", "<!---->"];
    for seed in 0..200_usize {
        // Any order: a linear congruential generator.
        let mut state = seed * 7919 + 1;
        let mut text = "<p>".to_owned() + &"<b><i>".repeat(6);
        for _ in 0..60 {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
            text.push_str(parts[(state >> 8) % parts.len()]);
        }
        for is_eager in [false, true] {
            let mut stream = StreamParser::new(&options, &Hints::new(), &selectors);
            if is_eager {
                stream.sweep_often();
            }
            stream.feed_str(&text);
            stream.end();
            let mut found = [0; 6];
            while let Some(element) = stream.next_match() {
                element.selectors().iter().for_each(|number| found[*number] += 1);
            }
            let document = options.parse_str(text.as_str());
            let expected = all.map(|selector| document.select(selector).unwrap().count());
            assert_eq!(found, expected, "{text}");
        }
    }
}
