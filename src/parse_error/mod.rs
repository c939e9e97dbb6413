//! Parse errors: what is wrong, where, and how that is told.
//!
//! - `codes.rs`: the codes
//! - `log.rs`: collects the errors of a parse

mod codes;
mod log;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::names::{LocalName, NameTable};

pub use codes::ParseErrorCode;
pub(crate) use log::ErrorLog;

/// One error of the input: what and where.
///
/// It prints as what is wrong, its code and its offset; [`message`](ParseError::message) quotes the
/// source, too.
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
///     "`</b>`: an end tag matches no element that it could close; it is dropped"
/// );
/// ```
///
/// Offsets count bytes of the decoded text in UTF-8 after newlines are normalized;
/// [`Document::line_column`](crate::Document::line_column) makes lines and columns of them.
/// Errors are equal if they say the same of the same place.
#[derive(Clone, Copy, Debug)]
pub struct ParseError {
    code: ParseErrorCode,
    start: u32,
    end: u32,
    /// The name of the open element that the error is about. Its number hangs on how the input was
    /// cut, if it is not known.
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
    /// What is wrong.
    pub fn code(&self) -> ParseErrorCode {
        self.code
    }

    /// The byte offset in [`Document::source`](crate::Document::source) at which it is noticed; the
    /// length of the source for what the end of the input makes wrong.
    pub fn offset(&self) -> usize {
        self.start as usize
    }

    /// The byte offsets in [`Document::source`](crate::Document::source) of the character or the
    /// tag that is wrong; empty at the end of the input.
    /// [`Document::source_span`](crate::Document::source_span) makes offsets into the text as it
    /// came, and lines and columns, of them.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What [`message`](Self::message) says, about a source with these names.
    pub(crate) fn message_in(&self, source: &str, names: &NameTable) -> String {
        let description = self.describe(self.element.map(|name| names.get(name)));
        match source.get(self.quoted(source)) {
            Some(found) if !found.is_empty() => format!("{}: {description}", Quote(found)),
            _ => description.to_string(),
        }
    }

    /// What is wrong, in words; with the name of the element that is open, if it is known.
    fn describe<'a>(&self, element: Option<&'a str>) -> Description<'a> {
        Description { code: self.code, element }
    }

    /// The bytes of the source to be quoted, if there are any: what stands at the place of the
    /// error, or what ends there.
    fn quoted(&self, source: &str) -> Range<usize> {
        let (start, end) = (self.start as usize, self.end as usize);
        let before = source.get(..start).unwrap_or_default();
        // From the `&` of the reference that ends here, if that is not far.
        let reference = |end: usize| {
            let ampersand = before.char_indices().rev().take(Quote::MOST).find(|(_, c)| *c == '&');
            ampersand.map_or(0..0, |(at, _)| at..end)
        };
        match self.code {
            code if code.is_of_what_stands_there() => start..end,
            // The `;` stands here, and the name before it.
            ParseErrorCode::UnknownNamedCharacterReference => reference(end),
            // What stands here is not part of it any more.
            ParseErrorCode::MissingSemicolonAfterCharacterReference => reference(start),
            ParseErrorCode::DuplicateAttribute => {
                let name = before
                    .rsplit(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '"' | '\''));
                start - name.take(1).map(str::len).sum::<usize>()..start
            }
            _ => 0..0,
        }
    }

    /// Whether the error is one of the input stream: a character that must not stand there.
    fn is_of_input_stream(&self) -> bool {
        matches!(
            self.code,
            ParseErrorCode::ControlCharacterInInputStream
                | ParseErrorCode::NoncharacterInInputStream
        )
    }
}

/// Prints a part of the source on one line, between backticks, and no more than the start of it.
struct Quote<'a>(&'a str);

impl Quote<'_> {
    /// How many characters are quoted.
    const MOST: usize = 40;
}

impl fmt::Display for Quote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`")?;
        for c in self.0.chars().take(Self::MOST) {
            match c {
                '\t' | '\n' => f.write_str(" ")?,
                c if c.is_control() => write!(f, "{}", c.escape_unicode())?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str(if self.0.chars().nth(Self::MOST).is_some() { "…`" } else { "`" })
    }
}

/// Prints what is wrong, in words.
struct Description<'a> {
    code: ParseErrorCode,
    /// The name of the element that is open, if it is known.
    element: Option<&'a str>,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(name) = self.element else { return f.write_str(self.code.description()) };
        let element = Quote(name);
        match self.code {
            ParseErrorCode::UnclosedElement => {
                write!(f, "the element {element} is still open, and needs its end tag before that")
            }
            ParseErrorCode::UnclosedElementAtEof => {
                write!(
                    f,
                    "the input ends while the element {element} is open, which needs an end tag"
                )
            }
            ParseErrorCode::EofInTextElement => {
                write!(f, "the input ends in the element {element}, which holds nothing but text")
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

    /// What is printed on a terminal is one line of what the source has there, and can't command
    /// it.
    #[test]
    fn a_message_quotes_the_source_on_one_line() {
        let error =
            |start, end| ParseError { code: ParseErrorCode::NestedForm, start, end, element: None };
        let names = NameTable::default();
        let message = |start, end| {
            error(start, end)
                .message_in("<p\n\u{1B}é>", &names)
                .split_once(": ")
                .unwrap()
                .0
                .to_owned()
        };
        assert_eq!(message(0, 7), "`<p \\u{1b}é>`");
        assert_eq!(
            error(7, 7).message_in("<p\n\u{1B}é>", &names),
            ParseErrorCode::NestedForm.description()
        );
        assert_eq!(
            error(4, 5).message_in("<p\n\u{1B}é>", &names),
            error(9, 10).message_in("<p>", &names),
            "no character boundary"
        );
        assert_eq!(
            error(0, 99).message_in(&"é".repeat(99), &names),
            error(0, 99).message_in("é", &names),
            "not in the source"
        );
        let long = "é".repeat(41);
        assert!(
            error(0, 82).message_in(&long, &names).starts_with(&format!("`{}…`", "é".repeat(40)))
        );
        assert_eq!(
            error(3, 4).to_string(),
            "a form starts in a form; its tag is dropped (nested-form at byte 3)"
        );
    }
}
