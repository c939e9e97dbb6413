//! The structure of `consomme report`, read by the library.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use consomme::{Document, ParseOptions};

/// Returns the report on a page.
fn report(name: &str, page: &[u8]) -> Document {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("report-{name}.html"));
    fs::write(&file, page).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_consomme"))
        .args(["report", file.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let html = String::from_utf8(output.stdout).unwrap();
    let document = ParseOptions::new().errors(true).parse_str(html);
    assert_eq!(document.errors(), [], "the report is conforming");
    assert_links(&document);
    document
}

/// Asserts that each link leads to an element, that ids are unique, and that the report needs
/// nothing from elsewhere.
fn assert_links(document: &Document) {
    let mut ids = HashSet::new();
    for element in document.select("[id]").unwrap() {
        assert!(ids.insert(element.id_attr().unwrap()), "{element:?}");
    }
    for link in document.select("a[href]").unwrap() {
        let href = link.attr("href").unwrap();
        assert!(ids.contains(href.strip_prefix('#').unwrap()), "{href}");
    }
    let elsewhere = "script, link, img, iframe, object, [src], [style], [onclick]";
    assert_eq!(document.select(elsewhere).unwrap().count(), 0);
}

fn texts(document: &Document, selector: &str) -> Vec<String> {
    document.select(selector).unwrap().map(|element| element.text_content()).collect()
}

#[test]
fn the_source_is_shown_as_it_is() {
    let page = "\n<!DOCTYPE html>\n<meta charset=utf-8><p title=\"a&amp;b\">1 &lt; 2 <b>x</p>\n<table>stray</table>é\u{c}\u{1b}\u{fffe}</i>";
    let document = report("source", page.as_bytes());
    let source = document.select_first("pre").unwrap().unwrap().text_content();
    assert_eq!(
        source,
        page.replace('\u{c}', "␌").replace('\u{1b}', "␛").replace('\u{fffe}', "\u{fffd}")
    );
}

#[test]
fn errors_are_underlined_and_explained() {
    let document = report("errors", b"<!DOCTYPE html><p>a<b>x</p></i>");
    let underlined = texts(&document, "pre a mark");
    assert!(underlined.contains(&"</i>".to_owned()), "{underlined:?}");
    let explained = texts(&document, "ol.errors li");
    assert_eq!(document.select("pre [id^=at-error]").unwrap().count(), explained.len());
    assert!(explained.iter().any(|text| text.contains("</i>")), "{explained:?}");
    for link in document.select("pre a").unwrap() {
        assert!(!link.attr("title").unwrap().is_empty());
    }
}

#[test]
fn the_tree_says_what_was_implied_moved_or_copied() {
    let page = b"<!DOCTYPE html><table>stray<tr><td>x</table><p><b>y</p>z";
    let document = report("tree", page);
    let notes = texts(&document, ".tree .note");
    let has = |text: &str| notes.iter().any(|note| note.contains(text));
    assert!(has("implied by \"<tr>\""), "{notes:?}");
    assert!(has("moved: a table cannot contain it"), "{notes:?}");
    assert!(has("copied: its formatting was still in effect"), "{notes:?}");
    // Each node has a row.
    let page = consomme::parse_document(&page[..], &Default::default());
    let rows = document.select(".tree summary, .tree div").unwrap().count();
    assert_eq!(rows, page.descendants().count());
}

#[test]
fn the_decision_of_the_encoding_is_a_list() {
    let document = report("encoding", b"<meta charset=gb2312><p>\xC3\xE6");
    let lines = texts(&document, "ol.encoding li");
    assert!(lines[0].starts_with("GBK, certain"), "{lines:?}");
    assert!(lines[1].contains("\"gb2312\" at bytes 14 to 20"), "{lines:?}");
    let source = document.select_first("pre").unwrap().unwrap().text_content();
    assert!(source.ends_with("<p>面"));
}

#[test]
fn a_hostile_page_is_reported_as_it_is() {
    let deep = "<div>".repeat(600) + "<svg><title></title><template><b>";
    for (name, page) in [
        ("empty", ""),
        ("deep", deep.as_str()),
        ("script", "</pre><script>alert(1)</script><!-- --><b title='\"><script>'>"),
        ("end", "<meta charset=utf-8><p>\u{1F35C}<"),
        ("lines", "\r\n\r\n<p>a\r\nb</q>\r"),
    ] {
        let document = report(name, page.as_bytes());
        let source = document.select_first("pre").unwrap().unwrap().text_content();
        let shown = page.replace("\r\n", "\n").replace('\r', "\n");
        assert_eq!(source, shown, "{name}");
    }
}

#[test]
fn the_pages_of_the_corpus_have_reports() {
    let folder = std::env::var("CONSOMME_PAGES").unwrap_or("../../../shared/corpus/pages".into());
    let Ok(entries) = fs::read_dir(&folder) else {
        assert!(std::env::var_os("CI").is_none(), "{folder} is missing");
        return;
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for (index, file) in files.iter().filter(|file| file.is_file()).take(10).enumerate() {
        report(&format!("corpus-{index}"), &fs::read(file).unwrap());
    }
}
