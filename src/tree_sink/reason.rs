//! The reasons for nodes that the source has elsewhere or not at all.

use std::fmt;

/// Why the parser made a node that the source does not contain, or put a node somewhere other than
/// where the source has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A formatting element (`b`, `font`, `a`…) was still in effect when the element around it
    /// ended, and is opened again as a copy.
    ///
    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    Reconstruction,
    /// A formatting element overlaps another element: it is copied, and nodes move into the copy.
    ///
    /// <https://html.spec.whatwg.org/#adoption-agency-algorithm>
    AdoptionAgency,
    /// A `selectedcontent` mirrors the content of the selected `option`.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    SelectedContent,
    /// A table cannot contain the node, so it goes before the table.
    ///
    /// <https://html.spec.whatwg.org/#foster-parent>
    FosterParenting,
    /// The node would be deeper than [`Limits::depth`](crate::Limits::depth) allows: it becomes a
    /// sibling instead of a child, or goes further up.
    DepthLimit,
    /// The node is in a `<template for>` and goes to the markers that its `for` attribute names.
    ///
    /// <https://html.spec.whatwg.org/#prepare-content-patching>
    ContentPatching,
    /// The node follows the end of the `head`, `body` or `html` and goes into that element.
    ///
    /// <https://html.spec.whatwg.org/#the-after-head-insertion-mode>
    Reopening,
}

impl Reason {
    /// Returns a name for use in data: the variant's, in lowercase with hyphens.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Reconstruction => "reconstruction",
            Reason::AdoptionAgency => "adoption-agency",
            Reason::SelectedContent => "selected-content",
            Reason::FosterParenting => "foster-parenting",
            Reason::DepthLimit => "depth-limit",
            Reason::ContentPatching => "content-patching",
            Reason::Reopening => "reopening",
        }
    }
}

/// Writes [`Reason::as_str`].
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
