//! The namespace of the element that a start tag creates.

use crate::names::{ElementName, LocalName, Namespace, known};

use super::nest::Nest;
use super::place::Place;

impl<T> Nest<T> {
    /// Returns the namespace of the element that a start tag creates, after the tag has closed the
    /// foreign elements that it breaks out of. `breaks_out` says whether the tag is one that
    /// breaks out.
    ///
    /// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
    pub(crate) fn namespace_of(
        &mut self,
        tag: LocalName,
        breaks_out: impl FnOnce() -> bool,
    ) -> Namespace {
        if let Some(level) = self.open.last()
            && level.name.namespace != Namespace::Html
            && !is_html_start_tag(level.name, level.place, tag)
        {
            let is_svg_in_annotation =
                level.name.local == known::ANNOTATION_XML && tag == known::SVG;
            if !breaks_out() {
                return if is_svg_in_annotation { Namespace::Svg } else { level.name.namespace };
            }
            self.break_out();
        }
        match tag {
            known::SVG => Namespace::Svg,
            known::MATH => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }

    /// Closes foreign elements up to one whose content is HTML.
    fn break_out(&mut self) {
        while self.is_in_foreign_content() {
            self.open.pop();
        }
    }
}

/// Whether the start tag creates an HTML element in that foreign element.
pub(super) fn is_html_start_tag(parent: ElementName, place: Place, tag: LocalName) -> bool {
    // "A MathML text integration point and the token is a start tag whose tag name is neither
    // "mglyph" nor "malignmark"."
    let stays_in_mathml = parent.namespace == Namespace::MathMl
        && parent.local != known::ANNOTATION_XML
        && matches!(tag, known::MGLYPH | known::MALIGNMARK);
    place == Place::Flow && !stays_in_mathml
}
