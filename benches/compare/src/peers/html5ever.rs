//! html5ever with the tree of [`crate::rcdom`], its tokenizer, its serializer.

use std::cell::Cell;
use std::hint::black_box;

use html5ever::serialize::{SerializeOpts, serialize};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tokenizer::{
    BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_document, parse_fragment};
use tendril::stream::LossyDecoder;

use crate::pages::Page;
use crate::peer::Peer;
use crate::rcdom::{Handle, RcDom};

/// Bytes, decoded in the encoding they are known to have, to a tree. For a fragment, to its `html`
/// element.
pub enum Tree {}

impl<'p> Peer<'p> for Tree {
    type Input = &'p Page;
    type Output = Handle;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> Handle {
        parse(page)
    }

    fn count(tree: &Handle) -> usize {
        tree.count_descendants()
    }
}

/// Scripting is off, as by default in consomme: else `noscript` holds text, not elements.
fn parse(page: &Page) -> Handle {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    if page.is_fragment {
        let body = QualName::new(None, ns!(html), local_name!("body"));
        let parser = parse_fragment(RcDom::new(), options, body, Vec::new(), false);
        let fragment =
            LossyDecoder::new_encoding_rs(page.encoding, parser).one(page.bytes.as_slice());
        fragment.first_child().unwrap_or(fragment)
    } else {
        let parser = parse_document(RcDom::new(), options);
        LossyDecoder::new_encoding_rs(page.encoding, parser).one(page.bytes.as_slice())
    }
}

/// The tokenizer with a sink that does nothing, from `&str`.
pub enum Tokens {}

impl<'p> Peer<'p> for Tokens {
    type Input = &'p str;
    type Output = usize;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> usize {
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(text));
        let tokenizer = Tokenizer::new(NullSink { tokens: Cell::new(0) }, TokenizerOpts::default());
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink.tokens.get()
    }

    fn count(tokens: &usize) -> usize {
        *tokens
    }
}

struct NullSink {
    tokens: Cell<usize>,
}

impl TokenSink for NullSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        drop(black_box(token));
        TokenSinkResult::Continue
    }
}

/// The tree back to HTML.
pub enum Serialize {}

impl<'p> Peer<'p> for Serialize {
    type Input = Handle;
    type Output = Vec<u8>;

    fn input(page: &'p Page) -> Handle {
        parse(page)
    }

    fn run(tree: &mut Handle) -> Vec<u8> {
        let mut html = Vec::new();
        let options = SerializeOpts { scripting_enabled: false, ..SerializeOpts::default() };
        serialize(&mut html, &**tree, options).expect("a vector takes everything");
        html
    }

    fn count(html: &Vec<u8>) -> usize {
        html.len()
    }
}
