//! Tokens to a program.
//!
//! - `mod.rs`: the parser and its tokens
//! - `operators.rs`: operators, from `or` to unary minus
//! - `paths.rs`: unions, paths and steps
//! - `primary.rs`: strings, numbers, variables and calls
//! - `predicates.rs`: the kinds of predicates
//! - `rewrite.rs`: steps that say the same in one pass
//! - `constants.rs`: parts of predicates that are evaluated once
//!
//! Methods call each other along the grammar. They nest once for each bracket that is open, and
//! [`XPath::MAX_DEPTH`] limits these.

mod constants;
mod operators;
mod paths;
mod predicates;
mod primary;
mod rewrite;

use std::ops::Range;

use crate::error::{XPathError, XPathErrorKind};
use crate::expression::{ExpressionId, Program};
use crate::lexer::{self, Token, TokenKind};
use crate::options::XPathOptions;
use crate::xpath::XPath;

/// Compiles an expression.
pub(crate) fn parse(text: &str, options: &XPathOptions) -> Result<Program, XPathError> {
    if text.len() > XPath::MAX_BYTES {
        let start = text.char_indices().map(|(at, _)| at).find(|at| *at >= XPath::MAX_BYTES);
        let range = start.unwrap_or(text.len())..text.len();
        return Err(XPathError::new(XPathErrorKind::TooLong, range, text));
    }
    let mut parser = Parser {
        text,
        tokens: lexer::tokens(text)?,
        at: 0,
        depth: 0,
        program: Program::new(text, options.any_namespace, options.html_lang),
        options,
    };
    parser.program.root = parser.expression()?;
    if parser.peek() != TokenKind::End {
        return Err(parser.expected("an operator or the end"));
    }
    constants::mark(&mut parser.program);
    Ok(parser.program)
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    /// The index of the next token.
    at: usize,
    /// How many brackets are open.
    depth: usize,
    program: Program,
    options: &'t XPathOptions,
}

impl<'t> Parser<'t> {
    /// Returns the next token, which is [`TokenKind::End`] at the end.
    fn peek(&self) -> TokenKind<'t> {
        self.tokens[self.at].kind
    }

    /// Takes the next token. The one at the end stays.
    fn next(&mut self) -> TokenKind<'t> {
        let kind = self.peek();
        if kind != TokenKind::End {
            self.at += 1;
        }
        kind
    }

    /// Takes the next token if it is that one.
    fn take(&mut self, kind: TokenKind<'_>) -> bool {
        let is_it = self.peek() == kind;
        if is_it {
            self.at += 1;
        }
        is_it
    }

    /// Takes the next token, which must be that one.
    fn expect(&mut self, kind: TokenKind<'_>, what: &'static str) -> Result<(), XPathError> {
        if self.take(kind) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Returns where the next token starts.
    fn start(&self) -> usize {
        self.tokens[self.at].range.start
    }

    /// Returns the range from `start` to the end of the last token that was taken.
    fn since(&self, start: usize) -> Range<usize> {
        let end = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].range.end);
        start..end.max(start)
    }

    fn error(&self, kind: XPathErrorKind, range: Range<usize>) -> XPathError {
        XPathError::new(kind, range, self.text)
    }

    /// Returns the error for the next token: the grammar requires `what` here.
    fn expected(&self, what: &'static str) -> XPathError {
        self.error(XPathErrorKind::Expected(what), self.tokens[self.at].range.clone())
    }

    /// Parses an expression after an opening bracket.
    fn nested(&mut self) -> Result<ExpressionId, XPathError> {
        if self.depth == XPath::MAX_DEPTH {
            let bracket = self.tokens[self.at.saturating_sub(1)].range.clone();
            return Err(self.error(XPathErrorKind::TooDeep, bracket));
        }
        self.depth += 1;
        let expression = self.expression();
        self.depth -= 1;
        expression
    }
}
