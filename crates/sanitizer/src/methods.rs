//! The methods that sanitize trees: `setHTML` and its kin.

use consomme::{Document, Namespace, NodeId, ParseOptions, TreeError};

use super::policy::{Governed, sanitize_texts};
use super::removals::Removals;
use super::sanitizer::Sanitizer;
use super::walk::{Noting, sanitize_in_place};

/// Sanitizing trees. The safe methods remove elements and attributes that run scripts, whatever the
/// sanitizer keeps; the unsafe ones remove only nodes and attributes that it does not keep.
///
/// A tree that is sanitized and then written is not: [parsing it again](crate) may make another
/// tree. For text, use [`sanitize_str`](Sanitizer::sanitize_str).
impl Sanitizer {
    /// Sanitizes a document, with the contents of its templates and with its shadow roots. Removed
    /// nodes have no parent afterwards and keep their ids.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let mut page = consomme::parse_str("<h1 onclick=a()>Soup<script>a()</script></h1><form><p>Order</form>");
    /// Sanitizer::new().sanitize(&mut page);
    /// assert_eq!(page.body().unwrap().inner_html(), "<h1>Soup</h1>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#sanitize>
    pub fn sanitize(&self, document: &mut Document) {
        self.sanitize_as(document, true, None);
    }

    /// Sanitizes a document as [`sanitize`](Sanitizer::sanitize) does, but removes only nodes and
    /// attributes that the sanitizer does not keep: scripts may stay.
    ///
    /// <https://html.spec.whatwg.org/#sanitize>
    pub fn sanitize_unsafe(&self, document: &mut Document) {
        self.sanitize_as(document, false, None);
    }

    /// Sanitizes a document as [`sanitize`](Sanitizer::sanitize) does, and returns the removals and
    /// changes: the first `max` in full. With [positions](ParseOptions::positions), each says where
    /// in the source it was. If the document was [cut at a limit](Document::limits_hit), that is
    /// the last one.
    pub fn sanitize_noting(&self, document: &mut Document, max: usize) -> Removals {
        let mut removals = Removals::new(max);
        self.sanitize_as(document, true, Some(&mut removals));
        removals.note_limits(document.limits_hit());
        removals
    }

    fn sanitize_as(&self, document: &mut Document, safe: bool, removals: Option<&mut Removals>) {
        let rules = self.rules(safe);
        match self.get_policy() {
            Some(policy) => {
                let mut noting = Noting::new(Governed::new(rules, policy), removals);
                sanitize_in_place(document, &mut noting, false);
                if policy.judges_texts() {
                    sanitize_texts(document, &mut noting, false);
                }
            }
            None => {
                sanitize_in_place(document, &mut Noting::new(rules, removals), false);
            }
        }
    }

    /// Replaces the children of an element with parsed and sanitized HTML. For a `template`, these
    /// are the children of its contents. `node` may also be a document fragment or a shadow root,
    /// as for [`set_inner_html`](Document::set_inner_html). Nothing happens to a `script` of HTML
    /// or SVG.
    ///
    /// The HTML is parsed as for `set_inner_html`, but declarative shadow roots are attached.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut page = consomme::parse_str("<table><tr id=row><td>1</table>");
    /// let row = page.element_by_id("row").unwrap().id();
    /// Sanitizer::new().set_html(&mut page, row, "<td onclick=a()>2<script>a()</script>")?;
    /// assert_eq!(page.node(row).outer_html(), "<tr id=\"row\"><td>2</td></tr>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Document::set_inner_html).
    ///
    /// <https://html.spec.whatwg.org/#dom-element-sethtml>
    #[doc(alias = "setHTML")]
    #[track_caller]
    pub fn set_html(
        &self,
        document: &mut Document,
        node: NodeId,
        html: &str,
    ) -> Result<(), TreeError> {
        self.set_and_filter_html(document, node, html, true)
    }

    /// Replaces the children of an element as [`set_html`](Sanitizer::set_html) does, but removes
    /// only nodes and attributes that the sanitizer does not keep, and also sets the content of a
    /// `script`. Browsers use [`Sanitizer::allow_everything`] if none is given.
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Document::set_inner_html).
    ///
    /// <https://html.spec.whatwg.org/#dom-element-sethtmlunsafe>
    #[doc(alias = "setHTMLUnsafe")]
    #[track_caller]
    pub fn set_html_unsafe(
        &self,
        document: &mut Document,
        node: NodeId,
        html: &str,
    ) -> Result<(), TreeError> {
        self.set_and_filter_html(document, node, html, false)
    }

    /// <https://html.spec.whatwg.org/#set-and-filter-html>
    #[track_caller]
    fn set_and_filter_html(
        &self,
        document: &mut Document,
        node: NodeId,
        html: &str,
        safe: bool,
    ) -> Result<(), TreeError> {
        let (options, context) = document.inner_html_options(node)?;
        // "If all of the following are true: safe; context's local name is "script"; and context's
        // namespace is the HTML namespace or the SVG namespace, then return." No fragment has a
        // `script` as its host.
        if safe
            && let Some(element) = document.element(node)
            && element.name() == "script"
            && element.namespace() != Namespace::MathMl
        {
            return Ok(());
        }
        // "Let fragment be the result of invoking the HTML fragment parsing algorithm given target,
        // html, true, and scriptingMode. Sanitize fragment given sanitizer and safe."
        let options = options.declarative_shadow_roots(true);
        let mut fragment = options.parse_fragment(context, html);
        self.sanitize_as(&mut fragment, safe, None);
        // "Replace all with fragment within target."
        document.replace_children(node, &fragment)
    }

    /// Parses a document from text, as [`ParseOptions::parse_str`] does with these options, and
    /// sanitizes it. Scripting counts as disabled and declarative shadow roots are attached,
    /// whatever the options say.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let html = "<title>Soup</title><script>a()</script><p>Hot";
    /// let page = Sanitizer::new().parse_html(&ParseOptions::new(), html);
    /// assert_eq!(page.to_string(), "<html><head><title>Soup</title></head><body><p>Hot</p></body></html>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-parsehtml>
    #[doc(alias = "parseHTML")]
    pub fn parse_html(&self, options: &ParseOptions, html: &str) -> Document {
        self.parse_and_sanitize(options, html, true)
    }

    /// Parses a document as [`parse_html`](Sanitizer::parse_html) does, but removes only nodes and
    /// attributes that the sanitizer does not keep. Browsers use [`Sanitizer::allow_everything`] if
    /// none is given.
    ///
    /// <https://html.spec.whatwg.org/#dom-parsehtmlunsafe>
    #[doc(alias = "parseHTMLUnsafe")]
    pub fn parse_html_unsafe(&self, options: &ParseOptions, html: &str) -> Document {
        self.parse_and_sanitize(options, html, false)
    }

    fn parse_and_sanitize(&self, options: &ParseOptions, html: &str, safe: bool) -> Document {
        let options = options.clone().scripting(false).declarative_shadow_roots(true);
        let mut document = options.parse_str(html);
        self.sanitize_as(&mut document, safe, None);
        document
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, RemovalReason, SanitizerConfig};

    fn unsafely(sanitizer: &Sanitizer, html: &str) -> String {
        let mut fragment = consomme::parse_fragment("div", html);
        sanitizer.sanitize_unsafe(&mut fragment);
        fragment.inner_html()
    }

    fn safely(sanitizer: &Sanitizer, html: &str) -> String {
        let mut fragment = consomme::parse_fragment("div", html);
        sanitizer.sanitize(&mut fragment);
        let written = fragment.inner_html();
        assert_eq!(sanitizer.sanitize_str(html), written, "the text agrees with the tree");
        written
    }

    #[test]
    fn unsafe_methods_remove_javascript_urls_if_the_configuration_says_so() {
        let from = |config| Sanitizer::from_config(config).expect("a valid configuration");
        let keeping = from(SanitizerConfig::new());
        let removing = from(SanitizerConfig::new().javascript_urls(false));
        for (html, without) in [
            ("<a href=\"javascript:a()\">1</a>", "<a>1</a>"),
            ("<form action=\"javascript:a()\"></form>", "<form></form>"),
            ("<button formaction=\"javascript:a()\"></button>", "<button></button>"),
            ("<svg><a xlink:href=\"javascript:a()\"></a></svg>", "<svg><a></a></svg>"),
            ("<math><mi href=\"javascript:a()\"></mi></math>", "<math><mi></mi></math>"),
            ("<svg><set attributeName=\"href\"></set></svg>", "<svg><set></set></svg>"),
            (
                "<template><a href=\"javascript:a()\">1</a></template>",
                "<template><a>1</a></template>",
            ),
        ] {
            assert_eq!(unsafely(&keeping, html), html);
            assert_eq!(unsafely(&removing, html), without);
            // Safe wins over a configuration that keeps them.
            assert_eq!(safely(&keeping, html), without);
            assert_eq!(safely(&removing, html), without);
        }
        let other = "<a href=\"https://a.example/\" onclick=\"a()\">1</a><script>a()</script>";
        assert_eq!(unsafely(&removing, other), other, "no more is removed");
    }

    #[test]
    fn the_default_configuration_keeps_no_javascript_urls_in_unsafe_methods() {
        let html = "<a href=\"javascript:a()\">1</a><a href=\"https://a.example/\">2</a>";
        let without = "<a>1</a><a href=\"https://a.example/\">2</a>";
        let mut sanitizer = Sanitizer::new();
        assert_eq!(unsafely(&sanitizer, html), without);
        assert!(!sanitizer.set_javascript_urls(false), "nothing changes");
        assert!(sanitizer.set_javascript_urls(true));
        assert_eq!(unsafely(&sanitizer, html), html);
        assert_eq!(safely(&sanitizer, html), without);
        assert!(sanitizer.remove_unsafe());
        assert_eq!(unsafely(&sanitizer, html), without);
    }

    #[test]
    fn reasons_tell_javascript_urls_from_what_only_safe_methods_remove() {
        let config = SanitizerConfig::new().javascript_urls(false).remove_attributes(["onclick"]);
        let sanitizer = Sanitizer::from_config(config).expect("a valid configuration");
        let html = "<a href=javascript:a() onclick=a()>1</a>";
        let reasons = |safe| {
            let mut fragment = consomme::parse_fragment("div", html);
            let mut removals = Removals::new(10);
            sanitizer.sanitize_as(&mut fragment, safe, Some(&mut removals));
            removals.list().iter().map(|removal| removal.reason()).collect::<Vec<_>>()
        };
        assert_eq!(reasons(true), [RemovalReason::JavascriptUrl, RemovalReason::Unsafe]);
        assert_eq!(reasons(false), [RemovalReason::JavascriptUrl, RemovalReason::NotAllowed]);
    }

    #[test]
    fn an_enforced_javascript_url_stays_where_the_configuration_keeps_them() {
        let policy = Policy::new()
            .enforce_attribute("a", "href", "javascript:a()")
            .enforce_attribute("a", "onclick", "a()");
        let mut sanitizer = Sanitizer::allow_everything().policy(policy);
        let all = "<a href=\"javascript:a()\" onclick=\"a()\">1</a>";
        assert_eq!(unsafely(&sanitizer, "<a>1</a>"), all);
        sanitizer.set_javascript_urls(false);
        assert_eq!(unsafely(&sanitizer, "<a>1</a>"), "<a onclick=\"a()\">1</a>");
        assert_eq!(safely(&sanitizer, "<a>1</a>"), "<a>1</a>");
    }
}
