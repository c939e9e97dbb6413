//! Lists, their items, and the items that HTML leaves out.

use consomme::{ElementRef, NodeRef, steps};

use crate::blocks::{Block, Container, List, Sink};

use super::{Converter, Open};

/// A list, item or other container that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// A list, with the number of its next item if it is ordered.
    List(Option<i64>),
    Item,
    /// An item for content that is right in a list.
    AnonymousItem,
    Other,
}

impl<'a, S: Sink<'a>> Converter<'_, 'a, S> {
    pub(super) fn start_list(&mut self, element: ElementRef<'a>) -> Open<'a> {
        // A list takes two levels with its items.
        if self.levels.len() + 1 >= self.options.max_nesting {
            self.limits.nesting = true;
            return Open::Block;
        }
        let start = (element.name() == "ol").then(|| number(element, "start").unwrap_or(1));
        let list = List { start, is_tight: is_tight(element) };
        self.block(Block::Start(Container::List(list)));
        self.levels.push(Level::List(start));
        Open::List
    }

    pub(super) fn end_list(&mut self) {
        self.flush();
        self.end_anonymous_item();
        self.levels.pop();
        // A writer knows the list that is open.
        self.put(Block::End(Container::List(List { start: None, is_tight: true })));
    }

    pub(super) fn start_item(&mut self, element: ElementRef<'a>) -> Open<'a> {
        self.end_anonymous_item();
        let Some(Level::List(next)) = self.levels.last_mut() else { return Open::Block };
        let number = next.map(|next| number(element, "value").unwrap_or(next));
        *next = number.map(|number| number.saturating_add(1));
        self.put(Block::Start(Container::Item(number)));
        self.levels.push(Level::Item);
        Open::Item
    }

    pub(super) fn end_item(&mut self) {
        self.flush();
        self.levels.pop();
        self.put(Block::End(Container::Item(None)));
    }

    /// Starts an item for content that is right in a list.
    pub(super) fn ensure_item(&mut self) {
        let Some(Level::List(next)) = self.levels.last_mut() else { return };
        let number = *next;
        *next = number.map(|number| number.saturating_add(1));
        self.put(Block::Start(Container::Item(number)));
        self.levels.push(Level::AnonymousItem);
    }

    fn end_anonymous_item(&mut self) {
        if self.levels.last() == Some(&Level::AnonymousItem) {
            self.levels.pop();
            self.put(Block::End(Container::Item(None)));
        }
    }

    /// Whether a box is the first content of an item: right in it, or in its first paragraph or
    /// label.
    pub(super) fn is_at_start_of_item(&self, element: ElementRef<'_>) -> bool {
        let parent = element.parent_element();
        let item = match parent.map(|parent| parent.name()) {
            Some("p" | "label") => {
                parent.filter(|parent| is_first(parent.as_node())).and_then(|p| p.parent_element())
            }
            _ => parent,
        };
        is_first(element.as_node())
            && self.levels.last() == Some(&Level::Item)
            && item.is_some_and(|item| item.name() == "li")
    }
}

/// Whether nothing but whitespace is before a node in its parent.
fn is_first(node: NodeRef<'_>) -> bool {
    let is_space =
        |node: &NodeRef<'_>| node.as_text().is_some_and(|text| text.trim_ascii().is_empty());
    match node.previous_sibling() {
        None => true,
        Some(before) => is_space(&before) && before.previous_sibling().is_none(),
    }
}

/// Whether no item of a list has a paragraph.
fn is_tight(list: ElementRef<'_>) -> bool {
    let is_paragraph = |child: ElementRef<'_>| {
        steps::count(1);
        child.name() == "p"
    };
    let items = list.child_elements().filter(|child| child.name() == "li");
    !items.flat_map(|item| item.child_elements()).any(is_paragraph)
}

/// Reads an attribute with an integer.
fn number(element: ElementRef<'_>, attribute: &str) -> Option<i64> {
    element.attr(attribute)?.trim().parse().ok()
}
