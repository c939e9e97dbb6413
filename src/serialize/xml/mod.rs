//! The XML writer: well-formed XML for every tree.
//!
//! - `options.rs`: [`XmlOptions`]
//! - `tree.rs`: writes the nodes
//! - `tags.rs`: writes start tags, with the namespaces that they declare
//! - `names.rs`: names that XML allows
//! - `data.rs`: text, comments and so on with the characters that XML allows
//!
//! <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>

mod data;
mod names;
mod options;
mod tags;
mod tree;

pub use options::XmlOptions;
