//! The tokens that the body loop processes itself, with the result of the dispatcher and the rules
//! of the insertion modes, under conditions that are cheap to test.
//!
//! In a body, that is in the insertion modes "in body", "in caption" and "in cell", while the
//! adjusted current node is an HTML element. There, the dispatcher sends every token to the rules
//! of the insertion mode, and the rules of "in caption" and "in cell" are "process the token using
//! the rules for the "in body" insertion mode", but for tags that belong to tables. None of these
//! tags is processed here.
//!
//! Elsewhere, the whitespace of the head and of tables, and text and end tags in foreign content.

use crate::input::ParseContext;
use crate::names::{LocalName, known};
use crate::text::Span;
use crate::tokenizer::token::Tag;
use crate::tree_sink::{ClosedBy, TreeSink};

use super::TreeBuilder;
use super::insertion_mode::InsertionMode;
use super::whitespace::is_whitespace;
use crate::elements::{ElementClass, ElementRow, StartTagRule};

/// In a body.
// The functions here are always inlined: each is called once by the body loop, and once by events.
impl<S: TreeSink> TreeBuilder<S> {
    /// Whether the next token is one of a body, so that these functions may process it. After
    /// characters or a start tag that they have processed, this still holds; after an end tag it
    /// does unless [`is_in_foreign_content`](Self::is_in_foreign_content).
    #[inline(always)]
    pub(crate) fn is_in_usual_body(&self) -> bool {
        matches!(
            self.mode,
            InsertionMode::InBody | InsertionMode::InCaption | InsertionMode::InCell
        ) && !self.in_foreign_content
            && !self.ignore_line_feed
            && self.request.is_none()
    }

    /// Processes a run of characters without NULs.
    #[inline(always)]
    pub(crate) fn usual_characters(&mut self, text: Span, context: &mut ParseContext) {
        self.prepare_usual_token(None, context);
        self.characters_in_body(text, context);
    }

    /// Processes a start tag, if its rule is in the table of rules that insert an element and do
    /// little else. Otherwise returns false without an effect.
    #[inline(always)]
    pub(crate) fn usual_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) -> bool {
        let row = ElementRow::of(tag.name);
        let rule = row.start_tag;
        // The dispatcher reports a self-closing flag that no rule has acknowledged.
        let is_self_closing_error = tag.self_closing && !rule.has(StartTagRule::IS_VOID);
        if rule.has(StartTagRule::OTHER) || is_self_closing_error {
            return false;
        }
        self.prepare_usual_token(Some(ClosedBy::StartTag(tag.name)), context);
        self.start_tag_by_rule::<true>(row, tag, context);
        true
    }

    /// Processes the end tag of the current node, if it only pops that node. Otherwise returns
    /// false without an effect.
    ///
    /// For most HTML elements, it only pops: the element is in every scope that a rule asks for,
    /// because nothing is below it; generating implied end tags, except for elements of its name,
    /// pops nothing; and no parse error is left. For formatting elements, the list of active
    /// formatting elements changes too. The elements of [`ENDS_WITH_MORE`] end with something else,
    /// and so may parts of tables and other elements that decide the insertion mode.
    ///
    /// [`ENDS_WITH_MORE`]: ElementClass::ENDS_WITH_MORE
    #[inline(always)]
    pub(crate) fn usual_end_tag(&mut self, name: LocalName, context: &mut ParseContext) -> bool {
        const DOES_MORE: ElementClass =
            ElementClass::ENDS_WITH_MORE.union(ElementClass::DECIDES_MODE);
        let Some(current) = self.open.current() else { return false };
        if !current.is_html(name) || current.class.intersects(DOES_MORE) {
            return false;
        }
        let is_formatting = current.class.intersects(ElementClass::FORMATTING);
        self.prepare_usual_token(Some(ClosedBy::EndTag(name)), context);
        if is_formatting {
            self.adoption_agency(name, context);
        } else {
            self.pop_at_own_end_tag(context);
        }
        self.in_foreign_content = !self.is_adjusted_current_node_html();
        true
    }
}

/// Elsewhere.
impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a run of characters, if their rule only inserts them. Otherwise returns false
    /// without an effect. `is_last` tells whether the next token is one of another kind.
    #[inline(always)]
    pub(crate) fn usual_characters_elsewhere(
        &mut self,
        text: Span,
        is_last: bool,
        context: &mut ParseContext,
    ) -> bool {
        if self.ignore_line_feed {
            return false;
        }
        if self.in_foreign_content {
            let is_foreign = !self.is_at_integration_point();
            if is_foreign {
                self.prepare_usual_token(None, context);
                self.characters_in_foreign_content(text, context);
            }
            return is_foreign;
        }
        let is_inserted = match self.mode {
            InsertionMode::InHead | InsertionMode::AfterHead => is_whitespace(text, context),
            InsertionMode::InTable | InsertionMode::InTableBody | InsertionMode::InRow => {
                is_last && self.is_pending_whitespace(text, context)
            }
            _ => false,
        };
        if is_inserted {
            self.prepare_usual_token(None, context);
            self.insert_characters(text, context);
        }
        is_inserted
    }

    /// Processes the end tag of the current node, if that is an SVG or MathML element and the end
    /// tag only pops it. Otherwise returns false without an effect.
    #[inline(always)]
    pub(crate) fn usual_foreign_end_tag(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) -> bool {
        let Some(current) = self.open.current() else { return false };
        // The end tag of an SVG `script` has it run. The topmost element of a fragment stays.
        if current.is_in_html_namespace()
            || current.name.local() != name
            || name == known::SCRIPT
            || self.open.len() <= 1
        {
            return false;
        }
        self.prepare_usual_token(Some(ClosedBy::EndTag(name)), context);
        self.pop_at_own_end_tag(context);
        self.in_foreign_content = !self.is_adjusted_current_node_html();
        true
    }

    /// Processes a run of characters in an element that contains only text, if they are inserted.
    /// Otherwise returns false without an effect.
    pub(crate) fn usual_text(&mut self, text: Span, context: &mut ParseContext) -> bool {
        let is_inserted = self.mode == InsertionMode::Text && !self.ignore_line_feed;
        if is_inserted {
            self.prepare_usual_token(None, context);
            self.insert_characters(text, context);
        }
        is_inserted
    }

    /// Processes the end tag of an element that contains only text. If the current node is no such
    /// element, returns false without an effect.
    pub(crate) fn usual_text_end_tag(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) -> bool {
        let is_text = self.mode == InsertionMode::Text;
        if is_text {
            self.prepare_usual_token(Some(ClosedBy::EndTag(name)), context);
            self.ignore_line_feed = false;
            self.end_tag_in_text(context);
            self.in_foreign_content = !self.is_adjusted_current_node_html();
        }
        is_text
    }

    /// Tells the sink of the token, if it wants to know. `closes` is how the token closes elements
    /// of other tags; `None` if it closes none, because it is a text.
    #[inline(always)]
    fn prepare_usual_token(&mut self, closes: Option<ClosedBy>, context: &mut ParseContext) {
        // A sink that is not told errors is told of tokens only with positions.
        if if S::IS_TOLD_ERRORS { self.tells_of_tokens } else { self.positions } {
            self.tell_of_token(context.token.start, closes, context);
        }
    }
}
