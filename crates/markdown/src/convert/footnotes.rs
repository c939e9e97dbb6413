//! Footnotes, as GitHub, comrak, pulldown-cmark and many others write them: links to items of a
//! list that is marked.

use std::collections::HashMap;

use consomme::{ElementRef, NodeId, steps};

/// The footnotes of a document, which are looked for once, at the first link that may lead to one.
#[derive(Default, Debug)]
pub(super) struct Footnotes {
    found: Option<Found>,
}

#[derive(Default, Debug)]
struct Found {
    /// The labels of the footnotes, by the element of each.
    labels: HashMap<NodeId, String>,
    /// The labels of the footnotes, by the `id` of each.
    by_id: HashMap<String, String>,
}

impl Footnotes {
    /// Returns the label of the footnote that a link with an address leads to.
    pub(super) fn reference(&mut self, link: ElementRef<'_>, href: &str) -> Option<String> {
        let id = target(href)?;
        if !is_marked_reference(link) {
            return None;
        }
        let found = self.found.get_or_insert_with(|| Found::after(link));
        found.by_id.get(id).cloned()
    }

    /// Returns the label of the footnote that an element is.
    pub(super) fn definition(&self, element: ElementRef<'_>) -> Option<String> {
        self.found.as_ref()?.labels.get(&element.id()).cloned()
    }

    /// Whether a list has footnotes as items.
    pub(super) fn has_items(&self, list: ElementRef<'_>) -> bool {
        let item = || list.child_elements().find(|child| child.name() == "li");
        self.found.is_some() && item().is_some_and(|item| self.definition(item).is_some())
    }

    /// Whether a link with an address leads from a footnote back to its text.
    pub(super) fn is_way_back(&self, link: ElementRef<'_>, href: &str) -> bool {
        self.found.is_some()
            && target(href).is_some()
            && (link.has_attr("data-footnote-backref")
                || link.has_class("footnote-backref")
                || link.attr("role") == Some("doc-backlink"))
    }

    /// Whether an element repeats the label of the footnote that it is in.
    pub(super) fn is_label(&self, element: ElementRef<'_>) -> bool {
        self.found.is_some() && element.has_class("footnote-definition-label")
    }
}

impl Found {
    /// Finds the footnotes after the first link to one that a link leads to: in a document, notes
    /// come after their texts.
    fn after(first: ElementRef<'_>) -> Found {
        let mut notes: HashMap<String, NodeId> = HashMap::new();
        let mut links: Vec<String> = Vec::from_iter(target_of(first).map(str::to_owned));
        for element in first.following_elements() {
            steps::count(1);
            match element.name() {
                "a" if is_reference(element) => {
                    links.extend(target_of(element).map(str::to_owned));
                }
                "li" | "div" | "aside" if is_note(element) => {
                    let id = element.id_attr().unwrap_or_default().to_owned();
                    notes.entry(id).or_insert(element.id());
                }
                _ => {}
            }
        }
        let mut found = Found::default();
        for id in links {
            if let Some(&note) = notes.get(&id)
                && !found.by_id.contains_key(&id)
            {
                let label = (found.by_id.len() + 1).to_string();
                found.labels.insert(note, label.clone());
                found.by_id.insert(id, label);
            }
        }
        found
    }
}

/// Returns the id of the element in the same page that an address is of.
fn target(href: &str) -> Option<&str> {
    href.strip_prefix('#').filter(|id| !id.is_empty())
}

/// Returns the id of the element in the same page that a link leads to.
fn target_of(link: ElementRef<'_>) -> Option<&str> {
    target(link.attr("href")?)
}

/// Whether a link into the page is marked as one to a footnote.
fn is_reference(link: ElementRef<'_>) -> bool {
    target_of(link).is_some() && is_marked_reference(link)
}

/// Whether a link, if it leads into the page, is marked as one to a footnote.
fn is_marked_reference(link: ElementRef<'_>) -> bool {
    (link.parent_element().is_some_and(|parent| parent.name() == "sup")
        || link.has_attr("data-footnote-ref")
        || link.attr("role") == Some("doc-noteref")
        || link.has_class("footnote-ref"))
        && !link.has_class("footnote-backref")
}

/// Whether an element is a footnote: marked as one, or an item of a list that is.
fn is_note(element: ElementRef<'_>) -> bool {
    if element.id_attr().is_none() {
        return false;
    }
    let is_marked = |element: ElementRef<'_>, roles: &[&str], classes: &[&str]| {
        element.has_attr("data-footnotes")
            || element.attr("role").is_some_and(|role| roles.contains(&role))
            || classes.iter().any(|class| element.has_class(class))
    };
    if is_marked(element, &["doc-footnote", "doc-endnote"], &["footnote-definition"]) {
        return true;
    }
    let lists = element.ancestor_elements().take(3);
    element.name() == "li"
        && lists.into_iter().any(|list| {
            is_marked(list, &["doc-endnotes"], &["footnotes", "footnote-list", "references"])
        })
}
