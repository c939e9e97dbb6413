//! The `form` element that the form element pointer points to.

use super::open_elements::SpecialId;

/// The `form` element that the form element pointer points to, when it is not null.
///
/// <https://html.spec.whatwg.org/#form-element-pointer>
#[derive(Clone, Copy, Debug)]
pub(super) enum FormElement<H> {
    /// One that the parser has inserted.
    Inserted {
        handle: H,
        /// Where to find it on the stack of open elements, while it is there.
        special: SpecialId,
    },
    /// The one that the context element of a fragment is or is in. It is never on the stack of open
    /// elements.
    OfContext(ContextForm<H>),
}

/// The `form` element that the context element of a fragment is or is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ContextForm<H> {
    /// The sink has it.
    Known(H),
    /// There is one, but not in the tree of the sink.
    Unknown,
}

impl<H: Copy> FormElement<H> {
    /// Returns the handle of the element, for changing, if the sink has the element.
    #[cfg(feature = "stream")]
    pub(super) fn handle_mut(&mut self) -> Option<&mut H> {
        match self {
            FormElement::Inserted { handle, .. }
            | FormElement::OfContext(ContextForm::Known(handle)) => Some(handle),
            FormElement::OfContext(ContextForm::Unknown) => None,
        }
    }

    /// Returns the handle of the element, if the sink has the element.
    pub(super) fn handle(self) -> Option<H> {
        match self {
            FormElement::Inserted { handle, .. }
            | FormElement::OfContext(ContextForm::Known(handle)) => Some(handle),
            FormElement::OfContext(ContextForm::Unknown) => None,
        }
    }
}
