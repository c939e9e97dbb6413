//! How the content of an element is parsed.

use crate::elements::{Content, ElementClass, ElementRow, TagSet, Traits};
use crate::names::{ElementName, LocalName, Namespace, known};

/// How the content of an element is parsed: by which insertion mode, as text, or as foreign
/// content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// "In body", or a mode that uses its rules for nearly all tags.
    Flow,
    /// "In cell": flow, which the start tags of table parts close.
    Cell,
    /// "In caption": flow, which the start tags of table parts close.
    Caption,
    /// "In template": flow, if its first start tag belongs to flow.
    Template,
    /// "In table".
    Table,
    /// "In column group".
    ColumnGroup,
    /// "In table body".
    Section,
    /// "In row".
    Row,
    /// "In head".
    Head,
    /// "In frameset".
    Frameset,
    /// Text only.
    Text,
    /// Elements of SVG or MathML, in which these go on.
    Foreign,
    /// It depends on more than the names of elements: `noscript`, `annotation-xml`.
    Unknown,
}

impl Place {
    /// Returns how the content of an element is parsed. The name is one that the parser gives.
    pub(super) const fn in_element(name: ElementName, row: &ElementRow) -> Place {
        match name.namespace {
            Namespace::Html => Place::in_html(name.local, row),
            Namespace::MathMl if matches!(name.local, known::ANNOTATION_XML) => Place::Unknown,
            Namespace::MathMl | Namespace::Svg => {
                const INTEGRATION_POINT: ElementClass = ElementClass::HTML_INTEGRATION_POINT
                    .union(ElementClass::MATHML_TEXT_INTEGRATION_POINT);
                if row.is_in(INTEGRATION_POINT) { Place::Flow } else { Place::Foreign }
            }
        }
    }

    const fn in_html(name: LocalName, row: &ElementRow) -> Place {
        match row.content {
            Content::Normal => {}
            Content::Noscript => return Place::Unknown,
            Content::Void
            | Content::RawText
            | Content::EscapableRawText
            | Content::Script
            | Content::Plaintext => return Place::Text,
        }
        if !row.is_in(ElementClass::DECIDES_MODE) {
            return Place::Flow;
        }
        match name {
            known::TABLE => Place::Table,
            known::TR => Place::Row,
            known::TD | known::TH => Place::Cell,
            known::CAPTION => Place::Caption,
            known::COLGROUP => Place::ColumnGroup,
            known::TEMPLATE => Place::Template,
            known::HEAD => Place::Head,
            known::FRAMESET => Place::Frameset,
            _ if row.own.intersects(TagSet::TABLE_SECTIONS) => Place::Section,
            // `html`, whose content implies a `body`, and `body`.
            _ => Place::Flow,
        }
    }

    /// Whether the rules of "in body" apply to most tags.
    #[inline]
    pub(super) fn has_flow(self) -> bool {
        matches!(self, Place::Flow | Place::Cell | Place::Caption | Place::Template)
    }

    /// Whether text other than whitespace stays here.
    #[inline]
    pub(super) fn keeps_text(self) -> bool {
        match self {
            Place::Table
            | Place::ColumnGroup
            | Place::Section
            | Place::Row
            | Place::Head
            | Place::Frameset => false,
            Place::Flow
            | Place::Cell
            | Place::Caption
            | Place::Template
            | Place::Text
            | Place::Foreign
            | Place::Unknown => true,
        }
    }
}

/// Returns whether the content of a context element that is in no form is parsed by the rules of
/// "in body", for readers of every revision. A [`Nest`](super::Nest) without open elements is a
/// model of such content.
///
/// ```
/// use consomme::markup::content_has_flow;
/// use consomme::sink::{ElementName, known_names};
///
/// assert!(content_has_flow(ElementName::html(known_names::DIV)));
/// assert!(!content_has_flow(ElementName::html(known_names::TR)));
/// ```
///
/// <https://html.spec.whatwg.org/#parsing-html-fragments>
pub fn content_has_flow(context: ElementName) -> bool {
    context.namespace == Namespace::Html
        && matches!(Place::in_element(context, context.row()), Place::Flow | Place::Cell)
        && !context.row().is(Traits::DIFFERS_2024)
        // The content of `html` implies a `head` and a `body`.
        && !context.is_html(known::HTML)
}
