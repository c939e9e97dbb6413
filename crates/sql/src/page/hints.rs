//! What a row says about the encoding of its page.

use consomme::Hints;
use consomme::encoding_rs::Encoding;
use datafusion::arrow::array::{Array, StructArray};
use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::ColumnarValue;

use super::columns::TextColumn;

/// The names of the hints that a struct can have. A text that is no struct is the first of them.
pub(crate) const HINTS: [&str; 5] =
    ["content_type", "encoding", "locale", "top_level_domain", "default_encoding"];

/// The hints of each row.
#[derive(Debug)]
pub(crate) struct RowHints {
    columns: Vec<(Hint, TextColumn)>,
}

/// A hint by its name.
#[derive(Clone, Copy, Debug)]
enum Hint {
    ContentType,
    Encoding,
    Locale,
    TopLevelDomain,
    DefaultEncoding,
}

impl Hint {
    /// Returns the hint of a name in [`HINTS`].
    fn from_name(name: &str) -> Option<Hint> {
        Some(match name {
            "content_type" => Hint::ContentType,
            "encoding" => Hint::Encoding,
            "locale" => Hint::Locale,
            "top_level_domain" => Hint::TopLevelDomain,
            "default_encoding" => Hint::DefaultEncoding,
            _ => return None,
        })
    }

    /// Adds the hint to others. A label that names no encoding says nothing.
    fn add(self, hints: Hints, value: &str) -> Hints {
        let encoding = || Encoding::for_label(value.as_bytes());
        match self {
            Hint::ContentType => hints.content_type(value),
            Hint::Locale => hints.locale(value),
            Hint::TopLevelDomain => hints.top_level_domain(value),
            Hint::Encoding => match encoding() {
                Some(encoding) => hints.transport_encoding(encoding),
                None => hints,
            },
            Hint::DefaultEncoding => match encoding() {
                Some(encoding) => hints.default_encoding(encoding),
                None => hints,
            },
        }
    }
}

impl RowHints {
    /// No hints.
    pub(crate) fn none() -> RowHints {
        RowHints { columns: Vec::new() }
    }

    /// Takes an argument: the content type as text, or a struct with fields of [`HINTS`].
    ///
    /// # Errors
    ///
    /// If it is of another type, which the signatures of the functions don't let through.
    pub(crate) fn new(argument: &ColumnarValue, rows: usize) -> Result<RowHints> {
        let array = argument.to_array(rows)?;
        let Some(record) = array.as_any().downcast_ref::<StructArray>() else {
            let columns = vec![(Hint::ContentType, TextColumn::new(&array)?)];
            return Ok(RowHints { columns });
        };
        let mut columns = Vec::new();
        for (field, column) in record.fields().iter().zip(record.columns()) {
            match Hint::from_name(field.name()) {
                Some(hint) => columns.push((hint, TextColumn::new(column)?)),
                None => return exec_err!("{} is no hint", field.name()),
            }
        }
        Ok(RowHints { columns })
    }

    /// Returns the hints of a row, besides those that hold for all pages.
    pub(crate) fn of(&self, row: usize, common: &Hints) -> Hints {
        self.columns.iter().fold(common.clone(), |hints, (hint, column)| match column.get(row) {
            Some(value) => hint.add(hints, value),
            None => hints,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_hint_is_known() {
        for name in HINTS {
            assert!(Hint::from_name(name).is_some(), "{name}");
        }
    }
}
