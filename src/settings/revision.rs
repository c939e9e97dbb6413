//! Which revision of the standard a parse follows.

/// A revision of the HTML standard.
///
/// The default is the latest. See [`ParseOptions::revision`](crate::ParseOptions::revision) and
/// [`SerializeOptions::revision`](crate::serialize::SerializeOptions::revision).
///
/// <https://html.spec.whatwg.org/>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Revision {
    /// The Living Standard of 2026-08-21, what browsers do.
    #[default]
    Living2026,
    /// The Living Standard of 2024-09-12. It has the insertion modes "in select" and "in select in
    /// table", makes comments of processing instructions, clones nothing into `selectedcontent`,
    /// gives `<template for>` no meaning, and leaves `<` and `>` in attribute values as they are
    /// when serializing.
    Snapshot2024,
}
