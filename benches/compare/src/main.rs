//! Compares consomme with html5ever and tl: bytes to a finished tree, drop included.
//!
//! ```text
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- [--set all|dense|small] [--rounds N]
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- --profile NAME [--seconds N] [--set SET]
//! ```
//!
//! The pages are the `.html` files of the directory `CONSOMME_PAGES`, by default `shared/corpus/pages` beside
//! the checkout. All contenders run in one process, in interleaved rounds: a round runs each of them over the
//! same pages, and each round starts with another one, so that a slow moment of the machine falls on all
//! alike. Ratios are taken within a round, and the table shows their median.

mod contender;
mod measure;
mod pages;
mod rcdom;

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use lexopt::prelude::*;

use contender::Contender;
use pages::PageSet;

const USAGE: &str = "\
Usage: consomme-compare [--set SET] [--rounds N]
       consomme-compare [--set SET] --profile NAME [--seconds N]

  --set SET       all (default), dense (the third of the pages with most nodes per byte)
                  or small (pages under 30 KB)
  --rounds N      rounds to measure, 9 by default
  --profile NAME  run one contender over and over, for a profiler:
                  html5ever, tl, consomme-bytes, consomme-str or consomme-vec
  --seconds N     how long to profile, 10 by default

CONSOMME_PAGES names the directory of pages.";

/// What the command line asks for.
struct Arguments {
    set: PageSet,
    rounds: usize,
    profile: Option<Contender>,
    seconds: u64,
}

/// Reads the command line; `None` if it asks for help.
fn arguments() -> Result<Option<Arguments>> {
    let mut arguments = Arguments { set: PageSet::All, rounds: 9, profile: None, seconds: 10 };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("set") => arguments.set = parser.value()?.parse()?,
            Long("rounds") => arguments.rounds = parser.value()?.parse()?,
            Long("profile") => arguments.profile = Some(parser.value()?.parse()?),
            Long("seconds") => arguments.seconds = parser.value()?.parse()?,
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    ensure!(arguments.rounds > 0, "--rounds must be at least 1");
    Ok(Some(arguments))
}

fn main() -> Result<()> {
    let Some(arguments) = arguments().context(USAGE)? else {
        println!("{USAGE}");
        return Ok(());
    };
    let pages = pages::load(arguments.set)?;
    match arguments.profile {
        Some(contender) => measure::profile(contender, &pages, Duration::from_secs(arguments.seconds)),
        None => measure::compare(&pages, arguments.rounds),
    }
    Ok(())
}
