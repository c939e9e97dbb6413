//! The line of a text around a place, with a mark below it.

use std::fmt::{self, Write as _};
use std::ops::Range;

use memchr::{memchr, memrchr};

use super::line_column::floor_char_boundary;

/// The line of a text in which a byte range starts, and below it a line with `^` under each of its
/// characters that are in the range.
///
/// It prints as two lines without a newline at the end. From
/// [`ParseError::excerpt`](crate::ParseError::excerpt) and
/// [`Document::excerpt`](crate::Document::excerpt); [`new`](Excerpt::new) makes one for any text.
///
/// - An empty range has one mark, at its place. At the end of a text whose last line is empty, the
///   line before it is printed, with the mark after its end.
/// - A range of several lines is marked in its first line.
/// - Of a line of more than [`MAX_COLUMNS`](Excerpt::MAX_COLUMNS) columns, the part around the
///   start of the range is printed, with `…` where something is missing.
/// - Tabs stay, in both lines. Other control characters are printed as their symbols (`␛`), and
///   those that change the direction of text as `�`, so that a text cannot command a terminal.
/// - Chinese, Japanese and Korean characters and emoji take two columns, and combining characters
///   none, as in most terminals.
///
/// ```
/// use consomme::positions::Excerpt;
///
/// let excerpt = Excerpt::new("1 egg\n2 onoins\n3 leeks", 8..14);
/// assert_eq!(excerpt.to_string(), "2 onoins\n  ^^^^^^");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt<'a> {
    /// The line, without its newline.
    line: &'a str,
    /// The byte offsets in the line of the marked characters.
    start: usize,
    end: usize,
}

impl<'a> Excerpt<'a> {
    /// How many columns of a line are printed at most, without the `…`.
    pub const MAX_COLUMNS: usize = 100;

    /// How many columns of a long line are printed before the start of the range.
    const COLUMNS_BEFORE: usize = 60;

    /// Finds the line of `text` in which a byte range starts, in time linear in the length of that
    /// line. An offset past the end counts as the end, one inside a character as its start.
    pub fn new(text: &'a str, range: Range<usize>) -> Self {
        let mut start = floor_char_boundary(text, range.start);
        if start == text.len() && text.ends_with('\n') {
            start -= 1;
        }
        let line_start = memrchr(b'\n', &text.as_bytes()[..start]).map_or(0, |at| at + 1);
        let line_end = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
        let line = &text[line_start..line_end];
        let line = line.strip_suffix('\r').unwrap_or(line);
        let start = (start - line_start).min(line.len());
        let end = floor_char_boundary(text, range.end).saturating_sub(line_start);
        Excerpt { line, start, end: end.clamp(start, line.len()) }
    }

    /// Returns the whole line in which the range starts, as it is in the text, without its newline.
    pub fn line(&self) -> &'a str {
        self.line
    }

    /// Returns the byte range of the line that is printed.
    fn window(&self) -> Range<usize> {
        let Excerpt { line, start, .. } = *self;
        let mut columns = Self::MAX_COLUMNS;
        let fits = |c: char, columns: &mut usize| {
            let left = columns.checked_sub(width(c));
            *columns = left.unwrap_or(*columns);
            left.is_some()
        };
        let mut before = Self::COLUMNS_BEFORE;
        let first = line[..start].char_indices().rev().take_while(|(_, c)| fits(*c, &mut before));
        let first = first.last().map_or(start, |(at, _)| at);
        columns -= Self::COLUMNS_BEFORE - before;
        let last = line[start..].char_indices().take_while(|(_, c)| fits(*c, &mut columns));
        let last = last.last().map_or(start, |(at, c)| start + at + c.len_utf8());
        // At the end of a line, more of its start fits.
        let first = if last == line.len() {
            let more =
                line[..first].char_indices().rev().take_while(|(_, c)| fits(*c, &mut columns));
            more.last().map_or(first, |(at, _)| at)
        } else {
            first
        };
        first..last
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excerpt { line, start, end } = *self;
        let window = self.window();
        let shown = &line[window.clone()];
        let has_before = window.start > 0;
        if has_before {
            f.write_char('…')?;
        }
        for c in shown.chars() {
            f.write_char(printed(c))?;
        }
        if window.end < line.len() {
            f.write_char('…')?;
        }
        f.write_str(if has_before { "\n " } else { "\n" })?;
        for c in line[window.start..start].chars() {
            match c {
                '\t' => f.write_char('\t')?,
                c => f.write_str(&"  "[..width(c)])?,
            }
        }
        let marked = line[start..end.clamp(start, window.end)].chars().map(width).sum::<usize>();
        for _ in 0..marked.max(1) {
            f.write_char('^')?;
        }
        Ok(())
    }
}

impl fmt::Debug for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marked = &self.line[self.start..self.end];
        f.debug_struct("Excerpt").field("marked", &marked).finish_non_exhaustive()
    }
}

/// Returns the character that is printed for another: a control character commands a terminal, and
/// so do those that change the direction of text.
fn printed(c: char) -> char {
    match c {
        '\t' => '\t',
        '\0'..='\x1F' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7F' => '␡',
        '\u{80}'..='\u{9F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        _ => c,
    }
}

/// Returns how many columns a character takes in most terminals.
fn width(c: char) -> usize {
    match c {
        // Combining marks, joiners and variation selectors.
        '\u{300}'..='\u{36F}'
        | '\u{200B}'..='\u{200F}'
        | '\u{20D0}'..='\u{20FF}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FE20}'..='\u{FE2F}'
        | '\u{FEFF}' => 0,
        // Hangul, CJK, fullwidth forms, emoji.
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, range: Range<usize>) -> String {
        Excerpt::new(text, range).to_string()
    }

    #[test]
    fn the_line_of_the_start_is_printed_with_marks() {
        assert_eq!(excerpt("ab\ncde\nf", 4..6), "cde\n ^^");
        assert_eq!(excerpt("ab\ncde\nf", 5..8), "cde\n  ^", "several lines");
        assert_eq!(excerpt("ab\ncde\nf", 6..6), "cde\n   ^", "a newline");
        assert_eq!(excerpt("ab", 0..0), "ab\n^");
        assert_eq!(excerpt("", 0..0), "\n^");
        assert_eq!(excerpt("ab\r\ncd\r\n", 1..1), "ab\n ^");
        assert_eq!(excerpt("ab\r\ncd\r\n", 3..4), "ab\n  ^");
        assert_eq!(excerpt("éöb", 3..5), "éöb\n ^^", "inside of a character");
        assert_eq!(Excerpt::new("a\nb\r\nc", 2..3).line(), "b");
    }

    #[test]
    fn the_end_of_a_text_is_after_its_last_line() {
        assert_eq!(excerpt("ab", 2..2), "ab\n  ^");
        assert_eq!(excerpt("ab\n", 3..3), "ab\n  ^");
        assert_eq!(excerpt("ab\r\n", 4..4), "ab\n  ^");
        assert_eq!(excerpt("ab", 7..9), "ab\n  ^");
        assert_eq!(excerpt("ab\n\n", 4..4), "\n^");
    }

    #[test]
    fn marks_are_below_their_characters() {
        assert_eq!(excerpt("\ta\tb", 3..4), "\ta\tb\n\t \t^");
        assert_eq!(excerpt("日本b", 3..6), "日本b\n  ^^");
        assert_eq!(excerpt("日本b", 6..7), "日本b\n    ^");
        assert_eq!(excerpt("e\u{301}b", 3..4), "e\u{301}b\n ^");
        assert_eq!(excerpt("\u{301}b", 0..2), "\u{301}b\n^", "a mark is always visible");
    }

    #[test]
    fn no_character_commands_a_terminal() {
        let text = "\0a\u{1B}[2J\u{7F}\u{9B}\u{202E}\r\u{2069}";
        let printed = excerpt(text, 2..3);
        assert_eq!(printed, "␀a␛[2J␡��␍�\n  ^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_start() {
        let text = "x".repeat(1000);
        let at = |range: Range<usize>| {
            let printed = excerpt(&text, range);
            let (line, marks) = printed.split_once('\n').expect("two lines");
            let columns = line.chars().filter(|&c| c == 'x').count();
            assert_eq!(columns, Excerpt::MAX_COLUMNS);
            let ends = (line.starts_with('…'), line.ends_with('…'));
            (ends, marks.find('^').expect("a mark"), marks.matches('^').count())
        };
        assert_eq!(at(0..1), ((false, true), 0, 1));
        assert_eq!(at(60..61), ((false, true), 60, 1));
        assert_eq!(at(500..502), ((true, true), 61, 2));
        assert_eq!(at(500..900), ((true, true), 61, 40), "the marks end with the line");
        assert_eq!(at(999..1000), ((true, false), 100, 1));
        assert_eq!(at(1000..1000), ((true, false), 101, 1));
        let wide = "日".repeat(200);
        assert_eq!(excerpt(&wide, 300..303).matches('日').count(), 50);
    }

    /// The text is up to its author, and so may be the range.
    #[test]
    fn any_range_of_any_text_has_an_excerpt() {
        for text in ["", "\n", "\r\n", "é\n日\t\u{301}\r", "\u{10FFFF}\n\n"] {
            for start in 0..text.len() + 2 {
                for end in 0..text.len() + 2 {
                    let printed = excerpt(text, start..end);
                    assert_eq!(printed.lines().count(), 2, "{text:?} {start}..{end}");
                    assert!(printed.ends_with('^'));
                }
            }
        }
    }
}
