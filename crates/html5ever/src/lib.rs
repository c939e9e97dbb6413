#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod adapter;
pub mod driver;

/// The crate of the parser.
pub use consomme;
/// The crate of the trait, of names and of attributes.
pub use html5ever;
pub use html5ever::tendril;
pub use html5ever::tree_builder::TreeBuilderOpts;

pub use driver::{
    ParseOpts, Parser, parse_document, parse_document_bytes, parse_fragment,
    parse_fragment_for_element,
};
