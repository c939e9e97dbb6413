//! Serializing shadow roots: every HTML element that can be a shadow host, and every one that
//! cannot, with every kind of shadow root and every option. The checks are the ones of the Web
//! Platform Tests for `getHTML`.
//!
//! <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>

use std::fs;

use consomme::serialize::SerializeOptions;
use consomme::shadow::{ShadowRootInit, ShadowRootMode, SlotAssignment};
use consomme::{Document, NodeId, NodeRef, ParseOptions, Revision, TreeError, parse_fragment};
use consomme_test::suite::own_data;
use consomme_test::tree_case::{self, TreeCase};
use consomme_test::tree_dump::{Doctype, dump};

/// The HTML elements that can have a shadow root but for `body`, which is no child of a `div`, and
/// two custom elements.
const HOSTS: &[&str] = &[
    "article",
    "aside",
    "blockquote",
    "div",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "main",
    "nav",
    "p",
    "section",
    "span",
    "soup-bowl",
    "x-\u{1F372}=",
];

/// The other HTML elements, an unknown one, and names that no custom element can have.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "a", "abbr", "address", "applet", "area", "audio", "b", "base", "bdi", "bdo", "bgsound", "big", "br", "button",
    "canvas", "caption", "center", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del", "details", "dfn",
    "dialog", "dir", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "form", "frame", "frameset",
    "head", "hgroup", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "map",
    "mark", "marquee", "menu", "meta", "meter", "nobr", "noframes", "noscript", "object", "ol", "optgroup", "option",
    "output", "param", "picture", "pre", "progress", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "script", "search",
    "select", "selectedcontent", "slot", "small", "source", "strike", "strong", "style", "sub", "summary", "sup", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tt", "u", "ul", "var",
    "video", "wbr", "xmp", "htmlunknown", "x", "annotation-xml", "color-profile", "font-face", "font-face-src",
    "font-face-uri", "font-face-format", "font-face-name", "missing-glyph",
];

const CONTENTS: &[&str] = &["", "<span>light</span>"];
const FLAGS: [bool; 2] = [false, true];

/// A document, and the node in it whose HTML is asked for: an element or a shadow root.
fn wrapper(in_shadow_root: bool) -> (Document, NodeId) {
    let mut document = parse_fragment("body", "<div>");
    let div = document.root().first_child().unwrap().id();
    if !in_shadow_root {
        return (document, div);
    }
    let root = document.attach_shadow(div, ShadowRootInit::new(ShadowRootMode::Open)).unwrap();
    (document, root)
}

/// Puts an element with that content into a node, without a parser's view of where it may stand.
fn append_element(document: &mut Document, parent: NodeId, name: &str, content: &str) -> NodeId {
    let element = document.append_element(parent, name).unwrap();
    if !content.is_empty() {
        let span = document.append_element(element, "span").unwrap();
        document.append_text(span, "light").unwrap();
    }
    element
}

/// The flags of a shadow root in the order of its attributes.
fn all_inits() -> Vec<ShadowRootInit> {
    let mut inits = Vec::new();
    for mode in [ShadowRootMode::Open, ShadowRootMode::Closed] {
        for bits in 0..32_u32 {
            let mut init = ShadowRootInit::new(mode);
            init.delegates_focus = bits & 1 != 0;
            init.serializable = bits & 2 != 0;
            if bits & 4 != 0 {
                init.slot_assignment = SlotAssignment::Manual;
            }
            init.clonable = bits & 8 != 0;
            init.keeps_custom_element_registry_null = bits & 16 != 0;
            inits.push(init);
        }
    }
    inits
}

/// The start tag that stands for a shadow root.
fn start_tag(init: &ShadowRootInit) -> String {
    let mut tag = format!("<template shadowrootmode=\"{}\"", init.mode);
    for (is_set, attribute) in [
        (init.delegates_focus, "delegatesfocus=\"\""),
        (init.serializable, "serializable=\"\""),
        (init.slot_assignment == SlotAssignment::Manual, "slotassignment=\"manual\""),
        (init.clonable, "clonable=\"\""),
        (init.keeps_custom_element_registry_null, "customelementregistry=\"\""),
    ] {
        if is_set {
            tag += &format!(" shadowroot{attribute}");
        }
    }
    tag + ">"
}

/// The result of `getHTML` for a node with these options.
fn html(node: NodeRef<'_>, serializable: Option<bool>, roots: &[NodeId]) -> String {
    let mut options = SerializeOptions::new().shadow_roots(roots.iter().copied());
    if let Some(serializable) = serializable {
        options = options.serializable_shadow_roots(serializable);
    }
    node.serialize_inner(&options).to_string()
}

/// Checks of the expectations so far, to see that there are as many as there should be.
struct Checks(usize);

impl Checks {
    #[track_caller]
    fn equal(&mut self, actual: &str, expected: &str) {
        assert_eq!(actual, expected);
        self.0 += 1;
    }

    /// Checks all options for a host with that shadow root, to which a slot is added.
    fn check_host(&mut self, document: &mut Document, wrapper: NodeId, root: NodeId, light: &str) {
        let host = document.node(root).as_shadow_root().unwrap().host();
        let (host, name) = (host.id(), host.name().to_owned());
        let init = document.node(root).as_shadow_root().unwrap().init();
        document.append_element(root, "slot").unwrap();
        let shadow = format!("{}<slot></slot></template>", start_tag(&init));
        let with = format!("<{name}>{shadow}{light}</{name}>");
        let without = format!("<{name}>{light}</{name}>");
        let (wrapper, host) = (document.node(wrapper), document.node(host));
        let expected = if init.serializable { &with } else { &without };
        self.equal(&html(wrapper, Some(true), &[]), expected);
        if init.serializable {
            self.equal(&html(host, Some(true), &[]), &format!("{shadow}{light}"));
        }
        for serializable in [Some(true), Some(false), None] {
            self.equal(&html(wrapper, serializable, &[root]), &with);
        }
        self.check_defaults(wrapper, &without);
        self.equal(&document.node(root).inner_html(), "<slot></slot>");
    }

    /// Checks the output without shadow roots.
    fn check_defaults(&mut self, wrapper: NodeRef<'_>, expected: &str) {
        self.equal(&html(wrapper, Some(false), &[]), expected);
        self.equal(&html(wrapper, None, &[]), expected);
        self.equal(&wrapper.inner_html(), expected);
    }
}

#[test]
fn attached_shadow_roots_are_written_as_the_options_say() {
    let mut checks = Checks(0);
    for name in HOSTS {
        for light in CONTENTS {
            for in_shadow_root in FLAGS {
                for init in all_inits() {
                    let (mut document, wrapper) = wrapper(in_shadow_root);
                    let host = append_element(&mut document, wrapper, name, light);
                    let root = document.attach_shadow(host, init).unwrap();
                    assert_eq!(document.node(root).as_shadow_root().unwrap().init(), init);
                    checks.check_host(&mut document, wrapper, root, light);
                    document.check_invariants().unwrap();
                }
            }
        }
    }
    assert!(checks.0 >= 38_000, "{} checks", checks.0);
}

/// "If documentRegistry is null and shadowRegistry is null, then return false."
#[test]
fn the_document_of_template_contents_has_no_registry() {
    let tag = "<template shadowrootmode=\"open\" shadowrootserializable=\"\"";
    let with = format!("{tag} shadowrootcustomelementregistry=\"\"></template>");
    let without = format!("{tag}></template>");
    let html = format!("<template><p>{with}</p></template><p>{with}</p>");
    let document = ParseOptions::new().declarative_shadow_roots(true).parse_fragment("div", &*html);
    let expected = format!("<template><p>{without}</p></template><p>{with}</p>");
    assert_eq!(self::html(document.root(), Some(true), &[]), expected);
    // The start of the walk in the contents, in the shadow root in them, and at the template.
    let template = document.root().first_child().unwrap();
    let expected = format!("<p>{without}</p>");
    assert_eq!(self::html(template, Some(true), &[]), expected);
    let contents = template.as_element().unwrap().template_contents().unwrap();
    assert_eq!(self::html(contents, Some(true), &[]), expected);
    assert_eq!(self::html(contents.first_child().unwrap(), Some(true), &[]), without);
}

#[test]
fn parsed_shadow_roots_are_written_as_the_options_say() {
    let mut checks = Checks(0);
    let options = ParseOptions::new().declarative_shadow_roots(true);
    for name in HOSTS {
        for light in CONTENTS {
            for in_shadow_root in FLAGS {
                for init in all_inits() {
                    let html = format!("<{name}>{light}{}", start_tag(&init));
                    let parsed = options.parse_fragment("div", html);
                    let (mut document, wrapper) = wrapper(in_shadow_root);
                    let mut parsed = parsed;
                    let fragment = parsed.root().id();
                    let moved = document.adopt_node(&mut parsed, fragment).unwrap();
                    document.append(wrapper, moved).unwrap();
                    let host = document.node(wrapper).first_element_child().unwrap();
                    let root = host.shadow_root().unwrap();
                    assert!(root.is_declarative());
                    assert_eq!(root.init(), init, "{name}");
                    let (host, root) = (host.id(), root.id());
                    // As for a script: the shadow root that the parser attached is returned, once.
                    assert_eq!(document.attach_shadow(host, init), Ok(root));
                    let error = TreeError::SecondShadowRoot { node: host };
                    assert_eq!(document.attach_shadow(host, init), Err(error));
                    checks.check_host(&mut document, wrapper, root, light);
                    document.check_invariants().unwrap();
                }
            }
        }
    }
    assert!(checks.0 >= 38_000, "{} checks", checks.0);
}

#[test]
fn other_elements_have_no_shadow_root() {
    let mut checks = Checks(0);
    for name in OTHERS {
        for light in CONTENTS {
            for in_shadow_root in FLAGS {
                let (mut document, wrapper) = wrapper(in_shadow_root);
                let element = append_element(&mut document, wrapper, name, light);
                for init in all_inits() {
                    let error = TreeError::InvalidShadowHost { node: element };
                    assert_eq!(document.attach_shadow(element, init), Err(error), "{name}");
                }
                let expected = document.node(wrapper).inner_html();
                let wrapper = document.node(wrapper);
                checks.equal(&html(wrapper, Some(true), &[element]), &expected);
                checks.check_defaults(wrapper, &expected);
            }
        }
    }
    assert!(checks.0 >= 1_900, "{} checks", checks.0);
}

/// The attributes of a shadow root are serialized as they are parsed.
#[test]
fn what_is_written_is_parsed_again() {
    let options = ParseOptions::new().declarative_shadow_roots(true);
    for init in all_inits() {
        let html = format!("<p>{}<b>x</b><slot></slot></template>y</p>", start_tag(&init));
        let document = options.parse_fragment("div", html.as_str());
        let root = document.root().first_element_child().unwrap().shadow_root().unwrap().id();
        let options = SerializeOptions::new().shadow_roots([root]);
        assert_eq!(document.serialize(&options).to_string(), html);
        let mut written = Vec::new();
        document.root().serialize_outer(&options).write_to(&mut written).unwrap();
        assert_eq!(written, html.as_bytes());
    }
}

#[test]
fn the_revision_of_2024_writes_four_attributes() {
    let mut document = parse_fragment("body", "<p>x");
    let p = document.root().first_child().unwrap().id();
    let all = all_inits().pop().unwrap();
    document.attach_shadow(p, all).unwrap();
    let options =
        SerializeOptions::new().revision(Revision::Snapshot2024).serializable_shadow_roots(true);
    assert_eq!(
        document.node(p).serialize_outer(&options).to_string(),
        "<p><template shadowrootmode=\"closed\" shadowrootdelegatesfocus=\"\" \
         shadowrootserializable=\"\" shadowrootclonable=\"\"></template>x</p>"
    );
}

/// Each shadow root is asked about on its own, in any other or in template contents.
#[test]
fn nested_shadow_roots_are_written_where_each_is_asked_for() {
    let html = "<p>1<template shadowrootmode=open shadowrootserializable>2<span>3\
        <template shadowrootmode=closed>4<template><p>5<template shadowrootmode=open \
        shadowrootserializable>6";
    let document = ParseOptions::new().declarative_shadow_roots(true).parse_fragment("div", html);
    let p = document.root().first_element_child().unwrap();
    let outer = p.shadow_root().unwrap();
    let inner = outer.first_element_child().unwrap().shadow_root().unwrap();
    let outer_tag = "<template shadowrootmode=\"open\" shadowrootserializable=\"\">";
    let deepest = format!("<template><p>{outer_tag}6</template>5</p></template>");
    let written = |options: &SerializeOptions| document.serialize(options).to_string();
    let serializable = SerializeOptions::new().serializable_shadow_roots(true);
    assert_eq!(written(&serializable), format!("<p>{outer_tag}2<span>3</span></template>1</p>"));
    assert_eq!(
        written(&serializable.shadow_roots([inner.id()])),
        format!(
            "<p>{outer_tag}2<span><template shadowrootmode=\"closed\">4{deepest}</template>3\
             </span></template>1</p>"
        )
    );
    // A shadow root in one that is not written is not written.
    assert_eq!(written(&SerializeOptions::new().shadow_roots([inner.id()])), "<p>1</p>");
    let only = SerializeOptions::new().shadow_roots([outer.id()]);
    assert_eq!(
        inner.host().serialize_outer(&only).to_string(),
        "<span>3</span>",
        "the list is about shadow roots, not about hosts"
    );
    assert_eq!(
        inner.serialize_outer(&SerializeOptions::new()).to_string(),
        "4<template><p>5</p></template>"
    );
}

/// Returns the shadow roots of a document, also in template contents.
fn all_shadow_roots(document: &Document) -> Vec<NodeId> {
    let mut roots = Vec::new();
    let mut waiting = vec![document.root()];
    while let Some(root) = waiting.pop() {
        roots.extend(root.as_shadow_root().map(|root| root.id()));
        for element in root.descendant_elements() {
            waiting.extend(element.shadow_root().map(|root| root.as_node()));
            waiting.extend(element.template_contents());
        }
    }
    roots
}

/// The shadow roots of every tree case, written and parsed again.
#[test]
fn the_trees_of_all_cases_are_written_and_parsed_again() {
    let cases = tree_case::read(&fs::read(own_data("shadow_roots.dat")).unwrap()).unwrap();
    let mut roots_in_all = 0;
    // A `<template for>` can move a `<template shadowrootmode>` into an element that can be a host,
    // where it stays a template until it is written and parsed again.
    for case in cases.iter().filter(|case| !case.data.contains("<template for")) {
        let revision = case.revision.unwrap_or_default();
        let options =
            ParseOptions::new().revision(revision).declarative_shadow_roots(case.shadow_roots);
        let parse = |case: &TreeCase, html: &str| match &case.context {
            Some(element) => options.parse_fragment(element.context(), html),
            None => options.parse_str(html),
        };
        let document = parse(case, &case.data);
        let roots = all_shadow_roots(&document);
        roots_in_all += roots.len();
        let serialize = SerializeOptions::new().revision(revision).shadow_roots(roots);
        let html = document.serialize(&serialize).to_string();
        let again = dump(parse(case, &html).root(), Doctype::NameOnly);
        assert_eq!(again, dump(document.root(), Doctype::NameOnly), "{html}");
    }
    assert!(roots_in_all > 100, "{roots_in_all} shadow roots");
}
