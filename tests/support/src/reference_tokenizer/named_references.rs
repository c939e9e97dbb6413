//! The table of named character references.

use std::collections::HashMap;
use std::sync::OnceLock;

/// How many names the standard's table has, with and without the semicolon counted as two.
const NAMES: usize = 2231;

/// The characters that stand for a name, which is without its `&` and with its `;`, if it has one.
///
/// The rows are read from the crate's source, where the table stands; `tests/api/tables.rs`
/// compares that with the shared suite.
///
/// <https://html.spec.whatwg.org/#named-character-references>
pub(super) fn characters(name: &str) -> Option<&'static str> {
    static TABLE: OnceLock<HashMap<String, String>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let source = include_str!("../../../../src/tokenizer/named_references/table.rs");
        let mut table = HashMap::new();
        for (name, characters) in source.lines().filter_map(row) {
            // A name without a semicolon is known with one as well.
            let with_semicolon = format!("{};", name.trim_end_matches(';'));
            table.insert(with_semicolon, characters.clone());
            table.insert(name.to_owned(), characters);
        }
        assert_eq!(table.len(), NAMES, "the table in the source has another form");
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
