//! Where elements can stand so that what is written of them is parsed to the same tree.
//!
//! A tree is *plain* if each of its elements stands where its start tag, read again, does nothing
//! but insert it, and its end tag does nothing but end it. Nearly every tree is, once it is
//! sanitized; only for another one it takes a second parse to know what its markup means. The
//! argument for each kind is at its variant; a fuzz target compares both ways.
//!
//! In a plain tree, the stack of open elements is always the element that is being read and its
//! ancestors, and the list of active formatting elements has nothing but such elements. So nothing
//! is ever reconstructed, no scope has anything to end, and the adoption agency algorithm finds the
//! current node.

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
    fn has_implied_end(self) -> bool {
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

/// The elements around the place that is being written, as far as it matters for whether the tree
/// is plain.
#[derive(Debug)]
pub(super) struct Nest {
    /// Whether every element so far stood where it can.
    is_plain: bool,
    /// The kinds of the elements around, the innermost last.
    around: Vec<Nesting>,
    has_paragraph: bool,
    has_link: bool,
}

/// How many elements around an item are searched for another item, so that time stays linear.
const MAX_SEARCHED: usize = 16;

impl Nest {
    /// Returns the nest of a tree whose root is parsed by the rules for the flow; if not
    /// `has_flow`, no tree is plain.
    pub(super) fn new(has_flow: bool) -> Nest {
        Nest { is_plain: has_flow, around: Vec::new(), has_paragraph: false, has_link: false }
    }

    /// Returns whether the tree is plain so far.
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Notes that the tree is not plain.
    pub(super) fn set_not_plain(&mut self) {
        self.is_plain = false;
    }

    /// Notes an element before its content.
    #[inline]
    pub(super) fn enter(&mut self, element: Nesting) {
        self.is_plain = self.is_plain && self.fits(element);
        self.around.push(element);
        self.has_paragraph |= element == Nesting::Paragraph;
        self.has_link |= element == Nesting::Link;
    }

    /// Notes a void element.
    #[inline]
    pub(super) fn pass(&mut self, element: Nesting) {
        self.is_plain = self.is_plain && self.fits(element);
    }

    /// Notes the end of the element that was entered last.
    #[inline]
    pub(super) fn leave(&mut self) {
        match self.around.pop() {
            // A plain tree has one at most around any place.
            Some(Nesting::Paragraph) => self.has_paragraph = false,
            Some(Nesting::Link) => self.has_link = false,
            _ => {}
        }
    }

    /// Returns whether the innermost element takes no text but whitespace.
    #[inline]
    pub(super) fn is_at_table_part(&self) -> bool {
        self.around.last().is_some_and(|parent| parent.takes_whitespace_only())
    }

    /// Notes a text.
    pub(super) fn text(&mut self, text: &str) {
        if self.is_at_table_part()
            && !text.bytes().all(|byte| matches!(byte, b'\t' | b'\n' | b'\x0C' | b' '))
        {
            self.is_plain = false;
        }
    }

    /// Returns whether an element can stand here.
    #[inline]
    fn fits(&self, element: Nesting) -> bool {
        let Some(&parent) = self.around.last() else { return self.fits_in_flow(element, None) };
        match parent {
            _ if parent.has_flow() => self.fits_in_flow(element, Some(parent)),
            Nesting::Table => {
                matches!(element, Nesting::Caption | Nesting::ColumnGroup | Nesting::RowGroup)
            }
            Nesting::ColumnGroup => element == Nesting::Column,
            Nesting::RowGroup => element == Nesting::Row,
            Nesting::Row => element == Nesting::Cell,
            Nesting::Svg | Nesting::SvgPart => {
                matches!(element, Nesting::Svg | Nesting::SvgPart | Nesting::SvgText)
            }
            Nesting::Math | Nesting::MathPart => {
                matches!(element, Nesting::MathPart | Nesting::MathText)
            }
            _ => false,
        }
    }

    /// Returns whether an element can stand in the flow: in that parent, or at the root.
    #[inline]
    fn fits_in_flow(&self, element: Nesting, parent: Option<Nesting>) -> bool {
        match element {
            Nesting::Inline | Nesting::Title | Nesting::Svg | Nesting::Math => true,
            Nesting::Link => !self.has_link,
            Nesting::Paragraph | Nesting::Block | Nesting::Division | Nesting::Table => {
                !self.has_paragraph
            }
            Nesting::Heading => !self.has_paragraph && parent != Some(Nesting::Heading),
            Nesting::ListItem | Nesting::Description => {
                !self.has_paragraph && !self.may_end_item(element)
            }
            Nesting::RubyText => !parent.is_some_and(Nesting::has_implied_end),
            _ => false,
        }
    }

    /// Returns whether the start tag of an item may end one around it.
    fn may_end_item(&self, item: Nesting) -> bool {
        for (searched, &ancestor) in self.around.iter().rev().enumerate() {
            let is_passed = match ancestor {
                _ if ancestor == item || searched == MAX_SEARCHED => return true,
                // Not special, or one of the three that the search passes.
                Nesting::Inline | Nesting::Link | Nesting::RubyText => true,
                Nesting::Division | Nesting::Paragraph => true,
                _ => false,
            };
            if !is_passed {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_SEARCHED;
    use crate::sanitizer::{SanitizeOptions, Sanitizer, SanitizerConfig};

    /// Whether no second parse was needed, after checking that one would have changed nothing.
    fn is_plain(html: &str) -> bool {
        let all = Sanitizer::from_config(SanitizerConfig::new()).expect("a valid configuration");
        let options = SanitizeOptions::new();
        let sanitized = options.sanitize(&all, "div", html);
        let slowly = options.clone().without_plain_trees(true).sanitize(&all, "div", html);
        assert_eq!(sanitized.html(), slowly.html());
        let again = options.sanitize(&all, "div", sanitized.html());
        assert_eq!(again.html(), sanitized.html());
        sanitized.rounds() == 0
    }

    #[test]
    fn ordinary_markup_is_plain() {
        for html in [
            "<h1>1</h1><p>2 <b>3<i>4</i></b> <a href=/>5</a><br><img src=a>",
            "<ul><li>1<ul><li>2</ul><li>3</ul><dl><dt>4<dd>5</dl>",
            "<table><caption>1</caption><colgroup><col></colgroup><tr> <td>2<table><tr><td>3</table></table>",
            "<b><b><b><b><b>1</b></b></b></b></b>2",
            "<b><p>1</p><div>2<h2>3</h2></div></b>",
            "<ruby>1<rp>(</rp><rt>2</rt><rp>)</rp></ruby>",
            "<svg viewBox='0 0 1 1'><g><title>1</title><circle r=1 /></g></svg><math><mi>x</mi></math>",
            "<pre>\n\n1</pre>\n<pre></pre>\n2<title>&lt;/title></title>",
            "<x-a><x-b>1</x-b></x-a><p>2<x-a>3</x-a></p>",
        ] {
            assert!(is_plain(html), "{html:?}");
        }
    }

    #[test]
    fn what_a_tag_could_end_or_move_is_not_plain() {
        for html in [
            // `a` in `a`, blocks in `p`, headings in headings, items in items.
            "<a>1<table><tr><td><a>2",
            "<p><button><p>1",
            "<p><marquee><div>1",
            "<h1><button><h2>1",
            "<li><button><li>1",
            // Elements with rules of their own.
            "<table><tr><form><td>1",
            "<form>1<div></form>2<form>3",
            "<nobr>1</nobr>",
            "<select><option>1",
            "<noscript><p>1</noscript>",
            "<textarea>\n\n1",
            "<template><p>1",
            "<plaintext>1",
            "<!--1-->",
            // Foreign content in which HTML goes on.
            "<svg><desc><p>1",
            "<svg><foreignObject><p><a>1",
            "<math><mi><b>1",
            "<math><annotation-xml encoding=text/html><p>1",
            "<math><mtext><mglyph>1",
            "<svg><style>1",
        ] {
            assert!(!is_plain(html), "{html:?}");
        }
    }

    #[test]
    fn what_is_moved_when_it_is_parsed_is_plain_where_it_went() {
        for html in ["<table>1<tr><td>2", "<p>1<div>2", "<b>1<p>2</b>3", "<a>1<a>2", "<h1>1<h2>2"] {
            assert!(is_plain(html), "{html:?}");
        }
    }

    #[test]
    fn items_far_below_an_item_are_not_searched_for() {
        for (depth, expected) in [(MAX_SEARCHED - 1, true), (MAX_SEARCHED + 1, false)] {
            let html = format!("<section>{}<li>1", "<span>".repeat(depth));
            assert_eq!(is_plain(&html), expected, "{depth}");
        }
    }
}
