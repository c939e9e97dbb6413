//! Edits that no source expresses.

use consomme::positions::Reason;
use consomme::source_edits::InexactReason;

use super::{check_inexact, find, text};

#[test]
fn what_the_parser_would_not_build_is_told() {
    check_inexact(
        "<p>a</p>",
        |d| {
            let div = d.create_element("div").unwrap();
            d.append(find(d, "p"), div).unwrap();
        },
        InexactReason::Misplaced,
    );
    check_inexact(
        "<script>a</script>",
        |d| d.set_text(text(d, "a"), "</script>").unwrap(),
        InexactReason::RawText,
    );
    check_inexact(
        "<p><!--a-->",
        |d| {
            let comment = d.descendants().find(|node| node.as_comment().is_some()).unwrap().id();
            d.set_text(comment, "-->").unwrap();
        },
        InexactReason::Unwritable,
    );
    check_inexact("<p>a", |d| d.set_text(text(d, "a"), "\0").unwrap(), InexactReason::Unwritable);
    check_inexact("<p><br>", |d| d.set_text(find(d, "br"), "x").unwrap(), InexactReason::Void);
    check_inexact("<p>a", |d| d.detach(find(d, "body")).unwrap(), InexactReason::Implied);
    check_inexact(
        "<plaintext>a",
        |d| {
            let p = d.create_element("p").unwrap();
            d.append(find(d, "body"), p).unwrap();
        },
        InexactReason::Misplaced,
    );
    let html = "<select><button><selectedcontent></selectedcontent></button><option>a<option selected>b</select>";
    check_inexact(
        html,
        |d| {
            let mirror = d
                .element(find(d, "selectedcontent"))
                .unwrap()
                .as_node()
                .first_child()
                .unwrap()
                .id();
            d.set_text(mirror, "c").unwrap();
        },
        InexactReason::Copied(Reason::SelectedContent),
    );
}

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
