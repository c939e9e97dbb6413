//! Parses HTML into an existing document.

use crate::dom::{Document, ElementRef, NodeId, NodeIndex, NodeRef, ShadowRootRef, TreeError};
use crate::names::known;

use super::context::Context;
use super::options::ParseOptions;

/// A position in an element or next to it, for [`Document::insert_adjacent_html`].
///
/// <https://html.spec.whatwg.org/#dom-element-insertadjacenthtml>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdjacentPosition {
    /// Before the element, as its previous sibling.
    BeforeBegin,
    /// In the element, before its first child.
    AfterBegin,
    /// In the element, after its last child.
    BeforeEnd,
    /// After the element, as its next sibling.
    AfterEnd,
}

/// Editing with HTML. It is parsed as a fragment, with the element that it goes into as context,
/// and with the revision of the standard, scripting and quirks mode of the document. The limits are
/// [`Limits::default`](crate::Limits::default); [`Document::limits_hit`] includes the limits that
/// are reached. Neither errors nor positions are recorded.
impl Document {
    /// Replaces the children of an element by parsed HTML. For a `template`, these are the children
    /// of its contents. `node` may also be a document fragment: the HTML is then parsed as the
    /// content of a `template`, in which every element is allowed.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("body", "<table><tr id=row><td>1</table>");
    /// let row = document.element_by_id("row").unwrap().id();
    /// document.set_inner_html(row, "<td>2<td>3")?;
    /// assert_eq!(document.node(row).outer_html(), "<tr id=\"row\"><td>2</td><td>3</td></tr>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement) if the node is neither an element nor a document
    /// fragment, [`UnknownNode`](TreeError::UnknownNode), and the errors of a document that is
    /// full: [`TooManyNodes`](TreeError::TooManyNodes),
    /// [`TooManyAttributes`](TreeError::TooManyAttributes) and
    /// [`TooMuchText`](TreeError::TooMuchText).
    ///
    /// <https://html.spec.whatwg.org/#dom-element-innerhtml>
    #[doc(alias = "innerHTML")]
    #[track_caller]
    pub fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), TreeError> {
        let (context, parent) = self.context_of_children(node)?;
        let fragment = self.parse_part(context, html);
        self.replace_all(parent, &fragment)
    }

    /// Returns how [`set_inner_html`](Document::set_inner_html) parses HTML for a node: with these
    /// options, in this context. What is parsed can be changed before
    /// [`replace_children`](Document::replace_children) puts it there.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("body", "<ul><li>Bones</ul>");
    /// let ul = document.root().first_child().unwrap().id();
    /// let (options, context) = document.inner_html_options(ul)?;
    /// let mut items = options.parse_fragment(context, "<li>Water<!-- hot --><li>Salt");
    /// items.remove_all(|node| node.as_comment().is_some());
    /// document.replace_children(ul, &items)?;
    /// assert_eq!(document.inner_html(), "<ul><li>Water</li><li>Salt</li></ul>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement) if the node is neither an element nor a document
    /// fragment, [`UnknownNode`](TreeError::UnknownNode).
    #[track_caller]
    pub fn inner_html_options(
        &self,
        node: NodeId,
    ) -> Result<(ParseOptions, Context<'_>), TreeError> {
        let (context, _) = self.context_of_children(node)?;
        Ok((self.options_of_parts(), context))
    }

    /// Replaces the children of an element with copies of those of another document's root. For a
    /// `template`, these are the children of its contents. `node` may also be a document fragment.
    /// Document types are left out, for only documents have them.
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Document::set_inner_html).
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-replace-all>
    #[doc(alias = "replaceChildren")]
    #[track_caller]
    pub fn replace_children(&mut self, node: NodeId, fragment: &Document) -> Result<(), TreeError> {
        let (_, parent) = self.context_of_children(node)?;
        if fragment.root().children().all(|child| child.as_doctype().is_none()) {
            return self.replace_all(parent, fragment);
        }
        let mut fragment = fragment.clone();
        fragment.remove_all(|node| node.as_doctype().is_some());
        self.replace_all(parent, &fragment)
    }

    /// Replaces the children of a node with the children of a parsed fragment.
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-replace-all>
    fn replace_all(&mut self, parent: NodeIndex, fragment: &Document) -> Result<(), TreeError> {
        let first = self.tree.node(parent).first_child();
        self.import_children(fragment.root(), parent, first)?;
        // The old children are after the new ones.
        while let Some(old) = first.and_then(|_| self.tree.node(parent).last_child()) {
            self.tree.detach(old);
            if Some(old) == first {
                break;
            }
        }
        self.limits_hit = self.limits_hit.or(fragment.limits_hit());
        Ok(())
    }

    /// Inserts parsed HTML after the last child of an element. For a `template`, that is the last
    /// child of its contents. `node` may also be a document fragment, as for
    /// [`set_inner_html`](Document::set_inner_html).
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("body", "<ul><li>Bones</ul>");
    /// let ul = document.root().first_child().unwrap().id();
    /// document.append_html(ul, "<li>Water<li>Salt")?;
    /// assert_eq!(document.inner_html(), "<ul><li>Bones</li><li>Water</li><li>Salt</li></ul>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Document::set_inner_html).
    #[track_caller]
    pub fn append_html(&mut self, node: NodeId, html: &str) -> Result<(), TreeError> {
        let (context, parent) = self.context_of_children(node)?;
        let fragment = self.parse_part(context, html);
        self.insert_parsed(&fragment, parent, None)
    }

    /// Inserts parsed HTML before the first child of an element, or of the contents of a
    /// `template`, or of a document fragment.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth", &Default::default());
    /// let body = document.body().unwrap().id();
    /// document.prepend_html(body, "<h1>Menu</h1>")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<h1>Menu</h1><p>Broth</p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Document::set_inner_html).
    #[track_caller]
    pub fn prepend_html(&mut self, node: NodeId, html: &str) -> Result<(), TreeError> {
        let (context, parent) = self.context_of_children(node)?;
        let fragment = self.parse_part(context, html);
        self.insert_parsed(&fragment, parent, self.tree.node(parent).first_child())
    }

    /// Inserts the children of a parsed fragment into a node: right before its child `before`, or
    /// to the end.
    fn insert_parsed(
        &mut self,
        fragment: &Document,
        parent: NodeIndex,
        before: Option<NodeIndex>,
    ) -> Result<(), TreeError> {
        self.import_children(fragment.root(), parent, before)?;
        self.limits_hit = self.limits_hit.or(fragment.limits_hit());
        Ok(())
    }

    /// Returns the context for HTML in an element or a document fragment, and the node whose
    /// children it becomes: the contents of a `template`, or else the node itself.
    #[track_caller]
    fn context_of_children(&self, node: NodeId) -> Result<(Context<'_>, NodeIndex), TreeError> {
        let index = self.known(node)?;
        let node_ref = NodeRef::new(self, index);
        let shadow_host = node_ref.as_shadow_root().map(ShadowRootRef::host);
        let context = match node_ref.as_element().or(shadow_host) {
            Some(element) => Context::from(element),
            None if self.tree.is_fragment(index) => self.context("template"),
            None => return Err(TreeError::NotAnElement { node }),
        };
        let contents = node_ref.as_element().and_then(ElementRef::template_contents);
        Ok((context, contents.map_or(index, NodeRef::index)))
    }

    /// Inserts parsed HTML in an element or next to it. In a `template`, it becomes children of the
    /// element and not of its contents, as in a browser.
    ///
    /// ```
    /// use consomme::AdjacentPosition::{AfterBegin, AfterEnd};
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth", &Default::default());
    /// let p = document.body().unwrap().first_child().unwrap().id();
    /// document.insert_adjacent_html(p, AfterBegin, "A <b>clear</b> ")?;
    /// document.insert_adjacent_html(p, AfterEnd, "<p>Salt<p>Pepper")?;
    /// assert_eq!(
    ///     document.body().unwrap().inner_html(),
    ///     "<p>A <b>clear</b> Broth</p><p>Salt</p><p>Pepper</p>"
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAnElement`](TreeError::NotAnElement), [`UnknownNode`](TreeError::UnknownNode), and the
    /// errors of a document that is full, as for [`set_inner_html`](Document::set_inner_html). For
    /// a position next to the element, [`NoParent`](TreeError::NoParent) if it has no parent or if
    /// the parent is the document.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-insertadjacenthtml>
    #[doc(alias = "insertAdjacentHTML")]
    #[track_caller]
    pub fn insert_adjacent_html(
        &mut self,
        element: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<(), TreeError> {
        let node = NodeRef::new(self, self.known(element)?);
        let inside = node.as_element().ok_or(TreeError::NotAnElement { node: element })?;
        let (context, parent, before) = match position {
            AdjacentPosition::BeforeBegin => {
                (self.context_beside(element)?, node.parent(), Some(node))
            }
            AdjacentPosition::AfterEnd => {
                (self.context_beside(element)?, node.parent(), node.next_sibling())
            }
            AdjacentPosition::AfterBegin => {
                (self.context_inside(inside), Some(node), node.first_child())
            }
            AdjacentPosition::BeforeEnd => (self.context_inside(inside), Some(node), None),
        };
        let parent = parent.ok_or(TreeError::NoParent { node: element })?.index();
        let before = before.map(NodeRef::index);
        let fragment = self.parse_part(context, html);
        self.insert_parsed(&fragment, parent, before)
    }

    /// Replaces an element by parsed HTML. The element has no parent afterwards.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "Serve with <font>bread</font>.");
    /// let font = document.root().first_element_child().unwrap().id();
    /// document.set_outer_html(font, "<b>bread</b> and <i>butter</i>")?;
    /// assert_eq!(document.inner_html(), "Serve with <b>bread</b> and <i>butter</i>.");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`insert_adjacent_html`](Document::insert_adjacent_html) next to an element.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-outerhtml>
    #[doc(alias = "outerHTML")]
    #[track_caller]
    pub fn set_outer_html(&mut self, element: NodeId, html: &str) -> Result<(), TreeError> {
        self.insert_adjacent_html(element, AdjacentPosition::BeforeBegin, html)?;
        self.detach(element)
    }

    /// Returns the context for HTML next to an element: its parent.
    #[track_caller]
    fn context_beside(&self, element: NodeId) -> Result<Context<'_>, TreeError> {
        let (_, parent) = self.known_child(element)?;
        let parent = NodeRef::new(self, parent);
        match parent.as_element() {
            Some(parent) => Ok(self.context_inside(parent)),
            None if self.tree.is_fragment(parent.index()) => Ok(self.context("body")),
            None => Err(TreeError::NoParent { node: element }),
        }
    }

    /// Returns the context for HTML in an element: the element itself, but `body` for `html`, as
    /// the standard says.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-insertadjacenthtml>
    fn context_inside<'a>(&self, element: ElementRef<'a>) -> Context<'a> {
        if element.is_html_named(known::HTML) {
            self.context("body")
        } else {
            Context::from(element)
        }
    }

    /// Returns an HTML element without attributes as the context, with the mode of this document.
    fn context(&self, name: &'static str) -> Context<'static> {
        Context::html(name).quirks_mode(self.quirks_mode())
    }

    /// Parses HTML with the options of this document.
    fn parse_part(&self, context: Context<'_>, html: &str) -> Document {
        self.options_of_parts().parse_fragment(context, html)
    }

    /// Returns the options with which HTML is parsed that goes into this document.
    fn options_of_parts(&self) -> ParseOptions {
        ParseOptions::new().revision(self.revision).scripting(self.scripting)
    }
}
