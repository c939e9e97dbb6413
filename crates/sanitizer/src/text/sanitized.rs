//! The result of sanitizing text.

use consomme::LimitsHit;

use crate::held_images::HeldImages;
use crate::removals::{Removals, Removed};

/// Sanitized text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sanitized {
    pub(super) html: String,
    rounds: usize,
    is_text: bool,
    pub(super) is_too_long: bool,
    limits_hit: LimitsHit,
    pub(super) removals: Removals,
    pub(super) held: HeldImages,
}

impl Sanitized {
    pub(super) fn stable(html: String, rounds: usize, limits_hit: LimitsHit) -> Sanitized {
        Sanitized {
            html,
            rounds,
            is_text: false,
            is_too_long: false,
            limits_hit,
            removals: Removals::default(),
            held: HeldImages::default(),
        }
    }

    pub(super) fn with_held_images(self, held: HeldImages) -> Sanitized {
        Sanitized { held, ..self }
    }

    /// Notes content that the result lacks beyond what the sanitizer removed: `lost_markup` says
    /// whether a result that is text had any markup.
    pub(super) fn note_missing(&mut self, lost_markup: bool) {
        self.removals.note_limits(self.limits_hit);
        if self.is_text && lost_markup {
            self.removals.note_rest(Removed::Markup, "");
        }
        if self.is_too_long {
            self.removals.note_rest(Removed::Rest, "max_output");
        }
    }

    pub(super) fn text(html: String, rounds: usize, limits_hit: LimitsHit) -> Sanitized {
        Sanitized { is_text: true, ..Sanitized::stable(html, rounds, limits_hit) }
    }

    /// Returns the HTML.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Returns the HTML.
    pub fn into_html(self) -> String {
        self.html
    }

    /// Returns the number of rounds in which the output was read again; the last one changed
    /// nothing. 0 if the tree itself showed that reading it again changes nothing, as nearly every
    /// tree does.
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
    /// [`SanitizeOptions::max_output`](super::SanitizeOptions::max_output) allows.
    pub fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Returns which [limits](super::SanitizeOptions::limits) were reached by a parse that the
    /// result comes from: of the source, or of an output that was read again. By `nodes`,
    /// `input_bytes` and `attributes_per_element`, content is missing; by the others, elements are
    /// arranged otherwise.
    ///
    /// ```
    /// use consomme::Limits;
    /// use consomme_sanitizer::{SanitizeOptions, Sanitizer};
    ///
    /// let options = SanitizeOptions::new().limits(Limits::default().nodes(Some(100)));
    /// let sanitized = options.sanitize(&Sanitizer::new(), "div", &"<p>1</p>".repeat(1000));
    /// assert!(sanitized.limits_hit().nodes && !sanitized.removals().is_empty());
    /// ```
    pub fn limits_hit(&self) -> LimitsHit {
        self.limits_hit
    }

    /// Returns the images that are [held back](crate::UrlPolicy::hold_images).
    pub fn held_images(&self) -> &HeldImages {
        &self.held
    }

    /// Returns the removals and changes, if
    /// [`SanitizeOptions::max_removals`](super::SanitizeOptions::max_removals) asked for it. A
    /// removal that comes to light only when the result is read again has no place in the source.
    /// If the result lacks more than the sanitizer removes, that is always there, last:
    /// [`Removed::Rest`](crate::Removed::Rest), [`Removed::Markup`](crate::Removed::Markup).
    pub fn removals(&self) -> &Removals {
        &self.removals
    }
}
