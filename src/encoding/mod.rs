//! Which encoding a document is in, and why: stage 1, from bytes to text.
//!
//! [`parse_document`](crate::parse_document) decides it from the bytes and the caller's [`Hints`],
//! and [`Document::encoding_report`](crate::Document::encoding_report) tells how. [`report()`] does
//! the same without parsing. [`ByteOffsets`] converts positions in the text to positions in the
//! bytes.
//!
//! Every label is looked up as the Encoding Standard says, so `latin1` means windows-1252, and
//! `iso-2022-kr` means the replacement encoding, which decodes any input to a single U+FFFD.
//!
//! <https://html.spec.whatwg.org/#the-input-byte-stream>

// `sniff()` decides once which encoding a document is in; a `StreamDecoder` then turns the bytes
// into text, piece by piece. While the decision is only `Confidence::Tentative`, a `meta` element
// found by the tree builder can change it: `Sniffed::late_meta`. Everything that named an encoding
// is kept for the `EncodingReport`.
//
// - `vocabulary.rs`: the sources that decide an encoding, and how certain it is
// - `labels.rs`: labels of encodings, supported or not
// - `meta_charset.rs`: the encoding that a `meta` element declares; the prescan and the tree
//   builder both ask
// - `change_encoding.rs`: the standard's "change the encoding"
// - `sniff/`: decides the encoding
// - `decode/`: decodes bytes, and maps positions in the text back to bytes
// - `report.rs`: the public account of how the encoding was decided

mod change_encoding;
mod decode;
mod labels;
mod meta_charset;
mod report;
pub(crate) mod sniff;
mod vocabulary;

pub(crate) use change_encoding::can_switch_on_the_fly;
pub use decode::ByteOffsets;
pub(crate) use decode::{Decoded, StreamDecoder, adopt, byte_offset, byte_order_mark};
#[cfg(feature = "stream")]
pub(crate) use decode::{OffsetTracker, decodes_to_ascii};
pub(crate) use labels::encoding_labelled;
pub use labels::{LabelError, for_label};
pub(crate) use meta_charset::extract_encoding_from_meta;
pub use report::{EncodingReport, report, report_from_start};
pub use sniff::{CandidateVerdict, EncodingCandidate, MediaTypeKind, XmlRules};
pub(crate) use sniff::{Hints, Sniffed, sniff};
pub use vocabulary::{Confidence, EncodingSource};
