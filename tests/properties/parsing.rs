//! Properties of parsing that hold for every input.

use std::sync::Arc;

use consomme::{Context, Document, Hints, Limits, ParseOptions, Recycler, Revision};
use consomme_test::config::config;
use consomme_test::soup::{parse_in_pieces, soup};
use consomme_test::targets::tree::{check, dump};
use proptest::prelude::*;

fn options() -> impl Strategy<Value = ParseOptions> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(scripting, snapshot, shadow_roots)| {
        let revision = if snapshot { Revision::Snapshot2024 } else { Revision::Living2026 };
        ParseOptions::new()
            .scripting(scripting)
            .revision(revision)
            .declarative_shadow_roots(shadow_roots)
            .errors(true)
    })
}

/// Removes these parts from the ASCII-lowercased text until none is left.
fn without(text: &str, parts: &[&str]) -> String {
    let mut text = text.to_ascii_lowercase();
    while let Some(part) = parts.iter().find(|part| text.contains(**part)) {
        text = text.replace(part, "");
    }
    text
}

/// Parts of all markup whose meaning the standard has changed between the two revisions.
const REVISED: &[&str] = &[
    "<?",
    "select",
    "option",
    "optgroup",
    // `<template for>`, but not `<foreignObject>` and `<form>`.
    " for",
    "\nfor",
    "/for",
    // Public identifiers of doctypes for which an empty system identifier counts as missing.
    "frameset//",
    "transitional//",
];

/// Parts whose meaning after a `template` start tag the standard has changed: a `form` in a table,
/// and a `frameset` after an implied `body`.
const REVISED_BY_TEMPLATES: &[&str] = &["<form", "<frameset"];

fn messages(document: &Document) -> Vec<String> {
    document.errors().iter().map(|error| error.message(document)).collect()
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn bytes_of_any_kind_make_a_consistent_tree(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&ParseOptions::new().errors(true).parse_document(&bytes[..], &Hints::new()));
    }

    #[test]
    fn soup_of_any_kind_makes_a_consistent_tree(text in soup(), options in options()) {
        check(&options.parse_str(&text));
    }

    #[test]
    fn where_the_input_is_cut_makes_no_difference(
        text in soup(),
        options in options(),
        cuts in prop::collection::vec(1_usize..9, 1..40),
    ) {
        let whole = options.parse_str(&text);
        let pieces = parse_in_pieces(&options, &text, &cuts);
        prop_assert_eq!(dump(&whole), dump(&pieces));
        prop_assert_eq!(whole.errors(), pieces.errors());
        prop_assert_eq!(messages(&whole), messages(&pieces));
    }

    #[test]
    fn errors_are_ordered_lie_in_the_text_and_change_nothing(text in soup(), options in options()) {
        let with = options.parse_str(&text);
        let without = options.clone().errors(false).parse_str(&text);
        prop_assert_eq!(dump(&with), dump(&without));
        prop_assert!(with.errors().is_sorted_by_key(|error| error.offset()));
        for error in with.errors() {
            prop_assert!(with.source().get(error.span()).is_some(), "{}", error);
        }
    }

    #[test]
    fn scripting_changes_nothing_but_noscript(text in soup(), options in options()) {
        let text = without(&text, &["noscript"]);
        let on = options.clone().scripting(true).parse_str(text.as_str());
        let off = options.scripting(false).parse_str(text);
        prop_assert_eq!(dump(&on), dump(&off));
        prop_assert_eq!(on.errors(), off.errors());
    }

    /// Between the two revisions, the standard has gained processing instructions, markup in
    /// `select`, and `<template for>`, and has changed the meaning of an empty system identifier,
    /// and the effect of templates on forms and framesets.
    #[test]
    fn the_revision_changes_nothing_but_what_was_revised(text in soup(), scripting in any::<bool>()) {
        let mut text = without(&text, REVISED);
        if text.contains("<template") {
            text = without(&text, &[REVISED, REVISED_BY_TEMPLATES].concat());
        }
        let options = ParseOptions::new().scripting(scripting).errors(true);
        let living = options.clone().revision(Revision::Living2026).parse_str(text.as_str());
        let snapshot = options.revision(Revision::Snapshot2024).parse_str(text);
        prop_assert_eq!(dump(&living), dump(&snapshot));
        prop_assert_eq!(living.errors(), snapshot.errors());
    }

    #[test]
    fn fragments_of_any_kind_make_a_consistent_tree(
        text in soup(),
        options in options(),
        (namespace, context) in prop::sample::select(consomme_test::targets::choices::CONTEXTS),
    ) {
        check(&options.parse_fragment(Context::new(namespace, context), &text));
    }

    #[test]
    fn the_order_of_all_nodes_is_that_of_each_two(text in soup()) {
        let document = ParseOptions::new().parse_str(text);
        let order = document.document_order();
        let nodes: Vec<_> = document.root().descendants_with_templates().collect();
        for (i, &a) in nodes.iter().enumerate() {
            for &b in nodes[i..].iter().take(20) {
                prop_assert_eq!(order.compare(a, b), a.compare_position(b));
                prop_assert_eq!(order.compare(b, a), b.compare_position(a));
                prop_assert_eq!(order.contains(a, b), a.contains(b));
                prop_assert_eq!(order.contains(b, a), b.contains(a));
            }
        }
    }

    #[test]
    fn who_owns_the_text_makes_no_difference(text in soup(), options in options()) {
        let borrowed = options.parse_str(&text);
        let shared: Arc<str> = Arc::from(text.as_str());
        for document in [options.parse_str(text), options.parse_str(shared)] {
            prop_assert_eq!(dump(&document), dump(&borrowed));
            prop_assert_eq!(messages(&document), messages(&borrowed));
            prop_assert_eq!(document.source(), borrowed.source());
        }
    }

    #[test]
    fn the_memory_of_other_documents_makes_no_difference(
        texts in prop::collection::vec(soup(), 1..5),
        options in options(),
    ) {
        let mut recycler = Recycler::new(&options);
        for text in texts {
            let cases = [
                (recycler.parse_str(&text), options.parse_str(&text)),
                (
                    recycler.parse_document(text.as_bytes(), &Hints::new()),
                    options.parse_document(text.as_bytes(), &Hints::new()),
                ),
                (recycler.parse_fragment("td", &text), options.parse_fragment("td", &text)),
            ];
            for (document, expected) in cases {
                check(&document);
                prop_assert_eq!(dump(&document), dump(&expected));
                prop_assert_eq!(messages(&document), messages(&expected));
                recycler.recycle(document);
            }
        }
    }

    #[test]
    fn a_clone_is_equal(text in soup()) {
        let document = ParseOptions::new().parse_str(&text);
        prop_assert_eq!(dump(&document), dump(&document.clone()));
    }

    #[test]
    fn small_limits_keep_a_consistent_tree(text in soup(), limit in 1_usize..20) {
        let limits = Limits::default()
            .depth(Some(limit))
            .nodes(Some(limit))
            .attributes_per_element(Some(limit % 3))
            .input_bytes(Some(limit * 5))
            .errors(Some(limit));
        let document = ParseOptions::new().errors(true).limits(limits).parse_str(&text);
        check(&document);
        prop_assert!(document.errors().len() <= limit);
    }
}
