//! The tokenizer itself: its data, its tokens, and the steps that all states share.

use crate::input::InputStream;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::settings::{Limits, Revision};
use crate::text::{Span, TakenText};

use super::duplicate_attributes::DuplicateCheck;
use super::span_builder::SpanBuilder;
use super::state::State;
use super::text_mode::TextMode;
use super::token::{self, Leaf};

/// The tokenizer: the current state and the token under construction.
#[derive(Clone, Debug)]
pub(crate) struct Tokenizer {
    /// The state in which [`step`](Self::step) resumes. While methods of states call each other it
    /// is stale: it names the state in which the last step ended.
    pub(super) state: State,
    /// The state to return to after a character reference.
    ///
    /// <https://html.spec.whatwg.org/#return-state>
    pub(super) return_state: State,
    /// Decides whether `<?` starts a processing instruction.
    pub(super) revision: Revision,
    /// Whether there is an adjusted current node that is not an HTML element: then `<![CDATA[`
    /// starts a CDATA section.
    pub(super) cdata_allowed: bool,
    /// Whether the end-of-file token was emitted.
    ended: bool,
    /// The byte offset in the source where the token under construction starts.
    pub(super) start: usize,
    /// The text under construction: pending characters, a name, a value or the data of a comment.
    pub(super) pending: SpanBuilder,
    /// The part of `pending` that was in the tail, while it is removed from there.
    pub(super) taken_text: Option<Box<TakenText>>,
    /// The byte offset in the source where the standard's temporary buffer starts. The buffer
    /// itself is not kept: it is the source from there to the current position. It contains the
    /// letters after `</` or `<` in RCDATA, RAWTEXT and script data, a character reference from its
    /// `&` on, or a processing instruction from its `?` on.
    ///
    /// <https://html.spec.whatwg.org/#temporary-buffer>
    pub(super) temporary_buffer_start: usize,
    /// The standard's character reference code. Once above U+10FFFF, it stays there.
    ///
    /// <https://html.spec.whatwg.org/#character-reference-code>
    pub(super) character_reference_code: u32,
    /// The name of the last start tag, which an appropriate end tag has as well.
    pub(super) last_start_tag: LocalName,
    /// The current tag token.
    pub(crate) tag: token::Tag,
    /// Whether the current tag token is an end tag.
    pub(super) is_end_tag: bool,
    /// Whether the attribute under construction was added to the tag. It was not if it is a
    /// duplicate or exceeds the limit.
    pub(super) is_attribute_kept: bool,
    /// The limit on the attributes of a tag.
    pub(super) max_attributes: usize,
    /// Finds duplicates among the attributes of the current tag.
    pub(super) duplicates: DuplicateCheck,
    /// The current DOCTYPE token.
    pub(super) doctype: token::Doctype,
    /// The text of the token to be emitted: characters, or the data of a comment or processing
    /// instruction.
    pub(super) text: Span,
    /// The target of the current processing instruction token.
    pub(super) target: Span,
    /// A buffer in which names are lowercased.
    pub(super) lowercased: String,
}

/// The outcome of the method of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// The current state is set: continue in it.
    Continue,
    /// All available input is used: continue in the current state when there is more.
    Suspend,
    /// A token of this kind is complete.
    Emit(TokenKind),
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Doctype,
    StartTag,
    EndTag,
    Comment,
    ProcessingInstruction,
    Characters,
    NullCharacter,
    EndOfFile,
}

impl Tokenizer {
    /// A tokenizer in the data state.
    #[inline]
    pub(crate) fn new(revision: Revision, limits: &Limits) -> Self {
        Tokenizer {
            state: State::Data,
            return_state: State::Data,
            revision,
            cdata_allowed: false,
            ended: false,
            start: 0,
            pending: SpanBuilder::default(),
            taken_text: None,
            temporary_buffer_start: 0,
            character_reference_code: 0,
            last_start_tag: known::NO_NAME,
            tag: token::Tag::default(),
            is_end_tag: false,
            is_attribute_kept: false,
            max_attributes: limits.attributes_per_element,
            duplicates: DuplicateCheck::default(),
            doctype: token::Doctype::default(),
            text: Span::EMPTY,
            target: Span::EMPTY,
            lowercased: String::new(),
        }
    }

    /// Switches to the state that reads text of this mode. In the middle of a token, the part that
    /// was read becomes text.
    pub(crate) fn set_state(&mut self, mode: TextMode) {
        self.state = mode.into();
    }

    /// Sets whether there is an adjusted current node that is not an HTML element, which gives
    /// `<![CDATA[` a meaning.
    #[inline]
    pub(crate) fn set_cdata_allowed(&mut self, allowed: bool) {
        self.cdata_allowed = allowed;
    }

    /// Sets the name that an appropriate end tag has, until the next start tag.
    pub(crate) fn set_last_start_tag(&mut self, name: LocalName) {
        self.last_start_tag = name;
    }

    /// Sets the revision of the standard to follow.
    pub(crate) fn set_revision(&mut self, revision: Revision) {
        self.revision = revision;
    }

    /// Returns the name that an appropriate end tag has.
    pub(crate) fn last_start_tag(&self) -> LocalName {
        self.last_start_tag
    }

    /// Returns whether nothing of the next token is read yet.
    pub(crate) fn is_between_tokens(&self, input: &InputStream) -> bool {
        self.start == input.position() && self.pending.is_empty(self.start)
    }

    /// Whether it refers to no consumed text: nothing of the next token is read yet, and the
    /// temporary buffer, which is a part of that text, is not in use.
    #[cfg(feature = "stream")]
    pub(crate) fn holds_no_text(&self, input: &InputStream) -> bool {
        let uses_buffer = matches!(
            self.state,
            State::ScriptDataDoubleEscapeStart | State::ScriptDataDoubleEscapeEnd
        );
        self.is_between_tokens(input) && !uses_buffer
    }

    /// Whether it is in the data state.
    #[cfg(feature = "stream")]
    pub(crate) fn is_in_data(&self) -> bool {
        self.state == State::Data
    }

    /// Whether it reads a CDATA section.
    #[cfg(feature = "stream")]
    pub(crate) fn is_in_cdata_section(&self) -> bool {
        matches!(
            self.state,
            State::CdataSection | State::CdataSectionBracket | State::CdataSectionEnd
        )
    }

    /// The complete token of this kind.
    #[inline]
    pub(crate) fn token(&mut self, kind: TokenKind) -> token::Token<'_> {
        match kind {
            TokenKind::Doctype => token::Token::Doctype(&self.doctype),
            TokenKind::StartTag => token::Token::StartTag(&mut self.tag),
            TokenKind::EndTag => token::Token::EndTag(&self.tag),
            TokenKind::Comment => token::Token::Leaf(Leaf::Comment(self.text)),
            TokenKind::ProcessingInstruction => token::Token::Leaf(Leaf::ProcessingInstruction {
                target: self.target,
                data: self.text,
            }),
            TokenKind::Characters => token::Token::Characters(self.text),
            TokenKind::NullCharacter => token::Token::NullCharacter(self.text),
            TokenKind::EndOfFile => token::Token::EndOfFile,
        }
    }

    /// Continues in another state, at the next input character.
    #[inline]
    pub(super) fn switch_to(&mut self, state: State) -> Progress {
        self.state = state;
        Progress::Continue
    }

    /// Suspends until there is more input, to continue in `state`.
    #[inline]
    pub(super) fn wait_in(&mut self, state: State) -> Progress {
        self.state = state;
        Progress::Suspend
    }

    /// Completes a token, which ends at the current position.
    #[inline]
    pub(super) fn emit(&mut self, input: &mut InputStream, kind: TokenKind) -> Progress {
        input.context.token = self.start..input.position();
        self.start_token(input);
        Progress::Emit(kind)
    }

    /// Starts the next token at the current position, without pending characters.
    #[inline]
    pub(crate) fn start_token(&mut self, input: &InputStream) {
        self.start_token_at(input.position());
    }

    /// Starts the next token at byte `at`, without pending characters.
    #[inline]
    pub(crate) fn start_token_at(&mut self, at: usize) {
        self.start = at;
        self.pending = SpanBuilder::at(at);
    }

    /// Emits the pending characters up to byte `end`, and continues there.
    #[inline]
    pub(super) fn emit_characters(&mut self, input: &mut InputStream, end: usize) -> Progress {
        input.move_to(end);
        self.text = self.pending.finish(&mut input.context.strings, end);
        self.emit(input, TokenKind::Characters)
    }

    /// At the end of the file: emits the pending characters if there are any, and the end-of-file
    /// token after them.
    pub(super) fn emit_end_of_file(&mut self, input: &mut InputStream) -> Progress {
        self.state = State::Data;
        if !self.pending.is_empty(input.position()) {
            return self.emit_characters(input, input.position());
        }
        if self.ended {
            return Progress::Suspend;
        }
        self.ended = true;
        self.start = input.position();
        self.emit(input, TokenKind::EndOfFile)
    }

    /// At the end of the file inside a token that the standard drops: emits the end-of-file token.
    pub(super) fn drop_token_at_end_of_file(&mut self, input: &mut InputStream) -> Progress {
        self.pending = SpanBuilder::at(input.position());
        self.emit_end_of_file(input)
    }

    /// The standard's temporary buffer.
    ///
    /// <https://html.spec.whatwg.org/#temporary-buffer>
    pub(super) fn temporary_buffer<'i>(&self, input: &'i InputStream) -> &'i [u8] {
        &input.bytes()[self.temporary_buffer_start..input.position()]
    }

    /// At the end of the available text: waits for more, or emits the end-of-file token.
    pub(super) fn stop_text(&mut self, input: &mut InputStream, state: State) -> Progress {
        input.advance_to(input.end());
        if input.is_last() { self.emit_end_of_file(input) } else { self.wait_in(state) }
    }

    /// Replaces the NUL at byte `at`, in the text, name or value under construction, by U+FFFD, and
    /// continues after it.
    pub(super) fn replace_nul(&mut self, input: &mut InputStream, at: usize) {
        input.error_at(ParseErrorCode::UnexpectedNullCharacter, at);
        self.pending.replace_by(&mut input.context.strings, at..at + 1, '\u{FFFD}');
        input.advance_to(at + 1);
    }

    /// Emits the NUL at byte `at` as a token of its own. No characters may be pending.
    pub(super) fn emit_nul(&mut self, input: &mut InputStream, at: usize) -> Progress {
        debug_assert!(self.pending.is_empty(at), "pending characters are emitted before");
        input.advance_to(at + 1);
        self.text = self.pending.finish(&mut input.context.strings, at + 1);
        self.emit(input, TokenKind::NullCharacter)
    }
}
