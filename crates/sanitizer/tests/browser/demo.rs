//! The page of the example, in a browser.

use super::chromium::show;
use super::example::page;

#[test]
fn the_demo_shows_each_sample_with_its_removals_and_asks_nobody() {
    let page = page();
    let count = page.matches("<article>").count();
    assert!(count >= 7 && page.matches("<li>").count() > 2 * count);
    let Some(shown) = show("demo", &page) else { return };
    assert_eq!(shown.html.matches("<article>").count(), count);
    assert_eq!(shown.html.matches("<script").count(), 0);
    // The frame of the listed host is the only one of its sample.
    let others: Vec<_> =
        shown.requests.iter().filter(|it| !it.contains("www.youtube-nocookie.com")).collect();
    assert!(others.is_empty(), "{others:?}");
}
