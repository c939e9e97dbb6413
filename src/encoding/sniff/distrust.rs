//! [`Hints::distrust`]: chooses another encoding if the document has malformed sequences in the one
//! that was found.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, WINDOWS_1252};

use super::candidate::{CandidateVerdict, EncodingCandidate};
use super::content_type::MediaTypeKind;
use super::detect;
use super::hints::Hints;
use super::sniffed::{Sniffed, compare};
use crate::encoding::decode::has_malformed;
use crate::encoding::labels::is_us_ascii;
use crate::encoding::vocabulary::{Confidence, EncodingSource};

/// The sources whose encodings are tried, in this order. An XML declaration that RFC 3023 ignores
/// is tried, too.
const TRIED_SOURCES: [EncodingSource; 5] = [
    EncodingSource::Transport,
    EncodingSource::Meta,
    EncodingSource::LateMeta,
    EncodingSource::XmlDeclaration,
    EncodingSource::ByteOrderMark,
];

/// An encoding that a document may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tried {
    /// US-ASCII, which is decoded as windows-1252.
    UsAscii,
    Encoding(&'static Encoding),
}

impl Tried {
    /// Returns the encoding that the candidate names, if it names one.
    fn of(candidate: &EncodingCandidate) -> Option<Self> {
        let encoding = candidate.encoding()?;
        Some(if is_us_ascii(candidate.label()) {
            Tried::UsAscii
        } else {
            Tried::Encoding(encoding)
        })
    }

    /// Returns the encoding to decode with.
    fn encoding(self) -> &'static Encoding {
        match self {
            Tried::UsAscii => WINDOWS_1252,
            Tried::Encoding(encoding) => encoding,
        }
    }

    /// Returns whether the whole input has sequences that are malformed in the encoding.
    fn is_malformed(self, whole_input: &[u8]) -> bool {
        match self {
            Tried::UsAscii => !whole_input.is_ascii(),
            Tried::Encoding(encoding) => has_malformed(whole_input, encoding),
        }
    }

    /// Returns whether the whole input can be in the encoding: it has no malformed sequences, and
    /// no bytes that the encoding does not assign.
    fn fits(self, whole_input: &[u8]) -> bool {
        match self {
            Tried::Encoding(encoding) if encoding == REPLACEMENT => false,
            Tried::Encoding(encoding) if encoding == WINDOWS_1252 => {
                !has_unassigned_bytes(whole_input)
            }
            _ => !self.is_malformed(whole_input),
        }
    }
}

/// Under [`Hints::distrust`]: if the whole input has malformed sequences in the encoding that was
/// found, looks for an encoding in which it has none. If there is one, it becomes the encoding, and
/// is certain; otherwise only verdicts change.
///
/// A user override is never dropped, nor is the replacement encoding, whose purpose is to keep the
/// bytes from being decoded.
pub(super) fn distrust(whole_input: &[u8], sniffed: &mut Sniffed, hints: &Hints) {
    let first = sniffed.detected;
    if !hints.distrust
        || first.source == EncodingSource::UserOverride
        || first.encoding == REPLACEMENT
    {
        return;
    }
    let chosen = sniffed.candidates.iter().find(|candidate| {
        candidate.verdict == CandidateVerdict::Chosen && candidate.source() == first.source
    });
    let first = chosen.and_then(Tried::of).unwrap_or(Tried::Encoding(first.encoding));
    if !first.is_malformed(whole_input) {
        return;
    }

    // Encodings already rejected.
    let mut rejected = vec![first];
    let mut fits = |tried: Tried| {
        if rejected.contains(&tried) {
            return false;
        }
        let fits = tried.fits(whole_input);
        if !fits {
            rejected.push(tried);
        }
        fits
    };

    let is_xml = hints.media_type.is_some_and(MediaTypeKind::is_xml);
    let declared = declarations(&sniffed.candidates, is_xml).find(|(_, tried)| fits(*tried));
    if let Some((index, tried)) = declared {
        use_instead(sniffed, tried);
        sniffed.candidates[index].verdict = CandidateVerdict::Chosen;
    } else {
        let detected = detect::detect(whole_input, hints)
            .map(|encoding| (encoding, EncodingSource::Detection));
        let last = [UTF_8, WINDOWS_1252].map(|encoding| (encoding, EncodingSource::Distrust));
        let mut others = detected.into_iter().chain(last);
        match others.find(|(encoding, _)| fits(Tried::Encoding(encoding))) {
            Some((encoding, source)) => {
                use_instead(sniffed, Tried::Encoding(encoding));
                let mut candidate = EncodingCandidate::of_encoding(source, encoding);
                candidate.verdict = CandidateVerdict::Chosen;
                sniffed.candidates.push(candidate);
            }
            None => sniffed.is_unknown = true,
        }
    }
    rejected.retain(|tried| *tried != Tried::Encoding(REPLACEMENT));
    for candidate in &mut sniffed.candidates {
        if candidate.verdict != CandidateVerdict::Chosen
            && Tried::of(candidate).is_some_and(|tried| rejected.contains(&tried))
        {
            candidate.verdict = CandidateVerdict::DecodedBadly;
        }
    }
}

/// Returns the declarations to try, in order, each with its index. In XML, a `meta` element does
/// not count.
fn declarations(
    candidates: &[EncodingCandidate],
    is_xml: bool,
) -> impl Iterator<Item = (usize, Tried)> {
    let is_meta = |source| matches!(source, EncodingSource::Meta | EncodingSource::LateMeta);
    TRIED_SOURCES.iter().filter(move |source| !(is_xml && is_meta(**source))).flat_map(|source| {
        let of_source =
            |(_, candidate): &(usize, &EncodingCandidate)| candidate.source() == *source;
        candidates
            .iter()
            .enumerate()
            .filter(of_source)
            .filter_map(|(index, candidate)| Some((index, Tried::of(candidate)?)))
    })
}

/// Makes this the encoding of the document.
fn use_instead(sniffed: &mut Sniffed, tried: Tried) {
    sniffed.detected.encoding = tried.encoding();
    sniffed.detected.source = EncodingSource::Distrust;
    sniffed.detected.confidence = Confidence::Certain;
    compare(&mut sniffed.candidates, tried.encoding());
}

/// Returns whether there are bytes that windows-1252 does not assign. The Encoding Standard decodes
/// them as control characters, so that nothing is malformed in windows-1252; but a text that has
/// them is in another encoding.
fn has_unassigned_bytes(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::sniff::algorithm::sniff;
    use crate::encoding::sniff::hints::XmlRules;
    use crate::encoding::vocabulary::DetectedEncoding;

    /// Returns the encoding in use, and the source and verdict of each candidate.
    fn run(
        bytes: &[u8],
        hints: &Hints,
    ) -> (DetectedEncoding, Vec<(EncodingSource, CandidateVerdict)>) {
        let sniffed = sniff(bytes, true, hints);
        let verdicts =
            sniffed.candidates.iter().map(|candidate| (candidate.source(), candidate.verdict()));
        (sniffed.detected, verdicts.collect())
    }

    #[test]
    fn encodings_are_tried_in_order() {
        use CandidateVerdict::*;
        use EncodingSource::{
            ByteOrderMark, Distrust, Meta, Transport, UserOverride, XmlDeclaration, XmlMediaType,
        };

        let hints = |content_type: &str| Hints::new().distrust(true).content_type(content_type);
        let rows: &[Row<'_>] = &[
            (
                "decoding succeeds: nothing else is tried",
                hints("text/html; charset=big5"),
                b"<meta charset=utf-8>\xA4\xA4",
                "Big5",
                Transport,
                &[(Transport, Chosen), (Meta, Overruled)],
            ),
            (
                "the transport layer is wrong: the meta element",
                hints("text/html; charset=utf-8"),
                b"<meta charset=big5>\xA4\xA4",
                "Big5",
                Distrust,
                &[(Transport, DecodedBadly), (Meta, Chosen)],
            ),
            (
                "1: the encoding of the XML declaration",
                hints("application/xml; charset=utf-8"),
                b"<?xml encoding='euc-kr'?>\xB0\xA1",
                "EUC-KR",
                Distrust,
                &[
                    (Transport, DecodedBadly),
                    (XmlDeclaration, Chosen),
                    (XmlMediaType, DecodedBadly),
                ],
            ),
            (
                "2: a byte order mark is wrong and so is the transport layer: windows-1252",
                hints("text/html; charset=big5"),
                b"\xEF\xBB\xBF\xFF",
                "windows-1252",
                Distrust,
                &[(ByteOrderMark, DecodedBadly), (Transport, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "a byte order mark is wrong: the transport layer",
                hints("text/html; charset=windows-1251"),
                b"\xEF\xBB\xBF\xC1\xEE\xF0\xF9",
                "windows-1251",
                Distrust,
                &[(ByteOrderMark, DecodedBadly), (Transport, Chosen)],
            ),
            (
                "4: UTF-8",
                hints("text/html; charset=big5"),
                "<p>5 €".as_bytes(),
                "UTF-8",
                Distrust,
                &[(Transport, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "5: windows-1252",
                hints("text/html; charset=utf-8"),
                b"<p>caf\xE9",
                "windows-1252",
                Distrust,
                &[(Transport, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "nothing fits: the first choice stays",
                hints("text/html; charset=utf-8"),
                b"<p>\xD0\x90\xD0\x9F\xFF",
                "UTF-8",
                Transport,
                &[(Transport, Chosen)],
            ),
            (
                "nothing fits, with a meta element",
                hints("text/html; charset=utf-8"),
                b"<meta charset=gbk>\xD0\x90\xFF<",
                "UTF-8",
                Transport,
                &[(Transport, Chosen), (Meta, DecodedBadly)],
            ),
            (
                "a user override stays",
                hints("text/html").user_override(UTF_8),
                b"<meta charset=big5>\xA4\xA4",
                "UTF-8",
                UserOverride,
                &[(UserOverride, Chosen), (Meta, Overruled)],
            ),
            (
                "the replacement encoding stays",
                hints("text/html; charset=iso-2022-kr"),
                b"<p>",
                "replacement",
                Transport,
                &[(Transport, Chosen)],
            ),
            (
                "the replacement encoding is not tried",
                hints("text/html; charset=utf-8"),
                b"<meta charset=iso-2022-kr>\xE9",
                "windows-1252",
                Distrust,
                &[(Transport, DecodedBadly), (Meta, Overruled), (Distrust, Chosen)],
            ),
        ];
        check(rows);
    }

    #[test]
    fn us_ascii_fits_no_bytes_above_7f() {
        use CandidateVerdict::*;
        use EncodingSource::{Distrust, Meta, Transport, XmlDeclaration, XmlMediaType};

        let feed = |content_type: &str| {
            let hints = Hints::new().xml_rules(XmlRules::Rfc3023);
            hints.distrust(true).content_type(content_type)
        };
        let text = Hints::new().distrust(true).content_type("text/html");
        check(&[
            (
                "RFC 3023 implies it, and the text has only ASCII",
                feed("text/xml"),
                b"<?xml encoding='koi8-r'?>",
                "windows-1252",
                XmlMediaType,
                &[(XmlDeclaration, Ignored), (XmlMediaType, Chosen)],
            ),
            (
                "RFC 3023 implies it: the XML declaration, which it ignores",
                feed("text/xml"),
                b"<?xml encoding='koi8-r'?>\xFD\xC9",
                "KOI8-R",
                Distrust,
                &[(XmlDeclaration, Chosen), (XmlMediaType, DecodedBadly)],
            ),
            (
                "RFC 3023 implies it: UTF-8",
                feed("text/xml"),
                "é".as_bytes(),
                "UTF-8",
                Distrust,
                &[(XmlMediaType, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "RFC 3023 implies it: windows-1252 under its own name",
                feed("text/xml"),
                b"\xE9",
                "windows-1252",
                Distrust,
                &[(XmlMediaType, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "RFC 3023 implies it, and nothing fits",
                feed("text/xml"),
                b"\xE9\x81\xFF",
                "windows-1252",
                XmlMediaType,
                &[(XmlMediaType, Chosen)],
            ),
            (
                "the transport layer declares it",
                feed("application/xml; charset=us-ascii"),
                "é".as_bytes(),
                "UTF-8",
                Distrust,
                &[(Transport, DecodedBadly), (XmlMediaType, SameAsChosen), (Distrust, Chosen)],
            ),
            (
                "a meta element declares it",
                text.clone(),
                "<meta charset=ascii>é".as_bytes(),
                "UTF-8",
                Distrust,
                &[(Meta, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "iso-8859-1 fits any bytes",
                text.clone(),
                "<meta charset=iso-8859-1>é".as_bytes(),
                "windows-1252",
                Meta,
                &[(Meta, Chosen)],
            ),
            (
                "it fits ASCII where the first choice does not",
                text.content_type("text/html; charset=utf-16"),
                b"<meta charset=us-ascii>",
                "windows-1252",
                Distrust,
                &[(Transport, DecodedBadly), (Meta, Chosen)],
            ),
        ]);
    }

    #[test]
    fn in_xml_a_meta_element_does_not_count() {
        use CandidateVerdict::*;
        use EncodingSource::{Distrust, Meta, Transport, XmlMediaType};

        check(&[(
            "not even if nothing else is declared",
            Hints::new().distrust(true).content_type("application/xml; charset=utf-8"),
            b"<meta charset=big5>\xA4\xA4",
            "windows-1252",
            Distrust,
            &[
                (Transport, DecodedBadly),
                (Meta, Ignored),
                (XmlMediaType, DecodedBadly),
                (Distrust, Chosen),
            ],
        )]);
    }

    /// A rule, hints, a document, the encoding and source that they result in, and the candidates.
    type Row<'a> = (
        &'a str,
        Hints,
        &'a [u8],
        &'a str,
        EncodingSource,
        &'a [(EncodingSource, CandidateVerdict)],
    );

    fn check(rows: &[Row<'_>]) {
        for (rule, hints, bytes, encoding, source, verdicts) in rows {
            let (detected, found) = run(bytes, hints);
            assert_eq!((detected.encoding.name(), detected.source), (*encoding, *source), "{rule}");
            assert_eq!(found, *verdicts, "{rule}");
            assert!(
                detected.source != EncodingSource::Distrust
                    || detected.confidence == Confidence::Certain,
                "{rule}"
            );
        }
    }

    #[cfg(feature = "detect")]
    #[test]
    fn a_detected_encoding_is_tried_before_utf_8_and_windows_1252() {
        let russian = encoding_rs::WINDOWS_1251.encode("Щи да каша, пища наша; уха из ершей.").0;
        let hints =
            Hints::new().distrust(true).detect(true).content_type("text/html; charset=utf-8");
        let (detected, verdicts) = run(&russian, &hints);
        assert_eq!(
            (detected.encoding.name(), detected.source),
            ("windows-1251", EncodingSource::Distrust)
        );
        assert_eq!(verdicts[1], (EncodingSource::Detection, CandidateVerdict::Chosen));
    }

    #[test]
    fn the_encoding_is_unknown_if_none_fits() {
        let hints = Hints::new().content_type("text/html; charset=utf-8");
        let rows: [(&str, bool, &[u8], bool); 4] = [
            ("windows-1252 fits", true, b"\xE9", false),
            ("nothing fits", true, b"\xE9\x81", true),
            ("nothing fits, but that is not asked for", false, b"\xE9\x81", false),
            ("UTF-8 fits", true, b"", false),
        ];
        for (rule, distrust, bytes, expected) in rows {
            let sniffed = sniff(bytes, true, &hints.clone().distrust(distrust));
            assert_eq!(sniffed.is_unknown, expected, "{rule}");
        }
    }

    #[test]
    fn nothing_is_distrusted_unless_asked_for() {
        let hints = Hints::new().content_type("text/html; charset=utf-8");
        let (detected, _) = run(b"<meta charset=big5>\xA4\xA4", &hints);
        assert_eq!((detected.encoding, detected.source), (UTF_8, EncodingSource::Transport));
    }
}
