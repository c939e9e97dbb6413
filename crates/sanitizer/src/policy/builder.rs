//! The policy and its setters.

use std::fmt;
use std::sync::Arc;

use crate::config::SanitizerElement;
use crate::walk::{attribute_name, clean};
use consomme::{Attr, AttributeNamespace, ElementRef, Namespace, NodeRef};

use super::frames::FramePolicy;
#[cfg(feature = "css")]
use super::style_sheets::StyleSheets;
#[cfg(feature = "css")]
use super::style_values::StyleValues;
use super::urls::UrlPolicy;
#[cfg(all(doc, feature = "css"))]
use super::urls::UrlUse;
use super::verdicts::{AttributeVerdict, ElementVerdict, Escape, TextVerdict};

pub(super) type ElementCallback = dyn Fn(ElementRef<'_>) -> ElementVerdict + Send + Sync;
pub(super) type AttributeCallback =
    dyn Fn(ElementRef<'_>, Attr<'_>) -> AttributeVerdict + Send + Sync;
pub(super) type TextCallback = dyn Fn(NodeRef<'_>) -> TextVerdict + Send + Sync;
pub(super) type NamePredicate = dyn Fn(&str) -> bool + Send + Sync;

/// Rules beyond the standard, for [`Sanitizer::policy`](super::super::Sanitizer::policy): for URLs,
/// classes, ids and styles, attributes that are enforced, and callbacks.
///
/// A policy cannot make a safe method unsafe: elements and attributes that run scripts are removed
/// whatever a policy says, also if callbacks or enforced attributes set them. Nor does it keep
/// content that the configuration removes, with four exceptions: [custom
/// elements](Policy::custom_elements), [frames](Policy::frames) from hosts that it lists, [enforced
/// attributes](Policy::enforce_attribute), and [the content of elements that are not
/// listed](Policy::unwrap_unlisted), which is sanitized in turn.
///
/// ```
/// use consomme_sanitizer::{ElementVerdict, Policy, Sanitizer, UrlPolicy};
///
/// let policy = Policy::new()
///     .urls(UrlPolicy::new())
///     .enforce_attribute("a", "rel", "noopener")
///     .on_element(|element| match element.is_html("a") && !element.has_attr("href") {
///         true => ElementVerdict::Unwrap,
///         false => ElementVerdict::Keep,
///     });
/// let sanitizer = Sanitizer::new().policy(policy);
/// assert_eq!(
///     sanitizer.sanitize_str("<a href=https://a.example/>1</a> <a href=ftp://a.example/>2</a>"),
///     "<a href=\"https://a.example/\" rel=\"noopener\">1</a> 2"
/// );
/// ```
///
/// An element is judged in this order: the configuration; then its attributes, one by one, by
/// enforced attributes, the configuration, the callback, and the rules for classes, ids, URLs and
/// styles; then the callback for elements; then its children. Texts are judged when all elements
/// are, so that a text is one piece where elements went.
#[derive(Clone, Default)]
pub struct Policy {
    pub(super) urls: Option<UrlPolicy>,
    pub(super) frames: Option<FramePolicy>,
    pub(super) on_element: Option<Arc<ElementCallback>>,
    pub(super) on_attribute: Option<Arc<AttributeCallback>>,
    pub(super) on_text: Option<Arc<TextCallback>>,
    pub(super) custom_elements: Option<Arc<NamePredicate>>,
    pub(super) unwraps_unlisted: bool,
    pub(super) escapes_unlisted: Option<Escape>,
    pub(super) breaks_templates: bool,
    pub(super) enforced: Vec<Enforced>,
    /// The classes of an element; of every element, if there is no name.
    pub(super) classes: Vec<(Option<SanitizerElement>, Vec<Box<str>>)>,
    pub(super) id_prefix: Option<Box<str>>,
    /// Lowercased.
    #[cfg(feature = "css")]
    pub(super) style_properties: Option<Vec<Box<str>>>,
    #[cfg(feature = "css")]
    pub(super) style_values: Option<StyleValues>,
    #[cfg(feature = "css")]
    pub(super) style_sheets: Option<StyleSheets>,
}

/// An attribute that an element always has.
#[derive(Clone, Debug)]
pub(super) struct Enforced {
    pub(super) element: SanitizerElement,
    /// The qualified name, as the parser makes it.
    pub(super) name: Box<str>,
    pub(super) namespace: AttributeNamespace,
    pub(super) local: Box<str>,
    pub(super) value: Box<str>,
}

impl Enforced {
    /// Gives the attribute the name that it gets when the output is parsed, so that every rule
    /// knows it.
    fn new(element: SanitizerElement, name: &str, value: &str) -> Enforced {
        let of = element.known_namespace().unwrap_or(Namespace::Html);
        let (name, namespace, local) = attribute_name(of, name);
        Enforced { element, name, namespace, local, value: clean(value.to_owned()).into() }
    }
}

impl Policy {
    /// Returns a policy that does nothing.
    pub fn new() -> Self {
        Policy::default()
    }

    /// Sets which URLs stay.
    #[must_use]
    pub fn urls(mut self, urls: UrlPolicy) -> Self {
        self.urls = Some(urls);
        self
    }

    /// Keeps custom elements for whose names the closure returns true, though the configuration
    /// does not list them, with the attributes that every element keeps. A custom element is one of
    /// HTML with a hyphen in its name that neither SVG nor MathML has.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let policy = Policy::new().custom_elements(|name| name.starts_with("soup-"));
    /// let sanitizer = Sanitizer::new().policy(policy);
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<soup-bowl lang=en onclick=a()>1</soup-bowl><x-y>2</x-y>"),
    ///     "<soup-bowl lang=\"en\">1</soup-bowl>"
    /// );
    /// ```
    #[doc(alias = "CUSTOM_ELEMENT_HANDLING")]
    #[must_use]
    pub fn custom_elements(
        mut self,
        is_kept: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.custom_elements = Some(Arc::new(is_kept));
        self
    }

    /// Sets whether HTML elements that the configuration does not list are replaced with their
    /// children, instead of being removed with their content, as by jsoup, ammonia and DOMPurify.
    ///
    /// Elements whose content is not text for readers are still removed with it: those that are
    /// unsafe, `audio`, `canvas`, `datalist`, `head`, `noembed`, `noframes`, `noscript`, `select`,
    /// `style`, `template`, `title`, `video` and `xmp`; and elements of SVG and MathML.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let sanitizer = Sanitizer::new().policy(Policy::new().unwrap_unlisted(true));
    /// assert_eq!(sanitizer.sanitize_str("<blink>1 <b>2</b><script>3</script></blink>"), "1 <b>2</b>");
    /// ```
    #[doc(alias = "KEEP_CONTENT")]
    #[must_use]
    pub fn unwrap_unlisted(mut self, unwrap: bool) -> Self {
        self.unwraps_unlisted = unwrap;
        self
    }

    /// Gives an element that stays this attribute with this value, whatever it had: also if the
    /// configuration does not keep the attribute. Safe methods set none that runs scripts. The name
    /// is understood as in a tag: in any case, and in SVG and MathML with the prefixes and capitals
    /// that the parser knows (`xlink:href`, `viewBox`).
    ///
    /// A text is an element of HTML. SVG has links of its own, also in the default configuration:
    ///
    /// ```
    /// use consomme::Namespace;
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let policy = Policy::new()
    ///     .enforce_attribute("a", "rel", "nofollow")
    ///     .enforce_attribute((Namespace::Svg, "a"), "rel", "nofollow");
    /// let sanitizer = Sanitizer::new().policy(policy);
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<a href=/>1</a><svg><a href=/></a></svg>"),
    ///     "<a href=\"/\" rel=\"nofollow\">1</a><svg><a href=\"/\" rel=\"nofollow\"></a></svg>"
    /// );
    /// ```
    #[doc(alias = "addEnforcedAttribute", alias = "set_tag_attribute_value", alias = "link_rel")]
    #[must_use]
    pub fn enforce_attribute(
        mut self,
        element: impl Into<SanitizerElement>,
        name: &str,
        value: &str,
    ) -> Self {
        let enforced = Enforced::new(element.into(), name, value);
        self.enforced
            .retain(|other| other.element != enforced.element || other.name != enforced.name);
        self.enforced.push(enforced);
        self
    }

    /// Keeps these classes of an element, if the configuration keeps `class` on it. A name that
    /// ends with `*` stands for all that begin so. Once any element has such a list, elements
    /// without one keep no classes.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().classes("code", ["language-*"]));
    /// sanitizer.allow_attribute("class");
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<p class=big><code class='big language-rust'>1</code>"),
    ///     "<p><code class=\"language-rust\">1</code></p>"
    /// );
    /// ```
    #[doc(alias = "allowed_classes")]
    #[must_use]
    pub fn classes(
        mut self,
        element: impl Into<SanitizerElement>,
        names: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Self {
        let names = names.into_iter().map(|name| name.as_ref().into());
        self.classes.push((Some(element.into()), names.collect()));
        self
    }

    /// Keeps these classes of every element, besides the ones of [`classes`](Policy::classes).
    #[must_use]
    pub fn classes_everywhere(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.classes.push((None, names.into_iter().map(|name| name.as_ref().into()).collect()));
        self
    }

    /// Puts a prefix before ids, so that they cannot equal ids of the page (DOM clobbering), and
    /// before references to them. Where it is already, it stays as it is.
    ///
    /// - ids: `id`, and `name` of `a`, `embed`, `form`, `frame`, `iframe`, `img`, `map` and
    ///   `object`. The names of controls, with which a form is sent, stay as they are.
    /// - references in HTML: `anchor`, `commandfor`, `contextmenu`, `for`, `form`, `headers`,
    ///   `interestfor`, `itemref`, `list`, `popovertarget`, `usemap`, the ids in `aria-*`
    ///   (`actions`, `activedescendant`, `controls`, `describedby`, `details`, `errormessage`,
    ///   `flowto`, `labelledby`, `owns`), and `href` that is only a fragment;
    /// - in SVG: `interestfor`, the ids in `aria-*`, `href` that is only a fragment, and `url(#…)`
    ///   in attributes.
    ///
    /// Not in CSS, in `begin` and `end` of animations, and in text fragments (`#:~:text=`).
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().id_prefix("user-"));
    /// sanitizer.allow_attribute("id");
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<a href=#note>1</a><p id=note>2</p>"),
    ///     "<a href=\"#user-note\">1</a><p id=\"user-note\">2</p>"
    /// );
    /// ```
    #[doc(alias = "SANITIZE_NAMED_PROPS")]
    #[must_use]
    pub fn id_prefix(mut self, prefix: &str) -> Self {
        self.id_prefix = (!prefix.is_empty()).then(|| prefix.into());
        self
    }

    /// Keeps these CSS properties in `style` attributes, if the configuration keeps these. Names
    /// are compared in any case; custom properties (`--x`), too. Declarations that are not valid
    /// CSS are removed. So is what ran scripts in old browsers, also if it is listed: `behavior`,
    /// `-moz-binding`, and values with `expression()`. Without a [policy for URLs](Policy::urls),
    /// other values stay as they are.
    ///
    /// With one, the URLs of each value (`url()`, `src()`, the strings in `image-set()`) are judged
    /// and written as strings: URLs of images and cursors as [`UrlUse::Media`], URLs of filters,
    /// clip paths, markers, fills and strokes as [`UrlUse::Resource`]. In other properties, also
    /// custom ones, only fragments stay. A declaration with a URL that may not stay is removed, and
    /// so is one that could come to a URL in another way: by `attr()`, by a string in a function
    /// that is not known, by escapes outside strings and URLs.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().style_properties(["color", "text-align"]));
    /// sanitizer.allow_attribute("style");
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<p style='COLOR: red; position:fixed;text-align : left'>1</p>"),
    ///     "<p style=\"color: red; text-align: left\">1</p>"
    /// );
    /// ```
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy};
    ///
    /// let policy = Policy::new().urls(UrlPolicy::new()).style_properties(["background"]);
    /// let mut sanitizer = Sanitizer::new().policy(policy);
    /// sanitizer.allow_attribute("style");
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<p style='background: u\\72l(https://a.example/)'>1</p><p style='background: url(ftp:x)'>2</p>"),
    ///     "<p style=\"background: url(&quot;https://a.example/&quot;)\">1</p><p>2</p>"
    /// );
    /// ```
    #[doc(alias = "filter_style_properties")]
    #[cfg(feature = "css")]
    #[must_use]
    pub fn style_properties(
        mut self,
        properties: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Self {
        let properties = properties.into_iter();
        let lowercased = properties.map(|name| name.as_ref().to_ascii_lowercase().into());
        self.style_properties = Some(lowercased.collect());
        self
    }

    /// Returns how many bytes enforced attributes add to a text at most.
    pub(crate) fn max_enforced_bytes(&self, bytes: usize) -> usize {
        // A start tag has three bytes at least. Each byte of a value is written as six at most.
        let of_one = |it: &Enforced| 4 + it.name.len() + 6 * it.value.len();
        let enforced = (bytes / 3).saturating_mul(self.enforced.iter().map(of_one).sum());
        let of_frame = self.frames.as_ref().map_or(0, FramePolicy::max_bytes);
        enforced.saturating_add((bytes / "<iframe>".len()).saturating_mul(of_frame))
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("urls", &self.urls)
            .field("frames", &self.frames)
            .field("unwraps_unlisted", &self.unwraps_unlisted)
            .field("escapes_unlisted", &self.escapes_unlisted)
            .field("breaks_templates", &self.breaks_templates)
            .field("enforced", &self.enforced)
            .field("classes", &self.classes)
            .field("id_prefix", &self.id_prefix)
            .finish_non_exhaustive()
    }
}
