//! Where offsets of 32 bits end: texts of 2 GiB. The trial takes minutes without optimization, and
//! some gigabytes of memory, so it runs only where it is asked for:
//!
//! ```sh
//! cargo test --release --all-features --test memory -- --ignored
//! ```

use consomme::{Hints, ParseOptions, Parser};

/// The limit on the text of a document, in bytes: 2 GiB less one.
const MAX_TEXT: usize = (1 << 31) - 1;

/// Texts that are longer than their source reach 2 GiB before it does. That is reported, too: each
/// U+0000 of a comment becomes U+FFFD, which takes three bytes.
pub(crate) fn replaced_characters_end_at_2_gib() {
    let nulls = vec![0; 1 << 20];
    let mut parser = Parser::new(&ParseOptions::new(), &Hints::utf8());
    parser.feed(b"<p>1</p><!--");
    for _ in 0..700 {
        parser.feed(&nulls);
    }
    parser.feed(b"--><p>2</p>");
    let document = parser.finish();
    assert_eq!(document.limits_hit().to_string(), "input_bytes");
    document.check_parsed().unwrap();
    let comments = document.descendants().filter_map(|node| node.as_comment().map(str::len));
    assert!(comments.last().is_some_and(|length| length > MAX_TEXT - 1024));
    assert_eq!(document.root().text_content(), "12", "what comes after it is parsed");
}
