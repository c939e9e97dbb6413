//! The "in body" insertion mode: what start tags do that have rules of their own.

use crate::input::ParseContext;
use crate::names::{LocalName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Tag;
use crate::tree_builder::active_formatting::EntryId;
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::foreign_names::adjust_foreign_attributes;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{FormElement, TreeBuilder};
use crate::tree_sink::{QuirksMode, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// A second `html` start tag: what attributes it adds go to the first.
    pub(super) fn html_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.error(ParseErrorCode::MisplacedHtmlStartTag, context);
        if self.open.has_template() {
            return;
        }
        if let Some(html) = self.open.get(0) {
            self.sink.add_missing_attributes(html.handle, &tag.attributes, &context.strings);
        }
    }

    /// The `body` element, if it is the second on the stack. It isn't in the fragment case.
    fn body_on_stack(&self) -> Option<S::Handle> {
        let second = self.open.get(1)?;
        second.is_html(known::BODY).then_some(second.handle)
    }

    /// A second `body` start tag: what attributes it adds go to the first.
    pub(super) fn body_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.error(ParseErrorCode::MisplacedBodyStartTag, context);
        if self.open.has_template() {
            return;
        }
        if let Some(body) = self.body_on_stack() {
            self.frameset_ok = false;
            self.sink.add_missing_attributes(body, &tag.attributes, &context.strings);
        }
    }

    /// A `frameset` takes the place of a body that has nothing of note in it.
    pub(super) fn frameset_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.error(ParseErrorCode::MisplacedFramesetStartTag, context);
        if !self.frameset_ok {
            return;
        }
        if let Some(body) = self.body_on_stack() {
            self.sink.remove_from_parent(body);
            self.pop_to_length(1, context);
            self.insert_html_element(tag, context);
            self.mode = InsertionMode::InFrameset;
        }
    }

    /// `h1` to `h6`: a heading ends at the next one.
    pub(super) fn heading_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.close_p_element_in_button_scope(context);
        if self
            .open
            .current()
            .is_some_and(|current| current.class.intersects(ElementClass::HEADING))
        {
            self.error(ParseErrorCode::NestedHeading, context);
            self.pop(context);
        }
        self.insert_html_element(tag, context);
    }

    /// Forms don't nest, except where a template is in between.
    pub(super) fn form_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        let in_template = self.open.has_template();
        if self.form.is_some() && !in_template {
            self.error(ParseErrorCode::NestedForm, context);
            return;
        }
        self.close_p_element_in_button_scope(context);
        let handle = self.insert_html_element(tag, context);
        if !in_template {
            self.form = Some(FormElement { handle, special: self.open.last_special() });
        }
    }

    /// `li`: implies the end tag of the one before.
    pub(super) fn li_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.frameset_ok = false;
        if self.open.last_position_of_item(known::LI).is_some() {
            self.close_item(known::LI, context);
        }
        self.close_p_element_in_button_scope(context);
        self.insert_html_element(tag, context);
    }

    /// `dd` and `dt`: imply the end tag of the one before.
    pub(super) fn dd_or_dt_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.frameset_ok = false;
        let dd = self.open.last_position_of_item(known::DD);
        let dt = self.open.last_position_of_item(known::DT);
        if dd.is_some() || dt.is_some() {
            self.close_item(if dd > dt { known::DD } else { known::DT }, context);
        }
        self.close_p_element_in_button_scope(context);
        self.insert_html_element(tag, context);
    }

    /// Closes an `li`, `dd` or `dt` element that is on the stack.
    #[inline]
    pub(super) fn close_item(&mut self, name: LocalName, context: &mut ParseContext) {
        self.generate_implied_end_tags_except(name, context);
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_until_popped(name, context);
    }

    /// Buttons don't nest.
    pub(super) fn button_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.open.has_named_in_scope(known::BUTTON) {
            self.error(ParseErrorCode::NestedInteractiveElement, context);
            self.generate_implied_end_tags(context);
            self.pop_until_popped(known::BUTTON, context);
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_html_element(tag, context);
        self.frameset_ok = false;
    }

    /// Links don't nest: one that is open ends here, even where its end tag could not end it.
    pub(super) fn a_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if let Some(open_a) = self.formatting.latest_of(known::A) {
            self.close_open_a(open_a, context);
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_formatting_element(tag, context);
    }

    /// Ends an `a` element in the list of active formatting elements.
    #[cold]
    fn close_open_a(&mut self, open_a: EntryId, context: &mut ParseContext) {
        let Some(handle) = self.formatting.element(open_a).map(|element| element.handle) else {
            return;
        };
        self.error(ParseErrorCode::NestedInteractiveElement, context);
        self.adoption_agency(known::A, context);
        // An element that the algorithm takes off the stack it takes out of the list too.
        if let Some(&element) =
            self.formatting.element(open_a).filter(|element| element.handle == handle)
        {
            self.formatting.remove(open_a);
            if self.is_open(&element) {
                self.remove_from_stack(element.stack_index as usize, context);
            }
        }
    }

    /// `nobr` doesn't nest.
    pub(super) fn nobr_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.reconstruct_active_formatting_elements(context);
        if self.open.has_named_in_scope(known::NOBR) {
            self.error(ParseErrorCode::NestedInteractiveElement, context);
            self.adoption_agency(known::NOBR, context);
            self.reconstruct_active_formatting_elements(context);
        }
        self.insert_formatting_element(tag, context);
    }

    /// A table ends the paragraph before it, except in quirks mode.
    pub(super) fn table_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.quirks_mode != QuirksMode::Quirks {
            self.close_p_element_in_button_scope(context);
        }
        self.insert_html_element(tag, context);
        self.frameset_ok = false;
        self.mode = InsertionMode::InTable;
    }

    /// Whether a fragment is parsed whose context is a `select` element.
    fn is_select_context(&self) -> bool {
        self.context.as_ref().is_some_and(|context| context.name.is_html(known::SELECT))
    }

    /// Closes a `select` element, which is in the way, if there is one in scope. Whether there was.
    fn close_select_in_scope(&mut self, context: &mut ParseContext) -> bool {
        let has_select = self.open.has_named_in_scope(known::SELECT);
        if has_select {
            self.error(ParseErrorCode::SelectContentConflict, context);
            self.pop_until_popped(known::SELECT, context);
        }
        has_select
    }

    /// An `input` ends a `select`.
    pub(super) fn input_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        // The revision of 2024-09-12 has the rules of "in select" for this.
        if self.revision.has_relaxed_select() {
            if self.is_select_context() {
                self.error(ParseErrorCode::SelectContentConflict, context);
                return;
            }
            self.close_select_in_scope(context);
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_void_element(tag, context);
        let input_type = tag.attribute(known::TYPE).map_or("", |value| context.strings.get(value));
        if !input_type.eq_ignore_ascii_case("hidden") {
            self.frameset_ok = false;
        }
    }

    /// Has an `option` or `optgroup` element in scope.
    fn has_option_or_group_in_scope(&self) -> bool {
        self.open.has_named_in_scope(known::OPTION) || self.open.has_named_in_scope(known::OPTGROUP)
    }

    /// In a `select`, `hr` separates groups of options.
    pub(super) fn hr_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.close_p_element_in_button_scope(context);
        if self.revision.has_relaxed_select() && self.open.has_named_in_scope(known::SELECT) {
            self.generate_implied_end_tags(context);
            if self.has_option_or_group_in_scope() {
                self.error(ParseErrorCode::SelectContentConflict, context);
            }
        }
        self.insert_void_element(tag, context);
        self.frameset_ok = false;
    }

    /// A `select` in another ends that one, and is none itself.
    pub(super) fn select_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.revision.has_relaxed_select() {
            if self.is_select_context() {
                self.error(ParseErrorCode::SelectContentConflict, context);
                return;
            }
            if self.close_select_in_scope(context) {
                return;
            }
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_html_element(tag, context);
        self.frameset_ok = false;
        if !self.revision.has_relaxed_select() {
            self.mode = match self.mode {
                InsertionMode::InTable
                | InsertionMode::InCaption
                | InsertionMode::InTableBody
                | InsertionMode::InRow
                | InsertionMode::InCell => InsertionMode::InSelectInTable,
                _ => InsertionMode::InSelect,
            };
        }
    }

    /// An `option` ends the one before it.
    pub(super) fn option_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.revision.has_relaxed_select() && self.open.has_named_in_scope(known::SELECT) {
            self.generate_implied_end_tags_except(known::OPTGROUP, context);
            if self.open.has_named_in_scope(known::OPTION) {
                self.error(ParseErrorCode::SelectContentConflict, context);
            }
        } else if self.current_is_html(known::OPTION) {
            self.pop(context);
        }
        self.reconstruct_active_formatting_elements(context);
        let option = self.insert_html_element(tag, context);
        if self.revision.has_selectedcontent() {
            self.sink.option_inserted(option, &context.strings);
        }
    }

    /// An `optgroup` ends the option and, in a `select`, the group before it.
    pub(super) fn optgroup_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.revision.has_relaxed_select() && self.open.has_named_in_scope(known::SELECT) {
            self.generate_implied_end_tags(context);
            if self.has_option_or_group_in_scope() {
                self.error(ParseErrorCode::SelectContentConflict, context);
            }
        } else if self.current_is_html(known::OPTION) {
            self.pop(context);
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_html_element(tag, context);
    }

    /// `rb` and `rtc` end what is open in their `ruby`.
    pub(super) fn rb_or_rtc_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.open.has_named_in_scope(known::RUBY) {
            self.generate_implied_end_tags(context);
        }
        if !self.current_is_html(known::RUBY) {
            self.error(ParseErrorCode::MisplacedRubyText, context);
        }
        self.insert_html_element(tag, context);
    }

    /// `rp` and `rt` end what is open in their `ruby` or `rtc`.
    pub(super) fn rp_or_rt_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.open.has_named_in_scope(known::RUBY) {
            self.generate_implied_end_tags_except(known::RTC, context);
        }
        if !self.current_is_html(known::RTC) && !self.current_is_html(known::RUBY) {
            self.error(ParseErrorCode::MisplacedRubyText, context);
        }
        self.insert_html_element(tag, context);
    }

    /// The rest of the rules for `math` and `svg`, whose own attributes are adjusted.
    pub(super) fn insert_foreign_root(
        &mut self,
        tag: &mut Tag,
        namespace: Namespace,
        context: &mut ParseContext,
    ) {
        adjust_foreign_attributes(tag);
        self.insert_foreign_element(tag, namespace, context);
        if tag.self_closing {
            self.pop(context);
            self.acknowledge_self_closing();
        }
    }

    /// Any other start tag, for an element that shows the selected option of its `select`.
    pub(super) fn selectedcontent_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.reconstruct_active_formatting_elements(context);
        let selectedcontent = self.insert_html_element(tag, context);
        if self.revision.has_selectedcontent() {
            self.update_selectedcontent(context, |sink, strings| {
                sink.selectedcontent_inserted(selectedcontent, strings);
            });
        }
    }
}
