//! The description of a field.

use crate::builder::SchemaBuilder;
use crate::value::Value;

/// How the text of a match becomes a value.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Kind {
    /// White space collapsed.
    #[default]
    Text,
    /// The text as it is.
    Raw,
    Number {
        decimal: char,
    },
    Boolean,
    Url,
    Date {
        format: Option<String>,
    },
}

/// Which matches a field takes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Take {
    /// The first one in tree order.
    #[default]
    First,
    All,
    /// All, as one text with this between two.
    Joined(String),
}

/// The language of a selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Language {
    #[default]
    Css,
    #[cfg(feature = "xpath")]
    XPath,
}

/// A field of a schema: a selector, the matches that it takes, and how their texts become values.
///
/// The selector is CSS. Each part between commas may end in a pseudo-element:
///
/// | part | gives |
/// |---|---|
/// | `a::attr(href)` | the value of the attribute of each matching element that has it |
/// | `p::text` | each text node that is a child of a matching element |
/// | `p::html` | each matching element as HTML |
/// | `p` | all of the text in each matching element |
///
/// `p ::text`, with a space, and `p *::text` are short for `p::text, p *::text`: they are about the
/// `p` and all elements below it, as in Scrapy. In a group, `:scope` is the element of the group:
/// `:scope::attr(id)`, `:scope > b`. Texts come in the tree order of their elements, so that the
/// texts of a `p` come before the texts of a `b` in it.
///
/// ```
/// use consomme_schema::Field;
///
/// let price = Field::css(".price::text").number().required();
/// let links = Field::css("nav a::attr(href)").url().all();
/// let words = Field::css("p").joined("\n\n");
/// # let _ = (price, links, words);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
#[must_use]
pub struct Field {
    pub(crate) selector: String,
    pub(crate) language: Language,
    pub(crate) kind: Kind,
    pub(crate) take: Take,
    pub(crate) group: Option<SchemaBuilder>,
    pub(crate) is_required: bool,
    pub(crate) default: Option<Value>,
}

impl Field {
    /// Creates a field: the first text that a selector gives, with white space collapsed, if it
    /// gives any.
    pub fn css(selector: impl Into<String>) -> Field {
        Field { selector: selector.into(), ..Field::default() }
    }

    /// Creates a field whose selector is an XPath expression that says the same as a CSS selector:
    /// `//h1/text()`, `//a[@rel='next']/@href`; in a group, `.`, `@id` and `.//b`. Names stand for
    /// elements of any namespace. [`XPath::to_css`](consomme_xpath::XPath::to_css) has the details;
    /// [`build`](SchemaBuilder::build) refuses other expressions.
    ///
    /// ```
    /// use consomme_schema::{Field, Schema};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let schema = Schema::builder().field("next", Field::xpath("//a[@rel='next']/@href")).build()?;
    /// let document = consomme::parse_str("<a href=/1 rel=prev>1</a> <a href=/3 rel=next>3</a>");
    /// let page = schema.extract(&document).into_result()?;
    /// assert_eq!(page.get("next"), Some(&"/3".into()));
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "xpath")]
    #[cfg_attr(docsrs, doc(cfg(feature = "xpath")))]
    pub fn xpath(expression: impl Into<String>) -> Field {
        Field { selector: expression.into(), language: Language::XPath, ..Field::default() }
    }

    // ---- Types ---------------------------------------------------------------------------------

    /// Makes values texts with white space collapsed, which is the default. Texts of `::text` that
    /// are nothing but white space are left out.
    pub fn text(mut self) -> Field {
        self.kind = Kind::Text;
        self
    }

    /// Makes values texts as they are, with all white space.
    pub fn raw(mut self) -> Field {
        self.kind = Kind::Raw;
        self
    }

    /// Makes values numbers: the first number in the text, with a point before its fraction. A
    /// comma, a space or an apostrophe may group its digits by three.
    pub fn number(mut self) -> Field {
        self.kind = Kind::Number { decimal: '.' };
        self
    }

    /// Makes values numbers with a comma before the fraction, and points that group.
    pub fn number_with_comma(mut self) -> Field {
        self.kind = Kind::Number { decimal: ',' };
        self
    }

    /// Makes values booleans: whether an element matches, if the selector has no pseudo-element;
    /// otherwise the meaning of the text, of which `true`, `yes`, `on`, `1` and the empty text are
    /// true, `false`, `no`, `off` and `0` false. Without a match, the value is false.
    pub fn boolean(mut self) -> Field {
        self.kind = Kind::Boolean;
        self
    }

    /// Makes values URLs, resolved as the page does, if the address of the page is
    /// [known](crate::PageOptions::address); otherwise as they are written, trimmed.
    pub fn url(mut self) -> Field {
        self.kind = Kind::Url;
        self
    }

    /// Makes values dates in ISO 8601, with the time and the offset from UTC if the text has them.
    /// It reads ISO 8601, RFC 2822 and dates with English months.
    pub fn date(mut self) -> Field {
        self.kind = Kind::Date { format: None };
        self
    }

    /// Makes values dates that are written in a format of `strptime`: `%d.%m.%Y`.
    pub fn date_format(mut self, format: impl Into<String>) -> Field {
        self.kind = Kind::Date { format: Some(format.into()) };
        self
    }

    /// Makes values records: each matching element is a group, in which the fields are searched.
    /// The selectors of the fields are relative to the element, which `:scope` stands for.
    pub fn fields(mut self, fields: SchemaBuilder) -> Field {
        self.group = Some(fields);
        self
    }

    // ---- How many ------------------------------------------------------------------------------

    /// Takes the first match in tree order, which is the default.
    pub fn first(mut self) -> Field {
        self.take = Take::First;
        self
    }

    /// Takes all matches, in tree order. Without any, the value is an empty list.
    pub fn all(mut self) -> Field {
        self.take = Take::All;
        self
    }

    /// Takes the texts of all matches as one text, with a separator between two. The type applies
    /// to each of them.
    pub fn joined(mut self, separator: impl Into<String>) -> Field {
        self.take = Take::Joined(separator.into());
        self
    }

    // ---- Without a match -----------------------------------------------------------------------

    /// Makes it an error if there is no match.
    pub fn required(mut self) -> Field {
        self.is_required = true;
        self
    }

    /// Makes it no error if there is no match, which is the default.
    pub fn optional(mut self) -> Field {
        self.is_required = false;
        self
    }

    /// Sets the value of a page without a match.
    pub fn default_value(mut self, value: impl Into<Value>) -> Field {
        self.default = Some(value.into());
        self
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Value {
        Value::Boolean(boolean)
    }
}

impl From<i64> for Value {
    fn from(integer: i64) -> Value {
        Value::Integer(integer)
    }
}

impl From<i32> for Value {
    fn from(integer: i32) -> Value {
        Value::Integer(integer.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}
