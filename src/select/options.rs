//! The options of parsing a selector.

use crate::names::{AttributeNamespace, Namespace};

use super::strings::NamespaceUrl;

/// Options of parsing selectors: the namespaces that prefixes stand for.
///
/// ```
/// use consomme::{AttributeNamespace, Namespace, SelectorOptions, parse_fragment};
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
}

impl SelectorOptions {
    /// Declares no namespaces.
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

    /// Returns the namespace that a prefix was last declared for.
    pub(super) fn namespace_of(&self, prefix: &str) -> Option<NamespaceUrl> {
        self.prefixes.iter().rev().find(|declared| declared.0 == prefix).map(|declared| declared.1)
    }
}
