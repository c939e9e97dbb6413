//! Hints: the caller's knowledge about the encoding of a document.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use super::content_type::{MediaTypeKind, charset_parameter, is_media_type, media_type_kind};
use super::locale::encoding_for_locale;

/// How many bytes the prescan searches by default, as the standard recommends.
const DEFAULT_PRESCAN_BYTES: usize = 1024;

/// The length of the longest byte order mark, UTF-32's. The decision always waits for as many
/// bytes.
const MAX_MARK_LENGTH: usize = 4;

/// The caller's knowledge about the encoding of a document, besides its bytes.
///
/// All hints are optional. The first of these sources that names an encoding decides:
///
/// 1. a byte order mark in the document
/// 2. [`user_override`](Hints::user_override)
/// 3. the transport layer: [`content_type`](Hints::content_type) or
///    [`transport_encoding`](Hints::transport_encoding), which set the same hint
/// 4. a `meta` element or an XML declaration in the first 1024 bytes
/// 5. [`link_charset`](Hints::link_charset)
/// 6. [`containing_document`](Hints::containing_document)
/// 7. [`previous_visit`](Hints::previous_visit)
/// 8. a guess from the bytes, if [`local_file`](Hints::local_file) or, with the cargo feature
///    `detect`, `detect` asks for one
/// 9. [`locale`](Hints::locale), if the standard's table lists it
/// 10. [`default_encoding`](Hints::default_encoding), or windows-1252 without that
///
/// The first three are certain. The rest are tentative: a `meta` element found while parsing can
/// still change the encoding. A `Content-Type` of XML has an order of its own: see [`XmlRules`]. If
/// a hint is set more than once, the last call counts.
///
/// ```
/// use consomme::{Hints, parse_document};
///
/// let hints = Hints::new().locale("ja-JP").link_charset("windows-1251");
/// let document = parse_document(b"<p>\xC1\xEE\xF0\xF9", &hints);
/// assert_eq!(document.root().text_content(), "Борщ");
/// ```
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hints {
    pub(super) user_override: Option<&'static Encoding>,
    /// The media type of the last `Content-Type`.
    pub(super) media_type: Option<MediaTypeKind>,
    /// The last `Content-Type`, if it is not a media type.
    pub(super) malformed_content_type: Option<String>,
    pub(super) transport: Option<Label>,
    pub(super) link: Option<Label>,
    pub(super) containing_document: Option<&'static Encoding>,
    pub(super) previous_visit: Option<&'static Encoding>,
    pub(super) locale: Option<Label>,
    #[cfg(feature = "detect")]
    pub(super) top_level_domain: Option<String>,
    pub(super) default: Option<&'static Encoding>,
    #[cfg(feature = "detect")]
    pub(super) detect: bool,
    pub(super) local_file: bool,
    pub(super) distrust: bool,
    pub(super) xml_rules: XmlRules,
    pub(super) ignore_late_meta: bool,
    pub(super) prescan_bytes: usize,
}

/// A label as it was given, and the encoding that it names, if any.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Label {
    pub(super) text: Cow<'static, str>,
    pub(super) encoding: Option<&'static Encoding>,
}

impl Label {
    fn new(label: &str) -> Label {
        let text = Cow::Owned(label.trim_ascii().to_owned());
        Label { text, encoding: Encoding::for_label(label.as_bytes()) }
    }
}

/// No hints: [`Hints::new`].
impl Default for Hints {
    fn default() -> Self {
        Hints {
            user_override: None,
            media_type: None,
            malformed_content_type: None,
            transport: None,
            link: None,
            containing_document: None,
            previous_visit: None,
            locale: None,
            #[cfg(feature = "detect")]
            top_level_domain: None,
            default: None,
            #[cfg(feature = "detect")]
            detect: false,
            local_file: false,
            distrust: false,
            xml_rules: XmlRules::Rfc7303,
            ignore_late_meta: false,
            prescan_bytes: DEFAULT_PRESCAN_BYTES,
        }
    }
}

impl Hints {
    /// Returns an empty set of hints: the document decides, and if it declares nothing, the
    /// encoding is windows-1252.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns hints for documents that are in UTF-8 unless they declare something else: UTF-8 as
    /// the [`default_encoding`](Hints::default_encoding).
    ///
    /// ```
    /// use consomme::{Hints, parse_document};
    ///
    /// let document = parse_document("<p>Consommé".as_bytes(), &Hints::utf8());
    /// assert_eq!(document.root().text_content(), "Consommé");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn utf8() -> Self {
        Self::new().default_encoding(UTF_8)
    }

    /// Sets the value of the `Content-Type` header, such as `text/html; charset=Shift_JIS`. Its
    /// `charset` parameter is the encoding that the transport layer declares.
    ///
    /// The value is parsed as the MIME Sniffing Standard says. If it is not a MIME type, has no
    /// `charset`, or names an encoding that does not exist, the transport layer declares nothing.
    /// If the media type is one of XML, the encoding is decided by the rules for XML: see
    /// [`XmlRules`].
    ///
    /// A charset alone, such as `utf-8`, is not a MIME type: it is for [`charset`](Hints::charset).
    /// The [report](crate::encoding::EncodingReport) lists a value that is not a MIME type, as
    /// [`NotAMediaType`](crate::encoding::CandidateVerdict::NotAMediaType).
    ///
    /// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
    #[must_use]
    pub fn content_type(mut self, value: &str) -> Self {
        let written = value.trim_ascii();
        self.malformed_content_type =
            (!written.is_empty() && !is_media_type(value)).then(|| written.to_owned());
        self.media_type = Some(media_type_kind(value));
        self.transport = charset_parameter(value).map(|label| Label::new(&label));
        self
    }

    /// Sets the encoding that the transport layer declares, by its label: `utf-8`, `Shift_JIS`.
    /// This is for a charset that comes without a media type, from an archive or a database for
    /// example; with a whole `Content-Type`, use [`content_type`](Hints::content_type). A label
    /// that names no encoding declares nothing, and the
    /// [report](crate::encoding::EncodingReport) lists it.
    ///
    /// ```
    /// use consomme::{Hints, parse_document};
    ///
    /// let hints = Hints::new().charset("utf-8");
    /// let document = parse_document("<p>Consommé".as_bytes(), &hints);
    /// assert_eq!(document.root().text_content(), "Consommé");
    /// ```
    ///
    /// <https://encoding.spec.whatwg.org/#concept-encoding-get>
    #[must_use]
    pub fn charset(mut self, label: &str) -> Self {
        self.transport = Some(Label::new(label));
        self
    }

    /// Sets the encoding that the transport layer declares. It is certain, and only a byte order
    /// mark and [`user_override`](Hints::user_override) have a higher priority.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn transport_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.transport =
            Some(Label { text: Cow::Borrowed(encoding.name()), encoding: Some(encoding) });
        self
    }

    /// Sets the encoding that the user has asked for. It is certain, and only a byte order mark has
    /// a higher priority.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn user_override(mut self, encoding: &'static Encoding) -> Self {
        self.user_override = Some(encoding);
        self
    }

    /// Sets the value of the `charset` attribute of the link that led to the document. The Living
    /// Standard has no such hint; in HTML 4 it comes third, after the transport layer and the
    /// `meta` element. Here it comes right after declarations in the document, an XML declaration
    /// included, and is tentative. A label that names no encoding is only listed in the
    /// [report](crate::encoding::EncodingReport).
    ///
    /// <https://www.w3.org/TR/html401/charset.html#h-5.2.2>
    #[must_use]
    pub fn link_charset(mut self, label: &str) -> Self {
        self.link = Some(Label::new(label));
        self
    }

    /// Sets the encoding of the document that contains this one, in an `iframe` for example. The
    /// caller must make sure that both have the same origin, as the standard demands. UTF-16 is
    /// ignored.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn containing_document(mut self, encoding: &'static Encoding) -> Self {
        self.containing_document = Some(encoding);
        self
    }

    /// Sets the encoding that the document had on the last visit, or that is likely for another
    /// reason.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn previous_visit(mut self, encoding: &'static Encoding) -> Self {
        self.previous_visit = Some(encoding);
        self
    }

    /// Sets the user's locale, a BCP 47 language tag such as `ja` or `zh-Hant-HK`. The standard
    /// suggests an encoding for some locales, to be used if nothing else names one. For a locale
    /// that the standard's table does not list, it is
    /// [`default_encoding`](Hints::default_encoding), or windows-1252 without that.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn locale(mut self, tag: &str) -> Self {
        let encoding = encoding_for_locale(tag);
        self.locale = Some(Label { text: Cow::Owned(tag.to_owned()), encoding });
        self
    }

    /// Sets the host name that the document comes from, or its last label, such as `ru`. It helps
    /// [`detect`](Hints::detect) to distinguish similar encodings. An internationalized label must
    /// be in Punycode; one with non-ASCII characters is ignored. It needs the cargo feature
    /// `detect`.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[cfg(feature = "detect")]
    #[must_use]
    pub fn top_level_domain(mut self, domain: &str) -> Self {
        let label = domain.trim().trim_end_matches('.').rsplit('.').next().unwrap_or_default();
        self.top_level_domain =
            (!label.is_empty() && label.is_ascii()).then(|| label.to_ascii_lowercase());
        self
    }

    /// Sets the encoding to use if nothing else names one. The default is windows-1252.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.default = Some(encoding);
        self
    }

    /// Sets whether the encoding of a document that declares none is guessed by frequency analysis
    /// of its bytes. Off by default, because the standard advises against it for documents from a
    /// network. There is no guess for a document in ASCII. It takes the whole input: a parser that
    /// is fed in pieces waits for the end. It needs the cargo feature `detect`.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[cfg(feature = "detect")]
    #[must_use]
    pub fn detect(mut self, wanted: bool) -> Self {
        self.detect = wanted;
        self
    }

    /// Sets whether the document is a file of the local system. If so, and if it declares nothing,
    /// has bytes above 0x7F and is well-formed UTF-8, its encoding is UTF-8, as the standard
    /// suggests. It takes the whole input: a parser that is fed in pieces waits for the end. Off by
    /// default.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn local_file(mut self, is_local: bool) -> Self {
        self.local_file = is_local;
        self
    }

    /// Sets whether an encoding is dropped if the document has malformed sequences in it. Off by
    /// default, because no browser does this; feed readers do.
    ///
    /// The document is then decoded in the encodings of these sources, in this order:
    ///
    /// 1. the transport layer
    /// 2. a `meta` element, unless the media type is one of XML
    /// 3. the XML declaration, even where [`XmlRules::Rfc3023`] ignores it
    /// 4. the byte order mark
    /// 5. a guess by `detect` or [`local_file`](Hints::local_file), if they are on
    /// 6. UTF-8
    /// 7. windows-1252, if the document has none of the bytes 81, 8D, 8F, 90 and 9D, which it does
    ///    not assign
    ///
    /// The first encoding in which nothing is malformed is used, and is certain. If there is none,
    /// the first choice stays, and [`EncodingReport::is_unknown`] says so.
    ///
    /// US-ASCII, which the Encoding Standard decodes as windows-1252, is dropped for a document
    /// with bytes above 7F, whether the label `us-ascii` or `ascii` names it or
    /// [`XmlRules::Rfc3023`] implies it. These encodings are never dropped:
    ///
    /// - the encoding of [`user_override`](Hints::user_override)
    /// - the replacement encoding, whose purpose is to keep the bytes from being decoded
    /// - an encoding in which no bytes are malformed, as in several single-byte encodings, in
    ///   particular windows-1252 under its own name or that of `iso-8859-1`
    ///
    /// It takes the whole input: a parser that is fed in pieces waits for the end.
    ///
    /// ```
    /// use consomme::encoding::{self, XmlRules};
    /// use consomme::Hints;
    ///
    /// // RFC 3023 implies US-ASCII, whatever the document declares.
    /// let feed = "<?xml version='1.0' encoding='utf-8'?><rss><title>Consommé".as_bytes();
    /// let hints = Hints::new().content_type("text/xml").xml_rules(XmlRules::Rfc3023);
    /// assert_eq!(encoding::report(feed, &hints).encoding().name(), "windows-1252");
    /// let report = encoding::report(feed, &hints.distrust(true));
    /// assert_eq!((report.encoding().name(), report.is_distrusted()), ("UTF-8", true));
    /// ```
    ///
    /// [`EncodingReport::is_unknown`]: crate::encoding::EncodingReport::is_unknown
    #[must_use]
    pub fn distrust(mut self, wanted: bool) -> Self {
        self.distrust = wanted;
        self
    }

    /// Sets which rules apply if [`content_type`](Hints::content_type) is a media type of XML.
    /// [`XmlRules::Rfc7303`] by default.
    #[must_use]
    pub fn xml_rules(mut self, rules: XmlRules) -> Self {
        self.xml_rules = rules;
        self
    }

    /// Sets whether a `meta` element found while parsing leaves the encoding as it is, which
    /// becomes certain. Off by default. The standard allows that where parsing cannot start again.
    /// A [`Parser`] that is fed in pieces then does not keep the bytes.
    ///
    /// ```
    /// use consomme::{Hints, parse_document};
    ///
    /// let page = b"<p>caf\xE9<meta charset=utf-8>";
    /// let hints = Hints::new().prescan_bytes(0);
    /// assert_eq!(parse_document(page, &hints).root().text_content(), "caf\u{FFFD}");
    /// let hints = hints.ignore_late_meta(true);
    /// assert_eq!(parse_document(page, &hints).root().text_content(), "café");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    ///
    /// [`Parser`]: crate::Parser
    #[must_use]
    pub fn ignore_late_meta(mut self, wanted: bool) -> Self {
        self.ignore_late_meta = wanted;
        self
    }

    /// Sets how many bytes of the document are searched for a `meta` element or an XML declaration
    /// before parsing starts. The default is 1024. A parser that is fed in pieces waits for that
    /// many bytes, or for the end. With 0 there is no search: the parser only waits for a byte
    /// order mark, and a `meta` element is found while parsing.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    #[must_use]
    pub fn prescan_bytes(mut self, count: usize) -> Self {
        self.prescan_bytes = count;
        self
    }

    /// Whether a hint may make the encoding certain, whatever the document says.
    #[cfg(feature = "stream")]
    pub(crate) fn may_be_certain(&self) -> bool {
        self.user_override.is_some() || self.transport.is_some()
    }

    /// Returns how many bytes of a document it takes to decide its encoding:
    /// [`prescan_bytes`](Hints::prescan_bytes), but at least 4, the length of the longest byte
    /// order mark. A shorter document is decided at its end, and `detect`,
    /// [`local_file`](Hints::local_file) and [`distrust`](Hints::distrust) can take the whole
    /// document.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    pub fn awaited_bytes(&self) -> usize {
        self.prescan_bytes.max(MAX_MARK_LENGTH)
    }
}

/// How the encoding of a document is decided if its `Content-Type` is a media type of XML:
/// `application/xml`, `text/xml`, and any type that ends in `+xml`.
///
/// Under all rules, a byte order mark comes first and [`Hints::user_override`] second. The result
/// is certain, and `meta` elements and other hints do not count. The document is parsed as HTML all
/// the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XmlRules {
    /// The `charset` parameter, then the XML declaration, then UTF-8.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc7303#section-3>
    #[default]
    Rfc7303,
    /// For `text/xml`, `text/xml-external-parsed-entity` and any type of the form `text/…+xml`, the
    /// `charset` parameter, then US-ASCII, which the Encoding Standard decodes as windows-1252; the
    /// XML declaration does not count. For other types, the same as [`Rfc7303`](XmlRules::Rfc7303).
    ///
    /// <https://www.rfc-editor.org/rfc/rfc3023#section-3>
    Rfc3023,
}

impl XmlRules {
    /// Returns the name of the RFC, such as `"rfc7303"`, for use in data.
    pub fn as_str(self) -> &'static str {
        match self {
            XmlRules::Rfc7303 => "rfc7303",
            XmlRules::Rfc3023 => "rfc3023",
        }
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_JP, EUC_KR, ISO_8859_2, SHIFT_JIS, UTF_8};

    use super::*;

    /// Returns the encoding that the transport layer declares.
    fn transport(hints: &Hints) -> Option<&'static Encoding> {
        hints.transport.as_ref().and_then(|label| label.encoding)
    }

    #[test]
    fn the_last_call_of_a_hint_counts() {
        let rows = [
            (
                "user override",
                Hints::new().user_override(EUC_JP).user_override(UTF_8).user_override,
            ),
            (
                "default encoding",
                Hints::new().default_encoding(EUC_JP).default_encoding(UTF_8).default,
            ),
            (
                "transport encoding",
                transport(&Hints::new().transport_encoding(EUC_JP).transport_encoding(UTF_8)),
            ),
            (
                "content type after transport encoding",
                transport(
                    &Hints::new()
                        .transport_encoding(EUC_JP)
                        .content_type("text/html; charset=utf-8"),
                ),
            ),
            (
                "transport encoding after content type",
                transport(
                    &Hints::new()
                        .content_type("text/html; charset=shift_jis")
                        .transport_encoding(UTF_8),
                ),
            ),
        ];
        for (rule, encoding) in rows {
            assert_eq!(encoding, Some(UTF_8), "{rule}");
        }
    }

    #[test]
    fn a_content_type_that_names_no_encoding_removes_an_earlier_one() {
        for value in ["text/html", "text/html; charset=klingon", "nonsense"] {
            let hints = Hints::new().transport_encoding(SHIFT_JIS).content_type(value);
            assert_eq!(transport(&hints), None, "{value:?}");
        }
    }

    #[test]
    fn hints_of_different_kinds_are_independent() {
        let hints = Hints::new()
            .user_override(EUC_KR)
            .content_type("text/html; charset=iso-8859-2")
            .default_encoding(EUC_JP);
        assert_eq!(hints.user_override, Some(EUC_KR));
        assert_eq!(transport(&hints), Some(ISO_8859_2));
        assert_eq!(hints.default, Some(EUC_JP));
    }

    #[test]
    fn an_unknown_label_of_a_link_names_no_encoding() {
        for label in ["klingon", "", "utf 8", "utf-7", "cesu-8", "utf-32", "cp037"] {
            let link = Hints::new().link_charset(label).link.expect("it is given");
            assert_eq!((&*link.text, link.encoding), (label, None));
        }
        let hints = Hints::new().link_charset(" EUC-jp ");
        assert_eq!(hints.link, Some(Label { text: "EUC-jp".into(), encoding: Some(EUC_JP) }));
    }

    #[cfg(feature = "detect")]
    #[test]
    fn a_top_level_domain_is_the_last_label_in_lowercase() {
        let rows = [
            ("a label", "ru", Some("ru")),
            ("any case", "RU", Some("ru")),
            ("a host name", "www.example.co.JP", Some("jp")),
            ("a host name with the root", "example.cz.", Some("cz")),
            ("a leading dot", ".bg", Some("bg")),
            ("Punycode", "xn--p1ai", Some("xn--p1ai")),
            ("not ASCII", "рф", None),
            ("no label", "", None),
            ("only dots", "..", None),
        ];
        for (rule, given, expected) in rows {
            let hints = Hints::new().top_level_domain(given);
            assert_eq!(hints.top_level_domain.as_deref(), expected, "{rule}");
        }
    }

    #[test]
    fn at_least_the_length_of_a_byte_order_mark_is_awaited() {
        assert_eq!(Hints::new().awaited_bytes(), 1024);
        assert_eq!(Hints::new().prescan_bytes(0).awaited_bytes(), 4);
        assert_eq!(Hints::new().prescan_bytes(4096).awaited_bytes(), 4096);
    }
}
