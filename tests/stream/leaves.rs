//! Texts, comments and other leaves of a document that is rewritten.

use consomme::stream::{LeafKind, RewriteItem, RewriteLeaf, RewriteSelectors, StreamRewriter};
use consomme::{Hints, ParseOptions};
use consomme_test::soup::soup;
use proptest::prelude::*;

/// Rewrites a text in pieces of this many bytes, with a function for each leaf.
fn rewritten(text: &str, size: usize, mut edit: impl FnMut(&mut RewriteLeaf<'_>)) -> String {
    let selectors = RewriteSelectors::new().leaves(true);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::utf8(), &selectors);
    if size < 100 {
        rewriter.sweep_often();
    }
    let mut output = Vec::new();
    for piece in text.as_bytes().chunks(size).map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed(piece),
            None => rewriter.end(),
        }
        while let Some(item) = rewriter.next_item() {
            match item {
                RewriteItem::Leaf(mut leaf) => edit(&mut leaf),
                _ => panic!("nothing else is asked for"),
            }
        }
        rewriter.write_to(&mut output).unwrap();
    }
    String::from_utf8(output).unwrap()
}

const PAGE: &str = "<!doctype html><?a b><title>a&amp;<!--</title><p>b&lt;c<!--d--></p>\
     <script>'<p>'</script><!e></ f>g<svg><p>h</p></svg><table>i<tr>";

#[test]
fn every_leaf_is_lent_with_its_kind_and_its_parent() {
    let mut leaves = Vec::new();
    rewritten(PAGE, usize::MAX, |leaf| {
        let parent = leaf.parent().map(|parent| parent.name().to_owned()).unwrap_or_default();
        leaves.push((leaf.kind(), leaf.text().into_owned(), parent));
        let range = leaf.range();
        assert_eq!(&PAGE[range.start as usize..range.end as usize], leaf.source());
    });
    let expected = [
        (LeafKind::Doctype, "<!doctype html>", ""),
        (LeafKind::ProcessingInstruction, "<?a b>", ""),
        (LeafKind::Text, "a&<!--", "title"),
        (LeafKind::Text, "b<c", "p"),
        (LeafKind::Comment, "<!--d-->", "p"),
        (LeafKind::Text, "'<p>'", "script"),
        (LeafKind::Comment, "<!e>", "body"),
        (LeafKind::Comment, "</ f>", "body"),
        (LeafKind::Text, "g", "body"),
        (LeafKind::Text, "h", "p"),
        (LeafKind::Text, "i", "table"),
    ];
    let expected = expected.map(|(kind, text, parent)| (kind, text.to_owned(), parent.to_owned()));
    let mut joined: Vec<(LeafKind, String, String)> = Vec::new();
    for (kind, text, parent) in leaves {
        match joined.last_mut() {
            Some(last) if kind == LeafKind::Text && last.0 == kind && last.2 == parent => {
                last.1 += &text;
            }
            _ => joined.push((kind, text, parent)),
        }
    }
    assert_eq!(joined, expected);
}

proptest! {
    #![proptest_config(consomme_test::config::config(256))]

    /// Leaves tile the document with the tags: replaced by themselves, they change nothing.
    #[test]
    fn leaves_that_are_not_edited_stay_as_they_are(text in soup(), size in 1_usize..40) {
        let mut end = 0;
        let mut is_in_order = true;
        let output = rewritten(&text, size, |leaf| {
            is_in_order &= end <= leaf.range().start;
            end = leaf.range().end;
        });
        prop_assert!(is_in_order);
        prop_assert_eq!(output, text);
    }
}

/// Each text ends with one piece for which this holds, wherever the input is cut. The piece is
/// empty before a comment and in elements that have only text, where it is not known before that
/// the text ends.
#[test]
fn the_last_piece_of_a_text_is_told() {
    for size in [1, 3, usize::MAX] {
        let (mut texts, mut text, mut empty_pieces) = (Vec::new(), String::new(), 0);
        rewritten(PAGE, size, |leaf| {
            let parent = leaf.parent().map(|parent| parent.name().to_owned()).unwrap_or_default();
            match (leaf.kind(), leaf.is_last()) {
                (LeafKind::Text, true) => {
                    text += &leaf.text();
                    empty_pieces += usize::from(leaf.source().is_empty());
                    texts.push((std::mem::take(&mut text), parent));
                }
                (LeafKind::Text, false) => text += &leaf.text(),
                (_, is_last) => assert!(is_last && text.is_empty(), "the text has ended before"),
            }
        });
        let expected = [
            ("a&<!--", "title"),
            ("b<c", "p"),
            ("'<p>'", "script"),
            ("g", "body"),
            ("h", "p"),
            ("i", "table"),
        ];
        let expected = expected.map(|(text, parent)| (text.to_owned(), parent.to_owned()));
        assert_eq!((&*text, &*texts), ("", &expected[..]), "in pieces of {size}");
        assert_eq!(empty_pieces, 3, "in pieces of {size}");
    }
}

#[test]
fn texts_can_be_replaced_at_their_ends() {
    for size in [1, usize::MAX] {
        let mut text = String::new();
        let output = rewritten("<b>a & b</b>p;<pre>\n\nc</pre>", size, |leaf| {
            text += &leaf.text();
            if leaf.is_last() {
                leaf.replace_with_text(&std::mem::take(&mut text).to_uppercase()).unwrap();
            } else {
                leaf.remove().unwrap();
            }
        });
        assert_eq!(output, "<b>A &amp; B</b>P;<pre>\n\nC</pre>");
    }
}
