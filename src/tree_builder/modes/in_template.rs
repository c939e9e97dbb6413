//! The "in template" insertion mode.

use crate::elements::{ElementRow, Traits};
use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Token;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-intemplate>
    pub(crate) fn in_template(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(_) | Token::NullCharacter(_) | Token::Leaf(_) | Token::Doctype(_) => {
                self.in_body(token, context)
            }
            Token::StartTag(tag) => match tag.name {
                known::CAPTION | known::COLGROUP | known::TBODY | known::TFOOT | known::THEAD => {
                    self.switch_template_mode(InsertionMode::InTable)
                }
                known::COL => self.switch_template_mode(InsertionMode::InColumnGroup),
                known::TR => self.switch_template_mode(InsertionMode::InTableBody),
                known::TD | known::TH => self.switch_template_mode(InsertionMode::InRow),
                name if ElementRow::of(name).is(Traits::IN_HEAD) => self.in_head(token, context),
                _ => self.switch_template_mode(InsertionMode::InBody),
            },
            Token::EndTag(tag) if tag.name == known::TEMPLATE => self.in_head(token, context),
            Token::EndTag(_) => {
                self.error(ParseErrorCode::UnexpectedEndTag, context);
                Processing::Done
            }
            Token::EndOfFile => self.in_template_end_of_file(context),
        }
    }

    /// Pops the current template insertion mode off the stack of template insertion modes, pushes
    /// another one, and switches the insertion mode to that.
    fn switch_template_mode(&mut self, mode: InsertionMode) -> Processing {
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Processing::Reprocess
    }

    /// Processes the end-of-file token: closes one template, or stops parsing if there is none, in
    /// the fragment case.
    fn in_template_end_of_file(&mut self, context: &mut ParseContext) -> Processing {
        if !self.open.has_template() {
            return self.stop_parsing(context);
        }
        self.error(ParseErrorCode::UnclosedElementAtEof, context);
        self.close_template(context);
        Processing::Reprocess
    }
}
