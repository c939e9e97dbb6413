//! Where elements go that would stand too deep.
//!
//! Deviation: the standard sets no limit on depth; browsers do. Where the tree is as deep as the
//! limit allows, an element becomes a sibling of the innermost instead of its child, so that the
//! tree grows no deeper and nothing is lost.
//!
//! An element keeps the namespace that it would have had. So that its start tag, written there,
//! makes the same element again, foreign elements stay inside SVG or MathML and HTML elements leave
//! it. (Browsers let them be siblings there, too: then text of a `style` that meant nothing in the
//! tree means markup in what is written.)

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, known};
use crate::steps;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::appropriate_place::{InsertionLocation, InsertionPlace};
use super::element_sets::ElementClass;
use super::open_elements::OpenElement;

impl<S: TreeSink> TreeBuilder<S> {
    /// Where an element of that name goes instead of `place`, when it would be as deep there as the
    /// limit allows, or deeper: a place that is not as deep, if need be.
    #[cold]
    pub(super) fn place_at_depth_limit(
        &mut self,
        place: InsertionPlace<S::Handle>,
        name: ElementName,
        context: &mut ParseContext,
    ) -> InsertionPlace<S::Handle> {
        let target = self.node_containing(place.location);
        let Some(index) = self.open.len().checked_sub(1) else { return place };
        let (Some(current), above) = (self.open.get(index), self.entry_above(index)) else {
            return place;
        };
        let is_html_rule = follows_html_rules(current, name);
        // A MathML `svg` is one of SVG in `annotation-xml`: what could get it as a sibling stands
        // beside that instead.
        let in_annotation = current.name == ANNOTATION_XML && !is_html_rule;
        // What starts foreign content leaves room for its children, which can't be anywhere else;
        // and a table for rows and cells, which would end a cell or caption around it. So does a
        // template, for a table in it; and the outermost, for another in it.
        let room = match name.namespace {
            Namespace::Html if name.is_html(known::TEMPLATE) => {
                4 + u32::from(!self.open.has_template())
            }
            Namespace::Html if name.is_html(known::TABLE) => 3,
            Namespace::Html => 0,
            _ => u32::from(is_html_rule || in_annotation),
        };
        if place.level + room <= self.depth_limit {
            return place;
        }
        if in_annotation {
            return self.place_beside(target, place.level - 1, place, context);
        }
        let leaves_foreign_content = is_html_rule && !current.is_in_html_namespace();
        if leaves_foreign_content || room > 0 || is_glyph(name) && is_html_rule {
            context.limits_hit.depth = true;
            self.explain(Reason::DepthLimit);
            let elsewhere = match self.place_in_html_element(room.max(1)) {
                Some(place) => place,
                None => self.place_beside(target, place.level - 1, place, context),
            };
            return self.raised(elsewhere, self.depth_limit.saturating_sub(room));
        }
        let (sibling, level) = match above {
            // In text of MathML, `mglyph` alone is MathML: what is in it can be no sibling.
            Some(above) if is_glyph(current.name) && is_text_integration_point(above) => {
                (above.handle, above.level)
            }
            Some(above) if !is_html_rule && follows_html_rules(above, current.name) => {
                return place;
            }
            _ => (target, place.level - 1),
        };
        let beside = self.place_beside(sibling, level, place, context);
        if is_html_rule { self.raised(beside, self.depth_limit) } else { beside }
    }

    /// The nearest place above that is no deeper than that. What `<template for>` patches may be
    /// deeper than what is open.
    fn raised(
        &mut self,
        mut place: InsertionPlace<S::Handle>,
        deepest: u32,
    ) -> InsertionPlace<S::Handle> {
        while place.level > deepest {
            let raised = match place.location {
                InsertionLocation::Before(sibling) => self
                    .parent_with_room(sibling)
                    .map(|parent| InsertionPlace::last_child_of(parent, place.level)),
                InsertionLocation::LastChildOf(node) => match self.parent_with_room(node) {
                    Some(parent) => Some(InsertionPlace::last_child_of(parent, place.level - 1)),
                    None => self.place_beside_template_of(node),
                },
            };
            let Some(raised) = raised else { break };
            place = raised;
        }
        place
    }

    /// The parent of a node, unless that is a document, in which there is room for one element
    /// only.
    fn parent_with_room(&self, node: S::Handle) -> Option<S::Handle> {
        self.sink
            .parent(node)
            .filter(|&parent| self.context.is_some() || parent != self.sink.root())
    }

    /// Beside the open template whose contents a node is, if it is in the contents of another.
    fn place_beside_template_of(
        &mut self,
        contents: S::Handle,
    ) -> Option<InsertionPlace<S::Handle>> {
        let mut index = self.open.last_position_of(known::TEMPLATE)?;
        // Those below it patch something; never mind one that is below many of these.
        for _ in 0..MOST_PATCHING {
            let template = *self.open.get(index)?;
            let is_host = self.sink.template_contents(template.handle) == contents;
            index = self.open.next_position_above(index)?;
            if is_host {
                let parent = self.parent_of_template(template.handle)?;
                return Some(InsertionPlace::last_child_of(parent, template.level));
            }
        }
        None
    }

    /// The entry above the one of that index, if that is in it.
    fn entry_above(&self, index: usize) -> Option<&OpenElement<S::Handle>> {
        let entry = self.open.get(index)?;
        let above = self.open.above(index).and_then(|above| self.open.get(above))?;
        // From the limit on, a `mglyph` is a sibling already.
        let is_moved = is_glyph(entry.name) && entry.level <= above.level;
        (!is_moved).then_some(above)
    }

    /// Beside a node of that level. What a template holds stays in a template.
    fn place_beside(
        &mut self,
        sibling: S::Handle,
        level: u32,
        place: InsertionPlace<S::Handle>,
        context: &mut ParseContext,
    ) -> InsertionPlace<S::Handle> {
        let current =
            self.open.current().filter(|entry| entry.class.intersects(ElementClass::TEMPLATE));
        let beside = match (self.parent_with_room(sibling), current) {
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

    /// Inside the lowest HTML element on the stack that leaves room for one level and `room` more,
    /// and fosters nothing. What a template holds stays in a template; nowhere, if one is the
    /// current node.
    fn place_in_html_element(&mut self, room: u32) -> Option<InsertionPlace<S::Handle>> {
        let deepest = self.depth_limit.saturating_sub(1 + room);
        let end = self.open.len().min(deepest as usize);
        let mut highest = 0;
        if let Some(index) = self.open.last_position_of(known::TEMPLATE) {
            let template = self.open.get(index)?;
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

/// How many templates are looked at for the one whose contents a node is.
const MOST_PATCHING: usize = 16;

/// Whether an element of that name, in the element `parent`, comes from a start tag that is not of
/// foreign content.
///
/// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
fn follows_html_rules<H: Copy + Eq>(parent: &OpenElement<H>, name: ElementName) -> bool {
    let is_svg_in_annotation = name == SVG && parent.name == ANNOTATION_XML;
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

/// The names that mean MathML even in text of MathML.
fn is_glyph(name: ElementName) -> bool {
    matches!(name.local, known::MGLYPH | known::MALIGNMARK)
}

#[cfg(test)]
mod tests {
    use crate::parse::ParseOptions;
    use crate::settings::Limits;

    /// What becomes of markup that starts on the sixth of eight levels.
    fn flattened(html: &str) -> String {
        let options = ParseOptions::new().limits(Limits::default().depth(Some(8)));
        let document = options.parse_str(format!("<b><b><b>{html}"));
        assert!(document.limits_hit().depth, "{html}");
        let body = document.inner_html();
        let start = "<html><head></head><body><b><b><b>";
        let inner = body
            .strip_prefix(start)
            .and_then(|rest| rest.strip_suffix("</b></b></b></body></html>"));
        inner.expect("nothing else is moved").to_owned()
    }

    #[test]
    fn elements_of_html_become_siblings() {
        assert_eq!(flattened("<i><u><s><q>x</q>y"), "<i><u><s>y</s><q>x</q></u></i>");
    }

    #[test]
    fn foreign_elements_stay_inside() {
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
