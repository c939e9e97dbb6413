//! Implements the traits that all views of a node share.

/// Makes views equal that are of the same node: each has it as the field `node`.
macro_rules! compared_as_node {
    ($view:ident) => {
        impl PartialEq for $view<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.node == other.node
            }
        }

        impl Eq for $view<'_> {}

        impl std::hash::Hash for $view<'_> {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.node.hash(state);
            }
        }
    };
}

/// Gives a view the methods of its node.
macro_rules! read_as_node {
    ($view:ident) => {
        impl<'a> std::ops::Deref for $view<'a> {
            type Target = NodeRef<'a>;

            #[inline]
            fn deref(&self) -> &NodeRef<'a> {
                &self.node
            }
        }

        /// Returns the view as a node.
        impl<'a> From<$view<'a>> for NodeRef<'a> {
            fn from(view: $view<'a>) -> NodeRef<'a> {
                view.node
            }
        }
    };
}

pub(super) use {compared_as_node, read_as_node};
