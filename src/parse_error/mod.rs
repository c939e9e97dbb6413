//! Parse errors: their codes, positions and messages.
//!
//! - `codes.rs`: the codes with their descriptions
//! - `log.rs`: collects the errors of a parse

mod codes;
mod log;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::names::LocalName;
use crate::text::Strings;

pub use codes::{ParseErrorCode, UnknownParseErrorCode};
pub(crate) use log::ErrorLog;

/// A parse error: its code and its position in the source.
///
/// It prints as the description, the code and the offset; [`message`](ParseError::message) also
/// quotes the source.
///
/// ```
/// use consomme::ParseOptions;
///
/// let document = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\n<p>Clear</b>");
/// let error = &document.errors()[0];
/// assert_eq!(error.code().as_str(), "unexpected-end-tag");
/// assert_eq!(document.line_column(error.offset()).to_string(), "2:9");
/// assert_eq!(
///     error.message(&document),
///     "`</b>`: an end tag matches no open element that it can close; it is dropped"
/// );
/// ```
///
/// Offsets count bytes of the decoded text in UTF-8 after newlines are normalized;
/// [`Document::line_column`](crate::Document::line_column) converts them to lines and columns.
/// Errors are equal if they have the same code and position.
#[derive(Clone, Copy, Debug)]
pub struct ParseError {
    code: ParseErrorCode,
    start: u32,
    end: u32,
    /// The name of the open element that the error is about. It is not compared: for a name that is
    /// not in the table of known names, the id depends on how the input was cut into pieces.
    element: Option<LocalName>,
}

impl PartialEq for ParseError {
    fn eq(&self, other: &Self) -> bool {
        (self.code, self.start, self.end) == (other.code, other.start, other.end)
    }
}

impl Eq for ParseError {}

impl Hash for ParseError {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.code, self.start, self.end).hash(state);
    }
}

impl ParseError {
    /// Returns the code of the error.
    pub fn code(&self) -> ParseErrorCode {
        self.code
    }

    /// Returns the byte offset in [`Document::source`](crate::Document::source) at which the error
    /// is found. For an error caused by the end of the input, this is the length of the source.
    pub fn offset(&self) -> usize {
        self.start as usize
    }

    /// Returns the byte range in [`Document::source`](crate::Document::source) of the character or
    /// tag at which the error is found; empty at the end of the input.
    /// [`Document::source_span`](crate::Document::source_span) converts it to offsets in the text
    /// before newlines were normalized, and to lines and columns.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the [`message`](Self::message) in a parse into a
    /// [`TreeSink`](crate::sink::TreeSink::parse_error). `strings` must belong to that parse.
    pub fn message_in(&self, strings: &Strings) -> String {
        let description = self.describe(self.element.map(|name| strings.name(name)));
        let source = strings.source();
        match source.get(self.quoted(source)) {
            Some(found) if !found.is_empty() => format!("{}: {description}", Quote(found)),
            _ => description.to_string(),
        }
    }

    /// Returns the [`opening_tag`](Self::opening_tag) in a parse into a
    /// [`TreeSink`](crate::sink::TreeSink::parse_error). `strings` must belong to that parse.
    pub fn opening_tag_in(&self, strings: &Strings) -> Option<Range<usize>> {
        strings.opening_tag(self.offset(), self.element?)
    }

    /// Returns the description, with the name of the open element if it is known.
    fn describe<'a>(&self, element: Option<&'a str>) -> Description<'a> {
        Description { code: self.code, element }
    }

    /// Returns the byte range of the source to quote: the text at the position of the error, or the
    /// text that ends there; empty if there is nothing to quote.
    fn quoted(&self, source: &str) -> Range<usize> {
        let (start, end) = (self.start as usize, self.end as usize);
        let before = source.get(..start).unwrap_or_default();
        // From the `&` of the reference that ends at the error, if that is near enough to quote.
        let reference = |end: usize| {
            let ampersand =
                before.char_indices().rev().take(Quote::MAX_CHARACTERS).find(|(_, c)| *c == '&');
            ampersand.map_or(0..0, |(at, _)| at..end)
        };
        match self.code {
            code if code.is_about_the_text_at_its_position() => start..end,
            // The `;` is at the error, and the name before it.
            ParseErrorCode::UnknownNamedCharacterReference => reference(end),
            // The character at the error is after the reference.
            ParseErrorCode::MissingSemicolonAfterCharacterReference => reference(start),
            ParseErrorCode::DuplicateAttribute => {
                let name = before
                    .rsplit(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '"' | '\''));
                start - name.take(1).map(str::len).sum::<usize>()..start
            }
            _ => 0..0,
        }
    }

    /// Returns whether the error is one of the input stream: bytes or a character that are not
    /// allowed anywhere.
    fn is_of_input_stream(&self) -> bool {
        matches!(
            self.code,
            ParseErrorCode::ControlCharacterInInputStream
                | ParseErrorCode::NoncharacterInInputStream
                | ParseErrorCode::MalformedByteSequence
        )
    }
}

/// Prints the start of a text on one line, between backticks.
struct Quote<'a>(&'a str);

impl Quote<'_> {
    /// How many characters are printed at most.
    const MAX_CHARACTERS: usize = 40;
}

impl fmt::Display for Quote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`")?;
        for c in self.0.chars().take(Self::MAX_CHARACTERS) {
            match c {
                '\t' | '\n' => f.write_str(" ")?,
                c if c.is_control() => write!(f, "{}", c.escape_unicode())?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str(if self.0.chars().nth(Self::MAX_CHARACTERS).is_some() { "…`" } else { "`" })
    }
}

/// Prints the description of an error.
struct Description<'a> {
    code: ParseErrorCode,
    /// The name of the open element, if it is known.
    element: Option<&'a str>,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(name) = self.element else { return f.write_str(self.code.description()) };
        let element = Quote(name);
        match self.code {
            ParseErrorCode::UnclosedElement => {
                write!(f, "the element {element} is still open and needs its end tag before this")
            }
            ParseErrorCode::UnclosedElementAtEof => {
                write!(f, "the input ends before the end tag that the open element {element} needs")
            }
            ParseErrorCode::EofInTextElement => {
                write!(f, "the input ends in the element {element}, which contains only text")
            }
            code => f.write_str(code.description()),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let description = self.describe(self.element.and_then(LocalName::known_text));
        write!(f, "{description} ({} at byte {})", self.code, self.start)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal must not run control sequences of the source.
    #[test]
    fn a_message_quotes_the_source_on_one_line() {
        let error =
            |start, end| ParseError { code: ParseErrorCode::NestedForm, start, end, element: None };
        let strings = |source: &str| {
            let mut strings = Strings::default();
            strings.edit_source(|text| text.push_str(source));
            strings
        };
        let message = |start, end| {
            error(start, end)
                .message_in(&strings("<p\n\u{1B}é>"))
                .split_once(": ")
                .unwrap()
                .0
                .to_owned()
        };
        assert_eq!(message(0, 7), "`<p \\u{1b}é>`");
        assert_eq!(
            error(7, 7).message_in(&strings("<p\n\u{1B}é>")),
            ParseErrorCode::NestedForm.description()
        );
        assert_eq!(
            error(4, 5).message_in(&strings("<p\n\u{1B}é>")),
            error(9, 10).message_in(&strings("<p>")),
            "a range that is not at character boundaries is not quoted"
        );
        assert_eq!(
            error(0, 99).message_in(&strings(&"é".repeat(99))),
            error(0, 99).message_in(&strings("é")),
            "a range outside the source is not quoted"
        );
        let long = "é".repeat(41);
        assert!(
            error(0, 82).message_in(&strings(&long)).starts_with(&format!("`{}…`", "é".repeat(40)))
        );
        assert_eq!(
            error(3, 4).to_string(),
            "a form starts in a form; its tag is dropped (nested-form at byte 3)"
        );
    }
}
