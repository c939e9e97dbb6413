//! The "in select" insertion mode, which the standard no longer has. Only without relaxed `select`
//! parsing.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a token by the rules for "in select".
    pub(crate) fn in_select(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::NullCharacter(_) => self.error(ParseErrorCode::UnexpectedNullCharacter, context),
            Token::Characters(text) => self.insert_characters(*text, context),
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::StartTag(tag) => match tag.name {
                known::HTML => return self.in_body(token, context),
                known::OPTION => {
                    self.pop_option(context);
                    self.insert_html_element(tag, context);
                }
                known::OPTGROUP => {
                    self.pop_option_and_optgroup(context);
                    self.insert_html_element(tag, context);
                }
                known::HR => {
                    self.pop_option_and_optgroup(context);
                    self.insert_void_element(tag, context);
                }
                known::SELECT => {
                    self.error(ParseErrorCode::SelectContentConflict, context);
                    self.close_select_in_select_scope(context);
                }
                known::INPUT | known::KEYGEN | known::TEXTAREA => {
                    self.error(ParseErrorCode::SelectContentConflict, context);
                    if self.close_select_in_select_scope(context) {
                        return Processing::Reprocess;
                    }
                }
                known::SCRIPT | known::TEMPLATE => return self.in_head(token, context),
                _ => self.error(ParseErrorCode::UnexpectedStartTag, context),
            },
            Token::EndTag(tag) => match tag.name {
                known::OPTGROUP => self.optgroup_end_tag_in_select(context),
                known::OPTION => {
                    if !self.pop_option(context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                }
                known::SELECT => {
                    if !self.close_select_in_select_scope(context) {
                        self.error(ParseErrorCode::UnexpectedEndTag, context);
                    }
                }
                known::TEMPLATE => return self.in_head(token, context),
                _ => self.error(ParseErrorCode::UnexpectedEndTag, context),
            },
            Token::EndOfFile => return self.in_body(token, context),
        }
        Processing::Done
    }

    /// Pops the current node if it is an `option`. Returns whether it was.
    fn pop_option(&mut self, context: &mut ParseContext) -> bool {
        let is_option = self.current_is_html(known::OPTION);
        if is_option {
            self.pop(context);
        }
        is_option
    }

    /// Pops the current node if it is an `option`, then the current node if it is an `optgroup`.
    fn pop_option_and_optgroup(&mut self, context: &mut ParseContext) {
        self.pop_option(context);
        if self.current_is_html(known::OPTGROUP) {
            self.pop(context);
        }
    }

    /// Processes the end tag `optgroup`, which closes an `option` in the `optgroup` too.
    fn optgroup_end_tag_in_select(&mut self, context: &mut ParseContext) {
        let above = self.open.above(self.open.len() - 1).map(|index| self.open.entry(index));
        if above.is_some_and(|above| above.is_html(known::OPTGROUP)) {
            self.pop_option(context);
        }
        if self.current_is_html(known::OPTGROUP) {
            self.pop(context);
        } else {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
        }
    }

    /// Closes the `select` element, if one is in select scope. Returns whether one was; in the
    /// fragment case there can be none.
    fn close_select_in_select_scope(&mut self, context: &mut ParseContext) -> bool {
        let in_scope = self.open.has_select_in_select_scope();
        if in_scope {
            self.close_select(context);
        }
        in_scope
    }

    /// Pops elements until a `select` has been popped, and resets the insertion mode appropriately.
    pub(super) fn close_select(&mut self, context: &mut ParseContext) {
        self.pop_until_popped(known::SELECT, context);
        self.reset_the_insertion_mode_appropriately();
    }
}
