//! A crawler: the title, the language, the metadata for previews, and the links that a crawler may
//! follow.

use consomme::select::Extractor;
use consomme::{Hints, SelectorError, parse_document};

fn crawl(address: &str, content_type: &str, body: &[u8]) -> Result<Vec<String>, SelectorError> {
    let page = parse_document(body, &Hints::new().content_type(content_type));
    let mut report = vec![page.title().unwrap_or_default()];
    for preview in ["html::attr(lang)", "meta[property|='og:title']::attr(content)"] {
        report.extend(Extractor::parse(preview)?.first(&page).map(String::from));
    }
    let base = page.base_url(address).expect("the address is absolute");
    for link in page.select("a[href]:not([rel~=nofollow])")? {
        if let Some(address) = link.abs_url("href", &base) {
            report.push(format!("{address} {}", link.inner_text()));
        }
    }
    Ok(report)
}

#[test]
fn a_crawler_reports_a_page_in_shift_jis() {
    let body = b"<html lang=ja><base href=/soups/><meta property=og:title content=Soups>\
        <title>\x83X\x81[\x83v</title><a href=leek><b>Leek</b><br>soup</a><a href=x rel='a nofollow'>X</a>";
    let report = crawl("https://example.com/", "text/html; charset=Shift_JIS", body);
    let expected = ["スープ", "ja", "Soups", "https://example.com/soups/leek Leek\nsoup"];
    assert_eq!(report.unwrap(), expected);
}
