//! The row of an element, and the rows of HTML as the table has them.

use crate::names::{LocalName, known};

use super::content::Content;
use super::display::Display;
use super::element_class::ElementClass;
use super::start_tag_rule::StartTagRule;
use super::table::html_elements;
use super::tag_set::TagSet;
use super::traits::Traits;

/// The facts that depend on the name of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementRow {
    /// The set of this element alone, if rules look for it in scope; otherwise no element.
    pub(crate) own: TagSet,
    /// `p` or `li`, if the start tag may close one. A quick test; the rule decides.
    pub(crate) closes: TagSet,
    /// The sets that the tree builder asks for.
    pub(crate) class: ElementClass,
    /// The other lists of the standard that the element is in.
    pub(crate) traits: Traits,
    /// The rule for its start tag in a body.
    pub(crate) start_tag: StartTagRule,
    /// Its number among the formatting elements; 0 for any other.
    pub(crate) formatting_number: u8,
    /// How its content is read and written.
    pub(crate) content: Content,
    /// How it is displayed if it has no attributes and no parent.
    pub(crate) display: Display,
}

impl ElementRow {
    /// The row of an HTML element that the standard doesn't know.
    pub(super) const UNKNOWN: ElementRow = ElementRow {
        own: TagSet::EMPTY,
        closes: TagSet::EMPTY,
        class: ElementClass::HTML,
        traits: Traits::NONE,
        start_tag: StartTagRule::ANY_OTHER,
        formatting_number: 0,
        content: Content::Normal,
        display: Display::Inline,
    };

    /// Derives parts of the row from others, so that the table says each fact once.
    const fn with_what_follows(mut self) -> ElementRow {
        if self.content.is_void() {
            self.start_tag = self.start_tag.union(StartTagRule::IS_VOID);
        }
        if self.is_in(ElementClass::FORMATTING) {
            self.start_tag = self.start_tag.union(StartTagRule::FORMATTING);
        }
        if self.is_in(ElementClass::HEADING) {
            self.start_tag = self.start_tag.union(StartTagRule::CLOSES_HEADING);
        }
        if self.is_in(ElementClass::IMPLIED_END_TAG) {
            let also = ElementClass::THOROUGHLY_IMPLIED_END_TAG.union(ElementClass::OPEN_AT_END);
            self.class = self.class.union(also);
        }
        if self.is_in(ElementClass::HEADING) || self.is(Traits::BLOCK_END_TAG) {
            self.traits = self.traits.union(Traits::GENERATES_IMPLIED_END_TAGS);
        }
        if self.is(Traits::SUBMITTABLE) {
            self.traits = self.traits.union(Traits::LISTED);
        }
        if self.is(Traits::LISTED) {
            self.traits = self.traits.union(Traits::FORM_ASSOCIATED);
        }
        if self.is(Traits::FORM_ASSOCIATED) {
            self.start_tag = self.start_tag.union(StartTagRule::FORM_OWNER);
        }
        self
    }

    /// Whether the element is in at least one of these lists.
    #[inline]
    pub(crate) const fn is(&self, lists: Traits) -> bool {
        self.traits.intersects(lists)
    }

    /// Whether the element is in at least one of these sets.
    #[inline]
    pub(crate) const fn is_in(&self, sets: ElementClass) -> bool {
        self.class.intersects(sets)
    }
}

// With a size of a power of two, a row is found by a shift.
const _: () = assert!(size_of::<ElementRow>() == 32);

macro_rules! source {
    (
        $($constant:ident = $name:literal: $($step:ident)|+; $content:ident; $display:ident;
            $($class:ident)|+; $($list:ident)|+,)*
        {}
    ) => {
        /// The rows as the table has them, each with its name.
        pub(super) const SOURCE: &[(LocalName, ElementRow)] = &[$((
            known::$constant,
            ElementRow {
                class: ElementClass::HTML$(.union(ElementClass::$class))+,
                traits: Traits::NONE$(.union(Traits::$list))+,
                start_tag: StartTagRule::INSERTS$(.union(StartTagRule::$step))+,
                content: Content::$content,
                display: Display::$display,
                ..ElementRow::UNKNOWN
            }
            .with_what_follows(),
        )),*];
    };
}

html_elements!(source {});
