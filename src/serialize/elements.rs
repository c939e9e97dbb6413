//! What sets an element apart from others when it is written: data only.

use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

/// How an element differs from others when it is serialized.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handling {
    Ordinary,
    /// No content, no end tag. <https://html.spec.whatwg.org/#serializes-as-void>
    Void,
    /// Its text is written as it is.
    RawText,
    /// Its text is written as it is where scripting is enabled.
    RawTextWithScripting,
}

impl Handling {
    #[inline]
    pub(super) fn of(name: ElementName) -> Handling {
        match (name.namespace, name.local.known_index()) {
            (Namespace::Html, Some(index)) => HANDLING[index],
            _ => Handling::Ordinary,
        }
    }

    /// Whether its text is written as it is.
    #[inline]
    pub(super) fn is_raw_text(self, scripting: bool) -> bool {
        match self {
            Handling::RawText => true,
            Handling::RawTextWithScripting => scripting,
            Handling::Void | Handling::Ordinary => false,
        }
    }
}

/// Whether the parser drops a line feed at the start of an element of that name.
///
/// <https://html.spec.whatwg.org/#element-restrictions>
pub(super) fn loses_line_feed(name: ElementName) -> bool {
    name.namespace == Namespace::Html
        && [known::PRE, known::TEXTAREA, known::LISTING].contains(&name.local)
}

/// The void elements, and those that once were.
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

static HANDLING: [Handling; KNOWN_COUNT] = {
    let mut all = [Handling::Ordinary; KNOWN_COUNT];
    set(&mut all, VOID, Handling::Void);
    set(&mut all, RAW_TEXT, Handling::RawText);
    set(&mut all, &[known::NOSCRIPT], Handling::RawTextWithScripting);
    all
};

const fn set(all: &mut [Handling; KNOWN_COUNT], names: &[LocalName], handling: Handling) {
    let mut i = 0;
    while i < names.len() {
        if let Some(index) = names[i].known_index() {
            all[index] = handling;
        }
        i += 1;
    }
}
