//! Tests of ids that are of no node of the document: each edit refuses them. They are unit tests,
//! because these run with debug assertions and without.

use crate::dom::arena::NodeId;
use crate::dom::read::Document;
use crate::names::AttributeNamespace;
use crate::tree_sink::{ShadowRootInit, ShadowRootMode};
use crate::{AdjacentPosition, parse_fragment};

use crate::dom::edit::TreeError;

/// An edit with a wrong id, and the id of an element with a parent.
type Edit = fn(&mut Document, NodeId, NodeId) -> Result<(), TreeError>;

/// Each edit that takes an id, for each id that it takes.
const EDITS: &[Edit] = &[
    |d, wrong, p| d.append(wrong, p),
    |d, wrong, p| d.append(p, wrong),
    |d, wrong, p| d.prepend(wrong, p),
    |d, wrong, p| d.prepend(p, wrong),
    |d, wrong, p| d.insert_before(wrong, p),
    |d, wrong, p| d.insert_before(p, wrong),
    |d, wrong, p| d.insert_after(wrong, p),
    |d, wrong, p| d.insert_after(p, wrong),
    |d, wrong, _| d.detach(wrong),
    |d, wrong, _| d.remove_children(wrong),
    |d, wrong, p| d.replace_with(wrong, p),
    |d, wrong, p| d.replace_with(p, wrong),
    |d, wrong, p| d.wrap_in(wrong, p),
    |d, wrong, p| d.wrap_in(p, wrong),
    |d, wrong, _| d.unwrap_element(wrong),
    |d, wrong, _| d.discard(wrong),
    |d, wrong, _| d.append_element(wrong, "b").map(drop),
    |d, wrong, _| d.append_text(wrong, "b").map(drop),
    |d, wrong, _| d.set_attr(wrong, "a", ""),
    |d, wrong, _| d.set_attr_ns(wrong, AttributeNamespace::None, "a", ""),
    |d, wrong, _| d.remove_attr(wrong, "a").map(drop),
    |d, wrong, _| d.remove_attr_ns(wrong, AttributeNamespace::None, "a").map(drop),
    |d, wrong, _| d.retain_attrs(wrong, |_| false),
    |d, wrong, _| d.add_class(wrong, "a"),
    |d, wrong, _| d.remove_class(wrong, "a"),
    |d, wrong, _| d.rename(wrong, "a"),
    |d, wrong, _| d.attach_shadow(wrong, ShadowRootInit::new(ShadowRootMode::Open)).map(drop),
    |d, wrong, _| d.set_text(wrong, ""),
    |d, wrong, _| d.normalize(wrong),
    |d, wrong, _| d.clone_node(wrong).map(drop),
    |d, wrong, _| d.clone_shallow(wrong).map(drop),
    |d, wrong, _| Document::new().adopt_node(d, wrong).map(drop),
    |d, wrong, _| d.set_inner_html(wrong, ""),
    |d, wrong, _| d.append_html(wrong, ""),
    |d, wrong, _| d.prepend_html(wrong, ""),
    |d, wrong, _| d.set_outer_html(wrong, ""),
    |d, wrong, _| d.insert_adjacent_html(wrong, AdjacentPosition::BeforeEnd, ""),
    |d, wrong, _| d.insert_adjacent_html(wrong, AdjacentPosition::AfterEnd, ""),
];

/// Returns a document, and the id of its only element.
fn document() -> (Document, NodeId) {
    let document = parse_fragment("div", "<p class=a>x");
    let p = document.root().first_child().unwrap().id();
    (document, p)
}

#[test]
fn the_id_of_a_node_that_was_discarded_or_created_in_a_clone_is_refused_by_each_edit() {
    for edit in EDITS {
        let (mut document, p) = document();
        let of_clone = document.clone().create_text("y").unwrap();
        let discarded = document.create_comment("").unwrap();
        document.discard(discarded).unwrap();
        let later = document.clone().create_text("y").unwrap();
        assert_ne!(of_clone, later);
        for wrong in [discarded, later] {
            assert!(document.get(wrong).is_none() && document.element(wrong).is_none());
            let result = edit(&mut document, wrong, p);
            assert_eq!(result, Err(TreeError::UnknownNode { node: wrong }));
        }
        assert_eq!(document.inner_html(), "<p class=\"a\">x</p>");
        document.check_invariants().unwrap();
    }
}

#[test]
fn a_clone_has_the_nodes_of_the_ids_of_its_original() {
    let (original, p) = document();
    let mut clone = original.clone();
    clone.set_text(p, "y").unwrap();
    assert_eq!(clone.clone().node(p).text_content(), "y");
    assert_eq!(original.node(p).text_content(), "x");
    assert_eq!(clone.root().id(), original.root().id());
    assert_ne!(Document::new().root().id(), Document::new().root().id());
}

#[test]
#[should_panic = "was discarded, or created in a clone"]
fn a_node_that_was_discarded_cannot_be_had_without_asking() {
    let (mut document, p) = document();
    document.discard(p).unwrap();
    document.node(p);
}

#[test]
#[should_panic = "of another document"]
fn a_node_of_another_document_cannot_be_had_without_asking() {
    let (document, _) = document();
    document.node(self::document().1);
}

#[cfg(debug_assertions)]
#[test]
fn the_id_of_another_document_is_a_panic_in_each_edit_with_debug_assertions() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let (mut document, p) = document();
    let foreign = self::document().1;
    for edit in EDITS {
        let call = AssertUnwindSafe(|| edit(&mut document, foreign, p));
        let message = *catch_unwind(call).unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains("is of another document"), "{message}");
    }
    for get in [|d: &Document, id| d.get(id).is_some(), |d: &Document, id| d.element(id).is_some()]
    {
        catch_unwind(AssertUnwindSafe(|| get(&document, foreign))).unwrap_err();
    }
    assert_eq!(document.inner_html(), "<p class=\"a\">x</p>");
}

#[cfg(not(debug_assertions))]
#[test]
fn the_id_of_another_document_is_refused_by_each_edit_without_debug_assertions() {
    for edit in EDITS {
        let (mut document, p) = document();
        let foreign = self::document().1;
        assert!(document.get(foreign).is_none() && document.element(foreign).is_none());
        let result = edit(&mut document, foreign, p);
        assert_eq!(result, Err(TreeError::ForeignNode { node: foreign }));
        assert_eq!(document.inner_html(), "<p class=\"a\">x</p>");
        document.check_invariants().unwrap();
    }
}
