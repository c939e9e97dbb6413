//! The table of named character references.

use std::collections::HashMap;
use std::sync::OnceLock;

/// How many rows the standard's table has.
const ROWS: usize = 2231;

/// The characters that stand for a name, which is without its `&` and with its `;`, if it has one.
///
/// The rows are read from the crate's source, where the table stands; `tests/api/tables.rs`
/// compares that with the shared suite.
///
/// <https://html.spec.whatwg.org/#named-character-references>
pub(super) fn characters(name: &str) -> Option<&'static str> {
    static TABLE: OnceLock<HashMap<&'static str, String>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let source = include_str!("../../../../src/tokenizer/named_references/table.rs");
        let table: HashMap<_, _> = source.lines().filter_map(row).collect();
        assert_eq!(table.len(), ROWS, "the table in the source has another form");
        table
    });
    table.get(name).map(String::as_str)
}

/// The name and the characters of a line such as `("lt;", "\u{3C}"),`.
fn row(line: &'static str) -> Option<(&'static str, String)> {
    let (name, escapes) =
        line.trim().strip_prefix("(\"")?.strip_suffix("\"),")?.split_once("\", \"")?;
    let mut characters = String::new();
    for escape in escapes.split_terminator('}') {
        let code = escape.strip_prefix("\\u{")?;
        characters.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
    }
    Some((name, characters))
}
