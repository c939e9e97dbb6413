//! The tree construction dispatcher.

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, PackedElementName, known};
use crate::parse_error::ParseErrorCode;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::token::{Leaf, Tag, Token};
use crate::tree_sink::TreeSink;

use super::insertion_mode::InsertionMode;
use super::positions::closes;
use super::{Processing, TreeBuilder};
use crate::elements::ElementClass;

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a token.
    // Never inlined, to keep the loop that drives the stages short.
    #[inline(never)]
    pub(crate) fn process_token(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        self.process(token, context);
    }

    /// Processes a start tag.
    // Never inlined, here and in the next functions: these are compiled for their kind of token,
    // and keep the usual loop short.
    #[inline(never)]
    pub(crate) fn process_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) {
        self.process(&mut Token::StartTag(tag), context);
    }

    /// Processes an end tag.
    #[inline(never)]
    pub(crate) fn process_end_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.process(&mut Token::EndTag(tag), context);
    }

    /// Processes a run of characters without NULs.
    #[inline(never)]
    pub(crate) fn process_characters(&mut self, text: Span, context: &mut ParseContext) {
        self.process(&mut Token::Characters(text), context);
    }

    /// Processes a comment.
    #[inline(never)]
    pub(crate) fn process_comment(&mut self, data: Span, context: &mut ParseContext) {
        self.process(&mut Token::Leaf(Leaf::Comment(data)), context);
    }

    /// Processes a token. Tells the sink its position and the errors in it, and ignores a line feed
    /// at its start if the token before it asked for that.
    #[inline(always)]
    fn process(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        if self.tells_of_tokens {
            // The end-of-file token is empty.
            let is_end = matches!(token, Token::EndOfFile);
            let start = if is_end { context.token.end } else { context.token.start };
            self.tell_of_token(start, Some(closes(token)), context);
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
        self.self_closing_acknowledged = false;
        self.dispatch(token, context);
        self.in_foreign_content = !self.is_adjusted_current_node_html();
    }

    /// Whether the adjusted current node is an SVG or MathML element. CDATA sections are allowed
    /// then.
    #[inline]
    pub(crate) fn is_in_foreign_content(&self) -> bool {
        self.in_foreign_content
    }

    /// Processes a token, and reprocesses it until some rules are done with it.
    ///
    /// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
    #[inline(always)]
    fn dispatch(&mut self, token: &mut Token<'_>, context: &mut ParseContext) {
        loop {
            steps::count(1);
            let processing = if self.uses_rules_of_insertion_mode(token) {
                self.process_by_insertion_mode(token, context)
            } else {
                self.foreign_content(token, context)
            };
            if processing == Processing::Done {
                break;
            }
        }
        if let Token::StartTag(tag) = token {
            self.check_self_closing(tag, context);
            if self.inserted_elsewhere {
                self.close_excess(context);
            }
        }
    }

    /// The conditions of the dispatcher, in the standard's order: whether a token goes to the rules
    /// of the insertion mode. Otherwise it goes to the rules for foreign content.
    #[inline(always)]
    fn uses_rules_of_insertion_mode(&self, token: &Token<'_>) -> bool {
        // The stack of open elements is empty.
        let Some((name, class)) = self.adjusted_current_node() else { return true };
        // The adjusted current node is an element in the HTML namespace.
        if class.intersects(ElementClass::HTML) {
            return true;
        }
        let is_text_integration_point =
            class.intersects(ElementClass::MATHML_TEXT_INTEGRATION_POINT);
        let is_annotation_xml = name.unpack()
            == ElementName { namespace: Namespace::MathMl, local: known::ANNOTATION_XML };
        let is_html_integration_point = class.intersects(ElementClass::HTML_INTEGRATION_POINT);
        match token {
            // It is a MathML text integration point and the token is a start tag other than
            // `mglyph` and `malignmark`, or a character token; a MathML `annotation-xml` and the
            // token is the start tag `svg`; or an HTML integration point and the token is a start
            // tag or a character token.
            Token::StartTag(tag) => {
                is_text_integration_point && !matches!(tag.name, known::MGLYPH | known::MALIGNMARK)
                    || is_annotation_xml && tag.name == known::SVG
                    || is_html_integration_point
            }
            Token::Characters(_) | Token::NullCharacter(_) => {
                is_text_integration_point || is_html_integration_point
            }
            // The token is an end-of-file token.
            Token::EndOfFile => true,
            // Otherwise.
            Token::Doctype(_) | Token::EndTag(_) | Token::Leaf(_) => false,
        }
    }

    /// Processes a token by the rules of the current insertion mode.
    // Always inlined, most of all into the functions above, which know the kind of token.
    #[inline(always)]
    pub(super) fn process_by_insertion_mode(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
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

    /// Reports a self-closing flag that no rule has acknowledged.
    ///
    /// <https://html.spec.whatwg.org/#acknowledge-self-closing-flag>
    #[inline]
    pub(super) fn check_self_closing(&mut self, tag: &Tag, context: &mut ParseContext) {
        if tag.self_closing && !self.self_closing_acknowledged {
            self.error(ParseErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus, context);
        }
    }

    /// Returns the name and the sets of the adjusted current node; `None` if the stack of open
    /// elements is empty.
    ///
    /// <https://html.spec.whatwg.org/#adjusted-current-node>
    #[inline]
    pub(super) fn adjusted_current_node(&self) -> Option<(PackedElementName, ElementClass)> {
        match &self.context {
            Some(context) if self.open.len() == 1 => Some((context.name.into(), context.class)),
            _ => self.open.current().map(|current| (current.name, current.class)),
        }
    }

    /// Whether the adjusted current node is a MathML text integration point or an HTML integration
    /// point.
    #[inline]
    pub(super) fn is_at_integration_point(&self) -> bool {
        const INTEGRATION_POINTS: ElementClass =
            ElementClass::MATHML_TEXT_INTEGRATION_POINT.union(ElementClass::HTML_INTEGRATION_POINT);
        self.adjusted_current_node().is_some_and(|(_, class)| class.intersects(INTEGRATION_POINTS))
    }

    /// Whether the adjusted current node is an element in the HTML namespace, or there is none.
    // Always inlined: asked after nearly every token.
    #[inline(always)]
    pub(super) fn is_adjusted_current_node_html(&self) -> bool {
        let is_html = |class: ElementClass| class.intersects(ElementClass::HTML);
        match &self.context {
            // Without a context element, this is the current node: the name is not needed.
            None => self.open.current().is_none_or(|current| is_html(current.class)),
            Some(_) => self.adjusted_current_node().is_none_or(|(_, class)| is_html(class)),
        }
    }
}
