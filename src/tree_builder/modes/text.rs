//! The "text" insertion mode: inside `title`, `script`, `textarea` and similar elements.

use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::TextMode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, Request, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts an element whose content is text, for which the tokenizer switches to that state:
    /// the generic raw text element parsing algorithm, or the one for RCDATA.
    ///
    /// <https://html.spec.whatwg.org/#generic-raw-text-element-parsing-algorithm>
    pub(crate) fn parse_text_element(
        &mut self,
        tag: &Tag,
        text_mode: TextMode,
        context: &mut ParseContext,
    ) -> Processing {
        self.insert_html_element(tag, context);
        self.switch_to_text(text_mode);
        Processing::Done
    }

    /// Switches the tokenizer to a state, sets the original insertion mode to the current one and
    /// switches the insertion mode to "text".
    pub(crate) fn switch_to_text(&mut self, text_mode: TextMode) {
        self.request = Some(Request::SwitchTokenizer(text_mode));
        self.original_mode = self.mode;
        self.mode = InsertionMode::Text;
    }

    /// <https://html.spec.whatwg.org/#parsing-main-incdata>
    pub(crate) fn text(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Processing {
        match token {
            Token::Characters(text) => {
                self.insert_characters(*text, context);
                Processing::Done
            }
            Token::EndOfFile => {
                self.error(ParseErrorCode::EofInTextElement, context);
                // "If the current node is a `script` element, then set its already started to
                // true."
                if let Some(script) = self.open.current().filter(|node| node.is_html(known::SCRIPT))
                {
                    self.sink.mark_script_already_started(script.handle);
                }
                self.leave_text(context);
                Processing::Reprocess
            }
            Token::EndTag(_) => {
                self.end_tag_in_text(context);
                Processing::Done
            }
            Token::NullCharacter(_) | Token::StartTag(_) | Token::Leaf(_) | Token::Doctype(_) => {
                debug_assert!(false, "the tokenizer's states for text do not emit {token:?}");
                Processing::Done
            }
        }
    }

    /// Processes the end tag of the current node.
    pub(crate) fn end_tag_in_text(&mut self, context: &mut ParseContext) {
        let script = self.open.current().filter(|current| current.is_html(known::SCRIPT));
        let script = script.map(|script| script.handle);
        self.leave_text(context);
        if let Some(script) = script {
            self.request_to_run(script, false);
        }
    }

    /// Requests that the caller runs a script, whose end tag has just been processed. The script of
    /// a fragment is not run: it counts as already started.
    ///
    /// <https://html.spec.whatwg.org/#scriptEndTag>
    pub(crate) fn request_to_run(&mut self, element: S::Handle, is_svg: bool) {
        if self.pauses_at_scripts && !self.is_fragment() {
            self.request = Some(Request::RunScript { element, is_svg });
        }
    }

    /// Pops the current node and switches back to the original insertion mode.
    fn leave_text(&mut self, context: &mut ParseContext) {
        self.pop(context);
        self.mode = self.original_mode;
    }
}
