//! Consomme beside lol_html: what rewriters are used for, over pages, one large page, and rows.
//!
//! Both run in one process, one after the other over each page, and begin in turns. Selectors are
//! parsed once for all pages. Beside them, consomme parses the page and writes nothing: a bound for
//! a rewriter that knows the standard's tree. Of each page and job, the least time of all rounds
//! counts: what else the machine does only adds to it.

pub mod consomme;
pub mod jobs;
pub mod lol_html;
pub mod sources;

#[cfg(test)]
mod behaviors;
#[cfg(test)]
mod guide;

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::heap;
use crate::pages::Page;

use jobs::Job;
use sources::Source;

/// The bytes of output, counted and dropped.
#[derive(Default)]
struct Counter {
    bytes: u64,
}

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The figures of one rewriter, for one job over one source.
struct Figures {
    time: Duration,
    /// The greatest number of bytes on the heap at once.
    peak: i64,
    output: u64,
}

/// Compares both for every job and source, and prints a row for each. `rows` is the number of bytes
/// of the last source.
pub fn compare(pages: &[Page], rows: u64, rounds: usize) {
    println!(
        "| source | job | matches | lol_html MB/s | consomme MB/s | ratio | parse | peak KB | ours KB | output |"
    );
    println!("|---|---|---|--:|--:|--:|--:|--:|--:|---|");
    for source in sources::all(pages, rows) {
        for job in Job::ALL {
            for has_matches in [true, false] {
                row(&source, job, has_matches, rounds);
            }
        }
    }
}

fn row(source: &Source<'_>, job: Job, has_matches: bool, rounds: usize) {
    let parsed = lol_html::parsed(job, has_matches);
    let compiled = consomme::compiled(job, has_matches);
    let mut theirs = Vec::new();
    let mut ours = Vec::new();
    // `None` where a source takes too long for the tree of all of it.
    let mut parse = (!source.is_long).then_some(Duration::ZERO);
    for (index, document) in source.documents.iter().enumerate() {
        let mut least = [Duration::MAX; 3];
        // The only round of a source that takes long is the one that measures the heap.
        for round in 0..if source.is_long { 0 } else { rounds } {
            for turn in (0..3).map(|turn| (round + index + turn) % 3) {
                let start = Instant::now();
                let mut output = Counter::default();
                let mut tree = None;
                match turn {
                    0 => lol_html::run(job, &parsed, document.pieces(), &mut output),
                    1 => consomme::run(job, &compiled, document.pieces(), &mut output),
                    _ => tree = black_box(Some(consomme::parse(document.pieces()))),
                }
                // Without the time to drop the tree.
                least[turn] = least[turn].min(start.elapsed());
                drop(tree);
            }
        }
        parse = parse.map(|sum| sum + least[2]);
        let start = Instant::now();
        let (output, heap) = heap::measure(|| {
            let mut output = Counter::default();
            lol_html::run(job, &parsed, document.pieces(), &mut output);
            output.bytes
        });
        theirs.push(Figures { time: least[0].min(start.elapsed()), peak: heap.peak, output });
        let start = Instant::now();
        let (output, heap) = heap::measure(|| {
            let mut output = Counter::default();
            consomme::run(job, &compiled, document.pieces(), &mut output);
            output.bytes
        });
        ours.push(Figures { time: least[1].min(start.elapsed()), peak: heap.peak, output });
    }
    let bytes: u64 = source.documents.iter().map(sources::Document::bytes).sum();
    let all = |figures: &[Figures]| figures.iter().map(|one| one.time).sum::<Duration>();
    let speed = |figures: &[Figures]| bytes as f64 / 1e6 / all(figures).as_secs_f64();
    let parse = parse.map(|parse| all(&theirs).as_secs_f64() / parse.as_secs_f64());
    let peak =
        |figures: &[Figures]| figures.iter().map(|one| one.peak).max().unwrap_or(0) as f64 / 1024.0;
    let equal = theirs.iter().zip(&ours).filter(|(one, other)| one.output == other.output).count();
    println!(
        "| {} | {} | {} | {:.0} | {:.0} | {:.2} | {} | {:.0} | {:.0} | {equal} of {} as long |",
        source.name,
        job.name(),
        if has_matches { "yes" } else { "no" },
        speed(&theirs),
        speed(&ours),
        speed(&ours) / speed(&theirs),
        parse.map_or("–".to_owned(), |parse| format!("{parse:.2}")),
        peak(&theirs),
        peak(&ours),
        source.documents.len(),
    );
}
