//! Compiled extractors: selectors with `::text` or `::attr()` at their ends.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use cssparser::{ParseError, ParseErrorKind, Parser as Tokens, ToCss, Token, serialize_identifier};
use selectors::parser::SelectorList;

use crate::dom::NodeRef;
use crate::select::grammar;
use crate::select::grammar::{Mistake, SelectorError, SelectorOptions, diagnose, scan};
use crate::select::strings::hash_written;
use crate::select::types::Html;

use super::selector::Selector;

/// A selector that gives texts instead of elements, as in Scrapy and parsel: `li a::attr(href)`.
///
/// Each part between commas ends in one of these, or in neither:
///
/// | part | gives |
/// |---|---|
/// | `a::attr(href)` | the value of the attribute of each matching element that has it |
/// | `p::text` | each text node that is a child of a matching element, as it is |
/// | `p` | the [`text_content`](NodeRef::text_content) of each matching element, perhaps empty |
///
/// `p::text` leaves out the text in a `b` in the `p`, and gives the texts before and after it one
/// by one; `p`, without a pseudo-element, gives all of the text at once. `p ::text`, with a space,
/// and `p *::text` give the texts of the `p` and of all elements below it, one by one: in both
/// libraries, and so here, they are short for `p::text, p *::text`. `p ::attr(id)` is alike.
///
/// An extractor is compiled once, for any document and on any thread, and is cheap to clone. It is
/// parsed by the same rules as a [`Selector`](crate::Selector), which refuses `::text` and
/// `::attr()`, since it finds elements.
///
/// ```
/// use consomme::select::Extractor;
/// use consomme::parse_str;
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let document = parse_str("<h1>Our <i>soups</i></h1><ul><li><a href=/1>Leek</a><li><a href=/2>Miso</a></ul>");
///
/// let links = Extractor::parse("li a::attr(href)")?;
/// assert_eq!(links.extract(&document).collect::<Vec<_>>(), ["/1", "/2"]);
///
/// let names = Extractor::parse("li a::text")?;
/// assert_eq!(names.first(&document).as_deref(), Some("Leek"));
///
/// assert_eq!(Extractor::parse("h1")?.first(&document).as_deref(), Some("Our soups"));
/// assert_eq!(Extractor::parse("h1::text")?.first(&document).as_deref(), Some("Our "));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Extractor {
    pub(in crate::select) list: SelectorList<Html>,
    /// For each part of the list.
    pub(super) outputs: Arc<[ExtractorOutput]>,
}

/// The text that a [part](Extractor::parts) of an extractor gives of each matching element.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExtractorOutput {
    /// The texts of all text nodes below the element, joined.
    TextContent,
    /// The text of each text node that is a child of the element.
    Texts,
    /// The value of the attribute with this qualified name.
    Attribute(Box<str>),
}

impl Extractor {
    /// Parses an extractor. It may contain no namespace prefixes except `*|` and `|`; to declare
    /// others, use [`SelectorOptions::parse_extractor`].
    ///
    /// # Errors
    ///
    /// If the text is not an extractor or exceeds a [limit](crate::Selector#limits).
    pub fn parse(text: &str) -> Result<Extractor, SelectorError> {
        SelectorOptions::new().parse_extractor(text)
    }

    /// Returns the parts between the commas: a selector, and the text that it gives of each
    /// matching element. `p ::text` has two, those of `p::text` and of `p *::text`.
    ///
    /// ```
    /// use consomme::select::{Extractor, ExtractorOutput};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let extractor = Extractor::parse("h1, a::attr(href)")?;
    /// let parts: Vec<_> = extractor.parts().collect();
    /// assert_eq!(parts[0].1, &ExtractorOutput::TextContent);
    /// assert_eq!(parts[1].0.to_string(), "a");
    /// assert_eq!(parts[1].1, &ExtractorOutput::Attribute("href".into()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = (Selector, &ExtractorOutput)> {
        let selectors = self.list.slice().iter();
        let selectors = selectors.map(|one| Selector { list: SelectorList::from_one(one.clone()) });
        selectors.zip(self.outputs.iter())
    }

    /// Returns the first text that [`extract`](Self::extract) finds.
    pub fn first<'a>(&self, node: impl Into<NodeRef<'a>>) -> Option<Cow<'a, str>> {
        self.extract(node).next()
    }
}

impl FromStr for Extractor {
    type Err = SelectorError;

    /// Calls [`Extractor::parse`].
    fn from_str(text: &str) -> Result<Extractor, SelectorError> {
        Extractor::parse(text)
    }
}

impl TryFrom<&str> for Extractor {
    type Error = SelectorError;

    /// Calls [`Extractor::parse`].
    fn try_from(text: &str) -> Result<Extractor, SelectorError> {
        Extractor::parse(text)
    }
}

/// Writes the extractor so that it can be parsed. The result may differ from the parsed text, for
/// example in whitespace and quotes.
impl fmt::Display for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.list.slice().iter().map(ToCss::to_css_string);
        let mut parts = written.zip(self.outputs.iter()).peekable();
        let mut is_first = true;
        while let Some((selector, output)) = parts.next() {
            // The next part is read as both.
            let is_implied = |next: &(String, &ExtractorOutput)| {
                next.1 == output
                    && *output != ExtractorOutput::TextContent
                    && next.0.strip_suffix(" *") == Some(&selector)
            };
            if parts.peek().is_some_and(is_implied) {
                continue;
            }
            if !std::mem::take(&mut is_first) {
                f.write_str(", ")?;
            }
            f.write_str(&selector)?;
            match output {
                ExtractorOutput::TextContent => {}
                ExtractorOutput::Texts => f.write_str("::text")?,
                ExtractorOutput::Attribute(name) => {
                    f.write_str("::attr(")?;
                    serialize_identifier(name, f)?;
                    f.write_str(")")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extractor({:?})", self.to_string())
    }
}

/// Hashes the extractor as it is written, so equal extractors have equal hashes.
impl Hash for Extractor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_written(self, state);
    }
}

impl SelectorOptions {
    /// Parses an extractor with these options.
    ///
    /// # Errors
    ///
    /// If the text is not an extractor or exceeds a [limit](crate::Selector#limits).
    pub fn parse_extractor(&self, text: &str) -> Result<Extractor, SelectorError> {
        diagnose::parsed(text, |text| parse(text, self))
    }
}

/// Parses an extractor: takes the pseudo-elements off the parts, and parses the rest as a selector.
fn parse(text: &str, options: &SelectorOptions) -> Result<Extractor, ParseErrorKind<Mistake>> {
    let mut selectors: Vec<Cow<'_, str>> = Vec::new();
    let mut outputs: Vec<ExtractorOutput> = Vec::new();
    for part in scan::parts(text) {
        let (selector, output) = split(part)?;
        let Some(output) = output else {
            selectors.push(selector.into());
            outputs.push(ExtractorOutput::TextContent);
            continue;
        };
        if let Some(around) = scan::before_any_descendant(selector) {
            selectors.push(around.into());
            outputs.push(output.clone());
        }
        selectors.push(match scan::ends_in_compound(selector) {
            true => selector.into(),
            false => format!("{selector}*").into(),
        });
        outputs.push(output);
    }
    let list = grammar::parse(&selectors.join(","), options)?;
    debug_assert_eq!(list.slice().len(), outputs.len(), "each part is one selector");
    Ok(Extractor { list, outputs: outputs.into() })
}

/// Splits a part into the selector and the output of its pseudo-element, if it has one.
fn split(part: &str) -> Result<(&str, Option<ExtractorOutput>), ParseErrorKind<Mistake>> {
    let is_output =
        |token: &str| token.eq_ignore_ascii_case("::text") || token.eq_ignore_ascii_case("::attr(");
    let Some(start) = scan::find_outside(part, is_output) else { return Ok((part, None)) };
    let mut tokens = Tokens::new(&part[start + "::".len()..]);
    let output = match tokens.next() {
        Ok(Token::Function(_)) => {
            let name = tokens.parse_nested_block(attribute_name).map_err(|error| error.kind)?;
            ExtractorOutput::Attribute(name)
        }
        _ => ExtractorOutput::Texts,
    };
    match tokens.expect_exhausted() {
        Ok(()) => Ok((&part[..start], Some(output))),
        Err(_) => Err(ParseErrorKind::Custom(Mistake::AfterOutput)),
    }
}

fn attribute_name(arguments: &mut Tokens<'_>) -> Result<Box<str>, ParseError<Mistake>> {
    let name = arguments.expect_ident_or_string().map(|name| Box::from(&**name));
    let end = arguments.expect_exhausted();
    name.and_then(|name| end.map(|()| name)).map_err(|_| ParseError::custom(Mistake::NeedsName))
}
