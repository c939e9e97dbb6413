//! Measures the time and memory of a stream of generated rows, beside parsing the same bytes whole.
//!
//! The rows are like products or log lines: some 110 bytes, three cells, a link, a reference. Both
//! parsers get them in the same pieces of 64 KiB. The stream gets one selector, which matches
//! nothing, or each link, or each row, and reads the texts of the matches. It is compared to
//! parsing alone, and to parsing, selecting and reading the same texts.
//!
//! A whole document keeps all it reads, so it is one of 32 MiB: long enough that its start and its
//! end take no time, and short enough that new pages of memory do not take most of it. Dropping it
//! is not counted.
//!
//! The ways take turns, and the medians of the rounds are compared. `-- 10` has the stream read ten
//! gigabytes after that, once for each selector, for the most memory that it takes at once. Their
//! speed is compared to the parse of a whole document in the rounds; making the rows is not
//! counted. `-- tr.row` leaves out the other selectors.

use std::alloc::System;
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cap::Cap;
use consomme::stream::{StreamParser, StreamSelectors};
use consomme::{Hints, ParseOptions, Parser};
use consomme_test::heap::peak_above;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// How many rounds the medians are of.
const ROUNDS: usize = 11;

/// How many bytes come at a time.
const PIECE: usize = 64 * 1024;

/// How many pieces a round has.
const PIECES: usize = 512;

/// The selectors, with the case that each stands for.
const SELECTORS: [(&str, &str); 3] =
    [("no match", "td.total"), ("each link", "a"), ("each row", "tr.row")];

fn main() {
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let (numbers, asked): (Vec<_>, Vec<_>) =
        arguments.partition(|argument| argument.parse::<u64>().is_ok());
    let gigabytes: u64 = numbers.first().map_or(0, |number| number.parse().unwrap_or(0));
    let is_asked = |selector: &str| asked.is_empty() || asked.iter().any(|one| one == selector);
    let selectors: Vec<_> = SELECTORS.into_iter().filter(|(_, one)| is_asked(one)).collect();
    let mut rows = Rows::default();
    let pieces: Vec<Vec<u8>> = (0..PIECES).map(|_| rows.next_piece().to_vec()).collect();
    let mut parsed = Vec::new();
    let mut selected = vec![Vec::new(); selectors.len()];
    let mut lent = vec![Vec::new(); selectors.len()];
    for _ in 0..ROUNDS {
        for (index, (_, selector)) in selectors.iter().enumerate() {
            let (parsing, selecting) = whole(&pieces, selector);
            parsed.push(parsing);
            selected[index].push(parsing + selecting);
            lent[index].push(streamed(&pieces, selector));
        }
    }
    let megabytes = (PIECES * PIECE) as f64 / 1e6;
    let parsed = median(&mut parsed);
    println!("whole: {:.0} MB/s", megabytes / parsed);
    for ((what, selector), times) in selectors.iter().zip(selected.iter_mut().zip(&mut lent)) {
        let (selected, lent) = (median(times.0), median(times.1));
        println!(
            "stream, {what} (`{selector}`): {:.0} MB/s, {:.2} of whole, {:.2} of whole and select",
            megabytes / lent,
            parsed / lent,
            selected / lent
        );
    }
    if gigabytes > 0 {
        for (what, selector) in selectors {
            // Less than the rounds have taken, so that more is noticed.
            let (taken, above) = peak_above(&HEAP, 0, || long(selector, gigabytes));
            let speed = gigabytes as f64 * 1e3 / taken.as_secs_f64();
            println!(
                "{gigabytes} GB, {what}: at most {} KiB at once, {speed:.0} MB/s, {:.2} of whole",
                above / 1024,
                speed / (megabytes / parsed)
            );
        }
    }
}

/// Parses all pieces as one document, and reads the texts of the matches. Returns how long each
/// takes.
fn whole(pieces: &[Vec<u8>], selector: &str) -> (Duration, Duration) {
    let start = Instant::now();
    let mut parser = Parser::new(&ParseOptions::new(), &hints());
    for piece in pieces {
        parser.feed(piece);
    }
    let document = black_box(parser.finish());
    let parsing = start.elapsed();
    let matches = document.select(selector).expect("it is valid");
    let lengths = matches.map(|element| element.text_content().len());
    black_box(lengths.sum::<usize>());
    (parsing, start.elapsed() - parsing)
}

fn streamed(pieces: &[Vec<u8>], selector: &str) -> Duration {
    let start = Instant::now();
    let mut stream = stream(selector);
    let mut found = Found::default();
    for piece in pieces {
        stream.feed(piece);
        found.read(&mut stream);
    }
    stream.end();
    found.read(&mut stream);
    black_box(found);
    start.elapsed()
}

/// Reads rows for a long time. Returns how long the stream takes.
fn long(selector: &str, gigabytes: u64) -> Duration {
    let mut rows = Rows::default();
    let mut stream = stream(selector);
    let mut found = Found::default();
    let mut taken = Duration::ZERO;
    while stream.parsed_bytes() < gigabytes * 1_000_000_000 {
        let piece = rows.next_piece();
        let start = Instant::now();
        stream.feed(piece);
        found.read(&mut stream);
        taken += start.elapsed();
    }
    black_box(found);
    taken
}

fn stream(selector: &str) -> StreamParser {
    let selectors = StreamSelectors::new(&[selector]).expect("it needs nothing that comes later");
    StreamParser::new(&ParseOptions::new(), &hints(), &selectors)
}

fn hints() -> Hints {
    Hints::new().content_type("text/html; charset=utf-8")
}

/// The number of matches, and the bytes of their texts.
#[derive(Default, Debug)]
struct Found {
    matches: usize,
    text: usize,
}

impl Found {
    fn read(&mut self, stream: &mut StreamParser) {
        while let Some(found) = stream.next_match() {
            self.matches += 1;
            self.text += found.text_content().len();
        }
    }
}

/// Rows of a table that has no end.
#[derive(Default)]
struct Rows {
    number: u64,
    text: String,
    read: usize,
}

impl Rows {
    /// Returns the next piece of rows.
    fn next_piece(&mut self) -> &[u8] {
        self.text.drain(..self.read);
        if self.number == 0 {
            self.text.push_str("<!DOCTYPE html><title>Rows</title><table>");
        }
        while self.text.len() < PIECE {
            self.number += 1;
            let number = self.number;
            let total = number * 7;
            writeln!(
                self.text,
                "<tr class=row id=r{number}><td><a href=\"/item/{number}\">Item {number}</a>\
                 <td>Some text of the row &amp; more<td>{total}"
            )
            .expect("a string takes all");
        }
        self.read = PIECE;
        &self.text.as_bytes()[..PIECE]
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
