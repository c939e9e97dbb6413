//! The main content of small pages.

use consomme_extract::consomme::parse_str;
use consomme_extract::{Extractor, FactPlace, Focus, PageKind, extract};

const ARTICLE: &str = "<!DOCTYPE html><html lang=en><head><title>Onion soup · The Pot</title>
<meta property=og:type content=article><meta property=og:image content=/soup.jpg>
<link rel=canonical href=https://pot.example/blog/onion-soup></head><body>
<header class=site-header><a href=/>The Pot</a><nav class=menu><ul><li><a href=/soups>Soups</a>
<li><a href=/stocks>Stocks</a><li><a href=/about>About us</a></ul></nav></header>
<main><article class=post><h1 class=entry-title>Onion soup</h1><div class=entry-content>
<p>Fry four onions in butter until they are brown, which takes about half an hour, and stir them now
and then. Nobody who is in a hurry should begin with this soup, because the color is all it has.</p>
<h2>The stock</h2><p>Add a litre of stock. The one of beef is the classic, but a dark stock of
vegetables, with mushrooms and a little soy sauce, is as good, and nobody will notice.</p>
<table><tr><th>Stock<th>Time<tr><td>Beef<td>4 hours<tr><td>Vegetables<td>1 hour</table>
<p>Let it simmer for twenty minutes, and serve it with bread and cheese, as they do in Paris.</p>
<figure><img src=soup.jpg alt=Soup></figure></div></article></main>
<aside class='sidebar related'><h3>Related posts</h3><ul><li><a href=/leek>Leek soup</a>
<li><a href=/miso>Miso soup</a></ul></aside>
<footer class=site-footer><p>© 2026 The Pot. All rights reserved. <a href=/privacy>Privacy</a></p>
</footer></body></html>";

#[test]
fn an_article_is_its_text_without_what_is_around_it() {
    let document = parse_str(ARTICLE);
    let content = extract(&document);
    let text = content.text();
    for wanted in ["Fry four onions", "Add a litre", "Vegetables", "Let it simmer"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    for unwanted in ["About us", "Related posts", "Miso soup", "All rights reserved", "Privacy"] {
        assert!(!text.contains(unwanted), "{unwanted}: {text}");
    }
    assert_eq!(content.kind(), PageKind::Article);
    assert!(content.confidence() > 0.7, "{}", content.confidence());
}

#[test]
fn tables_keep_their_grid_in_markdown() {
    let document = parse_str(ARTICLE);
    let markdown = extract(&document).to_markdown();
    assert!(markdown.contains("| Beef | 4 hours |"), "{markdown}");
    assert!(markdown.contains("## The stock"), "{markdown}");
}

#[test]
fn a_heading_that_is_a_part_of_the_title_is_the_title() {
    for (page, title, place) in [
        ("<title>Stock · Soups</title><h1>Stock</h1>", "Stock", FactPlace::Heading),
        ("<title>Stock · Soups</title><h1>Broth</h1>", "Stock · Soups", FactPlace::Title),
        ("<title>Stock · Soups</title><h1> </h1>", "Stock · Soups", FactPlace::Title),
    ] {
        let found = extract(&parse_str(page)).facts().title.unwrap();
        assert_eq!((found.value.as_str(), found.place), (title, place), "{page}");
    }
}

#[test]
fn facts_have_the_places_that_they_came_from() {
    let document = parse_str(ARTICLE);
    let facts = Extractor::new().base_url("https://pot.example/blog/").extract(&document).facts();
    let image = facts.image.expect("there is one");
    assert_eq!(
        (image.value.as_str(), image.place),
        ("https://pot.example/soup.jpg", FactPlace::OpenGraph)
    );
    assert_eq!(facts.canonical.expect("there is one").place, FactPlace::Link);
    assert_eq!(facts.language.expect("there is one").value, "en");
}

#[test]
fn a_focus_on_recall_keeps_at_least_what_one_on_precision_keeps() {
    let document = parse_str(ARTICLE);
    let blocks = |focus| Extractor::new().focus(focus).extract(&document).blocks().count();
    let counts = [Focus::Precision, Focus::Balance, Focus::Recall].map(blocks);
    assert!(counts.is_sorted(), "{counts:?}");
}

#[test]
fn content_that_a_script_shows_later_counts() {
    let text = "<p>Fry four onions in butter until they are brown, which takes half an hour.</p>
        <p>Add a litre of stock, let it simmer a while, and serve it with bread and cheese.</p>";
    let page = format!("<body><main><article hidden id=S:0>{text}</article></main>");
    let document = parse_str(page.as_str());
    let content = extract(&document);
    assert!(content.text().contains("Add a litre"));
    assert!(content.to_markdown().contains("Add a litre"));
}

#[test]
fn a_page_without_content_is_empty() {
    for page in ["", "<p>Not found", "<script>run()</script>", "<nav><a href=/>Home</a></nav>"] {
        let document = parse_str(page);
        let content = extract(&document);
        assert!(content.is_empty() && content.text().is_empty(), "{page}");
        assert_eq!(content.to_html(), "");
        assert_eq!(content.confidence(), 0.0);
    }
}

#[test]
fn products_are_read_from_microdata_as_well() {
    let page = "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Bowl</h1>
        <div itemprop=offers itemscope itemtype=https://schema.org/Offer><b itemprop=price>12</b>
        <meta itemprop=priceCurrency content=EUR></div></div>";
    let document = parse_str(page);
    let products = extract(&document).products();
    let product = products.first().expect("there is one");
    assert_eq!(product.name.as_deref(), Some("Bowl"));
    assert_eq!(product.price.as_deref(), Some("12"));
    assert_eq!(product.currency.as_deref(), Some("EUR"));
}
