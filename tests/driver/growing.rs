//! The document between two steps.

use consomme::driver::{Driver, Step};
use consomme::{Document, Hints, NodeId, ParseOptions, parse_str};

use super::{Documents, at_script, driver, finish, options, script, write};

/// The first element of that name.
fn find(driver: &mut Documents, name: &str) -> NodeId {
    let document = driver.document();
    let found = document.descendant_elements().find(|element| element.name() == name);
    found.unwrap().id()
}

#[test]
fn what_the_parser_holds_includes_formatting_elements_and_running_scripts() {
    let mut driver = driver("<form><p><b>a</p><script></script>");
    let running = script(driver.step()).element;
    let (form, bold) = (find(&mut driver, "form"), find(&mut driver, "b"));
    let held: Vec<NodeId> = driver.held_handles().collect();
    assert!([running, form, bold].iter().all(|id| held.contains(id)), "{held:?}");
}

#[test]
fn an_element_that_was_detached_is_still_parsed_into() {
    let mut driver = at_script("<div><p><script></script>a</p>b</div>c");
    let paragraph = find(&mut driver, "p");
    driver.document().detach(paragraph).unwrap();
    assert_eq!(driver.end_script(), Step::Finished);
    let document = driver.finish_document();
    assert_eq!(document.body().unwrap().inner_html(), "<div>b</div>c");
    assert_eq!(document.node(paragraph).text_content(), "a");
}

#[test]
fn a_text_that_is_changed_before_more_of_it_comes_has_a_source_for_the_rest() {
    let mut driver = Driver::new(&options().positions(true), &Hints::new());
    driver.feed_str("<p>a&amp;");
    driver.step();
    let paragraph = find(&mut driver, "p");
    let text = driver.document().node(paragraph).last_child().unwrap().id();
    for changed in [false, true] {
        if changed {
            driver.document().set_text(text, "z").unwrap();
        }
        driver.feed_str("b&lt;c");
        driver.step();
        assert_eq!(driver.document().node(text).text_span(0..1), None, "while it grows");
    }
    let document = driver.finish_document();
    let text = document.node(text);
    assert_eq!(text.as_text(), Some("zb<c"));
    let span = |range| text.text_span(range).map(|span| span.text());
    assert_eq!([span(0..1), span(1..3), span(0..2)], [None, Some("b&lt;"), None]);
    assert_eq!(text.text_span(1..4).unwrap().range(), 15..21);
}

#[test]
fn the_whole_body_can_be_removed_and_the_parse_goes_on() {
    let mut driver = at_script("<div><table><tr><td><b>a<script></script>b</table>c<p>d");
    let html = driver.document().document_element().unwrap().id();
    driver.document().remove_children(html).unwrap();
    assert_eq!(driver.end_script(), Step::Finished);
    let document = driver.finish_document();
    document.check_invariants().unwrap();
    assert_eq!(document.inner_html(), "<html></html>");
}

#[test]
fn nodes_in_front_of_a_table_can_be_moved_while_text_is_foster_parented() {
    let mut driver = at_script("<div><table>a<script></script>b<tr>c");
    let (div, table) = (find(&mut driver, "div"), find(&mut driver, "table"));
    driver.document().detach(table).unwrap();
    write(&mut driver, "x<i>y");
    driver.document().append(div, table).unwrap();
    driver.end_script();
    driver.finish_document().check_invariants().unwrap();
}

/// Ids stay valid while the parser holds them, so no node goes away for good.
#[test]
fn nodes_that_the_parser_holds_cannot_be_discarded() {
    let mut driver = at_script("<p><b>a<script></script>c");
    let bold = find(&mut driver, "b");
    let _ = driver.document().discard(bold);
    driver.document().compact();
    assert!(driver.document().get(bold).is_some());
    write(&mut driver, "b");
    driver.end_script();
    driver.finish_document().check_invariants().unwrap();
}

/// A document that is put in the place of the one that grows is not parsed into: the parse is over.
#[test]
fn a_document_that_is_replaced_ends_the_parse() {
    let replace: [fn(&mut Documents); 4] = [
        |driver| *driver.document() = Document::new(),
        |driver| *driver.document() = options().parse_str("<p><b>other<script></script>"),
        |driver| {
            let clone = driver.document().clone();
            *driver.document() = clone;
        },
        |driver| {
            let mut other = at_script("<i>other<script></script>");
            std::mem::swap(&mut *driver.document(), &mut *other.document());
            other.end_script();
            other.finish_document().check_invariants().unwrap();
        },
    ];
    for replace in replace {
        let mut driver = at_script("<p><b>a<script></script>c");
        replace(&mut driver);
        let _ = driver.write("<i>b");
        driver.end_script();
        assert_eq!(driver.step(), Step::Finished);
        driver.finish_document().check_invariants().unwrap();
    }
}

/// A copy of a document that grows is a document like any other.
#[test]
fn a_clone_of_a_document_that_grows_is_independent() {
    let mut driver = at_script("<p><b>a<script></script>c");
    let mut clone = driver.document().clone();
    let bold = find(&mut driver, "b");
    clone.discard(bold).unwrap();
    clone.compact();
    clone.check_invariants().unwrap();
    assert_eq!(finish(driver), "<p><b>ac</b></p>");
}

#[test]
fn a_driven_parse_makes_the_same_document_as_one_that_is_not() {
    let page = "<!DOCTYPE html><title>Soup</title><p class=a>Broth &amp; <b>bread</p><table>x<tr>";
    let mut driver = driver(page);
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    let parsed = options().parse_str(page);
    assert_eq!(document.inner_html(), parsed.inner_html());
    assert_eq!(document.source(), parsed.source());
    assert_eq!(document.quirks_mode(), parsed.quirks_mode());
}

/// "If it is not possible to insert element at the adjusted insertion location", because the
/// document has an element already, "then it is dropped on the floor".
///
/// <https://html.spec.whatwg.org/#insert-an-element-at-the-adjusted-insertion-location>
#[test]
fn an_element_that_was_put_into_the_document_first_stays_its_only_one() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.feed_str("<!--a-->");
    assert_eq!(driver.step(), Step::NeedsInput);
    let mut document = driver.document();
    let element = document.create_element("soup").unwrap();
    let root = document.root().id();
    document.append(root, element).unwrap();
    drop(document);
    driver.feed_str("<!DOCTYPE html><html><p>b</html><!--c-->");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    document.check_invariants().unwrap();
    assert_eq!(document.inner_html(), "<!--a--><soup></soup><!--c-->");
}

#[test]
fn a_doctype_that_was_put_into_the_document_first_stays_its_only_one() {
    let mut driver = Driver::new(&options(), &Hints::new());
    let mut document = driver.document();
    let doctype = document.create_doctype("soup", "", "").unwrap();
    let root = document.root().id();
    document.append(root, doctype).unwrap();
    drop(document);
    driver.feed_str("<!DOCTYPE html><p>a");
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    document.check_invariants().unwrap();
    assert!(document.inner_html().starts_with("<!DOCTYPE soup><html>"));
}

/// "If the adjusted insertion location is in a Document node, then return": a document has no text.
///
/// <https://html.spec.whatwg.org/#insert-a-character>
#[test]
fn what_is_foster_parented_out_of_the_document_is_dropped() {
    let mut driver = at_script("<p><table><tr><td>a<script></script>b<tr>c<i>d</i><td>e");
    let (html, table) = (find(&mut driver, "html"), find(&mut driver, "table"));
    let mut document = driver.document();
    let root = document.root().id();
    document.detach(html).unwrap();
    document.append(root, table).unwrap();
    drop(document);
    driver.end_script();
    let document = driver.finish_document();
    document.check_invariants().unwrap();
    assert!(document.root().children().all(|child| child.as_text().is_none()));
    assert_eq!(document.root().children().count(), 1);
    assert!(document.inner_html().starts_with("<table>"), "{}", document.inner_html());
}

/// The texts of the body's children that are text nodes.
fn texts_of_body(driver: Documents) -> Vec<String> {
    let mut driver = driver;
    assert_eq!(driver.end_script(), Step::Finished);
    let document = driver.finish_document();
    let children = document.body().unwrap().children();
    children.filter_map(|node| node.as_text().map(str::to_owned)).collect()
}

/// A row of the standard's table of Text node counts; `tests/data/scripts/growing.txt` has others.
///
/// <https://html.spec.whatwg.org/#insert-a-character>
#[test]
fn characters_go_to_the_text_node_that_a_script_has_moved_before_them() {
    // The script moves its own text to the end of the body.
    let mut driver = at_script("<body>A<script>x</script>C");
    let script = find(&mut driver, "script");
    let mut document = driver.document();
    let text = document.node(script).first_child().unwrap().id();
    let body = document.body().unwrap().id();
    document.set_text(text, "B").unwrap();
    document.append(body, text).unwrap();
    drop(document);
    assert_eq!(texts_of_body(driver), ["A", "BC"]);
}

/// "The execution of scripts that are moving across multiple documents": an element that was copied
/// to another document and removed here is still parsed into.
///
/// <https://html.spec.whatwg.org/#the-execution-of-scripts-that-are-moving-across-multiple-documents>
#[test]
fn an_element_cannot_leave_for_another_document_but_a_copy_can() {
    let mut driver = at_script("<div id=a><script></script>b</div>c");
    let div = find(&mut driver, "div");
    let mut other = consomme::parse_str("");
    let mut document = driver.document();
    assert_eq!(
        other.adopt_node(&mut document, div),
        Err(consomme::TreeError::DocumentIsGrowing { node: div })
    );
    let copy = other.import_node(document.node(div)).unwrap();
    document.detach(div).unwrap();
    drop(document);
    assert_eq!(driver.end_script(), Step::Finished);
    let document = driver.finish_document();
    assert_eq!(document.body().unwrap().inner_html(), "c");
    assert_eq!(document.node(div).text_content(), "b");
    assert_eq!(other.node(copy).text_content(), "");
}

/// Copies made before an edit are copied again as parsed, not as edited.
#[test]
fn copies_of_formatting_elements_are_cloned_as_parsed() {
    let mut driver = driver("<div><a><script></script><b class=x><p></a><script></script></div>y");
    script(driver.step());
    let a = find(&mut driver, "a");
    driver.document().set_attr(a, "id", "a").unwrap();
    script(driver.end_script());
    let mut document = driver.document();
    let elements = document.descendant_elements().filter(|element| element.name() == "b");
    let bold: Vec<NodeId> = elements.map(|element| element.id()).collect();
    for b in bold {
        document.set_attr(b, "class", "edited").unwrap();
    }
    drop(document);
    driver.end_script();
    let html = finish(driver);
    assert!(html.ends_with("<b class=\"x\">y</b>"), "{html}");
}

/// A text that is being parsed makes room for the texts of edits, and leaves no copy in the tail.
#[test]
fn edits_while_a_value_is_written_piece_by_piece_take_linear_memory() {
    let mut driver = at_script("<p>a<script></script>c");
    let p = find(&mut driver, "p");
    write(&mut driver, "<i title='");
    for i in 0..1000 {
        write(&mut driver, "&amp;");
        driver.document().set_attr(p, "title", &i.to_string()).unwrap();
        assert_eq!(driver.speculate().count(), 0);
    }
    let texts = format!("{:?}", driver.strings()).len();
    // Keeping a copy of each value would take half a million.
    assert!(texts < 200_000, "{texts}");
    write(&mut driver, "'>b");
    let html = finish(driver);
    let value = "&amp;".repeat(1000);
    assert_eq!(html, format!(r#"<p title="999">a<i title="{value}">bc</i></p>"#));
}

/// A token that is half read keeps the texts of it that are complete, wherever an edit comes.
#[test]
fn edits_in_the_middle_of_a_token_leave_its_texts_alone() {
    let page = "<!DOCTYPE html PUBLIC '\0a' '\0b' ><p><b title='&amp;1' \0=\0 \n/ id=\"&lt;2\" x >\
                &amp;<!--\0-->\0<?\0a \0 ?></b  \0=\0 >";
    let whole = parse_str(page);
    for (cut, _) in page.char_indices() {
        let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
        driver.feed_str(&page[..cut]);
        assert_eq!(driver.step(), Step::NeedsInput);
        driver.document().create_text("edited").unwrap();
        driver.feed_str(&page[cut..]);
        driver.end();
        assert_eq!(driver.step(), Step::Finished);
        let document = driver.finish_document();
        document.check_invariants().unwrap();
        assert_eq!(document.to_string(), whole.to_string(), "cut at {cut}");
        assert_eq!(format!("{:?}", document.doctype()), format!("{:?}", whole.doctype()));
    }
}

/// A document that is lent to be edited in the middle of an element is parsed on as before.
#[test]
fn what_is_known_about_the_tree_is_found_again_after_an_edit() {
    let pages = [
        "<select><button><selectedcontent></selectedcontent></button><script></script><option>a<option>b",
        "<select><button><selectedcontent></selectedcontent></button><option>a<script></script><option selected>b",
        "<select><option>a<script></script><option>b</option><button><selectedcontent></selectedcontent></button>",
        "<select multiple><button><selectedcontent></selectedcontent></button><script></script><option>a",
        "<select><option>a<selectedcontent></selectedcontent><script></script><selectedcontent></selectedcontent>",
        "<div><?start name='x'>a<?end>b</div><script></script><template for=x>c</template>",
        "<div><?marker name='x'>a<?marker name='x'>b<script></script></div><template for=x>c</template>",
    ];
    for page in pages {
        let mut untouched = at_script(page);
        untouched.end_script();
        let mut edited = at_script(page);
        let head = find(&mut edited, "head");
        edited.document().set_attr(head, "id", "h").unwrap();
        edited.end_script();
        assert_eq!(finish(edited), finish(untouched), "{page}");
    }
}

/// Nodes that edits have inserted count like parsed ones.
#[test]
fn a_marker_of_an_edit_is_found() {
    let mut driver = at_script("<div></div><script></script><template for=x>c</template>");
    let div = find(&mut driver, "div");
    driver.document().set_inner_html(div, "<?start name='x'>b<?end>").unwrap();
    driver.end_script();
    assert_eq!(finish(driver), "<div>c</div>");
}
