//! Trees: the standard's rules while they are built, edits, and edits of their sources.
//!
//! - `edit.rs`, `edit_elements.rs`: edits of documents
//! - `forms.rs`: the forms of controls
//! - `inner_text/`: the text that a reader sees
//! - `reference_tree.rs`: `selectedcontent` and `<template for>` against a slow tree
//! - `shadow_roots.rs`, `shadow_root_serialization.rs`: shadow roots
//! - `source_edits/`: patches of the source
//! - `tree_sink.rs`, `tree_sink_hooks.rs`: trees other than `Document`

mod edit;
mod edit_elements;
mod forms;
mod inner_text;
mod reference_tree;
mod shadow_root_serialization;
mod shadow_roots;
mod source_edits;
mod tree_sink;
mod tree_sink_hooks;
