//! Pages that lie: another encoding than the one that was found, where that one does not fit the
//! bytes.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, WINDOWS_1252};

use super::sniff::compare;
use super::stream_decoder::is_clean;
use super::{
    CandidateVerdict, Confidence, EncodingCandidate, EncodingSource, Hints, Sniffed, detect,
};

/// The sources that are asked again, in order: what is declared, then what the first bytes show.
const SOURCES: [EncodingSource; 5] = [
    EncodingSource::Transport,
    EncodingSource::Meta,
    EncodingSource::LateMeta,
    EncodingSource::XmlDeclaration,
    EncodingSource::ByteOrderMark,
];

/// If the whole input has sequences that are malformed in the encoding found, and
/// [`Hints::distrust`] wants it, finds one in which it has none. That one is certain then. Without
/// such a one, everything stays as it is, but for the verdicts.
///
/// What the user asks for is no lie, and the replacement encoding stands for what must not be read:
/// both stay.
pub(crate) fn distrust(whole_input: &[u8], sniffed: &mut Sniffed, hints: &Hints) {
    let first = sniffed.detected;
    if !hints.distrust
        || first.source == EncodingSource::UserOverride
        || first.encoding == REPLACEMENT
        || is_clean(whole_input, first.encoding)
    {
        return;
    }

    let mut bad = vec![first.encoding];
    let mut fits = |encoding: &'static Encoding| {
        if encoding == REPLACEMENT || bad.contains(&encoding) {
            return false;
        }
        let fits = is_clean(whole_input, encoding)
            && !(encoding == WINDOWS_1252 && has_unassigned(whole_input));
        if !fits {
            bad.push(encoding);
        }
        fits
    };

    let declared = SOURCES.iter().find_map(|source| {
        let mut of_source =
            sniffed.candidates.iter().filter(|candidate| candidate.source() == *source);
        of_source.find_map(|candidate| candidate.encoding().filter(|encoding| fits(encoding)))
    });
    let found = match declared {
        Some(encoding) => Some((encoding, None)),
        None => {
            let detected = detect::detect(whole_input, hints)
                .map(|encoding| (encoding, EncodingSource::Detection));
            let last = [UTF_8, WINDOWS_1252].map(|encoding| (encoding, EncodingSource::Distrust));
            let mut others = detected.into_iter().chain(last);
            others
                .find(|(encoding, _)| fits(encoding))
                .map(|(encoding, source)| (encoding, Some(source)))
        }
    };

    if let Some((encoding, added)) = found {
        sniffed.detected.encoding = encoding;
        sniffed.detected.source = EncodingSource::Distrust;
        sniffed.detected.confidence = Confidence::Certain;
        compare(&mut sniffed.candidates, encoding);
        sniffed
            .candidates
            .extend(added.map(|source| EncodingCandidate::of_encoding(source, encoding)));
        mark_chosen(&mut sniffed.candidates, encoding, added);
    }
    for candidate in &mut sniffed.candidates {
        if candidate.verdict != CandidateVerdict::Chosen
            && candidate.encoding().is_some_and(|encoding| bad.contains(&encoding))
        {
            candidate.verdict = CandidateVerdict::DecodedBadly;
        }
    }
}

/// Marks the candidate that brought the encoding: the one just added, or the declaration that comes
/// first.
fn mark_chosen(
    candidates: &mut [EncodingCandidate],
    encoding: &'static Encoding,
    added: Option<EncodingSource>,
) {
    let mut sources = SOURCES.iter().chain(&added);
    let chosen = match added {
        Some(_) => candidates.last_mut(),
        None => sources
            .find_map(|source| {
                candidates.iter().position(|candidate| {
                    candidate.source() == *source && candidate.encoding() == Some(encoding)
                })
            })
            .and_then(|index| candidates.get_mut(index)),
    };
    if let Some(chosen) = chosen {
        chosen.verdict = CandidateVerdict::Chosen;
    }
}

/// Whether there are bytes that windows-1252 has no character for. The Encoding Standard makes
/// controls of them, so that nothing is ever malformed in windows-1252; but text that has them is
/// in another encoding.
fn has_unassigned(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{DetectedEncoding, sniff};

    /// Which encoding is used in the end, by what source, and each candidate's source and verdict.
    fn run(
        bytes: &[u8],
        hints: &Hints,
    ) -> (DetectedEncoding, Vec<(EncodingSource, CandidateVerdict)>) {
        let mut sniffed = sniff(bytes, true, hints);
        distrust(bytes, &mut sniffed, hints);
        let verdicts =
            sniffed.candidates.iter().map(|candidate| (candidate.source(), candidate.verdict()));
        (sniffed.detected, verdicts.collect())
    }

    #[test]
    fn encodings_are_tried_in_the_order_of_the_feed_parser() {
        use CandidateVerdict::*;
        use EncodingSource::{
            ByteOrderMark, Distrust, Meta, Transport, UserOverride, XmlDeclaration, XmlMediaType,
        };

        let hints = |content_type: &str| Hints::new().distrust(true).content_type(content_type);
        type Row<'a> = (
            &'a str,
            Hints,
            &'a [u8],
            &'a str,
            EncodingSource,
            &'a [(EncodingSource, CandidateVerdict)],
        );
        let rows: &[Row<'_>] = &[
            (
                "decoding succeeds: that is that",
                hints("text/html; charset=big5"),
                b"<meta charset=utf-8>\xA4\xA4",
                "Big5",
                Transport,
                &[(Transport, Chosen), (Meta, Overruled)],
            ),
            (
                "the transport layer lies: the meta element",
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
                "2: the encoding that the first bytes show is tried after what is declared",
                hints("text/html; charset=big5"),
                b"\xEF\xBB\xBF\xFF",
                "windows-1252",
                Distrust,
                &[(ByteOrderMark, DecodedBadly), (Transport, DecodedBadly), (Distrust, Chosen)],
            ),
            (
                "a byte order mark lies: the transport layer",
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
                "nothing fits: the first choice",
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
                "the user's override is no lie",
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
                "nor is it tried",
                hints("text/html; charset=utf-8"),
                b"<meta charset=iso-2022-kr>\xE9",
                "windows-1252",
                Distrust,
                &[(Transport, DecodedBadly), (Meta, Overruled), (Distrust, Chosen)],
            ),
        ];
        for (rule, hints, bytes, encoding, source, verdicts) in rows {
            let (detected, found) = run(bytes, hints);
            assert_eq!((detected.encoding.name(), detected.source), (*encoding, *source), "{rule}");
            assert_eq!(found, *verdicts, "{rule}");
            assert!(
                detected.source != Distrust || detected.confidence == Confidence::Certain,
                "{rule}"
            );
        }
    }

    #[cfg(feature = "detect")]
    #[test]
    fn the_detected_encoding_comes_before_the_last_two() {
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
    fn nothing_is_distrusted_unless_asked_for() {
        let hints = Hints::new().content_type("text/html; charset=utf-8");
        let (detected, _) = run(b"<meta charset=big5>\xA4\xA4", &hints);
        assert_eq!((detected.encoding, detected.source), (UTF_8, EncodingSource::Transport));
    }
}
