//! The options of parsing a selector.

use crate::names::{AttributeNamespace, Namespace};
use crate::select::strings::NamespaceUrl;

/// Options of parsing selectors: the namespaces that prefixes stand for, and extensions.
///
/// ```
/// use consomme::select::SelectorOptions;
/// use consomme::{AttributeNamespace, Namespace, parse_fragment};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let options = SelectorOptions::new()
///     .namespace("svg", Namespace::Svg)
///     .attribute_namespace("xlink", AttributeNamespace::XLink);
/// let selector = options.parse("svg|a[xlink|href]")?;
/// let document = parse_fragment("div", "<a href=/1>One</a><svg><a xlink:href=/2></svg>");
/// assert_eq!(document.select(&selector).count(), 1);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct SelectorOptions {
    pub(super) default_namespace: Option<NamespaceUrl>,
    prefixes: Vec<(String, NamespaceUrl)>,
    pub(in crate::select) extensions: bool,
}

impl SelectorOptions {
    /// Declares no namespaces, and allows no extensions.
    pub fn new() -> Self {
        SelectorOptions::default()
    }

    /// Declares a prefix for element names: `svg|a`. The last declaration of a prefix counts.
    #[must_use]
    pub fn namespace(mut self, prefix: &str, namespace: Namespace) -> Self {
        self.prefixes.push((prefix.to_owned(), NamespaceUrl::of_element(namespace)));
        self
    }

    /// Declares a prefix for attribute names: `[xlink|href]`. The last declaration of a prefix
    /// counts.
    #[must_use]
    pub fn attribute_namespace(mut self, prefix: &str, namespace: AttributeNamespace) -> Self {
        self.prefixes.push((prefix.to_owned(), NamespaceUrl::of_attribute(namespace)));
        self
    }

    /// Sets the namespace of `*` and of element names without a prefix. By default, these match in
    /// any namespace.
    ///
    /// <https://drafts.csswg.org/selectors/#type-nmsp>
    #[must_use]
    pub fn default_namespace(mut self, namespace: Namespace) -> Self {
        self.default_namespace = Some(NamespaceUrl::of_element(namespace));
        self
    }

    /// Allows selectors that are in no standard, but known from jsoup, jQuery and cheerio. Off by
    /// default: then they are errors, as in browsers.
    ///
    /// | selector | matches |
    /// |---|---|
    /// | `:contains(text)` | elements whose text contains this text |
    /// | `:icontains(text)` | the same, but the case of letters makes no difference |
    /// | `:containsOwn(text)`, `:icontainsOwn(text)` | the same, but only for the own text, without the text in elements below |
    /// | `:eq(n)` | elements before which the parent has n elements: `:eq(0)` is `:nth-child(1)` |
    /// | `:lt(n)`, `:gt(n)` | elements before which the parent has fewer, or more, than n elements |
    /// | `[name!=value]` | elements without the attribute, or with another value: `:not([name=value])` |
    ///
    /// ```
    /// use consomme::select::SelectorOptions;
    /// use consomme::parse_str;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let options = SelectorOptions::new().extensions(true);
    /// let price = options.parse("tr:icontains(clear broth) td:eq(1)")?;
    /// let document = parse_str("<table><tr><td>Miso<td>4<tr><td>Clear\n<b>broth</b><td>5</table>");
    /// assert_eq!(document.select_first(&price).unwrap().text_content(), "5");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The **text** of an element is its [`text_content`](crate::NodeRef::text_content), its own
    /// text is [`own_text`](crate::NodeRef::own_text): so the text of a `script` counts, too, and
    /// nothing separates the texts of two paragraphs. In this text and in the text in parentheses,
    /// each run of ASCII whitespace counts as one space. Whitespace at the ends of the text in
    /// parentheses is dropped; if nothing is left, no element matches.
    ///
    /// `:contains` compares exactly, as in jQuery and cheerio. In jsoup, it ignores the **case of
    /// letters**, as `:icontains` does: it compares the lowercase of the uppercase of each
    /// character, by the tables of Unicode that don't depend on a language. So `STRASSE` is in
    /// `Straße`. Characters that look alike but are composed differently are different.
    ///
    /// The **text in parentheses** may be quoted: `:contains("text (quoted)")`. It must be quoted
    /// if it has quotation marks, backslashes, brackets or comments.
    ///
    /// An **index** counts elements, from 0, as in jsoup. In jQuery and cheerio, it counts results;
    /// to count results here, use `nth` of the iterator.
    #[must_use]
    pub fn extensions(mut self, extensions: bool) -> Self {
        self.extensions = extensions;
        self
    }

    /// Returns the namespace that a prefix was last declared for.
    pub(super) fn namespace_of(&self, prefix: &str) -> Option<NamespaceUrl> {
        self.prefixes.iter().rev().find(|declared| declared.0 == prefix).map(|declared| declared.1)
    }
}
