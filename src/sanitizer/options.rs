//! The methods that sanitize text, what they can be told, and what they return.

use crate::names::{ElementName, NameTable, Namespace, known};
use crate::parse::Context;
use crate::settings::Limits;

use super::fixed_point::Reading;
use super::nesting::Nesting;
use super::removals::Removals;
use super::sanitizer::Sanitizer;

/// How many times as many bytes as it got sanitizing writes at most, and how many besides. Escaping
/// and implied tags make six times as many at most; only copies of formatting elements make more.
const MAX_GROWTH: usize = 16;
const MAX_BYTES_BESIDES: usize = 64 * 1024;

/// How text is sanitized, as the content of a context element.
///
/// The [module](crate::sanitizer) says what is promised of the result.
///
/// ```
/// use consomme::sanitizer::{SanitizeOptions, Sanitizer};
///
/// let row = SanitizeOptions::new().sanitize(&Sanitizer::new(), "tr", "<td onclick=a()>1<script>a()</script>");
/// assert_eq!(row.html(), "<td>1</td>");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizeOptions {
    pub(super) rounds: usize,
    pub(super) limits: Limits,
    pub(super) max_removals: usize,
    max_output: Option<usize>,
    pub(super) without_plain_trees: bool,
}

impl SanitizeOptions {
    /// Returns the default options: at most four rounds, and the limits of [`Limits::default`].
    pub fn new() -> Self {
        SanitizeOptions {
            rounds: 4,
            limits: Limits::default(),
            max_removals: 0,
            max_output: None,
            without_plain_trees: false,
        }
    }

    /// Sets how many times what was written is read again at most. What is not stable then is
    /// written as text ([`Sanitized::is_text`]). The default is 4.
    ///
    /// Each round parses the text once, and once more for each other reader who may understand it
    /// differently: up to four times in all. Ordinary markup takes no round. With 0, only what
    /// takes none is written as HTML.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Sets the limits on the resources that reading can take. Every reading has the same limits,
    /// so that the result is a fixed point with these options; other readers have limits of their
    /// own.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Asks for what was removed: the first `max` of it in full, the rest as a count. The default
    /// is 0, which costs nothing.
    ///
    /// ```
    /// use consomme::sanitizer::{RemovalReason, SanitizeOptions, Sanitizer};
    ///
    /// let options = SanitizeOptions::new().max_removals(10);
    /// let html = "<a href=javascript:a() onclick=a()>1</a>";
    /// let sanitized = options.sanitize(&Sanitizer::new(), "div", html);
    /// let removals = sanitized.removals().list();
    /// assert_eq!(removals[0].reason(), RemovalReason::JavascriptUrl);
    /// assert_eq!(&html[removals[1].span().unwrap()], "onclick=a()");
    /// ```
    #[must_use]
    pub fn max_removals(mut self, max: usize) -> Self {
        self.max_removals = max;
        self
    }

    /// Sets how many bytes the result may have. If it has more, it is empty instead, and
    /// [`Sanitized::is_too_long`] says so. The default is no limit.
    #[must_use]
    pub fn max_output(mut self, bytes: Option<usize>) -> Self {
        self.max_output = bytes;
        self
    }

    /// Sets whether what is written is always read again, also where the tree shows that this
    /// changes nothing. The result is the same; tests compare the two.
    #[doc(hidden)]
    #[must_use]
    pub fn without_plain_trees(mut self, without: bool) -> Self {
        self.without_plain_trees = without;
        self
    }

    /// Sanitizes HTML as the content of a context element, as
    /// [`Sanitizer::sanitize_str`] does for a `div`.
    ///
    /// A context whose content is text that cannot be escaped (`script`, of SVG, too, `style`,
    /// `xmp`, `iframe`, `noembed`, `noframes`, `noscript`, `plaintext`) has no HTML: the result is
    /// empty.
    ///
    /// What would take more than 16 times as many bytes as `html` and 64 KiB is written as text up
    /// to there. Only misnested formatting elements with long attributes get so large, because the
    /// parser copies them.
    pub fn sanitize<'a>(
        &self,
        sanitizer: &Sanitizer,
        context: impl Into<Context<'a>>,
        html: &str,
    ) -> Sanitized {
        let context = context.into();
        let rules = sanitizer.rules(true);
        let Some(has_flow) = content_of(&context) else {
            return Sanitized::text(String::new(), 0);
        };
        // In 2024, a `select` has insertion modes of its own.
        let is_select = context.element() == (Namespace::Html, "select");
        let policy = sanitizer.get_policy();
        let max_bytes = html.len().saturating_mul(MAX_GROWTH).saturating_add(MAX_BYTES_BESIDES);
        let enforced = policy.map_or(0, |policy| policy.max_enforced_bytes(html.len()));
        let max_bytes = max_bytes.saturating_add(enforced);
        let reading = Reading { options: self, rules, context, has_flow, is_select, max_bytes };
        let mut removals = Removals::new(self.max_removals);
        let mut sanitized = match policy {
            Some(policy) => reading.with_policy(policy, html, &mut removals),
            None => reading.plainly(html, &mut removals),
        };
        sanitized.removals = removals;
        if self.max_output.is_some_and(|max| sanitized.html.len() > max) {
            sanitized.html.clear();
            sanitized.is_too_long = true;
        }
        sanitized
    }
}

impl Default for SanitizeOptions {
    fn default() -> Self {
        SanitizeOptions::new()
    }
}

/// Sanitized text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sanitized {
    html: String,
    rounds: usize,
    is_text: bool,
    is_too_long: bool,
    removals: Removals,
}

impl Sanitized {
    pub(super) fn stable(html: String, rounds: usize) -> Sanitized {
        let removals = Removals::default();
        Sanitized { html, rounds, is_text: false, is_too_long: false, removals }
    }

    pub(super) fn text(html: String, rounds: usize) -> Sanitized {
        Sanitized { is_text: true, ..Sanitized::stable(html, rounds) }
    }

    /// Returns the HTML.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Returns the HTML.
    pub fn into_html(self) -> String {
        self.html
    }

    /// Returns in how many rounds what was written was read again; the last one changed nothing. 0
    /// if the tree itself showed that reading it again changes nothing, as nearly every tree does.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Returns whether only text was written, if any: because the HTML did not become stable in the
    /// rounds that are allowed, because it grew too large, or because the content of the context is
    /// not HTML. That text is escaped; where no text can be, as in a `table`, there is none.
    pub fn is_text(&self) -> bool {
        self.is_text
    }

    /// Returns whether the result is empty because it had more bytes than
    /// [`SanitizeOptions::max_output`] allows.
    pub fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Returns what was removed or changed, if [`SanitizeOptions::max_removals`] asked for it.
    /// What comes to light only when the result is read again has no place in the source.
    pub fn removals(&self) -> &Removals {
        &self.removals
    }
}

/// Text to text.
impl Sanitizer {
    /// Sanitizes HTML as the content of a `div`, which is that of most elements: safe, and so that
    /// what is returned is a fixed point. [`SanitizeOptions::sanitize`] takes another context.
    ///
    /// What readers make of the result is promised in the documentation of the
    /// [module](crate::sanitizer).
    ///
    /// ```
    /// use consomme::sanitizer::Sanitizer;
    ///
    /// let sanitizer = Sanitizer::new();
    /// let html = sanitizer.sanitize_str("<p>1<div>2 & <b>3<i>4</b>5");
    /// assert_eq!(html, "<p>1</p><div>2 &amp; <b>3<i>4</i></b><i>5</i></div>");
    /// assert_eq!(sanitizer.sanitize_str(&html), html);
    /// ```
    pub fn sanitize_str(&self, html: &str) -> String {
        SanitizeOptions::new().sanitize(self, "div", html).html
    }
}

/// Returns whether the content of a context element is parsed by the rules for the flow; `None` if
/// it is text that cannot be escaped.
fn content_of(context: &Context<'_>) -> Option<bool> {
    let (namespace, name) = context.element();
    let Some(local) = NameTable::default().find(name) else {
        return Some(namespace == Namespace::Html);
    };
    let is_raw = match namespace {
        Namespace::Html => matches!(
            local,
            known::SCRIPT
                | known::STYLE
                | known::XMP
                | known::IFRAME
                | known::NOEMBED
                | known::NOFRAMES
                | known::NOSCRIPT
                | known::PLAINTEXT
        ),
        Namespace::Svg => local == known::SCRIPT,
        Namespace::MathMl => false,
    };
    // "in caption" is a mode of its own at the root of a fragment.
    let nesting = Nesting::of(ElementName { namespace, local });
    let has_flow = namespace == Namespace::Html
        && (local == known::BODY || nesting.has_flow() && nesting != Nesting::Caption);
    (!is_raw).then_some(has_flow)
}
