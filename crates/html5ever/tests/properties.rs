//! For any input, the tree is the one that consomme builds itself.

mod rcdom_dump;

use consomme_html5ever::consomme::{Context, Limits, ParseOptions, Revision};
use consomme_html5ever::{ParseOpts, Parser, parse_document, parse_fragment};
use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::tree_dump::{self, Doctype};
use html5ever::tendril::TendrilSink;
use html5ever::{QualName, ns};
use markup5ever_rcdom::RcDom;
use proptest::prelude::*;

/// Elements that fragments are parsed for.
const CONTEXTS: &[&str] = &[
    "body", "div", "select", "table", "tbody", "tr", "td", "template", "html", "head", "p",
    "title", "script", "noscript", "colgroup", "caption", "frameset", "button", "option",
];

/// Parser options: revision, scripting, and whether elements may be three levels deep only.
fn options() -> impl Strategy<Value = (Revision, bool, Limits)> {
    let revision = prop_oneof![Just(Revision::Living2026), Just(Revision::Snapshot2024)];
    let limits = prop_oneof![Just(Limits::default()), Just(Limits::default().depth(Some(3)))];
    (revision, any::<bool>(), limits)
}

/// The revision to parse a text by: the older one, if by the newer one its tree needs a feature
/// that html5ever's trait or `markup5ever_rcdom` lacks.
fn revision_for(text: &str, revision: Revision) -> Revision {
    let text = text.to_ascii_lowercase();
    let is_beyond_the_trait =
        text.contains("<template") && text.contains("for") || text.contains("<selectedcontent");
    if is_beyond_the_trait { Revision::Snapshot2024 } else { revision }
}

fn opts(scripting: bool) -> ParseOpts {
    let mut opts = ParseOpts::default();
    opts.tree_builder.scripting_enabled = scripting;
    opts
}

/// Parses a text whole, and in pieces of that many characters.
fn trees(parser: impl Fn() -> Parser<RcDom>, text: &str, length: usize) -> [RcDom; 2] {
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters.chunks(length).map(|piece| piece.iter().collect::<String>());
    [parser().one(text), parser().from_iter(pieces)]
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_document_is_that_of_consomme(
        text in soup(), (revision, scripting, limits) in options(), length in 1_usize..20,
    ) {
        let revision = revision_for(&text, revision);
        let options = ParseOptions::new().revision(revision).scripting(scripting);
        let expected = options.limits(limits).parse_str(text.as_str());
        let expected = tree_dump::dump(expected.root(), Doctype::Full);
        let parser = || {
            let parser = parse_document(RcDom::default(), opts(scripting));
            parser.revision(revision).limits(limits)
        };
        for dom in trees(parser, &text, length) {
            prop_assert_eq!(rcdom_dump::dump(&dom.document), expected.as_str());
        }
    }

    #[test]
    fn a_fragment_is_that_of_consomme(
        text in soup(),
        (revision, scripting, limits) in options(),
        context in prop::sample::select(CONTEXTS),
        length in 1_usize..20,
    ) {
        // consomme's own function keeps one at the start of a fragment.
        prop_assume!(!text.starts_with('\u{FEFF}'));
        let revision = revision_for(&text, revision);
        let options = ParseOptions::new().revision(revision).scripting(scripting);
        let options = options.limits(limits);
        let expected = options.parse_fragment(Context::html(context), text.as_str());
        let expected = tree_dump::dump(expected.root(), Doctype::Full);
        let parser = || {
            let name = QualName::new(None, ns!(html), context.into());
            let none = Vec::new();
            let parser = parse_fragment(RcDom::default(), opts(scripting), name, none, scripting);
            parser.revision(revision).limits(limits)
        };
        for dom in trees(parser, &text, length) {
            let root = dom.document.children.borrow()[0].clone();
            prop_assert_eq!(rcdom_dump::dump(&root), expected.as_str());
        }
    }
}
