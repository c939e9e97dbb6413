//! An expression that is a CSS selector selects what the selector does.

use consomme::{Document, NodeRef};
use consomme_test::targets::choices::Choices;
use consomme_xpath::{CssTarget, Evaluator, Item, Value, XPath, XPathOptions};

const NAMES: &[&str] = &["*", "a", "b", "p", "div", "li", "td", "svg", "g", "title", "LI", "x-y"];

const PREDICATES: &[&str] = &[
    "[1]",
    "[2]",
    "[last()]",
    "[position() <= 2]",
    "[position() > 1]",
    "[last() - 1]",
    "[@class]",
    "[@id='a']",
    "[@id!='a']",
    "['A' = @class]",
    "[@title = '\"\\x']",
    "[not(@class)]",
    "[@class or @id]",
    "[@class and not(@href)]",
    "[contains(@class, 'a')]",
    "[contains(@class, '')]",
    "[starts-with(@href, 'x')]",
    "[starts-with(@href, '')]",
    "[contains(concat(' ', normalize-space(@class), ' '), ' a ')]",
    "[contains(concat(' ', @class, ' '), ' a ')]",
    "[b]",
    "[.//b]",
    "[p/a/@href]",
    "[not(b[@class])]",
    "[following-sibling::b]",
];

const ENDS: &[&str] = &["", "", "", "/text()", "/@class", "//@href", "//text()"];

/// Makes an expression of the parts that selectors have.
pub(crate) fn made(choices: &mut Choices<'_>) -> String {
    let mut expression = String::new();
    for path in 0..=choices.number(4).saturating_sub(3) {
        if path > 0 {
            expression += " | ";
        }
        for _ in 0..=choices.number(3) {
            expression += choices.one_of(&["//", "/", "/"]);
            expression += choices.one_of(&["", "", "", "following-sibling::", "descendant::"]);
            expression += choices.one_of(NAMES);
            for _ in 0..choices.number(4).saturating_sub(2) {
                expression += choices.one_of(PREDICATES);
            }
        }
        expression += choices.one_of(ENDS);
    }
    expression
}

/// Checks that the selectors of an expression, if it has any, find the nodes that it selects.
pub(crate) fn check(expression: &str, document: &Document) {
    // For selectors, a form feed separates classes, too.
    if document.source().contains('\u{C}') || document.source().contains("&#") {
        return;
    }
    let Ok(path) = XPathOptions::new().any_namespace(true).parse(expression) else { return };
    let parts = match path.to_css() {
        Ok(parts) => parts,
        Err(error) => {
            return assert!(expression.get(error.range()).is_some(), "{error} of {expression:?}");
        }
    };
    if parts.iter().any(|part| !part.is_absolute) {
        return;
    }
    let Some(expected) = selected(&path, document) else { return };
    let mut found = Vec::new();
    for part in &parts {
        for element in document.select(&part.selector).expect("it is a selector") {
            match &part.target {
                CssTarget::Elements => found.push(shown(element.as_node())),
                CssTarget::Attribute(name) => found.extend(
                    element.attr(name).map(|value| format!("{} {value}", shown(element.as_node()))),
                ),
                CssTarget::Texts => {
                    let texts = element.children().filter(|child| child.as_text().is_some());
                    found.extend(texts.map(shown));
                }
                other => panic!("{other:?} is not known here"),
            }
        }
    }
    found.sort();
    // Only the nodes of several paths can be the same.
    if parts.len() > 1 {
        found.dedup();
    }
    assert_eq!(found, expected, "{expression} as {parts:?} in {document:?}");
}

/// Returns what an expression selects, in an order of texts; `None` if it takes too long.
fn selected(path: &XPath, document: &Document) -> Option<Vec<String>> {
    let mut evaluator = Evaluator::new().max_steps(crate::xpath::MAX_STEPS);
    let Ok(Value::Nodes(nodes)) = evaluator.evaluate(path, document) else { return None };
    let texts = nodes.into_iter().map(|item| match item {
        Item::Node(node) => shown(node),
        Item::Attribute(attribute) => {
            let element = shown(attribute.element().as_node());
            format!("{element} {}", attribute.value())
        }
        other => panic!("{other:?} is no node of a selector"),
    });
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    Some(texts)
}

/// Returns a text for a node, which no other node has.
fn shown(node: NodeRef<'_>) -> String {
    format!("{:?} {node:?}", node.id())
}
