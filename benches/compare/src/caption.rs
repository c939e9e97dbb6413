//! The machine, the date and the versions of a measurement.

use std::fs;

use time::OffsetDateTime;

use crate::measure::Measured;
use crate::peers;

/// The versions that the binary was built with.
const LOCK: &str = include_str!("../Cargo.lock");

/// The processor's model and clock, if the system tells.
fn machine() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = information.lines().find(|line| line.starts_with(name))?;
        line.split_once(": ").map(|(_, value)| value.trim())
    };
    let model = field("model name").unwrap_or("unknown processor");
    match field("cpu MHz").and_then(|clock| clock.parse::<f64>().ok()) {
        Some(megahertz) if !model.contains("GHz") => {
            format!("{model} at {:.1} GHz", megahertz / 1000.0)
        }
        _ => String::from(model),
    }
}

/// The date of today in UTC, as `2026-01-31`.
fn date() -> String {
    OffsetDateTime::now_utc().date().to_string()
}

/// The version of a package, from the lock file.
fn version(package: &str) -> Option<&'static str> {
    // If there are several versions, the one that this package names: others are dependencies of
    // peers.
    let (_, own) = LOCK.split_once("name = \"consomme-compare\"\n")?;
    let (own, _) = own.split_once("\n]")?;
    let named = own.split_once(&format!("\"{package} "));
    let only = || LOCK.split_once(&format!("name = \"{package}\"\nversion = \""));
    let (_, version) = named.or_else(only)?;
    version.split_once('"').map(|(version, _)| version)
}

/// Every peer with its version.
fn versions(measured: &Measured) -> String {
    let mut packages: Vec<&str> =
        measured.figures.iter().map(|figures| figures.contender.package).collect();
    packages.sort_unstable();
    packages.dedup();
    let versions =
        packages.iter().map(|package| format!("{package} {}", version(package).unwrap_or("?")));
    versions.collect::<Vec<_>>().join(", ") + "."
}

/// Returns the paragraphs under the chart.
pub fn under_chart(sets: &[Measured]) -> Vec<String> {
    let Some(first) = sets.first() else {
        return Vec::new();
    };
    let yardstick = first.of("html5ever").map_or(0.0, |figures| figures.speed().1 / 1e6);
    let run = format!(
        "{}, {}. {} pages, {:.1} MB; medians of {} interleaved rounds, dropping what comes out included; html5ever \
         builds the tree of {set} at {yardstick:.0} MB/s. Heap: the peak, on {set}; the text is included where it \
         has to be kept. {}",
        machine(),
        date(),
        first.pages,
        first.bytes as f64 / 1e6,
        first.rounds,
        peers::NOTE,
        set = first.set.description(),
    );
    vec![run, versions(first)]
}

/// Returns the paragraphs under the table.
pub fn under_table(sets: &[Measured]) -> Vec<String> {
    let Some(first) = sets.first() else {
        return Vec::new();
    };
    let run = format!(
        "{}, {}; {} interleaved rounds. {}",
        machine(),
        date(),
        first.rounds,
        versions(first)
    );
    let sizes = sets.iter().map(|measured| {
        let megabytes = measured.bytes as f64 / 1e6;
        format!(
            "{}: {} ({}, {megabytes:.1} MB)",
            measured.set.name(),
            measured.set.description(),
            measured.pages
        )
    });
    let columns = "MB/s, ±% (half the spread), heap and counts are those of the first set. MB/s: median, of the \
         pages' bytes (1 MB = 1,000,000 bytes), dropping what comes out included. ×: median of the rounds' ratios, to \
         html5ever doing the same; to its tree for streams and for trees that are not the standard's; to ammonia for \
         sanitizers, to sxd-xpath for XPath and to webpage for metadata. Heap: bytes per byte of the pages, at the peak and with the result kept, the text included where \
         it has to be kept; allocations per page. Count: nodes, elements, tokens, bytes written or links.";
    vec![run, sizes.collect::<Vec<_>>().join("; ") + ".", format!("{columns} {}", peers::NOTE)]
}

/// `text` in lines of at most `letters` letters, broken at spaces.
pub fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= letters {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(String::from(word));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package that is not in the lock file under its name would be shown without a version.
    #[test]
    fn every_contender_has_a_version() {
        for contender in peers::ALL {
            assert!(version(contender.package).is_some(), "{}", contender.package);
        }
    }

    /// The chart cannot wrap lines by itself.
    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrapped("clear broth, hot", 12), ["clear broth,", "hot"]);
        assert_eq!(wrapped("clarification", 5), ["clarification"]);
    }
}
