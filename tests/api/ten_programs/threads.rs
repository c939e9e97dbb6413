//! Threads: pages are parsed on all cores and shared.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

use consomme::{Document, Selector, parse_str};

type Pages<'a> = HashMap<&'a str, Arc<Document>>;

fn parse_all<'a>(sources: &[(&'a str, &str)]) -> Pages<'a> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for share in sources.chunks(sources.len().div_ceil(cores).max(1)) {
            threads.push(scope.spawn(|| {
                let pages = share.iter().map(|(name, html)| (*name, Arc::new(parse_str(*html))));
                pages.collect::<Vec<_>>()
            }));
        }
        threads.into_iter().flat_map(|thread| thread.join().expect("nothing panics")).collect()
    })
}

fn count_links(pages: &Pages<'_>) -> usize {
    let links = Selector::parse("a[href]").expect("the selector is valid");
    thread::scope(|scope| {
        let count = |page: &Arc<Document>| page.select(&links).count();
        let threads: Vec<_> = pages.values().map(|page| scope.spawn(move || count(page))).collect();
        threads.into_iter().map(|thread| thread.join().expect("nothing panics")).sum()
    })
}

#[test]
fn pages_are_parsed_on_all_cores_and_shared() {
    let names: Vec<_> = (0..100).map(|number| format!("/{number}")).collect();
    let sources: Vec<_> =
        names.iter().map(|name| (name.as_str(), "<a href=/leek>Leek</a><a>Miso</a>")).collect();
    let pages = parse_all(&sources);
    assert_eq!(pages.len(), 100);
    assert_eq!(count_links(&pages), 100);
}
