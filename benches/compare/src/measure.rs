//! Rounds, medians and the table.

use std::time::{Duration, Instant};

use crate::contender::Contender;
use crate::pages::Page;

/// A round parses at least this many bytes with each contender: few pages are parsed several times over.
const BYTES_PER_ROUND: usize = 16_000_000;

/// Runs all contenders for `rounds` rounds, after one that does not count, and prints one table.
pub fn compare(pages: &[Page], rounds: usize) {
    let contenders = Contender::ALL;
    let length: usize = pages.iter().map(|page| page.bytes.len()).sum();
    let passes = BYTES_PER_ROUND.div_ceil(length.max(1));
    println!(
        "{} pages, {:.1} MB; {rounds} rounds, passes per round: {passes}",
        pages.len(),
        length as f64 / 1e6
    );

    // speeds[contender][round], in MB/s.
    let mut speeds = vec![Vec::with_capacity(rounds); contenders.len()];
    for contender in contenders {
        speed(contender, pages, passes);
    }
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            speeds[index].push(speed(contenders[index], pages, passes));
        }
    }

    println!("{:<16}{:>10}{:>10}{:>10}{:>10}{:>10}", "contender", "MB/s", "min", "max", "ratio", "nodes");
    for (contender, own) in contenders.iter().zip(&speeds) {
        let ratios = own.iter().zip(&speeds[0]).map(|(own, yardstick)| own / yardstick).collect();
        let (min, median, max) = spread(own.clone());
        let (_, ratio, _) = spread(ratios);
        let nodes: usize = pages.iter().map(|page| contender.count_nodes(page)).sum();
        println!("{:<16}{median:>10.1}{min:>10.1}{max:>10.1}{ratio:>10.2}{nodes:>10}", contender.name());
    }
    println!(
        "MB/s: median of the rounds (1 MB = 1,000,000 bytes); ratio to {}: median of",
        contenders[0].name()
    );
    println!("the rounds' ratios; bytes to a finished tree, drop included.");
}

/// Runs one contender for `time`, so that a profiler sees little else, and prints its mean speed. The copies
/// that `consomme-vec` needs are made meanwhile: a profile shows them, the speed leaves them out.
pub fn profile(contender: Contender, pages: &[Page], time: Duration) {
    let start = Instant::now();
    let mut parsing = Duration::ZERO;
    let mut passes = 0;
    while passes == 0 || start.elapsed() < time {
        parsing += contender.pass(pages);
        passes += 1;
    }
    let speed = megabytes_per_second(contender, pages, passes, parsing);
    println!("{}: {passes} passes over {} pages, {speed:.1} MB/s", contender.name(), pages.len());
}

/// The speed of `passes` passes, in MB/s.
fn speed(contender: Contender, pages: &[Page], passes: usize) -> f64 {
    let time = (0..passes).map(|_| contender.pass(pages)).sum();
    megabytes_per_second(contender, pages, passes, time)
}

/// What `passes` passes in `time` come to, in millions of bytes per second.
fn megabytes_per_second(contender: Contender, pages: &[Page], passes: usize, time: Duration) -> f64 {
    let length: usize = pages.iter().map(|page| contender.input_length(page)).sum();
    (length * passes) as f64 / 1e6 / time.as_secs_f64()
}

/// Least, middle and greatest of `values`, of which there is at least one. Of an even number, the upper
/// middle one.
fn spread(mut values: Vec<f64>) -> (f64, f64, f64) {
    values.sort_by(f64::total_cmp);
    (values[0], values[values.len() / 2], values[values.len() - 1])
}
