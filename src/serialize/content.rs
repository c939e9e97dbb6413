//! Where start tags are known to mean nothing but the start of an element.

use crate::names::{LocalName, known};

use super::optional_tags::{Parent, is_after_p};

/// Whether the parser, at a start tag of HTML in that parent, does no more than insert an element:
/// it ignores no tag, closes nothing, moves nothing elsewhere. `is_open` tells whether an element
/// of that name is open anywhere around. False where this isn't sure.
pub(super) fn is_plain(
    local: LocalName,
    parent: Parent,
    is_open: impl Fn(LocalName) -> bool,
) -> bool {
    let parent = match parent {
        // What stands around is not known; nothing is known that speaks against it.
        Parent::Root if matches!(local, known::LI | known::DD | known::DT) => {
            return !is_open(known::P);
        }
        Parent::Root => known::NO_NAME,
        Parent::Html(parent) => parent,
        Parent::Foreign => return true,
    };
    let is_script_supporting = matches!(local, known::SCRIPT | known::TEMPLATE);
    match parent {
        known::HEAD => is_metadata(local),
        known::TABLE => {
            let is_part = matches!(
                local,
                known::CAPTION
                    | known::COLGROUP
                    | known::THEAD
                    | known::TBODY
                    | known::TFOOT
                    | known::TR
            );
            is_part || is_script_supporting
        }
        known::COLGROUP => matches!(local, known::COL | known::TEMPLATE),
        known::THEAD | known::TBODY | known::TFOOT => local == known::TR || is_script_supporting,
        known::TR => matches!(local, known::TD | known::TH) || is_script_supporting,
        known::SELECT => {
            matches!(local, known::OPTION | known::OPTGROUP | known::HR) || is_script_supporting
        }
        known::OPTGROUP => local == known::OPTION || is_script_supporting,
        known::OPTION => is_script_supporting,
        _ if has_text_only(parent) => false,
        _ => is_plain_in_flow(local, parent, is_open),
    }
}

/// The same, in a parent in which most elements can stand.
fn is_plain_in_flow(
    local: LocalName,
    parent: LocalName,
    is_open: impl Fn(LocalName) -> bool,
) -> bool {
    let ends_p =
        is_after_p(local) || matches!(local, known::TABLE | known::LI | known::DD | known::DT);
    if ends_p && is_open(known::P) {
        return false;
    }
    match local {
        known::CAPTION
        | known::COL
        | known::COLGROUP
        | known::FRAME
        | known::FRAMESET
        | known::OPTGROUP
        | known::TBODY
        | known::TD
        | known::TFOOT
        | known::TH
        | known::THEAD
        | known::TR => false,
        // Elements that the parser treats in a way of their own, and that are not worth more than
        // this.
        known::CENTER
        | known::DIR
        | known::IMAGE
        | known::LISTING
        | known::PLAINTEXT
        | known::SUMMARY
        | known::XMP => !is_open(known::P),
        known::LI => matches!(parent, known::UL | known::OL | known::MENU),
        known::DD | known::DT => parent == known::DL,
        known::RB | known::RP | known::RT | known::RTC => parent == known::RUBY,
        known::OPTION => parent == known::DATALIST,
        known::A | known::BUTTON | known::FORM | known::NOBR => !is_open(local),
        _ => !is_heading(local) || !is_heading(parent),
    }
}

/// Whether text other than white space stays where it is in that parent.
pub(super) fn keeps_text(parent: Parent) -> bool {
    !matches!(
        parent,
        Parent::Html(
            known::HEAD
                | known::TABLE
                | known::COLGROUP
                | known::THEAD
                | known::TBODY
                | known::TFOOT
                | known::TR
                | known::FRAMESET
        )
    )
}

/// Whether the parser makes no elements in it.
fn has_text_only(name: LocalName) -> bool {
    matches!(
        name,
        known::TITLE
            | known::TEXTAREA
            | known::STYLE
            | known::SCRIPT
            | known::XMP
            | known::IFRAME
            | known::NOEMBED
            | known::NOFRAMES
            | known::NOSCRIPT
            | known::PLAINTEXT
            | known::FRAMESET
    )
}

fn is_metadata(local: LocalName) -> bool {
    matches!(
        local,
        known::BASE
            | known::LINK
            | known::META
            | known::NOSCRIPT
            | known::SCRIPT
            | known::STYLE
            | known::TEMPLATE
            | known::TITLE
    )
}

fn is_heading(local: LocalName) -> bool {
    matches!(local, known::H1 | known::H2 | known::H3 | known::H4 | known::H5 | known::H6)
}
