//! The parts of a document that have names of their own: `head`, `body`, title, doctype.

use crate::names::{LocalName, Namespace, known};

use super::document::Document;
use super::element_ref::ElementRef;
use super::leaf_refs::DoctypeRef;
use super::node_ref::NodeRef;
use super::traverse::{Elements, TreeOrder};

/// The parts of a page, and its elements.
impl Document {
    /// Returns all elements of the tree in tree order: see [`descendants`](Document::descendants).
    ///
    /// ```
    /// let document = consomme::parse_document(b"<a href=/1>One</a><a href=/2>Two</a>", &Default::default());
    /// let links: Vec<_> = document.descendant_elements().filter_map(|element| element.attr("href")).collect();
    /// assert_eq!(links, ["/1", "/2"]);
    /// ```
    pub fn descendant_elements(&self) -> Elements<TreeOrder<'_>> {
        self.root().descendant_elements()
    }

    /// Returns the `head` element: the first child of that name of the `html` element. Every parsed
    /// document has one, unless a `<template for>` replaced it.
    ///
    /// <https://html.spec.whatwg.org/#the-head-element-2>
    pub fn head(&self) -> Option<ElementRef<'_>> {
        self.html_element()?.child_elements().find(|child| child.is_html_named(known::HEAD))
    }

    /// Returns the body element: the first child of the `html` element that is a `body` or a
    /// `frameset`. Every parsed document has one, unless a `<template for>` replaced it.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<p>Broth", &Default::default());
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Broth</p>");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#the-body-element-2>
    pub fn body(&self) -> Option<ElementRef<'_>> {
        self.html_element()?
            .child_elements()
            .find(|child| child.is_html_named(known::BODY) || child.is_html_named(known::FRAMESET))
    }

    /// Returns the title as a browser shows it: leading and trailing whitespace stripped, and other
    /// runs of whitespace collapsed to one space. `None` if there is no `title` element.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<title> Clear\n  broth </title>", &Default::default());
    /// assert_eq!(document.title().as_deref(), Some("Clear broth"));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#document.title>
    pub fn title(&self) -> Option<String> {
        let root = self.document_element();
        let title = match root
            .filter(|root| root.namespace() == Namespace::Svg && root.name() == "svg")
        {
            Some(svg) => svg
                .child_elements()
                .find(|child| child.namespace() == Namespace::Svg && child.name() == "title"),
            None => self.descendant_elements().find(|element| element.is_html_named(known::TITLE)),
        };
        let text: String = title?.children().filter_map(NodeRef::as_text).collect();
        Some(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the doctype, if there is one.
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-doctype>
    pub fn doctype(&self) -> Option<DoctypeRef<'_>> {
        self.root().children().find_map(NodeRef::as_doctype)
    }

    /// Returns the `href` attribute of the first `base` element that has one. Resolved against the
    /// URL of the document, it is the base for relative URLs in the document: `Document::base_url`
    /// does that, with the feature `url`.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<base target=_top><base href=/menu/>", &Default::default());
    /// assert_eq!(document.base_href(), Some("/menu/"));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#document-base-url>
    pub fn base_href(&self) -> Option<&str> {
        self.elements_named(known::BASE).find_map(|base| base.attr("href"))
    }

    /// Returns the first element in tree order whose attribute `id` has exactly that value. Takes
    /// time linear in the size of the document.
    ///
    /// ```
    /// let document = consomme::parse_document(b"<p id=stock>Bones", &Default::default());
    /// assert_eq!(document.element_by_id("stock").unwrap().text_content(), "Bones");
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-nonelementparentnode-getelementbyid>
    #[doc(alias = "getElementById")]
    pub fn element_by_id(&self, id: &str) -> Option<ElementRef<'_>> {
        self.root().first_with_id(id)
    }

    /// Returns the document element if it is an `html` element.
    ///
    /// <https://html.spec.whatwg.org/#the-html-element-2>
    fn html_element(&self) -> Option<ElementRef<'_>> {
        self.document_element().filter(|element| element.is_html_named(known::HTML))
    }

    /// Returns the HTML elements of that name in tree order.
    fn elements_named(&self, name: LocalName) -> impl Iterator<Item = ElementRef<'_>> {
        self.descendant_elements().filter(move |element| element.is_html_named(name))
    }
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, parse_fragment};

    #[test]
    fn the_title_is_that_of_the_document_and_not_of_a_drawing_in_it() {
        let title = |html: &str| ParseOptions::new().parse_str(html).title();
        assert_eq!(title("<p>No title"), None);
        assert_eq!(title("<title></title>").as_deref(), Some(""));
        assert_eq!(
            title("<body><svg><title>Drawing</title></svg><title>a\u{A0} \t\n b</title>")
                .as_deref(),
            Some("a\u{A0} b")
        );
        assert_eq!(title("<title>1</title><title>2</title>").as_deref(), Some("1"));
    }

    /// A fragment has no `html` element, so it has neither `head` nor `body`.
    #[test]
    fn head_and_body_are_children_of_the_html_element() {
        let frames = ParseOptions::new().parse_str("<!DOCTYPE html><frameset><frame></frameset>");
        assert_eq!(frames.body().unwrap().name(), "frameset");
        assert_eq!(frames.doctype().unwrap().name(), "html");
        let nothing = ParseOptions::new().parse_str("");
        assert_eq!(
            (nothing.head().unwrap().name(), nothing.body().unwrap().name()),
            ("head", "body")
        );
        assert!(nothing.doctype().is_none() && nothing.base_href().is_none());
        let fragment = parse_fragment("html", "<head><title>x</title><body>");
        assert!(
            fragment.head().is_none() && fragment.body().is_none() && fragment.title().is_some()
        );
    }

    /// An empty `id` is no id, and template contents are a separate tree.
    #[test]
    fn an_element_is_found_by_its_id_attribute() {
        let fragment = parse_fragment(
            "div",
            "<template><p id=a></template><i id=''></i><b id=a></b><u id=a></u>",
        );
        assert_eq!(fragment.element_by_id("a").unwrap().name(), "b");
        assert!(fragment.element_by_id("").is_none() && fragment.element_by_id("A").is_none());
    }
}
