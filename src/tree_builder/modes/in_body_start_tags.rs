//! The "in body" insertion mode: the longer rules for start tags.

use crate::input::ParseContext;
use crate::names::{Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Tag;
use crate::tree_builder::TreeBuilder;
use crate::tree_builder::active_formatting::{EntryId, FormattingElement};
use crate::tree_builder::foreign_names::adjust_foreign_attributes;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_sink::{QuirksMode, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes the start tag `html`: adds its attributes to the `html` element, if that does not
    /// have them yet.
    pub(super) fn html_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.error(ParseErrorCode::MisplacedHtmlStartTag, context);
        if self.open.has_template() {
            return;
        }
        let html = self.open.entry(0).handle;
        self.sink.add_missing_attributes(html, &tag.attributes, &context.strings);
    }

    /// Returns the `body` element, if it is the second one on the stack of open elements. In the
    /// fragment case it is not.
    fn body_on_stack(&self) -> Option<S::Handle> {
        let second = self.open.get(1)?;
        second.is_html(known::BODY).then_some(second.handle)
    }

    /// Processes the start tag `body`: adds its attributes to the `body` element, if that does not
    /// have them yet.
    pub(super) fn body_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.error(ParseErrorCode::MisplacedBodyStartTag, context);
        if self.open.has_template() {
            return;
        }
        if let Some(body) = self.body_on_stack() {
            self.frameset_ok = false;
            self.note_frameset_rivalry(true);
            self.sink.add_missing_attributes(body, &tag.attributes, &context.strings);
        }
    }

    /// Processes the start tag `frameset`: it replaces the `body`, unless the frameset-ok flag is
    /// "not ok".
    pub(super) fn frameset_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.error(ParseErrorCode::MisplacedFramesetStartTag, context);
        self.note_frameset_rivalry(false);
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

    /// Processes the start tag `form`. A `form` inside another one is ignored: "if the form element
    /// pointer is not null, and there is no `template` element on the stack of open elements".
    pub(super) fn form_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        let in_template = self.is_parsing_template_contents();
        if self.form.is_some() && !in_template {
            self.error(ParseErrorCode::NestedForm, context);
            return;
        }
        self.close_p_element_in_button_scope(context);
        if in_template {
            self.insert_html_element(tag, context);
        } else {
            self.insert_form_and_point_to_it(tag, context);
        }
    }

    /// Processes the start tags `dd` and `dt`, which close the `dd` or `dt` before them.
    pub(super) fn dd_or_dt_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.frameset_ok = false;
        let dd = self.open.last_position_of_item(known::DD);
        let dt = self.open.last_position_of_item(known::DT);
        if dd.is_some() || dt.is_some() {
            let lower = if dd > dt { known::DD } else { known::DT };
            self.close_element_and_implied(lower, context);
        }
        self.close_p_element_in_button_scope(context);
        self.insert_html_element(tag, context);
    }

    /// Processes the start tag `button`, which closes a `button` around it.
    pub(super) fn button_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.open.has_named_in_scope(known::BUTTON) {
            self.error(ParseErrorCode::NestedInteractiveElement, context);
            self.generate_implied_end_tags(context);
            self.pop_until_popped(known::BUTTON, context);
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_form_associated_element(tag, context);
        self.frameset_ok = false;
    }

    /// Ends an `a` in the list of active formatting elements, before a start tag `a`.
    #[inline]
    pub(super) fn close_a_before_a(&mut self, context: &mut ParseContext) {
        if let Some((entry, open_a)) = self.formatting.latest_element_of(known::A) {
            self.close_open_a(entry, open_a, context);
        }
    }

    /// Ends an `a` element that is in the list of active formatting elements.
    // Out of line: nested links are an error.
    #[cold]
    fn close_open_a(
        &mut self,
        entry: EntryId,
        open_a: FormattingElement<S::Handle>,
        context: &mut ParseContext,
    ) {
        self.error(ParseErrorCode::NestedInteractiveElement, context);
        self.adoption_agency(known::A, context);
        // "Then remove that element from the list of active formatting elements and the stack of
        // open elements if the adoption agency algorithm didn't already remove it": it removes
        // elements from both at once, and may have given it another index on the stack.
        let listed = self.formatting.element(entry).copied();
        if let Some(listed) = listed.filter(|listed| listed.handle == open_a.handle) {
            self.formatting.remove(entry);
            if self.is_open(&listed) {
                self.remove_from_stack(listed.stack_index as usize, context);
            }
        }
    }

    /// Processes the start tag `nobr`, which ends a `nobr` in scope.
    pub(super) fn nobr_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.reconstruct_active_formatting_elements(context);
        if self.open.has_named_in_scope(known::NOBR) {
            self.error(ParseErrorCode::NestedInteractiveElement, context);
            self.adoption_agency(known::NOBR, context);
            self.reconstruct_active_formatting_elements(context);
        }
        self.insert_formatting_element(tag, context);
    }

    /// Processes the start tag `table`, which closes a `p` element, except in quirks mode.
    pub(super) fn table_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.quirks_mode != QuirksMode::Quirks {
            self.close_p_element_in_button_scope(context);
        }
        self.insert_html_element(tag, context);
        self.frameset_ok = false;
        self.mode = InsertionMode::InTable;
    }

    /// Whether the context element of the fragment is a `select`.
    fn is_select_context(&self) -> bool {
        self.context.as_ref().is_some_and(|context| context.name.is_html(known::SELECT))
    }

    /// Closes the `select` element in scope, if there is one, with a parse error: the current tag
    /// may not be in it. Returns whether there was one.
    fn close_select_in_scope(&mut self, context: &mut ParseContext) -> bool {
        let has_select = self.open.has_named_in_scope(known::SELECT);
        if has_select {
            self.error(ParseErrorCode::SelectContentConflict, context);
            self.pop_until_popped(known::SELECT, context);
        }
        has_select
    }

    /// Processes the start tag `input`, which closes a `select` around it.
    pub(super) fn input_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        // Without relaxed `select` parsing, "in select" has a rule for this.
        if self.revision.has_relaxed_select() {
            if self.is_select_context() {
                self.error(ParseErrorCode::SelectContentConflict, context);
                return;
            }
            self.close_select_in_scope(context);
        }
        self.reconstruct_active_formatting_elements(context);
        self.insert_form_associated_element(tag, context);
        self.pop_void_element(context);
        if !is_hidden_input(tag, context) {
            self.frameset_ok = false;
        }
    }

    /// Whether an `option` or `optgroup` element is in scope.
    fn has_option_or_group_in_scope(&self) -> bool {
        self.open.has_named_in_scope(known::OPTION) || self.open.has_named_in_scope(known::OPTGROUP)
    }

    /// Processes the start tag `hr`, which ends an option or group of options in a `select`.
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

    /// Processes the start tag `select`, which is ignored in another `select` and closes that one.
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
        self.insert_form_associated_element(tag, context);
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

    /// Processes the start tag `option`, which ends the `option` before it.
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

    /// Processes the start tag `optgroup`, which ends the `option` and, in a `select`, the
    /// `optgroup` before it.
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

    /// Processes the start tags `rb` and `rtc`, which end the parts of their `ruby` before them.
    pub(super) fn rb_or_rtc_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.open.has_named_in_scope(known::RUBY) {
            self.generate_implied_end_tags(context);
        }
        if !self.current_is_html(known::RUBY) {
            self.error(ParseErrorCode::MisplacedRubyText, context);
        }
        self.insert_html_element(tag, context);
    }

    /// Processes the start tags `rp` and `rt`, which end the parts of their `ruby` or `rtc` before
    /// them.
    pub(super) fn rp_or_rt_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.open.has_named_in_scope(known::RUBY) {
            self.generate_implied_end_tags_except(known::RTC, context);
        }
        if !self.current_is_html(known::RTC) && !self.current_is_html(known::RUBY) {
            self.error(ParseErrorCode::MisplacedRubyText, context);
        }
        self.insert_html_element(tag, context);
    }

    /// Processes the start tag `math` or `svg`, whose MathML or SVG attributes are adjusted
    /// already.
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

    /// Processes the start tag `selectedcontent` by "any other start tag", and lets the sink fill
    /// the new element with a copy of the selected option.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    pub(super) fn selectedcontent_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.reconstruct_active_formatting_elements(context);
        let selectedcontent = self.insert_html_element(tag, context);
        if self.revision.has_selectedcontent() {
            self.update_selectedcontent(context, |sink, strings, copies| {
                sink.selectedcontent_inserted(selectedcontent, strings, copies);
            });
        }
    }
}

/// Whether the `type` attribute of the start tag `input` is `hidden`.
pub(super) fn is_hidden_input(tag: &Tag, context: &ParseContext) -> bool {
    tag.attribute(known::TYPE)
        .is_some_and(|value| context.strings.get(value).eq_ignore_ascii_case("hidden"))
}
