//! The decision on an encoding, with all candidates.

use encoding_rs::Encoding;

use super::candidate::{CandidateVerdict, EncodingCandidate};
use crate::encoding::vocabulary::DetectedEncoding;

/// The encoding of a document and every candidate for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sniffed {
    pub(crate) detected: DetectedEncoding,
    /// In order of priority; `meta` elements found while parsing are last.
    pub(crate) candidates: Vec<EncodingCandidate>,
    /// Whether the decision must wait for the whole input, because of
    /// `Hints::detect`, [`Hints::local_file`](super::Hints::local_file) or
    /// [`Hints::distrust`](super::Hints::distrust).
    pub(crate) wants_whole_input: bool,
}

/// Sets the verdicts of candidates that agree with the encoding now in use, or do not. Verdicts of
/// candidates that do not count stay.
pub(super) fn compare(candidates: &mut [EncodingCandidate], encoding: &'static Encoding) {
    for candidate in candidates {
        candidate.verdict = match candidate.verdict {
            CandidateVerdict::Chosen
            | CandidateVerdict::SameAsChosen
            | CandidateVerdict::Overruled => {
                if candidate.encoding() == Some(encoding) {
                    CandidateVerdict::SameAsChosen
                } else {
                    CandidateVerdict::Overruled
                }
            }
            other => other,
        };
    }
}
