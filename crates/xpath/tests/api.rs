//! Tests of the public interface: the behavior that callers rely on.

use std::collections::HashSet;

use consomme_xpath::{
    AttributeNode, Evaluator, Item, NodeSet, Value, XPath, XPathErrorKind, XPathExt, XPathOptions,
};

#[test]
fn a_compiled_expression_is_shared_between_threads() {
    fn is_shared<T: Send + Sync + Clone>() {}
    is_shared::<XPath>();
    is_shared::<XPathOptions>();
    is_shared::<consomme_xpath::XPathError>();
    let path: XPath = "count(//li)".parse().unwrap();
    let counts: Vec<f64> = std::thread::scope(|scope| {
        let run = |count| {
            let path = path.clone();
            scope.spawn(move || {
                let document = consomme::parse_fragment("ul", "<li>".repeat(count));
                path.evaluate(&document).unwrap().to_number()
            })
        };
        [1, 2, 3].map(run).into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(counts, [1.0, 2.0, 3.0]);
    assert_eq!((path.to_string(), path.as_str()), ("count(//li)".to_owned(), "count(//li)"));
}

#[test]
fn nodes_outlive_the_expression() {
    let document = consomme::parse_fragment("ul", "<li>1<li>2");
    let found = document.xpath_elements(&XPath::parse("//li").unwrap()).unwrap();
    assert_eq!(found.len(), 2);
    let items: HashSet<Item<'_>> = found.iter().map(|element| Item::from(*element)).collect();
    assert!(items.contains(&Item::from(found[1])));
}

#[test]
fn only_sets_of_nodes_have_items() {
    let document = consomme::parse_fragment("ul", "<li>1");
    let error = document.xpath_items(&XPath::parse("count(//li)").unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.range()), (&XPathErrorKind::NotNodes, 0..11));
    assert!(document.xpath_first(&XPath::parse("//p").unwrap()).unwrap().is_none());
}

#[test]
fn brackets_are_nested_only_so_deep() {
    for (open, close) in [("(", ")"), ("p[", "]"), ("not(", ")"), ("(-", ")"), ("a[(", ")]")] {
        let brackets = open.matches(['(', '[']).count();
        let nested =
            |depth: usize| XPath::parse(&format!("{}1{}", open.repeat(depth), close.repeat(depth)));
        assert!(nested(XPath::MAX_DEPTH / brackets).is_ok(), "{open}");
        let error = nested(XPath::MAX_DEPTH / brackets + 1).unwrap_err();
        assert_eq!(error.kind(), &XPathErrorKind::TooDeep, "{open}");
        let error = nested(100_000).unwrap_err();
        assert_eq!(error.kind(), &XPathErrorKind::TooDeep, "{open}");
    }
}

#[test]
fn chains_of_any_length_are_evaluated() {
    let document = consomme::parse_fragment("div", "<p>1");
    let count = 10_000;
    for (start, link, expected) in [
        ("1", " + 1", Value::Number(10_001.0)),
        ("1", " = 1", Value::Boolean(true)),
        ("0", " or 0", Value::Boolean(false)),
        ("1", " and 1", Value::Boolean(true)),
        ("1", " < 2", Value::Boolean(true)),
        ("//p = 1", " or //p", Value::Boolean(true)),
        ("count(.", "/.", Value::Number(1.0)),
        ("count(//p", "|//b", Value::Number(1.0)),
        ("count(//p", "[1]", Value::Number(1.0)),
        ("concat('a'", ",''", Value::String("a".into())),
        ("count(//p", "//.", Value::Number(2.0)),
        ("number('-1')", "", Value::Number(-1.0)),
    ] {
        let end = if start.contains('(') && !start.ends_with(')') { ")" } else { "" };
        let text = format!("{start}{}{end}", link.repeat(count));
        assert_eq!(XPath::parse(&text).unwrap().evaluate(&document).unwrap(), expected, "{link}");
    }
    let signs = format!("{}1", "-".repeat(count + 1));
    let path = XPath::parse(&signs).unwrap();
    assert_eq!(path.evaluate(&document).unwrap(), Value::Number(-1.0));
}

#[test]
fn an_expression_has_only_so_many_bytes() {
    let long = format!("'{}'", "é".repeat(XPath::MAX_BYTES));
    let error = XPath::parse(&long).unwrap_err();
    assert_eq!(error.kind(), &XPathErrorKind::TooLong);
    assert!(long.get(error.range()).is_some());
}

#[test]
fn deep_trees_are_walked_without_recursion() {
    let depth = 20_000;
    let limits = consomme::Limits::default().depth(None);
    let options = consomme::ParseOptions::new().limits(limits);
    let document = options.parse_fragment("div", "<div><b>1</b>".repeat(depth));
    for (expression, expected) in [
        ("count(//div)", depth as f64),
        ("count(//div[1])", 0.0),
        ("count(//b[last()])", depth as f64),
        ("count(//div/ancestor::*)", depth as f64 - 1.0),
        ("count(//b/following::b)", depth as f64 - 1.0),
        ("string-length(string(/))", depth as f64),
    ] {
        let value = XPath::parse(expression).unwrap().evaluate(&document).unwrap().to_number();
        // The first `div` of each parent is all of them.
        let expected = if expression == "count(//div[1])" { depth as f64 } else { expected };
        assert_eq!(value, expected, "{expression}");
    }
}

#[test]
fn functions_of_the_caller_get_their_context() {
    let options = XPathOptions::new()
        .function("place", |context, _| {
            Ok(Value::String(format!("{}/{}", context.position(), context.size())))
        })
        .function("my:parents", |context, arguments| {
            let Some(Value::Nodes(nodes)) = arguments.first() else {
                return Err(format!("{} arguments", arguments.len()));
            };
            assert!(context.item().as_element().is_some());
            Ok(Value::Nodes(nodes.iter().filter_map(|item| item.as_node()?.parent()).collect()))
        })
        .function("count", |_, _| Ok(Value::Number(-1.0)));
    let document = consomme::parse_fragment("ul", "<li>1<b></b><li>2<b></b>");
    let value = |text: &str| options.parse(text).unwrap().evaluate(&document);
    assert_eq!(value("count(//li)").unwrap(), Value::Number(-1.0), "it is replaced");
    assert_eq!(value("string(//li[place() = '2/2'])").unwrap().to_text(), "2");
    let parents = value("//li/self::*[my:parents(b)]").unwrap().into_nodes().unwrap();
    assert_eq!(parents.len(), 2);
    let sorted = value("//li[1]/following-sibling::*[my:parents(../li/b)[1] = '1']").unwrap();
    assert_eq!(sorted.into_nodes().unwrap().len(), 1, "nodes are sorted");
    let error = value("//li[my:parents()]").unwrap_err();
    assert_eq!(error.kind(), &XPathErrorKind::FunctionFailed("0 arguments".into()));
    assert_eq!(error.range(), 5..17);
}

#[test]
#[should_panic = "`text` is no name of a function"]
fn a_node_type_is_no_name_of_a_function() {
    let _ = XPathOptions::new().function("text", |_, _| Ok(Value::Boolean(true)));
}

#[test]
fn nodes_of_another_document_are_an_error() {
    let [one, two] = ["<p>1", "<p>2"].map(|html| consomme::parse_fragment("div", html));
    let nodes: NodeSet<'_> = two.descendants().collect();
    let mut evaluator = Evaluator::new().variable("nodes", nodes);
    let error = evaluator.evaluate(&XPath::parse("$nodes").unwrap(), &one).unwrap_err();
    assert_eq!((error.kind(), error.range()), (&XPathErrorKind::ForeignNode, 0..6));
    let error = evaluator.evaluate(&XPath::parse("//p").unwrap(), &two).unwrap_err();
    assert_eq!(error.kind(), &XPathErrorKind::OtherDocument);
}

#[test]
fn variables_are_sorted_and_may_be_of_other_trees() {
    let mut document =
        consomme::parse_fragment("div", "<p>1</p><p>2</p><template><p>3</p></template>");
    let detached = document.root().first_child().unwrap().id();
    document.detach(detached).unwrap();
    let template = document.descendant_elements().next_back().unwrap();
    let inner = template.template_contents().unwrap().first_child().unwrap();
    let nodes: NodeSet<'_> =
        [inner, document.node(detached), inner, document.root()].into_iter().collect();
    let mut evaluator = Evaluator::new().variable("nodes", nodes);
    let mut value =
        |text: &str| evaluator.evaluate(&XPath::parse(text).unwrap(), &document).unwrap();
    assert_eq!(value("count($nodes)"), Value::Number(3.0));
    assert_eq!(value("string($nodes[1])").to_text(), "2", "the document comes first");
    assert_eq!(value("count($nodes[/ = '3'])"), Value::Number(1.0), "each has its own root");
    let path = XPath::parse("count(/p) + count(//p)").unwrap();
    let contents = template.template_contents().unwrap();
    assert_eq!(path.evaluate(contents).unwrap(), Value::Number(2.0));
    assert_eq!(path.evaluate(document.node(detached)).unwrap(), Value::Number(0.0));
}

#[test]
fn attributes_are_context_nodes() {
    let document = consomme::parse_fragment("div", "<a x=1 HREF=/2 y=1>3</a>");
    let a = document.root().first_element_child().unwrap();
    let href = AttributeNode::find(a, "Href").unwrap();
    assert_eq!((href.name(), href.value(), href.element()), ("href", "/2", a));
    assert_eq!(format!("{href:?}"), "href=\"/2\"");
    let path = XPath::parse("concat(., ../text(), count(../@*))").unwrap();
    assert_eq!(path.evaluate(href).unwrap().to_text(), "/233");
    assert_eq!(AttributeNode::find(a, "none"), None);
    let y = AttributeNode::find(a, "y").unwrap();
    assert_eq!(y.name(), "y", "values that are the same are told apart");
}

#[test]
fn many_attributes_are_found_in_linear_time() {
    let names: String = (0..50_000).map(|number| format!(" a{number}=x")).collect();
    let limits = consomme::Limits::default().attributes_per_element(None);
    let options = consomme::ParseOptions::new().limits(limits);
    let document = options.parse_fragment("div", format!("<p{names}>"));
    let value = XPath::parse("count(//@*[. = 'x'])").unwrap().evaluate(&document).unwrap();
    assert_eq!(value.to_number(), 50_000.0);
}

#[test]
fn an_excerpt_shows_the_place() {
    let error = XPath::parse("//p[\n\t'é' =  é×]").unwrap_err();
    assert_eq!(error.excerpt().to_string(), "\t'é' =  é×]\n\t        ^");
    assert_eq!(error.to_string(), "unexpected character '×' at byte 16 of `//p[\n\t'é' =  é×]`");
    let error = XPath::parse("//p[").unwrap_err();
    assert_eq!(error.excerpt().to_string(), "//p[\n    ^");
    assert_eq!(error.to_string(), "expected an expression, found the end at byte 4 of `//p[`");
}
