//! The sanitizer: a configuration, and its compiled form.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::config::{
    SanitizerAttribute, SanitizerConfig, SanitizerConfigError, SanitizerElement,
    SanitizerElementWithAttributes, compare_code_units, safe_default_configuration,
};
use super::policy::Policy;
use super::rules::Rules;

/// The standard's `Sanitizer`: which elements, attributes, comments and processing instructions
/// stay.
///
/// Its modifiers are the methods that return a bool: whether they changed anything. It is made for
/// reuse: it compiles its configuration when it sanitizes for the first time, and can be shared by
/// threads.
///
/// ```
/// use consomme_sanitizer::Sanitizer;
///
/// let mut sanitizer = Sanitizer::new();
/// let comment = "<p onclick=steal()>Nice <a href=' javascript:steal()'>soup</a><script>steal()</script><img src=x>";
/// assert_eq!(sanitizer.sanitize_str(comment), "<p>Nice <a>soup</a></p>");
///
/// assert!(sanitizer.allow_element(("img", ["src", "onerror"])));
/// assert_eq!(sanitizer.sanitize_str("<img src=x onerror=steal()>"), "<img src=\"x\">");
/// ```
///
/// <https://html.spec.whatwg.org/#sanitizer>
#[doc(alias = "Cleaner", alias = "DOMPurify")]
#[derive(Clone)]
pub struct Sanitizer {
    /// Canonical and valid.
    configuration: SanitizerConfig,
    /// The configuration, compiled when it is first used.
    rules: OnceLock<Box<Rules>>,
    /// The same after "remove unsafe".
    safe_rules: OnceLock<Box<Rules>>,
    policy: Option<Arc<Policy>>,
}

/// Sanitizers, their configurations and their modifiers.
impl Sanitizer {
    /// Returns the sanitizer with the built-in safe default configuration: text with its structure,
    /// links and tables, MathML and simple drawings in SVG; no images, forms, style sheets or
    /// identifiers.
    ///
    /// <https://html.spec.whatwg.org/#built-in-safe-default-configuration>
    pub fn new() -> Self {
        Sanitizer::of(safe_default_configuration())
    }

    /// Returns a sanitizer that keeps everything, which `setHTMLUnsafe` uses by default: the one of
    /// the empty configuration. What safe methods remove, they still remove.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let html = "<img src=x onerror=a()><!-- 1 --><p data-x=1 style=top:0>";
    /// assert_eq!(
    ///     Sanitizer::allow_everything().sanitize_str(html),
    ///     "<img src=\"x\"><!-- 1 --><p data-x=\"1\" style=\"top:0\"></p>"
    /// );
    /// ```
    pub fn allow_everything() -> Self {
        let mut configuration = SanitizerConfig::new();
        configuration.canonicalize(true);
        Sanitizer::of(configuration)
    }

    /// Returns the sanitizer with a configuration, as `new Sanitizer(configuration)` does:
    /// comments, processing instructions, custom data attributes and, in unsafe methods,
    /// `javascript:` URLs stay unless it says otherwise, and so do elements and attributes for
    /// which it has no list.
    ///
    /// ```
    /// use consomme_sanitizer::{Sanitizer, SanitizerConfig};
    ///
    /// let sanitizer = Sanitizer::from_config(SanitizerConfig::new().remove_elements(["b"]))?;
    /// assert_eq!(sanitizer.sanitize_str("<b>1</b><i id=x>2</i><!-- 3 -->"), "<i id=\"x\">2</i><!-- 3 -->");
    /// # Ok::<(), consomme_sanitizer::SanitizerConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The rule that the configuration breaks.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-constructor>
    pub fn from_config(configuration: SanitizerConfig) -> Result<Self, SanitizerConfigError> {
        Sanitizer::configure(configuration, true)
    }

    /// Returns the sanitizer with a configuration, as `setHTML` and `parseHTML` understand one that
    /// is passed to them directly: comments, processing instructions, custom data attributes and,
    /// in unsafe methods, `javascript:` URLs stay only if it says so.
    ///
    /// # Errors
    ///
    /// The rule that the configuration breaks.
    ///
    /// <https://html.spec.whatwg.org/#get-a-sanitizer-instance-from-options>
    pub fn from_safe_config(configuration: SanitizerConfig) -> Result<Self, SanitizerConfigError> {
        Sanitizer::configure(configuration, false)
    }

    /// <https://html.spec.whatwg.org/#configure-a-sanitizer>
    fn configure(
        mut configuration: SanitizerConfig,
        permissive_defaults: bool,
    ) -> Result<Self, SanitizerConfigError> {
        configuration.canonicalize(permissive_defaults);
        // "If configuration is not valid, then throw a TypeError."
        configuration.check_valid()?;
        Ok(Sanitizer::of(configuration))
    }

    fn of(configuration: SanitizerConfig) -> Sanitizer {
        debug_assert_eq!(configuration.check_valid(), Ok(()));
        let (rules, safe_rules) = (OnceLock::new(), OnceLock::new());
        Sanitizer { configuration, rules, safe_rules, policy: None }
    }

    /// Sets rules beyond the standard: for URLs, callbacks and more. The default is none.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(Arc::new(policy));
        self
    }

    /// Returns the policy.
    pub fn get_policy(&self) -> Option<&Policy> {
        self.policy.as_deref()
    }

    /// Returns the configuration with its lists sorted: `get()` of the standard.
    ///
    /// ```
    /// use consomme_sanitizer::{Sanitizer, SanitizerConfig};
    ///
    /// let sanitizer = Sanitizer::from_config(SanitizerConfig::new().remove_elements(["p", "b"]))?;
    /// let removed = sanitizer.config().remove_elements.unwrap();
    /// assert_eq!(removed.iter().map(|element| element.name()).collect::<Vec<_>>(), ["b", "p"]);
    /// # Ok::<(), consomme_sanitizer::SanitizerConfigError>(())
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-get>
    #[doc(alias = "get")]
    pub fn config(&self) -> SanitizerConfig {
        let mut config = self.configuration.clone();
        for element in config.elements.iter_mut().flatten() {
            sort_attributes(&mut element.attributes);
            sort_attributes(&mut element.remove_attributes);
        }
        if let Some(elements) = &mut config.elements {
            elements.sort_by(|a, b| a.element.compare(&b.element));
        }
        for list in [&mut config.remove_elements, &mut config.replace_with_children_elements] {
            list.iter_mut().for_each(|list| list.sort_by(SanitizerElement::compare));
        }
        for list in
            [&mut config.processing_instructions, &mut config.remove_processing_instructions]
        {
            list.iter_mut().for_each(|list| list.sort_by(|a, b| compare_code_units(a, b)));
        }
        sort_attributes(&mut config.attributes);
        sort_attributes(&mut config.remove_attributes);
        config
    }

    /// Keeps an element, with the rules for its attributes that come with it; returns whether that
    /// changed anything. Where a list says which elements are removed, an element with rules of its
    /// own changes nothing.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let mut sanitizer = Sanitizer::new();
    /// assert!(sanitizer.allow_element(("img", ["src", "alt"])));
    /// assert!(!sanitizer.allow_element(("img", ["src", "alt"])), "nothing changes");
    /// assert_eq!(sanitizer.sanitize_str("<img src=pot.png width=9>"), "<img src=\"pot.png\">");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-allowelement>
    #[doc(alias = "add_tags", alias = "addTags", alias = "ADD_TAGS")]
    #[doc(alias = "allowElement")]
    pub fn allow_element(&mut self, element: impl Into<SanitizerElementWithAttributes>) -> bool {
        self.modify(|configuration| configuration.allow_element(element.into()))
    }

    /// Removes an element with its content; returns whether that changed anything.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-removeelement>
    #[doc(alias = "rm_tags", alias = "removeTags", alias = "FORBID_TAGS")]
    #[doc(alias = "removeElement")]
    pub fn remove_element(&mut self, element: impl Into<SanitizerElement>) -> bool {
        self.modify(|configuration| configuration.remove_element(element.into()))
    }

    /// Replaces an element with its children; returns whether that changed anything. That is never
    /// done to `html`, `svg` of SVG and `math` of MathML.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let mut sanitizer = Sanitizer::new();
    /// assert!(sanitizer.replace_element_with_children("font"));
    /// assert_eq!(sanitizer.sanitize_str("<p><font color=red>Hot <b>soup</b></font>"), "<p>Hot <b>soup</b></p>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-replaceelementwithchildren>
    #[doc(alias = "replaceElementWithChildren")]
    pub fn replace_element_with_children(&mut self, element: impl Into<SanitizerElement>) -> bool {
        self.modify(|configuration| configuration.replace_element_with_children(element.into()))
    }

    /// Keeps an attribute on every element; returns whether that changed anything.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-allowattribute>
    #[doc(alias = "add_generic_attributes", alias = "addAttributes", alias = "ADD_ATTR")]
    #[doc(alias = "allowAttribute")]
    pub fn allow_attribute(&mut self, attribute: impl Into<SanitizerAttribute>) -> bool {
        self.modify(|configuration| configuration.allow_attribute(attribute.into()))
    }

    /// Removes an attribute from every element; returns whether that changed anything.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-removeattribute>
    #[doc(alias = "rm_generic_attributes", alias = "removeAttributes", alias = "FORBID_ATTR")]
    #[doc(alias = "removeAttribute")]
    pub fn remove_attribute(&mut self, attribute: impl Into<SanitizerAttribute>) -> bool {
        self.modify(|configuration| configuration.remove_attribute(attribute.into()))
    }

    /// Keeps processing instructions with that target; returns whether that changed anything.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-allowprocessinginstruction>
    #[doc(alias = "allowProcessingInstruction")]
    pub fn allow_processing_instruction(&mut self, target: &str) -> bool {
        self.modify(|configuration| configuration.allow_processing_instruction(target))
    }

    /// Removes processing instructions with that target; returns whether that changed anything.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-removeprocessinginstruction>
    #[doc(alias = "removeProcessingInstruction")]
    pub fn remove_processing_instruction(&mut self, target: &str) -> bool {
        self.modify(|configuration| configuration.remove_processing_instruction(target))
    }

    /// Sets whether comments stay; returns whether that changed anything.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-setcomments>
    #[doc(alias = "strip_comments")]
    #[doc(alias = "setComments")]
    pub fn set_comments(&mut self, allow: bool) -> bool {
        self.modify(|configuration| configuration.set_comments(allow))
    }

    /// Sets whether custom data attributes (`data-*`) stay; returns whether that changed anything.
    /// Where no list says which attributes stay, it changes nothing.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-setdataattributes>
    #[doc(alias = "ALLOW_DATA_ATTR")]
    #[doc(alias = "setDataAttributes")]
    pub fn set_data_attributes(&mut self, allow: bool) -> bool {
        self.modify(|configuration| configuration.set_data_attributes(allow))
    }

    /// Sets whether `javascript:` URLs stay in attributes that navigate, and animations that set such
    /// an attribute; returns whether that changed anything. Only unsafe methods ask: safe ones
    /// remove both.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let html = "<a href=javascript:a() onclick=a()>1</a>";
    /// let mut sanitizer = Sanitizer::allow_everything();
    /// let unsafely = |sanitizer: &Sanitizer| {
    ///     let mut fragment = consomme::parse_fragment("div", html);
    ///     sanitizer.sanitize_unsafe(&mut fragment);
    ///     fragment.inner_html()
    /// };
    /// assert_eq!(unsafely(&sanitizer), "<a href=\"javascript:a()\" onclick=\"a()\">1</a>");
    /// assert!(sanitizer.set_javascript_urls(false));
    /// assert_eq!(unsafely(&sanitizer), "<a onclick=\"a()\">1</a>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-setjavascripturls>
    #[doc(alias = "setJavascriptURLs")]
    pub fn set_javascript_urls(&mut self, allow: bool) -> bool {
        self.modify(|configuration| configuration.set_javascript_urls(allow))
    }

    /// Removes the elements and attributes that run scripts: `base`, `embed`, `frame`, `iframe`,
    /// `object`, `script`, `script` and `use` of SVG, and every event handler content attribute of
    /// the standard or of any browser, now or in the past, which are more than a single browser
    /// removes; and [`javascript:` URLs](Sanitizer::set_javascript_urls). Returns whether that
    /// changed anything. Safe methods do this to a copy of the sanitizer.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-removeunsafe>
    #[doc(alias = "removeUnsafe")]
    pub fn remove_unsafe(&mut self) -> bool {
        self.modify(SanitizerConfig::remove_unsafe)
    }

    /// Changes the configuration, which is then to be compiled again.
    fn modify(&mut self, change: impl FnOnce(&mut SanitizerConfig) -> bool) -> bool {
        let modified = change(&mut self.configuration);
        debug_assert_eq!(self.configuration.check_valid(), Ok(()));
        if modified {
            (self.rules, self.safe_rules) = (OnceLock::new(), OnceLock::new());
        }
        modified
    }

    /// Returns the compiled configuration, after "remove unsafe" if `safe`.
    pub(super) fn rules(&self, safe: bool) -> &Rules {
        let rules = if safe { &self.safe_rules } else { &self.rules };
        rules.get_or_init(|| Box::new(Rules::new(&self.configuration, safe)))
    }
}

/// Sorts attributes as `get()` does.
fn sort_attributes(list: &mut Option<Vec<SanitizerAttribute>>) {
    list.iter_mut().for_each(|list| list.sort_by(SanitizerAttribute::compare));
}

/// The built-in safe default configuration: [`Sanitizer::new`].
impl Default for Sanitizer {
    fn default() -> Self {
        Sanitizer::new()
    }
}

impl fmt::Debug for Sanitizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sanitizer")
            .field("configuration", &self.configuration)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}
