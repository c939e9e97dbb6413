//! What people ask most on question sites, done as a new user would: each task in at most ten lines.

use std::collections::BTreeMap;

use consomme::{Document, Hints, ParseOptions, parse_document, parse_fragment};
use url::Url;

fn page(html: &str) -> Document {
    parse_document(html.as_bytes(), &Hints::new())
}

#[test]
fn all_links_with_absolute_addresses() {
    let document =
        page("<base href=/soups/><a href=leek.html>Leek</a><p><a href='//example.net'>Else</a><a>None</a>");
    let address = Url::parse("https://example.com/index.html").unwrap();

    let base = document.base_href().map_or(Ok(address.clone()), |href| address.join(href)).unwrap();
    let links: Vec<Url> = document
        .descendant_elements()
        .filter(|element| element.name() == "a")
        .filter_map(|link| base.join(link.attr("href")?).ok())
        .collect();

    assert_eq!(
        links.iter().map(Url::as_str).collect::<Vec<_>>(),
        ["https://example.com/soups/leek.html", "https://example.net/"]
    );
}

#[test]
fn a_table_into_rows() {
    let document = page(
        "<table><thead><tr><th>Soup<th>Price<tbody><tr><td>Leek<td>3<tr><td>Miso <i>red</i><td>4</table>",
    );

    let rows: Vec<Vec<String>> = document
        .descendant_elements()
        .filter(|element| element.name() == "tr")
        .map(|row| row.child_elements().map(|cell| cell.text_content()).collect())
        .collect();

    assert_eq!(rows, [["Soup", "Price"], ["Leek", "3"], ["Miso red", "4"]]);
}

#[test]
fn meta_and_open_graph_tags() {
    let document = page(
        "<meta charset=utf-8><meta name=description content='Clear soups'><meta property=og:title content=Soups>",
    );

    let tags: BTreeMap<&str, &str> = document
        .descendant_elements()
        .filter(|element| element.name() == "meta")
        .filter_map(|meta| Some((meta.attr("property").or(meta.attr("name"))?, meta.attr("content")?)))
        .collect();

    assert_eq!(tags, BTreeMap::from([("description", "Clear soups"), ("og:title", "Soups")]));
}

#[test]
fn the_first_element_after_a_heading() {
    let document = page("<h2>Stock</h2>text<p>Simmer.<h2>Soup</h2> <!-- here --> <ul><li>Leek</ul><p>Serve.");

    let heading = document
        .descendant_elements()
        .find(|element| element.name() == "h2" && element.text_content() == "Soup");
    let next = heading.and_then(|h2| h2.next_element_sibling());

    assert_eq!(next.unwrap().outer_html(), "<ul><li>Leek</li></ul>");
}

#[test]
fn a_fragment_for_a_table_row() {
    let row = parse_fragment("tr", "<td>Leek<td>3 €");

    assert_eq!(row.inner_html(), "<td>Leek</td><td>3 €</td>");
}

#[test]
fn the_element_that_has_a_text() {
    let document = page("<ul><li><a href=/leek>Leek</a><li><a href=/miso>Miso <b>red</b></a></ul>");

    let link = document
        .descendant_elements()
        .find(|element| element.name() == "a" && element.text_content().contains("red"));

    assert_eq!(link.unwrap().attr("href"), Some("/miso"));
}

#[test]
fn a_file_in_shift_jis() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/sample.html");

    let bytes = std::fs::read(path).unwrap();
    let document = parse_document(bytes, &Hints::new());

    assert_eq!(document.encoding().unwrap().name(), "Shift_JIS");
    assert_eq!(document.title().as_deref(), Some("スープ & ブロス"));
}

/// Whoever downloads a page knows more than the page says.
#[test]
fn a_download_with_its_content_type() {
    let (header, body) = ("text/html; charset=shift_jis", b"<title>\x83X\x81[\x83v</title>");

    let document = parse_document(body, &Hints::new().content_type(header));

    assert_eq!(document.root().text_content(), "スープ");
}

#[test]
fn what_is_wrong_with_a_page_and_where() {
    let html = "<!DOCTYPE html>\n<title>Soup</title>\n<p>Leek</b>";

    let document = ParseOptions::new().errors(true).parse_str(html);
    let error = &document.errors()[0];
    let place = document.line_column(error.offset());

    assert_eq!(format!("{place} {}", error.code()), "3:8 unexpected-end-tag");
}
