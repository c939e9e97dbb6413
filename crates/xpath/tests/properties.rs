//! Properties over arbitrary expressions and trees.

use consomme::{Document, NodeRef};
use consomme_xpath::{Evaluator, Item, Value, XPath, XPathErrorKind};
use proptest::prelude::*;

/// The steps that the evaluation of an arbitrary expression may take.
const MAX_STEPS: u64 = 20_000;

fn html() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<a>",
        "</a>",
        "<b id=x>",
        "</b>",
        "<p class=a>",
        "</p>",
        "<div>",
        "</div>",
        "<svg><a>",
        "</svg>",
        "<table><td>",
        "</table>",
        "<template>",
        "</template>",
        "1",
        " 2 ",
        "x",
        "<!--c-->",
        "<?d e?>",
        "<ul><li>",
        "<li>",
        "</ul>",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Texts that are often expressions.
fn tokens() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "/",
        "//",
        "a",
        "b",
        "p",
        "*",
        "[",
        "]",
        "(",
        ")",
        "1",
        "2",
        "-1",
        ".",
        "..",
        "@",
        "class",
        "::",
        "ancestor",
        "preceding",
        "following-sibling",
        "|",
        "+",
        "-",
        "=",
        "!=",
        "<",
        ">",
        "or",
        "and",
        "div",
        "mod",
        "text()",
        "node()",
        "position()",
        "last()",
        "count(",
        "string(",
        "not(",
        "'x'",
        "\"1\"",
        ",",
        "concat(",
        "id('x')",
        "svg:a",
        "$v",
        " ",
        "é",
        "#",
        "substring(",
        "sum(",
    ]);
    prop::collection::vec(token, 0..16).prop_map(|tokens| tokens.concat())
}

/// Expressions whose values are nodes.
fn paths() -> impl Strategy<Value = String> {
    let axis = prop::sample::select(vec![
        "ancestor",
        "ancestor-or-self",
        "attribute",
        "child",
        "descendant",
        "descendant-or-self",
        "following",
        "following-sibling",
        "namespace",
        "parent",
        "preceding",
        "preceding-sibling",
        "self",
    ]);
    let test = prop::sample::select(vec!["node()", "*", "a", "p", "b", "text()", "svg:a", "svg:*"]);
    let predicate = prop::sample::select(vec![
        "",
        "",
        "",
        "[1]",
        "[2]",
        "[last()]",
        "[position() < 3]",
        "[last() - 1]",
        "[a]",
        "[. = '1']",
        "[@class]",
        "[position() mod 2 = 1]",
        "[not(b)][1]",
        "[1][b]",
        "[count(*) > 1]",
    ]);
    let step = (axis, test, predicate)
        .prop_map(|(axis, test, predicate)| format!("{axis}::{test}{predicate}"));
    let slash = prop::sample::select(vec!["/", "//"]);
    prop::collection::vec((slash, step), 1..4)
        .prop_map(|steps| steps.into_iter().map(|(slash, step)| slash.to_owned() + &step).collect())
}

/// Returns the nodes of an expression; `None` if they take too many steps.
fn select<'a>(document: &'a Document, expression: &str) -> Option<Vec<Item<'a>>> {
    let path = XPath::parse(expression).expect("a path");
    match Evaluator::new().max_steps(200_000).evaluate(&path, document) {
        Ok(value) => Some(value.into_nodes().expect("nodes").into_iter().collect()),
        Err(error) => {
            assert_eq!(error.kind(), &XPathErrorKind::TooManySteps);
            None
        }
    }
}

/// Returns the place of a node among all nodes, attributes and namespaces.
fn place(document: &Document, item: Item<'_>) -> (usize, usize, usize) {
    let order = document.document_order();
    match item {
        Item::Node(node) => (order.position(node).unwrap(), 0, 0),
        Item::Namespace(namespace) => {
            (order.position(namespace.element().as_node()).unwrap(), 1, namespace.prefix().len())
        }
        Item::Attribute(attribute) => {
            let element = attribute.element();
            let index = element.attrs().position(|other| other.name() == attribute.name()).unwrap();
            (order.position(element.as_node()).unwrap(), 2, index)
        }
        _ => unreachable!("there are three kinds"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_text_is_an_expression_or_an_error_with_a_place(text in ".{0,40}") {
        if let Err(error) = XPath::parse(&text) {
            prop_assert!(text.get(error.range()).is_some(), "{:?}", error);
            prop_assert!(error.excerpt().to_string().contains('^') && !error.to_string().is_empty());
        }
    }

    #[test]
    fn any_expression_ends_within_its_budget(text in tokens(), html in html()) {
        let path = match XPath::parse(&text) {
            Ok(path) => path,
            Err(error) => {
                prop_assert!(text.get(error.range()).is_some(), "{:?}", error);
                return Ok(());
            }
        };
        let document = consomme::parse_fragment("div", html.clone());
        let mut evaluator = Evaluator::new().max_steps(MAX_STEPS).variable("v", 2.0);
        let value = evaluator.evaluate(&path, &document);
        if let Err(error) = &value {
            prop_assert!(text.get(error.range()).is_some(), "{:?}", error);
        }
        // The steps that are counted at once are at most the size of the tree or of a text.
        prop_assert!(evaluator.steps() <= MAX_STEPS + 1_000 * (html.len() as u64 + 1));
    }

    #[test]
    fn nodes_are_in_document_order_without_duplicates(path in paths(), html in html()) {
        let document = consomme::parse_fragment("div", html);
        let Some(nodes) = select(&document, &path) else { return Ok(()) };
        let places: Vec<_> = nodes.iter().map(|item| place(&document, *item)).collect();
        prop_assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", nodes);
    }

    #[test]
    fn a_union_has_the_nodes_of_both(left in paths(), right in paths(), html in html()) {
        let document = consomme::parse_fragment("div", html);
        let [Some(mut both), Some(right_nodes), Some(union), Some(mirrored)] = [
            select(&document, &left),
            select(&document, &right),
            select(&document, &format!("{left} | {right}")),
            select(&document, &format!("{right} | {left}")),
        ] else { return Ok(()) };
        both.extend(right_nodes);
        both.sort_by_key(|item| place(&document, *item));
        both.dedup();
        prop_assert_eq!(&union, &both);
        prop_assert_eq!(&union, &mirrored);
    }

    #[test]
    fn what_is_looked_for_first_is_what_is_found(path in paths(), html in html()) {
        let document = consomme::parse_fragment("div", html);
        let Some(nodes) = select(&document, &path) else { return Ok(()) };
        let first = select(&document, &format!("({path})[1]"));
        let first = first.unwrap_or_default();
        prop_assert_eq!(first.first(), nodes.first());
        let value = |text: String| XPath::parse(&text).unwrap().evaluate(&document).unwrap();
        prop_assert_eq!(value(format!("boolean({path})")), Value::Boolean(!nodes.is_empty()));
        prop_assert_eq!(value(format!("count({path})")), Value::Number(nodes.len() as f64));
        let text = nodes.first().map(|item| item.string_value().into_owned());
        prop_assert_eq!(value(format!("string({path})")), Value::String(text.unwrap_or_default()));
    }

    #[test]
    fn short_steps_are_what_they_are_short_for(path in paths(), html in html()) {
        let document = consomme::parse_fragment("div", html);
        // A predicate that holds for each node keeps `//` from being merged.
        let long = path.replace("//", "/descendant-or-self::node()[true()]/");
        let (short, long) = (select(&document, &path), select(&document, &long));
        if let (Some(short), Some(long)) = (short, long) {
            prop_assert_eq!(short, long);
        }
    }

    #[test]
    fn all_elements_of_a_name_are_those_of_a_walk(html in html()) {
        let document = consomme::parse_fragment("div", html);
        for name in ["a", "p", "li"] {
            let found = select(&document, &format!("//{name}")).unwrap();
            let walked = document.descendants().filter(|node| is_html(*node, name)).map(Item::from);
            prop_assert_eq!(found, walked.collect::<Vec<_>>());
        }
    }
}

fn is_html(node: NodeRef<'_>, name: &str) -> bool {
    node.as_element().is_some_and(|element| element.is_html(name))
}
