//! Trees of your own: [`TreeSink`], and the values that the parser passes to it.
//!
//! [`ParseOptions::parse_str_into`](crate::ParseOptions::parse_str_into) and its siblings build
//! such a tree. Names are numbers, and texts are spans: [`Strings`] has the text of both.
//! [`known_names`] has a constant for each name of HTML, SVG and MathML.

pub use crate::names::known as known_names;
pub use crate::names::{ElementName, LocalName, NameTable};
pub use crate::parse::{EncodingChanged, Parsed};
pub use crate::text::{Attribute, Span, Strings};
pub use crate::tree_sink::{ClosedBy, CopyBudget, NewDoctype, NewElement, TreeSink};
