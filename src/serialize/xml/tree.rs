//! Writes the nodes of a tree as XML, without recursion.

use encoding_rs::Encoding;

use crate::dom::{Document, Instruction, NodeData, NodeIndex, NodeRef, Tree};
use crate::names::{ElementName, Namespace, known};
use crate::serialize::output::Output;
use crate::serialize::shadow_roots::{WantedShadowRoots, start_shadow_root};
use crate::serialize::walk::{Content, Visitor, walk};
use crate::serialize::writer::Writer;

use super::data::{coerced, coerced_comment, coerced_instruction};
use super::names::{coerced as coerced_name, coerced_public_id, coerced_target};
use super::options::XmlOptions;
use super::tags::{Scope, TagWriter};

impl Writer for XmlOptions {
    const IS_XML: bool = true;

    fn set_encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
    }

    fn write<O: Output>(
        &self,
        node: NodeRef<'_>,
        inner: bool,
        out: &mut O,
    ) -> Result<(), O::Error> {
        let Document { tree, strings, .. } = node.document();
        if self.declaration {
            out.write("<?xml version=\"1.0\" encoding=\"")?;
            out.write(self.encoding.name())?;
            out.write("\"?>\n")?;
        }
        let wanted = self.shadow_roots.wanted_in(tree);
        let tags = TagWriter { tree, strings, options: self };
        // A document type is not content: only a document with an element can have it.
        let root = node.document().root();
        let writes_doctype = self.doctype && node == root && root.first_element_child().is_some();
        let mut writer =
            TreeWriter { tags, wanted, writes_doctype, scopes: Vec::new(), is_closed: false, out };
        walk(tree, node.index(), inner, &mut writer)
    }
}

struct TreeWriter<'a, O> {
    tags: TagWriter<'a>,
    wanted: Option<WantedShadowRoots>,
    writes_doctype: bool,
    /// The namespaces declared in each of the open elements and shadow roots.
    scopes: Vec<Scope>,
    /// Whether the element that was just started was written as a tag with `/>`.
    is_closed: bool,
    out: &'a mut O,
}

impl<O: Output> Visitor for TreeWriter<'_, O> {
    type Error = O::Error;

    fn start(&mut self, id: NodeIndex, name: ElementName, is_empty: bool) -> Result<(), O::Error> {
        let tree = self.tags.tree;
        self.out.start_node(tree.id(id));
        let inside = self.tags.start(id, name, self.scope(), self.out)?;
        self.scopes.push(inside);
        let has_shadow_root =
            self.wanted.as_ref().is_some_and(|wanted| wanted.get(tree, id).is_some());
        let can_close_itself = name.namespace != Namespace::Html || name.is_void();
        self.is_closed = is_empty && !has_shadow_root && can_close_itself;
        self.out.write(if self.is_closed { "/>" } else { ">" })
    }

    fn end(&mut self, name: ElementName) -> Result<(), O::Error> {
        self.scopes.pop();
        if std::mem::take(&mut self.is_closed) {
            return Ok(());
        }
        self.out.write("</")?;
        self.tags.element_name(name, self.out)?;
        self.out.write(">")
    }

    fn content(&self, tree: &Tree, element: NodeIndex, name: ElementName) -> Option<Content> {
        let is_template = name.is_html(known::TEMPLATE);
        let holder = if is_template { tree.contents_of(element) } else { element };
        // "The tool may drop … the template contents of any template elements."
        let is_written = !is_template || self.tags.options.template_contents;
        let first = tree.node(holder).first_child().filter(|_| is_written);
        Some(Content { holder, first })
    }

    fn start_shadow_root(&mut self, host: NodeIndex) -> Result<Option<NodeIndex>, O::Error> {
        let wanted = self.wanted.as_ref().and_then(|wanted| wanted.get(self.tags.tree, host));
        let Some((root, data)) = wanted else { return Ok(None) };
        // Its start tag may declare a prefix that the encoding does not have.
        self.out.start_node(self.tags.tree.id(root));
        self.out.write("<template")?;
        let inside = self.tags.declare(Namespace::Html, false, self.scope(), self.out)?;
        self.scopes.push(inside);
        start_shadow_root(data, true, true, self.out)?;
        Ok(Some(root))
    }

    fn end_shadow_root(&mut self) -> Result<(), O::Error> {
        self.scopes.pop();
        self.out.write("</template>")
    }

    fn leaf(&mut self, id: NodeIndex) -> Result<(), O::Error> {
        let TagWriter { tree, strings, options } = self.tags;
        self.out.start_node(tree.id(id));
        match &tree.node(id).data() {
            NodeData::Text(_) | NodeData::LongText(_) => {
                self.tags.text(tree.text(id, strings), self.out)
            }
            NodeData::Comment(data) if options.comments => {
                self.out.write("<!--")?;
                self.out.write(&coerced_comment(strings.get(*data), options))?;
                self.out.write("-->")
            }
            NodeData::ProcessingInstruction(index) => {
                let Instruction { target, data } = *tree.instruction_at(*index);
                self.out.write("<?")?;
                self.out.write(&coerced_target(strings.name(target)))?;
                let data = coerced_instruction(strings.get(data), options);
                if !data.is_empty() {
                    self.out.write(" ")?;
                    self.out.write(&data)?;
                }
                self.out.write("?>")
            }
            NodeData::Doctype(index) if self.writes_doctype => self.doctype(*index),
            NodeData::Comment(_)
            | NodeData::Doctype(_)
            | NodeData::Document
            | NodeData::DocumentFragment
            | NodeData::Element(_) => Ok(()),
        }
    }
}

impl<O: Output> TreeWriter<'_, O> {
    /// Returns the declarations in scope.
    fn scope(&self) -> Scope {
        self.scopes.last().copied().unwrap_or_default()
    }

    /// Writes a document type, if it has a name.
    fn doctype(&mut self, index: u32) -> Result<(), O::Error> {
        let TagWriter { tree, strings, options } = self.tags;
        let doctype = tree.doctype(index);
        let name = strings.get(doctype.name);
        if name.is_empty() {
            return Ok(());
        }
        self.out.write("<!DOCTYPE ")?;
        self.out.write(&coerced_name(name))?;
        let public_id = strings.get(doctype.public_id);
        let system_id = coerced(strings.get(doctype.system_id), options);
        if !public_id.is_empty() {
            self.out.write(" PUBLIC \"")?;
            self.out.write(&coerced_public_id(public_id))?;
            self.out.write("\"")?;
        } else if !system_id.is_empty() {
            self.out.write(" SYSTEM")?;
        }
        if !public_id.is_empty() || !system_id.is_empty() {
            // In XML, a system identifier follows a public one.
            let quote = if system_id.contains('"') { "'" } else { "\"" };
            self.out.write(" ")?;
            self.out.write(quote)?;
            if quote == "'" && system_id.contains('\'') {
                self.out.write(&system_id.replace('\'', "U000027"))?;
            } else {
                self.out.write(&system_id)?;
            }
            self.out.write(quote)?;
        }
        self.out.write(">")
    }
}
