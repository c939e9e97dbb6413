//! Comparing nodes: their places in the tree, and their content.

use std::cmp::Ordering;

use crate::dom::arena::ElementData;
use crate::names::{AttributeNamespace, LocalName};
use crate::sorting;
use crate::steps;
use crate::text::{Attribute, Span, Strings};

use super::document::Document;
use super::node_ref::NodeRef;
use super::visits::Visit;

/// Compares the trees by content: [`NodeRef::is_equal_node`] of the roots. Sources, errors,
/// encodings and quirks modes are not compared, nor are nodes outside the trees.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.root().is_equal_node(other.root())
    }
}

impl Eq for Document {}

/// Comparisons.
impl<'a> NodeRef<'a> {
    /// Returns whether a node is this one or one of its descendants. Takes time linear in the depth
    /// of the other node; for many nodes, see
    /// [`Document::document_order`](crate::Document::document_order).
    ///
    /// ```
    /// let document = consomme::parse_fragment("div", "<p><b>Broth</b></p>");
    /// let p = document.root().first_child().unwrap();
    /// let b = p.first_child().unwrap();
    /// assert!(p.contains(b) && p.contains(p) && !b.contains(p));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-node-contains>
    pub fn contains(self, other: impl Into<NodeRef<'a>>) -> bool {
        other.into().inclusive_ancestors().any(|node| node == self)
    }

    /// Compares the places of two nodes in tree order: the result is `Less` if this node comes
    /// before the other one. A node comes before its descendants. `None` if the nodes are not in
    /// the same tree.
    ///
    /// Takes time linear in the depth of the nodes and in the number of siblings between them. For
    /// many nodes, [`Document::document_order`](crate::Document::document_order) compares them in
    /// constant time.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// let document = consomme::parse_fragment("div", "<p>1</p><p>2");
    /// let [first, second] = [document.root().first_child(), document.root().last_child()].map(Option::unwrap);
    /// assert_eq!(first.compare_position(second), Some(Ordering::Less));
    /// assert_eq!(second.compare_position(document.root()), Some(Ordering::Greater));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-tree-order>
    #[doc(alias = "compareDocumentPosition")]
    pub fn compare_position(self, other: impl Into<NodeRef<'a>>) -> Option<Ordering> {
        let other = other.into();
        let mut mine: Vec<_> = self.inclusive_ancestors().collect();
        let mut others: Vec<_> = other.inclusive_ancestors().collect();
        if mine.last() != others.last() {
            return None;
        }
        // From the root down, as long as they are the same.
        while let (Some(a), Some(b)) = (mine.pop(), others.pop()) {
            steps::count(1);
            if a != b {
                return Some(compare_siblings(a, b));
            }
            match (mine.is_empty(), others.is_empty()) {
                (true, true) => return Some(Ordering::Equal),
                (true, false) => return Some(Ordering::Less),
                (false, true) => return Some(Ordering::Greater),
                (false, false) => {}
            }
        }
        None
    }

    /// Returns whether two nodes are the same in kind, content and descendants, wherever they are:
    /// names, attributes in any order, texts. They may be nodes of different documents.
    ///
    /// The contents of templates are compared, which the DOM does not do. Shadow roots are not.
    ///
    /// ```
    /// let a = consomme::parse_fragment("div", "<p id=x class=y>Broth");
    /// let b = consomme::parse_fragment("div", "<P class='y' id='x'>Br&#111;th</P>");
    /// assert!(a.root().is_equal_node(b.root()));
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#concept-node-equals>
    #[doc(alias = "isEqualNode")]
    pub fn is_equal_node<'b>(self, other: impl Into<NodeRef<'b>>) -> bool {
        let mut mine = self.traverse().enter_templates(true);
        let mut others = other.into().traverse().enter_templates(true);
        loop {
            steps::count(1);
            match (mine.next(), others.next()) {
                (None, None) => return true,
                (Some(Visit::Enter(a)), Some(Visit::Enter(b))) if a.has_same_data(b) => {}
                (Some(Visit::Leave(_)), Some(Visit::Leave(_))) => {}
                _ => return false,
            }
        }
    }
}

impl NodeRef<'_> {
    /// Returns whether two nodes are the same but for their children.
    pub(crate) fn has_same_data(self, other: NodeRef<'_>) -> bool {
        has_same_data(self, other, |_, _| false)
    }

    /// As [`has_same_data`](Self::has_same_data). `is_same` tells of values of attributes whether
    /// they are known to be the same; others are compared.
    pub(crate) fn has_same_data_by(
        self,
        other: NodeRef<'_>,
        is_same: impl FnMut(Span, Span) -> bool,
    ) -> bool {
        has_same_data(self, other, is_same)
    }
}

/// Compares the places of two different nodes that have the same parent.
fn compare_siblings<'a>(a: NodeRef<'a>, b: NodeRef<'a>) -> Ordering {
    // From both at once, so that the time depends on how far apart they are.
    let (mut after_a, mut after_b) = (Some(a), Some(b));
    loop {
        steps::count(1);
        after_a = after_a.and_then(NodeRef::next_sibling);
        after_b = after_b.and_then(NodeRef::next_sibling);
        if after_a == Some(b) || after_b.is_none() {
            return Ordering::Less;
        }
        if after_b == Some(a) || after_a.is_none() {
            return Ordering::Greater;
        }
    }
}

/// Returns whether two nodes are the same but for their children.
fn has_same_data(
    a: NodeRef<'_>,
    b: NodeRef<'_>,
    is_same_value: impl FnMut(Span, Span) -> bool,
) -> bool {
    if let (Some(one), Some(other)) = (a.node().element(), b.node().element()) {
        let (name, other_name) = (one.name(), other.name());
        return name.namespace == other_name.namespace
            && is_same_name((name.local, a), (other_name.local, b))
            && has_same_attributes((one, a), (other, b), is_same_value);
    }
    if let (Some(a), Some(b)) = (a.as_doctype(), b.as_doctype()) {
        return (a.name(), a.public_id(), a.system_id())
            == (b.name(), b.public_id(), b.system_id());
    }
    if let (Some(a), Some(b)) = (a.as_processing_instruction(), b.as_processing_instruction()) {
        return (a.target(), a.data()) == (b.target(), b.data());
    }
    let [text, other] =
        [a, b].map(|node| node.document.tree.text(node.index, &node.document.strings));
    a.kind() == b.kind() && text == other
}

/// Returns whether two names have the same text. Each is a name in the document of its node.
fn is_same_name((a, of_a): (LocalName, NodeRef<'_>), (b, of_b): (LocalName, NodeRef<'_>)) -> bool {
    match (a.known_index(), b.known_index()) {
        (None, None) => of_a.document.strings.name(a) == of_b.document.strings.name(b),
        // Known names are the same in all documents, and no other name has their text.
        (a, b) => a == b,
    }
}

/// Returns whether two elements have the same attributes, in any order.
fn has_same_attributes(
    (element, a): (&ElementData, NodeRef<'_>),
    (other, b): (&ElementData, NodeRef<'_>),
    mut is_same_value: impl FnMut(Span, Span) -> bool,
) -> bool {
    let mine = a.document.tree.attributes_of(element);
    let others = b.document.tree.attributes_of(other);
    if mine.len() != others.len() {
        return false;
    }
    let [of_a, of_b] = [a, b].map(|node| &node.document.strings);
    let is_same = |(one, other): (&Attribute, &Attribute)| {
        one.namespace() == other.namespace()
            && is_same_name((one.name(), a), (other.name(), b))
            && (is_same_value(one.value, other.value)
                || of_a.get(one.value) == of_b.get(other.value))
    };
    mine.iter().zip(others).all(is_same) || sorted(mine, of_a) == sorted(others, of_b)
}

/// Returns attributes as texts, in an order that does not depend on where they are written.
fn sorted<'s>(
    attributes: &[Attribute],
    strings: &'s Strings,
) -> Vec<(AttributeNamespace, &'s str, &'s str)> {
    let parts =
        |one: &Attribute| (one.namespace(), strings.name(one.name()), strings.get(one.value));
    let mut parts: Vec<_> = attributes.iter().map(parts).collect();
    sorting::sort(&mut parts);
    parts
}

#[cfg(test)]
mod tests {
    use crate::parse_fragment;

    /// Against the order in which a walk meets the nodes.
    #[test]
    fn places_compare_as_a_walk_meets_them() {
        let document = parse_fragment("div", "<p>1<b><i>2</i></b>3</p><!--4--><ul><li>5<li>6</ul>");
        let nodes: Vec<_> = document.root().inclusive_descendants().collect();
        for (i, a) in nodes.iter().enumerate() {
            for (j, b) in nodes.iter().enumerate() {
                assert_eq!(a.compare_position(*b), Some(i.cmp(&j)), "{a:?} {b:?}");
                assert_eq!(a.contains(*b), a == b || a.descendants().any(|node| node == *b));
            }
        }
    }

    #[test]
    fn nodes_of_different_trees_have_no_order() {
        let document = parse_fragment("div", "<template>1</template>");
        let clone = document.clone();
        let template = document.root().first_element_child().unwrap();
        let text = template.template_contents().unwrap().first_child().unwrap();
        assert_eq!(text.compare_position(template), None);
        assert_eq!(clone.root().compare_position(document.root()), None);
        assert!(!template.contains(text));
    }

    #[test]
    fn nodes_are_equal_by_content() {
        let is_equal = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|html| parse_fragment("div", html));
            let result = a.root().is_equal_node(b.root());
            assert_eq!(result, b.root().is_equal_node(a.root()));
            result
        };
        assert!(is_equal("<p a=1 b=2>x<!--c--><?t d?>", "<p b=2 a=1>x<!--c--><?t d?></p>"));
        assert!(is_equal("", ""));
        for (a, b) in [
            ("<p>x", "<p>y"),
            ("<p>x", "<p><!--x-->"),
            ("<p a=1 b=2>", "<p a=2 b=1>"),
            ("<p a=1>", "<p a=1 b=2>"),
            ("<p>", "<div>"),
            ("<a>", "<svg><a>"),
            ("<p>1</p>2", "<p>1<b></b></p>2"),
            ("<svg xlink:href=a>", "<svg href=a>"),
            ("<template>1</template>", "<template>2</template>"),
            ("<?t a?>", "<?t b?>"),
        ] {
            assert!(!is_equal(a, b), "{a} {b}");
        }
        let doctype = |html: &str| crate::parse_str(html);
        let [a, b] = ["<!doctype html>", "<!doctype html SYSTEM 'x'>"].map(doctype);
        assert!(!a.root().is_equal_node(b.root()));
    }
}
