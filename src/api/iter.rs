//! The iterators over nodes, elements, attributes and classes, and the order of all nodes. Methods
//! of [`NodeRef`], [`ElementRef`] and [`Document`] return them; their names are rarely needed.
//!
//! [`NodeRef`]: crate::NodeRef
//! [`ElementRef`]: crate::ElementRef
//! [`Document`]: crate::Document

pub use crate::dom::{
    Ancestors, Attrs, Children, Classes, DocumentOrder, Elements, FormElements, Preceding,
    Traverse, TreeOrder,
};
