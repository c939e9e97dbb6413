//! What people ask on question sites about the text of a page, as a new user would do it.

use consomme::{Hints, parse_document};

#[test]
fn the_text_of_an_article() {
    let page = b"<nav>Home</nav><article><h1>Leek soup</h1><script>track()</script>\
        <p>Cut the <b>leek</b>,\n boil it.<ul><li>Salt<li>Pepper</ul></article>";
    let document = parse_document(page, &Hints::new());

    let mut elements = document.descendant_elements();
    let article = elements.find(|element| element.name() == "article").unwrap();
    let text = article.inner_text();

    assert_eq!(text, "Leek soup\n\nCut the leek, boil it.\n\nSalt\nPepper");
}
