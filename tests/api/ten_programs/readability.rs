//! Readability: the text of the element of a page that looks most like an article.

use consomme::{ElementRef, NodeMap, SelectorError, parse_str};

/// The share of the text of an element that is in links.
fn link_density(element: ElementRef<'_>) -> Result<f64, SelectorError> {
    let linked: usize = element.select("a")?.map(|link| link.text_content().len()).sum();
    Ok(linked as f64 / element.text_content().len().max(1) as f64)
}

fn article(html: &str) -> Result<Option<String>, SelectorError> {
    let page = parse_str(html);
    let mut scores = NodeMap::new();
    for paragraph in page.select("p, pre, td")? {
        let text = paragraph.inner_text();
        if text.len() >= 25 {
            let score = 1.0 + text.matches(',').count() as f64 + (text.len() / 100).min(3) as f64;
            for (share, ancestor) in [1.0, 0.5].into_iter().zip(paragraph.ancestor_elements()) {
                *scores.get_or_insert_with(ancestor.id(), || 0.0) += share * score;
            }
        }
    }
    let mut best = (0.0, None);
    for (id, score) in scores.iter() {
        let element = page.element(id).expect("scores are those of elements");
        let score = score * (1.0 - link_density(element)?);
        if score > best.0 {
            best = (score, Some(element));
        }
    }
    Ok(best.1.map(|element| element.inner_text()))
}

#[test]
fn the_article_of_a_page_is_not_its_navigation() {
    let html = "<nav><p><a href=/>All the soups, stews, broths and breads that we have</a></nav>
        <main><p>Clear broth takes bones, water, patience and hours of time.<p>Strain it, then salt it, then serve it hot.</main>
        <footer><p>Written by cooks, for cooks.</footer>";
    let expected = "Clear broth takes bones, water, patience and hours of time.\n\n\
        Strain it, then salt it, then serve it hot.";
    assert_eq!(article(html).unwrap().as_deref(), Some(expected));
}
