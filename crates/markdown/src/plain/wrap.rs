//! Words to lines of a width.

use consomme::steps;
use unicode_width::UnicodeWidthStr;

/// Returns the number of columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Wraps a text at its spaces into lines of at most `max` columns. A line feed ends a line. Words
/// that are longer stay whole.
pub(super) fn wrap(text: &str, max: usize) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / 32);
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            wrapped.push('\n');
        }
        let mut column = 0;
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            steps::count(1);
            let length = width(word);
            if column > 0 && column + 1 + length > max {
                wrapped.push('\n');
                column = 0;
            } else if column > 0 {
                wrapped.push(' ');
                column += 1;
            }
            wrapped.push_str(word);
            column += length;
        }
    }
    wrapped
}

/// Divides the words of a text that are longer than `max` columns.
pub(super) fn divide(text: &str, max: usize) -> String {
    let mut divided = String::with_capacity(text.len());
    let mut column = 0;
    let mut buffer = [0; 4];
    for c in text.chars() {
        if matches!(c, ' ' | '\n') {
            column = 0;
        } else {
            let length = width(c.encode_utf8(&mut buffer));
            if column > 0 && column + length > max {
                divided.push(' ');
                column = 0;
            }
            column += length;
        }
        divided.push(c);
    }
    divided
}
