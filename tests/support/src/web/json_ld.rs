//! The facts of JSON-LD: JSON that is cut has the facts before the cut.

use consomme::parse_str;
use consomme_web::{Metadata, PageUrl, metadata};

use super::ADDRESS;

/// Tokens, each whole wherever the text is cut between two of them.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"@type\":",
    "\"@graph\":",
    "\"mainEntity\":",
    "\"author\":",
    "\"creator\":",
    "\"publisher\":",
    "\"comment\":",
    "\"name\":",
    "\"datePublished\":",
    "\"dateModified\":",
    "\"WebSite\"",
    "\"Article\"",
    "\"A \\u00e9 \\ud83c\\udf72\"",
    "\"B \\\" \\\\\"",
    "\"\\ud83c x \\u\"",
    "\"2026-01-02\"",
    "\"\"",
    " 1 ",
    "null",
];

/// Parts of tokens.
const BROKEN: &[&str] = &["", "\"", "\\", "\"\\", "\"\\u0", "é", ":"];

/// Checks the JSON-LD of a token for each byte.
///
/// # Panics
///
/// If the facts of a part are not among those of all.
pub(super) fn check(bytes: &[u8]) {
    let tokens: Vec<_> =
        bytes.iter().map(|byte| TOKENS[usize::from(*byte) % TOKENS.len()]).collect();
    let whole = facts(&tokens.concat());
    let cut = bytes.first().map_or(0, |first| usize::from(*first) % (tokens.len() + 1));
    let part = facts(&tokens[..cut].concat());
    let what = || format!("{:?} cut from {tokens:?}", &tokens[..cut]);
    assert!(whole.authors.starts_with(&part.authors), "{}", what());
    for (part, whole) in [(&part.published, &whole.published), (&part.modified, &whole.modified)] {
        assert!(part.is_none() || part == whole, "{}", what());
    }
    let broken = BROKEN[bytes.len() % BROKEN.len()];
    facts(&(tokens[..cut].concat() + broken + &tokens[cut..].concat()));
}

fn facts(json: &str) -> Metadata {
    let document = parse_str(format!("<script type=application/ld+json>{json}</script>"));
    let page = PageUrl::new(&document, ADDRESS).expect("the address is absolute");
    let facts = metadata(&document, &page);
    assert_eq!(facts.json_ld, [json]);
    facts
}
