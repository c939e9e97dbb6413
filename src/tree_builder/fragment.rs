//! The fragment parsing algorithm, as far as it concerns the tree builder.

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, known};
use crate::text::{NO_ATTRIBUTES, TagRange};
use crate::tokenizer::TextMode;
use crate::tokenizer::token::Attribute;
use crate::tree_sink::{NewElement, QuirksMode, TreeSink};

use super::TreeBuilder;
use super::context_element::ContextElement;
use super::form_element::{ContextForm, FormElement};
use super::insertion_mode::InsertionMode;
use super::integration_points::is_html_integration_point;
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Turns a new tree builder into one for a fragment, whose nodes go into the sink's root, and
    /// returns the state in which the tokenizer starts.
    ///
    /// `name` and `attributes` belong to the context element, `quirks_mode` to its document, and
    /// `form` is the nearest inclusive ancestor that is a `form`.
    ///
    /// <https://html.spec.whatwg.org/#parsing-html-fragments>
    pub(crate) fn start_fragment(
        &mut self,
        name: ElementName,
        attributes: &[Attribute],
        quirks_mode: QuirksMode,
        form: Option<ContextForm<S::Handle>>,
        context: &mut ParseContext,
    ) -> TextMode {
        // Step 3: the mode of the context element's document.
        self.set_quirks_mode(quirks_mode);
        // Step 6: the initial state of the tokenizer.
        let is_html = name.namespace == Namespace::Html;
        let state = if is_html {
            TextMode::in_html_element(name.local, self.scripting)
        } else {
            TextMode::Data
        };
        // Steps 7 and 8: the root `html` element. It stays empty: nodes for it go into the root
        // insertion target, the sink's root, so that it has level 0.
        let html = ElementName::html(known::HTML);
        let root = self.sink.create_element(
            NewElement {
                name: html,
                attributes: &NO_ATTRIBUTES,
                list: &NO_ATTRIBUTES,
                source: 0..0,
                had_duplicate_attributes: false,
                is_in_fragment: true,
            },
            &context.strings,
        );
        self.open.push(root, html, ElementClass::of(html), 0, TagRange::NONE);
        // Step 9: a `template` starts the stack of template insertion modes.
        if name.is_html(known::TEMPLATE) {
            self.template_modes.push(InsertionMode::InTemplate);
        }
        // Step 10: the attributes decide whether the context is an HTML integration point.
        let mut class = ElementClass::of(name);
        if is_html_integration_point(name, attributes, context) {
            class = class.union(ElementClass::HTML_INTEGRATION_POINT);
        }
        self.in_foreign_content = !class.intersects(ElementClass::HTML);
        self.context = Some(ContextElement { name, class });
        // Step 11: the insertion mode.
        self.reset_the_insertion_mode_appropriately();
        // The flag says whether a `frameset` may replace the `body`. Only where the context is an
        // `html` element can there be one, so that elsewhere no text is searched for characters
        // that set the flag to "not ok".
        self.frameset_ok = name.is_html(known::HTML);
        // Step 12: the form element pointer.
        self.form = form.map(FormElement::OfContext);
        state
    }
}
