//! The body loop, which parses what pages are made of.

// Nearly all tokens of a page (on 130 real pages, 99 of 100) are usual: start tags, end tags
// without attributes, text without references, comments without parse errors, and the texts of
// elements like `script`. The body loop reads these, and nothing else, and has the tree builder
// process them. It knows no rule: `tokenizer/usual_*.rs` read the tokens,
// `tree_builder/usual_tokens.rs` processes the tokens whose rules do little, and the dispatcher
// processes the rest.
//
// # The states are the law
//
// The loop is a shortcut through the tokenizer's states, which read everything without it as well.
// It may stop anywhere without changing the result. It stops in two kinds of places:
//
// - between two tokens;
// - in a start tag or a text that turns out not to be usual. The tokenizer is then in the state
//   that it would be in there, with the same tag or characters under construction.
//
// Either way, `Engine::run` goes on with the states for one token, and tries the loop again. Two
// more ways out are a request of the tree builder, and an interruption: the bound on nodes, or a
// sink that wants a pause.
//
// # Two loops
//
// The loop is compiled twice. One runs where the next token is one of a body, the other elsewhere:
// in the head, in tables, in foreign content. Each processes the frequent tokens of its place at
// once.
// In a body, these are text, start tags whose rule is to insert an element and little else, and end
// tags that end the current node, together 83 of 100 tokens; elsewhere whitespace, text in foreign
// content, and end tags of SVG and MathML elements, 6 of 100. Any other token goes to the
// dispatcher, and then it is asked anew which of the two is next.
//
// # Why it is fast
//
// Its steps are the steps of the states; it saves the work between them. The cursor is a local
// variable. A token is not stored and matched again. The conditions that the dispatcher tests
// before each token (the insertion mode, foreign content, a line feed to ignore, the requests of
// the token before) are tested once before the loop, because the tokens that it processes itself
// change none of these, except that an end tag may lead to foreign content or out of it. The steps
// of a start tag are a row of bits by its name instead of a jump, which predicts badly.
//
// For the same reason the functions for other tokens are not inlined. One that is, or that borrows
// more than `self`, takes registers from the frequent tokens, which costs each of them up to
// fifteen instructions of three hundred.
//
// Parsing the 130 pages without the loop takes 43 % more instructions, and 40 % more with errors
// and positions.
//
// `ParseOptions::without_body_loop`, which is for tests only, leaves the loop out. The fuzz target
// `body_loop` compares documents parsed with it and without.

use crate::bytes::scan;
use crate::names::LocalName;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::Tokenizer;
use crate::tree_sink::TreeSink;

use super::engine::Engine;

/// The kind of tokens that come next after a loop over usual tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextTokens {
    /// Perhaps more usual tokens, for the same loop or another one.
    UsualTokens,
    /// A token for the states, or none.
    States,
}

impl<S: TreeSink> Engine<S> {
    /// Parses the usual tokens that come next.
    #[inline(always)]
    pub(super) fn usual_tokens(&mut self) {
        if self.without_body_loop || self.pauses_at_error {
            return;
        }
        while !self.builder.has_request() && !self.is_interrupted() {
            let next = if !self.tokenizer.is_between_tokens_in_data(&self.input) {
                self.usual_text_element()
            } else if self.builder.is_in_usual_body() {
                self.body_loop()
            } else {
                self.other_loop()
            };
            if next == NextTokens::States {
                break;
            }
        }
    }

    /// Parses the usual tokens of a body that come next.
    // Never inlined: the registers of `Engine::run` would mix with those of the loop.
    #[inline(never)]
    fn body_loop(&mut self) -> NextTokens {
        self.usual_loop::<true>()
    }

    /// Parses the usual tokens that come next, outside of a body.
    // Never inlined, as the other one.
    #[inline(never)]
    fn other_loop(&mut self) -> NextTokens {
        self.usual_loop::<false>()
    }

    /// Parses the usual tokens that come next, as long as they are those of a body, or as long as
    /// they are not.
    // Always inlined into its two callers, which give it its name in a profile.
    #[inline(always)]
    fn usual_loop<const IN_BODY: bool>(&mut self) -> NextTokens {
        let mut at = self.input.position();
        while !self.has_too_many_nodes() {
            steps::count(1);
            let Engine { input, tokenizer, builder, .. } = self;
            let has_nulls = input.has_nulls();
            // Asked for once in each token: a document may share its source.
            let (source, names) = input.context.strings.source_and_names_mut();
            let bytes = source.as_bytes();
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b'<'), Some(b'a'..=b'z' | b'A'..=b'Z')) => {
                    let name = tokenizer.read_usual_start_tag_name(source, names, at);
                    let end = tokenizer.read_rest_of_usual_start_tag(input, at, name);
                    let Some(end) = end else { return NextTokens::States };
                    input.context.token = at..end;
                    at = end;
                    if IN_BODY && builder.usual_start_tag(&tokenizer.tag, &mut input.context) {
                        continue;
                    }
                    self.process_start_tag();
                }
                (Some(b'<'), Some(b'/')) => {
                    let usual = Tokenizer::read_usual_end_tag(source, names, at);
                    let Some((name, end)) = usual else { break };
                    input.context.token = at..end;
                    let is_usual = if IN_BODY {
                        builder.usual_end_tag(name, &mut input.context)
                    } else {
                        builder.usual_foreign_end_tag(name, &mut input.context)
                    };
                    if !is_usual {
                        self.process_end_tag(name, at, end);
                        at = end;
                    } else {
                        at = end;
                        // An end tag may lead to foreign content, or out of it.
                        if builder.is_in_foreign_content() != IN_BODY {
                            continue;
                        }
                    }
                }
                (Some(b'<'), Some(b'!')) => {
                    let Some(end) = self.usual_comment(at) else { return NextTokens::States };
                    at = end;
                }
                (Some(b'<') | None, _) => break,
                (Some(_), _) => {
                    let end = scan::text_end(bytes, at, has_nulls);
                    if bytes.get(end) != Some(&b'<') {
                        self.other_text(at, end);
                        return NextTokens::States;
                    }
                    input.context.token = at..end;
                    let text = Span::of_source(at, end);
                    at = end;
                    if IN_BODY {
                        builder.usual_characters(text, &mut input.context);
                        continue;
                    }
                    // Whether the next token, of another kind, is processed as well.
                    let is_last =
                        self.bound.is_above(&builder.sink) && ends_characters(input.bytes(), end);
                    if builder.usual_characters_elsewhere(text, is_last, &mut input.context) {
                        continue;
                    }
                    builder.process_characters(text, &mut input.context);
                }
            }
            if self.ends_usual_loop(IN_BODY, at) {
                return NextTokens::UsualTokens;
            }
        }
        self.go_on_at(at);
        NextTokens::States
    }

    /// Whether the loop must end before the token at byte `at`, because of the dispatcher's
    /// processing of the one before.
    // Never inlined, to keep the loop short; so are the functions below.
    #[inline(never)]
    fn ends_usual_loop(&mut self, in_body: bool, at: usize) -> bool {
        self.tokenizer.set_cdata_allowed(self.builder.is_in_foreign_content());
        let ends = self.builder.has_request() || self.builder.is_in_usual_body() != in_body;
        if ends {
            self.go_on_at(at);
        }
        ends
    }

    /// Makes the next token start at byte `at`.
    fn go_on_at(&mut self, at: usize) {
        self.input.advance_to(at);
        self.tokenizer.start_token(&self.input);
    }

    /// Processes the current tag token, a start tag, by the dispatcher.
    #[inline(never)]
    fn process_start_tag(&mut self) {
        self.builder.process_start_tag(&mut self.tokenizer.tag, &mut self.input.context);
    }

    /// Processes an end tag by the dispatcher.
    #[inline(never)]
    fn process_end_tag(&mut self, name: LocalName, at: usize, end: usize) {
        self.tokenizer.set_end_tag(name, at, end);
        self.builder.process_end_tag(&self.tokenizer.tag, &mut self.input.context);
    }

    /// Parses the text at byte `at`, which is usual up to byte `end` and does not end there with a
    /// `<`.
    #[inline(never)]
    fn other_text(&mut self, at: usize, end: usize) {
        let Engine { input, tokenizer, builder, .. } = self;
        if end == input.end() && input.is_last() {
            input.context.token = at..end;
            let text = Span::of_source(at, end);
            if builder.is_in_usual_body() {
                builder.usual_characters(text, &mut input.context);
            } else {
                builder.process_characters(text, &mut input.context);
                tokenizer.set_cdata_allowed(builder.is_in_foreign_content());
            }
            self.go_on_at(end);
        } else {
            // The data state goes on with this text where it is no longer usual.
            tokenizer.start_token_at(at);
            input.advance_to(end);
        }
    }

    /// Parses the comment whose `<!` is at byte `at`, and returns its end; `None` if it is no usual
    /// comment.
    #[inline(never)]
    fn usual_comment(&mut self, at: usize) -> Option<usize> {
        let (data, end) = self.tokenizer.read_usual_comment(&mut self.input, at)?;
        self.input.context.token = at..end;
        self.builder.process_comment(data, &mut self.input.context);
        Some(end)
    }

    /// Parses the text of an element that contains only text, if the next token starts in one, and
    /// the end tag of the element.
    #[inline(never)]
    fn usual_text_element(&mut self) -> NextTokens {
        let Engine { input, tokenizer, builder, bound, .. } = self;
        let Some(text) = tokenizer.read_usual_text(input) else { return NextTokens::States };
        let at = input.position();
        if at < text.end {
            input.context.token = at..text.end;
            let characters = Span::of_source(at, text.end);
            if !builder.usual_text(characters, &mut input.context) {
                builder.process_characters(characters, &mut input.context);
            }
            if bound.is_exceeded_by(&builder.sink) {
                self.go_on_at(text.end);
                return NextTokens::States;
            }
        }
        input.context.token = text.end..text.tag_end;
        tokenizer.end_text(&text);
        if !builder.usual_text_end_tag(tokenizer.tag.name, &mut input.context) {
            builder.process_end_tag(&tokenizer.tag, &mut input.context);
        }
        tokenizer.set_cdata_allowed(builder.is_in_foreign_content());
        self.go_on_at(text.tag_end);
        NextTokens::UsualTokens
    }
}

/// Whether the `<` at byte `at` starts a token that is not made of characters: a tag, a comment or
/// a DOCTYPE.
fn ends_characters(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at + 1) {
        Some(b'/') => bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic),
        Some(next) => next.is_ascii_alphabetic() || *next == b'!',
        None => false,
    }
}
