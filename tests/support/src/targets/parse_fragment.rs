//! A fragment for any context makes a sound tree, wherever it is cut.

use consomme::{NodeKind, Parser};

use super::choices::{pieces, split_text};
use super::tree::{account, assert_same, check, dump};

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let context = choices.context();
    let cuts = choices.cuts();
    let options = choices.options();

    let fragment = options.clone().errors(true).parse_fragment(context.clone(), text.as_str());
    assert_eq!(fragment.root().kind(), NodeKind::DocumentFragment);
    assert!(fragment.root().children().all(|child| child.as_doctype().is_none()));
    check(&fragment);

    let mut parser = Parser::for_fragment(&options.clone().errors(true), context.clone());
    for piece in pieces(&text, &cuts) {
        parser.feed_str(piece);
    }
    assert_same(&account(&fragment), &account(&parser.finish()), &format!("cut as {cuts:?}"));
    let without_errors = options.parse_fragment(context, text);
    assert_same(&dump(&fragment), &dump(&without_errors), "collecting errors changes nothing");
}
