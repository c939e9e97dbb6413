//! The kinds of elements by what the rules of the parser do with their tags, for [`Nest`], which
//! tells with them where an element can stand.

#[cfg(doc)]
use super::nest::Nest;
use crate::names::{ElementName, LocalName, Namespace, known};

/// The kind of an element, by what the rules of the parser do with its tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Nesting {
    /// Stands anywhere in the flow: an element without rules of its own, a formatting element, or a
    /// void element whose start tag only inserts it.
    Inline,
    /// `a`: "If the list of active formatting elements contains an a element", that is ended.
    Link,
    /// `p`: ends another `p` in button scope.
    Paragraph,
    /// A block: its start tag ends a `p` in button scope. It is special, so that it ends the search
    /// of [`ListItem`](Self::ListItem) for an item to end.
    Block,
    /// `address`, `div`, `dialog`: as a block, but the search passes it.
    Division,
    /// `h1` to `h6`: ends a `p`, too, and the current node if that is a heading.
    Heading,
    /// `li`: ends a `p`, and an `li` around it with nothing special in between but divisions and
    /// paragraphs.
    ListItem,
    /// `dd`, `dt`: the same for `dd` and `dt`.
    Description,
    /// `rt`, `rp`: "generate implied end tags, except for rtc elements" if a `ruby` is in scope.
    RubyText,
    /// `table`: ends a `p`, unless in quirks mode. Its content must be parts of a table and
    /// whitespace: all else is foster-parented.
    Table,
    /// `caption`, in a table only.
    Caption,
    /// `colgroup`, in a table only.
    ColumnGroup,
    /// `col`, in a `colgroup` only.
    Column,
    /// `tbody`, `thead`, `tfoot`, in a table only.
    RowGroup,
    /// `tr`, in a row group only.
    Row,
    /// `td`, `th`, in a row only.
    Cell,
    /// `title`: contains text only.
    Title,
    /// The `svg` of SVG.
    Svg,
    /// An element of SVG in which SVG goes on.
    SvgPart,
    /// An HTML integration point of SVG. Plain ones contain text only.
    SvgText,
    /// The `math` of MathML.
    Math,
    /// An element of MathML in which MathML goes on.
    MathPart,
    /// A MathML text integration point. Plain ones contain text only.
    MathText,
    /// Everything else: never plain.
    Other,
}

impl Nesting {
    /// Returns the kind of an element with a known name.
    pub(super) fn of(name: ElementName) -> Nesting {
        match name.namespace {
            Namespace::Html => of_html(name.local),
            Namespace::MathMl => of_mathml(name.local),
            Namespace::Svg => of_svg(name.local),
        }
    }

    /// Returns whether the content of such an element is parsed by the rules for the flow: "in
    /// body", or by modes that use these rules for all that plain trees have there.
    pub(super) fn has_flow(self) -> bool {
        match self {
            Nesting::Inline
            | Nesting::Link
            | Nesting::Paragraph
            | Nesting::Block
            | Nesting::Division
            | Nesting::Heading
            | Nesting::ListItem
            | Nesting::Description
            | Nesting::RubyText
            | Nesting::Caption
            | Nesting::Cell => true,
            Nesting::Table
            | Nesting::ColumnGroup
            | Nesting::Column
            | Nesting::RowGroup
            | Nesting::Row
            | Nesting::Title
            | Nesting::Svg
            | Nesting::SvgPart
            | Nesting::SvgText
            | Nesting::Math
            | Nesting::MathPart
            | Nesting::MathText
            | Nesting::Other => false,
        }
    }

    /// Returns whether text other than whitespace is foster-parented out of such an element, or
    /// ends it.
    pub(super) fn takes_whitespace_only(self) -> bool {
        matches!(self, Nesting::Table | Nesting::ColumnGroup | Nesting::RowGroup | Nesting::Row)
    }

    /// Returns whether "generate implied end tags" may end such an element.
    pub(super) fn has_implied_end(self) -> bool {
        matches!(
            self,
            Nesting::Paragraph | Nesting::ListItem | Nesting::Description | Nesting::RubyText
        )
    }
}

fn of_html(name: LocalName) -> Nesting {
    match name {
        known::A => Nesting::Link,
        known::P => Nesting::Paragraph,
        known::ADDRESS | known::DIALOG | known::DIV => Nesting::Division,
        known::H1 | known::H2 | known::H3 | known::H4 | known::H5 | known::H6 => Nesting::Heading,
        known::LI => Nesting::ListItem,
        known::DD | known::DT => Nesting::Description,
        known::RP | known::RT => Nesting::RubyText,
        known::TABLE => Nesting::Table,
        known::CAPTION => Nesting::Caption,
        known::COLGROUP => Nesting::ColumnGroup,
        known::COL => Nesting::Column,
        known::TBODY | known::TFOOT | known::THEAD => Nesting::RowGroup,
        known::TR => Nesting::Row,
        known::TD | known::TH => Nesting::Cell,
        known::TITLE => Nesting::Title,
        // Blocks, special.
        known::ARTICLE
        | known::ASIDE
        | known::BLOCKQUOTE
        | known::CENTER
        | known::DETAILS
        | known::DIR
        | known::DL
        | known::FIELDSET
        | known::FIGCAPTION
        | known::FIGURE
        | known::FOOTER
        | known::HEADER
        | known::HGROUP
        | known::HR
        | known::LISTING
        | known::MAIN
        | known::MENU
        | known::NAV
        | known::OL
        | known::PRE
        | known::SEARCH
        | known::SECTION
        | known::SUMMARY
        | known::UL => Nesting::Block,
        // Formatting elements, but for `nobr`, which ends another.
        known::B
        | known::BIG
        | known::CODE
        | known::EM
        | known::FONT
        | known::I
        | known::S
        | known::SMALL
        | known::STRIKE
        | known::STRONG
        | known::TT
        | known::U => Nesting::Inline,
        // Void elements.
        known::AREA | known::BR | known::IMG | known::SOURCE | known::TRACK | known::WBR => {
            Nesting::Inline
        }
        // "Any other start tag".
        known::ABBR
        | known::ACRONYM
        | known::AUDIO
        | known::BDI
        | known::BDO
        | known::CANVAS
        | known::CITE
        | known::DATA
        | known::DEL
        | known::DFN
        | known::INS
        | known::KBD
        | known::LABEL
        | known::LEGEND
        | known::MAP
        | known::MARK
        | known::METER
        | known::OUTPUT
        | known::PICTURE
        | known::PROGRESS
        | known::Q
        | known::RUBY
        | known::SAMP
        | known::SLOT
        | known::SPAN
        | known::SUB
        | known::SUP
        | known::TIME
        | known::VAR
        | known::VIDEO => Nesting::Inline,
        _ => Nesting::Other,
    }
}

fn of_mathml(name: LocalName) -> Nesting {
    match name {
        known::MATH => Nesting::Math,
        known::MI | known::MN | known::MO | known::MS | known::MTEXT => Nesting::MathText,
        known::MERROR
        | known::MFRAC
        | known::MMULTISCRIPTS
        | known::MOVER
        | known::MPADDED
        | known::MPHANTOM
        | known::MPRESCRIPTS
        | known::MROOT
        | known::MROW
        | known::MSPACE
        | known::MSQRT
        | known::MSTYLE
        | known::MSUB
        | known::MSUBSUP
        | known::MSUP
        | known::MTABLE
        | known::MTD
        | known::MTR
        | known::MUNDER
        | known::MUNDEROVER
        | known::SEMANTICS => Nesting::MathPart,
        _ => Nesting::Other,
    }
}

fn of_svg(name: LocalName) -> Nesting {
    match name {
        known::SVG => Nesting::Svg,
        known::DESC | known::FOREIGN_OBJECT | known::TITLE => Nesting::SvgText,
        known::A
        | known::ANIMATE
        | known::ANIMATE_MOTION
        | known::ANIMATE_TRANSFORM
        | known::CIRCLE
        | known::CLIP_PATH
        | known::DEFS
        | known::ELLIPSE
        | known::FILTER
        | known::G
        | known::IMAGE
        | known::LINE
        | known::LINEAR_GRADIENT
        | known::MARKER
        | known::MASK
        | known::METADATA
        | known::PATH
        | known::PATTERN
        | known::POLYGON
        | known::POLYLINE
        | known::RADIAL_GRADIENT
        | known::RECT
        | known::SET
        | known::STOP
        | known::SWITCH
        | known::SYMBOL
        | known::TEXT
        | known::TEXT_PATH
        | known::TSPAN
        | known::USE
        | known::VIEW => Nesting::SvgPart,
        _ => Nesting::Other,
    }
}
