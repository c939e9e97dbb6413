//! The standard's fragment serialization algorithm.
//!
//! <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>

use memchr::memchr;

use crate::dom::{Document, Instruction, NodeData, NodeIndex, NodeRef, Tree};
use crate::names::{ElementName, LocalName};
use crate::serialize::doctype::write_doctype;
use crate::serialize::escape::{
    escape_attribute, escape_attribute_at, escape_text, escape_text_at,
};
use crate::serialize::output::Output;
use crate::serialize::shadow_roots::{ShadowRoots, WantedShadowRoots, start_shadow_root};
use crate::serialize::walk::{Visitor, walk};
use crate::settings::Revision;
use crate::text::{Attribute, Span, Strings};

use super::padded;

/// Writes the nodes of a tree as the standard's algorithm does.
///
/// If `EXACT`, it also keeps details that the algorithm loses: carriage returns, a line feed at the
/// start of a `pre`, and the identifiers of a document type.
pub(crate) struct Serializer<'a, O, const EXACT: bool> {
    pub(crate) tree: &'a Tree,
    pub(crate) strings: &'a Strings,
    pub(crate) revision: Revision,
    pub(crate) scripting: bool,
    /// How many templates there are in whose contents the next node is. The contents have a
    /// document of their own, without a browsing context.
    templates: usize,
    pub(crate) out: &'a mut O,
}

impl<'a, O: Output, const EXACT: bool> Serializer<'a, O, EXACT> {
    /// Returns the writer for nodes of a document, by the living standard.
    pub(crate) fn new(document: &'a Document, scripting: bool, out: &'a mut O) -> Self {
        let Document { tree, strings, .. } = document;
        Serializer { tree, strings, revision: Revision::default(), scripting, templates: 0, out }
    }

    /// Writes a node and its descendants, or only these if `inner`, with some shadow roots.
    #[inline]
    pub(super) fn write(
        mut self,
        node: NodeRef<'_>,
        inner: bool,
        shadow_roots: &ShadowRoots,
    ) -> Result<(), O::Error> {
        let tree = self.tree;
        self.templates = usize::from(!EXACT && tree.is_in_template_contents(node.index()));
        match shadow_roots.wanted_in(tree) {
            None => walk(tree, node.index(), inner, &mut self),
            Some(wanted) => {
                walk(tree, node.index(), inner, &mut WithShadowRoots { serializer: self, wanted })
            }
        }
    }
}

/// Writes shadow roots, too.
struct WithShadowRoots<'a, O, const EXACT: bool> {
    serializer: Serializer<'a, O, EXACT>,
    wanted: WantedShadowRoots,
}

impl<O: Output, const EXACT: bool> Visitor for WithShadowRoots<'_, O, EXACT> {
    type Error = O::Error;

    fn start(&mut self, id: NodeIndex, name: ElementName, is_empty: bool) -> Result<(), O::Error> {
        self.serializer.start(id, name, is_empty)
    }

    fn end(&mut self, name: ElementName) -> Result<(), O::Error> {
        self.serializer.end(name)
    }

    fn leaf(&mut self, id: NodeIndex) -> Result<(), O::Error> {
        self.serializer.leaf(id)
    }

    fn start_template_contents(&mut self) {
        self.serializer.start_template_contents();
    }

    fn end_template_contents(&mut self) {
        self.serializer.end_template_contents();
    }

    fn start_shadow_root(&mut self, host: NodeIndex) -> Result<Option<NodeIndex>, O::Error> {
        let Serializer { tree, revision, templates, out, .. } = &mut self.serializer;
        let Some((root, data)) = self.wanted.get(tree, host) else { return Ok(None) };
        out.write("<template")?;
        let document_has_registry = EXACT || *templates == 0;
        let has_all = revision.has_all_shadow_root_attributes();
        start_shadow_root(data, has_all, document_has_registry, *out)?;
        Ok(Some(root))
    }

    fn end_shadow_root(&mut self) -> Result<(), O::Error> {
        self.serializer.out.write("</template>")
    }
}

impl<O: Output, const EXACT: bool> Visitor for Serializer<'_, O, EXACT> {
    type Error = O::Error;

    #[inline]
    fn start(&mut self, id: NodeIndex, name: ElementName, _is_empty: bool) -> Result<(), O::Error> {
        self.out.start_node(self.tree.id(id));
        self.start_of_tag(name)?;
        if let Some(element) = self.tree.element(id) {
            for attribute in self.tree.attributes_of(element) {
                self.attribute(attribute)?;
            }
        }
        self.out.write(">")?;
        if EXACT && name.drops_line_feed() { self.double_line_feed(id) } else { Ok(()) }
    }

    #[inline]
    fn end(&mut self, name: ElementName) -> Result<(), O::Error> {
        self.end_tag(name)
    }

    #[inline]
    fn start_template_contents(&mut self) {
        self.templates += 1;
    }

    #[inline]
    fn end_template_contents(&mut self) {
        self.templates -= 1;
    }

    #[inline]
    fn leaf(&mut self, id: NodeIndex) -> Result<(), O::Error> {
        self.out.start_node(self.tree.id(id));
        let node = self.tree.node(id);
        match node.data() {
            NodeData::Text(text) if !EXACT && !self.is_raw_text(node.parent()) => {
                escape_text_at(text, self.strings, self.out)
            }
            NodeData::Text(_) | NodeData::LongText(_) => {
                let text = self.tree.text(id, self.strings);
                self.text(text, node.parent())
            }
            NodeData::Comment(data) => self.enclosed("<!--", data, "-->"),
            NodeData::ProcessingInstruction(index) => {
                let Instruction { target, data } = *self.tree.instruction_at(index);
                self.out.write("<?")?;
                self.name(target)?;
                let with_mark = self.revision.has_processing_instructions();
                let end = if with_mark { "?>" } else { ">" };
                self.enclosed(" ", data, end)
            }
            NodeData::Doctype(index) => {
                let doctype = self.tree.doctype(index);
                if !EXACT {
                    return self.enclosed("<!DOCTYPE ", doctype.name, ">");
                }
                write_doctype(
                    self.strings.get(doctype.name),
                    self.strings.get(doctype.public_id),
                    self.strings.get(doctype.system_id),
                    self.out,
                )
            }
            NodeData::Document | NodeData::DocumentFragment | NodeData::Element(_) => Ok(()),
        }
    }
}

impl<O: Output, const EXACT: bool> Serializer<'_, O, EXACT> {
    /// Writes `<` and the name of an element.
    #[inline]
    pub(crate) fn start_of_tag(&mut self, name: ElementName) -> Result<(), O::Error> {
        if let Some((window, length)) = padded::start_of_tag(name.local) {
            return self.out.write_start(window, length);
        }
        self.out.write("<")?;
        self.name(name.local)
    }

    /// Writes an end tag.
    #[inline]
    pub(crate) fn end_tag(&mut self, name: ElementName) -> Result<(), O::Error> {
        if let Some((window, length)) = padded::end_tag(name.local) {
            return self.out.write_start(window, length);
        }
        self.out.write("</")?;
        self.name(name.local)?;
        self.out.write(">")
    }

    /// Writes a text node, escaped unless `is_raw`.
    #[inline]
    pub(crate) fn text_node(&mut self, id: NodeIndex, is_raw: bool) -> Result<(), O::Error> {
        match self.tree.node(id).data() {
            NodeData::Text(text) if !is_raw && self.has_no_carriage_return(text) => {
                escape_text_at(text, self.strings, self.out)
            }
            _ => {
                let text = self.tree.text(id, self.strings);
                match (is_raw, EXACT) {
                    (true, _) => self.out.write(text),
                    (false, true) => self.with_carriage_returns(text, escape_text),
                    (false, false) => escape_text(text, self.out),
                }
            }
        }
    }

    /// Writes a node that is neither an element nor a text.
    pub(crate) fn other_node(&mut self, id: NodeIndex) -> Result<(), O::Error> {
        match self.tree.node(id).data() {
            NodeData::Text(_) | NodeData::LongText(_) => Ok(()),
            _ => self.leaf(id),
        }
    }

    /// Writes the text of a text node with this parent, or a part of it: escaped, unless the parent
    /// is one of the elements with raw text.
    #[inline]
    pub(crate) fn text(&mut self, text: &str, parent: Option<NodeIndex>) -> Result<(), O::Error> {
        if self.is_raw_text(parent) {
            return self.out.write(text);
        }
        if EXACT {
            return self.with_carriage_returns(text, escape_text);
        }
        escape_text(text, self.out)
    }

    /// Whether a text is written without a look for carriage returns: only `EXACT` looks for them,
    /// and the source of a document, whose newlines are normalized, has none.
    #[inline]
    fn has_no_carriage_return(&self, text: Span) -> bool {
        let is_of_source = text.is_of_source();
        debug_assert!(
            !is_of_source || !self.strings.get(text).contains('\r'),
            "newlines are normalized before the text becomes a part of the source"
        );
        !EXACT || is_of_source
    }

    /// Writes an escaped text with its carriage returns as references: the parser would turn them
    /// into line feeds.
    fn with_carriage_returns(
        &mut self,
        text: &str,
        escape: impl Fn(&str, &mut O) -> Result<(), O::Error>,
    ) -> Result<(), O::Error> {
        let mut rest = text;
        // Few texts have one: only a reference can bring it.
        while let Some(at) = memchr(b'\r', rest.as_bytes()) {
            escape(&rest[..at], self.out)?;
            self.out.write("&#13;")?;
            rest = &rest[at + 1..];
        }
        escape(rest, self.out)
    }

    /// Writes a line feed if the element's text starts with one: the parser drops the first.
    fn double_line_feed(&mut self, id: NodeIndex) -> Result<(), O::Error> {
        let first = self.tree.node(id).first_child();
        let text = first.map_or("", |first| self.tree.text(first, self.strings));
        let is_text = first.is_some_and(|first| self.tree.is_text(first));
        if is_text && text.starts_with('\n') { self.out.write("\n") } else { Ok(()) }
    }

    #[inline]
    fn name(&mut self, name: LocalName) -> Result<(), O::Error> {
        self.out.write(self.strings.name(name))
    }

    /// Writes a space and an attribute by its serialized name. The cases of the standard for
    /// foreign attributes (`xlink:`, `xml:`, `xmlns:`) are in
    /// [`AttributeNamespace::prefix`](crate::names::AttributeNamespace::prefix).
    ///
    /// <https://html.spec.whatwg.org/#attribute's-serialised-name>
    #[inline]
    pub(crate) fn attribute(&mut self, attribute: &Attribute) -> Result<(), O::Error> {
        let (prefix, name) = (attribute.name.namespace().prefix(), attribute.name.local());
        match padded::start_of_attribute(name) {
            Some((window, length)) if prefix.is_none() => self.out.write_start(window, length)?,
            _ => {
                self.out.write(" ")?;
                if let Some(prefix) = prefix {
                    self.out.write(prefix)?;
                    self.out.write(":")?;
                }
                self.name(name)?;
                self.out.write("=\"")?;
            }
        }
        let value = attribute.value;
        if !self.revision.escapes_angle_brackets_in_attributes() {
            escape_attribute_at::<false, O>(value, self.strings, self.out)?;
        } else if self.has_no_carriage_return(value) {
            escape_attribute_at::<true, O>(value, self.strings, self.out)?;
        } else {
            self.with_carriage_returns(self.strings.get(value), escape_attribute::<true, O>)?;
        }
        self.out.write("\"")
    }

    fn enclosed(&mut self, before: &str, text: Span, after: &str) -> Result<(), O::Error> {
        self.out.write(before)?;
        self.out.write(self.strings.get(text))?;
        self.out.write(after)
    }

    /// Whether the text children of this parent are written unescaped. Scripting is disabled in the
    /// contents of a `template`; the parser reads a `noscript` there as text all the same, so an
    /// exact writer writes it so.
    #[inline]
    fn is_raw_text(&self, parent: Option<NodeIndex>) -> bool {
        let element = parent.and_then(|parent| self.tree.element(parent));
        let scripting = self.scripting && (EXACT || self.templates == 0);
        element.is_some_and(|element| element.name().is_raw_text(scripting))
    }
}
