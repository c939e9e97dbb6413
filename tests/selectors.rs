//! CSS selectors: the matches of each kind of selector, and the errors of invalid ones.

#[path = "selectors/attributes.rs"]
mod attributes;
#[path = "support/config.rs"]
mod config;
#[path = "selectors/extensions.rs"]
mod extensions;
#[path = "selectors/extractors.rs"]
mod extractors;
#[path = "selectors/rules.rs"]
mod rules;
#[path = "selectors/structure.rs"]
mod structure;

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use consomme::select::{SelectorOptions, SelectorSet};
use consomme::{
    AttributeNamespace, Document, ElementRef, Namespace, ParseOptions, QuirksMode, Selector,
    parse_fragment,
};
use proptest::prelude::*;

use config::config;

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

/// Each selector of a table finds the expected elements. It does so too after being written and
/// parsed again, in a set with the others of its table, and by `matches` of each element.
#[test]
fn selectors_find_the_expected_elements() {
    let tables = [
        attributes::SIMPLE,
        attributes::PRESENCE,
        attributes::LISTS,
        attributes::PARTS,
        structure::NTH,
        structure::CONTENT,
        structure::FORMS,
        structure::LOGIC,
        structure::COMBINATORS,
    ];
    let mut wrong = Vec::new();
    for (html, rows) in tables {
        check(html, rows, &mut wrong);
    }
    for (sentence, html, rows) in [rules::LINKS_AND_FORMS, rules::DIRECTION, rules::SYNTAX].concat()
    {
        let before = wrong.len();
        check(&format!("<!DOCTYPE html>{html}"), rows, &mut wrong);
        wrong[before..].iter_mut().for_each(|line| line.push_str(&format!(" ({sentence})")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let rows = tables.iter().map(|table| table.1.len()).sum::<usize>();
    assert!(rows >= 200, "{rows} rows");
}

/// Adds a line for each row that finds other elements.
fn check(html: &str, rows: &[(&str, &str)], wrong: &mut Vec<String>) {
    let document = parse(html);
    assert_eq!(document.quirks_mode(), QuirksMode::NoQuirks);
    let set: SelectorSet = rows.iter().map(|row| selector(row.0)).collect();
    let walk: Vec<_> = set.matches_in(document.root()).collect();
    for (index, (text, expected)) in rows.iter().enumerate() {
        let parsed = selector(text);
        let found = ids(document.select(&parsed));
        if found != *expected {
            wrong.push(format!("{text}: {found:?}, expected {expected:?}"));
        }
        let written = selector(&parsed.to_string());
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
    text.contains(":scope") || text.contains('&') || text.starts_with(['>', '+', '~'])
}

#[test]
fn an_error_has_the_offset_of_the_first_wrong_token() {
    let rows = [
        ("", 0),
        ("[", 1),
        ("]", 0),
        ("(", 0),
        (")", 0),
        ("{", 0),
        ("}", 0),
        ("<", 0),
        (">", 1),
        ("#", 1),
        ("div,", 4),
        (",div", 0),
        (".", 1),
        (".5cm", 1),
        ("..soup", 1),
        (".soup..hot", 6),
        (".hot.", 5),
        ("div >> p, a", 5),
        ("div ++ p, a", 5),
        ("div ~~ p, a", 5),
        ("div >", 5),
        ("> > div", 2),
        ("[*=soup]", 1),
        ("[*|*=soup]", 3),
        ("[class= two words ]", 12),
        ("[class=soup x]", 12),
        ("[class!=soup]", 6),
        ("[5]", 1),
        ("[class=5]", 7),
        ("div:soup", 3),
        (":soup", 0),
        (":", 1),
        ("div::soup", 3),
        ("::soup", 0),
        (":::before", 2),
        ("::before p", 9),
        ("ns|div", 2),
        (":not(ns|div)", 7),
        ("[ns|a]", 3),
        ("^|div", 0),
        ("$|div", 0),
        (":not()", 5),
        (":has()", 5),
        (":has(:has(a))", 5),
        (":nth-child()", 11),
        (":nth-child(soup)", 11),
        (":nth-of-type(2 of a)", 15),
        (":lang()", 6),
        (":dir()", 5),
        (":dir(\"ltr\")", 5),
        ("::-webkit-x()", 0),
        (":-webkit-x", 0),
        ("a b\\\n", 4),
        ("é ! b", 3),
        ("a;", 1),
    ];
    let mut wrong = Vec::new();
    for (text, offset) in rows {
        match Selector::parse(text) {
            Ok(selector) => wrong.push(format!("{text}: parsed as {selector}")),
            Err(error) if error.offset() != offset => {
                wrong.push(format!("{text}: {error}, expected {offset}"));
            }
            Err(error) => {
                assert!(error.to_string().ends_with(error.reason()) && !error.reason().is_empty());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ids_and_classes_are_case_insensitive_in_quirks_mode_only() {
    let body = "<div id=Pot class=Hot><p class=hot id=pot title=Hot>x</p></div>";
    let quirks = parse(body);
    let strict = parse(&format!("<!DOCTYPE html>{body}"));
    for (text, in_quirks, in_strict) in [
        (".hot", "Pot pot", "pot"),
        (".HOT .HOT", "pot", ""),
        ("#POT", "Pot pot", ""),
        ("#pot", "Pot pot", "pot"),
        ("#pot .hot", "pot", ""),
        ("[class=hot]", "pot", "pot"),
        ("[title=hot]", "", ""),
    ] {
        let set = SelectorSet::from_iter([selector(text)]);
        for (document, expected) in [(&quirks, in_quirks), (&strict, in_strict)] {
            assert_eq!(ids(document.select(text).unwrap()), expected, "{text}");
            assert_eq!(
                ids(set.matches_in(document.root()).map(|found| found.0)),
                expected,
                "{text}"
            );
        }
    }
}

#[test]
fn names_outside_html_match_exactly_and_prefixes_must_be_declared() {
    let document = parse(
        "<!DOCTYPE html><a id=h></a><svg id=s viewBox=0><a id=sa xlink:href=x></a><foreignObject id=fo><a id=ha href=x></a>\
         </foreignObject></svg><math id=m><mi id=mi></mi></math>",
    );
    let options = SelectorOptions::new()
        .namespace("svg", Namespace::Svg)
        .namespace("h", Namespace::Html)
        .namespace("old", Namespace::MathMl)
        .namespace("old", Namespace::Svg)
        .attribute_namespace("xlink", AttributeNamespace::XLink);
    let select =
        |options: &SelectorOptions, text: &str| ids(document.select(&options.parse(text).unwrap()));
    for (text, expected) in [
        ("svg|a", "sa"),
        ("svg|A", ""),
        ("h|a", "h ha"),
        ("h|A", "h ha"),
        ("old|a", "sa"),
        ("*|a", "h sa ha"),
        ("a", "h sa ha"),
        ("|a", ""),
        ("|*", ""),
        ("svg|*", "s sa fo"),
        ("svg|*:not(svg|svg)", "sa fo"),
        ("foreignObject", "fo"),
        ("foreignobject", ""),
        ("[viewBox]", "s"),
        ("[viewbox]", ""),
        ("[xlink|href]", "sa"),
        ("[*|href]", "sa ha"),
        ("[href]", "ha"),
        ("[|href]", "ha"),
    ] {
        assert_eq!(select(&options, text), expected, "{text}");
        assert_eq!(select(&options, &options.parse(text).unwrap().to_string()), expected, "{text}");
    }
    let html = options.default_namespace(Namespace::Html);
    assert_eq!(select(&html, "a"), "h ha");
    assert_eq!(select(&html, "body > *"), "h");
    assert_eq!(select(&html, "body > *|*"), "h s m");
    assert_eq!(select(&html, "#s, svg|svg"), "s");
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

/// Every form of a selector finds the same; a text gives a `Result`, a compiled selector doesn't.
#[test]
fn a_selector_is_a_text_or_compiled() {
    static ITEMS: LazyLock<Selector> = LazyLock::new(|| selector("li"));
    let document = parse("<!DOCTYPE html><ul id=u><li id=a><li id=b></ul>");
    let (compiled, shared) = (selector("li"), Arc::new(selector("li")));
    let text = String::from("li");
    for found in [
        document.select(&compiled),
        document.select(&&compiled),
        document.select(compiled.clone()),
        document.select(&ITEMS),
        document.select(&shared),
        document.select("li").unwrap(),
        document.select(&"li").unwrap(),
        document.select(&text).unwrap(),
    ] {
        assert_eq!(ids(found), "a b");
    }
    let first: Option<ElementRef<'_>> = document.select_first(&ITEMS);
    let item = first.unwrap();
    assert_eq!(document.root().select_first("li"), Ok(Some(item)));
    assert!(item.matches(&ITEMS) && item.matches("ul > *").unwrap());
    assert_eq!(item.closest("ul").unwrap(), item.parent_element());
    assert!(document.select("li:").is_err() && document.select_first(":x").is_err());
    assert!(item.matches("[").is_err() && item.closest("").is_err());
    let mut set = SelectorSet::new();
    assert_eq!((set.add("li"), set.add(&ITEMS), set.add("li,").is_err()), (Ok(0), 1, true));
    assert_eq!(set.len(), 2);
}

#[test]
fn equal_selectors_have_equal_hashes() {
    let selectors: HashSet<Selector> =
        ["a > b", "a>b", " a  >b", "a b", "a, b"].into_iter().map(selector).collect();
    assert_eq!(selectors.len(), 3);
    assert!(selectors.contains(&Selector::try_from("a,b").unwrap()));
    assert_eq!("a>b".parse(), Selector::parse("a > b"));
}

#[test]
fn an_error_shows_the_selector_around_the_offset() {
    let message = |text: &str| Selector::parse(text).unwrap_err().to_string();
    assert_eq!(message("é ! b"), "selector `é ! b`, byte 3: `!` can't follow a combinator");
    assert_eq!(message(""), "selector ``, byte 0: the selector ends too early");
    assert_eq!(message("a\n;"), "selector `a ;`, byte 2: `;` can't follow a combinator");
    let long = "é,".repeat(100) + "!" + &",b".repeat(100);
    let shown = format!("…{}!{}…", "é,".repeat(20), ",b".repeat(29) + ",");
    assert_eq!(
        message(&long),
        format!("selector `{shown}`, byte 300: `!` stands where a selector is expected")
    );
    assert_eq!(Selector::parse(&long).unwrap_err().text(), long);
}

#[test]
fn removing_selected_elements_reaches_into_templates_and_keeps_what_is_in_them() {
    let html =
        "<b>1<i>2</i></b><i>3</i><template><i>4</i><template><p><i>5</i></p></template></template>";
    let mut document = parse_fragment("div", html);
    let removed = document.remove_selected("b, i").unwrap();
    document.check_invariants().unwrap();
    let removed: Vec<_> = removed.iter().map(|&id| document.node(id).outer_html()).collect();
    assert_eq!(removed, ["<b>1<i>2</i></b>", "<i>3</i>", "<i>4</i>", "<i>5</i>"]);
    assert_eq!(document.inner_html(), "<template><template><p></p></template></template>");
    assert!(document.remove_selected(&selector("i")).is_empty());
    assert!(document.remove_selected("i >").is_err());
    // Each tree counts for itself.
    let mut document = parse_fragment("div", "<p></p><template><p></p><b></b></template>");
    assert_eq!(document.remove_selected("p:has(+ b), p:only-child").unwrap().len(), 1);
    assert_eq!(document.inner_html(), "<p></p><template><b></b></template>");
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
    /// alone, and those for which `matches` returns true.
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
