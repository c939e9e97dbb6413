//! An open element, and the elements around it that rules look for.

use crate::elements::{ElementClass, ElementRow, StartTagRule, TagSet};
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
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The elements in scope, with the two narrower scopes.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    pub(super) in_scope: TagSet,
    /// The steps of start tags that find something to close: a `p` in button scope; a heading that
    /// is the current node; an `a` in the list of active formatting elements, after the last
    /// marker; an `li`, and a `dd` or `dt`, with nothing special in between but `address`, `div`
    /// and `p`.
    pub(super) closing: StartTagRule,
    /// A `ruby` in scope.
    pub(super) ruby: bool,
    /// A `nobr` in scope.
    pub(super) nobr: bool,
    /// The form element pointer is not null.
    pub(super) form: bool,
    /// A `template`.
    pub(super) template: bool,
}

impl Around {
    /// Around the root, nothing is open.
    pub(super) const NOTHING: Around = Around {
        in_scope: TagSet::EMPTY,
        closing: StartTagRule::INSERTS,
        ruby: false,
        nobr: false,
        form: false,
        template: false,
    };

    /// Returns the elements around the content of an element that is in these.
    #[inline]
    pub(super) fn inside(mut self, name: ElementName, row: &ElementRow) -> Around {
        // Most elements are found by no rule and hide none.
        const CHANGES: ElementClass = ElementClass::SPECIAL.union(ElementClass::FORMATTING);
        self.closing = self.closing.without(StartTagRule::CLOSES_HEADING);
        if row.is_in(CHANGES) {
            self.change(name, row);
        } else if name.is_html(known::RUBY) {
            self.ruby = true;
        }
        self
    }

    fn change(&mut self, name: ElementName, row: &ElementRow) {
        const ITEMS: StartTagRule = StartTagRule::CLOSES_LI.union(StartTagRule::CLOSES_DD_AND_DT);
        if row.is_in(ElementClass::SCOPE_BOUNDARY.union(ElementClass::SELECT)) {
            self.in_scope = TagSet::EMPTY;
            self.closing = self.closing.without(StartTagRule::CLOSES_P);
            self.ruby = false;
            self.nobr = false;
        }
        if row.is_in(ElementClass::BUTTON_SCOPE_BOUNDARY) {
            self.in_scope = self.in_scope.without(TagSet::P_IN_BUTTON_SCOPE);
            self.closing = self.closing.without(StartTagRule::CLOSES_P);
        }
        if row.is_in(ElementClass::SPECIAL) && !row.is_in(ElementClass::INSIDE_ITEMS) {
            self.closing = self.closing.without(ITEMS);
        }
        if name.namespace != Namespace::Html {
            return;
        }
        self.in_scope = self.in_scope.union(row.own);
        if row.is_in(ElementClass::HEADING) {
            self.closing = self.closing.union(StartTagRule::CLOSES_HEADING);
        }
        match name.local {
            known::P => self.closing = self.closing.union(StartTagRule::CLOSES_P),
            known::A => self.closing = self.closing.union(StartTagRule::CLOSES_A),
            known::LI => self.closing = self.closing.union(StartTagRule::CLOSES_LI),
            known::DD | known::DT => {
                self.closing = self.closing.union(StartTagRule::CLOSES_DD_AND_DT);
            }
            known::NOBR => self.nobr = true,
            known::FORM => self.form = true,
            _ => {}
        }
        // "Insert a marker at the end of the list of active formatting elements."
        if row.is_in(ElementClass::SCOPE_BOUNDARY) && name.local != known::TABLE {
            self.closing = self.closing.without(StartTagRule::CLOSES_A);
        }
        self.template |= row.is_in(ElementClass::TEMPLATE);
    }
}
