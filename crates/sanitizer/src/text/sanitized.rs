//! The result of sanitizing text.

use crate::removals::Removals;

/// Sanitized text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sanitized {
    pub(super) html: String,
    rounds: usize,
    is_text: bool,
    pub(super) is_too_long: bool,
    pub(super) removals: Removals,
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

    /// Returns the removals and changes, if
    /// [`SanitizeOptions::max_removals`](super::SanitizeOptions::max_removals) asked for it. A
    /// removal that comes to light only when the result is read again has no place in the source.
    pub fn removals(&self) -> &Removals {
        &self.removals
    }
}
