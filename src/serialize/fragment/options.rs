//! The options of the standard's serializer.

use crate::dom::NodeId;
use crate::serialize::shadow_roots::ShadowRoots;
use crate::settings::Revision;

/// Options of the standard's fragment serialization algorithm, which `innerHTML` uses.
///
/// ```
/// use consomme::serialize::SerializeOptions;
/// use consomme::{Revision, parse_fragment};
///
/// let fragment = parse_fragment("div", "<p title='a < b'>1 &lt; 2<br/>");
/// let options = SerializeOptions::new();
/// let html = fragment.root().serialize_inner(&options).to_string();
/// assert_eq!(html, "<p title=\"a &lt; b\">1 &lt; 2<br></p>");
/// let options = options.revision(Revision::Snapshot2024);
/// let html = fragment.root().serialize_inner(&options).to_string();
/// assert_eq!(html, "<p title=\"a < b\">1 &lt; 2<br></p>");
/// ```
///
/// <https://html.spec.whatwg.org/#serialising-html-fragments>
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SerializeOptions {
    pub(super) revision: Revision,
    /// `None`: as when the document was parsed.
    pub(super) scripting: Option<bool>,
    pub(super) shadow_roots: ShadowRoots,
}

impl SerializeOptions {
    /// Follows the living standard, with scripting as it was when the document was parsed, and
    /// without shadow roots.
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

    /// Sets whether shadow roots that are
    /// [serializable](crate::shadow::ShadowRootRef::serializable) are written: as a `<template
    /// shadowrootmode>` before the children of their host. False by default.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme::serialize::SerializeOptions;
    ///
    /// let html = "<p><template shadowrootmode=\"open\" shadowrootserializable=\"\"><slot></slot></template>Broth</p>";
    /// let options = ParseOptions::new().declarative_shadow_roots(true);
    /// let document = options.parse_fragment("body", html);
    /// assert_eq!(document.inner_html(), "<p>Broth</p>");
    /// let options = SerializeOptions::new().serializable_shadow_roots(true);
    /// assert_eq!(document.serialize(&options).to_string(), html);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-element-gethtml>
    #[must_use]
    pub fn serializable_shadow_roots(mut self, written: bool) -> Self {
        self.shadow_roots.serializable = written;
        self
    }

    /// Sets shadow roots that are written whether they are serializable or not: the ids of
    /// [`ShadowRootRef`](crate::shadow::ShadowRootRef)s. Other ids, also of other documents, have
    /// no effect. None by default.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-gethtml>
    #[must_use]
    pub fn shadow_roots(mut self, roots: impl IntoIterator<Item = NodeId>) -> Self {
        self.shadow_roots.listed = roots.into_iter().collect();
        self
    }
}
