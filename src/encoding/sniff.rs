//! The order in which the sources of an encoding are asked.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::content_type::MediaType;
use super::decoder::{EncodingChange, change_encoding};
use super::meta_charset::is_utf_16;
use super::prescan::{prescan, prescan_meta};
use super::unsupported::unsupported_start;
use super::xml_declaration::{strict_xml_encoding, utf_16_xml_declaration};
use super::{
    CandidateVerdict, Confidence, DetectedEncoding, EncodingCandidate, EncodingSource, Hints,
    XmlRules, detect,
};

/// How many `meta` elements met while parsing are remembered, besides the one that counts.
const MOST_LATE_META: usize = 16;

/// The answer of the encoding sniffing algorithm, and all that named an encoding on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sniffed {
    pub(crate) detected: DetectedEncoding,
    /// In order of priority.
    pub(crate) candidates: Vec<EncodingCandidate>,
    /// The answer could be another one if the whole input were known, as [`Hints::detect`],
    /// [`Hints::local_file`] and [`Hints::distrust`] want it; never set when it is.
    pub(crate) wants_whole_input: bool,
}

/// The encoding sniffing algorithm. `bytes` is the document from its start: all of it, or the first
/// [`Hints::awaited_bytes`] or more.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub(crate) fn sniff(bytes: &[u8], is_whole_input: bool, hints: &Hints) -> Sniffed {
    let rules = Rules::of(hints);
    let mut candidates = Vec::with_capacity(2);

    // Step 1: a byte order mark.
    push_byte_order_marks(bytes, &mut candidates);

    // Step 2: the user's own choice.
    push_encoding(EncodingSource::UserOverride, hints.user_override, &mut candidates);

    // Step 3: whether to wait for more bytes is for the caller to decide.

    // Step 4: what the transport layer says.
    if let Some(label) = &hints.transport {
        let (text, encoding) = (label.text.clone(), label.encoding);
        candidates.push(EncodingCandidate::labelled(EncodingSource::Transport, text, encoding));
    }

    // Step 5: what the document says of itself near its start.
    let start = &bytes[..bytes.len().min(hints.prescan_bytes)];
    match rules {
        Rules::Html => prescan(start, &mut candidates),
        Rules::Xml | Rules::TextXmlOfRfc3023 => {
            candidates.extend(utf_16_xml_declaration(start, 4));
            candidates.extend(strict_xml_encoding(start));
            prescan_meta(start, &mut candidates);
        }
    }

    // HTML 4, section 5.2.2: the charset of the link, after what the document says of itself.
    if let Some(label) = &hints.link {
        let (text, encoding) = (label.text.clone(), label.encoding);
        candidates.push(EncodingCandidate::labelled(EncodingSource::Link, text, encoding));
    }

    // Step 6: the container document, unless it is in UTF-16.
    if let Some(encoding) = hints.containing_document {
        let candidate =
            EncodingCandidate::of_encoding(EncodingSource::ContainingDocument, encoding);
        candidates.push(if is_utf_16(encoding) { candidate.ignored() } else { candidate });
    }

    // Step 7: what is likely for the page.
    push_encoding(EncodingSource::PreviousVisit, hints.previous_visit, &mut candidates);

    // What a media type of XML means when nothing else counts.
    match rules {
        Rules::Html => {}
        Rules::Xml => push_encoding(EncodingSource::XmlMediaType, Some(UTF_8), &mut candidates),
        Rules::TextXmlOfRfc3023 => {
            let label = Cow::Borrowed("us-ascii");
            let source = EncodingSource::XmlMediaType;
            candidates.push(EncodingCandidate::labelled(source, label, Some(WINDOWS_1252)));
        }
    }

    rules.ignore_others(&mut candidates);
    let mut is_decided = candidates.iter().any(|candidate| candidate.usable().is_some());

    // Step 8: what the bytes look like.
    let mut wants_whole_input = hints.distrust && !is_whole_input;
    if !is_decided && detect::is_wanted(hints) {
        if is_whole_input {
            let detected = detect::detect(bytes, hints);
            push_encoding(EncodingSource::Detection, detected, &mut candidates);
            is_decided = detected.is_some();
        } else {
            wants_whole_input = true;
        }
    }

    // Step 9: the default, of the locale and of the caller.
    push_defaults(hints, is_decided, &mut candidates);
    rules.ignore_others(&mut candidates);

    Sniffed { detected: settle(&mut candidates, rules), candidates, wants_whole_input }
}

impl Sniffed {
    /// What to do about a `meta` element met while parsing, which declares its encoding by that
    /// label at that range of the input, if that is known. While the confidence is tentative, the
    /// first that names an encoding makes it certain; any other is a candidate and no more, and
    /// past a number of these not even that.
    ///
    /// <https://html.spec.whatwg.org/#change-the-encoding>
    pub(crate) fn meet_meta(
        &mut self,
        label: &[u8],
        range: Option<Range<usize>>,
    ) -> EncodingChange {
        let mut candidate = EncodingCandidate::late_meta(label, range);
        let current = self.detected.encoding;
        let mut change = EncodingChange::Keep;
        if let (Some(declared), Some(meant)) = (candidate.declared_encoding(), candidate.encoding())
        {
            if self.detected.confidence == Confidence::Tentative {
                change = change_encoding(current, declared);
                self.detected.confidence = Confidence::Certain;
            }
            candidate.verdict = match change {
                EncodingChange::Restart(encoding) => {
                    self.detected.encoding = encoding;
                    self.detected.source = EncodingSource::LateMeta;
                    compare(&mut self.candidates, encoding);
                    CandidateVerdict::Chosen
                }
                EncodingChange::Keep if meant == current => CandidateVerdict::SameAsChosen,
                EncodingChange::Keep if is_utf_16(current) => CandidateVerdict::Ignored,
                EncodingChange::Keep => CandidateVerdict::Overruled,
            };
        }
        if change != EncodingChange::Keep || self.late_meta_count() < MOST_LATE_META {
            self.candidates.push(candidate);
        }
        change
    }

    fn late_meta_count(&self) -> usize {
        self.candidates
            .iter()
            .filter(|candidate| candidate.source() == EncodingSource::LateMeta)
            .count()
    }
}

/// Which sources count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rules {
    /// All.
    Html,
    /// Those of RFC 7303, and of RFC 3023 for `application/xml` and the like.
    Xml,
    /// Those of RFC 3023 for `text/xml` and the like.
    TextXmlOfRfc3023,
}

impl Rules {
    fn of(hints: &Hints) -> Self {
        match (hints.media_type, hints.xml_rules) {
            (MediaType::Other, _) => Rules::Html,
            (MediaType::TextXml, XmlRules::Rfc3023) => Rules::TextXmlOfRfc3023,
            (MediaType::TextXml | MediaType::ApplicationXml, _) => Rules::Xml,
        }
    }

    fn count(self, source: EncodingSource) -> bool {
        match source {
            EncodingSource::ByteOrderMark
            | EncodingSource::UserOverride
            | EncodingSource::Transport
            | EncodingSource::XmlMediaType => true,
            EncodingSource::XmlDeclaration => self != Rules::TextXmlOfRfc3023,
            _ => self == Rules::Html,
        }
    }

    /// Marks the candidates whose sources do not count.
    fn ignore_others(self, candidates: &mut [EncodingCandidate]) {
        for candidate in candidates {
            if candidate.encoding().is_some() && !self.count(candidate.source()) {
                candidate.verdict = CandidateVerdict::Ignored;
            }
        }
    }
}

/// The mark of an encoding that is refused comes first: it tells more than the mark of UTF-16 in
/// it.
fn push_byte_order_marks(bytes: &[u8], candidates: &mut Vec<EncodingCandidate>) {
    if let Some(start) = unsupported_start(bytes) {
        let source = match start.is_mark {
            true => EncodingSource::ByteOrderMark,
            false => EncodingSource::XmlDeclaration,
        };
        candidates.push(EncodingCandidate::refused(source, start.name, start.length));
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let source = EncodingSource::ByteOrderMark;
        candidates.push(EncodingCandidate::by_first_bytes(source, encoding, length));
    }
}

fn push_encoding(
    source: EncodingSource,
    encoding: Option<&'static Encoding>,
    candidates: &mut Vec<EncodingCandidate>,
) {
    candidates.extend(encoding.map(|encoding| EncodingCandidate::of_encoding(source, encoding)));
}

/// The locale's encoding if the standard's table names the locale; the caller's default; for all
/// other locales, and without any hint, windows-1252.
fn push_defaults(hints: &Hints, is_decided: bool, candidates: &mut Vec<EncodingCandidate>) {
    if let Some(label) = &hints.locale {
        let encoding = match (label.encoding, hints.default) {
            (None, Some(_)) => None,
            (encoding, _) => Some(encoding.unwrap_or(WINDOWS_1252)),
        };
        if let Some(encoding) = encoding {
            let (source, text) = (EncodingSource::Locale, label.text.clone());
            candidates.push(EncodingCandidate::labelled(source, text, Some(encoding)));
        }
    }
    let is_last_resort = !is_decided && hints.locale.is_none();
    let default = hints.default.or(is_last_resort.then_some(WINDOWS_1252));
    push_encoding(EncodingSource::Default, default, candidates);
}

/// Makes the first candidate that may decide the chosen one.
fn settle(candidates: &mut [EncodingCandidate], rules: Rules) -> DetectedEncoding {
    let chosen = candidates.iter_mut().find(|candidate| candidate.usable().is_some());
    // There always is one: the rules for XML and the defaults see to that.
    let (encoding, source) = match chosen {
        Some(candidate) => {
            candidate.verdict = CandidateVerdict::Chosen;
            (candidate.encoding().unwrap_or(WINDOWS_1252), candidate.source())
        }
        None => (WINDOWS_1252, EncodingSource::Default),
    };
    for candidate in candidates {
        if candidate.verdict == CandidateVerdict::Overruled
            && candidate.encoding() == Some(encoding)
        {
            candidate.verdict = CandidateVerdict::SameAsChosen;
        }
    }
    DetectedEncoding { encoding, source, confidence: confidence(source, rules) }
}

/// Which of the candidates agree with the encoding that another one has brought into use.
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

/// <https://html.spec.whatwg.org/#concept-encoding-confidence>
fn confidence(source: EncodingSource, rules: Rules) -> Confidence {
    match source {
        EncodingSource::ByteOrderMark
        | EncodingSource::UserOverride
        | EncodingSource::Transport => Confidence::Certain,
        // A `meta` element does not count in XML.
        _ if rules != Rules::Html => Confidence::Certain,
        _ => Confidence::Tentative,
    }
}

#[cfg(test)]
mod tests;
