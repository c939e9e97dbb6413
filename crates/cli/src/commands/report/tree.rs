//! The tree, with the nodes that were implied, moved or copied, and why.

use std::fmt::{self, Write};

use consomme::entities::{escape_attribute, escape_text};
use consomme::positions::{Origin, Reason};
use consomme::{Document, ElementRef, NodeKind, NodeRef, Visit};

use super::source;

/// How deep elements are folded in each other. Deeper ones are in one list, so that the report is
/// read as it is written, whatever the depth of the page.
const MAX_FOLDED: usize = 100;

/// How many characters of a text or a value are shown.
const SHOWN: usize = 80;

/// Writes the tree below the root. An element with children can be folded.
pub(super) fn write(document: &Document, html: &mut String) -> fmt::Result {
    let mut depth = 0;
    for visit in document.root().traverse().enter_templates(true) {
        match visit {
            Visit::Enter(node) if node == document.root() => {}
            Visit::Leave(node) if node == document.root() => {}
            Visit::Enter(node) if can_fold(node) => {
                depth += 1;
                let is_folded = depth <= MAX_FOLDED;
                html.push_str(if is_folded { "<details open><summary>" } else { "<div>" });
                write_node(node, html)?;
                html.push_str(if is_folded { "</summary>\n" } else { "</div>\n" });
            }
            Visit::Enter(node) => {
                html.push_str("<div>");
                write_node(node, html)?;
                html.push_str("</div>\n");
            }
            Visit::Leave(node) if can_fold(node) => {
                if depth <= MAX_FOLDED {
                    html.push_str("</details>\n");
                }
                depth -= 1;
            }
            Visit::Leave(_) => {}
        }
    }
    Ok(())
}

fn can_fold(node: NodeRef<'_>) -> bool {
    let contents = node.as_element().and_then(ElementRef::template_contents);
    node.has_children() || contents.is_some()
}

/// Writes a node, its bytes and why it is there.
fn write_node(node: NodeRef<'_>, html: &mut String) -> fmt::Result {
    match node.kind() {
        NodeKind::Element(element) => write_element(element, html)?,
        NodeKind::Text(text) => {
            write!(html, "<span class=\"text\">{}</span>", escape_text(&shortened(text)))?;
        }
        NodeKind::Comment(text) => {
            let text = shortened(text);
            write!(html, "<span class=\"other\">comment {}</span>", escape_text(&text))?;
        }
        NodeKind::ProcessingInstruction(instruction) => {
            let target = source::visible(instruction.target());
            write!(html, "<span class=\"other\">instruction {}</span>", escape_text(&target))?;
        }
        NodeKind::Doctype(doctype) => {
            let visible = source::visible(doctype.name());
            write!(html, "<span class=\"other\">doctype {}", escape_text(&visible))?;
            for id in [doctype.public_id(), doctype.system_id()] {
                if !id.is_empty() {
                    write!(html, " {}", escape_text(&shortened(id)))?;
                }
            }
            html.push_str("</span>");
        }
        _ => html.push_str("<span class=\"other\">contents</span>"),
    }
    write_place(node, html)
}

fn write_element(element: ElementRef<'_>, html: &mut String) -> fmt::Result {
    write!(html, "<b>{}</b>", escape_text(&source::visible(element.name())))?;
    for attribute in element.attrs() {
        let name = source::visible(attribute.qualified_name().as_ref());
        let value = shortened(attribute.value());
        write!(html, " {}={}", escape_text(&name), escape_text(&value))?;
    }
    Ok(())
}

/// Writes a link to the bytes of a node, and a note if the parser has made or moved it.
fn write_place(node: NodeRef<'_>, html: &mut String) -> fmt::Result {
    if let Some(span) = node.span() {
        let (place, range) = (span.source_range().start, span.range());
        write!(
            html,
            " <a class=\"at\" href=\"#b{place}\" title=\"bytes {} to {}\">{}</a>",
            range.start, range.end, range.start,
        )?;
    }
    match node.origin() {
        Some(Origin::Implied { by, .. }) if by.is_empty() => {
            html.push_str(" <span class=\"note\">implied by the end of the input</span>");
        }
        Some(Origin::Implied { by, .. }) => {
            let by = shortened(by.text());
            write!(html, " <span class=\"note\">implied by {}</span>", escape_text(&by))?;
        }
        Some(Origin::Copied { reason, .. }) => {
            write!(html, " <span class=\"note\">copied: {}</span>", explained(reason))?;
        }
        _ => {}
    }
    if let Some(reason) = node.moved() {
        write!(html, " <span class=\"note\">moved: {}</span>", explained(reason))?;
    }
    Ok(())
}

/// Returns why the parser copies or moves a node, in words.
fn explained(reason: Reason) -> String {
    let words = match reason {
        Reason::Reconstruction => "its formatting was still in effect",
        Reason::AdoptionAgency => "formatting overlaps another element",
        Reason::SelectedContent => "it shows the selected option",
        Reason::FosterParenting => "a table cannot contain it",
        Reason::DepthLimit => "it would be too deep",
        Reason::ContentPatching => "a template puts it at a marker",
        Reason::Reopening => "it follows the end of the element",
        _ => "",
    };
    let words = if words.is_empty() { reason.as_str() } else { words };
    escape_attribute(words).into_owned()
}

/// Returns the start of a text in quotes, with its white space visible.
fn shortened(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    let end = if start.len() < text.len() { "…" } else { "" };
    format!("{start:?}{end}")
}
