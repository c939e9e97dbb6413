//! The text modes that a tree builder sets.

use crate::elements::{Content, ElementRow};
use crate::names::LocalName;

/// How the tokenizer reads the text that follows: the states of the standard in which a token can
/// start.
///
/// A tree builder switches the mode after some start tags; for whoever uses [`Tokens`] without one,
/// [`Tokens::set_state`] does.
///
/// [`Tokens`]: super::Tokens
/// [`Tokens::set_state`]: super::Tokens::set_state
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TextMode {
    /// Ordinary markup: tags, comments and character references are recognized.
    ///
    /// <https://html.spec.whatwg.org/#data-state>
    #[default]
    Data,
    /// The text of `title` and `textarea`: character references are recognized, and the end tag
    /// that matches the [last start tag](super::Tokens::last_start_tag).
    ///
    /// <https://html.spec.whatwg.org/#rcdata-state>
    Rcdata,
    /// The text of `style`, `xmp`, `iframe`, `noembed` and `noframes`: only the end tag that
    /// matches the last start tag is recognized.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-state>
    Rawtext,
    /// The text of `script`: only the end tag that matches the last start tag is recognized, and
    /// after `<!--` and `<script`, the first `</script>` does not count.
    ///
    /// <https://html.spec.whatwg.org/#script-data-state>
    ScriptData,
    /// The text after `<plaintext>`: everything up to the end of the input is text.
    ///
    /// <https://html.spec.whatwg.org/#plaintext-state>
    Plaintext,
    /// The text after `<![CDATA[` in SVG and MathML: everything up to `]]>` is text.
    ///
    /// The tokenizer switches to this mode by itself if [CDATA sections are
    /// allowed](super::Tokens::set_cdata_allowed); a caller needs it only to start inside one.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-state>
    CdataSection,
}

impl TextMode {
    /// Returns how the text in the HTML element with that name is read.
    ///
    /// <https://html.spec.whatwg.org/#parsing-html-fragments>
    pub(crate) fn in_html_element(name: LocalName, scripting: bool) -> TextMode {
        match ElementRow::of(name).content {
            Content::Normal | Content::Void => TextMode::Data,
            Content::EscapableRawText => TextMode::Rcdata,
            Content::RawText => TextMode::Rawtext,
            Content::Script => TextMode::ScriptData,
            Content::Noscript if scripting => TextMode::Rawtext,
            Content::Noscript => TextMode::Data,
            Content::Plaintext => TextMode::Plaintext,
        }
    }
}
