//! An open element, and the elements around it that rules look for.

use crate::elements::{ElementClass, ElementRow, TagSet};
use crate::names::{ElementName, LocalName, Namespace, known};

use super::place::Place;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<T> {
    pub(super) name: ElementName,
    pub(super) place: Place,
    /// The open elements that rules find from inside this one, itself included.
    pub(super) around: Around,
    /// What the owner of the nest keeps for the element.
    pub(super) of_owner: T,
}

impl<T> Level<T> {
    /// Returns the row of the element.
    pub(super) fn row(&self) -> &'static ElementRow {
        self.name.row()
    }

    /// Whether the element is the HTML element with that name.
    pub(super) fn is_html(&self, name: LocalName) -> bool {
        self.name.is_html(name)
    }
}

/// The open elements that rules find from a place. Each level has its own set, so that closing an
/// element costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    /// The elements in scope, with the two narrower scopes.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    pub(super) in_scope: TagSet,
    /// A `ruby` in scope.
    pub(super) ruby: bool,
    /// A `nobr` in scope.
    pub(super) nobr: bool,
    /// An `a` in the list of active formatting elements, below the last marker.
    pub(super) a: bool,
    /// The form element pointer is not null.
    pub(super) form: bool,
    /// A `template`.
    pub(super) template: bool,
    /// An `li` that the start tag `li` closes: nothing special is in between but `address`, `div`
    /// and `p`.
    pub(super) li: bool,
    /// A `dd` or `dt` that their start tags close, likewise.
    pub(super) dd_or_dt: bool,
}

impl Around {
    /// Returns the elements around the content of an element that is in these.
    #[inline]
    pub(super) fn inside(mut self, name: ElementName, row: &ElementRow) -> Around {
        // Most elements are found by no rule and hide none.
        const CHANGES: ElementClass = ElementClass::SPECIAL.union(ElementClass::FORMATTING);
        if row.is_in(CHANGES) {
            self.change(name, row);
        } else if name.is_html(known::RUBY) {
            self.ruby = true;
        }
        self
    }

    fn change(&mut self, name: ElementName, row: &ElementRow) {
        if row.is_in(ElementClass::SCOPE_BOUNDARY.union(ElementClass::SELECT)) {
            self.in_scope = TagSet::EMPTY;
            self.ruby = false;
            self.nobr = false;
        }
        if row.is_in(ElementClass::BUTTON_SCOPE_BOUNDARY) {
            self.in_scope = self.in_scope.without(TagSet::P_IN_BUTTON_SCOPE);
        }
        if row.is_in(ElementClass::SPECIAL) && !row.is_in(ElementClass::INSIDE_ITEMS) {
            self.li = false;
            self.dd_or_dt = false;
        }
        if name.namespace != Namespace::Html {
            return;
        }
        self.in_scope = self.in_scope.union(row.own);
        match name.local {
            known::A => self.a = true,
            known::NOBR => self.nobr = true,
            known::FORM => self.form = true,
            known::LI => self.li = true,
            known::DD | known::DT => self.dd_or_dt = true,
            known::TEMPLATE => {
                self.a = false;
                self.template = true;
            }
            // "Insert a marker at the end of the list of active formatting elements."
            _ if row.is_in(ElementClass::SCOPE_BOUNDARY) && !name.is_html(known::TABLE) => {
                self.a = false;
            }
            _ => {}
        }
    }
}
