//! What named an encoding, and what became of it.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use encoding_rs::Encoding;

use super::EncodingSource;
use super::meta_charset::encoding_meant_by_meta;
use super::unsupported::unsupported_encoding;

/// Something that named an encoding for a document, or tried to.
///
/// ```
/// use consomme::{CandidateVerdict, EncodingSource, Hints, encoding_report};
///
/// let page = b"<meta charset=klingon><meta charset=gbk>";
/// let report = encoding_report(page, &Hints::new().content_type("text/html; charset=Big5"));
/// let [transport, unknown, meta] = report.candidates() else { panic!("three of them") };
/// assert_eq!(transport.verdict(), CandidateVerdict::Chosen);
/// assert_eq!((unknown.label(), unknown.verdict()), ("klingon", CandidateVerdict::UnknownLabel));
/// assert_eq!((meta.source(), meta.range()), (EncodingSource::Meta, Some(36..39)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingCandidate {
    source: EncodingSource,
    label: Cow<'static, str>,
    range: Option<Range<usize>>,
    declared: Option<&'static Encoding>,
    encoding: Option<&'static Encoding>,
    pub(super) verdict: CandidateVerdict,
}

impl EncodingCandidate {
    /// Where the candidate comes from.
    pub fn source(&self) -> EncodingSource {
        self.source
    }

    /// The label as it is written, without the white space around it. For a source that has no
    /// label, such as a byte order mark, the name of the encoding; for [`EncodingSource::Locale`],
    /// the language tag.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Which bytes of the input are the label, the byte order mark, or the first bytes of an XML
    /// declaration that tell its encoding; `None` if it does not stand in the input, or if that
    /// place is not known.
    pub fn range(&self) -> Option<Range<usize>> {
        self.range.clone()
    }

    /// The encoding that the label names; `None` if there is no such encoding or it is not
    /// supported.
    pub fn declared_encoding(&self) -> Option<&'static Encoding> {
        self.declared
    }

    /// The encoding that the candidate stands for. It differs from
    /// [`declared_encoding`](Self::declared_encoding) where the standard takes one encoding for
    /// another: in a `meta` element, UTF-16 means UTF-8 and x-user-defined means windows-1252.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }

    /// What became of it.
    pub fn verdict(&self) -> CandidateVerdict {
        self.verdict
    }

    /// One that the caller or the crate gives by the encoding itself.
    pub(super) fn of_encoding(source: EncodingSource, encoding: &'static Encoding) -> Self {
        Self::labelled(source, Cow::Borrowed(encoding.name()), Some(encoding))
    }

    /// One with a label and what it names.
    pub(super) fn labelled(
        source: EncodingSource,
        label: Cow<'static, str>,
        encoding: Option<&'static Encoding>,
    ) -> Self {
        let verdict = match encoding {
            Some(_) => CandidateVerdict::Overruled,
            None => match unsupported_encoding(label.as_bytes()) {
                Some(name) => CandidateVerdict::Unsupported { name },
                None => CandidateVerdict::UnknownLabel,
            },
        };
        EncodingCandidate { source, label, range: None, declared: encoding, encoding, verdict }
    }

    /// One whose label stands in that range of the document. `meaning` says what a declaration of
    /// an encoding is taken for.
    pub(super) fn in_document(
        source: EncodingSource,
        bytes: &[u8],
        range: Range<usize>,
        meaning: fn(&'static Encoding) -> &'static Encoding,
    ) -> Self {
        let written = bytes.get(range.clone()).unwrap_or_default();
        let start = range.start + (written.len() - written.trim_ascii_start().len());
        let written = written.trim_ascii();
        let declared = Encoding::for_label(written);
        let label = String::from_utf8_lossy(written).into_owned();
        EncodingCandidate {
            range: Some(start..start + written.len()),
            encoding: declared.map(meaning),
            ..Self::labelled(source, Cow::Owned(label), declared)
        }
    }

    /// One that the first bytes of the document tell.
    pub(super) fn by_first_bytes(
        source: EncodingSource,
        encoding: &'static Encoding,
        length: usize,
    ) -> Self {
        EncodingCandidate { range: Some(0..length), ..Self::of_encoding(source, encoding) }
    }

    /// One that the first bytes of the document tell, of an encoding that is refused.
    pub(super) fn refused(source: EncodingSource, name: &'static str, length: usize) -> Self {
        EncodingCandidate {
            source,
            label: Cow::Borrowed(name),
            range: Some(0..length),
            declared: None,
            encoding: None,
            verdict: CandidateVerdict::Unsupported { name },
        }
    }

    /// A `meta` element met while parsing.
    pub(super) fn late_meta(label: &[u8], range: Option<Range<usize>>) -> Self {
        let meaning = encoding_meant_by_meta;
        EncodingCandidate {
            range,
            ..Self::in_document(EncodingSource::LateMeta, label, 0..label.len(), meaning)
        }
    }

    /// Makes it one that does not count, unless it has no encoding to begin with.
    pub(super) fn ignored(mut self) -> Self {
        if self.encoding.is_some() {
            self.verdict = CandidateVerdict::Ignored;
        }
        self
    }

    /// The encoding, if the candidate may decide.
    pub(super) fn usable(&self) -> Option<&'static Encoding> {
        if self.verdict == CandidateVerdict::Ignored { None } else { self.encoding }
    }
}

/// What named what, where, and what became of it: a line of
/// [`EncodingReport`](crate::EncodingReport)'s account.
impl fmt::Display for EncodingCandidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: \"{}\"", self.source, self.label.escape_debug())?;
        if let Some(range) = &self.range {
            write!(f, " at bytes {} to {}", range.start, range.end)?;
        }
        if let Some(encoding) = self.encoding
            && !encoding.name().eq_ignore_ascii_case(&self.label)
        {
            write!(f, ", which means {}", encoding.name())?;
        }
        write!(f, ": {}", self.verdict)
    }
}

/// What became of an [`EncodingCandidate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CandidateVerdict {
    /// It decided.
    Chosen,
    /// It names the encoding that another candidate decided on.
    SameAsChosen,
    /// It names another encoding than a candidate that counts for more.
    Overruled,
    /// It did not count for this document: a `meta` element or a link's charset where the rules for
    /// XML hold, an XML declaration where [`XmlRules::Rfc3023`](crate::XmlRules::Rfc3023) passes
    /// over it, a containing document in UTF-16, a `meta` element met in a document in UTF-16.
    Ignored,
    /// There is no such encoding.
    UnknownLabel,
    /// The encoding is known, and must not be supported.
    Unsupported {
        /// The name of the encoding, such as `UTF-7`.
        name: &'static str,
    },
    /// The document has byte sequences that are malformed in this encoding, so that
    /// [`Hints::distrust`](crate::Hints::distrust) passed over it.
    DecodedBadly,
}

impl CandidateVerdict {
    /// A name for use in data: that of the variant, in lower case with hyphens.
    pub fn as_str(self) -> &'static str {
        match self {
            CandidateVerdict::Chosen => "chosen",
            CandidateVerdict::SameAsChosen => "same-as-chosen",
            CandidateVerdict::Overruled => "overruled",
            CandidateVerdict::Ignored => "ignored",
            CandidateVerdict::UnknownLabel => "unknown-label",
            CandidateVerdict::Unsupported { .. } => "unsupported",
            CandidateVerdict::DecodedBadly => "decoded-badly",
        }
    }
}

/// In a few words.
impl fmt::Display for CandidateVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CandidateVerdict::Chosen => f.write_str("used"),
            CandidateVerdict::SameAsChosen => f.write_str("agrees"),
            CandidateVerdict::Overruled => f.write_str("not used, overruled"),
            CandidateVerdict::Ignored => f.write_str("not used, does not count here"),
            CandidateVerdict::UnknownLabel => f.write_str("not used, no such encoding"),
            CandidateVerdict::Unsupported { name } => {
                write!(f, "not used, {name} is not supported")
            }
            CandidateVerdict::DecodedBadly => f.write_str("not used, bytes are malformed in it"),
        }
    }
}
