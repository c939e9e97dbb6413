//! Real pages: consomme's parser builds the same trees as html5ever's.

mod rcdom_dump;

use consomme_test::suite;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeSink;
use html5ever::{ParseOpts, QualName, local_name, ns};
use markup5ever_rcdom::RcDom;
use scraper::{Html, HtmlTreeSink};

/// Calls `check` with the name and the text of each page.
fn for_each_page(check: impl Fn(&str, &str)) {
    suite::for_each_page(|name, bytes| check(name, &String::from_utf8_lossy(&bytes)));
}

/// Parses a text with both parsers.
fn both<S: TreeSink>(sink: impl Fn() -> S, text: &str) -> (S::Output, S::Output) {
    let theirs = html5ever::parse_document(sink(), ParseOpts::default()).one(text);
    let ours = consomme_html5ever::parse_document(sink(), ParseOpts::default()).one(text);
    (theirs, ours)
}

#[test]
fn scraper_writes_the_same_html() {
    for_each_page(|name, text| {
        let (theirs, ours) = both(|| HtmlTreeSink::new(Html::new_document()), text);
        assert!(theirs.html() == ours.html(), "{name}");
        assert_eq!(theirs.quirks_mode, ours.quirks_mode, "{name}");
    });
}

#[test]
fn dom_query_writes_the_same_html() {
    for_each_page(|name, text| {
        let (theirs, ours) = both(dom_query::Document::default, text);
        assert!(theirs.html() == ours.html(), "{name}");
        assert_eq!(theirs.quirks_mode, ours.quirks_mode, "{name}");
    });
}

#[test]
fn rcdom_is_the_same_tree() {
    for_each_page(|name, text| {
        let (theirs, ours) = both(RcDom::default, text);
        let dumps = [theirs, ours].map(|dom| rcdom_dump::dump(&dom.document));
        assert!(dumps[0] == dumps[1], "{name}");
    });
}

#[test]
fn scraper_writes_the_same_html_of_fragments() {
    for_each_page(|name, text| {
        let context = || QualName::new(None, ns!(html), local_name!("body"));
        let sink = || HtmlTreeSink::new(Html::new_fragment());
        let (opts, none) = (ParseOpts::default(), Vec::new());
        let theirs = html5ever::parse_fragment(sink(), opts.clone(), context(), none, false);
        let ours = consomme_html5ever::parse_fragment(sink(), opts, context(), Vec::new(), false);
        assert!(theirs.one(text).html() == ours.one(text).html(), "{name}");
    });
}

/// The pages in pieces of many lengths, so that texts and tags are cut.
#[test]
fn the_tree_does_not_depend_on_the_pieces() {
    for_each_page(|name, text| {
        let sink = || HtmlTreeSink::new(Html::new_document());
        let parser = || consomme_html5ever::parse_document(sink(), ParseOpts::default());
        let whole = parser().one(text);
        let mut pieces = parser().from_utf8();
        let mut rest = text.as_bytes();
        for length in (1..1000).cycle().step_by(97) {
            let (piece, after) = rest.split_at(rest.len().min(length));
            pieces.process(piece.into());
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        assert!(pieces.finish().html() == whole.html(), "{name}");
    });
}
