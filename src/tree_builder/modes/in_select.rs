//! The "in select" insertion mode of the revision of 2024-09-12; the standard has dropped it since.

use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// The insertion mode "in select".
    pub(crate) fn in_select(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::NullCharacter(_) => self.error(ParseErrorCode::UnexpectedNullCharacter, input),
            Token::Characters(text) => self.insert_characters(*text, input),
            Token::Comment(data) => self.insert_comment(*data, input),
            // This revision's tokenizer makes none; whoever made one wants it kept.
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, input),
            Token::StartTag(tag) => match tag.name {
                known::HTML => return self.in_body(token, input),
                known::OPTION => {
                    self.pop_option(input);
                    self.insert_html_element(tag, input);
                }
                known::OPTGROUP => {
                    self.pop_option_and_optgroup(input);
                    self.insert_html_element(tag, input);
                }
                known::HR => {
                    self.pop_option_and_optgroup(input);
                    self.insert_void_element(tag, input);
                }
                known::SELECT => {
                    self.error(ParseErrorCode::SelectContentConflict, input);
                    self.close_select_in_select_scope(input);
                }
                known::INPUT | known::KEYGEN | known::TEXTAREA => {
                    self.error(ParseErrorCode::SelectContentConflict, input);
                    if self.close_select_in_select_scope(input) {
                        return Next::Reprocess;
                    }
                }
                known::SCRIPT | known::TEMPLATE => return self.in_head(token, input),
                _ => self.error(ParseErrorCode::UnexpectedStartTag, input),
            },
            Token::EndTag(tag) => match tag.name {
                known::OPTGROUP => self.optgroup_end_tag_in_select(input),
                known::OPTION => {
                    if !self.pop_option(input) {
                        self.error(ParseErrorCode::UnexpectedEndTag, input);
                    }
                }
                known::SELECT => {
                    if !self.close_select_in_select_scope(input) {
                        self.error(ParseErrorCode::UnexpectedEndTag, input);
                    }
                }
                known::TEMPLATE => return self.in_head(token, input),
                _ => self.error(ParseErrorCode::UnexpectedEndTag, input),
            },
            Token::EndOfFile => return self.in_body(token, input),
        }
        Next::Done
    }

    /// Pops the current node, if it is an `option`. Whether it was one.
    fn pop_option(&mut self, input: &mut InputStream) -> bool {
        let is_option = self.current_is_html(known::OPTION);
        if is_option {
            self.pop(input);
        }
        is_option
    }

    /// Pops the current node, if it is an `option`; then likewise, if it is an `optgroup`.
    fn pop_option_and_optgroup(&mut self, input: &mut InputStream) {
        self.pop_option(input);
        if self.current_is_html(known::OPTGROUP) {
            self.pop(input);
        }
    }

    /// `</optgroup>` ends the option in its group, too.
    fn optgroup_end_tag_in_select(&mut self, input: &mut InputStream) {
        let above = self.open.above(self.open.len() - 1).and_then(|index| self.open.get(index));
        if above.is_some_and(|above| above.is_html(known::OPTGROUP)) {
            self.pop_option(input);
        }
        if self.current_is_html(known::OPTGROUP) {
            self.pop(input);
        } else {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
        }
    }

    /// Closes the `select` element in select scope. Whether there is one; there isn't where it is the context.
    fn close_select_in_select_scope(&mut self, input: &mut InputStream) -> bool {
        let in_scope = self.open.has_select_in_select_scope();
        if in_scope {
            self.close_select(input);
        }
        in_scope
    }

    /// Pops the `select` element and what is in it, and resets the insertion mode.
    pub(super) fn close_select(&mut self, input: &mut InputStream) {
        self.pop_until_popped(known::SELECT, input);
        self.reset_the_insertion_mode_appropriately();
    }
}
