//! The README lists each departure from the standard by a name, and the source marks each place of
//! it with that name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::files_of;

/// The packages whose deviations the README of the crate lists. That of `consomme-web` lists its
/// own.
const SOURCES: [&str; 2] = ["src", "crates/sanitizer/src"];

#[test]
fn the_readme_lists_the_deviations_that_the_source_marks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let section = readme.split("### Deviations").nth(1).unwrap().split("\n## ").next().unwrap();
    let bullets = section.lines().filter(|line| line.starts_with("- "));
    let name_of =
        |bullet: &str| Some(bullet.strip_prefix("- **")?.split_once(".** ")?.0.to_owned());
    let listed: BTreeSet<String> = bullets
        .map(|bullet| name_of(bullet).unwrap_or_else(|| panic!("no name: {bullet}")))
        .collect();

    let mut marked = BTreeSet::new();
    for source in SOURCES {
        for file in files_of(root, source) {
            let text = fs::read_to_string(&file).unwrap();
            let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
            for mark in comments.flat_map(|line| line.split("Deviation").skip(1)) {
                // The documentation of the crate names the word in code.
                if mark.starts_with('`') {
                    continue;
                }
                let name = mark.strip_prefix(" (").and_then(|mark| mark.split_once("): "));
                let (name, _) =
                    name.unwrap_or_else(|| panic!("no name: {mark}, {}", file.display()));
                marked.insert(name.to_owned());
            }
        }
    }
    assert_eq!(listed, marked, "left: README.md, right: the source");
}
