//! Hash tables of names and texts of the input have random keys: with a fixed key, a page could
//! have names that all collide.

use std::fs;
use std::path::Path;

use super::{files_of, rooms};

/// The hashers with a fixed key, by the names in which code would have them.
const FIXED: [&str; 8] = [
    "BuildHasherDefault",
    "DefaultHasher",
    "FnvHashMap",
    "FnvHasher",
    "FxHashMap",
    "FxHasher",
    "SipHasher",
    "ahash",
];

/// Files that hash for something else than a table of names: the hash of a node in Python, and a
/// boundary.
const NO_TABLES: [&str; 2] = ["crates/python/src/node/mod.rs", "crates/web/src/forms/multipart.rs"];

#[test]
fn no_hash_table_has_a_fixed_key() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.to_owned()];
    folders.extend(fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path()));
    let mut random = 0;
    for file in folders.iter().flat_map(|folder| files_of(folder, "src")) {
        if NO_TABLES.iter().any(|other| file == root.join(other)) {
            continue;
        }
        let code = rooms::code_of(&file);
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        random += usize::from(code.contains("RandomState"));
        let fixed = words.find(|word| FIXED.contains(word));
        assert!(fixed.is_none(), "{}: {}", file.display(), fixed.unwrap_or_default());
    }
    // The tables of names, of attributes and of processing instructions.
    assert!(random >= 3, "only {random} files have a random key");
}
