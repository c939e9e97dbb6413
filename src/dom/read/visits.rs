//! A walk that enters and leaves each node.

use std::iter::FusedIterator;

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// A step of a [walk](NodeRef::traverse).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Visit<'a> {
    /// The node comes first, then its children.
    Enter(NodeRef<'a>),
    /// All children of the node were visited or skipped.
    Leave(NodeRef<'a>),
}

/// A walk over a node and its descendants that enters and leaves each of them, from
/// [`NodeRef::traverse`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Traverse<'a> {
    top: NodeRef<'a>,
    next: Option<Visit<'a>>,
    enters_templates: bool,
}

/// Traversal, with the start and the end of each node or with template contents.
impl<'a> NodeRef<'a> {
    /// Returns a walk over this node and its descendants in tree order. It enters each node, visits
    /// its children, and leaves it. A node without children is left right after it was entered.
    ///
    /// ```
    /// use consomme::Visit;
    ///
    /// let document = consomme::parse_fragment("body", "<p>A <b>clear</b> broth<script>stir()</script>");
    /// let mut markdown = String::new();
    /// let mut walk = document.root().traverse();
    /// while let Some(visit) = walk.next() {
    ///     let (Visit::Enter(node) | Visit::Leave(node)) = visit;
    ///     match (visit, node.as_element().map(|element| element.name())) {
    ///         (Visit::Enter(_), Some("script")) => walk.skip_children(),
    ///         (_, Some("b")) => markdown.push_str("**"),
    ///         (Visit::Enter(_), _) => markdown.push_str(node.as_text().unwrap_or("")),
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(markdown, "A **clear** broth");
    /// ```
    #[doc(alias = "NodeVisitor")]
    #[doc(alias = "TreeWalker")]
    pub fn traverse(self) -> Traverse<'a> {
        Traverse { top: self, next: Some(Visit::Enter(self)), enters_templates: false }
    }

    /// Returns the descendants in tree order, with the contents of templates, nested ones too. The
    /// contents come right after their template. The document fragments that hold the contents are
    /// left out. Shadow roots are not entered.
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p>1<template><i>2<template><b>3");
    /// let texts: Vec<_> = document.root().descendants_with_templates().filter_map(|node| node.as_text()).collect();
    /// assert_eq!(texts, ["1", "2", "3"]);
    /// ```
    pub fn descendants_with_templates(self) -> impl Iterator<Item = NodeRef<'a>> {
        let walk = self.traverse().enter_templates(true);
        walk.filter_map(move |visit| match visit {
            Visit::Enter(node) if node != self && !node.is_template_contents() => Some(node),
            _ => None,
        })
    }

    /// Returns whether this is the document fragment of the contents of a `template`.
    fn is_template_contents(self) -> bool {
        self.template_of_contents().is_some()
    }

    /// Returns the `template` whose contents this document fragment is.
    fn template_of_contents(self) -> Option<NodeRef<'a>> {
        let tree = &self.document.tree;
        let is_contents = tree.is_fragment(self.index) && tree.shadow_root(self.index).is_none();
        let template = is_contents.then(|| tree.template_before(self.index))??;
        Some(NodeRef::new(self.document, template))
    }
}

impl<'a> Traverse<'a> {
    /// Sets whether the walk enters the contents of templates: the document fragment that holds
    /// them counts as the first child of its `template`. By default it does not.
    pub fn enter_templates(mut self, enters: bool) -> Self {
        self.enters_templates = enters;
        self
    }

    /// Skips the children of the node that was just entered: it is left next. Has no effect after a
    /// node was left.
    pub fn skip_children(&mut self) {
        if let Some(Visit::Enter(child)) = self.next
            && let Some(parent) = self.entered_before(child)
        {
            self.next = Some(Visit::Leave(parent));
        }
    }

    /// Returns the node that was entered right before its first child.
    fn entered_before(&self, child: NodeRef<'a>) -> Option<NodeRef<'a>> {
        if child == self.top || child.previous_sibling().is_some() {
            return None;
        }
        let Some(parent) = child.parent() else { return child.template_of_contents() };
        // The children of a template come after its contents, if these are entered.
        let has_contents = self.enters_templates && self.contents_of(parent).is_some();
        (!has_contents).then_some(parent)
    }

    fn contents_of(&self, node: NodeRef<'a>) -> Option<NodeRef<'a>> {
        node.as_element().and_then(ElementRef::template_contents)
    }

    /// Returns the visit after this one.
    #[inline]
    fn after(&self, visit: Visit<'a>) -> Option<Visit<'a>> {
        let node = match visit {
            Visit::Enter(node) => {
                let contents = if self.enters_templates { self.contents_of(node) } else { None };
                let first = contents.or_else(|| node.first_child());
                return Some(first.map_or(Visit::Leave(node), Visit::Enter));
            }
            Visit::Leave(node) if node == self.top => return None,
            Visit::Leave(node) => node,
        };
        if let Some(sibling) = node.next_sibling() {
            return Some(Visit::Enter(sibling));
        }
        if let Some(parent) = node.parent() {
            return Some(Visit::Leave(parent));
        }
        // The contents of a template have neither.
        let template = node.template_of_contents()?;
        Some(template.first_child().map_or(Visit::Leave(template), Visit::Enter))
    }
}

impl<'a> Iterator for Traverse<'a> {
    type Item = Visit<'a>;

    #[inline]
    fn next(&mut self) -> Option<Visit<'a>> {
        let visit = self.next?;
        self.next = self.after(visit);
        Some(visit)
    }
}

impl FusedIterator for Traverse<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, parse_fragment};

    /// Returns the visits as tags; `skipped` is the name of the elements whose children are
    /// skipped.
    fn visits(document: &Document, enters_templates: bool, skipped: &str) -> String {
        let mut written = String::new();
        let mut walk = document.root().traverse().enter_templates(enters_templates);
        while let Some(visit) = walk.next() {
            let (slash, node) = match visit {
                Visit::Enter(node) => ("", node),
                Visit::Leave(node) => ("/", node),
            };
            match (node.as_element(), node.as_text()) {
                (Some(element), _) => written += &format!("<{slash}{}>", element.name()),
                (_, Some(text)) => written += &format!("{slash}{text}"),
                _ => written += &format!("<{slash}#>"),
            }
            if node.as_element().is_some_and(|element| element.name() == skipped) {
                walk.skip_children();
            }
        }
        written
    }

    #[test]
    fn each_node_is_entered_before_its_children_and_left_after_them() {
        let document = parse_fragment("div", "<p>1<b>2</b></p><i></i>");
        let expected = "<#><p>1/1<b>2/2</b></p><i></i></#>".to_owned();
        assert_eq!(visits(&document, false, ""), expected);
        assert_eq!(visits(&document, true, ""), expected);
        assert_eq!(visits(&document, false, "p"), "<#><p></p><i></i></#>");
        assert_eq!(visits(&document, false, "i"), expected, "it has no children");
    }

    #[test]
    fn the_contents_of_a_template_come_before_its_children() {
        let mut document = parse_fragment("div", "<template>1<template></template></template>2");
        let template = document.root().first_child().unwrap().id();
        document.append_text(template, "child").unwrap();
        assert_eq!(
            visits(&document, true, ""),
            "<#><template><#>1/1<template><#></#></template></#>child/child</template>2/2</#>"
        );
        assert_eq!(visits(&document, true, "template"), "<#><template></template>2/2</#>");
        let expected = "<#><template>child/child</template>2/2</#>";
        assert_eq!(visits(&document, false, ""), expected);
        assert_eq!(visits(&document, false, "template"), "<#><template></template>2/2</#>");
        let contents = document.node(template).as_element().unwrap().template_contents().unwrap();
        assert_eq!(contents.traverse().count(), 6, "the walk stays in its top");
    }

    #[test]
    fn the_walk_stays_in_its_top() {
        let document = parse_fragment("div", "<p>1</p><p>2</p>");
        let p = document.root().first_child().unwrap();
        assert_eq!(p.traverse().count(), 4);
        assert_eq!(p.first_child().unwrap().traverse().count(), 2);
        let mut walk = p.traverse();
        walk.skip_children();
        assert_eq!(walk.count(), 4, "nothing was entered yet");
    }
}
