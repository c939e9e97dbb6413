//! What the functions find in a page: names, arguments, types.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field as ArrowField, Fields};

/// What a function finds in a page. Each is a function, `html_` and its name, and those without
/// arguments of their own are names that `html_fields` takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Field {
    Text,
    Title,
    Lang,
    Description,
    Canonical,
    Encoding,
    EncodingSource,
    Links,
    Urls,
    Meta,
    Metadata,
    Microdata,
    Tables,
    Outline,
    Select,
    SelectAttr,
    XPath,
    XPathError,
    Sanitize,
    Errors,
    Error,
}

/// An argument of a function besides the page and the hints.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Argument {
    /// A CSS selector, a literal.
    Selector,
    /// The name of an attribute, a literal.
    AttributeName,
    /// An XPath expression, a literal.
    XPath,
    /// The address of the page, which can be left out.
    Address,
}

impl Field {
    /// All of them.
    pub(crate) const ALL: [Field; 21] = [
        Field::Text,
        Field::Title,
        Field::Lang,
        Field::Description,
        Field::Canonical,
        Field::Encoding,
        Field::EncodingSource,
        Field::Links,
        Field::Urls,
        Field::Meta,
        Field::Metadata,
        Field::Microdata,
        Field::Tables,
        Field::Outline,
        Field::Select,
        Field::SelectAttr,
        Field::XPath,
        Field::XPathError,
        Field::Sanitize,
        Field::Errors,
        Field::Error,
    ];

    /// Returns the name, without `html_`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Field::Text => "text",
            Field::Title => "title",
            Field::Lang => "lang",
            Field::Description => "description",
            Field::Canonical => "canonical",
            Field::Encoding => "encoding",
            Field::EncodingSource => "encoding_source",
            Field::Links => "links",
            Field::Urls => "urls",
            Field::Meta => "meta",
            Field::Metadata => "metadata",
            Field::Microdata => "microdata",
            Field::Tables => "tables",
            Field::Outline => "outline",
            Field::Select => "select",
            Field::SelectAttr => "select_attr",
            Field::XPath => "xpath",
            Field::XPathError => "xpath_error",
            Field::Sanitize => "sanitize",
            Field::Errors => "errors",
            Field::Error => "error",
        }
    }

    /// Returns the field of a name. `None` if there is none.
    pub(crate) fn from_name(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Returns the field of a function. `None` if the function is not one of a field.
    pub(crate) fn from_function(name: &str) -> Option<Field> {
        Field::from_name(name.strip_prefix("html_")?)
    }

    /// Returns the arguments between the page and the hints. An address comes last.
    pub(crate) fn arguments(self) -> &'static [Argument] {
        match self {
            Field::Canonical | Field::Links | Field::Urls | Field::Metadata | Field::Microdata => {
                &[Argument::Address]
            }
            Field::Select => &[Argument::Selector],
            Field::SelectAttr => &[Argument::Selector, Argument::AttributeName],
            Field::XPath | Field::XPathError => &[Argument::XPath],
            Field::Text
            | Field::Title
            | Field::Lang
            | Field::Description
            | Field::Encoding
            | Field::EncodingSource
            | Field::Meta
            | Field::Tables
            | Field::Outline
            | Field::Sanitize
            | Field::Errors
            | Field::Error => &[],
        }
    }

    /// Returns how many of the arguments cannot be left out.
    pub(crate) fn required_arguments(self) -> usize {
        self.arguments().iter().filter(|&&argument| argument != Argument::Address).count()
    }

    /// Returns the type of the value.
    pub(crate) fn data_type(self) -> DataType {
        match self {
            Field::Text
            | Field::Title
            | Field::Lang
            | Field::Description
            | Field::Canonical
            | Field::Encoding
            | Field::EncodingSource
            | Field::Metadata
            | Field::Microdata
            | Field::XPathError
            | Field::Sanitize
            | Field::Error => TEXT,
            Field::Select | Field::SelectAttr | Field::XPath => list(TEXT),
            Field::Links => records(&["url", "text", "rel"], &[]),
            Field::Urls => records(&["url", "kind", "element", "attribute"], &[]),
            Field::Outline => records(&["text"], &["level"]),
            Field::Errors => records(&["code", "message"], &["offset", "line", "column"]),
            Field::Meta => map(),
            Field::Tables => list(list(list(TEXT))),
        }
    }
}

/// The type of all texts. 32-bit offsets would end at 2 GiB for the texts of a batch, and a view
/// takes all its buffers along when a part of it is sent to another process.
pub(crate) const TEXT: DataType = DataType::LargeUtf8;

/// Returns the type of lists.
fn list(item: DataType) -> DataType {
    DataType::List(Arc::new(ArrowField::new_list_field(item, true)))
}

/// Returns the type of lists of structs: fields of text, then of numbers.
fn records(texts: &[&str], numbers: &[&str]) -> DataType {
    list(DataType::Struct(record_fields(texts, numbers)))
}

/// Returns the fields of a struct: those of text, then those of numbers.
pub(crate) fn record_fields(texts: &[&str], numbers: &[&str]) -> Fields {
    let texts = texts.iter().map(|name| ArrowField::new(*name, TEXT, true));
    let numbers = numbers.iter().map(|name| ArrowField::new(*name, DataType::Int64, true));
    texts.chain(numbers).collect()
}

/// Returns the type of maps from text to text, as DataFusion's own functions have it.
fn map() -> DataType {
    let entry = Fields::from(vec![
        ArrowField::new("key", TEXT, false),
        ArrowField::new("value", TEXT, true),
    ]);
    DataType::Map(Arc::new(ArrowField::new("entries", DataType::Struct(entry), false)), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_listed_once_under_its_name() {
        for (index, field) in Field::ALL.into_iter().enumerate() {
            assert_eq!(Field::from_name(field.name()), Some(field));
            assert_eq!(Field::from_function(&format!("html_{}", field.name())), Some(field));
            assert!(!Field::ALL[..index].contains(&field));
        }
        assert_eq!(Field::from_function("title"), None);
    }

    #[test]
    fn an_address_is_the_last_argument() {
        for field in Field::ALL {
            let arguments = field.arguments();
            let addresses = arguments.iter().filter(|&&one| one == Argument::Address).count();
            assert!(addresses == 0 || arguments.ends_with(&[Argument::Address]) && addresses == 1);
        }
    }
}
