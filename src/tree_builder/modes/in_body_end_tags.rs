//! The "in body" insertion mode: the rules for end tags.

use crate::elements::{ElementClass, ElementRow, TagSet, Traits};
use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::form_element::FormElement;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes an end tag.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn end_tag_in_body(&mut self, tag: &Tag, context: &mut ParseContext) -> Processing {
        let name = tag.name;
        match name {
            known::TEMPLATE => return self.in_head(&mut Token::EndTag(tag), context),
            known::BODY => {
                self.end_body(context);
            }
            known::HTML => {
                if self.end_body(context) {
                    return Processing::Reprocess;
                }
            }
            known::SELECT if self.revision.has_relaxed_select() => {
                self.close_element_in_scope(name, context);
            }
            known::FORM => self.form_end_tag(context),
            known::P => self.p_end_tag(context),
            known::LI => {
                if !self.open.has_li_in_list_item_scope() {
                    return self.ignore_unexpected(&Token::EndTag(tag), context);
                }
                self.close_element_and_implied(name, context);
            }
            known::DD | known::DT => {
                if !self.open.has_named_in_scope(name) {
                    return self.ignore_unexpected(&Token::EndTag(tag), context);
                }
                self.close_element_and_implied(name, context);
            }
            known::APPLET | known::MARQUEE | known::OBJECT => {
                if self.close_element_in_scope(name, context) {
                    self.formatting.clear_to_last_marker();
                }
            }
            known::BR => self.br_end_tag(context),
            _ => self.end_tag_by_row(name, context),
        }
        Processing::Done
    }

    /// Processes an end tag whose rule depends on the lists that its element is in.
    fn end_tag_by_row(&mut self, name: LocalName, context: &mut ParseContext) {
        let row = ElementRow::of(name);
        if row.is(Traits::BLOCK_END_TAG) {
            self.close_element_in_scope(name, context);
        } else if row.is_in(ElementClass::HEADING) {
            self.heading_end_tag(name, context);
        } else if row.is_in(ElementClass::FORMATTING) {
            self.adoption_agency(name, context);
        } else {
            self.any_other_end_tag(name, context);
        }
    }

    /// Processes the end tag `body`, or the same part of the rule for `html`: "after body" follows,
    /// if a `body` element is in scope. Returns whether one is.
    fn end_body(&mut self, context: &mut ParseContext) -> bool {
        if !self.open.has_named_in_scope(known::BODY) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return false;
        }
        self.check_open_at_end(ParseErrorCode::UnclosedElement, context);
        self.tell_closed(known::BODY, context);
        self.mode = InsertionMode::AfterBody;
        true
    }

    /// Closes the HTML element with the name of the end tag, if one is in scope. Returns whether it
    /// is.
    #[inline]
    fn close_element_in_scope(&mut self, name: LocalName, context: &mut ParseContext) -> bool {
        if !self.open.has_named_in_scope(name) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return false;
        }
        self.close_element(name, context);
        true
    }

    /// Processes the end tag `form`: removes the element that the form element pointer points to
    /// from the stack of open elements, and leaves the elements below it open. Inside a `template`,
    /// where the form element pointer is not used, it closes a `form` element in scope.
    fn form_end_tag(&mut self, context: &mut ParseContext) {
        if self.is_parsing_template_contents() {
            self.close_element_in_scope(known::FORM, context);
            return;
        }
        // "Let node be the element that the form element pointer is set to", and set the form
        // element pointer to null.
        let position = match self.form.take() {
            Some(FormElement::Inserted { handle, special }) => {
                self.open.position_of_special(special, handle)
            }
            Some(FormElement::OfContext(_)) | None => None,
        };
        let Some(position) = position.filter(|&position| self.open.has_in_scope(position)) else {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return;
        };
        self.generate_implied_end_tags(context);
        if position == self.open.len() - 1 {
            self.pop(context);
        } else {
            self.error(ParseErrorCode::UnclosedElement, context);
            self.remove_from_stack(position, context);
        }
    }

    /// Processes the end tag `p`, which implies a start tag if no `p` element is in button scope.
    #[inline]
    fn p_end_tag(&mut self, context: &mut ParseContext) {
        if !self.open.has_p_in_button_scope() {
            self.error(ParseErrorCode::EndTagCreatesElement, context);
            self.insert_implied_element(known::P, context);
        }
        self.close_element_and_implied(known::P, context);
    }

    /// Processes the end tag of a heading, which closes a heading of any level.
    fn heading_end_tag(&mut self, name: LocalName, context: &mut ParseContext) {
        if !self.open.has_any_in_scope(TagSet::HEADINGS) {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return;
        }
        self.generate_implied_end_tags(context);
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_until_any_popped(ElementClass::HEADING, context);
    }

    /// Processes the end tag `br` as a start tag without attributes.
    fn br_end_tag(&mut self, context: &mut ParseContext) {
        self.error(ParseErrorCode::EndTagCreatesElement, context);
        self.reconstruct_active_formatting_elements(context);
        self.insert_implied_element(known::BR, context);
        self.pop(context);
        self.frameset_ok = false;
    }

    /// Processes "any other end tag": closes the lowest element with that name, unless a special
    /// element is below it.
    ///
    /// The standard goes up the stack until it meets one of the two; the stack knows which comes
    /// first.
    pub(crate) fn any_other_end_tag(&mut self, name: LocalName, context: &mut ParseContext) {
        let Some(index) = self.open.last_position_below_special(name) else {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return;
        };
        self.generate_implied_end_tags_except(name, context);
        if index != self.open.len() - 1 {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_to_length(index, context);
    }
}
