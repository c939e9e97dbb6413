//! Each payload: the exact result of the default configuration; and that no reader finds anything
//! unsafe in the result of any configuration, in any context.

use std::path::Path;

use consomme::{Context, Document, ElementRef, Limits, NodeKind, NodeRef, ParseOptions, Revision};
use consomme_sanitizer::{SanitizeOptions, Sanitized, Sanitizer};
use consomme_test::config::config;
use consomme_test::in_page::{is_contained, page_with};
use consomme_test::sanitizer::payloads::{self, LONG, Payload};
use consomme_test::sanitizer::safety::{self, Element, TRIED, Tried};
use consomme_test::source_check::all_nodes;
use consomme_test::suite::{Case, Run};
use proptest::sample::select;
use proptest::test_runner::{TestCaseError, TestRunner};
use url::Url;

/// Where each payload is tried.
const CONTEXTS: [&str; 20] = [
    "div",
    "body",
    "html",
    "head",
    "p",
    "form",
    "table",
    "tr",
    "td",
    "caption",
    "select",
    "option",
    "template",
    "title",
    "noscript",
    "svg svg",
    "svg foreignObject",
    "svg desc",
    "math math",
    "math mi",
];

/// Adds a trial for each payload.
pub(crate) fn add(run: &mut Run) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sanitizer/payloads");
    for payload in payloads::read(&directory) {
        let file = format!("own payloads/{}.txt", payload.family);
        let input = payload.written.clone();
        let case = Case { file: &file, line: payload.line, input: &input, variants: &[] };
        run.add(&payload.family.clone(), &case, move || check(&payload));
    }
    let place = Case { file: "own payloads", line: 1, input: "all of them", variants: &[] };
    let all = directory.clone();
    run.add("all", &place, move || finds_payloads(&all));
    let place = Case { input: "their pieces in any order", ..place };
    run.add("all", &place, move || check_soups(&directory));
}

/// Checks that the check finds most payloads if nobody sanitizes them.
fn finds_payloads(directory: &Path) -> Result<(), String> {
    let payloads = payloads::read(directory);
    let is_found = |payload: &&Payload| {
        let context = payloads::context(&payload.context);
        let tree = ParseOptions::new().parse_fragment(context, payload.html.as_str());
        check_tree(&tree, &TRIED[0]).is_err()
    };
    let found = payloads.iter().filter(is_found).count();
    match found * 5 > payloads.len() * 4 {
        true => Ok(()),
        false => Err(format!("{found} of {} payloads are found", payloads.len())),
    }
}

/// Checks the pieces of payloads in any order.
fn check_soups(directory: &Path) -> Result<(), String> {
    let input = (payloads::soup(&payloads::read(directory)), select(&CONTEXTS[..]), 0..TRIED.len());
    let result = TestRunner::new(config(2_000)).run(&input, |(html, context, tried)| {
        check_in(context, &html, &TRIED[tried]).map_err(TestCaseError::fail)
    });
    result.map_err(|error| error.to_string())
}

fn check(payload: &Payload) -> Result<(), String> {
    let html = &payload.html;
    let default = SanitizeOptions::new().sanitize(
        &Sanitizer::new(),
        payloads::context(&payload.context),
        html,
    );
    if default.html() != payload.expected {
        return Err(format!("expected: {}\nactual:   {}", payload.expected, default.html()));
    }
    let contexts = if html.len() < LONG { &CONTEXTS[..] } else { &CONTEXTS[..1] };
    for tried in &*TRIED {
        let name = tried.name;
        for context in [payload.context.as_str()].iter().chain(contexts) {
            check_in(context, html, tried)
                .map_err(|message| format!("{name}, in {context}: {message}"))?;
        }
        let page = tried.sanitizer.parse_html(&ParseOptions::new(), html);
        check_tree(&page, tried).map_err(|message| format!("{name}, as a page: {message}"))?;
    }
    Ok(())
}

/// Returns the sanitized text; an error if sanitizing it again changes it.
pub(crate) fn sanitized_to_fixed_point(
    sanitizer: &Sanitizer,
    context: &Context<'_>,
    html: &str,
) -> Result<Sanitized, String> {
    let sanitize = |html: &str| SanitizeOptions::new().sanitize(sanitizer, context.clone(), html);
    let sanitized = sanitize(html);
    let again = sanitize(sanitized.html());
    if again.html() != sanitized.html() {
        return Err(format!("no fixed point: {}\n{}", sanitized.html(), again.html()));
    }
    Ok(sanitized)
}

/// Checks the text, for every reader, and the tree.
fn check_in(context: &str, html: &str, tried: &Tried) -> Result<(), String> {
    let name = context;
    let context = payloads::context(context);
    let sanitized = sanitized_to_fixed_point(&tried.sanitizer, &context, html)?;
    for revision in [Revision::Living2026, Revision::Snapshot2024] {
        for scripting in [false, true] {
            let options = ParseOptions::new().revision(revision).scripting(scripting);
            let tree = options.parse_fragment(context.clone(), sanitized.html());
            check_tree(&tree, tried).map_err(|message| {
                format!("{message}\n{revision:?}, scripting {scripting}: {}", sanitized.html())
            })?;
            if let Some(page) = page_with(name, sanitized.html()) {
                let page = options.clone().limits(Limits::unlimited()).parse_str(page.as_str());
                check_page(&page, name).map_err(|message| {
                    format!("{message}\n{revision:?}, scripting {scripting}, in a page: {page}")
                })?;
            }
            let mut tree = options.parse_fragment(context.clone(), html);
            tried.sanitizer.sanitize(&mut tree);
            check_tree(&tree, tried)
                .map_err(|message| format!("{message}\nin the tree: {}", tree.inner_html()))?;
        }
    }
    Ok(())
}

/// Checks a page that has sanitized text in an element of that name.
fn check_page(page: &Document, name: &str) -> Result<(), String> {
    for element in all_nodes(page).into_iter().filter_map(NodeRef::as_element) {
        safety::check_scripts(&described(element))?;
    }
    // In 2024, the tags in a `select` are dropped, and end tags there close elements around it.
    if name == "div" && !page.source().contains("<select") && !is_contained(page) {
        return Err("not all of it is in the div".to_owned());
    }
    Ok(())
}

fn check_tree(tree: &Document, tried: &Tried) -> Result<(), String> {
    let keeps_all = tried.config.comments == Some(true);
    for node in all_nodes(tree) {
        if let Some(element) = node.as_element() {
            check_url_parser(element)?;
            let element = described(element);
            safety::check_scripts(&element)?;
            safety::check_kept(&element, &tried.config)?;
        } else if !keeps_all && is_comment(node) {
            return Err(format!("{node:?} is to be removed"));
        }
    }
    Ok(())
}

fn is_comment(node: NodeRef<'_>) -> bool {
    matches!(node.kind(), NodeKind::Comment(_) | NodeKind::ProcessingInstruction(_))
}

/// Checks that the test finds every `javascript:` URL that the URL parser finds.
fn check_url_parser(element: ElementRef<'_>) -> Result<(), String> {
    for attribute in element.attrs() {
        let is_javascript = |url: Url| url.scheme() == "javascript";
        if Url::parse(attribute.value()).is_ok_and(is_javascript)
            && !safety::is_javascript_url(attribute.value())
        {
            return Err(format!("{attribute:?} is a URL that runs a script"));
        }
    }
    Ok(())
}

pub(crate) fn described(element: ElementRef<'_>) -> Element {
    let attributes = element.attrs().map(|attribute| {
        let namespace = attribute.namespace().url().unwrap_or_default();
        (namespace.to_owned(), attribute.name().to_owned(), attribute.value().to_owned())
    });
    Element {
        namespace: element.namespace().url().to_owned(),
        name: element.name().to_owned(),
        attributes: attributes.collect(),
    }
}
