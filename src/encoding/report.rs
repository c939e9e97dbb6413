//! The public account of how the encoding of a document was decided.

use std::fmt;

use encoding_rs::Encoding;

use super::decode::{Malformed, malformed};
use super::sniff::{EncodingCandidate, Hints, MediaTypeKind, Sniffed, sniff};
use super::vocabulary::{Confidence, DetectedEncoding, EncodingSource};

/// How the encoding of a document was decided: the choice and its reason, the other candidates, and
/// the number of malformed sequences.
///
/// [`Display`](fmt::Display) prints it in several lines. With the cargo feature `serde` it can be
/// [serialized](crate::guide::data).
///
/// ```
/// use consomme::encoding;
/// use consomme::Hints;
///
/// let report = encoding::report(b"<meta charset=gb2312><p>\xC3\xE6", &Hints::new().locale("ja"));
/// assert_eq!(report.to_string(), "\
/// GBK, tentative, by meta element near the start
/// meta element near the start: \"gb2312\" at bytes 14 to 20, which means GBK: used
/// locale: \"ja\", which means Shift_JIS: not used, overruled
/// ");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodingReport {
    detected: DetectedEncoding,
    candidates: Vec<EncodingCandidate>,
    pub(crate) restarted: bool,
    pub(crate) switched_on_the_fly: bool,
    is_unknown: bool,
    media_type: Option<MediaTypeKind>,
    malformed: Malformed,
}

/// Decides the encoding of a whole document without parsing it, and reports how: the decision of
/// [`parse_document`](crate::parse_document) before it parses. A `meta` element after the first
/// 1024 bytes, or [`Hints::prescan_bytes`], is not found. Malformed sequences are counted.
///
/// ```
/// use consomme::encoding::{self, EncodingSource};
/// use consomme::Hints;
///
/// let report = encoding::report(b"<meta charset=big5><p>", &Hints::new());
/// assert_eq!((report.encoding().name(), report.source()), ("Big5", EncodingSource::Meta));
/// ```
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub fn report(bytes: &[u8], hints: &Hints) -> EncodingReport {
    let sniffed = sniff(bytes, true, hints);
    let malformed = malformed(bytes, sniffed.detected.encoding);
    EncodingReport { malformed, ..EncodingReport::new(sniffed) }
}

/// Decides the encoding of a document from its first bytes, as [`report`] does, but
/// without counting malformed sequences.
///
/// Returns `None` if that takes more bytes: at least [`Hints::awaited_bytes`], or the whole
/// document if `Hints::detect`, [`Hints::local_file`] or [`Hints::distrust`] needs it. For a
/// document that is shorter than that, use [`report`].
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub fn report_from_start(first_bytes: &[u8], hints: &Hints) -> Option<EncodingReport> {
    if first_bytes.len() < hints.awaited_bytes() {
        return None;
    }
    let sniffed = sniff(first_bytes, false, hints);
    (!sniffed.wants_whole_input).then(|| EncodingReport::new(sniffed))
}

impl EncodingReport {
    /// Returns a report on sniffing alone.
    pub(crate) fn new(sniffed: Sniffed) -> Self {
        EncodingReport {
            detected: sniffed.detected,
            candidates: sniffed.candidates,
            restarted: false,
            switched_on_the_fly: false,
            is_unknown: sniffed.is_unknown,
            media_type: sniffed.media_type,
            malformed: Malformed::default(),
        }
    }

    /// Sets the malformed sequences of the document.
    pub(crate) fn set_malformed(&mut self, malformed: Malformed) {
        self.malformed = malformed;
    }

    /// Returns the encoding that the document was decoded from.
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-encoding>
    pub fn encoding(&self) -> &'static Encoding {
        self.detected.encoding
    }

    /// Returns the source that decided the encoding.
    pub fn source(&self) -> EncodingSource {
        self.detected.source
    }

    /// Returns how certain the encoding is.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    pub fn confidence(&self) -> Confidence {
        self.detected.confidence
    }

    /// Returns whether a `meta` element found while parsing made parsing start again from the first
    /// byte.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub fn restarted(&self) -> bool {
        self.restarted
    }

    /// Returns whether a `meta` element found while parsing changed the encoding without starting
    /// again, because the bytes before it decode to the same text in both encodings.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub fn switched_on_the_fly(&self) -> bool {
        self.switched_on_the_fly
    }

    /// Returns how many byte sequences of the document are malformed in the encoding. Each was
    /// decoded as one U+FFFD. Always 0 in the result of [`report_from_start`].
    ///
    /// <https://encoding.spec.whatwg.org/#error-mode>
    pub fn malformed_sequences(&self) -> u64 {
        self.malformed.count
    }

    /// Returns the byte offset in the document of the first malformed sequence.
    pub fn first_malformed(&self) -> Option<u64> {
        self.malformed.first
    }

    /// Returns the declarations, hints and guesses that named an encoding, in order of priority,
    /// each with its verdict. `meta` elements found while parsing are last, except that a candidate
    /// added by [`Hints::distrust`] may follow.
    ///
    /// Hints are listed whether or not they were needed. Detection is only tried, and windows-1252
    /// as the default only listed, if nothing of higher priority names an encoding.
    ///
    /// Not every declaration is listed: the prescan stops at the first `meta` element that names an
    /// encoding, and lists at most 16 before it with unknown labels. A `meta` element found while
    /// parsing is listed only if it names an encoding: the one that changed the encoding, and at
    /// most 16 more, whose [`range`](EncodingCandidate::range) is not known.
    pub fn candidates(&self) -> &[EncodingCandidate] {
        &self.candidates
    }

    /// Returns the declaration of highest priority: the first candidate that is a byte order mark,
    /// from the transport layer, a `meta` element or an XML declaration, whether or not it names an
    /// encoding.
    pub fn declared(&self) -> Option<&EncodingCandidate> {
        self.candidates.iter().find(|candidate| {
            matches!(
                candidate.source(),
                EncodingSource::ByteOrderMark
                    | EncodingSource::Transport
                    | EncodingSource::Meta
                    | EncodingSource::XmlDeclaration
                    | EncodingSource::LateMeta
            )
        })
    }

    /// Returns whether the first choice was dropped because of malformed sequences, for an encoding
    /// without any: see [`Hints::distrust`]. Universal Feed Parser calls this
    /// `CharacterEncodingOverride`.
    pub fn is_distrusted(&self) -> bool {
        self.detected.source == EncodingSource::Distrust
    }

    /// Returns whether the document has malformed sequences in every encoding that
    /// [`Hints::distrust`] has tried, so that the first choice is used all the same. Universal Feed
    /// Parser calls this `CharacterEncodingUnknown`.
    ///
    /// ```
    /// use consomme::encoding;
    /// use consomme::Hints;
    ///
    /// let hints = Hints::new().content_type("text/html; charset=utf-8").distrust(true);
    /// let report = encoding::report(b"<p>\xE9\x81\xFF", &hints);
    /// assert!(report.is_unknown() && report.encoding().name() == "UTF-8");
    /// ```
    pub fn is_unknown(&self) -> bool {
        self.is_unknown
    }

    /// Returns the kind of the media type that [`Hints::content_type`] gave; `None` without one.
    /// For a document that must be XML, such as a feed, [`MediaTypeKind::NotXml`] is the
    /// `NonXMLContentType` of Universal Feed Parser.
    pub fn media_type_kind(&self) -> Option<MediaTypeKind> {
        self.media_type
    }

    /// Returns whether the document has an XML declaration that names an encoding.
    fn has_xml_declaration(&self) -> bool {
        self.candidates.iter().any(|c| c.source() == EncodingSource::XmlDeclaration)
    }
}

/// Prints the choice on the first line, then each candidate on a line, then problems of the
/// declarations, and events of parsing and decoding.
impl fmt::Display for EncodingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}, by {}",
            self.encoding().name(),
            self.confidence().as_str(),
            self.source()
        )?;
        for candidate in &self.candidates {
            writeln!(f, "{candidate}")?;
        }
        if self.media_type == Some(MediaTypeKind::NotXml) && self.has_xml_declaration() {
            writeln!(f, "an XML declaration, but {}", MediaTypeKind::NotXml)?;
        }
        if self.is_distrusted() {
            writeln!(f, "the first choice was dropped, because bytes are malformed in it")?;
        }
        if self.is_unknown {
            writeln!(f, "no encoding fits: bytes are malformed in each that was tried")?;
        }
        if self.restarted {
            writeln!(f, "parsing started again from the first byte")?;
        }
        if self.switched_on_the_fly {
            writeln!(f, "the encoding changed on the fly")?;
        }
        match (self.malformed.count, self.malformed.first) {
            (0, _) => Ok(()),
            (1, Some(first)) => writeln!(f, "1 malformed sequence, at byte {first}"),
            (count, Some(first)) => {
                writeln!(f, "{count} malformed sequences, the first at byte {first}")
            }
            (count, None) => writeln!(f, "{count} malformed sequences"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sniff::XmlRules;
    use super::*;

    #[test]
    fn display_prints_candidates_restart_and_malformed_sequences() {
        let hints = Hints::new().content_type("text/html; charset=utf-7").link_charset("utf8");
        let mut report = report(b"<meta charset=utf-16><p>\xFF\xC3<meta charset=gbk>", &hints);
        report.restarted = true;
        assert_eq!(
            report.to_string(),
            "UTF-8, tentative, by meta element near the start\n\
             transport layer: \"utf-7\": not used, UTF-7 is not supported\n\
             meta element near the start: \"utf-16\" at bytes 14 to 20, which means UTF-8: used\n\
             link that led here: \"utf8\", which means UTF-8: agrees\n\
             parsing started again from the first byte\n\
             2 malformed sequences, the first at byte 24\n"
        );
        assert_eq!(report.declared().map(EncodingCandidate::label), Some("utf-7"));
        assert!(!report.is_distrusted());
    }

    #[test]
    fn display_says_what_is_wrong_with_the_declarations() {
        let hints = |content_type| {
            let hints = Hints::new().content_type(content_type);
            hints.xml_rules(XmlRules::Rfc3023).distrust(true)
        };
        let rows: [(&str, &[u8], &str); 4] = [
            (
                "text/spaces",
                b"<?xml encoding='koi8-r'?>",
                "an XML declaration, but not a media type of XML\n",
            ),
            (
                "text/xml",
                "<?xml encoding='utf-8'?>é".as_bytes(),
                "the first choice was dropped, because bytes are malformed in it\n",
            ),
            (
                "text/xml",
                b"\xE9\x81",
                "no encoding fits: bytes are malformed in each that was tried\n",
            ),
            ("text/xml", b"<a>", ""),
        ];
        for (content_type, bytes, expected) in rows {
            let report = report(bytes, &hints(content_type)).to_string();
            let words: String = report
                .split_inclusive('\n')
                .skip(1)
                .filter(|line| !line.contains("used\n") && !line.contains("not used"))
                .collect();
            assert_eq!(words, expected, "{report}");
        }
    }

    #[test]
    fn a_label_with_line_breaks_is_printed_on_one_line() {
        let report = report(b"<meta charset='a\n\"\x1B[31m\xFF'>", &Hints::new());
        assert_eq!(
            report.to_string().lines().nth(1),
            Some(
                "meta element near the start: \"a\\n\\\"\\u{1b}[31m\u{FFFD}\" at bytes 15 to 24: not used, no such encoding"
            )
        );
    }

    #[test]
    fn a_report_from_the_start_needs_enough_bytes() {
        let mut page = b"<meta charset=gbk>".to_vec();
        page.resize(1024, b' ');
        let spaces = vec![b' '; 1024];
        let local = Hints::new().local_file(true);
        let rows: &[(&str, &[u8], &Hints, Option<&str>)] = &[
            ("enough bytes", &page, &Hints::new(), Some("GBK")),
            ("too few bytes", &page[..1023], &Hints::new(), None),
            ("a local file that declares something", &page, &local, Some("GBK")),
            ("a local file that declares nothing", &spaces, &local, None),
            ("distrust", &page, &Hints::new().distrust(true), None),
            ("no prescan", b"<met", &Hints::new().prescan_bytes(0), Some("windows-1252")),
        ];
        for (rule, bytes, hints, expected) in rows {
            let report = report_from_start(bytes, hints);
            assert_eq!(report.map(|report| report.encoding().name()), *expected, "{rule}");
        }
    }
}
