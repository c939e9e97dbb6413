//! A compiled expression: its parts in lists, linked by index.
//!
//! Chains such as `a or b or c` and `1 + 2 - 3` are one part with a list, not parts in parts, so
//! that only brackets nest, whose depth is limited.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::axis::Axis;
use crate::extension::Extension;
use crate::functions::Function;
use crate::lexer::Operator;
use crate::node_test::NodeTest;

/// The index of an expression in [`Program::expressions`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ExpressionId(u32);

/// A compiled expression.
#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) text: String,
    pub(crate) expressions: Vec<Expression>,
    /// The arguments of functions, and the operands of `or`, `and` and `|`.
    pub(crate) operands: Vec<ExpressionId>,
    /// The operators and operands after the first operand of chains.
    pub(crate) links: Vec<(Operator, ExpressionId)>,
    pub(crate) steps: Vec<LocationStep>,
    pub(crate) predicates: Vec<Predicate>,
    /// The functions of the caller that the expression calls.
    pub(crate) extensions: Vec<Arc<Extension>>,
    /// How many values are computed only once.
    pub(crate) constants: usize,
    /// The whole expression.
    pub(crate) root: ExpressionId,
    /// Whether an unprefixed name test stands for elements of any namespace.
    pub(crate) any_namespace: bool,
    /// Whether `lang()` reads the attribute `lang` of HTML elements.
    pub(crate) html_lang: bool,
}

/// An expression with the facts that are known before it is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    /// Its bytes in the text.
    pub(crate) range: Range<usize>,
    pub(crate) facts: Facts,
}

/// The facts about a value that are known before it is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) result: ResultType,
    /// Whether it depends on the context position.
    pub(crate) position: bool,
    /// Whether it depends on the context size.
    pub(crate) size: bool,
    /// Whether it depends on nothing of the context but the tree that the context node is in.
    pub(crate) is_fixed: bool,
    /// Whether it walks the tree from its root.
    pub(crate) walks: bool,
}

/// The type of a value, as far as it is known before it is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultType {
    Nodes,
    Text,
    Number,
    Boolean,
    /// The type of a variable, or of the result of a caller's function.
    Unknown,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    Number(f64),
    Literal(String),
    Variable(String),
    /// A function with a range of [`Program::operands`].
    Call(Function, Range<usize>),
    /// A function of the caller, by its index, with a range of [`Program::operands`].
    Extension(usize, Range<usize>),
    /// `or`: a range of [`Program::operands`].
    Or(Range<usize>),
    /// `and`: a range of [`Program::operands`].
    And(Range<usize>),
    /// Comparisons or arithmetic of one precedence, from left to right: the first operand, and a
    /// range of [`Program::links`].
    Chain(ExpressionId, Range<usize>),
    Negate(ExpressionId),
    /// `|`: a range of [`Program::operands`].
    Union(Range<usize>),
    /// Where a path starts, and a range of [`Program::steps`].
    Path(Start, Range<usize>),
    /// An expression with predicates, a range of [`Program::predicates`].
    Filter(ExpressionId, Range<usize>),
    /// An expression with the same value wherever it is evaluated, and the number of this value.
    Once(ExpressionId, usize),
}

/// Where a path starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start {
    /// At the root of the tree: the path starts with a slash.
    Root,
    /// At the context node.
    Context,
    /// At the nodes of an expression.
    Nodes(ExpressionId),
}

/// A step of a path.
#[derive(Clone, Debug)]
pub(crate) struct LocationStep {
    pub(crate) axis: Axis,
    pub(crate) test: NodeTest,
    /// A range of [`Program::predicates`].
    pub(crate) predicates: Range<usize>,
    /// Whether a predicate depends on the context position or size, so that the nodes of each
    /// context node are counted on their own.
    pub(crate) is_positional: bool,
}

/// A predicate, by the way to evaluate it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Predicate {
    /// `[2]`, `[position() = 2]`: the node at that position; 0 for none.
    Position(u64),
    /// `[position() <= 2]`: the nodes up to that position.
    UpTo(u64),
    /// `[last()]`, `[position() = last()]`.
    Last,
    /// A condition that depends on neither position nor size.
    Condition(ExpressionId),
    /// Anything else: a number is compared with the position.
    Other(ExpressionId),
}

impl Facts {
    pub(crate) const fn of(result: ResultType) -> Facts {
        Facts { result, position: false, size: false, is_fixed: true, walks: false }
    }

    /// Returns these facts with the dependencies of an operand added.
    pub(crate) fn and(self, operand: Facts) -> Facts {
        Facts {
            result: self.result,
            position: self.position || operand.position,
            size: self.size || operand.size,
            is_fixed: self.is_fixed && operand.is_fixed,
            walks: self.walks || operand.walks,
        }
    }
}

impl Program {
    pub(crate) fn new(text: &str, any_namespace: bool, html_lang: bool) -> Program {
        Program {
            text: text.to_owned(),
            expressions: Vec::new(),
            operands: Vec::new(),
            links: Vec::new(),
            steps: Vec::new(),
            predicates: Vec::new(),
            extensions: Vec::new(),
            constants: 0,
            root: ExpressionId(0),
            any_namespace,
            html_lang,
        }
    }

    /// Adds an expression.
    pub(crate) fn add(
        &mut self,
        kind: ExpressionKind,
        range: Range<usize>,
        facts: Facts,
    ) -> ExpressionId {
        // An expression has at least one byte of the text, whose length is limited; it is moved once
        // at most.
        let id = ExpressionId(self.expressions.len() as u32);
        self.expressions.push(Expression { kind, range, facts });
        id
    }

    pub(crate) fn expression(&self, id: ExpressionId) -> &Expression {
        &self.expressions[id.0 as usize]
    }

    /// Makes an expression one that is evaluated once. Returns where it is now.
    pub(crate) fn evaluate_once(&mut self, id: ExpressionId) -> ExpressionId {
        let Expression { kind, range, facts } = self.expression(id).clone();
        let moved = self.add(kind, range, facts);
        self.expressions[id.0 as usize].kind = ExpressionKind::Once(moved, self.constants);
        self.constants += 1;
        moved
    }

    pub(crate) fn facts(&self, id: ExpressionId) -> Facts {
        self.expression(id).facts
    }

    /// Returns whether a predicate depends on the context position or size.
    pub(crate) fn is_positional(predicate: Predicate) -> bool {
        !matches!(predicate, Predicate::Condition(_))
    }

    /// Returns whether a predicate needs the context size.
    pub(crate) fn needs_size(&self, predicate: Predicate) -> bool {
        match predicate {
            Predicate::Last => true,
            Predicate::Other(expression) => self.facts(expression).size,
            Predicate::Position(_) | Predicate::UpTo(_) | Predicate::Condition(_) => false,
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.text).finish()
    }
}
