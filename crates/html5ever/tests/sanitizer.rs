//! Sanitized text, read by html5ever: a parser that others wrote finds nothing that runs a script,
//! and no element and no attribute that the sanitizer removes.
//!
//! The payloads are consomme's own, in each context; and generated documents. The trees are not
//! compared: html5ever's differs from consomme's where html5ever is at fault or follows another
//! revision, and the text must be safe all the same.

use consomme::Namespace;
use consomme_sanitizer::{SanitizeOptions, Sanitizer, SanitizerConfig};
use consomme_test::config::config;
use consomme_test::sanitizer::html5ever_faults;
use consomme_test::sanitizer::payloads::{self, LONG, Payload};
use consomme_test::sanitizer::safety::{self, Element, TRIED, Tried};
use consomme_test::soup::soup;
use consomme_test::targets::sanitizer_pieces::PIECES;
use consomme_test::{generator, suite};
use html5ever::tendril::TendrilSink;
use html5ever::{LocalName, ParseOpts, QualName, ns};
use libtest_mimic::{Arguments, Failed, Trial};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{TestCaseError, TestRunner};

/// Where each payload is tried.
const CONTEXTS: [&str; 24] = [
    "div",
    "body",
    "a",
    "p",
    "li",
    "pre",
    "form",
    "button",
    "table",
    "tbody",
    "tr",
    "td",
    "colgroup",
    "caption",
    "select",
    "option",
    "template",
    "title",
    "textarea",
    "x-a",
    "svg svg",
    "svg foreignObject",
    "math math",
    "math mi",
];

/// How many generated documents are checked, in trials of as many as one trial checks.
const DOCUMENTS: u64 = 1_000;
const DOCUMENTS_PER_TRIAL: u64 = 100;

fn main() {
    let directory = suite::repository().join("crates/sanitizer/tests/sanitizer/payloads");
    let mut families: Vec<Vec<Payload>> = Vec::new();
    let all = payloads::read(&directory);
    let payload_soup = payloads::soup(&all);
    for payload in all {
        match families.last_mut() {
            Some(family) if family[0].family == payload.family => family.push(payload),
            _ => families.push(vec![payload]),
        }
    }
    let mut trials: Vec<Trial> = families.into_iter().map(family).collect();
    trials.extend((0..DOCUMENTS / DOCUMENTS_PER_TRIAL).map(generated));
    trials.push(property("pieces of payloads in any order", move || (payload_soup, tried())));
    trials.push(property("hostile pieces in any order, by any configuration", || {
        (markup(), sanitizer().prop_map(|sanitizer| Tried::new("any", sanitizer)))
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A trial for any markup and any of some sanitizers, in any context.
fn property<M, S>(name: &str, input: impl FnOnce() -> (M, S) + Send + 'static) -> Trial
where
    M: Strategy<Value = String>,
    S: Strategy<Value = Tried>,
{
    Trial::test(name, move || {
        let (markup, tried) = input();
        let input = (markup, tried, select(&CONTEXTS[..]));
        let result = TestRunner::new(config(1_200)).run(&input, |(html, tried, context)| {
            check(context, &html, &tried).map_err(TestCaseError::fail)
        });
        result.map_err(|error| error.to_string().into())
    })
}

/// Any of the sanitizers that the payloads are tried with.
fn tried() -> impl Strategy<Value = Tried> {
    (0..TRIED.len()).prop_map(|index| TRIED[index].clone())
}

/// A trial for the payloads of a family.
fn family(payloads: Vec<Payload>) -> Trial {
    Trial::test(format!("payloads, {}", payloads[0].family), move || {
        for Payload { family, line, html, context, .. } in &payloads {
            let place = format!("{family}:{line}");
            check_all(context, html).map_err(|message| format!("{place}: {message}"))?;
            if html.len() < LONG {
                check_contexts(html).map_err(|message| format!("{place}: {message}"))?;
            }
        }
        Ok(())
    })
}

/// A trial for a group of generated documents, each in one context.
fn generated(group: u64) -> Trial {
    let seeds = group * DOCUMENTS_PER_TRIAL..(group + 1) * DOCUMENTS_PER_TRIAL;
    Trial::test(format!("generated {seeds:?}"), move || {
        for seed in seeds {
            let html = generator::document(&generator::input(seed));
            let context = CONTEXTS[seed as usize % CONTEXTS.len()];
            check_all(context, &html).map_err(|message| {
                Failed::from(format!("the document of seed {seed}: {message}"))
            })?;
        }
        Ok(())
    })
}

fn check_contexts(html: &str) -> Result<(), String> {
    CONTEXTS.into_iter().try_for_each(|context| check_all(context, html))
}

fn check_all(context: &str, html: &str) -> Result<(), String> {
    TRIED.iter().try_for_each(|tried| check(context, html, tried))
}

/// Checks html5ever's tree of sanitized text.
fn check(context: &str, html: &str, tried: &Tried) -> Result<(), String> {
    let context_element = payloads::context(context);
    let sanitized = SanitizeOptions::new().sanitize(&tried.sanitizer, context_element, html);
    let sanitized = sanitized.html();
    let (namespace, _) = payloads::element(context);
    let config =
        (!html5ever_faults::may_be_misplaced(namespace, sanitized)).then_some(&tried.config);
    for scripting in [false, true] {
        let dom = parse(context, sanitized, scripting);
        check_tree(&dom.document, config).map_err(|message| {
            let name = tried.name;
            format!("{name}, in {context}, scripting {scripting}: {message}\n{sanitized}")
        })?;
    }
    Ok(())
}

/// Hostile pieces in any order, or any markup.
fn markup() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => pieces, 1 => soup()]
}

/// The default configuration, and configurations that allow elements about which parsers differ.
fn sanitizer() -> impl Strategy<Value = Sanitizer> {
    let elements = prop::collection::vec(
        select(
            &[
                "select",
                "option",
                "form",
                "template",
                "noscript",
                "style",
                "textarea",
                "nobr",
                "button",
                "input",
                "xmp",
                "noembed",
                "plaintext",
                "marquee",
                "x-a",
            ][..],
        ),
        0..8,
    );
    let foreign = prop::collection::vec(
        select(
            &[
                (Namespace::Svg, "style"),
                (Namespace::Svg, "use"),
                (Namespace::MathMl, "mglyph"),
                (Namespace::MathMl, "annotation-xml"),
            ][..],
        ),
        0..3,
    );
    (any::<bool>(), elements, foreign).prop_map(|(all, elements, foreign)| {
        let mut sanitizer = if all { Sanitizer::allow_everything() } else { Sanitizer::new() };
        for element in elements {
            match all {
                true => sanitizer.remove_element(element),
                false => sanitizer.allow_element(element),
            };
        }
        for element in foreign {
            match all {
                true => sanitizer.remove_element(element),
                false => sanitizer.allow_element(element),
            };
        }
        sanitizer
    })
}

fn parse(context: &str, html: &str, scripting: bool) -> RcDom {
    let mut options = ParseOpts::default();
    options.tree_builder.scripting_enabled = scripting;
    let (namespace, name) = payloads::element(context);
    let namespace = match namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        _ => ns!(mathml),
    };
    let name = QualName::new(None, namespace, LocalName::from(name));
    html5ever::parse_fragment(RcDom::default(), options, name, Vec::new(), scripting).one(html)
}

/// Checks that nothing runs a script; with a configuration, also that it keeps everything.
fn check_tree(root: &Handle, config: Option<&SanitizerConfig>) -> Result<(), String> {
    // The `html` element that a fragment is in.
    let html = root.children.borrow()[0].clone();
    let mut waiting: Vec<Handle> = html.children.borrow().clone();
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children.borrow().iter().cloned());
        if let NodeData::Element { name, attrs, template_contents, .. } = &node.data {
            waiting.extend(template_contents.borrow().iter().cloned());
            let attributes = attrs.borrow();
            let attributes = attributes.iter().map(|attribute| {
                let name = &attribute.name;
                (name.ns.to_string(), name.local.to_string(), attribute.value.to_string())
            });
            let element = Element {
                namespace: name.ns.to_string(),
                name: name.local.to_string(),
                attributes: attributes.collect(),
            };
            safety::check_scripts(&element)?;
            config.map_or(Ok(()), |config| safety::check_kept(&element, config))?;
        }
    }
    Ok(())
}
