//! The context element of a fragment.

use crate::elements::ElementClass;
use crate::names::ElementName;

/// The context element: the fragment is parsed as if it were the content of this element.
#[derive(Clone, Debug)]
pub(super) struct ContextElement {
    pub(super) name: ElementName,
    pub(super) class: ElementClass,
}
