//! How many cases were compared, and how many of the deviations of the browser they showed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use consomme_test::suite;

use crate::Failure;
use crate::cases::Kind;

/// The lines of `CONFORMANCE.md` around the figures.
const START: &str = "<!-- browser -->\n";
const END: &str = "<!-- end of browser -->\n";

pub(crate) struct Figures {
    version: String,
    first_seed: u64,
    counts: BTreeMap<Kind, u64>,
    deviations: BTreeMap<Kind, BTreeMap<String, u64>>,
}

impl Figures {
    pub(crate) fn new(version: String, first_seed: u64) -> Figures {
        Figures { version, first_seed, counts: BTreeMap::new(), deviations: BTreeMap::new() }
    }

    pub(crate) fn count(&mut self, kind: Kind) {
        *self.counts.entry(kind).or_default() += 1;
    }

    /// Counts a case that the browser answers in another way, for the reason of a section.
    pub(crate) fn deviates(&mut self, kind: Kind, section: &str) {
        let of_kind = self.deviations.entry(kind).or_default();
        *of_kind.entry(section.to_owned()).or_default() += 1;
    }

    pub(crate) fn table(&self, time: Duration) -> String {
        let total: u64 = self.counts.values().sum();
        let mut table = format!(
            "{}, {total} cases from seed {}, {} s.\n\n\
             | kind | cases | the same | deviations of the browser |\n|---|--:|--:|---|\n",
            self.version,
            self.first_seed,
            time.as_secs()
        );
        for (kind, count) in &self.counts {
            let deviations = self.deviations.get(kind);
            let sum: u64 = deviations.map_or(0, |of_kind| of_kind.values().sum());
            let listed: Vec<String> = deviations
                .into_iter()
                .flatten()
                .map(|(section, count)| format!("{section} {count}"))
                .collect();
            let row =
                format!("| {} | {count} | {} | {} |", kind.name(), count - sum, listed.join(", "));
            writeln!(table, "{row}").expect("a string takes any text");
        }
        table
    }

    /// Writes the figures into `CONFORMANCE.md`, if the environment asks for it.
    pub(crate) fn write(&self, time: Duration) -> Result<(), Failure> {
        if std::env::var_os("CONSOMME_UPDATE").is_none_or(|value| value != "1") {
            return Ok(());
        }
        let path = suite::repository().join("CONFORMANCE.md");
        let page = fs::read_to_string(&path)?;
        let (before, rest) = page.split_once(START).ok_or("CONFORMANCE.md has no place for it")?;
        let (_, after) = rest.split_once(END).ok_or("CONFORMANCE.md has no end of it")?;
        fs::write(path, format!("{before}{START}{}{END}{after}", self.table(time)))?;
        Ok(())
    }
}
