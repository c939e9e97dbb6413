//! Which elements can have a form owner.

use super::{ElementName, Namespace, known};

/// Whether an element of this name is a form-associated element. Custom elements, which a script
/// can make form-associated, are not known here.
///
/// <https://html.spec.whatwg.org/#form-associated-element>
pub(crate) fn is_form_associated(name: ElementName) -> bool {
    is_listed(name) || name.is_html(known::IMG)
}

/// Whether an element of this name is a listed element: it is in the list of its form's elements,
/// and its attribute `form` can name that form.
///
/// <https://html.spec.whatwg.org/#category-listed>
pub(crate) fn is_listed(name: ElementName) -> bool {
    name.namespace == Namespace::Html
        && matches!(
            name.local,
            known::BUTTON
                | known::FIELDSET
                | known::INPUT
                | known::OBJECT
                | known::OUTPUT
                | known::SELECT
                | known::TEXTAREA
        )
}
