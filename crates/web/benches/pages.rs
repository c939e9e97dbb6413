//! How long each algorithm takes on real pages, as a part of the time that parsing them takes.
//!
//! ```text
//! cargo bench -p consomme-web [-- ROUNDS]
//! ```
//!
//! The pages are the `.html` files of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages`
//! beside the repository.

use consomme_test::page_tasks::{Task, measure};
use consomme_web::{
    Ids, Microdata, PageUrl, Spans, forms, metadata, outline, parse_srcset, tables, urls,
};

const TASKS: &[Task<PageUrl>] = &[
    ("urls", |document, _| urls(document).count()),
    ("urls, resolved", |document, page| {
        urls(document).filter_map(|used| used.resolve(page)).map(|url| url.len()).sum()
    }),
    ("srcset", |document, _| {
        let values = document.descendant_elements().filter_map(|element| element.attr("srcset"));
        values.map(|value| parse_srcset(value).count()).sum()
    }),
    ("tables", |document, _| tables(document).map(|table| table.cells().len()).sum()),
    ("tables with headers", |document, _| {
        let ids = Ids::new(document);
        let mut count = 0;
        for table in tables(document) {
            let Some(mut headers) = table.headers(&ids) else { continue };
            let cells = table.cells().iter();
            count +=
                cells.filter_map(|cell| headers.of(cell)).map(|found| found.len()).sum::<usize>();
        }
        count
    }),
    ("tables as texts", |document, _| {
        tables(document).map(|table| table.rows(Spans::Repeated).flatten().count()).sum()
    }),
    ("forms with entries", |document, _| {
        forms(document).iter().map(|form| form.entries(None).len()).sum()
    }),
    ("microdata as JSON", |document, page| {
        Microdata::new(document, page).to_json().map_or(0, |json| json.len())
    }),
    ("metadata", |document, page| metadata(document, page).names.len()),
    ("outline", |document, _| outline(document).map(|heading| usize::from(heading.level)).sum()),
];

fn main() {
    let address = "https://example.com/";
    measure(|document| PageUrl::new(document, address).expect("it is absolute"), TASKS);
}
