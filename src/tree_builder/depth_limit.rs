//! The place of an element that would be too deep.
//!
//! Deviation (Depth): the standard sets no limit on depth; browsers do. When the tree is as deep as
//! [`Limits::depth`](crate::Limits::depth) allows, an element becomes a sibling of the current node
//! instead of its child, or goes further up, so that the tree grows no deeper and nothing is lost.
//!
//! An element keeps the namespace that it would have had. Foreign elements stay inside SVG or
//! MathML and HTML elements leave it, so that a serialized start tag makes the same element again
//! when it is parsed. (Browsers make both siblings there. Then text in a `style` can turn into
//! markup when the tree is serialized and parsed again.)
//!
//! `place_for_element` in `appropriate_place.rs` comes here. The limit is reached elsewhere, too:
//! by the number of open elements (`height_limit.rs`, `reconstruct.rs`), by moves of the adoption
//! agency algorithm (`would_deepen` in `adoption_agency.rs`), by `<template shadowrootmode>`
//! (`declarative_shadow_root.rs`), and by copies for `selectedcontent`
//! (`document_builder/selectedcontent/copy.rs`).

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, known};
use crate::steps;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::insertion_place::{InsertionLocation, InsertionPlace};
use super::open_elements::OpenElement;
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the place for inserting an element with that name, whose appropriate place is near
    /// the limit on depth: that place, or one that is not as deep.
    // Out of line: few documents are that deep.
    #[cold]
    pub(super) fn place_at_depth_limit(
        &mut self,
        place: InsertionPlace<S::Handle>,
        name: ElementName,
        context: &mut ParseContext,
    ) -> InsertionPlace<S::Handle> {
        let target = self.node_containing(place.location);
        let above = self.entry_above_current();
        let Some(current) = self.open.current() else {
            debug_assert!(false, "the first element has level 1, which is far from any limit");
            return place;
        };
        let is_html_rule = follows_html_rules(current, name);
        // In `annotation-xml`, a start tag `svg` makes an SVG element. So a MathML element with
        // that name, which would be its sibling there, goes beside the `annotation-xml` instead.
        let in_annotation = current.name.unpack() == ANNOTATION_XML && !is_html_rule;
        // The number of levels to keep free below the element: for the first foreign element, one
        // for its children, which can be nowhere else; for a table, three for its sections, rows
        // and cells, which would otherwise close a cell or caption around the table; for a
        // template, four for a table in it; for the outermost template, one more for another
        // template in it.
        let levels_below = match name.namespace {
            Namespace::Html if name.is_html(known::TEMPLATE) => {
                4 + u32::from(!self.open.has_template())
            }
            Namespace::Html if name.is_html(known::TABLE) => 3,
            Namespace::Html => 0,
            _ => u32::from(is_html_rule || in_annotation),
        };
        if place.level + levels_below <= self.depth_limit {
            return place;
        }
        if in_annotation {
            return self.place_beside(target, place.level - 1, place, context);
        }
        let leaves_foreign_content = is_html_rule && !current.is_in_html_namespace();
        if leaves_foreign_content || levels_below > 0 || is_glyph(name) && is_html_rule {
            context.limits_hit.depth = true;
            self.explain(Reason::DepthLimit);
            let elsewhere = match self.place_in_html_element(levels_below.max(1)) {
                Some(place) => place,
                None => self.place_beside(target, place.level - 1, place, context),
            };
            return self.raised(elsewhere, self.depth_limit.saturating_sub(levels_below));
        }
        let (sibling, level) = match above {
            // In a MathML text integration point, only the start tags `mglyph` and `malignmark`
            // make MathML elements. So a MathML element in one of these cannot be its sibling.
            Some(above) if is_glyph(current.name.unpack()) && is_text_integration_point(above) => {
                (above.handle, above.level)
            }
            Some(above) if !is_html_rule && follows_html_rules(above, current.name.unpack()) => {
                return place;
            }
            _ => (target, place.level - 1),
        };
        let beside = self.place_beside(sibling, level, place, context);
        if is_html_rule { self.raised(beside, self.depth_limit) } else { beside }
    }

    /// Returns the nearest place above `place` where an element has at most that level. A place can
    /// be too deep although the open elements are not: `<template for>` inserts elsewhere.
    fn raised(
        &mut self,
        mut place: InsertionPlace<S::Handle>,
        deepest: u32,
    ) -> InsertionPlace<S::Handle> {
        while place.level > deepest {
            let raised = match place.location {
                InsertionLocation::Before(sibling) => self
                    .parent_for_more(sibling)
                    .map(|parent| InsertionPlace::last_child_of(parent, place.level)),
                InsertionLocation::LastChildOf(node) => match self.parent_for_more(node) {
                    Some(parent) => Some(InsertionPlace::last_child_of(parent, place.level - 1)),
                    None => self.place_beside_template_of(node),
                },
            };
            let Some(raised) = raised else { break };
            place = raised;
        }
        place
    }

    /// Returns the parent of a node, unless that parent is a document, which can contain only one
    /// element.
    fn parent_for_more(&self, node: S::Handle) -> Option<S::Handle> {
        self.sink
            .parent(node)
            .filter(|&parent| self.context.is_some() || parent != self.sink.root())
    }

    /// Returns the place beside the open template with these contents, if that template is in the
    /// contents of another one.
    fn place_beside_template_of(
        &mut self,
        contents: S::Handle,
    ) -> Option<InsertionPlace<S::Handle>> {
        let mut index = self.open.last_position_of(known::TEMPLATE)?;
        // The open templates below it belong to `<template for>`. The search ends after
        // `MAX_TEMPLATES`, so that its time is bounded.
        for _ in 0..MAX_TEMPLATES {
            let template = *self.open.entry(index);
            let is_host = self.sink.template_contents(template.handle) == contents;
            index = self.open.next_position_above(index)?;
            if is_host {
                let parent = self.parent_of_template(template.handle)?;
                return Some(InsertionPlace::last_child_of(parent, template.level));
            }
        }
        None
    }

    /// Returns the element above the current node, if the current node is its child.
    fn entry_above_current(&self) -> Option<&OpenElement<S::Handle>> {
        let current = self.open.current()?;
        let above = self.open.entry(self.open.above(self.open.len() - 1)?);
        // At the limit, a `mglyph` is its sibling already.
        let is_sibling = is_glyph(current.name.unpack()) && current.level <= above.level;
        (!is_sibling).then_some(above)
    }

    /// Returns the place after the last child of the parent of a node with that level, or `place`
    /// if there is none. The content of a template stays in a template.
    fn place_beside(
        &mut self,
        sibling: S::Handle,
        level: u32,
        place: InsertionPlace<S::Handle>,
        context: &mut ParseContext,
    ) -> InsertionPlace<S::Handle> {
        let current =
            self.open.current().filter(|entry| entry.class.intersects(ElementClass::TEMPLATE));
        let beside = match (self.parent_for_more(sibling), current) {
            (None, Some(template)) if self.open.has_nested_template() => self
                .parent_of_template(template.handle)
                .map(|parent| InsertionPlace::last_child_of(parent, template.level)),
            (parent, _) => parent.map(|parent| InsertionPlace::last_child_of(parent, level)),
        };
        let Some(beside) = beside else { return place };
        context.limits_hit.depth = true;
        self.explain(Reason::DepthLimit);
        beside
    }

    /// Returns the place inside the lowest HTML element on the stack in which an element can have
    /// `levels_below` levels below it, and for which nothing is foster-parented. The content of a
    /// template stays in a template; there is no such place if one is the current node.
    fn place_in_html_element(&mut self, levels_below: u32) -> Option<InsertionPlace<S::Handle>> {
        let deepest = self.depth_limit.saturating_sub(1 + levels_below);
        let end = self.open.len().min(deepest as usize);
        let mut highest = 0;
        if let Some(index) = self.open.last_position_of(known::TEMPLATE) {
            let template = self.open.entry(index);
            if index + 1 == self.open.len() {
                return None;
            }
            if template.level > deepest && self.open.has_nested_template() {
                let parent = self.parent_of_template(template.handle);
                return parent.map(|parent| InsertionPlace::last_child_of(parent, template.level));
            }
            highest = index;
        }
        let is_fit = |entry: &OpenElement<S::Handle>| {
            steps::count(1);
            entry.class.intersects(ElementClass::HTML)
                && !entry.class.intersects(ElementClass::FOSTERS)
                && entry.level <= deepest
        };
        let fit = (highest..end).rev().find(|&index| self.open.get(index).is_some_and(is_fit));
        Some(self.place_inside(fit.unwrap_or(highest)))
    }
}

/// The largest number of open templates among which the one with given contents is looked for.
const MAX_TEMPLATES: usize = 16;

/// Whether a start tag that makes an element with that name in `parent` is processed by the rules
/// of the insertion mode, and not by those for foreign content.
///
/// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
fn follows_html_rules<H: Copy + Eq>(parent: &OpenElement<H>, name: ElementName) -> bool {
    let is_svg_in_annotation = name == SVG && parent.name.unpack() == ANNOTATION_XML;
    name.namespace == Namespace::Html
        || parent.is_in_html_namespace()
        || parent.class.intersects(ElementClass::HTML_INTEGRATION_POINT)
        || is_text_integration_point(parent) && !is_glyph(name)
        || is_svg_in_annotation
}

const SVG: ElementName = ElementName { namespace: Namespace::Svg, local: known::SVG };

const ANNOTATION_XML: ElementName =
    ElementName { namespace: Namespace::MathMl, local: known::ANNOTATION_XML };

fn is_text_integration_point<H: Copy + Eq>(entry: &OpenElement<H>) -> bool {
    entry.class.intersects(ElementClass::MATHML_TEXT_INTEGRATION_POINT)
}

/// Whether a start tag with that name makes a MathML element even in a MathML text integration
/// point.
fn is_glyph(name: ElementName) -> bool {
    matches!(name.local, known::MGLYPH | known::MALIGNMARK)
}

#[cfg(test)]
mod tests {
    use crate::parse::ParseOptions;
    use crate::settings::Limits;

    /// Returns the serialized tree of markup that starts at level 6, where the limit is 8.
    fn flattened(html: &str) -> String {
        let options = ParseOptions::new().limits(Limits::default().depth(Some(8)));
        let document = options.parse_str(format!("<b><b><b>{html}"));
        assert!(document.limits_hit().depth, "{html}");
        let body = document.inner_html();
        let start = "<html><head></head><body><b><b><b>";
        let inner = body
            .strip_prefix(start)
            .and_then(|rest| rest.strip_suffix("</b></b></b></body></html>"));
        inner.expect("the elements around the markup stay as they are").to_owned()
    }

    #[test]
    fn html_elements_become_siblings() {
        assert_eq!(flattened("<i><u><s><q>x</q>y"), "<i><u><s>y</s><q>x</q></u></i>");
    }

    #[test]
    fn foreign_elements_stay_inside_foreign_content() {
        let expected =
            "<i><u></u><svg><g></g><style></style><a title=\"&lt;/style&gt;\"></a></svg></i>";
        assert_eq!(flattened("<i><u><svg><g><style><a title='</style>'>"), expected);
    }

    #[test]
    fn html_elements_leave_foreign_content() {
        for (html, expected) in [
            ("<i><svg><desc><p>x", "<i><svg><desc></desc></svg><p>x</p></i>"),
            ("<i><math><mi><p>x", "<i><math><mi></mi></math><p>x</p></i>"),
            (
                "<i><math><mi><mglyph><mo>x",
                "<i><math><mi></mi><mglyph></mglyph><mo>x</mo></math></i>",
            ),
            (
                "<i><math><annotation-xml><svg><g>x",
                "<i><math><annotation-xml></annotation-xml></math><svg><g>x</g></svg></i>",
            ),
        ] {
            assert_eq!(flattened(html), expected, "{html}");
        }
    }
}
