//! The shape of the repository: dependencies between the stages point one way, links and names
//! agree, comments are wrapped, and the papers name what exists. `element_lists.rs`: only
//! `src/elements` lists elements. `prose.rs`: comments are sentences. `deviations.rs`: the README
//! lists what the source marks. `rooms.rs`: the rooms of `src`, and which of them each may use.
//! `circles.rs`: files that use each other. `advisories.rs`: each advisory has a test.
//! `audits.rs`: each dependency has an entry in `supply-chain`. `unsafe_lines.rs`: the unsafe code
//! of dependencies. `hashing.rs`: hash tables have random keys.

mod advisories;
mod audit_notes;
mod audits;
mod circles;
mod deviations;
mod element_lists;
mod hashing;
mod prose;
mod rooms;
mod unsafe_lines;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a module: `stage.rs`, or all files below `stage/` except unit tests, which may use
/// anything.
fn files_of(source: &Path, stage: &str) -> Vec<PathBuf> {
    let single = source.join(format!("{stage}.rs"));
    if single.exists() {
        return vec![single];
    }
    let mut files = Vec::new();
    let mut folders = vec![source.join(stage)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with("tests.rs") || path.ends_with("tests") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "{stage} has files");
    files
}

/// A file that no `mod` declares is not compiled, so nothing else would notice that it is dead.
#[test]
fn every_file_is_part_of_the_crate() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in files_of(&source, "") {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let folder = file.parent().unwrap();
        let (name, parents) = match name {
            "lib" => continue,
            "mod" => (
                folder.file_name().unwrap().to_str().unwrap(),
                vec![
                    folder.parent().unwrap().join("mod.rs"),
                    folder.parent().unwrap().join("lib.rs"),
                    folder.with_extension("rs"),
                ],
            ),
            _ => (
                name,
                vec![folder.join("mod.rs"), folder.join("lib.rs"), folder.with_extension("rs")],
            ),
        };
        let declares = |parent: &PathBuf| {
            fs::read_to_string(parent)
                .is_ok_and(|text| text.lines().any(|line| line.ends_with(&format!("mod {name};"))))
        };
        assert!(parents.iter().any(declares), "no `mod {name};` for {}", file.display());
    }
}

/// Unread input is for the tokenizer and for the code that feeds it: the tree builder must not
/// depend on it.
#[test]
fn only_the_tokenizer_and_those_who_feed_it_know_the_input_stream() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let may = ["events", "input", "parse", "tokenizer"].map(|folder| source.join(folder));
    let mut wrong = Vec::new();
    for file in files_of(&source, "") {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let mut words = code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
        if !may.iter().any(|folder| file.starts_with(folder))
            && words.any(|word| word == "InputStream")
        {
            wrong.push(file.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The source only grows, and its map fits it, because one room writes both.
#[test]
fn only_the_input_stream_writes_the_source() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let may = ["input", "text"].map(|folder| source.join(folder));
    let writes = ["source_mut(", "source_map_mut(", "source_and_map_mut("];
    let files = files_of(&source, "").into_iter();
    let outside = files.filter(|file| !may.iter().any(|folder| file.starts_with(folder)));
    let wrong: Vec<_> = outside
        .filter(|file| {
            let code = rooms::code_of(file);
            writes.iter().any(|write| code.contains(write))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Each state of the enum is linked to the standard, by the anchor that is its own name.
#[test]
fn the_link_of_each_state_is_its_name() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tokenizer/state.rs");
    let text = fs::read_to_string(path).unwrap();
    let body = text.split("enum State {").nth(1).unwrap().split("\n}").next().unwrap();
    let mut anchor = None;
    let mut states = 0;
    for line in body.lines().map(str::trim) {
        if let Some(found) = anchor_in(line) {
            anchor = Some(found);
        } else if let Some(state) =
            line.strip_suffix(',').filter(|line| !line.starts_with(['/', '#']))
        {
            let link = anchor.take().unwrap_or_else(|| panic!("{state} has no link"));
            let words: String = words_of(link)
                .split('_')
                .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
                .collect();
            assert_eq!(words, state, "{link}");
            states += 1;
        }
    }
    // The numeric character reference end state consumes nothing, so it is never the current one.
    assert_eq!(states, STATES - 1);
}

/// Each state has one method. A method is linked to the standard by the anchor that is its own
/// name; one that several states share, which differ in a quotation mark or in what follows them,
/// is linked to each.
#[test]
fn each_state_has_a_method_with_a_link() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut states = BTreeSet::new();
    for file in files_of(&source, "tokenizer") {
        let text = fs::read_to_string(&file).unwrap();
        let mut links = Vec::new();
        for line in text.lines().map(str::trim) {
            if let Some(found) = anchor_in(line) {
                links.push(words_of(found));
            } else if let Some((_, rest)) = line.split_once("fn ") {
                let name = rest.split('(').next().unwrap();
                let links = std::mem::take(&mut links);
                if let Some(state) = name.strip_suffix("_state")
                    && name != "set_state"
                    && name != "initial_state"
                    && name != "step_in_other_state"
                {
                    assert!(!links.is_empty(), "{name} has no link");
                    assert!(links.len() > 1 || links[0] == state, "{name}: {links:?}");
                    for link in links {
                        assert!(states.insert(link), "{name} has the link of another method");
                    }
                }
            }
        }
    }
    assert_eq!(states.len(), STATES);
}

/// The number of states in the standard.
const STATES: usize = 84;

/// The anchor of the HTML standard that a doc comment links to.
fn anchor_in(line: &str) -> Option<&str> {
    line.strip_prefix("/// <https://html.spec.whatwg.org/#")?.strip_suffix('>')
}

/// The words of a state's anchor, joined by underscores: `attribute_value_double_quoted`.
fn words_of(anchor: &str) -> String {
    anchor.trim_end_matches("-state").replace(['(', ')'], "").replace('-', "_")
}

/// Rustfmt wraps lines of code, not comments.
#[test]
fn no_comment_is_wider_than_100_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wide = Vec::new();
    let folders = ["src", "tests", "benches", "examples"];
    for file in folders.into_iter().flat_map(|folder| files_of(root, folder)) {
        let mut is_code = false;
        for (index, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let line = line.trim_end();
            let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
            if comment.trim_start_matches(['/', '!', ' ']).starts_with("```") {
                is_code = !is_code;
            }
            let is_table = comment.trim_start_matches(['/', '!', ' ']).starts_with('|');
            let may_be_wide = is_code || is_table || line.contains("://");
            if !may_be_wide && line.chars().count() > 100 {
                wide.push(format!("{}:{}", file.display(), index + 1));
            }
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

/// Folders that are not part of the package.
const UNPACKAGED: [&str; 6] =
    [".ci/", "benches/compare", "crates/", "examples/", "fuzz/", "tests/"];

/// The README is also read where only the files of the package are.
#[test]
fn each_link_of_the_readme_is_an_address_or_a_file_of_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).unwrap();
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let is_packaged = !UNPACKAGED.iter().any(|start| link.starts_with(start));
        assert!(link.starts_with("https://") || is_packaged && root.join(link).is_file(), "{link}");
    }
}

/// The papers, but the changelogs, which name files that are gone, and `fuzz/README.md`, which
/// names files that fuzzing makes.
const PAPERS: [&str; 21] = [
    "README.md",
    "ADVISORIES.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benches/README.md",
    "benches/hostile.md",
    "crates/cli/README.md",
    "crates/extract/README.md",
    "crates/html5ever/README.md",
    "crates/markdown/README.md",
    "crates/python/DIFFERENCES.md",
    "crates/python/README.md",
    "crates/schema/README.md",
    "crates/schema-derive/README.md",
    "crates/sql/README.md",
    "crates/sanitizer/README.md",
    "crates/warc/README.md",
    "crates/web/README.md",
    "crates/xpath/README.md",
    "fuzz/DIFFERENCES.md",
];

/// The papers name files and folders by their paths from the root or from `src`, in links or in
/// code.
#[test]
fn each_path_that_a_paper_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    for paper in PAPERS {
        let text = fs::read_to_string(root.join(paper)).unwrap();
        // A package's own files come first.
        let package = root.join(paper).parent().unwrap().to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let code = text.split('`').skip(1).step_by(2);
        let folders = ["src/", "tests/", "benches/", "examples/", "fuzz/", ".ci/"];
        let is_source = |code: &str| code.contains('/') && code.ends_with(".rs");
        let code = code.filter(|code| {
            is_source(code) || folders.iter().any(|folder| code.starts_with(folder))
        });
        for path in links.chain(code) {
            let path = path.split(['#', ':', ' ']).next().unwrap();
            let is_path = !path.is_empty() && !path.contains(['*', '<', '{', '\n']);
            let is_url = path.starts_with("http") || path.starts_with("mailto");
            let places = [&package, root, &root.join("src")];
            let exists = places.iter().any(|place| place.join(path).exists());
            if is_path && !is_url && !exists {
                missing.push(format!("{paper}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
