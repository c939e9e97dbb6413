//! The "after head" insertion mode.

use crate::elements::{ElementClass, ElementRow, Traits};
use crate::input::ParseContext;
use crate::names::{ElementName, known};
use crate::parse_error::ParseErrorCode;
use crate::text::TagRange;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::{Reason, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#the-after-head-insertion-mode>
    pub(crate) fn after_head(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => {
                if !self.insert_leading_whitespace(text, context) {
                    return self.after_head_anything_else(context);
                }
            }
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::Doctype(_) => return self.ignore_unexpected(token, context),
            Token::StartTag(tag) => return self.after_head_start_tag(tag, context),
            Token::EndTag(tag) => match tag.name {
                known::TEMPLATE => return self.in_head(token, context),
                known::BODY | known::HTML | known::BR => {
                    return self.after_head_anything_else(context);
                }
                _ => return self.ignore_unexpected(token, context),
            },
            Token::NullCharacter(_) | Token::EndOfFile => {
                return self.after_head_anything_else(context);
            }
        }
        Processing::Done
    }

    fn after_head_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Processing {
        match tag.name {
            known::HTML => return self.in_body(&mut Token::StartTag(tag), context),
            known::BODY => {
                self.insert_html_element(tag, context);
                self.frameset_ok = false;
                self.note_frameset_rivalry(true);
                self.mode = InsertionMode::InBody;
            }
            known::FRAMESET => {
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InFrameset;
            }
            known::HEAD => self.error(ParseErrorCode::UnexpectedStartTag, context),
            name if ElementRow::of(name).is(Traits::IN_HEAD) => {
                return self.misplaced_head_element(tag, context);
            }
            _ => return self.after_head_anything_else(context),
        }
        Processing::Done
    }

    /// Processes the start tag of an element that belongs in the `head`: pushes the node that the
    /// head element pointer points to onto the stack of open elements again, for this token.
    fn misplaced_head_element(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Processing {
        self.error(ParseErrorCode::MisplacedHeadElement, context);
        let Some(head) = self.head else {
            debug_assert!(false, "the head element pointer cannot be null at this point");
            return Processing::Done;
        };
        let name = ElementName::html(known::HEAD);
        self.open.push(head, name, ElementClass::of(name), 2, TagRange::NONE);
        self.explain(Reason::Reopening);
        let processing = self.in_head(&mut Token::StartTag(tag), context);
        // "Remove the node pointed to by the head element pointer from the stack of open elements.
        // (It might not be the current node at this point.)"
        let Some(index) = self.open.last_position_of(known::HEAD) else {
            debug_assert!(false, "the rules for these start tags leave the `head` open");
            return processing;
        };
        self.remove_from_stack(index, context);
        processing
    }

    /// "Anything else": a `body` element is implied.
    fn after_head_anything_else(&mut self, context: &mut ParseContext) -> Processing {
        self.insert_implied_element(known::BODY, context);
        // "Set the frameset-ok flag to 'ok'": a `template` in the head has set it to "not ok".
        self.frameset_ok |= self.revision.implied_body_resets_frameset_ok();
        self.mode = InsertionMode::InBody;
        Processing::Reprocess
    }
}
