//! Where html5ever reads sanitized text in another way than the standard.

use consomme::Namespace;

/// Whether html5ever may be at fault in a way that puts what comes next directly into an element of
/// SVG or MathML, in whose namespace the sanitizer removes it. Nothing runs a script there either.
pub(crate) fn may_be_misplaced(context: Namespace, html: &str) -> bool {
    // For html5ever, integration points are not special, and `annotation-xml` does not bound scopes
    // either: a tag in one may end elements around it, up to the context.
    let points = [
        "<annotation-xml",
        "<desc",
        "<foreignObject",
        "<mi",
        "<mn",
        "<mo",
        "<ms",
        "<mtext",
        "<title",
    ];
    context != Namespace::Html && points.iter().any(|point| html.contains(point))
}
