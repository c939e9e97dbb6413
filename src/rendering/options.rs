//! The options of rendering.

/// Options for [`NodeRef::inner_text_with`] and [`NodeRef::rendered`]: which content counts as
/// rendered, and which records are kept.
///
/// ```
/// use consomme::rendering::TextOptions;
///
/// let page = "<details><summary>Soup of the day</summary>Leek</details>";
/// let document = consomme::parse_str(page);
/// assert_eq!(document.inner_text(), "Soup of the day");
/// let all = TextOptions::new().skipped_contents(true);
/// assert_eq!(document.inner_text_with(&all).text(), "Soup of the day\nLeek");
/// ```
///
/// [`NodeRef::inner_text_with`]: crate::NodeRef::inner_text_with
/// [`NodeRef::rendered`]: crate::NodeRef::rendered
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TextOptions {
    pub(super) skipped_contents: bool,
    pub(super) links: bool,
    pub(super) images: bool,
}

impl TextOptions {
    /// Returns the options of [`inner_text`](crate::NodeRef::inner_text): everything is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether skipped contents show: the content of a closed `details` and of blocks with
    /// `hidden=until-found`, which browsers show when a user asks for it.
    ///
    /// <https://drafts.csswg.org/css-contain-2/#skips-its-contents>
    pub fn skipped_contents(mut self, shown: bool) -> Self {
        self.skipped_contents = shown;
        self
    }

    /// Sets whether links are [marked](super::RenderedText::marks): `a` elements of HTML and SVG
    /// with an address. Events do not depend on it.
    pub fn links(mut self, marked: bool) -> Self {
        self.links = marked;
        self
    }

    /// Sets whether images are [marked](super::RenderedText::marks): `img` elements, and `input`
    /// elements that are image buttons. Events do not depend on it.
    pub fn images(mut self, marked: bool) -> Self {
        self.images = marked;
        self
    }
}
