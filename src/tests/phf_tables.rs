//! Checks the tables of `phf`, which are source files.
//!
//! `phf_codegen` computes the tables here, in tests. With the macros of `phf`, each build of this
//! crate would compute them, and compile a second version of `syn` for that.
//!
//! `CONSOMME_WRITE_TABLES=1 cargo test --lib phf_table && cargo fmt` writes the tables into their
//! files.

use std::fmt::Display;
use std::fs;
use std::path::Path;

/// Asserts that a source file ends with this table, or writes the table into the file if
/// `CONSOMME_WRITE_TABLES` is set. The file starts with the declaration of the table.
pub(crate) fn assert_is_current(file: &str, table: impl Display) {
    const START: &str = "::phf::";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap();
    let (head, written) = text.split_once(START).expect("the file has a table");
    let table = format!("{table};\n");
    let computed = table.strip_prefix(START).expect("phf_codegen writes a path");
    if std::env::var_os("CONSOMME_WRITE_TABLES").is_some() {
        fs::write(&path, format!("{head}{START}{computed}")).unwrap();
        return;
    }
    // rustfmt changes whitespace, and adds a comma to a row that it breaks.
    let condensed = |text: &str| text.split_whitespace().collect::<String>().replace(",)", ")");
    assert!(
        condensed(written) == condensed(computed),
        "{file} is out of date: CONSOMME_WRITE_TABLES=1 cargo test --lib phf_table && cargo fmt"
    );
}
