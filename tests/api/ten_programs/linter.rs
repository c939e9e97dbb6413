//! A linter: parse errors, images without a text, and ids that are not unique, each with its line
//! and column, and fixes for some of them.

use std::collections::HashSet;
use std::ops::Range;

use consomme::positions::LineColumn;
use consomme::{ParseErrorCode, ParseOptions};

struct Finding {
    place: LineColumn,
    message: String,
    /// The range of the source to replace, and by what.
    fix: Option<(Range<usize>, &'static str)>,
}

fn lint(html: &str) -> Vec<Finding> {
    let page = ParseOptions::new().errors(true).positions(true).parse_str(html);
    let mut findings = Vec::new();
    let mut ids = HashSet::new();
    for error in page.errors() {
        let span = page.source_span(error.span());
        let is_dropped = error.code() == ParseErrorCode::UnexpectedEndTag;
        let fix = is_dropped.then(|| (span.range(), ""));
        findings.push(Finding { place: span.line_column(), message: error.message(&page), fix });
    }
    for element in page.descendant_elements() {
        let Some(tag) = element.source().and_then(|source| source.start_tag()) else { continue };
        let place = tag.line_column();
        if element.is_html("img") && !element.has_attr("alt") {
            let name_end = tag.range().start + "<img".len();
            let fix = Some((name_end..name_end, " alt=''"));
            findings.push(Finding { place, message: "an image without a text".to_owned(), fix });
        }
        if let Some(id) = element.id_attr().filter(|id| !ids.insert(*id)) {
            findings.push(Finding { place, message: format!("a second id `{id}`"), fix: None });
        }
    }
    findings
}

fn fix(html: &str, findings: &[Finding]) -> String {
    let mut fixes: Vec<_> = findings.iter().filter_map(|finding| finding.fix.clone()).collect();
    fixes.sort_by_key(|(range, _)| range.start);
    let mut fixed = html.to_owned();
    for (range, text) in fixes.into_iter().rev() {
        fixed.replace_range(range, text);
    }
    fixed
}

#[test]
fn a_page_is_clean_after_its_fixes() {
    let html = "<!doctype html>\r\n<title>🥕</title>\r\n<p id=a>Leek</b><img src=pot>\r\n<p id=a>";
    let report = |html: &str| -> Vec<String> {
        let findings = lint(html).into_iter();
        findings.map(|finding| format!("{} {}", finding.place, finding.message)).collect()
    };
    let expected = [
        "3:13 `</b>`: an end tag matches no open element that it can close; it is dropped",
        "3:17 an image without a text",
        "4:1 a second id `a`",
    ];
    assert_eq!(report(html), expected);
    let fixed = fix(html, &lint(html));
    assert!(fixed.contains("<p id=a>Leek<img alt='' src=pot>\r\n"));
    assert_eq!(report(&fixed), ["4:1 a second id `a`"]);
}
