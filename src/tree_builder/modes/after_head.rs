//! The "after head" insertion mode.

use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::{Reason, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-head-insertion-mode>
    pub(crate) fn after_head(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        match token {
            Token::Characters(text) => {
                if !self.insert_white_space(text, context) {
                    return self.after_head_anything_else(context);
                }
            }
            Token::Comment(data) => self.insert_comment(*data, context),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::StartTag(tag) => return self.after_head_start_tag(tag, context),
            Token::EndTag(tag) => match tag.name {
                known::TEMPLATE => return self.in_head(token, context),
                known::BODY | known::HTML | known::BR => {
                    return self.after_head_anything_else(context);
                }
                _ => self.error(ParseErrorCode::UnexpectedEndTag, context),
            },
            Token::NullCharacter(_) | Token::EndOfFile => {
                return self.after_head_anything_else(context);
            }
        }
        Next::Done
    }

    fn after_head_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Next {
        match tag.name {
            known::HTML => return self.in_body(&mut Token::StartTag(tag), context),
            known::BODY => {
                self.insert_html_element(tag, context);
                self.frameset_ok = false;
                self.mode = InsertionMode::InBody;
            }
            known::FRAMESET => {
                self.insert_html_element(tag, context);
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
            | known::TITLE => return self.misplaced_head_element(tag, context),
            known::HEAD => self.error(ParseErrorCode::UnexpectedStartTag, context),
            _ => return self.after_head_anything_else(context),
        }
        Next::Done
    }

    /// A start tag of something that belongs in the `head`: that is opened again for it.
    fn misplaced_head_element(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Next {
        self.error(ParseErrorCode::MisplacedHeadElement, context);
        // The pointer is not null in this mode.
        let Some(head) = self.head else { return Next::Done };
        let name = ElementName::html(known::HEAD);
        self.open.push(head, name, ElementClass::of(name), 2);
        self.explain(Reason::Reopening);
        let next = self.in_head(&mut Token::StartTag(tag), context);
        if let Some(index) = self.open.last_position_of(known::HEAD) {
            self.remove_from_stack(index, context);
        }
        next
    }

    /// Anything else: the start tag `body` is implied.
    fn after_head_anything_else(&mut self, context: &mut ParseContext) -> Next {
        self.insert_implied_element(known::BODY, context);
        self.mode = InsertionMode::InBody;
        Next::Reprocess
    }
}
