//! The rows of `tests/data/streams.txt`, and the same input in pieces of one character and as a
//! whole.

use std::fs;

use consomme::stream::{StreamParser, StreamSelectors};
use consomme::{Hints, ParseOptions};
use consomme_test::rows::unescape;
use consomme_test::suite::own_data;

#[test]
fn a_stream_lends_the_matches_of_each_row() {
    let rows = fs::read_to_string(own_data("streams.txt")).unwrap();
    let mut count = 0;
    for (number, row) in rows.lines().enumerate() {
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        let at = format!("streams.txt:{}", number + 1);
        // The last column may be empty. A namespace prefix has no spaces around its mark.
        let row = format!("{row} ");
        let columns: Vec<&str> = row.split(" | ").collect();
        let &[selector, pieces, matches] = columns.as_slice() else {
            panic!("{at}: there are three columns");
        };
        match pieces.strip_prefix("refused at ") {
            Some(offset) => check_refused(&at, selector, offset, matches.trim()),
            None => check_matches(&at, selector, &parts(pieces), &parts(matches)),
        }
        count += 1;
    }
    assert!(count > 30);
}

/// Splits a column, without the spaces around each part and with its escapes.
fn parts(column: &str) -> Vec<String> {
    column.split('^').map(|part| unescape(part.trim())).collect()
}

fn check_refused(at: &str, selector: &str, offset: &str, reason: &str) {
    let error = StreamSelectors::new(&[selector]).expect_err(at);
    assert_eq!(error.offset().to_string(), offset, "{at}: {error}");
    assert!(error.reason().contains(reason), "{at}: {error}");
}

fn check_matches(at: &str, selector: &str, pieces: &[String], matches: &[String]) {
    let selectors =
        StreamSelectors::new(&[selector]).unwrap_or_else(|error| panic!("{at}: {error}"));
    let found = streamed(&selectors, pieces);
    assert_eq!(found, matches, "{at}");
    let all = |found: &[String]| {
        let groups = found.iter().filter(|group| !group.is_empty());
        groups.cloned().collect::<Vec<_>>().join(" ; ")
    };
    let whole = pieces.concat();
    let single: Vec<String> = whole.chars().map(String::from).collect();
    for pieces in [vec![whole], single] {
        assert_eq!(all(&streamed(&selectors, &pieces)), all(matches), "{at}, cut elsewhere");
    }
}

/// The matches of each piece, and of the end.
fn streamed(selectors: &StreamSelectors, pieces: &[String]) -> Vec<String> {
    let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), selectors);
    let mut found = Vec::new();
    for piece in pieces.iter().map(Some).chain([None]) {
        match piece {
            Some(piece) => stream.feed_str(piece),
            None => stream.end(),
        }
        let mut group = Vec::new();
        while let Some(element) = stream.next_match() {
            group.push(element.outer_html());
        }
        found.push(group.join(" ; "));
    }
    found
}
