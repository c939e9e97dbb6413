//! The HTML integration points that depend on attributes. All other ones depend on the name of the
//! element alone: see `elements/foreign.rs`.

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, known};
use crate::text::Attribute;

/// Whether an element is an HTML integration point because it is a MathML `annotation-xml` with
/// one of two encodings. For the elements of SVG, their names suffice.
///
/// <https://html.spec.whatwg.org/#html-integration-point>
pub(crate) fn is_html_integration_point(
    name: ElementName,
    attributes: &[Attribute],
    context: &ParseContext,
) -> bool {
    let mut encodings = attributes.iter().filter(|attribute| attribute.name() == known::ENCODING);
    name.namespace == Namespace::MathMl
        && name.local == known::ANNOTATION_XML
        && encodings.next().is_some_and(|attribute| {
            let value = context.strings.get(attribute.value);
            value.eq_ignore_ascii_case("text/html")
                || value.eq_ignore_ascii_case("application/xhtml+xml")
        })
}
