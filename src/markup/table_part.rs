//! The start tags of the parts of a table.

use crate::elements::{ElementRow, TagSet};
use crate::names::{LocalName, known};

use super::effect::Effect;
use super::nest::{MAX_SEARCHED, Nest};
use super::place::Place;

/// A part of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TablePart {
    Caption,
    ColumnGroup,
    Column,
    /// `tbody`, `tfoot`, `thead`.
    Section,
    Row,
    /// `td`, `th`.
    Cell,
}

impl TablePart {
    /// Returns which part of a table an HTML element is.
    #[inline]
    pub(super) fn of(name: LocalName, row: &ElementRow) -> Option<TablePart> {
        match name {
            known::CAPTION => Some(TablePart::Caption),
            known::COLGROUP => Some(TablePart::ColumnGroup),
            known::COL => Some(TablePart::Column),
            known::TR => Some(TablePart::Row),
            known::TD | known::TH => Some(TablePart::Cell),
            _ if row.own.intersects(TagSet::TABLE_SECTIONS) => Some(TablePart::Section),
            _ => None,
        }
    }

    /// Returns whether the part goes right into a place, closes the element there, or makes the
    /// parser imply other parts around it.
    fn stands_in(self, place: Place) -> Stands {
        match (place, self) {
            (Place::Table, TablePart::Caption | TablePart::ColumnGroup | TablePart::Section)
            | (Place::ColumnGroup, TablePart::Column)
            | (Place::Section, TablePart::Row)
            | (Place::Row, TablePart::Cell) => Stands::Here,
            (Place::Table, _) | (Place::Section, TablePart::Cell) => Stands::InImplied,
            _ => Stands::Outside,
        }
    }
}

/// Where a part of a table goes.
enum Stands {
    /// Into the element.
    Here,
    /// Into another part, which the parser inserts.
    InImplied,
    /// Out of the element, which ends.
    Outside,
}

impl<T> Nest<T> {
    /// Returns the effect of the start tag of a part of a table: it closes cells, rows and so on,
    /// up to the element that it belongs in. Outside of tables, it is ignored.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-intable>
    pub(super) fn effect_of_table_part(&self, part: TablePart) -> Effect {
        // Whether the elements so far end with a cell or caption, if one is around them.
        let mut is_in_flow = false;
        for (closed, level) in self.open.iter().rev().enumerate() {
            if closed > MAX_SEARCHED {
                return Effect::Unsure;
            }
            match level.place {
                Place::Cell | Place::Caption => is_in_flow = false,
                Place::Flow | Place::Foreign | Place::Text => is_in_flow = true,
                Place::Template | Place::Unknown => return Effect::Unsure,
                Place::Head | Place::Frameset => return self.moves_from(level.place),
                Place::Table | Place::ColumnGroup | Place::Section | Place::Row => {
                    if is_in_flow {
                        return Effect::Unsure;
                    }
                    match part.stands_in(level.place) {
                        Stands::Here if closed == 0 => return Effect::Inserts,
                        Stands::Here => return self.closing_any(closed),
                        Stands::InImplied => return Effect::Moves,
                        Stands::Outside => {}
                    }
                }
            }
        }
        match self.open.len() {
            // In the content of an element that is not known.
            0 => Effect::Unsure,
            // A table may be around the context.
            _ if is_in_flow && self.has_context => Effect::ReachesOut,
            _ if is_in_flow => Effect::Moves,
            closed => self.closing_any(closed),
        }
    }
}
