//! The extension module `consomme._consomme`: the parser for Python.
//!
//! - `guard.rs`, `fault.rs`: panics and errors become exceptions
//! - `shared.rs`: documents with their locks
//! - `input.rs`, `parse.rs`, `limits.rs`, `spare_memory.rs`: parsing
//! - `document.rs`, `node/`, `attributes.rs`, `node_list.rs`, `node_iterator.rs`: the tree
//! - `compiled.rs`: selectors and expressions by their texts
//! - `span.rs`, `character_index.rs`: places in the source
//! - `folded.rs`: nodes in notebooks
//! - `arrow.rs`: tables for pandas, polars and other libraries (feature `arrow`)
//! - `data.rs`: data as dicts
//! - `main_content.rs`, `sanitizer.rs`, `schema.rs`, `stream.rs`, `rewrite.rs`, `web.rs`: the other
//!   packages of consomme

#![forbid(unsafe_code)]

#[cfg(feature = "arrow")]
mod arrow;
mod attributes;
mod character_index;
mod compiled;
mod data;
mod document;
mod fault;
mod folded;
mod guard;
mod input;
mod limits;
mod main_content;
mod node;
mod node_iterator;
mod node_list;
mod parse;
mod rewrite;
mod sanitizer;
mod schema;
mod shared;
mod span;
mod spare_memory;
mod stream;
mod web;

use pyo3::prelude::*;

/// The extension module of the package `consomme`.
#[pymodule(gil_used = false)]
mod _consomme {
    #[pymodule_export]
    use crate::attributes::Attributes;
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::main_content::MainContent;
    #[pymodule_export]
    use crate::node::{Comment, Doctype, Element, Fragment, Node, ProcessingInstruction, Text};
    #[pymodule_export]
    use crate::node_iterator::NodeIterator;
    #[pymodule_export]
    use crate::node_list::NodeList;
    #[pymodule_export]
    use crate::parse::{parse, parse_fragment};
    #[pymodule_export]
    use crate::rewrite::{RewriteElement, rewrite};
    #[pymodule_export]
    use crate::sanitizer::{Sanitized, Sanitizer};
    #[pymodule_export]
    use crate::schema::Schema;
    #[pymodule_export]
    use crate::span::Span;
    #[pymodule_export]
    use crate::stream::{Stream, stream};
    #[pymodule_export]
    use crate::web::Table;
}
