//! Reporting parse errors of tokens.

use crate::input::ParseContext;
use crate::parse_error::ParseErrorCode;
use crate::text::{OpenedElement, Span};
use crate::tokenizer::token::Token;
use crate::tree_sink::TreeSink;

use super::{Processing, TreeBuilder};

impl<S: TreeSink> TreeBuilder<S> {
    /// Reports an error of the current token.
    #[inline]
    pub(super) fn error(&mut self, code: ParseErrorCode, context: &mut ParseContext) {
        if context.errors.is_enabled() {
            let element = self.open.element_in_error(code);
            self.error_about(element, code, context);
        }
    }

    /// Reports an error of the current token about an open element.
    pub(super) fn error_about(
        &mut self,
        element: Option<OpenedElement>,
        code: ParseErrorCode,
        context: &mut ParseContext,
    ) {
        if context.errors.is_enabled() {
            report_error_of_token(code, element, context);
            self.tell_errors(context);
        }
    }

    /// Makes the sink be told errors, which are recorded from now on.
    pub(crate) fn start_to_tell_errors(&mut self) {
        self.tells_of_tokens |= S::IS_TOLD_ERRORS;
    }

    /// Tells the sink the errors that it has not been told yet, except for those that the input
    /// stream has found after the current token.
    // Out of line: errors are rare.
    #[cold]
    pub(crate) fn tell_errors(&mut self, context: &mut ParseContext) {
        if !S::IS_TOLD_ERRORS {
            return;
        }
        while let Some(error) = context.errors.next_untold(context.token.end) {
            self.sink.parse_error(&error, &context.strings);
        }
    }

    /// Reports that the current token is not allowed here, and ignores it.
    pub(super) fn ignore_unexpected(
        &mut self,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        let code = match token {
            Token::Doctype(_) => ParseErrorCode::MisplacedDoctype,
            Token::StartTag(_) => ParseErrorCode::UnexpectedStartTag,
            Token::EndTag(_) => ParseErrorCode::UnexpectedEndTag,
            Token::NullCharacter(_) => ParseErrorCode::UnexpectedNullCharacter,
            Token::Characters(_) | Token::Leaf(_) | Token::EndOfFile => {
                ParseErrorCode::UnexpectedText
            }
        };
        self.error(code, context);
        Processing::Done
    }

    /// Finishes a token that has closed an element. If there was none to close, the token is an
    /// error and ignored.
    pub(super) fn done_if(
        &mut self,
        closed: bool,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        if closed { Processing::Done } else { self.ignore_unexpected(token, context) }
    }

    /// Asks for reprocessing of a token that has closed an element. If there was none to close, the
    /// token is an error and ignored.
    pub(super) fn reprocess_if(
        &mut self,
        closed: bool,
        token: &Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        if closed { Processing::Reprocess } else { self.ignore_unexpected(token, context) }
    }

    /// Reports an error of a part of the current run of characters. Its position is that part, if
    /// the source has the part as it is, and otherwise the whole token.
    pub(super) fn error_in_text(
        &mut self,
        code: ParseErrorCode,
        part: Span,
        context: &mut ParseContext,
    ) {
        match part.source_range() {
            Some(range) if context.errors.is_enabled() => {
                context.errors.report(code, range.start, range.end);
                self.tell_errors(context);
            }
            Some(_) => {}
            None => self.error(code, context),
        }
    }
}

/// Reports an error of the current token, about `element` if that is given. The position excludes
/// whitespace at both ends of the token, which is never wrong.
// Out of line: errors are rare.
#[cold]
fn report_error_of_token(
    code: ParseErrorCode,
    element: Option<OpenedElement>,
    context: &mut ParseContext,
) {
    let (start, end) = (context.token.start, context.token.end);
    let token = context.strings.source().get(start..end);
    debug_assert!(token.is_some(), "a token is a part of the source");
    let token = token.unwrap_or_default();
    let text = token.trim_ascii();
    let (start, end) = if text.is_empty() {
        (start, end)
    } else {
        let start = end - token.trim_ascii_start().len();
        (start, start + text.len())
    };
    let is_kept = context.errors.report_of(element.map(|element| element.name), code, start, end);
    if let Some(element) = element.filter(|_| is_kept) {
        context.strings.note_opened(start, element);
    }
}
