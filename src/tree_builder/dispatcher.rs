//! The tree construction dispatcher: which rules a token goes to.

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_sink::TreeSink;

use super::element_sets::ElementClass;
use super::insertion_mode::InsertionMode;
use super::{Next, TreeBuilder};

impl<S: TreeSink> TreeBuilder<S> {
    /// Handles a token.
    ///
    /// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
    // Always inlined, with a way of its own for each kind of token that pages are full of.
    #[inline(always)]
    pub(crate) fn process_token(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        match token {
            // After these, the adjusted current node is of HTML as it was before.
            Token::Characters(text) if self.characters_go_by_in_body() => {
                return self.characters_in_body(*text, context);
            }
            Token::EndTag(_) if self.goes_by_in_body() => self.process_tag_in_body(token, context),
            Token::StartTag(_) if self.goes_by_in_body() => {
                self.process_tag_in_body(token, context);
            }
            _ if self.is_plain() => {
                self.self_closing_acknowledged = false;
                self.process_token_again(token, context);
            }
            _ => self.process_token_anywhere(token, context),
        }
        self.in_foreign_content = self.is_adjusted_current_node_foreign();
    }

    /// Handles a tag by the rules of "in body".
    #[inline(always)]
    fn process_tag_in_body(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        let next = match token {
            Token::StartTag(tag) => {
                self.self_closing_acknowledged = false;
                self.start_tag_in_body(tag, context)
            }
            Token::EndTag(tag) if self.ends_current_node(tag) => {
                self.pop(context);
                return;
            }
            Token::EndTag(tag) => self.end_tag_in_body(tag, context),
            _ => Next::Reprocess,
        };
        match next {
            Next::Done => self.check_self_closing(token, context),
            Next::Reprocess => self.process_token_again(token, context),
        }
    }

    /// Whether all that an end tag does is to take the current node off the stack.
    #[inline(always)]
    pub(crate) fn ends_current_node(&self, tag: &Tag) -> bool {
        self.open.current().is_some_and(|current| {
            current.is_html(tag.name)
                && !current
                    .class
                    .intersects(ElementClass::FORMATTING.union(ElementClass::ENDS_WITH_MORE))
        })
    }

    /// Whether the next token goes to the rules of "in body", and nothing else is to be done about
    /// it.
    #[inline(always)]
    fn goes_by_in_body(&self) -> bool {
        self.mode == InsertionMode::InBody && self.is_plain() && !self.in_foreign_content
    }

    /// The same for characters.
    #[inline(always)]
    fn characters_go_by_in_body(&self) -> bool {
        let is_mode = matches!(
            self.mode,
            InsertionMode::InBody | InsertionMode::InCaption | InsertionMode::InCell
        );
        is_mode && self.is_plain() && !self.in_foreign_content
    }

    /// Whether nothing but its rules is to be done about the next token.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        !self.ignore_line_feed && !self.positions
    }

    /// Handles a token, whatever the insertion mode.
    #[inline(never)]
    fn process_token_anywhere(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        if self.positions {
            self.tell_token(token, context);
        }
        if self.ignore_line_feed && !self.drop_line_feed(token, context) {
            return;
        }
        // With positions, every token comes here.
        if self.positions && self.mode == InsertionMode::InBody && !self.in_foreign_content {
            return match token {
                Token::Characters(text) => self.characters_in_body(*text, context),
                _ => self.process_tag_in_body(token, context),
            };
        }
        self.self_closing_acknowledged = false;
        self.process_token_again(token, context);
    }

    /// Has a token processed until some rules are done with it.
    #[inline(never)]
    fn process_token_again(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        loop {
            steps::count(1);
            let next = if self.uses_html_rules(token) {
                self.process_in_mode(token, context)
            } else {
                self.foreign_content(token, context)
            };
            if next == Next::Done {
                break;
            }
        }
        self.check_self_closing(token, context);
    }

    /// Reports a self-closing flag that was not acknowledged.
    #[inline]
    fn check_self_closing(&mut self, token: &Token<'_>, context: &mut ParseContext) {
        if let Token::StartTag(tag) = token
            && tag.self_closing
            && !self.self_closing_acknowledged
        {
            self.error(ParseErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus, context);
        }
    }

    /// Tells the sink where the token stands.
    fn tell_token(&mut self, token: &Token<'_>, context: &ParseContext) {
        let end = context.token.end;
        let start = if matches!(token, Token::EndOfFile) { end } else { context.token.start };
        self.sink.token(start..end);
    }

    /// Drops a line feed at the start of a token, where the token before it asked for that. Whether
    /// anything is left.
    #[cold]
    fn drop_line_feed(&mut self, token: &mut Token<'_>, context: &ParseContext) -> bool {
        self.ignore_line_feed = false;
        if let Token::Characters(text) = token
            && context.strings.get(*text).starts_with('\n')
        {
            *text = text.split_at(1).1;
            return !text.is_empty();
        }
        true
    }

    /// Whether a token goes to the rules of the insertion mode, not to those for foreign content.
    #[inline]
    fn uses_html_rules(&self, token: &Token<'_>) -> bool {
        let Some((name, class)) = self.adjusted_current_node() else { return true };
        if class.intersects(ElementClass::HTML) {
            return true;
        }
        match token {
            Token::EndOfFile => true,
            Token::StartTag(tag) => {
                (class.intersects(ElementClass::MATHML_TEXT_INTEGRATION_POINT)
                    && !matches!(tag.name, known::MGLYPH | known::MALIGNMARK))
                    || class.intersects(ElementClass::HTML_INTEGRATION_POINT)
                    || (tag.name == known::SVG
                        && name.namespace == Namespace::MathMl
                        && name.local == known::ANNOTATION_XML)
            }
            Token::Characters(_) | Token::NullCharacter(_) => class.intersects(
                ElementClass::MATHML_TEXT_INTEGRATION_POINT
                    .union(ElementClass::HTML_INTEGRATION_POINT),
            ),
            _ => false,
        }
    }

    /// The name and sets of the adjusted current node.
    ///
    /// <https://html.spec.whatwg.org/#adjusted-current-node>
    #[inline]
    pub(super) fn adjusted_current_node(&self) -> Option<(ElementName, ElementClass)> {
        if self.open.len() == 1
            && let Some(context) = &self.context
        {
            return Some((context.name, context.class));
        }
        self.open.current().map(|entry| (entry.name, entry.class))
    }

    /// Whether the adjusted current node is of SVG or MathML: CDATA sections are allowed then.
    #[inline]
    pub(crate) fn is_in_foreign_content(&self) -> bool {
        self.in_foreign_content
    }

    #[inline(always)]
    fn is_adjusted_current_node_foreign(&self) -> bool {
        let is_foreign = |class: ElementClass| !class.intersects(ElementClass::HTML);
        match &self.context {
            // As the adjusted current node, without what only fragments need.
            None => self.open.current().is_some_and(|entry| is_foreign(entry.class)),
            Some(_) => self.adjusted_current_node().is_some_and(|(_, class)| is_foreign(class)),
        }
    }

    /// Processes a token by the rules of the current insertion mode.
    #[inline]
    pub(super) fn process_in_mode(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match self.mode {
            InsertionMode::Initial => self.initial(token, context),
            InsertionMode::BeforeHtml => self.before_html(token, context),
            InsertionMode::BeforeHead => self.before_head(token, context),
            InsertionMode::InHead => self.in_head(token, context),
            InsertionMode::InHeadNoscript => self.in_head_noscript(token, context),
            InsertionMode::AfterHead => self.after_head(token, context),
            InsertionMode::InBody => self.in_body(token, context),
            InsertionMode::Text => self.text(token, context),
            InsertionMode::InTable => self.in_table(token, context),
            InsertionMode::InTableText => self.in_table_text(token, context),
            InsertionMode::InCaption => self.in_caption(token, context),
            InsertionMode::InColumnGroup => self.in_column_group(token, context),
            InsertionMode::InTableBody => self.in_table_body(token, context),
            InsertionMode::InRow => self.in_row(token, context),
            InsertionMode::InCell => self.in_cell(token, context),
            InsertionMode::InSelect => self.in_select(token, context),
            InsertionMode::InSelectInTable => self.in_select_in_table(token, context),
            InsertionMode::InTemplate => self.in_template(token, context),
            InsertionMode::AfterBody => self.after_body(token, context),
            InsertionMode::InFrameset => self.in_frameset(token, context),
            InsertionMode::AfterFrameset => self.after_frameset(token, context),
            InsertionMode::AfterAfterBody => self.after_after_body(token, context),
            InsertionMode::AfterAfterFrameset => self.after_after_frameset(token, context),
        }
    }
}
