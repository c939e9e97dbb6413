//! Measures how many times as long serializing a page takes as copying the output.
//!
//! Both make a `String`: `inner_html` of the parsed page, and `String::from` of its text, an
//! allocation and a copy. The next figure is for pushing the text to a buffer that has the
//! capacity: the copy alone. The last one is for pushing it piece by piece, cut after each `<`, `>`
//! and `"`: the time of any serializer that finds its texts and values one by one, with no tree to
//! read and nothing to escape. Each passes over all pages in turn, so that no page is in the
//! nearest caches; the medians of the rounds are compared, for each page, and by their sums for
//! all.
//!
//! `benches/README.md` has the figures and explains them.

mod support;

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use consomme::Document;

/// How many rounds the medians are of.
const ROUNDS: usize = 21;

/// A parsed page, its output, and the time of each way to write it in each round.
struct Row {
    name: String,
    document: Document,
    html: String,
    pieces: Vec<Range<usize>>,
    times: [Vec<Duration>; 4],
}

fn main() {
    let mut rows: Vec<Row> = support::pages().into_iter().map(parsed).collect();
    if rows.is_empty() {
        return;
    }
    let length = rows.iter().map(|row| row.html.len()).max().unwrap_or_default();
    let mut buffer = String::with_capacity(length);
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let start = Instant::now();
            black_box(black_box(&row.document).inner_html());
            row.times[0].push(start.elapsed());
        }
        for row in &mut rows {
            let start = Instant::now();
            black_box(String::from(black_box(row.html.as_str())));
            row.times[1].push(start.elapsed());
        }
        for row in &mut rows {
            let start = Instant::now();
            buffer.clear();
            buffer.push_str(black_box(&row.html));
            black_box(&buffer);
            row.times[2].push(start.elapsed());
        }
        for row in &mut rows {
            let start = Instant::now();
            buffer.clear();
            for piece in black_box(&row.pieces) {
                buffer.push_str(&row.html[piece.clone()]);
            }
            black_box(&buffer);
            row.times[3].push(start.elapsed());
        }
    }
    let mut lines: Vec<_> =
        rows.into_iter().map(|row| (row.times.map(median), row.html.len(), row.name)).collect();
    lines.sort_by(|(a, ..), (b, ..)| ratio(a[0], a[1]).total_cmp(&ratio(b[0], b[1])));
    println!("{:>10} {:>8} {:>8} {:>8}  page", "bytes", "copying", "buffer", "pieces");
    for (times, length, name) in &lines {
        print(*length, *times, name);
    }
    let (times, length, _) = lines[lines.len() / 2];
    print(length, times, "the median page");
    let all = [0, 1, 2, 3].map(|i| lines.iter().map(|(times, ..)| times[i]).sum());
    print(lines.iter().map(|(_, length, _)| length).sum(), all, "all pages");
}

fn parsed(page: support::Page) -> Row {
    let document = consomme::parse_document(page.bytes, &consomme::Hints::new());
    let html = document.inner_html();
    let cuts = html.match_indices(['<', '>', '"']).map(|(index, _)| index + 1);
    let ends = cuts.chain([html.len()]);
    let pieces = ends.scan(0, |start, end| Some(std::mem::replace(start, end)..end)).collect();
    Row { name: page.name, document, html, pieces, times: Default::default() }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[ROUNDS / 2]
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn print(length: usize, [serialize, copy, push, pieces]: [Duration; 4], name: &str) {
    println!(
        "{length:>10} {:>8.2} {:>8.2} {:>8.2}  {name}",
        ratio(serialize, copy),
        ratio(serialize, push),
        ratio(serialize, pieces)
    );
}
