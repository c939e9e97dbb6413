//! Sanitized text is safe for every reader and a fixed point, however the sanitizer is configured;
//! where a stable text saves a second parse, that parse would have changed nothing.
//!
//! One input is one markup, one configuration and one context. Checked are:
//!
//! - the text: it is the same with a second parse and without, and sanitized again it stays as it
//!   is, in both ways;
//! - what each reader makes of the text, by both revisions, scripting on and off: nothing that runs
//!   a script, and no element or attribute that the sanitizer removes;
//! - what each reader makes of a page with the text in the context element, if that can stand in a
//!   page: nothing that runs a script, and nothing of it outside a `div`;
//! - a page with the text in the context element and others around it: all of the text is in there,
//!   and all around it is as without the text;
//! - the images in all of these, if the policy holds some back: nothing fetches one, and all can be
//!   shown and held back again;
//! - the styles in all of these, if the configuration lists properties: no other property, no URL
//!   that may not stay, nothing that ran a script in old browsers;
//! - the tree of the markup, sanitized in place: links, nothing that runs a script, nothing left to
//!   remove; and it is the tree of the text, if that took no second parse.

use std::rc::Rc;

use consomme::{
    Context, Document, ElementRef, Namespace, NodeRef, ParseOptions, QuirksMode, Revision,
};
use consomme_sanitizer::{SanitizeOptions, Sanitized, Sanitizer};

use super::choices::{ContextParts, split_text};
#[cfg(feature = "css")]
use super::sanitizer_beyond::SCOPE;
use super::sanitizer_beyond::{Beyond, is_listed_frame};
use super::sanitizer_choices::Configuration;
use super::sanitizer_held;
use super::sanitizer_pieces::PIECES;
use super::tree::{assert_same, dump};
use crate::in_page::{AROUND, EmptyPage, SHELLS, is_contained, page_with};
use crate::source_check::all_nodes;
#[cfg(feature = "css")]
use crate::styles::{self, Kept};

pub fn run(data: &[u8]) {
    Case::decode(data).check();
}

/// The case that an input stands for.
pub struct Case {
    text: String,
    pub sanitizer: Rc<Sanitizer>,
    pub context: ContextParts,
    beyond: Beyond,
    holds_images: bool,
    /// The rules for styles, if their properties are listed.
    #[cfg(feature = "css")]
    styles: Option<Kept<'static>>,
}

impl Case {
    pub fn decode(data: &[u8]) -> Case {
        let (mut text, mut choices) = split_text(data);
        let configuration = Configuration::choose(&mut choices);
        let context = choices.context_parts();
        for _ in 0..choices.number(24) {
            text += choices.one_of(PIECES);
        }
        configuration.add_data_attributes(&mut text);
        configuration.add_beyond(&mut choices, &mut text);
        #[cfg(feature = "css")]
        configuration.add_styles(&mut choices, &mut text);
        configuration.add_images(&mut choices, &mut text);
        #[cfg(feature = "css")]
        let styles = configuration.kept_styles();
        Case {
            text,
            beyond: configuration.beyond(),
            holds_images: configuration.holds_images(),
            sanitizer: configuration.sanitizer(),
            context,
            #[cfg(feature = "css")]
            styles,
        }
    }

    /// Checks the case, and returns the sanitized markup.
    pub fn check(&self) -> String {
        let html = check_with(&self.text, &self.sanitizer, &self.context, self.beyond);
        if self.holds_images {
            for (tree, is_sanitized) in self.trees(&html) {
                sanitizer_held::check(&tree, &html);
                if is_sanitized {
                    sanitizer_held::check_shown(&tree, &self.sanitizer);
                }
            }
        }
        #[cfg(feature = "css")]
        if let Some(kept) = self.styles {
            self.check_styles(&html, kept);
        }
        #[cfg(feature = "css")]
        if self.beyond.sheets {
            self.check_sheets(&html);
        }
        html
    }

    /// Checks the style sheets that each reader finds in the sanitized markup.
    #[cfg(feature = "css")]
    fn check_sheets(&self, html: &str) {
        let kept = self.styles.unwrap_or(Kept { properties: &[], url: None });
        for revision in [Revision::Living2026, Revision::Snapshot2024] {
            for scripting in [false, true] {
                let options = ParseOptions::new().revision(revision).scripting(scripting);
                let tree = options.parse_fragment(self.context.context(), html);
                for element in all_nodes(&tree).into_iter().filter_map(NodeRef::as_element) {
                    if element.name() != "style" || element.namespace() == Namespace::MathMl {
                        continue;
                    }
                    let sheet = element.text_content();
                    let checked = styles::check_sheet(&sheet, SCOPE, kept);
                    assert!(checked.is_ok(), "{}: {sheet:?} in {html:?}", checked.unwrap_err());
                }
            }
        }
    }

    /// Returns what each reader makes of the sanitized markup, and their trees of the markup
    /// itself, sanitized in place, each with whether it is one of these.
    fn trees(&self, html: &str) -> Vec<(Document, bool)> {
        let mut trees = Vec::new();
        for revision in [Revision::Living2026, Revision::Snapshot2024] {
            for scripting in [false, true] {
                let options = ParseOptions::new().revision(revision).scripting(scripting);
                trees.push((options.parse_fragment(self.context.context(), html), false));
                let mut tree = options.parse_fragment(self.context.context(), self.text.as_str());
                self.sanitizer.sanitize(&mut tree);
                trees.push((tree, true));
            }
        }
        trees
    }

    /// Checks the styles that each reader finds in the sanitized markup, and the styles of the
    /// tree.
    #[cfg(feature = "css")]
    fn check_styles(&self, html: &str, kept: Kept<'_>) {
        for (tree, _) in self.trees(html) {
            for element in all_nodes(&tree).into_iter().filter_map(NodeRef::as_element) {
                let style = element.attr("style").unwrap_or_default();
                let checked = styles::check(style, kept);
                assert!(checked.is_ok(), "{}: {style:?} in {html:?}", checked.unwrap_err());
            }
        }
    }
}

/// Checks the texts that a sanitizer makes of markup, for `innerHTML` and for pages, and the tree.
/// Returns the text for pages.
pub fn check(text: &str, sanitizer: &Sanitizer, parts: &ContextParts) -> String {
    check_with(text, sanitizer, parts, Beyond::default())
}

/// Checks as [`check`] does, where the policy has more actions.
fn check_with(text: &str, sanitizer: &Sanitizer, parts: &ContextParts, beyond: Beyond) -> String {
    let frames = beyond.frames;
    let for_inner_html = SanitizeOptions::new().inner_html(true);
    let sanitized = check_text(text, sanitizer, parts, &for_inner_html, beyond);
    check_tree(text, sanitizer, &parts.context(), &sanitized, frames);
    let sanitized = check_text(text, sanitizer, parts, &SanitizeOptions::new(), beyond);
    let read = ParseOptions::new().parse_fragment(parts.context(), sanitized.html());
    beyond.check_templates(&read, sanitized.html());
    check_surroundings(sanitized.html(), parts, false);
    let around = SanitizeOptions::new().around(AROUND);
    let in_others = around.sanitize(sanitizer, parts.context(), text);
    check_surroundings(in_others.html(), parts, true);
    sanitized.into_html()
}

/// Checks the text that a sanitizer makes of markup.
fn check_text(
    text: &str,
    sanitizer: &Sanitizer,
    parts: &ContextParts,
    options: &SanitizeOptions,
    beyond: Beyond,
) -> Sanitized {
    let frames = beyond.frames;
    let context = &parts.context();
    let sanitized = options.sanitize(sanitizer, context.clone(), text);
    let html = sanitized.html();
    let slowly = options.clone().always_read_again(true);
    let same = slowly.sanitize(sanitizer, context.clone(), text);
    assert_same(same.html(), html, "with a second parse");
    assert_eq!(same.is_text(), sanitized.is_text());
    for options in [options, &slowly] {
        let again = options.sanitize(sanitizer, context.clone(), html);
        assert_same(html, again.html(), &format!("again: {html:?}"));
    }
    let page = match parts.element {
        (Namespace::Html, name) => page_with(name, html),
        _ => None,
    };
    for revision in [Revision::Living2026, Revision::Snapshot2024] {
        for scripting in [false, true] {
            let options = ParseOptions::new().revision(revision).scripting(scripting);
            let tree = options.parse_fragment(context.clone(), html);
            check_safe(&tree, html, frames);
            check_outermost(&tree, html);
            check_unchanged(&tree, sanitizer, html, beyond);
            if let Some(page) = &page {
                check_page(&options.parse_str(page.as_str()), parts, frames);
            }
        }
    }
    sanitized
}

/// Checks that all of a sanitized text stays in the context element, and all around it as it is, in
/// some of the surroundings in which that element can be. They are chosen by the text.
fn check_surroundings(html: &str, parts: &ContextParts, is_named: bool) {
    // The pages that are tried have none of these.
    if parts.encoding.is_some() || parts.in_form || parts.quirks_mode != QuirksMode::NoQuirks {
        return;
    }
    // A page can have copies in it that the fragment does not have.
    if html.contains("<selectedcontent") {
        return;
    }
    let fragment = ParseOptions::new().parse_fragment(parts.context(), html);
    let shells = SHELLS.iter().filter(|shell| shell.is_named == is_named);
    for shell in shells.skip(html.len() % 3).step_by(3) {
        if let Some(page) = EmptyPage::new(parts.element, shell) {
            page.check(html, &fragment).unwrap();
        }
    }
}

/// Checks a page with sanitized text in it.
fn check_page(page: &Document, parts: &ContextParts, frames: bool) {
    check_safe(page, page.source(), frames);
    // In 2024, the tags in a `select` are dropped, and end tags there close elements around it.
    if parts.element.1 == "div" && !page.source().contains("<select") {
        assert!(is_contained(page), "{page}");
    }
}

/// Checks a tree that is sanitized in place. If it took no second parse to write it, it is the tree
/// that the text is parsed to.
fn check_tree(
    text: &str,
    sanitizer: &Sanitizer,
    context: &Context<'_>,
    sanitized: &Sanitized,
    frames: bool,
) {
    let parse = |html: &str| ParseOptions::new().parse_fragment(context.clone(), html);
    let mut tree = parse(text);
    sanitizer.sanitize(&mut tree);
    tree.check_invariants().unwrap();
    check_safe(&tree, text, frames);
    let before = dump(&tree);
    sanitizer.sanitize(&mut tree);
    assert_same(&before, &dump(&tree), "sanitized twice");
    if sanitized.rounds() == 0 && !sanitized.is_text() {
        let html = sanitized.html();
        tree.normalize(tree.root().id()).unwrap();
        assert_same(&dump(&tree), &dump(&parse(html)), &format!("parsed again: {html:?}"));
    }
}

/// Checks that no element and no attribute of a tree is one that the sanitizer removes. Comments
/// and processing instructions depend on the revision. The callback for texts may add elements: it
/// has seen the texts of the reader whose tree is written, and others can have other pieces.
fn check_unchanged(tree: &Document, sanitizer: &Sanitizer, html: &str, beyond: Beyond) {
    let mut sanitized = tree.clone();
    sanitizer.sanitize(&mut sanitized);
    let elements = |document: &Document| {
        let nodes = all_nodes(document);
        let elements = nodes.into_iter().filter_map(NodeRef::as_element);
        elements.map(|element| format!("{:?}", (element.name(), element.attrs().count()))).collect()
    };
    let (before, after): (Vec<String>, Vec<String>) = (elements(tree), elements(&sanitized));
    if beyond.texts {
        let mut after = after.iter();
        let is_kept = before.iter().all(|element| after.any(|other| other == element));
        assert!(is_kept, "{before:?} of {html:?}");
    } else {
        assert_eq!(before, after, "of {html:?}");
    }
}

/// Checks that no outermost element of sanitized text makes the element around it a shadow host.
fn check_outermost(tree: &Document, html: &str) {
    let outermost = tree.root().children().filter_map(NodeRef::as_element);
    let mut templates = outermost.filter(|element| element.is_html("template"));
    assert!(!templates.any(|it| it.has_attr("shadowrootmode")), "{html:?}");
}

/// Checks that a tree has nothing that runs a script, by other words than the sanitizer's; but for
/// frames, if they are kept from a listed host.
pub fn check_safe(tree: &Document, html: &str, frames: bool) {
    check_handlers(tree, html);
    for element in all_nodes(tree).into_iter().filter_map(NodeRef::as_element) {
        let is_safe_frame = frames && is_safe_frame(element);
        assert!(is_safe_frame || !runs_scripts(element), "{element:?} in {html:?}");
        for attribute in element.attrs() {
            let value = attribute.value().replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
            let is_script = value.trim_start_matches(|c| c <= ' ').starts_with("javascript:");
            let is_followed = is_script && navigates(element, attribute.name());
            assert!(!is_followed, "{attribute:?} in {html:?}");
        }
    }
}

/// Checks that a tree has no event handler content attribute.
pub fn check_handlers(tree: &Document, html: &str) {
    for element in all_nodes(tree).into_iter().filter_map(NodeRef::as_element) {
        for attribute in element.attrs() {
            let is_handler = EVENT_HANDLERS.contains(&attribute.name());
            let is_handler = is_handler && attribute.namespace().url().is_none();
            assert!(!is_handler, "{attribute:?} in {html:?}");
        }
    }
}

/// Whether an element is a frame from the listed host, in a sandbox and without content.
fn is_safe_frame(element: ElementRef<'_>) -> bool {
    let attribute = |name: &str| element.attr(name);
    element.is_html("iframe") && is_listed_frame(attribute) && !element.as_node().has_children()
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
