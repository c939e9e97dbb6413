//! Writes the nodes of a tree as XML, without recursion.

use crate::dom::{Document, Instruction, NodeData, NodeIndex, NodeRef, Tree};
use crate::names::{ElementName, Namespace, known};
use crate::serialize::fragment::{WantedShadowRoots, start_shadow_root};
use crate::serialize::output::Output;

use super::data::{coerced, coerced_comment, coerced_instruction};
use super::names::{coerced as coerced_name, coerced_public_id, coerced_target};
use super::options::XmlOptions;
use super::tags::{Scope, TagWriter};

/// Writes a node and its descendants as XML; if `inner`, only the descendants.
pub(super) fn write<O: Output>(
    options: &XmlOptions,
    node: NodeRef<'_>,
    inner: bool,
    out: &mut O,
) -> Result<(), O::Error> {
    let Document { tree, strings, .. } = node.document();
    if options.declaration {
        out.write("<?xml version=\"1.0\" encoding=\"")?;
        out.write(options.encoding.name())?;
        out.write("\"?>\n")?;
    }
    let wanted =
        WantedShadowRoots::of(tree, options.serializable_shadow_roots, &options.shadow_roots);
    let tags = TagWriter { tree, strings, options };
    // A document type is not content: only a document with an element can have it.
    let root = node.document().root();
    let writes_doctype = options.doctype && node == root && root.first_element_child().is_some();
    let mut writer = TreeWriter { tags, wanted, writes_doctype, steps: Vec::new(), out };
    writer.write(node.index(), inner)
}

/// A step that remains to be done.
enum Step {
    /// A node, its descendants, and its following siblings.
    Siblings(NodeIndex, Scope),
    /// The end tag of an element.
    End(ElementName),
    /// The end tag of the `template` around a shadow root.
    EndOfShadowRoot,
}

struct TreeWriter<'a, O> {
    tags: TagWriter<'a>,
    wanted: Option<WantedShadowRoots>,
    writes_doctype: bool,
    steps: Vec<Step>,
    out: &'a mut O,
}

impl<O: Output> TreeWriter<'_, O> {
    fn write(&mut self, top: NodeIndex, inner: bool) -> Result<(), O::Error> {
        let tree = self.tags.tree;
        let is_root =
            matches!(tree.node(top).data, NodeData::Document | NodeData::DocumentFragment);
        if inner || is_root {
            self.enter(top, Scope::default())?;
        } else {
            self.node(top, Scope::default())?;
        }
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Siblings(id, scope) => {
                    let next = tree.node(id).next_sibling;
                    self.steps.extend(next.map(|next| Step::Siblings(next, scope)));
                    self.node(id, scope)?;
                }
                Step::End(name) => {
                    self.out.write("</")?;
                    self.tags.element_name(name, self.out)?;
                    self.out.write(">")?;
                }
                Step::EndOfShadowRoot => self.out.write("</template>")?,
            }
        }
        Ok(())
    }

    /// Writes a node that is not an element, or the start tag of one, and puts the rest of it on
    /// the stack.
    fn node(&mut self, id: NodeIndex, scope: Scope) -> Result<(), O::Error> {
        let TagWriter { tree, strings, options } = self.tags;
        self.out.start_node(tree.id(id));
        match &tree.node(id).data {
            NodeData::Element(element) => self.element(id, element.name(), scope),
            NodeData::Text(_) | NodeData::LongText(_) => {
                self.tags.text(tree.text(id, strings), self.out)
            }
            NodeData::Comment(data) if options.comments => {
                self.out.write("<!--")?;
                self.out.write(&coerced_comment(strings.get(*data), options))?;
                self.out.write("-->")
            }
            NodeData::ProcessingInstruction(index) => {
                let Instruction { target, data } = tree.instructions[*index as usize];
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
            | NodeData::DocumentFragment => Ok(()),
        }
    }

    fn element(&mut self, id: NodeIndex, name: ElementName, scope: Scope) -> Result<(), O::Error> {
        let inside = self.tags.start(id, name, scope, self.out)?;
        let has_shadow_root = self.shadow_root(id);
        let is_empty = !has_shadow_root && self.first_child(id).is_none();
        let can_close_itself = name.namespace != Namespace::Html || name.is_void();
        if is_empty && can_close_itself {
            return self.out.write("/>");
        }
        self.out.write(">")?;
        self.steps.push(Step::End(name));
        self.enter(id, inside)
    }

    /// Puts the children of a node on the stack; before them, the children of its shadow root,
    /// whose start tag it writes.
    fn enter(&mut self, id: NodeIndex, scope: Scope) -> Result<(), O::Error> {
        let tree = self.tags.tree;
        let first = self.first_child(id);
        self.steps.extend(first.map(|first| Step::Siblings(first, scope)));
        let wanted = self.wanted.as_ref().and_then(|wanted| wanted.get(tree, id));
        let Some((root, data)) = wanted else { return Ok(()) };
        self.out.write("<template")?;
        let inside = self.tags.declare(Namespace::Html, false, scope, self.out)?;
        self.steps.push(Step::EndOfShadowRoot);
        let first = tree.node(root).first_child;
        self.steps.extend(first.map(|first| Step::Siblings(first, inside)));
        start_shadow_root(data, true, self.out)
    }

    /// Whether the element has a shadow root that is written.
    fn shadow_root(&self, id: NodeIndex) -> bool {
        let tree = self.tags.tree;
        self.wanted.as_ref().is_some_and(|wanted| wanted.get(tree, id).is_some())
    }

    /// Returns the first node that is written in a node.
    fn first_child(&self, id: NodeIndex) -> Option<NodeIndex> {
        let tree: &Tree = self.tags.tree;
        if !tree.is_html(id, known::TEMPLATE) {
            return tree.node(id).first_child;
        }
        // "The tool may drop … the template contents of any template elements."
        tree.node(tree.contents_of(id)).first_child.filter(|_| self.tags.options.template_contents)
    }

    /// Writes a document type, if it has a name.
    fn doctype(&mut self, index: u32) -> Result<(), O::Error> {
        let TagWriter { tree, strings, options } = self.tags;
        let doctype = &tree.doctypes[index as usize];
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
