//! Inserted, removed and moved nodes.

use consomme::AdjacentPosition::{AfterEnd, BeforeBegin};
use consomme::{Document, ParseOptions};

use super::{check, find, text};

#[test]
fn a_removed_element_takes_its_tags() {
    for (html, name, expected) in [
        ("<p>a<b x>c</b >d", "b", "<p>ad"),
        ("<p>a<br/>d", "br", "<p>ad"),
        ("<ul><li>a<p>b</ul>", "li", "<ul></ul>"),
        ("<ul>\n<p>a\n<li>b</ul>", "p", "<ul>\n<li>b</ul>"),
        ("x<table>\n<tr></table>y", "table", "xy"),
        ("x</br>y", "br", "xy"),
        ("<div>x<template><p>y</template>", "template", "<div>x"),
        ("<template><p>y</p>z</template>", "p", "<template>z</template>"),
        ("<svg><g/><a/></svg>", "g", "<svg><a/></svg>"),
    ] {
        check(html, |d| d.detach(find(d, name)).unwrap(), expected);
    }
    check(
        "<ul><li>a<li>b<li>c</ul>",
        |d| d.detach(d.node(text(d, "b")).parent().unwrap().id()).unwrap(),
        "<ul><li>a<li>c</ul>",
    );
    check(
        "<!-- c --><!doctype html><p>x",
        |d| d.detach(d.root().first_child().unwrap().id()).unwrap(),
        "<!doctype html><p>x",
    );
}

#[test]
fn what_a_removed_element_has_closed_gets_an_end_tag() {
    check("<p>a<div>b</div>c", |d| d.detach(find(d, "div")).unwrap(), "<p>a</p>c");
    check(
        "<ul><li>a<li>b</ul>",
        |d| d.set_outer_html(d.node(text(d, "b")).parent().unwrap().id(), "<!--c-->").unwrap(),
        "<ul><li>a</li><!--c--></ul>",
    );
}

#[test]
fn what_is_inserted_goes_between_what_stays() {
    let append = |name: &'static str, html: &'static str| {
        move |d: &mut Document| d.append_html(find(d, name), html).unwrap()
    };
    let prepend = |name: &'static str, html: &'static str| {
        move |d: &mut Document| d.prepend_html(find(d, name), html).unwrap()
    };
    check("<ul><li>a</ul>", append("ul", "<li>b"), "<ul><li>a<li>b</li></ul>");
    check("<ul><li>a</ul>", append("ul", "b"), "<ul><li>a</li>b</ul>");
    check("<p>a<div></div>", append("p", "<b>b</b>"), "<p>a<b>b</b><div></div>");
    check("<div><p>a</div>", append("div", "b"), "<div><p>a</p>b</div>");
    check("<p></p>", append("p", "a &amp; <b>"), "<p>a &amp; <b></b></p>");
    check("<svg><g/></svg>", append("g", "<a/>"), "<svg><g><a></a></g></svg>");
    check("<svg><g a=b /></svg>", prepend("g", "x"), "<svg><g a=b >x</g></svg>");
    check(
        "<table><tr><td>1</table>",
        append("tbody", "<tr><td>2"),
        "<table><tr><td>1<tr><td>2</td></tr></table>",
    );
    check(
        "<table><tr><td>1</table>",
        prepend("tbody", "<tr>"),
        "<table><tr></tr><tr><td>1</table>",
    );
    check(
        "<table><tr><td>1</table>",
        prepend("tbody", "<!--c-->"),
        "<table><tbody><!--c--><tr><td>1</table>",
    );
    check("<template>a</template>", append("template", "<tr>"), "<template>a<tr></tr></template>");
    check(
        "a<p>b",
        |d| d.insert_adjacent_html(find(d, "p"), BeforeBegin, "<hr>").unwrap(),
        "a<hr><p>b",
    );
    check("a<p>b", |d| d.insert_adjacent_html(find(d, "p"), AfterEnd, "c").unwrap(), "a<p>b</p>c");
}

#[test]
fn what_goes_to_the_end_of_the_body_goes_after_what_was_reopened() {
    let append =
        |html: &'static str| move |d: &mut Document| d.append_html(find(d, "body"), html).unwrap();
    check("<body>a</body></html>", append("<p>b"), "<body>a<p>b</p></body></html>");
    check("<body>a</body>\n</html>\n", append("<p>b"), "<body>a</body>\n</html>\n<p>b</p>");
    check("<body></body>", append("<p>b"), "<body><p>b</p></body>");
    check("", append("<p>b"), "<p>b</p>");
}

#[test]
fn what_goes_after_the_body_comes_after_its_end_tag() {
    let comment = |d: &mut Document, parent: &str| {
        let comment = d.create_comment("c").unwrap();
        let parent = if parent.is_empty() { d.root().id() } else { find(d, parent) };
        d.append(parent, comment).unwrap();
    };
    check("<body>a</body>", |d| comment(d, "html"), "<body>a</body><!--c-->");
    check("<p>a", |d| comment(d, "html"), "<p>a</p></body><!--c-->");
    check("<p>a", |d| comment(d, ""), "<p>a</p></body></html><!--c-->");
    check("<body>a</body>\n</html>\n", |d| comment(d, ""), "<body>a</body>\n</html>\n<!--c-->");
    check(
        "<body>a</body>\n</html>\n",
        |d| comment(d, "html"),
        "<body>a</body>\n</html>\n</body><!--c-->",
    );
    check("<body>a</body>\n", |d| comment(d, "html"), "<body>a</body>\n<!--c-->");
}

#[test]
fn what_comes_after_the_body_stays_where_it_is() {
    let last_comment = |d: &mut Document| {
        let mut all = d.root().children().chain(d.document_element().unwrap().as_node().children());
        let comment = all.rfind(|node| node.as_comment().is_some()).unwrap().id();
        d.detach(comment).unwrap();
    };
    for (html, expected) in [
        ("<p>a</p></body></html><!--c-->\n", "<p>a</p></body></html>\n"),
        ("<p>a</body></html>\n<!--c-->\n", "<p>a</body></html>\n\n"),
        ("<p>a</body>\n<!--c-->\n</html>", "<p>a</body>\n\n</html>"),
        ("<p>a</html><!--c-->b", "<p>a</html>b"),
    ] {
        check(html, last_comment, expected);
    }
    let all = |d: &mut Document| {
        let nodes = d.root().descendants().filter(|node| node.as_comment().is_some());
        for id in nodes.map(|node| node.id()).collect::<Vec<_>>() {
            d.detach(id).unwrap();
        }
    };
    check(
        "<!--1--><p>a<!--2--></p></body><!--3-->\n</html>\n<!--4-->\n",
        all,
        "<p>a</p></body>\n</html>\n\n",
    );
    let append = |d: &mut Document| d.append_html(find(d, "body"), "<p>b").unwrap();
    for (html, expected) in [
        ("<body>a</html>\n<!--c-->", "<body>a</html>\n<p>b</p></body></html><!--c-->"),
        ("<body>a</body>\n<!--c--></html>", "<body>a</body>\n<p>b</p></body><!--c--></html>"),
        ("<body>a</body><!--c-->\n</html>", "<body>a</body><!--c-->\n<p>b</p></html>"),
        ("<body>a</body></html><!--c-->", "<body>a<p>b</p></body></html><!--c-->"),
    ] {
        check(html, append, expected);
    }
    let set_text = |d: &mut Document| {
        let text = d.body().unwrap().as_node().last_child().unwrap().id();
        d.set_text(text, "new").unwrap();
    };
    check("<body>a\n</body>\n<!--c-->\n</html>\n", set_text, "<body>new</body><!--c--></html>");
    check(
        "<body><p></p></body>\n<!--c-->\n</html>\n",
        set_text,
        "<body><p></p></body>new</body><!--c--></html>",
    );
    check("<body><p></p></body>\n</html>\n", set_text, "<body><p></p></body>new</html>");
}

#[test]
fn what_goes_into_the_head_or_before_it_gets_the_tags_that_it_needs() {
    let prepend = |name: &'static str, html: &'static str| {
        move |d: &mut Document| d.prepend_html(find(d, name), html).unwrap()
    };
    check("<p>a", prepend("head", "<title>b</title>"), "<title>b</title><p>a");
    check("<p>a", prepend("head", "<!--b-->"), "<head><!--b--><p>a");
    check(
        "<title>a</title><p>b",
        prepend("body", "<!--c-->"),
        "<title>a</title><body><!--c--><p>b",
    );
    check("<title>a</title><p>b", prepend("body", "<b>c</b>"), "<title>a</title><b>c</b><p>b");
}

#[test]
fn a_moved_node_is_written_as_it_was() {
    check(
        "<div><P CLASS=x>a &amp; b</P></div><section></section>",
        |d| d.append(find(d, "section"), find(d, "p")).unwrap(),
        "<div></div><section><P CLASS=x>a &amp; b</P></section>",
    );
    check(
        "<ul><li>a</li><li>b</li></ul>",
        |d| d.append(find(d, "ul"), find(d, "li")).unwrap(),
        "<ul><li>b</li><li>a</li></ul>",
    );
}

#[test]
fn wrapping_and_unwrapping_write_what_is_needed() {
    check("a<b>c</b>d", |d| d.unwrap_element(find(d, "b")).unwrap(), "acd");
    check(
        "a<b>c</b>d",
        |d| {
            let i = d.create_element("i").unwrap();
            d.wrap_in(find(d, "b"), i).unwrap();
        },
        "a<i><b>c</b></i>d",
    );
}

#[test]
fn structure_that_the_parser_has_moved_is_written_anew_around_it() {
    check(
        "<div>a<b><p>x</b>y</p></div><hr>",
        |d| d.detach(text(d, "x")).unwrap(),
        "<div>a<b><p></b>y</p></div><hr>",
    );
    check(
        "<div><table>x<tr><td>y</table></div><hr>",
        |d| d.detach(find(d, "table")).unwrap(),
        "<div>x</div><hr>",
    );
    check(
        "<div><table>x<tr><td>y</table></div><hr>",
        |d| d.detach(text(d, "x")).unwrap(),
        "<div><table><tr><td>y</table></div><hr>",
    );
}

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
fn edits_survive_compacting_and_discarding() {
    check(
        "<p title='a &amp; b'>x &amp; y<i>z</i><b>w</b>",
        |d| {
            d.set_attr(find(d, "p"), "title", "c & d").unwrap();
            d.discard(find(d, "i")).unwrap();
            d.compact();
            d.set_text(text(d, "w"), "W & W").unwrap();
            d.compact();
        },
        "<p title='c &amp; d'>x &amp; y<b>W &amp; W</b>",
    );
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
