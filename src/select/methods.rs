//! The methods of documents, nodes and elements that take selectors.

use crate::dom::{Document, ElementRef, NodeRef};

use super::matcher::Matcher;
use super::selector::Selector;
use super::walk::Select;

/// Requires the feature `selectors`.
impl Document {
    /// Returns the elements of the document that match a selector, in tree order; see
    /// [`NodeRef::select`].
    ///
    /// ```
    /// use consomme::{Hints, Selector, parse_document};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_document(b"<p>Clear <b>broth</b><p class=hot>Hot", &Hints::new());
    /// let selector = Selector::parse("p.hot, p > b")?;
    /// let names: Vec<_> = document.select(&selector).map(|element| element.name()).collect();
    /// assert_eq!(names, ["b", "p"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn select(&self, selector: &Selector) -> Select<'_> {
        self.root().select(selector)
    }

    /// Returns the first element of the document, in tree order, that matches a selector.
    ///
    /// ```
    /// use consomme::{Selector, parse_str};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_str("<meta property=og:title content=Broth>");
    /// let title = document.select_first(&Selector::parse("meta[property='og:title']")?);
    /// assert_eq!(title.and_then(|meta| meta.attr("content")), Some("Broth"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
    pub fn select_first(&self, selector: &Selector) -> Option<ElementRef<'_>> {
        self.select(selector).next()
    }
}

/// Requires the feature `selectors`.
impl<'a> NodeRef<'a> {
    /// Returns the descendant elements of this node that match a selector, in tree order.
    ///
    /// Only descendants are returned, but the whole tree counts for matching: called on a `div` in
    /// the body, `body p` finds the `p` elements in the `div`. `:scope` matches this node or, if it
    /// is a document, the root element. Template contents are not searched.
    ///
    /// ```
    /// use consomme::{Selector, parse_fragment};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<ul><li>1<ul><li>1.1</ul><li>2</ul>");
    /// let ul = document.select_first(&Selector::parse("ul")?).unwrap();
    /// assert_eq!(ul.select(&Selector::parse("li")?).count(), 3);
    /// assert_eq!(ul.select(&Selector::parse(":scope > li")?).count(), 2);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall>
    pub fn select(self, selector: &Selector) -> Select<'a> {
        Select::new(self, selector)
    }

    /// Returns the first descendant element of this node, in tree order, that matches a selector;
    /// see [`select`](NodeRef::select).
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
    pub fn select_first(self, selector: &Selector) -> Option<ElementRef<'a>> {
        self.select(selector).next()
    }
}

/// Requires the feature `selectors`.
impl<'a> ElementRef<'a> {
    /// Whether the element matches a selector. `:scope` matches the element itself. To find all
    /// matching elements, [`select`](NodeRef::select) is faster.
    ///
    /// ```
    /// use consomme::{Selector, parse_fragment};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<a HREF=/menu>Menu</a>");
    /// let a = document.root().first_element_child().unwrap();
    /// assert!(a.matches(&Selector::parse(":link")?) && !a.matches(&Selector::parse("body a")?));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-matches>
    pub fn matches(self, selector: &Selector) -> bool {
        let mut matcher = Matcher::new(self.as_node());
        selector.list.slice().iter().any(|selector| matcher.matches(selector, None, self))
    }

    /// Returns the first element that matches a selector, of the element and its ancestors upwards.
    /// `:scope` matches the element itself.
    ///
    /// ```
    /// use consomme::{Selector, parse_fragment};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<form id=search><p><input></form>");
    /// let input = document.select_first(&Selector::parse("input")?).unwrap();
    /// assert_eq!(input.closest(&Selector::parse("form")?).unwrap().id_attr(), Some("search"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-closest>
    pub fn closest(self, selector: &Selector) -> Option<ElementRef<'a>> {
        let mut matcher = Matcher::new(self.as_node());
        let mut inclusive_ancestors = std::iter::once(self).chain(self.ancestor_elements());
        inclusive_ancestors.find(|element| {
            selector.list.slice().iter().any(|selector| matcher.matches(selector, None, *element))
        })
    }
}
