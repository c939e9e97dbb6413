//! The purposes of URLs in a page.

use std::fmt;

/// The purpose of a URL.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum UrlKind {
    /// A link that users follow: the `href` of `a` and `area`, and of `a` in SVG and of anything in
    /// MathML.
    Hyperlink,
    /// A link to a resource that is related to the page: the `href` of a `link` whose `rel` has
    /// none of the meanings below, such as `canonical`, `alternate` or `next`.
    Link,
    /// A style sheet: the `href` of `<link rel=stylesheet>`.
    StyleSheet,
    /// An icon of the page: the `href` of `<link rel=icon>`, `apple-touch-icon` and `mask-icon`.
    Icon,
    /// The manifest of a web application: the `href` of `<link rel=manifest>`.
    Manifest,
    /// A resource that is fetched or a server that is connected to ahead of time: the `href` of a
    /// `link` with `preload`, `modulepreload`, `prefetch`, `preconnect`, `dns-prefetch` or
    /// `prerender`.
    Preload,
    /// A script.
    Script,
    /// An image: the `src` of `img` and of image buttons, the candidates of `srcset` and
    /// `imagesrcset`, `poster` and `background`, and images in SVG and MathML.
    Image,
    /// A video, an audio, or a source of one.
    Media,
    /// A text track of a video: subtitles, captions.
    Track,
    /// A page in this page: the `src` of `iframe` and `frame`.
    Frame,
    /// Content of any kind: `embed` and `object`.
    Embed,
    /// Where a form is submitted: `action` and `formaction`.
    FormAction,
    /// A server that is told when a hyperlink is followed: one URL of `ping`.
    Ping,
    /// Where a quotation comes from, or why something was edited; or a long description of an
    /// image.
    Cite,
    /// Where the page goes after a time: `<meta http-equiv=refresh>`.
    Refresh,
    /// The URL that others are relative to: the `href` of `base`.
    Base,
    /// A name that is written as a URL, not to be fetched: `itemid` and the tokens of `itemtype`.
    Identifier,
    /// An element that is used by reference, most often one of the same page: `use`, gradients,
    /// `textPath` and others in SVG.
    Reference,
}

impl UrlKind {
    /// All kinds, in the order of their declaration.
    ///
    /// ```
    /// use consomme::urls::UrlKind;
    ///
    /// assert!(UrlKind::ALL.iter().any(|kind| kind.as_str() == "style_sheet"));
    /// ```
    pub const ALL: &'static [UrlKind] = &[
        UrlKind::Hyperlink,
        UrlKind::Link,
        UrlKind::StyleSheet,
        UrlKind::Icon,
        UrlKind::Manifest,
        UrlKind::Preload,
        UrlKind::Script,
        UrlKind::Image,
        UrlKind::Media,
        UrlKind::Track,
        UrlKind::Frame,
        UrlKind::Embed,
        UrlKind::FormAction,
        UrlKind::Ping,
        UrlKind::Cite,
        UrlKind::Refresh,
        UrlKind::Base,
        UrlKind::Identifier,
        UrlKind::Reference,
    ];

    /// Returns the name in lowercase, with underscores: `style_sheet`.
    pub fn as_str(self) -> &'static str {
        match self {
            UrlKind::Hyperlink => "hyperlink",
            UrlKind::Link => "link",
            UrlKind::StyleSheet => "style_sheet",
            UrlKind::Icon => "icon",
            UrlKind::Manifest => "manifest",
            UrlKind::Preload => "preload",
            UrlKind::Script => "script",
            UrlKind::Image => "image",
            UrlKind::Media => "media",
            UrlKind::Track => "track",
            UrlKind::Frame => "frame",
            UrlKind::Embed => "embed",
            UrlKind::FormAction => "form_action",
            UrlKind::Ping => "ping",
            UrlKind::Cite => "cite",
            UrlKind::Refresh => "refresh",
            UrlKind::Base => "base",
            UrlKind::Identifier => "identifier",
            UrlKind::Reference => "reference",
        }
    }
}

/// Writes the [name](UrlKind::as_str).
impl fmt::Display for UrlKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_are_in_the_list_in_their_order() {
        assert!(UrlKind::ALL.is_sorted());
        // The last one of the declaration has the number of those before it.
        assert_eq!(UrlKind::Reference as usize + 1, UrlKind::ALL.len());
    }
}
