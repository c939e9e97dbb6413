//! A template engine: an element of a page is copied for each soup and filled in.

use std::error::Error;

use consomme::parse_str;

fn menu(page: &str, soups: &[(&str, &str)]) -> Result<String, Box<dyn Error>> {
    let mut page = parse_str(page);
    let item = page.select_first("li.soup")?.ok_or("the page has no item")?.id();
    for (name, address) in soups {
        let copy = page.clone_node(item)?;
        page.insert_before(item, copy)?;
        let link = page.node(copy).select_first("a")?.ok_or("the item has no link")?.id();
        page.set_attr(link, "href", address)?;
        page.set_text(link, name)?;
    }
    page.detach(item)?;
    Ok(page.to_string())
}

#[test]
fn a_menu_has_an_item_for_each_soup() {
    let page = "<ul><li class=soup><a>Name</a></ul>";
    let html = menu(page, &[("Leek & potato", "/leek"), ("Miso", "/miso")]).unwrap();
    let expected = r#"<ul><li class="soup"><a href="/leek">Leek &amp; potato</a></li><li class="soup"><a href="/miso">Miso</a></li></ul>"#;
    assert!(html.contains(expected), "{html}");
}
