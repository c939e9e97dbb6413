//! The row of a field.

use std::hash::{Hash, Hasher};

use consomme::Document;
use datafusion::arrow::array::{LargeStringBuilder, ListBuilder, StructBuilder};

use super::arguments::{Argument, Literals};
use crate::options::ConsommeOptions;
use crate::values::{Deadline, Reason, Sink, TextMap, Texts};

/// A field: a value that a function reads from a page.
///
/// Each field makes a function, named `html_` and its name. `html_fields` takes the names of fields
/// whose arguments can be left out.
#[derive(Debug)]
pub(crate) struct FieldRow {
    /// The name, without `html_`.
    pub(crate) name: &'static str,
    /// The arguments between the page and the hints. An address comes last.
    pub(crate) arguments: &'static [Argument],
    /// The type, and how it is read.
    pub(crate) value: Value,
    /// Whether the parser has to collect parse errors for it.
    pub(crate) wants_errors: bool,
}

/// A row of the list of fields.
pub(crate) type Field = &'static FieldRow;

/// A parsed page with the arguments of a call.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    pub(crate) document: &'a Document,
    /// The URL of the page, if it is known.
    pub(crate) address: Option<&'a str>,
    pub(crate) literals: &'a Literals,
    pub(crate) options: &'a ConsommeOptions,
    /// The time for its values.
    pub(crate) deadline: Deadline,
}

/// Returns a text, if there is one.
pub(crate) type Read = fn(&Page<'_>) -> Result<Option<String>, Reason>;

/// Fails with the reason why the field with the same arguments is null, if it is.
pub(crate) type Check = fn(&Page<'_>) -> Result<(), Reason>;

/// Adds the items of a value. If it fails, the value is null.
pub(crate) type Push<B> = fn(&Page<'_>, &mut Sink<'_, B>) -> Result<(), Reason>;

/// The type of a field, and the function that reads its value. Without a value, or if reading fails
/// with a reason, the field is null.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// A text.
    Text(Read),
    /// A list of texts.
    Texts(Push<LargeStringBuilder>),
    /// A list of structs, with the names of their texts, then of their numbers.
    Records(&'static [&'static str], &'static [&'static str], Push<StructBuilder>),
    /// A map from text to text.
    Map(Push<TextMap>),
    /// A list of tables: lists of rows, which are lists of texts.
    Tables(Push<ListBuilder<Texts>>),
    /// A text: the reason why the field with the same arguments is null.
    Why(Check),
    /// A text: the reasons why other fields are null.
    Error,
}

impl FieldRow {
    pub(crate) const fn new(
        name: &'static str,
        arguments: &'static [Argument],
        value: Value,
    ) -> FieldRow {
        FieldRow { name, arguments, value, wants_errors: false }
    }

    /// Returns how many of the arguments cannot be left out.
    pub(crate) fn required_arguments(&self) -> usize {
        self.arguments.iter().filter(|&&argument| argument != Argument::Address).count()
    }
}

/// Rows are the same if their names are.
impl PartialEq for FieldRow {
    fn eq(&self, other: &FieldRow) -> bool {
        self.name == other.name
    }
}

impl Eq for FieldRow {}

impl Hash for FieldRow {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
