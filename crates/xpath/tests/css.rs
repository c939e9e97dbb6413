//! Expressions as CSS selectors: both find the same nodes.

use consomme::{Document, NodeRef};
use consomme_xpath::{CssTarget, XPath, XPathExt, XPathOptions};
use proptest::prelude::*;

fn parse(expression: &str) -> XPath {
    XPathOptions::new().any_namespace(true).parse(expression).unwrap()
}

/// Expressions with their selectors.
const ROWS: &[(&str, &str)] = &[
    ("//li", "li"),
    ("//LI", "LI"),
    ("//*", "*"),
    ("/html/body/ul", ":root:is(html) > body > ul"),
    ("/*/body//b", ":root:is(*) > body b"),
    ("//ul/li", "ul > li"),
    ("//ul//a", "ul a"),
    ("//li[1]", "li:nth-of-type(1)"),
    ("//li[position() <= 2]", "li:nth-of-type(-n+2)"),
    ("//ul/li[last()]", "ul > li:last-of-type"),
    ("//*[2]", "*:nth-child(2)"),
    ("//li[2][@class]", "li:nth-of-type(2)[class]"),
    ("//a[@href]", "a[href]"),
    ("//li[@class='A']", r#"li[class="A" s]"#),
    ("//li['A' = @class]", r#"li[class="A" s]"#),
    ("//input[@type='TEXT']", r#"input[type="TEXT" s]"#),
    ("//li[@class!='a']", r#"li[class]:not([class="a" s])"#),
    ("//li[not(@class='a')]", r#"li:not([class="a" s])"#),
    ("//li[not(@class)]", "li:not([class])"),
    ("//li[@class and not(@id)]", "li[class]:not([id])"),
    ("//li[@class='a' or @id]", r#"li:is([class="a" s], [id])"#),
    ("//li[contains(@class, 'a')]", r#"li[class*="a" s]"#),
    ("//a[starts-with(@href, '/s')]", r#"a[href^="/s" s]"#),
    ("//li[contains(concat(' ', normalize-space(@class), ' '), ' a ')]", r#"li[class~="a" s]"#),
    ("//ul[li]", "ul:has(> li)"),
    ("//ul[.//b]", "ul:has(b)"),
    ("//ul[li/a/@href]", "ul:has(> li > a[href])"),
    ("//ul[not(li[@class])]", "ul:not(:has(> li[class]))"),
    ("//a/following-sibling::b", "a ~ b"),
    ("//a/following-sibling::*[1]", "a + *"),
    ("//title", "title"),
    ("//svg/title", "svg > title"),
    ("//li | //a[@href]", "li"),
];

/// Returns the nodes that selectors find, as ids.
fn by_css<'d>(document: &'d Document, path: &XPath) -> Vec<NodeRef<'d>> {
    let parts = path.to_css().unwrap();
    let mut found: Vec<_> = Vec::new();
    for part in &parts {
        assert_eq!((part.is_absolute, &part.target), (true, &CssTarget::Elements));
        found.extend(document.select(&part.selector).unwrap().map(|element| element.as_node()));
    }
    let order: Vec<_> = document.descendants().map(|node| node.id()).collect();
    found.sort_by_key(|node| order.iter().position(|id| *id == node.id()));
    found.dedup_by_key(|node| node.id());
    found
}

fn assert_same(document: &Document) {
    for (expression, _) in ROWS {
        let path = parse(expression);
        let nodes = document.xpath_items(&path).unwrap();
        let by_path: Vec<_> =
            nodes.iter().map(|item| item.as_element().unwrap().as_node().id()).collect();
        let by_css: Vec<_> = by_css(document, &path).iter().map(|node| node.id()).collect();
        assert_eq!(by_path, by_css, "{expression}");
    }
}

#[test]
fn each_expression_has_its_selector() {
    for (expression, selector) in ROWS {
        assert_eq!(parse(expression).to_css().unwrap()[0].selector, *selector, "{expression}");
    }
}

#[test]
fn an_attribute_or_a_text_is_the_target_of_a_path() {
    for (expression, selector, target) in [
        ("//a/@href", "a", CssTarget::Attribute("href".into())),
        ("//@href", "*", CssTarget::Attribute("href".into())),
        ("//h1/text()", "h1", CssTarget::Texts),
        (".", ":scope", CssTarget::Elements),
        ("@id", ":scope", CssTarget::Attribute("id".into())),
        ("text()", ":scope", CssTarget::Texts),
        ("./b", ":scope > b", CssTarget::Elements),
        (".//b/i", ":scope b > i", CssTarget::Elements),
    ] {
        let css = parse(expression).to_css().unwrap();
        assert_eq!((&*css[0].selector, &css[0].target), (selector, &target), "{expression}");
        assert_eq!(css[0].is_absolute, expression.starts_with('/'));
    }
}

#[test]
fn names_and_strings_are_escaped() {
    let css = parse("//x.y[@a='\"\\\n']").to_css().unwrap();
    assert_eq!(css[0].selector, r#"x\.y[a="\"\\\a " s]"#);
    let document = consomme::parse_str("<x.y a='\"\\\n'><x.y>");
    assert_eq!(document.select(&css[0].selector).unwrap().count(), 1);
}

#[test]
fn an_expression_that_is_no_selector_is_refused() {
    for (expression, reason) in [
        ("count(//a)", "it computes a value"),
        ("(//a)[1]", "it computes a value"),
        ("string(//a)", "it computes a value"),
        ("//a/..", "an axis goes up or back"),
        ("//a/preceding-sibling::b", "an axis goes up or back"),
        ("//a[. = 'x']", "a condition is about more"),
        ("//a[contains(text(), 'x')]", "a condition is about more"),
        ("//a[contains(@href, '')]", "every text contains the empty one"),
        ("//a[@href][2]", "a position counts those that meet a condition"),
        ("//a[position() > 2]", "a position counts more"),
        ("/descendant::a[2]", "a position counts more"),
        ("//ul//@id", "`//` may stay at the same element"),
        ("//p//text()", "a step selects other nodes"),
        ("//ul[li[b]]", "a condition is in the condition"),
        ("/", "it selects the document itself"),
        ("/following-sibling::*", "the document has no siblings"),
        ("//a | /following-sibling::b[1]", "the document has no siblings"),
    ] {
        let error = parse(expression).to_css().unwrap_err();
        assert!(error.reason().starts_with(reason), "{expression}: {}", error.reason());
    }
    let of_html = XPath::parse("//a").unwrap().to_css().unwrap_err();
    assert_eq!(of_html.reason(), "its names stand for elements of HTML alone");
    let second = parse("//a | //b/..").to_css().unwrap_err();
    assert_eq!(second.range(), 6..12);
}

#[test]
fn both_find_the_same_in_a_page() {
    assert_same(&consomme::parse_str(
        "<title>T</title><ul class=A><li class=a><a href=/s>1</a> <b>x</b><li class='b a'>2<li id=c>\
         <input type=text><input type=TEXT></ul><svg><title>s</title><a href=/s></a></svg><ul></ul>",
    ));
}

proptest! {
    /// Any tree of these tags.
    #[test]
    fn both_find_the_same_in_any_tree(
        tags in prop::collection::vec(
            prop::sample::select(vec![
                "<ul>", "</ul>", "<li>", "<li class=a>", "<li class='b a' id=x>", "<li class=A>",
                "<a href=/s>", "<a>", "</a>", "<b>", "</b>", "x", " ", "<svg>", "</svg>", "<title>",
                "</title>", "<input type=TEXT>", "<div>", "</div>", "<ul class=a>",
            ]),
            0..60,
        )
    ) {
        assert_same(&consomme::parse_str(tags.concat()));
    }
}
