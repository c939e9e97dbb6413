//! What the caller knows.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::content_type::{MediaType, charset_parameter, media_type};
use super::encoding_for_label;
use super::locale::encoding_for_locale;
use crate::error::Error;

/// How many bytes the prescan sees unless the caller says otherwise, as the standard advises.
const PRESCAN_BYTES: usize = 1024;

/// How many bytes are looked at in any case: as many as the longest byte order mark has.
const FIRST_BYTES: usize = 4;

/// What the caller knows about the encoding of some bytes, beyond the bytes themselves.
///
/// All hints are optional. They are asked in this order, together with what the document says of
/// itself:
///
/// 1. a byte order mark in the document, which beats every hint
/// 2. [`user_override`](Hints::user_override)
/// 3. the transport layer: [`content_type`](Hints::content_type) or
///    [`transport_encoding`](Hints::transport_encoding), which state the same hint
/// 4. a `meta` element or an XML declaration in the first 1024 bytes
/// 5. [`link_charset`](Hints::link_charset)
/// 6. [`containing_document`](Hints::containing_document)
/// 7. [`previous_visit`](Hints::previous_visit)
/// 8. what the bytes look like, if [`local_file`](Hints::local_file) or [`detect`](Hints::detect)
///    asks for that
/// 9. [`locale`](Hints::locale), if the standard's table names it
/// 10. [`default_encoding`](Hints::default_encoding), or else windows-1252
///
/// The first three are certain; the others are guesses that a `meta` element further on corrects. A
/// `Content-Type` of XML has an order of its own: see [`XmlRules`]. When one hint is given more
/// than once, the last call counts.
///
/// ```
/// use consomme::{Hints, parse_document};
///
/// let hints = Hints::new().locale("ja-JP").link_charset("windows-1251")?;
/// let document = parse_document(b"<p>\xC1\xEE\xF0\xF9", &hints);
/// assert_eq!(document.root().text_content(), "Борщ");
/// # Ok::<(), consomme::Error>(())
/// ```
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
#[derive(Clone, Debug)]
pub struct Hints {
    pub(super) user_override: Option<&'static Encoding>,
    pub(super) media_type: MediaType,
    pub(super) transport: Option<Label>,
    pub(super) link: Option<Label>,
    pub(super) containing_document: Option<&'static Encoding>,
    pub(super) previous_visit: Option<&'static Encoding>,
    pub(super) locale: Option<Label>,
    #[cfg_attr(
        not(feature = "detect"),
        allow(dead_code, reason = "only frequency analysis asks for it")
    )]
    pub(super) top_level_domain: Option<String>,
    pub(super) default: Option<&'static Encoding>,
    pub(super) detect: bool,
    pub(super) local_file: bool,
    pub(super) distrust: bool,
    pub(super) xml_rules: XmlRules,
    pub(super) prescan_bytes: usize,
}

/// A label as it was written, and the encoding that it names, if there is such a one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) text: Cow<'static, str>,
    pub(super) encoding: Option<&'static Encoding>,
}

/// Hints that say nothing.
impl Default for Hints {
    fn default() -> Self {
        Hints {
            user_override: None,
            media_type: MediaType::Other,
            transport: None,
            link: None,
            containing_document: None,
            previous_visit: None,
            locale: None,
            top_level_domain: None,
            default: None,
            detect: false,
            local_file: false,
            distrust: false,
            xml_rules: XmlRules::Rfc7303,
            prescan_bytes: PRESCAN_BYTES,
        }
    }
}

impl Hints {
    /// Returns hints that say nothing: the document decides, and windows-1252 is used when it does
    /// not.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the value of a `Content-Type` header, such as `text/html; charset=Shift_JIS`, and uses
    /// its `charset` parameter as the encoding the transport layer declares.
    ///
    /// The value is read as the MIME Sniffing Standard says. If it is not a MIME type, has no
    /// `charset`, or names an encoding that does not exist, the transport layer counts as having
    /// declared nothing. If the type is one of XML, the encoding is found by the rules for XML: see
    /// [`XmlRules`].
    ///
    /// <https://mimesniff.spec.whatwg.org/#parse-a-mime-type>
    #[must_use]
    pub fn content_type(mut self, value: &str) -> Self {
        self.media_type = media_type(value);
        self.transport = charset_parameter(value).map(|label| Label {
            encoding: Encoding::for_label(label.as_bytes()),
            text: Cow::Owned(label.trim_ascii().to_owned()),
        });
        self
    }

    /// Sets the encoding the transport layer declares. It is certain, and beats what the document
    /// says of itself in anything but a byte order mark.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn transport_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.transport =
            Some(Label { text: Cow::Borrowed(encoding.name()), encoding: Some(encoding) });
        self
    }

    /// Sets the encoding the user has asked for. It is certain, and beats everything but a byte
    /// order mark.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn user_override(mut self, encoding: &'static Encoding) -> Self {
        self.user_override = Some(encoding);
        self
    }

    /// Takes the value of the `charset` attribute of the link that led to the document. HTML 4 puts
    /// it third, behind the transport layer and the `meta` element; the standard has no such hint.
    /// Here it comes right after what the document says of itself, an XML declaration included, and
    /// like that it is a guess.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownEncodingLabel`] if the Encoding Standard knows no such label, or
    /// [`Error::UnsupportedEncoding`] if it is that of an encoding that must not be supported.
    ///
    /// <https://www.w3.org/TR/html401/charset.html#h-5.2.2>
    pub fn link_charset(mut self, label: &str) -> Result<Self, Error> {
        let encoding = encoding_for_label(label)?;
        let text = Cow::Owned(label.trim_ascii().to_owned());
        self.link = Some(Label { text, encoding: Some(encoding) });
        Ok(self)
    }

    /// Sets the encoding of the document that contains this one, in an `iframe` or the like. Only a
    /// document of the same origin counts, which is for the caller to see to; one in UTF-16 does
    /// not count.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn containing_document(mut self, encoding: &'static Encoding) -> Self {
        self.containing_document = Some(encoding);
        self
    }

    /// Sets the encoding that the document had when it was last visited, or that is likely for any
    /// such reason.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn previous_visit(mut self, encoding: &'static Encoding) -> Self {
        self.previous_visit = Some(encoding);
        self
    }

    /// Takes the user's locale as a BCP 47 language tag, such as `ja` or `zh-Hant-HK`, for which
    /// the standard suggests an encoding when nothing names one. For locales that the standard's
    /// table does not list, [`default_encoding`](Hints::default_encoding) counts, or else
    /// windows-1252.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn locale(mut self, tag: &str) -> Self {
        let encoding = encoding_for_locale(tag);
        self.locale = Some(Label { text: Cow::Owned(tag.to_owned()), encoding });
        self
    }

    /// Takes the host name that the document comes from or the last label of it, such as `ru`,
    /// which helps [`detect`](Hints::detect) to tell similar encodings apart. A label that is not
    /// ASCII has to be given in Punycode, and is passed over otherwise.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn top_level_domain(mut self, domain: &str) -> Self {
        let label = domain.trim().trim_end_matches('.').rsplit('.').next().unwrap_or_default();
        self.top_level_domain =
            (!label.is_empty() && label.is_ascii()).then(|| label.to_ascii_lowercase());
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

    /// Whether the encoding of a document that declares none is guessed from how often its bytes
    /// occur. Off by default: the standard advises against it for what comes from a network.
    /// Nothing is guessed from ASCII alone. It takes the whole input, so that a parser that is fed
    /// in pieces waits for the end.
    ///
    /// Does nothing without the cargo feature `detect`.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn detect(mut self, wanted: bool) -> Self {
        self.detect = wanted;
        self
    }

    /// Whether the document is a file of the local system. If it declares nothing, has bytes above
    /// 0x7F, and all of it is well-formed UTF-8, it is taken for UTF-8, as the standard suggests.
    /// It takes the whole input, so that a parser that is fed in pieces waits for the end.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    #[must_use]
    pub fn local_file(mut self, is_local: bool) -> Self {
        self.local_file = is_local;
        self
    }

    /// Whether a declaration is dropped when the bytes show that it is wrong. If they have
    /// sequences that are malformed in the encoding found, these are tried in order: what the
    /// transport layer declares, what a `meta` element declares, the XML declaration's, the byte
    /// order mark's, the detected one, UTF-8 and windows-1252. The first that has no malformed
    /// sequence is used, else the one found at first. The replacement encoding, whose purpose is to
    /// make text harmless, is never dropped. It takes the whole input, so that a parser that is fed
    /// in pieces waits for the end.
    ///
    /// Off by default, as no browser does it.
    #[must_use]
    pub fn distrust(mut self, wanted: bool) -> Self {
        self.distrust = wanted;
        self
    }

    /// Which rules hold when [`content_type`](Hints::content_type) is one of XML.
    #[must_use]
    pub fn xml_rules(mut self, rules: XmlRules) -> Self {
        self.xml_rules = rules;
        self
    }

    /// How many bytes of the document are searched for a `meta` element or an XML declaration
    /// before parsing starts: 1024 if this is not called. A parser that is fed in pieces waits for
    /// so many bytes or the end. With 0, there is no search: only a byte order mark is waited for,
    /// and a `meta` element is met in parsing.
    ///
    /// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
    #[must_use]
    pub fn prescan_bytes(mut self, count: usize) -> Self {
        self.prescan_bytes = count;
        self
    }

    /// How many bytes of a document decide its encoding, unless it is shorter or the whole of it is
    /// asked for: those of [`prescan_bytes`](Hints::prescan_bytes), and as many as a byte order
    /// mark may have.
    ///
    /// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
    pub fn awaited_bytes(&self) -> usize {
        self.prescan_bytes.max(FIRST_BYTES)
    }
}

/// How the encoding of a document is found whose `Content-Type` is one of XML: `application/xml`,
/// `text/xml`, and any type that ends in `+xml`.
///
/// A byte order mark comes first under all rules, and [`Hints::user_override`] second. What is
/// found is certain: a `meta` element does not count in XML. The document is still parsed as HTML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XmlRules {
    /// The `charset` parameter, the XML declaration, UTF-8.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc7303#section-3>
    #[default]
    Rfc7303,
    /// For `application/xml` and the like, the same. For `text/xml`,
    /// `text/xml-external-parsed-entity` and any type of the form `text/…+xml`, the `charset`
    /// parameter or US-ASCII, which the Encoding Standard takes for windows-1252; the XML
    /// declaration does not count.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc3023#section-3>
    Rfc3023,
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_JP, EUC_KR, ISO_8859_2, SHIFT_JIS, UTF_8};

    use super::*;

    /// The encoding that the transport layer declares.
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
    fn a_content_type_that_names_no_encoding_takes_back_an_earlier_one() {
        for value in ["text/html", "text/html; charset=klingon", "nonsense"] {
            let hints = Hints::new().transport_encoding(SHIFT_JIS).content_type(value);
            assert_eq!(transport(&hints), None, "{value:?}");
        }
    }

    #[test]
    fn hints_of_different_kinds_do_not_touch_each_other() {
        let hints = Hints::new()
            .user_override(EUC_KR)
            .content_type("text/html; charset=iso-8859-2")
            .default_encoding(EUC_JP);
        assert_eq!(hints.user_override, Some(EUC_KR));
        assert_eq!(transport(&hints), Some(ISO_8859_2));
        assert_eq!(hints.default, Some(EUC_JP));
    }

    #[test]
    fn an_unknown_label_of_a_link_is_an_error() {
        for label in ["klingon", "", "utf 8", "utf-7", "cesu-8", "utf-32", "cp037"] {
            assert!(Hints::new().link_charset(label).is_err(), "{label:?}");
        }
        let hints =
            Hints::new().link_charset(" EUC-jp ").expect("white space and case do not matter");
        assert_eq!(hints.link, Some(Label { text: "EUC-jp".into(), encoding: Some(EUC_JP) }));
    }

    #[test]
    fn a_top_level_domain_is_the_last_label_in_lower_case() {
        let rows = [
            ("a label", "ru", Some("ru")),
            ("any case", "RU", Some("ru")),
            ("a host name", "www.example.co.JP", Some("jp")),
            ("a host name with the root", "example.cz.", Some("cz")),
            ("a leading dot", ".bg", Some("bg")),
            ("Punycode", "xn--p1ai", Some("xn--p1ai")),
            ("not ASCII", "рф", None),
            ("nothing", "", None),
            ("nothing but dots", "..", None),
        ];
        for (rule, given, expected) in rows {
            let hints = Hints::new().top_level_domain(given);
            assert_eq!(hints.top_level_domain.as_deref(), expected, "{rule}");
        }
    }

    #[test]
    fn the_first_bytes_are_waited_for_in_any_case() {
        assert_eq!(Hints::new().awaited_bytes(), 1024);
        assert_eq!(Hints::new().prescan_bytes(0).awaited_bytes(), 4);
        assert_eq!(Hints::new().prescan_bytes(4096).awaited_bytes(), 4096);
    }
}
