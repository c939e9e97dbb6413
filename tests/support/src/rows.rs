//! Cases that are rows of a text file: columns between marks, trimmed, with escape sequences.

use std::fs;

use crate::suite::own_data;

/// A row of a file.
#[derive(Debug)]
pub struct Row {
    /// The file and the line, for messages.
    pub place: String,
    pub columns: Vec<String>,
}

/// Reads the rows of a file in `tests/data`. Empty lines and lines that start with `#` are none.
pub fn rows(file: &str) -> Vec<Row> {
    let text = fs::read_to_string(own_data(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let columns = columns(line).map(|column| unescape(column.trim())).collect();
        rows.push(Row { place: format!("tests/data/{file}:{}", index + 1), columns });
    }
    rows
}

/// Splits a line at each `|` that has spaces around it.
fn columns(line: &str) -> impl Iterator<Item = &str> {
    let bytes = line.as_bytes();
    let is_space = |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ');
    let marks = line.match_indices('|').map(|(at, _)| at);
    let marks = marks.filter(move |&at| is_space(at.wrapping_sub(1)) && is_space(at + 1));
    let mut start = 0;
    marks.chain([line.len()]).map(move |end| {
        let column = &line[start..end];
        start = end + 1;
        column
    })
}

/// Replaces the escape sequences of Rust: `\n`, `\r`, `\t`, `\0` and `\u{…}`.
///
/// # Panics
///
/// If a backslash starts none of these.
pub fn unescape(text: &str) -> String {
    let mut unescaped = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        unescaped.push_str(before);
        let (c, length) = match after.as_bytes().first() {
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            Some(b'0') => ('\0', 1),
            Some(b'u') => {
                let end = after.find('}').expect("`\\u{…}` ends with a brace");
                let number = u32::from_str_radix(&after[2..end], 16).expect("`\\u{…}` is a number");
                (char::from_u32(number).expect("`\\u{…}` is a character"), end + 1)
            }
            _ => panic!("no escape sequence: {text}"),
        };
        unescaped.push(c);
        rest = &after[length..];
    }
    unescaped + rest
}
