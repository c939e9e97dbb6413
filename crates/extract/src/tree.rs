//! The tree of the content: the nodes of the document that are kept.

use consomme::{Document, ElementRef, NodeMap, NodeRef, Visit, steps};

use crate::page::{Page, is_shown};

/// An image without text belongs to the content if an element this many levels above has content.
const IMAGE_LEVELS: usize = 3;

/// Returns a copy of a document whose body has the chosen blocks only.
pub(crate) fn content(document: &Document, page: &Page<'_>, is_chosen: &[bool]) -> Document {
    let kept = kept(document, page, is_chosen);
    let mut copy = document.clone();
    let mut removed = Vec::new();
    let mut hidden = Vec::new();
    if let (Some(body), Some(copied_body)) = (document.body(), copy.body()) {
        // Both have the same nodes in the same order.
        let mut walk = body.as_node().traverse();
        let mut copied_walk = copied_body.as_node().traverse();
        while let (Some(visit), Some(copied)) = (walk.next(), copied_walk.next()) {
            steps::count(1);
            let (Visit::Enter(node), Visit::Enter(copied)) = (visit, copied) else { continue };
            if node != body.as_node() && !kept.contains(node.id()) {
                removed.push(copied.id());
                walk.skip_children();
                copied_walk.skip_children();
            } else if node.as_element().is_some_and(|element| element.has_attr("hidden")) {
                hidden.push(copied.id());
            }
        }
    }
    for id in removed {
        copy.detach(id).expect("it is a node of the copy");
    }
    for id in hidden {
        copy.remove_attr(id, "hidden").expect("it is an element of the copy");
    }
    copy
}

/// Returns the nodes that are kept.
fn kept(document: &Document, page: &Page<'_>, is_chosen: &[bool]) -> NodeMap<()> {
    let mut kept = NodeMap::new();
    let blocks = page.blocks.iter().zip(is_chosen).filter(|(_, is_chosen)| **is_chosen);
    for (block, _) in blocks {
        let mut next = Some(block.first);
        while let Some(node) = next {
            steps::count(1);
            let is_skipped = node.as_element().is_some_and(|element| !is_shown(element));
            if !is_skipped {
                keep(node, &mut kept);
            }
            next = match node {
                node if node == block.last => None,
                node if is_skipped => node.following().next(),
                node => node.next_in_order(),
            };
        }
    }
    let boxes = boxes(page);
    for element in document.descendant_elements() {
        steps::count(1);
        if element.is_html("img") && is_in_content(element, page, &boxes, is_chosen, &kept) {
            keep(element.as_node(), &mut kept);
        }
    }
    kept
}

/// Keeps a node and those around it. Rows of tables keep their cells, so that columns stay in
/// place.
fn keep(node: NodeRef<'_>, kept: &mut NodeMap<()>) {
    for node in node.inclusive_ancestors() {
        steps::count(1);
        if kept.insert(node.id(), ()).is_some() {
            break;
        }
        if let Some(row) = node.as_element().filter(|element| element.is_html("tr")) {
            for cell in row.child_elements() {
                kept.insert(cell.id(), ());
            }
        }
    }
}

/// Returns whether an image is close to text that is kept, and most of the text there is kept.
fn is_in_content(
    image: ElementRef<'_>,
    page: &Page<'_>,
    boxes: &NodeMap<usize>,
    is_chosen: &[bool],
    kept: &NodeMap<()>,
) -> bool {
    let mut around = image.ancestor_elements().take(IMAGE_LEVELS);
    let Some(element) = around.find(|element| kept.contains(element.id())) else { return false };
    // There is no text, such as in an empty cell.
    let Some(index) = boxes.get(element.id()) else { return true };
    let blocks = &page.boxes[*index].blocks;
    // More blocks say no more, and many images may ask.
    let blocks = blocks.start..blocks.end.min(is_chosen.len()).min(blocks.start + 64);
    let chosen = is_chosen[blocks.clone()].iter().filter(|is_chosen| **is_chosen).count();
    2 * chosen >= blocks.len()
}

/// Returns the index of the box of each element.
fn boxes(page: &Page<'_>) -> NodeMap<usize> {
    let mut boxes = NodeMap::new();
    for (index, page_box) in page.boxes.iter().enumerate() {
        if let Some(element) = page_box.element {
            boxes.insert(element.id(), index);
        }
    }
    boxes
}
