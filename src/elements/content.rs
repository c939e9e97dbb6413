//! How the content of an element is read and written.

/// The kind of an element, as far as its content goes.
///
/// <https://html.spec.whatwg.org/#elements-2>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Markup, and an end tag.
    Normal,
    /// Neither content nor an end tag, also of obsolete elements.
    /// <https://html.spec.whatwg.org/#serializes-as-void>
    Void,
    /// Text up to the end tag, written as it is.
    RawText,
    /// Text with character references.
    EscapableRawText,
    /// The text of a script, written as it is.
    Script,
    /// Raw text if scripting is enabled, and otherwise markup.
    Noscript,
    /// Text up to the end of the input, written as it is.
    Plaintext,
}

impl Content {
    /// Whether the element has no content and no end tag.
    ///
    /// <https://html.spec.whatwg.org/#void-elements>
    #[inline]
    pub(crate) const fn is_void(self) -> bool {
        matches!(self, Content::Void)
    }

    /// Whether the text of the element is written as it is, without escapes.
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
    #[inline]
    pub(crate) const fn is_raw_text(self, scripting: bool) -> bool {
        match self {
            Content::RawText | Content::Script | Content::Plaintext => true,
            Content::Noscript => scripting,
            Content::Normal | Content::Void | Content::EscapableRawText => false,
        }
    }
}
