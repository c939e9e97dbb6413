//! An expression to tokens.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#exprlex>

use std::ops::Range;

use crate::error::{XPathError, XPathErrorKind};
use crate::names::{self, WHITESPACE};

/// A token and its bytes in the expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind<'t>,
    pub(crate) range: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TokenKind<'t> {
    LeftParenthesis,
    RightParenthesis,
    LeftBracket,
    RightBracket,
    Dot,
    DotDot,
    At,
    Comma,
    ColonColon,
    /// `*` as a name test.
    Star,
    /// `name` or `prefix:name` as a name test.
    Name(&'t str),
    /// `prefix:*`, without the colon.
    PrefixStar(&'t str),
    /// A name before `::`.
    Axis(&'t str),
    /// A name before `(`.
    Function(&'t str),
    /// The name of a variable, without `$`.
    Variable(&'t str),
    /// A string, without its quotes.
    Literal(&'t str),
    Number(f64),
    Slash,
    SlashSlash,
    Pipe,
    Operator(Operator),
    End,
}

/// An operator between two expressions, except for `|` and slashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Operator {
    /// Returns the operator that says the same with its operands exchanged.
    pub(crate) fn mirrored(self) -> Operator {
        match self {
            Operator::Less => Operator::Greater,
            Operator::LessOrEqual => Operator::GreaterOrEqual,
            Operator::Greater => Operator::Less,
            Operator::GreaterOrEqual => Operator::LessOrEqual,
            other => other,
        }
    }
}

/// Returns all tokens of an expression; the last one is [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, XPathError> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    loop {
        let rest = text[at..].trim_start_matches(WHITESPACE);
        at = text.len() - rest.len();
        let may_be_operator = tokens.last().is_some_and(|token| ends_operand(token.kind));
        let (kind, length) = token(rest, may_be_operator).map_err(|(kind, length)| {
            // `length` is the length of the first character or of the whole string.
            XPathError::new(kind, at..at + length, text)
        })?;
        tokens.push(Token { kind, range: at..at + length });
        at += length;
        if kind == TokenKind::End {
            return Ok(tokens);
        }
    }
}

/// Returns whether an operator comes after this token: "if there is a preceding token and the
/// preceding token is not one of `@`, `::`, `(`, `[`, `,` or an Operator".
fn ends_operand(kind: TokenKind<'_>) -> bool {
    !matches!(
        kind,
        TokenKind::At
            | TokenKind::ColonColon
            | TokenKind::LeftParenthesis
            | TokenKind::LeftBracket
            | TokenKind::Comma
            | TokenKind::Slash
            | TokenKind::SlashSlash
            | TokenKind::Pipe
            | TokenKind::Operator(_)
    )
}

/// Returns the first token of a text without whitespace before it, and its length in bytes.
fn token(
    text: &str,
    may_be_operator: bool,
) -> Result<(TokenKind<'_>, usize), (XPathErrorKind, usize)> {
    let Some(first) = text.chars().next() else { return Ok((TokenKind::End, 0)) };
    let second = text[first.len_utf8()..].chars().next();
    let token = match (first, second) {
        ('(', _) => (TokenKind::LeftParenthesis, 1),
        (')', _) => (TokenKind::RightParenthesis, 1),
        ('[', _) => (TokenKind::LeftBracket, 1),
        (']', _) => (TokenKind::RightBracket, 1),
        ('.', Some('.')) => (TokenKind::DotDot, 2),
        ('.', Some('0'..='9')) | ('0'..='9', _) => number(text),
        ('.', _) => (TokenKind::Dot, 1),
        ('@', _) => (TokenKind::At, 1),
        (',', _) => (TokenKind::Comma, 1),
        (':', Some(':')) => (TokenKind::ColonColon, 2),
        ('\'' | '"', _) => match text[1..].split_once(first) {
            Some((literal, _)) => (TokenKind::Literal(literal), literal.len() + 2),
            None => return Err((XPathErrorKind::UnclosedString, text.len())),
        },
        ('/', Some('/')) => (TokenKind::SlashSlash, 2),
        ('/', _) => (TokenKind::Slash, 1),
        ('|', _) => (TokenKind::Pipe, 1),
        ('+', _) => (TokenKind::Operator(Operator::Add), 1),
        ('-', _) => (TokenKind::Operator(Operator::Subtract), 1),
        ('=', _) => (TokenKind::Operator(Operator::Equal), 1),
        ('!', Some('=')) => (TokenKind::Operator(Operator::NotEqual), 2),
        ('<', Some('=')) => (TokenKind::Operator(Operator::LessOrEqual), 2),
        ('<', _) => (TokenKind::Operator(Operator::Less), 1),
        ('>', Some('=')) => (TokenKind::Operator(Operator::GreaterOrEqual), 2),
        ('>', _) => (TokenKind::Operator(Operator::Greater), 1),
        ('*', _) if may_be_operator => (TokenKind::Operator(Operator::Multiply), 1),
        ('*', _) => (TokenKind::Star, 1),
        ('$', Some(name)) if names::starts_name(name) => {
            let length = qualified_length(&text[1..]);
            (TokenKind::Variable(&text[1..1 + length]), 1 + length)
        }
        _ if names::starts_name(first) => name(text, may_be_operator),
        _ => return Err((XPathErrorKind::UnexpectedCharacter(first), first.len_utf8())),
    };
    Ok(token)
}

/// Returns the number that a text starts with.
fn number(text: &str) -> (TokenKind<'_>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(text);
    if text[length..].starts_with('.') {
        length += 1 + digits(&text[length + 1..]);
    }
    (TokenKind::Number(crate::number::parse(&text[..length])), length)
}

/// Returns how many bytes the name with or without a prefix has that a text starts with.
fn qualified_length(text: &str) -> usize {
    let length = names::length(text);
    match text[length..].strip_prefix(':').map(names::length) {
        Some(local) if local > 0 => length + 1 + local,
        _ => length,
    }
}

/// Returns the token of a text that starts with a name, by the rules of the recommendation in their
/// order.
fn name(text: &str, may_be_operator: bool) -> (TokenKind<'_>, usize) {
    let length = names::length(text);
    // "… and an NCName must be recognized as an OperatorName."
    if may_be_operator {
        let operator = match &text[..length] {
            "or" => Some(Operator::Or),
            "and" => Some(Operator::And),
            "div" => Some(Operator::Divide),
            "mod" => Some(Operator::Modulo),
            // An error, which the parser finds: two operands without an operator.
            _ => None,
        };
        if let Some(operator) = operator {
            return (TokenKind::Operator(operator), length);
        }
    }
    let after = &text[length..];
    if after.starts_with(":*") {
        return (TokenKind::PrefixStar(&text[..length]), length + 2);
    }
    let qualified = qualified_length(text);
    let next = text[qualified..].trim_start_matches(WHITESPACE);
    if next.starts_with('(') {
        (TokenKind::Function(&text[..qualified]), qualified)
    } else if qualified == length && next.starts_with("::") {
        (TokenKind::Axis(&text[..length]), length)
    } else {
        (TokenKind::Name(&text[..qualified]), qualified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use TokenKind::{
        At, Axis, ColonColon, Dot, DotDot, End, Function, LeftParenthesis, Name, Number,
        PrefixStar, RightParenthesis, Slash, Star, Variable,
    };

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        tokens(text).unwrap().into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn after_an_operand_a_star_multiplies_and_a_name_is_an_operator() {
        assert_eq!(kinds("* * *"), [Star, TokenKind::Operator(Operator::Multiply), Star, End]);
        let [div, and] = [Operator::Divide, Operator::And].map(TokenKind::Operator);
        assert_eq!(kinds("div div div"), [Name("div"), div, Name("div"), End]);
        assert_eq!(kinds("@and and/and"), [At, Name("and"), and, Slash, Name("and"), End]);
        assert_eq!(kinds("or:or"), [Name("or:or"), End]);
    }

    #[test]
    fn what_follows_a_name_makes_it_a_function_or_an_axis() {
        let tokens = kinds("count ( child ::a)");
        let expected = [
            Function("count"),
            LeftParenthesis,
            Axis("child"),
            ColonColon,
            Name("a"),
            RightParenthesis,
        ];
        assert_eq!(tokens[..6], expected);
        assert_eq!(kinds("a:b(")[0], Function("a:b"));
        assert_eq!(kinds("a:*"), [PrefixStar("a"), End]);
        assert_eq!(kinds("$a:b"), [Variable("a:b"), End]);
    }

    #[test]
    fn points_are_numbers_or_steps() {
        assert_eq!(
            kinds("1.5 .5 5. . .."),
            [Number(1.5), Number(0.5), Number(5.0), Dot, DotDot, End]
        );
        assert_eq!(
            kinds("a-b - b"),
            [Name("a-b"), TokenKind::Operator(Operator::Subtract), Name("b"), End]
        );
    }

    #[test]
    fn what_starts_no_token_is_an_error_at_its_place() {
        for (text, start, end) in
            [("a # b", 2, 3), ("a = 'b", 4, 6), ("!a", 0, 1), ("$ a", 0, 1), ("é×", 2, 4)]
        {
            assert_eq!(tokens(text).unwrap_err().range(), start..end, "{text}");
        }
    }
}
