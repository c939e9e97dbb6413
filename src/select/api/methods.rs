//! The methods of documents, nodes and elements that take selectors.

use std::collections::HashSet;

use crate::dom::{Document, ElementRef, NodeId, NodeRef};
use crate::select::matching::Matcher;

use super::into_selector::IntoSelector;
use super::select::Select;

/// Finding elements by selectors. Requires the feature `selectors`.
impl Document {
    /// Returns the elements of the document that match a selector, in tree order; see
    /// [`NodeRef::select`].
    ///
    /// The selector is a text or a compiled [`Selector`](crate::Selector); with a text, the result
    /// is a `Result`: see [`IntoSelector`].
    ///
    /// ```
    /// use consomme::{Hints, parse_document};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_document(b"<p>Clear <b>broth</b><p class=hot>Hot", &Hints::new());
    /// for element in document.select("p.hot, p > b")? {
    ///     println!("{}", element.text_content());
    /// }
    /// # assert_eq!(document.select("p.hot, p > b")?.map(|e| e.name()).collect::<Vec<_>>(), ["b", "p"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    #[doc(alias = "querySelectorAll")]
    #[doc(alias = "find_all")]
    #[doc(alias = "cssselect")]
    pub fn select<S: IntoSelector>(&self, selector: S) -> S::Outcome<Select<'_>> {
        self.root().select(selector)
    }

    /// Returns the first element of the document, in tree order, that matches a selector: a text or
    /// a compiled one; see [`IntoSelector`].
    ///
    /// ```
    /// use consomme::parse_str;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_str("<meta property=og:title content=Broth>");
    /// let title = document.select_first("meta[property='og:title']")?;
    /// assert_eq!(title.and_then(|meta| meta.attr("content")), Some("Broth"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    #[doc(alias = "querySelector")]
    #[doc(alias = "select_one")]
    pub fn select_first<S: IntoSelector>(&self, selector: S) -> S::Outcome<Option<ElementRef<'_>>> {
        self.root().select_first(selector)
    }

    /// Removes all elements that match a selector from their parents, as
    /// [`detach`](Document::detach) does, also in the contents of templates, which `select` doesn't
    /// search. Returns their ids in tree order; the ids of elements in a removed element are not
    /// among them. The selector is a text or a compiled one: see [`IntoSelector`].
    ///
    /// To decide by a function, use [`remove_all`](Document::remove_all).
    ///
    /// ```
    /// use consomme::parse_str;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let mut document = parse_str("<p onclick=a()>Broth<script>b()</script><template><script>c()</script></template>");
    /// let removed = document.remove_selected("script, style")?;
    /// assert_eq!(removed.len(), 2);
    /// assert_eq!(document.body().unwrap().inner_html(), r#"<p onclick="a()">Broth<template></template></p>"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    #[doc(alias = "remove")]
    pub fn remove_selected<S: IntoSelector>(&mut self, selector: S) -> S::Outcome<Vec<NodeId>> {
        selector.apply(|selector| {
            let mut found = HashSet::new();
            let mut roots = vec![self.root()];
            while let Some(root) = roots.pop() {
                found.extend(Select::new(root, selector).map(|element| element.id()));
                roots.extend(templates_in(root));
            }
            self.remove_all(|node| found.contains(&node.id()))
        })
    }
}

/// Returns the contents of the templates among the descendants of a node.
fn templates_in(root: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    root.descendant_elements().filter_map(ElementRef::template_contents)
}

/// Finding elements by selectors. Requires the feature `selectors`.
impl<'a> NodeRef<'a> {
    /// Returns the descendant elements of this node that match a selector, in tree order. The
    /// selector is a text or a compiled [`Selector`](crate::Selector); with a text, the result is a
    /// `Result`: see [`IntoSelector`].
    ///
    /// Only descendants are returned, but the whole tree counts for matching: called on a `div` in
    /// the body, `body p` finds the `p` elements in the `div`. A selector that begins with a
    /// combinator is relative to this node: `> p` finds its children. `:scope` matches this node
    /// or, if it is a document, the root element. Template contents are not searched.
    ///
    /// ```
    /// use consomme::{Selector, parse_fragment};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<ul><li>1<ul><li>1.1</ul><li>2</ul>");
    /// let ul = document.select_first("ul")?.unwrap();
    /// assert_eq!(ul.select("li")?.count(), 3);
    /// assert_eq!(ul.select("> li")?.count(), 2);
    ///
    /// let items = Selector::parse("li")?; // compiled once, for many calls
    /// assert_eq!(ul.select(&items).count(), 3);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall>
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    #[doc(alias = "querySelectorAll")]
    #[doc(alias = "find_all")]
    #[doc(alias = "cssselect")]
    pub fn select<S: IntoSelector>(self, selector: S) -> S::Outcome<Select<'a>> {
        selector.apply(|selector| Select::new(self, selector))
    }

    /// Returns the first descendant element of this node, in tree order, that matches a selector;
    /// see [`select`](NodeRef::select).
    ///
    /// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    #[doc(alias = "querySelector")]
    #[doc(alias = "select_one")]
    pub fn select_first<S: IntoSelector>(self, selector: S) -> S::Outcome<Option<ElementRef<'a>>> {
        selector.apply(|selector| Select::new(self, selector).next())
    }
}

/// Matching selectors. Requires the feature `selectors`.
impl<'a> ElementRef<'a> {
    /// Returns whether the element matches a selector: a text or a compiled one; see
    /// [`IntoSelector`]. `:scope` matches the element itself. To find all matching elements,
    /// [`select`](NodeRef::select) is faster.
    ///
    /// ```
    /// use consomme::{Selector, parse_fragment};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<a HREF=/menu>Menu</a>");
    /// let a = document.root().first_element_child().unwrap();
    /// assert!(a.matches(":link")? && !a.matches("body a")?);
    ///
    /// let link = Selector::parse("a[href]")?; // compiled once, for many calls
    /// assert!(a.matches(&link));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-matches>
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    pub fn matches<S: IntoSelector>(self, selector: S) -> S::Outcome<bool> {
        selector.apply(|selector| {
            let mut matcher = Matcher::new(self.as_node());
            selector.list.slice().iter().any(|selector| matcher.matches(selector, self))
        })
    }

    /// Returns the first element that matches a selector, of the element and its ancestors upwards.
    /// The selector is a text or a compiled one: see [`IntoSelector`]. `:scope` matches the element
    /// itself.
    ///
    /// ```
    /// use consomme::parse_fragment;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<form id=search><p><input></form>");
    /// let input = document.select_first("input")?.unwrap();
    /// assert_eq!(input.closest("form")?.unwrap().id_attr(), Some("search"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-closest>
    ///
    /// # Errors
    ///
    /// If a text is not a selector or exceeds a [limit](crate::Selector#limits).
    pub fn closest<S: IntoSelector>(self, selector: S) -> S::Outcome<Option<ElementRef<'a>>> {
        selector.apply(|selector| {
            let mut matcher = Matcher::new(self.as_node());
            std::iter::once(self).chain(self.ancestor_elements()).find(|element| {
                let mut parts = selector.list.slice().iter();
                parts.any(|selector| matcher.matches(selector, *element))
            })
        })
    }
}
