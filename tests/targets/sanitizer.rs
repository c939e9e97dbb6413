//! Sanitized text is safe for every reader and a fixed point, however the sanitizer is configured;
//! where a plain tree saves a second parse, that parse would have changed nothing.

use consomme::sanitizer::{
    AttributeVerdict, ElementVerdict, Policy, RelativeUrls, SanitizeOptions, Sanitized, Sanitizer,
    SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes, UrlPolicy,
};
use consomme::{Context, Document, ElementRef, Namespace, NodeRef, ParseOptions, Revision};

use super::choices::{Choices, split_text};
use super::sanitizer_pieces::PIECES;
use super::source_check::all_nodes;
use super::tree::{assert_same, dump};

pub(crate) fn run(data: &[u8]) {
    let (mut text, mut choices) = split_text(data);
    let mut sanitizer = sanitizer(&mut choices);
    if choices.number(3) == 0 {
        sanitizer = sanitizer.policy(policy(&mut choices));
    }
    let context = choices.context();
    for _ in 0..choices.number(24) {
        text += choices.one_of(PIECES);
    }
    check(&text, &sanitizer, &context);
}

/// Checks the text that a sanitizer makes of markup, and the tree.
pub(crate) fn check(text: &str, sanitizer: &Sanitizer, context: &Context<'_>) {
    let options = SanitizeOptions::new();
    let sanitized = options.sanitize(sanitizer, context.clone(), text);
    let html = sanitized.html();
    let slowly = options.clone().without_plain_trees(true);
    let same = slowly.sanitize(sanitizer, context.clone(), text);
    assert_same(same.html(), html, "with a second parse");
    assert_eq!(same.is_text(), sanitized.is_text());
    for options in [&options, &slowly] {
        let again = options.sanitize(sanitizer, context.clone(), html);
        assert_same(html, again.html(), &format!("again: {html:?}"));
    }
    for revision in [Revision::Living2026, Revision::Snapshot2024] {
        for scripting in [false, true] {
            let options = ParseOptions::new().revision(revision).scripting(scripting);
            let tree = options.parse_fragment(context.clone(), html);
            check_safe(&tree, html);
            check_unchanged(&tree, sanitizer, html);
        }
    }
    check_tree(text, sanitizer, context, &sanitized);
}

/// Checks a tree that is sanitized in place. If it took no second parse to write it, it is the tree
/// that the text is parsed to.
fn check_tree(text: &str, sanitizer: &Sanitizer, context: &Context<'_>, sanitized: &Sanitized) {
    let parse = |html: &str| ParseOptions::new().parse_fragment(context.clone(), html);
    let mut tree = parse(text);
    tree.sanitize(sanitizer);
    tree.check_invariants().unwrap();
    check_safe(&tree, text);
    let before = dump(&tree);
    tree.sanitize(sanitizer);
    assert_same(&before, &dump(&tree), "sanitized twice");
    if sanitized.rounds() == 0 && !sanitized.is_text() {
        let html = sanitized.html();
        tree.normalize(tree.root().id()).unwrap();
        assert_same(&dump(&tree), &dump(&parse(html)), &format!("parsed again: {html:?}"));
    }
}

/// Checks that no element and no attribute of a tree is one that the sanitizer removes. Comments
/// and processing instructions depend on the revision.
fn check_unchanged(tree: &Document, sanitizer: &Sanitizer, html: &str) {
    let mut sanitized = tree.clone();
    sanitized.sanitize(sanitizer);
    let elements = |document: &Document| {
        let nodes = all_nodes(document);
        let elements = nodes.into_iter().filter_map(NodeRef::as_element);
        elements.map(|element| format!("{:?}", (element.name(), element.attrs().count()))).collect()
    };
    let (before, after): (Vec<String>, Vec<String>) = (elements(tree), elements(&sanitized));
    assert_eq!(before, after, "of {html:?}");
}

/// Checks that a tree has nothing that runs a script, by other words than the sanitizer's.
fn check_safe(tree: &Document, html: &str) {
    for element in all_nodes(tree).into_iter().filter_map(NodeRef::as_element) {
        assert!(!runs_scripts(element), "{element:?} in {html:?}");
        for attribute in element.attrs() {
            let (name, value) = (attribute.name(), attribute.value());
            let is_handler =
                EVENT_HANDLERS.contains(&name) && attribute.namespace().url().is_none();
            let value = value.replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
            let is_script = value.trim_start_matches(|c| c <= ' ').starts_with("javascript:");
            let is_followed = is_script && navigates(element, name);
            assert!(!is_handler && !is_followed, "{attribute:?} in {html:?}");
        }
    }
}

fn runs_scripts(element: ElementRef<'_>) -> bool {
    match element.namespace() {
        Namespace::Html => {
            ["script", "iframe", "frame", "object", "embed", "base"].contains(&element.name())
        }
        Namespace::Svg => ["script", "use"].contains(&element.name()),
        _ => false,
    }
}

/// Whether a URL in the attribute of that name navigates.
fn navigates(element: ElementRef<'_>, attribute: &str) -> bool {
    match element.namespace() {
        Namespace::Html => [
            ("a", "href"),
            ("area", "href"),
            ("button", "formaction"),
            ("form", "action"),
            ("input", "formaction"),
        ]
        .contains(&(element.name(), attribute)),
        Namespace::Svg => (element.name(), attribute) == ("a", "href"),
        _ => attribute == "href",
    }
}

/// Some of each kind.
const EVENT_HANDLERS: [&str; 12] = [
    "onabort",
    "onbegin",
    "onbeforeunload",
    "onblur",
    "onclick",
    "onerror",
    "onfocus",
    "onhashchange",
    "onload",
    "onmouseover",
    "onpointerdown",
    "ontoggle",
];

/// Chooses a policy. What it sets, it would set again.
fn policy(choices: &mut Choices<'_>) -> Policy {
    let mut policy = Policy::new().unwrap_unlisted(choices.flag());
    if choices.flag() {
        policy = policy.urls(UrlPolicy::new().relative(RelativeUrls::KeepOnHost));
    }
    if choices.flag() {
        policy = policy.id_prefix("u-").classes("p", ["a*"]);
    }
    if choices.flag() {
        policy = policy.enforce_attribute("a", "rel", "x").enforce_attribute("p", "onclick", "x");
    }
    if choices.flag() {
        policy = policy.custom_elements(|name| name.len() < 5);
    }
    if choices.flag() {
        policy = policy.on_element(|element| match element.name() {
            "b" | "svg" | "form" | "mtext" => ElementVerdict::Unwrap,
            "i" | "g" => ElementVerdict::Remove,
            _ => ElementVerdict::Keep,
        });
    }
    if choices.flag() {
        policy = policy.on_attribute(|_, attribute| match attribute.name() {
            "title" => AttributeVerdict::Set("javascript:x".to_owned()),
            "href" => AttributeVerdict::Set("https://example.com/".to_owned()),
            "style" => AttributeVerdict::Remove,
            _ => AttributeVerdict::Keep,
        });
    }
    policy
}

/// Chooses a sanitizer.
fn sanitizer(choices: &mut Choices<'_>) -> Sanitizer {
    match choices.number(3) {
        0 => Sanitizer::new(),
        1 => Sanitizer::allow_everything(),
        2 => modified(Sanitizer::new(), choices),
        _ => configured(choices),
    }
}

/// Names that the rules of the parser tell from others.
const NAMES: [&str; 40] = [
    "a",
    "b",
    "nobr",
    "p",
    "div",
    "h1",
    "h2",
    "ul",
    "li",
    "dl",
    "dd",
    "dt",
    "table",
    "caption",
    "colgroup",
    "col",
    "tbody",
    "tr",
    "td",
    "th",
    "select",
    "option",
    "optgroup",
    "form",
    "button",
    "input",
    "textarea",
    "title",
    "style",
    "xmp",
    "noscript",
    "noembed",
    "plaintext",
    "template",
    "ruby",
    "rt",
    "rtc",
    "marquee",
    "x-a",
    "image",
];

/// Names of foreign elements.
const FOREIGN: [(Namespace, &str); 10] = [
    (Namespace::Svg, "svg"),
    (Namespace::Svg, "foreignObject"),
    (Namespace::Svg, "desc"),
    (Namespace::Svg, "title"),
    (Namespace::Svg, "style"),
    (Namespace::MathMl, "math"),
    (Namespace::MathMl, "mi"),
    (Namespace::MathMl, "mtext"),
    (Namespace::MathMl, "mglyph"),
    (Namespace::MathMl, "annotation-xml"),
];

fn element(choices: &mut Choices<'_>) -> SanitizerElement {
    match choices.flag() {
        false => choices.one_of(&NAMES).into(),
        true => choices.one_of(&FOREIGN).into(),
    }
}

/// Modifies a sanitizer a few times.
fn modified(mut sanitizer: Sanitizer, choices: &mut Choices<'_>) -> Sanitizer {
    for _ in 0..choices.number(12) {
        match choices.number(5) {
            0 | 1 => sanitizer.allow_element(SanitizerElementWithAttributes::new(element(choices))),
            2 => sanitizer.remove_element(element(choices)),
            3 => sanitizer.replace_element_with_children(element(choices)),
            4 => sanitizer
                .allow_attribute(choices.one_of(&["id", "onclick", "href", "encoding", "for"])),
            _ => sanitizer.set_comments(choices.flag()),
        };
    }
    sanitizer
}

/// Returns a sanitizer that keeps all but what a few choices say.
fn configured(choices: &mut Choices<'_>) -> Sanitizer {
    let none: [&str; 0] = [];
    let config = match choices.flag() {
        true => SanitizerConfig::new().remove_attributes(["style"]),
        false => SanitizerConfig::new().attributes(none).data_attributes(true),
    };
    let sanitizer = Sanitizer::from_config(config).expect("a valid configuration");
    modified(sanitizer, choices)
}
