//! The evaluation of a program.
//!
//! - `mod.rs`: [`Evaluation`], and expressions of each kind
//! - `constants.rs`: expressions that are evaluated once
//! - `conversions.rs`: the value of an expression as a string, number or boolean
//! - `comparisons.rs`: `=`, `<` and so on
//! - `nodes.rs`: [`Nodes`], and how they are sorted
//! - `path.rs`: paths: step after step, or only as far as the first node
//! - `set_steps.rs`: steps without positions, from all context nodes at once
//! - `counted_steps.rs`: steps with positions, from one context node after the other
//! - `siblings.rs`: `//p[2]` in one pass
//!
//! Methods call each other along the expression, whose depth is limited. Trees are walked by their
//! links.

mod comparisons;
mod constants;
mod conversions;
mod counted_steps;
mod nodes;
mod path;
mod set_steps;
mod siblings;

use std::borrow::Cow;
use std::collections::HashMap;

use consomme::iter::DocumentOrder;
use consomme::{Document, NodeRef};

use crate::entry::Entry;
use crate::error::{XPathError, XPathErrorKind};
use crate::expression::{ExpressionId, ExpressionKind, Program};
use crate::extension::CallContext;
use crate::item::Item;
use crate::lexer::Operator;
use crate::node_set::NodeSet;
use crate::value::Value;

use constants::Constant;

pub(crate) use counted_steps::MAX_COUNTS;
pub(crate) use nodes::Nodes;

/// How many nodes of a union are kept before duplicates are removed, at least.
const MAX_UNMERGED: usize = 4096;

/// A program to run, with its variables and its limit.
pub(crate) struct BoundProgram<'e, 'a> {
    pub(crate) program: &'e Program,
    pub(crate) variables: &'e HashMap<String, Value<'a>>,
    pub(crate) max_steps: u64,
}

/// A value during the evaluation. Its text may belong to the document or to the expression.
#[derive(Clone, Debug)]
pub(crate) enum Operand<'e, 'a> {
    Nodes(Nodes<'a>),
    Text(Cow<'e, str>),
    Number(f64),
    Boolean(bool),
}

/// The context of an expression.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#dt-context-node>
#[derive(Clone, Copy, Debug)]
pub(crate) struct Focus<'a> {
    pub(crate) entry: Entry<'a>,
    pub(crate) position: u64,
    /// The context size; 0 where the expression does not depend on it.
    pub(crate) size: u64,
}

/// An evaluation.
pub(crate) struct Evaluation<'e, 'a> {
    pub(crate) program: &'e Program,
    variables: &'e HashMap<String, Value<'a>>,
    document: &'a Document,
    /// The root of the tree that the context node of the evaluation is in.
    root: NodeRef<'a>,
    /// Whether all nodes are of that tree: only nodes that the caller gives can be of another one.
    is_one_tree: bool,
    /// Computed when it is first needed.
    order: &'e mut Option<DocumentOrder<'a>>,
    /// The values that are computed only once.
    constants: Vec<Constant<'e, 'a>>,
    /// By the index of a node: the walk in which it was visited last.
    visits: Vec<u32>,
    /// The number of the current walk, with which it marks the visited nodes.
    walk: u32,
    steps: u64,
    max_steps: u64,
}

/// Evaluates a program at a node. Returns how many steps that took, too.
pub(crate) fn run<'e, 'a>(
    bound: BoundProgram<'e, 'a>,
    entry: Entry<'a>,
    order: &'e mut Option<DocumentOrder<'a>>,
) -> (Result<Value<'a>, XPathError>, u64) {
    let mut evaluation = Evaluation {
        program: bound.program,
        variables: bound.variables,
        document: entry.node.document(),
        root: entry.node.root(),
        is_one_tree: bound.program.extensions.is_empty()
            && !bound.variables.values().any(|value| matches!(value, Value::Nodes(_))),
        order,
        constants: vec![Constant::default(); bound.program.constants],
        visits: Vec::new(),
        walk: 0,
        steps: 0,
        max_steps: bound.max_steps,
    };
    let focus = Focus { entry, position: 1, size: 1 };
    let result = evaluation.evaluate(bound.program.root, focus);
    let result = result.and_then(|operand| evaluation.finish(operand));
    (result, evaluation.steps)
}

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Counts steps, and fails when there are too many.
    #[inline]
    pub(crate) fn count(&mut self, steps: u64) -> Result<(), XPathError> {
        self.steps += steps;
        if self.steps > self.max_steps { Err(self.too_many_steps()) } else { Ok(()) }
    }

    /// Counts the steps for reading or making a text of this many bytes.
    pub(crate) fn count_bytes(&mut self, bytes: usize) -> Result<(), XPathError> {
        self.count(bytes as u64 / 16)
    }

    // Out of line: it is called at most once.
    #[cold]
    fn too_many_steps(&self) -> XPathError {
        self.error(XPathErrorKind::TooManySteps, self.program.root)
    }

    /// Returns an error at an expression.
    pub(crate) fn error(&self, kind: XPathErrorKind, id: ExpressionId) -> XPathError {
        XPathError::new(kind, self.program.expression(id).range.clone(), &self.program.text)
    }

    /// Evaluates an expression.
    pub(crate) fn evaluate(
        &mut self,
        id: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<Operand<'e, 'a>, XPathError> {
        self.count(1)?;
        let program = self.program;
        Ok(match &program.expression(id).kind {
            ExpressionKind::Number(number) => Operand::Number(*number),
            ExpressionKind::Literal(text) => Operand::Text(Cow::Borrowed(text)),
            ExpressionKind::Variable(name) => self.variable(id, name)?,
            ExpressionKind::Call(function, arguments) => {
                self.call(*function, &program.operands[arguments.clone()], focus)?
            }
            ExpressionKind::Extension(index, arguments) => {
                self.extension(id, *index, &program.operands[arguments.clone()], focus)?
            }
            ExpressionKind::Or(operands) => {
                Operand::Boolean(self.any(&program.operands[operands.clone()], true, focus)?)
            }
            ExpressionKind::And(operands) => {
                Operand::Boolean(!self.any(&program.operands[operands.clone()], false, focus)?)
            }
            ExpressionKind::Chain(first, links) => {
                self.chain(*first, &program.links[links.clone()], focus)?
            }
            ExpressionKind::Negate(operand) => Operand::Number(-self.number(*operand, focus)?),
            ExpressionKind::Union(operands) => {
                Operand::Nodes(self.union(&program.operands[operands.clone()], focus)?)
            }
            ExpressionKind::Path(start, steps) => {
                Operand::Nodes(self.path(*start, &program.steps[steps.clone()], focus)?)
            }
            ExpressionKind::Filter(operand, predicates) => {
                let mut nodes = self.nodes(*operand, focus)?;
                self.sort(&mut nodes)?;
                let predicates = &program.predicates[predicates.clone()];
                nodes.entries = self.filter(nodes.entries, predicates)?;
                Operand::Nodes(nodes)
            }
            ExpressionKind::Once(inner, number) => self.constant_copy(*inner, *number, focus)?,
        })
    }

    /// Returns whether one of the operands is `wanted`. Later operands are not evaluated.
    fn any(
        &mut self,
        operands: &[ExpressionId],
        wanted: bool,
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        for operand in operands {
            if self.boolean(*operand, focus)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Evaluates a chain of comparisons or arithmetic.
    fn chain(
        &mut self,
        first: ExpressionId,
        links: &[(Operator, ExpressionId)],
        focus: Focus<'a>,
    ) -> Result<Operand<'e, 'a>, XPathError> {
        let [(operator, second), rest @ ..] = links else { return self.evaluate(first, focus) };
        if is_arithmetic(*operator) {
            let mut number = self.number(first, focus)?;
            for (operator, operand) in links {
                let operand = self.number(*operand, focus)?;
                number = match operator {
                    Operator::Add => number + operand,
                    Operator::Subtract => number - operand,
                    Operator::Multiply => number * operand,
                    Operator::Divide => number / operand,
                    // The remainder of a truncating division, as in Rust.
                    _ => number % operand,
                };
            }
            return Ok(Operand::Number(number));
        }
        let mut result = self.compare(*operator, first, *second, focus)?;
        for (operator, operand) in rest {
            let operand = self.evaluate(*operand, focus)?;
            result = self.compare_values(*operator, Operand::Boolean(result), operand)?;
        }
        Ok(Operand::Boolean(result))
    }

    fn union(
        &mut self,
        operands: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<Nodes<'a>, XPathError> {
        let mut entries = Vec::new();
        let mut max_entries = MAX_UNMERGED;
        let mut runs = 0;
        for operand in operands {
            let mut nodes = self.nodes(*operand, focus)?;
            self.sort(&mut nodes)?;
            entries.append(&mut nodes.entries);
            runs += 1;
            // Operands that select the same nodes would take memory for each of them.
            if entries.len() > max_entries {
                self.merge(&mut entries, runs)?;
                (max_entries, runs) = (MAX_UNMERGED.max(2 * entries.len()), 1);
            }
        }
        self.merge(&mut entries, runs)?;
        Ok(Nodes::in_order(entries))
    }

    fn variable(&mut self, id: ExpressionId, name: &str) -> Result<Operand<'e, 'a>, XPathError> {
        match self.variables.get(name) {
            None => Err(self.error(XPathErrorKind::UnknownVariable(name.to_owned()), id)),
            Some(Value::String(text)) => Ok(Operand::Text(Cow::Borrowed(text))),
            Some(Value::Number(number)) => Ok(Operand::Number(*number)),
            Some(Value::Boolean(boolean)) => Ok(Operand::Boolean(*boolean)),
            Some(Value::Nodes(nodes)) => self.foreign_nodes(id, nodes.entries.clone()),
        }
    }

    /// Calls a function of the caller.
    fn extension(
        &mut self,
        id: ExpressionId,
        index: usize,
        arguments: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<Operand<'e, 'a>, XPathError> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let operand = self.evaluate(*argument, focus)?;
            values.push(self.finish(operand)?);
        }
        let Focus { entry, position, size } = focus;
        let context = CallContext { item: Item::from_entry(entry), position, size };
        match (self.program.extensions[index].run)(context, &values) {
            Err(message) => Err(self.error(XPathErrorKind::FunctionFailed(message), id)),
            Ok(Value::Nodes(nodes)) => self.foreign_nodes(id, nodes.entries),
            Ok(Value::Number(number)) => Ok(Operand::Number(number)),
            Ok(Value::Boolean(boolean)) => Ok(Operand::Boolean(boolean)),
            Ok(Value::String(text)) => {
                self.count_bytes(text.len())?;
                Ok(Operand::Text(Cow::Owned(text)))
            }
        }
    }

    /// Returns nodes that the caller gave, sorted. They must be of the document.
    fn foreign_nodes(
        &mut self,
        id: ExpressionId,
        entries: Vec<Entry<'a>>,
    ) -> Result<Operand<'e, 'a>, XPathError> {
        let is_own = |entry: &Entry<'_>| std::ptr::eq(entry.node.document(), self.document);
        if !entries.iter().all(is_own) {
            return Err(self.error(XPathErrorKind::ForeignNode, id));
        }
        self.sorted(entries).map(Operand::Nodes)
    }

    /// Returns a value for the caller.
    fn finish(&mut self, operand: Operand<'e, 'a>) -> Result<Value<'a>, XPathError> {
        Ok(match operand {
            Operand::Nodes(mut nodes) => {
                self.sort(&mut nodes)?;
                Value::Nodes(NodeSet { entries: nodes.entries })
            }
            Operand::Text(text) => Value::String(text.into_owned()),
            Operand::Number(number) => Value::Number(number),
            Operand::Boolean(boolean) => Value::Boolean(boolean),
        })
    }

    /// Returns the root of the tree that a node is in.
    pub(crate) fn root_of(&self, node: NodeRef<'a>) -> NodeRef<'a> {
        if self.is_one_tree { self.root } else { node.root() }
    }

    /// Starts a walk that marks the visited nodes.
    fn start_walk(&mut self) -> Result<(), XPathError> {
        if self.visits.is_empty() {
            self.count(self.document.index_bound() as u64)?;
            self.visits = vec![0; self.document.index_bound()];
        }
        match self.walk.checked_add(1) {
            Some(walk) => self.walk = walk,
            None => {
                self.visits.fill(0);
                self.walk = 1;
            }
        }
        Ok(())
    }

    /// Marks a node as visited in the current walk, and returns whether it is for the first time.
    fn visit(&mut self, node: NodeRef<'a>) -> bool {
        std::mem::replace(&mut self.visits[node.id().index()], self.walk) != self.walk
    }
}

fn is_arithmetic(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo
    )
}
