//! A tree of one's own, built through [`TreeSink`].

use std::ops::Range;

use consomme::{
    Attribute, ElementName, Error, Hints, NewDoctype, NewElement, ParseOptions, QuirksMode, Reason,
    Span, Strings, TreeSink, encoding_for_label,
};

/// What a node of the test's tree is: its text is resolved at once.
#[derive(Clone, Debug, PartialEq)]
enum Data {
    Root,
    Element { name: ElementName, attributes: Vec<Attribute>, contents: usize },
    Text(String),
    Other(String),
}

/// A tree that is a list of parents and children, as simple as can be.
struct Tree {
    data: Vec<Data>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    quirks_mode: QuirksMode,
    popped: usize,
    /// How many nodes were given up.
    given_up: usize,
    /// What was said of positions.
    positions: Vec<String>,
}

impl Tree {
    fn new() -> Self {
        let mut tree = Tree {
            data: Vec::new(),
            parents: Vec::new(),
            children: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            popped: 0,
            given_up: 0,
            positions: Vec::new(),
        };
        tree.create(Data::Root);
        tree
    }

    fn create(&mut self, data: Data) -> usize {
        self.data.push(data);
        self.parents.push(None);
        self.children.push(Vec::new());
        self.data.len() - 1
    }

    fn insert(&mut self, parent: usize, index: usize, child: usize) {
        self.children[parent].insert(index, child);
        self.parents[child] = Some(parent);
    }

    fn index(&self, node: usize) -> (usize, usize) {
        let parent = self.parents[node].expect("it has a parent");
        (
            parent,
            self.children[parent].iter().position(|child| *child == node).expect("it is a child"),
        )
    }

    fn insert_text(&mut self, parent: usize, index: usize, text: &str) {
        let before = index.checked_sub(1).map(|before| self.children[parent][before]);
        match before.map(|before| &mut self.data[before]) {
            Some(Data::Text(existing)) => existing.push_str(text),
            _ => {
                let node = self.create(Data::Text(text.to_owned()));
                self.insert(parent, index, node);
            }
        }
    }

    fn write(&self, node: usize, strings: &Strings, out: &mut String) {
        match &self.data[node] {
            Data::Root => {}
            Data::Element { name, attributes, .. } => {
                out.push_str(&format!("<{}", strings.name(name.local)));
                for attribute in attributes {
                    out.push_str(&format!(
                        " {}={:?}",
                        strings.name(attribute.name),
                        strings.get(attribute.value)
                    ));
                }
                out.push('>');
            }
            Data::Text(text) | Data::Other(text) => out.push_str(text),
        }
        out.push('(');
        for child in &self.children[node] {
            self.write(*child, strings, out);
        }
        if let Data::Element { contents, .. } = self.data[node]
            && contents != 0
        {
            self.write(contents, strings, out);
        }
        out.push(')');
    }
}

impl TreeSink for Tree {
    type Handle = usize;
    type Output = (String, QuirksMode);

    fn finish(self, strings: Strings) -> Self::Output {
        assert!(self.popped > 0, "every element is popped in the end");
        let mut out = String::new();
        self.write(0, &strings, &mut out);
        out.extend(self.positions);
        (out, self.quirks_mode)
    }

    fn root(&self) -> usize {
        0
    }

    fn node_count(&self) -> usize {
        self.data.len() - self.given_up
    }

    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
        let contents = if strings.name(element.name.local) == "template" {
            self.create(Data::Root)
        } else {
            0
        };
        self.create(Data::Element {
            name: element.name,
            attributes: element.attributes.to_vec(),
            contents,
        })
    }

    fn clone_element(&mut self, element: usize, _strings: &Strings) -> usize {
        self.create(self.data[element].clone())
    }

    fn has_same_attributes(&self, a: usize, b: usize, strings: &Strings) -> bool {
        let sorted = |node: usize| match &self.data[node] {
            Data::Element { attributes, .. } => {
                let mut all: Vec<_> = attributes
                    .iter()
                    .map(|a| (strings.name(a.name), strings.get(a.value)))
                    .collect();
                all.sort_unstable();
                all
            }
            _ => Vec::new(),
        };
        sorted(a) == sorted(b)
    }

    fn add_missing_attributes(&mut self, element: usize, new: &[Attribute], _strings: &Strings) {
        if let Data::Element { attributes, .. } = &mut self.data[element] {
            for attribute in new {
                if !attributes.iter().any(|other| other.name == attribute.name) {
                    attributes.push(*attribute);
                }
            }
        }
    }

    fn create_comment(&mut self, data: Span, strings: &Strings) -> usize {
        self.create(Data::Other(format!("<!--{}-->", strings.get(data))))
    }

    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> usize {
        self.create(Data::Other(format!("<?{} {}?>", strings.get(target), strings.get(data))))
    }

    fn append_doctype(&mut self, doctype: NewDoctype, strings: &Strings) {
        let node = self.create(Data::Other(format!("<!DOCTYPE {}>", strings.get(doctype.name))));
        self.append(0, node);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.insert(parent, self.children[parent].len(), child);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        let (parent, index) = self.index(sibling);
        self.insert(parent, index, child);
    }

    fn append_text(&mut self, parent: usize, text: Span, strings: &mut Strings) {
        self.insert_text(parent, self.children[parent].len(), strings.get(text));
    }

    fn insert_text_before(&mut self, sibling: usize, text: Span, strings: &mut Strings) {
        let (parent, index) = self.index(sibling);
        self.insert_text(parent, index, strings.get(text));
    }

    fn remove_from_parent(&mut self, node: usize) {
        if self.parents[node].is_some() {
            let (parent, index) = self.index(node);
            self.children[parent].remove(index);
            self.parents[node] = None;
        }
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for child in std::mem::take(&mut self.children[from]) {
            self.append(to, child);
        }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    fn template_contents(&self, template: usize) -> usize {
        match self.data[template] {
            Data::Element { contents, .. } => contents,
            _ => template,
        }
    }

    fn element_popped(&mut self, _element: usize, _name: ElementName, _strings: &Strings) {
        self.popped += 1;
    }

    fn option_popped(&mut self, _option: usize, _strings: &Strings) {
        self.given_up += 1;
    }

    fn token(&mut self, source: Range<usize>) {
        self.positions.push(format!(" {source:?}"));
    }

    fn explain(&mut self, reason: Reason) {
        self.positions.push(format!(" {reason}"));
    }

    fn moved(&mut self, node: usize, reason: Reason) {
        self.positions.push(format!(" {node} moved: {reason}"));
    }

    fn closed(&mut self, element: usize) {
        self.positions.push(format!(" {element} closed"));
    }
}

#[test]
fn a_tree_of_ones_own_is_built_like_the_document() {
    let html = "<!DOCTYPE html><html a=1><p id=x>1<b>2<p>3</b>4&amp;<table>5<tr><td>6</table><template>7</template>\
                <!--8--><?t d?><html b=2>";
    let (tree, quirks_mode) = ParseOptions::new().parse_str_into(html, Tree::new());
    assert_eq!(
        tree,
        "(<!DOCTYPE html>()<html a=\"1\" b=\"2\">(<head>()<body>(<p id=\"x\">(1()<b>(2()))<p>(<b>(3())4&())5()<table>\
         (<tbody>(<tr>(<td>(6()))))<template>((7()))<!--8-->()<?t d?>())))"
    );
    assert_eq!(quirks_mode, QuirksMode::NoQuirks);
}

/// A tree that wants to know where nodes stand is told; the test above says that others are not.
/// What a `selectedcontent` showed before may be given up when it comes to show another option.
#[test]
fn a_tree_of_ones_own_may_count_fewer_nodes_than_before() {
    let (tree, _) =
        ParseOptions::new().parse_str_into("<select><option>1<option>2</select>3", Tree::new());
    assert_eq!(tree, "(<html>(<head>()<body>(<select>(<option>(1())<option>(2()))3())))");
}

#[test]
fn a_tree_of_ones_own_is_told_where_tokens_stand_and_what_the_source_does_not_say() {
    let options = ParseOptions::new().positions(true);
    let (tree, _) = options.parse_str_into("<table>1</table><b><p>2\r\n</b></body>", Tree::new());
    assert_eq!(
        tree,
        "(<html>(<head>()<body>(1()<table>()<b>()<p>(<b>(2\n()))))) 0..7 7..8 8..16 foster-parenting 16..19 19..22 \
         22..24 24..28 7 moved: adoption-agency adoption-agency 28..35 3 closed 35..35"
    );
}

#[test]
fn a_tree_that_cannot_be_started_again_is_refused_and_not_wrong() {
    let mut page = b"\xE9<!--".to_vec();
    page.extend([b'x'; 2000]);
    page.extend(b"--><meta charset=windows-1251>");
    let error =
        ParseOptions::new().parse_document_into(&page, &Hints::new(), Tree::new()).unwrap_err();
    let Error::EncodingChanged { used, declared } = error else { panic!("{error}") };
    assert_eq!((used.name(), declared.name()), ("windows-1252", "windows-1251"));

    let hints = Hints::new().user_override(declared);
    let (tree, _) = ParseOptions::new().parse_document_into(&page, &hints, Tree::new()).unwrap();
    assert!(tree.contains('й'));
}

/// What stands before the `<meta>` reads the same in both encodings, so nothing has to be started
/// again.
#[test]
fn a_tree_of_ones_own_can_switch_on_the_fly() {
    let mut page = b"<!--".to_vec();
    page.extend([b'x'; 2000]);
    page.extend(b"--><meta charset=windows-1251>\xE9");
    let (tree, _) =
        ParseOptions::new().parse_document_into(&page, &Hints::new(), Tree::new()).unwrap();
    assert!(tree.contains('й'));
    let default = Hints::new().default_encoding(encoding_for_label("windows-1251").unwrap());
    assert_eq!(
        ParseOptions::new().parse_document_into(&page, &default, Tree::new()).unwrap().0,
        tree
    );
}
