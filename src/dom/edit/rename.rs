//! Renaming elements.

use std::borrow::Cow;

use crate::dom::arena::{NodeData, NodeId};
use crate::dom::read::Document;
use crate::names::{ElementName, Namespace, known};

use super::name_validation::is_valid_element_local_name;
use super::tree_error::TreeError;

/// Edits: renaming elements.
impl Document {
    /// Gives an element another local name. Its namespace, attributes, children, position and id do
    /// not change. The name of an HTML element is ASCII-lowercased. The DOM has no such method:
    /// there, a new element replaces the old one.
    ///
    /// The children stay as they are, even if the parser would never put them into such an element.
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
    /// [`TemplateRenamed`](TreeError::TemplateRenamed) if the element is an HTML `template` or
    /// would become one; [`InvalidShadowHost`](TreeError::InvalidShadowHost) if the element has a
    /// shadow root and an element of that name cannot; [`NotAnElement`](TreeError::NotAnElement),
    /// [`UnknownNode`](TreeError::UnknownNode).
    #[track_caller]
    pub fn rename(&mut self, element: NodeId, name: &str) -> Result<(), TreeError> {
        let (index, old) = self.known_element(element)?;
        let old = old.name();
        let name = match old.namespace {
            Namespace::Html => Cow::Owned(name.to_ascii_lowercase()),
            Namespace::MathMl | Namespace::Svg => Cow::Borrowed(name),
        };
        if !is_valid_element_local_name(&name) {
            return Err(TreeError::InvalidElementName { name: name.into_owned() });
        }
        let new = ElementName { local: self.strings.names_mut().intern(&name), ..old };
        if new == old {
            return Ok(());
        }
        if new.is_html(known::TEMPLATE) || old.is_html(known::TEMPLATE) {
            return Err(TreeError::TemplateRenamed { node: element });
        }
        if self.tree.shadow_root_of(index).is_some() && !self.may_host_shadow_root(new) {
            return Err(TreeError::InvalidShadowHost { node: element });
        }
        if let NodeData::Element(data) = &mut self.tree.node_mut(index).data {
            data.set_name(new);
        }
        Ok(())
    }
}
