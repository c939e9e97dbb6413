//! Giving elements other names.

use std::borrow::Cow;

use crate::names::{ElementName, Namespace, known};

use super::name_validation::is_valid_element_local_name;
use super::tree_error::TreeError;
use crate::dom::arena::{NodeData, NodeId};
use crate::dom::read::Document;

impl Document {
    /// Gives an element another name in the namespace that it has. Its attributes, its children,
    /// its place and its id stay. In the name of an HTML element, ASCII capitals are made small.
    /// The DOM has no such edit: there, another element takes the place of the first.
    ///
    /// What the children would be if they were parsed in such an element makes no difference.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "A <b class=hot>very <i>clear</i></b> broth");
    /// let b = document.root().first_element_child().unwrap().id();
    /// document.rename(b, "strong")?;
    /// assert_eq!(document.inner_html(), "A <strong class=\"hot\">very <i>clear</i></strong> broth");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidElementName`](TreeError::InvalidElementName);
    /// [`TemplateRenamed`](TreeError::TemplateRenamed), if the element is an HTML `template`, or
    /// would be one; [`NotAnElement`](TreeError::NotAnElement),
    /// [`UnknownNode`](TreeError::UnknownNode).
    pub fn rename(&mut self, element: NodeId, name: &str) -> Result<(), TreeError> {
        let old = self.known_element(element)?.name();
        let name = match old.namespace {
            Namespace::Html => Cow::Owned(name.to_ascii_lowercase()),
            Namespace::MathMl | Namespace::Svg => Cow::Borrowed(name),
        };
        if !is_valid_element_local_name(&name) {
            return Err(TreeError::InvalidElementName { name: name.into_owned() });
        }
        let new = ElementName { local: self.strings.names.intern(&name), ..old };
        if new == old {
            return Ok(());
        }
        if new.is_html(known::TEMPLATE) || old.is_html(known::TEMPLATE) {
            return Err(TreeError::TemplateRenamed { node: element });
        }
        if let NodeData::Element(data) = &mut self.tree.node_mut(element).data {
            data.set_name(new);
        }
        Ok(())
    }
}
