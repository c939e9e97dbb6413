//! The account of how a document's encoding was decided.

use std::fmt;

use encoding_rs::Encoding;

use super::stream_decoder::malformed;
use super::{
    Confidence, DetectedEncoding, EncodingCandidate, EncodingSource, Hints, Sniffed, distrust,
    sniff,
};

/// How the encoding of a document was decided: what was chosen and why, what else named an
/// encoding, and how decoding went.
///
/// Its [`Display`](fmt::Display) form is some lines of text. With the cargo feature `serde` it can
/// be serialized.
///
/// ```
/// use consomme::{Hints, encoding_report};
///
/// let report = encoding_report(b"<meta charset=gb2312><p>\xC3\xE6", &Hints::new().locale("ja"));
/// assert_eq!(report.to_string(), "\
/// GBK, tentative, by meta element near the start
/// meta element near the start: \"gb2312\" at bytes 14 to 20, which means GBK: used
/// locale: \"ja\", which means Shift_JIS: not used, overruled
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingReport {
    detected: DetectedEncoding,
    candidates: Vec<EncodingCandidate>,
    pub(crate) restarted: bool,
    pub(crate) switched_on_the_fly: bool,
    pub(crate) malformed_sequences: u64,
    pub(crate) first_malformed: Option<u64>,
}

/// Finds out the encoding of a whole document without parsing it, and says how: what
/// [`parse_document`](crate::parse_document) decides before it parses, so that a `meta` element
/// past the first 1024 bytes is not seen.
///
/// ```
/// use consomme::{EncodingSource, Hints, encoding_report};
///
/// let report = encoding_report(b"<meta charset=big5><p>", &Hints::new());
/// assert_eq!((report.encoding().name(), report.source()), ("Big5", EncodingSource::Meta));
/// ```
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub fn encoding_report(bytes: &[u8], hints: &Hints) -> EncodingReport {
    let mut sniffed = sniff(bytes, true, hints);
    distrust(bytes, &mut sniffed, hints);
    let mut report = EncodingReport::new(sniffed);
    report.set_malformed(malformed(bytes, report.detected.encoding));
    report
}

/// What [`encoding_report`] says, from the first bytes of a document and without looking for
/// malformed sequences. `None` if there have to be more: fewer than [`Hints::awaited_bytes`] are
/// given, or the answer takes the whole document, as [`Hints::detect`], [`Hints::local_file`] and
/// [`Hints::distrust`] can make it.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub fn encoding_report_from_start(first_bytes: &[u8], hints: &Hints) -> Option<EncodingReport> {
    if first_bytes.len() < hints.awaited_bytes() {
        return None;
    }
    let sniffed = sniff(first_bytes, false, hints);
    (!sniffed.wants_whole_input).then(|| EncodingReport::new(sniffed))
}

impl EncodingReport {
    /// The account as far as sniffing goes.
    pub(crate) fn new(sniffed: Sniffed) -> Self {
        EncodingReport {
            detected: sniffed.detected,
            candidates: sniffed.candidates,
            restarted: false,
            switched_on_the_fly: false,
            malformed_sequences: 0,
            first_malformed: None,
        }
    }

    /// Takes what [`malformed`] counted.
    pub(crate) fn set_malformed(&mut self, (count, first): (u64, Option<u64>)) {
        self.malformed_sequences = count;
        self.first_malformed = first;
    }

    /// The encoding that the document was decoded from.
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-encoding>
    pub fn encoding(&self) -> &'static Encoding {
        self.detected.encoding
    }

    /// What decided it.
    pub fn source(&self) -> EncodingSource {
        self.detected.source
    }

    /// How sure it is.
    ///
    /// <https://html.spec.whatwg.org/#concept-encoding-confidence>
    pub fn confidence(&self) -> Confidence {
        self.detected.confidence
    }

    /// Whether a `meta` element met while parsing made parsing start again from the first byte.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub fn restarted(&self) -> bool {
        self.restarted
    }

    /// Whether a `meta` element met while parsing changed the encoding without starting again,
    /// since all bytes before it read the same in both.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub fn switched_on_the_fly(&self) -> bool {
        self.switched_on_the_fly
    }

    /// How many byte sequences of the input were malformed in the encoding: each became one U+FFFD.
    ///
    /// <https://encoding.spec.whatwg.org/#error-mode>
    pub fn malformed_sequences(&self) -> u64 {
        self.malformed_sequences
    }

    /// The byte offset in the input of the first malformed sequence.
    pub fn first_malformed(&self) -> Option<u64> {
        self.first_malformed
    }

    /// All that named an encoding, in order of priority, and what became of each. A candidate of
    /// the caller's hints is listed whether it was needed or not; detection is only asked, and the
    /// crate's default only listed, when nothing else decided.
    pub fn candidates(&self) -> &[EncodingCandidate] {
        &self.candidates
    }

    /// What the document or its transport declares: the candidate of highest priority from the
    /// transport layer, a `meta` element, the XML declaration or the byte order mark, whether or
    /// not there is such an encoding.
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

    /// Whether what was chosen at first turned out wrong and another encoding is in use: see
    /// [`Hints::distrust`].
    pub fn is_distrusted(&self) -> bool {
        self.detected.source == EncodingSource::Distrust
    }
}

/// The choice in the first line, then each candidate in a line, then what happened while decoding.
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
        if self.restarted {
            writeln!(f, "parsing started again from the first byte")?;
        }
        if self.switched_on_the_fly {
            writeln!(f, "the encoding changed on the fly")?;
        }
        match (self.malformed_sequences, self.first_malformed) {
            (0, _) => Ok(()),
            (1, Some(first)) => writeln!(f, "1 malformed sequence, at byte {first}"),
            (count, Some(first)) => {
                writeln!(f, "{count} malformed sequences, the first at byte {first}")
            }
            (count, None) => writeln!(f, "{count} malformed sequences"),
        }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    //! Encodings as their names, enums as their `as_str`, ranges as `start` and `end`.

    use serde::ser::{Serialize, SerializeStruct, Serializer};

    use super::*;
    use crate::encoding::CandidateVerdict;

    impl Serialize for EncodingReport {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("EncodingReport", 8)?;
            fields.serialize_field("encoding", self.encoding().name())?;
            fields.serialize_field("source", self.source().as_str())?;
            fields.serialize_field("confidence", self.confidence().as_str())?;
            fields.serialize_field("restarted", &self.restarted)?;
            fields.serialize_field("switched_on_the_fly", &self.switched_on_the_fly)?;
            fields.serialize_field("malformed_sequences", &self.malformed_sequences)?;
            fields.serialize_field("first_malformed", &self.first_malformed)?;
            fields.serialize_field("candidates", &self.candidates)?;
            fields.end()
        }
    }

    impl Serialize for EncodingCandidate {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let range = self.range();
            let unsupported = match self.verdict() {
                CandidateVerdict::Unsupported { name } => Some(name),
                _ => None,
            };
            let mut fields = serializer.serialize_struct("EncodingCandidate", 8)?;
            fields.serialize_field("source", self.source().as_str())?;
            fields.serialize_field("label", self.label())?;
            fields.serialize_field("start", &range.as_ref().map(|range| range.start))?;
            fields.serialize_field("end", &range.as_ref().map(|range| range.end))?;
            fields.serialize_field(
                "declared_encoding",
                &self.declared_encoding().map(Encoding::name),
            )?;
            fields.serialize_field("encoding", &self.encoding().map(Encoding::name))?;
            fields.serialize_field("verdict", self.verdict().as_str())?;
            fields.serialize_field("unsupported", &unsupported)?;
            fields.end()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_tells_the_whole_story() {
        let hints =
            Hints::new().content_type("text/html; charset=utf-7").link_charset("utf8").unwrap();
        let mut report =
            encoding_report(b"<meta charset=utf-16><p>\xFF\xC3<meta charset=gbk>", &hints);
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
    fn hostile_labels_stay_on_their_line() {
        let report = encoding_report(b"<meta charset='a\n\"\x1B[31m\xFF'>", &Hints::new());
        assert_eq!(
            report.to_string().lines().nth(1),
            Some(
                "meta element near the start: \"a\\n\\\"\\u{1b}[31m\u{FFFD}\" at bytes 15 to 24: not used, no such encoding"
            )
        );
    }

    #[test]
    fn the_first_bytes_may_be_enough() {
        let mut page = b"<meta charset=gbk>".to_vec();
        page.resize(1024, b' ');
        let plain = vec![b' '; 1024];
        let local = Hints::new().local_file(true);
        let rows: &[(&str, &[u8], &Hints, Option<&str>)] = &[
            ("enough", &page, &Hints::new(), Some("GBK")),
            ("too few", &page[..1023], &Hints::new(), None),
            ("a local file that declares something", &page, &local, Some("GBK")),
            ("a local file that declares nothing", &plain, &local, None),
            ("distrust", &page, &Hints::new().distrust(true), None),
            ("no waiting", b"<met", &Hints::new().prescan_bytes(0), Some("windows-1252")),
        ];
        for (rule, bytes, hints, expected) in rows {
            let report = encoding_report_from_start(bytes, hints);
            assert_eq!(report.map(|report| report.encoding().name()), *expected, "{rule}");
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn json_has_all_of_it() {
        let report = encoding_report(b"<meta charset=utf-7><p>\xFF", &Hints::new());
        assert_eq!(
            serde_json::to_value(&report).unwrap(),
            serde_json::json!({
                "encoding": "windows-1252",
                "source": "default",
                "confidence": "tentative",
                "restarted": false,
                "switched_on_the_fly": false,
                "malformed_sequences": 0,
                "first_malformed": null,
                "candidates": [
                    {
                        "source": "meta",
                        "label": "utf-7",
                        "start": 14,
                        "end": 19,
                        "declared_encoding": null,
                        "encoding": null,
                        "verdict": "unsupported",
                        "unsupported": "UTF-7"
                    },
                    {
                        "source": "default",
                        "label": "windows-1252",
                        "start": null,
                        "end": null,
                        "declared_encoding": "windows-1252",
                        "encoding": "windows-1252",
                        "verdict": "chosen",
                        "unsupported": null
                    }
                ]
            })
        );
    }
}
