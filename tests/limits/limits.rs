//! Each limit keeps a tree, is reported when it is reached, and does not depend on how the input is
//! cut.

use consomme::positions::Origin;
use consomme::{Document, ElementRef, Hints, Limits, NodeRef, ParseOptions, Parser, Revision};
use consomme_test::config::config;
use consomme_test::soup::{parse_in_pieces, soup};
use consomme_test::tree::depth;
use proptest::prelude::*;

fn with(limits: Limits) -> ParseOptions {
    ParseOptions::new().errors(true).limits(limits)
}

/// The document as text, what acted, and how many errors there are.
fn outcome(document: &Document) -> (String, consomme::LimitsHit, usize) {
    (document.root().inner_html(), document.limits_hit(), document.errors().len())
}

#[test]
fn a_limit_that_is_reached_together_with_another_is_reported_too() {
    let limits = Limits::default().input_bytes(Some(1)).nodes(Some(1));
    let document = with(limits).parse_str("<!doctype html><p>x");
    assert_eq!(document.source(), "<");
    assert_eq!(document.limits_hit().to_string(), "nodes, input_bytes");
    let mut parser = Parser::new(&with(limits), &Hints::new());
    for piece in ["<", "!doctype html>", "<p>x"] {
        parser.feed_str(piece);
    }
    assert_eq!(outcome(&parser.finish()), outcome(&document));
}

#[test]
fn a_limit_of_no_errors_is_reported() {
    let limits = Limits::default().errors(Some(0));
    assert!(with(limits).parse_str("<p>x</b>").limits_hit().errors);
    assert!(!with(limits).parse_str("<!doctype html><p>x").limits_hit().any());
    let unasked = ParseOptions::new().limits(limits).parse_str("<p>x</b>");
    assert!(!unasked.limits_hit().any(), "errors that nobody asked for are not dropped");
}

/// The minimum is the depth of elements that the standard always nests.
#[test]
fn a_depth_below_the_minimum_counts_as_the_minimum() {
    let html = "<template><template><table><td><svg><g><style><a title='</style>'>".repeat(3);
    for limit in 0..7 {
        let document = with(Limits::unlimited().depth(Some(limit))).parse_str(html.as_str());
        document.check_parsed().unwrap();
        assert_eq!(
            outcome(&document),
            outcome(&with(Limits::unlimited().depth(Some(7))).parse_str(html.as_str()))
        );
        assert!(depth(&document) <= 7);
    }
}

/// Nodes that are moved after they were inserted go no deeper either.
#[test]
fn nothing_digs_deeper_than_the_limit() {
    let documents = [
        (
            "overlapping formatting",
            "<b id=@>".repeat(600) + &"<div>".repeat(600) + &"</b>".repeat(600),
        ),
        (
            "formatting that is kept",
            "<b><i><u><s><div>".repeat(200) + &"</b></i></u></s>".repeat(200),
        ),
        ("forms that are open no more", "<form><div></form>".repeat(1000)),
        ("links out of scope", "<a><svg><desc>".repeat(500)),
        ("tables in formatting", "<table><b><div>".repeat(300) + &"</b>".repeat(300)),
        ("templates in foreign content", "<template><svg><desc>".repeat(300)),
        (
            "content that goes elsewhere",
            "<div>".repeat(508) + &"<?marker name='a'><template for=a><p>".repeat(50),
        ),
        (
            "a copy of what is in an option",
            "<div>".repeat(500)
                + "<select><selectedcontent></selectedcontent><option><p>"
                + &"<i>".repeat(100),
        ),
    ];
    for (name, html) in documents {
        for revision in [Revision::Living2026, Revision::Snapshot2024] {
            let document = with(Limits::browser()).revision(revision).parse_str(html.as_str());
            assert!(depth(&document) <= 512, "{name}: {} levels", depth(&document));
            let fragment =
                with(Limits::browser()).revision(revision).parse_fragment("div", html.as_str());
            assert!(depth(&fragment) <= 512, "{name}: {} levels in a fragment", depth(&fragment));
        }
    }
}

/// A document has one element: nothing is raised out of that.
#[test]
fn the_smallest_limit_on_depth_leaves_a_document() {
    for (html, expected) in [
        (
            "<template><svg><g>",
            "<html><head></head><template><svg><g></g></svg></template><body></body></html>",
        ),
        (
            "<p><b><i><u><s><em>x",
            "<html><head></head><body><p><b><i><u><s></s><em>x</em></u></i></b></p></body></html>",
        ),
    ] {
        let document = with(Limits::unlimited().depth(Some(0))).parse_str(html);
        assert_eq!(document.inner_html(), expected);
        document.check_parsed().unwrap();
        assert!(document.limits_hit().depth && depth(&document) <= 7);
    }
}

/// The known blow-up: unclosed formatting elements times paragraphs. A megabyte of it makes a tree
/// that is no larger than some other megabyte's, and all text is there.
#[test]
fn by_default_a_tree_is_no_larger_than_linear_in_the_input() {
    let html: String = (0..40_000).map(|i| format!("<p>x<font size={i}>")).collect();
    let document = ParseOptions::new().parse_str(html.as_str());
    assert!(document.limits_hit().copies);
    let nodes = document.descendants().count();
    assert!(nodes < 2 * html.len(), "{nodes} nodes of {} bytes", html.len());
    assert_eq!(document.root().text_content(), "x".repeat(40_000));
}

/// The copies that a page may well need are made. A patch in a patch in a patch, each for content
/// of the body.
#[test]
fn without_a_limit_on_depth_patches_may_be_nested() {
    let html = format!("<body><?marker name=\"a\">{}x", "<template for=a>".repeat(10));
    let document = with(Limits::unlimited()).parse_str(html.as_str());
    assert_eq!(
        document.inner_html(),
        with(Limits::browser()).parse_str(html.as_str()).inner_html()
    );
}

#[test]
fn by_default_copies_are_many() {
    let html = "<b><i><u><s>".to_owned() + &"<p>x</p></b></i></u></s><b><i><u><s>".repeat(5000);
    let document = ParseOptions::new().parse_str(html.as_str());
    assert!(!document.limits_hit().any());
}

/// Where copies are bounded, formatting ends; where they are not, it goes on.
#[test]
fn past_the_bound_on_copies_formatting_ends() {
    let html = "<div>".repeat(10) + &"<b>1</div>2".repeat(10);
    let bounded = with(Limits::unlimited().copies(Some(0))).parse_str(html.as_str());
    // One copy for each byte is always allowed.
    assert!(!bounded.limits_hit().copies);
    let fonts: String = (0..100).map(|i| format!("<font size={i}>")).collect();
    let html = format!("<div>{fonts}</div>{}<i>x", "<p>y</p>".repeat(100));
    let bounded = with(Limits::unlimited().copies(Some(0))).parse_str(html.as_str());
    let free = with(Limits::unlimited()).parse_str(html.as_str());
    assert!(bounded.limits_hit().copies && !free.limits_hit().any());
    assert_eq!(bounded.root().text_content(), free.root().text_content());
    let fonts = |document: &Document| {
        let last = document.descendant_elements().rfind(|element| element.name() == "i").unwrap();
        last.ancestors()
            .filter_map(NodeRef::as_element)
            .filter(|element| element.name() == "font")
            .count()
    };
    assert_eq!(fonts(&free), 100);
    assert!(fonts(&bounded) < 20, "{} go on", fonts(&bounded));
}

/// The bound is on the element, not on a tag of it. However a `selectedcontent` comes to show an
/// option anew, the copies for it count.
#[test]
fn past_the_bound_on_copies_no_selectedcontent_is_filled() {
    let option = format!("<select><option selected>{}</option>", "<i></i>".repeat(200));
    let shown = |i| format!("<?start name='{i}'><selectedcontent></selectedcontent><?end>");
    let html: String = (0..400).map(shown).collect();
    let patches: String = (0..400).map(|i| format!("<template for={i}></template>")).collect();
    let html = option + &html + &patches;
    let limits = Limits::default().copies(Some(0)).nodes(Some(html.len() + 4000));
    let document = with(limits).parse_str(html.as_str());
    assert!(document.limits_hit().copies && !document.limits_hit().nodes);
    document.check_invariants().unwrap();
}

/// An option is copied as a whole or not at all, with its texts, comments and instructions: there
/// are never more copies than the limit allows.
#[test]
fn an_option_of_more_nodes_than_may_be_copied_is_not_copied() {
    let copies = |document: &Document| {
        let copied = |node: &NodeRef<'_>| matches!(node.origin(), Some(Origin::Copied { .. }));
        document.all_nodes().filter(copied).count()
    };
    let fonts: String = (0..30).map(|i| format!("<font size={i}>")).collect();
    let fonts = format!("<div>{fonts}</div>{}", "<p>x</p>".repeat(30));
    for content in ["a<!>".repeat(200), "a<?b>".repeat(200), fonts] {
        let html = format!(
            "<select><button><selectedcontent>old</selectedcontent></button>\
             <option selected>{content}</option>"
        );
        let parse = |max| {
            let limits = Limits::unlimited().copies(Some(max));
            with(limits).positions(true).parse_str(html.as_str())
        };
        let all = copies(&parse(10_000));
        assert!(all >= 400, "{all}");
        let mut kept = 0;
        // One more is for the fragment that the copies are made in.
        for max in (0..all + 2).step_by(7).chain([all]) {
            let document = parse(max);
            document.check_invariants().unwrap();
            assert!(copies(&document) <= max + html.len());
            let shown = document.descendant_elements().find(|it| it.name() == "selectedcontent");
            let is_kept = shown.unwrap().text_content() == "old";
            assert!(is_kept || !document.limits_hit().copies || content.contains("<p>"));
            kept += usize::from(is_kept);
        }
        // Each byte allows a copy: only formatting makes more than that.
        assert_eq!(kept > 0, content.contains("<p>"), "{kept}");
    }
}

#[test]
fn attributes_that_are_added_later_count() {
    let html = "<html a b><html c d e><body f g h i><body j>";
    let document = with(Limits::browser().attributes_per_element(Some(4))).parse_str(html);
    let names = |element: ElementRef<'_>| {
        element.attrs().map(|attribute| attribute.name().to_owned()).collect::<String>()
    };
    assert_eq!(names(document.document_element().unwrap()), "abcd");
    assert_eq!(names(document.body().unwrap()), "fghi");
    assert!(document.limits_hit().attributes_per_element);
}

/// A search that is given up finds nothing; whatever it was for stays as it is.
#[test]
fn searches_are_given_up() {
    let html =
        "<p>".repeat(100) + "<?marker name='a'><?marker name='a'><template for=a>x</template>";
    let free = with(Limits::unlimited()).parse_str(html.as_str());
    assert!(!free.limits_hit().any());
    assert_eq!(free.root().text_content(), "x");
    let bounded = with(Limits::unlimited().searches(Some(0))).parse_str(html.as_str());
    assert!(bounded.limits_hit().searches);
    assert!(bounded.root().inner_html().contains("<template for=\"a\">x</template>"));
}

/// Bytes past the limit are not kept for an encoding that could be declared in them.
#[test]
fn input_past_the_limit_changes_nothing() {
    let options = with(Limits::browser().input_bytes(Some(2000)));
    let page = "x".repeat(2000) + "<meta charset=koi8-r>" + &"é".repeat(5000);
    let whole = options.parse_document(page.as_bytes(), &Hints::new());
    let mut parser = Parser::new(&options, &Hints::new());
    for piece in page.as_bytes().chunks(7) {
        parser.feed(piece);
    }
    let pieces = parser.finish();
    assert!(whole.limits_hit().input_bytes);
    assert_eq!(whole.root().text_content(), "x".repeat(2000));
    assert_eq!(outcome(&whole), outcome(&pieces));
    assert_eq!(whole.encoding(), pieces.encoding());
}

#[test]
fn presets_are_what_they_say() {
    assert_eq!(Limits::browser(), Limits::unlimited().depth(Some(512)));
    assert_eq!(
        Limits::unlimited(),
        Limits::default().depth(None).copies(None).nodes(None).errors(None)
    );
    let html = "<div>".repeat(600) + &"<p/>".repeat(10) + &"a".repeat(100);
    assert!(!with(Limits::unlimited()).parse_str(html.as_str()).limits_hit().any());
    let limits_hit = with(Limits::browser()).parse_str(html.as_str()).limits_hit();
    assert!(limits_hit.depth && limits_hit.any() && !limits_hit.nodes && !limits_hit.copies);
}

fn small_limits() -> impl Strategy<Value = Limits> {
    let at_most = |most: usize| prop::option::weighted(0.3, 0..most);
    (at_most(20), at_most(40), at_most(20), at_most(4), at_most(100), at_most(10), at_most(3))
        .prop_map(|(depth, nodes, copies, attributes, input_bytes, errors, searches)| {
            Limits::unlimited()
                .depth(depth)
                .nodes(nodes)
                .copies(copies)
                .attributes_per_element(attributes)
                .input_bytes(input_bytes)
                .errors(errors)
                .searches(searches)
        })
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn no_tree_is_deeper_than_the_limit(
        text in soup(),
        deeper in soup(),
        limit in 7_usize..20,
        revision in prop::sample::select(&[Revision::Living2026, Revision::Snapshot2024][..]),
        context in prop::option::of(prop::sample::select(&["div", "td", "select", "template", "svg"][..])),
    ) {
        let html = text + &deeper;
        let options = with(Limits::unlimited().depth(Some(limit))).revision(revision);
        let document = match context {
            Some(context) => options.parse_fragment(context, &html),
            None => options.parse_str(&html),
        };
        prop_assert!(depth(&document) <= limit, "{} levels", depth(&document));
    }

    #[test]
    fn limits_act_the_same_wherever_the_input_is_cut(
        text in soup(),
        limits in small_limits(),
        cuts in prop::collection::vec(1_usize..9, 1..40),
    ) {
        let options = with(limits);
        let whole = options.parse_str(&text);
        prop_assert_eq!(outcome(&whole), outcome(&parse_in_pieces(&options, &text, &cuts)));
    }
}
