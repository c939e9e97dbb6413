//! Compares consomme with an installed Chromium: trees, serializations, encodings, matches of
//! selectors, sanitized content and rendered text.
//!
//! ```sh
//! cargo run --release --manifest-path fuzz/browser/Cargo.toml -- 10000 1
//! ```
//!
//! The arguments are the number of cases, the first seed (1 if there is none), and the kinds of
//! cases (all if there are none), which take turns. Each case is made from its seed. A case that the
//! browser answers in another way is reduced; then it is known, because `deviations.txt` says where
//! the browser differs from the standard and by which sentence, or it is a find, which is printed
//! and fails the run. `CHROMIUM` names the program (default: chromium). With `CONSOMME_UPDATE=1`,
//! the figures go into `CONFORMANCE.md`.
//!
//! - `cases.rs`: makes the cases
//! - `byte_pages.rs`: pages in any encoding
//! - `ours.rs`: the answers of consomme
//! - `chromium.rs`, `server.rs`, `page.js`: the answers of the browser
//! - `reduce.rs`: makes a case smaller
//! - `deviations.rs`: where the browser is known to differ
//! - `figures.rs`: counts, and writes `CONFORMANCE.md`

mod byte_pages;
mod cases;
mod chromium;
mod deviations;
mod figures;
mod ours;
mod reduce;
mod server;

use std::process::ExitCode;
use std::time::Instant;

use cases::{Case, KINDS, Kind};
use chromium::Chromium;
use deviations::Deviations;
use figures::Figures;

/// How many cases the browser is asked at once.
const BATCH: usize = 400;

/// How many finds end a run.
const MAX_FINDS: usize = 20;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs as the arguments say; returns whether nothing was found.
fn run() -> Result<bool, Failure> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().unwrap_or("10000".to_owned()).parse()?;
    let first_seed: u64 = arguments.next().unwrap_or("1".to_owned()).parse()?;
    let names: Vec<String> = arguments.collect();
    let is_asked = |kind: &Kind| names.is_empty() || names.iter().any(|name| name == kind.name());
    let kinds: Vec<Kind> = KINDS.into_iter().filter(is_asked).collect();
    if kinds.is_empty() {
        return Err(format!("no kind is among {names:?}").into());
    }

    let start = Instant::now();
    let mut chromium = Chromium::start()?;
    let version = chromium.version()?;
    println!("{version}");
    let deviations = Deviations::load()?;
    let mut finds = deviations.check(&mut chromium)?;
    let mut figures = Figures::new(version, first_seed);
    let mut seed = first_seed;
    while seed < first_seed + count && finds.len() < MAX_FINDS {
        let end = (seed + BATCH as u64).min(first_seed + count);
        let kind_of = |seed: u64| kinds[(seed % kinds.len() as u64) as usize];
        let cases: Vec<Case> = (seed..end).map(|seed| Case::of(kind_of(seed), seed)).collect();
        let differing = chromium.differing(&cases)?;
        for case in &cases {
            figures.count(case.kind);
        }
        for index in differing {
            let reduced = reduce::reduced(&cases[index], &mut chromium)?;
            match deviations.explain(&reduced) {
                Some(name) => figures.deviates(reduced.kind, name),
                None => finds.push(describe(&reduced, &mut chromium)?),
            }
        }
        seed = end;
    }
    println!("{}", figures.table(start.elapsed()));
    if finds.is_empty() && names.is_empty() {
        figures.write(start.elapsed())?;
    }
    for find in &finds {
        println!("{find}\n");
    }
    println!("{} finds in {} s", finds.len(), start.elapsed().as_secs());
    Ok(finds.is_empty())
}

/// A case with both answers.
fn describe(case: &Case, chromium: &mut Chromium) -> Result<String, Failure> {
    let theirs = chromium.answers(std::slice::from_ref(case))?.remove(0);
    Ok(format!(
        "{} {:?} {:?}\n-- the browser\n{theirs}\n-- consomme\n{}",
        case.kind.name(),
        case.text,
        case.detail,
        ours::answer(case)
    ))
}
