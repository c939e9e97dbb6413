//! How fast text becomes tokens, without a tree.
//!
//! `tokenize` goes over every page once per iteration, whole, in pieces, with errors collected, and
//! as events; `tokenize_pattern` over made-up texts. Except for events, nobody tells the tokenizer
//! where scripts are: their text is read as markup.

mod support;

use std::hint::black_box;

use consomme::events::Events;
use consomme::tokenizer::Tokens;
use criterion::{Criterion, criterion_group, criterion_main};

/// Reads tokens until there are no more for now.
fn drain(tokens: &mut Tokens) {
    while let Some(token) = tokens.next_token() {
        black_box(&token);
    }
}

/// All tokens of a text.
fn tokenize(mut tokens: Tokens, text: &str) -> Tokens {
    tokens.feed_str(text);
    tokens.end();
    drain(&mut tokens);
    tokens
}

/// All tokens of a text that comes in pieces.
fn tokenize_pieces(mut rest: &str) -> Tokens {
    let mut tokens = Tokens::new();
    while !rest.is_empty() {
        let mut end = support::PIECE.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (piece, after) = rest.split_at(end);
        tokens.feed_str(piece);
        drain(&mut tokens);
        rest = after;
    }
    tokens.end();
    drain(&mut tokens);
    tokens
}

/// All events of a text.
fn read_events(text: &str) -> Events {
    let mut events = Events::new();
    events.feed_str(text);
    events.end();
    while let Some(event) = events.next_event() {
        black_box(&event);
    }
    events
}

/// Every page once per iteration.
fn corpus(criterion: &mut Criterion) {
    let pages = support::pages();
    if pages.is_empty() {
        return;
    }
    let length = pages.iter().map(|page| page.text.len()).sum();
    let mut group = support::corpus_group(criterion, "tokenize", length);
    support::over(&mut group, "whole", &pages, |page| tokenize(Tokens::new(), &page.text));
    support::over(&mut group, "pieces", &pages, |page| tokenize_pieces(&page.text));
    support::over(&mut group, "errors", &pages, |page| {
        tokenize(Tokens::new().collect_errors(true), &page.text)
    });
    support::over(&mut group, "events", &pages, |page| read_events(&page.text));
    group.finish();
}

/// Made-up texts.
fn pattern(criterion: &mut Criterion) {
    support::patterns(criterion, "tokenize_pattern", &support::MARKUP, |text| {
        tokenize(Tokens::new(), text)
    });
}

criterion_group!(benches, corpus, pattern);
criterion_main!(benches);
