//! Start tags that do nothing but start an element.

use crate::names::{LocalName, known};

use super::optional_tags::{Parent, is_after_p};

/// Whether the parser, at this HTML start tag in this parent, only inserts an element: it doesn't
/// ignore the tag, pop elements, or insert the element elsewhere. False if that isn't certain.
/// `is_open` returns whether an element of a name is open at any level.
pub(super) fn is_plain(
    local: LocalName,
    parent: Parent,
    is_open: impl Fn(LocalName) -> bool,
) -> bool {
    let parent = match parent {
        // The context is unknown, and nothing speaks against the tag.
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

/// Returns what [`is_plain`] does for a parent in which most elements are allowed.
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
        // The parser has special rules for these. They are rare, so this is a cautious answer.
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

/// Whether the parser leaves text that is not only whitespace in this parent.
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

/// Whether the parser creates no elements in an element of this name.
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
