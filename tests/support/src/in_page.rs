//! Puts sanitized text into a page, as people do.

use consomme::sink::{ElementName, NameTable};
use consomme::{Document, ElementRef, Namespace, NodeRef, ParseOptions};

/// Elements that stay in the body of a page wherever they stand, so that content put into them is
/// parsed as with them as the context.
const NAMES: [&str; 10] =
    ["div", "p", "a", "li", "button", "pre", "select", "template", "form", "x-custom"];

/// Returns a page that has a text in an element of HTML, or that it is; `None` if the element
/// cannot be there.
pub fn page_with(name: &str, html: &str) -> Option<String> {
    if name == "html" {
        return Some(format!("<!DOCTYPE html><html>{html}</html>"));
    }
    let is_one = NAMES.contains(&name);
    is_one.then(|| format!("<!DOCTYPE html><body><{name}>{html}</{name}><hr>"))
}

/// Returns whether everything that was put into the `div` of a page is in there.
pub fn is_contained(page: &Document) -> bool {
    let Some(body) = page.body() else { return false };
    let name = |node: NodeRef<'_>| node.as_element().map(|element| element.name().to_owned());
    let names: Vec<_> = body.as_node().children().map(name).collect();
    names == [Some("div".to_owned()), Some("hr".to_owned())]
}

/// The markup around a context element in a page.
#[derive(Clone, Copy, Debug)]
pub struct Shell {
    /// Markup before the context element, which is in the elements that it opens.
    pub before: &'static str,
    /// Markup after it.
    pub after: &'static str,
    /// Whether the caller has to say that such elements are [`AROUND`].
    pub is_named: bool,
}

/// Elements that are around a context only if the caller says so.
pub const AROUND: [&str; 5] = ["a", "button", "form", "nobr", "select"];

/// The surroundings that are tried: each element that a start tag looks for, near and far.
pub const SHELLS: &[Shell] = &[
    usual("", "1<b>2</b>"),
    usual("<ul><li>1<div>", "</div>2</li><li>3</li></ul>4"),
    usual("<ul><li>1", "2</li><li>3</li></ul>4"),
    usual("<ol><li><p>1<b>", "</b>2</p>3</li></ol>4"),
    usual("<menu><li><address>1", "2</address></li></menu>3"),
    usual("<dl><dt>1</dt><dd>2<div>", "</div>3</dd><dt>4</dt></dl>5"),
    usual("<dl><dt>1", "2</dt><dd>3</dd></dl>4"),
    usual("<p>1", "2</p>3"),
    usual("<p>1<span>", "</span>2</p>3"),
    usual("<h1>1", "2</h1><h2>3</h2>"),
    usual("<h2><span>1", "2</span></h2>3"),
    usual("<table><caption>1", "2</caption><tr><td>3</td></tr></table>4"),
    usual("<table><tbody><tr><td>1", "2</td><td>3</td></tr></tbody></table>4"),
    usual("<table><tbody><tr><th><div>1", "</div>2</th></tr></tbody></table>3"),
    usual("<ruby>1<rt>2", "3</rt><rt>4</rt></ruby>5"),
    usual("<ruby>1<rtc>2", "3</rtc><rp>4</rp></ruby>5"),
    usual("<ruby>1", "<rt>2</rt></ruby>3"),
    usual("<ruby>1<div>", "</div><rt>2</rt></ruby>3"),
    usual("<b>1<i>", "</i>2</b>3"),
    usual("<blockquote>1<section>", "</section>2</blockquote>3"),
    usual("<svg><desc>1", "</desc><g></g></svg>2"),
    usual("<math><mi>1", "</mi></math>2"),
    usual("<template>1", "2</template>3"),
    usual("<object>1", "2</object>3"),
    named("<a href=x>1", "2</a>3"),
    named("<a href=x>1<div>", "</div>2</a>3"),
    named("<a href=x>1<table><tbody><tr><td>", "</td></tr></tbody></table>2</a>3"),
    named("<form action=x>1", "<input name=own></form><input name=other>"),
    named("<form action=x>1<ul><li>", "</li></ul><input name=own></form><input name=other>"),
    named("<button>1", "2</button>3"),
    named("<button>1<div>", "</div>2</button>3"),
    named("<nobr>1", "2</nobr>3"),
    named("<nobr>1<div>", "</div>2</nobr>3"),
    named("<select><option>1", "2</option><option>3</option></select>4"),
    named("<select><optgroup>1", "<option>2</option></optgroup></select>3"),
    named("<select><option>1<div>", "</div>2</option><option>3</option></select>4"),
    named("<select><button>1", "2</button><option>3</option></select>4"),
];

const fn usual(before: &'static str, after: &'static str) -> Shell {
    Shell { before, after, is_named: false }
}

const fn named(before: &'static str, after: &'static str) -> Shell {
    Shell { before, after, is_named: true }
}

/// The attribute by which the context element is found.
const MARK: &str = "the-context";

/// A page without content in the context element.
pub struct EmptyPage {
    before: String,
    after: String,
    page: Document,
}

impl EmptyPage {
    /// Returns the page of a shell with a context element; `None` if the element cannot be there.
    pub fn new((namespace, name): (Namespace, &str), shell: &Shell) -> Option<EmptyPage> {
        let (inner_before, inner_after) = needed_around(namespace, name);
        let known = NameTable::default().find(name);
        let element = known.map(|local| ElementName::new(namespace, local));
        // In a `select`, the content of a `selectedcontent` is a copy.
        let is_copy = name == "selectedcontent" && shell.before.contains("<select");
        let is_other = namespace == Namespace::Html && OTHERS.contains(&name) || is_copy;
        if is_other || element.is_some_and(ElementName::is_void) {
            return None;
        }
        // A line feed there is none of the content.
        let drops_line_feed = element.is_some_and(ElementName::drops_line_feed);
        let line_feed = if drops_line_feed { "\n" } else { "" };
        let opened = format!("{}{inner_before}", shell.before);
        let (before, after) = match (namespace, name) {
            (Namespace::Html, "head" | "body") => (String::new(), ""),
            _ => (format!("<body>{opened}"), shell.after),
        };
        let before = format!("<!DOCTYPE html>{before}<{name} {MARK}>{line_feed}");
        let after = format!("</{name}>{inner_after}{after}");
        let page = parse(&format!("{before}{after}"));
        let context = marked(&page)?;
        let is_there = context.namespace() == namespace
            && context.name() == name
            && names_around(context) == names_opened(&opened);
        is_there.then_some(EmptyPage { before, after, page })
    }

    /// Checks that a text, put between the tags of the context element, is its content, as it is
    /// that of the fragment, and that all around it is as without the text.
    ///
    /// # Errors
    ///
    /// How the page differs.
    pub fn check(&self, html: &str, fragment: &Document) -> Result<(), String> {
        let source = format!("{}{html}{}", self.before, self.after);
        let mut page = parse(&source);
        let Some(context) = marked(&page) else {
            return Err(format!("the context is gone: {source}"));
        };
        let content = context.template_contents().unwrap_or(context.as_node());
        if !are_equal(content, fragment.root()) {
            return Err(format!("the content is another: {source}\n{page}"));
        }
        if owners(&page) != owners(&self.page) {
            return Err(format!("controls have other forms: {source}"));
        }
        let children: Vec<_> = content.children().map(NodeRef::id).collect();
        for child in children {
            page.detach(child).expect("a child");
        }
        match page == self.page {
            true => Ok(()),
            false => Err(format!("something is outside: {source}\n{page}\n{}", self.page)),
        }
    }
}

/// Elements of HTML that no page has around content of its own: `html`, whose content is in a
/// `head` and a `body`, `frameset`, `plaintext`, which has no end, and names whose tags make
/// another element.
const OTHERS: [&str; 6] = ["html", "frameset", "plaintext", "image", "svg", "math"];

fn parse(page: &str) -> Document {
    ParseOptions::new().parse_str(page)
}

fn marked(page: &Document) -> Option<ElementRef<'_>> {
    let mut nodes = page.root().descendants_with_templates();
    nodes.find_map(|node| node.as_element().filter(|element| element.has_attr(MARK)))
}

fn are_equal(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    a.children().count() == b.children().count()
        && a.children().zip(b.children()).all(|(a, b)| a.is_equal_node(b))
}

/// Returns which of the page's own controls have a form.
fn owners(page: &Document) -> Vec<(&str, bool)> {
    let nodes = page.root().descendants_with_templates().filter_map(NodeRef::as_element);
    let own = nodes.filter(|element| element.is_html("input"));
    let own = own.filter_map(|element| Some((element.attr("name")?, element.form_owner())));
    let own = own.filter(|(name, _)| ["own", "other"].contains(name));
    own.map(|(name, owner)| (name, owner.is_some())).collect()
}

/// Returns the markup in which alone an element can be.
fn needed_around(namespace: Namespace, name: &str) -> (&'static str, &'static str) {
    match (namespace, name) {
        (Namespace::Html, "caption" | "colgroup" | "tbody" | "thead" | "tfoot") => {
            ("<table>", "<tr><td>7</td></tr></table>")
        }
        (Namespace::Html, "tr") => ("<table><tbody>", "</tbody></table>"),
        (Namespace::Html, "td" | "th") => ("<table><tbody><tr>", "<td>7</td></tr></tbody></table>"),
        (Namespace::Html, "option" | "optgroup") => ("<select>", "<option>7</option></select>"),
        (Namespace::Html, "rb" | "rt" | "rp" | "rtc") => ("<ruby>", "<rt>7</rt></ruby>"),
        (Namespace::Svg, name) if name != "svg" => ("<svg>", "<g></g></svg>"),
        (Namespace::MathMl, name) if name != "math" => ("<math>", "<mi>7</mi></math>"),
        _ => ("", ""),
    }
}

/// Returns the names of the elements that markup leaves open, the innermost last.
fn names_opened(markup: &str) -> Vec<&str> {
    let mut open = Vec::new();
    for tag in markup.split('<').skip(1) {
        let name = tag.split(['>', ' ']).next().unwrap_or_default();
        if name.starts_with('/') {
            open.pop();
        } else {
            open.push(name);
        }
    }
    open
}

/// Returns the names of the elements around another, the innermost last, without those of every
/// page.
fn names_around(element: ElementRef<'_>) -> Vec<&str> {
    let mut names = Vec::new();
    let mut parent = element.as_node().parent();
    while let Some(node) = parent {
        match node.as_element() {
            Some(element) if element.is_html("html") || element.is_html("body") => break,
            Some(element) => names.push(element.name()),
            // The contents of a template, or the document.
            None => names.push("template"),
        }
        parent = node.parent();
    }
    names.reverse();
    names
}
