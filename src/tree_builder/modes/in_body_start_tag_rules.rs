//! The "in body" insertion mode: the start tags whose rules insert an element and do little else.
//!
//! The row of the element has their steps, so that the body loop processes them by a few tests of
//! bits instead of a jump that depends on the name. The match in `in_body` has the rest.

use crate::elements::{ElementClass, ElementRow, StartTagRule};
use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Tag;
use crate::tree_builder::TreeBuilder;
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a start tag by the rule in its row, which does no more than the table says.
    /// `IN_LOOP` tells whether the dispatcher is left out.
    // Always inlined into its two callers, of which one is the body loop.
    #[inline(always)]
    pub(crate) fn start_tag_by_rule<const IN_LOOP: bool>(
        &mut self,
        row: &ElementRow,
        tag: &Tag,
        context: &mut ParseContext,
    ) {
        let rule = row.start_tag;
        debug_assert!(!rule.has(StartTagRule::OTHER), "the match in `in_body` has the rule");
        if self.has_to_prepare_for(row) {
            self.prepare_by_rule(rule, context);
        }
        self.frameset_ok &= !rule.has(StartTagRule::FRAMESET_NOT_OK);
        match self.usual_place() {
            Some((parent, parent_level))
                if !(rule.has(StartTagRule::FORM_OWNER) & self.form.is_some()) =>
            {
                let name = ElementName::html(tag.name);
                let element = self.create_element_for_token(tag, name, parent, context);
                self.sink.append(parent, element);
                if rule.has(StartTagRule::IS_VOID) {
                    // It need not be pushed to be popped.
                    self.tell_popped_at_own_start_tag(element, name, context);
                    self.acknowledge_self_closing();
                    return;
                }
                self.open.push_html(element, tag.name, row, parent_level + 1, tag.range());
                if rule.has(StartTagRule::FORMATTING) {
                    self.push_onto_active_formatting_elements(element, tag, context);
                }
            }
            _ => self.insert_elsewhere_by_rule::<IN_LOOP>(rule, tag, context),
        }
    }

    /// Returns whether a rule may change something before it inserts the element.
    // In one condition without a branch inside: which of the steps a rule has differs from tag to
    // tag, so that branches on them predict badly; that a step has something to do is rare.
    #[inline(always)]
    fn has_to_prepare_for(&self, row: &ElementRow) -> bool {
        let rule = row.start_tag;
        self.open.has_any_in_scope(row.closes)
            | (rule.has(StartTagRule::CLOSES_HEADING) & self.is_current_heading())
            | (rule.has(StartTagRule::CLOSES_A) & self.formatting.has_any(known::A))
            | (rule.has(StartTagRule::RECONSTRUCTS) & self.may_need_reconstruction())
    }

    /// Carries out the steps of a rule before the insertion of the element.
    // Never inlined: one start tag in twenty comes here.
    #[inline(never)]
    fn prepare_by_rule(&mut self, rule: StartTagRule, context: &mut ParseContext) {
        if rule.has(StartTagRule::CLOSES_LI) {
            self.close_li_before_li(context);
        }
        if rule.has(StartTagRule::CLOSES_P) {
            self.close_p_element_in_button_scope(context);
        }
        if rule.has(StartTagRule::CLOSES_HEADING) && self.is_current_heading() {
            self.error(ParseErrorCode::NestedHeading, context);
            self.pop(context);
        }
        if rule.has(StartTagRule::CLOSES_A) {
            self.close_a_before_a(context);
        }
        if rule.has(StartTagRule::RECONSTRUCTS) {
            self.reconstruct_active_formatting_elements(context);
        }
    }

    /// Inserts the element for a tag where the place or the form that it belongs to is not the
    /// usual one.
    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn insert_elsewhere_by_rule<const IN_LOOP: bool>(
        &mut self,
        rule: StartTagRule,
        tag: &Tag,
        context: &mut ParseContext,
    ) {
        if rule.has(StartTagRule::FORM_OWNER) {
            self.insert_form_associated_element(tag, context);
        } else if rule.has(StartTagRule::FORMATTING) {
            self.insert_formatting_element(tag, context);
        } else {
            self.insert_html_element(tag, context);
        }
        if rule.has(StartTagRule::IS_VOID) {
            self.pop_void_element(context);
        }
        // As at the end of the dispatcher.
        if IN_LOOP && self.inserted_elsewhere {
            self.close_excess(context);
        }
    }

    /// Closes the `li` before a start tag `li`.
    #[inline]
    fn close_li_before_li(&mut self, context: &mut ParseContext) {
        if self.open.last_position_of_item(known::LI).is_some() {
            self.close_element_and_implied(known::LI, context);
        }
    }

    /// Whether the current node is a heading.
    #[inline(always)]
    fn is_current_heading(&self) -> bool {
        self.open.current().is_some_and(|current| current.class.intersects(ElementClass::HEADING))
    }
}
