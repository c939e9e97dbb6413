//! Events: the tags and texts of a document in order, without a tree and in little memory.

use std::ops::Range;

use crate::settings::{Limits, Revision};
use crate::steps;
use crate::tokenizer::token as tokens;
use crate::tokenizer::{Token, TokenKind, Tokens};
use crate::tree_builder::{Request, TreeBuilder, TreeBuilderOptions};
use crate::treeless::Treeless;

/// The number of parsed bytes from which on they are forgotten.
const MAX_PARSED_BYTES: usize = 64 * 1024;

/// The number of bytes from which on a text is an event before its end is known.
const LONG_TEXT: usize = 16 * 1024;

/// The number of names from which on they are forgotten, if few elements are open.
const MAX_NAMES: usize = 4096;

/// Reads the events of a document: its tags, texts and comments in order, as they are written, each
/// with its place in the input. No tree is built.
///
/// Unlike [`Tokens`], events know how text is read: they are exactly the tokens that a document is
/// parsed from, because the tree construction stage reads along, without a tree. The text of
/// `script`, `style`, `title` and the like is read as a document reads it. Inside SVG and MathML,
/// where these elements have no special text, it is not, nor is it where a document ignores the
/// tag: a `textarea` in a `frameset`, for example.
///
/// Text is fed in pieces and read until it is used up; text that was read is dropped. So the memory
/// does not grow with the input: it holds a piece, or the longest tag or comment, and some 100
/// bytes for each element that is open, which are few in all but hostile documents. A text of more
/// than 16 KiB can be several events. As in a parse, [`Limits::copies`], by default, ends the
/// copying of formatting elements; no other limit has an effect.
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
    /// The tree construction stage, which knows how each text is read.
    builder: Box<TreeBuilder<Treeless>>,
    scripting: bool,
    revision: Revision,
    /// The last event, which the tree builder is given before the next one is read.
    last: Option<TokenKind>,
    /// The number of names from which on they are forgotten.
    max_names: usize,
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
    /// The token as it is written, with its newlines normalized. Text that is no token belongs to
    /// no event: the marks of a CDATA section, `<![CDATA[` and `]]>`; `</>`; and a tag that is not
    /// complete at the end of the input.
    pub source: &'e str,
}

impl Events {
    /// Returns a reader for a document, with scripting disabled.
    pub fn new() -> Self {
        Events {
            tokens: Tokens::new(),
            builder: builder(false, Revision::default()),
            scripting: false,
            revision: Revision::default(),
            last: None,
            max_names: MAX_NAMES,
            forgotten: 0,
            newlines: 0,
            is_ended: false,
        }
    }

    /// Sets whether scripting counts as enabled: the content of `noscript` is text then.
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        self.scripting = enabled;
        self.builder = builder(enabled, self.revision);
        self
    }

    /// Sets the revision of the standard to follow.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self.builder = builder(self.scripting, revision);
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
        self.build();
        self.forget_parsed();
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        let kind = match tokenizer.read_usual_token(input).or_else(|| tokenizer.advance(input)) {
            Some(kind) => kind,
            None => tokenizer.flush_long_text(input, LONG_TEXT)?,
        };
        self.is_ended = kind == TokenKind::EndOfFile;
        self.last = Some(kind);
        let token = tokenizer.token(kind);
        let context = &input.context;
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

    /// Gives the last event to the tree builder, which decides how the text after it is read.
    fn build(&mut self) {
        let Some(kind) = self.last.take() else { return };
        steps::count(1);
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        let (builder, context) = (&mut *self.builder, &mut input.context);
        let mut token = tokenizer.token(kind);
        let is_done = builder.is_in_usual_body()
            && match &token {
                tokens::Token::Characters(text) => {
                    builder.usual_characters(*text, context);
                    true
                }
                tokens::Token::StartTag(tag) => builder.usual_start_tag(tag, context),
                tokens::Token::EndTag(tag) => builder.usual_end_tag(tag.name, context),
                _ => false,
            };
        if !is_done {
            builder.process_token(&mut token, context);
        }
        tokenizer.set_cdata_allowed(builder.is_in_foreign_content());
        if let Some(Request::SwitchTokenizer(mode)) = builder.take_request() {
            tokenizer.set_state(mode);
        }
        if builder.sink.is_full() {
            let (sink, active) = builder.sink_and_formatting_elements();
            sink.keep_only(active);
        }
    }

    /// Forgets the input that is parsed, if it is so much that moving the rest is worth it.
    fn forget_parsed(&mut self) {
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        let (position, end) = (input.position(), input.end());
        let is_worth_moving = position > MAX_PARSED_BYTES && position > end - position;
        if is_worth_moving && tokenizer.is_between_tokens(input) {
            self.builder.forget_text(&mut input.context);
            self.forgotten += input.forget_consumed() as u64;
            self.newlines = 0;
            tokenizer.start_token(input);
            if input.context.strings.names().index_bound() > self.max_names {
                self.forget_names();
            }
        }
    }

    /// Forgets all names that are no longer needed.
    fn forget_names(&mut self) {
        let Tokens { tokenizer, input, .. } = &mut self.tokens;
        let new = input.context.strings.names_mut();
        let old = std::mem::take(new);
        self.builder.rename(|name| new.intern(old.get(name)));
        let last_start_tag = new.intern(old.get(tokenizer.last_start_tag()));
        tokenizer.set_last_start_tag(last_start_tag);
        // So that renaming takes linear time.
        let renamed = new.index_bound() + self.builder.open_elements().count();
        self.max_names = renamed + MAX_NAMES.max(renamed);
    }
}

/// Returns a tree builder for a document. Elements are not moved at a depth: that makes no
/// difference to tokens.
fn builder(scripting: bool, revision: Revision) -> Box<TreeBuilder<Treeless>> {
    Box::new(TreeBuilder::new(
        Treeless::outline(),
        &TreeBuilderOptions {
            revision,
            scripting,
            runnable_scripts: false,
            iframe_srcdoc: false,
            declarative_shadow_roots: false,
            depth_limit: u32::MAX,
            max_copies: Limits::default().copies,
            positions: false,
            errors: false,
        },
    ))
}

impl Default for Events {
    fn default() -> Self {
        Events::new()
    }
}
