//! Stage 1: from bytes to text.
//!
//! Which encoding a document is in is decided once, by [`sniff()`], from the bytes and the caller's
//! [`Hints`]; then a [`StreamDecoder`] turns the bytes into text, piece by piece. While the answer
//! is only [`Confidence::Tentative`], a `meta` element met by the tree builder can ask for another
//! encoding: [`Sniffed::meet_meta`] says whether parsing must start again. All that named an
//! encoding is kept for the [`EncodingReport`].
//!
//! - `hints.rs`: what the caller knows
//! - `sniff.rs`: the encoding sniffing algorithm, that is, the order in which the sources are asked
//! - `content_type.rs`: the `charset` parameter of a `Content-Type` value, and whether it is a type
//!   of XML
//! - `prescan.rs`: prescan a byte stream to determine its encoding; get an attribute
//! - `xml_declaration.rs`: get an XML encoding
//! - `meta_charset.rs`: the encoding a `meta` element declares (also asked by the tree builder)
//! - `locale.rs`: the encoding suggested for a locale
//! - `detect.rs`: the encoding guessed from the bytes themselves
//! - `unsupported.rs`: encodings recognized in order to be refused by name
//! - `distrust.rs`: the encoding that decodes cleanly, where the one declared does not
//! - `candidate.rs`, `report.rs`: the account of all this
//! - `decoder.rs`: decode; change the encoding while parsing
//! - `stream_decoder.rs`: decode in pieces; malformed sequences counted
//! - `reader.rs`: decoding with an account of which bytes each character takes
//! - `reading.rs`: questions about what bytes decode to
//! - `byte_offsets.rs`: where text stands in the bytes
//!
//! Every label is looked up as the Encoding Standard says, so `latin1` means windows-1252, and
//! `iso-2022-kr` means the replacement encoding, which turns any bytes into one U+FFFD.
//!
//! <https://html.spec.whatwg.org/#the-input-byte-stream>

mod byte_offsets;
mod candidate;
mod content_type;
mod decoder;
mod detect;
mod distrust;
mod hints;
mod locale;
mod meta_charset;
mod prescan;
mod reader;
mod reading;
mod report;
mod sniff;
mod stream_decoder;
mod unsupported;
mod xml_declaration;

use std::fmt;

use encoding_rs::Encoding;

use crate::error::Error;

pub use byte_offsets::ByteOffsets;
pub use candidate::{CandidateVerdict, EncodingCandidate};
pub(crate) use decoder::{EncodingChange, adopt, change_encoding};
pub(crate) use distrust::distrust;
pub use hints::{Hints, XmlRules};
pub(crate) use meta_charset::{
    encoding_for_meta_label, extract_encoding_from_meta, label_in_meta_content,
};
pub(crate) use reading::{bytes_for_text, same_reading};
pub use report::{EncodingReport, encoding_report, encoding_report_from_start};
pub(crate) use sniff::{Sniffed, sniff};
pub(crate) use stream_decoder::StreamDecoder;
use unsupported::unsupported_encoding;

/// What decided a document's encoding.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodingSource {
    /// The document starts with a byte order mark.
    ///
    /// <https://encoding.spec.whatwg.org/#bom-sniff>
    ByteOrderMark,
    /// [`Hints::user_override`].
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    UserOverride,
    /// [`Hints::content_type`] or [`Hints::transport_encoding`].
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
    /// A `meta` element that was met while parsing, after which parsing started again.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    LateMeta,
    /// [`Hints::link_charset`].
    ///
    /// <https://www.w3.org/TR/html401/charset.html#h-5.2.2>
    Link,
    /// [`Hints::containing_document`].
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    ContainingDocument,
    /// [`Hints::previous_visit`].
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    PreviousVisit,
    /// What the bytes look like: see [`Hints::local_file`] and [`Hints::detect`].
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Detection,
    /// [`Hints::locale`].
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Locale,
    /// Nothing named an encoding, and the media type of [`Hints::content_type`] is one of XML: see
    /// [`XmlRules`].
    ///
    /// <https://www.rfc-editor.org/rfc/rfc7303#section-3>
    XmlMediaType,
    /// What was chosen at first has malformed sequences, and this has none: see
    /// [`Hints::distrust`].
    Distrust,
    /// Nothing named an encoding: [`Hints::default_encoding`], or else windows-1252.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Default,
}

impl EncodingSource {
    /// A name for use in data: that of the variant, in lower case with hyphens.
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

/// In a few words.
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

/// How sure it is that a document is in the encoding used to decode it.
///
/// <https://html.spec.whatwg.org/#concept-encoding-confidence>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// A guess, which a `meta` element may correct.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    Tentative,
    /// Settled.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    Certain,
    /// The input was text to begin with, so there is no encoding.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    Irrelevant,
}

impl Confidence {
    /// A name for use in data, and in text: that of the standard.
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

/// The answer of the encoding sniffing algorithm.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DetectedEncoding {
    pub(crate) encoding: &'static Encoding,
    pub(crate) source: EncodingSource,
    pub(crate) confidence: Confidence,
}

/// Returns the encoding a label names: `utf-8`, `Shift_JIS`, `latin1` and so on, in any case and
/// with ASCII white space around it ignored.
///
/// # Errors
///
/// [`Error::UnknownEncodingLabel`] if the Encoding Standard knows no such label, or
/// [`Error::UnsupportedEncoding`] if it is the label of an encoding that is known and must not be
/// supported: UTF-7, UTF-32, CESU-8, EBCDIC and the like.
///
/// ```
/// use consomme::encoding_for_label;
///
/// assert_eq!(encoding_for_label("Latin1")?.name(), "windows-1252");
/// assert_eq!(encoding_for_label("soup").unwrap_err().to_string(), "unknown character encoding label: \"soup\"");
/// # Ok::<(), consomme::Error>(())
/// ```
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-get>
pub fn encoding_for_label(label: &str) -> Result<&'static Encoding, Error> {
    if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
        return Ok(encoding);
    }
    Err(match unsupported_encoding(label.as_bytes()) {
        Some(name) => Error::UnsupportedEncoding { label: label.to_owned(), name },
        None => Error::UnknownEncodingLabel { label: label.to_owned() },
    })
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, REPLACEMENT, UTF_8, WINDOWS_1252, X_USER_DEFINED};

    use super::*;

    #[test]
    fn encoding_for_label_gets_an_encoding() {
        let rows: &[(&str, &str, Option<&'static Encoding>)] = &[
            ("a name", "EUC-KR", Some(EUC_KR)),
            ("any case", "uTf-8", Some(UTF_8)),
            ("ASCII white space around it", "\t\n\x0C\r utf8 ", Some(UTF_8)),
            ("another label of the same encoding", "ascii", Some(WINDOWS_1252)),
            ("a label of the replacement encoding", "hz-gb-2312", Some(REPLACEMENT)),
            ("x-user-defined stays itself", "x-user-defined", Some(X_USER_DEFINED)),
            ("no label", "", None),
            ("white space inside", "utf 8", None),
            ("other white space around it", "\u{A0}utf-8", None),
            ("an encoding that must not be supported", "utf-7", None),
        ];
        for (rule, label, expected) in rows {
            assert_eq!(encoding_for_label(label).ok(), *expected, "{rule}: {label:?}");
        }
    }

    #[test]
    fn an_unknown_label_is_named_in_the_error() {
        let Err(Error::UnknownEncodingLabel { label }) = encoding_for_label("klingon") else {
            panic!("no such encoding");
        };
        assert_eq!(label, "klingon");
    }

    #[test]
    fn an_unsupported_encoding_is_named_in_the_error() {
        let error = encoding_for_label(" UTF-7").expect_err("it is refused");
        assert_eq!(error, Error::UnsupportedEncoding { label: " UTF-7".to_owned(), name: "UTF-7" });
        assert_eq!(error.to_string(), "unsupported character encoding: UTF-7 (\" UTF-7\")");
    }
}
