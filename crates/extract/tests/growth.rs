//! The check that an extraction takes linear time: for every family of hostile pages, twice the
//! size takes no more than twice the steps, and a little. Counted, not timed: the same on every
//! machine.

use consomme_extract::consomme::{Document, Limits, ParseOptions, steps};
use consomme_extract::{Extractor, PageKind};

/// How many times as many steps twice the size may take.
const MAX_RATIO: f64 = 2.1;

/// The sizes that are compared.
const SIZE: usize = 500;

/// A family of pages: its name, and the page of a size.
type Family = (&'static str, fn(usize) -> String);

/// A text that is main content.
const TEXT: &str = "<p>Fry four onions in butter until they are brown, which takes half an hour.";

const FAMILIES: &[Family] = &[
    ("paragraphs", |n| TEXT.repeat(n)),
    ("boxes in boxes", |n| format!("{}{TEXT}", "<div class=post>".repeat(n))),
    ("boxes in boxes, with text in each", |n| format!("<div>{TEXT}").repeat(n)),
    ("classes", |n| format!("<div class='{}'>{TEXT}", "post content ".repeat(n))),
    ("boxes in a line, in each other", |n| format!("<p>{}", "<b><i>onion ".repeat(n))),
    ("links", |n| format!("<ul>{}", "<li><a href=x>onion</a>".repeat(n))),
    ("empty elements", |n| format!("{TEXT}{}", "<p><b></b></p>".repeat(n))),
    ("tables in tables", |n| format!("<table><tr><td>{TEXT}").repeat(n)),
    ("rows", |n| format!("<table>{}", "<tr><td>onion<td>4".repeat(n))),
    ("images", |n| format!("<main>{TEXT}{}", "<p><img src=a>".repeat(n))),
    ("authors in authors", |n| {
        format!("{}{TEXT}", "<p class=author> </p><div class=user>".repeat(n))
    }),
    ("posts", |n| format!("<div class=post><b class=author>Ann</b>{TEXT}</div>").repeat(n)),
    ("JSON-LD", |n| {
        let objects = "{\"@type\":\"Product\",\"name\":\"a\"},".repeat(n);
        format!("<script type=application/ld+json>[{objects}{{}}]</script>{TEXT}")
    }),
    ("JSON-LD that never closes", |n| {
        format!("<script type=application/ld+json>{}</script>{TEXT}", "[{\"a\":".repeat(n))
    }),
    ("a long title", |n| format!("<title>{}</title>{TEXT}", "onion ".repeat(n))),
    ("metadata", |n| format!("{}{TEXT}", "<meta name=description content='a b c'>".repeat(n))),
    ("marks between letters", |n| format!("<p>{}", "a'".repeat(n))),
];

/// Returns the number of steps and bytes that everything takes.
fn cost(document: &Document) -> (u64, usize) {
    let mut bytes = 0;
    let steps = steps::counted(|| {
        let content = Extractor::new().kind(PageKind::Forum).repeats(true).extract(document);
        bytes += content.text().len() + content.to_html().len();
        bytes += content.posts().iter().map(|post| post.text.len()).sum::<usize>();
        bytes += content.products().len() + content.facts().authors.len();
        bytes += content.substitute().map_or(0, |substitute| substitute.text.len());
        bytes += usize::from(content.needs_scripts());
    });
    (steps, bytes)
}

#[test]
fn twice_the_page_takes_twice_the_steps_and_bytes() {
    for (name, make) in FAMILIES {
        let [one, two] = [SIZE, 2 * SIZE].map(|size| {
            let limits = Limits::default().depth(None);
            let page = make(size);
            cost(&ParseOptions::new().limits(limits).parse_str(page.as_str()))
        });
        assert!(one.0 > 0, "{name}: nothing is counted");
        let steps = two.0 as f64 / one.0 as f64;
        // Pages without main content have no bytes.
        let bytes = (two.1 + 1000) as f64 / (one.1 + 1000) as f64;
        assert!(steps < MAX_RATIO, "{name}: {} steps become {}", one.0, two.0);
        assert!(bytes < MAX_RATIO, "{name}: {} bytes become {}", one.1, two.1);
    }
}
