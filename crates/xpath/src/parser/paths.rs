//! Unions, paths and steps.

use crate::axis::Axis;
use crate::error::{XPathError, XPathErrorKind};
use crate::expression::{
    ExpressionId, ExpressionKind, Facts, LocationStep, Predicate, Program, ResultType, Start,
};
use crate::lexer::TokenKind;
use crate::node_test::{LocalName, NamespaceName, NodeTest};

use super::{Parser, rewrite};

impl<'t> Parser<'t> {
    /// Parses a `UnionExpr`.
    pub(super) fn union(&mut self) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        let first = self.path()?;
        if self.peek() != TokenKind::Pipe {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.take(TokenKind::Pipe) {
            operands.push(self.path()?);
        }
        let mut facts = Facts::of(ResultType::Nodes);
        for operand in &operands {
            self.check_nodes(*operand)?;
            facts = facts.and(self.program.facts(*operand));
        }
        let range = self.since(start);
        let operands = self.add_operands(&operands);
        Ok(self.program.add(ExpressionKind::Union(operands), range, facts))
    }

    /// Refuses an expression whose value is known not to be a set of nodes.
    pub(super) fn check_nodes(&self, expression: ExpressionId) -> Result<(), XPathError> {
        let expression = self.program.expression(expression);
        match expression.facts.result {
            ResultType::Nodes | ResultType::Unknown => Ok(()),
            ResultType::Text | ResultType::Number | ResultType::Boolean => {
                Err(self.error(XPathErrorKind::NotNodes, expression.range.clone()))
            }
        }
    }

    /// Parses a `PathExpr`.
    fn path(&mut self) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        if self.starts_step() {
            return self.steps(start, Start::Context, Vec::new());
        }
        match self.peek() {
            TokenKind::Slash => {
                self.next();
                if self.starts_step() {
                    self.steps(start, Start::Root, Vec::new())
                } else {
                    Ok(self.add_path(start, Start::Root, Vec::new()))
                }
            }
            TokenKind::SlashSlash => {
                self.next();
                self.steps(start, Start::Root, vec![any_descendant()])
            }
            _ => self.filter(),
        }
    }

    /// Parses a `FilterExpr` and the steps after it.
    fn filter(&mut self) -> Result<ExpressionId, XPathError> {
        let start = self.start();
        let mut expression = self.primary()?;
        if self.peek() == TokenKind::LeftBracket {
            self.check_nodes(expression)?;
            let predicates = self.predicates()?;
            let range = self.since(start);
            let facts = Facts::of(ResultType::Nodes).and(self.program.facts(expression));
            let predicates = self.add_predicates(predicates);
            let kind = ExpressionKind::Filter(expression, predicates);
            expression = self.program.add(kind, range, facts);
        }
        let before = match self.peek() {
            TokenKind::Slash => Vec::new(),
            TokenKind::SlashSlash => vec![any_descendant()],
            _ => return Ok(expression),
        };
        self.check_nodes(expression)?;
        self.next();
        self.steps(start, Start::Nodes(expression), before)
    }

    /// Parses a `RelativeLocationPath` after the steps `steps`.
    fn steps(
        &mut self,
        start: usize,
        origin: Start,
        mut steps: Vec<LocationStep>,
    ) -> Result<ExpressionId, XPathError> {
        loop {
            steps.push(self.step()?);
            if self.take(TokenKind::SlashSlash) {
                steps.push(any_descendant());
            } else if !self.take(TokenKind::Slash) {
                return Ok(self.add_path(start, origin, steps));
            }
        }
    }

    fn add_path(&mut self, start: usize, origin: Start, steps: Vec<LocationStep>) -> ExpressionId {
        let mut facts = Facts::of(ResultType::Nodes);
        match origin {
            Start::Root => facts.walks = true,
            Start::Context => facts.is_fixed = false,
            Start::Nodes(expression) => facts = facts.and(self.program.facts(expression)),
        }
        let first = self.program.steps.len();
        let steps = rewrite::merge(&self.program, steps);
        self.program.steps.extend(steps);
        let steps = first..self.program.steps.len();
        let range = self.since(start);
        self.program.add(ExpressionKind::Path(origin, steps), range, facts)
    }

    /// Returns whether the next token starts a step.
    fn starts_step(&self) -> bool {
        match self.peek() {
            TokenKind::Function(name) => is_node_type(name),
            TokenKind::Dot
            | TokenKind::DotDot
            | TokenKind::At
            | TokenKind::Axis(_)
            | TokenKind::Star
            | TokenKind::Name(_)
            | TokenKind::PrefixStar(_) => true,
            _ => false,
        }
    }

    /// Parses a `Step`.
    fn step(&mut self) -> Result<LocationStep, XPathError> {
        // An abbreviated step has no predicates: "AbbreviatedStep ::= '.' | '..'".
        if self.take(TokenKind::Dot) {
            return Ok(step_without_predicates(Axis::Itself));
        }
        if self.take(TokenKind::DotDot) {
            return Ok(step_without_predicates(Axis::Parent));
        }
        let axis = match self.peek() {
            TokenKind::At => {
                self.next();
                Axis::Attribute
            }
            TokenKind::Axis(name) => {
                let range = self.tokens[self.at].range.clone();
                let Some(axis) = Axis::find(name) else {
                    return Err(self.error(XPathErrorKind::UnknownAxis(name.to_owned()), range));
                };
                self.next();
                self.expect(TokenKind::ColonColon, "`::`")?;
                axis
            }
            _ => Axis::Child,
        };
        let test = self.node_test()?;
        let predicates = self.predicates()?;
        let is_positional = predicates.iter().copied().any(Program::is_positional);
        Ok(LocationStep { axis, test, predicates: self.add_predicates(predicates), is_positional })
    }

    /// Parses a `NodeTest`.
    fn node_test(&mut self) -> Result<NodeTest, XPathError> {
        let test = match self.peek() {
            TokenKind::Star => NodeTest::Any,
            TokenKind::PrefixStar(prefix) => NodeTest::AnyOf(self.namespace(prefix)?),
            TokenKind::Name(name) => match name.split_once(':') {
                Some((prefix, local)) => {
                    NodeTest::Qualified(self.namespace(prefix)?, LocalName::new(local))
                }
                None => NodeTest::Unqualified(LocalName::new(name)),
            },
            TokenKind::Function(name) if is_node_type(name) => return self.node_type(name),
            _ => return Err(self.expected("a step")),
        };
        self.next();
        Ok(test)
    }

    /// Parses a node type with its parentheses.
    fn node_type(&mut self, name: &str) -> Result<NodeTest, XPathError> {
        self.next();
        self.expect(TokenKind::LeftParenthesis, "`(`")?;
        let test = match name {
            "comment" => NodeTest::Comment,
            "node" => NodeTest::Node,
            "text" => NodeTest::Text,
            _ => match self.peek() {
                TokenKind::Literal(target) => {
                    self.next();
                    NodeTest::Instruction(Some(target.to_owned()))
                }
                _ => NodeTest::Instruction(None),
            },
        };
        self.expect(TokenKind::RightParenthesis, "`)`")?;
        Ok(test)
    }

    /// Returns the namespace that the prefix of the next token stands for.
    fn namespace(&self, prefix: &'t str) -> Result<NamespaceName, XPathError> {
        match self.options.namespaces.get(prefix) {
            Some(url) => Ok(NamespaceName::new(url)),
            None => {
                let range = self.start()..self.start() + prefix.len();
                Err(self.error(XPathErrorKind::UnknownPrefix(prefix.to_owned()), range))
            }
        }
    }

    /// Parses predicates as far as there are any.
    fn predicates(&mut self) -> Result<Vec<Predicate>, XPathError> {
        let mut predicates = Vec::new();
        while self.take(TokenKind::LeftBracket) {
            let expression = self.nested()?;
            self.expect(TokenKind::RightBracket, "an operator or `]`")?;
            predicates.push(self.predicate(expression));
        }
        Ok(predicates)
    }

    fn add_predicates(&mut self, predicates: Vec<Predicate>) -> std::ops::Range<usize> {
        let start = self.program.predicates.len();
        self.program.predicates.extend(predicates);
        start..self.program.predicates.len()
    }
}

fn is_node_type(name: &str) -> bool {
    matches!(name, "comment" | "node" | "processing-instruction" | "text")
}

/// Returns the step to all nodes of an axis.
fn step_without_predicates(axis: Axis) -> LocationStep {
    LocationStep { axis, test: NodeTest::Node, predicates: 0..0, is_positional: false }
}

/// Returns the step that `//` is short for, between slashes.
fn any_descendant() -> LocationStep {
    step_without_predicates(Axis::DescendantOrSelf)
}
