//! The headings of a page.

use std::iter;

use consomme::{ElementRef, Namespace, NodeRef};

use crate::text::parse_non_negative_integer;

/// A heading of a page.
///
/// <https://html.spec.whatwg.org/#concept-heading>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Heading<'a> {
    /// The element, `h1` to `h6`.
    pub element: ElementRef<'a>,
    /// The heading level, 1 to 9: the digit in the name of the element plus the heading offsets of
    /// the elements around it.
    pub level: u8,
}

impl<'a> Heading<'a> {
    /// Creates the heading of an element. Returns `None` if it is no heading. Takes time linear in
    /// its depth.
    ///
    /// <https://html.spec.whatwg.org/#get-an-element's-computed-heading-level>
    // Deviation: `aria-level` has no effect. It changes what assistive technology says, not the
    // heading level.
    #[must_use]
    pub fn new(element: ElementRef<'a>) -> Option<Heading<'a>> {
        let level = match element.name() {
            "h1" => 1,
            "h2" => 2,
            "h3" => 3,
            "h4" => 4,
            "h5" => 5,
            "h6" => 6,
            _ => return None,
        };
        if element.namespace() != Namespace::Html {
            return None;
        }
        // "If level is greater than 9, then return 9."
        let level = u8::try_from(offset(element).saturating_add(level)).unwrap_or(9).min(9);
        Some(Heading { element, level })
    }

    /// Returns the text that a reader sees, without whitespace around it.
    #[must_use]
    pub fn text(&self) -> String {
        self.element.inner_text().trim().to_owned()
    }

    /// Returns the `hgroup` element that the heading is a child of, which has a subheading or a
    /// tagline in its `p` elements.
    ///
    /// <https://html.spec.whatwg.org/#the-hgroup-element>
    #[must_use]
    pub fn group(&self) -> Option<ElementRef<'a>> {
        self.element.parent_element().filter(|parent| parent.is_html("hgroup"))
    }
}

/// Returns the outline of a page, or of a node and its descendants: all headings, in tree order.
/// The elements around headings, such as `section`, do not change their levels; the attributes
/// `headingoffset` and `headingreset` do.
///
/// Takes time linear in the size of the page, and for each heading in its depth.
///
/// ```
/// let html = "<h1>Soups</h1><section headingoffset=1><h1>Leek</h1><h2>Bones</h2></section>";
/// let document = consomme::parse_str(html);
/// let found: Vec<_> = consomme_web::outline(&document).map(|h| (h.level, h.text())).collect();
/// assert_eq!(found, [(1, "Soups".to_owned()), (2, "Leek".to_owned()), (3, "Bones".to_owned())]);
/// ```
///
/// <https://html.spec.whatwg.org/#outline>
pub fn outline<'a>(node: impl Into<NodeRef<'a>>) -> impl Iterator<Item = Heading<'a>> {
    node.into().inclusive_descendants().filter_map(|node| Heading::new(node.as_element()?))
}

/// Returns the heading offset of an element.
///
/// <https://html.spec.whatwg.org/#get-an-element's-computed-heading-offset>
fn offset(element: ElementRef<'_>) -> u64 {
    let mut offset: u64 = 0;
    for ancestor in iter::successors(Some(element), |&element| parent_or_host(element)) {
        if ancestor.namespace() != Namespace::Html {
            continue;
        }
        let own = ancestor.attr("headingoffset").and_then(parse_non_negative_integer);
        offset = offset.saturating_add(own.unwrap_or(0));
        if ancestor.has_attr("headingreset") {
            break;
        }
    }
    offset
}

/// "If inclusiveAncestor's parent is a shadow root, then set inclusiveAncestor to that shadow
/// root's host".
fn parent_or_host(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let parent = element.parent()?;
    parent.as_element().or_else(|| Some(parent.as_shadow_root()?.host()))
}
