//! Questions about trees that several tests ask.

use consomme::{Document, ElementRef, NodeId, NodeRef};

/// Returns the level of the deepest element, template contents and shadow roots included. The
/// document element is on level 1.
pub fn depth(document: &Document) -> usize {
    let mut deepest = 0;
    let mut waiting: Vec<(NodeRef<'_>, usize)> = vec![(document.root(), 0)];
    while let Some((node, level)) = waiting.pop() {
        deepest = deepest.max(level);
        let element = node.as_element();
        let contents = element.and_then(ElementRef::template_contents);
        let shadow_root = element.and_then(ElementRef::shadow_root).map(|root| root.as_node());
        for parent in [Some(node), contents, shadow_root].into_iter().flatten() {
            let elements = parent.children().filter(|child| child.as_element().is_some());
            waiting.extend(elements.map(|child| (child, level + 1)));
        }
    }
    deepest
}

/// Returns the first element of that name in tree order.
pub fn find(document: &Document, name: &str) -> NodeId {
    let found = document.descendant_elements().find(|element| element.name() == name);
    found.unwrap_or_else(|| panic!("there is no {name} element")).id()
}
