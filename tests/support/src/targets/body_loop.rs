//! The body loop changes nothing: with it and without, a parse has the same tree, errors,
//! positions, limits and account of the encoding, whole and in pieces, of a document and of a
//! fragment.

use consomme::{ParseOptions, Parser};

use super::choices::{byte_pieces, pieces, split};
use super::tree::{account, assert_same};

pub fn run(data: &[u8]) {
    let (bytes, mut choices) = split(data);
    let cuts = choices.cuts();
    let context = choices.context();
    let hints = choices.hints();
    let options = choices.options().errors(choices.flag()).positions(choices.flag());
    let states = options.clone().without_body_loop(true);

    let expected = account(&states.parse_document(bytes, &hints));
    assert_same(&expected, &account(&options.parse_document(bytes, &hints)), "whole");
    let mut parser = Parser::new(&options, &hints);
    for piece in byte_pieces(bytes, &cuts) {
        parser.feed(piece);
    }
    assert_same(&expected, &account(&parser.finish()), &format!("cut as {cuts:?}"));

    let text = String::from_utf8_lossy(bytes);
    let fragment =
        |options: &ParseOptions| account(&options.parse_fragment(context.clone(), &*text));
    let expected = fragment(&states);
    assert_same(&expected, &fragment(&options), "fragment");
    let mut parser = Parser::for_fragment(&options, context.clone());
    for piece in pieces(&text, &cuts) {
        parser.feed_str(piece);
    }
    assert_same(&expected, &account(&parser.finish()), &format!("fragment cut as {cuts:?}"));
}

/// Checks a text without other choices, with errors and positions and without.
pub fn check_text(text: &str, options: &ParseOptions) {
    for is_asked in [false, true] {
        let options = options.clone().errors(is_asked).positions(is_asked);
        let states = options.clone().without_body_loop(true);
        let (expected, actual) = (states.parse_str(text), options.parse_str(text));
        assert_same(&account(&expected), &account(&actual), text);
    }
}
