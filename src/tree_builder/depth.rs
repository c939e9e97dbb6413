//! Where elements go that would stand too deep.
//!
//! Deviation: the standard sets no limit on depth; browsers do. Where as many elements are open as the limit allows, an
//! element becomes a sibling of the innermost instead of its child, so that the tree grows no deeper and nothing is lost.
//!
//! An element keeps the namespace that it would have had. So that its start tag, written there, makes the same element
//! again, foreign elements stay inside SVG or MathML and HTML elements leave it. (Browsers let them be siblings there, too:
//! then text of a `style` that meant nothing in the tree means markup in what is written.)

use crate::input::InputStream;
use crate::names::{ElementName, Namespace, known};
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;
use super::element_sets::ElementClass;
use super::insertion::InsertionLocation;
use super::open_elements::OpenElement;

impl<S: TreeSink> TreeBuilder<S> {
    /// Where an element of that name goes instead of `location`, when as many elements are open as the limit allows, or
    /// one less: a place that is not as deep, if need be.
    #[cold]
    pub(super) fn location_at_depth_limit(
        &mut self,
        location: InsertionLocation<S::Handle>,
        name: ElementName,
        input: &mut InputStream,
    ) -> InsertionLocation<S::Handle> {
        let InsertionLocation::LastChildOf(target) = location else { return location };
        let Some(index) = self.open.len().checked_sub(1) else { return location };
        let (Some(current), above) = (self.open.get(index), self.index_above(index)) else { return location };
        let is_html_rule = follows_html_rules(current, name);
        let starts_foreign_content = is_html_rule && name.namespace != Namespace::Html;
        // What starts foreign content leaves room for its children, which can't be anywhere else.
        if self.open.len() + usize::from(starts_foreign_content) < self.depth_limit {
            return location;
        }
        let leaves_foreign_content = is_html_rule && !current.is_in_html_namespace();
        if leaves_foreign_content || starts_foreign_content || is_glyph(name) && is_html_rule {
            if let Some(location) = self.location_in_html_element() {
                input.limits_hit.depth = true;
                self.explain(Reason::DepthLimit);
                return location;
            }
            return self.sibling_location(target, location, input);
        }
        let sibling = match above {
            // In text of MathML, `mglyph` alone is MathML: what is in it can be no sibling.
            Some(above) if is_glyph(current.name) && is_text_integration_point(above) => above.handle,
            Some(above) if !is_html_rule && follows_html_rules(above, current.name) => return location,
            _ => target,
        };
        self.sibling_location(sibling, location, input)
    }

    /// The entry above the one of that index, if that was put there where it stands on the stack.
    fn index_above(&self, index: usize) -> Option<&OpenElement<S::Handle>> {
        let above = index.checked_sub(1)?;
        // From the limit on, a `mglyph` is a sibling already.
        let is_moved =
            index >= self.depth_limit && self.open.get(index).is_some_and(|entry| is_glyph(entry.name));
        self.open.get(above).filter(|_| !is_moved)
    }

    /// Beside a node. What a template holds stays in a template.
    fn sibling_location(
        &mut self,
        sibling: S::Handle,
        location: InsertionLocation<S::Handle>,
        input: &mut InputStream,
    ) -> InsertionLocation<S::Handle> {
        let current = self.open.current().filter(|entry| entry.class.is_any(ElementClass::TEMPLATE));
        let parent = match (self.sink.parent(sibling), current) {
            (None, Some(template)) if self.open.has_nested_template() => self.sink.parent(template.handle),
            (parent, _) => parent,
        };
        let Some(parent) = parent else { return location };
        input.limits_hit.depth = true;
        self.explain(Reason::DepthLimit);
        InsertionLocation::LastChildOf(parent)
    }

    /// Inside the lowest HTML element on the stack that leaves room for two levels and fosters nothing. What a template
    /// holds stays in a template; nowhere, if one is the current node.
    fn location_in_html_element(&mut self) -> Option<InsertionLocation<S::Handle>> {
        let end = self.open.len().min(self.depth_limit.saturating_sub(2));
        let mut highest = 0;
        if let Some(index) = self.open.last_position_of(known::TEMPLATE) {
            if index + 1 == self.open.len() {
                return None;
            }
            if index >= end && self.open.has_nested_template() {
                let parent = self.open.get(index).and_then(|template| self.sink.parent(template.handle));
                return parent.map(InsertionLocation::LastChildOf);
            }
            highest = index;
        }
        let is_fit = |entry: &OpenElement<S::Handle>| {
            entry.class.is_any(ElementClass::HTML) && !entry.class.is_any(ElementClass::FOSTERS)
        };
        let fit = (highest..end).rev().find(|&index| self.open.get(index).is_some_and(is_fit));
        Some(self.location_inside(fit.unwrap_or(highest)))
    }
}

/// Whether an element of that name, in the element `parent`, comes from a start tag that is not of foreign content.
///
/// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
fn follows_html_rules<H: Copy + Eq>(parent: &OpenElement<H>, name: ElementName) -> bool {
    let is_svg_in_annotation = name == SVG && parent.name == ANNOTATION_XML;
    name.namespace == Namespace::Html
        || parent.is_in_html_namespace()
        || parent.class.is_any(ElementClass::HTML_INTEGRATION_POINT)
        || is_text_integration_point(parent) && !is_glyph(name)
        || is_svg_in_annotation
}

const SVG: ElementName = ElementName { namespace: Namespace::Svg, local: known::SVG };

const ANNOTATION_XML: ElementName =
    ElementName { namespace: Namespace::MathMl, local: known::ANNOTATION_XML };

fn is_text_integration_point<H: Copy + Eq>(entry: &OpenElement<H>) -> bool {
    entry.class.is_any(ElementClass::MATHML_TEXT_INTEGRATION_POINT)
}

/// The names that mean MathML even in text of MathML.
fn is_glyph(name: ElementName) -> bool {
    matches!(name.local, known::MGLYPH | known::MALIGNMARK)
}
