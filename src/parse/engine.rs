//! The stages after decoding, at work.

use encoding_rs::Encoding;

use crate::input::InputStream;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::token::Token;
use crate::tokenizer::{TokenKind, Tokenizer};
use crate::tree_builder::{Request, TreeBuilder};
use crate::tree_sink::TreeSink;

use super::bound::Bound;

/// Why the engine returns control.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pause<H> {
    /// All input so far is parsed, and more may come.
    NeedsInput,
    /// A `meta` element, whose tag has just been processed, declares an encoding.
    EncodingDeclared(Declaration),
    /// The end tag of a `script` element has just been processed: the script may run now.
    RunScript {
        /// The `script` element.
        element: H,
        /// Whether it is an SVG element.
        is_svg: bool,
    },
    /// The tree or the source of a stream has reached its watermark, or the sink wants a pause:
    /// `bound.rs` says when.
    BySink,
    /// A token with a parse error was processed, or the end of the input comes after one, and the
    /// parse [pauses](Engine::pause_at_error) there.
    AtError,
    /// The end of the input or a limit was reached: nothing more is parsed.
    Finished,
}

/// An encoding that a `meta` element declares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declaration {
    pub(super) encoding: &'static Encoding,
    /// The label, which is an attribute value or part of one.
    pub(super) label: Span,
}

/// The input stream, the tokenizer and the tree builder with its sink.
#[derive(Debug)]
pub(super) struct Engine<S: TreeSink> {
    pub(super) input: InputStream,
    pub(super) tokenizer: Tokenizer,
    pub(super) builder: TreeBuilder<S>,
    /// How many nodes the tree may have before the parse is interrupted.
    pub(super) bound: Bound,
    /// Whether the body loop is left out, as tests ask for.
    pub(super) without_body_loop: bool,
    /// Whether the parse pauses at each token with an error. Then the body loop is left out.
    pub(super) pauses_at_error: bool,
}

impl<S: TreeSink> Engine<S> {
    /// Parses the text in the input stream until there is a reason to pause.
    pub(super) fn run(&mut self) -> Pause<S::Handle> {
        if self.builder.is_stopped() {
            return Pause::Finished;
        }
        loop {
            self.usual_tokens();
            let is_due = !self.is_interrupted() || self.pauses_later();
            if is_due && !self.builder.has_request() && !self.is_at_error() {
                let Some(kind) = self.tokenizer.advance(&mut self.input) else {
                    return Pause::NeedsInput;
                };
                if kind == TokenKind::EndOfFile && self.ends_before_end_of_file() {
                    return Pause::AtError;
                }
                steps::count(1);
                let token = &mut self.tokenizer.token(kind);
                self.builder.process_token(token, &mut self.input.context);
                self.tokenizer.set_cdata_allowed(self.builder.is_in_foreign_content());
            }
            if self.is_interrupted() {
                if self.bound.is_watermark() {
                    return Pause::BySink;
                }
                self.stop_at_node_limit();
            }
            if self.is_at_error() {
                return Pause::AtError;
            }
            if let Some(request) = self.builder.take_request()
                && let Some(pause) = self.grant(request)
            {
                return pause;
            }
        }
    }

    /// Makes the parse pause after each token with an error, errors before now included.
    pub(super) fn pause_at_error(&mut self, max_errors: usize) {
        self.input.context.errors.enable(max_errors);
        self.input.context.errors.hold_back();
        self.builder.start_to_tell_errors();
        self.pauses_at_error = true;
    }

    /// Whether a token that is processed has an error, and the parse pauses there.
    ///
    /// The errors of a token are in it, and the tokens are in order, so no later token has an error
    /// before them. The tokenizer and the input stream are ahead: their errors count with the token
    /// in which they are.
    #[inline]
    pub(super) fn is_at_error(&self) -> bool {
        self.pauses_at_error && self.has_error_in_processed_tokens()
    }

    #[cold]
    fn has_error_in_processed_tokens(&self) -> bool {
        let errors = &self.input.context.errors;
        errors.has_before(self.input.context.token.end)
            || self.builder.is_stopped() && errors.len() > 0
    }

    /// Whether the parse pauses before the end-of-file token, because there is an error before it.
    fn ends_before_end_of_file(&self) -> bool {
        self.pauses_at_error && self.input.context.errors.len() > 0
    }

    /// Keeps the first error only, and tells the sink.
    pub(super) fn keep_first_error(&mut self) {
        self.input.context.errors.keep_first();
        self.builder.tell_errors(&mut self.input.context);
    }

    /// Whether no token may come next: the tree has more nodes than its bound, or the sink wants a
    /// pause (`bound.rs`).
    #[inline(always)]
    pub(super) fn is_interrupted(&self) -> bool {
        self.has_too_many_nodes() && !self.builder.is_stopped()
    }

    /// Whether the tree has more nodes than its bound.
    #[inline(always)]
    pub(super) fn has_too_many_nodes(&self) -> bool {
        self.bound.is_exceeded_by(&self.builder.sink)
    }

    /// Whether the watermark is exceeded while a token is under construction: the parse pauses
    /// after that token. A pause that the sink wants is about the last token, so it comes at once.
    #[cold]
    fn pauses_later(&self) -> bool {
        self.bound.is_watermark()
            && !self.builder.sink.wants_pause()
            && !self.tokenizer.is_between_tokens(&self.input)
    }

    /// Makes a stream pause before the next token if its source has reached the watermark. If a
    /// text is under construction, its first part becomes a token, so that a long one is no reason
    /// to wait.
    #[cfg(feature = "stream")]
    pub(super) fn pause_if_it_holds_too_much(&mut self) {
        if self.bound.is_exceeded_by_bytes(self.input.context.strings.source().len()) {
            self.flush_characters();
            // Every tree has more than 0 nodes, so the next token exceeds this.
            self.bound = self.bound.with_nodes(0);
        }
    }

    /// Carries out a request of the tree builder, or returns why to pause.
    // Cold: one in hundreds of tokens has a request.
    #[cold]
    fn grant(&mut self, request: Request<S::Handle>) -> Option<Pause<S::Handle>> {
        match request {
            Request::SwitchTokenizer(mode) => {
                self.tokenizer.set_state(mode);
                None
            }
            Request::ChangeEncoding(encoding, label) => {
                Some(Pause::EncodingDeclared(Declaration { encoding, label }))
            }
            Request::RunScript { element, is_svg } => Some(Pause::RunScript { element, is_svg }),
            Request::Stop => Some(Pause::Finished),
        }
    }

    /// Drops the rest of the input, because the tree has more nodes than allowed.
    // Cold: happens at most once.
    #[cold]
    pub(super) fn stop_at_node_limit(&mut self) {
        let ends_at_limit = self.input.was_cut_at_position();
        self.input.context.limits_hit.nodes = true;
        self.input.drop_unread();
        self.input.context.limits_hit.input_bytes = ends_at_limit;
        self.builder.process_token(&mut Token::EndOfFile, &mut self.input.context);
    }

    /// Drops the rest of the input, because a stream holds more text than allowed.
    #[cfg(feature = "stream")]
    pub(super) fn stop_at_byte_limit(&mut self) {
        self.stop_at_step_limit();
        self.input.context.limits_hit.input_bytes = true;
    }

    /// Drops the rest of the input, because the selectors of a stream took too many steps.
    #[cfg(feature = "stream")]
    pub(super) fn stop_at_step_limit(&mut self) {
        self.input.drop_unread();
        self.builder.process_token(&mut Token::EndOfFile, &mut self.input.context);
    }

    /// Processes the characters that the tokenizer holds back, so that the tree has all text that
    /// is parsed.
    pub(super) fn flush_characters(&mut self) {
        if let Some(ref mut characters) = self.tokenizer.flush_characters(&mut self.input) {
            self.builder.process_token(characters, &mut self.input.context);
            self.tokenizer.set_cdata_allowed(self.builder.is_in_foreign_content());
        }
    }

    /// Aborts parsing: drops the rest of the input and pops all open elements.
    ///
    /// <https://html.spec.whatwg.org/#abort-a-parser>
    pub(super) fn abort(&mut self) {
        self.input.drop_unread();
        self.builder.abort(&mut self.input.context);
    }

    /// Returns whether parsing has ended, so that further input is ignored.
    pub(super) fn is_finished(&self) -> bool {
        self.builder.is_stopped()
    }

    /// Returns whether a limit was reached, or parsing has ended, so that further input is ignored.
    pub(super) fn ignores_further_input(&self) -> bool {
        self.is_finished() || self.input.context.limits_hit.input_bytes
    }
}
