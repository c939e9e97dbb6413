//! Selecting from documents, nodes and elements.

use crate::dom::{Document, ElementRef, NodeRef};

use super::matcher::Matcher;
use super::selector::Selector;
use super::walk::Select;

/// Feature `selectors`.
impl Document {
    /// The elements of the document that match a selector, in tree order; see [`NodeRef::select`].
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

    /// The first element of the document that matches a selector.
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

/// Feature `selectors`.
impl<'a> NodeRef<'a> {
    /// The elements below this node that match a selector, in tree order. Only these are found, but
    /// all of the tree counts for whether they match: `body p` finds the `p` elements below a `div`
    /// in the body. `:scope` stands for this node, or for the root element, if this is a document.
    /// Template contents are not searched.
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

    /// The first element below this node that matches a selector; see [`select`](NodeRef::select).
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
    pub fn select_first(self, selector: &Selector) -> Option<ElementRef<'a>> {
        self.select(selector).next()
    }
}

/// Feature `selectors`.
impl<'a> ElementRef<'a> {
    /// Whether the element matches a selector, in which `:scope` stands for the element. To find
    /// the elements that do, [`select`](NodeRef::select) is faster.
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

    /// The nearest that matches a selector, of the element and its ancestors. `:scope` stands for
    /// the element.
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
