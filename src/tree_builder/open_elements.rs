//! The stack of open elements and every question about scopes.

use crate::names::known::{self, HTML_COUNT};
use crate::names::{ElementName, LocalName};
use crate::revision::Revision;

use super::element_sets::{ElementClass, TagSet};

/// An entry of the stack: an element, and what is in scope where it is the current node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    pub(crate) handle: H,
    pub(crate) name: ElementName,
    pub(crate) class: ElementClass,
    /// The index of the next HTML element of this name upwards, plus 1; 0 if there is none.
    same_name_above: u32,
    scopes: Scopes,
}

impl<H> OpenElement<H> {
    /// Whether this is the HTML element of that name.
    #[inline]
    pub(crate) fn is_html(&self, name: LocalName) -> bool {
        self.name.is_html(name)
    }

    /// Whether this is an HTML element.
    #[inline]
    pub(crate) fn is_in_html_namespace(&self) -> bool {
        self.class.is_any(ElementClass::HTML)
    }
}

/// Which elements can be seen down the stack in each scope: each entry has its parent's, emptied at a boundary, plus
/// its own. With it every question about a scope is answered by one AND.
#[derive(Clone, Copy, Debug, Default)]
struct Scopes {
    in_scope: TagSet,
    in_table_scope: TagSet,
    /// The index of the uppermost entry that is in scope, which is the boundary itself.
    boundary: u32,
    /// The index of the lowest element that decides which insertion mode fits.
    mode_decider: u32,
    /// The index of the lowest special element.
    special: u32,
    /// The index of the lowest special element other than `address`, `div` and `p`.
    item_boundary: u32,
    /// An element is open that may not be at the end of the body.
    unclosed: bool,
}

impl Scopes {
    /// What is in scope with one more element on the stack, at that index.
    #[inline]
    fn below(self, name: ElementName, class: ElementClass, index: u32, sets: RevisedSets) -> Scopes {
        let is = |set| class.is_any(set);
        let (is_boundary, is_special) = (is(sets.scope_boundary), is(ElementClass::SPECIAL));
        let hidden = TagSet::ALL
            .only_if(is_boundary)
            .and(TagSet::P_IN_BUTTON_SCOPE.only_if(is(ElementClass::BUTTON_SCOPE_BOUNDARY)))
            .and(TagSet::LI_IN_LIST_ITEM_SCOPE.only_if(is(ElementClass::LIST_ITEM_SCOPE_BOUNDARY)));
        let hidden_in_table = TagSet::ALL.only_if(is(ElementClass::TABLE_SCOPE_BOUNDARY));
        let own = TagSet::of(name.local).only_if(is(ElementClass::HTML));
        let is_item_boundary = is_special && !is(ElementClass::INSIDE_ITEMS);
        Scopes {
            in_scope: self.in_scope.without(hidden).and(own),
            in_table_scope: self.in_table_scope.without(hidden_in_table).and(own),
            boundary: if is_boundary { index } else { self.boundary },
            mode_decider: if is(sets.decides_mode) { index } else { self.mode_decider },
            special: if is_special { index } else { self.special },
            item_boundary: if is_item_boundary { index } else { self.item_boundary },
            unclosed: self.unclosed | !is(ElementClass::OPEN_AT_END),
        }
    }
}

/// The stack of open elements. It grows downwards: the current node, at the bottom, has the highest index.
///
/// <https://html.spec.whatwg.org/#the-stack-of-open-elements>
#[derive(Clone, Debug)]
pub(crate) struct OpenElements<H> {
    entries: Vec<OpenElement<H>>,
    /// The index of the lowest HTML element of each name, plus 1; 0 if there is none. By the name's dense index, as
    /// far as names have been on the stack.
    lowest: Vec<u32>,
    by_revision: RevisedSets,
}

/// The sets that differ between the revisions of the standard: by `select`.
#[derive(Clone, Copy, Debug)]
struct RevisedSets {
    scope_boundary: ElementClass,
    decides_mode: ElementClass,
}

impl<H: Copy + Eq> OpenElements<H> {
    #[inline]
    pub(crate) fn new(revision: Revision) -> Self {
        let (scope_boundary, decides_mode) = (ElementClass::SCOPE_BOUNDARY, ElementClass::DECIDES_MODE);
        let by_revision = match revision {
            Revision::Living2026 => {
                RevisedSets { scope_boundary: scope_boundary.and(ElementClass::SELECT), decides_mode }
            }
            Revision::Snapshot2024 => {
                RevisedSets { scope_boundary, decides_mode: decides_mode.and(ElementClass::SELECT) }
            }
        };
        OpenElements { entries: Vec::with_capacity(16), lowest: Vec::new(), by_revision }
    }

    /// How many elements are on the stack.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The entry at that index; 0 is the topmost, the `html` element.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&OpenElement<H>> {
        self.entries.get(index)
    }

    /// All entries from the top, which is the first, to the current node.
    pub(crate) fn entries(&self) -> &[OpenElement<H>] {
        &self.entries
    }

    /// The bottommost entry, if there is any.
    ///
    /// <https://html.spec.whatwg.org/#current-node>
    #[inline]
    pub(crate) fn current(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// Puts an element on the stack.
    #[inline]
    pub(crate) fn push(&mut self, handle: H, name: ElementName, class: ElementClass) {
        let index = self.entries.len() as u32;
        let scopes = self.scopes().below(name, class, index, self.by_revision);
        let same_name_above =
            if class.is_any(ElementClass::HTML) { self.set_lowest(name.local, index + 1) } else { 0 };
        self.entries.push(OpenElement { handle, name, class, same_name_above, scopes });
    }

    /// Takes the current node off the stack.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        if entry.class.is_any(ElementClass::HTML)
            && let Some(lowest) = self.lowest.get_mut(entry.name.local.index())
        {
            *lowest = entry.same_name_above;
        }
        Some(entry)
    }

    /// Sets the lowest HTML element of that name: its index plus 1. Returns what it was.
    #[inline]
    fn set_lowest(&mut self, name: LocalName, lowest: u32) -> u32 {
        match self.lowest.get_mut(name.index()) {
            Some(slot) => std::mem::replace(slot, lowest),
            None => {
                self.set_first(name, lowest);
                0
            }
        }
    }

    /// Sets the lowest HTML element of a name that has not been on the stack before.
    #[cold]
    fn set_first(&mut self, name: LocalName, lowest: u32) {
        self.lowest.resize(HTML_COUNT.max(name.index() + 1), 0);
        self.lowest[name.index()] = lowest;
    }

    /// Takes the element at that index off the stack, wherever it is.
    pub(crate) fn remove(&mut self, index: usize) -> OpenElement<H> {
        self.unlink_names_from(index);
        let entry = self.entries.remove(index);
        self.update_from(index);
        entry
    }

    /// Puts an element on the stack such that it has that index.
    pub(crate) fn insert(&mut self, index: usize, handle: H, name: ElementName, class: ElementClass) {
        self.unlink_names_from(index);
        let scopes = Scopes::default();
        self.entries.insert(index, OpenElement { handle, name, class, same_name_above: 0, scopes });
        self.update_from(index);
    }

    /// Puts another element of the same name in the place of one.
    pub(crate) fn replace(&mut self, index: usize, handle: H) {
        self.entries[index].handle = handle;
    }

    /// Takes all entries from that index on out of the chains of entries of one name.
    fn unlink_names_from(&mut self, index: usize) {
        for entry in self.entries[index..].iter().rev() {
            if entry.class.is_any(ElementClass::HTML) {
                self.lowest[entry.name.local.index()] = entry.same_name_above;
            }
        }
    }

    /// Makes the scopes of all entries from that index on anew, and links them by name.
    fn update_from(&mut self, index: usize) {
        let mut scopes = match index.checked_sub(1) {
            Some(above) => self.entries[above].scopes,
            None => Scopes::default(),
        };
        for i in index..self.entries.len() {
            let entry = &mut self.entries[i];
            scopes = scopes.below(entry.name, entry.class, i as u32, self.by_revision);
            entry.scopes = scopes;
            let (name, class) = (entry.name.local, entry.class);
            if class.is_any(ElementClass::HTML) {
                self.entries[i].same_name_above = self.set_lowest(name, i as u32 + 1);
            }
        }
    }

    /// The index of an element, if it is on the stack. Searches from the current node upwards.
    pub(crate) fn position(&self, handle: H) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.handle == handle)
    }

    /// The index of the lowest HTML element of that name.
    #[inline]
    pub(crate) fn last_position_of(&self, name: LocalName) -> Option<usize> {
        let lowest = self.lowest.get(name.index()).copied().unwrap_or(0);
        (lowest as usize).checked_sub(1)
    }

    /// The index of the lowest HTML element of that name, unless a special element is below it.
    #[inline]
    pub(crate) fn last_position_below_special(&self, name: LocalName) -> Option<usize> {
        self.last_position_of(name).filter(|&index| index >= self.scopes().special as usize)
    }

    /// The index of the lowest HTML element of that name, unless a special element other than `address`, `div` and
    /// `p` is below it.
    #[inline]
    pub(crate) fn last_position_of_item(&self, name: LocalName) -> Option<usize> {
        self.last_position_of(name).filter(|&index| index >= self.scopes().item_boundary as usize)
    }

    /// The index of the lowest element that decides which insertion mode fits; 0 if there is none.
    pub(crate) fn mode_decider(&self) -> usize {
        self.scopes().mode_decider as usize
    }

    /// Whether an element is open that may not be at the end of the body.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn has_unclosed(&self) -> bool {
        self.scopes().unclosed
    }

    /// Whether a `template` element is on the stack.
    #[inline]
    pub(crate) fn has_template(&self) -> bool {
        self.last_position_of(known::TEMPLATE).is_some()
    }

    /// Whether more than one `template` element is on the stack: the innermost is in the contents of another.
    pub(crate) fn has_nested_template(&self) -> bool {
        let innermost = self.last_position_of(known::TEMPLATE).and_then(|index| self.entries.get(index));
        innermost.is_some_and(|template| template.same_name_above != 0)
    }

    /// What is in scope at the current node.
    #[inline]
    fn scopes(&self) -> Scopes {
        self.entries.last().map_or_else(Scopes::default, |entry| entry.scopes)
    }

    /// Has an element in scope, asked by name.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-scope>
    #[inline]
    pub(crate) fn has_named_in_scope(&self, name: LocalName) -> bool {
        self.has_any_in_scope(TagSet::of(name))
    }

    /// Has any of these elements in scope.
    #[inline]
    pub(crate) fn has_any_in_scope(&self, set: TagSet) -> bool {
        self.scopes().in_scope.intersects(set)
    }

    /// Has an element in scope, asked of that very element, which is on the stack at that index.
    pub(crate) fn has_in_scope(&self, index: usize) -> bool {
        index >= self.scopes().boundary as usize
    }

    /// Has a `p` element in button scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-button-scope>
    #[inline]
    pub(crate) fn has_p_in_button_scope(&self) -> bool {
        self.has_any_in_scope(TagSet::P_IN_BUTTON_SCOPE)
    }

    /// Has an `li` element in list item scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-list-item-scope>
    #[inline]
    pub(crate) fn has_li_in_list_item_scope(&self) -> bool {
        self.has_any_in_scope(TagSet::LI_IN_LIST_ITEM_SCOPE)
    }

    /// Has an element in table scope, asked by name.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-table-scope>
    #[inline]
    pub(crate) fn has_named_in_table_scope(&self, name: LocalName) -> bool {
        self.has_any_in_table_scope(TagSet::of(name))
    }

    /// Has any of these elements in table scope.
    #[inline]
    pub(crate) fn has_any_in_table_scope(&self, set: TagSet) -> bool {
        self.scopes().in_table_scope.intersects(set)
    }

    /// Has a `select` element in select scope, which ends at all elements but `optgroup` and `option`.
    /// Revision of 2024-09-12 only.
    pub(crate) fn has_select_in_select_scope(&self) -> bool {
        let outermost = self
            .entries
            .iter()
            .rev()
            .find(|entry| !entry.is_html(known::OPTGROUP) && !entry.is_html(known::OPTION));
        outermost.is_some_and(|entry| entry.is_html(known::SELECT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Namespace;

    fn stack(names: &[LocalName]) -> OpenElements<usize> {
        let mut open = OpenElements::new(Revision::Living2026);
        for (handle, &local) in names.iter().enumerate() {
            let name = ElementName::html(local);
            open.push(handle, name, ElementClass::of(name));
        }
        open
    }

    #[test]
    fn a_scope_ends_at_its_boundary_and_the_boundary_itself_can_be_seen() {
        let open =
            stack(&[known::HTML, known::BODY, known::P, known::TABLE, known::TR, known::TD, known::DIV]);
        assert!(open.has_named_in_scope(known::DIV));
        assert!(open.has_named_in_scope(known::TD));
        assert!(!open.has_named_in_scope(known::TABLE), "td is a boundary of the scope");
        assert!(!open.has_p_in_button_scope());
        assert!(open.has_named_in_table_scope(known::TABLE));
        assert!(open.has_named_in_table_scope(known::TR));
        assert!(!open.has_named_in_table_scope(known::P), "table is a boundary of the table scope");
    }

    #[test]
    fn button_and_list_item_scope_have_boundaries_of_their_own() {
        let open = stack(&[known::HTML, known::BODY, known::P, known::BUTTON]);
        assert!(open.has_named_in_scope(known::P) && !open.has_p_in_button_scope());
        let open = stack(&[known::HTML, known::BODY, known::LI, known::P, known::UL]);
        assert!(open.has_named_in_scope(known::LI) && !open.has_li_in_list_item_scope());
        assert!(open.has_p_in_button_scope());
    }

    #[test]
    fn select_is_a_boundary_since_2025_only() {
        let mut open = stack(&[known::HTML, known::BODY, known::P, known::SELECT]);
        assert!(!open.has_named_in_scope(known::BODY));
        open = OpenElements::new(Revision::Snapshot2024);
        for (handle, local) in [known::BODY, known::SELECT, known::OPTGROUP].into_iter().enumerate() {
            let name = ElementName::html(local);
            open.push(handle, name, ElementClass::of(name));
        }
        assert!(open.has_named_in_scope(known::BODY));
        assert!(open.has_select_in_select_scope());
    }

    #[test]
    fn an_element_of_that_name_and_that_element_are_different_questions() {
        let open = stack(&[known::HTML, known::BODY, known::B, known::TABLE, known::TD, known::B]);
        assert!(!open.has_in_scope(2), "the outer b is not in scope");
        assert!(open.has_in_scope(5));
        assert!(open.has_in_scope(4), "the boundary is in scope");
    }

    #[test]
    fn taking_an_element_out_of_the_middle_changes_what_is_in_scope_below() {
        let mut open = stack(&[known::HTML, known::BODY, known::P, known::MARQUEE, known::B]);
        assert!(!open.has_p_in_button_scope());
        open.remove(3);
        assert!(open.has_p_in_button_scope());
        let name = ElementName::html(known::BUTTON);
        open.insert(3, 9, name, ElementClass::of(name));
        assert!(!open.has_p_in_button_scope());
        assert!(open.has_named_in_scope(known::BUTTON));
    }

    #[test]
    fn an_svg_title_is_a_boundary_and_is_not_the_html_title() {
        let mut open = stack(&[known::HTML, known::BODY, known::P]);
        let name = ElementName { namespace: Namespace::Svg, local: known::TITLE };
        open.push(9, name, ElementClass::of(name));
        assert!(!open.has_p_in_button_scope());
        assert!(!open.current().unwrap().is_html(known::TITLE));
    }

    #[test]
    fn the_lowest_of_a_name_is_known_whatever_happens_to_the_stack() {
        let mut open =
            stack(&[known::HTML, known::BODY, known::I, known::SECTION, known::I, known::DIV, known::I]);
        let html_i = ElementName::html(known::I);
        let check = |open: &OpenElements<usize>, name, expected| {
            let scan = open.entries().iter().rposition(|entry| entry.is_html(name));
            assert_eq!((open.last_position_of(name), scan), (expected, expected));
        };
        check(&open, known::I, Some(6));
        open.remove(6);
        check(&open, known::I, Some(4));
        assert_eq!(open.last_position_below_special(known::I), None, "a div is below it");
        assert_eq!(open.last_position_of_item(known::I), Some(4));
        open.remove(4);
        check(&open, known::I, Some(2));
        check(&open, known::DIV, Some(4));
        assert_eq!(open.last_position_of_item(known::I), None, "a section is below it");
        open.insert(3, 9, html_i, ElementClass::of(html_i));
        check(&open, known::I, Some(3));
        check(&open, known::SECTION, Some(4));
        while open.len() > 3 {
            open.pop();
        }
        check(&open, known::I, Some(2));
        assert_eq!(open.last_position_below_special(known::I), Some(2));
        open.pop();
        check(&open, known::I, None);
        assert!(!open.has_template());
    }

    #[test]
    fn what_may_not_be_open_at_the_end_is_noticed_wherever_it_is() {
        let mut open = stack(&[known::HTML, known::BODY, known::DIV, known::P]);
        assert!(open.has_unclosed());
        open.remove(2);
        assert!(!open.has_unclosed());
    }
}
