//! Events: the tags and texts of a document in order, without a tree and in little memory.

// - `mod.rs`: the reader and its events
// - `foreign.rs`: which SVG and MathML elements are open

mod foreign;

use std::ops::Range;

use crate::settings::Revision;
use crate::tokenizer::token as tokens;
use crate::tokenizer::{TextMode, Token, Tokens};

use foreign::ForeignElements;

/// The number of parsed bytes from which on they are forgotten.
const MAX_PARSED_BYTES: usize = 64 * 1024;

/// The number of bytes from which on a text is an event before its end is known.
const LONG_TEXT: usize = 16 * 1024;

/// The number of names from which on they are forgotten.
const MAX_NAMES: usize = 4096;

/// Reads the events of a document: its tags, texts and comments in order, as they are written, each
/// with its place in the input. No tree is built.
///
/// Unlike [`Tokens`], events know how text is read, as far as tags decide
/// it: the text of `script`, `style`, `title` and the like is read as a document reads it, and
/// inside SVG and MathML, where these elements have no special text, it is not. So events are the
/// tokens that a document is parsed from. Only where the tree decides are they not: after a
/// `textarea` in a `frameset`, for example, where a document ignores the tag. The ranges of the
/// tokens without exception are those that [`TreeSink::token`](crate::sink::TreeSink::token) is
/// told, which takes a parse with its memory.
///
/// Text is fed in pieces and read until it is used up; text that was read is dropped. So the memory
/// does not grow with the input: it holds a piece, or the longest tag or comment. A text of more
/// than 16 KiB can be several events.
///
/// ```
/// use consomme::events::Events;
/// use consomme::tokenizer::Token;
///
/// let mut events = Events::new();
/// let mut links = Vec::new();
/// for piece in ["<title><a href=no></title><p>See <a hr", "ef=/soup>the soup</a>"] {
///     events.feed_str(piece);
///     while let Some(event) = events.next_event() {
///         if let Token::StartTag(tag) = event.token
///             && tag.name() == "a"
///         {
///             links.push((event.span.start, event.source.to_owned()));
///         }
///     }
/// }
/// events.end();
/// assert!(matches!(events.next_event().unwrap().token, Token::EndOfFile));
/// assert_eq!(links, [(33, "<a href=/soup>".to_owned())]);
/// ```
#[derive(Debug)]
pub struct Events {
    tokens: Tokens,
    scripting: bool,
    foreign: ForeignElements,
    /// How the text after the last token is read, if it is not ordinary markup.
    text_mode: Option<TextMode>,
    /// How many bytes of the input were forgotten.
    forgotten: u64,
    /// How many newlines of two characters come before the end of the last event, after the bytes
    /// that were forgotten.
    newlines: usize,
    is_ended: bool,
}

/// A token of a document and its place in the input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event<'e> {
    /// The token.
    pub token: Token<'e>,
    /// The range of the token in the input, in bytes of the text that was fed, from the first piece
    /// on.
    pub span: Range<u64>,
    /// The token as it is written, with its newlines normalized. Only the marks of a CDATA section,
    /// `<![CDATA[` and `]]>`, belong to no event.
    pub source: &'e str,
}

impl Events {
    /// Returns a reader for a document, with scripting disabled.
    pub fn new() -> Self {
        Events {
            tokens: Tokens::new(),
            scripting: false,
            foreign: ForeignElements::default(),
            text_mode: None,
            forgotten: 0,
            newlines: 0,
            is_ended: false,
        }
    }

    /// Sets whether scripting counts as enabled: the content of `noscript` is text then.
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        self.scripting = enabled;
        self
    }

    /// Sets the revision of the standard to follow.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.tokens = self.tokens.revision(revision);
        self
    }

    /// Adds a piece of the input, which may be cut anywhere. After [`end`](Events::end),
    /// pieces are ignored.
    pub fn feed_str(&mut self, text: &str) {
        self.tokens.feed_str(text);
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.tokens.end();
    }

    /// Returns the next event. `None` if more input is needed, or after [`Token::EndOfFile`].
    ///
    /// Events borrow from the reader, which reuses its memory for the next. That is why it is no
    /// `Iterator`: its items could not borrow. Loop with `while let`.
    pub fn next_event(&mut self) -> Option<Event<'_>> {
        if self.is_ended {
            return None;
        }
        self.forget_parsed();
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        if let Some(mode) = self.text_mode.take() {
            tokenizer.set_state(mode);
        }
        tokenizer.set_cdata_allowed(self.foreign.allow_cdata());
        let kind = match tokenizer.advance(input) {
            Some(kind) => kind,
            None => tokenizer.flush_long_text(input, LONG_TEXT)?,
        };
        let token = tokenizer.token(kind);
        let context = &input.context;
        match &token {
            tokens::Token::StartTag(tag) => {
                let mode = self.foreign.start_tag(tag, self.scripting, context);
                self.text_mode = (mode != TextMode::Data).then_some(mode);
            }
            tokens::Token::EndTag(tag) => self.foreign.end_tag(tag),
            tokens::Token::EndOfFile => self.is_ended = true,
            _ => {}
        }
        let range = context.token.clone();
        let mut original = |offset| {
            let offset = context.strings.source_map().next_original(offset, &mut self.newlines);
            self.forgotten + offset as u64
        };
        let (start, end) = (original(range.start), original(range.end));
        Some(Event {
            token: token.with_texts(&context.strings),
            span: start..end,
            source: context.strings.source().get(range).unwrap_or(""),
        })
    }

    /// Forgets the input that is parsed, if it is so much that moving the rest is worth it.
    fn forget_parsed(&mut self) {
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        let (position, end) = (input.position(), input.end());
        let is_worth_moving = position > MAX_PARSED_BYTES && position > end - position;
        if is_worth_moving && tokenizer.is_between_tokens(input) {
            self.forgotten += input.forget_consumed() as u64;
            self.newlines = 0;
            tokenizer.start_token(input);
            if input.context.strings.names().index_bound() > MAX_NAMES {
                self.forget_names();
            }
        }
    }

    /// Forgets all names that are no longer needed.
    fn forget_names(&mut self) {
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        let new = input.context.strings.names_mut();
        let old = std::mem::take(new);
        self.foreign.rename(|name| new.intern(old.get(name)));
        let last_start_tag = new.intern(old.get(tokenizer.last_start_tag()));
        tokenizer.set_last_start_tag(last_start_tag);
    }
}

impl Default for Events {
    fn default() -> Self {
        Events::new()
    }
}
