//! The "after head" insertion mode.

use crate::input::InputStream;
use crate::names::{ElementName, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::{Reason, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-head-insertion-mode>
    pub(crate) fn after_head(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => {
                if !self.insert_white_space(text, input) {
                    return self.after_head_anything_else(input);
                }
            }
            Token::Comment(data) => self.insert_comment(*data, input),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, input),
            Token::StartTag(tag) => return self.after_head_start_tag(tag, input),
            Token::EndTag(tag) => match tag.name {
                known::TEMPLATE => return self.in_head(token, input),
                known::BODY | known::HTML | known::BR => return self.after_head_anything_else(input),
                _ => self.error(ParseErrorCode::UnexpectedEndTag, input),
            },
            Token::NullCharacter(_) | Token::EndOfFile => return self.after_head_anything_else(input),
        }
        Next::Done
    }

    fn after_head_start_tag(&mut self, tag: &mut Tag, input: &mut InputStream) -> Next {
        match tag.name {
            known::HTML => return self.in_body(&mut Token::StartTag(tag), input),
            known::BODY => {
                self.insert_html_element(tag, input);
                self.frameset_ok = false;
                self.mode = InsertionMode::InBody;
            }
            known::FRAMESET => {
                self.insert_html_element(tag, input);
                self.mode = InsertionMode::InFrameset;
            }
            known::BASE
            | known::BASEFONT
            | known::BGSOUND
            | known::LINK
            | known::META
            | known::NOFRAMES
            | known::SCRIPT
            | known::STYLE
            | known::TEMPLATE
            | known::TITLE => return self.misplaced_head_element(tag, input),
            known::HEAD => self.error(ParseErrorCode::UnexpectedStartTag, input),
            _ => return self.after_head_anything_else(input),
        }
        Next::Done
    }

    /// A start tag of something that belongs in the `head`: that is opened again for it.
    fn misplaced_head_element(&mut self, tag: &mut Tag, input: &mut InputStream) -> Next {
        self.error(ParseErrorCode::MisplacedHeadElement, input);
        // The pointer is not null in this mode.
        let Some(head) = self.head else { return Next::Done };
        let name = ElementName::html(known::HEAD);
        self.open.push(head, name, ElementClass::of(name), 2);
        self.explain(Reason::Reopening);
        let next = self.in_head(&mut Token::StartTag(tag), input);
        if let Some(index) = self.open.last_position_of(known::HEAD) {
            self.remove_from_stack(index, input);
        }
        next
    }

    /// Anything else: the start tag `body` is implied.
    fn after_head_anything_else(&mut self, input: &mut InputStream) -> Next {
        self.insert_implied_element(known::BODY, input);
        self.mode = InsertionMode::InBody;
        Next::Reprocess
    }
}
