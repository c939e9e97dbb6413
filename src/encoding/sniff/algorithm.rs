//! The encoding sniffing algorithm.
//!
//! <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::bom::push_byte_order_marks;
use super::candidate::{CandidateVerdict, EncodingCandidate};
use super::content_type::MediaTypeKind;
use super::detect;
use super::distrust::distrust;
use super::hints::{Hints, XmlRules};
use super::prescan::{prescan, prescan_meta};
use super::sniffed::Sniffed;
use super::xml_declaration::{strict_xml_encoding, utf_16_xml_declaration};
use crate::encoding::meta_charset::is_utf_16;
use crate::encoding::vocabulary::{Confidence, DetectedEncoding, EncodingSource};

/// Decides the encoding of a document. `bytes` is the document from its start: all of it, or at
/// least the first [`Hints::awaited_bytes`].
///
/// If [`Sniffed::wants_whole_input`] is set in the result, the decision is not final: this must be
/// called again with the whole input.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub(crate) fn sniff(bytes: &[u8], is_whole_input: bool, hints: &Hints) -> Sniffed {
    let rules = SourceRules::of(hints);
    let mut candidates = Vec::with_capacity(2);

    // Step 1: a byte order mark.
    push_byte_order_marks(bytes, &mut candidates);

    // Step 2: the user's own choice.
    push_encoding(EncodingSource::UserOverride, hints.user_override, &mut candidates);

    // Step 3: waiting for more bytes is up to the caller.

    // Step 4: the transport layer.
    if let Some(value) = &hints.malformed_content_type {
        candidates.push(EncodingCandidate::malformed_content_type(value));
    }
    if let Some(label) = &hints.transport {
        let (text, encoding) = (label.text.clone(), label.encoding);
        candidates.push(EncodingCandidate::labelled(EncodingSource::Transport, text, encoding));
    }

    // Step 5: a declaration near the start of the document.
    let start = &bytes[..bytes.len().min(hints.prescan_bytes)];
    match rules {
        SourceRules::Html => prescan(start, &mut candidates),
        SourceRules::Xml | SourceRules::TextXmlOfRfc3023 => {
            candidates.extend(utf_16_xml_declaration(start, 4));
            candidates.extend(strict_xml_encoding(start));
            prescan_meta(start, &mut candidates);
        }
    }

    // HTML 4, section 5.2.2: the charset of the link, after declarations in the document.
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

    // Step 7: the likely encoding of the page.
    push_encoding(EncodingSource::PreviousVisit, hints.previous_visit, &mut candidates);

    // RFC 7303 and RFC 3023: the default for media types of XML.
    match rules {
        SourceRules::Html => {}
        SourceRules::Xml => {
            push_encoding(EncodingSource::XmlMediaType, Some(UTF_8), &mut candidates);
        }
        SourceRules::TextXmlOfRfc3023 => {
            let label = Cow::Borrowed("us-ascii");
            let source = EncodingSource::XmlMediaType;
            candidates.push(EncodingCandidate::labelled(source, label, Some(WINDOWS_1252)));
        }
    }

    rules.ignore_others(&mut candidates);
    let mut is_decided = candidates.iter().any(|candidate| candidate.usable().is_some());

    // Step 8: a guess from the bytes.
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

    // Step 9: the default of the locale, or the caller's default.
    push_defaults(hints, is_decided, &mut candidates);
    rules.ignore_others(&mut candidates);

    let detected = choose(&mut candidates, rules);
    let mut sniffed = Sniffed {
        detected,
        candidates,
        wants_whole_input,
        media_type: hints.media_type,
        is_unknown: false,
        ignores_late_meta: hints.ignore_late_meta,
    };
    if is_whole_input {
        distrust(bytes, &mut sniffed, hints);
    }
    sniffed
}

/// Which sources count, by the media type of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceRules {
    /// All sources.
    Html,
    /// The sources of RFC 7303, and of RFC 3023 for types such as `application/xml`.
    Xml,
    /// The sources of RFC 3023 for types such as `text/xml`.
    TextXmlOfRfc3023,
}

impl SourceRules {
    fn of(hints: &Hints) -> Self {
        match (hints.media_type, hints.xml_rules) {
            (None | Some(MediaTypeKind::NotXml), _) => SourceRules::Html,
            (Some(MediaTypeKind::TextXml), XmlRules::Rfc3023) => SourceRules::TextXmlOfRfc3023,
            (Some(MediaTypeKind::TextXml | MediaTypeKind::OtherXml), _) => SourceRules::Xml,
        }
    }

    /// Returns whether candidates of this source count.
    fn counts(self, source: EncodingSource) -> bool {
        match source {
            EncodingSource::ByteOrderMark
            | EncodingSource::UserOverride
            | EncodingSource::Transport
            | EncodingSource::XmlMediaType => true,
            EncodingSource::XmlDeclaration => self != SourceRules::TextXmlOfRfc3023,
            _ => self == SourceRules::Html,
        }
    }

    /// Marks the candidates of sources that do not count.
    fn ignore_others(self, candidates: &mut [EncodingCandidate]) {
        for candidate in candidates {
            if candidate.encoding().is_some() && !self.counts(candidate.source()) {
                candidate.verdict = CandidateVerdict::Ignored;
            }
        }
    }
}

/// Adds a candidate without a label, if there is an encoding.
fn push_encoding(
    source: EncodingSource,
    encoding: Option<&'static Encoding>,
    candidates: &mut Vec<EncodingCandidate>,
) {
    candidates.extend(encoding.map(|encoding| EncodingCandidate::of_encoding(source, encoding)));
}

/// Adds the encoding of the locale, if the standard's table lists the locale, and the caller's
/// default. For other locales without a caller's default, and without both hints, this is
/// windows-1252.
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

/// Chooses the first candidate that counts and has an encoding.
fn choose(candidates: &mut [EncodingCandidate], rules: SourceRules) -> DetectedEncoding {
    let chosen = candidates
        .iter_mut()
        .find_map(|candidate| candidate.usable().map(|encoding| (candidate, encoding)));
    let (encoding, source) = match chosen {
        Some((candidate, encoding)) => {
            candidate.verdict = CandidateVerdict::Chosen;
            (encoding, candidate.source())
        }
        None => {
            debug_assert!(false, "the rules for XML and the defaults always add a candidate");
            (WINDOWS_1252, EncodingSource::Default)
        }
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

/// Returns the confidence in an encoding from this source.
///
/// <https://html.spec.whatwg.org/#concept-encoding-confidence>
fn confidence(source: EncodingSource, rules: SourceRules) -> Confidence {
    match source {
        EncodingSource::ByteOrderMark
        | EncodingSource::UserOverride
        | EncodingSource::Transport => Confidence::Certain,
        // A `meta` element does not count in XML.
        _ if rules != SourceRules::Html => Confidence::Certain,
        _ => Confidence::Tentative,
    }
}
