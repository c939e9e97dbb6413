//! The methods of documents that sanitize: `setHTML` and its kin.

use crate::dom::{Document, NodeId, TreeError};
use crate::names::Namespace;
use crate::parse::ParseOptions;

use super::policy::Governed;
use super::removals::Removals;
use super::sanitizer::Sanitizer;
use super::walk::{Noting, sanitize_in_place};

/// Methods that sanitize. The safe ones remove elements and attributes that run scripts, whatever
/// the sanitizer keeps; the others remove only what it does not keep.
///
/// A tree that is sanitized and then written is not: [parsing it again](crate::sanitizer) may make
/// another tree. For text, use [`Sanitizer::sanitize_str`].
impl Document {
    /// Sanitizes the document, with the contents of its templates and with its shadow roots. What
    /// is removed has no parent afterwards and keeps its ids.
    ///
    /// ```
    /// use consomme::sanitizer::Sanitizer;
    ///
    /// let mut page = consomme::parse_str("<h1 onclick=a()>Soup<script>a()</script></h1><form><p>Order</form>");
    /// page.sanitize(&Sanitizer::new());
    /// assert_eq!(page.body().unwrap().inner_html(), "<h1>Soup</h1>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#sanitize>
    pub fn sanitize(&mut self, sanitizer: &Sanitizer) {
        self.sanitize_as(sanitizer, true, None);
    }

    /// Sanitizes the document as [`sanitize`](Document::sanitize) does, but removes only what the
    /// sanitizer does not keep: scripts may stay.
    ///
    /// <https://html.spec.whatwg.org/#sanitize>
    pub fn sanitize_unsafe(&mut self, sanitizer: &Sanitizer) {
        self.sanitize_as(sanitizer, false, None);
    }

    /// Sanitizes the document as [`sanitize`](Document::sanitize) does, and returns what was
    /// removed or changed: the first `max` of it in full. With
    /// [positions](crate::ParseOptions::positions), each says where in the source it was.
    pub fn sanitize_noting(&mut self, sanitizer: &Sanitizer, max: usize) -> Removals {
        let mut removals = Removals::new(max);
        self.sanitize_as(sanitizer, true, Some(&mut removals));
        removals
    }

    fn sanitize_as(&mut self, sanitizer: &Sanitizer, safe: bool, removals: Option<&mut Removals>) {
        let rules = sanitizer.rules(safe);
        match sanitizer.get_policy() {
            Some(policy) => {
                let judge = Governed::new(rules, policy);
                sanitize_in_place(self, &mut Noting::new(judge, removals));
            }
            None => sanitize_in_place(self, &mut Noting::new(rules, removals)),
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
    /// use consomme::sanitizer::Sanitizer;
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut page = consomme::parse_str("<table><tr id=row><td>1</table>");
    /// let row = page.element_by_id("row").unwrap().id();
    /// page.set_html(row, "<td onclick=a()>2<script>a()</script>", &Sanitizer::new())?;
    /// assert_eq!(page.node(row).outer_html(), "<tr id=\"row\"><td>2</td></tr>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`set_inner_html`](Document::set_inner_html).
    ///
    /// <https://html.spec.whatwg.org/#dom-element-sethtml>
    #[doc(alias = "setHTML")]
    #[track_caller]
    pub fn set_html(
        &mut self,
        node: NodeId,
        html: &str,
        sanitizer: &Sanitizer,
    ) -> Result<(), TreeError> {
        self.set_and_filter_html(node, html, sanitizer, true)
    }

    /// Replaces the children of an element as [`set_html`](Document::set_html) does, but removes
    /// only what the sanitizer does not keep, and also sets the content of a `script`. Browsers use
    /// [`Sanitizer::allow_everything`] if none is given.
    ///
    /// # Errors
    ///
    /// Those of [`set_inner_html`](Document::set_inner_html).
    ///
    /// <https://html.spec.whatwg.org/#dom-element-sethtmlunsafe>
    #[doc(alias = "setHTMLUnsafe")]
    #[track_caller]
    pub fn set_html_unsafe(
        &mut self,
        node: NodeId,
        html: &str,
        sanitizer: &Sanitizer,
    ) -> Result<(), TreeError> {
        self.set_and_filter_html(node, html, sanitizer, false)
    }

    /// <https://html.spec.whatwg.org/#set-and-filter-html>
    #[track_caller]
    fn set_and_filter_html(
        &mut self,
        node: NodeId,
        html: &str,
        sanitizer: &Sanitizer,
        safe: bool,
    ) -> Result<(), TreeError> {
        let (options, context) = self.inner_html_options(node)?;
        // "If all of the following are true: safe; context's local name is "script"; and context's
        // namespace is the HTML namespace or the SVG namespace, then return." No fragment has a
        // `script` as its host.
        if safe
            && let Some(element) = self.element(node)
            && element.name() == "script"
            && element.namespace() != Namespace::MathMl
        {
            return Ok(());
        }
        // "Let fragment be the result of invoking the HTML fragment parsing algorithm given target,
        // html, true, and scriptingMode. Sanitize fragment given sanitizer and safe."
        let options = options.declarative_shadow_roots(true);
        let mut fragment = options.parse_fragment(context, html);
        fragment.sanitize_as(sanitizer, safe, None);
        // "Replace all with fragment within target."
        self.replace_children(node, &fragment)
    }
}

/// Parsing with a sanitizer.
impl ParseOptions {
    /// Parses a document from text, as [`parse_str`](ParseOptions::parse_str) does, and sanitizes
    /// it. Scripting counts as disabled and declarative shadow roots are attached, whatever the
    /// options say.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme::sanitizer::Sanitizer;
    ///
    /// let page = ParseOptions::new().parse_html("<title>Soup</title><script>a()</script><p>Hot", &Sanitizer::new());
    /// assert_eq!(page.to_string(), "<html><head><title>Soup</title></head><body><p>Hot</p></body></html>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-parsehtml>
    #[doc(alias = "parseHTML")]
    pub fn parse_html(&self, html: &str, sanitizer: &Sanitizer) -> Document {
        self.parse_and_sanitize(html, sanitizer, true)
    }

    /// Parses a document as [`parse_html`](ParseOptions::parse_html) does, but removes only what
    /// the sanitizer does not keep. Browsers use [`Sanitizer::allow_everything`] if none is given.
    ///
    /// <https://html.spec.whatwg.org/#dom-parsehtmlunsafe>
    #[doc(alias = "parseHTMLUnsafe")]
    pub fn parse_html_unsafe(&self, html: &str, sanitizer: &Sanitizer) -> Document {
        self.parse_and_sanitize(html, sanitizer, false)
    }

    fn parse_and_sanitize(&self, html: &str, sanitizer: &Sanitizer, safe: bool) -> Document {
        let options = self.clone().scripting(false).declarative_shadow_roots(true);
        let mut document = options.parse_str(html);
        document.sanitize_as(sanitizer, safe, None);
        document
    }
}
