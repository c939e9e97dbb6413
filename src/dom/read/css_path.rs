//! A selector for one element of a tree.

use std::collections::HashMap;

use crate::names::Namespace;

use super::element_ref::ElementRef;
use super::node_kind::NodeKind;
use super::node_ref::NodeRef;

impl<'a> ElementRef<'a> {
    /// Returns a CSS selector that matches this element and no other in its tree, to show or store
    /// where something is: the path from the root, or from the nearest ancestor with an id that no
    /// other element has, with `:nth-child()` where names do not decide.
    ///
    /// To find the element again, select from the root of its tree: the document, or
    /// [`template_contents`](ElementRef::template_contents) or the shadow root that the element is
    /// in. After edits, or in a newer version of the page, the path may match another element.
    ///
    /// Takes time linear in the size of the tree.
    ///
    /// ```
    /// let document = consomme::parse_str("<ul><li>Leek<li><a>Miso</a></ul><p id=note><b>Hot</b>");
    /// let find = |name| document.descendant_elements().find(|element| element.name() == name).unwrap();
    /// assert_eq!(find("a").css_path(), ":root > body > ul > li:nth-child(2) > a");
    /// assert_eq!(find("b").css_path(), "#note > b");
    /// # #[cfg(feature = "selectors")] {
    /// let path = find("a").css_path();
    /// assert_eq!(document.select(&path).unwrap().collect::<Vec<_>>(), [find("a")]);
    /// # }
    /// ```
    #[doc(alias = "cssSelector")]
    pub fn css_path(self) -> String {
        let unique = self.nearest_unique_id();
        let mut steps = Vec::new();
        let mut at = Some(self);
        while let Some(element) = at {
            if let Some((owner, id)) = unique
                && owner == element
            {
                steps.push(format!("#{id}"));
                break;
            }
            let above = element.parent_element();
            match element.parent() {
                _ if above.is_some() => steps.push(element.path_step()),
                // The root element of a document, in which `html` elements can be nested.
                Some(parent) if parent.kind() == NodeKind::Document => steps.push(":root".into()),
                Some(_) => steps.extend([element.path_step(), ":scope".into()]),
                None => steps.push(":scope".into()),
            }
            at = above;
        }
        steps.reverse();
        steps.join(" > ")
    }

    /// Returns the nearest of the element and its ancestors that has an id which no other element
    /// of the tree has, and the id.
    fn nearest_unique_id(self) -> Option<(ElementRef<'a>, &'a str)> {
        let with_ids: Vec<_> = std::iter::once(self)
            .chain(self.ancestor_elements())
            .filter_map(|element| Some((element, element.id_attr()?)))
            .filter(|(_, id)| needs_no_escape(id))
            .collect();
        if with_ids.is_empty() {
            return None;
        }
        // In quirks mode, the case of ids makes no difference.
        let mut counts: HashMap<String, usize> =
            with_ids.iter().map(|(_, id)| (id.to_ascii_lowercase(), 0)).collect();
        let elements = self.root().inclusive_descendants().filter_map(NodeRef::as_element);
        for id in elements.filter_map(ElementRef::id_attr) {
            if let Some(count) = counts.get_mut(&id.to_ascii_lowercase()) {
                *count += 1;
            }
        }
        with_ids.into_iter().find(|(_, id)| counts.get(&id.to_ascii_lowercase()) == Some(&1))
    }

    /// Returns the compound that tells the element from its siblings.
    fn path_step(self) -> String {
        let is_html = self.namespace() == Namespace::Html;
        let needs_no_star = needs_no_escape(self.name())
            && !(is_html && self.name().bytes().any(|byte| byte.is_ascii_uppercase()));
        let name = if needs_no_star { self.name() } else { "*" };
        let is_like = |other: &ElementRef<'_>| other.name().eq_ignore_ascii_case(self.name());
        let mut before = self.preceding_sibling_elements();
        let is_alone = needs_no_star
            && !before.by_ref().any(|other| is_like(&other))
            && !self.following_sibling_elements().any(|other| is_like(&other));
        if is_alone {
            return name.to_owned();
        }
        format!("{name}:nth-child({})", self.preceding_sibling_elements().count() + 1)
    }
}

/// Whether a name is an identifier of CSS without escapes.
fn needs_no_escape(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
