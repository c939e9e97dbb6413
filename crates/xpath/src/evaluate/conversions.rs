//! The value of an expression as a string, number or boolean, without the nodes that are not needed
//! for it.

use std::borrow::Cow;

use crate::entry::Entry;
use crate::error::{XPathError, XPathErrorKind};
use crate::expression::{ExpressionId, ExpressionKind, ResultType};
use crate::number;
use crate::walk::next_within;

use super::{Evaluation, Focus, Nodes, Operand};

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Evaluates an expression as `boolean()` converts it.
    pub(crate) fn boolean(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        if let Some(value) = self.constant(id, focus)? {
            return Ok(boolean_of(&value));
        }
        let program = self.program;
        match &program.expression(id).kind {
            ExpressionKind::Path(start, steps) => {
                self.count(1)?;
                self.path_exists(*start, &program.steps[steps.clone()], focus)
            }
            ExpressionKind::Union(operands) => {
                self.any(&program.operands[operands.clone()], true, focus)
            }
            // Without a value of any type in between.
            ExpressionKind::Call(function, arguments) if function.is_test() => {
                self.count(1)?;
                self.test(*function, &program.operands[arguments.clone()], focus)
            }
            _ => {
                let operand = self.evaluate(id, focus)?;
                Ok(boolean_of(&operand))
            }
        }
    }

    /// Evaluates an expression as `string()` converts it.
    pub(crate) fn text(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Cow<'e, str>, XPathError> {
        if let Some(value) = self.constant(id, focus)?
            && let Operand::Nodes(nodes) = &*value
        {
            let first = self.first_of(nodes)?;
            return first.map_or(Ok(Cow::Borrowed("")), |entry| self.string_value(entry));
        }
        let program = self.program;
        match &program.expression(id).kind {
            ExpressionKind::Path(start, steps) => {
                self.count(1)?;
                let first = self.path_first(*start, &program.steps[steps.clone()], focus)?;
                first.map_or(Ok(Cow::Borrowed("")), |entry| self.string_value(entry))
            }
            ExpressionKind::Literal(text) => {
                self.count(1)?;
                Ok(Cow::Borrowed(text))
            }
            _ => {
                let operand = self.evaluate(id, focus)?;
                self.text_of(operand)
            }
        }
    }

    /// Evaluates an expression as `number()` converts it.
    pub(crate) fn number(&mut self, id: ExpressionId, focus: Focus<'a>) -> Result<f64, XPathError> {
        let expression = self.program.expression(id);
        let is_nodes = expression.facts.result == ResultType::Nodes;
        if is_nodes
            && matches!(expression.kind, ExpressionKind::Path(..) | ExpressionKind::Once(..))
        {
            return Ok(number::parse(&self.text(id, focus)?));
        }
        let operand = self.evaluate(id, focus)?;
        self.number_of(operand)
    }

    /// Evaluates an expression whose value must be nodes. They may be in any order.
    pub(crate) fn nodes(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Nodes<'a>, XPathError> {
        match self.evaluate(id, focus)? {
            Operand::Nodes(nodes) => Ok(nodes),
            // Variables and results of the caller's functions have any type.
            Operand::Text(_) | Operand::Number(_) | Operand::Boolean(_) => {
                Err(self.error(XPathErrorKind::NotNodes, id))
            }
        }
    }

    /// Converts a value as `string()` does.
    pub(crate) fn text_of(&mut self, operand: Operand<'e, 'a>) -> Result<Cow<'e, str>, XPathError> {
        Ok(match operand {
            Operand::Nodes(nodes) => match self.first_of(&nodes)? {
                Some(entry) => self.string_value(entry)?,
                None => Cow::Borrowed(""),
            },
            Operand::Text(text) => text,
            Operand::Number(number) => Cow::Owned(number::format(number)),
            Operand::Boolean(boolean) => Cow::Borrowed(if boolean { "true" } else { "false" }),
        })
    }

    /// Converts a value as `number()` does.
    pub(super) fn number_of(&mut self, operand: Operand<'e, 'a>) -> Result<f64, XPathError> {
        Ok(match operand {
            Operand::Number(number) => number,
            Operand::Boolean(boolean) => f64::from(u8::from(boolean)),
            Operand::Text(text) => number::parse(&text),
            Operand::Nodes(_) => number::parse(&self.text_of(operand)?),
        })
    }

    /// Returns the string-value of a node.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#dt-string-value>
    pub(crate) fn string_value(&mut self, entry: Entry<'a>) -> Result<Cow<'a, str>, XPathError> {
        if let Some(text) = entry.short_string_value() {
            self.count_bytes(text.len())?;
            return Ok(Cow::Borrowed(text));
        }
        let mut value = Cow::Borrowed("");
        let mut at = entry.node;
        while let Some(next) = next_within(at, entry.node) {
            at = next;
            self.count(1)?;
            if let Some(text) = at.as_text() {
                self.count_bytes(text.len())?;
                // A single text is borrowed.
                value += text;
            }
        }
        Ok(value)
    }
}

/// Converts a value as `boolean()` does.
pub(crate) fn boolean_of(operand: &Operand<'_, '_>) -> bool {
    match operand {
        Operand::Nodes(nodes) => !nodes.entries.is_empty(),
        Operand::Text(text) => !text.is_empty(),
        Operand::Number(number) => !(*number == 0.0 || number.is_nan()),
        Operand::Boolean(boolean) => *boolean,
    }
}
