//! Edits that no source expresses, beside others.

use super::find;

#[test]
fn an_edit_that_no_source_expresses_spoils_no_other() {
    // No `form` is in another one. Content appended to it takes a larger stretch than that, since
    // the start tag of the `form` closes the `p`.
    let mut document = super::parse("<div><p>a<form>x<select>y");
    document.rename(find(&document, "div"), "form").unwrap();
    let inner = find(&document, "p");
    let inner = document.element(inner).unwrap().next_element_sibling().unwrap().id();
    document.append_html(inner, "<div>n</div>").unwrap();
    let edits = document.source_edits().unwrap();
    let nodes: Vec<_> = edits.inexact().iter().map(|inexact| inexact.node()).collect();
    assert_eq!(nodes.len(), 1, "{}", edits.apply());
    assert!(edits.apply().contains("<div>n</div>"), "{}", edits.apply());
}
