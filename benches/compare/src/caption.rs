//! Where, when and with what it was measured.

use std::fs;

use time::OffsetDateTime;

use crate::measure::Measured;
use crate::peers;

/// The versions that the binary was built with.
const LOCK: &str = include_str!("../Cargo.lock");

/// The processor's model, if the system tells.
pub fn machine() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| String::from("unknown processor"), |(_, model)| String::from(model.trim()))
}

/// The date of today in UTC, as `2026-01-31`.
pub fn date() -> String {
    OffsetDateTime::now_utc().date().to_string()
}

/// The version of a package, from the lock file.
pub fn version(package: &str) -> Option<&'static str> {
    let (_, entry) = LOCK.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    entry.split_once('"').map(|(version, _)| version)
}

/// Every peer with its version.
pub fn versions(measured: &Measured) -> String {
    let mut packages: Vec<&str> = measured.figures.iter().map(|figures| figures.contender.package).collect();
    packages.sort_unstable();
    packages.dedup();
    let versions = packages.iter().map(|package| format!("{package} {}", version(package).unwrap_or("?")));
    versions.collect::<Vec<_>>().join(", ")
}

/// The paragraphs under the table.
pub fn notes(sets: &[Measured]) -> String {
    let Some(first) = sets.first() else {
        return String::new();
    };
    let sizes = sets.iter().map(|measured| {
        let (set, pages) = (measured.set, measured.pages);
        format!("{}: {}, {pages}, {:.1} MB", set.name(), set.description(), measured.bytes as f64 / 1e6)
    });
    let sizes = sizes.collect::<Vec<_>>().join("; ");
    format!(
        "{machine}, {date}; {rounds} interleaved rounds. {versions}.\n\
         {sizes}.\n\
         MB/s, ±% (half the spread), heap and counts are those of the first set. MB/s: median, of the pages' bytes\n\
         (1 MB = 1,000,000 bytes), what comes out dropped. ×: median of the rounds' ratios, to html5ever doing the\n\
         same; to html5ever's tree for a stream and for trees that are not the standard's. Heap: bytes per byte of the\n\
         pages, at the peak and with the result kept, the text included where it has to be kept; allocations per page.\n\
         Count: nodes, tokens or bytes written. {missing}",
        machine = machine(),
        date = date(),
        rounds = first.rounds,
        versions = versions(first),
        missing = peers::NOTE,
    )
}
