//! The axes: which nodes a step goes to.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#axes>

/// An axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Namespace,
    Parent,
    Preceding,
    PrecedingSibling,
    Itself,
    /// `descendant-or-self::node()/child::` as one axis, whose nodes are counted among their
    /// siblings: how `//p[2]` is walked in one pass.
    DescendantAmongSiblings,
}

impl Axis {
    /// Returns the axis of that name.
    pub(crate) fn find(name: &str) -> Option<Axis> {
        Some(match name {
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "attribute" => Axis::Attribute,
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "following" => Axis::Following,
            "following-sibling" => Axis::FollowingSibling,
            "namespace" => Axis::Namespace,
            "parent" => Axis::Parent,
            "preceding" => Axis::Preceding,
            "preceding-sibling" => Axis::PrecedingSibling,
            "self" => Axis::Itself,
            _ => return None,
        })
    }

    /// Returns whether the axis goes against document order, the nearest node first.
    pub(crate) fn is_reverse(self) -> bool {
        matches!(
            self,
            Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling
        )
    }

    /// Returns whether no node is on this axis of two nodes.
    pub(crate) fn is_disjoint(self) -> bool {
        matches!(self, Axis::Attribute | Axis::Child | Axis::Itself | Axis::Namespace)
    }
}
