//! HTML put into a document that is there already.

use crate::dom::{Document, ElementRef, NodeId, NodeRef, TreeError};
use crate::names::known;

use super::context::Context;
use super::{Limits, ParseOptions};

/// A place beside or in an element, for [`Document::insert_adjacent_html`].
///
/// <https://html.spec.whatwg.org/#dom-element-insertadjacenthtml>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdjacentPosition {
    /// Right before the element.
    BeforeBegin,
    /// In the element, before its first child.
    AfterBegin,
    /// In the element, behind its last child.
    BeforeEnd,
    /// Right behind the element.
    AfterEnd,
}

/// Editing by HTML. It is parsed for the element that it is put into, by the revision of the
/// standard and with or without scripting as the document was, in its quirks mode, and with the
/// limits of [`Limits::default`]; if one of them acts, [`Document::limits_hit`] says so. Parse
/// errors are not collected.
impl Document {
    /// Takes all children out of an element, or out of the contents of a `template`, and puts there
    /// what the HTML holds. What is put into a document fragment is parsed as the content of a
    /// `template` is, where any element may stand.
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
    /// [`NotAnElement`](TreeError::NotAnElement), [`UnknownNode`](TreeError::UnknownNode), and
    /// those of what has no room.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-innerhtml>
    pub fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), TreeError> {
        let node_ref = self.get(node).ok_or(TreeError::UnknownNode { node })?;
        let context = match node_ref.as_element() {
            Some(element) => Context::from(element),
            None if self.tree.is_fragment(node) => self.context("template"),
            None => return Err(TreeError::NotAnElement { node }),
        };
        let contents = node_ref.as_element().and_then(ElementRef::template_contents);
        let parent = contents.map_or(node, NodeRef::id);
        let fragment = self.parse_part(context, html);
        let first = self.tree.node(parent).first_child;
        self.import_children(fragment.root(), parent, first)?;
        // What was there before stands behind what is new.
        while let Some(old) = first.and_then(|_| self.tree.node(parent).last_child) {
            self.tree.detach(old);
            if Some(old) == first {
                break;
            }
        }
        self.limits_hit = self.limits_hit.or(fragment.limits_hit());
        Ok(())
    }

    /// Puts what the HTML holds beside or in an element. In a `template`, that is among its
    /// children, not in its contents, as scripts have it.
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
    /// [`NotAnElement`](TreeError::NotAnElement); beside an element,
    /// [`NoParent`](TreeError::NoParent), if it has none or stands in a document, where no HTML can
    /// be put; [`UnknownNode`](TreeError::UnknownNode), and those of what has no room.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-insertadjacenthtml>
    pub fn insert_adjacent_html(
        &mut self,
        element: NodeId,
        position: AdjacentPosition,
        html: &str,
    ) -> Result<(), TreeError> {
        let node = self.get(element).ok_or(TreeError::UnknownNode { node: element })?;
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
        let parent = parent.ok_or(TreeError::NoParent { node: element })?.id();
        let before = before.map(NodeRef::id);
        let fragment = self.parse_part(context, html);
        self.import_children(fragment.root(), parent, before)?;
        self.limits_hit = self.limits_hit.or(fragment.limits_hit());
        Ok(())
    }

    /// Puts what the HTML holds in the place of an element, which has no parent afterwards.
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
    /// As [`insert_adjacent_html`](Document::insert_adjacent_html) beside an element.
    ///
    /// <https://html.spec.whatwg.org/#dom-element-outerhtml>
    pub fn set_outer_html(&mut self, element: NodeId, html: &str) -> Result<(), TreeError> {
        self.insert_adjacent_html(element, AdjacentPosition::BeforeBegin, html)?;
        self.detach(element)
    }

    /// The context of what is put beside an element: its parent.
    fn context_beside(&self, element: NodeId) -> Result<Context<'_>, TreeError> {
        let parent = self.node(self.parent_of(element)?);
        match parent.as_element() {
            Some(parent) => Ok(self.context_inside(parent)),
            None if self.tree.is_fragment(parent.id()) => Ok(self.context("body")),
            None => Err(TreeError::NoParent { node: element }),
        }
    }

    /// The context of what is put into an element besides what is there: `html` already has its
    /// `head` and `body`.
    fn context_inside<'a>(&self, element: ElementRef<'a>) -> Context<'a> {
        if element.is_html(known::HTML) { self.context("body") } else { Context::from(element) }
    }

    /// An HTML element of this document without attributes.
    fn context(&self, name: &'static str) -> Context<'static> {
        Context::html(name).quirks_mode(self.quirks_mode())
    }

    fn parse_part(&self, context: Context<'_>, html: &str) -> Document {
        ParseOptions::new()
            .revision(self.revision)
            .scripting(self.scripting)
            .limits(Limits::default())
            .parse_fragment(context, html)
    }
}
