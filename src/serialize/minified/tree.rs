//! Feeds a tree to a token writer.

use std::fmt;

use crate::dom::{Document, NodeData, NodeIndex, NodeKind, NodeRef, Tree};
use crate::names::{ElementName, Namespace};
use crate::serialize::encode::{Check, EncodeError};
use crate::serialize::fragment::Serializer;
use crate::serialize::output::Output;
use crate::serialize::walk::{Visitor, walk};
use crate::serialize::writer::Writer;
use crate::text::Strings;
use crate::tree_sink::QuirksMode;

use super::options::MinifyOptions;
use super::start_tag::AttributeText;
use super::token_writer::TokenWriter;

impl Writer for MinifyOptions {
    fn write<O: Output>(
        &self,
        node: NodeRef<'_>,
        inner: bool,
        out: &mut O,
    ) -> Result<(), O::Error> {
        let mut adapter = FmtOutput { out, error: None };
        match write(self, node, inner, &mut adapter) {
            Ok(()) => Ok(()),
            Err(fmt::Error) => {
                debug_assert!(adapter.error.is_some(), "only the output fails");
                adapter.error.map_or(Ok(()), Err)
            }
        }
    }

    /// The standard's writer has the same names, comments and so on, and the same raw text.
    fn check(&self, node: NodeRef<'_>, inner: bool, check: &mut Check) -> Result<(), EncodeError> {
        let document = node.document();
        let scripting = self.scripting.unwrap_or(document.scripting());
        let mut serializer = Serializer::<Check, true>::new(document, scripting, check);
        walk(&document.tree, node.index(), inner, &mut serializer)
    }
}

/// An [`Output`] as a writer of `std`, which keeps the error of the output.
struct FmtOutput<'o, O: Output> {
    out: &'o mut O,
    error: Option<O::Error>,
}

impl<O: Output> fmt::Write for FmtOutput<'_, O> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write(text).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

/// Writes a node and its descendants as minified HTML; if `inner`, only the descendants.
fn write(
    options: &MinifyOptions,
    node: NodeRef<'_>,
    inner: bool,
    out: impl fmt::Write,
) -> fmt::Result {
    let Document { tree, strings, .. } = node.document();
    let is_document = node.kind() == NodeKind::Document;
    let is_without_quirks = is_document && is_without_quirks(node);
    let scripting = options.scripting.unwrap_or(node.document().scripting());
    let options = options.clone().scripting(scripting);
    let mut writer = TokenWriter::for_tree(out, options, is_document, is_without_quirks);
    let context = node.as_element().filter(|_| inner).map(|element| element.as_node().index());
    if let Some(element) = context.and_then(|id| tree.element(id)) {
        writer.start_context(strings.name(element.name().local), element.name());
    }
    let mut visitor = TreeWriter { tree, strings, writer, context, is_self_closed: false };
    walk(tree, node.index(), inner, &mut visitor)?;
    visitor.writer.finish()?;
    Ok(())
}

/// Whether the parser will not be in quirks mode when it parses the output.
fn is_without_quirks(document: NodeRef<'_>) -> bool {
    let has_doctype = document.children().any(|child| child.as_doctype().is_some());
    has_doctype && document.document().quirks_mode() != QuirksMode::Quirks
}

/// Turns the nodes of a tree into tokens.
struct TreeWriter<'a, W> {
    tree: &'a Tree,
    strings: &'a Strings,
    writer: TokenWriter<W>,
    /// The element whose content alone is written.
    context: Option<NodeIndex>,
    /// Whether the element that was just started was written as a tag with `/>`.
    is_self_closed: bool,
}

impl<W: fmt::Write> Visitor for TreeWriter<'_, W> {
    type Error = fmt::Error;

    fn start(&mut self, id: NodeIndex, name: ElementName, is_empty: bool) -> fmt::Result {
        let attributes =
            self.tree.element(id).map_or(&[][..], |element| self.tree.attributes_of(element));
        let attributes = attributes
            .iter()
            .map(|attribute| AttributeText {
                prefix: attribute.name.namespace().prefix(),
                name: self.strings.name(attribute.name.local()),
                value: self.strings.get(attribute.value),
            })
            .collect();
        self.is_self_closed = is_empty && name.namespace != Namespace::Html;
        self.writer.start_element(
            self.strings.name(name.local),
            name,
            attributes,
            self.is_self_closed,
        )
    }

    fn end(&mut self, name: ElementName) -> fmt::Result {
        if std::mem::take(&mut self.is_self_closed) {
            return Ok(());
        }
        self.writer.end_tag(self.strings.name(name.local))
    }

    fn leaf(&mut self, id: NodeIndex) -> fmt::Result {
        let node = self.tree.node(id);
        match node.data() {
            NodeData::Text(_) | NodeData::LongText(_) => {
                let text = self.tree.text(id, self.strings);
                if text.starts_with('\n')
                    && node.previous_sibling().is_none()
                    && (self.context.is_none() || node.parent() != self.context)
                    && self.loses_line_feed(node.parent())
                {
                    self.writer.text("\n")?;
                }
                self.writer.text(text)
            }
            NodeData::Comment(data) => self.writer.comment(self.strings.get(data)),
            NodeData::ProcessingInstruction(index) => {
                let instruction = self.tree.instruction_at(index);
                self.writer.processing_instruction(
                    self.strings.name(instruction.target),
                    self.strings.get(instruction.data),
                )
            }
            NodeData::Doctype(index) => {
                let doctype = self.tree.doctype(index);
                self.writer.doctype(
                    self.strings.get(doctype.name),
                    Some(self.strings.get(doctype.public_id)),
                    Some(self.strings.get(doctype.system_id)),
                )
            }
            NodeData::Document | NodeData::DocumentFragment | NodeData::Element(_) => Ok(()),
        }
    }
}

impl<W> TreeWriter<'_, W> {
    /// Whether the parser drops a line feed at the start of this parent.
    fn loses_line_feed(&self, parent: Option<NodeIndex>) -> bool {
        let element = parent.and_then(|parent| self.tree.element(parent));
        element.is_some_and(|element| element.name().drops_line_feed())
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::{ParseOptions, parse_fragment};
    use crate::serialize::MinifyOptions;

    fn fragment(html: &str) -> String {
        parse_fragment("div", html).to_minified_html()
    }

    #[test]
    fn a_line_feed_that_the_parser_would_drop_is_doubled() {
        assert_eq!(fragment("<pre>\n\na</pre><pre>\nb</pre>"), "<pre>\n\na</pre><pre>b</pre>");
        assert_eq!(fragment("<textarea>\n\n</textarea>"), "<textarea>\n\n</textarea>");
    }

    #[test]
    fn the_content_of_an_element_is_written_for_its_context() {
        let inner = |html: &str| {
            let document = parse_fragment("body", html);
            let element = document.root().first_element_child().unwrap().as_node();
            element.serialize_inner(&MinifyOptions::new()).to_string()
        };
        assert_eq!(inner("<pre>\n\na</pre>"), "\na");
        assert_eq!(inner("<script>a < b</script>"), "a < b");
        assert_eq!(inner("<template><tbody><tr></tr></tbody></template>"), "<tbody><tr>");
        assert_eq!(inner("<table><tbody><tr></tr></tbody></table>"), "<tr>");
        assert_eq!(inner("<select><option>a</option><hr></select>"), "<option>a</option><hr>");
    }

    #[test]
    fn an_empty_foreign_element_closes_itself() {
        assert_eq!(
            fragment("<svg><path d=a></path><path d='a b'/></svg>"),
            "<svg><path d=a /><path d=\"a b\"/></svg>"
        );
        assert_eq!(fragment("<svg></svg>x"), "<svg/>x");
    }

    #[test]
    fn a_carriage_return_is_written_as_a_reference() {
        assert_eq!(fragment("a&#13;b<p title=&#13;>"), "a&#13;b<p title=\"&#13;\">");
    }

    #[test]
    fn a_byte_order_mark_at_the_start_of_the_text_is_escaped() {
        let document = ParseOptions::new().parse_str("\n\u{FEFF}a\u{FEFF}");
        assert_eq!(document.to_minified_html(), "&#xFEFF;a\u{FEFF}");
    }

    #[test]
    fn the_end_tag_of_a_p_before_a_table_is_omitted_only_without_quirks() {
        let html = |text: &str| ParseOptions::new().parse_str(text).to_minified_html();
        assert_eq!(
            html("<!DOCTYPE html><p>a</p><table></table>"),
            "<!DOCTYPE html><p>a<table></table>"
        );
        assert_eq!(html("<p>a</p><table></table>"), "<p>a</p><table></table>");
        assert_eq!(html("<p>a<table></table>"), "<p>a<table></table>");
    }

    #[test]
    fn the_encoding_is_declared_once_where_it_was_or_first_in_the_head() {
        let html = |text: &str| {
            let options = MinifyOptions::new().meta_charset("utf-8");
            ParseOptions::new().parse_str(text).serialize(&options).to_string()
        };
        assert_eq!(html("<title>a</title>b"), "<meta charset=utf-8><title>a</title>b");
        assert_eq!(
            html("<title>a</title><meta charset=x>b"),
            "<title>a</title><meta charset=utf-8>b"
        );
        assert_eq!(html("<head><!--a--></head>"), "<meta charset=utf-8><!--a-->");
        assert_eq!(html("<head id=a></head>"), "<head id=a><meta charset=utf-8>");
        assert_eq!(html("<body><meta charset=x>"), "<meta charset=utf-8><body><meta charset=x>");
    }
}
