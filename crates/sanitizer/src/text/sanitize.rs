//! The methods that sanitize text.

use std::borrow::Cow;

use crate::Sanitizer;
use crate::held_images::HeldImages;
use crate::removals::Removals;
use consomme::{Context, Hints, IntoBytes, LimitsHit, encoding};

use super::options::SanitizeOptions;
use super::readers::Reading;
use super::sanitized::Sanitized;

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
        let Some(reading) = Reading::new(self, sanitizer, context.into(), html.len()) else {
            let mut sanitized = Sanitized::text(String::new(), 0, LimitsHit::default());
            sanitized.removals = Removals::new(self.max_removals);
            sanitized.note_missing(!html.is_empty());
            return sanitized;
        };
        let mut removals = Removals::new(self.max_removals);
        let mut sanitized = match sanitizer.get_policy() {
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
