//! The token that closes an element.

use crate::names::LocalName;

/// The token that closes an element: during which the element leaves the stack of open elements.
/// Names are as in the token, ASCII-lowercased.
///
/// <https://html.spec.whatwg.org/#the-stack-of-open-elements>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ClosedBy {
    /// Its own start tag, so that it has no content: the element is void, an SVG or MathML element
    /// whose start tag ends with `/>`, or a `form` right in a table.
    OwnStartTag,
    /// Its end tag. A heading's may have another level: `</h2>` closes an `h1`.
    OwnEndTag,
    /// The start tag of another element, with this name: `<li>` closes the `li` before it.
    StartTag(LocalName),
    /// The end tag of another element, with this name: `</ul>` closes the `li` in the `ul`.
    EndTag(LocalName),
    /// The end of the input, or another end of the parse, such as a limit.
    EndOfFile,
    /// A token that is no tag: text closes the `head`.
    Other,
}

impl ClosedBy {
    /// Whether the element closes itself, by its start tag or its end tag: the token belongs to it.
    pub fn is_own_tag(self) -> bool {
        matches!(self, ClosedBy::OwnStartTag | ClosedBy::OwnEndTag)
    }
}
