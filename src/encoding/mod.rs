//! Stage 1: from bytes to text.
//!
//! Which encoding a document is in is decided once, by [`sniff()`], from the bytes and the caller's [`Hints`];
//! then [`decode`] turns the bytes into text. While the answer is only [`Confidence::Tentative`], a `meta`
//! element met by the tree builder can ask for another encoding: [`change_encoding`] says whether parsing
//! must start again.
//!
//! - `sniff.rs`: the encoding sniffing algorithm, that is, the order in which the sources are asked
//! - `content_type.rs`: the `charset` parameter of a `Content-Type` value
//! - `prescan.rs`: prescan a byte stream to determine its encoding; get an attribute
//! - `xml_declaration.rs`: get an XML encoding
//! - `meta_charset.rs`: the encoding a `meta` element declares (also asked by the tree builder)
//! - `decoder.rs`: decode; change the encoding while parsing
//!
//! Every label is looked up as the Encoding Standard says, so `latin1` means windows-1252, and `iso-2022-kr`
//! means the replacement encoding, which turns any bytes into one U+FFFD.
//!
//! <https://html.spec.whatwg.org/#the-input-byte-stream>

mod content_type;
mod decoder;
mod meta_charset;
mod prescan;
mod sniff;
mod xml_declaration;

use encoding_rs::Encoding;

use crate::error::Error;

pub(crate) use decoder::{EncodingChange, adopt, change_encoding, decode};
pub(crate) use meta_charset::{encoding_for_meta_label, extract_encoding_from_meta};
pub(crate) use sniff::sniff;

/// What the caller knows about the encoding of some bytes, beyond the bytes themselves.
///
/// All hints are optional. A byte order mark in the document beats every one of them. When one hint is given
/// more than once, the last call counts; `content_type` and `transport_encoding` state the same hint.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Debug, Default)]
pub struct Hints {
    user_override: Option<&'static Encoding>,
    transport: Option<&'static Encoding>,
    default: Option<&'static Encoding>,
}

impl Hints {
    /// Returns hints that say nothing: the document decides, and windows-1252 is used when it does not.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the value of a `Content-Type` header, such as `text/html; charset=Shift_JIS`, and uses its
    /// `charset` parameter as the encoding the transport layer declares.
    ///
    /// The value is read as the MIME Sniffing Standard says. If it is not a MIME type, has no `charset`, or
    /// names an encoding that does not exist, the transport layer counts as having declared nothing.
    ///
    /// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
    #[must_use]
    pub fn content_type(mut self, value: &str) -> Self {
        self.transport = content_type::encoding_from_content_type(value);
        self
    }

    /// Sets the encoding the transport layer declares. It is certain, and beats what the document says of
    /// itself in anything but a byte order mark.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn transport_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.transport = Some(encoding);
        self
    }

    /// Sets the encoding the user has asked for. It is certain, and beats everything but a byte order mark.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn user_override(mut self, encoding: &'static Encoding) -> Self {
        self.user_override = Some(encoding);
        self
    }

    /// Sets the encoding to use when nothing else names one. Without this call it is windows-1252.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.default = Some(encoding);
        self
    }
}

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
    /// Something that looks like an XML declaration at the very start: one with an `encoding`, or any in
    /// UTF-16.
    ///
    /// <https://html.spec.whatwg.org/#concept-get-xml-encoding-when-sniffing>
    XmlDeclaration,
    /// A `meta` element that was met while parsing, after which parsing started again.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    LateMeta,
    /// Nothing named an encoding: [`Hints::default_encoding`], or else windows-1252.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    Default,
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

/// The answer of the encoding sniffing algorithm.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DetectedEncoding {
    pub(crate) encoding: &'static Encoding,
    pub(crate) source: EncodingSource,
    pub(crate) confidence: Confidence,
}

/// Returns the encoding a label names: `utf-8`, `Shift_JIS`, `latin1` and so on, in any case and with ASCII
/// white space around it ignored.
///
/// # Errors
///
/// [`Error::UnknownEncodingLabel`] if the Encoding Standard knows no such label.
///
/// <https://encoding.spec.whatwg.org/#concept-encoding-get>
pub fn encoding_for_label(label: &str) -> Result<&'static Encoding, Error> {
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) => Ok(encoding),
        None => Err(Error::UnknownEncodingLabel { label: label.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        EUC_JP, EUC_KR, ISO_8859_2, REPLACEMENT, SHIFT_JIS, UTF_8, WINDOWS_1252, X_USER_DEFINED,
    };

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
    fn the_last_call_of_a_hint_counts() {
        let rows = [
            ("user override", Hints::new().user_override(EUC_JP).user_override(UTF_8).user_override),
            ("default encoding", Hints::new().default_encoding(EUC_JP).default_encoding(UTF_8).default),
            (
                "transport encoding",
                Hints::new().transport_encoding(EUC_JP).transport_encoding(UTF_8).transport,
            ),
            (
                "content type after transport encoding",
                Hints::new().transport_encoding(EUC_JP).content_type("text/html; charset=utf-8").transport,
            ),
            (
                "transport encoding after content type",
                Hints::new().content_type("text/html; charset=shift_jis").transport_encoding(UTF_8).transport,
            ),
        ];
        for (rule, encoding) in rows {
            assert_eq!(encoding, Some(UTF_8), "{rule}");
        }
    }

    #[test]
    fn a_content_type_that_names_no_encoding_takes_back_an_earlier_one() {
        for value in ["text/html", "text/html; charset=klingon", "nonsense"] {
            let hints = Hints::new().transport_encoding(SHIFT_JIS).content_type(value);
            assert_eq!(hints.transport, None, "{value:?}");
        }
    }

    #[test]
    fn hints_of_different_kinds_do_not_touch_each_other() {
        let hints = Hints::new()
            .user_override(EUC_KR)
            .content_type("text/html; charset=iso-8859-2")
            .default_encoding(EUC_JP);
        assert_eq!(hints.user_override, Some(EUC_KR));
        assert_eq!(hints.transport, Some(ISO_8859_2));
        assert_eq!(hints.default, Some(EUC_JP));
    }
}
