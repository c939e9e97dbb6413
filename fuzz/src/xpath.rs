//! Any text is an expression, or an error with a place; an expression ends within its budget, and
//! its nodes are in document order. An expression that is a CSS selector selects what the selector
//! does.

use consomme::Document;
use consomme_test::targets::choices::{Choices, split_text};
use consomme_xpath::{Evaluator, Item, Value, XPath, XPathErrorKind};

use crate::xpath_css;

/// The steps that an evaluation may take.
pub(crate) const MAX_STEPS: u64 = 100_000;

/// The pieces of which an expression is made if the first line is none.
const PIECES: &[&str] = &[
    "/",
    "//",
    "*",
    "a",
    "p",
    "b",
    "td",
    "svg:a",
    "[",
    "]",
    "(",
    ")",
    "1",
    "2",
    "0.5",
    ".",
    "..",
    "@",
    "@*",
    "class",
    "ancestor::",
    "ancestor-or-self::",
    "child::",
    "descendant::",
    "descendant-or-self::",
    "following::",
    "following-sibling::",
    "namespace::",
    "parent::",
    "preceding::",
    "preceding-sibling::",
    "self::",
    "[1]",
    "[last()]",
    "[position() < 3]",
    "[last() - 1]",
    "[@id]",
    "[.='x']",
    "|",
    "+",
    "-",
    "=",
    "!=",
    "<",
    ">=",
    " or ",
    " and ",
    " div ",
    " mod ",
    "text()",
    "node()",
    "comment()",
    "processing-instruction()",
    "position()",
    "last()",
    "count(",
    "string(",
    "not(",
    "sum(",
    "name(",
    "id(",
    "lang('en')",
    "concat(",
    "contains(",
    "substring(",
    "translate(",
    "normalize-space(",
    "number(",
    "round(",
    ",",
    "'x'",
    "\"1\"",
    "$v",
    "é",
    "#",
];

/// The first line is the expression, the rest is the document.
pub(crate) fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let (line, markup) = text.split_once('\n').unwrap_or((&text, "<p class=a id=b><b>x</b>"));
    check(line, markup);
    check(&made(&mut choices), markup);
    let document = consomme::parse_str(markup.to_owned());
    for expression in [line, &xpath_css::made(&mut choices)] {
        xpath_css::check(expression, &document);
    }
}

/// Makes an expression of pieces.
fn made(choices: &mut Choices<'_>) -> String {
    let count = choices.number(12);
    (0..count).map(|_| choices.one_of(PIECES)).collect()
}

fn check(expression: &str, markup: &str) {
    let path = match XPath::parse(expression) {
        Ok(path) => path,
        Err(error) => {
            assert!(expression.get(error.range()).is_some(), "{error} lies in {expression:?}");
            assert!(error.excerpt().to_string().contains('^'));
            return;
        }
    };
    assert_eq!(path.to_string(), expression);
    for document in
        [consomme::parse_str(markup.to_owned()), consomme::parse_fragment("div", markup.to_owned())]
    {
        if let Some(Value::Nodes(nodes)) = evaluate(&path, &document) {
            let nodes: Vec<Item<'_>> = nodes.into_iter().collect();
            check_order(&document, &nodes, expression);
            check_shortcuts(&document, &nodes, expression);
        }
    }
}

fn evaluate<'a>(path: &XPath, document: &'a Document) -> Option<Value<'a>> {
    let mut evaluator = Evaluator::new().max_steps(MAX_STEPS).variable("v", 2.0);
    match evaluator.evaluate(path, document) {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(path.as_str().get(error.range()).is_some(), "{error}");
            assert!(
                matches!(
                    error.kind(),
                    XPathErrorKind::TooManySteps
                        | XPathErrorKind::NotNodes
                        | XPathErrorKind::UnknownFunction(_)
                        | XPathErrorKind::UnknownVariable(_)
                ),
                "{error}"
            );
            None
        }
    }
}

fn check_order(document: &Document, nodes: &[Item<'_>], expression: &str) {
    let order = document.document_order();
    let position = |item: &Item<'_>| match item {
        Item::Node(node) => order.position(*node),
        Item::Attribute(attribute) => order.position(attribute.element().as_node()),
        Item::Namespace(namespace) => order.position(namespace.element().as_node()),
        _ => None,
    };
    for pair in nodes.windows(2) {
        assert!(position(&pair[0]) <= position(&pair[1]), "{expression}: {pair:?}");
        assert_ne!(pair[0], pair[1], "{expression}");
    }
}

/// Checks that what looks for one node only finds the one that all nodes say.
fn check_shortcuts(document: &Document, nodes: &[Item<'_>], expression: &str) {
    for (wrapped, expected) in [
        (format!("count({expression})"), Value::Number(nodes.len() as f64)),
        (format!("boolean({expression})"), Value::Boolean(!nodes.is_empty())),
        (
            format!("string({expression})"),
            Value::String(
                nodes.first().map(|item| item.string_value().into_owned()).unwrap_or_default(),
            ),
        ),
    ] {
        // Two more brackets may be too deep.
        let Ok(path) = XPath::parse(&wrapped) else { continue };
        if let Some(value) = evaluate(&path, document) {
            assert_eq!(value, expected, "{wrapped}");
        }
    }
}
