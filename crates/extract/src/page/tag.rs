//! Elements by their role in a page.

use consomme::ElementRef;
use consomme::sink::known_names as names;

/// The role of an element by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tag {
    Other,
    Division,
    Paragraph,
    Heading(u8),
    List,
    Item,
    DefinitionList,
    Definition,
    Table,
    Row,
    Cell,
    Quote,
    Code,
    Figure,
    Caption,
    Section,
    Article,
    Main,
    Navigation,
    Header,
    Footer,
    Aside,
    Form,
    Control,
    Label,
    Dialog,
    Details,
    Summary,
    Link,
    Strong,
    Time,
    Address,
    Noscript,
    Inline,
}

impl Tag {
    pub(crate) fn of(element: ElementRef<'_>) -> Self {
        match element.element_name().local {
            names::DIV => Tag::Division,
            names::P => Tag::Paragraph,
            names::H1 => Tag::Heading(1),
            names::H2 => Tag::Heading(2),
            names::H3 => Tag::Heading(3),
            names::H4 => Tag::Heading(4),
            names::H5 => Tag::Heading(5),
            names::H6 => Tag::Heading(6),
            names::UL | names::OL | names::MENU => Tag::List,
            names::LI => Tag::Item,
            names::DL => Tag::DefinitionList,
            names::DT | names::DD => Tag::Definition,
            names::TABLE => Tag::Table,
            names::TR | names::TBODY | names::THEAD | names::TFOOT => Tag::Row,
            names::TD | names::TH => Tag::Cell,
            names::BLOCKQUOTE => Tag::Quote,
            names::PRE => Tag::Code,
            names::FIGURE => Tag::Figure,
            names::FIGCAPTION | names::CAPTION => Tag::Caption,
            names::SECTION => Tag::Section,
            names::ARTICLE => Tag::Article,
            names::MAIN => Tag::Main,
            names::NAV => Tag::Navigation,
            names::HEADER => Tag::Header,
            names::FOOTER => Tag::Footer,
            names::ASIDE => Tag::Aside,
            names::FORM | names::FIELDSET => Tag::Form,
            names::BUTTON | names::SELECT | names::OPTION | names::TEXTAREA | names::INPUT => {
                Tag::Control
            }
            names::LABEL | names::LEGEND => Tag::Label,
            names::DIALOG => Tag::Dialog,
            names::DETAILS => Tag::Details,
            names::SUMMARY => Tag::Summary,
            names::A => Tag::Link,
            names::B | names::STRONG => Tag::Strong,
            names::TIME => Tag::Time,
            names::ADDRESS => Tag::Address,
            names::NOSCRIPT => Tag::Noscript,
            names::SPAN
            | names::I
            | names::EM
            | names::U
            | names::SMALL
            | names::FONT
            | names::CODE => Tag::Inline,
            _ => Tag::Other,
        }
    }

    /// The numbers of tags are less.
    pub(crate) const COUNT: usize = 39;

    /// The number of the tag in features.
    pub(crate) fn number(self) -> usize {
        match self {
            Tag::Other => 0,
            Tag::Division => 1,
            Tag::Paragraph => 2,
            Tag::Heading(level) => 2 + usize::from(level),
            Tag::List => 9,
            Tag::Item => 10,
            Tag::DefinitionList => 11,
            Tag::Definition => 12,
            Tag::Table => 13,
            Tag::Row => 14,
            Tag::Cell => 15,
            Tag::Quote => 16,
            Tag::Code => 17,
            Tag::Figure => 18,
            Tag::Caption => 19,
            Tag::Section => 20,
            Tag::Article => 21,
            Tag::Main => 22,
            Tag::Navigation => 23,
            Tag::Header => 24,
            Tag::Footer => 25,
            Tag::Aside => 26,
            Tag::Form => 27,
            Tag::Control => 28,
            Tag::Label => 29,
            Tag::Dialog => 30,
            Tag::Details => 31,
            Tag::Summary => 32,
            Tag::Link => 33,
            Tag::Strong => 34,
            Tag::Time => 35,
            Tag::Address => 36,
            Tag::Noscript => 37,
            Tag::Inline => 38,
        }
    }
}
