//! Tests of the encoding sniffing algorithm.

mod candidates;
mod order;
mod xml_media_types;

use std::ops::Range;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED,
};

use super::late_meta::MAX_LATE_META;
use super::{CandidateVerdict, EncodingCandidate, Hints, Sniffed, XmlRules};
use crate::encoding::vocabulary::{Confidence, DetectedEncoding, EncodingSource};

fn certain(encoding: &'static Encoding, source: EncodingSource) -> DetectedEncoding {
    DetectedEncoding { encoding, source, confidence: Confidence::Certain }
}

/// Returns the decision for a whole input.
fn sniff(bytes: &[u8], hints: &Hints) -> DetectedEncoding {
    sniff_whole(bytes, hints).detected
}

/// Returns the decision and the candidates for a whole input.
fn sniff_whole(bytes: &[u8], hints: &Hints) -> Sniffed {
    super::sniff(bytes, true, hints)
}

/// Returns the decision and the candidates for the first bytes of an input.
fn sniff_start(bytes: &[u8], hints: &Hints) -> Sniffed {
    super::sniff(bytes, false, hints)
}

/// Returns the source, label, range and verdict of each candidate.
fn account(
    bytes: &[u8],
    hints: &Hints,
) -> Vec<(EncodingSource, String, Option<Range<usize>>, CandidateVerdict)> {
    let row = |candidate: &EncodingCandidate| {
        (candidate.source(), candidate.label().to_owned(), candidate.range(), candidate.verdict())
    };
    sniff_whole(bytes, hints).candidates.iter().map(row).collect()
}
