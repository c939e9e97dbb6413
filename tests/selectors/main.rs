//! CSS selectors: the matches of each kind of selector, and the errors of invalid ones.
//!
//! The tables of `selectors/` are trials: each row is a selector and the ids of the elements that
//! it finds in the page, or the error, under the sentence of the standards that decides it.

mod attributes;
mod css_path;
mod elements;
mod errors;
mod extensions;
mod extractors;
mod forms;
mod language;
mod logic;
mod max_steps;
mod methods;
mod namespaces;
mod pseudo_elements;
mod quirks;
mod structure;

use std::collections::HashSet;

use consomme::select::{SelectorOptions, SelectorSet};
use consomme::{
    Document, ElementRef, Namespace, ParseOptions, QuirksMode, Selector, parse_fragment,
};
use consomme_test::config::config;
use proptest::prelude::*;

fn parse(html: &str) -> Document {
    ParseOptions::new().parse_str(html)
}

fn selector(text: &str) -> Selector {
    Selector::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the ids of elements, `-` for an element without one.
fn ids<'a>(elements: impl Iterator<Item = ElementRef<'a>>) -> String {
    elements.map(|element| element.id_attr().unwrap_or("-")).collect::<Vec<_>>().join(" ")
}

/// A sentence of the standards, a page, and rows: a selector and the ids of the elements that it
/// finds in the page, `-` for one without an id.
type Rule = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The tables, each with the options that its selectors are parsed with, and whether its pages are
/// in quirks mode.
fn tables() -> Vec<(&'static [Rule], SelectorOptions, bool)> {
    let default = SelectorOptions::new;
    let prefixes = namespaces::prefixes;
    vec![
        (elements::RULES, default(), false),
        (attributes::RULES, default(), false),
        (structure::RULES, default(), false),
        (logic::RULES, default(), false),
        (forms::RULES, default(), false),
        (language::RULES, default(), false),
        (pseudo_elements::RULES, default(), false),
        (namespaces::WITH_PREFIXES, prefixes(), false),
        (namespaces::WITH_DEFAULT, prefixes().default_namespace(Namespace::Html), false),
        (quirks::RULES, default(), true),
        (quirks::NO_QUIRKS, default(), false),
        (extensions::RULES, default().extensions(true), false),
    ]
}

/// Each selector of a table finds the expected elements. It does so too after being written and
/// parsed again, in a set with all of its table, and by `matches` of each element.
#[test]
fn selectors_find_the_expected_elements() {
    let mut wrong = Vec::new();
    for (rules, options, is_quirks) in tables() {
        for (sentence, html, rows) in rules {
            let html =
                if is_quirks { (*html).to_owned() } else { format!("<!DOCTYPE html>{html}") };
            let document = parse(&html);
            let expected = if is_quirks { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
            assert_eq!(document.quirks_mode(), expected);
            let before = wrong.len();
            check(&document, &options, rows, &mut wrong);
            wrong[before..].iter_mut().for_each(|line| line.push_str(&format!(" ({sentence})")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The tables are varied: no selector is tried twice on a page.
#[test]
fn there_are_seven_hundred_trials_and_more() {
    let (mut trials, mut seen) = (errors::count(), HashSet::new());
    for (table, (rules, ..)) in tables().into_iter().enumerate() {
        for (sentence, html, rows) in rules {
            assert!(sentence.len() > 20, "{sentence}");
            for row in *rows {
                trials += 1;
                assert!(seen.insert((table, *html, row.0)), "{} twice ({sentence})", row.0);
            }
        }
    }
    assert!(trials >= 700, "{trials} trials");
}

/// Adds a line for each row that finds other elements.
fn check(
    document: &Document,
    options: &SelectorOptions,
    rows: &[(&str, &str)],
    wrong: &mut Vec<String>,
) {
    let parse = |text: &str| options.parse(text).unwrap_or_else(|error| panic!("{error}"));
    let set: SelectorSet = rows.iter().map(|row| parse(row.0)).collect();
    let walk: Vec<_> = set.matches_in(document).collect();
    for (index, (text, expected)) in rows.iter().enumerate() {
        let parsed = parse(text);
        let found = ids(document.select(&parsed));
        if found != *expected {
            wrong.push(format!("{text}: {found:?}, expected {expected:?}"));
        }
        let written = parse(&parsed.to_string());
        assert_eq!(ids(document.select(&written)), found, "{text} written as {written}");
        let in_walk = walk
            .iter()
            .filter(|(_, matches)| matches.contains(&index))
            .map(|(element, _)| *element);
        assert_eq!(ids(in_walk), found, "{text} in a set");
        if !is_relative(text) {
            let matching =
                document.descendant_elements().filter(|element| element.matches(&parsed));
            assert_eq!(ids(matching), found, "{text} by `matches`");
        }
    }
}

/// Whether a selector refers to the node that `select` is called on.
fn is_relative(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let begins_with_combinator = |part: &str| {
        part.trim_start().trim_start_matches("/**/").trim_start().starts_with(['>', '+', '~'])
    };
    text.contains(":scope") || text.contains('&') || text.split(',').any(begins_with_combinator)
}

#[test]
fn template_contents_are_a_separate_tree() {
    let document = parse(
        "<!DOCTYPE html><template id=t><p id=a><b id=b></b></p><p id=c></p></template><p id=d></p>",
    );
    assert_eq!(ids(document.select("p, b").unwrap()), "d");
    assert_eq!(ids(document.select("template:empty").unwrap()), "t");
    let contents = document.select_first("template").unwrap().unwrap().template_contents().unwrap();
    assert_eq!(ids(contents.select("p, b").unwrap()), "a b c");
    assert_eq!(ids(contents.select("template p, body p, :root p").unwrap()), "");
    assert_eq!(ids(contents.select(":scope > p:has(~ p), p:last-child").unwrap()), "a c");
    let b = contents.select_first("b").unwrap().unwrap();
    assert!(b.closest("template").unwrap().is_none() && b.closest("p").unwrap().is_some());
}

#[test]
fn scope_is_the_node_that_select_is_called_on() {
    let document =
        parse("<!DOCTYPE html><div id=a><div id=b><div id=c></div></div><p id=p></p></div>");
    let a = document.element_by_id("a").unwrap();
    let b = document.element_by_id("b").unwrap();
    assert_eq!(ids(a.select(":scope > div").unwrap()), "b");
    assert_eq!(ids(a.select("div div").unwrap()), "b c");
    assert_eq!(ids(a.select("body div:not(:scope *)").unwrap()), "");
    assert_eq!(ids(a.select(":scope").unwrap()), "");
    assert_eq!(ids(b.select(":scope + p, :scope div").unwrap()), "c");
    assert_eq!(ids(a.select("div:has(:scope)").unwrap()), "");
    assert!(b.matches(":scope").unwrap() && b.matches("div > :scope").unwrap());
    assert_eq!(ids(b.closest(":has(> :scope)").unwrap().into_iter()), "a");
    assert_eq!(ids(b.closest(":scope").unwrap().into_iter()), "b");
    let set = SelectorSet::from_iter([selector(":scope > div"), selector("#c")]);
    let found: Vec<_> =
        set.matches_in(*a).map(|(element, found)| (element.id_attr(), found)).collect();
    assert_eq!(found, [(Some("b"), vec![0]), (Some("c"), vec![1])]);
}

/// A fragment has no root element.
#[test]
fn scope_matches_the_fragment_itself() {
    let fragment = parse_fragment("div", "<p id=a><i id=b></i></p>text<p id=c></p>");
    for (text, expected) in [
        ("p", "a c"),
        (":root", ""),
        (":scope > p", "a c"),
        (":scope > i", ""),
        (":scope p i", "b"),
        (":is(:scope) > p:first-child", "a"),
        ("* > p", ""),
        (":not(x) > p", ""),
        ("p + p", "c"),
        ("div p", ""),
    ] {
        assert_eq!(ids(fragment.select(text).unwrap()), expected, "{text}");
    }
}

/// Neither the nesting of a selector nor the depth of the tree can overflow the stack.
#[test]
fn deep_selectors_are_refused_and_deep_trees_are_searched() {
    for text in [":is(", ":not(", "(", "[", "a:has(:is(", ":nth-child(1 of ", ":lang("] {
        assert!(Selector::parse(&text.repeat(100_000)).is_err(), "{text}");
        let closed = text.repeat(50_000) + "a" + &")".repeat(100_000);
        assert!(Selector::parse(&closed).is_err(), "{text}");
    }
    for part in ["a ", "a>", "a+", "a~", ":is(a b)"] {
        let error = Selector::parse(&(part.repeat(100_000) + "a")).unwrap_err();
        assert!(error.offset() > 500 && error.offset() < 5_000, "{part}: {error}");
    }
    assert!(Selector::parse(&"a,".repeat(10_000)).is_err());
    let long = selector(&("a,".repeat(2_000) + "b" + &":not(c)".repeat(2_000)));
    assert_eq!(selector(&long.to_string()), long);

    let mut document = Document::new_fragment();
    let mut parent = document.root().id();
    for _ in 0..100_000 {
        let div = document.create_element("div").unwrap();
        document.append(parent, div).unwrap();
        parent = div;
    }
    for text in [
        ":has(x)",
        ":has(~ x)",
        ":has(> x)",
        "x div",
        ":has(div div)",
        ":first-child:empty",
        "x > div > div",
    ] {
        let count = document.select(text).unwrap().count();
        assert_eq!(
            count,
            if text == ":has(div div)" { 99_998 } else { usize::from(text.ends_with("empty")) },
            "{text}"
        );
    }
}

#[test]
fn selectors_and_walks_are_send_and_sync() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Selector>();
    is_send_and_sync::<SelectorSet>();
    is_send_and_sync::<SelectorOptions>();
    is_send_and_sync::<consomme::SelectorError>();
    is_send_and_sync::<consomme::select::Select<'_>>();
    let document = parse("<p><p><p>");
    let p = selector("p");
    let mut walk = document.select(&p);
    walk.next();
    assert_eq!((walk.clone().count(), walk.count()), (2, 2));
}

fn arbitrary_compound() -> impl Strategy<Value = String> {
    const PARTS: &[&str] = &[
        "a",
        "b",
        "*",
        ".x",
        ".y",
        "#i",
        "[t]",
        "[t=x]",
        ":first-child",
        ":nth-child(2n)",
        ":nth-last-child(odd of .x)",
        ":nth-of-type(2)",
        ":empty",
        ":not(a)",
        ":has(> b)",
        ":has(a)",
        ":has(~ .x)",
        ":has(+ b a)",
        ":has(a b)",
        ":has(~ a > .y)",
        ":is(a b, .x > .y)",
        ":is(.x, b)",
        ":not(.x, [t=x])",
        ":not(:is(a, #i):where(.x, [t]))",
        ":is(a:first-child, .y)",
        ":not(a, :empty)",
        ":scope",
    ];
    proptest::sample::select(PARTS).prop_map(str::to_owned)
}

fn arbitrary_selector() -> impl Strategy<Value = String> {
    let combinator = proptest::sample::select(&[" ", " > ", " + ", " ~ ", ", "][..]);
    (arbitrary_compound(), prop::collection::vec((combinator, arbitrary_compound()), 0..4))
        .prop_map(|(first, more)| {
            more.into_iter().fold(first, |text, (combinator, next)| text + combinator + &next)
        })
}

fn arbitrary_html() -> impl Strategy<Value = String> {
    const TAGS: &[&str] = &[
        "<a>",
        "<b>",
        "<a class=x>",
        "<b class='x y'>",
        "<i id=i t=x>",
        "</a>",
        "</b>",
        "</i>",
        "text",
    ];
    let tag = proptest::sample::select(TAGS);
    prop::collection::vec(tag, 0..40).prop_map(|tags| tags.concat())
}

proptest! {
    #![proptest_config(config(256))]

    /// The caches of a walk don't change the result: a set finds the same elements as each selector
    /// alone, and as `matches`.
    #[test]
    fn a_set_finds_what_each_selector_finds(
        html in arbitrary_html(),
        texts in prop::collection::vec(arbitrary_selector(), 1..6),
    ) {
        let document = parse_fragment("div", &*html);
        let set: SelectorSet = texts.iter().map(|text| selector(text)).collect();
        let walk: Vec<_> = set.matches_in(document.root()).collect();
        for (index, text) in texts.iter().enumerate() {
            let parsed = selector(text);
            let alone: Vec<_> = document.select(&parsed).map(|element| element.id()).collect();
            let in_walk: Vec<_> =
                walk.iter().filter(|(_, found)| found.contains(&index)).map(|(element, _)| element.id()).collect();
            prop_assert_eq!(&alone, &in_walk, "{}", text);
            if !text.contains(":scope") {
                let elements = document.descendant_elements().filter(|element| element.matches(&parsed));
                prop_assert_eq!(&alone, &elements.map(|element| element.id()).collect::<Vec<_>>(), "{}", text);
            }
        }
    }

    /// No text makes the parser panic. The offset of an error is a character boundary of the text,
    /// and a parsed selector can be written and parsed again.
    #[test]
    fn any_text_is_parsed_or_refused(text in "[a-c#.:\\[\\]()>+~,*|=\"' \\\\0-9é-]{0,24}|\\PC{0,16}") {
        match Selector::parse(&text) {
            Ok(selector) => prop_assert_eq!(Selector::parse(&selector.to_string()).unwrap().to_string(), selector.to_string()),
            Err(error) => prop_assert!(text.is_char_boundary(error.offset())),
        }
    }
}
