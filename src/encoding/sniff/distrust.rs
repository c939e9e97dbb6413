//! [`Hints::distrust`]: chooses another encoding if the document has malformed sequences in the one
//! that was found.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, WINDOWS_1252};

use super::candidate::{CandidateVerdict, EncodingCandidate};
use super::detect;
use super::hints::Hints;
use super::sniffed::{Sniffed, compare};
use crate::encoding::decode::has_malformed;
use crate::encoding::vocabulary::{Confidence, EncodingSource};

/// The sources whose encodings are tried, in this order. Candidates that the rules for XML ignore
/// are tried too.
const TRIED_SOURCES: [EncodingSource; 5] = [
    EncodingSource::Transport,
    EncodingSource::Meta,
    EncodingSource::LateMeta,
    EncodingSource::XmlDeclaration,
    EncodingSource::ByteOrderMark,
];

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
        || !has_malformed(whole_input, first.encoding)
    {
        return;
    }

    // The encodings that do not fit, each of which is tried once.
    let mut rejected = vec![first.encoding];
    let mut fits = |encoding: &'static Encoding| {
        if encoding == REPLACEMENT || rejected.contains(&encoding) {
            return false;
        }
        let fits = can_decode(whole_input, encoding);
        if !fits {
            rejected.push(encoding);
        }
        fits
    };

    let declared = TRIED_SOURCES.iter().find_map(|source| {
        let mut of_source =
            sniffed.candidates.iter().filter(|candidate| candidate.source() == *source);
        of_source.find_map(|candidate| candidate.encoding().filter(|encoding| fits(encoding)))
    });
    // The encoding, and the source of a new candidate for it if no declaration names it.
    let found = declared.map(|encoding| (encoding, None)).or_else(|| {
        let detected = detect::detect(whole_input, hints)
            .map(|encoding| (encoding, EncodingSource::Detection));
        let last = [UTF_8, WINDOWS_1252].map(|encoding| (encoding, EncodingSource::Distrust));
        let mut others = detected.into_iter().chain(last);
        let (encoding, source) = others.find(|(encoding, _)| fits(encoding))?;
        Some((encoding, Some(source)))
    });

    if let Some((encoding, new_source)) = found {
        sniffed.detected.encoding = encoding;
        sniffed.detected.source = EncodingSource::Distrust;
        sniffed.detected.confidence = Confidence::Certain;
        compare(&mut sniffed.candidates, encoding);
        match new_source {
            Some(source) => {
                let mut candidate = EncodingCandidate::of_encoding(source, encoding);
                candidate.verdict = CandidateVerdict::Chosen;
                sniffed.candidates.push(candidate);
            }
            None => mark_declaration(&mut sniffed.candidates, encoding),
        }
    }
    for candidate in &mut sniffed.candidates {
        if candidate.verdict != CandidateVerdict::Chosen
            && candidate.encoding().is_some_and(|encoding| rejected.contains(&encoding))
        {
            candidate.verdict = CandidateVerdict::DecodedBadly;
        }
    }
}

/// Marks the first declaration of the encoding, in the order in which they are tried, as the one
/// that is used.
fn mark_declaration(candidates: &mut [EncodingCandidate], encoding: &'static Encoding) {
    let index = TRIED_SOURCES.iter().find_map(|source| {
        candidates.iter().position(|candidate| {
            candidate.source() == *source && candidate.encoding() == Some(encoding)
        })
    });
    match index.and_then(|index| candidates.get_mut(index)) {
        Some(declaration) => declaration.verdict = CandidateVerdict::Chosen,
        None => debug_assert!(false, "a declaration of the encoding was found just before"),
    }
}

/// Returns whether the encoding decodes the whole input without malformed sequences, or bytes that
/// it does not assign.
fn can_decode(whole_input: &[u8], encoding: &'static Encoding) -> bool {
    if encoding == WINDOWS_1252 {
        !has_unassigned_bytes(whole_input)
    } else {
        !has_malformed(whole_input, encoding)
    }
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
    fn nothing_is_distrusted_unless_asked_for() {
        let hints = Hints::new().content_type("text/html; charset=utf-8");
        let (detected, _) = run(b"<meta charset=big5>\xA4\xA4", &hints);
        assert_eq!((detected.encoding, detected.source), (UTF_8, EncodingSource::Transport));
    }
}
