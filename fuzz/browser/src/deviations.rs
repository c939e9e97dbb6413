//! Where the browser is known to differ from the standard: the sections of `deviations.txt`.
//!
//! A section is about a reduced case if it names the kind of the case, one of its lines `when` has
//! only strings that occur in the text, in that order, and one of its lines `when-detail` the same
//! for the detail. Its own case must still deviate: a browser that has changed makes it stale.

use crate::Failure;
use crate::cases::{Case, Kind};
use crate::chromium::Chromium;

const FILE: &str = include_str!("../deviations.txt");

pub(crate) struct Deviations {
    sections: Vec<Section>,
}

#[derive(Default)]
struct Section {
    name: String,
    kinds: Vec<Kind>,
    /// Strings that the text must have, in lowercase.
    texts: Vec<Vec<String>>,
    /// Strings that the detail must have.
    details: Vec<Vec<String>>,
    sentence: String,
    case: Option<Case>,
}

impl Deviations {
    /// Reads the file.
    pub(crate) fn load() -> Result<Deviations, Failure> {
        let mut sections: Vec<Section> = Vec::new();
        for (index, line) in FILE.lines().enumerate() {
            let at = |message: &str| format!("deviations.txt:{}: {message}", index + 1);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                sections.push(Section { name: name.to_owned(), ..Section::default() });
                continue;
            }
            let section = sections.last_mut().ok_or_else(|| at("no section"))?;
            let (key, value) = line.split_once(": ").ok_or_else(|| at("no key"))?;
            section.set(key, value).map_err(|error| at(&error.to_string()))?;
        }
        for section in &sections {
            if section.sentence.is_empty() || section.case.is_none() || section.kinds.is_empty() {
                return Err(format!("{} lacks a kind, a sentence or a case", section.name).into());
            }
        }
        Ok(Deviations { sections })
    }

    /// The sections whose case the browser answers as consomme does.
    pub(crate) fn check(&self, chromium: &mut Chromium) -> Result<Vec<String>, Failure> {
        let cases: Vec<Case> =
            self.sections.iter().filter_map(|section| section.case.clone()).collect();
        let differing = chromium.differing(&cases)?;
        let stale = (0..cases.len()).filter(|index| !differing.contains(index));
        let mut finds = Vec::new();
        for index in stale {
            finds.push(format!("[{}] is stale: both agree", self.sections[index].name));
        }
        for (section, case) in self.sections.iter().zip(&cases) {
            if self.explain(case) != Some(&section.name) {
                finds.push(format!("[{}] does not match its own case first", section.name));
            }
        }
        Ok(finds)
    }

    /// The name of the section that a reduced case belongs to.
    pub(crate) fn explain(&self, case: &Case) -> Option<&str> {
        let section = self.sections.iter().find(|section| section.is_about(case))?;
        Some(&section.name)
    }
}

impl Section {
    fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        match key {
            "kinds" => {
                for name in value.split(' ') {
                    self.kinds.push(Kind::of_name(name).ok_or("no such kind")?);
                }
            }
            "when" => self.texts.push(strings(value)?),
            "when-detail" => self.details.push(strings(value)?),
            "sentence" => value.clone_into(&mut self.sentence),
            "case" => {
                let (kind, rest) = value.split_once(' ').ok_or("a kind and two strings")?;
                let kind = Kind::of_name(kind).ok_or("no such kind")?;
                let [text, detail]: [String; 2] =
                    strings(rest)?.try_into().map_err(|_| "a case has two strings")?;
                self.case = Some(Case { kind, text, detail });
            }
            _ => return Err(format!("no such key: {key}").into()),
        }
        Ok(())
    }

    fn is_about(&self, case: &Case) -> bool {
        let text = case.text.to_ascii_lowercase();
        let any = |lines: &[Vec<String>], text: &str| {
            lines.is_empty() || lines.iter().any(|strings| has_in_order(text, strings))
        };
        self.kinds.contains(&case.kind)
            && any(&self.texts, &text)
            && any(&self.details, &case.detail)
    }
}

/// JSON strings with a space between them.
fn strings(value: &str) -> Result<Vec<String>, Failure> {
    let strings = serde_json::Deserializer::from_str(value).into_iter::<String>();
    Ok(strings.collect::<Result<_, _>>()?)
}

fn has_in_order(mut text: &str, strings: &[String]) -> bool {
    strings.iter().all(|string| match text.split_once(string.as_str()) {
        Some((_, rest)) => {
            text = rest;
            true
        }
        None => false,
    })
}
