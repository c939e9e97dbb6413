//! What edits leave behind, which the outside doesn't show.

use super::tree_error::TreeError;
use crate::dom::arena::{NodeData, NodeId};
use crate::dom::read::Document;
use crate::parse_fragment;

/// The first node below the root.
fn first(document: &Document) -> NodeId {
    document.root().first_child().unwrap().id()
}

fn tail_length(document: &Document) -> usize {
    (document.strings.tail_end() - Document::new().strings.tail_end()) as usize
}

/// The parser lets copies of formatting elements share their attributes: changing one must not
/// change the other.
#[test]
fn elements_that_share_attributes_are_told_apart() {
    let mut document = parse_fragment("div", "<p><b id=i title=t>1<p>2");
    let shared: Vec<NodeId> =
        document.descendant_elements().filter(|e| e.name() == "b").map(|e| e.id()).collect();
    let [a, b] = shared[..] else { panic!("two copies") };
    let range = |document: &Document, id| {
        let element = document.tree.element(id).unwrap();
        (element.first_attribute, element.attribute_count())
    };
    assert_eq!(range(&document, a), range(&document, b));
    document.set_attribute(a, "id", "j").unwrap();
    document.remove_attribute(b, "id").unwrap();
    assert_eq!(
        document.inner_html(),
        "<p><b id=\"j\" title=\"t\">1</b></p><p><b title=\"t\">2</b></p>"
    );
    // The second change of an element takes no more room than the first.
    let length = document.tree.attributes.len();
    document.set_attribute(a, "title", "u").unwrap();
    document.set_attribute(b, "title", "v").unwrap();
    assert_eq!(document.tree.attributes.len(), length);
    document.check_invariants().unwrap();
}

/// However often an element is given one more attribute, the list grows linearly.
#[test]
fn attributes_added_one_by_one_take_linear_room() {
    let mut document = parse_fragment("div", "<p><i>");
    let p = first(&document);
    let i = document.node(p).first_child().unwrap().id();
    for n in 0..1000 {
        // In turns, so that neither is at the end of the list.
        document.set_attribute(p, &format!("data-{n}"), "").unwrap();
        document.set_attribute(i, &format!("data-{n}"), "").unwrap();
    }
    assert_eq!(document.node(p).as_element().unwrap().attrs().len(), 1000);
    assert!(document.tree.attributes.len() < 10_000);
    document.check_invariants().unwrap();
}

/// A text can be a span of the source, one of the tail, or a text of its own: any two of them can
/// stand side by side.
#[test]
fn texts_of_every_kind_are_joined() {
    let make: [fn(&mut Document) -> NodeId; 3] = [
        |document| first(document),
        |document| document.create_text("tail ").unwrap(),
        |document| {
            document.tree.long_texts.push("long ".to_owned());
            let index = document.tree.long_texts.len() as u32 - 1;
            document.tree.create(NodeData::LongText(index))
        },
    ];
    for order in 0..27 {
        let mut document = parse_fragment("p", "source ");
        let root = document.root().id();
        let mut expected = String::new();
        for which in [order % 3, order / 3 % 3, order / 9] {
            let text = make[which](&mut document);
            // Something else at the end of the tail, so that no text grows there by chance.
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

/// What was replaced or discarded is given back; what is shared stays shared; nothing that is read
/// changes.
#[test]
fn compacting_gives_back_what_edits_left_behind() {
    let mut document = parse_fragment("div", "<p><b id=i title='&amp;'>1&amp;<p>2<!--&-->");
    let p = first(&document);
    for n in 0..1000 {
        document.set_attribute(p, "title", &format!("title {n}")).unwrap();
        document.set_attribute(p, &format!("data-{n}"), "x").unwrap();
        document.set_text(p, &format!("text {n}")).unwrap();
        document.remove_attribute(p, &format!("data-{n}")).unwrap();
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
    // The first `b` stands nowhere any more, but its id is valid; the 999 texts before the last are
    // detached too.
    assert!(after.0 < 10 && before.0 > after.0, "{before:?} {after:?}");
    assert!(after.1 < 10_000 && before.1 > 20_000, "{before:?} {after:?}");
    let twice = document.clone();
    document.compact();
    assert_eq!((document.tree.attributes.len(), tail_length(&document)), after);
    assert_eq!(document.inner_html(), twice.inner_html());
}

/// Once compacted, nothing of a discarded node is left but its place; and no id is given out twice.
#[test]
fn discarded_nodes_hold_nothing_and_their_ids_are_never_used_again() {
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

/// What can't be held is refused before anything is written. (The sizes themselves are too large
/// for a test.)
#[test]
fn there_is_room_for_so_much_and_no_more() {
    let document = Document::new();
    let most_text = (1 << 31) - 1;
    assert_eq!(document.ensure_room_for_text(most_text), Ok(()));
    assert_eq!(document.ensure_room_for_text(most_text + 1), Err(TreeError::TooMuchText));
    // The root and the place that is never used are there already.
    let most_nodes = u32::MAX as usize - 2;
    assert_eq!(document.ensure_room_for_nodes(most_nodes), Ok(()));
    assert_eq!(document.ensure_room_for_nodes(most_nodes + 1), Err(TreeError::TooManyNodes));
    let most_attributes = u32::MAX as usize;
    assert_eq!(document.ensure_room_for_attributes(most_attributes), Ok(()));
    assert_eq!(
        document.ensure_room_for_attributes(most_attributes + 1),
        Err(TreeError::TooManyAttributes)
    );
}
