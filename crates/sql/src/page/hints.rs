//! The hints of a row for the encoding of its page.

use consomme::Hints;
use consomme::encoding_rs::Encoding;
use datafusion::arrow::array::{ArrayRef, AsArray};
use datafusion::common::{Result, exec_err};

use super::columns::texts;

/// Adds a hint to others.
type Add = fn(Hints, &str) -> Hints;

/// The hints that a struct can have, by name. A text that is no struct is the first of them.
pub(crate) const HINTS: [(&str, Add); 5] = [
    ("content_type", |hints, value| hints.content_type(value)),
    ("encoding", |hints, label| with_encoding(hints, label, Hints::transport_encoding)),
    ("locale", |hints, tag| hints.locale(tag)),
    ("top_level_domain", |hints, domain| hints.top_level_domain(domain)),
    ("default_encoding", |hints, label| with_encoding(hints, label, Hints::default_encoding)),
];

/// Adds an encoding. A label that names none says nothing.
fn with_encoding(hints: Hints, label: &str, add: fn(Hints, &'static Encoding) -> Hints) -> Hints {
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) => add(hints, encoding),
        None => hints,
    }
}

/// The hints of each row.
#[derive(Debug)]
pub(super) struct RowHints<'a> {
    columns: Vec<(Add, Vec<Option<&'a str>>)>,
}

impl<'a> RowHints<'a> {
    /// Takes an argument: the content type as text, or a struct with fields of [`HINTS`].
    ///
    /// # Errors
    ///
    /// If it is of another type, which the signatures of the functions don't let through.
    pub(super) fn new(argument: &'a ArrayRef) -> Result<RowHints<'a>> {
        let Some(record) = argument.as_struct_opt() else {
            return Ok(RowHints { columns: vec![(HINTS[0].1, texts(argument)?)] });
        };
        let column = |(name, column): (&str, &'a ArrayRef)| match HINTS
            .iter()
            .find(|(known, _)| *known == name)
        {
            Some((_, add)) => Ok((*add, texts(column)?)),
            None => exec_err!("{name} is no hint"),
        };
        let columns = record.column_names().into_iter().zip(record.columns()).map(column);
        Ok(RowHints { columns: columns.collect::<Result<_>>()? })
    }

    /// Returns the hints of a row, added to the hints for all pages.
    pub(super) fn of(&self, row: usize, common: &Hints) -> Hints {
        self.columns.iter().fold(common.clone(), |hints, (add, column)| match column[row] {
            Some(value) => add(hints, value),
            None => hints,
        })
    }
}
