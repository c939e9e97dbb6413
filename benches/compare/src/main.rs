//! Compares consomme with other parsers: speed and memory over real pages.
//!
//! ```text
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- [--set SET] [--rounds N] [--svg PATH]
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- --profile NAME [--seconds N] [--set SET]
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- --rewriters [--rows MB] [--rounds N]
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- --fields [--rounds N]
//! ```
//!
//! The pages are the `.html` files of the directory `CONSOMME_PAGES`, by default
//! `shared/corpus/pages` beside the checkout. All contenders run in one process, in interleaved
//! rounds: a round runs each of them over the same pages, and each round starts with another one,
//! so that a slow moment of the machine falls on all alike. Ratios are taken within a round, and
//! the table shows their median.

mod caption;
mod chart;
mod fields;
mod heap;
mod measure;
mod pages;
mod peer;
mod peers;
mod rcdom;
mod rewriting;
mod table;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use lexopt::prelude::*;

use pages::PageSet;
use peer::Contender;

const USAGE: &str = "\
Usage: consomme-compare [--set SET]... [--only NAME]... [--rounds N] [--svg PATH]
       consomme-compare [--set SET] --profile NAME [--seconds N]
       consomme-compare --rewriters [--rows MB] [--rounds N]
       consomme-compare --fields [--rounds N]

  --set SET       one of, by default each of:
                    all        every page
                    dense      the third of the pages with most nodes per byte
                    dense-crlf the same pages with CRLF line ends
                    script     the third of the pages with most script per byte
                    small      pages under 30 KB
                    fragments  pieces of 200 bytes, cut from all pages
                    pieces     all pages, in pieces of 600 bytes and up to the next tag
  --only NAME     this contender and who it is compared to; may be given several times
  --rounds N      rounds to measure, 9 by default
  --svg PATH      write a chart, too
  --profile NAME  run one contender over and over, for a profiler; over all pages by default
  --seconds N     how long to profile, 10 by default
  --rewriters     five jobs of rewriters, with and without matches
  --rows MB       the size of their last source, 200 by default
  --fields        the texts of 1, 8 and 32 selectors

CONSOMME_PAGES names the directory of pages.";

/// The arguments of the command line.
struct Arguments {
    sets: Vec<PageSet>,
    only: Vec<Contender>,
    rounds: usize,
    svg: Option<PathBuf>,
    profile: Option<Contender>,
    seconds: u64,
    rewriters: bool,
    rows: u64,
    fields: bool,
}

/// Reads the command line; `None` if it asks for help.
fn arguments() -> Result<Option<Arguments>> {
    let mut arguments = Arguments {
        sets: Vec::new(),
        only: Vec::new(),
        rounds: 9,
        svg: None,
        profile: None,
        seconds: 10,
        rewriters: false,
        rows: 200,
        fields: false,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("set") => arguments.sets.push(parser.value()?.parse()?),
            Long("only") => arguments.only.push(parser.value()?.parse()?),
            Long("rounds") => arguments.rounds = parser.value()?.parse()?,
            Long("svg") => arguments.svg = Some(PathBuf::from(parser.value()?)),
            Long("profile") => arguments.profile = Some(parser.value()?.parse()?),
            Long("seconds") => arguments.seconds = parser.value()?.parse()?,
            Long("rewriters") => arguments.rewriters = true,
            Long("rows") => arguments.rows = parser.value()?.parse()?,
            Long("fields") => arguments.fields = true,
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected().into()),
        }
    }
    ensure!(arguments.rounds > 0, "--rounds must be at least 1");
    Ok(Some(arguments))
}

fn main() -> Result<()> {
    let Some(arguments) = arguments().with_context(usage)? else {
        println!("{}", usage());
        return Ok(());
    };
    let pages = pages::load()?;
    if arguments.rewriters {
        rewriting::compare(&pages, arguments.rows * 1_000_000, arguments.rounds);
        return Ok(());
    }
    if arguments.fields {
        fields::compare(&pages, arguments.rounds);
        return Ok(());
    }
    if let Some(contender) = arguments.profile {
        let set = arguments.sets.first().copied().unwrap_or(PageSet::All);
        measure::profile(&contender, &set.choose(&pages), Duration::from_secs(arguments.seconds));
        return Ok(());
    }
    let sets = if arguments.sets.is_empty() { PageSet::ALL.to_vec() } else { arguments.sets };
    let contenders = measure::participants(&arguments.only);
    let mut results = Vec::with_capacity(sets.len());
    for set in sets {
        let chosen = set.choose(&pages);
        ensure!(!chosen.is_empty(), "no such pages: {}", set.name());
        results.push(measure::compare(set, &chosen, &contenders, arguments.rounds));
    }
    println!("{}", table::render(&results));
    for paragraph in caption::under_table(&results) {
        println!("{}\n", caption::wrapped(&paragraph, 110).join("\n"));
    }
    if let Some(path) = arguments.svg {
        // The pieces are for the sanitizers, which the chart does not have, nor room for a variant.
        results.retain(|measured| !matches!(measured.set, PageSet::Pieces | PageSet::DenseCrlf));
        fs::write(&path, chart::render(&results)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The help text, with the names of the contenders.
fn usage() -> String {
    let names: Vec<&str> = peers::ALL.iter().map(|contender| contender.name).collect();
    format!("{USAGE}\nContenders: {}.", names.join(", "))
}
