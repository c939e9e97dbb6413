//! An open element, and the elements around it that rules look for.

use crate::elements::{ElementClass, ElementRow, StartTagRule, TagSet};
use crate::names::known::{self, HTML_COUNT};
use crate::names::{ElementName, LocalName, Namespace};

use super::place::Place;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<T> {
    pub(super) name: ElementName,
    pub(super) place: Place,
    /// The open elements that rules find from inside this one, itself included.
    pub(super) around: Around,
    /// The value that the owner of the nest keeps for the element.
    pub(super) of_owner: T,
}

impl<T> Level<T> {
    /// Returns the level of an element inside the elements `around`.
    #[inline(always)] // See `Nest::push`.
    pub(super) fn inside(around: Around, name: ElementName, of_owner: T) -> Level<T> {
        let foreign;
        let inside = match (name.namespace, name.local.known_index()) {
            (Namespace::Html, Some(index)) if index < HTML_COUNT => &INSIDE[index],
            (Namespace::Html, _) => &Inside::UNKNOWN,
            (Namespace::MathMl | Namespace::Svg, _) => {
                foreign = Inside::of_foreign(name);
                &foreign
            }
        };
        Level { name, place: inside.place, around: inside.change(around), of_owner }
    }

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Around {
    /// The elements in scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    pub(super) in_scope: TagSet,
    /// The steps of start tags that find something to close: a `p` in button scope; a heading that
    /// is the current node; an `a` in the list of active formatting elements, after the last
    /// marker; an `li`, and a `dd` or `dt`, with nothing special in between but `address`, `div`
    /// and `p`.
    pub(super) closing: StartTagRule,
    /// Other elements.
    pub(super) others: Others,
}

impl Around {
    /// Nothing is open around the root.
    pub(super) const NOTHING: Around =
        Around { in_scope: TagSet::EMPTY, closing: StartTagRule::INSERTS, others: Others(0) };

    /// Returns the elements of both.
    pub(super) const fn union(self, other: Around) -> Around {
        Around {
            in_scope: self.in_scope.union(other.in_scope),
            closing: self.closing.union(other.closing),
            others: Others(self.others.0 | other.others.0),
        }
    }

    /// Returns the elements that are not in `other`.
    pub(super) const fn without(self, other: Around) -> Around {
        Around {
            in_scope: self.in_scope.without(other.in_scope),
            closing: self.closing.without(other.closing),
            others: Others(self.others.0 & !other.others.0),
        }
    }
}

/// Elements around a place that only the rules of few start tags look for, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Others(u8);

impl Others {
    /// A `ruby` in scope.
    pub(super) const RUBY_IN_SCOPE: Others = Others(1 << 0);
    /// A `nobr` in scope.
    pub(super) const NOBR_IN_SCOPE: Others = Others(1 << 1);
    /// The form element pointer is not null.
    pub(super) const FORM_POINTER: Others = Others(1 << 2);
    /// A `template`.
    pub(super) const IN_TEMPLATE: Others = Others(1 << 3);

    /// Whether the element is one of these.
    #[inline]
    pub(super) const fn has(self, other: Others) -> bool {
        self.0 & other.0 != 0
    }
}

/// How the content of an element is parsed, and how the element changes the set of elements that
/// rules find from inside.
#[derive(Clone, Copy)]
struct Inside {
    hides_in_scope: TagSet,
    adds_in_scope: TagSet,
    hides_closing: StartTagRule,
    adds_closing: StartTagRule,
    hides_others: Others,
    adds_others: Others,
    place: Place,
}

impl Inside {
    /// An HTML element that the standard doesn't know.
    const UNKNOWN: Inside = Inside {
        hides_in_scope: TagSet::EMPTY,
        adds_in_scope: TagSet::EMPTY,
        hides_closing: StartTagRule::CLOSES_HEADING,
        adds_closing: StartTagRule::INSERTS,
        hides_others: Others(0),
        adds_others: Others(0),
        place: Place::Flow,
    };

    /// Returns the change by an element with that name and row.
    const fn of(name: ElementName, row: &ElementRow) -> Inside {
        const ITEMS: StartTagRule = StartTagRule::CLOSES_LI.union(StartTagRule::CLOSES_DD_AND_DT);
        let mut inside = Inside { place: Place::in_element(name, row), ..Inside::UNKNOWN };
        if row.is_in(ElementClass::SCOPE_BOUNDARY.union(ElementClass::SELECT)) {
            inside.hides_in_scope = TagSet::ALL;
            inside.hides_closing = inside.hides_closing.union(StartTagRule::CLOSES_P);
            inside.hides_others = Others(Others::RUBY_IN_SCOPE.0 | Others::NOBR_IN_SCOPE.0);
        }
        if row.is_in(ElementClass::BUTTON_SCOPE_BOUNDARY) {
            inside.hides_closing = inside.hides_closing.union(StartTagRule::CLOSES_P);
        }
        if row.is_in(ElementClass::SPECIAL) && !row.is_in(ElementClass::INSIDE_ITEMS) {
            inside.hides_closing = inside.hides_closing.union(ITEMS);
        }
        if !matches!(name.namespace, Namespace::Html) {
            return inside;
        }
        inside.adds_in_scope = row.own;
        // "Insert a marker at the end of the list of active formatting elements."
        if row.is_in(ElementClass::SCOPE_BOUNDARY) && !matches!(name.local, known::TABLE) {
            inside.hides_closing = inside.hides_closing.union(StartTagRule::CLOSES_A);
        }
        if row.is_in(ElementClass::HEADING) {
            inside.adds_closing = StartTagRule::CLOSES_HEADING;
        }
        match name.local {
            known::P => inside.adds_closing = StartTagRule::CLOSES_P,
            known::A => inside.adds_closing = StartTagRule::CLOSES_A,
            known::LI => inside.adds_closing = StartTagRule::CLOSES_LI,
            known::DD | known::DT => inside.adds_closing = StartTagRule::CLOSES_DD_AND_DT,
            known::RUBY => inside.adds_others = Others::RUBY_IN_SCOPE,
            known::NOBR => inside.adds_others = Others::NOBR_IN_SCOPE,
            known::FORM => inside.adds_others = Others::FORM_POINTER,
            known::TEMPLATE => inside.adds_others = Others::IN_TEMPLATE,
            _ => {}
        }
        inside
    }

    /// Returns the change by an element of SVG or MathML.
    #[inline(never)]
    fn of_foreign(name: ElementName) -> Inside {
        let name = parsed_name(name);
        Inside::of(name, name.row())
    }

    /// Returns the elements around the content of the element, given the elements around itself.
    #[inline]
    fn change(&self, around: Around) -> Around {
        Around {
            in_scope: around.in_scope.without(self.hides_in_scope).union(self.adds_in_scope),
            closing: around.closing.without(self.hides_closing).union(self.adds_closing),
            others: Others(around.others.0 & !self.hides_others.0 | self.adds_others.0),
        }
    }
}

/// The changes by the elements of HTML, by the index of the name.
static INSIDE: [Inside; HTML_COUNT] = {
    let mut changes = [Inside::UNKNOWN; HTML_COUNT];
    let mut i = 1;
    while i < HTML_COUNT {
        let (name, row) = ElementRow::html_of_index(i);
        changes[i] = Inside::of(name, row);
        i += 1;
    }
    changes
};

/// Returns the name that the parser gives an element of that name: SVG's tag names have capitals.
fn parsed_name(name: ElementName) -> ElementName {
    match name.namespace {
        Namespace::Svg => ElementName { local: known::adjusted_svg_tag_name(name.local), ..name },
        Namespace::Html | Namespace::MathMl => name,
    }
}
