//! More of what people ask most on question sites, done as a new user would: each task in at most ten lines. These change
//! the page.

use consomme::{AdjacentPosition, Document, Hints, NodeId, TreeError, parse_document};

fn page(html: &str) -> Document {
    parse_document(html.as_bytes(), &Hints::new())
}

fn body(document: &Document) -> String {
    document.body().unwrap().inner_html()
}

#[test]
fn remove_all_scripts() -> Result<(), TreeError> {
    let mut document = page("<h1>Soup</h1><script>track()</script><p>Leek<script src=x.js></script>");

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
fn replace_images_by_their_description() -> Result<(), TreeError> {
    let mut document = page("<p>Soup <img src=leek.png alt='of leek'>, hot<p><img src=line.png>");

    let images: Vec<(NodeId, String)> = document
        .descendant_elements()
        .filter(|element| element.name() == "img")
        .map(|image| (image.id(), image.attr("alt").unwrap_or_default().to_owned()))
        .collect();
    for (image, description) in images {
        let text = document.create_text(&description)?;
        document.replace(image, text)?;
    }

    assert_eq!(body(&document), "<p>Soup of leek, hot</p><p></p>");
    Ok(())
}

#[test]
fn change_a_class_everywhere() -> Result<(), TreeError> {
    let mut document = page("<p class='lead big'>Leek<p class=lead>Miso<p class=leader>Stock");

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
fn insert_a_banner_after_the_start_of_the_body() -> Result<(), TreeError> {
    let mut document = page("<title>Soups</title><h1>Soups</h1>");

    if let Some(body) = document.body().map(|body| body.id()) {
        document.insert_adjacent_html(
            body,
            AdjacentPosition::AfterBegin,
            "<p class=banner>Open daily</p>",
        )?;
    }

    assert_eq!(body(&document), r#"<p class="banner">Open daily</p><h1>Soups</h1>"#);
    Ok(())
}
