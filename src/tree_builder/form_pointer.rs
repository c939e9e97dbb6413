//! The form element pointer, and the elements that are associated with the form it points to.

use crate::elements::Traits;
use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::tokenizer::token::Tag;
use crate::tree_sink::TreeSink;

use super::TreeBuilder;
use super::form_element::FormElement;

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the element that the form element pointer points to, if the sink has it.
    pub(super) fn form_in_sink(&self) -> Option<S::Handle> {
        self.form.and_then(FormElement::handle)
    }

    /// Whether the parser "is parsing template contents": a `template` is open, or is the context
    /// of the fragment. The revision of 2024 asks for an open one only.
    ///
    /// Four rules ask this, because the form element pointer is not used in a `template`: the start
    /// tag `form` (`modes/in_body_start_tags.rs`), its end tag (`modes/in_body_end_tags.rs`), a
    /// `form` in a table (`modes/in_table.rs`), and the association of elements with a form
    /// ([`insert_form_associated_element`](Self::insert_form_associated_element)).
    ///
    /// <https://html.spec.whatwg.org/#form-element-pointer>
    pub(super) fn is_parsing_template_contents(&self) -> bool {
        self.open.has_template()
            || self.revision.keeps_form_pointer_out_of_templates()
                && self
                    .context
                    .as_ref()
                    .is_some_and(|context| context.name.is_html(known::TEMPLATE))
    }

    /// Inserts a `form` element and sets the form element pointer to point to it.
    pub(super) fn insert_form_and_point_to_it(&mut self, tag: &Tag, context: &mut ParseContext) {
        let handle = self.insert_html_element(tag, context);
        self.form = Some(FormElement::Inserted { handle, special: self.open.last_special() });
    }

    /// Inserts an HTML element for a tag that may be a form-associated element's, and associates
    /// the element with the form that the form element pointer points to.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    // Never inlined: few elements are form-associated.
    #[inline(never)]
    pub(super) fn insert_form_associated_element(
        &mut self,
        tag: &Tag,
        context: &mut ParseContext,
    ) -> S::Handle {
        let name = ElementName::html(tag.name);
        let Some(form) = self.form_in_sink().filter(|_| {
            name.row().is(Traits::FORM_ASSOCIATED)
                && !self.is_parsing_template_contents()
                // "The parser's fragment context element is null."
                && (self.context.is_none() || !self.revision.keeps_form_pointer_out_of_templates())
                && !(name.row().is(Traits::LISTED) && tag.attribute(known::FORM).is_some())
        }) else {
            return self.insert_html_element(tag, context);
        };
        // The sink knows whether the intended parent is in the same tree as the form.
        self.insert_prepared_element(tag, context, |sink, element, intended_parent, strings| {
            sink.associate_with_form(element, form, intended_parent, strings);
        })
    }
}
