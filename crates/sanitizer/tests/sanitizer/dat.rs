//! Reads `.dat` files whose sections are all optional but the first.

/// A case: the line of its first heading (1-based), and its sections by their headings.
pub(crate) struct Case {
    pub(crate) line: usize,
    sections: Vec<(String, String)>,
}

impl Case {
    /// Returns the lines of a section, without the last newline.
    pub(crate) fn section(&self, heading: &str) -> Option<&str> {
        let section = self.sections.iter().find(|(found, _)| found == heading);
        section.map(|(_, body)| body.as_str())
    }
}

const HEADINGS: [&str; 7] =
    ["#data", "#errors", "#error", "#config", "#method", "#document-fragment", "#document"];

/// Reads the cases of a file.
pub(crate) fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line == HEADINGS[0] {
            cases.push(Case { line: index + 1, sections: Vec::new() });
        }
        let sections = &mut cases.last_mut().expect("a file starts with #data").sections;
        match sections.last_mut() {
            _ if HEADINGS.contains(&line) => sections.push((line[1..].to_owned(), String::new())),
            Some((_, body)) => *body += &format!("{line}\n"),
            None => unreachable!("a case starts with its heading"),
        }
    }
    for (_, body) in cases.iter_mut().flat_map(|case| &mut case.sections) {
        body.truncate(body.trim_end_matches('\n').len());
    }
    cases
}
