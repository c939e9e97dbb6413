//! The configuration of a sanitizer: the standard's dictionary.

use crate::names::Namespace;

use super::names::{SanitizerAttribute, SanitizerElement};

/// The configuration of a [`Sanitizer`]: what it keeps, or what it removes.
///
/// A member that is `None` is missing. [`Sanitizer::from_config`] says what a missing member means
/// and which configurations are valid. The methods of the same names set the members:
///
/// ```
/// use consomme::sanitizer::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};
///
/// let config = SanitizerConfig::new()
///     .elements(["p", "em"].map(SanitizerElementWithAttributes::from))
///     .attributes(["lang"])
///     .comments(false);
/// let sanitizer = Sanitizer::from_config(config)?;
/// assert_eq!(sanitizer.sanitize_str("<p lang=en class=x>Hot <b>soup</b>"), "<p lang=\"en\">Hot </p>");
/// # Ok::<(), consomme::sanitizer::SanitizerConfigError>(())
/// ```
///
/// With the feature `serde`, it reads and writes the JSON that a browser takes.
///
/// <https://html.spec.whatwg.org/#sanitizerconfig>
///
/// [`Sanitizer`]: super::super::Sanitizer
/// [`Sanitizer::from_config`]: super::super::Sanitizer::from_config
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct SanitizerConfig {
    /// The elements that are kept, each with rules for its attributes; every other element is
    /// removed with what it contains.
    pub elements: Option<Vec<SanitizerElementWithAttributes>>,
    /// The elements that are removed with what they contain; every other element is kept.
    pub remove_elements: Option<Vec<SanitizerElement>>,
    /// The elements that are replaced with their children.
    pub replace_with_children_elements: Option<Vec<SanitizerElement>>,
    /// The targets of the processing instructions that are kept.
    pub processing_instructions: Option<Vec<String>>,
    /// The targets of the processing instructions that are removed.
    pub remove_processing_instructions: Option<Vec<String>>,
    /// The attributes that are kept on every element.
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from every element.
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
    /// Whether comments are kept.
    pub comments: Option<bool>,
    /// Whether custom data attributes (`data-*`) are kept, besides
    /// [`attributes`](Self::attributes).
    pub data_attributes: Option<bool>,
}

impl SanitizerConfig {
    /// Returns a configuration whose members are all missing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the elements that are kept.
    #[must_use]
    pub fn elements(
        mut self,
        elements: impl IntoIterator<Item = impl Into<SanitizerElementWithAttributes>>,
    ) -> Self {
        self.elements = Some(all(elements));
        self
    }

    /// Sets the elements that are removed with what they contain.
    #[must_use]
    pub fn remove_elements(
        mut self,
        elements: impl IntoIterator<Item = impl Into<SanitizerElement>>,
    ) -> Self {
        self.remove_elements = Some(all(elements));
        self
    }

    /// Sets the elements that are replaced with their children.
    #[must_use]
    pub fn replace_with_children_elements(
        mut self,
        elements: impl IntoIterator<Item = impl Into<SanitizerElement>>,
    ) -> Self {
        self.replace_with_children_elements = Some(all(elements));
        self
    }

    /// Sets the targets of the processing instructions that are kept.
    #[must_use]
    pub fn processing_instructions(
        mut self,
        targets: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.processing_instructions = Some(all(targets));
        self
    }

    /// Sets the targets of the processing instructions that are removed.
    #[must_use]
    pub fn remove_processing_instructions(
        mut self,
        targets: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.remove_processing_instructions = Some(all(targets));
        self
    }

    /// Sets the attributes that are kept on every element.
    #[must_use]
    pub fn attributes(
        mut self,
        attributes: impl IntoIterator<Item = impl Into<SanitizerAttribute>>,
    ) -> Self {
        self.attributes = Some(all(attributes));
        self
    }

    /// Sets the attributes that are removed from every element.
    #[must_use]
    pub fn remove_attributes(
        mut self,
        attributes: impl IntoIterator<Item = impl Into<SanitizerAttribute>>,
    ) -> Self {
        self.remove_attributes = Some(all(attributes));
        self
    }

    /// Sets whether comments are kept.
    #[must_use]
    pub fn comments(mut self, kept: bool) -> Self {
        self.comments = Some(kept);
        self
    }

    /// Sets whether custom data attributes (`data-*`) are kept.
    #[must_use]
    pub fn data_attributes(mut self, kept: bool) -> Self {
        self.data_attributes = Some(kept);
        self
    }
}

/// Converts all items of a list.
fn all<T>(items: impl IntoIterator<Item = impl Into<T>>) -> Vec<T> {
    items.into_iter().map(Into::into).collect()
}

/// An element that is kept, with the rules for its attributes, which supplement those for all
/// elements.
///
/// A text is the local name of an HTML element without rules of its own; a pair has the namespace,
/// or the attributes that are kept:
///
/// ```
/// use consomme::Namespace;
/// use consomme::sanitizer::SanitizerElementWithAttributes;
///
/// let link = SanitizerElementWithAttributes::from(("a", ["href", "hreflang"]));
/// let g = SanitizerElementWithAttributes::from((Namespace::Svg, "g")).remove_attributes(["id"]);
/// assert_eq!((link.element.name(), g.element.name()), ("a", "g"));
/// ```
///
/// <https://html.spec.whatwg.org/#sanitizerelementnamespacewithattributes>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SanitizerElementWithAttributes {
    /// The name of the element.
    pub element: SanitizerElement,
    /// The attributes that this element keeps, besides those that every element keeps. Without such
    /// a list for every element, it keeps no others.
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that this element loses.
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
}

impl SanitizerElementWithAttributes {
    /// Returns an element without rules for its attributes.
    pub fn new(element: impl Into<SanitizerElement>) -> Self {
        SanitizerElementWithAttributes {
            element: element.into(),
            attributes: None,
            remove_attributes: None,
        }
    }

    /// Sets the attributes that this element keeps.
    #[must_use]
    pub fn attributes(
        mut self,
        attributes: impl IntoIterator<Item = impl Into<SanitizerAttribute>>,
    ) -> Self {
        self.attributes = Some(all(attributes));
        self
    }

    /// Sets the attributes that this element loses.
    #[must_use]
    pub fn remove_attributes(
        mut self,
        attributes: impl IntoIterator<Item = impl Into<SanitizerAttribute>>,
    ) -> Self {
        self.remove_attributes = Some(all(attributes));
        self
    }
}

impl From<&str> for SanitizerElementWithAttributes {
    fn from(name: &str) -> Self {
        SanitizerElementWithAttributes::new(name)
    }
}

impl From<String> for SanitizerElementWithAttributes {
    fn from(name: String) -> Self {
        SanitizerElementWithAttributes::new(name)
    }
}

impl From<SanitizerElement> for SanitizerElementWithAttributes {
    fn from(element: SanitizerElement) -> Self {
        SanitizerElementWithAttributes::new(element)
    }
}

impl From<(Namespace, &str)> for SanitizerElementWithAttributes {
    fn from(name: (Namespace, &str)) -> Self {
        SanitizerElementWithAttributes::new(name)
    }
}

impl<const N: usize> From<(&str, [&str; N])> for SanitizerElementWithAttributes {
    fn from((name, attributes): (&str, [&str; N])) -> Self {
        SanitizerElementWithAttributes::new(name).attributes(attributes)
    }
}
