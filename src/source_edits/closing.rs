//! Which start tags close which elements, and the end tags that patches need.
//!
//! <https://html.spec.whatwg.org/#optional-tags>

use crate::dom::NodeIndex;
use crate::markup::{Effect, MAX_SEARCHED, Nest};
use crate::names::{ElementName, known};
use crate::steps;

use super::plan::Planner;

/// The first tag or node after an element that has no end tag.
#[derive(Clone, Copy)]
pub(super) enum Follower {
    Element(ElementName),
    Other,
    /// Nothing: the parent of the element ends.
    End,
}

impl Planner<'_> {
    /// Returns the end tags to write after the element `before`: its own, and before that the end
    /// tags of the elements that are still open in it. An element without an end tag needs one if
    /// the node that used to close it was removed or moved, unless the new `next` closes it as
    /// well.
    pub(super) fn end_tags_of_open(
        &self,
        holder: NodeIndex,
        before: NodeIndex,
        next: Follower,
    ) -> String {
        let places = &self.places;
        // `own` is where `before` itself ends in the source; `tail` is where the last of its
        // descendants ends. `tail` is further on if content after the end of `before` is still put
        // into it.
        let own = places.own_end(before);
        let tail = self.layout.tail_end(places, before).filter(|&tail| {
            // Whitespace after `</body>` and `</html>` is put into the body without opening it
            // again.
            let is_document = places.name(before).is_some_and(is_html_or_body);
            let after = own.and_then(|own| places.source.get(own..tail));
            !(is_document && after.is_some_and(|after| after.trim_ascii().is_empty()))
        });
        let tail = tail.or(own);
        // `before` needs no end tag: it has one or cannot have one, and nothing in it ends later.
        let is_closed = !self.is_open(before) && own == tail;
        if places.name(before).is_none() || is_closed || self.is_renamed(before) {
            return String::new();
        }
        let names = self.names_of_open(before);
        if own == tail && self.is_closed_by(holder, &names, next) {
            return String::new();
        }
        self.end_tags_of(&names)
    }

    /// Whether the next tag or node closes an element without an end tag in `holder`. `names` are
    /// the element and the elements that are open in it, from outside in.
    fn is_closed_by(&self, holder: NodeIndex, names: &[ElementName], next: Follower) -> bool {
        let mut nest = self.nest_of(holder);
        let level = nest.len();
        for name in names {
            nest.push(*name, ());
        }
        match next {
            Follower::Element(next) => nest.effect(next) == Effect::Closes(names.len()),
            // The end of the input closes everything.
            Follower::End if self.layout.parent(holder).is_none() => true,
            Follower::End => {
                let has_end_tag = self.places.end_tag(holder).is_some();
                has_end_tag && level > 0 && nest.ends_all_from(level - 1)
            }
            Follower::Other => false,
        }
    }

    /// Returns a node and the elements around it, as far as start tags look for them.
    fn nest_of(&self, node: NodeIndex) -> Nest {
        let mut nest = Nest::new();
        let around = std::iter::successors(Some(node), |&node| self.layout.parent(node));
        let names = around.take(MAX_SEARCHED).filter_map(|node| self.places.name(node));
        let names: Vec<_> = names.inspect(|_| steps::count(1)).collect();
        for name in names.into_iter().rev() {
            nest.push(name, ());
        }
        nest
    }

    /// Returns the end tags of elements, inner ones first.
    pub(super) fn end_tags_of(&self, names: &[ElementName]) -> String {
        let mut text = String::new();
        for name in names.iter().rev() {
            text.push_str("</");
            text.push_str(self.places.strings.name(name.local));
            text.push('>');
        }
        text
    }

    /// Returns the names of an element and of the elements open at its end, outer ones first. The
    /// list ends before an element that was renamed, because that gets an end tag of its own, and
    /// after an element whose content is written anew, because that content is complete.
    pub(super) fn names_of_open(&self, id: NodeIndex) -> Vec<ElementName> {
        let places = &self.places;
        let name = |id| places.tree.element(id).map(|element| element.name());
        let mut names = Vec::from_iter(name(id));
        let last_in =
            |id: NodeIndex| places.tree.node(id).last_child().filter(|_| !self.regions.has(id));
        let mut last = last_in(id);
        while let Some(id) = last.filter(|&id| {
            let is_in_place = places.is_parsed(id) && self.is_in_place(id);
            is_in_place && self.is_open(id) && !self.is_renamed(id)
        }) {
            steps::count(1);
            names.extend(name(id));
            last = last_in(id);
        }
        names
    }

    /// Whether an element has no end tag in the source, and could have one.
    fn is_open(&self, id: NodeIndex) -> bool {
        let places = &self.places;
        places.name(id).is_some_and(|name| !name.is_void())
            && !places.is_closed_by_start_tag(id)
            && places.end_tag(id).is_none()
    }

    /// Whether an element that had no end tag gets one because of its new name.
    fn is_renamed(&self, id: NodeIndex) -> bool {
        let name = self.places.tree.element(id).map(|element| element.name());
        self.is_open(id) && name != self.places.name(id)
    }

    /// Returns the end tags to write after an insertion at `at`, if that is after the end of the
    /// `body` and so opens it again: they keep the rest of the source outside of it.
    pub(super) fn end_tags_of_reopened(&self, holder: NodeIndex, at: usize) -> &'static str {
        let places = &self.places;
        let is_body = places.name(holder).is_some_and(|name| name.is_html(known::BODY));
        let closed_at = places.position(holder).and_then(|position| position.end());
        if !is_body || closed_at.is_none_or(|end| end >= at) {
            return "";
        }
        let follows = |id: NodeIndex| {
            let next = places.original.node(id).and_then(|node| node.next_sibling());
            let mut others = std::iter::successors(next, |&id| {
                places.original.node(id).and_then(|node| node.next_sibling())
            });
            others.any(|other| places.start(other).is_some_and(|start| start >= at))
        };
        match self.layout.parent(holder) {
            _ if follows(holder) => "</body>",
            Some(html) if follows(html) => "</body></html>",
            _ => "",
        }
    }
}

/// Whether content after the end tag of an element with this name is still put into the element.
fn is_html_or_body(name: ElementName) -> bool {
    name.is_html(known::HTML) || name.is_html(known::BODY)
}
