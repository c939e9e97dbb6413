//! The options for sanitizing text.

use consomme::Limits;

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
    pub(super) max_removals: usize,
    pub(super) max_output: Option<usize>,
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

    /// Sets whether the output is always read again, also where the tree shows that this changes
    /// nothing. The result is the same; tests compare the two.
    #[doc(hidden)]
    #[must_use]
    pub fn always_read_again(mut self, always: bool) -> Self {
        self.always_reads_again = always;
        self
    }
}

impl Default for SanitizeOptions {
    fn default() -> Self {
        SanitizeOptions::new()
    }
}
