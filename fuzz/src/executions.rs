//! `EXECUTIONS.md`: how many inputs each target has checked over the project's life, and the first
//! seed that no run has used.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The lines around the table.
const START: &str = "<!-- executions -->\n";
const END: &str = "<!-- end of executions -->\n";

/// The figures of a target.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Row {
    /// The inputs that it has checked.
    pub executions: u64,
    /// All seeds from this one on are new.
    pub next_seed: u64,
}

/// The rows of a file by target.
pub struct Executions {
    path: PathBuf,
    before: String,
    after: String,
    rows: BTreeMap<String, Row>,
}

impl Executions {
    /// Reads `EXECUTIONS.md` of this package.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not in its form.
    pub fn load() -> io::Result<Executions> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("EXECUTIONS.md");
        let page = fs::read_to_string(&path)?;
        Executions::parse(path, &page).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn parse(path: PathBuf, page: &str) -> Option<Executions> {
        let (before, rest) = page.split_once(START)?;
        let (table, after) = rest.split_once(END)?;
        let mut rows = BTreeMap::new();
        for line in table.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, target, executions, next_seed, ..] = cells[..] else { return None };
            let number = |text: &str| text.replace(',', "").parse::<u64>().ok();
            let row = Row { executions: number(executions)?, next_seed: number(next_seed)? };
            rows.insert(target.trim_matches('`').to_owned(), row);
        }
        Some(Executions { path, before: before.to_owned(), after: after.to_owned(), rows })
    }

    /// The first seed that is new for all of these targets.
    pub fn new_seed<'t>(&self, targets: impl Iterator<Item = &'t str>) -> u64 {
        let seeds = targets.filter_map(|target| self.rows.get(target)).map(|row| row.next_seed);
        // A target that is new has no row; the seeds of the others are new to it, too.
        seeds.chain(self.rows.values().map(|row| row.next_seed)).max().unwrap_or(1)
    }

    /// Counts a run of a target over the seeds from the first to before the next one.
    pub fn add(&mut self, target: &str, first_seed: u64, next_seed: u64) {
        let row = self.rows.entry(target.to_owned()).or_default();
        row.executions += next_seed - first_seed;
        row.next_seed = row.next_seed.max(next_seed);
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn save(&self) -> io::Result<()> {
        fs::write(&self.path, format!("{}{START}{}{END}{}", self.before, self.table(), self.after))
    }

    fn table(&self) -> String {
        let total: u64 = self.rows.values().map(|row| row.executions).sum();
        let mut table = format!(
            "{} executions by target.\n\n| target | executions | next seed | finds kept |\n|---|--:|--:|--:|\n",
            grouped(total)
        );
        for (target, row) in &self.rows {
            let (executions, seed) = (grouped(row.executions), grouped(row.next_seed));
            table += &format!("| `{target}` | {executions} | {seed} | {} |\n", finds(target));
        }
        table
    }
}

/// How many finds of a target are kept as cases.
fn finds(target: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/finds").join(target);
    fs::read_dir(folder).map_or(0, Iterator::count)
}

/// A number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_added_and_no_seed_is_used_twice() {
        let page = format!("a\n{START}x\n| `edit` | 1,200 | 50 | 0 |\n{END}b\n");
        let mut executions = Executions::parse(PathBuf::new(), &page).expect("it is in the form");
        assert_eq!(executions.new_seed(["edit", "stream"].into_iter()), 50);
        executions.add("edit", 50, 1050);
        executions.add("stream", 50, 60);
        let table = executions.table();
        assert!(table.starts_with("2,210 executions"), "{table}");
        assert!(table.contains("| `edit` | 2,200 | 1,050 |"), "{table}");
        assert_eq!(executions.new_seed(["stream"].into_iter()), 1050);
    }
}
