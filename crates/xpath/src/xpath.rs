//! A compiled expression, for callers.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::XPathError;
use crate::evaluator::Evaluator;
use crate::expression::Program;
use crate::item::Item;
use crate::options::XPathOptions;
use crate::value::Value;

/// A compiled expression of XPath 1.0, for any document, any number of times and on any thread.
/// Clones share the compiled program.
///
/// ```
/// use consomme_xpath::{Value, XPath};
///
/// let path = XPath::parse("count(//li[contains(., 'o')])")?;
/// let document = consomme::parse_fragment("ul", "<li>Bones<li>Salt<li>Onion");
/// assert_eq!(path.evaluate(&document)?, Value::Number(2.0));
/// # Ok::<(), consomme_xpath::XPathError>(())
/// ```
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/>
#[derive(Clone)]
pub struct XPath {
    pub(crate) program: Arc<Program>,
}

impl XPath {
    /// How deep brackets of an expression can be nested: parentheses, predicates and arguments.
    pub const MAX_DEPTH: usize = 64;

    /// How many bytes an expression can have.
    pub const MAX_BYTES: usize = 1 << 20;

    pub(crate) fn new(program: Program) -> XPath {
        XPath { program: Arc::new(program) }
    }

    /// Compiles an expression. For prefixes, functions and other options, see [`XPathOptions`].
    ///
    /// # Errors
    ///
    /// If it is not an expression of XPath 1.0, exceeds a limit, or uses a prefix or function that
    /// is not known.
    pub fn parse(expression: &str) -> Result<XPath, XPathError> {
        XPathOptions::new().parse(expression)
    }

    /// Evaluates the expression at a node: a document, node, element or attribute. For variables and
    /// the budget, see [`Evaluator`].
    ///
    /// # Errors
    ///
    /// If the evaluation takes more than [`Evaluator::DEFAULT_MAX_STEPS`] steps, a function of the
    /// caller fails, or the expression has a variable.
    pub fn evaluate<'a>(&self, node: impl Into<Item<'a>>) -> Result<Value<'a>, XPathError> {
        Evaluator::new().evaluate(self, node)
    }

    /// Returns the expression as it was written.
    pub fn as_str(&self) -> &str {
        &self.program.text
    }
}

impl FromStr for XPath {
    type Err = XPathError;

    fn from_str(expression: &str) -> Result<XPath, XPathError> {
        XPath::parse(expression)
    }
}

/// Writes the expression as it was written.
impl fmt::Display for XPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for XPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("XPath").field(&self.as_str()).finish()
    }
}
