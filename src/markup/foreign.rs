//! The namespace of the element that a start tag creates.

use crate::elements::{ElementRow, Traits};
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::tree_builder::adjusted_svg_tag_name;

use super::nest::Nest;
use super::place::Place;

/// The rules that a start tag is processed by.
///
/// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dispatch {
    /// Those of the insertion mode, which create an element of that namespace.
    InsertionMode(Namespace),
    /// Those for foreign content, which create an element of that namespace.
    ForeignContent(Namespace),
}

impl Dispatch {
    /// Returns the namespace of the element.
    pub(crate) fn namespace(self) -> Namespace {
        match self {
            Dispatch::InsertionMode(namespace) | Dispatch::ForeignContent(namespace) => namespace,
        }
    }
}

impl<T> Nest<T> {
    /// Returns by which rules the start tag with that name is processed, after it has closed the
    /// foreign elements that it breaks out of; `closed` gets their number. `is_html_font` says
    /// whether it is the start tag `font` with an attribute that HTML's has.
    pub(crate) fn dispatch(&mut self, tag: LocalName, is_html_font: bool) -> (Dispatch, usize) {
        let breaks_out =
            is_html_font || (tag != known::FONT && ElementRow::of(tag).is(Traits::BREAKS_OUT));
        let before = self.open.len();
        while let Some(level) = self.open.last() {
            let ElementName { namespace, local } = level.name;
            if namespace == Namespace::Html || is_html_start_tag(level.name, level.place, tag) {
                break;
            }
            if !breaks_out {
                let is_svg = local == known::ANNOTATION_XML && tag == known::SVG;
                return match is_svg {
                    true => (Dispatch::InsertionMode(Namespace::Svg), 0),
                    false => (Dispatch::ForeignContent(namespace), 0),
                };
            }
            self.open.pop();
        }
        let namespace = match tag {
            known::SVG => Namespace::Svg,
            known::MATH => Namespace::MathMl,
            _ => Namespace::Html,
        };
        (Dispatch::InsertionMode(namespace), before - self.open.len())
    }

    /// Closes the foreign elements that the end tags `br` and `p` break out of.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    pub(crate) fn break_out(&mut self) {
        while self.is_in_foreign_content() {
            self.open.pop();
        }
    }
}

/// Whether the start tag creates an HTML element in that foreign element.
fn is_html_start_tag(parent: ElementName, place: Place, tag: LocalName) -> bool {
    // "A MathML text integration point and the token is a start tag whose tag name is neither
    // "mglyph" nor "malignmark"."
    let stays_in_mathml = parent.namespace == Namespace::MathMl
        && parent.local != known::ANNOTATION_XML
        && matches!(tag, known::MGLYPH | known::MALIGNMARK);
    place == Place::Flow && !stays_in_mathml
}

/// Returns the name that the parser gives an element of that name: SVG's tag names have capitals.
pub(super) fn parsed_name(name: ElementName) -> ElementName {
    match name.namespace {
        Namespace::Svg => ElementName { local: adjusted_svg_tag_name(name.local), ..name },
        Namespace::Html | Namespace::MathMl => name,
    }
}
