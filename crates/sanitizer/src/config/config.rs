//! The configuration of a sanitizer: the standard's dictionary.

use super::names::{SanitizerAttribute, SanitizerElement};

/// Defines the setters of members that are lists, which have the names of the members.
macro_rules! list_setters {
    ($($(#[$docs:meta])* $member:ident: $Item:ty;)*) => {$(
        $(#[$docs])*
        #[must_use]
        pub fn $member(mut self, $member: impl IntoIterator<Item = impl Into<$Item>>) -> Self {
            self.$member = Some($member.into_iter().map(Into::into).collect());
            self
        }
    )*};
}

/// The configuration of a [`Sanitizer`]: lists of the elements and attributes to keep or to remove.
///
/// A member that is `None` is missing. [`Sanitizer::from_config`] says what a missing member means
/// and which configurations are valid. The methods of the same names set the members:
///
/// ```
/// use consomme_sanitizer::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};
///
/// let config = SanitizerConfig::new()
///     .elements(["p", "em"].map(SanitizerElementWithAttributes::from))
///     .attributes(["lang"])
///     .comments(false);
/// let sanitizer = Sanitizer::from_config(config)?;
/// assert_eq!(sanitizer.sanitize_str("<p lang=en class=x>Hot <b>soup</b>"), "<p lang=\"en\">Hot </p>");
/// # Ok::<(), consomme_sanitizer::SanitizerConfigError>(())
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
    /// removed with its content.
    pub elements: Option<Vec<SanitizerElementWithAttributes>>,
    /// The elements that are removed with their content; every other element is kept.
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
    /// Whether `javascript:` URLs are kept in attributes that navigate, and animations that set
    /// such an attribute. Safe methods remove both, whatever a configuration says.
    pub javascript_urls: Option<bool>,
}

impl SanitizerConfig {
    /// Returns a configuration whose members are all missing.
    pub fn new() -> Self {
        Self::default()
    }

    list_setters! {
        /// Sets the elements that are kept.
        #[doc(alias = "ALLOWED_TAGS", alias = "allowedTags")]
        elements: SanitizerElementWithAttributes;
        /// Sets the elements that are removed with their content.
        remove_elements: SanitizerElement;
        /// Sets the elements that are replaced with their children.
        replace_with_children_elements: SanitizerElement;
        /// Sets the targets of the processing instructions that are kept.
        processing_instructions: String;
        /// Sets the targets of the processing instructions that are removed.
        remove_processing_instructions: String;
        /// Sets the attributes that are kept on every element.
        #[doc(alias = "ALLOWED_ATTR", alias = "generic_attributes", alias = "allowedAttributes")]
        attributes: SanitizerAttribute;
        /// Sets the attributes that are removed from every element.
        remove_attributes: SanitizerAttribute;
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

    /// Sets whether `javascript:` URLs are kept by unsafe methods. Safe methods keep none.
    #[must_use]
    pub fn javascript_urls(mut self, kept: bool) -> Self {
        self.javascript_urls = Some(kept);
        self
    }
}

/// An element that is kept, with the rules for its attributes, which supplement the rules for all
/// elements.
///
/// A text is the local name of an HTML element without rules of its own; a pair has the namespace,
/// or the attributes that are kept:
///
/// ```
/// use consomme::Namespace;
/// use consomme_sanitizer::SanitizerElementWithAttributes;
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
    /// The attributes that this element keeps, besides the attributes that every element keeps.
    /// Without such a list for every element, it keeps no others.
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

    list_setters! {
        /// Sets the attributes that this element keeps.
        attributes: SanitizerAttribute;
        /// Sets the attributes that this element loses.
        remove_attributes: SanitizerAttribute;
    }
}

/// An element without rules for its attributes.
impl<T: Into<SanitizerElement>> From<T> for SanitizerElementWithAttributes {
    fn from(name: T) -> Self {
        SanitizerElementWithAttributes::new(name)
    }
}

impl<const N: usize> From<(&str, [&str; N])> for SanitizerElementWithAttributes {
    fn from((name, attributes): (&str, [&str; N])) -> Self {
        SanitizerElementWithAttributes::new(name).attributes(attributes)
    }
}
