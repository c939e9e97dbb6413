//! Expressions that are CSS selectors: for engines that find many selectors in one walk.

use std::fmt::{self, Write};
use std::ops::Range;

use crate::axis::Axis;
use crate::expression::{ExpressionId, ExpressionKind, LocationStep, Predicate, Program, Start};
use crate::functions::Function;
use crate::lexer::Operator;
use crate::node_test::NodeTest;
use crate::xpath::XPath;

/// A path of an expression as a CSS selector, from [`XPath::to_css`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CssPath {
    /// The selector of the elements. In a relative path, `:scope` is the context node.
    pub selector: String,
    /// The nodes of these elements that the path selects.
    pub target: CssTarget,
    /// Whether the path starts at the root of the tree, with a slash.
    pub is_absolute: bool,
}

/// The nodes that a path selects.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CssTarget {
    /// The elements.
    Elements,
    /// The texts that are children of the elements.
    Texts,
    /// An attribute of the elements.
    Attribute(String),
}

/// Why an expression is no CSS selector, from [`XPath::to_css`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotCss {
    reason: &'static str,
    range: Range<usize>,
}

impl NotCss {
    /// Returns a description of the part that no selector can say.
    pub fn reason(&self) -> &str {
        self.reason
    }

    /// Returns the bytes of the expression in which that part is.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl fmt::Display for NotCss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no CSS selector says the same: {}", self.reason)
    }
}

impl std::error::Error for NotCss {}

impl XPath {
    /// Returns the expression as CSS selectors, one for each path between `|`: child, descendant and
    /// sibling steps, positions among siblings, and conditions on attributes and on elements in the
    /// element. In a document, they match the nodes that the expression selects.
    ///
    /// A condition on a class, `contains(concat(' ', normalize-space(@class), ' '), ' a ')`, becomes
    /// `[class~="a"]`, for which a form feed separates classes, too.
    ///
    /// ```
    /// use consomme_xpath::{CssTarget, XPathOptions};
    ///
    /// let options = XPathOptions::new().any_namespace(true);
    /// let path = options.parse("//ul[@class='menu']/li[2]/a/@href")?;
    /// let css = path.to_css().unwrap();
    /// assert_eq!(css[0].selector, r#"ul[class="menu" s] > li:nth-of-type(2) > a"#);
    /// assert_eq!(css[0].target, CssTarget::Attribute("href".to_owned()));
    /// # Ok::<(), consomme_xpath::XPathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If no selector says the same: other axes, conditions on texts, computed values. Names must
    /// stand for elements of [any namespace](crate::XPathOptions::any_namespace), as they do in
    /// CSS.
    pub fn to_css(&self) -> Result<Vec<CssPath>, NotCss> {
        let program = &*self.program;
        let root = program.unwrapped(program.root);
        let paths = match &program.expression(root).kind {
            ExpressionKind::Union(operands) => program.operands[operands.clone()].to_vec(),
            _ => vec![root],
        };
        paths.into_iter().map(|path| program.css_path(path)).collect()
    }
}

/// A result with the reason for the error alone.
type Css<T> = Result<T, &'static str>;

const COMPUTED: &str = "it computes a value";
const CONDITION: &str = "a condition is about more than attributes and elements";
const POSITION: &str = "a position counts more than the siblings of a name";

impl Program {
    /// Returns an expression without the mark that it is evaluated once.
    fn unwrapped(&self, id: ExpressionId) -> ExpressionId {
        match self.expression(id).kind {
            ExpressionKind::Once(inner, _) => inner,
            _ => id,
        }
    }

    fn css_path(&self, id: ExpressionId) -> Result<CssPath, NotCss> {
        let id = self.unwrapped(id);
        let expression = self.expression(id);
        let not_css = |reason| NotCss { reason, range: expression.range.clone() };
        let ExpressionKind::Path(start, steps) = &expression.kind else {
            return Err(not_css(COMPUTED));
        };
        let is_absolute = match start {
            Start::Root => true,
            Start::Context => false,
            Start::Nodes(_) => return Err(not_css(COMPUTED)),
        };
        let mut selector = Selector::new(is_absolute);
        let steps = &self.steps[steps.clone()];
        let target = self.add_steps(steps, &mut selector).map_err(not_css)?;
        let selector = selector.finish().map_err(not_css)?;
        Ok(CssPath { selector, target, is_absolute })
    }

    /// Adds the steps of a path. Returns the target of the last one.
    fn add_steps(&self, steps: &[LocationStep], selector: &mut Selector) -> Css<CssTarget> {
        let mut target = CssTarget::Elements;
        for step in steps {
            if target != CssTarget::Elements {
                return Err("a step comes after an attribute or a text");
            }
            match (step.axis, &step.test, step.predicates.is_empty()) {
                (Axis::Itself, NodeTest::Node, true) => {}
                (Axis::Attribute, NodeTest::Unqualified(name), true) => {
                    target = CssTarget::Attribute(name.as_written().to_owned());
                }
                (Axis::Child, NodeTest::Text, true) => target = CssTarget::Texts,
                _ => self.add_step(step, selector)?,
            }
        }
        Ok(target)
    }

    fn add_step(&self, step: &LocationStep, selector: &mut Selector) -> Css<()> {
        let predicates = &self.predicates[step.predicates.clone()];
        let is_any = step.test == NodeTest::Any;
        let (combinator, predicates) = match (step.axis, predicates) {
            (Axis::FollowingSibling, _) if selector.is_at_root() => {
                return Err("the document has no siblings");
            }
            (Axis::FollowingSibling, [Predicate::Position(1), rest @ ..]) if is_any => ("+", rest),
            (Axis::FollowingSibling, _) if !step.is_positional => ("~", predicates),
            (Axis::Child | Axis::DescendantAmongSiblings, _) => {
                (if step.axis == Axis::Child { ">" } else { "" }, predicates)
            }
            (Axis::Descendant, _) if !step.is_positional => ("", predicates),
            // `//@href`: any element.
            (Axis::DescendantOrSelf, []) if selector.is_at_root() => ("", predicates),
            (Axis::DescendantOrSelf, _) => return Err("`//` may stay at the same element"),
            (Axis::Descendant | Axis::FollowingSibling, _) => return Err(POSITION),
            _ => return Err("an axis goes up or back"),
        };
        selector.combine(combinator);
        match &step.test {
            NodeTest::Any => selector.add("*"),
            NodeTest::Unqualified(name) if self.any_namespace => {
                selector.add(&identifier(name.as_written()));
            }
            NodeTest::Unqualified(_) => return Err("its names stand for elements of HTML alone"),
            _ => return Err("a step selects other nodes than elements of a name"),
        }
        for (index, predicate) in predicates.iter().enumerate() {
            let text = match predicate {
                Predicate::Condition(id) => self.condition(*id)?,
                _ if index > 0 => return Err("a position counts those that meet a condition"),
                predicate => position(predicate, is_any)?,
            };
            selector.add(&text);
        }
        Ok(())
    }

    /// Returns a condition as a compound selector.
    // The recursion is that of brackets, which `XPath::MAX_DEPTH` limits.
    fn condition(&self, id: ExpressionId) -> Css<String> {
        let all = |range: &Range<usize>| {
            let operands = self.operands[range.clone()].iter();
            operands.map(|operand| self.condition(*operand)).collect::<Css<Vec<_>>>()
        };
        match &self.expression(self.unwrapped(id)).kind {
            ExpressionKind::And(operands) => Ok(all(operands)?.concat()),
            ExpressionKind::Or(operands) => Ok(format!(":is({})", all(operands)?.join(", "))),
            ExpressionKind::Call(Function::Not, operands) => {
                Ok(format!(":not({})", all(operands)?.concat()))
            }
            ExpressionKind::Call(Function::Boolean, operands) => Ok(all(operands)?.concat()),
            ExpressionKind::Call(function, operands) => {
                let [text, part] = self.operands[operands.clone()] else { return Err(CONDITION) };
                self.part_of_text(*function, text, part)
            }
            ExpressionKind::Chain(left, links) => match self.links[links.clone()] {
                [(operator, right)] => self.comparison(*left, operator, right),
                _ => Err(CONDITION),
            },
            ExpressionKind::Path(Start::Context, steps) => self.has(&self.steps[steps.clone()]),
            _ => Err(CONDITION),
        }
    }

    /// Returns the condition that a path selects something.
    fn has(&self, steps: &[LocationStep]) -> Css<String> {
        let mut selector = Selector::new(false);
        selector.text.clear();
        let target = self.add_steps(steps, &mut selector)?;
        let attribute = match target {
            CssTarget::Elements => String::new(),
            CssTarget::Attribute(name) => format!("[{}]", identifier(&name)),
            CssTarget::Texts => return Err(CONDITION),
        };
        // CSS has no `:has()` in another.
        match (selector.text.is_empty(), selector.text.contains(":has(")) {
            (true, _) if attribute.is_empty() => Err(CONDITION),
            (true, _) => Ok(attribute),
            (false, true) => Err("a condition is in the condition of another element"),
            (false, false) => Ok(format!(":has({}{attribute})", selector.text.trim_start())),
        }
    }

    /// Returns the comparison of an attribute with a string.
    fn comparison(
        &self,
        left: ExpressionId,
        operator: Operator,
        right: ExpressionId,
    ) -> Css<String> {
        let (name, value) = match (self.attribute(left), self.literal(right)) {
            (Some(name), Some(value)) => (name, value),
            _ => self.attribute(right).zip(self.literal(left)).ok_or(CONDITION)?,
        };
        let (name, value) = (identifier(name), string(value));
        match operator {
            Operator::Equal => Ok(format!("[{name}={value} s]")),
            // There is one that is not equal.
            Operator::NotEqual => Ok(format!("[{name}]:not([{name}={value} s])")),
            _ => Err(CONDITION),
        }
    }

    /// Returns the condition of `contains()` or `starts-with()`.
    fn part_of_text(
        &self,
        function: Function,
        text: ExpressionId,
        part: ExpressionId,
    ) -> Css<String> {
        let sign = match function {
            Function::Contains => "*=",
            Function::StartsWith => "^=",
            _ => return Err(CONDITION),
        };
        let part = self.literal(part).ok_or(CONDITION)?;
        if part.is_empty() {
            return Err("every text contains the empty one");
        }
        if let Some(name) = self.attribute(text) {
            return Ok(format!("[{}{sign}{} s]", identifier(name), string(part)));
        }
        let name = self.spaced_words(text).filter(|_| function == Function::Contains);
        let word = part.strip_prefix(' ').and_then(|part| part.strip_suffix(' '));
        match (name, word) {
            (Some(name), Some(word)) if !word.is_empty() && !word.contains(char::is_whitespace) => {
                Ok(format!("[{}~={} s]", identifier(name), string(word)))
            }
            _ => Err(CONDITION),
        }
    }

    /// Returns the attribute of `concat(' ', normalize-space(@name), ' ')`.
    fn spaced_words(&self, id: ExpressionId) -> Option<&str> {
        let kind = &self.expression(self.unwrapped(id)).kind;
        let ExpressionKind::Call(Function::Concat, operands) = kind else { return None };
        let [before, words, after] = self.operands[operands.clone()] else { return None };
        let kind = &self.expression(self.unwrapped(words)).kind;
        let ExpressionKind::Call(Function::NormalizeSpace, operands) = kind else { return None };
        let [attribute] = self.operands[operands.clone()] else { return None };
        let is_spaced = self.literal(before) == Some(" ") && self.literal(after) == Some(" ");
        self.attribute(attribute).filter(|_| is_spaced)
    }

    fn literal(&self, id: ExpressionId) -> Option<&str> {
        match &self.expression(self.unwrapped(id)).kind {
            ExpressionKind::Literal(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the name of the attribute that a path of one step selects.
    fn attribute(&self, id: ExpressionId) -> Option<&str> {
        let kind = &self.expression(self.unwrapped(id)).kind;
        let ExpressionKind::Path(Start::Context, steps) = kind else { return None };
        match &self.steps[steps.clone()] {
            [step] if step.axis == Axis::Attribute && step.predicates.is_empty() => {
                match &step.test {
                    NodeTest::Unqualified(name) => Some(name.as_written()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A selector while it is written.
struct Selector {
    text: String,
    is_absolute: bool,
}

impl Selector {
    fn new(is_absolute: bool) -> Selector {
        let text = if is_absolute { "" } else { ":scope" };
        Selector { text: text.to_owned(), is_absolute }
    }

    /// Whether no step has been added to an absolute path.
    fn is_at_root(&self) -> bool {
        self.is_absolute && self.text.is_empty()
    }

    fn combine(&mut self, combinator: &str) {
        match (self.is_at_root(), combinator) {
            // The element is a child of the document.
            (true, ">") => self.text.push_str(":root:is("),
            (true, _) => {}
            (false, "") => self.text.push(' '),
            (false, combinator) => {
                self.text.push(' ');
                self.text.push_str(combinator);
                self.text.push(' ');
            }
        }
    }

    fn add(&mut self, text: &str) {
        let is_root = self.text == ":root:is(";
        self.text.push_str(text);
        if is_root {
            self.text.push(')');
        }
    }

    fn finish(self) -> Css<String> {
        if self.text.is_empty() { Err("it selects the document itself") } else { Ok(self.text) }
    }
}

/// Returns a position among siblings as a pseudo-class.
fn position(predicate: &Predicate, is_any: bool) -> Css<String> {
    let kind = if is_any { "child" } else { "of-type" };
    match predicate {
        Predicate::Position(number @ 1..=0x7fff_ffff) => Ok(format!(":nth-{kind}({number})")),
        Predicate::UpTo(number @ 1..=0x7fff_ffff) => Ok(format!(":nth-{kind}(-n+{number})")),
        Predicate::Last => Ok(format!(":last-{kind}")),
        _ => Err(POSITION),
    }
}

/// Writes a name of XPath, which starts with a letter or `_`, as an identifier of CSS.
fn identifier(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii() && !character.is_ascii_alphanumeric() && !"-_".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Writes a string of CSS.
fn string(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for character in text.chars() {
        // Writing to a string does not fail.
        let _: fmt::Result = match character {
            '"' | '\\' => write!(written, "\\{character}"),
            '\0'..='\x1f' | '\x7f' => write!(written, "\\{:x} ", u32::from(character)),
            _ => write!(written, "{character}"),
        };
    }
    written.push('"');
    written
}
