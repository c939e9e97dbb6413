//! Mistakes in schemas, and values that are not what their field asks for.

use std::fmt;

/// A mistake in a schema.
///
/// ```
/// use consomme_schema::Schema;
///
/// let error = Schema::builder().text("title", "h1, h2:frist-child").build().unwrap_err();
/// assert_eq!(error.field(), "title");
/// assert_eq!(error.offset(), Some(6));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchemaError {
    pub(crate) field: String,
    pub(crate) selector: String,
    pub(crate) offset: Option<usize>,
    pub(crate) reason: String,
}

impl SchemaError {
    /// Returns the name of the field, with the names of the groups that it is in: `cards.price`.
    /// Empty for a [`Query`](crate::Query).
    pub fn field(&self) -> &str {
        &self.field
    }

    /// Returns the selector of the field.
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// Returns the byte offset of the mistake in the selector, if it is in the selector.
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Returns a description of the mistake.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Puts the name of a group before that of the field.
    pub(crate) fn in_group(mut self, name: &str) -> SchemaError {
        self.field = format!("{name}.{}", self.field);
        self
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SchemaError { field, selector, offset, reason } = self;
        match offset {
            Some(at) if field.is_empty() => write!(f, "selector `{selector}`, byte {at}: {reason}"),
            None => write!(f, "field `{field}`: {reason}"),
            Some(at) => write!(f, "field `{field}`, selector `{selector}`, byte {at}: {reason}"),
        }
    }
}

impl std::error::Error for SchemaError {}

/// A value of a page that is not what its field asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    pub(crate) field: String,
    pub(crate) selector: String,
    pub(crate) reason: String,
    pub(crate) text: Option<Box<str>>,
    pub(crate) element: Option<Box<str>>,
    pub(crate) offset: Option<usize>,
}

impl FieldError {
    /// Returns the name of the field, with the groups that it is in and the numbers of their
    /// matches, the first of which is 0: `cards[2].price`.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// Returns the selector of the field.
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// Returns why the value is refused.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the text that is refused, or its start; `None` if nothing matches.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns a selector of the element that has the text, or in which nothing matches.
    pub fn element(&self) -> Option<&str> {
        self.element.as_deref()
    }

    /// Returns the byte offset of that element in the [source](consomme::Document::source), if the
    /// document has [positions](consomme::ParseOptions::positions).
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Puts a group before the name of the field.
    pub(crate) fn in_group(mut self, group: &str) -> FieldError {
        self.field = format!("{group}.{}", self.field);
        self
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "field `{}`, selector `{}`: ", self.field, self.selector)?;
        match &self.text {
            Some(text) => write!(f, "`{text}`: {}", self.reason)?,
            None => f.write_str(&self.reason)?,
        }
        match (&self.element, self.offset) {
            (Some(element), Some(offset)) => write!(f, " (in {element}, byte {offset})"),
            (Some(element), None) => write!(f, " (in {element})"),
            (None, _) => Ok(()),
        }
    }
}

impl std::error::Error for FieldError {}

/// Why a schema needs the whole page, from [`Schema::ends_early`](crate::Schema::ends_early).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholePage {
    pub(crate) field: String,
    pub(crate) selector: String,
    pub(crate) reason: String,
}

impl WholePage {
    /// Returns the name of the field.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// Returns the selector of the field.
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// Returns the reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for WholePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "field `{}`, selector `{}`: {}", self.field, self.selector, self.reason)
    }
}

impl std::error::Error for WholePage {}
