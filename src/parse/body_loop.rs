//! The body loop, which parses what pages are made of.

// Nearly all tokens of a page (on 130 real pages, 86 of 100) are of three kinds: text without
// references, end tags that end the current node, and start tags whose rule is to insert an element
// and little else. The body loop reads and processes these, and nothing else. It knows no rule:
// `tokenizer/plain_tag.rs` reads the tags, `tree_builder/plain_tokens.rs` processes the tokens.
//
// # The states are the law
//
// The loop is a shortcut through the tokenizer's states and the tree builder's dispatcher, which
// parse everything without it as well. So it may stop at any time, and what it stops at decides
// nothing. It stops in two kinds of places:
//
// - between two tokens, in the data state;
// - in a start tag that turns out not to be plain: at its name, at an attribute, or in a value. The
//   tokenizer is then in the state that it would be in there, with the same tag under construction.
//
// Either way, `Engine::run` goes on with the states, processes one token by the dispatcher, and
// tries the loop again. Two more ways out are a tag that is read, but that the tree builder's part
// does not process; and the limit on nodes.
//
// # Why it is fast
//
// Not for its steps, which are those of the states, but for what is missing between them. The
// cursor is a local variable. A token is not stored and matched again. What the dispatcher asks
// before each token (the insertion mode, foreign content, a line feed to ignore, the requests of
// the token before) is asked once before the loop, because the tokens that it processes change none
// of these, except that an end tag may lead back to foreign content. What start tags do is a row of
// bits by their name instead of a jump, which predicts badly.
//
// Parsing the 130 pages without the loop takes 6 % more instructions, and 10 % more with errors and
// positions.
//
// `ParseOptions::without_body_loop`, which is for tests only, leaves the loop out. The fuzz target
// `body_loop` compares documents parsed with it and without.

use crate::bytes::scan;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::{TokenKind, Tokenizer};
use crate::tree_sink::TreeSink;

use super::engine::Engine;

impl<S: TreeSink> Engine<S> {
    /// Parses the plain tokens of a body that come next. Returns the kind of a token that is read
    /// and not processed, if there is one; otherwise the tokenizer goes on with what comes next.
    // Never inlined: the registers of `Engine::run` would mix with those of the loop.
    #[inline(never)]
    pub(super) fn body_loop(&mut self) -> Option<TokenKind> {
        let Engine { input, tokenizer, builder, max_nodes, without_body_loop } = self;
        if *without_body_loop
            || !builder.is_in_plain_body()
            || !tokenizer.is_between_tokens_in_data(input)
        {
            return None;
        }
        let mut at = input.position();
        while builder.sink.node_count() <= *max_nodes {
            steps::count(1);
            let bytes = input.bytes();
            match (bytes.get(at), bytes.get(at + 1)) {
                (Some(b'<'), Some(b'a'..=b'z' | b'A'..=b'Z')) => {
                    let end = tokenizer.read_plain_start_tag(input, at)?;
                    input.context.token = at..end;
                    if !builder.plain_start_tag(&tokenizer.tag, &mut input.context) {
                        input.advance_to(end);
                        tokenizer.start_token(input);
                        return Some(TokenKind::StartTag);
                    }
                    at = end;
                }
                (Some(b'<'), Some(b'/')) => {
                    let Some((name, end)) = Tokenizer::read_plain_end_tag(input, at) else { break };
                    input.context.token = at..end;
                    if !builder.plain_end_tag(name, &mut input.context) {
                        tokenizer.set_end_tag(name, at, end);
                        input.advance_to(end);
                        tokenizer.start_token(input);
                        return Some(TokenKind::EndTag);
                    }
                    at = end;
                    if builder.is_in_foreign_content() {
                        tokenizer.set_cdata_allowed(true);
                        break;
                    }
                }
                (Some(b'<') | None, _) => break,
                (Some(_), _) => {
                    let end = scan::text_end(bytes, at, input.has_nulls());
                    if bytes.get(end) != Some(&b'<') {
                        // The data state goes on with this text where it is no longer plain.
                        tokenizer.start_token_at(at);
                        input.advance_to(end);
                        return None;
                    }
                    input.context.token = at..end;
                    builder.plain_characters(Span::of_source(at, end), &mut input.context);
                    at = end;
                }
            }
        }
        input.advance_to(at);
        tokenizer.start_token(input);
        None
    }
}
