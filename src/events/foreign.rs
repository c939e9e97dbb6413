//! Which elements of SVG and MathML are open, as far as tags alone tell: they decide what text and
//! `<![CDATA[` mean.

use crate::input::ParseContext;
use crate::markup::Nest;
use crate::names::{ElementName, LocalName, Namespace};
use crate::tokenizer::TextMode;
use crate::tokenizer::token::Tag;
use crate::tree_builder::{breaks_out_of_foreign_content, is_html_integration_point};

/// The number of open elements that are remembered. Deeper ones count as closed.
const MAX_OPEN: usize = 512;

/// The open elements of SVG and MathML, by their tag names, the innermost last. HTML elements are
/// not remembered, so the end tag of an integration point always closes it.
#[derive(Debug, Default)]
pub(super) struct ForeignElements(Nest);

impl ForeignElements {
    /// Whether the current node is an SVG or MathML element, as far as that is known: CDATA
    /// sections are allowed then.
    pub(super) fn allow_cdata(&self) -> bool {
        self.0.is_in_foreign_content()
    }

    /// Processes a start tag. Returns how the text after it is read.
    pub(super) fn start_tag(
        &mut self,
        tag: &Tag,
        scripting: bool,
        context: &ParseContext,
    ) -> TextMode {
        let namespace = self.0.namespace_of(tag.name, || breaks_out_of_foreign_content(tag));
        if namespace == Namespace::Html {
            return TextMode::in_html_element(tag.name, scripting);
        }
        if !tag.self_closing && self.0.len() < MAX_OPEN {
            let name = ElementName { namespace, local: tag.name };
            if is_html_integration_point(name, &tag.attributes, context) {
                self.0.push_integration_point(name, ());
            } else {
                self.0.push(name, ());
            }
        }
        TextMode::Data
    }

    /// Processes an end tag.
    pub(super) fn end_tag(&mut self, tag: &Tag) {
        self.0.end_in_foreign_content(tag.name);
    }

    /// Translates names to another table.
    pub(super) fn rename(&mut self, name_in: impl FnMut(LocalName) -> LocalName) {
        self.0.rename(name_in);
    }
}
