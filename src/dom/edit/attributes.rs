//! Setting and removing attributes and classes.

use crate::dom::arena::{ElementData, NodeId, NodeIndex, qualified_name};
use crate::dom::read::{Document, NodeRef};
use crate::elements::Traits;
use crate::names::{AttributeName, AttributeNamespace, known};
use crate::settings::MAX_ATTRIBUTES;
use crate::text::Attribute;

use super::name_validation::is_valid_attribute_local_name;
use super::tree_error::TreeError;

/// Methods that change the attributes of elements. Attributes keep their order; a new one comes
/// last.
impl Document {
    /// Sets the value of the first attribute with that qualified name, or adds an attribute without
    /// a namespace. For an HTML element, the name is ASCII-lowercased.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<img src=soup.jpg>");
    /// let img = document.root().first_child().unwrap().id();
    /// document.set_attr(img, "loading", "lazy")?;
    /// document.set_attr(img, "SRC", "broth.jpg")?;
    /// assert_eq!(document.inner_html(), "<img src=\"broth.jpg\" loading=\"lazy\">");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode), [`NotAnElement`](TreeError::NotAnElement),
    /// [`InvalidAttributeName`](TreeError::InvalidAttributeName),
    /// [`TooManyAttributes`](TreeError::TooManyAttributes),
    /// [`TooMuchText`](TreeError::TooMuchText).
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-setattribute>
    #[doc(alias = "setAttribute")]
    #[doc(alias = "set_attribute")]
    #[track_caller]
    pub fn set_attr(&mut self, element: NodeId, name: &str, value: &str) -> Result<(), TreeError> {
        let (element, data) = self.known_element(element)?;
        if !is_valid_attribute_local_name(name) {
            return Err(TreeError::InvalidAttributeName { name: name.to_owned() });
        }
        match self.tree.position_by_qualified_name(&data, name, &self.strings) {
            Some(position) => self.set_value(element, &data, position, value),
            None => {
                let name = qualified_name(&data, name);
                self.add_attribute(element, &data, AttributeNamespace::None, &name, value)
            }
        }
    }

    /// Sets the value of the attribute with that namespace and local name, or adds one, with the
    /// prefix of the namespace. The name is used exactly as given.
    ///
    /// ```
    /// use consomme::AttributeNamespace::XLink;
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<svg><use>");
    /// let r#use = document.root().first_child().unwrap().first_child().unwrap().id();
    /// document.set_attr_ns(r#use, XLink, "href", "#bowl")?;
    /// assert_eq!(document.inner_html(), "<svg><use xlink:href=\"#bowl\"></use></svg>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_attr`](Document::set_attr). The only valid name in
    /// [`AttributeNamespace::Xmlns`] is `xmlns`.
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-setattributens>
    #[doc(alias = "setAttributeNS")]
    #[track_caller]
    pub fn set_attr_ns(
        &mut self,
        element: NodeId,
        namespace: AttributeNamespace,
        local_name: &str,
        value: &str,
    ) -> Result<(), TreeError> {
        let (element, data) = self.known_element(element)?;
        let must_be_xmlns = match namespace {
            AttributeNamespace::Xmlns => true,
            // An attribute `xmlns` without a prefix is always in the XMLNS namespace.
            AttributeNamespace::None if local_name == "xmlns" => {
                return Err(TreeError::InvalidAttributeName { name: local_name.to_owned() });
            }
            _ => false,
        };
        if !is_valid_attribute_local_name(local_name) || must_be_xmlns && local_name != "xmlns" {
            return Err(TreeError::InvalidAttributeName { name: local_name.to_owned() });
        }
        let name = self.strings.names().find(local_name);
        match name.and_then(|name| self.tree.position_by_local_name(&data, namespace, name)) {
            Some(position) => self.set_value(element, &data, position, value),
            None => self.add_attribute(element, &data, namespace, local_name, value),
        }
    }

    /// Removes the first attribute with that qualified name. Returns whether there was one.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<p onclick='stir()' id=a>");
    /// let p = document.root().first_child().unwrap().id();
    /// assert!(document.remove_attr(p, "onclick")?);
    /// assert!(!document.remove_attr(p, "onclick")?);
    /// assert_eq!(document.inner_html(), "<p id=\"a\"></p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode), [`NotAnElement`](TreeError::NotAnElement),
    /// [`TooManyAttributes`](TreeError::TooManyAttributes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-removeattribute>
    #[doc(alias = "removeAttribute")]
    #[doc(alias = "remove_attribute")]
    #[doc(alias = "removeAttr")]
    #[track_caller]
    pub fn remove_attr(&mut self, element: NodeId, name: &str) -> Result<bool, TreeError> {
        let (element, data) = self.known_element(element)?;
        let position = self.tree.position_by_qualified_name(&data, name, &self.strings);
        self.remove_at(element, &data, position)
    }

    /// Removes the attribute with that namespace and local name. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// As [`remove_attr`](Document::remove_attr).
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-removeattributens>
    #[doc(alias = "removeAttributeNS")]
    #[track_caller]
    pub fn remove_attr_ns(
        &mut self,
        element: NodeId,
        namespace: AttributeNamespace,
        local_name: &str,
    ) -> Result<bool, TreeError> {
        let (element, data) = self.known_element(element)?;
        let name = self.strings.names().find(local_name);
        let position =
            name.and_then(|name| self.tree.position_by_local_name(&data, namespace, name));
        self.remove_at(element, &data, position)
    }

    /// Adds a class unless the element has it. Classes are compared exactly, even in quirks mode.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<p class=lead>");
    /// let p = document.root().first_child().unwrap().id();
    /// document.add_class(p, "big")?;
    /// document.remove_class(p, "lead")?;
    /// assert_eq!(document.inner_html(), "<p class=\"big\"></p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidClass`](TreeError::InvalidClass), and those of [`set_attr`](Document::set_attr).
    ///
    /// <https://dom.spec.whatwg.org/#dom-domtokenlist-add>
    #[track_caller]
    pub fn add_class(&mut self, element: NodeId, class: &str) -> Result<(), TreeError> {
        self.change_class(element, class, true)
    }

    /// Removes all occurrences of a class. The attribute stays, even if it becomes empty. Classes
    /// are compared exactly, even in quirks mode.
    ///
    /// # Errors
    ///
    /// [`InvalidClass`](TreeError::InvalidClass), and those of [`set_attr`](Document::set_attr).
    ///
    /// <https://dom.spec.whatwg.org/#dom-domtokenlist-remove>
    #[track_caller]
    pub fn remove_class(&mut self, element: NodeId, class: &str) -> Result<(), TreeError> {
        self.change_class(element, class, false)
    }

    #[track_caller]
    fn change_class(
        &mut self,
        element: NodeId,
        class: &str,
        present: bool,
    ) -> Result<(), TreeError> {
        let (index, _) = self.known_element(element)?;
        if class.is_empty() || class.contains(|c: char| c.is_ascii_whitespace()) {
            return Err(TreeError::InvalidClass { class: class.to_owned() });
        }
        let Some(element_ref) = NodeRef::new(self, index).as_element() else {
            debug_assert!(false, "checked above");
            return Ok(());
        };
        if element_ref.classes().any(|other| other == class) == present {
            return Ok(());
        }
        let mut classes: Vec<&str> =
            element_ref.classes().filter(|other| *other != class).collect();
        classes.extend(present.then_some(class));
        let value = classes.join(" ");
        self.set_attr_ns(element, AttributeNamespace::None, "class", &value)
    }

    fn set_value(
        &mut self,
        element: NodeIndex,
        data: &ElementData,
        position: usize,
        value: &str,
    ) -> Result<(), TreeError> {
        let old = self.tree.attributes_of(data)[position].value;
        if self.strings.get(old) == value {
            return Ok(());
        }
        self.ensure_capacity_for_attributes(data.attribute_count())?;
        let value = self.push_text(value)?;
        self.tree.attributes_of_own(element)[position].value = value;
        Ok(())
    }

    fn add_attribute(
        &mut self,
        element: NodeIndex,
        data: &ElementData,
        namespace: AttributeNamespace,
        name: &str,
        value: &str,
    ) -> Result<(), TreeError> {
        if data.attribute_count() >= MAX_ATTRIBUTES {
            return Err(TreeError::TooManyAttributes);
        }
        // An upper bound of the cost of copying the attributes to a larger range.
        self.ensure_capacity_for_attributes(3 * data.attribute_count() + 3)?;
        let value = self.push_text(value)?;
        let name = self.strings.names_mut().intern(name);
        if name == known::FORM && data.name().row().is(Traits::LISTED) {
            self.tree.forget_form_owner(element);
        }
        let name = AttributeName::new(namespace, name);
        self.tree.push_attribute(element, Attribute { value, name });
        Ok(())
    }

    fn remove_at(
        &mut self,
        element: NodeIndex,
        data: &ElementData,
        position: Option<usize>,
    ) -> Result<bool, TreeError> {
        let Some(position) = position else { return Ok(false) };
        self.ensure_capacity_for_attributes(data.attribute_count())?;
        self.tree.remove_attr(element, position);
        Ok(true)
    }
}
