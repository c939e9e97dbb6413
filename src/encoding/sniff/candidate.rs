//! Declarations and hints that name an encoding, and the verdict on each.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use encoding_rs::Encoding;

use crate::encoding::labels::{encoding_labelled, unsupported_encoding};
use crate::encoding::meta_charset::encoding_meant_by_meta;
use crate::encoding::vocabulary::EncodingSource;

/// A declaration, hint or guess that names an encoding for a document, or tries to.
///
/// ```
/// use consomme::encoding::{self, CandidateVerdict, EncodingSource};
/// use consomme::Hints;
///
/// let page = b"<meta charset=klingon><meta charset=gbk>";
/// let report = encoding::report(page, &Hints::new().content_type("text/html; charset=Big5"));
/// let [transport, unknown, meta] = report.candidates() else { panic!("three of them") };
/// assert_eq!(transport.verdict(), CandidateVerdict::Chosen);
/// assert_eq!((unknown.label(), unknown.verdict()), ("klingon", CandidateVerdict::UnknownLabel));
/// assert_eq!((meta.source(), meta.range()), (EncodingSource::Meta, Some(36..39)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodingCandidate {
    source: EncodingSource,
    label: Cow<'static, str>,
    range: Option<Range<usize>>,
    declared: Option<&'static Encoding>,
    encoding: Option<&'static Encoding>,
    pub(super) verdict: CandidateVerdict,
}

impl EncodingCandidate {
    /// Returns where the candidate comes from.
    pub fn source(&self) -> EncodingSource {
        self.source
    }

    /// Returns the label as it is written, without the whitespace around it. For a source that has
    /// no label, such as a byte order mark, this is the name of the encoding; for
    /// [`EncodingSource::Locale`], the language tag.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the byte range in the input of the label, of the byte order mark, or of the first
    /// bytes of an XML declaration that show its encoding.
    ///
    /// `None` if the candidate is not in the input, and for a [`EncodingSource::LateMeta`] that
    /// changes nothing: its position in the bytes is not computed.
    pub fn range(&self) -> Option<Range<usize>> {
        self.range.clone()
    }

    /// Returns the encoding that the label names; `None` if there is no such encoding or it is not
    /// supported.
    pub fn declared_encoding(&self) -> Option<&'static Encoding> {
        self.declared
    }

    /// Returns the encoding that the candidate stands for. It differs from
    /// [`declared_encoding`](Self::declared_encoding) where the standard replaces one encoding by
    /// another: in a `meta` element, UTF-16 means UTF-8 and x-user-defined means windows-1252; in
    /// an XML declaration, UTF-16 means UTF-8.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }

    /// Returns whether the candidate was used, and if not, why.
    pub fn verdict(&self) -> CandidateVerdict {
        self.verdict
    }

    /// Returns a candidate that is given by the encoding itself, without a label.
    pub(super) fn of_encoding(source: EncodingSource, encoding: &'static Encoding) -> Self {
        Self::labelled(source, Cow::Borrowed(encoding.name()), Some(encoding))
    }

    /// Returns a candidate with a label and the encoding that it names.
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

    /// Returns a candidate for a `Content-Type` that is not a media type.
    pub(super) fn malformed_content_type(value: &str) -> Self {
        EncodingCandidate {
            verdict: CandidateVerdict::NotAMediaType,
            ..Self::labelled(EncodingSource::Transport, Cow::Owned(value.to_owned()), None)
        }
    }

    /// Returns a candidate whose label is in that range of `bytes`, which may include whitespace
    /// around it. `meaning` replaces encodings that stand for others in such a declaration.
    pub(super) fn in_document(
        source: EncodingSource,
        bytes: &[u8],
        range: Range<usize>,
        meaning: fn(&'static Encoding) -> &'static Encoding,
    ) -> Self {
        let written = bytes.get(range.clone()).unwrap_or_default();
        let start = range.start + (written.len() - written.trim_ascii_start().len());
        let written = written.trim_ascii();
        let declared = encoding_labelled(written);
        EncodingCandidate {
            range: Some(start..start + written.len()),
            encoding: declared.map(meaning),
            ..Self::labelled(source, label_text(written), declared)
        }
    }

    /// Returns a candidate that the first bytes of the document show.
    pub(super) fn from_first_bytes(
        source: EncodingSource,
        encoding: &'static Encoding,
        length: usize,
    ) -> Self {
        EncodingCandidate { range: Some(0..length), ..Self::of_encoding(source, encoding) }
    }

    /// Returns a candidate for an unsupported encoding that the first bytes of the document show.
    pub(super) fn unsupported(source: EncodingSource, name: &'static str, length: usize) -> Self {
        EncodingCandidate {
            range: Some(0..length),
            verdict: CandidateVerdict::Unsupported { name },
            ..Self::labelled(source, Cow::Borrowed(name), None)
        }
    }

    /// Returns a candidate for a `meta` element found while parsing. `range` is that of the label
    /// in the input, if it is known.
    pub(super) fn late_meta(label: &[u8], range: Option<Range<usize>>) -> Self {
        let meaning = encoding_meant_by_meta;
        EncodingCandidate {
            range,
            ..Self::in_document(EncodingSource::LateMeta, label, 0..label.len(), meaning)
        }
    }

    /// Marks the candidate as one that does not count. A candidate without an encoding keeps its
    /// verdict, which says why it has none.
    pub(super) fn ignored(mut self) -> Self {
        if self.encoding.is_some() {
            self.verdict = CandidateVerdict::Ignored;
        }
        self
    }

    /// Returns the encoding, unless the candidate does not count.
    pub(super) fn usable(&self) -> Option<&'static Encoding> {
        if self.verdict == CandidateVerdict::Ignored { None } else { self.encoding }
    }
}

/// Prints the source, label, range, meaning and verdict on one line, as
/// [`EncodingReport`](crate::encoding::EncodingReport) does.
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

/// Whether an [`EncodingCandidate`] was used, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CandidateVerdict {
    /// It decided the encoding.
    Chosen,
    /// It names the encoding that another candidate has decided.
    SameAsChosen,
    /// It names an encoding, but a candidate of higher priority names another.
    Overruled,
    /// It does not count for this document. This is the verdict on
    ///
    /// - a `meta` element, the charset of a link, and any other guess, if the rules for XML apply
    /// - an XML declaration that [`XmlRules::Rfc3023`](crate::encoding::XmlRules::Rfc3023) skips
    /// - a containing document in UTF-16
    /// - a `meta` element found while parsing a document in UTF-16, or under
    ///   [`Hints::ignore_late_meta`](crate::Hints::ignore_late_meta)
    Ignored,
    /// The Encoding Standard does not list the label.
    UnknownLabel,
    /// The value that was given to [`Hints::content_type`](crate::Hints::content_type) is not a
    /// media type such as `text/html`, so it has no charset. The label is the whole value. For a
    /// charset alone, there is [`Hints::charset`](crate::Hints::charset).
    NotAMediaType,
    /// The label names an encoding that the standard forbids to support.
    Unsupported {
        /// The name of the encoding, such as `UTF-7`.
        name: &'static str,
    },
    /// The document has sequences that are malformed in this encoding, and
    /// [`Hints::distrust`](crate::Hints::distrust) is on. In windows-1252, in which nothing is
    /// malformed, bytes that it does not assign count, and in US-ASCII all bytes above 7F.
    DecodedBadly,
}

impl CandidateVerdict {
    /// Returns the name of the variant in lowercase with hyphens, such as `"same-as-chosen"`, for
    /// use in data.
    pub fn as_str(self) -> &'static str {
        match self {
            CandidateVerdict::Chosen => "chosen",
            CandidateVerdict::SameAsChosen => "same-as-chosen",
            CandidateVerdict::Overruled => "overruled",
            CandidateVerdict::Ignored => "ignored",
            CandidateVerdict::UnknownLabel => "unknown-label",
            CandidateVerdict::NotAMediaType => "not-a-media-type",
            CandidateVerdict::Unsupported { .. } => "unsupported",
            CandidateVerdict::DecodedBadly => "decoded-badly",
        }
    }
}

/// Prints a description in a few words.
impl fmt::Display for CandidateVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CandidateVerdict::Chosen => f.write_str("used"),
            CandidateVerdict::SameAsChosen => f.write_str("agrees"),
            CandidateVerdict::Overruled => f.write_str("not used, overruled"),
            CandidateVerdict::Ignored => f.write_str("not used, does not count here"),
            CandidateVerdict::UnknownLabel => f.write_str("not used, no such encoding"),
            CandidateVerdict::NotAMediaType => f.write_str("not used, not a media type"),
            CandidateVerdict::Unsupported { name } => {
                write!(f, "not used, {name} is not supported")
            }
            CandidateVerdict::DecodedBadly => f.write_str("not used, bytes are malformed in it"),
        }
    }
}

/// Returns a label as text, without a copy if it is one that nearly all pages have.
fn label_text(label: &[u8]) -> Cow<'static, str> {
    match label {
        b"utf-8" => Cow::Borrowed("utf-8"),
        b"UTF-8" => Cow::Borrowed("UTF-8"),
        _ => Cow::Owned(String::from_utf8_lossy(label).into_owned()),
    }
}
