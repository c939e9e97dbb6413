//! A tree as text, in the form of the tree construction suite: one line a node, two spaces a level.
//!
//! A processing instruction is `<?target data?>`, as in the suite's present home; template contents
//! stand under a line `content`, the content of a shadow root under a line such as `#shadow-root
//! (open)`. The walk is iterative, because the depth of a tree is up to its author.

use consomme::shadow::{ShadowRootRef, SlotAssignment};
use consomme::{DoctypeRef, ElementRef, Namespace, NodeKind, NodeRef};

/// The parts of a document type in a dump.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Doctype {
    /// Name, public identifier and system identifier.
    Full,
    /// The name alone: all that serialization writes.
    NameOnly,
}

/// Dumps the descendants of `root`, without a newline at the end.
pub fn dump(root: NodeRef<'_>, doctype: Doctype) -> String {
    let mut lines = String::new();
    let mut pending: Vec<Step<'_>> = Vec::new();
    push_children(&mut pending, root, 0);
    while let Some(step) = pending.pop() {
        match step {
            Step::Content(contents, level) => {
                start_line(&mut lines, level);
                lines.push_str("content\n");
                push_children(&mut pending, contents, level + 1);
            }
            Step::ShadowRoot(root, level) => {
                start_line(&mut lines, level);
                write_shadow_root(&mut lines, root);
                push_children(&mut pending, root.as_node(), level + 1);
            }
            Step::Node(node, level) => {
                start_line(&mut lines, level);
                write_node(&mut lines, node, level, doctype);
                push_children(&mut pending, node, level + 1);
                if let Some(contents) =
                    node.as_element().and_then(|element| element.template_contents())
                {
                    pending.push(Step::Content(contents, level + 1));
                }
                let shadow_root = node.as_element().and_then(|element| element.shadow_root());
                pending.extend(shadow_root.map(|root| Step::ShadowRoot(root, level + 1)));
            }
        }
    }
    lines.pop();
    lines
}

/// The nodes that are still to be written, with their levels.
enum Step<'a> {
    Node(NodeRef<'a>, usize),
    Content(NodeRef<'a>, usize),
    ShadowRoot(ShadowRootRef<'a>, usize),
}

/// Puts the children on the stack so that the first one comes off first.
fn push_children<'a>(pending: &mut Vec<Step<'a>>, node: NodeRef<'a>, level: usize) {
    pending.extend(node.children().rev().map(|child| Step::Node(child, level)));
}

fn start_line(lines: &mut String, level: usize) {
    lines.push_str("| ");
    lines.extend(std::iter::repeat_n("  ", level));
}

/// Writes a node's own line, and a line for each attribute.
fn write_node(lines: &mut String, node: NodeRef<'_>, level: usize, form: Doctype) {
    match node.kind() {
        NodeKind::Element(element) => return write_element(lines, element, level),
        NodeKind::Text(text) => lines.push_str(&format!("\"{text}\"")),
        NodeKind::Comment(comment) => lines.push_str(&format!("<!-- {comment} -->")),
        NodeKind::Doctype(doctype) => write_doctype(lines, doctype, form),
        NodeKind::ProcessingInstruction(instruction) => {
            lines.push_str(&format!("<?{} {}?>", instruction.target(), instruction.data()));
        }
        // Neither is ever a child: the line makes it visible if it is.
        kind => lines.push_str(&format!("unexpected {kind:?}")),
    }
    lines.push('\n');
}

/// Writes the line of a shadow root: `#shadow-root (open)`, with the other attributes that its
/// template has, without the part `shadowroot` of their names.
fn write_shadow_root(lines: &mut String, root: ShadowRootRef<'_>) {
    let is_manual = root.slot_assignment() == SlotAssignment::Manual;
    lines.push_str(&format!("#shadow-root ({}", root.mode()));
    for (is_set, word) in [
        (root.delegates_focus(), " delegatesfocus"),
        (root.serializable(), " serializable"),
        (is_manual, " slotassignment=manual"),
        (root.clonable(), " clonable"),
        (root.keeps_custom_element_registry_null(), " customelementregistry"),
    ] {
        lines.push_str(if is_set { word } else { "" });
    }
    lines.push_str(")\n");
}

fn write_doctype(lines: &mut String, doctype: DoctypeRef<'_>, form: Doctype) {
    lines.push_str("<!DOCTYPE ");
    lines.push_str(doctype.name());
    let public_id = doctype.public_id();
    let system_id = doctype.system_id();
    if form == Doctype::Full && !(public_id.is_empty() && system_id.is_empty()) {
        lines.push_str(&format!(" \"{public_id}\" \"{system_id}\""));
    }
    lines.push('>');
}

fn write_element(lines: &mut String, element: ElementRef<'_>, level: usize) {
    let designator = match element.namespace() {
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
        _ => "",
    };
    lines.push_str(&format!("<{designator}{}>\n", element.name()));
    let mut attributes: Vec<(String, &str)> = element
        .attrs()
        .map(|attribute| {
            let designator =
                attribute.namespace().url().map(attribute_designator).unwrap_or_default();
            (format!("{designator}{}", attribute.name()), attribute.value())
        })
        .collect();
    attributes.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    for (name, value) in attributes {
        start_line(lines, level + 1);
        lines.push_str(&format!("{name}=\"{value}\"\n"));
    }
}

/// Returns the word before the local name of an attribute in a namespace.
fn attribute_designator(namespace: &str) -> &'static str {
    match namespace {
        "http://www.w3.org/1999/xlink" => "xlink ",
        "http://www.w3.org/XML/1998/namespace" => "xml ",
        "http://www.w3.org/2000/xmlns/" => "xmlns ",
        _ => "unknown ",
    }
}
