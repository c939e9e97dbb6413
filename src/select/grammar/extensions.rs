//! The selectors beyond the standard that [`SelectorOptions::extensions`] switches on.
//!
//! Extensions that CSS can say in other words are rewritten before parsing; `:contains()` and its
//! variants are pseudo-classes of their own.
//!
//! [`SelectorOptions::extensions`]: super::SelectorOptions::extensions

use std::borrow::Cow;

use cssparser::{ParseError, Parser as Tokens, Token};

use super::diagnose::Mistake;
use super::scan;

/// The lowercased names of the functions.
const FUNCTIONS: [&str; 7] =
    ["contains", "containsown", "eq", "gt", "icontains", "icontainsown", "lt"];

/// Whether a function with this lowercased name is an extension.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

/// Replaces `[a!=b]` by `:not([a=b])`, and `:eq(n)`, `:lt(n)` and `:gt(n)` by `:nth-child(…)`.
/// Invalid uses of these stay as they are.
pub(super) fn rewritten(text: &str) -> Cow<'_, str> {
    let starts = scan::token_starts(text);
    let tokens: Vec<&str> = starts.iter().map(|&start| scan::token_at(text, start)).collect();
    let mut written = String::new();
    let (mut at, mut kept) = (0, 0);
    while at < tokens.len() {
        let rest = &tokens[at..];
        let (replacement, count) = match not_equal(rest).or_else(|| index(rest)) {
            Some(found) => found,
            None => {
                at += 1;
                continue;
            }
        };
        written += &text[kept..starts[at]];
        written += &replacement;
        at += count;
        kept = starts.get(at).copied().unwrap_or(text.len());
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    written += &text[kept..];
    Cow::Owned(written)
}

/// Returns the replacement of an attribute selector with `!=`, and the number of its tokens.
fn not_equal(tokens: &[&str]) -> Option<(String, usize)> {
    if *tokens.first()? != "[" {
        return None;
    }
    let end = tokens.iter().position(|token| *token == "]");
    let inner = &tokens[1..end.unwrap_or(tokens.len())];
    let operator = inner.iter().position(|token| *token == "!=")?;
    let (name, value) = (inner[..operator].concat(), inner[operator + 1..].concat());
    let close = if end.is_some() { "])" } else { "" };
    Some((format!(":not([{name}={value}{close}"), 1 + inner.len() + usize::from(end.is_some())))
}

/// Returns the replacement of `:eq(n)`, `:lt(n)` or `:gt(n)`, and the number of its tokens. An
/// index counts the siblings that are elements from 0, `:nth-child()` from 1.
fn index(tokens: &[&str]) -> Option<(String, usize)> {
    let is_blank = |token: &&str| token.trim_ascii_start().is_empty();
    let function = tokens.first()?.to_ascii_lowercase();
    if !matches!(&*function, ":eq(" | ":lt(" | ":gt(") {
        return None;
    }
    let before = tokens[1..].iter().take_while(|token| is_blank(token)).count();
    let number = tokens.get(1 + before)?;
    // More digits could exceed the numbers of `:nth-child()`.
    if number.len() > 9 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u32 = number.parse().ok()?;
    let after = tokens[2 + before..].iter().take_while(|token| is_blank(token)).count();
    let count = 2 + before + after;
    let close = match tokens.get(count) {
        None => "",
        Some(&")") => ")",
        Some(_) => return None,
    };
    let position = match &*function {
        ":eq(" => format!("{}", number + 1),
        ":lt(" => format!("-n+{number}"),
        _ => format!("n+{}", number + 2),
    };
    Some((format!(":nth-child({position}{close}"), count + close.len()))
}

/// Parses a text in parentheses: a quoted string, or characters that are taken as they are, without
/// the whitespace around them.
pub(super) fn text_argument<'i>(arguments: &mut Tokens<'i>) -> Result<String, ParseError<Mistake>> {
    let quoted = arguments.try_parse(|arguments| {
        let text = arguments.expect_string()?.to_string();
        arguments.expect_exhausted()?;
        Ok::<_, ParseError<Mistake>>(text)
    });
    if quoted.is_ok() {
        return quoted;
    }
    arguments.skip_whitespace();
    let start = arguments.position();
    while let Ok(token) = arguments.next_including_whitespace_and_comments() {
        if !needs_no_quotes(token) {
            return Err(ParseError::custom(Mistake::NeedsQuotes));
        }
    }
    let text = arguments.slice_from(start).trim_ascii_end();
    if text.is_empty() {
        return Err(ParseError::custom(Mistake::NeedsQuotes));
    }
    if text.contains('\\') {
        return Err(ParseError::custom(Mistake::NeedsQuotes));
    }
    Ok(text.to_owned())
}

/// Whether a token needs no quotation marks around it: it doesn't open or close anything.
fn needs_no_quotes(token: &Token<'_>) -> bool {
    !matches!(
        token,
        Token::QuotedString(_)
            | Token::BadString(_)
            | Token::UnquotedUrl(_)
            | Token::BadUrl(_)
            | Token::Comment(_)
            | Token::Function(_)
            | Token::ParenthesisBlock
            | Token::SquareBracketBlock
            | Token::CurlyBracketBlock
            | Token::CloseParenthesis
            | Token::CloseSquareBracket
            | Token::CloseCurlyBracket
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_css_can_say_is_rewritten_and_the_rest_stays() {
        for (text, expected) in [
            ("a[b!=c]", "a:not([b=c])"),
            ("[ b != 'c]' i ] > d", ":not([ b = 'c]' i ]) > d"),
            ("[b!=c", ":not([b=c"),
            ("[b=c], [d!=e], [f]", "[b=c], :not([d=e]), [f]"),
            (":is([b!=c], d)", ":is(:not([b=c]), d)"),
            ("[b='!=']", "[b='!=']"),
            ("\\[b!=c]", "\\[b!=c]"),
            ("li:eq(0)", "li:nth-child(1)"),
            ("li:EQ( 2 ) b", "li:nth-child(3) b"),
            ("li:lt(2):gt(0)", "li:nth-child(-n+2):nth-child(n+2)"),
            ("li:eq(999999999", "li:nth-child(1000000000"),
            ("li:eq(1000000000)", "li:eq(1000000000)"),
            ("li:eq(-1)", "li:eq(-1)"),
            ("li:eq(1 2)", "li:eq(1 2)"),
            ("li:eq(", "li:eq("),
            ("li:eq()", "li:eq()"),
            ("", ""),
        ] {
            assert_eq!(rewritten(text), expected, "{text}");
        }
    }
}
