//! Finds out which elements are open, and whether that is all that the parser knows.
//!
//! Markup after the text tells: a comment and an element show the current node and whether
//! formatting elements are to be opened again; after the end tag of each open element, they show
//! that its parent is the one that is open around it; and a `form` shows that none is open that was
//! left. Where all of these are where they must be, the start tags of the open elements make
//! another parser go on in the same way.

use consomme::sink::known_names as known;
use consomme::{Document, ElementRef, Namespace, NodeId, NodeRef};

use crate::walk::tags;

/// How many elements may be open at the end of a segment.
const MAX_OPEN: usize = 200;

/// The markup that tells about the state of a parser.
pub(super) struct Probe {
    /// A name that does not occur in the text.
    name: String,
    /// The nodes of the open elements, from the outermost in.
    pub(super) open: Vec<NodeId>,
    /// Whether later content may change where the open elements are.
    pub(super) is_movable: bool,
}

impl Probe {
    /// Returns a probe for a text and the markup before it.
    pub(super) fn of(start: &str, text: &str) -> Probe {
        let mut name = "x-probe".to_owned();
        let mut number = 0;
        while start.contains(&*name) || text.contains(&*name) {
            number += 1;
            name = format!("x-probe{number}");
        }
        Probe { name, open: Vec::new(), is_movable: false }
    }

    /// Returns the markup that shows the current node.
    pub(super) fn first(&self) -> String {
        format!("<!--{0}--><{0}></{0}>", self.name)
    }

    /// Finds the open elements in a tree in which the first part is read. Returns whether a segment
    /// may end there.
    pub(super) fn find_open(&mut self, tree: &Document) -> bool {
        let Some(comment) = self.last_comment(tree) else { return false };
        let Some(parent) = comment.parent() else { return false };
        let around = std::iter::once(parent).chain(parent.ancestors());
        let mut open: Vec<ElementRef<'_>> = around.filter_map(NodeRef::as_element).collect();
        open.reverse();
        let has_root = open.first().is_none_or(|it| it.as_node().parent() == Some(tree.root()));
        // The parser drops a line feed at the start of these.
        let drops_line_feed = parent.as_element().is_some_and(|it| {
            it.element_name().drops_line_feed() && comment.previous_sibling().is_none()
        });
        let can_reopen = |it: &ElementRef<'_>| {
            it.namespace() == Namespace::Html
                && !matches!(it.name(), "select" | "template" | "noscript")
        };
        self.is_movable = open.iter().any(|it| is_movable(*it));
        self.open = open.iter().map(|it| it.as_node().id()).collect();
        has_root && !drops_line_feed && open.len() <= MAX_OPEN && open.iter().all(can_reopen)
    }

    /// Returns the comment of the first part, if it and the element after it are the last nodes.
    fn last_comment<'d>(&self, tree: &'d Document) -> Option<NodeRef<'d>> {
        let mut last = tree.root();
        while let Some(child) = last.last_child() {
            last = child;
        }
        let comment = last.previous_sibling()?;
        (self.is_element(last) && self.is_comment(comment)).then_some(comment)
    }

    /// Returns the markup that closes the open elements one by one.
    pub(super) fn rest(&self, tree: &Document) -> String {
        let mut markup = String::new();
        let elements = self.open.iter().rev().filter_map(|id| tree.element(*id));
        for element in elements {
            let (_, end) = tags(tree, element);
            markup.push_str(&end);
            let is_in_table = element.as_node().parent().is_some_and(is_part_of_table);
            markup.push_str(&format!("<!--{}-->", self.name));
            if !is_in_table {
                markup.push_str(&format!("<{0}></{0}>", self.name));
            }
        }
        markup.push_str(&format!("<form {}></form>", self.name));
        markup
    }

    /// Returns the nodes of the probe in a tree in which all of it is read; `None` if one is not
    /// where it must be.
    pub(super) fn nodes(&self, tree: &Document) -> Option<Vec<NodeId>> {
        let mut nodes = Vec::new();
        let form = tree.root().last_child()?;
        let is_form = form.as_element().is_some_and(|it| it.is_html("form"));
        if !is_form || form.as_element()?.attr(&self.name).is_none() {
            return None;
        }
        let mut before = form.previous_sibling();
        nodes.push(form.id());
        // From the outermost in: each level ends with an element, but for parts of tables, and a
        // comment, after the open element of the level below.
        let mut holder = tree.root();
        let mut below = self.open.iter();
        loop {
            if !is_part_of_table(holder) {
                let element = before.filter(|it| self.is_element(*it) && !it.has_children())?;
                nodes.push(element.id());
                before = element.previous_sibling();
            }
            let comment = before.filter(|it| self.is_comment(*it))?;
            nodes.push(comment.id());
            before = comment.previous_sibling();
            let Some(id) = below.next() else { break };
            let open = before.filter(|it| it.id() == *id)?;
            holder = open;
            before = open.last_child();
        }
        Some(nodes)
    }

    fn is_comment(&self, node: NodeRef<'_>) -> bool {
        node.as_comment() == Some(&*self.name)
    }

    fn is_element(&self, node: NodeRef<'_>) -> bool {
        node.as_element().is_some_and(|it| it.name() == self.name)
    }
}

/// Returns whether markers may be left in the list of active formatting elements: those of an
/// `object` and the like that a cell ended, and that of a `template` that ended in a cell or an
/// `object`. They are not seen, and no start tag makes them.
pub(super) fn may_leave_markers(tree: &Document) -> bool {
    let is_one_of = |it: NodeRef<'_>, names: &[&str]| {
        it.as_element().is_some_and(|it| names.iter().any(|name| it.is_html(name)))
    };
    let is_cell = |it: NodeRef<'_>| is_one_of(it, &["caption", "td", "th"]);
    let is_contents = |it: NodeRef<'_>| it.parent().is_none() && it.id() != tree.root().id();
    let mut all = tree.root().descendants_with_templates();
    all.any(|it| {
        let is_marker = is_one_of(it, &["applet", "marquee", "object"]);
        is_marker && it.ancestors().any(is_cell)
            || (is_marker || is_cell(it)) && it.ancestors().any(is_contents)
    })
}

/// Returns whether text would be moved out of a node.
fn is_part_of_table(node: NodeRef<'_>) -> bool {
    node.as_element().is_some_and(|element| {
        element.namespace() == Namespace::Html
            && matches!(element.name(), "table" | "tbody" | "tfoot" | "thead" | "tr" | "colgroup")
    })
}

/// Returns whether later content may move into or out of an element, or around it.
fn is_movable(element: ElementRef<'_>) -> bool {
    let name = element.element_name();
    let is_formatting = [
        known::A,
        known::B,
        known::BIG,
        known::CODE,
        known::EM,
        known::FONT,
        known::I,
        known::NOBR,
        known::S,
        known::SMALL,
        known::STRIKE,
        known::STRONG,
        known::TT,
        known::U,
    ];
    name.is_html(known::TABLE) || is_formatting.into_iter().any(|it| name.is_html(it))
}
