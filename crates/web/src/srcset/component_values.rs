//! The component values of CSS, as far as their ends: enough to split a text at the commas that are
//! not in blocks, and to look at its last value.

use std::ops::Range;

use cssparser::{Parser, Token};

use consomme::steps;

/// The kinds of component values that `sizes` tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Whitespace,
    /// A comma that is not in a block.
    Comma,
    /// An identifier.
    Ident,
    /// A number, or a number with a unit, with the length of the unit in bytes. With an escape, a
    /// unit counts as [`Other`](Kind::Other).
    Numeric {
        unit: usize,
    },
    /// A function with its arguments.
    Function,
    /// A block in round parentheses.
    Parentheses,
    /// Anything else: strings, percentages, other blocks, single characters.
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
    let mut values: Vec<Value> = Vec::new();
    // The end tokens of the open blocks, which are all in the last value.
    let mut ends: Vec<Token<'static>> = Vec::new();
    let mut at = 0;
    'block: loop {
        // A parser skips the content of a block unless it is parsed by a closure, which would be
        // recursion. Tokens do not depend on their surroundings, so the content gets a new parser.
        let mut parser = Parser::new(&text[at..]);
        let block = at;
        loop {
            let start = at;
            let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else {
                return values;
            };
            at = block + parser.position().byte_index();
            steps::count(at - start);
            let is_end = ends.last() == Some(&token);
            let is_bad = token.is_parse_error() && !is_end;
            match values.last_mut() {
                Some(value) if !ends.is_empty() => {
                    value.range.end = at;
                    value.is_bad |= is_bad;
                }
                _ if matches!(token, Token::Comment(_)) => {}
                _ => {
                    let kind = Kind::of(&token, &text[start..at]);
                    values.push(Value { kind, range: start..at, is_bad });
                }
            }
            if is_end {
                ends.pop();
            }
            ends.push(match token {
                Token::Function(_) | Token::ParenthesisBlock => Token::CloseParenthesis,
                Token::SquareBracketBlock => Token::CloseSquareBracket,
                Token::CurlyBracketBlock => Token::CloseCurlyBracket,
                _ => continue,
            });
            continue 'block;
        }
    }
}

impl Kind {
    /// Returns the kind of the value that a token begins.
    fn of(token: &Token<'_>, written: &str) -> Kind {
        match token {
            Token::WhiteSpace(_) => Kind::Whitespace,
            Token::Comma => Kind::Comma,
            Token::Ident(_) => Kind::Ident,
            Token::Number { .. } => Kind::Numeric { unit: 0 },
            Token::Dimension { unit, .. } if written.ends_with(&**unit) => {
                Kind::Numeric { unit: unit.len() }
            }
            Token::Function(_) => Kind::Function,
            Token::ParenthesisBlock => Kind::Parentheses,
            _ => Kind::Other,
        }
    }
}
