//! How elements are displayed by name, by the style sheet that the standard suggests to browsers:
//! data only.
//!
//! <https://html.spec.whatwg.org/#the-css-user-agent-style-sheet-and-presentational-hints>

use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

/// The box of an element, as far as its text and the whitespace around it depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Display {
    /// No box, and none for the descendants either.
    None,
    /// A part of a line.
    Inline,
    /// A box in a line, with its own lines inside.
    InlineBlock,
    /// A box in a line that doesn't show its content, such as an image.
    Replaced,
    /// A replaced box beside the lines.
    Float,
    /// The end of a line.
    LineBreak,
    /// A box between lines, with lines or other such boxes inside.
    Block,
    /// A part of a line that shows only options and groups of options.
    Select,
    /// A block that shows only options.
    OptionGroup,
    Table,
    InlineTable,
    Caption,
    /// A column or a group of columns, which show nothing.
    Columns,
    RowGroup,
    Row,
    Cell,
    /// A box in a line, such as `svg`, that shows text only inside a text element.
    Graphics,
}

impl Display {
    /// Returns how an element of this name is displayed if it has no attributes and no parent.
    #[inline]
    pub(crate) fn of(name: ElementName) -> Display {
        match (name.namespace, name.local.known_index()) {
            (_, None) => Display::Inline,
            (Namespace::Html, Some(index)) => HTML[index],
            (Namespace::Svg, _) => of_svg(name.local),
            (Namespace::MathMl, _) => of_math_ml(name.local),
        }
    }

    /// Whether the box is between lines: the line before it ends, and a new line begins after it.
    /// True for the parts of a table, too.
    #[inline]
    pub(crate) fn is_between_lines(self) -> bool {
        match self {
            Display::Block
            | Display::OptionGroup
            | Display::Table
            | Display::Caption
            | Display::Columns
            | Display::RowGroup
            | Display::Row
            | Display::Cell => true,
            Display::None
            | Display::Inline
            | Display::InlineBlock
            | Display::Replaced
            | Display::Float
            | Display::LineBreak
            | Display::Select
            | Display::InlineTable
            | Display::Graphics => false,
        }
    }

    /// Whether `content-visibility: hidden` has an effect on the box. It has none on parts of a
    /// line and on tables and their parts, except captions.
    ///
    /// <https://drafts.csswg.org/css-contain-2/#containment-size>
    #[inline]
    pub(crate) fn can_skip_contents(self) -> bool {
        match self {
            Display::InlineBlock
            | Display::Block
            | Display::Select
            | Display::OptionGroup
            | Display::Caption => true,
            Display::None
            | Display::Inline
            | Display::Replaced
            | Display::Float
            | Display::LineBreak
            | Display::Table
            | Display::InlineTable
            | Display::Columns
            | Display::RowGroup
            | Display::Row
            | Display::Cell
            | Display::Graphics => false,
        }
    }

    /// Whether the children of the box are parts of a table, so that whitespace between them
    /// doesn't show.
    #[inline]
    pub(crate) fn holds_table_parts(self) -> bool {
        matches!(self, Display::Table | Display::InlineTable | Display::RowGroup | Display::Row)
    }
}

/// Whether an element of this name preserves whitespace. `textarea` is included, though a browser
/// shows its value instead of its content.
#[inline]
pub(crate) fn keeps_whitespace(name: ElementName) -> bool {
    let keeps = [known::PRE, known::LISTING, known::PLAINTEXT, known::XMP, known::TEXTAREA];
    name.namespace == Namespace::Html && keeps.contains(&name.local)
}

/// Elements without a box.
#[rustfmt::skip]
const NONE: &[LocalName] = &[
    known::AREA, known::BASE, known::BASEFONT, known::DATALIST, known::HEAD, known::LINK, known::META, known::NOEMBED,
    known::NOFRAMES, known::PARAM, known::RP, known::SCRIPT, known::STYLE, known::TEMPLATE, known::TITLE,
];

/// Blocks and list items.
#[rustfmt::skip]
const BLOCK: &[LocalName] = &[
    known::ADDRESS, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::BODY, known::CENTER, known::DD,
    known::DETAILS, known::DIALOG, known::DIR, known::DIV, known::DL, known::DT, known::FIELDSET, known::FIGCAPTION,
    known::FIGURE, known::FOOTER, known::FORM, known::FRAME, known::FRAMESET, known::H1, known::H2, known::H3, known::H4,
    known::H5, known::H6, known::HEADER, known::HGROUP, known::HR, known::HTML, known::LEGEND, known::LI,
    known::LISTING, known::MAIN, known::MENU, known::NAV, known::OL, known::OPTION, known::P, known::PLAINTEXT,
    known::PRE, known::SEARCH, known::SECTION, known::SUMMARY, known::UL, known::XMP,
];

/// Replaced elements, and form controls that don't show their content.
///
/// <https://html.spec.whatwg.org/#replaced-elements>
#[rustfmt::skip]
const REPLACED: &[LocalName] = &[
    known::AUDIO, known::CANVAS, known::EMBED, known::IFRAME, known::IMG, known::INPUT, known::METER, known::PROGRESS,
    known::TEXTAREA, known::VIDEO,
];

/// How the HTML elements are displayed, by the index of their known name.
static HTML: [Display; KNOWN_COUNT] = {
    let mut all = [Display::Inline; KNOWN_COUNT];
    set(&mut all, NONE, Display::None);
    set(&mut all, BLOCK, Display::Block);
    set(&mut all, REPLACED, Display::Replaced);
    set(&mut all, &[known::BUTTON, known::MARQUEE], Display::InlineBlock);
    set(&mut all, &[known::BR], Display::LineBreak);
    set(&mut all, &[known::SELECT], Display::Select);
    set(&mut all, &[known::OPTGROUP], Display::OptionGroup);
    set(&mut all, &[known::TABLE], Display::Table);
    set(&mut all, &[known::CAPTION], Display::Caption);
    set(&mut all, &[known::COL, known::COLGROUP], Display::Columns);
    set(&mut all, &[known::TBODY, known::THEAD, known::TFOOT], Display::RowGroup);
    set(&mut all, &[known::TR], Display::Row);
    set(&mut all, &[known::TD, known::TH], Display::Cell);
    all
};

const fn set(all: &mut [Display; KNOWN_COUNT], names: &[LocalName], display: Display) {
    let mut i = 0;
    while i < names.len() {
        if let Some(index) = names[i].known_index() {
            all[index] = display;
        }
        i += 1;
    }
}

/// Returns how an SVG element is displayed.
///
/// <https://www.w3.org/TR/SVG2/styling.html#UAStyleSheet>
fn of_svg(name: LocalName) -> Display {
    match name {
        known::SVG => Display::Graphics,
        known::TEXT | known::FOREIGN_OBJECT => Display::Block,
        known::CLIP_PATH
        | known::DEFS
        | known::DESC
        | known::LINEAR_GRADIENT
        | known::MARKER
        | known::MASK
        | known::METADATA
        | known::PATTERN
        | known::RADIAL_GRADIENT
        | known::SCRIPT
        | known::STYLE
        | known::SYMBOL
        | known::TITLE => Display::None,
        _ => Display::Inline,
    }
}

/// Returns how a MathML element is displayed.
///
/// <https://www.w3.org/TR/mathml-core/#user-agent-stylesheet>
fn of_math_ml(name: LocalName) -> Display {
    match name {
        known::MATH => Display::InlineBlock,
        known::MTABLE => Display::InlineTable,
        known::MTR => Display::Row,
        known::MTD => Display::Cell,
        // It has `visibility: hidden`: its text doesn't show either.
        known::MPHANTOM => Display::None,
        _ => Display::Block,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the table of all names, a later list would overwrite an earlier one.
    #[test]
    fn no_name_is_in_two_lists() {
        for (i, list) in [NONE, BLOCK, REPLACED].iter().enumerate() {
            assert!(list.iter().all(|name| name.known_index().is_some()));
            for other in [NONE, BLOCK, REPLACED].iter().skip(i + 1) {
                assert!(list.iter().all(|name| !other.contains(name)));
            }
        }
    }

    #[test]
    fn a_name_is_displayed_differently_in_each_namespace() {
        let of = |namespace, local| Display::of(ElementName { namespace, local });
        assert_eq!(of(Namespace::Html, known::TITLE), Display::None);
        assert_eq!(of(Namespace::Html, known::TEXT), Display::Inline);
        assert_eq!(of(Namespace::Svg, known::TEXT), Display::Block);
        assert_eq!(of(Namespace::Svg, known::DIV), Display::Inline);
        assert_eq!(of(Namespace::MathMl, known::MI), Display::Block);
    }
}
