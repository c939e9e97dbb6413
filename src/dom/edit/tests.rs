//! The memory that edits leave unused, which the public API does not show.

mod all_trees;
mod wrong_ids;

use crate::dom::arena::{NodeData, NodeId};
use crate::dom::read::Document;
use crate::parse_fragment;

use super::tree_error::TreeError;

/// Returns the first child of the root.
fn first(document: &Document) -> NodeId {
    document.root().first_child().unwrap().id()
}

fn tail_length(document: &Document) -> usize {
    (document.strings.tail_end() - Document::new().strings.tail_end()) as usize
}

/// Copies of formatting elements that the parser makes share their attributes.
#[test]
fn changing_shared_attributes_of_one_element_does_not_change_the_other() {
    let mut document = parse_fragment("div", "<p><b id=i title=t>1<p>2");
    let shared: Vec<NodeId> =
        document.descendant_elements().filter(|e| e.name() == "b").map(|e| e.id()).collect();
    let [a, b] = shared[..] else { panic!("two copies") };
    let range = |document: &Document, id: NodeId| {
        document.tree.element(id.node_index()).unwrap().attribute_range()
    };
    assert_eq!(range(&document, a), range(&document, b));
    document.set_attr(a, "id", "j").unwrap();
    document.remove_attr(b, "id").unwrap();
    assert_eq!(
        document.inner_html(),
        "<p><b id=\"j\" title=\"t\">1</b></p><p><b title=\"t\">2</b></p>"
    );
    // The second change of an element copies nothing.
    let length = document.tree.attributes.len();
    document.set_attr(a, "title", "u").unwrap();
    document.set_attr(b, "title", "v").unwrap();
    assert_eq!(document.tree.attributes.len(), length);
    document.check_invariants().unwrap();
}

#[test]
fn attributes_added_one_by_one_take_linear_memory() {
    let mut document = parse_fragment("div", "<p><i>");
    let p = first(&document);
    let i = document.node(p).first_child().unwrap().id();
    for n in 0..1000 {
        // Alternately, so that neither range is at the end of the list.
        document.set_attr(p, &format!("data-{n}"), "").unwrap();
        document.set_attr(i, &format!("data-{n}"), "").unwrap();
    }
    assert_eq!(document.node(p).as_element().unwrap().attrs().len(), 1000);
    assert!(document.tree.attributes.len() < 10_000);
    document.check_invariants().unwrap();
}

/// A text can be a span of the source, a span of the tail, or a long text.
#[test]
fn adjacent_texts_of_every_kind_are_joined() {
    let make: [fn(&mut Document) -> NodeId; 3] = [
        |document| first(document),
        |document| document.create_text("tail ").unwrap(),
        |document| {
            document.tree.long_texts.push("long ".to_owned());
            let index = document.tree.long_texts.len() as u32 - 1;
            let text = document.tree.create(NodeData::LongText(index));
            document.tree.id(text)
        },
    ];
    for order in 0..27 {
        let mut document = parse_fragment("p", "source ");
        let root = document.root().id();
        let mut expected = String::new();
        for which in [order % 3, order / 3 % 3, order / 9] {
            let text = make[which](&mut document);
            // Something else at the end of the tail, so that no text can grow there.
            document.create_comment("x").unwrap();
            expected += document.node(text).as_text().unwrap();
            let copy = document.clone_node(text).unwrap();
            document.append(root, copy).unwrap();
        }
        document.detach(first(&document)).unwrap();
        document.normalize(root).unwrap();
        assert_eq!(document.root().children().count(), 1, "{order}");
        assert_eq!(document.node(first(&document)).as_text(), Some(&*expected), "{order}");
        document.check_invariants().unwrap();
    }
}

#[test]
fn compacting_frees_what_edits_replaced_or_discarded_and_changes_nothing_else() {
    let mut document = parse_fragment("div", "<p><b id=i title='&amp;'>1&amp;<p>2<!--&-->");
    let p = first(&document);
    for n in 0..1000 {
        document.set_attr(p, "title", &format!("title {n}")).unwrap();
        document.set_attr(p, &format!("data-{n}"), "x").unwrap();
        document.set_text(p, &format!("text {n}")).unwrap();
        document.remove_attr(p, &format!("data-{n}")).unwrap();
    }
    let detached = document.create_text("kept").unwrap();
    let discarded = document.create_text(&"gone".repeat(1000)).unwrap();
    document.discard(discarded).unwrap();
    let html = document.inner_html();
    let before = (document.tree.attributes.len(), tail_length(&document));
    document.compact();
    document.check_invariants().unwrap();
    assert_eq!(document.inner_html(), html);
    assert_eq!(document.node(detached).as_text(), Some("kept"));
    let after = (document.tree.attributes.len(), tail_length(&document));
    // The first `b` and the 999 texts before the last are detached: they stay.
    assert!(after.0 < 10 && before.0 > after.0, "{before:?} {after:?}");
    assert!(after.1 < 10_000 && before.1 > 20_000, "{before:?} {after:?}");
    let twice = document.clone();
    document.compact();
    assert_eq!((document.tree.attributes.len(), tail_length(&document)), after);
    assert_eq!(document.inner_html(), twice.inner_html());
}

#[test]
fn discarded_nodes_take_no_memory_and_their_ids_are_not_reused() {
    let mut document = parse_fragment("div", "");
    let mut ids = std::collections::HashSet::new();
    for _ in 0..100 {
        let template = document.create_element("template").unwrap();
        document.set_inner_html(template, "<p class='a &amp; b'>1 &lt; 2<!--&-->").unwrap();
        let contents = document.node(template).as_element().unwrap().template_contents().unwrap();
        assert!(contents.descendants().all(|node| ids.insert(node.id())) && ids.insert(template));
        document.discard(template).unwrap();
    }
    document.compact();
    assert_eq!((document.tree.attributes.len(), tail_length(&document)), (0, 0));
    document.check_invariants().unwrap();
    assert!(ids.iter().all(|id| document.get(*id).is_none()));
}

/// The checks alone: the sizes are too large to allocate in a test.
#[test]
fn text_nodes_and_attributes_past_the_capacity_are_refused() {
    let document = Document::new();
    let max_text = (1 << 31) - 1;
    assert_eq!(document.ensure_capacity_for_text(max_text), Ok(()));
    assert_eq!(document.ensure_capacity_for_text(max_text + 1), Err(TreeError::TooMuchText));
    // The root and the unused index 0 are there already.
    let max_nodes = u32::MAX as usize - 2;
    assert_eq!(document.ensure_capacity_for_nodes(max_nodes), Ok(()));
    assert_eq!(document.ensure_capacity_for_nodes(max_nodes + 1), Err(TreeError::TooManyNodes));
    let max_attributes = u32::MAX as usize;
    assert_eq!(document.ensure_capacity_for_attributes(max_attributes), Ok(()));
    // Where a pointer has 32 bits, no list can be longer.
    if let Some(more) = max_attributes.checked_add(1) {
        let refused = document.ensure_capacity_for_attributes(more);
        assert_eq!(refused, Err(TreeError::TooManyAttributes));
    }
}
