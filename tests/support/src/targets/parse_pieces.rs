//! Cutting bytes or text changes nothing: not the tree, errors, positions, limits, or the account
//! of the encoding. And the source at the position of a node is that node.

use std::io::{self, Read};

use consomme::{Hints, ParseOptions, Parser, Revision};

use crate::{rendered, source_check};

use super::choices::{byte_pieces, pieces, split};
use super::tree::{account, assert_same};

pub fn run(data: &[u8]) {
    let (bytes, mut choices) = split(data);
    let cuts = choices.cuts();
    let options = choices.options().errors(true);
    let hints = choices.hints();
    let options = options.positions(choices.flag());

    let document = options.parse_document(bytes, &hints);
    let whole = account(&document);
    let mut parser = Parser::new(&options, &hints);
    for piece in byte_pieces(bytes, &cuts) {
        parser.feed(piece);
    }
    assert_same(&whole, &account(&parser.finish()), &format!("bytes cut as {cuts:?}"));

    // A limit that stops parsing stops reading, too, so fewer bytes are read.
    if !document.limits_hit().nodes && !document.limits_hit().input_bytes {
        let mut parser = Parser::new(&options, &hints);
        let reader = Reader { pieces: byte_pieces(bytes, &cuts) };
        let read = parser.read_from(reader).expect("the reader has no errors that count");
        assert_eq!(read, bytes.len() as u64);
        assert_same(&whole, &account(&parser.finish()), &format!("read in pieces cut as {cuts:?}"));
    }

    let text = String::from_utf8_lossy(bytes);
    let whole = account(&options.parse_str(&*text));
    let mut parser = Parser::new(&options, &Hints::new());
    for piece in pieces(&text, &cuts) {
        parser.feed_str(piece);
    }
    assert_same(&whole, &account(&parser.finish()), &format!("text cut as {cuts:?}"));
    let revision = choices.revision();
    check_positions(&text, revision, choices.flag());
}

/// Checks that the source at each position is the node, that positions change nothing else, and
/// that rendered text leads back to the source.
fn check_positions(text: &str, revision: Revision, shadow_roots: bool) {
    let options =
        ParseOptions::new().revision(revision).errors(true).declarative_shadow_roots(shadow_roots);
    let without = options.parse_str(text);
    let with = options.positions(true).parse_str(text);
    source_check::check(&with, text, revision).unwrap();
    source_check::check_same(&with, &without).unwrap();
    rendered::check(&with).unwrap();
}

/// Reads one piece at a time; an empty piece is an interruption.
struct Reader<'a> {
    pieces: Vec<&'a [u8]>,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pieces.is_empty() {
            return Ok(0);
        }
        let piece = self.pieces.remove(0);
        if piece.is_empty() && !self.pieces.is_empty() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (now, later) = piece.split_at(piece.len().min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        if !later.is_empty() {
            self.pieces.insert(0, later);
        }
        Ok(now.len())
    }
}
