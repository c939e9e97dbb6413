//! The values that the tree builder passes to a tree: elements, doctypes, the mode of the document.

use std::ops::Range;

use crate::names::ElementName;
use crate::text::{Attribute, Attributes, Span};

/// An element for the tree to create.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NewElement<'a> {
    /// The namespace and local name.
    pub name: ElementName,
    /// The attributes in order of the source. No two have the same namespace and name.
    pub attributes: &'a [Attribute],
    /// The same attributes, as the list that the tree of this crate copies in one block.
    pub(crate) list: &'a Attributes,
    /// The byte range of the start tag in the source; empty if the element is implied.
    pub source: Range<usize>,
    /// Whether the start tag has two attributes of one name, of which only the first is among
    /// `attributes`. By Content Security Policy, such a `script` or `style` has no nonce.
    ///
    /// <https://w3c.github.io/webappsec-csp/#is-element-nonceable>
    pub had_duplicate_attributes: bool,
    /// Whether the element is created by the fragment parsing algorithm. The constructors of
    /// custom elements do not run then.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    pub is_in_fragment: bool,
}

/// A doctype for the tree to append to the document. A missing part is an empty text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct NewDoctype {
    /// The name.
    pub name: Span,
    /// The public identifier.
    pub public_id: Span,
    /// The system identifier.
    pub system_id: Span,
}

/// Whether a document is in quirks mode.
///
/// <https://dom.spec.whatwg.org/#concept-document-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QuirksMode {
    /// Layout and parsing follow the standards.
    #[default]
    NoQuirks,
    /// Layout follows the standards except for a few details.
    LimitedQuirks,
    /// Layout follows browsers from before the standards. In parsing, a `table` does not close a
    /// `p`.
    Quirks,
}

impl QuirksMode {
    /// Returns the name that the standard uses: `"no-quirks"`, `"limited-quirks"` or `"quirks"`.
    pub fn as_str(self) -> &'static str {
        match self {
            QuirksMode::NoQuirks => "no-quirks",
            QuirksMode::LimitedQuirks => "limited-quirks",
            QuirksMode::Quirks => "quirks",
        }
    }
}
