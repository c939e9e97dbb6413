//! Operators, from `or` to unary minus.

use std::ops::Range;

use crate::error::XPathError;
use crate::expression::{ExpressionId, ExpressionKind, Facts, ResultType};
use crate::functions::Function;
use crate::lexer::{Operator, TokenKind};

use super::Parser;

/// How tightly operators bind, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Precedence {
    Or,
    And,
    Equality,
    Relation,
    Sum,
    Product,
}

impl Precedence {
    /// Returns the next tighter one; `None` for the tightest, unary minus.
    fn tighter(self) -> Option<Precedence> {
        Some(match self {
            Precedence::Or => Precedence::And,
            Precedence::And => Precedence::Equality,
            Precedence::Equality => Precedence::Relation,
            Precedence::Relation => Precedence::Sum,
            Precedence::Sum => Precedence::Product,
            Precedence::Product => return None,
        })
    }
}

/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#booleans>
fn precedence(operator: Operator) -> Precedence {
    match operator {
        Operator::Or => Precedence::Or,
        Operator::And => Precedence::And,
        Operator::Equal | Operator::NotEqual => Precedence::Equality,
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
            Precedence::Relation
        }
        Operator::Add | Operator::Subtract => Precedence::Sum,
        Operator::Multiply | Operator::Divide | Operator::Modulo => Precedence::Product,
    }
}

impl Parser<'_> {
    /// Parses an `Expr`.
    pub(super) fn expression(&mut self) -> Result<ExpressionId, XPathError> {
        self.chain(Precedence::Or)
    }

    /// Parses operands that operators of one precedence are between.
    fn chain(&mut self, level: Precedence) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        let first = self.operand(level)?;
        let mut rest = Vec::new();
        while let TokenKind::Operator(operator) = self.peek()
            && precedence(operator) == level
        {
            self.next();
            rest.push((operator, self.operand(level)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let range = self.since(start);
        let result = match level {
            Precedence::Sum | Precedence::Product => ResultType::Number,
            _ => ResultType::Boolean,
        };
        let operands = std::iter::once(first).chain(rest.iter().map(|(_, operand)| *operand));
        let facts = operands
            .clone()
            .fold(Facts::of(result), |facts, operand| facts.and(self.program.facts(operand)));
        let kind = match level {
            Precedence::Or | Precedence::And => {
                let operands: Vec<_> = operands.collect();
                let operands = self.add_operands(&operands);
                if level == Precedence::Or {
                    ExpressionKind::Or(operands)
                } else {
                    ExpressionKind::And(operands)
                }
            }
            _ => {
                let links = self.program.links.len();
                self.program.links.extend(rest);
                ExpressionKind::Chain(first, links..self.program.links.len())
            }
        };
        Ok(self.program.add(kind, range, facts))
    }

    fn operand(&mut self, level: Precedence) -> Result<ExpressionId, XPathError> {
        match level.tighter() {
            Some(tighter) => self.chain(tighter),
            None => self.unary(),
        }
    }

    /// Parses a `UnaryExpr`.
    fn unary(&mut self) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        let mut signs = 0;
        while self.take(TokenKind::Operator(Operator::Subtract)) {
            signs += 1;
        }
        let operand = self.union()?;
        if signs == 0 {
            return Ok(operand);
        }
        let range = self.since(start);
        let facts = Facts::of(ResultType::Number).and(self.program.facts(operand));
        // Two signs make a number, but do not change it.
        let kind = if signs % 2 == 1 {
            ExpressionKind::Negate(operand)
        } else {
            ExpressionKind::Call(Function::Number, self.add_operands(&[operand]))
        };
        Ok(self.program.add(kind, range, facts))
    }

    /// Adds operands to the list of the program, and returns their range.
    pub(super) fn add_operands(&mut self, operands: &[ExpressionId]) -> Range<usize> {
        let start = self.program.operands.len();
        self.program.operands.extend(operands);
        start..self.program.operands.len()
    }
}
