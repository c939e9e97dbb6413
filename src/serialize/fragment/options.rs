//! The options of the standard's serializer.

use crate::settings::Revision;

/// Options of the standard's fragment serialization algorithm, which `innerHTML` uses.
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
    /// `None`: as when the document was parsed.
    pub(super) scripting: Option<bool>,
}

impl SerializeOptions {
    /// Follows the living standard, with scripting as it was when the document was parsed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the revision of the standard to follow. [`Revision::Snapshot2024`] doesn't escape `<`
    /// and `>` in attribute values, and ends a processing instruction with `>` instead of `?>`.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Sets whether scripting counts as enabled. If it does, the text in a `noscript` is not
    /// escaped. By default, scripting is as it was when the document was
    /// [parsed](crate::Document::scripting).
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = Some(scripting);
        self
    }
}
