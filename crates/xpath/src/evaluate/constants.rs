//! Expressions that are evaluated once, though they are in a predicate.

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use crate::error::XPathError;
use crate::expression::{ExpressionId, ExpressionKind};

use super::{Evaluation, Focus, Operand};

/// A value that is computed only once.
#[derive(Clone, Default)]
pub(super) struct Constant<'e, 'a> {
    /// Nodes are in document order.
    value: Option<Rc<Operand<'e, 'a>>>,
    /// The string-values of its nodes.
    strings: Option<Rc<HashSet<Cow<'a, str>>>>,
    /// The least and the greatest number of its nodes.
    bounds: Option<(f64, f64)>,
}

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Returns the value of an expression if it is one that is evaluated once. In a tree of the
    /// caller, it may have another value.
    pub(super) fn constant(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Option<Rc<Operand<'e, 'a>>>, XPathError> {
        match self.program.expression(id).kind {
            ExpressionKind::Once(inner, number) if self.is_one_tree => {
                self.constant_value(inner, number, focus).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn constant_value(
        &mut self,
        inner: ExpressionId,
        number: usize,
        focus: Focus<'a>,
    ) -> Result<Rc<Operand<'e, 'a>>, XPathError> {
        self.count(1)?;
        if let Some(value) = &self.constants[number].value {
            return Ok(Rc::clone(value));
        }
        let mut value = self.evaluate(inner, focus)?;
        if let Operand::Nodes(nodes) = &mut value {
            self.sort(nodes)?;
        }
        let value = Rc::new(value);
        self.constants[number].value = Some(Rc::clone(&value));
        Ok(value)
    }

    /// Evaluates an expression that has the same value wherever it is evaluated.
    pub(super) fn constant_copy(
        &mut self,
        inner: ExpressionId,
        number: usize,
        focus: Focus<'a>,
    ) -> Result<Operand<'e, 'a>, XPathError> {
        if !self.is_one_tree {
            return self.evaluate(inner, focus);
        }
        let value = self.constant_value(inner, number, focus)?;
        match &*value {
            Operand::Nodes(nodes) => self.count(nodes.entries.len() as u64)?,
            Operand::Text(text) => self.count_bytes(text.len())?,
            Operand::Number(_) | Operand::Boolean(_) => {}
        }
        Ok((*value).clone())
    }

    /// Returns the string-values of an expression if it is one that is evaluated once, and its value
    /// is nodes.
    pub(super) fn constant_strings(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Option<Rc<HashSet<Cow<'a, str>>>>, XPathError> {
        let ExpressionKind::Once(_, number) = self.program.expression(id).kind else {
            return Ok(None);
        };
        let Some(value) = self.constant(id, focus)? else { return Ok(None) };
        let Operand::Nodes(nodes) = &*value else { return Ok(None) };
        if let Some(strings) = &self.constants[number].strings {
            return Ok(Some(Rc::clone(strings)));
        }
        let mut strings = HashSet::new();
        for entry in &nodes.entries {
            self.count(1)?;
            strings.insert(self.string_value(*entry)?);
        }
        let strings = Rc::new(strings);
        self.constants[number].strings = Some(Rc::clone(&strings));
        Ok(Some(strings))
    }

    /// Returns the least and the greatest number of an expression if it is one that is evaluated
    /// once, and its value is nodes; both are NaN if there is none.
    pub(super) fn constant_bounds(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Option<(f64, f64)>, XPathError> {
        let ExpressionKind::Once(_, number) = self.program.expression(id).kind else {
            return Ok(None);
        };
        let Some(value) = self.constant(id, focus)? else { return Ok(None) };
        let Operand::Nodes(nodes) = &*value else { return Ok(None) };
        if self.constants[number].bounds.is_none() {
            self.count(nodes.entries.len() as u64)?;
            self.constants[number].bounds = Some(self.bounds(nodes)?);
        }
        Ok(self.constants[number].bounds)
    }
}
