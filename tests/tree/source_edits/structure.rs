//! Fragments, shadow roots, and the patches themselves.

use consomme::AdjacentPosition::{AfterEnd, BeforeBegin};
use consomme::ParseOptions;

use super::find;

#[test]
fn fragments_are_parsed_in_their_context() {
    let options = ParseOptions::new().lossless(true);
    let mut document = options.parse_fragment("tr", "<TD>1<TD>2");
    document.set_inner_html(document.root().first_child().unwrap().id(), "<p>x").unwrap();
    let edits = document.source_edits().unwrap();
    assert_eq!((edits.apply().as_str(), edits.verify()), ("<TD><p>x</p><TD>2", Ok(())));
}

#[test]
fn shadow_roots_that_the_source_declares_are_edited_in_place() {
    let html = "<main><template shadowrootmode=open><h1>a</h1></template>b</main>";
    let mut document =
        ParseOptions::new().lossless(true).declarative_shadow_roots(true).parse_str(html);
    let root = document.element(find(&document, "main")).unwrap().shadow_root().unwrap().as_node();
    let (root, h1) = (root.id(), root.first_child().unwrap().id());
    document.set_text(h1, "c").unwrap();
    document.append_html(root, "<p>d</p>").unwrap();
    let edits = document.source_edits().unwrap();
    assert_eq!(
        edits.apply(),
        "<main><template shadowrootmode=open><h1>c</h1><p>d</p></template>b</main>"
    );
    assert_eq!(edits.inexact(), []);
}

#[test]
fn the_patches_of_a_subtree_can_be_had_without_a_parse() {
    let mut document = super::parse("<p>a<b>b</b><p>c<i>d</i>");
    for name in ["b", "i"] {
        document.set_attr(find(&document, name), "x", "y").unwrap();
        document.set_text(find(&document, name), "z").unwrap();
    }
    let edits = document.unchecked_source_edits().unwrap();
    assert_eq!(edits.apply(), document.to_source().unwrap());
    assert_eq!(edits.patches().len(), 4);
    let texts: Vec<_> =
        edits.patches_within(find(&document, "i")).iter().map(|patch| patch.range()).collect();
    assert_eq!(texts, [18..18, 19..20]);
    assert_eq!(edits.patches_within(find(&document, "p")).len(), 2);
    assert!(edits.patches_within(document.root().id()).is_empty());
}

#[test]
fn a_patch_has_each_of_its_nodes_once() {
    let mut document = super::parse("<ul><li>a<li>b<li>c</ul>");
    let ul = document.element(find(&document, "ul")).unwrap();
    let items: Vec<_> = ul.child_elements().map(|li| li.id()).collect();
    for &li in &items {
        document.set_attr(li, "class", "x").unwrap();
        document.detach(li).unwrap();
    }
    let edits = document.source_edits().unwrap();
    assert_eq!(edits.apply(), "<ul></ul>");
    assert_eq!(edits.patches().iter().map(|patch| patch.nodes()).collect::<Vec<_>>(), [items]);
}

#[test]
fn what_is_inserted_beside_a_node_is_not_within_it() {
    let mut document = super::parse("<p>a<b>b</b>c</p><p>d<p>");
    let b = find(&document, "b");
    let p = document.body().unwrap().child_elements().nth(1).unwrap().id();
    document.insert_adjacent_html(b, BeforeBegin, "<i>1</i>").unwrap();
    document.insert_adjacent_html(b, AfterEnd, "<i>2</i>").unwrap();
    document.append_html(p, "<i>3</i>").unwrap();
    let edits = document.source_edits().unwrap();
    assert_eq!(edits.apply(), "<p>a<i>1</i><b>b</b><i>2</i>c</p><p>d<i>3</i><p>");
    assert!(edits.patches_within(b).is_empty());
    assert_eq!(edits.patches_within(p).len(), 1);
    document.set_attr(b, "x", "y").unwrap();
    document.set_text(b, "z").unwrap();
    assert_eq!(document.source_edits().unwrap().patches_within(b).len(), 2);
}
