//! A tree for html5ever to build: an arena, dumped in the form of the shared suite.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[cfg(feature = "sanitizer")]
use consomme_test::sanitizer::safety::Element;
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, expanded_name, local_name, ns};

/// The index of the document.
const DOCUMENT: usize = 0;

/// The tree. Its trait builds it through shared references, hence the cells.
#[derive(Debug)]
pub(crate) struct Html5everTree {
    nodes: RefCell<Vec<Node>>,
    pub(crate) quirks_mode: Cell<QuirksMode>,
}

#[derive(Debug)]
struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    data: Data,
}

#[derive(Debug)]
enum Data {
    Root,
    Doctype {
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    },
    Text(String),
    Comment(StrTendril),
    Element {
        name: Name,
        attributes: Vec<Attribute>,
        contents: Option<usize>,
        is_integration_point: bool,
    },
}

/// The name of an element.
#[derive(Clone, Debug)]
pub(crate) struct Name(Rc<QualName>);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Html5everTree {
    pub(crate) fn new() -> Self {
        let root = Node { parent: None, children: Vec::new(), data: Data::Root };
        Html5everTree {
            nodes: RefCell::new(vec![root]),
            quirks_mode: Cell::new(QuirksMode::NoQuirks),
        }
    }

    fn create(&self, data: Data) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { parent: None, children: Vec::new(), data });
        nodes.len() - 1
    }

    /// Puts a node or text among the children of a node, before the one of that index.
    fn insert(&self, parent: usize, index: usize, new: NodeOrText<usize>) {
        let new = match new {
            NodeOrText::AppendNode(node) => {
                let before =
                    self.index_in_parent(node).filter(|&(old, at)| old == parent && at < index);
                self.remove_from_parent(&node);
                // Removing it from the same parent moves the siblings after it up by one.
                return self.link(parent, index - usize::from(before.is_some()), node);
            }
            NodeOrText::AppendText(text) => text,
        };
        let mut nodes = self.nodes.borrow_mut();
        if let Some(previous) =
            index.checked_sub(1).map(|previous| nodes[parent].children[previous])
            && let Data::Text(before) = &mut nodes[previous].data
        {
            return before.push_str(&new);
        }
        drop(nodes);
        let text = self.create(Data::Text(new.to_string()));
        self.link(parent, index, text);
    }

    fn link(&self, parent: usize, index: usize, node: usize) {
        let mut nodes = self.nodes.borrow_mut();
        nodes[parent].children.insert(index, node);
        nodes[node].parent = Some(parent);
    }

    /// The parent of a node, and its place among the children.
    fn index_in_parent(&self, node: usize) -> Option<(usize, usize)> {
        let nodes = self.nodes.borrow();
        let parent = nodes[node].parent?;
        Some((parent, nodes[parent].children.iter().position(|&child| child == node)?))
    }

    /// The elements of a fragment.
    #[cfg(feature = "sanitizer")]
    pub(crate) fn elements(&self) -> Vec<Element> {
        let nodes = self.nodes.borrow();
        let mut elements = Vec::new();
        let mut pending = nodes[nodes[DOCUMENT].children[0]].children.clone();
        while let Some(node) = pending.pop() {
            let Node { data, children, .. } = &nodes[node];
            pending.extend(children);
            if let Data::Element { name, attributes, contents, .. } = data {
                pending.extend(contents);
                let attributes = attributes.iter().map(|Attribute { name, value }| {
                    (name.ns.to_string(), name.local.to_string(), value.to_string())
                });
                elements.push(Element {
                    namespace: name.0.ns.to_string(),
                    name: name.0.local.to_string(),
                    attributes: attributes.collect(),
                });
            }
        }
        elements
    }

    /// The tree under the document, or with `is_fragment` under the element that a fragment was put
    /// into.
    pub(crate) fn dump(&self, is_fragment: bool) -> String {
        let nodes = self.nodes.borrow();
        let root = if is_fragment { nodes[DOCUMENT].children[0] } else { DOCUMENT };
        let mut lines = Vec::new();
        let mut pending: Vec<(usize, usize)> =
            nodes[root].children.iter().rev().map(|&c| (c, 0)).collect();
        while let Some((node, level)) = pending.pop() {
            let Node { data, children, .. } = &nodes[node];
            let indent = format!("| {}", "  ".repeat(level));
            lines.extend(dump_node(data).into_iter().map(|line| format!("{indent}{line}")));
            pending.extend(children.iter().rev().map(|&child| (child, level + 1)));
            if let Data::Element { contents: Some(contents), .. } = data {
                pending.push((*contents, level + 1));
            }
        }
        lines.join("\n")
    }
}

/// The line of a node, and one for each attribute.
fn dump_node(data: &Data) -> Vec<String> {
    match data {
        Data::Root => vec!["content".to_owned()],
        Data::Text(text) => vec![format!("\"{text}\"")],
        Data::Comment(data) => vec![format!("<!-- {data} -->")],
        Data::Doctype { name, public_id, system_id }
            if public_id.is_empty() && system_id.is_empty() =>
        {
            vec![format!("<!DOCTYPE {name}>")]
        }
        Data::Doctype { name, public_id, system_id } => {
            vec![format!("<!DOCTYPE {name} \"{public_id}\" \"{system_id}\">")]
        }
        Data::Element { name, attributes, .. } => {
            let designator = match name.0.ns {
                ns!(svg) => "svg ",
                ns!(mathml) => "math ",
                _ => "",
            };
            let mut rows: Vec<(String, &StrTendril)> = attributes
                .iter()
                .map(|attribute| {
                    let designator = match attribute.name.ns {
                        ns!(xlink) => "xlink ",
                        ns!(xml) => "xml ",
                        ns!(xmlns) => "xmlns ",
                        _ => "",
                    };
                    (format!("{designator}{}", attribute.name.local), &attribute.value)
                })
                .collect();
            rows.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            let rows = rows.into_iter().map(|(name, value)| format!("  {name}=\"{value}\""));
            std::iter::once(format!("<{designator}{}>", name.0.local)).chain(rows).collect()
        }
    }
}

impl TreeSink for Html5everTree {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = Name;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        match &self.nodes.borrow()[*target].data {
            Data::Element { name, .. } => name.clone(),
            other => unreachable!("{other:?} is no element"),
        }
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> usize {
        let is_template = name.expanded() == expanded_name!(html "template");
        let contents = is_template.then(|| self.create(Data::Root));
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        self.create(Data::Element {
            name: Name(Rc::new(name)),
            attributes,
            contents,
            is_integration_point,
        })
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.create(Data::Comment(text))
    }

    fn create_pi(&self, target: StrTendril, _data: StrTendril) -> usize {
        unreachable!("html5ever makes comments of processing instructions: {target}")
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let end = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, end, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        if self.nodes.borrow()[*element].parent.is_some() {
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
        let doctype = self.create(Data::Doctype { name, public_id, system_id });
        self.append(&DOCUMENT, NodeOrText::AppendNode(doctype));
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        match self.nodes.borrow()[*target].data {
            Data::Element { contents: Some(contents), .. } => contents,
            ref other => unreachable!("{other:?} is no template"),
        }
    }

    fn same_node(&self, a: &usize, b: &usize) -> bool {
        a == b
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks_mode.set(mode);
    }

    fn append_before_sibling(&self, sibling: &usize, new: NodeOrText<usize>) {
        let (parent, index) = self.index_in_parent(*sibling).expect("the sibling has a parent");
        self.insert(parent, index, new);
    }

    fn add_attrs_if_missing(&self, target: &usize, new: Vec<Attribute>) {
        if let Data::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target].data {
            for attribute in new {
                if !attributes.iter().any(|old| old.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, index)) = self.index_in_parent(*target) {
            let mut nodes = self.nodes.borrow_mut();
            nodes[parent].children.remove(index);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        for &child in &children {
            nodes[child].parent = Some(*new_parent);
        }
        nodes[*new_parent].children.extend(children);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        matches!(
            self.nodes.borrow()[*handle].data,
            Data::Element { is_integration_point: true, .. }
        )
    }
}
