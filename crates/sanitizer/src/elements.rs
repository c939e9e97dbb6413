//! The lists of HTML elements that the sanitizer treats in a way of their own.

use std::sync::OnceLock;

use consomme::sink::{LocalName, NameTable};

use crate::config::rows;

/// A list of HTML elements.
#[derive(Clone, Copy)]
pub(crate) enum ElementList {
    /// The content is no text for readers, so it goes with the element where others leave theirs.
    NotForReaders,
    /// The attribute `name` names the element in the page.
    NamedInPage,
    /// The tag ends a `select` by the rules of 2024, at least in a table.
    EndsSelectOf2024,
}

/// The lists, with their sources.
const LISTS: &str = include_str!("elements.txt");

impl ElementList {
    /// Returns whether the list has the HTML element with that name.
    pub(crate) fn has(self, name: LocalName) -> bool {
        self.names().contains(&name)
    }

    fn names(self) -> &'static [LocalName] {
        static LISTED: [OnceLock<Vec<LocalName>>; 3] = [const { OnceLock::new() }; 3];
        let section = match self {
            ElementList::NotForReaders => "not for readers",
            ElementList::NamedInPage => "named in the page",
            ElementList::EndsSelectOf2024 => "ends a select of 2024",
        };
        LISTED[self as usize].get_or_init(|| {
            let names = NameTable::default();
            rows(LISTS, section).flatten().filter_map(|name| names.find(name)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_list_is_known() {
        for (list, count) in [
            (ElementList::NotForReaders, 13),
            (ElementList::NamedInPage, 8),
            (ElementList::EndsSelectOf2024, 12),
        ] {
            assert_eq!(list.names().len(), count);
        }
    }
}
