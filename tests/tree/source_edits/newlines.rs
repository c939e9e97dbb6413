//! Newlines of every style.

use super::{check, find, text};

#[test]
fn patches_have_the_newlines_of_the_source() {
    for (newline, style) in [("\r\n", "CRLF"), ("\n", "LF"), ("\r", "CR")] {
        let html = format!("<p>{newline}<b>x</b>{newline}{style}");
        let expected = format!("<p>{newline}<b>1{newline}2{newline}</b>{newline}{style}");
        check(&html, |d| d.set_text(text(d, "x"), "1\n2\n").unwrap(), &expected);
    }
}

#[test]
fn newlines_around_a_patch_stay_two() {
    check("\r\r\r<p>a\r<b>x</b>\nc", |d| d.detach(find(d, "b")).unwrap(), "\r\r\r<p>a\r\n\nc");
    check("\r\r\r<p><b>x</b>\nc", |d| d.set_text(find(d, "p"), "x\n").unwrap(), "\r\r\r<p>x\r");
    check("<p>a\r<b>x</b>c\n", |d| d.insert_before_text(), "<p>a\r\r\n<b>x</b>c\n");
}

/// Inserts a line feed before the `b`.
trait InsertBeforeText {
    fn insert_before_text(&mut self);
}

impl InsertBeforeText for consomme::Document {
    fn insert_before_text(&mut self) {
        let feed = self.create_text("\n").unwrap();
        let b = find(self, "b");
        self.insert_before(b, feed).unwrap();
    }
}
