//! Decides which elements have their children on lines of their own.

use std::collections::HashSet;
use std::convert::Infallible;

use crate::dom::{ElementData, NodeData, NodeIndex};
use crate::elements::{Display, Traits};
use crate::names::{ElementName, Namespace, known};
use crate::rendering::{StyleSheet, is_all_collapsible};
use crate::serialize::walk::{Visitor, walk};

/// The effect of whitespace at the start and end of an element's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inside {
    /// Unknown, or it shows: the content must stay as it is.
    Untouched,
    /// It doesn't show.
    Block,
    /// It doesn't show, but the element is a part of a line. The content stays as it is unless it
    /// needs several lines.
    InlineBox,
    /// The effect that it has right outside the element.
    Transparent,
}

impl Inside {
    pub(super) fn of(name: ElementName, scripting: bool) -> Inside {
        let row = name.row();
        if name.namespace != Namespace::Html || row.is(Traits::KEEPS_WHITESPACE) {
            return Inside::Untouched;
        }
        match name.local {
            known::HEAD | known::DATALIST => Inside::Block,
            // Its content may have been copied into a `selectedcontent`.
            known::OPTION => Inside::Untouched,
            // Out of flow.
            known::DIALOG => Inside::InlineBox,
            _ if matches!(row.display, Display::InlineBlock | Display::Select) => Inside::InlineBox,
            known::NOSCRIPT if scripting => Inside::Untouched,
            _ if row.is(Traits::LAYOUT_TRANSPARENT) => Inside::Transparent,
            _ if row.display.is_between_lines() => Inside::Block,
            _ => Inside::Untouched,
        }
    }
}

/// The part that a node has in the layout of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineRole {
    /// Whitespace that collapses.
    Whitespace,
    /// A box between lines: whitespace before and after it doesn't show.
    BetweenLines,
    /// Not displayed: whitespace before and after it collapses into one space.
    Invisible,
    /// A part of a line.
    InLine,
}

impl LineRole {
    pub(super) fn of(sheet: &StyleSheet<'_>, id: NodeIndex) -> LineRole {
        let node = sheet.tree.node(id);
        if let Some(element) = node.element() {
            return LineRole::of_element(sheet, id, element);
        }
        match node.data() {
            NodeData::Text(_) | NodeData::LongText(_) => {
                if is_all_collapsible(sheet.tree.text(id, sheet.strings)) {
                    LineRole::Whitespace
                } else {
                    LineRole::InLine
                }
            }
            NodeData::Comment(_) | NodeData::ProcessingInstruction(_) => LineRole::Invisible,
            NodeData::Element(_) => LineRole::InLine,
            NodeData::Doctype(_) | NodeData::Document | NodeData::DocumentFragment => {
                LineRole::BetweenLines
            }
        }
    }

    /// Returns the role of an element, which is borrowed, because a copy is measurable.
    #[inline]
    fn of_element(sheet: &StyleSheet<'_>, id: NodeIndex, element: &ElementData) -> LineRole {
        if element.name().namespace != Namespace::Html {
            return LineRole::InLine;
        }
        match sheet.display(id, element) {
            Display::None => LineRole::Invisible,
            display if display.is_between_lines() => LineRole::BetweenLines,
            _ => LineRole::InLine,
        }
    }
}

/// The decisions about the elements below a node, made before they are written.
#[derive(Default)]
pub(super) struct Plan {
    /// The elements whose children are written on lines of their own.
    pub(super) over_lines: HashSet<NodeIndex>,
    /// Elements whose content must not be changed, although their names would allow it:
    ///
    /// - elements with a declarative shadow root, where any text may fill a slot
    /// - an `a` that contains another `a`, which is possible inside a `select` or SVG: at the inner
    ///   start tag, the parser ends the outer `a`, so whitespace before the outer end tag would be
    ///   parsed as text after the outer `a`
    pub(super) untouched: HashSet<NodeIndex>,
    /// Whether `body` is one of `untouched`. Then nothing in the document is changed: whitespace
    /// after `body` is parsed into it.
    pub(super) is_body_untouched: bool,
}

impl Plan {
    /// Makes the decisions about a node and its descendants.
    pub(super) fn of(sheet: &StyleSheet<'_>, scripting: bool, top: NodeIndex) -> Plan {
        let mut planner = Planner {
            sheet,
            scripting,
            plan: Plan::default(),
            open: Vec::new(),
            links: Vec::new(),
            untouched_depth: 0,
        };
        let Ok(()) = walk(sheet.tree, top, false, &mut planner);
        planner.plan
    }
}

/// An element whose descendants are being visited.
struct PlannedElement {
    id: NodeIndex,
    inside: Inside,
    role: LineRole,
    is_over_lines: bool,
    is_untouched: bool,
}

struct Planner<'a> {
    sheet: &'a StyleSheet<'a>,
    scripting: bool,
    plan: Plan,
    open: Vec<PlannedElement>,
    /// The indices in `open` of each `a` that contains no other so far.
    links: Vec<usize>,
    /// The number of open elements inside an element with untouched content.
    untouched_depth: usize,
}

impl Visitor for Planner<'_> {
    type Error = Infallible;

    fn start(
        &mut self,
        id: NodeIndex,
        name: ElementName,
        _is_empty: bool,
    ) -> Result<(), Infallible> {
        let is_link = name.is_html(known::A);
        if is_link {
            for index in self.links.drain(..) {
                self.open[index].is_untouched = true;
            }
        }
        let is_void = name.is_void();
        if self.untouched_depth > 0
            || self.open.last().is_some_and(|parent| parent.inside == Inside::Untouched)
        {
            self.untouched_depth += usize::from(!is_void);
            return Ok(());
        }
        let role = LineRole::of(self.sheet, id);
        if let Some(parent) = self.open.last_mut() {
            parent.is_over_lines |= match role {
                LineRole::BetweenLines => true,
                LineRole::Invisible => parent.inside == Inside::Block,
                LineRole::InLine | LineRole::Whitespace => false,
            };
            parent.is_untouched |= name.is_html(known::TEMPLATE)
                && self.sheet.tree.attribute(id, known::SHADOWROOTMODE).is_some();
        }
        if !is_void {
            let inside = Inside::of(name, self.scripting);
            self.links.extend(is_link.then_some(self.open.len()));
            self.open.push(PlannedElement {
                id,
                inside,
                role,
                is_over_lines: false,
                is_untouched: false,
            });
        }
        Ok(())
    }

    fn end(&mut self, name: ElementName) -> Result<(), Infallible> {
        if self.untouched_depth > 0 {
            self.untouched_depth -= 1;
            return Ok(());
        }
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.links.pop_if(|link| *link == self.open.len());
        if open.is_untouched {
            self.plan.untouched.insert(open.id);
            self.plan.is_body_untouched |= name.is_html(known::BODY);
        } else if open.is_over_lines {
            self.plan.over_lines.insert(open.id);
            if let Some(parent) = self.open.last_mut() {
                parent.is_over_lines |= open.role == LineRole::InLine;
            }
        }
        Ok(())
    }

    fn leaf(&mut self, _node: NodeIndex) -> Result<(), Infallible> {
        Ok(())
    }
}
