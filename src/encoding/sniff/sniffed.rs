//! The decision on an encoding, with all candidates.

use encoding_rs::Encoding;

use super::candidate::{CandidateVerdict, EncodingCandidate};
use super::content_type::MediaTypeKind;
use crate::encoding::vocabulary::{Confidence, DetectedEncoding, EncodingSource};

/// The encoding of a document and every candidate for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sniffed {
    pub(crate) detected: DetectedEncoding,
    /// In order of priority; `meta` elements found while parsing are last.
    pub(crate) candidates: Vec<EncodingCandidate>,
    /// Whether the decision must wait for the whole input, because of `Hints::detect`,
    /// [`Hints::local_file`](super::Hints::local_file) or
    /// [`Hints::distrust`](super::Hints::distrust).
    pub(crate) wants_whole_input: bool,
    /// The kind of the media type, if there is one.
    pub(crate) media_type: Option<MediaTypeKind>,
    /// Whether [`Hints::distrust`](super::Hints::distrust) found no encoding that fits.
    pub(crate) is_unknown: bool,
    /// [`Hints::ignore_late_meta`](super::Hints::ignore_late_meta).
    pub(super) ignores_late_meta: bool,
}

impl Sniffed {
    /// Returns whether a `meta` element found while parsing can still change the encoding.
    pub(crate) fn can_change(&self) -> bool {
        self.detected.confidence == Confidence::Tentative && !self.ignores_late_meta
    }

    /// Returns whether a `meta` element found while parsing is likely to change the encoding: the
    /// prescan has found none.
    pub(crate) fn awaits_declaration(&self) -> bool {
        self.can_change() && self.detected.source != EncodingSource::Meta
    }
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
