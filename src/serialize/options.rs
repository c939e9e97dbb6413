//! What can be chosen about serializing.

use crate::dom::Document;
use crate::settings::Revision;

/// How a tree is written by the standard's algorithm, the one behind `innerHTML`.
///
/// ```
/// use consomme::serialize::SerializeOptions;
/// use consomme::{Revision, parse_fragment};
///
/// let fragment = parse_fragment("div", "<p title='a < b'>1 &lt; 2<br/>");
/// let options = SerializeOptions::new();
/// let html = fragment.root().serialize_inner(&options).to_html();
/// assert_eq!(html, "<p title=\"a &lt; b\">1 &lt; 2<br></p>");
/// let options = options.revision(Revision::Snapshot2024);
/// let html = fragment.root().serialize_inner(&options).to_html();
/// assert_eq!(html, "<p title=\"a < b\">1 &lt; 2<br></p>");
/// ```
///
/// <https://html.spec.whatwg.org/#serialising-html-fragments>
#[derive(Clone, Debug, Default)]
pub struct SerializeOptions {
    pub(super) revision: Revision,
    /// `None` for what the document was parsed with.
    pub(super) scripting: Option<bool>,
}

impl SerializeOptions {
    /// The living standard, scripting as in the document.
    pub fn new() -> Self {
        Self::default()
    }

    /// The revision of the standard to follow. [`Revision::Snapshot2024`] leaves `<` and `>` in
    /// attribute values as they are and ends a processing instruction with `>`, not with `?>`.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Whether scripting counts as enabled: if it does, text in a `noscript` is written as it is.
    /// By default it is as it was when the document was [parsed](Document::scripting).
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = Some(scripting);
        self
    }

    /// The same, with scripting as in that document unless something was chosen.
    pub(super) fn of(&self, document: &Document) -> Self {
        SerializeOptions {
            scripting: Some(self.scripting.unwrap_or(document.scripting())),
            ..*self
        }
    }
}
