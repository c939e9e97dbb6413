//! The component values of CSS, as far as their ends: enough to split a text at the commas that are
//! not in blocks, and to look at its last value.

use std::ops::Range;

use crate::steps;

/// What a component value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Whitespace,
    /// A comma that is not in a block.
    Comma,
    /// An identifier.
    Ident,
    /// A number with a unit, a percentage or a number.
    Numeric,
    /// A function with its arguments.
    Function,
    /// A block in round parentheses.
    Parentheses,
    /// Anything else: strings, other blocks, single characters.
    Other,
}

/// A component value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) kind: Kind,
    /// Where it is, in bytes.
    pub(super) range: Range<usize>,
    /// Whether it has something that no media condition can have: a bad string or URL, or a closing
    /// bracket that nothing opens.
    pub(super) is_bad: bool,
}

/// Splits a text into component values. Comments are left out.
///
/// <https://drafts.csswg.org/css-syntax/#component-value>
pub(super) fn component_values(text: &str) -> Vec<Value> {
    let mut scanner = Scanner { text, bytes: text.as_bytes(), at: 0 };
    let mut values = Vec::new();
    while scanner.at < text.len() {
        let start = scanner.at;
        if scanner.skip_comment() {
            steps::count(scanner.at - start);
            continue;
        }
        let (mut kind, mut is_bad) = scanner.token();
        if matches!(kind, Token::Function | Token::Open(_)) {
            is_bad |= scanner.rest_of_block(scanner.bytes[scanner.at - 1]);
        }
        if let Token::Close(_) = kind {
            is_bad = true;
            kind = Token::Other;
        }
        let kind = match kind {
            Token::Whitespace => Kind::Whitespace,
            Token::Comma => Kind::Comma,
            Token::Ident => Kind::Ident,
            Token::Numeric => Kind::Numeric,
            Token::Function => Kind::Function,
            Token::Open(b'(') => Kind::Parentheses,
            Token::Open(_) | Token::Close(_) | Token::Other => Kind::Other,
        };
        steps::count(scanner.at - start);
        values.push(Value { kind, range: start..scanner.at, is_bad });
    }
    values
}

/// A token, or rather what of it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Whitespace,
    Comma,
    Ident,
    Numeric,
    /// An identifier with `(`.
    Function,
    Open(u8),
    Close(u8),
    Other,
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_comment(&mut self) -> bool {
        let is_comment = self.bytes[self.at..].starts_with(b"/*");
        if is_comment {
            let end = self.text[self.at + 2..].find("*/");
            self.at = end.map_or(self.text.len(), |end| self.at + end + 4);
        }
        is_comment
    }

    /// Consumes a token. Returns whether it is bad, too.
    ///
    /// <https://drafts.csswg.org/css-syntax/#consume-token>
    fn token(&mut self) -> (Token, bool) {
        let first = self.peek(0);
        let token = match first {
            _ if is_whitespace(first) => {
                while is_whitespace(self.peek(0)) {
                    self.at += 1;
                }
                return (Token::Whitespace, false);
            }
            b'"' | b'\'' => return (Token::Other, self.string(first)),
            _ if self.starts_number() => {
                self.number();
                if self.peek(0) == b'%' {
                    self.at += 1;
                } else if self.starts_ident() {
                    self.ident();
                }
                return (Token::Numeric, false);
            }
            _ if self.starts_ident() => return self.ident_like(),
            b',' => Token::Comma,
            b'(' | b'[' | b'{' => Token::Open(first),
            b')' | b']' | b'}' => Token::Close(first),
            _ => Token::Other,
        };
        self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8);
        (token, false)
    }

    /// Consumes an identifier, and what makes it a function or a URL.
    ///
    /// <https://drafts.csswg.org/css-syntax/#consume-ident-like-token>
    fn ident_like(&mut self) -> (Token, bool) {
        let start = self.at;
        self.ident();
        if self.peek(0) != b'(' {
            return (Token::Ident, false);
        }
        let name = &self.text[start..self.at];
        self.at += 1;
        let after =
            self.text[self.at..].trim_start_matches(|c| u8::try_from(c).is_ok_and(is_whitespace));
        steps::count(self.text.len() - self.at - after.len());
        if name.eq_ignore_ascii_case("url") && !after.starts_with(['"', '\'']) {
            return (Token::Other, self.url());
        }
        (Token::Function, false)
    }

    /// Consumes the rest of a URL without quotes. Returns whether it is a bad one.
    ///
    /// <https://drafts.csswg.org/css-syntax/#consume-url-token>
    fn url(&mut self) -> bool {
        let mut is_bad = false;
        while self.at < self.text.len() {
            let byte = self.peek(0);
            self.at += 1;
            match byte {
                b')' => return is_bad,
                b'\\' => {
                    self.at += usize::from(self.peek(0).is_ascii() && self.at < self.text.len())
                }
                b'"' | b'\'' | b'(' => is_bad = true,
                _ if is_whitespace(byte)
                    && !is_whitespace(self.peek(0))
                    && self.peek(0) != b')' =>
                {
                    let is_first = self.bytes[..self.at].trim_ascii_end().ends_with(b"(");
                    is_bad |= !is_first && self.at < self.text.len();
                }
                _ => {}
            }
        }
        is_bad
    }

    /// Consumes the rest of a block, whose opening bracket is consumed. Returns whether something
    /// in it is bad. Blocks within are counted on a stack, so that depth costs no stack frames.
    ///
    /// <https://drafts.csswg.org/css-syntax/#consume-simple-block>
    fn rest_of_block(&mut self, open: u8) -> bool {
        let mut is_bad = false;
        let mut ends = vec![closing(open)];
        while self.at < self.text.len() {
            if self.skip_comment() {
                continue;
            }
            let (token, is_bad_token) = self.token();
            is_bad |= is_bad_token;
            match token {
                Token::Function => ends.push(b')'),
                Token::Open(open) => ends.push(closing(open)),
                Token::Close(close) if ends.last() == Some(&close) => {
                    ends.pop();
                    if ends.is_empty() {
                        return is_bad;
                    }
                }
                Token::Close(_) => is_bad = true,
                _ => {}
            }
        }
        is_bad
    }

    /// Consumes a string. Returns whether a newline ends it.
    ///
    /// <https://drafts.csswg.org/css-syntax/#consume-string-token>
    fn string(&mut self, quote: u8) -> bool {
        self.at += 1;
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\n' | b'\r' | b'\x0C' => return true,
                b'\\' => {
                    self.at += 1;
                    self.at += usize::from(self.at < self.text.len());
                    while !self.text.is_char_boundary(self.at) {
                        self.at += 1;
                    }
                }
                byte => {
                    self.at += 1;
                    if byte == quote {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// <https://drafts.csswg.org/css-syntax/#starts-with-a-number>
    fn starts_number(&self) -> bool {
        let sign = usize::from(matches!(self.peek(0), b'+' | b'-'));
        let point = usize::from(self.peek(sign) == b'.');
        self.peek(sign + point).is_ascii_digit()
    }

    /// <https://drafts.csswg.org/css-syntax/#consume-number>
    fn number(&mut self) {
        self.at += number_length(&self.text[self.at..]);
    }

    /// <https://drafts.csswg.org/css-syntax/#would-start-an-identifier>
    fn starts_ident(&self) -> bool {
        match self.peek(0) {
            b'-' => is_ident_start(self.peek(1)) || self.peek(1) == b'-' || self.is_escape(1),
            b'\\' => self.is_escape(0),
            byte => is_ident_start(byte),
        }
    }

    fn is_escape(&self, ahead: usize) -> bool {
        self.peek(ahead) == b'\\' && !matches!(self.peek(ahead + 1), b'\n' | b'\r' | b'\x0C')
    }

    /// <https://drafts.csswg.org/css-syntax/#consume-name>
    fn ident(&mut self) {
        while self.at < self.text.len() {
            let byte = self.peek(0);
            if is_ident_start(byte) || byte.is_ascii_digit() || byte == b'-' {
                self.at += 1;
            } else if self.is_escape(0) {
                self.at = (self.at + 2).min(self.text.len());
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
            } else {
                return;
            }
        }
    }
}

/// Returns the length of the number at the start of a text, in bytes.
///
/// <https://drafts.csswg.org/css-syntax/#consume-number>
pub(super) fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let digits = |mut from: usize| {
        while at(from).is_ascii_digit() {
            from += 1;
        }
        from
    };
    let mut end = digits(usize::from(matches!(at(0), b'+' | b'-')));
    if at(end) == b'.' && at(end + 1).is_ascii_digit() {
        end = digits(end + 1);
    }
    let sign = usize::from(matches!(at(end + 1), b'+' | b'-'));
    if matches!(at(end), b'e' | b'E') && at(end + 1 + sign).is_ascii_digit() {
        end = digits(end + 1 + sign);
    }
    end
}

fn closing(open: u8) -> u8 {
    match open {
        b'[' => b']',
        b'{' => b'}',
        _ => b')',
    }
}

/// <https://drafts.csswg.org/css-syntax/#whitespace>
fn is_whitespace(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// <https://drafts.csswg.org/css-syntax/#ident-start-code-point>
fn is_ident_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii()
}
