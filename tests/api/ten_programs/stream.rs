//! A stream: the title and the canonical address of a page, reading no more than its head.

use std::io::{self, Read};

use consomme::driver::{Driver, Step};
use consomme::{Document, Hints, ParseOptions};

fn head(mut page: impl Read, hints: &Hints) -> io::Result<Document> {
    let mut driver = Driver::new(&ParseOptions::new(), hints);
    let mut piece = [0; 4096];
    loop {
        match page.read(&mut piece)? {
            0 => driver.end(),
            length => driver.feed(&piece[..length]),
        }
        if driver.step() == Step::Finished || driver.document().body().is_some() {
            return Ok(driver.finish_document());
        }
    }
}

fn preview(page: impl Read, hints: &Hints) -> io::Result<Option<String>> {
    let head = head(page, &hints.clone().ignore_late_meta(true))?;
    let mut elements = head.descendant_elements();
    let canonical = elements.find(|element| element.attr("rel") == Some("canonical"));
    let address = canonical.and_then(|link| link.attr("href")).unwrap_or("-");
    Ok(head.title().map(|title| format!("{title} {address}")))
}

#[test]
fn a_preview_reads_no_more_than_the_head() {
    let head =
        b"<title>Soups</title><script>'</head><body>'</script><link rel=canonical href=/soups>";
    let mut page = head.chain(b"<p>".as_slice()).chain(io::repeat(b'x').take(8_000_000));
    let found = preview(&mut page, &Hints::utf8()).unwrap();
    assert_eq!(found.as_deref(), Some("Soups /soups"));
    let mut rest = Vec::new();
    page.read_to_end(&mut rest).unwrap();
    assert!(rest.len() > 7_990_000, "{} bytes are left", rest.len());
}
