//! Tables against their sources: the named character references and the parse error codes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use consomme::tokenizer::TextMode;
use consomme::{ParseErrorCode, Revision};
use consomme_test::json_suite;
use consomme_test::suite::{self, HTML5LIB};
use consomme_test::tokens::tokenize;

/// How many names the standard's table has, with and without the semicolon counted as two.
const NAMED_REFERENCES: usize = 2231;

/// Every code of the living standard's list of parse errors.
///
/// <https://html.spec.whatwg.org/#parse-errors>
const STANDARD_CODES: [&str; 52] = [
    "abrupt-closing-of-empty-comment",
    "abrupt-doctype-public-identifier",
    "abrupt-doctype-system-identifier",
    "absence-of-digits-in-numeric-character-reference",
    "cdata-in-html-content",
    "character-reference-outside-unicode-range",
    "control-character-in-input-stream",
    "control-character-reference",
    "disallowed-processing-instruction-target",
    "duplicate-attribute",
    "end-tag-with-attributes",
    "end-tag-with-trailing-solidus",
    "eof-before-tag-name",
    "eof-in-cdata",
    "eof-in-comment",
    "eof-in-doctype",
    "eof-in-processing-instruction",
    "eof-in-script-html-comment-like-text",
    "eof-in-tag",
    "incorrectly-closed-comment",
    "incorrectly-opened-comment",
    "invalid-character-sequence-after-doctype-name",
    "invalid-first-character-of-processing-instruction-target",
    "invalid-first-character-of-tag-name",
    "invalid-processing-instruction-target",
    "missing-attribute-value",
    "missing-doctype-name",
    "missing-doctype-public-identifier",
    "missing-doctype-system-identifier",
    "missing-end-tag-name",
    "missing-quote-before-doctype-public-identifier",
    "missing-quote-before-doctype-system-identifier",
    "missing-semicolon-after-character-reference",
    "missing-whitespace-after-doctype-public-keyword",
    "missing-whitespace-after-doctype-system-keyword",
    "missing-whitespace-before-doctype-name",
    "missing-whitespace-between-attributes",
    "missing-whitespace-between-doctype-public-and-system-identifiers",
    "nested-comment",
    "non-void-html-element-start-tag-with-trailing-solidus",
    "noncharacter-character-reference",
    "noncharacter-in-input-stream",
    "null-character-reference",
    "surrogate-character-reference",
    "surrogate-in-input-stream",
    "unexpected-character-after-doctype-system-identifier",
    "unexpected-character-in-attribute-name",
    "unexpected-character-in-unquoted-attribute-value",
    "unexpected-equals-sign-before-attribute-name",
    "unexpected-null-character",
    "unexpected-solidus-in-tag",
    "unknown-named-character-reference",
];

/// The one code that the snapshot of September 2024 has and the living standard lacks.
const SNAPSHOT_CODE: &str = "unexpected-question-mark-instead-of-tag-name";

/// The text that `html` is in the data state, with its error codes.
///
/// # Panics
///
/// When it is anything but text.
fn characters(html: &str) -> (String, Vec<String>) {
    let outcome = tokenize(&[html], TextMode::Data, None, Revision::default()).expect("tokens");
    let text = match outcome.tokens.as_slice() {
        [token] if token[0] == "Character" => token[1].as_str().expect("characters").to_owned(),
        other => panic!("{html} is not text: {other:?}"),
    };
    (text, outcome.errors.into_iter().map(|error| error.code).collect())
}

/// The suite's list of names with their characters; `None` where the suite is missing outside CI.
fn named_references() -> Option<BTreeMap<String, String>> {
    let directory = match HTML5LIB.find("tokenizer") {
        Ok(directory) => directory,
        Err(reason) => {
            assert!(!suite::in_ci(), "{reason}");
            eprintln!("not checked: {reason}");
            return None;
        }
    };
    let text = fs::read_to_string(directory.join("namedEntities.test")).expect("the list of names");
    let cases = json_suite::read(&text).expect("the list of names");
    // Other cases of the file are names that need their semicolon and lack it.
    let names = cases.into_iter().filter(|case| case.description.starts_with("Named entity: "));
    let rows = names.map(|case| {
        let name = case.written.strip_prefix('&').expect("a reference").to_owned();
        (name, case.output[0][1].as_str().expect("characters").to_owned())
    });
    Some(rows.collect())
}

#[test]
fn every_named_reference_stands_for_its_characters() {
    let Some(references) = named_references() else { return };
    assert_eq!(references.len(), NAMED_REFERENCES);
    for (name, expected) in &references {
        let (text, errors) = characters(&format!("&{name}"));
        assert_eq!(&text, expected, "&{name}");
        let missing_semicolon = errors == ["missing-semicolon-after-character-reference"];
        assert_eq!(missing_semicolon, !name.ends_with(';'), "&{name}: {errors:?}");
        assert!(missing_semicolon || errors.is_empty(), "&{name}: {errors:?}");
    }
}

#[test]
fn no_proper_prefix_of_a_named_reference_is_one_unless_listed() {
    let Some(references) = named_references() else { return };
    let prefixes: BTreeSet<&str> = references
        .keys()
        .flat_map(|name| (1..name.len()).map(move |end| &name[..end]))
        .filter(|prefix| !references.contains_key(*prefix))
        .collect();
    for prefix in prefixes {
        let (text, _) = characters(&format!("&{prefix}"));
        let listed = (1..prefix.len()).rev().find_map(|end| {
            references.get(&prefix[..end]).map(|found| format!("{found}{}", &prefix[end..]))
        });
        assert_eq!(text, listed.unwrap_or_else(|| format!("&{prefix}")), "&{prefix}");
    }
}

#[test]
fn the_standard_codes_are_those_of_the_standard() {
    let actual: BTreeSet<&str> =
        ParseErrorCode::ALL.iter().filter(|code| code.is_standard()).map(|c| c.as_str()).collect();
    let mut expected = BTreeSet::from(STANDARD_CODES);
    assert_eq!(expected.len(), 52);
    expected.insert(SNAPSHOT_CODE);
    assert_eq!(actual, expected);
}

#[test]
fn codes_and_their_names_are_one_to_one() {
    let mut names = BTreeSet::new();
    for code in ParseErrorCode::ALL {
        let name = code.as_str();
        assert!(names.insert(name), "{name} twice");
        assert_eq!(name.parse::<ParseErrorCode>().ok(), Some(*code), "{name}");
        let kebab = name.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        });
        assert!(kebab, "{name}");
    }
    for name in ["", "eof", "EOF-IN-TAG", "eof-in-tag "] {
        assert!(name.parse::<ParseErrorCode>().is_err(), "{name:?}");
    }
}

#[test]
fn every_code_says_what_it_means() {
    let mut descriptions = BTreeSet::new();
    for code in ParseErrorCode::ALL {
        let description = code.description();
        assert!(!description.is_empty() && !description.ends_with('.'), "{code}");
        assert!(descriptions.insert(description), "{code} means what another code means");
    }
}
