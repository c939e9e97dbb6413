//! Which elements have what is inside them on lines of its own.

use std::collections::HashSet;
use std::convert::Infallible;

use crate::dom::{NodeData, NodeId};
use crate::names::{ElementName, Namespace, known};
use crate::rendering::{Display, StyleSheet, is_white_space, keeps_white_space};

use super::super::elements::Handling;
use super::super::walk::{Visitor, walk};

/// What white space at the start and end of an element means, inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inside {
    /// What is inside is to stay as it is.
    Untouched,
    /// It shows nowhere.
    Block,
    /// It shows nowhere, but the element is a part of a line, which is to stay as it is as long as
    /// it is one line.
    Box,
    /// It is what it is outside.
    Open,
}

impl Inside {
    pub(super) fn of(name: ElementName, scripting: bool) -> Inside {
        if name.namespace != Namespace::Html || keeps_white_space(name) {
            return Inside::Untouched;
        }
        match name.local {
            known::HEAD | known::DATALIST => Inside::Block,
            // Its text may be repeated in a `selectedcontent`.
            known::OPTION => Inside::Untouched,
            known::BUTTON | known::MARQUEE | known::SELECT => Inside::Box,
            known::NOSCRIPT if scripting => Inside::Untouched,
            known::A
            | known::B
            | known::BIG
            | known::DEL
            | known::EM
            | known::FONT
            | known::I
            | known::INS
            | known::LABEL
            | known::MAP
            | known::NOBR
            | known::NOSCRIPT
            | known::OBJECT
            | known::OUTPUT
            | known::S
            | known::SMALL
            | known::SPAN
            | known::STRIKE
            | known::STRONG
            | known::TEMPLATE
            | known::TT
            | known::U => Inside::Open,
            _ if Display::of(name).is_between_lines() => Inside::Block,
            _ => Inside::Untouched,
        }
    }
}

/// What a node is to the white space around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// White space that collapses.
    WhiteSpace,
    /// Stands between lines: white space before and after shows nowhere.
    BetweenLines,
    /// Shows nowhere itself: white space on either side is one.
    Invisible,
    /// A part of a line.
    InLine,
}

impl Kind {
    pub(super) fn of(sheet: &StyleSheet<'_>, id: NodeId) -> Kind {
        match &sheet.tree.node(id).data {
            NodeData::Text(_) | NodeData::LongText(_) => {
                if is_white_space(sheet.tree.text(id, sheet.strings)) {
                    Kind::WhiteSpace
                } else {
                    Kind::InLine
                }
            }
            NodeData::Comment(_) | NodeData::ProcessingInstruction(_) => Kind::Invisible,
            NodeData::Element(element) if element.name().namespace == Namespace::Html => {
                match sheet.display(id, element) {
                    Display::None => Kind::Invisible,
                    display if display.is_between_lines() => Kind::BetweenLines,
                    _ => Kind::InLine,
                }
            }
            NodeData::Element(_) => Kind::InLine,
            NodeData::Doctype(_) | NodeData::Document | NodeData::DocumentFragment => {
                Kind::BetweenLines
            }
        }
    }
}

/// What is known about the elements below a node before they are written.
#[derive(Default)]
pub(super) struct Plan {
    /// Those whose children stand on lines of their own.
    pub(super) over_lines: HashSet<NodeId>,
    /// Those in which nothing is to be changed, though others of their name are:
    ///
    /// - those with a declarative shadow root, in which any text may show instead of something else
    /// - an `a` in which there is another, as a `select` or SVG makes possible: the parser takes it
    ///   for closed from there on, so that white space before its end tag would come to stand
    ///   behind it
    pub(super) untouched: HashSet<NodeId>,
    /// `body` is one of them. Then the whole document is: white space behind `body` would become a
    /// part of it.
    pub(super) is_body_untouched: bool,
}

impl Plan {
    /// Looks at all that is below a node.
    pub(super) fn of(sheet: &StyleSheet<'_>, scripting: bool, top: NodeId) -> Plan {
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

/// An element whose end has not come yet.
struct Open {
    id: NodeId,
    inside: Inside,
    kind: Kind,
    is_over_lines: bool,
    is_untouched: bool,
}

struct Planner<'a> {
    sheet: &'a StyleSheet<'a>,
    scripting: bool,
    plan: Plan,
    open: Vec<Open>,
    /// The indices in `open` of those that are an `a` with no other in it so far.
    links: Vec<usize>,
    /// How many elements are open in one that is to stay untouched.
    untouched_depth: usize,
}

impl Visitor for Planner<'_> {
    type Error = Infallible;

    fn start(&mut self, id: NodeId, name: ElementName, _is_empty: bool) -> Result<(), Infallible> {
        let is_link = name.is_html(known::A);
        if is_link {
            for index in self.links.drain(..) {
                self.open[index].is_untouched = true;
            }
        }
        let is_void = Handling::of(name) == Handling::Void;
        if self.untouched_depth > 0
            || self.open.last().is_some_and(|parent| parent.inside == Inside::Untouched)
        {
            self.untouched_depth += usize::from(!is_void);
            return Ok(());
        }
        let kind = Kind::of(self.sheet, id);
        if let Some(parent) = self.open.last_mut() {
            parent.is_over_lines |= match kind {
                Kind::BetweenLines => true,
                Kind::Invisible => parent.inside == Inside::Block,
                Kind::InLine | Kind::WhiteSpace => false,
            };
            parent.is_untouched |= name.is_html(known::TEMPLATE)
                && self.sheet.tree.attribute(id, known::SHADOWROOTMODE).is_some();
        }
        if !is_void {
            let inside = Inside::of(name, self.scripting);
            self.links.extend(is_link.then_some(self.open.len()));
            self.open.push(Open { id, inside, kind, is_over_lines: false, is_untouched: false });
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
                parent.is_over_lines |= open.kind == Kind::InLine;
            }
        }
        Ok(())
    }

    fn leaf(&mut self, _node: NodeId) -> Result<(), Infallible> {
        Ok(())
    }
}
