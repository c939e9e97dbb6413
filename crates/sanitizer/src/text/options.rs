//! The options for sanitizing text.

use consomme::Limits;
use consomme::markup::Surroundings;
use consomme::sink::{ElementName, NameTable};

#[cfg(doc)]
use super::sanitized::Sanitized;

/// How text is sanitized, as the content of a context element.
///
/// The [module](crate) has the promises for the result.
///
/// ```
/// use consomme_sanitizer::{SanitizeOptions, Sanitizer};
///
/// let row = SanitizeOptions::new().sanitize(&Sanitizer::new(), "tr", "<td onclick=a()>1<script>a()</script>");
/// assert_eq!(row.html(), "<td>1</td>");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizeOptions {
    pub(super) rounds: usize,
    pub(super) limits: Limits,
    pub(crate) max_removals: usize,
    pub(crate) max_output: Option<usize>,
    pub(super) surroundings: Surroundings,
    pub(super) is_inner_html: bool,
    pub(super) always_reads_again: bool,
}

impl SanitizeOptions {
    /// Returns the default options: at most four rounds, and the limits of [`Limits::default`].
    pub fn new() -> Self {
        SanitizeOptions {
            rounds: 4,
            limits: Limits::default(),
            max_removals: 0,
            max_output: None,
            surroundings: Surroundings::usual(),
            is_inner_html: false,
            always_reads_again: false,
        }
    }

    /// Sets how many times the output is read again at most. A result that is not stable then is
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
    /// own. Only [`Limits::input_bytes`] counts for the source alone: a result that is longer is
    /// whole, but would be cut if it were sanitized again. [`Sanitized::limits_hit`] says which
    /// limits were reached.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Asks for the removals: the first `max` in full, the rest as a count. The default is 0, which
    /// costs nothing; then only content that is missing [for another reason][1] counts.
    ///
    /// [1]: Sanitized::removals
    ///
    /// ```
    /// use consomme_sanitizer::{RemovalReason, SanitizeOptions, Sanitizer};
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

    /// Says which HTML elements are around the context element in the page, near or far, besides
    /// `li`, `dd`, `dt`, `p` and `ruby`, which may be around any. Elements of the text that would
    /// end or change one of them are replaced with their children. That concerns `a`, `button`,
    /// `form`, `nobr` and `select`; it is not the default, because texts have links of their own.
    ///
    /// ```
    /// use consomme_sanitizer::{Preset, SanitizeOptions, Sanitizer};
    ///
    /// let comments = Sanitizer::preset(Preset::Comments);
    /// let html = "Nice <a href=https://soup.example/>soup</a><li>Another comment?";
    /// // <a href=/post/1><div>…</div></a>
    /// let teaser = SanitizeOptions::new().around(["a"]).sanitize(&comments, "div", html);
    /// assert_eq!(teaser.html(), "Nice soupAnother comment?");
    /// ```
    #[must_use]
    pub fn around<'a>(mut self, elements: impl IntoIterator<Item = &'a str>) -> Self {
        self.surroundings = elements_named(elements).fold(self.surroundings, Surroundings::with);
        self
    }

    /// Says which HTML elements are not around the context element in the page, though they are
    /// around others: `li`, `dd` and `dt`, `p`, `ruby`.
    ///
    /// ```
    /// use consomme_sanitizer::{SanitizeOptions, Sanitizer};
    ///
    /// let options = SanitizeOptions::new();
    /// let sanitized = |options: &SanitizeOptions| {
    ///     options.sanitize(&Sanitizer::new(), "x-comment", "<p>Hot</p>").into_html()
    /// };
    /// assert_eq!(sanitized(&options), "Hot", "in a `p`, it would end that");
    /// assert_eq!(sanitized(&options.not_around(["p"])), "<p>Hot</p>");
    /// ```
    #[must_use]
    pub fn not_around<'a>(mut self, elements: impl IntoIterator<Item = &'a str>) -> Self {
        self.surroundings = elements_named(elements).fold(self.surroundings, Surroundings::without);
        self
    }

    /// Sets whether the result is only ever set as `innerHTML` of a context element, or parsed as a
    /// fragment, and never written between its tags. Then it may have whatever a fragment has, also
    /// elements that would end those around it in a page. The default is `false`.
    ///
    /// ```
    /// use consomme_sanitizer::{SanitizeOptions, Sanitizer};
    ///
    /// let options = SanitizeOptions::new().inner_html(true);
    /// let sanitized = options.sanitize(&Sanitizer::new(), "li", "<li onclick=a()>1");
    /// assert_eq!(sanitized.html(), "<li>1</li>");
    /// ```
    #[must_use]
    pub fn inner_html(mut self, is_inner_html: bool) -> Self {
        self.is_inner_html = is_inner_html;
        self
    }

    /// Sets whether the output is always read again, also where the tree shows that this changes
    /// nothing. The result is the same; tests compare the two.
    #[doc(hidden)]
    #[must_use]
    pub fn always_read_again(mut self, always: bool) -> Self {
        self.always_reads_again = always;
        self
    }
}

/// Returns the HTML elements with these names. Rules of the parser look for known ones only.
fn elements_named<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = ElementName> {
    let table = NameTable::default();
    let found = names.into_iter().filter_map(move |it| table.find(&it.to_ascii_lowercase()));
    found.map(ElementName::html)
}

impl Default for SanitizeOptions {
    fn default() -> Self {
        SanitizeOptions::new()
    }
}
