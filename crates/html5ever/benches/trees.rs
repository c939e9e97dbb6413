//! Trees built by consomme's parser and by html5ever's: how many times as fast.
//!
//! ```text
//! cargo bench -p consomme-html5ever [-- ROUNDS]
//! ```
//!
//! The pages are the `.html` files of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages`
//! beside the repository. A round parses and drops all pages with both parsers for each tree, one
//! page after the other, so that a slow moment of the machine falls on both alike. The ratio is the
//! median over the rounds.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeSink;
use markup5ever_rcdom::RcDom;
use scraper::{Html, HtmlTreeSink};

/// The rounds that are measured if the command line does not say how many.
const ROUNDS: usize = 15;

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let Some(pages) = pages() else {
        println!("left out: there are no pages; CONSOMME_PAGES names their folder");
        return;
    };
    let bytes: usize = pages.iter().map(String::len).sum();
    println!("{} pages, {:.1} MB, {rounds} rounds", pages.len(), bytes as f64 / 1e6);
    println!("{:20} {:>10} {:>10} {:>6}", "tree", "html5ever", "consomme", "ratio");
    let trees: [(&str, Round); 3] = [
        ("markup5ever_rcdom", |pages| round(pages, RcDom::default)),
        ("scraper", |pages| round(pages, || HtmlTreeSink::new(Html::new_document()))),
        ("dom_query", |pages| round(pages, dom_query::Document::default)),
    ];
    let mut times: [Vec<[Duration; 2]>; 3] = Default::default();
    for counted in 0..=rounds {
        for ((_, round), times) in trees.iter().zip(&mut times) {
            let time = round(&pages);
            // The first round warms up.
            if counted > 0 {
                times.push(time);
            }
        }
    }
    for ((name, _), times) in trees.iter().zip(times) {
        let speed = |which: usize| {
            let median = median(times.iter().map(|times| times[which].as_secs_f64()));
            format!("{:.0} MB/s", bytes as f64 / median / 1e6)
        };
        let ratio =
            median(times.iter().map(|[theirs, ours]| theirs.as_secs_f64() / ours.as_secs_f64()));
        println!("{name:20} {:>10} {:>10} {ratio:>6.2}", speed(0), speed(1));
    }
}

/// Parses all pages with html5ever and consomme, and returns how long each took.
type Round = fn(&[String]) -> [Duration; 2];

fn round<S: TreeSink>(pages: &[String], sink: fn() -> S) -> [Duration; 2] {
    let mut times = [Duration::ZERO; 2];
    for page in pages {
        let start = Instant::now();
        drop(black_box(html5ever::parse_document(sink(), Default::default()).one(page.as_str())));
        let middle = Instant::now();
        drop(black_box(
            consomme_html5ever::parse_document(sink(), Default::default()).one(page.as_str()),
        ));
        times[0] += middle - start;
        times[1] += middle.elapsed();
    }
    times
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The pages as text.
fn pages() -> Option<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("CONSOMME_PAGES");
    let folder = root.join(folder.map_or("../shared/corpus/pages".into(), PathBuf::from));
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let pages = paths.iter().map(|path| fs::read(path).expect("a page can be read"));
    let pages: Vec<String> =
        pages.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    (!pages.is_empty()).then_some(pages)
}
