//! A document as `{:?}` prints it: its tree, cut where it gets long.

use std::fmt::{self, Write};

use encoding_rs::Encoding;

use super::document::Document;
use super::node_ref::NodeRef;

/// How many nodes are printed.
const MOST_NODES: usize = 500;

/// How many characters of a node are printed.
const MOST_CHARACTERS: usize = 80;

/// By how many levels a line is indented at most: otherwise a deep tree takes space that is
/// quadratic in its depth.
const MOST_LEVELS: usize = 64;

/// A line that says what the document is, and one for each node below it; those of template
/// contents stand under `#contents`. Long texts are cut, and so is a long document.
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
            if printed > MOST_NODES {
                return f.write_str("\n…");
            }
            if printed > 0 {
                write_line(f, node, level)?;
            }
            printed += 1;
            // Every node puts its next sibling and its first child on the stack, so that wide nodes
            // cost nothing.
            waiting.extend(node.next_sibling().map(|next| (next, level)));
            waiting.extend(node.first_child().map(|child| (child, level + 1)));
            if let Some(contents) =
                node.as_element().and_then(|element| element.template_contents())
            {
                waiting.push((contents, level + 1));
            }
        }
        Ok(())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, node: NodeRef<'_>, level: usize) -> fmt::Result {
    write!(f, "\n{:width$}", "", width = 2 * level.min(MOST_LEVELS))?;
    if node.parent().is_none() {
        return f.write_str("#contents");
    }
    let mut out = Cut { out: f, left: MOST_CHARACTERS };
    match write!(out, "{node:?}") {
        Err(_) if out.left == 0 => f.write_str("…"),
        result => result,
    }
}

/// Passes on so many characters, then fails.
struct Cut<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    left: usize,
}

impl Write for Cut<'_, '_> {
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

    /// The tree is what one wants to see of a document.
    #[test]
    fn a_document_prints_its_tree() {
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

    /// Whoever prints a document for a look at it must not get megabytes.
    #[test]
    #[cfg_attr(miri, ignore = "takes long")]
    fn what_is_printed_is_bounded() {
        let long = parse_fragment("div", "x".repeat(100_000) + &"<br>".repeat(100_000));
        let deep = ParseOptions::new().limits(crate::Limits::unlimited());
        let deep = deep.parse_fragment("div", "<div>".repeat(100_000));
        for document in [long, deep] {
            let printed = format!("{document:?}");
            assert!(printed.len() < 150_000 && printed.ends_with("\n…"), "{}", printed.len());
        }
    }
}
