//! Shadow roots in a document: reading, editing, the flat tree, positions, limits, and trees other
//! than `Document`. `tests/data/shadow_roots.dat` has the trees that the parser builds.

use std::ops::Range;

use consomme::shadow::{ShadowRootInit, ShadowRootMode, SlotAssignment};
use consomme::sink::{Attribute, NewElement, Span, Strings, TreeSink};
use consomme::{
    Document, ElementRef, Limits, NodeId, NodeKind, NodeRef, ParseOptions, Parser, TreeError,
    parse_fragment,
};

const OPEN: &str = "<template shadowrootmode=open>";

fn options() -> ParseOptions {
    ParseOptions::new().declarative_shadow_roots(true)
}

fn fragment(html: &str) -> Document {
    let document = options().parse_fragment("body", html);
    document.check_parsed().unwrap();
    document
}

/// The first element of a document.
fn first(document: &Document) -> ElementRef<'_> {
    document.root().first_element_child().unwrap()
}

fn shadow_html(document: &Document, host: NodeId) -> Option<String> {
    let host = document.node(host).as_element().unwrap();
    host.shadow_root().map(|root| root.inner_html())
}

/// The nodes below a node in the flat tree, as the parser's end tags would nest them.
fn flat(document: &Document, node: NodeRef<'_>) -> String {
    let tree = document.flat_tree();
    let mut out = String::new();
    let mut waiting: Vec<Result<NodeRef<'_>, String>> = Vec::new();
    let children = |node: NodeRef<'_>| {
        let mut children: Vec<_> = tree.children(document.node(node.id())).collect();
        children.reverse();
        children
    };
    waiting.extend(children(node).into_iter().map(Ok));
    let mut order = Vec::new();
    while let Some(step) = waiting.pop() {
        match step {
            Err(end) => out += &end,
            Ok(node) => {
                order.push(node.id());
                if let Some(element) = node.as_element() {
                    out += &format!("<{}>", element.name());
                    waiting.push(Err(format!("</{}>", element.name())));
                } else {
                    out += &node.to_string();
                }
                for child in children(node) {
                    assert_eq!(tree.parent(child).map(|parent| parent.id()), Some(node.id()));
                    waiting.push(Ok(child));
                }
            }
        }
    }
    let descendants: Vec<_> =
        tree.descendants(document.node(node.id())).map(|node| node.id()).collect();
    assert_eq!(descendants, order, "descendants come in the order of the children");
    out
}

#[test]
fn reading_leaves_shadow_roots_out() {
    let document = fragment(&format!("<p id=a>1{OPEN}2<b>3</b></template>4</p>"));
    let p = first(&document);
    assert_eq!((p.children().count(), p.descendants().count()), (1, 1));
    assert_eq!((p.text_content(), p.inner_html()), ("14".to_owned(), "14".to_owned()));
    assert_eq!(document.inner_text(), "14");
    let root = p.shadow_root().unwrap();
    assert_eq!(root.kind(), NodeKind::DocumentFragment);
    assert_eq!((root.parent(), root.as_node().root()), (None, root.as_node()));
    let b = root.first_element_child().unwrap();
    assert_eq!(b.root(), root.as_node());
    assert_eq!(b.ancestors().last(), Some(root.as_node()));
    assert_eq!(root.host(), p);
    assert_eq!(b.following().count(), 0);
    assert!(b.as_shadow_root().is_none() && b.shadow_root().is_none());
    assert_eq!(NodeRef::from(root).as_shadow_root(), Some(root));
    assert_eq!(root.text_content(), "23");
    assert_eq!(root.mode().to_string(), "open");
}

#[test]
fn a_document_prints_its_shadow_roots() {
    let document = fragment("<p>x<template shadowrootmode=closed><b>y");
    let expected = "DocumentFragment (NoQuirks)
  <p>
    #shadow-root (closed)
      <b>
        \"y\"
    \"x\"";
    assert_eq!(format!("{document:?}"), expected);
    assert_eq!(format!("{:?}", first(&document).shadow_root().unwrap()), "#shadow-root (closed)");
}

#[cfg(feature = "selectors")]
#[test]
fn selectors_stay_in_their_tree() {
    let document = fragment(&format!("<div class=a>{OPEN}<p class=b><i>1</i></p></template><i>2"));
    let select = |node: NodeRef<'_>, selector: &str| {
        let found = node.select(selector).unwrap();
        found.map(|element| element.text_content()).collect::<Vec<_>>().join(" ")
    };
    let root = first(&document).shadow_root().unwrap();
    assert_eq!(select(document.root(), "i"), "2");
    assert_eq!(select(document.root(), ".b"), "");
    assert_eq!(select(root.as_node(), "i"), "1");
    assert_eq!(select(root.as_node(), ".a i"), "", "the host is in another tree");
    assert_eq!(select(root.as_node(), ".b > i"), "1");
    assert_eq!(select(root.as_node(), ":scope > p"), "1");
    assert_eq!(select(root.as_node(), ":root"), "");
}

#[test]
fn slots_are_filled_by_name() {
    let cases: &[(&str, &str)] = &[
        ("<slot></slot>", "<p><slot>1<b>2</b>3</slot></p>"),
        (
            "a<slot name=x></slot>b<slot></slot>c",
            "<p>a<slot><i>4</i></slot>b<slot>1<b>2</b>3</slot>c</p>",
        ),
        ("<slot name=''></slot>", "<p><slot>1<b>2</b>3</slot></p>"),
        // The first of a name gets all.
        (
            "<slot>f</slot><u><slot>g</slot></u>",
            "<p><slot>1<b>2</b>3</slot><u><slot>g</slot></u></p>",
        ),
        ("<slot name=y>f<!--g--></slot>", "<p><slot>f<!--g--></slot></p>"),
        ("<slot name=X>f</slot>", "<p><slot>f</slot></p>"),
        ("", "<p></p>"),
        // A slot in template contents is in another tree.
        ("<template><slot></slot></template>", "<p><template></template></p>"),
        ("<svg><slot></slot></svg>", "<p><svg><slot></slot></svg></p>"),
    ];
    for (shadow, expected) in cases {
        let html = format!("<p>{OPEN}{shadow}</template>1<!--c--><b>2</b><i slot=x>4</i>3</p>");
        let document = fragment(&html);
        assert_eq!(flat(&document, document.root()), *expected, "{shadow}");
    }
}

#[test]
fn a_slot_with_manual_assignment_is_not_filled() {
    let manual = "<template shadowrootmode=open shadowrootslotassignment=manual>";
    let document = fragment(&format!("<p>{manual}<slot>f</slot></template>1</p>"));
    assert_eq!(flat(&document, document.root()), "<p><slot>f</slot></p>");
    let text = first(&document).first_child().unwrap();
    assert_eq!(text.assigned_slot(), None);
    assert_eq!(document.flat_tree().assigned_slot(text), None);
}

#[test]
fn slots_are_passed_on() {
    let html = format!(
        "<x-a>{OPEN}<x-b>{OPEN}[<slot name=c>f</slot>]</template><slot name=b slot=c>g</slot>\
         <slot></slot></x-b></template><i slot=b>1</i>2</x-a>"
    );
    let document = fragment(&html);
    assert_eq!(
        flat(&document, document.root()),
        "<x-a><x-b>[<slot><slot><i>1</i></slot></slot>]</x-b></x-a>"
    );
    let tree = document.flat_tree();
    let x_a = first(&document);
    let outer_slot = x_a.first_element_child().unwrap().assigned_slot().unwrap();
    assert_eq!(outer_slot.attr("name"), Some("b"));
    let inner_slot = tree.assigned_slot(outer_slot).unwrap();
    assert_eq!(inner_slot.attr("name"), Some("c"));
    let assigned: Vec<_> = tree.assigned_nodes(inner_slot).collect();
    assert_eq!(assigned, [outer_slot.as_node()]);
    // The text has a slot, but that one has none, so that neither is shown.
    let text = x_a.last_child().unwrap();
    assert_eq!(text.as_text(), Some("2"));
    let slot = tree.assigned_slot(text).unwrap();
    assert_eq!((tree.parent(text), tree.parent(slot)), (Some(slot.as_node()), None));
    assert_eq!(tree.inner_text(text), "2", "what is not rendered has its text");
    assert_eq!(tree.inner_text(document.root()), "[1]");
}

#[test]
fn the_flat_tree_of_a_part_is_that_of_the_whole() {
    let html = format!("<p>{OPEN}<b><slot>f</slot></b>x</template><i>1</i><!--c--></p>y");
    let document = fragment(&html);
    let p = first(&document);
    let root = p.shadow_root().unwrap();
    for node in [p.as_node(), root.as_node()] {
        assert_eq!(flat(&document, node), "<b><slot><i>1</i></slot></b>x");
    }
    let fallback = root.descendants().find(|node| node.as_text() == Some("f")).unwrap();
    let comment = p.last_child().unwrap();
    let tree = document.flat_tree();
    assert_eq!((tree.parent(fallback), tree.parent(comment)), (None, None));
    assert_eq!(tree.parent(root.first_child().unwrap()), Some(p.as_node()));
    assert_eq!(tree.parent(document.root()), None);
    assert_eq!(tree.parent(p), Some(document.root()));
}

#[test]
fn a_document_without_shadow_roots_is_its_own_flat_tree() {
    let document = options().parse_str("<p>1<slot>2</slot><b>3<!--c--></b>4<table><td>5<td>6");
    assert_eq!(flat(&document, document.root()), document.inner_html());
    let tree = document.flat_tree();
    for node in document.descendants() {
        assert_eq!(tree.inner_text(node), node.inner_text(), "{node:?}");
        assert_eq!(tree.parent(node), node.parent());
    }
}

#[test]
fn the_text_of_the_flat_tree_is_that_of_what_is_displayed() {
    let cases: &[(&str, &str)] = &[
        ("<h1><slot name=a></slot></h1><slot></slot>", "A\nB\n\nC"),
        ("<slot></slot><h1><slot name=a></slot></h1>", "B\n\nC\n\nA"),
        ("x", "x"),
        ("<div hidden><slot></slot></div><slot name=a>", "A"),
        ("<slot name=z>none</slot> and <slot name=a>", "none and A"),
        ("<style>b</style><pre> <slot name=a></slot> </pre>", " A "),
        ("<table><tr><td><slot name=a></slot><td>2</table>", "A\t2"),
        ("<slot name=a></slot><p><slot name=b>P", "A\n\nP"),
    ];
    for (shadow, expected) in cases {
        let html = format!("<section>{OPEN}{shadow}</template><span slot=a>A</span>B <p>C</p>");
        let document = fragment(&html);
        assert_eq!(document.flat_tree().inner_text(document.root()), *expected, "{shadow}");
        let mut written = String::new();
        document.flat_tree().write_inner_text(first(&document), &mut written).unwrap();
        assert_eq!(written, *expected);
    }
}

/// Slots have no boxes, so that the parts of a table in them are parts of the table around them.
#[test]
fn parts_of_tables_in_slots_are_separated() {
    let mut document = fragment(&format!("<x-row>{OPEN}<table><tr id=r>"));
    let tr = first(&document).shadow_root().unwrap().descendant_elements();
    let tr = tr.rev().find(|element| element.name() == "tr").unwrap().id();
    let slot = document.append_element(tr, "slot").unwrap();
    let host = first(&document).id();
    for text in ["1", "2"] {
        let td = document.append_element(host, "td").unwrap();
        document.append_text(td, text).unwrap();
    }
    assert_eq!(document.flat_tree().inner_text(document.root()), "1\t2");
    assert_eq!(
        document.flat_tree().assigned_nodes(document.node(slot).as_element().unwrap()).len(),
        2
    );
}

#[test]
fn shadow_roots_are_cloned_if_they_are_clonable() {
    let html = "<p><template shadowrootmode=open shadowrootclonable><i>1</i><b>\
        <template><span><template shadowrootmode=closed shadowrootclonable>2</template></span>\
        </template></b><span><template shadowrootmode=open>3</template>4</span></template>5</p>";
    let mut document = fragment(html);
    let p = first(&document).id();
    let shadow = shadow_html(&document, p).unwrap();
    let deep = document.clone_node(p).unwrap();
    let shallow = document.clone_shallow(p).unwrap();
    for copy in [deep, shallow] {
        assert_eq!(shadow_html(&document, copy).as_ref(), Some(&shadow), "always with its content");
        let copy = document.node(copy).as_element().unwrap();
        let root = copy.shadow_root().unwrap();
        assert!(root.is_declarative() && root.clonable() && root.host() == copy);
        let span = root.last_child().unwrap().as_element().unwrap();
        assert!(span.shadow_root().is_none(), "it is not clonable");
        let b = span.previous_element_sibling().unwrap();
        let template = b.first_element_child().unwrap();
        let inner = template.template_contents().unwrap().first_element_child().unwrap();
        assert_eq!(inner.shadow_root().unwrap().inner_html(), "2");
    }
    assert_eq!(document.node(deep).inner_html(), "5");
    assert_eq!(document.node(shallow).inner_html(), "");
    document.check_invariants().unwrap();

    let mut other = Document::new_fragment();
    let imported = other.import_node(document.node(p)).unwrap();
    assert_eq!(shadow_html(&other, imported), Some(shadow.clone()));
    other.check_invariants().unwrap();
    let copy = document.clone();
    assert_eq!(format!("{copy:?}"), format!("{document:?}"));
    assert_eq!(shadow_html(&copy, p), Some(shadow));
}

#[test]
fn all_shadow_roots_move_with_their_hosts() {
    let html = format!("<p>{OPEN}<span>{OPEN}1</template>2</span></template>3</p>");
    let mut document = fragment(&html);
    let p = first(&document).id();
    let root = first(&document).shadow_root().unwrap().id();
    let copied = TreeError::ShadowRootCopied { node: root };
    assert_eq!(document.clone_node(root), Err(copied.clone()));
    assert_eq!(document.clone_shallow(root), Err(copied.clone()));
    let mut other = Document::new_fragment();
    assert_eq!(other.import_node(document.node(root)), Err(copied.clone()));
    assert_eq!(other.adopt_node(&mut document, root), Err(copied));
    let imported = other.import_node(document.node(p)).unwrap();
    assert_eq!(shadow_html(&other, imported), None);
    let adopted = other.adopt_node(&mut document, p).unwrap();
    assert_eq!(shadow_html(&other, adopted).as_deref(), Some("<span>2</span>"));
    let span = other.node(adopted).as_element().unwrap().shadow_root().unwrap();
    assert_eq!(span.first_element_child().unwrap().shadow_root().unwrap().inner_html(), "1");
    assert!(document.get(p).is_none() && document.get(root).is_none());
    other.check_invariants().unwrap();
    document.check_invariants().unwrap();
}

#[test]
fn edits_reach_shadow_roots() {
    let mut document = fragment(&format!("<p>{OPEN}<b>1</b></template>2</p><div></div>"));
    let p = first(&document).id();
    let div = document.root().last_child().unwrap().id();
    let root = document.node(p).as_element().unwrap().shadow_root().unwrap().id();
    // A host can't be put into its own shadow tree.
    assert_eq!(document.append(root, p), Err(TreeError::Cycle { parent: root, node: p }));
    let b = document.node(root).first_child().unwrap().id();
    assert_eq!(document.append(b, p), Err(TreeError::Cycle { parent: b, node: p }));
    assert_eq!(document.discard(root), Err(TreeError::RootDiscarded { node: root }));
    document.set_inner_html(root, "<slot>x</slot><tr>").unwrap();
    assert_eq!(shadow_html(&document, p).unwrap(), "<slot>x</slot>", "as the content of the host");
    document.set_text(root, "1 < 2").unwrap();
    assert_eq!(shadow_html(&document, p).unwrap(), "1 &lt; 2");
    // Like any document fragment, it gives its children.
    document.append(div, root).unwrap();
    assert_eq!(document.inner_html(), "<p>2</p><div>1 &lt; 2</div>");
    assert_eq!(shadow_html(&document, p).unwrap(), "");
    // Names.
    let invalid = TreeError::InvalidShadowHost { node: p };
    assert_eq!(document.rename(p, "b"), Err(invalid.clone()));
    document.rename(p, "x-y").unwrap();
    assert_eq!(document.rename(p, "xy"), Err(invalid));
    document.check_invariants().unwrap();
    // Its host takes it along.
    document.detach(p).unwrap();
    assert!(shadow_html(&document, p).is_some());
    document.discard(p).unwrap();
    assert!(document.get(root).is_none());
    document.check_invariants().unwrap();
    document.compact();
    document.check_invariants().unwrap();
    let child = document.node(div).first_child().unwrap().id();
    let text = TreeError::NotAnElement { node: child };
    let init = ShadowRootInit::new(ShadowRootMode::Open);
    assert_eq!(document.attach_shadow(child, init), Err(text));
    assert_eq!(document.attach_shadow(p, init), Err(TreeError::UnknownNode { node: p }));
}

#[test]
fn what_the_parser_attached_is_attached_again_once_in_the_same_mode() {
    let mut document = fragment("<p><template shadowrootmode=open shadowrootclonable>1");
    let p = first(&document).id();
    let root = first(&document).shadow_root().unwrap().id();
    let second = Err(TreeError::SecondShadowRoot { node: p });
    assert_eq!(document.attach_shadow(p, ShadowRootInit::new(ShadowRootMode::Closed)), second);
    assert_eq!(shadow_html(&document, p).as_deref(), Some("1"));
    let init = ShadowRootInit::new(ShadowRootMode::Open);
    assert_eq!(document.attach_shadow(p, init), Ok(root));
    assert_eq!(shadow_html(&document, p).as_deref(), Some(""));
    let shadow = document.node(root).as_shadow_root().unwrap();
    assert!(shadow.clonable() && !shadow.is_declarative());
    assert_eq!(document.attach_shadow(p, init), second);
}

#[test]
fn html_that_is_set_attaches_nothing() {
    let mut document = fragment("<p>");
    let p = first(&document).id();
    document.set_inner_html(p, &format!("<span>{OPEN}x</template>")).unwrap();
    assert!(first(&document).first_element_child().unwrap().shadow_root().is_none());
    assert_eq!(
        first(&document).inner_html(),
        "<span><template shadowrootmode=\"open\">x</template></span>"
    );
}

#[test]
fn a_shadow_root_spans_its_template() {
    let html = "<p>1<TEMPLATE shadowrootmode=open><b>2</b></Template >3</p>\
        <div><template shadowrootmode=open>4<!--c--></div>";
    let document = options().positions(true).parse_fragment("body", html);
    let spans: Vec<_> = document
        .root()
        .child_elements()
        .map(|host| host.shadow_root().unwrap())
        .map(|root| root.span().unwrap().text())
        .collect();
    assert_eq!(
        spans,
        [
            "<TEMPLATE shadowrootmode=open><b>2</b></Template >",
            "<template shadowrootmode=open>4<!--c--></div>"
        ]
    );
    let root = first(&document).shadow_root().unwrap();
    assert_eq!(root.first_child().unwrap().span().unwrap().text(), "<b>2</b>");
    assert_eq!(root.moved(), None);
    assert_eq!(first(&document).source().unwrap().content().text(), format!("1{}3", spans[0]));
}

/// Returns the level of the deepest element, shadow roots and template contents included.
fn depth(document: &Document) -> usize {
    let mut deepest = 0;
    let mut waiting = vec![(document.root(), 0)];
    while let Some((node, level)) = waiting.pop() {
        deepest = deepest.max(level);
        let element = node.as_element();
        let shadow = element.and_then(ElementRef::shadow_root).map(|root| root.as_node());
        let contents = element.and_then(ElementRef::template_contents);
        for parent in [Some(node), shadow, contents].into_iter().flatten() {
            let elements = parent.child_elements();
            waiting.extend(elements.map(|child| (child.as_node(), level + 1)));
        }
    }
    deepest
}

/// The host is on the last level, so there are none for the content of a shadow root.
#[test]
fn near_the_limit_on_depth_a_template_stays_a_template() {
    let html = "<div>".repeat(511) + OPEN;
    let is_host = |html: &str| {
        let document = options().parse_fragment("body", html);
        document.check_parsed().unwrap();
        let host = document.descendant_elements().find(|element| element.shadow_root().is_some());
        assert_eq!(document.limits_hit().depth, host.is_none());
        host.is_some()
    };
    assert!(!is_host(&html));
    assert!(is_host(&("<div>".repeat(255) + OPEN)));
}

#[test]
fn the_limit_on_depth_counts_through_shadow_roots() {
    let pieces =
        ["<div>", "<b>", "<table><td>", "<template>", "<svg><desc>", "<svg><g>", "<math><mi>"];
    for piece in pieces {
        for limit in [8, 9, 10, 11, 12, 13, 30, 31] {
            let limits = Limits::default().depth(Some(limit));
            let html = format!("<div>{OPEN}{piece}").repeat(20) + "x";
            let document = options().limits(limits).parse_fragment("body", html.as_str());
            document.check_parsed().unwrap();
            assert!(document.limits_hit().depth);
            let deepest = depth(&document);
            // A foreign element stays in its template.
            assert!(deepest <= limit + 2, "{piece}: {deepest} levels instead of {limit}");
            if !piece.starts_with("<svg") && !piece.starts_with("<math") {
                assert!(deepest <= limit, "{piece}: {deepest} levels instead of {limit}");
            }
            let all = Limits::default().depth(None);
            let document = options().limits(all).parse_fragment("body", html.as_str());
            assert!(!document.limits_hit().any() && depth(&document) >= 20, "{piece}");
        }
    }
}

/// The least that a tree has to do for shadow roots.
#[derive(Default)]
struct Names {
    /// Name and parent of each node; a template's contents are the node after it.
    nodes: Vec<(String, Option<usize>)>,
    /// Whether it knows shadow roots; by default as most trees.
    knows_shadow_roots: bool,
    hosts: Vec<(usize, usize)>,
}

impl Names {
    fn add(&mut self, name: &str) -> usize {
        self.nodes.push((name.to_owned(), None));
        if name == "template" {
            self.nodes.push(("#contents".to_owned(), None));
            return self.nodes.len() - 2;
        }
        self.nodes.len() - 1
    }

    /// The names of a node and its ancestors.
    fn path(&self, name: &str) -> String {
        let mut next = self.nodes.iter().rposition(|node| node.0 == name);
        let mut path = Vec::new();
        while let Some(node) = next {
            path.push(self.nodes[node].0.as_str());
            next = self.nodes[node].1;
        }
        path.join(" ")
    }
}

impl TreeSink for Names {
    type Handle = usize;
    type Output = Names;

    fn finish(self, _: Strings) -> Names {
        self
    }
    fn root(&self) -> usize {
        0
    }
    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].1
    }
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
        let Range { start, end } = element.source;
        assert!(start <= end);
        self.add(strings.name(element.name.local))
    }
    fn clone_element(&mut self, element: usize, _: &Strings) -> usize {
        self.add(&self.nodes[element].0.clone())
    }
    fn create_comment(&mut self, _: Span, _: &Strings) -> usize {
        self.add("#comment")
    }
    fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> usize {
        self.add("#instruction")
    }
    fn template_contents(&self, template: usize) -> usize {
        template + 1
    }
    fn append(&mut self, parent: usize, child: usize) {
        self.nodes[child].1 = Some(parent);
    }
    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.nodes[child].1 = self.parent(sibling);
    }
    fn remove_from_parent(&mut self, node: usize) {
        self.nodes[node].1 = None;
    }
    fn reparent_children(&mut self, from: usize, to: usize) {
        self.nodes
            .iter_mut()
            .filter(|node| node.1 == Some(from))
            .for_each(|node| node.1 = Some(to));
    }
    fn has_same_attributes(&self, _: usize, _: usize, _: &Strings) -> bool {
        true
    }
    fn add_missing_attributes(&mut self, _: usize, _: &[Attribute], _: &Strings) {}
    fn append_text(&mut self, _: usize, _: Span, _: &mut Strings) {}
    fn insert_text_before(&mut self, _: usize, _: Span, _: &mut Strings) {}
    fn attach_declarative_shadow_root(
        &mut self,
        host: usize,
        template: usize,
        init: &ShadowRootInit,
        _: &Strings,
    ) -> bool {
        assert_eq!(
            (init.mode, init.slot_assignment),
            (ShadowRootMode::Open, SlotAssignment::Named)
        );
        assert!(self.nodes[template].1.is_none(), "the template has no parent");
        let may = self.knows_shadow_roots && self.hosts.iter().all(|&(other, _)| other != host);
        if may {
            self.hosts.push((host, template + 1));
        }
        may
    }
}

#[test]
fn a_tree_of_ones_own_may_know_shadow_roots() {
    let html = format!("<div>{OPEN}<b></b></template>{OPEN}<i></i></template></div>");
    let parse = |options: &ParseOptions, knows_shadow_roots| {
        let mut names = Names { knows_shadow_roots, ..Names::default() };
        names.add("#document");
        let names = options.parse_str_into(html.as_str(), names).output;
        (names.hosts.len(), names.path("b"), names.path("i"))
    };
    let expected = |hosts| (hosts, "b #contents".to_owned(), "i #contents".to_owned());
    assert_eq!(parse(&options(), true), expected(1));
    assert_eq!(parse(&options(), false), expected(0));
    assert_eq!(parse(&ParseOptions::new(), true), expected(0));
}

#[test]
fn pieces_make_the_same_shadow_roots() {
    let html = format!("<p>1{OPEN}<span>{OPEN}&amp;2</template>3</span></template>{OPEN}4</p>");
    let whole = format!("{:?}", options().parse_fragment("body", html.as_str()));
    let mut parser = Parser::for_fragment(&options(), "body");
    for piece in html.split_inclusive(|_| true) {
        parser.feed_str(piece);
    }
    assert_eq!(format!("{:?}", parser.finish()), whole);
    let document = options().parse_document(html.as_bytes(), &Default::default());
    assert!(document.body().unwrap().first_element_child().unwrap().shadow_root().is_some());
    assert!(
        parse_fragment("body", html).root().first_element_child().unwrap().shadow_root().is_none()
    );
}
