//! The list of active formatting elements.

use crate::names::LocalName;

/// An element in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormattingElement<H> {
    pub(crate) handle: H,
    pub(crate) name: LocalName,
    /// Its index on the stack of open elements, where it stands as long as it is open.
    pub(crate) stack_index: usize,
}

/// An entry of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FormattingEntry<H> {
    /// Inserted on entering `applet`, `object`, `marquee`, `template`, `td`, `th` and `caption`.
    Marker,
    /// A formatting element.
    Element(FormattingElement<H>),
}

/// The list of active formatting elements, the latest at the end.
///
/// <https://html.spec.whatwg.org/#the-list-of-active-formatting-elements>
#[derive(Clone, Debug)]
pub(crate) struct ActiveFormattingElements<H> {
    entries: Vec<FormattingEntry<H>>,
}

impl<H: Copy + Eq> ActiveFormattingElements<H> {
    pub(crate) fn new() -> Self {
        ActiveFormattingElements { entries: Vec::new() }
    }

    /// How many entries the list has, markers included.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The latest entry.
    #[inline]
    pub(crate) fn last(&self) -> Option<&FormattingEntry<H>> {
        self.entries.last()
    }

    /// The element at that index; `None` for a marker.
    pub(crate) fn element(&self, index: usize) -> Option<&FormattingElement<H>> {
        match self.entries.get(index) {
            Some(FormattingEntry::Element(element)) => Some(element),
            _ => None,
        }
    }

    /// The elements after the last marker with their indices, the latest first.
    pub(crate) fn since_last_marker(&self) -> impl Iterator<Item = (usize, &FormattingElement<H>)> {
        let entries = self.entries.iter().enumerate().rev();
        entries.map_while(|(index, entry)| match entry {
            FormattingEntry::Element(element) => Some((index, element)),
            FormattingEntry::Marker => None,
        })
    }

    /// The index of the latest element of that name after the last marker.
    pub(crate) fn last_position_of(&self, name: LocalName) -> Option<usize> {
        let (index, _) = self.since_last_marker().find(|(_, element)| element.name == name)?;
        Some(index)
    }

    /// The index of an element, wherever in the list it is.
    pub(crate) fn position(&self, handle: H) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| matches!(entry, FormattingEntry::Element(element) if element.handle == handle))
    }

    /// Appends a marker.
    pub(crate) fn push_marker(&mut self) {
        self.entries.push(FormattingEntry::Marker);
    }

    /// Appends an element; of more than three alike after the last marker, the earliest goes: the Noah's Ark clause.
    ///
    /// `is_alike` tells whether two elements of one name have the same attributes.
    ///
    /// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
    pub(crate) fn push(&mut self, element: FormattingElement<H>, is_alike: impl Fn(H, H) -> bool) {
        let mut alike = self
            .since_last_marker()
            .filter(|(_, other)| other.name == element.name && is_alike(other.handle, element.handle));
        let third = alike.nth(2).map(|(index, _)| index);
        drop(alike);
        if let Some(earliest) = third {
            self.entries.remove(earliest);
        }
        self.entries.push(FormattingEntry::Element(element));
    }

    /// Puts an element at that index.
    pub(crate) fn insert(&mut self, index: usize, element: FormattingElement<H>) {
        self.entries.insert(index, FormattingEntry::Element(element));
    }

    /// Puts an element in the place of the entry at that index.
    pub(crate) fn replace(&mut self, index: usize, element: FormattingElement<H>) {
        self.entries[index] = FormattingEntry::Element(element);
    }

    /// Removes the entry at that index.
    pub(crate) fn remove(&mut self, index: usize) {
        self.entries.remove(index);
    }

    /// <https://html.spec.whatwg.org/#clear-the-list-of-active-formatting-elements-up-to-the-last-marker>
    pub(crate) fn clear_to_last_marker(&mut self) {
        while let Some(FormattingEntry::Element(_)) = self.entries.pop() {}
    }

    /// An element was taken out of the middle of the stack of open elements: those below it have moved up.
    pub(crate) fn stack_entry_removed(&mut self, index: usize) {
        for entry in &mut self.entries {
            if let FormattingEntry::Element(element) = entry {
                if element.stack_index == index {
                    element.stack_index = usize::MAX;
                } else if element.stack_index > index && element.stack_index != usize::MAX {
                    element.stack_index -= 1;
                }
            }
        }
    }

    /// An element was put in the middle of the stack of open elements: those below it have moved down.
    pub(crate) fn stack_entry_inserted(&mut self, index: usize) {
        for entry in &mut self.entries {
            if let FormattingEntry::Element(element) = entry
                && element.stack_index >= index
                && element.stack_index != usize::MAX
            {
                element.stack_index += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::known;

    fn element(handle: u32, name: LocalName) -> FormattingElement<u32> {
        FormattingElement { handle, name, stack_index: handle as usize }
    }

    fn handles(list: &ActiveFormattingElements<u32>) -> Vec<u32> {
        let mut handles: Vec<u32> = list.since_last_marker().map(|(_, element)| element.handle).collect();
        handles.reverse();
        handles
    }

    #[test]
    fn of_four_alike_the_earliest_goes_and_others_stay() {
        let mut list = ActiveFormattingElements::new();
        for (handle, name) in [(1, known::I), (2, known::B), (3, known::B), (4, known::I), (5, known::B)] {
            list.push(element(handle, name), |_, _| true);
        }
        assert_eq!(handles(&list), [1, 2, 3, 4, 5]);
        list.push(element(6, known::B), |_, _| true);
        assert_eq!(handles(&list), [1, 3, 4, 5, 6]);
    }

    #[test]
    fn elements_with_other_attributes_are_not_alike() {
        let mut list = ActiveFormattingElements::new();
        for handle in 1..=5 {
            list.push(element(handle, known::B), |a, b| a % 2 == b % 2);
        }
        assert_eq!(handles(&list), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn noah_counts_from_the_last_marker_on() {
        let mut list = ActiveFormattingElements::new();
        for handle in 1..=3 {
            list.push(element(handle, known::B), |_, _| true);
        }
        list.push_marker();
        list.push(element(4, known::B), |_, _| true);
        assert_eq!(list.len(), 5);
        list.clear_to_last_marker();
        assert_eq!(handles(&list), [1, 2, 3]);
    }

    #[test]
    fn indices_on_the_stack_follow_it() {
        let mut list = ActiveFormattingElements::new();
        for handle in 1..=3 {
            list.push(element(handle, known::B), |_, _| false);
        }
        list.stack_entry_removed(2);
        list.stack_entry_inserted(1);
        let indices: Vec<usize> = list.since_last_marker().map(|(_, e)| e.stack_index).collect();
        assert_eq!(indices, [3, usize::MAX, 2]);
    }
}
