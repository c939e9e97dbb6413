//! The value of an expression.

use std::borrow::Cow;

use crate::node_set::NodeSet;
use crate::number;

/// The value of an expression.
///
/// ```
/// use consomme_xpath::{Value, XPath, XPathExt};
///
/// let document = consomme::parse_fragment("ul", "<li>1<li>2.5");
/// let value = |text| document.xpath(&XPath::parse(text).unwrap()).unwrap();
/// assert_eq!(value("sum(//li)"), Value::Number(3.5));
/// assert_eq!(value("//li = 2.5"), Value::Boolean(true));
/// assert_eq!(value("concat('sum: ', sum(//li))"), Value::String("sum: 3.5".into()));
/// assert_eq!(value("//li").to_number(), 1.0);
/// ```
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#section-Introduction>
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Nodes, in document order.
    Nodes(NodeSet<'a>),
    /// A string.
    String(String),
    /// A number.
    Number(f64),
    /// True or false.
    Boolean(bool),
}

impl<'a> Value<'a> {
    /// Returns the nodes; `None` for another type, which cannot be converted to nodes.
    pub fn into_nodes(self) -> Option<NodeSet<'a>> {
        match self {
            Value::Nodes(nodes) => Some(nodes),
            Value::String(_) | Value::Number(_) | Value::Boolean(_) => None,
        }
    }

    /// Returns the value as `string()` converts it: of nodes, the string-value of the first one, or
    /// an empty string.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string>
    pub fn to_text(&self) -> Cow<'_, str> {
        match self {
            Value::Nodes(nodes) => {
                nodes.first().map_or(Cow::Borrowed(""), |item| item.string_value())
            }
            Value::String(text) => Cow::Borrowed(text),
            Value::Number(number) => Cow::Owned(number::format(*number)),
            Value::Boolean(boolean) => Cow::Borrowed(if *boolean { "true" } else { "false" }),
        }
    }

    /// Returns the value as `number()` converts it: NaN for text that is no number.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number>
    pub fn to_number(&self) -> f64 {
        match self {
            Value::Number(number) => *number,
            Value::Boolean(boolean) => f64::from(u8::from(*boolean)),
            Value::Nodes(_) | Value::String(_) => number::parse(&self.to_text()),
        }
    }

    /// Returns the value as `boolean()` converts it: whether there are nodes, whether a string is
    /// not empty, whether a number is neither zero nor NaN.
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-boolean>
    pub fn to_boolean(&self) -> bool {
        match self {
            Value::Nodes(nodes) => !nodes.is_empty(),
            Value::String(text) => !text.is_empty(),
            Value::Number(number) => !(*number == 0.0 || number.is_nan()),
            Value::Boolean(boolean) => *boolean,
        }
    }
}

impl<'a> From<NodeSet<'a>> for Value<'a> {
    fn from(nodes: NodeSet<'a>) -> Value<'a> {
        Value::Nodes(nodes)
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::String(text)
    }
}

impl From<&str> for Value<'_> {
    fn from(text: &str) -> Self {
        Value::String(text.to_owned())
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(boolean: bool) -> Self {
        Value::Boolean(boolean)
    }
}
