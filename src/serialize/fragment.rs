//! The standard's fragment serialization.

use crate::dom::{NodeData, NodeId, Tree};
use crate::names::{ElementName, LocalName};
use crate::revision::Revision;
use crate::strings::{Span, Strings};
use crate::tokenizer::token::Attribute;

use super::SerializeOptions;
use super::elements::Handling;
use super::escape::{escape_attribute, escape_text};
use super::output::Output;
use super::walk::{Visitor, walk};

/// Writes what is below a node, or with `inner` false the node itself.
///
/// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>
#[inline]
pub(super) fn serialize<O: Output>(
    tree: &Tree,
    strings: &Strings,
    node: NodeId,
    inner: bool,
    options: &SerializeOptions,
    out: &mut O,
) -> Result<(), O::Error> {
    walk(tree, node, inner, &mut Serializer { tree, strings, options, out })
}

/// What is written, how, and where to.
struct Serializer<'a, O> {
    tree: &'a Tree,
    strings: &'a Strings,
    options: &'a SerializeOptions,
    out: &'a mut O,
}

impl<O: Output> Visitor for Serializer<'_, O> {
    type Error = O::Error;

    #[inline]
    fn start(&mut self, id: NodeId, name: ElementName, _is_empty: bool) -> Result<(), O::Error> {
        self.out.write("<")?;
        self.name(name.local)?;
        if let Some(element) = self.tree.element(id) {
            for attribute in self.tree.attributes_of(element) {
                self.attribute(attribute)?;
            }
        }
        self.out.write(">")
    }

    #[inline]
    fn end(&mut self, name: ElementName) -> Result<(), O::Error> {
        self.out.write("</")?;
        self.name(name.local)?;
        self.out.write(">")
    }

    #[inline]
    fn leaf(&mut self, id: NodeId) -> Result<(), O::Error> {
        let node = self.tree.node(id);
        match node.data {
            NodeData::Text(_) | NodeData::LongText(_) => {
                let text = self.tree.text(id, self.strings);
                if self.is_raw_text(node.parent) { self.out.write(text) } else { escape_text(text, self.out) }
            }
            NodeData::Comment(data) => self.enclosed("<!--", data, "-->"),
            NodeData::ProcessingInstruction { target, data } => {
                self.out.write("<?")?;
                self.name(target)?;
                let end = if self.options.revision == Revision::Snapshot2024 { ">" } else { "?>" };
                self.enclosed(" ", data, end)
            }
            NodeData::Doctype(index) => match self.tree.doctypes.get(index as usize) {
                Some(doctype) => self.enclosed("<!DOCTYPE ", doctype.name, ">"),
                None => Ok(()),
            },
            NodeData::Document | NodeData::DocumentFragment | NodeData::Element(_) => Ok(()),
        }
    }
}

impl<O: Output> Serializer<'_, O> {
    #[inline]
    fn name(&mut self, name: LocalName) -> Result<(), O::Error> {
        self.out.write(self.strings.name(name))
    }

    /// <https://html.spec.whatwg.org/#attribute's-serialised-name>
    #[inline]
    fn attribute(&mut self, attribute: &Attribute) -> Result<(), O::Error> {
        self.out.write(" ")?;
        if let Some(prefix) = attribute.namespace.prefix() {
            self.out.write(prefix)?;
            self.out.write(":")?;
        }
        self.name(attribute.name)?;
        self.out.write("=\"")?;
        let value = self.strings.get(attribute.value);
        if self.options.revision == Revision::Snapshot2024 {
            escape_attribute::<false, O>(value, self.out)?;
        } else {
            escape_attribute::<true, O>(value, self.out)?;
        }
        self.out.write("\"")
    }

    fn enclosed(&mut self, before: &str, text: Span, after: &str) -> Result<(), O::Error> {
        self.out.write(before)?;
        self.out.write(self.strings.get(text))?;
        self.out.write(after)
    }

    /// Whether the text children of that parent are written as they are.
    #[inline]
    fn is_raw_text(&self, parent: Option<NodeId>) -> bool {
        let element = parent.and_then(|parent| self.tree.element(parent));
        element.is_some_and(|element| Handling::of(element.name).is_raw_text(self.options.scripting))
    }
}
