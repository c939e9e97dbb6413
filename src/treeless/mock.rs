//! A tree of speculative mock elements.

use std::hash::RandomState;

use crate::elements::Traits;
use crate::names::{ElementName, Namespace, known};
use crate::text::attribute;
use crate::text::{Attribute, Strings};
use crate::tree_builder::{HeldNode, Region};
use crate::tree_sink::NewElement;

use super::node_number::{NodeNumber, ROOT};

/// A node. Texts and comments have no nodes, since nothing depends on them.
#[derive(Clone, Copy, Debug)]
struct MockNode {
    parent: Option<NodeNumber>,
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
pub(crate) enum Parent {
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
pub(crate) struct Inserted<'a> {
    pub(crate) name: ElementName,
    pub(crate) attributes: &'a [Attribute],
    /// Where it is.
    pub(crate) region: Region,
    pub(crate) parent: Parent,
}

/// A tree of speculative mock elements, with the properties that affect fetches.
///
/// <https://html.spec.whatwg.org/#speculative-mock-element>
#[derive(Debug)]
pub(crate) struct MockTree {
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
    created: Option<NodeNumber>,
    /// Where the element is, once it is inserted.
    place: Option<(Region, Parent)>,
}

impl MockTree {
    /// A tree with a root only. `nodes_before` is the number of nodes that the document has, which
    /// [`Limits::nodes`](crate::Limits::nodes) counts.
    pub(super) fn new(nodes_before: usize) -> Self {
        let root = MockNode {
            parent: None,
            region: Region::Document,
            kind: MockKind::Other,
            may_have_shadow_root: false,
        };
        MockTree {
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
    pub(super) fn add_held(&mut self, node: HeldNode<NodeNumber>) -> NodeNumber {
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

    fn add(&mut self, node: MockNode) -> NodeNumber {
        let id = NodeNumber(self.nodes.len() as u64);
        self.nodes.push(node);
        id
    }

    fn node(&self, id: NodeNumber) -> &MockNode {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeNumber) -> &mut MockNode {
        &mut self.nodes[id.0 as usize]
    }

    /// Puts a node into another one.
    fn insert(&mut self, parent: NodeNumber, child: NodeNumber) {
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
    fn formatting_attributes(&self, element: NodeNumber) -> Option<&[Attribute]> {
        match self.node(element).kind {
            MockKind::Formatting(start, end) => {
                Some(&self.formatting[start as usize..end as usize])
            }
            _ => None,
        }
    }

    pub(super) fn create_element(&mut self, element: &NewElement<'_>) -> NodeNumber {
        let NewElement { name, attributes, .. } = *element;
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

    pub(super) fn clone_element(&mut self, element: NodeNumber) -> NodeNumber {
        // Only formatting elements are cloned. The adoption agency algorithm puts nodes into a
        // clone before the clone is inserted, so it has its region from the start.
        let MockNode { kind, region, .. } = *self.node(element);
        self.add(MockNode { parent: None, region, kind, may_have_shadow_root: false })
    }

    /// The attributes of elements that were open when the speculation started are not known: they
    /// count as different from all others. So the Noah's Ark clause may keep elements here that it
    /// removes in the real parse. This affects fetches only if it changes which foreign element is
    /// the current node.
    pub(super) fn has_same_attributes(
        &self,
        a: NodeNumber,
        b: NodeNumber,
        strings: &Strings,
    ) -> bool {
        match (self.formatting_attributes(a), self.formatting_attributes(b)) {
            (Some(a), Some(b)) => attribute::is_same_set(a, b, strings),
            _ => false,
        }
    }

    pub(super) fn attributes_hash(
        &self,
        element: NodeNumber,
        strings: &Strings,
        state: &RandomState,
    ) -> u64 {
        attribute::hash_of_set(self.formatting_attributes(element).unwrap_or(&[]), strings, state)
    }

    pub(super) fn parent(&self, node: NodeNumber) -> Option<NodeNumber> {
        self.node(node).parent
    }

    pub(super) fn append(&mut self, parent: NodeNumber, child: NodeNumber) {
        if child != ROOT {
            self.insert(parent, child);
        }
    }

    pub(super) fn insert_before(&mut self, sibling: NodeNumber, child: NodeNumber) {
        if let Some(parent) = self.node(sibling).parent {
            self.append(parent, child);
        }
    }

    pub(super) fn remove_from_parent(&mut self, node: NodeNumber) {
        self.node_mut(node).parent = None;
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes_before + self.nodes.len() - 1
    }

    pub(super) fn attach_shadow_root(&mut self, host: NodeNumber, template: NodeNumber) -> bool {
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
