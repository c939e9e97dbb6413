//! The feature `serde`: how values are serialized.
//!
//! The guide has [the shapes](crate::guide::data). Enums without fields are their `as_str`, and the
//! fields of a struct have the names of its fields or methods.

use encoding_rs::Encoding;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::dom::{NodeKind, SourceSpan};
use crate::encoding::{
    CandidateVerdict, Confidence, EncodingCandidate, EncodingReport, EncodingSource, MediaTypeKind,
    XmlRules,
};
use crate::names::Namespace;
use crate::parse_error::{ParseError, ParseErrorCode};
use crate::settings::{Limits, LimitsHit, Revision};
use crate::speculative_fetch::{FetchKind, PictureSource, Speculated, SpeculativeFetch};
use crate::text::LineColumn;
use crate::tree_sink::{QuirksMode, Reason, ShadowRootInit, ShadowRootMode, SlotAssignment};
use crate::urls::{ImageCandidate, UrlKind};

/// Serializes enums as their `as_str`.
macro_rules! serialize_as_str {
    ($($name:ident)*) => {
        $(impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        })*
    };
}

serialize_as_str! {
    Confidence EncodingSource FetchKind MediaTypeKind Namespace ParseErrorCode QuirksMode Reason
    Revision ShadowRootMode SlotAssignment UrlKind XmlRules
}

impl Serialize for NodeKind<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for ParseError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ParseError", 3)?;
        fields.serialize_field("code", &self.code())?;
        fields.serialize_field("start", &self.span().start)?;
        fields.serialize_field("end", &self.span().end)?;
        fields.end()
    }
}

impl Serialize for LineColumn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("LineColumn", 3)?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("column", &self.column)?;
        fields.serialize_field("utf16_column", &self.utf16_column)?;
        fields.end()
    }
}

impl Serialize for SourceSpan<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (range, source_range) = (self.range(), self.source_range());
        let mut fields = serializer.serialize_struct("SourceSpan", 4)?;
        fields.serialize_field("start", &range.start)?;
        fields.serialize_field("end", &range.end)?;
        fields.serialize_field("source_start", &source_range.start)?;
        fields.serialize_field("source_end", &source_range.end)?;
        fields.end()
    }
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Limits", 7)?;
        fields.serialize_field("depth", &self.get_depth())?;
        fields.serialize_field("nodes", &self.get_nodes())?;
        fields.serialize_field("copies", &self.get_copies())?;
        fields.serialize_field("attributes_per_element", &self.get_attributes_per_element())?;
        fields.serialize_field("input_bytes", &self.get_input_bytes())?;
        fields.serialize_field("errors", &self.get_errors())?;
        fields.serialize_field("searches", &self.get_searches())?;
        fields.end()
    }
}

impl Serialize for LimitsHit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("LimitsHit", 8)?;
        fields.serialize_field("depth", &self.depth)?;
        fields.serialize_field("nodes", &self.nodes)?;
        fields.serialize_field("copies", &self.copies)?;
        fields.serialize_field("attributes_per_element", &self.attributes_per_element)?;
        fields.serialize_field("input_bytes", &self.input_bytes)?;
        fields.serialize_field("errors", &self.errors)?;
        fields.serialize_field("searches", &self.searches)?;
        fields.serialize_field("steps", &self.steps)?;
        fields.end()
    }
}

impl Serialize for ShadowRootInit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ShadowRootInit", 6)?;
        fields.serialize_field("mode", &self.mode)?;
        fields.serialize_field("delegates_focus", &self.delegates_focus)?;
        fields.serialize_field("clonable", &self.clonable)?;
        fields.serialize_field("serializable", &self.serializable)?;
        fields.serialize_field("slot_assignment", &self.slot_assignment)?;
        fields.serialize_field(
            "keeps_custom_element_registry_null",
            &self.keeps_custom_element_registry_null,
        )?;
        fields.end()
    }
}

impl Serialize for Speculated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self {
            Speculated::Fetch(fetch) => map.serialize_entry("fetch", fetch)?,
            Speculated::ContentSecurityPolicy(policy) => {
                map.serialize_entry("content_security_policy", policy)?;
            }
            Speculated::Referrer(policy) => map.serialize_entry("referrer", policy)?,
            Speculated::Viewport(viewport) => map.serialize_entry("viewport", viewport)?,
        }
        map.end()
    }
}

impl Serialize for SpeculativeFetch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("SpeculativeFetch", 6)?;
        fields.serialize_field("kind", &self.kind)?;
        fields.serialize_field("destination", self.destination)?;
        fields.serialize_field("url", &self.url)?;
        fields.serialize_field("base", &self.base.as_deref())?;
        fields.serialize_field("attributes", &Attributes(&self.attributes))?;
        fields.serialize_field("sources", &self.sources)?;
        fields.end()
    }
}

/// The attributes of an element, as a map.
struct Attributes<'a>(&'a [(&'static str, String)]);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Serialize for PictureSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("PictureSource", 4)?;
        fields.serialize_field("srcset", self.srcset())?;
        fields.serialize_field("sizes", &self.sizes())?;
        fields.serialize_field("media", &self.media())?;
        fields.serialize_field("type", &self.mime_type())?;
        fields.end()
    }
}

impl Serialize for ImageCandidate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ImageCandidate", 3)?;
        fields.serialize_field("url", self.url)?;
        fields.serialize_field("width", &self.width)?;
        fields.serialize_field("density", &self.density)?;
        fields.end()
    }
}

impl Serialize for EncodingReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("EncodingReport", 10)?;
        fields.serialize_field("encoding", self.encoding().name())?;
        fields.serialize_field("source", &self.source())?;
        fields.serialize_field("confidence", &self.confidence())?;
        fields.serialize_field("restarted", &self.restarted())?;
        fields.serialize_field("switched_on_the_fly", &self.switched_on_the_fly())?;
        fields.serialize_field("unknown", &self.is_unknown())?;
        fields.serialize_field("media_type", &self.media_type_kind())?;
        fields.serialize_field("malformed_sequences", &self.malformed_sequences())?;
        fields.serialize_field("first_malformed", &self.first_malformed())?;
        fields.serialize_field("candidates", self.candidates())?;
        fields.end()
    }
}

impl Serialize for EncodingCandidate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let range = self.range();
        let unsupported = match self.verdict() {
            CandidateVerdict::Unsupported { name } => Some(name),
            _ => None,
        };
        let declared = self.declared_encoding().map(Encoding::name);
        let mut fields = serializer.serialize_struct("EncodingCandidate", 8)?;
        fields.serialize_field("source", &self.source())?;
        fields.serialize_field("label", self.label())?;
        fields.serialize_field("start", &range.as_ref().map(|range| range.start))?;
        fields.serialize_field("end", &range.as_ref().map(|range| range.end))?;
        fields.serialize_field("declared_encoding", &declared)?;
        fields.serialize_field("encoding", &self.encoding().map(Encoding::name))?;
        fields.serialize_field("verdict", self.verdict().as_str())?;
        fields.serialize_field("unsupported", &unsupported)?;
        fields.end()
    }
}
