//! The stack of open elements and every question about scopes.

use crate::names::{ElementName, LocalName, known};
use crate::revision::Revision;

use super::element_sets::{ElementClass, TagSet};

/// An entry of the stack: an element, and what is in scope where it is the current node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    pub(crate) handle: H,
    pub(crate) name: ElementName,
    pub(crate) class: ElementClass,
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
    p_in_button_scope: bool,
    li_in_list_item_scope: bool,
}

/// The stack of open elements. It grows downwards: the current node, at the bottom, has the highest index.
///
/// <https://html.spec.whatwg.org/#the-stack-of-open-elements>
#[derive(Clone, Debug)]
pub(crate) struct OpenElements<H> {
    entries: Vec<OpenElement<H>>,
    /// How many HTML `template` elements are on the stack.
    templates: usize,
    revision: Revision,
}

impl<H: Copy + Eq> OpenElements<H> {
    pub(crate) fn new(revision: Revision) -> Self {
        OpenElements { entries: Vec::with_capacity(32), templates: 0, revision }
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
    pub(crate) fn push(&mut self, handle: H, name: ElementName, mut class: ElementClass) {
        if self.revision == Revision::Snapshot2024 && name.is_html(known::SELECT) {
            class = class.without(ElementClass::SCOPE_BOUNDARY);
        }
        let scopes = self.scopes_below(self.entries.last(), name, class, self.entries.len());
        self.templates += class.is_any(ElementClass::TEMPLATE) as usize;
        self.entries.push(OpenElement { handle, name, class, scopes });
    }

    /// Takes the current node off the stack.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        self.templates -= entry.class.is_any(ElementClass::TEMPLATE) as usize;
        Some(entry)
    }

    /// Takes the element at that index off the stack, wherever it is.
    pub(crate) fn remove(&mut self, index: usize) -> OpenElement<H> {
        let entry = self.entries.remove(index);
        self.templates -= entry.class.is_any(ElementClass::TEMPLATE) as usize;
        self.update_scopes_from(index);
        entry
    }

    /// Puts an element on the stack such that it has that index.
    pub(crate) fn insert(&mut self, index: usize, handle: H, name: ElementName, class: ElementClass) {
        self.entries.insert(index, OpenElement { handle, name, class, scopes: Scopes::default() });
        self.templates += class.is_any(ElementClass::TEMPLATE) as usize;
        self.update_scopes_from(index);
    }

    /// Puts another element of the same name in the place of one.
    pub(crate) fn replace(&mut self, index: usize, handle: H) {
        self.entries[index].handle = handle;
    }

    /// What is in scope below `above`, with an element of that name at that index.
    #[inline]
    fn scopes_below(
        &self,
        above: Option<&OpenElement<H>>,
        name: ElementName,
        class: ElementClass,
        index: usize,
    ) -> Scopes {
        let mut scopes = above.map_or_else(Scopes::default, |above| above.scopes);
        if class.is_any(ElementClass::SCOPE_BOUNDARY) {
            scopes.in_scope = TagSet::EMPTY;
            scopes.boundary = index as u32;
            scopes.p_in_button_scope = false;
            scopes.li_in_list_item_scope = false;
        }
        if class.is_any(ElementClass::TABLE_SCOPE_BOUNDARY) {
            scopes.in_table_scope = TagSet::EMPTY;
        }
        if class.is_any(ElementClass::HTML) {
            if class.is_any(ElementClass::BUTTON_SCOPE_BOUNDARY) {
                scopes.p_in_button_scope = false;
            }
            if class.is_any(ElementClass::LIST_ITEM_SCOPE_BOUNDARY) {
                scopes.li_in_list_item_scope = false;
            }
            let own = TagSet::of(name.local);
            scopes.in_scope = scopes.in_scope.and(own);
            scopes.in_table_scope = scopes.in_table_scope.and(own);
            scopes.p_in_button_scope |= name.local == known::P;
            scopes.li_in_list_item_scope |= name.local == known::LI;
        }
        scopes
    }

    /// Makes the scopes of all entries from that index on anew.
    fn update_scopes_from(&mut self, index: usize) {
        for i in index..self.entries.len() {
            let above = i.checked_sub(1).map(|above| &self.entries[above]);
            let entry = &self.entries[i];
            self.entries[i].scopes = self.scopes_below(above, entry.name, entry.class, i);
        }
    }

    /// The index of an element, if it is on the stack. Searches from the current node upwards.
    pub(crate) fn position(&self, handle: H) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.handle == handle)
    }

    /// The index of the lowest HTML element of that name.
    pub(crate) fn last_position_of(&self, name: LocalName) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.is_html(name))
    }

    /// Whether a `template` element is on the stack.
    #[inline]
    pub(crate) fn has_template(&self) -> bool {
        self.templates != 0
    }

    /// Whether more than one `template` element is on the stack: the innermost is in the contents of another.
    pub(crate) fn has_nested_template(&self) -> bool {
        self.templates > 1
    }

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
        self.scopes().p_in_button_scope
    }

    /// Has an `li` element in list item scope.
    ///
    /// <https://html.spec.whatwg.org/#has-an-element-in-list-item-scope>
    #[inline]
    pub(crate) fn has_li_in_list_item_scope(&self) -> bool {
        self.scopes().li_in_list_item_scope
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
        open = OpenElements { revision: Revision::Snapshot2024, entries: Vec::new(), templates: 0 };
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
}
