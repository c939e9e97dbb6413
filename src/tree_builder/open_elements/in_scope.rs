//! The questions whether an element is in scope.

use crate::elements::TagSet;
use crate::names::{LocalName, known};
use crate::steps;

use super::OpenElements;
use super::names::{Link, is_special};

impl<H: Copy + Eq> OpenElements<H> {
    /// Returns the index of a special element by its number; 0 if the stack is empty.
    #[inline]
    fn index_of(&self, number: u32) -> usize {
        self.specials.get(number as usize).map_or(0, |special| special.index as usize)
    }

    /// Returns the index of the lowest HTML element with that name, unless a special element is
    /// below it.
    #[inline]
    pub(crate) fn last_position_below_special(&self, name: LocalName) -> Option<usize> {
        let special = self.specials.last().map_or(0, |special| special.index as usize);
        self.last_position_of(name).filter(|&index| index >= special)
    }

    /// Returns the index of the lowest HTML element with that name, unless a special element other
    /// than `address`, `div` and `p` is below it.
    #[inline]
    pub(crate) fn last_position_of_item(&self, name: LocalName) -> Option<usize> {
        let boundary = self.index_of(self.lowest_scopes().item_boundary);
        self.last_position_of(name).filter(|&index| index >= boundary)
    }

    /// Returns the index of the lowest element in the set [`DECIDES_MODE`], or of a `select`
    /// without relaxed `select` parsing; 0 if there is none.
    ///
    /// [`DECIDES_MODE`]: ElementClass::DECIDES_MODE
    pub(crate) fn mode_decider(&self) -> usize {
        self.index_of(self.lowest_scopes().mode_decider)
    }

    /// Whether a `template` element is on the stack.
    #[inline]
    pub(crate) fn has_template(&self) -> bool {
        self.names.lowest_html(known::TEMPLATE) != Link::NONE
    }

    /// Whether more than one `template` element is on the stack, so that the innermost is in the
    /// contents of another.
    pub(crate) fn has_nested_template(&self) -> bool {
        let innermost =
            self.last_position_of(known::TEMPLATE).and_then(|index| self.entries.get(index));
        innermost.is_some_and(|template| template.links.above != Link::NONE)
    }

    /// Whether an element with that name is in scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    #[inline]
    pub(crate) fn has_named_in_scope(&self, name: LocalName) -> bool {
        if is_special(name) {
            self.has_any_in_scope(TagSet::of(name))
        } else {
            self.last_position_of(name).is_some_and(|index| self.has_in_scope(index))
        }
    }

    /// Whether any of these elements is in scope.
    #[inline]
    pub(crate) fn has_any_in_scope(&self, set: TagSet) -> bool {
        self.lowest_scopes().in_scope.intersects(set)
    }

    /// Whether the element at that index is in scope: that very element, not another with its name.
    #[inline]
    pub(crate) fn has_in_scope(&self, index: usize) -> bool {
        index >= self.index_of(self.lowest_scopes().boundary)
    }

    /// Whether a `p` element is in button scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-button-scope>
    #[inline]
    pub(crate) fn has_p_in_button_scope(&self) -> bool {
        self.has_any_in_scope(TagSet::P_IN_BUTTON_SCOPE)
    }

    /// Whether an `li` element is in list item scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-list-item-scope>
    #[inline]
    pub(crate) fn has_li_in_list_item_scope(&self) -> bool {
        self.has_any_in_scope(TagSet::LI_IN_LIST_ITEM_SCOPE)
    }

    /// Whether an element with that name is in table scope. [`TagSet::of`] must know the name.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-table-scope>
    #[inline]
    pub(crate) fn has_named_in_table_scope(&self, name: LocalName) -> bool {
        self.has_any_in_table_scope(TagSet::of(name))
    }

    /// Whether any of these elements is in table scope.
    #[inline]
    pub(crate) fn has_any_in_table_scope(&self, set: TagSet) -> bool {
        self.lowest_scopes().in_table_scope.intersects(set)
    }

    /// Whether a `select` element is in select scope, of which all elements but `optgroup` and
    /// `option` are boundaries. Used only without relaxed `select` parsing.
    pub(crate) fn has_select_in_select_scope(&self) -> bool {
        let mut index = self.entries.len().checked_sub(1);
        while let Some(entry) = index.and_then(|index| self.get(index)) {
            steps::count(1);
            if !entry.is_html(known::OPTGROUP) && !entry.is_html(known::OPTION) {
                return entry.is_html(known::SELECT);
            }
            index = index.and_then(|index| self.above(index));
        }
        false
    }
}
