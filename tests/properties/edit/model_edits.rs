//! Edits of the model that say why they are refused.

use consomme::{AttributeNamespace, Namespace, NodeId};

use super::model::{Kind, Model};

/// The result of an edit in the model: nothing, or the name of the error for which it was refused.
pub(crate) type Outcome = Result<(), &'static str>;

impl Model {
    pub(crate) fn known(&self, node: NodeId) -> Outcome {
        match () {
            () if self.has(node) => Ok(()),
            () if self.foreign.contains(&node) => Err("ForeignNode"),
            () => Err("UnknownNode"),
        }
    }

    pub(crate) fn element(&self, node: NodeId) -> Outcome {
        self.known(node)?;
        if self.kind(node) == Kind::Element { Ok(()) } else { Err("NotAnElement") }
    }

    pub(crate) fn try_parent(&self, node: NodeId) -> Result<NodeId, &'static str> {
        self.known(node)?;
        self.parent(node).ok_or("NoParent")
    }

    pub(crate) fn copyable(&self, node: NodeId) -> Outcome {
        self.known(node)?;
        if self.kind(node) == Kind::Document { Err("DocumentCopied") } else { Ok(()) }
    }

    pub(crate) fn try_insert(
        &mut self,
        parent: NodeId,
        node: NodeId,
        before: Option<NodeId>,
    ) -> Outcome {
        self.known(parent)?;
        self.known(node)?;
        match self.insertion_refused(node, parent, before) {
            Some(name) => Err(name),
            None => {
                self.insert(node, parent, before);
                Ok(())
            }
        }
    }

    pub(crate) fn try_replace(&mut self, old: NodeId, new: NodeId) -> Outcome {
        let parent = self.try_parent(old)?;
        self.known(new)?;
        match self.replacement_refused(old, new, parent) {
            Some(name) => Err(name),
            None => {
                self.replace(old, new);
                Ok(())
            }
        }
    }

    pub(crate) fn wrap(&mut self, node: NodeId, wrapper: NodeId) -> Outcome {
        self.try_parent(node)?;
        self.element(wrapper)?;
        if node == wrapper {
            return Err("Cycle");
        }
        if self.kind(node) == Kind::Doctype {
            return Err("DoctypeOutsideDocument");
        }
        self.try_replace(node, wrapper)?;
        self.insert(node, wrapper, None);
        Ok(())
    }

    /// An element is unwrapped as a fragment of its children would replace it. An id that no node
    /// has is needed for the trial.
    pub(crate) fn unwrap(&mut self, element: NodeId, unused: NodeId) -> Outcome {
        self.element(element)?;
        let parent = self.try_parent(element)?;
        let mut trial = self.clone();
        trial.get_mut(element).kind = Kind::DocumentFragment;
        let mut stand_in = trial.get(element).clone();
        stand_in.kind = Kind::Comment;
        // Another node takes the element's place, so that the element can replace it.
        let index = trial.get(parent).children.iter().position(|child| *child == element).unwrap();
        stand_in.children.clear();
        trial.nodes.insert(unused, stand_in);
        trial.get_mut(parent).children[index] = unused;
        trial.get_mut(element).parent = None;
        if let Some(name) = trial.replacement_refused(unused, element, parent) {
            return Err(name);
        }
        for child in self.get(element).children.clone() {
            self.insert(child, parent, Some(element));
        }
        self.detach(element);
        Ok(())
    }

    pub(crate) fn remove_children(&mut self, node: NodeId) -> Outcome {
        self.known(node)?;
        for child in self.get(node).children.clone() {
            self.detach(child);
        }
        Ok(())
    }

    pub(crate) fn rename(&mut self, node: NodeId, name: &str) -> Outcome {
        self.element(node)?;
        if name.is_empty() || name.contains(' ') {
            return Err("InvalidElementName");
        }
        let is_html = self.get(node).namespace == Namespace::Html;
        let name = if is_html { name.to_ascii_lowercase() } else { name.to_owned() };
        let old = self.get(node).name.clone();
        if is_html && old != name && [old.as_str(), name.as_str()].contains(&"template") {
            return Err("TemplateRenamed");
        }
        self.get_mut(node).name = name;
        Ok(())
    }

    pub(crate) fn set_attr(&mut self, node: NodeId, name: &str, value: &str) -> Outcome {
        self.element(node)?;
        if name.is_empty() || name.contains(['=', ' ']) {
            return Err("InvalidAttributeName");
        }
        let position = self.attribute_named(node, name);
        let name = self.qualified_name(node, name);
        let attributes = &mut self.get_mut(node).attributes;
        match position {
            Some(position) => attributes[position].3 = value.to_owned(),
            None => attributes.push((None, None, name, value.to_owned())),
        }
        Ok(())
    }

    pub(crate) fn set_attr_ns(
        &mut self,
        node: NodeId,
        namespace: AttributeNamespace,
        name: &str,
        value: &str,
    ) -> Outcome {
        self.element(node)?;
        let is_bare_xmlns = name == "xmlns" && namespace == AttributeNamespace::None;
        let is_other = name != "xmlns" && namespace == AttributeNamespace::Xmlns;
        if name.contains(' ') || is_bare_xmlns || is_other {
            return Err("InvalidAttributeName");
        }
        let position = self.attribute_ns(node, namespace, name);
        let attributes = &mut self.get_mut(node).attributes;
        match position {
            Some(position) => attributes[position].3 = value.to_owned(),
            None => {
                attributes.push((
                    namespace.url(),
                    namespace.prefix(),
                    name.to_owned(),
                    value.to_owned(),
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn change_class(&mut self, node: NodeId, class: &str, present: bool) -> Outcome {
        self.element(node)?;
        if class.is_empty() || class.contains(' ') {
            return Err("InvalidClass");
        }
        let position = self.attribute_ns(node, AttributeNamespace::None, "class");
        let value = position.map_or("", |position| &self.get(node).attributes[position].3);
        let mut classes: Vec<&str> = value.split_ascii_whitespace().collect();
        if classes.contains(&class) == present {
            return Ok(());
        }
        classes.retain(|other| *other != class);
        classes.extend(present.then_some(class));
        let value = classes.join(" ");
        self.set_attr_ns(node, AttributeNamespace::None, "class", &value)
    }
}
