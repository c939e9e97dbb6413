//! A simple tree for html5ever: nodes behind `Rc`, children in a vector, parents held weakly.
//!
//! A user of html5ever who wants a tree with handles and no more gets this: every node its own
//! allocation, every text and attribute value a tendril that shares the parser's buffer where it
//! can. It has the design of markup5ever_rcdom, whose last version, 0.39, does not go with
//! html5ever 0.40.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::{io, mem};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::serialize::{Serialize, Serializer, TraversalScope};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, QualName};

/// A shared node.
pub type Handle = Rc<Node>;

/// The kind of a node, with its data.
#[allow(dead_code, reason = "a tree has to hold these whether or not a benchmark reads them")]
enum NodeData {
    Document,
    Doctype {
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    },
    Element {
        name: QualName,
        attributes: RefCell<Vec<Attribute>>,
        /// A fragment of its own, for `template` elements.
        template_contents: Option<Handle>,
        mathml_annotation_xml_integration_point: bool,
    },
    Text(RefCell<StrTendril>),
    Comment(StrTendril),
    ProcessingInstruction {
        target: StrTendril,
        data: StrTendril,
    },
}

/// A node and its place in the tree.
pub struct Node {
    data: NodeData,
    /// Dangling while the node has no parent.
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Handle>>,
}

impl Node {
    fn new(data: NodeData) -> Handle {
        Rc::new(Self { data, parent: RefCell::default(), children: RefCell::default() })
    }

    fn parent(&self) -> Option<Handle> {
        self.parent.borrow().upgrade()
    }

    /// The parent, and this node's index among its children.
    fn place(&self) -> Option<(Handle, usize)> {
        let parent = self.parent()?;
        // From the end: parsers insert near it.
        let index =
            parent.children.borrow().iter().rposition(|child| std::ptr::eq(&**child, self))?;
        Some((parent, index))
    }

    /// Takes the node from its parent, if it has one.
    fn detach(&self) {
        if let Some((parent, index)) = self.place() {
            parent.children.borrow_mut().remove(index);
            *self.parent.borrow_mut() = Weak::new();
        }
    }

    /// Adds `text` at this node's end, if it is a text node; whether it is.
    fn push_text(&self, text: &StrTendril) -> bool {
        match &self.data {
            NodeData::Text(own) => {
                own.borrow_mut().push_tendril(text);
                true
            }
            _ => false,
        }
    }

    /// The first child.
    pub fn first_child(&self) -> Option<Handle> {
        self.children.borrow().first().cloned()
    }

    /// How many nodes lie below this one, template contents excluded.
    pub fn count_descendants(&self) -> usize {
        let mut count = 0;
        let mut open: Vec<Handle> = self.children.borrow().clone();
        while let Some(node) = open.pop() {
            count += 1;
            open.extend_from_slice(&node.children.borrow());
        }
        count
    }

    /// Moves the nodes that this node alone owns to `orphans`.
    fn release(&mut self, orphans: &mut Vec<Handle>) {
        orphans.append(self.children.get_mut());
        if let NodeData::Element { template_contents, .. } = &mut self.data {
            orphans.extend(template_contents.take());
        }
    }
}

/// Drops descendants one after the other, so that a deep tree cannot exhaust the call stack.
impl Drop for Node {
    fn drop(&mut self) {
        let mut orphans = Vec::new();
        self.release(&mut orphans);
        while let Some(orphan) = orphans.pop() {
            if let Some(mut node) = Rc::into_inner(orphan) {
                node.release(&mut orphans);
            }
        }
    }
}

/// The nodes and end tags still to be written.
enum Part {
    Node(Handle),
    EndTag(QualName),
}

impl Part {
    /// Puts the children of `node` on top of `open`, the first at the top.
    fn push_children(open: &mut Vec<Part>, node: &Node) {
        open.extend(node.children.borrow().iter().rev().cloned().map(Part::Node));
    }
}

/// Writes the descendants of the node, whatever the scope: the tree is serialized whole.
impl Serialize for Node {
    fn serialize<S: Serializer>(
        &self,
        serializer: &mut S,
        _scope: TraversalScope,
    ) -> io::Result<()> {
        let mut open = Vec::new();
        Part::push_children(&mut open, self);
        while let Some(part) = open.pop() {
            let node = match part {
                Part::EndTag(name) => {
                    serializer.end_elem(name)?;
                    continue;
                }
                Part::Node(node) => node,
            };
            match &node.data {
                NodeData::Element { name, attributes, template_contents, .. } => {
                    let attributes = attributes.borrow();
                    let attributes =
                        attributes.iter().map(|attribute| (&attribute.name, &*attribute.value));
                    serializer.start_elem(name.clone(), attributes)?;
                    open.push(Part::EndTag(name.clone()));
                    Part::push_children(&mut open, template_contents.as_ref().unwrap_or(&node));
                }
                NodeData::Text(text) => serializer.write_text(&text.borrow())?,
                NodeData::Comment(text) => serializer.write_comment(text)?,
                NodeData::Doctype { name, .. } => serializer.write_doctype(name)?,
                NodeData::ProcessingInstruction { target, data } => {
                    serializer.write_processing_instruction(target, data)?;
                }
                NodeData::Document => Part::push_children(&mut open, &node),
            }
        }
        Ok(())
    }
}

/// Puts `child` at index `index` of the children of `parent`.
fn insert(parent: &Handle, index: usize, child: Handle) {
    *child.parent.borrow_mut() = Rc::downgrade(parent);
    parent.children.borrow_mut().insert(index, child);
}

/// The tree under construction; finished, it is the document's handle.
pub struct RcDom {
    document: Handle,
    quirks_mode: RefCell<QuirksMode>,
}

impl RcDom {
    /// An empty document.
    pub fn new() -> Self {
        Self {
            document: Node::new(NodeData::Document),
            quirks_mode: RefCell::new(QuirksMode::NoQuirks),
        }
    }
}

impl TreeSink for RcDom {
    type Handle = Handle;
    type Output = Handle;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Handle {
        self.document
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Rc::clone(&self.document)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        match &target.data {
            NodeData::Element { name, .. } => name.expanded(),
            _ => unreachable!("html5ever asks for the names of elements only"),
        }
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Handle {
        Node::new(NodeData::Element {
            name,
            attributes: RefCell::new(attributes),
            template_contents: flags.template.then(|| Node::new(NodeData::Document)),
            mathml_annotation_xml_integration_point: flags.mathml_annotation_xml_integration_point,
        })
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        Node::new(NodeData::Comment(text))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        Node::new(NodeData::ProcessingInstruction { target, data })
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                if parent.children.borrow().last().is_some_and(|last| last.push_text(&text)) {
                    return;
                }
                Node::new(NodeData::Text(RefCell::new(text)))
            }
        };
        *child.parent.borrow_mut() = Rc::downgrade(parent);
        parent.children.borrow_mut().push(child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        if element.parent().is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        let doctype = Node::new(NodeData::Doctype { name, public_id, system_id });
        self.append(&self.document, NodeOrText::AppendNode(doctype));
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        match &target.data {
            NodeData::Element { template_contents: Some(contents), .. } => Rc::clone(contents),
            _ => unreachable!("html5ever asks for the contents of templates only"),
        }
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        *self.quirks_mode.borrow_mut() = mode;
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let child = match new_node {
            NodeOrText::AppendNode(node) => {
                node.detach();
                node
            }
            NodeOrText::AppendText(text) => {
                let Some((parent, index)) = sibling.place() else {
                    return;
                };
                if index > 0 && parent.children.borrow()[index - 1].push_text(&text) {
                    return;
                }
                Node::new(NodeData::Text(RefCell::new(text)))
            }
        };
        if let Some((parent, index)) = sibling.place() {
            insert(&parent, index, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, new: Vec<Attribute>) {
        let NodeData::Element { attributes, .. } = &target.data else {
            return;
        };
        let mut attributes = attributes.borrow_mut();
        for attribute in new {
            if attributes.iter().all(|present| present.name != attribute.name) {
                attributes.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        target.detach();
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut children = mem::take(&mut *node.children.borrow_mut());
        for child in &children {
            *child.parent.borrow_mut() = Rc::downgrade(new_parent);
        }
        new_parent.children.borrow_mut().append(&mut children);
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &Handle) -> bool {
        match target.data {
            NodeData::Element { mathml_annotation_xml_integration_point, .. } => {
                mathml_annotation_xml_integration_point
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use html5ever::tendril::TendrilSink as _;
    use html5ever::{ParseOpts, parse_document};

    use super::*;

    fn parse(html: &str) -> Handle {
        parse_document(RcDom::new(), ParseOpts::default()).one(html)
    }

    /// The tree on one line: elements as `name(children)`, texts in quotes.
    fn outline(node: &Node) -> String {
        let children: Vec<String> =
            node.children.borrow().iter().map(|child| outline(child)).collect();
        let children = children.join(" ");
        match &node.data {
            NodeData::Document => children,
            NodeData::Element { name, template_contents: Some(contents), .. } => {
                format!("{}[{}]({children})", name.local, outline(contents))
            }
            NodeData::Element { name, .. } => format!("{}({children})", name.local),
            NodeData::Text(text) => format!("{:?}", &**text.borrow()),
            NodeData::Doctype { .. } => String::from("doctype"),
            NodeData::Comment(_) => String::from("comment"),
            NodeData::ProcessingInstruction { .. } => String::from("instruction"),
        }
    }

    #[test]
    fn builds_the_tree() {
        let cases = [
            ("<!DOCTYPE html><p>a&amp;b<!--c-->", "doctype html(head() body(p(\"a&b\" comment)))"),
            ("<table>x<tr>y<i>z</table>", "html(head() body(\"xy\" i(\"z\") table(tbody(tr()))))"),
            ("<b><p>1</b>2", "html(head() body(b() p(b(\"1\") \"2\")))"),
            ("<template><i>1</template>", "html(head(template[i(\"1\")]()) body())"),
        ];
        for (html, expected) in cases {
            assert_eq!(outline(&parse(html)), expected, "{html}");
        }
    }

    #[test]
    fn attributes_of_a_second_body_are_added_once() {
        let document = parse("<body class=a><body class=b id=c>");
        let html = Rc::clone(&document.children.borrow()[0]);
        let body = Rc::clone(&html.children.borrow()[1]);
        let NodeData::Element { attributes, .. } = &body.data else {
            panic!("body is no element");
        };
        let values: Vec<String> =
            attributes.borrow().iter().map(|attribute| attribute.value.to_string()).collect();
        assert_eq!(values, ["a", "c"]);
    }

    #[test]
    fn deep_trees_drop() {
        let document = parse(&"<span>".repeat(100_000));
        assert_eq!(document.count_descendants(), 100_003);
    }
}
