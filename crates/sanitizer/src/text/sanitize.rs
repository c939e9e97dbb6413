//! The methods that sanitize text.

use std::borrow::Cow;

use crate::Sanitizer;
use crate::held_images::HeldImages;
use crate::removals::Removals;
use consomme::markup::content_has_flow;
use consomme::sink::{ElementName, NameTable, known_names as known};
use consomme::{Context, Hints, IntoBytes, LimitsHit, Namespace, encoding};

use super::options::SanitizeOptions;
use super::readers::Reading;
use super::sanitized::Sanitized;

/// How many times as many bytes as it got sanitizing writes at most, and how many besides. Escaping
/// and implied tags make six times as many at most; only copies of formatting elements make more.
const MAX_GROWTH: usize = 16;
const MAX_BYTES_BESIDES: usize = 64 * 1024;

/// Text to text.
impl SanitizeOptions {
    /// Sanitizes HTML as the content of a context element, as
    /// [`Sanitizer::sanitize_str`] does for a `div`.
    ///
    /// A context whose content is text that cannot be escaped (`script`, of SVG, too, `style`,
    /// `xmp`, `iframe`, `noembed`, `noframes`, `noscript`, `plaintext`), or that has no content
    /// (`br`, `img`, …), has no HTML: the result is empty.
    ///
    /// A result that would take more than 16 times as many bytes as `html` and 64 KiB is written as
    /// text up to there. Only misnested formatting elements with long attributes get so large,
    /// because the parser copies them.
    pub fn sanitize<'a>(
        &self,
        sanitizer: &Sanitizer,
        context: impl Into<Context<'a>>,
        html: &str,
    ) -> Sanitized {
        let context = context.into();
        let rules = sanitizer.rules(true);
        let element = name_of(&context);
        let Some(has_flow) = content_of(&context, element) else {
            let mut sanitized = Sanitized::text(String::new(), 0, LimitsHit::default());
            sanitized.removals = Removals::new(self.max_removals);
            sanitized.note_missing(!html.is_empty());
            return sanitized;
        };
        // "In select" is a mode of 2024; a `form` in a `form` stays in a `template` since 2026.
        let differs_in_2024 = context.namespace() == Namespace::Html
            && matches!(context.name(), "select" | "template");
        let policy = sanitizer.get_policy();
        let max_bytes = html.len().saturating_mul(MAX_GROWTH).saturating_add(MAX_BYTES_BESIDES);
        let enforced = policy.map_or(0, |policy| policy.max_enforced_bytes(html.len()));
        let max_bytes = max_bytes.saturating_add(enforced);
        let reading = Reading {
            options: self,
            rules,
            context,
            element,
            has_flow,
            differs_in_2024,
            max_bytes,
        };
        let mut removals = Removals::new(self.max_removals);
        let mut sanitized = match policy {
            Some(policy) => reading.with_policy(policy, html, &mut removals),
            None => reading.without_policy(html, &mut removals),
        };
        sanitized.removals = removals;
        if self.max_output.is_some_and(|max| sanitized.html.len() > max) {
            sanitized.html.clear();
            sanitized.held = HeldImages::default();
            sanitized.is_too_long = true;
        }
        sanitized.note_missing(true);
        sanitized
    }

    /// Sanitizes HTML in bytes as [`sanitize`](SanitizeOptions::sanitize) does text. Its encoding is
    /// decided as for a [document](consomme::parse_document), by hints such as the `Content-Type` of
    /// a mail, a byte order mark, or a `meta` element near the start; one past the first 1024
    /// bytes, or [`Hints::prescan_bytes`], counts for nothing, as with [`Hints::ignore_late_meta`].
    /// [`encoding::report`] says how it was decided. The result is text.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme_sanitizer::{Preset, SanitizeOptions, Sanitizer};
    ///
    /// let (content_type, body) = ("text/html; charset=koi8-r", b"<p onclick=a()>\xE2\xCF\xD2\xDD</p>");
    /// let mail = Sanitizer::preset(Preset::Email);
    /// let hints = Hints::new().content_type(content_type);
    /// let sanitized = SanitizeOptions::new().sanitize_bytes(&mail, "div", body, &hints);
    /// assert_eq!(sanitized.html(), "<p>Борщ</p>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    pub fn sanitize_bytes<'a, 'b>(
        &self,
        sanitizer: &Sanitizer,
        context: impl Into<Context<'a>>,
        bytes: impl IntoBytes<'b>,
        hints: &Hints,
    ) -> Sanitized {
        self.sanitize(sanitizer, context, &decoded(&bytes.into_bytes(), hints))
    }
}

/// Decodes bytes as [`consomme::parse_document`] does, without looking for a late `meta` element.
fn decoded<'a>(bytes: &'a [u8], hints: &Hints) -> Cow<'a, str> {
    // The whole report counts malformed sequences, for which it decodes all bytes.
    let from_start = encoding::report_from_start(bytes, hints);
    let report = from_start.unwrap_or_else(|| encoding::report(bytes, hints));
    report.encoding().decode_with_bom_removal(bytes).0
}

/// Text to text.
impl Sanitizer {
    /// Sanitizes HTML as the content of a `div`, which suits most elements. The result is safe and
    /// a fixed point. [`SanitizeOptions::sanitize`] takes another context.
    ///
    /// The documentation of the [module](crate) has the promises for the result.
    ///
    /// ```
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let sanitizer = Sanitizer::new();
    /// let html = sanitizer.sanitize_str("<p>1<div>2 & <b>3<i>4</b>5");
    /// assert_eq!(html, "<p>1</p><div>2 &amp; <b>3<i>4</i></b><i>5</i></div>");
    /// assert_eq!(sanitizer.sanitize_str(&html), html);
    /// ```
    #[doc(alias = "clean", alias = "purify")]
    pub fn sanitize_str(&self, html: &str) -> String {
        SanitizeOptions::new().sanitize(self, "div", html).html
    }

    /// Sanitizes HTML in bytes, as [`sanitize_str`](Sanitizer::sanitize_str) does text.
    /// [`SanitizeOptions::sanitize_bytes`] says how their encoding is decided.
    ///
    /// ```
    /// use consomme::Hints;
    /// use consomme_sanitizer::Sanitizer;
    ///
    /// let html = Sanitizer::new().sanitize_bytes(b"<p onclick=a()>\xE9t\xE9", &Hints::new());
    /// assert_eq!(html, "<p>été</p>");
    /// ```
    #[doc(alias = "clean_from_reader")]
    pub fn sanitize_bytes<'b>(&self, bytes: impl IntoBytes<'b>, hints: &Hints) -> String {
        SanitizeOptions::new().sanitize_bytes(self, "div", bytes, hints).html
    }
}

/// Returns the name of a context element. Names that the parser does not know differ for none of
/// its rules.
fn name_of(context: &Context<'_>) -> ElementName {
    let local = NameTable::default().find(context.name()).unwrap_or(known::NO_NAME);
    ElementName::new(context.namespace(), local)
}

/// Returns whether the content of a context element is parsed by the rules for the flow; `None` if
/// it is text that cannot be escaped, or if the element has none.
fn content_of(context: &Context<'_>, name: ElementName) -> Option<bool> {
    // In a form, the start tag of another is ignored.
    let has_flow = content_has_flow(name) && !context.has_form();
    let is_script = name.namespace == Namespace::Svg && name.local == known::SCRIPT;
    (!name.is_raw_text(true) && !name.is_void() && !is_script).then_some(has_flow)
}
