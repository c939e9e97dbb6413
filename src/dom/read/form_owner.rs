//! Which form a form control belongs to.

use std::iter::{self, FusedIterator};

use crate::elements::Traits;
use crate::names::known;

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

impl<'a> ElementRef<'a> {
    /// Returns the `form` element that a form control belongs to: the form with which it is
    /// submitted and reset. The controls are `button`, `fieldset`, `input`, `object`, `output`,
    /// `select` and `textarea`, besides `img`; any other element has no form owner.
    ///
    /// - The attribute `form` names the form by its id (except on `img`).
    /// - Otherwise, a control that the parser has created after a `form` start tag belongs to that
    ///   form, even if the form is not an ancestor: HTML that is not allowed in a table leaves the
    ///   form empty in the tree. Moving the control away from the form ends that, also if it comes
    ///   back.
    /// - Otherwise, it is the nearest `form` ancestor.
    ///
    /// Takes time linear in the depth of the control, and with an attribute `form` in the size of
    /// the tree. Elements that a script makes form-associated custom elements are not known.
    ///
    /// ```
    /// let html = "<table><form id=order><tr><td><input></table><p><button form=order>Order</button>";
    /// let document = consomme::parse_str(html);
    /// let order = document.element_by_id("order").unwrap();
    /// assert!(order.first_child().is_none());
    /// for control in document.descendant_elements().filter(|e| ["input", "button"].contains(&e.name())) {
    ///     assert_eq!(control.form_owner(), Some(order));
    /// }
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#form-owner>
    // Deviation (Form owners): the root of a document that is a fragment counts as a `Document`, so
    // that its elements are connected and the attribute `form` has its effect.
    pub fn form_owner(self) -> Option<ElementRef<'a>> {
        if !self.element_name().row().is(Traits::FORM_ASSOCIATED) {
            return None;
        }
        if let Some(id) = self.form_attribute()
            && self.is_connected()
        {
            return self.root().first_with_id(id).filter(|form| form.is_html_named(known::FORM));
        }
        self.parser_form_owner().or_else(|| {
            let mut ancestors = self.ancestors().filter_map(NodeRef::as_element);
            ancestors.find(|ancestor| ancestor.is_html_named(known::FORM))
        })
    }

    /// Whether the element is a submit button: an `input` that is one or an image button, or a
    /// `button` that is no other.
    ///
    /// <https://html.spec.whatwg.org/#concept-submit-button>
    pub fn is_submit_button(self) -> bool {
        if self.is_html_named(known::INPUT) {
            return self.has_keyword("type", &["submit", "image"]);
        }
        // In the Auto state, a button with a command submits nothing.
        let is_auto = || !self.has_keyword("type", &["reset", "button"]);
        let has_command = || self.has_attr("command") || self.has_attr("commandfor");
        self.is_html_named(known::BUTTON)
            && (self.has_keyword("type", &["submit"]) || is_auto() && !has_command())
    }

    /// Returns the form controls that belong to a `form` element, in tree order: the listed
    /// elements whose [form owner](Self::form_owner) it is. Image buttons (`<input type=image>`)
    /// are among them, which `form.elements` in scripts leaves out; `img` elements are not. There
    /// are none for any other element.
    ///
    /// Takes time linear in the size of the tree that the form is in.
    ///
    /// ```
    /// let html = "<input form=order name=a><form id=order><p><input name=b><fieldset name=c></form>";
    /// let document = consomme::parse_str(html);
    /// let names = document.element_by_id("order").unwrap().form_elements().map(|e| e.attr("name").unwrap());
    /// assert_eq!(names.collect::<Vec<_>>(), ["a", "b", "c"]);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#dom-form-elements>
    pub fn form_elements(self) -> FormElements<'a> {
        let root = self.root();
        let is_connected = self.is_connected();
        let names_this = |id: &&str| is_connected && root.first_with_id(id) == Some(self);
        let is_form = self.is_html_named(known::FORM);
        FormElements {
            form: self,
            id: self.id_attr().filter(|_| is_form).filter(names_this),
            is_connected,
            root,
            next: is_form.then_some(root),
            forms: Vec::new(),
        }
    }

    /// Returns the value of the attribute `form` of a listed element.
    fn form_attribute(self) -> Option<&'a str> {
        let document = self.document();
        let value = document.tree.attribute(self.index(), known::FORM)?;
        self.element_name().row().is(Traits::LISTED).then(|| document.strings.get(value))
    }

    /// Returns the form with which the parser has associated this control, if that still counts and
    /// is not known to be the nearest `form` ancestor.
    fn parser_form_owner(self) -> Option<ElementRef<'a>> {
        let document = self.document();
        let form = document.tree.associated_form(self.index())?;
        NodeRef::new(document, form).as_element()
    }

    /// Whether the element is in the tree of the document, or in a shadow tree there.
    ///
    /// <https://dom.spec.whatwg.org/#connected>
    fn is_connected(self) -> bool {
        let roots = iter::successors(Some(self.root()), |root| {
            Some(root.as_shadow_root()?.host().as_node().root())
        });
        roots.last() == Some(self.document().root())
    }
}

/// An iterator over the form controls of a form, from [`ElementRef::form_elements`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct FormElements<'a> {
    form: ElementRef<'a>,
    /// The id of the form, if no element before it has the same.
    id: Option<&'a str>,
    is_connected: bool,
    /// The root of the tree that the form is in.
    root: NodeRef<'a>,
    /// The next node to look at.
    next: Option<NodeRef<'a>>,
    /// The `form` ancestors of `next`, the nearest last.
    forms: Vec<ElementRef<'a>>,
}

impl<'a> FormElements<'a> {
    /// Returns the node after `node` in tree order, whose `form` ancestors then are in `forms`.
    fn after(&mut self, mut node: NodeRef<'a>) -> Option<NodeRef<'a>> {
        if let Some(child) = node.first_child() {
            self.forms
                .extend(node.as_element().filter(|element| element.is_html_named(known::FORM)));
            return Some(child);
        }
        while node != self.root {
            if let Some(sibling) = node.next_sibling() {
                return Some(sibling);
            }
            node = node.parent()?;
            self.forms.pop_if(|form| form.as_node() == node);
        }
        None
    }

    /// Whether a listed element belongs to the form. It is the one whose ancestors are in `forms`.
    fn has(&self, control: ElementRef<'a>) -> bool {
        match control.form_attribute() {
            Some(id) if self.is_connected => self.id == Some(id),
            _ => control.parser_form_owner().as_ref().or(self.forms.last()) == Some(&self.form),
        }
    }
}

impl<'a> Iterator for FormElements<'a> {
    type Item = ElementRef<'a>;

    fn next(&mut self) -> Option<ElementRef<'a>> {
        while let Some(node) = self.next {
            let control = node.as_element().filter(|element| {
                element.element_name().row().is(Traits::LISTED) && self.has(*element)
            });
            self.next = self.after(node);
            if control.is_some() {
                return control;
            }
        }
        None
    }
}

impl FusedIterator for FormElements<'_> {}
