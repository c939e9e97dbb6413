//! An evaluation, for callers: variables and the budget.

use std::collections::HashMap;

use consomme::iter::DocumentOrder;

use crate::error::{XPathError, XPathErrorKind};
use crate::evaluate::{self, BoundProgram};
use crate::item::Item;
use crate::value::Value;
use crate::xpath::XPath;

/// Evaluates expressions over one document: with variables, and with a budget of steps, since
/// expressions may be untrusted.
///
/// Evaluations with the same `Evaluator` share the order of the document's nodes, which the first
/// one that needs it computes.
///
/// ```
/// use consomme_xpath::{Evaluator, Value, XPath, XPathErrorKind};
///
/// let document = consomme::parse_fragment("ul", "<li>Bones<li>Salt");
/// let mut evaluator = Evaluator::new().variable("wanted", "Salt");
/// let path = XPath::parse("count(//li[. = $wanted])")?;
/// assert_eq!(evaluator.evaluate(&path, &document)?, Value::Number(1.0));
///
/// let mut evaluator = Evaluator::new().max_steps(1_000);
/// let slow = XPath::parse("count(//p[count(following::p) > 1])")?;
/// let page = consomme::parse_fragment("div", "<p>".repeat(100));
/// let error = evaluator.evaluate(&slow, &page).unwrap_err();
/// assert_eq!(error.kind(), &XPathErrorKind::TooManySteps);
/// # Ok::<(), consomme_xpath::XPathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    variables: HashMap<String, Value<'a>>,
    max_steps: u64,
    steps: u64,
    order: Option<DocumentOrder<'a>>,
    /// A node of the document that was evaluated first.
    document: Option<consomme::NodeRef<'a>>,
}

impl<'a> Evaluator<'a> {
    /// The budget of an evaluation if the caller sets none: less than a second's worth.
    pub const DEFAULT_MAX_STEPS: u64 = 20_000_000;

    /// Returns an evaluator without variables.
    pub fn new() -> Evaluator<'a> {
        Evaluator {
            variables: HashMap::new(),
            max_steps: Evaluator::DEFAULT_MAX_STEPS,
            steps: 0,
            order: None,
            document: None,
        }
    }

    /// Sets the value of a variable, by its name without `$`, with its prefix if it has one. Nodes
    /// must be of the document that is evaluated.
    #[must_use]
    pub fn variable(mut self, name: &str, value: impl Into<Value<'a>>) -> Evaluator<'a> {
        self.variables.insert(name.to_owned(), value.into());
        self
    }

    /// Sets how many steps an evaluation can take. A step is a visited node, an evaluated
    /// expression, or 16 bytes of a string that is read or made. Nearly all time and memory of an
    /// evaluation is proportional to them: a step takes some 20 nanoseconds, and keeps 16 bytes at
    /// most.
    #[must_use]
    pub fn max_steps(mut self, max: u64) -> Evaluator<'a> {
        self.max_steps = max;
        self
    }

    /// Evaluates an expression at a node.
    ///
    /// # Errors
    ///
    /// If the evaluation takes too many steps, a variable is missing, a function of the caller
    /// fails, nodes of another document occur, or a value is not of the type that is needed.
    pub fn evaluate(
        &mut self,
        path: &XPath,
        node: impl Into<Item<'a>>,
    ) -> Result<Value<'a>, XPathError> {
        let entry = node.into().entry();
        let first = *self.document.get_or_insert(entry.node);
        let program = &*path.program;
        if !std::ptr::eq(first.document(), entry.node.document()) {
            let kind = XPathErrorKind::OtherDocument;
            return Err(XPathError::new(kind, 0..program.text.len(), &program.text));
        }
        let bound = BoundProgram { program, variables: &self.variables, max_steps: self.max_steps };
        let (result, steps) = evaluate::run(bound, entry, &mut self.order);
        self.steps = steps;
        result
    }

    /// Returns how many steps the last evaluation took, also if it failed.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Default for Evaluator<'_> {
    fn default() -> Self {
        Evaluator::new()
    }
}
