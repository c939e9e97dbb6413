//! Sanitized text, read by another parser: html5ever's own has nothing in its tree that the
//! configuration does not allow, and nothing that runs a script, with scripting and without.

mod support;

#[path = "../../../tests/targets/sanitizer_pieces.rs"]
mod sanitizer_pieces;

use consomme_html5ever::consomme::sanitizer::{
    SanitizeOptions, Sanitizer, SanitizerConfig, SanitizerElement,
};
use consomme_html5ever::consomme::{Context, Namespace};
use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, ParseOpts, QualName, ns, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;
use proptest::sample::select;

use sanitizer_pieces::PIECES;
use support::config::config;
use support::soup::soup;

/// Elements in which the text is put.
const CONTEXTS: &[&str] = &[
    "body", "div", "select", "table", "tbody", "tr", "td", "template", "p", "a", "li", "title",
    "textarea", "colgroup", "caption", "button", "option", "form", "pre", "noscript", "x-a",
];

/// What a tree must not contain, by other words than the sanitizer's.
fn faults(root: &Handle, config: &SanitizerConfig) -> Vec<String> {
    let mut faults = Vec::new();
    let mut pending = vec![root.clone()];
    while let Some(node) = pending.pop() {
        pending.extend(node.children.borrow().iter().cloned());
        let NodeData::Element { name, attrs, template_contents, .. } = &node.data else { continue };
        pending.extend(template_contents.borrow().iter().cloned());
        if is_unsafe(name) || !is_allowed(name, config) {
            faults.push(format!("<{}> of {}", name.local, name.ns));
        }
        for attribute in attrs.borrow().iter() {
            let is_known = keeps(name, attribute, config);
            if runs_script(name, attribute) || !is_known {
                faults.push(format!("{} of <{}>", attribute.name.local, name.local));
            }
        }
    }
    faults
}

fn is_unsafe(name: &QualName) -> bool {
    let local = &*name.local;
    match name.ns {
        ns!(html) => {
            matches!(local, "base" | "embed" | "frame" | "iframe" | "object" | "script")
        }
        ns!(svg) => matches!(local, "script" | "use"),
        _ => false,
    }
}

/// Whether an attribute runs a script: an event handler of HTML, or a URL that navigates.
fn runs_script(element: &QualName, attribute: &Attribute) -> bool {
    const HANDLERS: [&str; 6] = ["onclick", "onerror", "onload", "onfocus", "ontoggle", "onbegin"];
    let local = &*attribute.name.local;
    let is_handler = attribute.name.ns == ns!() && HANDLERS.contains(&local);
    let value = attribute.value.replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
    let is_script = value.trim_start_matches(|c| c <= ' ').starts_with("javascript:");
    let navigates = match element.ns {
        ns!(html) => {
            let pair = (&*element.local, local);
            [("a", "href"), ("area", "href"), ("form", "action")].contains(&pair)
                || [("button", "formaction"), ("input", "formaction")].contains(&pair)
        }
        ns!(svg) => (&*element.local, local) == ("a", "href"),
        _ => local == "href",
    };
    is_handler || is_script && navigates
}

fn is(element: &SanitizerElement, name: &QualName) -> bool {
    element.name() == &*name.local && element.namespace() == Some(&*name.ns)
}

/// Whether a list allows an element.
fn is_allowed(name: &QualName, config: &SanitizerConfig) -> bool {
    match &config.elements {
        Some(elements) => elements.iter().any(|allowed| is(&allowed.element, name)),
        None => !config
            .remove_elements
            .iter()
            .chain(&config.replace_with_children_elements)
            .flatten()
            .any(|removed| is(removed, name)),
    }
}

/// Whether a list allows an attribute on an element.
fn keeps(element: &QualName, attribute: &Attribute, config: &SanitizerConfig) -> bool {
    let namespace = (attribute.name.ns != ns!()).then_some(&*attribute.name.ns);
    let local = &*attribute.name.local;
    let has = |list: &Option<Vec<_>>| {
        let list: &Option<Vec<consomme_html5ever::consomme::sanitizer::SanitizerAttribute>> = list;
        list.iter().flatten().any(|name| name.name() == local && name.namespace() == namespace)
    };
    let own = config.elements.iter().flatten().find(|allowed| is(&allowed.element, element));
    let is_own = own.is_some_and(|own| has(&own.attributes));
    match &config.attributes {
        Some(_) => {
            let is_data = config.data_attributes == Some(true) && local.starts_with("data-");
            is_own || has(&config.attributes) || is_data
        }
        None => !has(&config.remove_attributes),
    }
}

fn check(text: &str, context: &'static str, sanitizer: &Sanitizer) {
    let sanitized = SanitizeOptions::new().sanitize(sanitizer, Context::html(context), text);
    for scripting in [false, true] {
        let mut options = ParseOpts::default();
        options.tree_builder.scripting_enabled = scripting;
        let name = QualName::new(None, ns!(html), context.into());
        let dom = parse_fragment(RcDom::default(), options, name, Vec::new(), scripting);
        let dom = dom.one(sanitized.html());
        // The root is an `html` that is not part of the fragment.
        let root = dom.document.children.borrow()[0].clone();
        for child in root.children.borrow().iter() {
            let faults = faults(child, &sanitizer.config());
            assert!(faults.is_empty(), "{faults:?} in {:?} of {text:?}", sanitized.html());
        }
    }
}

/// Hostile pieces in any order, or any markup.
fn markup() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => pieces, 1 => soup()]
}

/// The default configuration, and ones that allow what parsers differ about.
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

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn html5ever_finds_nothing_that_is_not_allowed(
        text in markup(), context in select(CONTEXTS), sanitizer in sanitizer(),
    ) {
        check(&text, context, &sanitizer);
    }

    #[test]
    fn html5ever_finds_nothing_that_is_not_allowed_by_default(
        text in markup(), context in select(CONTEXTS),
    ) {
        check(&text, context, &Sanitizer::new());
    }
}
