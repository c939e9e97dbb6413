//! Lists of known exceptions, each with its reason, held in both directions.
//!
//! A list is a text file: `#` starts a comment line, `[file variant ...]` a section, `reason:` and
//! `replaced-by:` lines hold for the rows after them, and a row is an input as a JSON string. A
//! section without variants is about every variant of its file's cases. `replaced-by:` names the
//! file of this crate that states the right answer for the same input.
//!
//! An exception that passes is a failure, and so is a row that belongs to no case.

use std::path::Path;

/// A list of known exceptions.
pub struct Expectations {
    path: String,
    rows: Vec<Row>,
}

/// One known exception.
struct Row {
    line: usize,
    file: String,
    variants: Vec<String>,
    input: String,
    reason: String,
    replaced_by: Option<String>,
    used: bool,
}

impl Expectations {
    /// Reads a list.
    ///
    /// # Panics
    ///
    /// When the file cannot be read or breaks the format: a list that is not understood protects
    /// nothing.
    pub fn load(path: &Path) -> Self {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match read_rows(&text) {
            Ok(rows) => Expectations { path: name, rows },
            Err(message) => panic!("{name}: {message}"),
        }
    }

    /// Why the case is expected to fail; `None` when it is expected to pass. The row counts as
    /// used.
    pub fn reason(&mut self, file: &str, variants: &[&str], input: &str) -> Option<String> {
        let row = self.rows.iter_mut().find(|row| {
            row.file == file
                && row.input == input
                && row.variants.iter().all(|variant| variants.contains(&variant.as_str()))
        })?;
        row.used = true;
        Some(row.reason.clone())
    }

    /// Returns the faults of the list itself: rows whose file `belongs` here and that no case used,
    /// and rows whose replacement `is_case` does not know.
    pub fn complaints(
        &self,
        belongs: impl Fn(&str) -> bool,
        is_case: impl Fn(&str, &str) -> bool,
    ) -> Vec<String> {
        let mut complaints = Vec::new();
        for row in self.rows.iter().filter(|row| belongs(&row.file)) {
            let place = format!("{}:{}: {} {:?}", self.path, row.line, row.file, row.input);
            if !row.used {
                complaints.push(format!("{place} is no case of the suite"));
            }
            match &row.replaced_by {
                Some(file) if !is_case(file, &row.input) => {
                    complaints.push(format!("{place} has no replacement in {file}"));
                }
                _ => {}
            }
        }
        complaints
    }
}

/// Turns the outcome of a case around when it is expected to fail.
pub fn judge(reason: Option<&str>, outcome: Result<(), String>) -> Result<(), String> {
    match (reason, outcome) {
        (None, outcome) => outcome,
        (Some(_), Err(_)) => Ok(()),
        (Some(reason), Ok(())) => {
            Err(format!("passes, although it is listed as an exception with the reason: {reason}"))
        }
    }
}

fn read_rows(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let mut section: Option<(String, Vec<String>)> = None;
    let mut reason = String::new();
    let mut replaced_by = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let mut words = header.split(' ').map(str::to_owned);
            section = words.next().map(|file| (file, words.collect()));
            reason.clear();
            replaced_by = None;
        } else if let Some(text) = line.strip_prefix("reason: ") {
            text.clone_into(&mut reason);
            replaced_by = None;
        } else if let Some(file) = line.strip_prefix("replaced-by: ") {
            replaced_by = Some(file.to_owned());
        } else {
            let input = serde_json::from_str(line)
                .map_err(|error| format!("line {number} is not a JSON string: {error}"))?;
            let (file, variants) =
                section.clone().ok_or_else(|| format!("line {number} is in no section"))?;
            if reason.is_empty() {
                return Err(format!("line {number} has no reason"));
            }
            rows.push(Row {
                line: number,
                file,
                variants,
                input,
                reason: reason.clone(),
                replaced_by: replaced_by.clone(),
                used: false,
            });
        }
    }
    Ok(rows)
}
