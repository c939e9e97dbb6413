//! The twelve tasks that people ask for most on question sites, done as a new user would: each in
//! at most ten lines.

use std::collections::BTreeMap;

use consomme::{
    AdjacentPosition, Document, Hints, NodeId, TreeError, parse_document, parse_fragment, parse_str,
};
use url::Url;

/// The body after a task.
fn body(document: &Document) -> String {
    document.body().unwrap().inner_html()
}

#[test]
fn all_links_with_absolute_addresses() {
    let document = parse_str(
        "<base href=/soups/><a href=leek.html>Leek</a><p><a href='//example.net'>Else</a><a>None</a>",
    );
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
    let document = parse_str(
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
    let document = parse_str(
        "<meta charset=utf-8><meta name=description content='Clear soups'><meta property=og:title content=Soups>",
    );

    let tags: BTreeMap<&str, &str> = document
        .descendant_elements()
        .filter(|element| element.name() == "meta")
        .filter_map(|meta| {
            Some((meta.attr("property").or(meta.attr("name"))?, meta.attr("content")?))
        })
        .collect();

    assert_eq!(tags, BTreeMap::from([("description", "Clear soups"), ("og:title", "Soups")]));
}

#[test]
fn remove_scripts() -> Result<(), TreeError> {
    let mut document =
        parse_str("<h1>Soup</h1><script>track()</script><p>Leek<script src=x.js></script>");

    let scripts: Vec<NodeId> = document
        .descendant_elements()
        .filter(|element| element.name() == "script")
        .map(|script| script.id())
        .collect();
    for script in scripts {
        document.detach(script)?;
    }

    assert_eq!(body(&document), "<h1>Soup</h1><p>Leek</p>");
    Ok(())
}

#[test]
fn replace_images() -> Result<(), TreeError> {
    let mut document =
        parse_str("<p>Soup <img src=leek.png alt='of leek'>, hot<p><img src=line.png>");

    let images: Vec<(NodeId, String)> = document
        .descendant_elements()
        .filter(|element| element.name() == "img")
        .map(|image| (image.id(), image.attr("alt").unwrap_or_default().to_owned()))
        .collect();
    for (image, description) in images {
        let text = document.create_text(&description)?;
        document.replace_with(image, text)?;
    }

    assert_eq!(body(&document), "<p>Soup of leek, hot</p><p></p>");
    Ok(())
}

#[test]
fn the_text_of_an_article() {
    let document = parse_str(
        "<nav>Home</nav><article><h1>Leek soup</h1><script>track()</script>\
         <p>Cut the <b>leek</b>,\n boil it.<ul><li>Salt<li>Pepper</ul></article>",
    );

    let mut elements = document.descendant_elements();
    let article = elements.find(|element| element.name() == "article").unwrap();
    let text = article.inner_text();

    assert_eq!(text, "Leek soup\n\nCut the leek, boil it.\n\nSalt\nPepper");
}

#[test]
fn the_first_element_after_a_heading() {
    let document = parse_str(
        "<h2>Stock</h2>text<p>Simmer.<h2>Soup</h2> <!-- here --> <ul><li>Leek</ul><p>Serve.",
    );

    let heading = document
        .descendant_elements()
        .find(|element| element.name() == "h2" && element.text_content() == "Soup");
    let next = heading.and_then(|h2| h2.next_element_sibling());

    assert_eq!(next.unwrap().outer_html(), "<ul><li>Leek</li></ul>");
}

#[test]
fn change_every_class() -> Result<(), TreeError> {
    let mut document = parse_str("<p class='lead big'>Leek<p class=lead>Miso<p class=leader>Stock");

    let leads: Vec<NodeId> = document
        .descendant_elements()
        .filter(|element| element.has_class("lead"))
        .map(|element| element.id())
        .collect();
    for element in leads {
        document.remove_class(element, "lead")?;
        document.add_class(element, "intro")?;
    }

    assert_eq!(
        body(&document),
        r#"<p class="big intro">Leek</p><p class="intro">Miso</p><p class="leader">Stock</p>"#
    );
    Ok(())
}

#[test]
fn insert_a_banner_after_the_body_tag() -> Result<(), TreeError> {
    let mut document = parse_str("<title>Soups</title><h1>Soups</h1>");

    if let Some(body) = document.body().map(|body| body.id()) {
        let banner = "<p class=banner>Open daily</p>";
        document.insert_adjacent_html(body, AdjacentPosition::AfterBegin, banner)?;
    }

    assert_eq!(body(&document), r#"<p class="banner">Open daily</p><h1>Soups</h1>"#);
    Ok(())
}

#[test]
fn take_a_fragment_for_a_tr() {
    let row = parse_fragment("tr", "<td>Leek<td>3 €");

    assert_eq!(row.inner_html(), "<td>Leek</td><td>3 €</td>");
}

#[test]
fn find_by_text() {
    let document =
        parse_str("<ul><li><a href=/leek>Leek</a><li><a href=/miso>Miso <b>red</b></a></ul>");

    let link = document
        .descendant_elements()
        .find(|element| element.name() == "a" && element.text_content().contains("red"));

    assert_eq!(link.unwrap().attr("href"), Some("/miso"));
}

#[test]
fn read_a_shift_jis_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/shift_jis.html");

    let bytes = std::fs::read(path).unwrap();
    let document = parse_document(bytes, &Hints::new());

    assert_eq!(document.encoding().unwrap().name(), "Shift_JIS");
    assert_eq!(document.title().as_deref(), Some("スープ & ブロス"));
}
