//! Whether a cell or row is the last one of its row or table.

use crate::dom::NodeIndex;

use super::lines::is_all_collapsible;
use super::links::Links;
use super::style_sheet::StyleSheet;
use crate::elements::Display;

/// The parts of tables, by their displays.
#[derive(Clone, Copy)]
pub(super) struct TableParts<'a, L> {
    pub(super) links: L,
    pub(super) sheet: &'a StyleSheet<'a>,
}

impl<L: Links> TableParts<'_, L> {
    /// Returns how the parent of a node is displayed by its name, or `None` if it is not an
    /// element.
    pub(super) fn parent_display(self, id: NodeIndex) -> Option<Display> {
        let parent = self.links.box_parent(id)?;
        Some(self.sheet.tree.element(parent)?.name().row().display)
    }

    /// Whether another cell follows in the row of a cell.
    pub(super) fn has_cell_after(self, cell: NodeIndex) -> bool {
        let is_in_row = self.parent_display(cell) == Some(Display::Row);
        self.has_part_after(cell, is_in_row, |_, display| display == Display::Cell)
    }

    /// Whether another row follows in the table of a row.
    pub(super) fn has_row_after(self, row: NodeIndex) -> bool {
        let is_row_or_has_one = |id, display| match display {
            Display::Row => true,
            Display::RowGroup => self.has_row(id),
            _ => false,
        };
        let parent_display = self.parent_display(row);
        let is_in_table = parent_display.is_some_and(Display::holds_table_parts);
        if self.has_part_after(row, is_in_table, is_row_or_has_one) {
            return true;
        }
        let group =
            self.links.box_parent(row).filter(|_| parent_display == Some(Display::RowGroup));
        group.is_some_and(|group| {
            let is_in_table = self.parent_display(group).is_some_and(Display::holds_table_parts);
            self.has_part_after(group, is_in_table, is_row_or_has_one)
        })
    }

    /// Whether a row group contains a row.
    fn has_row(self, group: NodeIndex) -> bool {
        let mut next = self.links.first_child(group);
        while let Some(child) = next {
            if self.sheet.display_of(child) == Some(Display::Row) {
                return true;
            }
            next = self.links.next_sibling(child);
        }
        false
    }

    /// Whether a sibling after a part of a table belongs to the same table or row. Adjacent parts
    /// without a table or row around them get an anonymous one. Stops at the next part, so all
    /// parts together take linear time.
    fn has_part_after(
        self,
        part: NodeIndex,
        is_in_table: bool,
        belongs: impl Fn(NodeIndex, Display) -> bool,
    ) -> bool {
        let tree = self.sheet.tree;
        let mut next = self.links.next_sibling(part);
        while let Some(id) = next {
            match self.sheet.display_of(id) {
                Some(display) if belongs(id, display) => return true,
                Some(Display::None | Display::RowGroup) | None => {}
                Some(_) if is_in_table => {}
                Some(_) => return false,
            }
            if !is_in_table
                && tree.is_text(id)
                && !is_all_collapsible(tree.text(id, self.sheet.strings))
            {
                return false;
            }
            next = self.links.next_sibling(id);
        }
        false
    }
}
