//! Editing as a user meets it.

use consomme::AdjacentPosition::{AfterBegin, AfterEnd, BeforeBegin, BeforeEnd};
use consomme::{
    AttributeNamespace, Document, Namespace, NodeId, NodeRef, ParseOptions, Revision, TreeError,
    parse_document, parse_fragment,
};
use consomme_test::tree::find;

fn page(html: &str) -> Document {
    parse_document(html.as_bytes(), &Default::default())
}

fn body(document: &Document) -> String {
    document.body().unwrap().inner_html()
}

/// Each rule of the DOM is an error of its own that names the nodes, and nothing has changed when
/// it is met.
#[test]
fn each_rule_of_the_dom_has_an_error_that_names_the_nodes() {
    let mut document = page("<!DOCTYPE html><p>x</p><template><i></i></template>");
    let root = document.root().id();
    let doctype = document.root().first_child().unwrap().id();
    let [html, p, template] = ["html", "p", "template"].map(|name| find(&document, name));
    let text = document.node(p).first_child().unwrap().id();
    let contents = document.node(template).as_element().unwrap().template_contents().unwrap();
    let (i, contents) = (contents.first_child().unwrap().id(), contents.id());
    let comment = document.create_comment("c").unwrap();
    document.insert_before(doctype, comment).unwrap();
    let other_html = document.create_element("html").unwrap();
    let other_doctype = document.create_doctype("html", "", "").unwrap();
    let two = document.create_document_fragment().unwrap();
    document.set_inner_html(two, "<p></p><p></p>").unwrap();
    let before = document.inner_html();

    let refused = |document: &mut Document, parent, node, expected: TreeError| {
        assert_eq!(document.append(parent, node), Err(expected.clone()), "{expected}");
    };
    let d = &mut document;
    refused(d, text, p, TreeError::NotAParent { parent: text, node: p });
    refused(d, doctype, p, TreeError::NotAParent { parent: doctype, node: p });
    refused(d, p, p, TreeError::Cycle { parent: p, node: p });
    refused(d, p, html, TreeError::Cycle { parent: p, node: html });
    refused(d, i, template, TreeError::Cycle { parent: i, node: template });
    refused(d, i, contents, TreeError::Cycle { parent: i, node: contents });
    refused(d, p, root, TreeError::Cycle { parent: p, node: root });
    refused(d, other_html, root, TreeError::DocumentAsChild { parent: other_html, node: root });
    refused(d, root, text, TreeError::TextInDocument { parent: root, node: text });
    refused(d, p, doctype, TreeError::DoctypeOutsideDocument { parent: p, node: doctype });
    refused(d, root, other_html, TreeError::SecondElement { parent: root, node: other_html });
    refused(d, root, html, TreeError::SecondElement { parent: root, node: html });
    refused(d, root, other_doctype, TreeError::SecondDoctype { parent: root, node: other_doctype });
    refused(d, root, two, TreeError::SecondElement { parent: root, node: two });
    assert_eq!(d.inner_html(), before);

    d.detach(doctype).unwrap();
    refused(
        d,
        root,
        other_doctype,
        TreeError::DoctypeAfterElement { parent: root, node: other_doctype },
    );
    d.insert_before(html, other_doctype).unwrap();
    d.detach(html).unwrap();
    let error = TreeError::ElementBeforeDoctype { parent: root, node: html };
    assert_eq!(d.insert_before(comment, html), Err(error));
    d.append(root, html).unwrap();
    assert_eq!(d.insert_before(root, p), Err(TreeError::NoParent { node: root }));
    assert_eq!(d.insert_after(contents, p), Err(TreeError::NoParent { node: contents }));
    assert_eq!(d.replace_with(other_html, p), Err(TreeError::NoParent { node: other_html }));
    assert_eq!(d.unwrap_element(text), Err(TreeError::NotAnElement { node: text }));
    assert_eq!(d.discard(contents), Err(TreeError::RootDiscarded { node: contents }));
    assert_eq!(d.set_text(root, "x"), Err(TreeError::NoText { node: root }));
    assert_eq!(d.clone_node(root), Err(TreeError::DocumentCopied { node: root }));
    let message = TreeError::Cycle { parent: p, node: html }.to_string();
    assert!(message.contains(&format!("node {html} ")) && message.contains(&format!("node {p}")));
    d.check_invariants().unwrap();
}

/// A message names the nodes as they are, without the numbers that mean nothing to a reader.
#[test]
fn a_message_quotes_the_nodes() {
    let mut d = parse_fragment("div", "<p class=hot><b>Broth</b></p><template></template>");
    let p = find(&d, "p");
    let b = find(&d, "b");
    let text = d.node(b).first_child().unwrap().id();
    let long = d.create_comment(&"\u{1B}[2J ".repeat(20)).unwrap();
    let template = d.node(find(&d, "template")).as_element().unwrap();
    let contents = template.template_contents().unwrap().id();
    let root = d.root().id();
    let gone = d.create_text("gone").unwrap();
    d.discard(gone).unwrap();
    let rows = [
        (
            d.append(b, p),
            "cannot insert `<p class=\"hot\">` into `<b>`, which is the node itself or a descendant \
             of it",
        ),
        (
            d.append(text, p),
            "cannot insert `<p class=\"hot\">` into `\"Broth\"`, which cannot have children",
        ),
        (d.set_attr(text, "a", ""), "`\"Broth\"` is not an element"),
        (d.replace_with(root, p), "a document fragment has no parent"),
        (d.discard(contents), "a document fragment cannot be discarded: it is a root"),
        (d.set_attr(p, "a b", ""), "\"a b\" is not a valid name for this attribute"),
    ];
    for (result, message) in rows {
        assert_eq!(result.unwrap_err().message(&d), message);
    }
    let error = d.append(long, p).unwrap_err().message(&d);
    assert!(error.contains("into `<!--\\u{1b}[2J \\u{1b}[2J") && error.contains("…`"), "{error}");
    assert!(error.chars().all(|c| !c.is_control()) && error.len() < 250, "{error}");
    let error = d.append(p, gone).unwrap_err();
    assert_eq!(error.message(&d), error.to_string());
    // Another document does not have the nodes.
    let error = d.append(b, p).unwrap_err();
    assert_eq!(error.message(&parse_fragment("div", "")), error.to_string());
    let page = page("");
    let root = page.root().id();
    let mut page = page;
    assert_eq!(
        page.clone_node(root).unwrap_err().message(&page),
        "the document cannot be copied as a node: clone the document instead"
    );
}

/// Names that would be read back as something else are refused, each with the given name.
#[test]
fn names_that_are_none_are_refused() {
    let mut document = page("<p>");
    let p = find(&document, "p");
    let name = || "a b".to_owned();
    assert_eq!(document.create_element("a b"), Err(TreeError::InvalidElementName { name: name() }));
    let invalid = Err(TreeError::InvalidAttributeName { name: name() });
    assert_eq!(document.set_attr(p, "a b", ""), invalid);
    assert_eq!(
        document.create_doctype("a b", "", ""),
        Err(TreeError::InvalidDoctypeName { name: name() })
    );
    let text = TreeError::InvalidProcessingInstruction { text: name() };
    assert_eq!(document.create_processing_instruction("a b", ""), Err(text));
    let text = TreeError::InvalidProcessingInstruction { text: "a?>".to_owned() };
    assert_eq!(document.create_processing_instruction("a", "a?>"), Err(text));
    assert_eq!(document.add_class(p, "a b"), Err(TreeError::InvalidClass { class: name() }));
    assert_eq!(body(&document), "<p></p>");
}

/// A node that is moved to where it already is stays there: it cannot be its own next sibling.
#[test]
fn putting_a_node_beside_itself_changes_nothing() {
    let mut document = parse_fragment("div", "<a></a><b></b><i></i>");
    let [a, b, i] = ["a", "b", "i"].map(|name| find(&document, name));
    let root = document.root().id();
    document.insert_before(b, b).unwrap();
    document.insert_after(b, b).unwrap();
    document.replace_with(b, b).unwrap();
    document.prepend(root, a).unwrap();
    document.append(root, i).unwrap();
    document.insert_after(a, b).unwrap();
    assert_eq!(document.inner_html(), "<a></a><b></b><i></i>");
    document.replace_with(a, b).unwrap();
    assert_eq!(document.inner_html(), "<b></b><i></i>");
}

/// A wrapper may come from below the node that it wraps, and from anywhere but above it.
#[test]
fn a_node_is_wrapped_by_any_element_that_is_not_above_it() {
    let mut document = page("<div><p>1<b>2</b></p></div>");
    let [div, p, b] = ["div", "p", "b"].map(|name| find(&document, name));
    assert_eq!(document.wrap_in(p, div), Err(TreeError::Cycle { parent: div, node: div }));
    assert_eq!(document.wrap_in(p, p), Err(TreeError::Cycle { parent: p, node: p }));
    document.wrap_in(p, b).unwrap();
    assert_eq!(body(&document), "<div><b>2<p>1</p></b></div>");
    document.unwrap_element(b).unwrap();
    document.unwrap_element(div).unwrap();
    assert_eq!(body(&document), "2<p>1</p>");
    // The document keeps one element.
    let html = find(&document, "html");
    let root = document.root().id();
    assert_eq!(
        document.unwrap_element(html),
        Err(TreeError::SecondElement { parent: root, node: html })
    );
    let x = document.create_element("x-root").unwrap();
    document.wrap_in(html, x).unwrap();
    document.unwrap_element(x).unwrap();
    assert_eq!(document.document_element().unwrap().id(), html);
}

/// Template contents are a tree of their own, in which HTML is put where scripts would find it.
#[test]
fn templates_keep_their_contents_apart() {
    let mut document = parse_fragment("div", "<template>x</template>");
    let template = find(&document, "template");
    document.set_inner_html(template, "<tr><td>1").unwrap();
    let contents = document.node(template).as_element().unwrap().template_contents().unwrap();
    assert_eq!(contents.first_element_child().unwrap().name(), "tr");
    let contents = contents.id();
    document.set_inner_html(contents, "<td>2").unwrap();
    assert_eq!(document.inner_html(), "<template><td>2</td></template>");
    let copy = document.clone_node(template).unwrap();
    let shallow = document.clone_shallow(template).unwrap();
    document.append(document.root().id(), shallow).unwrap();
    document.append(document.root().id(), copy).unwrap();
    // Putting the contents somewhere puts its children there.
    document.append(document.root().id(), contents).unwrap();
    let expected =
        "<template></template><template></template><template><td>2</td></template><td>2</td>";
    assert_eq!(document.inner_html(), expected);
    document.check_invariants().unwrap();
}

/// HTML is parsed for the place where it goes, by the revision and in the mode of the document.
#[test]
fn html_is_parsed_as_the_document_was() {
    let mut quirks = page("<p>");
    let p = find(&quirks, "p");
    quirks.set_inner_html(p, "<table>").unwrap();
    assert_eq!(body(&quirks), "<p><table></table></p>");
    quirks.insert_adjacent_html(p, BeforeBegin, "<p><table>").unwrap();
    assert_eq!(body(&quirks), "<p><table></table></p><p><table></table></p>");
    let options = ParseOptions::new().revision(Revision::Snapshot2024).scripting(true);
    let mut old = options.parse_str("<!DOCTYPE html><p>");
    let p = find(&old, "p");
    old.set_inner_html(p, "<?x?><noscript><b>").unwrap();
    assert_eq!(old.node(p).first_child().unwrap().as_comment(), Some("?x?"));
    assert!(old.node(p).descendant_elements().all(|element| element.name() != "b"));
    old.insert_adjacent_html(p, AfterEnd, "<p><table>").unwrap();
    assert_eq!(old.body().unwrap().child_elements().count(), 3, "no table in a p");
    // Nothing can be put beside the document element.
    let html = find(&old, "html");
    assert_eq!(
        old.insert_adjacent_html(html, AfterEnd, "x"),
        Err(TreeError::NoParent { node: html })
    );
    assert_eq!(old.set_outer_html(html, "x"), Err(TreeError::NoParent { node: html }));
    old.insert_adjacent_html(html, BeforeEnd, "<title>x").unwrap();
    assert_eq!(old.document_element().unwrap().last_element_child().unwrap().name(), "title");
}

/// A limit that acts while HTML is put into a document is not passed over in silence.
#[test]
fn limits_that_act_later_are_reported() {
    let mut document = page("<p>");
    let p = find(&document, "p");
    assert!(!document.limits_hit().any());
    document.set_inner_html(p, &"<i>".repeat(1000)).unwrap();
    assert!(document.limits_hit().depth);
}

/// Names that no table knows have other numbers in every document, and text lies elsewhere.
#[test]
fn copies_between_documents_bring_all_they_need() {
    let html = "<x-a data-b='1 &amp; 2' xml:lang=x><svg xlink:href=#a viewBox=1><desc>t&lt;</desc></svg>\
                <!--c--><?t d?></x-a><template><x-c></x-c></template>";
    let from = parse_fragment("div", html);
    let mut to = parse_fragment("div", "<y-a data-z><y-b>");
    let copy = to.import_node(from.root()).unwrap();
    let y = find(&to, "y-b");
    to.append(y, copy).unwrap();
    assert_eq!(to.node(y).inner_html(), from.inner_html());
    let mut page = page("<!DOCTYPE html PUBLIC \"p\" \"s\">");
    let doctype = page.doctype().unwrap().as_node().id();
    let mut empty = Document::new();
    let adopted = empty.adopt_node(&mut page, doctype).unwrap();
    empty.append(empty.root().id(), adopted).unwrap();
    let doctype = empty.doctype().unwrap();
    assert_eq!((doctype.name(), doctype.public_id(), doctype.system_id()), ("html", "p", "s"));
    assert!(page.doctype().is_none());
}

/// A `select` mirrors its option only while parsing: later edits are the user's alone.
#[test]
fn editing_a_select_mirrors_nothing() {
    let html = "<select><button><selectedcontent></selectedcontent></button><option>1<option selected>2</select>";
    let mut document = page(html);
    let mirror = find(&document, "selectedcontent");
    assert_eq!(document.node(mirror).text_content(), "2");
    let select = find(&document, "select");
    let option = document.node(select).last_element_child().unwrap().id();
    document.set_text(option, "3").unwrap();
    document.insert_adjacent_html(select, BeforeEnd, "<option selected>4").unwrap();
    document.detach(option).unwrap();
    assert_eq!(document.node(mirror).text_content(), "2");
    document.check_invariants().unwrap();
}

/// Ids outlive whatever happens to other nodes, and a walk by id goes on while the tree changes.
#[test]
fn a_walk_by_id_goes_on_while_the_tree_changes() {
    let mut document = page("<p>1<font>2<font>3</font></font></p><font>4</font>");
    let mut next = Some(document.root().id());
    while let Some(id) = next {
        let node = document.node(id);
        next = node.next_in_order().map(NodeRef::id);
        if node.as_element().is_some_and(|element| element.name() == "font") {
            document.unwrap_element(id).unwrap();
        }
    }
    assert_eq!(body(&document), "<p>123</p>4");
    let ids: Vec<NodeId> = document.descendants().map(NodeRef::id).collect();
    for id in &ids {
        document.detach(*id).unwrap();
    }
    assert_eq!(document.inner_html(), "");
    assert!(ids.iter().all(|id| document.get(*id).is_some()));
}

/// Attributes are found as scripts find them: by qualified name, small for HTML.
#[test]
fn attributes_are_set_by_qualified_name() {
    let mut document = parse_fragment("div", "<p><svg xlink:href=#a viewbox=1>");
    let [p, svg] = ["p", "svg"].map(|name| find(&document, name));
    document.set_attr(p, "ID", "x").unwrap();
    document.set_attr(svg, "xlink:href", "#b").unwrap();
    document.set_attr(svg, "viewbox", "2").unwrap();
    assert_eq!(
        document.node(svg).as_element().unwrap().attr_ns(AttributeNamespace::XLink, "href"),
        Some("#b")
    );
    let expected = "<p id=\"x\"><svg xlink:href=\"#b\" viewBox=\"1\" viewbox=\"2\"></svg></p>";
    assert_eq!(document.inner_html(), expected);
    document.set_attr_ns(svg, AttributeNamespace::Xmlns, "xmlns", Namespace::Svg.url()).unwrap();
    assert!(document.remove_attr(svg, "xmlns").unwrap());
    assert!(document.remove_attr_ns(svg, AttributeNamespace::XLink, "href").unwrap());
    assert!(!document.remove_attr(svg, "VIEWBOX").unwrap());
    let invalid = |name: &str| Err(TreeError::InvalidAttributeName { name: name.to_owned() });
    assert_eq!(document.set_attr_ns(svg, AttributeNamespace::Xmlns, "x", ""), invalid("x"));
    assert_eq!(document.set_attr_ns(svg, AttributeNamespace::None, "xmlns", ""), invalid("xmlns"));
}

/// Classes are words; in quirks mode they are found whatever their case, but changed exactly.
#[test]
fn an_element_is_created_with_its_attributes() {
    let mut document = parse_fragment("div", "<p>");
    let p = document.root().first_child().unwrap().id();
    let pairs = vec![("HREF".to_owned(), "/a".to_owned()), ("title".to_owned(), String::new())];
    let a = document.append_element_with(p, "A", pairs).unwrap();
    document.append_element_with(a, "img", [("src", "1"), ("alt", ""), ("src", "2")]).unwrap();
    let none: [(&str, &str); 0] = [];
    document.append_element_with(a, "br", none).unwrap();
    assert_eq!(
        document.inner_html(),
        "<p><a href=\"/a\" title=\"\"><img src=\"2\" alt=\"\"><br></a></p>",
        "the last of two values counts"
    );
    // A wrong name or parent creates no node.
    let nodes = document.index_bound();
    let wrong = document.create_element_with("p", [("a", "1"), ("b ", "2")]).unwrap_err();
    assert_eq!(wrong, TreeError::InvalidAttributeName { name: "b ".to_owned() });
    assert!(document.create_element_with("1", [("a", "1")]).is_err());
    let text = document.append_text(p, "x").unwrap();
    assert!(document.append_element_with(text, "p", [("a", "1")]).is_err());
    assert!(document.get(text).is_some() && document.index_bound() > nodes);
    assert_eq!(document.descendants().count(), 5);
    document.check_invariants().unwrap();
}

#[test]
fn classes_are_words() {
    let mut document = page("<p class=' a\tA\n a '>");
    let p = find(&document, "p");
    let element = document.node(p).as_element().unwrap();
    assert_eq!(element.classes().rev().collect::<Vec<_>>(), ["a", "A", "a"]);
    assert!(element.has_class("A") && !element.has_class("") && !element.has_class("a A"));
    document.add_class(p, "A").unwrap();
    document.remove_class(p, "a").unwrap();
    assert_eq!(body(&document), "<p class=\"A\"></p>");
    let element = document.node(p).as_element().unwrap();
    assert!(element.has_class("a"), "quirks mode");
    let standard = page("<!DOCTYPE html><p class=A>");
    assert!(!standard.node(find(&standard, "p")).as_element().unwrap().has_class("a"));
}

/// An empty document can become anything that a parsed one is.
#[test]
fn a_document_is_built_from_nothing() {
    let mut document = Document::default();
    assert!(
        document.document_element().is_none()
            && document.title().is_none()
            && document.body().is_none()
    );
    let root = document.root().id();
    let html = document.create_element("HTML").unwrap();
    let body = document.create_element("body").unwrap();
    document.append(root, html).unwrap();
    document.append(html, body).unwrap();
    document.insert_adjacent_html(body, AfterBegin, "<p>1<p>2").unwrap();
    let comment = document.create_comment(" c ").unwrap();
    document.append(root, comment).unwrap();
    assert_eq!(document.inner_html(), "<html><body><p>1</p><p>2</p></body></html><!-- c -->");
    document.remove_children(root).unwrap();
    assert_eq!(document.inner_html(), "");
}
