//! Steps grow with the tree as the documentation says.

use consomme::Document;
use consomme_xpath::{Evaluator, XPath, XPathErrorKind};

/// Returns how many steps an expression takes over a document.
fn steps(document: &Document, path: &XPath) -> u64 {
    let mut evaluator = Evaluator::new();
    evaluator.evaluate(path, document).expect("a value");
    evaluator.steps()
}

/// Checks that an expression takes about twice as many steps over twice as large a document.
fn check_linear(expression: &str, document: impl Fn(usize) -> Document) {
    let path = XPath::parse(expression).unwrap();
    let counted = [250, 500, 1_000].map(|size| steps(&document(size), &path));
    for pair in counted.windows(2) {
        assert!(pair[1] <= pair[0] * 2 + pair[0] / 4 + 100, "{expression}: {counted:?}");
    }
}

/// Expressions that look at each node a fixed number of times.
const LINEAR: &[&str] = &[
    "//a/@href",
    "//*[contains(text(),'x')]",
    "//div[@class='x']//p[2]",
    "//a",
    "//@href",
    "//*",
    "//node()",
    "//text()",
    "//*//*",
    "//*//*//*//a",
    "//*/..",
    "//*/ancestor::*",
    "//*/ancestor-or-self::div",
    "//*/following::*",
    "//*/preceding::*",
    "//*/following-sibling::*",
    "//*/preceding-sibling::*",
    "//*/descendant::a/ancestor::*/descendant::p",
    "//p[1]",
    "//p[2]",
    "//p[last()]",
    "//*[position() < 3]",
    "//*[@class][2]",
    "(//a)[2]",
    "//div/p[1]/a[last()]",
    "//a | //p | //*",
    "count(//*)",
    "//a = //p",
    "//a != //p",
    "//a < //p",
    "//@href = //@id",
    "string(/)",
    "//*[a][p]",
    "//p[following-sibling::*]",
    "//p[preceding-sibling::*[1]]",
    "//*[parent::div]",
    "id('a b c')",
    // Absolute paths in predicates are evaluated once.
    "//a[@href = /div/@id]",
    "//a[@href = //p/@class]",
    "//*[//a/@href = @href]",
    "//*[count(//a) > 1]",
    "//*[@id = concat('x', count(//p))]",
    "//*[//p]",
    "//*[not(//none)]",
    "//*[//none or @class]",
    "//*[contains(@href, //a/@href)]",
    "//*[@href < //a/@class]",
    "//*[//a/@class >= @href]",
    "//a[id('a b c')]",
    "//a[string(//p) = .]",
    "//p[position() = count(//h1)]",
    "//*[count(//*[count(//*[count(//*) > 1]) > 1]) > 1]",
];

#[test]
fn steps_are_linear_in_wide_trees() {
    for expression in LINEAR {
        check_linear(expression, |size| {
            let html = "<div class=x><p>1<p>x<a href=/>2</a></div>".repeat(size);
            consomme::parse_fragment("div", html)
        });
    }
}

#[test]
fn steps_are_linear_in_long_lists_of_siblings() {
    for expression in LINEAR {
        check_linear(expression, |size| {
            consomme::parse_fragment("div", "<p>1</p><a href=/ class=y>x</a>".repeat(size))
        });
    }
}

#[test]
fn steps_are_linear_in_deep_trees() {
    for expression in LINEAR {
        // Sorting takes a logarithm more, which the bound leaves room for.
        check_linear(expression, |size| {
            let options = consomme::ParseOptions::new();
            let limits = consomme::Limits::default().depth(None);
            options
                .limits(limits)
                .parse_fragment("div", "<div class=x><a href=/>1</a>".repeat(size))
        });
    }
}

#[test]
fn a_position_ends_the_walk_along_an_axis() {
    let document = consomme::parse_fragment("div", "<p>1</p>".repeat(10_000));
    for expression in ["p[1]", "p[3]", "p[position() <= 3]", "p[last()]", "boolean(p)", "string(p)"]
    {
        let path = XPath::parse(expression).unwrap();
        assert!(steps(&document, &path) < 20, "{expression}");
    }
}

#[test]
fn an_evaluation_ends_when_its_budget_does() {
    let document = consomme::parse_fragment("div", "<p>1<b>2</b>".repeat(2_000));
    let slow = "//*[count(following::*[count(following::*) > 1]) > 1]";
    let path = XPath::parse(slow).unwrap();
    let mut evaluator = Evaluator::new().max_steps(100_000);
    let error = evaluator.evaluate(&path, &document).unwrap_err();
    assert_eq!(error.kind(), &XPathErrorKind::TooManySteps);
    assert!((100_000..110_000).contains(&evaluator.steps()), "{}", evaluator.steps());
}

#[test]
fn a_text_that_is_made_takes_steps() {
    let document = consomme::parse_fragment("div", "0123456789abcdef".repeat(1_000));
    let path = XPath::parse(&format!("concat({})", vec!["/"; 1_000].join(","))).unwrap();
    assert!(steps(&document, &path) >= 1_000 * 1_000);
}
