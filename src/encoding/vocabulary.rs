//! The source that decided an encoding, and the confidence in it.

use std::fmt;

use encoding_rs::Encoding;

/// The source that decided a document's encoding.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodingSource {
    /// The document starts with a byte order mark.
    ///
    /// <https://encoding.spec.whatwg.org/#bom-sniff>
    ByteOrderMark,
    /// [`Hints::user_override`](crate::Hints::user_override).
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    UserOverride,
    /// [`Hints::content_type`](crate::Hints::content_type) or
    /// [`Hints::transport_encoding`](crate::Hints::transport_encoding).
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Transport,
    /// A `meta` element that the prescan found in the first 1024 bytes.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    Meta,
    /// Something that looks like an XML declaration at the very start: one with an `encoding`, or
    /// any in UTF-16.
    ///
    /// <https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing>
    XmlDeclaration,
    /// A `meta` element found while parsing, which changed the encoding.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    LateMeta,
    /// [`Hints::link_charset`](crate::Hints::link_charset).
    ///
    /// <https://www.w3.org/TR/html401/charset.html#h-5.2.2>
    Link,
    /// [`Hints::containing_document`](crate::Hints::containing_document).
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    ContainingDocument,
    /// [`Hints::previous_visit`](crate::Hints::previous_visit).
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    PreviousVisit,
    /// The bytes themselves: see [`Hints::local_file`](crate::Hints::local_file) and
    /// `Hints::detect`, which needs the cargo feature `detect`.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Detection,
    /// [`Hints::locale`](crate::Hints::locale).
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Locale,
    /// Nothing named an encoding, and [`Hints::content_type`](crate::Hints::content_type) is a
    /// media type of XML: see [`XmlRules`](crate::encoding::XmlRules).
    ///
    /// <https://www.rfc-editor.org/rfc/rfc7303#section-3>
    XmlMediaType,
    /// The document has malformed sequences in the encoding that was chosen at first, and none in
    /// this one: see [`Hints::distrust`](crate::Hints::distrust).
    Distrust,
    /// Nothing named an encoding: [`Hints::default_encoding`](crate::Hints::default_encoding), or
    /// windows-1252 without that.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Default,
}

impl EncodingSource {
    /// Returns the name of the variant in lowercase with hyphens, such as `"byte-order-mark"`, for
    /// use in data.
    pub fn as_str(self) -> &'static str {
        match self {
            EncodingSource::ByteOrderMark => "byte-order-mark",
            EncodingSource::UserOverride => "user-override",
            EncodingSource::Transport => "transport",
            EncodingSource::Meta => "meta",
            EncodingSource::XmlDeclaration => "xml-declaration",
            EncodingSource::LateMeta => "late-meta",
            EncodingSource::Link => "link",
            EncodingSource::ContainingDocument => "containing-document",
            EncodingSource::PreviousVisit => "previous-visit",
            EncodingSource::Detection => "detection",
            EncodingSource::Locale => "locale",
            EncodingSource::XmlMediaType => "xml-media-type",
            EncodingSource::Distrust => "distrust",
            EncodingSource::Default => "default",
        }
    }
}

/// Prints a description in a few words.
impl fmt::Display for EncodingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EncodingSource::ByteOrderMark => "byte order mark",
            EncodingSource::UserOverride => "user override",
            EncodingSource::Transport => "transport layer",
            EncodingSource::Meta => "meta element near the start",
            EncodingSource::XmlDeclaration => "XML declaration",
            EncodingSource::LateMeta => "meta element met while parsing",
            EncodingSource::Link => "link that led here",
            EncodingSource::ContainingDocument => "containing document",
            EncodingSource::PreviousVisit => "previous visit",
            EncodingSource::Detection => "what the bytes look like",
            EncodingSource::Locale => "locale",
            EncodingSource::XmlMediaType => "media type of XML",
            EncodingSource::Distrust => "clean decoding",
            EncodingSource::Default => "default",
        })
    }
}

/// How certain it is that a document is in the encoding used to decode it.
///
/// <https://html.spec.whatwg.org/#concept-encoding-confidence>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// A guess, which a `meta` element can correct.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    Tentative,
    /// Nothing can change the encoding.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    Certain,
    /// The input was decoded text, so it has no encoding.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    Irrelevant,
}

impl Confidence {
    /// Returns the name that the standard uses, in lowercase.
    pub fn as_str(self) -> &'static str {
        match self {
            Confidence::Tentative => "tentative",
            Confidence::Certain => "certain",
            Confidence::Irrelevant => "irrelevant",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The result of the encoding sniffing algorithm.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DetectedEncoding {
    pub(crate) encoding: &'static Encoding,
    pub(crate) source: EncodingSource,
    pub(crate) confidence: Confidence,
}
