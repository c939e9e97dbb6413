//! Edits of many nodes or attributes at once.

use crate::dom::arena::NodeId;
use crate::dom::read::{Attr, Document, NodeRef, Visit};
use crate::steps;

use super::tree_error::TreeError;

/// Edits: many nodes or attributes at once.
impl Document {
    /// Removes all nodes for which `is_wanted` returns true from their parents, as
    /// [`detach`](Document::detach) does, also in the contents of templates. Returns their ids in
    /// tree order, for [`discard`](Document::discard) for example. The descendants of a node that
    /// is removed are not asked about.
    ///
    /// ```
    /// let html = "<p>Broth<script>stir()</script><!-- hot --><template><script></script></template>";
    /// let mut document = consomme::parse_fragment("body", html);
    /// let removed = document.remove_all(|node| {
    ///     let is_script = node.as_element().is_some_and(|element| element.name() == "script");
    ///     is_script || node.as_comment().is_some()
    /// });
    /// assert_eq!(removed.len(), 3);
    /// assert_eq!(document.inner_html(), "<p>Broth<template></template></p>");
    /// ```
    pub fn remove_all(&mut self, mut is_wanted: impl FnMut(NodeRef<'_>) -> bool) -> Vec<NodeId> {
        let mut removed = Vec::new();
        let mut walk = self.root().traverse().enter_templates(true);
        while let Some(visit) = walk.next() {
            steps::count(1);
            if let Visit::Enter(node) = visit
                && node.parent().is_some()
                && is_wanted(node)
            {
                removed.push(node.index());
                walk.skip_children();
            }
        }
        for &node in &removed {
            self.tree.detach(node);
        }
        removed.into_iter().map(|node| self.tree.id(node)).collect()
    }

    /// Removes all attributes of an element for which `is_kept` returns false. The remaining ones
    /// keep their order.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<img src=pot.png onload=a() onerror=b() alt=Pot>");
    /// let img = document.root().first_child().unwrap().id();
    /// document.retain_attrs(img, |attribute| !attribute.name().starts_with("on"))?;
    /// assert_eq!(document.inner_html(), "<img src=\"pot.png\" alt=\"Pot\">");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode), [`NotAnElement`](TreeError::NotAnElement),
    /// [`TooManyAttributes`](TreeError::TooManyAttributes).
    #[track_caller]
    pub fn retain_attrs(
        &mut self,
        element: NodeId,
        is_kept: impl FnMut(Attr<'_>) -> bool,
    ) -> Result<(), TreeError> {
        let (index, data) = self.known_element(element)?;
        self.ensure_capacity_for_attributes(data.attribute_count())?;
        let attributes = self.element(element).into_iter().flat_map(|element| element.attrs());
        let kept: Vec<bool> = attributes.map(is_kept).collect();
        if kept.contains(&false) {
            self.tree.retain_attrs(index, &kept);
        }
        Ok(())
    }
}

/// A change of an attribute, for [`Document::change_attrs`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AttrChange {
    /// It is removed.
    Remove,
    /// It gets this value.
    Set(String),
}

impl Document {
    /// Changes the attributes of an element as `change` says, which gets each of them in order;
    /// `None` keeps one as it is. The others keep their order, and none changes its name.
    ///
    /// ```
    /// use consomme::AttrChange;
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<img SRC=pot.png onload=a() alt=Pot>");
    /// let img = document.root().first_child().unwrap().id();
    /// document.change_attrs(img, |attribute| match attribute.name() {
    ///     "src" => Some(AttrChange::Set(format!("/images/{}", attribute.value()))),
    ///     name if name.starts_with("on") => Some(AttrChange::Remove),
    ///     _ => None,
    /// })?;
    /// assert_eq!(document.inner_html(), "<img src=\"/images/pot.png\" alt=\"Pot\">");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UnknownNode`](TreeError::UnknownNode), [`NotAnElement`](TreeError::NotAnElement),
    /// [`TooManyAttributes`](TreeError::TooManyAttributes),
    /// [`TooMuchText`](TreeError::TooMuchText).
    #[track_caller]
    #[inline] // Callers ask it for each element, and most change few attributes.
    pub fn change_attrs(
        &mut self,
        element: NodeId,
        mut change: impl FnMut(Attr<'_>) -> Option<AttrChange>,
    ) -> Result<(), TreeError> {
        let (index, data) = self.known_element(element)?;
        self.ensure_capacity_for_attributes(data.attribute_count())?;
        // The new list is made after all others, for elements may share one.
        let first = self.tree.attributes.len();
        let mut has_changed = false;
        for position in data.attribute_range() {
            let mut attribute = self.tree.attributes[position];
            match change(Attr::new(self, &attribute)) {
                None => {}
                Some(AttrChange::Remove) => {
                    has_changed = true;
                    continue;
                }
                Some(AttrChange::Set(value)) => match self.push_text(&value) {
                    Ok(span) => (has_changed, attribute.value) = (true, span),
                    Err(error) => {
                        self.tree.attributes.truncate(first);
                        return Err(error);
                    }
                },
            }
            self.tree.attributes.push(attribute);
        }
        match has_changed {
            true => self.tree.take_attributes_from(index, first),
            false => self.tree.attributes.truncate(first),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_fragment;

    #[test]
    fn what_is_removed_keeps_its_descendants_and_can_be_inserted_again() {
        let mut document = parse_fragment("div", "<b>1<b>2</b></b><i>3</i><b>4</b>");
        let removed =
            document.remove_all(|node| node.as_element().is_some_and(|e| e.name() == "b"));
        document.check_invariants().unwrap();
        assert_eq!(document.inner_html(), "<i>3</i>");
        let htmls: Vec<_> = removed.iter().map(|&id| document.node(id).outer_html()).collect();
        assert_eq!(htmls, ["<b>1<b>2</b></b>", "<b>4</b>"]);
        document.append(document.root().id(), removed[0]).unwrap();
        assert_eq!(document.inner_html(), "<i>3</i><b>1<b>2</b></b>");
    }

    #[test]
    fn roots_and_contents_of_templates_are_not_removed() {
        let mut document = parse_fragment("div", "<template>1</template>2");
        let mut asked = Vec::new();
        document.remove_all(|node| {
            asked.push(format!("{node:?}"));
            false
        });
        assert_eq!(asked, ["<template>", "\"1\"", "\"2\""]);
        assert_eq!(document.remove_all(|_| true).len(), 2);
        assert_eq!(document.inner_html(), "");
        document.check_invariants().unwrap();
    }

    #[test]
    fn changes_of_attributes_are_those_of_one_element() {
        let mut document = parse_fragment("div", "<b a=1 c=2><p></b>3");
        let b = document.descendant_elements().find(|element| element.name() == "b").unwrap().id();
        let change = |attribute: Attr<'_>| match attribute.name() {
            "a" => Some(AttrChange::Set(String::new())),
            _ => Some(AttrChange::Remove),
        };
        document.change_attrs(b, change).unwrap();
        document.check_invariants().unwrap();
        let html = document.inner_html();
        assert!(html.starts_with("<b a=\"\">") && html.contains("<b a=\"1\" c=\"2\">"), "{html}");
        let text = document.root().first_child().unwrap().id();
        let text = document.clone_shallow(text).unwrap();
        document.change_attrs(text, |_| None).unwrap();
        let root = document.root().id();
        let error = document.change_attrs(root, change).unwrap_err();
        assert!(matches!(error, TreeError::NotAnElement { .. }));
    }

    #[test]
    fn attributes_that_are_shared_with_a_copy_change_in_one_element_only() {
        let mut document = parse_fragment("div", "<p a b c d>");
        let p = document.root().first_child().unwrap().id();
        let copy = document.clone_node(p).unwrap();
        document.retain_attrs(copy, |attribute| matches!(attribute.name(), "b" | "d")).unwrap();
        let names =
            |id| document.element(id).unwrap().attrs().map(|a| a.name()).collect::<String>();
        assert_eq!([names(p), names(copy)], ["abcd", "bd"]);
        document.check_invariants().unwrap();
        document.set_attr(copy, "e", "").unwrap();
        document.retain_attrs(copy, |_| false).unwrap();
        document.retain_attrs(copy, |_| false).unwrap();
        assert_eq!(document.node(copy).outer_html(), "<p></p>");
        document.check_invariants().unwrap();
    }

    #[test]
    fn removing_many_attributes_takes_linear_time() {
        let steps = |count: usize| {
            let attributes: String = (0..count).map(|i| format!(" a{i}")).collect();
            let mut document = parse_fragment("div", format!("<p{attributes}>"));
            let p = document.root().first_child().unwrap().id();
            steps::counted(|| {
                document.retain_attrs(p, |attribute| attribute.name().ends_with('1')).unwrap();
            })
        };
        assert!(steps(2_000) <= 3 * steps(1_000));
    }
}
