//! Strings, numbers, variables and calls.

use std::sync::Arc;

use crate::error::{XPathError, XPathErrorKind};
use crate::expression::{ExpressionId, ExpressionKind, Facts, ResultType};
use crate::functions::Function;
use crate::lexer::TokenKind;

use super::Parser;

impl<'t> Parser<'t> {
    /// Parses a `PrimaryExpr`.
    pub(super) fn primary(&mut self) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        let (kind, result) = match self.peek() {
            TokenKind::LeftParenthesis => {
                self.next();
                let expression = self.nested()?;
                self.expect(TokenKind::RightParenthesis, "an operator or `)`")?;
                return Ok(expression);
            }
            TokenKind::Function(name) => return self.call(name),
            TokenKind::Variable(name) => {
                (ExpressionKind::Variable(name.to_owned()), ResultType::Unknown)
            }
            TokenKind::Literal(text) => {
                (ExpressionKind::Literal(text.to_owned()), ResultType::Text)
            }
            TokenKind::Number(number) => (ExpressionKind::Number(number), ResultType::Number),
            _ => return Err(self.expected("an expression")),
        };
        self.next();
        Ok(self.program.add(kind, self.since(start), Facts::of(result)))
    }

    /// Parses a `FunctionCall`.
    fn call(&mut self, name: &'t str) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        let name_range = self.tokens[self.at].range.clone();
        self.next();
        self.expect(TokenKind::LeftParenthesis, "`(`")?;
        let arguments = self.arguments()?;
        if let Some(extension) = self.options.functions.iter().find(|e| e.name == name) {
            let extension = Arc::clone(extension);
            return Ok(self.extension_call(start, extension, &arguments));
        }
        let Some(function) = Function::find(name) else {
            return Err(self.error(XPathErrorKind::UnknownFunction(name.to_owned()), name_range));
        };
        let signature = function.signature();
        let (min, max) = signature.arguments;
        if arguments.len() < min || max.is_some_and(|max| arguments.len() > max) {
            let kind = XPathErrorKind::ArgumentCount { function: signature.name, min, max };
            return Err(self.error(kind, self.since(start)));
        }
        if let (true, Some(first)) = (signature.takes_nodes, arguments.first()) {
            self.check_nodes(*first)?;
        }
        let mut facts = self.facts_of_call(signature.result, &arguments);
        facts.position |= function == Function::Position;
        facts.size |= function == Function::Last;
        facts.is_fixed &= !function.takes_context(arguments.len());
        facts.walks |= function == Function::Id;
        let arguments = self.add_operands(&arguments);
        let kind = ExpressionKind::Call(function, arguments);
        Ok(self.program.add(kind, self.since(start), facts))
    }

    /// Parses arguments up to the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<ExpressionId>, XPathError> {
        let mut arguments = Vec::new();
        if self.take(TokenKind::RightParenthesis) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.nested()?);
            if !self.take(TokenKind::Comma) {
                self.expect(TokenKind::RightParenthesis, "`,` or `)`")?;
                return Ok(arguments);
            }
        }
    }

    fn extension_call(
        &mut self,
        start: usize,
        extension: Arc<crate::extension::Extension>,
        arguments: &[ExpressionId],
    ) -> ExpressionId {
        let mut facts = self.facts_of_call(ResultType::Unknown, arguments);
        // It gets the context.
        (facts.position, facts.size, facts.is_fixed) = (true, true, false);
        let index = self.program.extensions.len();
        self.program.extensions.push(extension);
        let arguments = self.add_operands(arguments);
        self.program.add(ExpressionKind::Extension(index, arguments), self.since(start), facts)
    }

    fn facts_of_call(&self, result: ResultType, arguments: &[ExpressionId]) -> Facts {
        let facts = Facts::of(result);
        arguments.iter().fold(facts, |facts, argument| facts.and(self.program.facts(*argument)))
    }
}
