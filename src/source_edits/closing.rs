//! Which start tags close which elements.
//!
//! <https://html.spec.whatwg.org/#optional-tags>

use crate::names::{ElementName, LocalName, known};

/// What follows an element that has no end tag.
#[derive(Clone, Copy)]
pub(super) enum Next {
    Element(ElementName),
    Other,
    /// The end of its parent.
    End,
}

/// Whether what follows closes an element without an end tag: the first of `open`; the others are
/// open in it. `has_end_tag` is whether its parent has one.
pub(super) fn is_closed_by(open: &[ElementName], next: Next, has_end_tag: bool) -> bool {
    let Some(outer) = open.first() else { return true };
    if !open.iter().all(|name| name.is_html(name.local) && has_implied_end_tag(name.local)) {
        return false;
    }
    match next {
        Next::End => has_end_tag,
        Next::Other => false,
        Next::Element(next) if next.is_html(next.local) => closes(next.local, outer.local),
        Next::Element(_) => false,
    }
}

/// Whether the end tag of an element can be left out at the end of its parent.
///
/// <https://html.spec.whatwg.org/#generate-all-implied-end-tags-thoroughly>
fn has_implied_end_tag(name: LocalName) -> bool {
    [
        known::CAPTION,
        known::COLGROUP,
        known::DD,
        known::DT,
        known::LI,
        known::OPTGROUP,
        known::OPTION,
        known::P,
        known::RB,
        known::RP,
        known::RT,
        known::RTC,
        known::TBODY,
        known::TD,
        known::TFOOT,
        known::TH,
        known::THEAD,
        known::TR,
    ]
    .contains(&name)
}

/// Whether a start tag closes an element.
fn closes(next: LocalName, open: LocalName) -> bool {
    let is = |names: &[LocalName]| names.contains(&next);
    match open {
        known::LI => is(&[known::LI]),
        known::DD | known::DT => is(&[known::DD, known::DT]),
        known::OPTION => is(&[known::OPTION, known::OPTGROUP]),
        known::OPTGROUP => is(&[known::OPTGROUP]),
        known::TD | known::TH => is(&[known::TD, known::TH]),
        known::TR => is(&[known::TR]),
        known::TBODY | known::THEAD | known::TFOOT => {
            is(&[known::TBODY, known::THEAD, known::TFOOT])
        }
        known::CAPTION | known::COLGROUP => is(&[known::TBODY, known::THEAD, known::TFOOT]),
        known::RB | known::RT | known::RTC | known::RP => {
            is(&[known::RB, known::RT, known::RTC, known::RP])
        }
        known::P => is(&CLOSING_P),
        _ => false,
    }
}

/// The elements whose start tags close a `p`, but for `table`, which does not in quirks mode.
const CLOSING_P: [LocalName; 38] = [
    known::ADDRESS,
    known::ARTICLE,
    known::ASIDE,
    known::BLOCKQUOTE,
    known::CENTER,
    known::DD,
    known::DETAILS,
    known::DIALOG,
    known::DIR,
    known::DIV,
    known::DL,
    known::DT,
    known::FIELDSET,
    known::FIGCAPTION,
    known::FIGURE,
    known::FOOTER,
    known::FORM,
    known::H1,
    known::H2,
    known::H3,
    known::H4,
    known::H5,
    known::H6,
    known::HEADER,
    known::HGROUP,
    known::HR,
    known::LI,
    known::LISTING,
    known::MAIN,
    known::MENU,
    known::NAV,
    known::OL,
    known::P,
    known::PRE,
    known::SEARCH,
    known::SECTION,
    known::SUMMARY,
    known::UL,
];
