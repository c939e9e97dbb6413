//! A tree of `markup5ever_rcdom` as text, in the form of the tree construction suite.

use html5ever::{Namespace, local_name, ns};
use markup5ever_rcdom::{Handle, NodeData};

/// Dumps the descendants of `root`, without a newline at the end.
pub(crate) fn dump(root: &Handle) -> String {
    dump_with_shadow_roots(root, |_| None)
}

/// Dumps the descendants of `root`, with the shadow roots that `shadow_root` returns for their
/// hosts, each after its line in the suite's format.
pub(crate) fn dump_with_shadow_roots(
    root: &Handle,
    shadow_root: impl Fn(&Handle) -> Option<(String, Handle)>,
) -> String {
    let mut lines = String::new();
    let mut pending = Vec::new();
    push_children(&mut pending, root, 0);
    while let Some(step) = pending.pop() {
        match step {
            Step::Below(line, contents, level) => {
                start_line(&mut lines, level);
                lines.push_str(&line);
                lines.push('\n');
                push_children(&mut pending, &contents, level + 1);
            }
            Step::Node(node, level) => {
                start_line(&mut lines, level);
                write_node(&mut lines, &node, level);
                push_children(&mut pending, &node, level + 1);
                if let NodeData::Element { template_contents, .. } = &node.data
                    && let Some(contents) = &*template_contents.borrow()
                {
                    pending.push(Step::Below("content".to_owned(), contents.clone(), level + 1));
                }
                if let Some((line, root)) = shadow_root(&node) {
                    pending.push(Step::Below(line, root, level + 1));
                }
            }
        }
    }
    lines.pop();
    lines
}

/// A part that is left to write, with its level.
enum Step {
    Node(Handle, usize),
    /// A line of its own, and the children of a node below it: the contents of a template, a shadow
    /// root.
    Below(String, Handle, usize),
}

/// Puts the children on the stack so that the first one comes off first.
fn push_children(pending: &mut Vec<Step>, node: &Handle, level: usize) {
    let children = node.children.borrow();
    pending.extend(children.iter().rev().map(|child| Step::Node(child.clone(), level)));
}

fn start_line(lines: &mut String, level: usize) {
    lines.push_str("| ");
    lines.extend(std::iter::repeat_n("  ", level));
}

/// Writes a node's own line, and a line for each attribute.
fn write_node(lines: &mut String, node: &Handle, level: usize) {
    match &node.data {
        NodeData::Document => lines.push_str("unexpected document"),
        NodeData::Doctype { name, public_id, system_id } => {
            lines.push_str(&format!("<!DOCTYPE {name}"));
            if !(public_id.is_empty() && system_id.is_empty()) {
                lines.push_str(&format!(" \"{public_id}\" \"{system_id}\""));
            }
            lines.push('>');
        }
        NodeData::Text { contents } => lines.push_str(&format!("\"{}\"", contents.borrow())),
        NodeData::Comment { contents } => lines.push_str(&format!("<!-- {contents} -->")),
        NodeData::ProcessingInstruction { target, contents } => {
            lines.push_str(&format!("<?{target} {contents}?>"));
        }
        NodeData::Element { name, attrs, .. } => {
            let designator = match name.ns {
                ns!(html) => "",
                ns!(svg) => "svg ",
                ns!(mathml) => "math ",
                _ => "unknown ",
            };
            lines.push_str(&format!("<{designator}{}>", name.local));
            let attributes = attrs.borrow();
            let mut attributes: Vec<(String, &str)> = attributes
                .iter()
                .map(|attribute| {
                    let name = &attribute.name;
                    assert_eq!(name.prefix.as_deref(), prefix(&name.ns, &name.local));
                    (format!("{}{}", designator_of(&name.ns), name.local), &*attribute.value)
                })
                .collect();
            attributes.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            for (name, value) in attributes {
                lines.push('\n');
                start_line(lines, level + 1);
                lines.push_str(&format!("{name}=\"{value}\""));
            }
        }
    }
    lines.push('\n');
}

/// Returns the text before the local name of an attribute in that namespace.
fn designator_of(namespace: &Namespace) -> &'static str {
    match *namespace {
        ns!() => "",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "unknown ",
    }
}

/// Returns the prefix that html5ever gives an attribute.
fn prefix(namespace: &Namespace, local: &str) -> Option<&'static str> {
    match *namespace {
        ns!(xlink) => Some("xlink"),
        ns!(xml) => Some("xml"),
        ns!(xmlns) if *local == *local_name!("xmlns") => Some(""),
        ns!(xmlns) => Some("xmlns"),
        _ => None,
    }
}
