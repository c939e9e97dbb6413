//! Measures keeping the source and writing it back: parsing with positions and with the option
//! `lossless` as well, comparing the trees of an unedited document, finding the patches for one
//! attribute of each page, for one of every hundredth element and for elements that are removed,
//! and applying patches beside a copy of the text.
//!
//! The ways take turns, each over all pages. All but the last are compared to parsing without
//! options, by the medians of the rounds. The time to drop the documents is counted.

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use consomme::{Document, Hints, NodeId, ParseOptions};

/// How many rounds the medians are of.
const ROUNDS: usize = 21;

fn main() {
    let pages = support::pages();
    if pages.is_empty() {
        return;
    }
    let parse = |options: &ParseOptions| {
        for page in &pages {
            black_box(options.parse_document(&page.bytes, &Hints::new()));
        }
    };
    let (default, positions, lossless) = (
        ParseOptions::new(),
        ParseOptions::new().positions(true),
        ParseOptions::new().lossless(true),
    );
    let edited = |step: usize| -> Vec<Document> {
        let documents = pages.iter().map(|page| {
            let mut document = lossless.parse_document(&page.bytes, &Hints::new());
            let elements = document.descendant_elements().skip(step / 2).step_by(step);
            let ids: Vec<NodeId> = elements.map(|element| element.id()).collect();
            for id in ids {
                document.set_attr(id, "data-edited", "yes").expect("an element has attributes");
            }
            document
        });
        documents.collect()
    };
    // More elements than a page has.
    let (unedited, hundredths) = (edited(usize::MAX), edited(100));
    let mut once = edited(usize::MAX);
    for document in &mut once {
        if let Some(body) = document.body().map(|body| body.id()) {
            document.set_attr(body, "data-edited", "yes").expect("an element has attributes");
        }
    }
    // Elements that the parser would create again, or that hold others, are not removed.
    let mut without = edited(usize::MAX);
    for document in &mut without {
        let elements = document.descendant_elements().filter(|one| !one.as_node().has_children());
        let ids: Vec<NodeId> = elements.step_by(100).map(|element| element.id()).collect();
        for id in ids {
            document.detach(id).expect("an element can be removed");
        }
    }
    let checked = |documents: &[Document]| {
        for document in documents {
            black_box(document.source_edits().map(|edits| edits.patches().len()));
        }
    };
    let unchecked = |documents: &[Document]| {
        for document in documents {
            black_box(document.unchecked_source_edits().map(|edits| edits.patches().len()));
        }
    };
    let edits: Vec<_> = hundredths.iter().filter_map(Document::unchecked_source_edits).collect();
    let patches: usize = edits.iter().map(|edits| edits.patches().len()).sum();
    let ways: [(&str, &dyn Fn()); 13] = [
        ("parse", &|| parse(&default)),
        ("parse with positions", &|| parse(&positions)),
        ("parse lossless", &|| parse(&lossless)),
        ("compare unedited", &|| checked(&unedited)),
        ("one patch a page, unchecked", &|| unchecked(&once)),
        ("one patch a page", &|| checked(&once)),
        ("every hundredth element, unchecked", &|| unchecked(&hundredths)),
        ("every hundredth element", &|| checked(&hundredths)),
        ("elements removed, unchecked", &|| unchecked(&without)),
        ("elements removed", &|| checked(&without)),
        ("verify", &|| {
            for edits in &edits {
                black_box(edits.verify()).ok();
            }
        }),
        ("apply", &|| edits.iter().for_each(|edits| drop(black_box(edits.apply())))),
        ("copy the text", &|| pages.iter().for_each(|page| drop(black_box(page.text.clone())))),
    ];
    let medians = medians(&ways);
    println!("{} pages; every hundredth element: {patches} patches", pages.len());
    for ((what, _), time) in ways.iter().zip(&medians) {
        println!("{what}: {:.1} ms, {:.2} of parsing", time * 1e3, time / medians[0]);
    }
}

/// Returns the median time of each way in seconds. The ways take turns.
fn medians(ways: &[(&str, &dyn Fn())]) -> Vec<f64> {
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((_, run), times) in ways.iter().zip(&mut times) {
            let start = Instant::now();
            run();
            times.push(start.elapsed());
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    };
    times.iter_mut().map(median).collect()
}
