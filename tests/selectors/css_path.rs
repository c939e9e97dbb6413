//! Paths of elements: each selects its element and nothing else.

use consomme::{Document, NodeRef, ParseOptions, QuirksMode};

/// Checks the path of each element below a root, and in the templates there.
fn check(root: NodeRef<'_>) -> usize {
    let mut checked = 0;
    for element in root.descendant_elements() {
        let path = element.css_path();
        let found: Vec<_> = root.select(&path).unwrap().collect();
        assert_eq!(found, [element], "{path}");
        checked += 1 + element.template_contents().map_or(0, check);
        checked += element.shadow_root().map_or(0, |shadow| check(shadow.as_node()));
    }
    checked
}

fn document(html: &str) -> Document {
    ParseOptions::new().declarative_shadow_roots(true).parse_str(html)
}

#[test]
fn a_path_selects_its_element_and_no_other() {
    let pages = [
        "<!DOCTYPE html><ul><li>1<li><b>2</b><ul><li>3</ul></ul>",
        "<!DOCTYPE html><p id=a><b id=b></b><p id=b><b></b><p id=A><i>",
        // Quirks mode: the case of ids makes no difference.
        "<p id=a><b></b><p id=A><b></b><p id=c><b>",
        "<!DOCTYPE html><p id='a b'><b></b><p id=1><b></b><p id=''><i></i><p id=é><u></u><p id=-x><s>",
        "<!DOCTYPE html><svg><a><linearGradient></linearGradient></a><A></A><foreignObject><a></a><p>",
        "<!DOCTYPE html><math><mi></mi><mi>1</mi><annotation-xml encoding=text/html><p>",
        "<!DOCTYPE html><x:y><a.b></a.b></x:y><x-é><b></b></x-é><x\"y><b></b>",
        "<!DOCTYPE html><template id=t><p>1<p>2<template><p id=t></template></template><div id=t>",
        "<!DOCTYPE html><div id=h><template shadowrootmode=open><p>1<p id=h><b></b></template><p><b>",
        "<!DOCTYPE html><frameset><frame><frame>",
    ];
    for html in pages {
        let document = document(html);
        assert!(check(document.root()) > 3, "{html}");
    }
    assert_eq!(document(pages[2]).quirks_mode(), QuirksMode::Quirks);
}

#[test]
fn paths_of_fragments_and_edited_trees_select_their_element() {
    let mut fragment = consomme::parse_fragment("div", "<p>1<p>2<div><p>3</div>");
    assert!(check(fragment.root()) == 4);
    let last = fragment.root().last_child().unwrap().id();
    // Parsing gives no `html` in a `div`.
    let html = fragment.create_element("html").unwrap();
    fragment.append(last, html).unwrap();
    fragment.append_html(html, "<p>4<body>").unwrap();
    assert!(check(fragment.root()) > 5);

    let mut page = consomme::parse_str("<p>");
    let body = page.body().unwrap().id();
    let html = page.create_element("html").unwrap();
    page.append(body, html).unwrap();
    let inner = page.create_element("body").unwrap();
    page.append(html, inner).unwrap();
    page.append_html(inner, "<p>1<p>2").unwrap();
    assert_eq!(check(page.root()), 8);
    page.detach(html).unwrap();
    assert_eq!(check(page.node(html)), 3);
}

#[test]
fn a_path_is_short_and_readable() {
    let page = document(
        "<!DOCTYPE html><main><h1>Soups</h1><p>1<p><a>2</a></main><div id=x><b><i></i></b></div>",
    );
    let path = |name: &str| {
        page.descendant_elements().find(|element| element.name() == name).unwrap().css_path()
    };
    assert_eq!(path("html"), ":root");
    assert_eq!(path("h1"), ":root > body > main > h1");
    assert_eq!(path("a"), ":root > body > main > p:nth-child(3) > a");
    assert_eq!(path("div"), "#x");
    assert_eq!(path("i"), "#x > b > i");
}
