//! Foster parenting: content that is not allowed in a table goes before it.
//!
//! It is enabled for a token by `in_body_with_foster_parenting`, and applies where the target is
//! one of `ElementClass::FOSTERS`: `appropriate_place.rs` asks both.

use crate::input::ParseContext;
use crate::names::known;
use crate::tokenizer::token::Token;
use crate::tree_sink::TreeSink;

use super::insertion_place::{InsertionLocation, InsertionPlace};
use super::{Processing, TreeBuilder};

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a token using the rules for "in body" with foster parenting enabled.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-intable>
    pub(super) fn in_body_with_foster_parenting(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        self.foster_parenting = true;
        let processing = self.in_body(token, context);
        self.foster_parenting = false;
        processing
    }

    /// Returns the place of a node that is foster-parented: the substeps of step 2 of the
    /// appropriate place for inserting a node.
    ///
    /// <https://html.spec.whatwg.org/#foster-parent>
    pub(super) fn foster_parent_place(&mut self) -> InsertionPlace<S::Handle> {
        // Substeps 1 and 2: the last template and the last table.
        let last_template = self.open.last_position_of(known::TEMPLATE);
        let last_table = self.open.last_position_of(known::TABLE);
        // Substep 3: inside the template, if it is lower than the table. That is its insertion
        // target, if it has one.
        if let Some(template) = last_template
            && last_table.is_none_or(|table| template > table)
        {
            let template = *self.open.entry(template);
            return self.place_inside_template(&template);
        }
        // Substep 4: without a table, inside the first element on the stack (fragment case).
        let Some(table) = last_table else { return self.place_inside(0) };
        // Substep 5: before the table, if it has a parent.
        let entry = self.open.entry(table);
        if self.sink.parent(entry.handle).is_some() {
            let location = InsertionLocation::Before(entry.handle);
            return InsertionPlace { location, level: entry.level };
        }
        // Substeps 6 and 7: inside the previous element, the one above the table.
        self.place_inside(self.open.above_lower(table))
    }
}
