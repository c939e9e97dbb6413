//! Changed names and attributes: patches in the tags of an element.

use std::collections::{HashMap, HashSet};

use crate::dom::{ElementData, NodeIndex};
use crate::markup::{AttributeRanges, folded_name};
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::steps;
use crate::text::Attribute;

use super::closing::Follower;
use super::draft::{Draft, Rank};
use super::plan::Planner;
use super::tags::{self, push_attribute};

impl Planner<'_> {
    /// Patches the tags of an element whose name or attributes have changed.
    pub(super) fn patch_element(&mut self, id: NodeIndex, old: ElementData, new: ElementData) {
        let places = self.places;
        if places.is_copy(id) {
            let original = places.positions.original_of(id);
            let element = original.and_then(|original| places.tree.element(original));
            if !element.is_some_and(|element| places.is_same_element(element, &new)) {
                self.request(id);
            }
            return;
        }
        if self.has_other_copies(id, &new) {
            return self.request(id);
        }
        if old.name() != new.name() {
            self.rename(id);
        }
        self.patch_attributes(id, &old, &new);
    }

    /// Removes, changes and adds attributes in the tags of an element.
    fn patch_attributes(&mut self, id: NodeIndex, old: &ElementData, new: &ElementData) {
        let places = self.places;
        let old = places.tree.attributes_of(old);
        let new = places.tree.attributes_of(new);
        let (was, is): (HashMap<_, _>, HashSet<_>) = (
            old.iter().map(|old| (name_of(old), places.strings.get(old.value))).collect(),
            new.iter().map(name_of).collect(),
        );
        steps::count(old.len() + new.len());
        let written = self.written_attributes(id);
        let gone = old.iter().filter(|old| !is.contains(&name_of(old)));
        let gone: Vec<String> = gone.map(|old| self.qualified_name(old)).collect();
        // The attributes that are removed or get another value: for each, the offset of its tag and
        // its end in that.
        let mut patched = Vec::new();
        for name in &gone {
            for &(tag, ranges) in written.get(&folded_name(name)).into_iter().flatten() {
                steps::count(1);
                let (range, separator) = tags::removal(&places.source[tag..], ranges);
                self.patch(id, tag + range.start..tag + range.end, separator.to_owned());
                patched.push((tag, ranges.end));
            }
        }
        let mut added = String::new();
        for attribute in new {
            let before = was.get(&name_of(attribute)).copied();
            let value = places.strings.get(attribute.value);
            if before == Some(value) {
                continue;
            }
            let name = self.qualified_name(attribute);
            let first = before.and_then(|_| written.get(&folded_name(&name))?.first());
            match first {
                Some(&(tag, ranges)) => {
                    self.set_value(id, tag, ranges, value);
                    patched.push((tag, ranges.end));
                }
                None => push_attribute(&mut added, &name, value),
            }
        }
        if places.is_implied(id) {
            // Write all attributes into the start tag: it comes before the later tags that have
            // added some of them, so its values count.
            if !added.is_empty() {
                self.write_implied_tag(id);
            }
        } else if !added.is_empty() {
            self.add_attributes(id, &added, &patched);
        }
    }

    /// Whether the parser has made copies of an element whose attributes are now different. The
    /// copies share the element's tag.
    fn has_other_copies(&mut self, id: NodeIndex, new: &ElementData) -> bool {
        let places = self.places;
        self.copies.get_or_insert_with(|| places.positions.copies_by_original());
        let copies = self.copies.as_deref().unwrap_or_default();
        let first = copies.partition_point(|(original, _)| *original < id);
        let mut own = copies[first..].iter().take_while(|(original, _)| *original == id);
        own.any(|(_, copy)| {
            let copy = places.tree.element(*copy);
            !copy.is_some_and(|copy| places.is_same_element(copy, new))
        })
    }

    /// Returns the attributes in the tags of an element by their names, in order, each with the
    /// offset of its tag.
    fn written_attributes(&self, id: NodeIndex) -> HashMap<String, Vec<(usize, AttributeRanges)>> {
        let mut written: HashMap<_, Vec<_>> = HashMap::new();
        for (tag, ranges) in self.places.attributes(id) {
            steps::count(1);
            let name = &self.places.source[tag + ranges.name.0..tag + ranges.name.1];
            written.entry(folded_name(name)).or_default().push((tag, ranges));
        }
        written
    }

    /// Returns the name of an attribute with its prefix.
    fn qualified_name(&self, attribute: &Attribute) -> String {
        let local = self.places.strings.name(attribute.name.local());
        match attribute.name.namespace().prefix() {
            Some(prefix) => format!("{prefix}:{local}"),
            None => local.to_owned(),
        }
    }

    /// Replaces the value of an attribute, and keeps its quotation marks if it can.
    fn set_value(&mut self, id: NodeIndex, tag: usize, ranges: AttributeRanges, value: &str) {
        let (range, text) = tags::value_patch(&self.places.source[tag..], ranges, value);
        self.patch(id, tag + range.start..tag + range.end, text);
    }

    /// Inserts attributes after the last attribute of a start tag. `patched` has the attributes
    /// that other patches change: for each, the offset of its tag and its end in that.
    fn add_attributes(&mut self, id: NodeIndex, attributes: &str, patched: &[(usize, usize)]) {
        let Some((start, mut scanner)) = self.places.start_tag_scanner(id) else {
            return self.request(id);
        };
        let name = scanner.name();
        let last = std::iter::from_fn(|| scanner.next_attribute()).last();
        let is_patched = |last: AttributeRanges| patched.contains(&(start, last.end));
        let (at, mut text) = tags::insertion(name, last.map(|last| (last, is_patched(last))));
        text.push_str(attributes);
        self.patch(id, start + at..start + at, text);
    }

    /// Replaces the name in both tags of an element, and adds an end tag if it has none.
    fn rename(&mut self, id: NodeIndex) {
        let places = self.places;
        let Some(new) = places.tree.element(id).map(ElementData::name) else { return };
        let name = places.strings.name(new.local).to_owned();
        self.close_before(id, new);
        match places.start_tag_scanner(id) {
            Some((start, scanner)) => {
                let start = start + "<".len();
                self.patch(id, start..start + scanner.name().len(), name.clone());
            }
            None => self.write_implied_tag(id),
        }
        if let Some(tag) = places.end_tag(id) {
            let start = tag.start + "</".len();
            let length = places.source[start..tag.end]
                .find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
            self.patch(id, start..length.map_or(tag.end, |length| start + length), name);
        } else if new.namespace == Namespace::Html
            && let (Some(end), Some(order)) =
                (self.layout.tail_end(&places, id), self.layout.order(id))
            && !new.is_void()
        {
            // Elements that are open in it need end tags, too, since not every end tag closes them.
            let text = self.end_tags_of(&self.names_of_open(id));
            let rank = Rank::end(order, self.layout.last(id));
            self.drafts.push(Draft { range: end..end, text, rank, nodes: vec![id] });
        }
    }

    /// Writes end tags for the elements that the start tag closed with its old name and does not
    /// close with its new one.
    fn close_before(&mut self, id: NodeIndex, new: ElementName) {
        let places = self.places;
        let before = places.original.node(id).and_then(|node| node.previous_sibling());
        let (Some(before), Some(start)) = (before, places.start(id)) else { return };
        let (Some(holder), Some(order)) = (self.layout.parent(id), self.layout.order(before))
        else {
            return;
        };
        // If the children before the element have changed, their patches write the end tags. If the
        // parser has moved `before` here, it is elsewhere in the source.
        let is_before = self.layout.tail_end(&places, before).is_some_and(|end| end <= start);
        if is_before && places.tree.node(id).previous_sibling() == Some(before) {
            let text = self.end_tags_of_open(holder, before, Follower::Element(new));
            if !text.is_empty() {
                let rank = Rank::end(order, self.layout.last(before));
                self.drafts.push(Draft { range: start..start, text, rank, nodes: vec![id] });
            }
        }
    }

    /// Writes the start tag of an implied element where it is implied.
    pub(super) fn write_implied_tag(&mut self, id: NodeIndex) {
        let places = self.places;
        let (Some(element), Some(start)) = (places.tree.element(id), places.start(id)) else {
            return;
        };
        if !self.tags.insert(id) {
            return;
        }
        let mut text = format!("<{}", places.strings.name(element.name().local));
        for attribute in places.tree.attributes_of(element) {
            let name = self.qualified_name(attribute);
            push_attribute(&mut text, &name, places.strings.get(attribute.value));
        }
        text.push('>');
        // An end tag `</br>` stands for the whole element.
        let is_br = places.name(id).is_some_and(|name| name.is_html(known::BR));
        let end = if is_br { places.own_end(id).unwrap_or(start) } else { start };
        self.patch(id, start..end, text);
    }
}

/// Returns the key of an attribute in its element: the name and the namespace.
fn name_of(attribute: &Attribute) -> (LocalName, Option<&'static str>) {
    (attribute.name.local(), attribute.name.namespace().url())
}
