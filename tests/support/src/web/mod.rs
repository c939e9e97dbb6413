//! Checks that hold for any document, of the properties, of the test on real pages and of the fuzz
//! target.
//!
//! - `forms.rs`: forms
//! - `json_ld.rs`: facts in JSON-LD
//! - `microdata.rs`: microdata
//! - `pieces.rs`: markup to check
//! - `reference_table.rs`: tables, slot by slot as the standard has it
//! - `tables.rs`: compares tables with these
//! - `texts.rs`: attributes as texts
//! - `urls.rs`: URLs

mod forms;
mod json_ld;
mod microdata;
pub mod pieces;
mod reference_table;
mod tables;
pub mod texts;
mod urls;

use consomme::{Document, ParseOptions};
use consomme_web::{PageUrl, metadata, outline};

/// The address of the pages.
const ADDRESS: &str = "https://example.com/a/b?c#d";

/// Checks all that the crate finds in a document.
///
/// # Panics
///
/// If something is wrong.
pub fn check(document: &Document) {
    let page = PageUrl::new(document, ADDRESS).expect("the address is absolute");
    urls::check(document, &page);
    tables::check(document);
    forms::check(document, &page);
    microdata::check(document, &page);
    let about = metadata(document, &page);
    for url in about.canonical.iter().chain(about.feeds.iter().map(|feed| &feed.url)) {
        assert_eq!(page.join(url).as_deref(), Some(&**url), "it is absolute");
    }
    let headings = outline(document).inspect(|heading| assert!((1..=9).contains(&heading.level)));
    let elements = document.descendant_elements();
    let is_heading = |name: &str| name.len() == 2 && name.starts_with('h') && name != "hr";
    let expected = elements.filter(|e| is_heading(e.name()) && e.is_html(e.name()));
    let expected = expected.filter(|e| (b'1'..=b'6').contains(&e.name().as_bytes()[1]));
    assert!(headings.map(|heading| heading.element).eq(expected));
}

/// Checks an input of the fuzz target: a document of it, one of a piece for each of its bytes, the
/// JSON-LD of a token for each of its last bytes, and the texts in its lines.
///
/// # Panics
///
/// If something is wrong.
pub fn check_input(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let options = ParseOptions::new().positions(true);
    check(&options.parse_str(&*text));
    check(&options.parse_str(pieces::document(&input[..input.len().min(300)])));
    // The last bytes, those of the choices, are any; those before are mostly letters.
    json_ld::check(&input[input.len().saturating_sub(40)..]);
    for line in text.lines().take(20) {
        texts::check(line);
    }
}
