//! The errors of expressions and of their evaluation.

use std::fmt;
use std::ops::Range;

use consomme::positions::Excerpt;

/// Why an expression was not compiled, or its evaluation stopped, and where in the expression.
///
/// ```
/// use consomme_xpath::{XPath, XPathErrorKind};
///
/// let error = XPath::parse("//a[starts-with(@href]").unwrap_err();
/// assert_eq!(error.kind(), &XPathErrorKind::Expected("`,` or `)`"));
/// assert_eq!(error.range(), 21..22);
/// assert_eq!(error.to_string(), "expected `,` or `)`, found `]` at byte 21 of `//a[starts-with(@href]`");
/// assert_eq!(error.excerpt().to_string(), "//a[starts-with(@href]\n                     ^");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct XPathError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: XPathErrorKind,
    /// The bytes of the expression that are wrong.
    range: Range<usize>,
    expression: String,
}

/// The kind of an error, without its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum XPathErrorKind {
    /// A character that starts no token.
    UnexpectedCharacter(char),
    /// A string without its closing quote.
    UnclosedString,
    /// The grammar requires something else here, which is named.
    Expected(&'static str),
    /// No axis has that name.
    UnknownAxis(String),
    /// No function has that name, neither of the recommendation nor of the caller.
    UnknownFunction(String),
    /// A function was called with a number of arguments that it does not take.
    ArgumentCount {
        /// The name of the function.
        function: &'static str,
        /// The least number that it takes.
        min: usize,
        /// The greatest number that it takes; `None` if there is none.
        max: Option<usize>,
    },
    /// A prefix that stands for no namespace.
    UnknownPrefix(String),
    /// A value that is no set of nodes, where nodes are needed: a string cannot become one.
    NotNodes,
    /// Brackets are nested more deeply than [`XPath::MAX_DEPTH`](crate::XPath::MAX_DEPTH).
    TooDeep,
    /// The expression has more bytes than [`XPath::MAX_BYTES`](crate::XPath::MAX_BYTES).
    TooLong,
    /// No variable has that name in this evaluation.
    UnknownVariable(String),
    /// The evaluation takes more steps than [`Evaluator::max_steps`](crate::Evaluator::max_steps)
    /// allows.
    TooManySteps,
    /// A function of the caller failed, with its own message.
    FunctionFailed(String),
    /// A variable or a function of the caller has a node of another document than the context node.
    ForeignNode,
    /// The node belongs to another document than the earlier nodes of the same
    /// [`Evaluator`](crate::Evaluator).
    OtherDocument,
}

impl XPathError {
    pub(crate) fn new(kind: XPathErrorKind, range: Range<usize>, expression: &str) -> Self {
        debug_assert!(
            expression.get(range.clone()).is_some(),
            "tokens and expressions start and end between characters"
        );
        XPathError(Box::new(Inner { kind, range, expression: expression.to_owned() }))
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> &XPathErrorKind {
        &self.0.kind
    }

    /// Returns which bytes of the expression are wrong. The range is empty at the end of an
    /// expression that is incomplete.
    pub fn range(&self) -> Range<usize> {
        self.0.range.clone()
    }

    /// Returns the expression.
    pub fn expression(&self) -> &str {
        &self.0.expression
    }

    /// Returns the line of the expression with the place, and below it a line of spaces with `^`
    /// under each character that is wrong.
    pub fn excerpt(&self) -> Excerpt<'_> {
        Excerpt::new(&self.0.expression, self.range())
    }
}

impl fmt::Display for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, range, expression } = &*self.0;
        match kind {
            XPathErrorKind::UnexpectedCharacter(character) => {
                write!(f, "unexpected character {character:?}")?;
            }
            XPathErrorKind::UnclosedString => f.write_str("the string has no closing quote")?,
            XPathErrorKind::Expected(what) => match &expression[range.clone()] {
                "" => write!(f, "expected {what}, found the end")?,
                found => write!(f, "expected {what}, found `{found}`")?,
            },
            XPathErrorKind::UnknownAxis(name) => write!(f, "no axis is named `{name}`")?,
            XPathErrorKind::UnknownFunction(name) => write!(f, "no function is named `{name}`")?,
            XPathErrorKind::ArgumentCount { function, min, max } => {
                write!(f, "`{function}` takes ")?;
                match max {
                    Some(0) => f.write_str("no argument")?,
                    Some(max) if max == min => write!(f, "{min} argument{}", plural(*max))?,
                    Some(max) => write!(f, "{min} to {max} argument{}", plural(*max))?,
                    None => write!(f, "{min} arguments or more")?,
                }
            }
            XPathErrorKind::UnknownPrefix(prefix) => {
                write!(f, "the prefix `{prefix}` stands for no namespace")?;
            }
            XPathErrorKind::NotNodes => f.write_str("this is no set of nodes")?,
            XPathErrorKind::TooDeep => {
                write!(f, "brackets are nested more than {} deep", crate::XPath::MAX_DEPTH)?;
            }
            XPathErrorKind::TooLong => {
                let max = crate::XPath::MAX_BYTES;
                return write!(f, "the expression has more than {max} bytes");
            }
            XPathErrorKind::UnknownVariable(name) => write!(f, "no variable is named `{name}`")?,
            XPathErrorKind::TooManySteps => f.write_str("the evaluation takes too many steps")?,
            XPathErrorKind::FunctionFailed(message) => f.write_str(message)?,
            XPathErrorKind::ForeignNode => f.write_str("a node is of another document")?,
            XPathErrorKind::OtherDocument => {
                f.write_str("the evaluator was used for another document")?;
            }
        }
        write!(f, " at byte {} of `{expression}`", range.start)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl fmt::Debug for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, range, expression } = &*self.0;
        f.debug_struct("XPathError")
            .field("kind", kind)
            .field("range", range)
            .field("expression", expression)
            .finish()
    }
}

impl std::error::Error for XPathError {}
