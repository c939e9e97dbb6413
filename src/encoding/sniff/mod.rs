//! Decides the encoding of a document.
//!
//! - `hints.rs`: the caller's hints
//! - `candidate.rs`: declarations and hints that name an encoding, and the verdict on each
//! - `sniffed.rs`: the decision, with all candidates
//! - `algorithm.rs`: the encoding sniffing algorithm, which is the order of the sources
//! - `bom.rs`: byte order marks, and first bytes of unsupported encodings
//! - `content_type.rs`: the `charset` parameter of a `Content-Type` value, and types of XML
//! - `prescan.rs`: "prescan a byte stream to determine its encoding", "get an attribute"
//! - `xml_declaration.rs`: "get an XML encoding"
//! - `detect.rs`: guesses the encoding from the bytes
//! - `locale.rs`: the encoding that the standard suggests for a locale
//! - `distrust.rs`: another encoding, if the document is malformed in the declared one
//! - `late_meta.rs`: `meta` elements found while parsing

mod algorithm;
mod bom;
mod candidate;
mod content_type;
mod detect;
mod distrust;
mod hints;
mod late_meta;
mod locale;
mod prescan;
mod sniffed;
mod xml_declaration;

pub(crate) use algorithm::sniff;
pub use candidate::{CandidateVerdict, EncodingCandidate};
pub use content_type::MediaTypeKind;
pub use hints::{Hints, XmlRules};
pub(crate) use sniffed::Sniffed;

#[cfg(test)]
mod tests;
