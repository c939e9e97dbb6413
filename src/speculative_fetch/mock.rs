//! A tree of speculative mock elements.

use std::hash::RandomState;

use crate::elements::Traits;
use crate::names::{ElementName, Namespace, known};
use crate::text::attribute;
use crate::text::{Attribute, Span, Strings};
use crate::tree_builder::{HeldNode, Region};
use crate::tree_sink::{NewElement, ShadowRootInit, TreeSink};

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MockId(u32);

/// A node. Texts and comments have no nodes, since nothing depends on them.
#[derive(Clone, Copy, Debug)]
struct MockNode {
    parent: Option<MockId>,
    /// Where the nodes are that are inserted into it.
    region: Region,
    kind: MockKind,
    /// Whether it has a shadow root, or may have one that the parser has attached before.
    may_have_shadow_root: bool,
}

/// The facts about a node that affect fetches or the tree builder.
#[derive(Clone, Copy, Debug)]
enum MockKind {
    /// Nothing.
    Other,
    /// An HTML `template`. Its contents are the node itself.
    Template,
    /// An HTML `head`.
    Head,
    /// An HTML `picture`, by the number among them.
    Picture(u32),
    /// An HTML `picture` that was open when the speculation started.
    HeldPicture,
    /// A formatting element, with the indices of its attributes.
    Formatting(u32, u32),
}

/// The parent of an inserted element, if it makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parent {
    Other,
    /// An HTML `head`.
    Head,
    /// An HTML `picture`, by the number among them.
    Picture(usize),
    /// An HTML `picture` with children that are not known.
    HeldPicture,
}

/// An element that may fetch a resource, or change how other elements fetch theirs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inserted<'a> {
    pub(super) name: ElementName,
    pub(super) attributes: &'a [Attribute],
    /// Where it is.
    pub(super) region: Region,
    pub(super) parent: Parent,
}

/// A tree of speculative mock elements, with the properties that affect fetches.
///
/// <https://html.spec.whatwg.org/#speculative-mock-element>
#[derive(Debug)]
pub(crate) struct MockSink {
    nodes: Vec<MockNode>,
    /// The number of nodes of the tree that is copied.
    nodes_before: usize,
    /// The number of `picture` elements.
    pictures: u32,
    /// The attributes of all formatting elements, for the Noah's Ark clause.
    formatting: Vec<Attribute>,
    latest: Latest,
}

/// The latest element of a name that may [fetch](Traits::FETCHES).
#[derive(Debug)]
struct Latest {
    name: ElementName,
    attributes: Vec<Attribute>,
    /// The element, until it is inserted.
    created: Option<MockId>,
    /// Where the element is, once it is inserted.
    place: Option<(Region, Parent)>,
}

impl MockSink {
    /// A tree with a root only. `nodes_before` is the number of nodes that the document has, which
    /// [`Limits::nodes`](crate::Limits::nodes) counts.
    pub(crate) fn new(nodes_before: usize) -> Self {
        let root = MockNode {
            parent: None,
            region: Region::Document,
            kind: MockKind::Other,
            may_have_shadow_root: false,
        };
        MockSink {
            nodes: vec![root],
            nodes_before,
            pictures: 0,
            formatting: Vec::new(),
            latest: Latest {
                name: ElementName::html(known::NO_NAME),
                attributes: Vec::new(),
                created: None,
                place: None,
            },
        }
    }

    /// Adds an element for one that the tree builder holds. Its attributes are not known.
    pub(crate) fn add_held(&mut self, node: HeldNode<MockId>) -> MockId {
        let kind = match node.name {
            Some(name) if name.is_html(known::TEMPLATE) => MockKind::Template,
            Some(name) if name.is_html(known::HEAD) => MockKind::Head,
            Some(name) if name.is_html(known::PICTURE) => MockKind::HeldPicture,
            _ => MockKind::Other,
        };
        let HeldNode { parent, region, .. } = node;
        self.add(MockNode { parent, region, kind, may_have_shadow_root: true })
    }

    /// Returns the element that was inserted since the last call, if it may fetch something.
    pub(super) fn take_inserted(&mut self) -> Option<Inserted<'_>> {
        let (region, parent) = self.latest.place.take()?;
        let Latest { name, attributes, .. } = &self.latest;
        Some(Inserted { name: *name, attributes, region, parent })
    }

    fn add(&mut self, node: MockNode) -> MockId {
        let id = MockId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    fn node(&self, id: MockId) -> &MockNode {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: MockId) -> &mut MockNode {
        &mut self.nodes[id.0 as usize]
    }

    /// Puts a node into another one.
    fn insert(&mut self, parent: MockId, child: MockId) {
        let MockNode { region, kind, .. } = *self.node(parent);
        let node = self.node_mut(child);
        node.parent = Some(parent);
        // "When the tree builder says to insert an element into a template element's template
        // contents", nothing is fetched.
        node.region = match node.kind {
            MockKind::Template => Region::Template,
            _ => region,
        };
        if self.latest.created == Some(child) {
            self.latest.created = None;
            self.latest.place = Some((region, Parent::from(kind)));
        }
    }

    /// Returns the attributes of a formatting element that was created in this tree.
    fn formatting_attributes(&self, element: MockId) -> Option<&[Attribute]> {
        match self.node(element).kind {
            MockKind::Formatting(start, end) => {
                Some(&self.formatting[start as usize..end as usize])
            }
            _ => None,
        }
    }
}

impl From<MockKind> for Parent {
    fn from(kind: MockKind) -> Parent {
        match kind {
            MockKind::Head => Parent::Head,
            MockKind::Picture(number) => Parent::Picture(number as usize),
            MockKind::HeldPicture => Parent::HeldPicture,
            MockKind::Other | MockKind::Template | MockKind::Formatting(..) => Parent::Other,
        }
    }
}

impl TreeSink for MockSink {
    type Handle = MockId;
    type Output = ();

    fn root(&self) -> MockId {
        MockId(0)
    }

    fn finish(self, _: Strings) {}

    fn create_element(&mut self, element: NewElement<'_>, _: &Strings) -> MockId {
        let NewElement { name, attributes, .. } = element;
        let kind = match name.local {
            _ if name.namespace != Namespace::Html => MockKind::Other,
            known::TEMPLATE => MockKind::Template,
            known::HEAD => MockKind::Head,
            known::PICTURE => {
                self.pictures += 1;
                MockKind::Picture(self.pictures - 1)
            }
            _ if name.is_formatting() => {
                let start = self.formatting.len();
                self.formatting.extend_from_slice(attributes);
                MockKind::Formatting(start as u32, self.formatting.len() as u32)
            }
            _ => MockKind::Other,
        };
        // It gets the region of its parent, once it has one.
        let (region, may_have_shadow_root) = (Region::Template, false);
        let id = self.add(MockNode { parent: None, region, kind, may_have_shadow_root });
        if name.row().is(Traits::FETCHES) {
            self.latest.name = name;
            self.latest.attributes.clear();
            self.latest.attributes.extend_from_slice(attributes);
            self.latest.created = Some(id);
        }
        id
    }

    fn clone_element(&mut self, element: MockId, _: &Strings) -> MockId {
        // Only formatting elements are cloned. The adoption agency algorithm puts nodes into a
        // clone before the clone is inserted, so it has its region from the start.
        let MockNode { kind, region, .. } = *self.node(element);
        self.add(MockNode { parent: None, region, kind, may_have_shadow_root: false })
    }

    fn create_comment(&mut self, _: Span, _: &Strings) -> MockId {
        self.root()
    }

    fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> MockId {
        self.root()
    }

    /// The attributes of elements that were open when the speculation started are not known: they
    /// count as different from all others. So the Noah's Ark clause may keep elements here that it
    /// removes in the real parse. This affects fetches only if it changes which foreign element is
    /// the current node.
    fn has_same_attributes(&self, a: MockId, b: MockId, strings: &Strings) -> bool {
        match (self.formatting_attributes(a), self.formatting_attributes(b)) {
            (Some(a), Some(b)) => attribute::is_same_set(a, b, strings),
            _ => false,
        }
    }

    fn attributes_hash(&self, element: MockId, strings: &Strings, state: &RandomState) -> u64 {
        attribute::hash_of_set(self.formatting_attributes(element).unwrap_or(&[]), strings, state)
    }

    /// Later start tags `html` and `body` add attributes, none of which fetches anything.
    fn add_missing_attributes(&mut self, _: MockId, _: &[Attribute], _: &Strings) {}

    fn parent(&self, node: MockId) -> Option<MockId> {
        self.node(node).parent
    }

    fn append(&mut self, parent: MockId, child: MockId) {
        if child != self.root() {
            self.insert(parent, child);
        }
    }

    fn insert_before(&mut self, sibling: MockId, child: MockId) {
        if let Some(parent) = self.node(sibling).parent {
            self.append(parent, child);
        }
    }

    fn append_text(&mut self, _: MockId, _: Span, _: &mut Strings) {}

    fn insert_text_before(&mut self, _: MockId, _: Span, _: &mut Strings) {}

    fn remove_from_parent(&mut self, node: MockId) {
        self.node_mut(node).parent = None;
    }

    /// Leaves the parents as they are: the tree builder asks only for the parents of tables and of
    /// elements at the depth limit, and there only for one in the same region.
    fn reparent_children(&mut self, _: MockId, _: MockId) {}

    fn node_count(&self) -> usize {
        self.nodes_before + self.nodes.len() - 1
    }

    fn attach_declarative_shadow_root(
        &mut self,
        host: MockId,
        template: MockId,
        _: &ShadowRootInit,
        _: &Strings,
    ) -> bool {
        let host = self.node_mut(host);
        if host.may_have_shadow_root {
            return false;
        }
        host.may_have_shadow_root = true;
        let region = match host.region {
            Region::Template => Region::Template,
            Region::Document | Region::ShadowTree => Region::ShadowTree,
        };
        self.node_mut(template).region = region;
        true
    }
}
