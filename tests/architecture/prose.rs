//! Comments say things in sentences. A comment that begins with a noun clause ("What a field is of
//! a page") or with a bare pronoun ("Those of both calls") makes the reader guess.

use std::fs;
use std::path::{Path, PathBuf};

const REFUSED: [&str; 4] = ["What ", "Those ", "Of ", "Does what"];

#[test]
fn no_paragraph_of_a_comment_begins_with_a_riddle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut riddles = Vec::new();
    for file in rust_files(root) {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let mut is_start = true;
        for (index, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let comment = line.trim_start().strip_prefix("//");
            let words = comment.map(|comment| comment.trim_start_matches(['/', '!', ' ']));
            if let Some(words) = words
                && is_start
                && REFUSED.iter().any(|start| words.starts_with(start))
            {
                riddles.push(format!("{path}:{}: {words}", index + 1));
            }
            is_start = words.is_none_or(str::is_empty);
        }
    }
    assert!(riddles.is_empty(), "{}", riddles.join("\n"));
}

/// A word of the glossary that no file uses is stale.
#[test]
fn the_code_uses_each_word_of_the_glossary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paper = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (_, glossary) = paper.split_once("## Glossary").expect("there is a glossary");
    let rows = glossary.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let words: Vec<&str> = rows.skip(1).flat_map(|(words, _)| words.split(", ")).collect();
    let files: Vec<String> = rust_files(root)
        .iter()
        .filter(|file| !file.starts_with(root.join("tests")))
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let uses = |file: &str, word: &str| {
        file.match_indices(word).any(|(at, _)| {
            let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            is_end(file[..at].chars().next_back()) && is_end(file[at + word.len()..].chars().next())
        })
    };
    for word in &words {
        let count = files.iter().filter(|file| uses(file, word)).count();
        assert!(count >= 3, "{count} files have the word {word:?}");
    }
    assert!((25..=40).contains(&words.len()), "there are {} words", words.len());
}

/// All files with code of ours.
fn rust_files(root: &Path) -> Vec<PathBuf> {
    let folders = ["src", "crates", "tests", "benches", "examples", "fuzz"];
    let mut folders: Vec<_> = folders.map(|folder| root.join(folder)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with("target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}
