//! The rows of `src/elements` say what depends on the name of an element, so no other code has
//! lists of elements: three or more names, as constants or as strings, in one expression or
//! pattern. Else a new element would have to be added there, too.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use super::files_of;

/// The number of names from which on they are a list.
const LIST: usize = 3;

/// Where the standard's steps name elements, and where the rows are.
const MAY: [&str; 2] = ["elements", "tree_builder/modes"];

/// The files that may have lists besides, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("names/known.rs", "the constants of all names"),
    ("select/states/element.rs", "types of `input`; some elements are called so, too"),
    ("speculative_fetch/link.rs", "destinations of fetches; some elements are called so, too"),
    ("tree_builder/mode_reset.rs", "the steps that reset the insertion mode appropriately"),
    ("urls/attributes.rs", "the rows of attributes, which name the elements that have them"),
];

#[test]
fn only_the_rows_list_elements() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = element_names(&source);
    let exceptions: Vec<_> = EXCEPTIONS.iter().map(|&(path, _)| path).collect();
    let excepted = [&MAY[..], &exceptions].concat();
    let mut used = HashSet::new();
    let mut wrong = Vec::new();
    for file in files_of(&source, "") {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(&source).unwrap();
        for (line, names) in lists_in(&text, &names) {
            match excepted.iter().find(|excepted| path.starts_with(excepted)) {
                Some(excepted) => _ = used.insert(*excepted),
                None => wrong.push(format!("src/{}:{line}: {names:?}", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "ask the rows of `src/elements`:\n{}", wrong.join("\n"));
    for excepted in excepted {
        assert!(used.contains(excepted), "src/{excepted} has no list any more");
    }
}

/// Returns the names of elements by their constants and by their texts, of HTML as the rows have
/// them, and of MathML and SVG as their rows name the constants.
fn element_names(source: &Path) -> HashMap<String, String> {
    let table = fs::read_to_string(source.join("elements/table.rs")).unwrap();
    let mut names = HashMap::new();
    for line in table.lines() {
        let Some((constant, rest)) = line.trim().split_once(" = \"") else { continue };
        let (text, _) = rest.split_once("\":").expect("a row");
        names.insert(constant.to_owned(), constant.to_owned());
        names.insert(format!("\"{text}\""), text.to_owned());
    }
    assert!(names.len() > 200, "the table has rows");
    let foreign = fs::read_to_string(source.join("elements/foreign.rs")).unwrap();
    for rest in foreign.split("known::").skip(1) {
        let constant = rest.split(|c: char| !is_of_word(c)).next().unwrap();
        names.insert(constant.to_owned(), constant.to_owned());
    }
    names
}

/// Returns the lists of elements in the code of a file, with their lines.
fn lists_in(text: &str, names: &HashMap<String, String>) -> Vec<(usize, Vec<String>)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut lists = Vec::new();
    // Constants and strings.
    let mut found: [Vec<String>; 2] = Default::default();
    // A comma at the depth of a `=>` ends the arm of a match, and not an item of a list.
    let (mut depth, mut arm) = (0, None);
    for (index, line) in code.lines().enumerate() {
        for word in words(line) {
            match word {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "=>" => arm = Some(depth),
                "{" | "}" | ";" => arm = None,
                _ => {}
            }
            let ends_arm = word == "," && arm == Some(depth);
            if ends_arm || ["{", "}", ";", "=>"].contains(&word) {
                found = Default::default();
            } else if let Some(name) = names.get(word) {
                let found = &mut found[usize::from(word.starts_with('"'))];
                if !found.contains(name) {
                    found.push(name.clone());
                    if found.len() == LIST {
                        lists.push((index + 1, found.clone()));
                    }
                }
            }
        }
    }
    lists
}

/// Splits a line of code into identifiers, strings with their quotes, `=>`, and other characters.
/// A comment ends the line.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            break;
        } else if rest.starts_with("=>") {
            2
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else {
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()).max(first.len_utf8())
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn lists_are_found_however_they_are_written() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = element_names(&source);
    for code in [
        "matches!(name, known::DIV | known::P | known::SPAN)",
        "const LIST: &[LocalName] = &[known::DIV,\n    known::P, // and\n    known::SPAN];",
        "x.is_html(known::DIV) || x.is_html(known::P) || x.is_html(known::SPAN)",
        "\"div\" | \"p\" | \"span\" => 1,",
        "use known::*;\nmatches!(name, DIV | P | SPAN)",
        "matches!(name, known::MROW | known::FOREIGN_OBJECT | known::MI)",
    ] {
        assert_eq!(lists_in(code, &names).len(), 1, "{code}");
    }
    for code in [
        "matches!(name, known::DIV | known::P)",
        "known::DIV => 1,\nknown::P => 2,\nknown::SPAN => 3,",
        "known::DIV => of(known::P),\nknown::SPAN | known::B => 3,",
        "// known::DIV | known::P | known::SPAN",
        "x.is_html(known::IMG) || x.is_html(known::INPUT) && kind == \"image\"",
        "[known::HREF, known::CLASS, known::SRC]",
        "[\"div p span\", \"<p>\", \"<span>\"]",
    ] {
        assert_eq!(lists_in(code, &names), [], "{code}");
    }
}
