//! Trees other than `Document`, built through [`TreeSink`].

use std::ops::Range;

use consomme::encoding;
use consomme::positions::Reason;
use consomme::sink::{
    Attribute, ClosedBy, CopyBudget, ElementName, EncodingChanged, LocalName, NewDoctype,
    NewElement, Span, Strings, TreeSink, known_names,
};
use consomme::{Hints, Limits, ParseOptions, QuirksMode};

/// The data of a node, its text resolved when the node is created.
#[derive(Clone, Debug, PartialEq)]
enum Data {
    Root,
    Element { name: ElementName, attributes: Vec<Attribute>, contents: usize },
    Text(String),
    Other(String),
}

/// A simple tree: parents and children in lists.
struct Tree {
    data: Vec<Data>,
    parents: Vec<Option<usize>>,
    children: Vec<Vec<usize>>,
    quirks_mode: QuirksMode,
    popped: usize,
    /// How many nodes no longer count.
    given_up: usize,
    /// The calls about positions.
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
        let parent = self.parents[node].expect("the node has a parent");
        (
            parent,
            self.children[parent]
                .iter()
                .position(|child| *child == node)
                .expect("a parent lists its children"),
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
                        strings.name(attribute.name()),
                        strings.get(attribute.value())
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
        assert!(self.popped > 0, "every element is popped by the end");
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
                    .map(|a| (strings.name(a.name()), strings.get(a.value())))
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
                if !attributes.iter().any(|other| other.name() == attribute.name()) {
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

    fn option_popped(&mut self, _option: usize, _strings: &Strings, _copies: &mut CopyBudget) {
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

    fn closed(&mut self, element: usize, by: ClosedBy, _strings: &Strings) {
        if by.is_own_tag() {
            self.positions.push(format!(" {element} closed"));
        }
    }
}

#[test]
fn a_custom_tree_is_built_like_the_document() {
    let html = "<!DOCTYPE html><html a=1><p id=x>1<b>2<p>3</b>4&amp;<table>5<tr><td>6</table><template>7</template>\
                <!--8--><?t d?><html b=2>";
    let (tree, quirks_mode) = ParseOptions::new().parse_str_into(html, Tree::new()).output;
    assert_eq!(
        tree,
        "(<!DOCTYPE html>()<html a=\"1\" b=\"2\">(<head>()<body>(<p id=\"x\">(1()<b>(2()))<p>(<b>(3())4&())5()<table>\
         (<tbody>(<tr>(<td>(6()))))<template>((7()))<!--8-->()<?t d?>())))"
    );
    assert_eq!(quirks_mode, QuirksMode::NoQuirks);
}

/// A tree may free the former content of a `selectedcontent`.
#[test]
fn the_node_count_of_a_tree_may_decrease() {
    let html = "<select><option>1<option>2</select>3";
    let (tree, _) = ParseOptions::new().parse_str_into(html, Tree::new()).output;
    assert_eq!(tree, "(<html>(<head>()<body>(<select>(<option>(1())<option>(2()))3())))");
}

/// The test of a simple tree above shows that these calls are not made without `positions`.
#[test]
fn positions_reach_a_custom_tree() {
    let options = ParseOptions::new().positions(true);
    let (tree, _) =
        options.parse_str_into("<table>1</table><b><p>2\r\n</b></body>", Tree::new()).output;
    assert_eq!(
        tree,
        "(<html>(<head>()<body>(1()<table>()<b>()<p>(<b>(2\n()))))) 0..7 7..8 8..16 foster-parenting 4 closed \
         16..19 19..22 22..24 24..28 7 moved: adoption-agency adoption-agency 6 closed 9 closed 28..35 3 closed 35..35"
    );
}

#[test]
fn a_late_meta_that_needs_a_restart_is_an_error_for_a_custom_tree() {
    let mut page = b"\xE9<!--".to_vec();
    page.extend([b'x'; 2000]);
    page.extend(b"--><meta charset=windows-1251>");
    let error =
        ParseOptions::new().parse_document_into(&page, &Hints::new(), Tree::new()).unwrap_err();
    let EncodingChanged { used, declared, .. } = error;
    assert_eq!((used.name(), declared.name()), ("windows-1252", "windows-1251"));

    let hints = Hints::new().user_override(declared);
    let (tree, _) =
        ParseOptions::new().parse_document_into(&page, &hints, Tree::new()).unwrap().output;
    assert!(tree.contains('й'));
}

/// The bytes before the `<meta>` read the same in both encodings, so no restart is needed.
#[test]
fn a_custom_tree_can_switch_encodings_on_the_fly() {
    let mut page = b"<!--".to_vec();
    page.extend([b'x'; 2000]);
    page.extend(b"--><meta charset=windows-1251>\xE9");
    let (tree, _) =
        ParseOptions::new().parse_document_into(&page, &Hints::new(), Tree::new()).unwrap().output;
    assert!(tree.contains('й'));
    let default = Hints::new().default_encoding(encoding::for_label("windows-1251").unwrap());
    assert_eq!(
        ParseOptions::new().parse_document_into(&page, &default, Tree::new()).unwrap().output.0,
        tree
    );
}

/// A tree with the required methods only, which counts elements by name and keeps nothing else.
struct NameCounts {
    /// By [`LocalName::index`].
    counts: Vec<usize>,
    headings: usize,
    parents: Vec<Option<usize>>,
}

impl NameCounts {
    fn create(&mut self) -> usize {
        self.parents.push(None);
        self.parents.len() - 1
    }
}

impl TreeSink for NameCounts {
    type Handle = usize;
    type Output = (Vec<(String, usize)>, usize);

    fn root(&self) -> usize {
        0
    }

    fn finish(self, strings: Strings) -> Self::Output {
        assert!(self.counts.len() <= strings.names().index_bound());
        let named = |name: &str| {
            let name = strings.names().find(name).expect("the page has it");
            (strings.name(name).to_owned(), self.counts[name.index()])
        };
        (["p", "h1", "x-soup"].map(named).to_vec(), self.headings)
    }

    fn create_element(&mut self, element: NewElement<'_>, _strings: &Strings) -> usize {
        let index = element.name.local.index();
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
        self.headings += match element.name.local {
            known_names::H1 | known_names::H2 => 1,
            _ => 0,
        };
        self.create()
    }

    fn clone_element(&mut self, _element: usize, _strings: &Strings) -> usize {
        self.create()
    }

    fn create_comment(&mut self, _data: Span, _strings: &Strings) -> usize {
        self.create()
    }

    fn create_processing_instruction(
        &mut self,
        _target: Span,
        _data: Span,
        _strings: &mut Strings,
    ) -> usize {
        self.create()
    }

    fn has_same_attributes(&self, _a: usize, _b: usize, _strings: &Strings) -> bool {
        true
    }

    fn add_missing_attributes(&mut self, _element: usize, _new: &[Attribute], _strings: &Strings) {}

    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.parents[child] = Some(parent);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.parents[child] = self.parents[sibling];
    }

    fn append_text(&mut self, _parent: usize, _text: Span, _strings: &mut Strings) {}

    fn insert_text_before(&mut self, _sibling: usize, _text: Span, _strings: &mut Strings) {}

    fn remove_from_parent(&mut self, node: usize) {
        self.parents[node] = None;
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for parent in self.parents.iter_mut().filter(|parent| **parent == Some(from)) {
            *parent = Some(to);
        }
    }
}

/// The page has a doctype, a template, a `select` with a `selectedcontent` and a `<template for>`,
/// all of which such a tree may ignore.
#[test]
fn a_tree_with_the_required_methods_only_compares_names_by_number() {
    let html = "<!DOCTYPE html><h1>1</h1><template><p>2</template><h2>3</h2><x-soup><x-soup><p>4\
                <select><button><selectedcontent></button><option>5<p>6</select>\
                <p><?start name=a?><p>7<?end?><template for=a><p>8</template>";
    let counts = NameCounts { counts: Vec::new(), headings: 0, parents: vec![None] };
    let (counts, headings) = ParseOptions::new().parse_str_into(html, counts).output;
    let counts: Vec<_> = counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(counts, [("p", 6), ("h1", 1), ("x-soup", 2)]);
    assert_eq!(headings, 2);
}

#[test]
fn a_known_name_has_the_same_index_in_every_document() {
    let strings = Strings::default();
    let div = strings.names().find("div").unwrap();
    assert_eq!(div, known_names::DIV);
    assert_eq!(div.known_text(), Some("div"));
    assert!(div.index() < LocalName::KNOWN_COUNT);
    assert_eq!(strings.names().index_bound(), LocalName::KNOWN_COUNT);
    assert_eq!(known_names::VIEW_BOX.known_text(), Some("viewBox"));
}

#[test]
fn a_parse_into_a_sink_returns_errors_limits_and_the_encoding_report() {
    let options = ParseOptions::new().errors(true).limits(Limits::default().depth(Some(7)));
    let html = format!("<!DOCTYPE html><meta charset=gbk></b>{}", "<div>".repeat(9));
    let document = options.parse_document(html.as_bytes(), &Hints::new());
    assert!(!document.errors().is_empty() && document.limits_hit().depth);

    let parsed = options.parse_document_into(html.as_bytes(), &Hints::new(), Tree::new()).unwrap();
    assert_eq!(parsed.errors, document.errors());
    assert_eq!(parsed.limits_hit, document.limits_hit());
    assert_eq!(parsed.encoding_report.as_ref(), document.encoding_report());

    let parsed = options.parse_str_into(html.as_str(), Tree::new());
    assert_eq!(parsed.errors, document.errors());
    assert_eq!(parsed.limits_hit, document.limits_hit());
    assert_eq!(parsed.encoding_report, None);
}

#[test]
fn a_fragment_can_be_parsed_into_a_sink() {
    let parsed = ParseOptions::new().parse_fragment_into("tr", "<td>1<td>2</b>", Tree::new());
    assert_eq!(parsed.output.0, "(<td>(1())<td>(2()))");
    let parsed = ParseOptions::new().parse_fragment_into("div", "<td>1", Tree::new());
    assert_eq!(parsed.output.0, "(1())");
}
