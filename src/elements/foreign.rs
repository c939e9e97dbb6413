//! The rows of MathML's and SVG's elements.

use crate::names::{LocalName, known};

use super::content::Content;
use super::display::Display;
use super::element_class::ElementClass;
use super::row::ElementRow;
use super::start_tag_rule::StartTagRule;
use super::tag_set::TagSet;
use super::traits::Traits;

/// The row of an element of MathML or SVG that no list has.
const ANY_OTHER: ElementRow = ElementRow {
    own: TagSet::EMPTY,
    closes: TagSet::EMPTY,
    class: ElementClass::NONE,
    traits: Traits::NONE,
    start_tag: StartTagRule::OTHER,
    formatting_number: 0,
    content: Content::Normal,
    display: Display::Inline,
};

/// The row of an element whose start tag, in its own namespace, only inserts it.
const fn part(display: Display) -> ElementRow {
    ElementRow { traits: Traits::STAYS_FOREIGN, display, ..ANY_OTHER }
}

/// The row of an element in which HTML goes on.
const fn integration_point(class: ElementClass, display: Display) -> ElementRow {
    const SPECIAL: ElementClass = ElementClass::SPECIAL.union(ElementClass::SCOPE_BOUNDARY);
    ElementRow { class: SPECIAL.union(class), ..part(display) }
}

/// Returns the row of a MathML element.
///
/// <https://www.w3.org/TR/mathml-core/#user-agent-stylesheet>
#[rustfmt::skip]
pub(super) fn mathml_row(name: LocalName) -> &'static ElementRow {
    const TEXT: ElementClass = ElementClass::MATHML_TEXT_INTEGRATION_POINT;
    match name {
        known::MATH => &const { part(Display::InlineBlock) },
        known::MI | known::MN | known::MO | known::MS | known::MTEXT => {
            &const { integration_point(TEXT, Display::Block) }
        }
        // Whether HTML goes on in it depends on its attributes.
        known::ANNOTATION_XML => &const {
            let row = integration_point(ElementClass::NONE, Display::Block);
            ElementRow { traits: Traits::NONE, ..row }
        },
        known::MTABLE => &const { part(Display::InlineTable) },
        known::MTR => &const { part(Display::Row) },
        known::MTD => &const { part(Display::Cell) },
        // It has `visibility: hidden`: its text doesn't show either.
        known::MPHANTOM => &const { part(Display::None) },
        known::MERROR | known::MFRAC | known::MMULTISCRIPTS | known::MOVER | known::MPADDED | known::MPRESCRIPTS
        | known::MROOT | known::MROW | known::MSPACE | known::MSQRT | known::MSTYLE | known::MSUB | known::MSUBSUP
        | known::MSUP | known::MUNDER | known::MUNDEROVER | known::SEMANTICS => &const { part(Display::Block) },
        _ if name.known_index().is_some() => &const { ElementRow { display: Display::Block, ..ANY_OTHER } },
        _ => &const { ANY_OTHER },
    }
}

/// Returns the row of an SVG element.
///
/// <https://www.w3.org/TR/SVG2/styling.html#UAStyleSheet>
#[rustfmt::skip]
pub(super) fn svg_row(name: LocalName) -> &'static ElementRow {
    const HTML: ElementClass = ElementClass::HTML_INTEGRATION_POINT;
    match name {
        known::SVG => &const { part(Display::Graphics) },
        known::FOREIGN_OBJECT => &const { integration_point(HTML, Display::Block) },
        known::DESC | known::TITLE => &const { integration_point(HTML, Display::None) },
        known::TEXT => &const { part(Display::Block) },
        known::CLIP_PATH | known::DEFS | known::LINEAR_GRADIENT | known::MARKER | known::MASK | known::METADATA
        | known::PATTERN | known::RADIAL_GRADIENT | known::SYMBOL => &const { part(Display::None) },
        known::STYLE => &const { ElementRow { display: Display::None, ..ANY_OTHER } },
        known::SCRIPT => &const { ElementRow { traits: Traits::FETCHES, display: Display::None, ..ANY_OTHER } },
        known::IMAGE => &const { ElementRow { traits: Traits::STAYS_FOREIGN.union(Traits::FETCHES), ..ANY_OTHER } },
        known::A | known::ANIMATE | known::ANIMATE_MOTION | known::ANIMATE_TRANSFORM | known::CIRCLE
        | known::ELLIPSE | known::FILTER | known::G | known::LINE | known::PATH | known::POLYGON
        | known::POLYLINE | known::RECT | known::SET | known::STOP | known::SWITCH | known::TEXT_PATH
        | known::TSPAN | known::USE | known::VIEW => &const { part(Display::Inline) },
        _ => &const { ANY_OTHER },
    }
}
