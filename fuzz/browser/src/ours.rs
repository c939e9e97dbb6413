//! The answers of consomme, in the form of `page.js`.

use consomme::{
    Context, Document, Hints, Namespace, NodeId, NodeRef, ParseOptions, QuirksMode, Selector,
};
use consomme_sanitizer::{Sanitizer, SanitizerConfig};
use consomme_test::encodings::encoding;
use consomme_test::tree_dump::{Doctype, dump};

use crate::cases::{Case, Kind};

pub(crate) fn answer(case: &Case) -> String {
    let text = case.text.as_str();
    match case.kind {
        Kind::Document | Kind::Page => {
            let document = consomme::parse_str(text);
            let mode = match document.quirks_mode() {
                QuirksMode::Quirks => "BackCompat",
                _ => "CSS1Compat",
            };
            format!("{mode}\n{}", dump(document.root(), Doctype::Full))
        }
        Kind::Fragment => {
            let document = ParseOptions::new().parse_fragment(context(&case.detail), text);
            dump(document.root(), Doctype::Full)
        }
        Kind::Serialization => consomme::parse_str(text)
            .document_element()
            .map_or("none".to_owned(), |root| root.as_node().outer_html()),
        Kind::Bytes => bytes(text),
        Kind::Selector => matches(text, &case.detail),
        Kind::Sanitizer => {
            let mut page = consomme::parse_str("<!DOCTYPE html><div></div>");
            let id = div(&page);
            sanitizer(case).set_html(&mut page, id, text).expect("a div takes any content");
            // The browser sanitizes while it parses, so that texts around what it removes are one.
            let all = page.node(id).descendants_with_templates().filter_map(NodeRef::as_element);
            let contents = all.filter_map(|element| Some(element.template_contents()?.id()));
            for root in contents.chain([id]).collect::<Vec<_>>() {
                page.normalize(root).expect("it is in the page");
            }
            dump(page.node(id), Doctype::Full)
        }
        Kind::SanitizedText => {
            let options = ParseOptions::new().scripting(true);
            let read = options.parse_fragment("div", sanitized(case));
            dump(read.root(), Doctype::Full)
        }
        Kind::InnerText => ParseOptions::new().parse_fragment("body", text).inner_text(),
    }
}

/// The text that the sanitizer of a case makes of its markup.
pub(crate) fn sanitized(case: &Case) -> String {
    sanitizer(case).sanitize_str(&case.text)
}

/// The sanitizer of a configuration.
fn sanitizer(case: &Case) -> Sanitizer {
    let config: SanitizerConfig =
        serde_json::from_str(&case.detail).expect("the configurations are valid JSON");
    Sanitizer::from_safe_config(config).expect("the configurations are valid")
}

fn context(detail: &str) -> Context<'_> {
    let (namespace, name) = detail.split_once(' ').expect("a namespace and a name");
    let namespace = match namespace {
        "svg" => Namespace::Svg,
        "math" => Namespace::MathMl,
        _ => Namespace::Html,
    };
    Context::new(namespace, name)
}

fn div(page: &Document) -> NodeId {
    let mut nodes = page.descendants().filter_map(|node| node.as_element());
    nodes.find(|element| element.name() == "div").expect("the page has one").id()
}

/// The encoding and the text of a page of bytes in a frame of a page in UTF-8.
fn bytes(text: &str) -> String {
    let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).expect("up to U+00FF")).collect();
    let hints = Hints::new().containing_document(encoding("UTF-8"));
    let document = ParseOptions::new().parse_document(&bytes, &hints);
    let encoding = document.encoding().map_or("none", |encoding| encoding.name());
    let text = document.document_element().map(|root| root.as_node().text_content());
    format!("{encoding}\n{}", text.as_deref().unwrap_or("undefined"))
}

/// The numbers of the elements that match, in document order.
fn matches(text: &str, selector: &str) -> String {
    let Ok(selector) = Selector::parse(selector) else { return "error".to_owned() };
    let document = consomme::parse_str(text);
    let elements = document.descendants().filter_map(|node| node.as_element());
    let found: Vec<NodeId> = document.select(&selector).map(|element| element.id()).collect();
    let numbers = elements.enumerate().filter(|(_, element)| found.contains(&element.id()));
    numbers.map(|(number, _)| number.to_string()).collect::<Vec<_>>().join(" ")
}
