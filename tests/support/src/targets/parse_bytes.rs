//! Any bytes, with any hints and options, make a sound document.

use consomme::serialize::{MinifyOptions, SerializeOptions};
use consomme::{Hints, ParseOptions};

use super::choices::split;
use super::tree::{account, assert_same, check, dump};

pub fn run(data: &[u8]) {
    let (bytes, mut choices) = split(data);
    let options = choices.options();
    let hints = choices.hints();
    check_bytes(bytes, &options, &hints);
}

fn check_bytes(bytes: &[u8], options: &ParseOptions, hints: &Hints) {
    let document = options.clone().errors(true).parse_document(bytes, hints);
    check(&document);

    let of_owned = options.clone().errors(true).parse_document(bytes.to_vec(), hints);
    assert_same(
        &account(&document),
        &account(&of_owned),
        "whether the bytes are owned makes no difference",
    );
    let copy = document.clone();
    drop(of_owned);
    assert_same(&account(&document), &account(&copy), "a clone is equal");
    let without_errors = options.parse_document(bytes, hints);
    assert_same(&dump(&document), &dump(&without_errors), "collecting errors changes nothing");
    assert!(without_errors.recorded_errors().is_none());

    let report = document.encoding_report().expect("bytes have an encoding");
    assert!(!report.to_string().is_empty());
    let mut written = Vec::new();
    document.serialize(&SerializeOptions::new()).write_to(&mut written).expect("a vector");
    assert_eq!(written, document.inner_html().as_bytes());
    let options = MinifyOptions::new().collapse_whitespace(true).meta_charset("utf-8");
    document.serialize(&options).to_string();
}
