//! Moves input to the engine and has it parsed. One loop does, wherever the input comes from.
//!
//! Only a speculation parses by another one, in `speculation.rs`: it stops after each token to look
//! at the elements that the token has inserted, and no token there pauses the parser.

use crate::tree_sink::TreeSink;

use super::engine::{Declaration, Engine, Pause};

/// How many bytes of input are decoded and parsed at a time: few enough to stay in the nearest
/// caches until they are parsed, and many in comparison with the tokens that pieces cut in two. In
/// half of it, parsing takes 4 % longer, and in twice as much no less.
pub(super) const PIECE: usize = 64 * 1024;

/// Where the input of an engine comes from: a text, the bytes of a document, or a driver.
pub(super) trait Source<S: TreeSink> {
    /// Gives the engine the next piece of input, and tells it whether that is the last one. Returns
    /// whether there was any, or the input has ended.
    fn push_piece(&mut self, engine: &mut Engine<S>) -> bool;

    /// Handles the declaration of a `meta` element. Returns whether parsing goes on at once.
    fn declare(&mut self, declaration: Declaration, engine: &mut Engine<S>) -> bool;
}

/// Parses the input of a source until there is a reason to pause that the source does not handle.
#[inline]
pub(super) fn run<S: TreeSink>(
    engine: &mut Engine<S>,
    source: &mut impl Source<S>,
) -> Pause<S::Handle> {
    loop {
        match engine.run() {
            Pause::NeedsInput if source.push_piece(engine) => {}
            Pause::EncodingDeclared(declaration) if source.declare(declaration, engine) => {}
            pause => return pause,
        }
    }
}

/// Text that is available as a whole.
impl<S: TreeSink> Source<S> for &str {
    fn push_piece(&mut self, engine: &mut Engine<S>) -> bool {
        let (piece, rest) = self.split_at(piece_length(self, PIECE));
        engine.input.push(piece);
        engine.input.set_last(rest.is_empty());
        *self = rest;
        true
    }

    /// Text has no encoding to change.
    fn declare(&mut self, _: Declaration, _: &mut Engine<S>) -> bool {
        true
    }
}

/// Returns the length of the first piece of a text: at least `length` bytes, up to the end of a
/// character.
pub(super) fn piece_length(text: &str, length: usize) -> usize {
    (length..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}
