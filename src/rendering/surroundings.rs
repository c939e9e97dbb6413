//! How the elements around a node decide which of its content shows.

use crate::dom::{ElementData, NodeData, NodeIndex};
use crate::names::{Namespace, known};

use super::links::Links;
use super::style_sheet::{Skips, StyleSheet};
use crate::elements::{Display, Traits};

/// The part of an element's content that shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shows {
    All,
    /// Elements for text, with their content, as in an `svg`.
    Graphics,
    /// Options and groups of options.
    OptionsAndGroups,
    Options,
    /// The first `summary` among the children.
    FirstSummary,
    Nothing,
}

impl Shows {
    /// Returns the part of the content that shows in an element with this display, or `None` if it
    /// is the same as in the parent.
    pub(super) fn inside(element: &ElementData, display: Display) -> Option<Shows> {
        match display {
            Display::Graphics => Some(Shows::Graphics),
            Display::Select => Some(Shows::OptionsAndGroups),
            Display::OptionGroup => Some(Shows::Options),
            Display::Replaced | Display::Float | Display::LineBreak | Display::Columns => {
                Some(Shows::Nothing)
            }
            Display::Block if element.name().namespace == Namespace::Svg => Some(Shows::All),
            Display::Block if element.name().is_html(known::OPTION) => Some(Shows::All),
            _ => None,
        }
    }
}

/// How its ancestors affect the rendering of a node.
pub(super) enum Surroundings {
    /// The node has no box.
    NotRendered,
    /// The node has a box, but doesn't show: it is in a collapsed part of a table, or skipped.
    Invisible,
    Rendered {
        shows: Shows,
        keeps_whitespace: bool,
    },
}

impl Surroundings {
    /// Examines a node and its ancestors. A text node has its parent's style.
    ///
    /// <https://html.spec.whatwg.org/#being-rendered>
    pub(super) fn of(
        links: impl Links,
        sheet: &StyleSheet<'_>,
        id: NodeIndex,
        shows_skipped: bool,
    ) -> Surroundings {
        let (mut shows, mut keeps) = (None, None);
        let mut is_invisible = false;
        let (mut child, mut next) = (id, Some(id));
        while let Some(ancestor) = next {
            if links.is_left_out(ancestor) {
                return Surroundings::NotRendered;
            }
            next = links.parent(ancestor);
            let NodeData::Element(element) = &sheet.tree.node(ancestor).data() else { continue };
            let (display, skips) = sheet.style(ancestor, element);
            let inside = Shows::inside(element, display);
            let is_shown_outside = match inside.filter(|_| ancestor != id) {
                Some(Shows::Nothing) => false,
                // In these, only options and groups of options have boxes.
                Some(Shows::OptionsAndGroups | Shows::Options) => shows.is_some(),
                Some(Shows::All | Shows::Graphics | Shows::FirstSummary) | None => true,
            };
            if display == Display::None || !is_shown_outside {
                return Surroundings::NotRendered;
            }
            is_invisible |= sheet.is_collapsed(element, display);
            shows = shows.or(inside);
            match skips {
                Skips::All if !shows_skipped => is_invisible = true,
                Skips::AllButSummary if shows_skipped => {}
                Skips::AllButSummary if ancestor == id => shows = Some(Shows::FirstSummary),
                Skips::AllButSummary => is_invisible |= !sheet.is_first_summary(child),
                Skips::All | Skips::Nothing => {}
            }
            keeps = keeps.or_else(|| changes_whitespace(sheet, element));
            child = ancestor;
        }
        if is_invisible {
            return Surroundings::Invisible;
        }
        Surroundings::Rendered {
            shows: shows.unwrap_or(Shows::All),
            keeps_whitespace: keeps == Some(true),
        }
    }
}

/// Returns whether the element preserves whitespace, or `None` if it inherits that from its parent.
pub(super) fn changes_whitespace(sheet: &StyleSheet<'_>, element: &ElementData) -> Option<bool> {
    let name = element.name();
    if name.row().is(Traits::KEEPS_WHITESPACE) {
        return Some(true);
    }
    // Without line breaks of its own, text collapses, too: `white-space: nowrap`.
    let is_cell = name.is_html(known::TD) || name.is_html(known::TH);
    let collapses = name.is_html(known::NOBR)
        || (is_cell && sheet.attribute(element, known::NOWRAP).is_some())
        || (sheet.is_in_quirks_mode && name.is_html(known::TABLE));
    collapses.then_some(false)
}
