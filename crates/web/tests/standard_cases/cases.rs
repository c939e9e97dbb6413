//! The files of `tests/data`.
//!
//! A file of rows has a JSON array in each line. A file of sections has cases of named sections,
//! `#name` in a line of its own before each; the first name of the file begins a case. Lines that
//! start with `//` are comments, but in a section `html`.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Reads a file of `tests/data`.
fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(path).expect("the file is there")
}

/// Returns the rows of a file, each with the number of its line.
pub(crate) fn rows(name: &str) -> Vec<(usize, Vec<Value>)> {
    let text = read(name);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let rows = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("//"));
    rows.map(|(number, line)| {
        let row = serde_json::from_str(line);
        (number, row.unwrap_or_else(|error| panic!("{name}:{number}: {error}")))
    })
    .collect()
}

/// A case of a file of sections.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The number of its first line.
    pub(crate) line: usize,
    sections: Vec<(String, String)>,
}

impl Case {
    /// Returns the text of a section without its last newline, and `""` if the case has none.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.sections.iter().find(|(other, _)| other == name).map_or("", |(_, text)| text)
    }

    /// Returns the text of a section if the case has one.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        self.sections.iter().find(|(other, _)| other == name).map(|(_, text)| &**text)
    }
}

/// Returns the cases of a file.
pub(crate) fn sections(name: &str) -> Vec<Case> {
    let text = read(name);
    let mut cases: Vec<Case> = Vec::new();
    let mut first = None;
    for (index, line) in text.lines().enumerate() {
        let section =
            line.strip_prefix('#').filter(|name| name.bytes().all(|b| b.is_ascii_lowercase()));
        if let Some(section) = section.filter(|name| !name.is_empty()) {
            if section == *first.get_or_insert(section) {
                cases.push(Case { line: index + 1, sections: Vec::new() });
            }
            let case = cases.last_mut().expect("the first section begins a case");
            case.sections.push((section.to_owned(), String::new()));
        } else if let Some((name, text)) =
            cases.last_mut().and_then(|case| case.sections.last_mut())
            && (name == "html" || !line.starts_with("// "))
        {
            text.push_str(line);
            text.push('\n');
        }
    }
    for case in &mut cases {
        for (_, text) in &mut case.sections {
            // A blank line may separate cases.
            text.truncate(text.trim_end_matches('\n').len());
        }
    }
    cases
}
