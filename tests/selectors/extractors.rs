//! Extractors: selectors with `::text` and `::attr()`, which give texts.

use std::collections::HashSet;

use consomme::select::{Extractor, SelectorOptions};
use consomme::{AttributeNamespace, Namespace, Selector, parse_fragment};

use super::parse;

/// A rule, a page, and rows: an extractor and the texts that it finds, with `|` between them.
type Rule = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const RULES: &[Rule] = &[
    (
        "`::text` gives each text node that is a child of a match, as it is, in tree order",
        "<p id=a>one<b>two</b>three</p><p id=c> four </p><p id=e></p><div>five<p>six<i>seven</i></p>eight</div>",
        &[
            ("p::text", "one|three| four |six"),
            ("#a::text", "one|three"),
            ("b::text", "two"),
            ("#e::text", ""),
            ("div::text", "five|eight"),
            ("div::text, p::text", "one|three| four |five|six|eight"),
            ("p::text, div::text", "one|three| four |five|six|eight"),
            ("div, p::text", "one|three| four |fivesixseveneight|six"),
            ("p > :is(b, i)::text", "two|seven"),
            ("p:not(:has(*))::text", " four "),
            ("P::TEXT", "one|three| four |six"),
            ("ul::text", ""),
        ],
    ),
    (
        "`x ::text` and `x *::text` are short for `x::text, x *::text`, as in Parsel",
        "<ul>a<li>b<i>c</i>d</li>e</ul><p>f</p>",
        &[
            ("ul ::text", "a|b|c|d|e"),
            ("ul *::text", "a|b|c|d|e"),
            ("ul * ::text", "b|c|d"),
            ("ul * *::text", "b|c|d"),
            ("ul > * ::text", "b|c|d"),
            ("ul > *::text", "b|d"),
            ("ul *|*::text", "a|b|c|d|e"),
            ("ul :not(i)::text", "b|d"),
            ("li i ::text", "c"),
            ("li:has(i) ::text, p::text", "b|c|d|f"),
            ("ul::text, ul ::text", "a|b|c|d|e"),
            ("ul ::text, ul ::text", "a|b|c|d|e"),
            ("ul ::text, ul", "abcde|a|b|c|d|e"),
            ("ul > ::text", "b|d"),
            ("ul + ::text", "f"),
            ("ul ~ ::text", "f"),
            ("body > ::text", "a|e|f"),
            ("::text", "a|b|c|d|e|f"),
            ("  ::text  ", "a|b|c|d|e|f"),
            ("ul /* soup */ ::text", "a|b|c|d|e"),
            ("> body ::text", "a|b|c|d|e|f"),
            ("ul/* soup */::text/* soup */", "a|e"),
            ("*|*::text", "a|b|c|d|e|f"),
            ("> body > ul::text", "a|e"),
        ],
    ),
    (
        "`::attr()` gives the value of the attribute of each match that has it",
        "<a href=/1 title=One>x</a><a>y</a><a href>z</a><area href=/2><svg viewBox='0 0 1 1' xlink:href=#s></svg>",
        &[
            ("a::attr(href)", "/1|"),
            ("[href]::attr(href)", "/1||/2"),
            ("a::attr(title)", "One"),
            ("a::attr(none)", ""),
            ("a::attr( href )", "/1|"),
            ("a::attr('href')", "/1|"),
            ("a::attr(HREF)", "/1|"),
            ("a::ATTR(h\\72 ef)", "/1|"),
            ("a::attr(href", "/1|"),
            ("::attr(href)", "/1||/2"),
            ("body ::attr(href)", "/1||/2"),
            ("a ::attr(title), svg *::attr(viewBox)", "One|0 0 1 1"),
            ("a::attr(title), a::attr(href)", "One|/1|"),
            ("a::attr(href), a::attr(title)", "/1|One|"),
            ("a::attr(href), [title]::attr(href), a::attr(href)", "/1|"),
            ("a::text, a::attr(href)", "/1|x|y||z"),
            ("svg::attr(viewBox)", "0 0 1 1"),
            ("svg::attr(viewbox)", ""),
            ("svg::attr('xlink:href')", "#s"),
            ("svg::attr(xlink\\:href)", "#s"),
        ],
    ),
    (
        "A part without a pseudo-element gives the text content of each match",
        "<h1>Our <i>hot</i> soups</h1><p></p><p>Miso<!-- not --></p><div><p>a</p><p>b</p></div>",
        &[
            ("h1", "Our hot soups"),
            ("p", "|Miso|a|b"),
            ("div", "ab"),
            ("div, div p", "ab|a|b"),
            ("h1, h1::text", "Our hot soups|Our | soups"),
            ("h1, h1", "Our hot soups"),
            ("ul", ""),
        ],
    ),
];

#[test]
fn extractors_find_the_expected_texts() {
    let mut wrong = Vec::new();
    for (sentence, html, rows) in RULES {
        let document = parse(&format!("<!DOCTYPE html>{html}"));
        for (text, expected) in *rows {
            let extractor = Extractor::parse(text).unwrap_or_else(|error| panic!("{error}"));
            let found: Vec<_> = extractor.extract(&document).collect();
            if found.join("|") != *expected {
                wrong.push(format!("{text}: {found:?}, expected {expected:?} ({sentence})"));
            }
            assert_eq!(extractor.first(&document), found.first().cloned(), "{text}");
            let written = extractor.to_string();
            let again = Extractor::parse(&written).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.extract(&document).collect::<Vec<_>>(), found, "{text} as {written}");
            assert_eq!(again.to_string(), written);
            // A clone goes on where the iterator is.
            let mut walk = extractor.extract(&document);
            walk.next();
            assert_eq!(walk.clone().collect::<Vec<_>>(), walk.collect::<Vec<_>>(), "{text}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(RULES.iter().map(|rule| rule.2.len()).sum::<usize>() >= 50);
}

#[test]
fn an_extractor_searches_below_the_node() {
    let document = parse_fragment("div", "<ul>a<li id=x>b</li></ul><li id=y>c</li>");
    let ul = document.select_first("ul").unwrap().unwrap();
    let texts =
        |text: &str| Extractor::parse(text).unwrap().extract(ul).collect::<Vec<_>>().join("|");
    assert_eq!(texts("li::text"), "b");
    assert_eq!(texts("> li::attr(id)"), "x");
    assert_eq!(texts("+ li"), "");
    assert_eq!(texts("ul::text"), "", "the node itself is not searched");
    let li = document.select_first("li").unwrap().unwrap();
    assert_eq!(Extractor::parse("::text").unwrap().first(li), None);
}

#[test]
fn options_hold_for_extractors() {
    let document = parse_fragment("div", "<a href=1>x</a><svg><a xlink:href=2>y</a></svg>");
    let options = SelectorOptions::new()
        .namespace("svg", Namespace::Svg)
        .attribute_namespace("xlink", AttributeNamespace::XLink)
        .extensions(true);
    let texts = |text: &str| {
        let extractor = options.parse_extractor(text).unwrap();
        extractor.extract(&document).collect::<Vec<_>>().join("|")
    };
    assert_eq!(texts("svg|a[xlink|href]::text"), "y");
    assert_eq!(texts("a:contains(x)::attr(href), a[href!='1']"), "1|y");
    assert_eq!(texts("::text"), "x|y");
    let html = options.clone().default_namespace(Namespace::Html);
    let extractor = html.parse_extractor("::text").unwrap();
    assert_eq!(extractor.extract(&document).collect::<Vec<_>>(), ["x"]);
}

#[test]
fn errors_say_what_an_extractor_can_not_be() {
    let after = "can't follow `::text` or `::attr()`";
    let name = "is not an attribute name";
    let rows = [
        ("", 0, "", "the selector ends too early"),
        ("a::text,", 8, "", "the selector ends too early"),
        (",::text", 0, ",", "stands where a selector is expected"),
        ("a::text b", 8, "b", after),
        ("a::text.x", 7, ".", after),
        ("a::text::text", 7, "::text", after),
        ("a::text:hover", 7, ":hover", after),
        ("a::text > b", 8, ">", after),
        ("a::attr(x)::text", 10, "::text", after),
        ("a::attr()", 8, ")", name),
        ("a::attr(x y)", 10, "y", name),
        ("a::attr(5)", 8, "5", name),
        ("a::attr(*)", 8, "*", name),
        ("a::attr", 1, "::attr", "is not known"),
        ("a::text()", 1, "::text(", "is not known"),
        ("a:text", 1, ":text", "is not known"),
        (":not(::text)", 5, "::text", "is not allowed here"),
        ("a:soup::text", 1, ":soup", "is not known"),
    ];
    let mut wrong = Vec::new();
    for (text, offset, token, reason) in rows {
        let token = if token.is_empty() { String::new() } else { format!("`{token}` ") };
        let expected = format!("selector `{text}`, byte {offset}: {token}{reason}");
        match Extractor::parse(text) {
            Ok(extractor) => wrong.push(format!("{text}: parsed as {extractor}")),
            Err(error) if error.to_string() != expected => {
                wrong.push(format!("{error}, expected {expected}"));
            }
            Err(_) => {}
        }
    }
    for (text, offset, token) in
        [("li a::text", 4, "::text"), ("a::ATTR(href)", 1, "::ATTR("), ("a::text, b", 1, "::text")]
    {
        let error = Selector::parse(text).unwrap_err();
        let reason = format!("`{token}` gives no elements, but texts: it needs an `Extractor`");
        if (error.offset(), error.reason()) != (offset, &reason) {
            wrong.push(format!("{error}, expected {reason}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn extractors_are_keys_and_go_from_thread_to_thread() {
    fn check<T: Send + Sync + Clone>(_: &T) {}
    let extractors: HashSet<Extractor> = ["a::text", "a ::text", "a::attr(x)", "a ::text "]
        .into_iter()
        .map(|text| text.parse().unwrap())
        .collect();
    assert_eq!(extractors.len(), 3);
    let document = parse("<!DOCTYPE html><a>x");
    let extractor = Extractor::try_from("a::text").unwrap();
    assert!(extractors.contains(&extractor));
    check(&extractor);
    check(&extractor.extract(&document));
    assert_eq!(format!("{extractor:?}"), "Extractor(\"a::text\")");
    // The texts outlive the extractor.
    let text = Extractor::parse("a").unwrap().first(&document);
    assert!(matches!(text, Some(std::borrow::Cow::Borrowed("x"))));
}
