//! Time over hostile documents, for each family at two sizes: linear, if twice the size takes twice
//! the time.
//!
//! ```text
//! MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_MMAP_THRESHOLD_=8000000000 \
//!     cargo bench --bench hostile -- [FILTER] > benches/hostile.md
//! ```
//!
//! Prints a Markdown table. A size is a number of tags, or of pieces of five bytes where tags do
//! not apply. Nothing limits the depth; families whose tree the standard makes larger than linear
//! are parsed with the default limits.
//!
//! The variables have glibc keep the memory that it was given. Otherwise it returns some to the
//! system between two documents if they are large, and touching that for the first time again costs
//! more than parsing.

use std::hint::black_box;
use std::time::{Duration, Instant};

use consomme::driver::{Driver, Step};
use consomme::{Document, Hints, Limits, ParseOptions, Parser};
use consomme_test::families::{FAMILIES, Family, Feed, writes};

/// The larger size.
const SIZE: usize = 200_000;

/// The number of bytes written before each parse, more than the caches next to a core hold.
/// Otherwise a document that fits into a cache would be faster for that alone than one of twice the
/// size.
const SWEEP: usize = 32 << 20;

/// How often each document is parsed at least; the fastest counts.
const ROUNDS: usize = 9;

/// How long each document is parsed, again and again.
const ENOUGH: Duration = Duration::from_millis(400);

fn main() {
    let filter =
        std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut sweep = vec![0_u8; SWEEP];
    println!("| family | n = {} | n = {} | ratio |", thousands(SIZE / 2), thousands(SIZE));
    println!("|---|--:|--:|--:|");
    for family in FAMILIES.iter().filter(|family| family.name.contains(&filter)) {
        let [half, whole] = times(family, &[SIZE / 2, SIZE].map(family.make), &mut sweep);
        let ratio = whole.as_secs_f64() / half.as_secs_f64();
        let name = family.name.replace('|', "\\|");
        println!("| `{name}` | {} | {} | {ratio:.2} |", shown(half), shown(whole));
    }
}

fn thousands(size: usize) -> String {
    format!("{},000", size / 1000)
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// How long parsing each of two documents takes, it being dropped. They take turns, so that a slow
/// moment of the machine slows both down.
fn times(family: &Family, documents: &[String; 2], sweep: &mut [u8]) -> [Duration; 2] {
    let limits = if family.is_larger_than_linear { Limits::default() } else { Limits::unlimited() };
    let options = ParseOptions::new().declarative_shadow_roots(true).limits(limits);
    let mut best = [Duration::MAX; 2];
    let mut used = Duration::ZERO;
    let mut rounds = 0;
    while rounds < ROUNDS || used < ENOUGH {
        for (best, document) in best.iter_mut().zip(documents) {
            black_box(&mut *sweep).fill(rounds as u8);
            let start = Instant::now();
            parse(&options, family.feed, document);
            let time = start.elapsed();
            *best = time.min(*best);
            used += time;
        }
        rounds += 1;
    }
    best
}

fn parse(options: &ParseOptions, feed: Feed, document: &str) {
    let mut parser = Parser::new(options, &Hints::new());
    let parsed = match feed {
        Feed::Text => options.parse_str(document),
        Feed::Bytes => options.parse_document(document.as_bytes(), &Hints::new()),
        Feed::Characters => {
            let mut buffer = [0; 4];
            document
                .chars()
                .for_each(|character| parser.feed_str(character.encode_utf8(&mut buffer)));
            parser.finish()
        }
        Feed::SingleBytes => {
            document.as_bytes().iter().for_each(|byte| parser.feed(&[*byte]));
            parser.finish()
        }
        Feed::Scripts => run_scripts(options, document),
    };
    drop(black_box(parsed));
}

/// Parses a document and runs its scripts, as [`writes`] says.
fn run_scripts(options: &ParseOptions, document: &str) -> Document {
    let mut driver = Driver::new(&options.clone().scripting(true), &Hints::new());
    driver.feed_str(document);
    driver.end();
    let mut running = Vec::new();
    let mut step = driver.step();
    while step != Step::Finished {
        if let Step::Script(script) = step {
            let source = driver.document().node(script.element).text_content();
            running.push(writes(&source).into_iter());
        }
        step = match running.last_mut().map(Iterator::next) {
            None => driver.step(),
            Some(Some(text)) => driver.write(&text).expect("a script that runs can write"),
            Some(None) => {
                running.pop();
                driver.end_script()
            }
        };
    }
    driver.finish_document()
}
