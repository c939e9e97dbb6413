//! Reasons why serializing and parsing again changes a tree.
//!
//! Parsing incorrect markup makes trees that no correct markup makes, as the standard itself warns
//! below its serialization algorithm: <https://html.spec.whatwg.org/#serialising-html-fragments>.
//! Each reason here names one such case. A reason may hold for a tree that does not change.

use consomme::{Document, ElementRef, Namespace, NodeRef, QuirksMode, Revision};

use super::choices::Choices;

/// The settings with which a tree was parsed, and is parsed again.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub revision: Revision,
    pub scripting: bool,
    /// The HTML element that a fragment is parsed for; `None` for a document.
    pub context: Option<&'static str>,
    /// The limit on depth; `None` for the default.
    pub depth: Option<usize>,
}

/// Contexts whose content is markup of HTML. (Text in a `style` and the like cannot be escaped, and
/// HTML inside SVG becomes SVG if it comes first.)
const CONTEXTS: &[&str] = &[
    "div",
    "body",
    "p",
    "td",
    "tr",
    "tbody",
    "table",
    "caption",
    "colgroup",
    "select",
    "option",
    "template",
    "form",
    "a",
    "button",
    "li",
    "pre",
    "object",
    "head",
    "html",
    "frameset",
    "x-custom",
    "th",
    "thead",
    "tfoot",
    "optgroup",
    "selectedcontent",
    "ul",
    "dl",
    "dd",
    "dt",
    "h1",
    "nobr",
    "b",
    "font",
    "ruby",
    "rb",
    "rt",
    "rtc",
    "rp",
    "marquee",
    "applet",
    "address",
    "fieldset",
    "datalist",
    "listing",
    "center",
    "svg",
    "math",
    "image",
    "br",
    "input",
];

impl Setting {
    pub fn choose(choices: &mut Choices<'_>, depths: &[Option<usize>]) -> Setting {
        let is_fragment = choices.flag();
        Setting {
            revision: choices.revision(),
            scripting: choices.flag(),
            context: is_fragment.then(|| choices.one_of(CONTEXTS)),
            depth: choices.one_of(depths),
        }
    }
}

/// Returns the first reason why the tree may change.
pub fn reason(document: &Document, setting: Setting) -> Option<&'static str> {
    reasons(document, setting).next()
}

/// Returns the first reason but [`NOSCRIPT`].
pub fn reason_but_noscript(document: &Document, setting: Setting) -> Option<&'static str> {
    reasons(document, setting).find(|reason| *reason != NOSCRIPT)
}

const NOSCRIPT: &str = "noscript: its text is escaped in template contents, where no script runs";

/// Returns the reasons why the tree may change, one for each node that has some.
fn reasons(document: &Document, setting: Setting) -> impl Iterator<Item = &'static str> {
    let of_document = if document.limits_hit().any() {
        Some("limit: the text of a tree that was flattened or cut off need not be flattened so")
    } else if super::tree::may_patch_content(document) {
        Some("template for: it puts content where the parser would not let it stand")
    } else {
        None
    };
    let mut waiting = vec![document.root()];
    let nodes = std::iter::from_fn(move || {
        let node = waiting.pop()?;
        waiting.extend(node.children());
        waiting.extend(node.as_element().and_then(|element| element.template_contents()));
        Some(node)
    });
    of_document.into_iter().chain(nodes.filter_map(move |node| reason_at(node, setting)))
}

fn reason_at(node: NodeRef<'_>, setting: Setting) -> Option<&'static str> {
    if let Some(text) = node.as_text() {
        return reason_of_text(node, text, setting);
    }
    let element = node.as_element()?;
    if element.attrs().any(|attribute| attribute.value().contains('\r')) {
        return Some("carriage return: written as it is, it becomes a line feed");
    }
    match element.namespace() {
        Namespace::Html => reason_of_element(element, setting),
        _ => None,
    }
}

/// Returns the name of the HTML parent of a node, or [`FOREIGN`]; the empty text for any other
/// parent.
pub(super) fn parent_name(node: NodeRef<'_>, setting: Setting) -> &str {
    match node.parent() {
        Some(parent) if parent == node.document().root() => setting.context.unwrap_or_default(),
        parent => parent
            .and_then(NodeRef::as_element)
            .map_or("", |parent| if is_html(&parent) { parent.name() } else { FOREIGN }),
    }
}

/// The name that stands for all names of SVG and MathML.
const FOREIGN: &str = "/";

fn reason_of_text(node: NodeRef<'_>, text: &str, setting: Setting) -> Option<&'static str> {
    let parent = parent_name(node, setting);
    let is_white = text.chars().all(|c| matches!(c, '\t' | '\n' | '\x0C' | ' '));
    if text.contains('\r') {
        return Some("carriage return: written as it is, it becomes a line feed");
    }
    if node.previous_sibling().is_none()
        && text.starts_with('\n')
        && ["pre", "textarea", "listing"].contains(&parent)
    {
        return Some("newline: the parser drops the one after the start tag");
    }
    if (TABLE_PARTS.contains(&parent) || parent == "colgroup") && !is_white {
        return Some("table: text in it is foster-parented");
    }
    if node.next_sibling().is_some_and(|next| next.as_text().is_some()) {
        return Some("adjacent texts become one");
    }
    // The parser reads it as text all the same.
    if parent == "noscript"
        && setting.scripting
        && node.root() != node.document().root()
        && text.contains(['&', '<', '>', '\u{A0}'])
    {
        return Some(NOSCRIPT);
    }
    if parent == "script" && swallows_end_tag(text) {
        return Some("script: a `<script` after a `<!--` swallows the end tag");
    }
    None
}

/// Whether the end tag of a script with that text may be part of the text.
///
/// <https://html.spec.whatwg.org/#script-data-double-escaped-state>
pub(super) fn swallows_end_tag(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("<!--") && text.contains("<script")
}

/// Elements that are part of a table.
const IN_TABLE: &[&str] =
    &["caption", "col", "colgroup", "tbody", "thead", "tfoot", "tr", "td", "th"];

/// Whether the first sibling before an element, but for those of a `head`, is a formatting element.
///
/// <https://html.spec.whatwg.org/#parsing-main-intemplate>
fn follows_formatting(element: ElementRef<'_>) -> bool {
    let before =
        std::iter::successors(element.as_node().previous_sibling(), |node| node.previous_sibling());
    let in_body =
        before.filter_map(NodeRef::as_element).filter(|one| !IN_HEAD.contains(&one.name()));
    in_body.last().is_some_and(|first| FORMATTING.contains(&first.name()))
}

/// Elements that the parser allows in a `head`.
const IN_HEAD: &[&str] = &[
    "base", "basefont", "bgsound", "link", "meta", "noframes", "script", "style", "template",
    "title",
];

/// Elements whose misplaced content is foster-parented.
const TABLE_PARTS: &[&str] = &["table", "tbody", "thead", "tfoot", "tr"];

pub(super) fn reason_of_element(element: ElementRef<'_>, setting: Setting) -> Option<&'static str> {
    let name = element.name();
    let parent = parent_name(element.as_node(), setting);
    match name {
        "plaintext" => return Some("plaintext: nothing ends it"),
        "form" if is_in(element, &["form"], &[]) || setting.context == Some("form") => {
            return Some("form: one in another is ignored");
        }
        // In a table, the start tag takes it off the stack at once. So in an integration point, the
        // end tag goes by the rules for foreign content, up to an element with that name.
        // <https://html.spec.whatwg.org/#parsing-main-inforeign>
        "form" if is_in_foreign_form(element) && may_be_in_table(element, setting) => {
            return Some("form: in a table, its end tag ends one of MathML or SVG");
        }
        "a" if is_in_link(element) => return Some("a: one ends another"),
        "nobr" if is_in(element, &["nobr"], SCOPE) => return Some("nobr: one ends another"),
        "button" if is_in(element, &["button"], SCOPE) => return Some("button: one ends another"),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if HEADINGS.contains(&parent) => {
            return Some("heading: one ends another");
        }
        "li" | "dd" | "dt" if ends_item(element) => return Some("item: one ends another"),
        "select" | "input" if is_in_select(element) => {
            return Some("select: another or an `input` ends it");
        }
        // "If the parser was created as part of the HTML fragment parsing algorithm and the context
        // element […] is a select element: parse error, ignore the token." A hidden `input` in a
        // table goes by the rules of "in table", which lack this sentence.
        // <https://html.spec.whatwg.org/#parsing-main-inbody>
        "input" if setting.context == Some("select") => {
            return Some("select: in a fragment for one, an `input` is ignored");
        }
        // "If the stack of open elements has a ruby element in scope, then generate implied end
        // tags": the scope ends at a table, but not where that foster-parents the start tag.
        // <https://html.spec.whatwg.org/#parsing-main-inbody>
        "rb" | "rtc" if IMPLIED.contains(&parent) && is_in(element, &["ruby"], SCOPE) => {
            return Some("ruby: in it, a start tag of its parts ends its parent");
        }
        "rp" | "rt"
            if parent != "rtc" && IMPLIED.contains(&parent) && is_in(element, &["ruby"], SCOPE) =>
        {
            return Some("ruby: in it, a start tag of its parts ends its parent");
        }
        "option" | "optgroup" if parent == "option" => return Some("option: one ends another"),
        "option" if parent != "optgroup" && IMPLIED.contains(&parent) && is_in_select(element) => {
            return Some("option: in a `select`, it ends its parent");
        }
        "optgroup" | "hr" if IMPLIED.contains(&parent) && is_in_select(element) => {
            return Some("option: in a `select`, a group or an `hr` ends its parent");
        }
        // <https://html.spec.whatwg.org/#tree-construction-dispatcher>
        _ if FORMATTING.contains(&name) && is_in_annotation(element) => {
            return Some("annotation-xml: a formatting element in it ends the MathML");
        }
        "mglyph" | "malignmark" if is_in_math_text(element) => {
            return Some("mglyph: in text of MathML it is MathML");
        }
        "selectedcontent" if element.first_child().is_some() => {
            return Some(
                "selectedcontent: the content that an earlier option has put there comes twice",
            );
        }
        "table" if quirks(element) => {}
        _ if CLOSES_P.contains(&name) && is_in(element, &["p"], BUTTON_SCOPE) => {
            return Some("p: a block ends it");
        }
        _ => {}
    }
    if TABLE_PARTS.contains(&parent) && !belongs_in_table(name, parent, element) {
        return Some("table: misplaced content is foster-parented");
    }
    if IN_TABLE.contains(&name) && !belongs_in_table(name, parent, element) {
        return Some("table: a part of it stands elsewhere and is ignored, or implies others");
    }
    if IN_TABLE.contains(&name) && parent.is_empty() && follows_formatting(element) {
        return Some(
            "template: text that reconstructs a formatting element changes no mode, its tag does",
        );
    }
    if ["html", "head", "body", "frameset", "frame"].contains(&name) {
        return structure(element, name, parent);
    }
    // Whitespace after `</html>` goes by the rules of "in body", which reconstruct the active
    // formatting elements, even after a frameset.
    // <https://html.spec.whatwg.org/#the-after-after-frameset-insertion-mode>
    if parent == "html" && FORMATTING.contains(&name) {
        return Some("frameset: a formatting element after one is ignored");
    }
    if setting.revision == Revision::Snapshot2024 && is_in(element, &["select"], &[]) {
        return Some("select: most elements in one are dropped");
    }
    None
}

pub(super) fn is_html(element: &ElementRef<'_>) -> bool {
    element.namespace() == Namespace::Html
}

fn quirks(element: ElementRef<'_>) -> bool {
    element.document().quirks_mode() == QuirksMode::Quirks
        && !element.document().root().children().any(|child| child.as_doctype().is_some())
}

/// Whether the element has one of these ancestors before any that ends the scope.
pub(super) fn is_in(element: ElementRef<'_>, these: &[&str], scope: &[&str]) -> bool {
    for ancestor in element.ancestors().filter_map(NodeRef::as_element) {
        if is_html(&ancestor) && these.contains(&ancestor.name()) {
            return true;
        }
        if is_html(&ancestor) && scope.contains(&ancestor.name())
            || !is_html(&ancestor) && !scope.is_empty() && FOREIGN_SCOPE.contains(&ancestor.name())
        {
            return false;
        }
    }
    false
}

/// Whether there is an `a` in the list of active formatting elements. SVG and MathML set no marker
/// there.
fn is_in_link(element: ElementRef<'_>) -> bool {
    let mut html = element.ancestors().filter_map(NodeRef::as_element).filter(is_html);
    html.find(|ancestor| ancestor.name() == "a" || MARKERS.contains(&ancestor.name()))
        .is_some_and(|found| found.name() == "a")
}

/// Whether an element is in one of MathML or SVG that is named `form`.
fn is_in_foreign_form(element: ElementRef<'_>) -> bool {
    let mut around = element.ancestors().filter_map(NodeRef::as_element);
    around.any(|one| !is_html(&one) && one.name() == "form")
}

/// Whether the rules for tables may apply to content without a table around it.
fn may_be_in_table(element: ElementRef<'_>, setting: Setting) -> bool {
    let node = element.as_node();
    setting.context.is_some_and(|context| TABLE_PARTS.contains(&context))
        || node.root() != node.document().root()
}

/// Whether there is a `select` in scope.
fn is_in_select(element: ElementRef<'_>) -> bool {
    is_in(element, &["select"], SCOPE_WITHOUT_SELECT)
}

/// <https://html.spec.whatwg.org/#generate-implied-end-tags>
const IMPLIED: &[&str] = &["dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"];

/// <https://html.spec.whatwg.org/#formatting>
const FORMATTING: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

const MARKERS: &[&str] = &["applet", "object", "marquee", "template", "td", "th", "caption"];

const SCOPE: &[&str] =
    &["applet", "caption", "html", "table", "td", "th", "marquee", "object", "select", "template"];

const SCOPE_WITHOUT_SELECT: &[&str] =
    &["applet", "caption", "html", "table", "td", "th", "marquee", "object", "template"];

const BUTTON_SCOPE: &[&str] = &[
    "applet", "caption", "html", "table", "td", "th", "marquee", "object", "select", "template",
    "button",
];

const FOREIGN_SCOPE: &[&str] =
    &["mi", "mo", "mn", "ms", "mtext", "annotation-xml", "foreignObject", "desc", "title"];

const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];

/// The start tags that close a `p` element.
const CLOSES_P: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "header",
    "hgroup",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "search",
    "section",
    "summary",
    "ul",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "listing",
    "form",
    "li",
    "dd",
    "dt",
    "plaintext",
    "table",
    "hr",
    "xmp",
];

/// Whether the start tag of an item ends one around it: the way up to that has nothing special but
/// `address`, `div` and `p`.
fn ends_item(element: ElementRef<'_>) -> bool {
    let ended: &[&str] = if element.name() == "li" { &["li"] } else { &["dd", "dt"] };
    for ancestor in element.ancestors().filter_map(NodeRef::as_element) {
        let name = ancestor.name();
        if is_html(&ancestor) && ended.contains(&name) {
            return true;
        }
        if !["address", "div", "p"].contains(&name) && is_special(ancestor) {
            return false;
        }
    }
    false
}

/// Whether the parent is a MathML text integration point.
///
/// <https://html.spec.whatwg.org/#mathml-text-integration-point>
fn is_in_math_text(element: ElementRef<'_>) -> bool {
    element.parent().and_then(NodeRef::as_element).is_some_and(|parent| {
        parent.namespace() == Namespace::MathMl
            && ["mi", "mo", "mn", "ms", "mtext"].contains(&parent.name())
    })
}

/// Whether the parent is a MathML `annotation-xml`, which an `svg` start tag makes the parent of
/// the formatting elements that it reconstructs.
fn is_in_annotation(element: ElementRef<'_>) -> bool {
    let parent = element.parent().and_then(NodeRef::as_element);
    parent.is_some_and(|parent| !is_html(&parent) && parent.name() == "annotation-xml")
}

/// <https://html.spec.whatwg.org/#special>
fn is_special(element: ElementRef<'_>) -> bool {
    if !is_html(&element) {
        return FOREIGN_SCOPE.contains(&element.name());
    }
    [
        "applet",
        "area",
        "article",
        "aside",
        "base",
        "basefont",
        "bgsound",
        "blockquote",
        "body",
        "br",
        "button",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dir",
        "dl",
        "dt",
        "embed",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "iframe",
        "img",
        "input",
        "keygen",
        "li",
        "link",
        "listing",
        "main",
        "marquee",
        "menu",
        "meta",
        "nav",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "ol",
        "param",
        "plaintext",
        "pre",
        "script",
        "search",
        "section",
        "select",
        "source",
        "style",
        "summary",
        "table",
        "tbody",
        "td",
        "template",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "track",
        "ul",
        "wbr",
        "xmp",
    ]
    .contains(&element.name())
}

/// Whether an element of that name stays where it is when its parent is a part of a table, or it is
/// one itself.
fn belongs_in_table(name: &str, parent: &str, element: ElementRef<'_>) -> bool {
    match (parent, name) {
        (_, "template") => true,
        ("table", "caption" | "colgroup" | "tbody" | "thead" | "tfoot") => true,
        ("table" | "tbody" | "thead" | "tfoot" | "tr", "style" | "script") => true,
        ("table" | "tbody" | "thead" | "tfoot" | "tr", "input") => {
            element.attr("type").is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
        }
        ("table" | "tbody" | "thead" | "tfoot" | "tr", "form") => element.first_child().is_none(),
        ("tbody" | "thead" | "tfoot", "tr") => true,
        ("tr", "td" | "th") => true,
        ("colgroup", "col") => true,
        // The root of a fragment, or the contents of a template.
        ("", _) => true,
        _ => false,
    }
}

/// Returns the reason for an element that the parser creates without a tag.
fn structure(element: ElementRef<'_>, name: &str, parent: &str) -> Option<&'static str> {
    let fits = match name {
        "html" => parent.is_empty(),
        "head" => {
            parent == "html"
                && element.previous_sibling().is_none_or(|node| node.as_element().is_none())
        }
        "body" => parent == "html",
        "frameset" | "frame" => ["html", "frameset"].contains(&parent),
        _ => true,
    };
    (!fits).then_some("structure: `html`, `head`, `body` and frames are only in one place")
}
