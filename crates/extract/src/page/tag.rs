//! Elements by their role in a page.

use consomme::ElementRef;
use consomme::sink::known_names as known;

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
            known::DIV => Tag::Division,
            known::P => Tag::Paragraph,
            known::H1 => Tag::Heading(1),
            known::H2 => Tag::Heading(2),
            known::H3 => Tag::Heading(3),
            known::H4 => Tag::Heading(4),
            known::H5 => Tag::Heading(5),
            known::H6 => Tag::Heading(6),
            known::UL | known::OL | known::MENU => Tag::List,
            known::LI => Tag::Item,
            known::DL => Tag::DefinitionList,
            known::DT | known::DD => Tag::Definition,
            known::TABLE => Tag::Table,
            known::TR | known::TBODY | known::THEAD | known::TFOOT => Tag::Row,
            known::TD | known::TH => Tag::Cell,
            known::BLOCKQUOTE => Tag::Quote,
            known::PRE => Tag::Code,
            known::FIGURE => Tag::Figure,
            known::FIGCAPTION | known::CAPTION => Tag::Caption,
            known::SECTION => Tag::Section,
            known::ARTICLE => Tag::Article,
            known::MAIN => Tag::Main,
            known::NAV => Tag::Navigation,
            known::HEADER => Tag::Header,
            known::FOOTER => Tag::Footer,
            known::ASIDE => Tag::Aside,
            known::FORM | known::FIELDSET => Tag::Form,
            known::BUTTON | known::SELECT | known::OPTION | known::TEXTAREA | known::INPUT => {
                Tag::Control
            }
            known::LABEL | known::LEGEND => Tag::Label,
            known::DIALOG => Tag::Dialog,
            known::DETAILS => Tag::Details,
            known::SUMMARY => Tag::Summary,
            known::A => Tag::Link,
            known::B | known::STRONG => Tag::Strong,
            known::TIME => Tag::Time,
            known::ADDRESS => Tag::Address,
            known::NOSCRIPT => Tag::Noscript,
            known::SPAN
            | known::I
            | known::EM
            | known::U
            | known::SMALL
            | known::FONT
            | known::CODE => Tag::Inline,
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
