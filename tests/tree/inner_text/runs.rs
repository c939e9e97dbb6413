//! Where rendered text comes from: the nodes, and the bytes of the source.

use consomme::rendering::TextOptions;
use consomme::{Document, Hints, ParseOptions};

use super::element;

fn parse(html: &str) -> Document {
    ParseOptions::new().positions(true).parse_fragment("body", html)
}

/// Returns the text and the source of each run.
fn runs(document: &Document) -> Vec<(String, Option<&str>)> {
    let rendered = document.inner_text_with(&TextOptions::new());
    let text = |run: consomme::rendering::TextRun<'_>| rendered.text()[run.range()].to_owned();
    rendered.runs().map(|run| (text(run), run.source().map(|source| source.text()))).collect()
}

#[track_caller]
fn check(html: &str, expected: &[(&str, &str)]) {
    let document = parse(html);
    let expected: Vec<_> =
        expected.iter().map(|&(text, source)| (text.to_owned(), Some(source))).collect();
    assert_eq!(runs(&document), expected, "{html}");
}

#[test]
fn a_text_node_is_one_run_with_its_whitespace_and_references() {
    check("<p>Clear  soup</p>", &[("Clear soup", "Clear  soup")]);
    check("<p>\n Salt &amp;\n pepper \n</p>", &[("Salt & pepper", "Salt &amp;\n pepper")]);
    check("<p>&nGt;&#32;&copy 1</p>", &[("≫⃒ © 1", "&nGt;&#32;&copy 1")]);
    check("<pre>a  b\n c</pre>", &[("a  b\n c", "a  b\n c")]);
}

#[test]
fn a_space_belongs_to_the_first_of_the_texts_that_have_it() {
    check("a <b> b</b>", &[("a ", "a "), ("b", "b")]);
    check("a<b> b</b>", &[("a", "a"), (" b", " b")]);
    check("a<b>\n</b> c", &[("a", "a"), (" ", "\n"), ("c", "c")]);
    check("<p>a </p> b", &[("a", "a"), ("b", "b")]);
    check("a <img> b", &[("a ", "a "), (" b", " b")]);
}

#[test]
fn what_separates_blocks_rows_and_cells_is_added() {
    let document = parse("<p>a</p>b<br>c<table><tr><td>d<td>e<tr><td>f</table>");
    let rendered = document.inner_text_with(&TextOptions::new());
    assert_eq!(rendered.text(), "a\n\nb\nc\nd\te\nf");
    assert_eq!(rendered.runs().len(), 6);
    for (offset, character) in rendered.text().char_indices() {
        let is_added = character == '\n' || character == '\t';
        assert_eq!(rendered.run_at(offset).is_none(), is_added, "{offset}");
        assert_eq!(rendered.source_of(offset..offset + 1).is_none(), is_added, "{offset}");
    }
    assert_eq!(rendered.run_at(rendered.text().len()), None);
    assert_eq!(rendered.source_of(0..0), None);
}

/// The parser joins texts between which it ignores something, or which it moves before a table.
#[test]
fn a_text_node_made_of_several_parts_of_the_source_is_a_run_for_each() {
    check("a</x>b &lt;</x> c", &[("a", "a"), ("b <", "b &lt;"), (" c", " c")]);
    check("a\0b", &[("a", "a"), ("b", "b")]);
    // The space ends before the part that follows.
    check("a </x> b", &[("a ", "a "), ("b", "b")]);
    check(
        "<table>a&amp;<tr>b<td>c</td>d e</table>",
        &[("a&", "a&amp;"), ("b", "b"), ("d e", "d e"), ("c", "c")],
    );
    let document = parse("<table>a&amp;<tr>b<td>c</td>d e</table>");
    let moved = document.root().first_child().unwrap();
    assert_eq!(moved.as_text(), Some("a&bd e"));
    assert_eq!(moved.text_span(0..2).unwrap().text(), "a&amp;");
    assert_eq!(moved.text_span(1..3), None, "two parts");
    assert_eq!(moved.text_span(3..6).unwrap().text(), "d e");
    assert_eq!(moved.span().unwrap().text(), "a&amp;<tr>b<td>c</td>d e");
}

/// Foster parenting alternates between two texts here, so both are built piece by piece.
#[test]
fn texts_that_grow_in_turn_keep_their_parts() {
    let html = "<table>".to_owned() + &"<td>x</td>y&gt;".repeat(50);
    let document = parse(&html);
    let runs = runs(&document);
    let of_moved = runs.iter().filter(|run| *run == &("y>".to_owned(), Some("y&gt;")));
    assert_eq!(of_moved.count(), 50);
    assert_eq!(runs.len(), 100);
}

#[test]
fn a_range_has_everything_from_its_first_to_its_last_byte() {
    let html = "<p>Salt &amp;\n <b>pepper</b>,<!-- --> <i>water</i></p>and &copy;";
    let document = parse(html);
    let rendered = document.inner_text_with(&TextOptions::new());
    let text = rendered.text();
    let source = |wanted: &str| {
        let start = text.find(wanted).unwrap();
        rendered.source_of(start..start + wanted.len()).map(|span| span.text())
    };
    assert_eq!(source("Salt"), Some("Salt"));
    assert_eq!(source("lt & "), Some("lt &amp;\n "));
    assert_eq!(source("& pep"), Some("&amp;\n <b>pep"));
    assert_eq!(source("r, w"), Some("r</b>,<!-- --> <i>w"));
    assert_eq!(source("water\n\nand ©"), Some("water</i></p>and &copy;"));
    assert_eq!(source("\n\n"), None);
    assert_eq!(source("\nand"), Some("and"));
    assert_eq!(rendered.source_of(0..usize::MAX).unwrap().text(), &html[3..]);
}

/// All coordinates of a `SourceSpan` hold: after newlines are normalized, before, and in the bytes.
#[test]
fn sources_are_in_the_coordinates_of_source_spans() {
    let bytes = b"<meta charset=windows-1252>\r\n<p>Consomm\xE9\r\n&amp; cr\xE8me";
    let document = ParseOptions::new().positions(true).parse_document(bytes, &Hints::new());
    let rendered = document.inner_text_with(&TextOptions::new());
    assert_eq!(rendered.text(), "Consommé & crème");
    let at = rendered.text().find("& crème").unwrap();
    let span = rendered.source_of(at..at + "& crème".len()).unwrap();
    assert_eq!(span.text(), "&amp; crème");
    assert_eq!(span.line_column().to_string(), "3:1");
    let range = document.byte_offsets(bytes).unwrap().range(span.range());
    assert_eq!(&bytes[range], b"&amp; cr\xE8me");
}

#[test]
fn without_positions_runs_have_nodes_and_no_source() {
    let document = consomme::parse_str("<p>a <b>b");
    let rendered = document.inner_text_with(&TextOptions::new());
    let nodes: Vec<_> = rendered.runs().map(|run| run.node().as_text().unwrap()).collect();
    assert_eq!(nodes, ["a ", "b"]);
    let run = rendered.run_at(2).unwrap();
    assert_eq!((run.range(), run.node_range(), run.source()), (2..3, 0..1, None));
    assert_eq!(rendered.source_of(0..3), None);
}

#[test]
fn the_text_of_an_element_that_is_not_rendered_has_runs_as_it_is() {
    let document = parse("<div hidden> a  <b>&lt;</b></div>");
    let div = element(&document, "div");
    let rendered = div.inner_text_with(&TextOptions::new());
    assert_eq!(rendered.text(), " a  <");
    let sources = rendered.runs().map(|run| run.source().unwrap().text());
    assert!(sources.eq([" a  ", "&lt;"]));
    assert_eq!(div.rendered(&TextOptions::new()).count(), 0);
}

#[test]
fn a_text_that_an_edit_has_set_has_no_source() {
    let mut document = parse("<p>a &amp; b</p><p>c &amp; d</p><p>e</p>");
    let texts: Vec<_> = document.descendants().filter(|n| n.as_text().is_some()).collect();
    let [first, second, third] = [texts[0].id(), texts[1].id(), texts[2].id()];
    document.set_text(first, "a & b").unwrap();
    document.set_text(third, "e").unwrap();
    let expected = [("a & b", None), ("c & d", Some("c &amp; d")), ("e", None)];
    let expected = expected.map(|(text, source)| (text.to_owned(), source));
    assert_eq!(runs(&document), expected);
    document.compact();
    assert_eq!(runs(&document), expected);
    assert_eq!(document.node(second).text_span(1..4).unwrap().text(), " &amp; ");
    // A copy is a node that the parser did not create.
    let copy = document.clone_node(second).unwrap();
    assert_eq!(document.node(copy).text_span(0..1), None);
    document.discard(second).unwrap();
    assert_eq!(runs(&document).len(), 2);
}

#[test]
fn texts_that_an_edit_joins_keep_their_sources() {
    for html in ["a<b>b</b>c", "a&lt;<b>b</b>c", "a<b>b&lt;</b>c", "a<b>b</b>c&lt;"] {
        let mut document = parse(html);
        let before: Vec<_> = runs(&document).into_iter().map(|run| run.0).collect();
        let b = element(&document, "b").id();
        document.unwrap_element(b).unwrap();
        document.normalize(document.root().id()).unwrap();
        assert_eq!(document.root().children().count(), 1);
        let after = runs(&document);
        assert_eq!(
            after.iter().map(|run| &run.0).collect::<Vec<_>>(),
            before.iter().collect::<Vec<_>>()
        );
        assert!(after.iter().all(|run| run.1.is_some()), "{after:?}");
    }
    let mut document = parse("<p>a&lt;<b></b>");
    let b = element(&document, "b").id();
    document.set_text(b, "new").unwrap();
    document.unwrap_element(b).unwrap();
    let p = element(&document, "p").id();
    document.normalize(p).unwrap();
    let expected = [("a<".to_owned(), Some("a&lt;")), ("new".to_owned(), None)];
    assert_eq!(runs(&document), expected);
}

#[test]
fn text_spans_are_of_parts_of_texts() {
    let document = parse("<p title=x>a&nGt;b<!--c-->");
    let text = element(&document, "p").first_child().unwrap();
    let span = |range| text.text_span(range).map(|span| span.text());
    assert_eq!(span(0..8), Some("a&nGt;b"));
    assert_eq!(span(1..2), Some("&nGt;"), "a part of what a reference stands for");
    assert_eq!(span(7..8), Some("b"));
    for nothing in [0..0, 3..3, 8..8, 0..9, 9..10] {
        assert_eq!(span(nothing), None);
    }
    let comment = text.next_sibling().unwrap();
    assert_eq!(comment.text_span(0..1), None);
}

/// The copy that a `selectedcontent` has of an option leads to the option.
#[test]
fn a_copy_that_the_parser_makes_leads_to_its_original() {
    let html =
        "<select><button><selectedcontent></selectedcontent></button><option>a &amp; b</select>";
    let document = parse(html);
    let copy = element(&document, "selectedcontent").first_child().unwrap();
    assert_eq!(copy.as_text(), Some("a & b"));
    assert_eq!(copy.text_span(2..5).unwrap().text(), "&amp; b");
}

#[test]
fn the_flat_tree_leads_to_the_source_too() {
    let html = "<div><template shadowrootmode=open>[<slot></slot>]</template>a &amp; b</div>";
    let options = ParseOptions::new().positions(true).declarative_shadow_roots(true);
    let document = options.parse_fragment("body", html);
    let flat = document.flat_tree();
    let rendered = flat.inner_text_with(document.root(), &TextOptions::new());
    assert_eq!(rendered.text(), "[a & b]");
    let sources = rendered.runs().map(|run| run.source().unwrap().text());
    assert!(sources.eq(["[", "a &amp; b", "]"]));
    assert_eq!(rendered.text(), flat.inner_text(document.root()));
}
