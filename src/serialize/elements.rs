//! Elements that are not written with a start tag, escaped content and an end tag: data only.

use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

/// How an element is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ElementSyntax {
    /// With escaped text and an end tag.
    Ordinary,
    /// Without content and end tag. <https://html.spec.whatwg.org/#serializes-as-void>
    Void,
    /// With unescaped text.
    RawText,
    /// With unescaped text if scripting is enabled.
    RawTextWithScripting,
}

impl ElementSyntax {
    #[inline]
    pub(crate) fn of(name: ElementName) -> ElementSyntax {
        match (name.namespace, name.local.known_index()) {
            (Namespace::Html, Some(index)) => HANDLING[index],
            _ => ElementSyntax::Ordinary,
        }
    }

    /// Whether the element's text is written unescaped.
    #[inline]
    pub(crate) fn is_raw_text(self, scripting: bool) -> bool {
        match self {
            ElementSyntax::RawText => true,
            ElementSyntax::RawTextWithScripting => scripting,
            ElementSyntax::Void | ElementSyntax::Ordinary => false,
        }
    }
}

/// Whether elements of that name have no content and no end tag.
///
/// <https://html.spec.whatwg.org/#serializes-as-void>
pub(crate) fn is_void(name: ElementName) -> bool {
    ElementSyntax::of(name) == ElementSyntax::Void
}

/// Whether the text of elements of that name is written unescaped.
pub(crate) fn is_raw_text(name: ElementName, scripting: bool) -> bool {
    ElementSyntax::of(name).is_raw_text(scripting)
}

/// Whether the parser drops a line feed at the start of an element of that name.
///
/// <https://html.spec.whatwg.org/#element-restrictions>
pub(crate) fn loses_line_feed(name: ElementName) -> bool {
    name.namespace == Namespace::Html
        && [known::PRE, known::TEXTAREA, known::LISTING].contains(&name.local)
}

/// The void elements, also the obsolete ones.
#[rustfmt::skip]
const VOID: &[LocalName] = &[
    known::AREA, known::BASE, known::BASEFONT, known::BGSOUND, known::BR, known::COL, known::EMBED, known::FRAME,
    known::HR, known::IMG, known::INPUT, known::KEYGEN, known::LINK, known::META, known::PARAM, known::SOURCE,
    known::TRACK, known::WBR,
];

#[rustfmt::skip]
const RAW_TEXT: &[LocalName] = &[
    known::STYLE, known::SCRIPT, known::XMP, known::IFRAME, known::NOEMBED, known::NOFRAMES, known::PLAINTEXT,
];

static HANDLING: [ElementSyntax; KNOWN_COUNT] = {
    let mut all = [ElementSyntax::Ordinary; KNOWN_COUNT];
    set(&mut all, VOID, ElementSyntax::Void);
    set(&mut all, RAW_TEXT, ElementSyntax::RawText);
    set(&mut all, &[known::NOSCRIPT], ElementSyntax::RawTextWithScripting);
    all
};

const fn set(all: &mut [ElementSyntax; KNOWN_COUNT], names: &[LocalName], handling: ElementSyntax) {
    let mut i = 0;
    while i < names.len() {
        if let Some(index) = names[i].known_index() {
            all[index] = handling;
        }
        i += 1;
    }
}
