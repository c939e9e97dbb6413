//! Making elements where they go, and giving them other names.

use consomme::{Document, ParseOptions, TreeError};
use consomme_test::tree::find;

/// `append_element` returns the errors of creating and of appending, and creates nothing then.
#[test]
fn elements_and_texts_are_made_where_they_go() {
    let mut list = Document::new_fragment();
    let root = list.root().id();
    let ul = list.append_element(root, "UL").unwrap();
    let li = list.append_element(ul, "li").unwrap();
    list.append_text(li, "a").unwrap();
    let b = list.append_text(li, "<b>").unwrap();
    assert_eq!(list.inner_html(), "<ul><li>a&lt;b&gt;</li></ul>");
    assert_eq!(list.node(li).children().count(), 2);

    let Err(TreeError::NotAParent { parent, node }) = list.append_element(b, "template") else {
        panic!()
    };
    assert!(parent == b && list.get(node).is_none());
    assert!(list.append_element(ul, "a b").is_err());
    assert_eq!(list.append_text(node, "x"), Err(TreeError::UnknownNode { node }));
    let mut empty = Document::new();
    let root = empty.root().id();
    assert!(matches!(empty.append_text(root, "x"), Err(TreeError::TextInDocument { .. })));
    let html = empty.append_element(root, "html").unwrap();
    assert_eq!(
        (empty.document_element().map(|e| e.id()), empty.inner_html().as_str()),
        (Some(html), "<html></html>")
    );
    list.check_invariants().unwrap();
    empty.check_invariants().unwrap();
}

/// Every answer about a renamed element follows its new name, except its position in the source.
#[test]
fn a_renamed_element_is_another_and_stays_where_it_is() {
    let html = "<p>A <b class=hot>very <i>clear</i></b> broth<x-y><svg><g/></svg></x-y><template><u></u></template>";
    let mut document = ParseOptions::new().positions(true).parse_fragment("body", html);
    let [p, b, custom, g, template] =
        ["p", "b", "x-y", "g", "template"].map(|name| find(&document, name));
    document.rename(b, "STRONG").unwrap();
    document.rename(custom, "pre").unwrap();
    document.rename(g, "clipPath").unwrap();
    document.rename(p, "p").unwrap();
    assert_eq!(
        document.inner_html(),
        "<p>A <strong class=\"hot\">very <i>clear</i></strong> broth<pre><svg><clipPath></clipPath></svg></pre>\
         <template><u></u></template></p>"
    );
    assert_eq!(document.node(b).span().unwrap().text(), "<b class=hot>very <i>clear</i></b>");
    let source = document.node(b).as_element().unwrap().source().unwrap();
    assert_eq!(source.end_tag().unwrap().text(), "</b>");
    assert_eq!(
        document.node(custom).as_element().unwrap().source().unwrap().end_tag().unwrap().text(),
        "</x-y>"
    );

    assert_eq!(document.rename(b, "template"), Err(TreeError::TemplateRenamed { node: b }));
    assert_eq!(
        document.rename(template, "div"),
        Err(TreeError::TemplateRenamed { node: template })
    );
    document.rename(template, "template").unwrap();
    // In SVG it is a name like any other.
    document.rename(g, "template").unwrap();
    assert_eq!(
        document.rename(b, "a b"),
        Err(TreeError::InvalidElementName { name: "a b".to_owned() })
    );
    let text = document.node(b).first_child().unwrap().id();
    assert_eq!(document.rename(text, "b"), Err(TreeError::NotAnElement { node: text }));
    document.check_invariants().unwrap();
}
