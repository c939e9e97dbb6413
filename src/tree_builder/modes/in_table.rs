//! The "in table" insertion mode.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{FormElement, Next, TreeBuilder};
use crate::tree_sink::TreeSink;

/// The current nodes in which text is looked at as a whole before it is inserted.
const HOLDS_BACK_TEXT: ElementClass = ElementClass::FOSTERS.union(ElementClass::TEMPLATE);

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intable>
    pub(crate) fn in_table(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::Characters(_) | Token::NullCharacter(_)
                if self
                    .open
                    .current()
                    .is_some_and(|current| current.class.intersects(HOLDS_BACK_TEXT)) =>
            {
                self.pending_table_characters.clear();
                self.original_mode = self.mode;
                self.mode = InsertionMode::InTableText;
                // Reprocessing leads there: the current node is of HTML.
                self.in_table_text(token, context)
            }
            Token::Comment(data) => {
                self.insert_comment(*data, context);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
                Next::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, context);
                Next::Done
            }
            Token::StartTag(tag) => self.in_table_start_tag(tag, context),
            Token::EndTag(tag) => self.in_table_end_tag(tag, context),
            Token::EndOfFile => self.in_body(token, context),
            Token::Characters(_) | Token::NullCharacter(_) => {
                self.in_table_anything_else(token, context)
            }
        }
    }

    fn in_table_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Next {
        match tag.name {
            known::CAPTION => {
                self.clear_stack_back_to(ElementClass::TABLE_CONTEXT, context);
                self.formatting.push_marker();
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InCaption;
            }
            known::COLGROUP => {
                self.clear_stack_back_to(ElementClass::TABLE_CONTEXT, context);
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InColumnGroup;
            }
            known::COL => {
                self.clear_stack_back_to(ElementClass::TABLE_CONTEXT, context);
                self.insert_implied_element(known::COLGROUP, context);
                self.mode = InsertionMode::InColumnGroup;
                return Next::Reprocess;
            }
            known::TBODY | known::TFOOT | known::THEAD => {
                self.clear_stack_back_to(ElementClass::TABLE_CONTEXT, context);
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InTableBody;
            }
            known::TD | known::TH | known::TR => {
                self.clear_stack_back_to(ElementClass::TABLE_CONTEXT, context);
                self.insert_implied_element(known::TBODY, context);
                self.mode = InsertionMode::InTableBody;
                return Next::Reprocess;
            }
            known::TABLE => {
                self.error(ParseErrorCode::NestedTable, context);
                if self.close_table(context) {
                    return Next::Reprocess;
                }
            }
            known::STYLE | known::SCRIPT | known::TEMPLATE => {
                return self.in_head(&mut Token::StartTag(tag), context);
            }
            known::INPUT if is_hidden(tag, context) => {
                self.error(ParseErrorCode::HiddenInputInTable, context);
                self.insert_void_element(tag, context);
            }
            known::FORM => {
                self.error(ParseErrorCode::FormInTable, context);
                if !self.open.has_template() && self.form.is_none() {
                    let handle = self.insert_html_element(tag, context);
                    self.form = Some(FormElement { handle, special: self.open.last_special() });
                    self.pop(context);
                }
            }
            _ => return self.in_table_anything_else(&mut Token::StartTag(tag), context),
        }
        Next::Done
    }

    fn in_table_end_tag(&mut self, tag: &Tag, context: &mut ParseContext) -> Next {
        match tag.name {
            known::TABLE => {
                if !self.close_table(context) {
                    self.error(ParseErrorCode::UnexpectedEndTag, context);
                }
                Next::Done
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
            | known::TR => {
                self.error(ParseErrorCode::UnexpectedEndTag, context);
                Next::Done
            }
            known::TEMPLATE => self.in_head(&mut Token::EndTag(tag), context),
            _ => self.in_table_anything_else(&mut Token::EndTag(tag), context),
        }
    }

    /// Anything else: it does not belong in the table and is moved before it.
    fn in_table_anything_else(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        self.error(ParseErrorCode::FosterParentedContent, context);
        self.in_body_with_foster_parenting(token, context)
    }

    /// Processes a token by the rules of "in body" with foster parenting enabled.
    pub(super) fn in_body_with_foster_parenting(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        self.foster_parenting = true;
        let next = self.in_body(token, context);
        self.foster_parenting = false;
        next
    }

    /// Closes the innermost `table`, if it is in table scope. Whether it is.
    fn close_table(&mut self, context: &mut ParseContext) -> bool {
        let has_table = self.open.has_named_in_table_scope(known::TABLE);
        if has_table {
            self.pop_until_popped(known::TABLE, context);
            self.reset_the_insertion_mode_appropriately();
        }
        has_table
    }
}

/// Whether the tag of an `input` says that it is hidden.
fn is_hidden(tag: &Tag, context: &ParseContext) -> bool {
    let of_type = tag.attribute(known::TYPE);
    of_type.is_some_and(|value| context.strings.get(value).eq_ignore_ascii_case("hidden"))
}
