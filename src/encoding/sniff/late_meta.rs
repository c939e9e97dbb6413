//! `meta` elements found while parsing, after the encoding was decided.

use std::ops::Range;

use encoding_rs::Encoding;

use super::candidate::{CandidateVerdict, EncodingCandidate};
use super::distrust::distrust;
use super::hints::Hints;
use super::sniffed::{Sniffed, compare};
use crate::encoding::change_encoding::changed_encoding;
use crate::encoding::meta_charset::is_utf_16;
use crate::encoding::vocabulary::{Confidence, EncodingSource};

/// The largest number of `meta` elements that change nothing and become candidates: a bound on
/// memory.
pub(super) const MAX_LATE_META: usize = 16;

impl Sniffed {
    /// Returns whether a `meta` element that declares this encoding changes the encoding, before
    /// [`Hints::distrust`] has a say.
    pub(crate) fn is_changed_by(&self, declared: &'static Encoding) -> bool {
        self.can_change() && changed_encoding(self.detected.encoding, declared).is_some()
    }

    /// Handles a `meta` element found while parsing that declares `label`; `range` is that of the
    /// label in the bytes of the document, if it is known. Returns the encoding to change to, or
    /// `None` if the current one stays.
    ///
    /// The first such element that names an encoding makes the encoding certain. Later ones only
    /// become candidates, up to a limit.
    ///
    /// `bytes` is the document as far as it is known: all of it under [`Hints::distrust`].
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub(crate) fn late_meta(
        &mut self,
        label: &[u8],
        range: Option<Range<usize>>,
        bytes: &[u8],
        hints: &Hints,
    ) -> Option<&'static Encoding> {
        let mut candidate = EncodingCandidate::late_meta(label, range);
        let current = self.detected.encoding;
        let mut change = None;
        if let (Some(declared), Some(meant)) = (candidate.declared_encoding(), candidate.encoding())
        {
            if self.detected.confidence == Confidence::Tentative {
                if !self.ignores_late_meta {
                    change = changed_encoding(current, declared);
                }
                self.detected.confidence = Confidence::Certain;
            }
            candidate.verdict = match change {
                Some(new) => {
                    self.detected.encoding = new;
                    self.detected.source = EncodingSource::LateMeta;
                    compare(&mut self.candidates, new);
                    CandidateVerdict::Chosen
                }
                None if meant == current => CandidateVerdict::SameAsChosen,
                None if is_utf_16(current) || self.ignores_late_meta => CandidateVerdict::Ignored,
                None => CandidateVerdict::Overruled,
            };
        }
        if change.is_some() || self.late_meta_count() < MAX_LATE_META {
            self.candidates.push(candidate);
        }
        change?;
        distrust(bytes, self, hints);
        let new = self.detected.encoding;
        (new != current).then_some(new)
    }

    /// Takes back the change of encoding that the last call of [`late_meta`](Self::late_meta) has
    /// made. The encoding in use stays and is certain. `before` is the state before that call.
    pub(crate) fn ignore_late_meta(&mut self, before: Sniffed) {
        let ignored = self.candidates.pop();
        *self = before;
        self.detected.confidence = Confidence::Certain;
        if let Some(mut ignored) = ignored {
            debug_assert_eq!(ignored.source(), EncodingSource::LateMeta, "it was added last");
            ignored.verdict = CandidateVerdict::Ignored;
            self.candidates.push(ignored);
        }
    }

    fn late_meta_count(&self) -> usize {
        self.candidates
            .iter()
            .filter(|candidate| candidate.source() == EncodingSource::LateMeta)
            .count()
    }
}
