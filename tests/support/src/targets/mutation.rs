//! Mutation: an attribute, a comment or text of a tree becomes an element or an attribute when the
//! tree is serialized and parsed again. That never happens without a reason in [`reason`].
//!
//! Elements and attributes may vanish or move, but none may be new. Elements that the parser
//! implies have no attributes, and are never new.

use std::collections::BTreeSet;

use consomme::positions::Reason;
use consomme::serialize::{MinifyOptions, SerializeOptions};
use consomme::{Document, ElementRef, Namespace, NodeRef, Revision};

use super::choices::split_text;
use super::roundtrip::{parse, parse_with_positions};
use super::tree::may_patch_content;
use super::unstable::{self, Setting, is_html, is_in, swallows_end_tag};
use crate::source_check::all_nodes;

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    check(&text, Setting::choose(&mut choices, &[None, Some(8), Some(7), Some(9), Some(10)]));
}

pub fn check(text: &str, setting: Setting) {
    let document = parse(text, setting);
    if reason(&document, setting).is_some() {
        return;
    }
    let (html, new) = mutations(&document, setting);
    assert!(new.is_empty(), "{new:?} in {html:?}");
    let minify = MinifyOptions::new().scripting(setting.scripting);
    let minified = document.serialize(&minify).to_string();
    let new = new_things(&document, &minified, setting);
    assert!(new.is_empty(), "{new:?} in minified {minified:?}");
}

/// Serializes a document and parses it again. Returns the text, and the things that are new.
pub fn mutations(document: &Document, setting: Setting) -> (String, Vec<Thing>) {
    let options = SerializeOptions::new().revision(setting.revision).scripting(setting.scripting);
    let html = document.serialize(&options).to_string();
    let new = new_things(document, &html, setting);
    (html, new)
}

/// Returns the things in a text that were not in the document.
fn new_things(document: &Document, html: &str, setting: Setting) -> Vec<Thing> {
    let implied = ["html", "head", "body", "tbody", "tr", "colgroup"];
    let is_implied = |thing: &Thing| matches!(thing, Thing::Element(Namespace::Html, name) if implied.contains(&name.as_str()));
    let (before, after) = (things(document), things(&parse(html, setting)));
    after.difference(&before).filter(|thing| !is_implied(thing)).cloned().collect()
}

/// A thing in a tree that can do harm.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thing {
    Element(Namespace, String),
    /// An attribute of an element, with its namespace and value.
    Attribute(Namespace, String, Option<&'static str>, String, String),
    /// The texts in a `script` or `style` of HTML or SVG, as the standard reads its code: without
    /// the texts of elements in it. In MathML these names mean nothing.
    Code(Namespace, String, String),
}

fn things(document: &Document) -> BTreeSet<Thing> {
    let mut things = BTreeSet::new();
    let mut waiting = vec![document.root()];
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children());
        let Some(element) = node.as_element() else { continue };
        waiting.extend(element.template_contents());
        let (namespace, name) = (element.namespace(), element.name().to_owned());
        things.extend(element.attrs().map(|attribute| {
            let (attribute_name, value) =
                (attribute.name().to_owned(), normalized(attribute.value()));
            Thing::Attribute(
                namespace,
                name.clone(),
                attribute.namespace().url(),
                attribute_name,
                value,
            )
        }));
        if namespace != Namespace::MathMl && (name == "script" || name == "style") {
            // A comment between two texts keeps their newlines apart.
            let texts = element.children().filter_map(NodeRef::as_text);
            let code: String = texts.map(normalized).collect();
            things.insert(Thing::Code(namespace, name.clone(), code));
        }
        things.insert(Thing::Element(namespace, name));
    }
    things
}

/// Normalizes the newlines of a text, as parsing does.
fn normalized(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Returns a reason why a tree can mutate.
pub fn reason(document: &Document, setting: Setting) -> Option<&'static str> {
    let may_patch_content = may_patch_content(document);
    if may_patch_content && has_patch_where_no_tag_is_allowed(document, setting) {
        return Some("template for: it puts content where no tag could put it");
    }
    let mut waiting = vec![document.root()];
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children());
        let Some(element) = node.as_element() else { continue };
        waiting.extend(element.template_contents());
        let parent = element.parent().and_then(NodeRef::as_element);
        if element.namespace() != namespace_in(element, parent) {
            if ["mglyph", "malignmark"].contains(&element.name()) {
                return Some("mglyph: moved out of a table into text of MathML, it becomes MathML");
            }
            // An `svg` start tag there goes by the rules of "in body", which reconstruct the active
            // formatting elements before they insert it.
            // <https://html.spec.whatwg.org/#tree-construction-dispatcher>
            if parent.is_some_and(|parent| parent.name() == "annotation-xml") {
                return Some("annotation-xml: a formatting element in it ends the MathML");
            }
            if may_patch_content {
                return Some("template for: it puts elements of HTML into SVG or MathML");
            }
        }
        if may_patch_content
            && setting.revision == Revision::Living2026
            && is_code_with_marker(element)
        {
            return Some("template for: it puts text into code of SVG");
        }
        if let Some(found) = reason_of_element(element, setting) {
            return Some(found);
        }
    }
    None
}

/// Whether a `<template for>` has put content into a parent whose insertion mode would have put it
/// somewhere else or ignored it. That mode is "in body" or "in cell" for all parents but these, and
/// the content of a template chooses its mode.
///
/// <https://html.spec.whatwg.org/#prepare-content-patching>
fn has_patch_where_no_tag_is_allowed(document: &Document, setting: Setting) -> bool {
    let document = parse_with_positions(document.source(), setting);
    all_nodes(&document).into_iter().any(|node| {
        let parent = unstable::parent_name(node, setting);
        // Their start tags pop an `option` that is the current node.
        let pops_option = |name: &str| ["option", "optgroup", "hr"].contains(&name);
        let name = node.as_element().map_or("", |element| element.name());
        node.moved() == Some(Reason::ContentPatching)
            && (parent == "option" && pops_option(name)
                || [
                    "", "html", "head", "frameset", "table", "colgroup", "tbody", "thead", "tfoot",
                    "tr", "select", "template",
                ]
                .contains(&parent))
    })
}

/// Whether a `<template for>` that did not find a marker may find it here. In HTML, code has none.
fn is_code_with_marker(element: ElementRef<'_>) -> bool {
    element.namespace() == Namespace::Svg
        && ["script", "style"].contains(&element.name())
        && element.children().any(|child| child.as_processing_instruction().is_some())
}

fn reason_of_element(element: ElementRef<'_>, setting: Setting) -> Option<&'static str> {
    if !is_html(&element) {
        return None;
    }
    if ["mglyph", "malignmark"].contains(&element.name()) && gets_into_math_text(element, setting) {
        return Some(
            "mglyph: an element around it ends too soon, in text of MathML, and it becomes MathML",
        );
    }
    if ends_foreign_element(element, setting) {
        return Some(
            "namesake: ended too soon, its end tag ends the SVG or MathML of that name around it",
        );
    }
    match element.name() {
        "script" => {
            let swallows = swallows_end_tag(&element.text_content());
            swallows.then_some("script: a `<script` after a `<!--` swallows the end tag")
        }
        "form" => {
            let is_in_form = is_in(element, &["form"], &[]) || setting.context == Some("form");
            is_in_form.then_some("form: one in another is ignored")
        }
        _ => None,
    }
}

/// Whether an HTML element is in a MathML text integration point, and something there may end an
/// element between the two. A `form` between them may end at its start tag: the limit on depth can
/// put the MathML into a part of a template whose content is read as that of a table.
fn gets_into_math_text(element: ElementRef<'_>, setting: Setting) -> bool {
    let mut ancestors = element.ancestors().filter_map(NodeRef::as_element);
    let mut is_in_form = false;
    let foreign = ancestors.find(|ancestor| {
        is_in_form |= is_html(ancestor) && ancestor.name() == "form";
        !is_html(ancestor)
    });
    foreign.is_some_and(|foreign| {
        is_math_text(foreign)
            && (has_what_may_end_others(foreign, setting) || is_in_form && setting.depth.is_some())
    })
}

/// Whether the start tag of an HTML element in that one may end another.
fn has_what_may_end_others(element: ElementRef<'_>, setting: Setting) -> bool {
    element.as_node().descendants().filter_map(NodeRef::as_element).any(|inner| {
        inner.id() != element.id()
            && is_html(&inner)
            && unstable::reason_of_element(inner, setting).is_some()
    })
}

/// Whether the end tag of an HTML element may be taken for that of an element of SVG or MathML
/// around it: that has the same name, and the start tag of something in the HTML element may end it
/// before; or it is a `form`, which a table ends at once.
///
/// <https://html.spec.whatwg.org/#parsing-main-inforeign>
fn ends_foreign_element(element: ElementRef<'_>, setting: Setting) -> bool {
    let mut ancestors = element.ancestors().filter_map(NodeRef::as_element);
    let has_namesake = ancestors.any(|ancestor| {
        !is_html(&ancestor) && ancestor.name().eq_ignore_ascii_case(element.name())
    });
    has_namesake
        && (element.name() == "form" && element.first_child().is_none()
            || has_what_may_end_others(element, setting))
}

/// The namespace of the element that a start tag makes in that parent.
///
/// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
fn namespace_in(element: ElementRef<'_>, parent: Option<ElementRef<'_>>) -> Namespace {
    let name = element.name();
    let Some(parent) = parent.filter(|parent| !is_integration_point(*parent, name)) else {
        return match name {
            "svg" => Namespace::Svg,
            "math" => Namespace::MathMl,
            _ => Namespace::Html,
        };
    };
    if name == "svg" && parent.namespace() == Namespace::MathMl && parent.name() == "annotation-xml"
    {
        return Namespace::Svg;
    }
    parent.namespace()
}

/// <https://html.spec.whatwg.org/#mathml-text-integration-point>
fn is_math_text(element: ElementRef<'_>) -> bool {
    element.namespace() == Namespace::MathMl
        && ["mi", "mo", "mn", "ms", "mtext"].contains(&element.name())
}

/// Whether a start tag of that name makes an HTML element in that parent.
fn is_integration_point(parent: ElementRef<'_>, name: &str) -> bool {
    match (parent.namespace(), parent.name()) {
        (Namespace::Svg, parent) => ["foreignObject", "desc", "title"].contains(&parent),
        (Namespace::MathMl, _) if is_math_text(parent) => !["mglyph", "malignmark"].contains(&name),
        (Namespace::MathMl, "annotation-xml") => parent.attr("encoding").is_some_and(|encoding| {
            ["text/html", "application/xhtml+xml"]
                .iter()
                .any(|html| html.eq_ignore_ascii_case(encoding))
        }),
        (Namespace::MathMl, _) => false,
        _ => true,
    }
}
