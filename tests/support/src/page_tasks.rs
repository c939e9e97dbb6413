//! How long tasks on real pages take, as parts of the time that parsing takes: for the benches of
//! the packages.
//!
//! A round does everything with each page, one after the other, so that a slow moment of the
//! machine falls on all alike. The times are medians over the rounds.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use consomme::{Document, Hints, parse_document};

use crate::suite::{PAGES, files};

/// The rounds that are measured if the command line does not say how many.
const ROUNDS: usize = 15;

/// A task to measure: its name, and its work on a page, with what was prepared for that. The number
/// keeps the result.
pub type Task<P> = (&'static str, fn(&Document, &P) -> usize);

/// Measures tasks on the pages of `CONSOMME_PAGES`, after preparing each page. Prints a line for
/// each.
///
/// # Panics
///
/// If a page cannot be read.
pub fn measure<P>(prepare: impl Fn(&Document) -> P, tasks: &[Task<P>]) {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let folder = match PAGES.find("") {
        Ok(folder) => folder,
        Err(message) => return println!("left out: {message}"),
    };
    let pages = files(&folder, &["html"]).into_iter().map(|(_, path)| fs::read(path));
    let pages: Vec<_> = pages.map(|page| page.expect("a page can be read")).collect();
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!("{} pages, {:.1} MB, {rounds} rounds", pages.len(), bytes as f64 / 1e6);
    // The first round warms up.
    let rounds: Vec<_> = (0..=rounds).map(|_| one_round(&pages, &prepare, tasks)).skip(1).collect();
    let median = |task: usize| {
        let mut times: Vec<_> = rounds.iter().map(|round| round[task].as_secs_f64()).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let names = std::iter::once("parsing").chain(tasks.iter().map(|(name, _)| *name));
    for (task, name) in names.enumerate() {
        let (time, part) = (median(task), 100.0 * median(task) / median(0));
        println!("{name:22} {:>9.2} ms {part:>6.1} %", time * 1e3);
    }
}

/// Does everything with each page. Returns the times of parsing and of each task.
fn one_round<P>(
    pages: &[Vec<u8>],
    prepare: impl Fn(&Document) -> P,
    tasks: &[Task<P>],
) -> Vec<Duration> {
    let mut times = vec![Duration::ZERO; tasks.len() + 1];
    for page in pages {
        let start = Instant::now();
        let document = parse_document(page, &Hints::new());
        times[0] += start.elapsed();
        let prepared = prepare(&document);
        for ((_, task), time) in tasks.iter().zip(&mut times[1..]) {
            let start = Instant::now();
            black_box(task(&document, &prepared));
            *time += start.elapsed();
        }
    }
    times
}
