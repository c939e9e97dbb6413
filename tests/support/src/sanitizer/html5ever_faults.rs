//! Where html5ever reads sanitized text in another way than the standard.

use consomme::Namespace;

/// Whether html5ever may be at fault in a way that puts the next element directly into an element
/// of SVG or MathML, in whose namespace the sanitizer removes it.
pub fn may_be_misplaced(context: Namespace, html: &str) -> bool {
    context != Namespace::Html && has_unknown_special(html)
}

/// Whether html5ever may be at fault in a way that ends the `svg` or `math` around elements, or
/// between: an element that is allowed in SVG or MathML is then one of HTML, and the text of a
/// `<noframes>` may be read as markup.
pub fn may_leave_foreign_content(html: &str) -> bool {
    // Blocks in `annotation-xml` end a `p` around it, and all in between.
    if html.contains("<annotation-xml") {
        return true;
    }
    // These look for an element of their kind to end, up to a special one.
    let items = ["<dd", "<dt", "<li"];
    has_unknown_special(html) && items.iter().any(|item| html.contains(item))
}

/// Whether there is an element that is special, which html5ever does not know: for it, a tag in one
/// may end elements around it. `annotation-xml` does not bound scopes for it either.
fn has_unknown_special(html: &str) -> bool {
    let specials = [
        "<annotation-xml",
        "<desc",
        "<foreignObject",
        "<mi",
        "<mn",
        "<mo",
        "<ms",
        "<mtext",
        "<search",
        "<title",
    ];
    specials.iter().any(|point| html.contains(point))
}
