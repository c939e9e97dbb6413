//! Copying a tree builder between two tokens, to go on with another tree.
//!
//! The speculative HTML parser has "the same state" as the real one and parses into another tree.
//! So each node that the tree builder holds is replaced by one that stands for it there.
//!
//! <https://html.spec.whatwg.org/#start-the-speculative-html-parser>

use crate::names::{ElementName, known};
use crate::steps;
use crate::tree_sink::TreeSink;

use super::TreeBuilder;
use super::active_formatting::FormattingElement;
use super::form_element::{ContextForm, FormElement};
use super::open_templates::{ContentPatch, ShadowTemplate};
use crate::elements::ElementClass;

/// The part of a document that a node is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Region {
    /// The document tree.
    Document,
    /// The shadow tree of an element.
    ShadowTree,
    /// The contents of a template whose contents are not a shadow root.
    Template,
}

/// A node that a tree builder holds, as the tree of its copy needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldNode<H> {
    /// The name of an element; `None` where the name has no effect.
    pub(crate) name: Option<ElementName>,
    /// The node of the other tree that stands for the parent, or for an ancestor. `None` if the
    /// node has no parent.
    pub(crate) parent: Option<H>,
    /// Where the nodes are that are inserted into this one.
    pub(crate) region: Region,
}

/// The copies of the stack of open elements and of the templates on it.
struct Copies<H> {
    /// The node for each entry of the stack.
    open: Vec<H>,
    content_patches: Vec<ContentPatch<H>>,
    shadow_templates: Vec<ShadowTemplate<H>>,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns a tree builder in the same state, which builds the tree `sink`. `add` adds a node to
    /// that tree for each one that this tree builder holds.
    ///
    /// The tree of this one is asked only for parents, once for each open element. The copy tells
    /// its tree neither positions nor errors, and does not pause. To be called between two tokens.
    pub(crate) fn copy_with_sink<T: TreeSink>(
        &self,
        mut sink: T,
        mut add: impl FnMut(&mut T, HeldNode<T::Handle>) -> T::Handle,
    ) -> TreeBuilder<T> {
        debug_assert!(self.request.is_none(), "requests are granted before the next token");
        let copies = self.copy_stack(&mut sink, &mut add);
        let root = sink.root();
        let mut add_closed =
            |name| add(&mut sink, HeldNode { name, parent: Some(root), region: Region::Document });
        let formatting = self.formatting.map(|element| {
            steps::count(1);
            match self.index_of_formatting(element) {
                Some(index) => copies.open[index],
                None => add_closed(None),
            }
        });
        let head = self.copy_head(&copies.open, &mut add_closed);
        let form = self.copy_form(&copies.open, &mut add_closed);
        TreeBuilder {
            sink,
            revision: self.revision,
            scripting: self.scripting,
            runnable_scripts: self.runnable_scripts,
            iframe_srcdoc: self.iframe_srcdoc,
            declarative_shadow_roots: self.declarative_shadow_roots,
            depth_limit: self.depth_limit,
            usual_levels: self.usual_levels,
            max_copies: self.max_copies,
            copies: self.copies,
            positions: false,
            token_closes: self.token_closes,
            #[cfg(feature = "stream")]
            before_token: self.before_token,
            #[cfg(feature = "stream")]
            frameset_rivalry: self.frameset_rivalry,
            pauses_at_scripts: false,
            tells_of_tokens: false,
            mode: self.mode,
            original_mode: self.original_mode,
            template_modes: self.template_modes.clone(),
            open: self.open.map(&copies.open),
            formatting,
            head,
            form,
            frameset_ok: self.frameset_ok,
            foster_parenting: self.foster_parenting,
            inserted_elsewhere: false,
            in_foreign_content: self.in_foreign_content,
            ignore_line_feed: self.ignore_line_feed,
            pending_table_characters: self.pending_table_characters.clone(),
            context: self.context.clone(),
            content_patches: copies.content_patches,
            shadow_templates: copies.shadow_templates,
            base: self.base,
            quirks_mode: self.quirks_mode,
            cannot_change_mode: self.cannot_change_mode,
            self_closing_acknowledged: self.self_closing_acknowledged,
            request: None,
            stopped: self.stopped,
        }
    }

    /// Returns the copy of the `head`. `add` adds a node for it if it is closed.
    fn copy_head<H: Copy>(
        &self,
        open: &[H],
        add: &mut impl FnMut(Option<ElementName>) -> H,
    ) -> Option<H> {
        let head = self.head?;
        // While the `head` is open, it is right below the `html` element.
        Some(match self.open.get(1).filter(|entry| entry.handle == head) {
            Some(_) => open[1],
            None => add(Some(ElementName::html(known::HEAD))),
        })
    }

    /// Returns the copy of the form element pointer. `add` adds a node for a form that is closed.
    fn copy_form<H: Copy>(
        &self,
        open: &[H],
        add: &mut impl FnMut(Option<ElementName>) -> H,
    ) -> Option<FormElement<H>> {
        Some(match self.form? {
            FormElement::Inserted { handle, special } => {
                let index = self.open.position_of_special(special, handle);
                let handle = index.map_or_else(|| add(None), |index| open[index]);
                FormElement::Inserted { handle, special }
            }
            // The form only matters for form owners, which the copy does not need.
            FormElement::OfContext(_) => FormElement::OfContext(ContextForm::Unknown),
        })
    }

    /// Adds a node for each entry of the stack of open elements.
    fn copy_stack<T: TreeSink>(
        &self,
        sink: &mut T,
        add: &mut impl FnMut(&mut T, HeldNode<T::Handle>) -> T::Handle,
    ) -> Copies<T::Handle> {
        let mut copies = Copies {
            open: Vec::with_capacity(self.open.len()),
            content_patches: Vec::new(),
            shadow_templates: Vec::new(),
        };
        // The node for the element above, and the region of its content.
        let mut above = sink.root();
        let mut region = Region::Document;
        // Both lists are in the order of the stack.
        let mut patches = self.content_patches.iter().peekable();
        let mut shadows = self.shadow_templates.iter().peekable();
        for index in 0..self.open.len() {
            steps::count(1);
            let Some(entry) = self.open.get(index) else {
                // Nobody asks for the handle in a gap.
                copies.open.push(above);
                continue;
            };
            let patch = patches.next_if(|patch| patch.template == entry.handle);
            let shadow = shadows.next_if(|shadow| shadow.template == entry.handle);
            let is_template = entry.class.intersects(ElementClass::TEMPLATE);
            region = match region {
                Region::Document if shadow.is_some() => Region::ShadowTree,
                _ if is_template && patch.is_none() && shadow.is_none() => Region::Template,
                _ => region,
            };
            let parent = self.sink.parent(entry.handle).map(|_| above);
            let node = add(sink, HeldNode { name: Some(entry.name.unpack()), parent, region });
            if let Some(patch) = patch {
                let mut marker = |parent| add(sink, HeldNode { name: None, parent, region });
                let insertion_target = marker(Some(above));
                let target_of = |marker| {
                    let is_there = self.sink.parent(marker) == Some(patch.insertion_target);
                    is_there.then_some(insertion_target)
                };
                copies.content_patches.push(ContentPatch {
                    template: node,
                    insertion_target,
                    level: patch.level,
                    start_marker: marker(target_of(patch.start_marker)),
                    end_marker: patch.end_marker.map(|end| marker(target_of(end))),
                });
            }
            if shadow.is_some() {
                // The host was the current node when the template was pushed.
                copies.shadow_templates.push(ShadowTemplate { template: node, host: above });
            }
            copies.open.push(node);
            above = node;
        }
        debug_assert_eq!(patches.len(), 0, "each patch has its template on the stack");
        copies
    }

    /// Returns the index of a formatting element on the stack of open elements, if it is there.
    fn index_of_formatting(&self, element: &FormattingElement<S::Handle>) -> Option<usize> {
        let index = element.stack_index as usize;
        self.open.get(index).filter(|entry| entry.handle == element.handle)?;
        Some(index)
    }
}
