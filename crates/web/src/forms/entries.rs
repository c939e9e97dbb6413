//! Constructing the entry list.

use std::fmt;

use consomme::ElementRef;

use super::control::{input_type, is_button};
use super::directionality::{Directions, has_text};
use super::disabled::Disabled;
use super::form::Form;
use super::select;
use consomme::steps;

/// A name and a value that a form sends.
///
/// <https://html.spec.whatwg.org/#form-entry>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The value.
    pub value: EntryValue,
}

/// The value of an [`Entry`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EntryValue {
    /// A text, with the control's newlines: the encodings of forms make CR LF of each.
    Text(String),
    /// A file. One without a name and content if the user has chosen none.
    File(FormFile),
}

/// A file that a form sends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FormFile {
    /// The name of the file.
    pub name: String,
    /// The MIME type of the content.
    pub content_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

impl FormFile {
    /// Creates a file from its name, MIME type and content.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        content_type: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> FormFile {
        FormFile { name: name.into(), content_type: content_type.into(), bytes: bytes.into() }
    }
}

impl Entry {
    fn text(name: impl Into<String>, value: impl Into<String>) -> Entry {
        Entry { name: name.into(), value: EntryValue::Text(value.into()) }
    }

    /// Returns the value as a text; for a file, its name.
    #[must_use]
    pub fn value_text(&self) -> &str {
        match &self.value {
            EntryValue::Text(text) => text,
            EntryValue::File(file) => &file.name,
        }
    }
}

/// Writes the name, `=` and the [text](Entry::value_text) of the value.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value_text())
    }
}

impl<'a> Form<'a> {
    /// Returns the entries that the form sends, in tree order. `submitter` is the button that
    /// submits it; no other button sends its value.
    ///
    /// Takes time linear in the number of controls and options, for each in its depth.
    ///
    /// <https://html.spec.whatwg.org/#constructing-the-form-data-set>
    // Deviation: no `formdata` event is fired, and no form-associated custom element is asked.
    #[must_use]
    pub fn entries(&self, submitter: Option<ElementRef<'a>>) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut disabled = Disabled::default();
        let mut directions = Directions::default();
        for &field in self.controls() {
            steps::count(1);
            let has_datalist = || field.ancestor_elements().any(|above| above.is_html("datalist"));
            let is_other_button = is_button(field) && submitter != Some(field);
            if is_other_button || has_datalist() || disabled.has(field) {
                continue;
            }
            let input = if field.is_html("input") { input_type(field) } else { "" };
            // "an input element whose type attribute is in the Checkbox state and whose checkedness
            // is false", and the same for the Radio Button state
            if matches!(input, "checkbox" | "radio") && !self.is_checked(field) {
                continue;
            }
            if input == "image" {
                self.add_coordinate(field, &mut entries);
                continue;
            }
            let Some(name) = field.attr("name").filter(|name| !name.is_empty()) else { continue };
            if field.is_html("select") {
                self.add_options(field, name, &mut entries);
            } else if input == "file" {
                self.add_files(field, name, &mut entries);
            } else if input == "hidden" && name.eq_ignore_ascii_case("_charset_") {
                entries.push(Entry::text(name, self.encoding().name()));
            } else {
                entries.push(Entry::text(name, self.value(field)));
            }
            // "If the element has a dirname attribute, that attribute's value is not the empty
            // string, and the element is an auto-directionality form-associated element"
            let dirname = field.attr("dirname").filter(|dirname| !dirname.is_empty());
            if let Some(dirname) = dirname.filter(|_| has_text(field)) {
                let direction = directions.of(field, &self.value(field));
                entries.push(Entry::text(dirname, direction.as_str()));
            }
        }
        entries
    }

    /// Adds the place where the user has clicked on an image button.
    fn add_coordinate(&self, field: ElementRef<'a>, entries: &mut Vec<Entry>) {
        let name = field.attr("name").unwrap_or("");
        // "let name be that value followed by U+002E (.). Otherwise, let name be the empty string."
        let point = if name.is_empty() { "" } else { "." };
        let (x, y) = self.coordinate;
        entries.push(Entry::text(format!("{name}{point}x"), x.to_string()));
        entries.push(Entry::text(format!("{name}{point}y"), y.to_string()));
    }

    /// Adds the selected options of a `select` that are not disabled.
    fn add_options(&self, field: ElementRef<'a>, name: &str, entries: &mut Vec<Entry>) {
        let options = select::options(field);
        let selected = self.selectedness(field, &options);
        for (option, selected) in options.into_iter().zip(selected) {
            if selected && !select::is_disabled(option) {
                entries.push(Entry::text(name, select::value(option)));
            }
        }
    }

    /// Adds the files of an upload control, or one that stands for none.
    fn add_files(&self, field: ElementRef<'a>, name: &str, entries: &mut Vec<Entry>) {
        let chosen = self.files.get(&field.id()).filter(|files| !files.is_empty());
        let none = || vec![FormFile::new("", "application/octet-stream", "")];
        for file in chosen.cloned().unwrap_or_else(none) {
            entries.push(Entry { name: name.to_owned(), value: EntryValue::File(file) });
        }
    }
}
