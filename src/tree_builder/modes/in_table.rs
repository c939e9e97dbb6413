//! The "in table" insertion mode.

use crate::elements::ElementClass;
use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

use super::in_body_start_tags::is_hidden_input;

/// `table`, `tbody`, `template`, `tfoot`, `thead` and `tr`: in these, characters are collected
/// before they are inserted.
pub(super) const COLLECTS_CHARACTERS: ElementClass =
    ElementClass::FOSTERS.union(ElementClass::TEMPLATE);

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intable>
    pub(crate) fn in_table(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(_) | Token::NullCharacter(_) => {
                let current = self.open.current();
                if current.is_some_and(|current| current.class.intersects(COLLECTS_CHARACTERS)) {
                    self.enter_table_text(token, context)
                } else {
                    self.in_table_anything_else(token, context)
                }
            }
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::Adjusted, context);
                Processing::Done
            }
            Token::Doctype(_) => self.ignore_unexpected(token, context),
            Token::StartTag(tag) => self.in_table_start_tag(tag, context),
            Token::EndTag(tag) => self.in_table_end_tag(tag, context),
            Token::EndOfFile => self.in_body(token, context),
        }
    }

    fn in_table_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Processing {
        match tag.name {
            known::CAPTION => {
                self.clear_stack_back_to_table_context(context);
                self.push_marker(context);
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InCaption;
            }
            known::COLGROUP => {
                self.clear_stack_back_to_table_context(context);
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InColumnGroup;
            }
            known::COL => {
                self.clear_stack_back_to_table_context(context);
                self.insert_implied_element(known::COLGROUP, context);
                self.mode = InsertionMode::InColumnGroup;
                return Processing::Reprocess;
            }
            known::TBODY | known::TFOOT | known::THEAD => {
                self.clear_stack_back_to_table_context(context);
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InTableBody;
            }
            known::TD | known::TH | known::TR => {
                self.clear_stack_back_to_table_context(context);
                self.insert_implied_element(known::TBODY, context);
                self.mode = InsertionMode::InTableBody;
                return Processing::Reprocess;
            }
            known::TABLE => {
                self.error(ParseErrorCode::NestedTable, context);
                if self.close_table(context) {
                    return Processing::Reprocess;
                }
            }
            known::STYLE | known::SCRIPT | known::TEMPLATE => {
                return self.in_head(&mut Token::StartTag(tag), context);
            }
            known::INPUT if is_hidden_input(tag, context) => {
                self.error(ParseErrorCode::HiddenInputInTable, context);
                self.insert_form_associated_element(tag, context);
                self.pop_void_element(context);
            }
            known::FORM => {
                self.error(ParseErrorCode::FormInTable, context);
                // In template contents, "insert an HTML element for the token", which 2024 ignores;
                // otherwise ignored if the form element pointer is not null.
                if self.is_parsing_template_contents() {
                    if self.revision.keeps_form_pointer_out_of_templates() {
                        self.insert_html_element(tag, context);
                        self.pop(context);
                    }
                } else if self.form.is_none() {
                    self.insert_form_and_point_to_it(tag, context);
                    self.pop(context);
                }
            }
            _ => return self.in_table_anything_else(&mut Token::StartTag(tag), context),
        }
        Processing::Done
    }

    fn in_table_end_tag(&mut self, tag: &Tag, context: &mut ParseContext) -> Processing {
        match tag.name {
            known::TABLE => {
                let closed = self.close_table(context);
                self.done_if(closed, &Token::EndTag(tag), context)
            }
            known::BODY
            | known::CAPTION
            | known::COL
            | known::COLGROUP
            | known::HTML
            | known::TBODY
            | known::TD
            | known::TFOOT
            | known::TH
            | known::THEAD
            | known::TR => self.ignore_unexpected(&Token::EndTag(tag), context),
            known::TEMPLATE => self.in_head(&mut Token::EndTag(tag), context),
            _ => self.in_table_anything_else(&mut Token::EndTag(tag), context),
        }
    }

    /// "Anything else": content that is not allowed in a table is foster-parented.
    fn in_table_anything_else(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        // "In body" ignores U+0000 and reports it, so nothing is foster-parented.
        if !matches!(token, Token::NullCharacter(_)) {
            self.error(ParseErrorCode::FosterParentedContent, context);
        }
        self.in_body_with_foster_parenting(token, context)
    }

    /// Clears the stack back to a table context.
    ///
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-context>
    fn clear_stack_back_to_table_context(&mut self, context: &mut ParseContext) {
        self.pop_until_current_is(ElementClass::TABLE_CONTEXT, context);
    }

    /// Closes the innermost `table`, if it is in table scope. Returns whether it was.
    fn close_table(&mut self, context: &mut ParseContext) -> bool {
        let has_table = self.open.has_named_in_table_scope(known::TABLE);
        if has_table {
            self.pop_until_popped(known::TABLE, context);
            self.reset_the_insertion_mode_appropriately();
        }
        has_table
    }
}
