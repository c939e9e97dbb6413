//! Nodes as folded trees, for notebooks.

use consomme::entities::escape_text;
use consomme::{NodeKind, NodeRef, Visit};

/// How many nodes are shown: a notebook keeps its outputs.
const MAX_NODES: usize = 500;
/// How many levels are open at first.
const OPEN_LEVELS: usize = 2;
/// How many characters of a text are shown.
const MAX_CHARACTERS: usize = 200;

/// Returns a node as a tree of `details` elements.
pub(crate) fn folded(node: NodeRef<'_>) -> String {
    let mut html = String::from("<div style=\"font-family:monospace\">");
    let (mut depth, mut count) = (0_usize, 0);
    for visit in node.traverse() {
        match visit {
            Visit::Enter(node) => {
                count += 1;
                if count > MAX_NODES {
                    html.push_str("<div>…</div>");
                    break;
                }
                enter(node, depth, &mut html);
                depth += usize::from(node.has_children());
            }
            Visit::Leave(node) if node.has_children() => {
                depth = depth.saturating_sub(1);
                html.push_str("</div></details>");
            }
            Visit::Leave(_) => {}
        }
    }
    for _ in 0..depth {
        html.push_str("</div></details>");
    }
    html.push_str("</div>");
    html
}

/// Writes the start of a node.
fn enter(node: NodeRef<'_>, depth: usize, html: &mut String) {
    let label = shortened(&label(node));
    let label = escape_text(&label);
    if node.has_children() {
        let open = if depth < OPEN_LEVELS { " open" } else { "" };
        html.push_str(&format!(
            "<details{open}><summary>{label}</summary><div style=\"margin-left:1.5em\">"
        ));
    } else {
        html.push_str(&format!("<div>{label}</div>"));
    }
}

/// Returns the line for a node.
fn label(node: NodeRef<'_>) -> String {
    match node.kind() {
        NodeKind::Element(element) => {
            let attrs =
                element.attrs().map(|attr| format!(" {}=\"{}\"", attr.name(), attr.value()));
            format!("<{}{}>", element.name(), attrs.collect::<String>())
        }
        NodeKind::Text(text) => format!("{:?}", text.trim()),
        NodeKind::Comment(data) => format!("<!--{data}-->"),
        NodeKind::Doctype(doctype) => format!("<!DOCTYPE {}>", doctype.name()),
        NodeKind::ProcessingInstruction(instruction) => {
            format!("<?{} {}>", instruction.target(), instruction.data())
        }
        kind => format!("#{}", kind.as_str()),
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_CHARACTERS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
