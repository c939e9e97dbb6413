//! Shortcuts for the tokens that pages are full of.
//!
//! Each shortcut has the effect that the standard's rules would have, under a condition that is
//! cheap to test. Everything else takes the long way, the [dispatcher](super::dispatcher).
//!
//! **Tags and characters in body.** In the insertion mode "in body", while the adjusted current
//! node is an HTML element, the dispatcher sends every token to the rules for "in body". A tag
//! goes straight there, without the dispatcher's conditions and the match over the insertion
//! modes. So do characters, also in the modes "in caption" and "in cell", whose rule for them is
//! to use the rules for "in body". The dispatcher knows by the current node that it is not in
//! foreign content; here, `in_foreign_content` has the answer from the end of the last token.
//! Characters only insert text and open HTML formatting elements again, so after them that answer
//! is still right. Without this shortcut, a parse executes 19 % more instructions.
//!
//! **End tag of the current node.** For most HTML elements, the end tag of the current node only
//! pops it: it is in every scope that a rule asks for, because nothing is below it; generating
//! implied end tags, except for elements of its name, pops nothing; and no parse error is left.
//! For formatting elements the list of active formatting elements changes too (the adoption agency
//! algorithm has its own shortcut), and for the elements of [`ENDS_WITH_MORE`] something else. All
//! others skip the match over the tag names, the question about the scope and the loops that pop.
//! Without this shortcut, a parse executes 3 % more instructions.
//!
//! **Usual place.** The appropriate place for inserting a node is after the last child of the
//! current node, unless foster parenting is enabled, the current node is a `template`, or the tree
//! is nearly as deep as allowed. Then a node is appended without computing a location first.
//! Without this shortcut, a parse executes 10 % more instructions.
//!
//! The figures are for whole parses of 130 web pages, without errors and positions.
//!
//! [`ENDS_WITH_MORE`]: ElementClass::ENDS_WITH_MORE

use crate::input::ParseContext;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_sink::TreeSink;

use super::appropriate_place::DEPTH_MARGIN;
use super::element_sets::ElementClass;
use super::insertion_mode::InsertionMode;
use super::{Processing, TreeBuilder};

// The functions here are always inlined. The whole of `process_token` then is a part of the loop
// that drives the stages, where the kind of the token is often known and the state of the tree
// builder stays in registers.
impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a token. Each token of the tokenizer enters the tree builder here.
    #[inline(always)]
    pub(crate) fn process_token(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        match token {
            Token::Characters(text) if self.is_prepared() && self.are_characters_in_body() => {
                return self.characters_in_body(*text, context);
            }
            Token::EndTag(tag) if self.is_prepared() && self.is_in_body() => {
                self.fast_end_tag(tag, context);
            }
            Token::StartTag(tag) if self.is_prepared() && self.is_in_body() => {
                self.fast_start_tag(tag, context);
            }
            _ => self.prepare_and_process(token, context),
        }
        self.in_foreign_content = !self.is_adjusted_current_node_html();
    }

    /// Whether a token needs no preparation before its rules process it.
    #[inline(always)]
    fn is_prepared(&self) -> bool {
        !self.ignore_line_feed && !self.tells_of_tokens
    }

    /// Processes an end tag using the rules for "in body".
    #[inline(always)]
    fn fast_end_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        if self.end_tag_in_body(tag, context) == Processing::Reprocess {
            self.dispatch(&mut Token::EndTag(tag), context);
        }
    }

    /// Processes a start tag using the rules for "in body".
    #[inline(always)]
    fn fast_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) {
        self.self_closing_acknowledged = false;
        let processing = self.start_tag_in_body(tag, context);
        if tag.self_closing || processing == Processing::Reprocess {
            self.finish_start_tag(tag, processing, context);
        }
    }

    /// Reprocesses a start tag, or checks its self-closing flag.
    // Never inlined: few start tags need it.
    #[inline(never)]
    fn finish_start_tag(
        &mut self,
        tag: &mut Tag,
        processing: Processing,
        context: &mut ParseContext,
    ) {
        match processing {
            Processing::Done => self.check_self_closing(tag, context),
            Processing::Reprocess => self.dispatch(&mut Token::StartTag(tag), context),
        }
    }

    /// Whether the adjusted current node is an SVG or MathML element. CDATA sections are allowed
    /// then.
    #[inline]
    pub(crate) fn is_in_foreign_content(&self) -> bool {
        self.in_foreign_content
    }

    /// Whether the next token goes to the rules for "in body".
    #[inline(always)]
    fn is_in_body(&self) -> bool {
        self.mode == InsertionMode::InBody && !self.in_foreign_content
    }

    /// Whether a run of characters that comes next goes to the rules for "in body".
    #[inline(always)]
    fn are_characters_in_body(&self) -> bool {
        matches!(
            self.mode,
            InsertionMode::InBody | InsertionMode::InCaption | InsertionMode::InCell
        ) && !self.in_foreign_content
    }

    /// Processes an end tag using the rules for "in body".
    #[inline(always)]
    pub(super) fn end_tag_in_body(&mut self, tag: &Tag, context: &mut ParseContext) -> Processing {
        if self.ends_current_node(tag) {
            self.pop(context);
            return Processing::Done;
        }
        self.end_tag_by_rules_of_in_body(tag, context)
    }

    /// Whether an end tag only pops the current node.
    #[inline(always)]
    fn ends_current_node(&self, tag: &Tag) -> bool {
        const DOES_MORE: ElementClass =
            ElementClass::FORMATTING.union(ElementClass::ENDS_WITH_MORE);
        self.open.current().is_some_and(|current| {
            current.is_html(tag.name) && !current.class.intersects(DOES_MORE)
        })
    }

    /// Returns the node into which the usual place inserts and its level in the tree: the current
    /// node, or the root of a fragment. `None` if the appropriate place for inserting a node must
    /// be computed.
    #[inline(always)]
    pub(super) fn usual_place(&self) -> Option<(S::Handle, u32)> {
        let current = self.open.current()?;
        let is_usual = !self.foster_parenting
            && !current.class.intersects(ElementClass::TEMPLATE)
            && current.level + DEPTH_MARGIN < self.depth_limit;
        let is_root_of_fragment = self.open.len() == 1 && self.context.is_some();
        let handle = if is_root_of_fragment { self.sink.root() } else { current.handle };
        is_usual.then_some((handle, current.level))
    }

    /// Prepares a token and processes it: tells the sink its position and the errors in it, and
    /// ignores a line feed at its start if the token before it asked for that.
    // Never inlined: the tokens that get here have no shortcut, or the parse asks for positions or
    // errors.
    #[inline(never)]
    fn prepare_and_process(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        if self.tells_of_tokens {
            self.tell_of_token(token, context);
        }
        if std::mem::take(&mut self.ignore_line_feed)
            && let Token::Characters(text) = token
            && context.strings.get(*text).starts_with('\n')
        {
            *text = text.split_at(1).1;
            if text.is_empty() {
                return;
            }
        }
        // The tokens of a parse with positions or errors all come here, and take the shortcuts
        // here.
        match token {
            Token::Characters(text) if self.are_characters_in_body() => {
                self.characters_in_body(*text, context);
            }
            Token::EndTag(tag) if self.is_in_body() => self.fast_end_tag(tag, context),
            Token::StartTag(tag) if self.is_in_body() => self.fast_start_tag(tag, context),
            _ => {
                self.self_closing_acknowledged = false;
                self.dispatch(token, context);
            }
        }
    }
}
