//! `{:?}` of a document: its tree, truncated.

use std::fmt::{self, Write};

use encoding_rs::Encoding;

use super::document::Document;
use super::node_ref::NodeRef;

/// The largest number of nodes that are written.
const MAX_NODES: usize = 500;

/// The largest number of characters of a node that are written.
const MAX_CHARACTERS: usize = 80;

/// The largest number of levels that a line is indented by. Without it, the output for a deep tree
/// would be quadratic in its depth.
const MAX_LEVELS: usize = 64;

/// Writes a line about the document and a line for each descendant; template contents follow a line
/// `#contents`, the content of a shadow root a line `#shadow-root`. Long texts and long documents
/// are truncated.
impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({:?}", self.root().kind(), self.quirks_mode())?;
        if let Some(encoding) = self.encoding().map(Encoding::name) {
            write!(f, ", {encoding}")?;
        }
        f.write_str(")")?;
        let mut waiting = vec![(self.root(), 0)];
        let mut printed = 0;
        while let Some((node, level)) = waiting.pop() {
            if printed > MAX_NODES {
                return f.write_str("\n…");
            }
            if printed > 0 {
                write_line(f, node, level)?;
            }
            printed += 1;
            // Each node pushes its next sibling and its first child, so that the stack stays small
            // for nodes with many children.
            waiting.extend(node.next_sibling().map(|next| (next, level)));
            waiting.extend(node.first_child().map(|child| (child, level + 1)));
            if let Some(contents) =
                node.as_element().and_then(|element| element.template_contents())
            {
                waiting.push((contents, level + 1));
            }
            let shadow_root = node.as_element().and_then(|element| element.shadow_root());
            waiting.extend(shadow_root.map(|root| (root.as_node(), level + 1)));
        }
        Ok(())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, node: NodeRef<'_>, level: usize) -> fmt::Result {
    write!(f, "\n{:width$}", "", width = 2 * level.min(MAX_LEVELS))?;
    if node.parent().is_none() {
        return match node.as_shadow_root() {
            Some(root) => write!(f, "{root:?}"),
            None => f.write_str("#contents"),
        };
    }
    write_truncated(f, node, MAX_CHARACTERS)
}

/// Returns a node as `{:?}` prints it, in at most that many characters, control characters escaped.
pub(crate) fn truncated(node: NodeRef<'_>, max_characters: usize) -> String {
    let mut text = String::new();
    let written = write_truncated(&mut text, node, max_characters);
    debug_assert!(written.is_ok(), "a `String` takes every text");
    if !text.contains(char::is_control) {
        return text;
    }
    let escaped = |c: char| if c.is_control() { c.escape_unicode().to_string() } else { c.into() };
    text.chars().map(escaped).collect()
}

fn write_truncated(out: &mut impl Write, node: NodeRef<'_>, max_characters: usize) -> fmt::Result {
    let mut truncated = Truncated { out, left: max_characters };
    match write!(truncated, "{node:?}") {
        Err(_) if truncated.left == 0 => out.write_str("…"),
        result => result,
    }
}

/// Passes on `left` characters, then fails.
struct Truncated<'a, W> {
    out: &'a mut W,
    left: usize,
}

impl<W: Write> Write for Truncated<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.out.write_char(c)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, parse_fragment};

    #[test]
    fn the_debug_output_of_a_document_is_its_tree() {
        let document = ParseOptions::new()
            .parse_str("<!DOCTYPE html><p class=a>Hi<!--c--><template><b></template>");
        let expected = "Document (NoQuirks)
  <!DOCTYPE html>
  <html>
    <head>
    <body>
      <p class=\"a\">
        \"Hi\"
        <!--c-->
        <template>
          #contents
            <b>";
        assert_eq!(format!("{document:?}"), expected);
        assert_eq!(format!("{:?}", document.body().unwrap()), "<body>");
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn the_debug_output_of_a_large_document_is_bounded() {
        let long = parse_fragment("div", "x".repeat(100_000) + &"<br>".repeat(100_000));
        let deep = ParseOptions::new().limits(crate::Limits::unlimited());
        let deep = deep.parse_fragment("div", "<div>".repeat(100_000));
        for document in [long, deep] {
            let printed = format!("{document:?}");
            assert!(printed.len() < 150_000 && printed.ends_with("\n…"), "{}", printed.len());
        }
    }
}
