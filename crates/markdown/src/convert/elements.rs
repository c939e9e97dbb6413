//! Questions about elements.

use std::ops::Range;

use consomme::{ElementRef, NodeRef};

use crate::html;
use crate::inline::{Link, Mark};
use crate::options::{LinkStyle, MathStyle, Options};

/// Returns the mark that a part of a line has, which may be a link.
pub(super) fn mark<'a>(
    element: ElementRef<'a>,
    link: Option<Link<'a>>,
    options: &Options,
) -> Option<Mark<'a>> {
    Some(match element.name() {
        "em" | "i" => Mark::Emphasis,
        "strong" | "b" => Mark::Strong,
        "del" | "s" | "strike" if options.strikethrough => Mark::Strikethrough,
        "sub" | "sup" if options.html => Mark::Html(element),
        "a" if options.link_style != LinkStyle::Text => {
            let link = link?;
            let address = link.href.trim_start();
            // The program of a button is no address.
            let is_program =
                address.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"));
            return (!is_program).then_some(Mark::Link(link));
        }
        _ => return None,
    })
}

pub(super) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

pub(super) fn is_code_block(element: ElementRef<'_>) -> bool {
    matches!(element.name(), "pre" | "listing" | "xmp" | "plaintext")
}

/// Returns the language of code, from a class or an attribute as the usual highlighters have them.
pub(super) fn language(element: ElementRef<'_>) -> Option<String> {
    const PREFIXES: [&str; 4] = ["language-", "lang-", "highlight-source-", "sourceCode-"];
    let of_class = |class: &str| {
        let name = PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix))?;
        (!name.is_empty()).then(|| name.to_owned())
    };
    let name = element.classes().find_map(of_class).or_else(|| {
        let name = element.attr("data-lang").or_else(|| element.attr("data-language"))?;
        Some(name.trim().to_owned())
    });
    name.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace))
}

/// Returns the TeX of a formula, and whether it is a block.
pub(super) fn formula(element: ElementRef<'_>) -> Option<(String, bool)> {
    let math = match element.name() {
        "math" => element,
        "span" if element.has_class("katex") => {
            element.descendant_elements().find(|inner| inner.name() == "math")?
        }
        _ => return None,
    };
    let is_tex = |inner: &ElementRef<'_>| {
        inner.name() == "annotation" && inner.attr("encoding") == Some("application/x-tex")
    };
    let tex = math.descendant_elements().find(is_tex)?.text_content();
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_block = math.attr("display") == Some("block");
    (!tex.is_empty() && !tex.contains('$')).then_some((tex, is_block))
}

/// Whether an image shows a formula that is in the page as MathML, too: MediaWiki has both.
pub(super) fn is_picture_of_formula(image: ElementRef<'_>, options: &Options) -> bool {
    let is_of_formula = |class: &str| class.starts_with("mwe-math-fallback-image");
    options.math == MathStyle::Dollars && image.classes().any(is_of_formula)
}

/// Returns the place of a node in the source, if the document has places.
pub(super) fn own_range(node: NodeRef<'_>, has_positions: bool) -> Option<Range<usize>> {
    has_positions.then(|| node.span().map(|span| span.source_range()))?
}

/// Returns an element as HTML that can be a block of Markdown.
pub(super) fn html_line(element: ElementRef<'_>) -> String {
    html::without_empty_lines(&element.as_node().outer_html())
}
