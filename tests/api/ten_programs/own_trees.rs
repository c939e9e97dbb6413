//! Trees of one's own: the parser builds a tree of vectors, without a document in between.

use consomme::ParseOptions;
use consomme::sink::{Attribute, NewElement, Span, Strings, TreeSink};

#[derive(Clone, Default)]
struct Node {
    label: String,
    attributes: Vec<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
}

struct Tree(Vec<Node>);

impl Tree {
    fn add(&mut self, node: Node) -> usize {
        self.0.push(node);
        self.0.len() - 1
    }

    fn insert(&mut self, parent: usize, index: usize, child: usize) {
        self.0[parent].children.insert(index, child);
        self.0[child].parent = Some(parent);
    }

    fn insert_text(&mut self, parent: usize, index: usize, text: &str) {
        let before = index.checked_sub(1).map(|before| self.0[parent].children[before]);
        match before.filter(|before| self.0[*before].label.starts_with('"')) {
            Some(before) => self.0[before].label.push_str(text),
            None => {
                let node = self.add(Node { label: format!("\"{text}"), ..Node::default() });
                self.insert(parent, index, node);
            }
        }
    }

    fn place(&self, node: usize) -> (usize, usize) {
        let parent = self.0[node].parent.expect("siblings have a parent");
        let children = &self.0[parent].children;
        (parent, children.iter().position(|child| *child == node).expect("links go both ways"))
    }
}

impl TreeSink for Tree {
    type Handle = usize;
    type Output = Tree;

    fn root(&self) -> usize {
        0
    }

    fn finish(self, _: Strings) -> Tree {
        self
    }

    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
        let label = strings.name(element.name.local).to_owned();
        let node = self.add(Node { label, ..Node::default() });
        self.add_missing_attributes(node, element.attributes, strings);
        node
    }

    fn clone_element(&mut self, element: usize, _: &Strings) -> usize {
        self.add(Node { parent: None, children: Vec::new(), ..self.0[element].clone() })
    }

    fn create_comment(&mut self, data: Span, strings: &Strings) -> usize {
        self.add(Node { label: format!("<!--{}", strings.get(data)), ..Node::default() })
    }

    fn create_processing_instruction(
        &mut self,
        _: Span,
        data: Span,
        strings: &mut Strings,
    ) -> usize {
        self.create_comment(data, strings)
    }

    fn has_same_attributes(&self, a: usize, b: usize, _: &Strings) -> bool {
        self.0[a].attributes == self.0[b].attributes
    }

    fn add_missing_attributes(&mut self, element: usize, new: &[Attribute], strings: &Strings) {
        let attributes = &mut self.0[element].attributes;
        for attribute in new {
            let name = strings.name(attribute.name());
            if !attributes.iter().any(|(existing, _)| existing == name) {
                attributes.push((name.to_owned(), strings.get(attribute.value()).to_owned()));
            }
        }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.0[node].parent
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.insert(parent, self.0[parent].children.len(), child);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        let (parent, index) = self.place(sibling);
        self.insert(parent, index, child);
    }

    fn append_text(&mut self, parent: usize, text: Span, strings: &mut Strings) {
        self.insert_text(parent, self.0[parent].children.len(), strings.get(text));
    }

    fn insert_text_before(&mut self, sibling: usize, text: Span, strings: &mut Strings) {
        let (parent, index) = self.place(sibling);
        self.insert_text(parent, index, strings.get(text));
    }

    fn remove_from_parent(&mut self, node: usize) {
        if self.0[node].parent.is_some() {
            let (parent, index) = self.place(node);
            self.0[parent].children.remove(index);
            self.0[node].parent = None;
        }
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for child in std::mem::take(&mut self.0[from].children) {
            self.append(to, child);
        }
    }
}

#[test]
fn misnested_tags_become_a_tree_of_vectors() {
    let tree = Tree(vec![Node::default()]);
    let tree = ParseOptions::new().parse_str_into("<table><p id=a>1<b>2</p>3", tree).output;
    fn write(tree: &Tree, node: usize) -> String {
        let children: String =
            tree.0[node].children.iter().map(|&child| write(tree, child)).collect();
        format!("{}({children})", tree.0[node].label)
    }
    let expected = r#"(html(head()body(p("1()b("2()))b("3())table())))"#;
    assert_eq!(write(&tree, 0), expected);
    let attributes = tree.0.iter().flat_map(|node| &node.attributes);
    assert_eq!(attributes.count(), 1);
}
