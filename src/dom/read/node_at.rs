//! From a place in the source to the node there.

use crate::steps;

use super::document::Document;
use super::node_ref::NodeRef;
use super::source::Origin;

/// The node at an offset of the source.
impl Document {
    /// Returns the node that a byte of the [source](Document::source) belongs to: the one with the
    /// shortest [`span`](NodeRef::span) that contains it. That is a text for a byte of text, and an
    /// element for a byte of a tag. It may be in the contents of a template; shadow roots are not
    /// searched.
    ///
    /// `None` for source that gives no node, such as an end tag that is an error. Copies of
    /// elements are left out, because they have the span of their original.
    ///
    /// # Panics
    ///
    /// With debug assertions, if the document was parsed without
    /// [`ParseOptions::positions`](crate::ParseOptions::positions), or a parser still builds it: it
    /// has no positions then, and in any other build this is `None`.
    ///
    /// Takes time linear in the size of the document.
    ///
    /// ```
    /// let html = "<p>Clear <b>broth</b>";
    /// let document = consomme::ParseOptions::new().positions(true).parse_str(html);
    /// let at = |text| document.node_at(html.find(text).unwrap()).unwrap();
    /// assert_eq!(at("lear").as_text(), Some("Clear "));
    /// assert_eq!(at("roth").as_text(), Some("broth"));
    /// assert_eq!(at("/b").as_element().unwrap().name(), "b");
    /// ```
    #[track_caller]
    pub fn node_at(&self, offset: usize) -> Option<NodeRef<'_>> {
        debug_assert!(
            self.tree.positions().is_some() || self.source().is_empty(),
            "this document has no positions: parse it with ParseOptions::new().positions(true)"
        );
        let mut found = None;
        let mut shortest = usize::MAX;
        for node in self.root().descendants_with_templates() {
            steps::count(1);
            let Some(range) = node.span().map(|span| span.source_range()) else { continue };
            // If two nodes have the same span, the inner one comes later.
            if range.contains(&offset)
                && range.len() <= shortest
                && !matches!(node.origin(), Some(Origin::Copied { .. }))
            {
                shortest = range.len();
                found = Some(node);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::ParseOptions;

    /// Returns the nodes of each byte, one letter for each: of an element its name, of a text `t`,
    /// of a comment `c`, of nothing `.`.
    fn nodes(html: &str) -> String {
        let document = ParseOptions::new().positions(true).parse_fragment("body", html);
        let letter = |offset| {
            let Some(node) = document.node_at(offset) else { return "." };
            match (node.as_element(), node.as_text()) {
                (Some(element), _) => element.name(),
                (_, Some(_)) => "t",
                _ => "c",
            }
        };
        (0..=html.len()).map(letter).collect()
    }

    #[test]
    fn each_byte_belongs_to_the_innermost_node() {
        assert_eq!(nodes("<p>1<b>2</b></p><!---->3"), "ppptbbbtbbbbppppccccccct.");
        assert_eq!(nodes("</i>1"), "....t.");
        assert_eq!(nodes(""), ".");
    }

    #[test]
    fn nodes_in_templates_and_nodes_that_were_moved_are_found() {
        let options = ParseOptions::new().positions(true);
        let document = options.parse_fragment("body", "<template><i>1</i></template>");
        assert_eq!(document.node_at(13).unwrap().as_text(), Some("1"));
        assert_eq!(document.node_at(11).unwrap().as_element().unwrap().name(), "i");
        assert_eq!(document.node_at(20).unwrap().as_element().unwrap().name(), "template");
        let document = ParseOptions::new().positions(true).parse_str("<table>stray<tr></table>");
        assert_eq!(document.node_at(9).unwrap().as_text(), Some("stray"));
    }

    #[test]
    fn the_original_is_found_and_not_its_copy() {
        let document = ParseOptions::new().positions(true).parse_str("<p><b>1<p>2");
        let b = document.node_at(4).unwrap();
        assert_eq!(b.text_content(), "1");
    }

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic = "ParseOptions::new().positions(true)"]
    fn without_positions_no_node_is_known() {
        let _ = crate::parse_str("<p>1").node_at(1);
    }
}
