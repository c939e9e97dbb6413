//! A selector and how it is read.

use std::fmt;
use std::str::FromStr;

use cssparser::ToCss;
use selectors::parser::SelectorList;

use crate::names::{AttributeNamespace, Namespace};

use super::error::SelectorError;
use super::grammar::{self, Html};
use super::scan;
use super::words::NamespaceUrl;

/// A CSS selector, or several with commas between them: `ul > li:first-child, .note`.
///
/// It belongs to no document, is cheap to clone, and can be used by several threads at once. What
/// it can be used for: [`select`](crate::NodeRef::select) and
/// [`select_first`](crate::NodeRef::select_first) on documents and nodes,
/// [`matches`](crate::ElementRef::matches) and [`closest`](crate::ElementRef::closest) on elements.
/// For many selectors at once there is [`SelectorSet`](crate::SelectorSet).
///
/// ```
/// use consomme::{Hints, Selector, parse_document};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let document = parse_document(b"<ul><li><a href=/1>One</a><li>Two</ul>", &Hints::new());
/// let items = Selector::parse("ul > li:has(a[href])")?;
/// let texts: Vec<String> = document.select(&items).map(|item| item.text_content()).collect();
/// assert_eq!(texts, ["One"]);
/// # Ok(())
/// # }
/// ```
///
/// # What is supported
///
/// [Selectors Level 4](https://drafts.csswg.org/selectors/) as far as it makes sense in a tree
/// without styles and scripts: all combinators but `||`, attribute selectors with `i` and `s`,
/// `:is`, `:where`, `:not`, `:has`, `:scope`, `:root`, `:empty`, `:nth-child(… of …)` and its
/// relatives, `:lang`, and of [HTML's pseudo-classes](https://html.spec.whatwg.org/#pseudo-classes)
/// `:any-link`, `:link`, `:checked`, `:defined`, `:disabled`, `:enabled`, `:optional` and
/// `:required`, by the attributes in the tree.
///
/// - Pseudo-classes that hang on a user or on what a browser does (`:hover`, `:visited`, `:target`,
///   `:valid` …) are read, and match nothing. So do pseudo-elements such as `::before`: nothing in
///   a tree is one. A name that is not known is an error; but as the standard wants it, `:is()` and
///   `:where()` pass over what is no selector in their parentheses.
/// - The contents of a `template` are another tree, which is not searched, as in browsers: select
///   in [`template_contents`](crate::ElementRef::template_contents).
/// - `:checked` matches options that have the attribute `selected`, not one that a browser selects
///   for want of another. `:lang` goes by the attributes `lang` and `xml:lang`, not by what a
///   `meta` element or a header declares.
/// - Names of elements and attributes match HTML elements whatever their ASCII case, others
///   exactly. The values of [some
///   attributes](https://html.spec.whatwg.org/#case-sensitivity-of-selectors), such as `type`,
///   match whatever their case. So do ids and classes in documents in quirks mode.
///
/// # Limits
///
/// Parentheses and brackets may be nested 32 deep, and between two commas there may be 256
/// combinators, those in parentheses counted: so no selector needs much of the stack, however deep
/// the tree is.
///
/// `:nth-child` and `:has` remember what they found out as long as a walk goes on, and most
/// elements whose ancestors don't suit are passed over at once. What is left grows with the tree's
/// shape: `x ~ y` looks at the siblings before each `y` until it finds an `x`, `:nth-of-type` and
/// its relatives at those of other names, `:lang` at the ancestors. So with a hundred thousand
/// siblings or levels these can take a minute; [`Limits::depth`](crate::Limits::depth) bounds the
/// levels.
#[derive(Clone, PartialEq, Eq)]
pub struct Selector {
    pub(super) list: SelectorList<Html>,
}

impl Selector {
    /// Reads a selector that has no namespace prefixes but `*|` and `|`; for others, see
    /// [`SelectorOptions`].
    ///
    /// # Errors
    ///
    /// If the text is no selector or goes beyond a [limit](Selector#limits).
    pub fn parse(text: &str) -> Result<Selector, SelectorError> {
        SelectorOptions::new().parse(text)
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    /// As [`Selector::parse`].
    fn from_str(text: &str) -> Result<Selector, SelectorError> {
        Selector::parse(text)
    }
}

/// Writes the selector as CSS does, which may differ from the text it was read from in white space
/// and quotes.
///
/// <https://drafts.csswg.org/cssom/#serializing-selectors>
impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.to_css(f)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selector({:?})", self.to_string())
    }
}

/// How selectors are read: which namespaces their prefixes stand for.
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
    /// No namespaces are declared.
    pub fn new() -> Self {
        SelectorOptions::default()
    }

    /// Declares a prefix for names of elements: `svg|a`.
    #[must_use]
    pub fn namespace(mut self, prefix: &str, namespace: Namespace) -> Self {
        self.prefixes.push((prefix.to_owned(), NamespaceUrl::of_element(namespace)));
        self
    }

    /// Declares a prefix for names of attributes: `[xlink|href]`.
    #[must_use]
    pub fn attribute_namespace(mut self, prefix: &str, namespace: AttributeNamespace) -> Self {
        self.prefixes.push((prefix.to_owned(), NamespaceUrl::of_attribute(namespace)));
        self
    }

    /// The namespace that names of elements without a prefix, and `*`, are in; unless it is set,
    /// these match in any.
    ///
    /// <https://drafts.csswg.org/selectors/#type-nmsp>
    #[must_use]
    pub fn default_namespace(mut self, namespace: Namespace) -> Self {
        self.default_namespace = Some(NamespaceUrl::of_element(namespace));
        self
    }

    /// Reads a selector.
    ///
    /// # Errors
    ///
    /// As [`Selector::parse`].
    pub fn parse(&self, text: &str) -> Result<Selector, SelectorError> {
        if let Some(offset) = scan::too_deep(text) {
            return Err(SelectorError::too_deep(offset));
        }
        let list =
            grammar::parse(text, self).map_err(|kind| SelectorError::new(text, &kind, self))?;
        Ok(Selector { list })
    }

    /// What a prefix stands for: what it was declared for last.
    pub(super) fn namespace_of(&self, prefix: &str) -> Option<NamespaceUrl> {
        self.prefixes.iter().rev().find(|declared| declared.0 == prefix).map(|declared| declared.1)
    }
}
