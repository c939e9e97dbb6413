//! Removed, inserted and moved nodes: patches between the children that have stayed.

use std::ops::Range;

use crate::dom::{NodeData, NodeIndex, NodeRef};
use crate::markup::goes_into_head;
use crate::names::{ElementName, Namespace, known};
use crate::serialize::write_exactly;

use super::alignment::{Alignment, Gap};
use super::closing::Follower;
use super::draft::{Draft, Rank};
use super::plan::Planner;

impl Planner<'_> {
    /// Patches the gaps between the children that have stayed.
    pub(super) fn patch_children(&mut self, holder: NodeIndex, alignment: &Alignment) {
        for gap in &alignment.gaps {
            if self.patch_gap(holder, gap).is_none() {
                self.request(holder);
            }
        }
    }

    /// Patches one gap. `None` if no rule can express it.
    fn patch_gap(&mut self, holder: NodeIndex, gap: &Gap) -> Option<()> {
        let removed = self.removed_ranges(gap)?;
        let is_at_start = gap.before.is_none();
        if is_at_start && self.needs_start_tag(holder, gap) {
            self.write_implied_tag(holder);
        }
        let is_element = |node: &NodeIndex| self.places.element(*node).is_some();
        if gap.inserted.is_empty() && !gap.removed.iter().any(is_element) {
            self.remove_leaves(holder, removed);
            return Some(());
        }
        let next = self.next_after(gap);
        let mut text = match gap.before {
            Some(before) => self.end_tags_of_open(holder, before, next),
            None => String::new(),
        };
        for &node in &gap.inserted {
            self.write_node(node, &mut text);
        }
        let order = self.layout.order(holder)?;
        let Some(((first, node), others)) = removed.split_first() else {
            let (at, rank) = match gap.before {
                Some(before) => {
                    let at = self.layout.tail_end(&self.places, before)?;
                    (at..at, self.rank_after(before)?)
                }
                None => (self.first_place(holder, gap, &mut text)?, Rank::content(order)),
            };
            let after = gap.after.and_then(|after| self.places.start(after));
            if after.is_some_and(|after| after < at.end) {
                return None;
            }
            self.keep_line_feed(holder, at.clone(), &mut text);
            if gap.after.is_none() {
                text.push_str(self.end_tags_of_reopened(holder, at.end));
            }
            self.drafts.push(Draft { range: at, text, rank, nodes: gap.inserted.clone() });
            return Some(());
        };
        if gap.before.and_then(|before| self.layout.tail_end(&self.places, before))
            > Some(first.start)
        {
            return None;
        }
        self.keep_line_feed(holder, first.clone(), &mut text);
        let rank = match gap.before {
            Some(before) => self.rank_after(before)?,
            None => Rank::content(order),
        };
        let nodes = [node].into_iter().chain(&gap.inserted).copied().collect();
        self.drafts.push(Draft { range: first.clone(), text, rank, nodes });
        for (range, node) in others {
            let (range, text) = (range.clone(), String::new());
            self.drafts.push(Draft { range, text, rank, nodes: vec![*node] });
        }
        Some(())
    }

    /// Removes texts and comments. They close nothing, so nothing around them changes. In the
    /// source they can come before nodes that precede them in the tree, as after `</html>`.
    fn remove_leaves(&mut self, holder: NodeIndex, removed: Vec<(Range<usize>, NodeIndex)>) {
        let mut text = String::new();
        if let Some((first, _)) = removed.first() {
            self.keep_line_feed(holder, first.clone(), &mut text);
        }
        for (range, node) in removed {
            self.patch(node, range, std::mem::take(&mut text));
        }
    }

    fn rank_after(&self, node: NodeIndex) -> Option<Rank> {
        Some(Rank::end(self.layout.order(node)?, self.layout.last(node)))
    }

    /// Returns the parts of the source that the removed nodes of a gap come from, each with its
    /// node. `None` if the source does not have exactly these nodes in this order.
    fn removed_ranges(&self, gap: &Gap) -> Option<Vec<(Range<usize>, NodeIndex)>> {
        let places = &self.places;
        let mut ranges = Vec::new();
        for &node in &gap.removed {
            if places.is_copy(node) {
                return None;
            }
            match places.original.node(node)?.data() {
                NodeData::Text(_) | NodeData::LongText(_) => {
                    let pieces = places.pieces(node);
                    let covered: usize = pieces.iter().map(|(text, _)| text.len()).sum();
                    if covered != places.original.text(node, places.strings).len() {
                        return None;
                    }
                    let ranges_of_text = self.with_cdata(&pieces).into_iter();
                    ranges.extend(ranges_of_text.map(|range| (range, node)));
                }
                _ => {
                    let range = places.start(node)?..self.layout.tail_end(places, node)?;
                    if range.start > range.end || !self.layout.is_clean(places, node, &range) {
                        return None;
                    }
                    ranges.push((range, node));
                }
            }
        }
        ranges.is_sorted_by(|(a, _), (b, _)| a.end <= b.start).then_some(ranges)
    }

    /// Returns the node that will follow the child before a gap.
    fn next_after(&self, gap: &Gap) -> Follower {
        let Some(next) = gap.inserted.first().copied().or(gap.after) else { return Follower::End };
        match self.places.tree.element(next) {
            Some(element) => Follower::Element(element.name()),
            None => Follower::Other,
        }
    }

    /// Returns the place in the source for the first child of a node. `text` is the text to insert
    /// there; if the tags of the node lack parts, these are added to it.
    fn first_place(&self, holder: NodeIndex, gap: &Gap, text: &mut String) -> Option<Range<usize>> {
        let places = &self.places;
        let (name, is_copy) = (places.name(holder), places.is_copy(holder));
        if holder == places.tree.root_index() {
            return Some(0..0);
        }
        if is_copy {
            let at = places.start(gap.after?)?;
            return Some(at..at);
        }
        let holder = match name {
            None if places.start_tag(holder).is_none() => self.layout.parent(holder)?,
            _ => holder,
        };
        let start = places.content_start(holder)?;
        let Some(name) = places.name(holder) else { return Some(start..start) };
        if name.namespace != Namespace::Html
            && places.is_closed_by_start_tag(holder)
            && places.source[..start].ends_with("/>")
        {
            // `<g/>` becomes `<g>…</g>`.
            text.insert(0, '>');
            text.push_str("</");
            text.push_str(places.strings.name(name.local));
            text.push('>');
            return Some(start - "/>".len()..start);
        }
        let skips = name.drops_line_feed() && places.source[start..].starts_with('\n');
        let start = if skips { start + 1 } else { start };
        Some(start..start)
    }

    /// Keeps the parser from dropping a line feed that a patch puts at the start of a `pre`.
    fn keep_line_feed(&self, holder: NodeIndex, range: Range<usize>, text: &mut String) {
        let places = &self.places;
        let is_first = places.name(holder).is_some_and(ElementName::drops_line_feed)
            && places.content_start(holder) == Some(range.start);
        let follows = || places.source[range.end..].starts_with('\n');
        if is_first && (text.starts_with('\n') || (text.is_empty() && follows())) {
            text.insert(0, '\n');
        }
    }

    /// Whether an implied element now needs a start tag, because of its new first child.
    fn needs_start_tag(&self, holder: NodeIndex, gap: &Gap) -> bool {
        let places = &self.places;
        let (true, Some(name)) = (places.is_implied(holder), places.name(holder)) else {
            return false;
        };
        let Some(first) = gap.inserted.first().copied().or(gap.after) else {
            return !name.is_html(known::HEAD) && !name.is_html(known::BODY);
        };
        let first_name = places.tree.element(first).map(|element| element.name());
        let goes_into_head =
            |name: ElementName| name.is_html(name.local) && goes_into_head(name.local);
        let is_named = |local| first_name.is_some_and(|name| name.is_html(local));
        match name.local {
            known::HTML => false,
            known::HEAD => !first_name.is_some_and(goes_into_head),
            known::BODY => match first_name {
                Some(name) => goes_into_head(name),
                None => {
                    let text = places.tree.text(first, places.strings);
                    !places.tree.is_text(first)
                        || text.starts_with(|c: char| c.is_ascii_whitespace())
                }
            },
            known::TBODY => !is_named(known::TR),
            known::TR => !is_named(known::TD) && !is_named(known::TH),
            known::COLGROUP => !is_named(known::COL),
            _ => true,
        }
    }

    /// Writes a node at its new place. An unchanged node of the parser is copied from the source.
    fn write_node(&self, id: NodeIndex, text: &mut String) {
        let places = &self.places;
        if places.is_parsed(id)
            && !places.is_copy(id)
            && !places.is_implied(id)
            && !places.tree.is_text(id)
            && self.is_untouched(id)
            && let (Some(start), Some(end)) = (places.start(id), self.layout.tail_end(places, id))
            && places.own_end(id) == Some(end)
            && start < end
            && self.layout.is_clean(places, id, &(start..end))
            && places
                .name(id)
                .is_none_or(|_| places.end_tag(id).is_some() || places.is_closed_by_start_tag(id))
        {
            text.push_str(&places.source[start..end]);
            return;
        }
        let has_shadow_roots = places.original.parsed_with().declarative_shadow_roots;
        write_exactly(NodeRef::new(self.document, id), false, has_shadow_roots, text);
    }
}
