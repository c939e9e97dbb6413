//! The fields that the functions find in a page. Each is a row with its name, its arguments and the
//! function that reads it; types, builders, signatures and the rule of one parse come from the row.
//!
//! To add a field, write its row, and a line in the documentation of the crate and in the README.
//!
//! - `about.rs`: fields that the page declares about itself
//! - `arguments.rs`: the arguments of fields
//! - `builder.rs`: the array of a field
//! - `content.rs`: fields of the content that readers see
//! - `found.rs`: fields that selectors and expressions find
//! - `row.rs`: the row of a field
//! - `source.rs`: fields of the source and of parsing
//! - `urls.rs`: fields of URLs

mod about;
mod arguments;
mod builder;
mod content;
mod found;
mod row;
mod source;
mod urls;

pub(crate) use arguments::{Argument, Literals};
pub(crate) use builder::Values;
pub(crate) use row::{Field, FieldRow, Page};

/// All fields by group.
static GROUPS: [&[FieldRow]; 5] =
    [&content::FIELDS, &about::FIELDS, &urls::FIELDS, &found::FIELDS, &source::FIELDS];

/// Returns all fields.
pub(crate) fn fields() -> impl Iterator<Item = Field> {
    GROUPS.iter().copied().flatten()
}

/// Returns the field of a name, without `html_`. `None` if there is none.
pub(crate) fn field(name: &str) -> Option<Field> {
    fields().find(|field| field.name == name)
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::{Array, ArrayRef, AsArray};
    use datafusion::common::ScalarValue;

    use super::*;
    use crate::options::ConsommeOptions;
    use crate::values::Deadline;

    #[test]
    fn names_are_unique() {
        for one in fields() {
            assert!(std::ptr::eq(field(one.name).unwrap(), one), "{}", one.name);
        }
    }

    #[test]
    fn arguments_differ_and_an_address_is_the_last_one() {
        for field in fields() {
            let mut rest = field.arguments;
            while let [argument, after @ ..] = rest {
                let is_last = after.is_empty();
                assert!(*argument != Argument::Address || is_last, "{}", field.name);
                // A call has room for one of each kind.
                assert!(!after.contains(argument), "{}", field.name);
                rest = after;
            }
        }
    }

    #[test]
    fn every_field_is_documented() {
        for field in fields() {
            let row = format!("//! | `html_{}(html", field.name);
            assert!(include_str!("../lib.rs").contains(&row), "{row}");
            let name = format!("`html_{}`", field.name);
            assert!(include_str!("../../README.md").contains(&name), "{name}");
        }
    }

    /// Returns the array of a field: its value for a page, then null for a row without one.
    fn array_of(field: Field, options: &ConsommeOptions, deadline: Deadline) -> ArrayRef {
        let html = "<html lang=de><title>Suppen</title><meta name=description content=Menu>\
             <link rel=canonical href=/suppen><h1>Suppen</h1><a href=/lauch>Lauch</a>\
             <table><tr><td>1<td>2</table><div itemscope></div></p>";
        let parse = options.parse_options(true);
        let document = parse.parse_document(html.as_bytes(), &options.hints());
        let literal = |argument: &Argument| match argument {
            Argument::Selector => "a",
            Argument::AttributeName => "href",
            Argument::XPath => "//a",
            Argument::Address => ADDRESS,
        };
        let literals: Vec<_> = field.arguments.iter().map(literal).map(ScalarValue::from).collect();
        let literals = field.compile(&literals.iter().map(Some).collect::<Vec<_>>()).unwrap();
        let address = Some(ADDRESS);
        let page = Page { document: &document, address, literals: &literals, options, deadline };
        let mut values = field.values();
        let _ = values.append(Some(&page), Some("an error"));
        let _ = values.append(None, None);
        values.finish()
    }

    const ADDRESS: &str = "https://soups.example/";

    /// A row whose function adds other structs than it says, or nothing, fails here.
    #[test]
    fn every_field_finds_something() {
        for field in fields() {
            let array = array_of(field, &ConsommeOptions::default(), Deadline::default());
            assert_eq!(array.data_type(), &field.data_type(), "{}", field.name);
            let is_error = matches!(field.name, "select_error" | "xpath_error");
            assert_eq!(array.is_null(0), is_error, "{}", field.name);
            assert_eq!((array.len(), array.is_null(1)), (2, true), "{}", field.name);
            let list = array.as_list_opt::<i32>().map(|lists| lists.value(0));
            assert!(list.is_none_or(|list| !list.is_empty()), "{}", field.name);
        }
    }

    #[test]
    fn values_that_are_too_large_are_null() {
        let options = ConsommeOptions { max_value_bytes: 1, ..ConsommeOptions::default() };
        for field in fields() {
            let is_null = array_of(field, &options, Deadline::default()).is_null(0);
            assert_eq!(is_null, field.name != "error", "{}", field.name);
        }
    }

    #[test]
    fn values_that_come_too_late_are_null() {
        let passed = Deadline::new(1);
        while passed.check().is_ok() {}
        for field in fields() {
            let is_null = array_of(field, &ConsommeOptions::default(), passed).is_null(0);
            let is_error = matches!(field.name, "error" | "select_error" | "xpath_error");
            assert_eq!(is_null, !is_error, "{}", field.name);
        }
    }

    #[test]
    fn types_are_those_that_are_documented() {
        for (name, data_type) in [
            ("title", "LargeUtf8"),
            ("error", "LargeUtf8"),
            ("select", "List(LargeUtf8)"),
            ("outline", "List(Struct(\"text\": LargeUtf8, \"level\": Int64))"),
            (
                "meta",
                "Map(\"entries\": non-null Struct(\"key\": non-null LargeUtf8, \"value\": LargeUtf8), unsorted)",
            ),
            ("tables", "List(List(List(LargeUtf8)))"),
        ] {
            assert_eq!(field(name).unwrap().data_type().to_string(), data_type);
        }
    }
}
