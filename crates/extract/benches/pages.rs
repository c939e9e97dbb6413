//! How long the extraction of real pages takes, as a part of the time that parsing takes.
//!
//! ```text
//! cargo bench -p consomme-extract [-- ROUNDS]
//! ```
//!
//! The pages are the `.html` files of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages`
//! beside the repository. A round does everything with each page, one after the other, so that a
//! slow moment of the machine falls on all alike. The times are medians over the rounds.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use consomme_extract::consomme::{Document, Hints, parse_document};
use consomme_extract::extract;

/// The rounds that are measured if the command line does not say how many.
const ROUNDS: usize = 15;

/// A task to measure: its name, and its work on a page. The number keeps the result.
type Task = (&'static str, fn(&Document) -> usize);

const TASKS: &[Task] = &[
    ("extraction", |document| extract(document).blocks().count()),
    ("with Markdown", |document| extract(document).to_markdown().len()),
    ("with facts", |document| extract(document).facts().authors.len()),
];

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let Some(pages) = pages() else {
        println!("left out: there are no pages; CONSOMME_PAGES names their folder");
        return;
    };
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!("{} pages, {:.1} MB, {rounds} rounds", pages.len(), bytes as f64 / 1e6);
    let mut times = vec![Vec::new(); TASKS.len() + 1];
    for _ in 0..=rounds {
        let mut round = vec![Duration::ZERO; TASKS.len() + 1];
        for page in &pages {
            let start = Instant::now();
            let document = parse_document(page, &Hints::new());
            round[0] += start.elapsed();
            for ((_, task), time) in TASKS.iter().zip(&mut round[1..]) {
                let start = Instant::now();
                black_box(task(&document));
                *time += start.elapsed();
            }
        }
        for (times, time) in times.iter_mut().zip(round) {
            times.push(time);
        }
    }
    // The first round warms up.
    let medians = times.into_iter().map(|mut times| {
        times.remove(0);
        times.sort_unstable();
        times[times.len() / 2]
    });
    let medians: Vec<_> = medians.collect();
    let parsing = medians[0].as_secs_f64();
    let names = std::iter::once("parsing").chain(TASKS.iter().map(|(name, _)| *name));
    for (name, time) in names.zip(&medians) {
        let part = 100.0 * time.as_secs_f64() / parsing;
        println!("{name:22} {:>9.2} ms {part:>6.1} %", time.as_secs_f64() * 1e3);
    }
}

/// Returns the pages, sorted by name. `None` if there are none.
fn pages() -> Option<Vec<Vec<u8>>> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let folder =
        std::env::var_os("CONSOMME_PAGES").map_or("../shared/corpus/pages".into(), PathBuf::from);
    let entries = fs::read_dir(repository.join(folder)).ok()?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let pages: Vec<_> = paths.iter().filter_map(|path| fs::read(path).ok()).collect();
    (!pages.is_empty()).then_some(pages)
}
