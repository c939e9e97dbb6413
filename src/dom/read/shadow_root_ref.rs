//! Reading shadow roots.

use std::fmt;

use crate::dom::arena::ShadowRoot;
use crate::tree_sink::{ShadowRootInit, ShadowRootMode, SlotAssignment};

use super::as_node::{compared_as_node, read_as_node};
use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// A shadow root: the root of a tree of its own that belongs to an element, its host. It
/// dereferences to [`NodeRef`], so it has all methods of a node, too.
///
/// ```
/// use consomme::shadow::ShadowRootMode;
/// use consomme::ParseOptions;
///
/// let html = "<soup-bowl><template shadowrootmode=open><b><slot></slot></b></template>Broth</soup-bowl>";
/// let options = ParseOptions::new().declarative_shadow_roots(true);
/// let document = options.parse_fragment("body", html);
/// let host = document.root().first_element_child().unwrap();
/// let shadow = host.shadow_root().unwrap();
/// assert_eq!((shadow.mode(), shadow.host()), (ShadowRootMode::Open, host));
/// assert_eq!(shadow.inner_html(), "<b><slot></slot></b>");
/// assert_eq!(host.inner_html(), "Broth");
/// ```
///
/// <https://dom.spec.whatwg.org/#interface-shadowroot>
#[derive(Clone, Copy)]
pub struct ShadowRootRef<'a> {
    node: NodeRef<'a>,
    host: ElementRef<'a>,
    data: &'a ShadowRoot,
}

impl<'a> ShadowRootRef<'a> {
    /// Returns the shadow root as a node: a document fragment without a parent.
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// Returns the element that the shadow root belongs to.
    ///
    /// <https://dom.spec.whatwg.org/#dom-shadowroot-host>
    pub fn host(self) -> ElementRef<'a> {
        self.host
    }

    /// Returns everything that the shadow root was created with.
    pub fn init(self) -> ShadowRootInit {
        self.data.init
    }

    /// Returns the mode.
    ///
    /// <https://dom.spec.whatwg.org/#dom-shadowroot-mode>
    pub fn mode(self) -> ShadowRootMode {
        self.data.init.mode
    }

    /// Whether focusing the host focuses something in the shadow tree.
    ///
    /// <https://dom.spec.whatwg.org/#dom-shadowroot-delegatesfocus>
    pub fn delegates_focus(self) -> bool {
        self.data.init.delegates_focus
    }

    /// Whether a clone of the host gets a clone of the shadow root.
    ///
    /// <https://dom.spec.whatwg.org/#dom-shadowroot-clonable>
    pub fn clonable(self) -> bool {
        self.data.init.clonable
    }

    /// Whether the shadow root is serialized when [serializable shadow
    /// roots](crate::serialize::SerializeOptions::serializable_shadow_roots) are asked for.
    ///
    /// <https://dom.spec.whatwg.org/#dom-shadowroot-serializable>
    pub fn serializable(self) -> bool {
        self.data.init.serializable
    }

    /// Returns how the children of the host are assigned to slots.
    ///
    /// <https://dom.spec.whatwg.org/#dom-shadowroot-slotassignment>
    pub fn slot_assignment(self) -> SlotAssignment {
        self.data.init.slot_assignment
    }

    /// Whether the shadow root has no custom element registry until a script gives it one.
    ///
    /// <https://dom.spec.whatwg.org/#shadowroot-keep-custom-element-registry-null>
    pub fn keeps_custom_element_registry_null(self) -> bool {
        self.data.init.keeps_custom_element_registry_null
    }

    /// Whether the parser attached the shadow root, and
    /// [`attach_shadow`](crate::Document::attach_shadow) has not been called for the host since.
    ///
    /// <https://dom.spec.whatwg.org/#shadowroot-declarative>
    pub fn is_declarative(self) -> bool {
        self.data.is_declarative
    }
}

impl<'a> ElementRef<'a> {
    /// Returns the shadow root of the element, whether it is open or closed.
    ///
    /// The [descendants](NodeRef::descendants) of an element, its text and its HTML do not include
    /// the content of its shadow root; [`FlatTree`](crate::shadow::FlatTree) puts the two together.
    ///
    /// <https://dom.spec.whatwg.org/#concept-element-shadow-root>
    #[inline]
    pub fn shadow_root(self) -> Option<ShadowRootRef<'a>> {
        let document = self.as_node().document;
        let root = document.tree.shadow_root_of(self.as_node().index)?;
        NodeRef::new(document, root).as_shadow_root()
    }
}

/// Shadow roots.
impl<'a> NodeRef<'a> {
    /// Returns this node as a shadow root, if it is one.
    ///
    /// ```
    /// let options = consomme::ParseOptions::new().declarative_shadow_roots(true);
    /// let document = options.parse_fragment("body", "<p><template shadowrootmode=closed><slot>");
    /// let slot = document.root().first_element_child().unwrap().shadow_root().unwrap().first_child().unwrap();
    /// assert_eq!(slot.root().as_shadow_root().unwrap().host().name(), "p");
    /// ```
    pub fn as_shadow_root(self) -> Option<ShadowRootRef<'a>> {
        let data = self.document.tree.shadow_root(self.index)?;
        let host = NodeRef::new(self.document, data.host).as_element()?;
        Some(ShadowRootRef { node: self, host, data })
    }
}

compared_as_node!(ShadowRootRef);
read_as_node!(ShadowRootRef);

/// Prints `#shadow-root` and the mode.
impl fmt::Debug for ShadowRootRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#shadow-root ({})", self.mode())
    }
}
