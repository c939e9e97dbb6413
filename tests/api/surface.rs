//! The public surface as a user meets it.

use std::collections::{HashMap, HashSet};

use consomme::encoding::{self, Confidence, EncodingSource};
use consomme::serialize::{MinifyOptions, SerializeOptions};
use consomme::{
    Context, Hints, Limits, Namespace, ParseOptions, Parser, QuirksMode, parse_document,
    parse_fragment,
};

/// A `<meta>` that the prescan doesn't reach, in front of bytes that are not UTF-8.
fn late_meta(newline: &str) -> Vec<u8> {
    let mut bytes = format!("<!DOCTYPE html>{newline}<!--{}-->", "x".repeat(2000)).into_bytes();
    bytes.extend(b"<meta charset=windows-1251><p>");
    bytes
}

#[test]
fn a_late_meta_starts_the_parse_again() {
    let mut bytes = late_meta("\n");
    bytes.extend(b"\xE1\xEE\xF0\xF9");
    let document = parse_document(&bytes, &Hints::new());
    assert_eq!(document.root().text_content(), "борщ");
    assert_eq!(document.encoding_source(), Some(EncodingSource::LateMeta));
    assert_eq!(document.confidence(), Confidence::Certain);
}

/// The vector becomes the document's text, and is needed again when a late `<meta>` contradicts the
/// default.
#[test]
fn a_late_meta_starts_the_parse_again_from_bytes_that_were_adopted() {
    for newline in ["\n", "\r\n"] {
        for default in ["utf-8", "windows-1252"] {
            let hints = Hints::new().default_encoding(encoding::for_label(default).unwrap());
            let mut bytes = late_meta(newline);
            bytes.extend("é".as_bytes());
            assert_eq!(
                parse_document(bytes, &hints).root().text_content(),
                "Г©",
                "{newline:?} {default}"
            );
        }
    }
}

#[test]
fn a_late_meta_is_ignored_if_asked_for() {
    let mut bytes = late_meta("\n");
    bytes.extend(b"\xE1\xEE\xF0\xF9");
    let hints = Hints::new().ignore_late_meta(true);
    let whole = parse_document(&bytes, &hints);
    let mut parser = Parser::new(&ParseOptions::new(), &hints);
    for piece in bytes.chunks(700) {
        parser.feed(piece);
    }
    for document in [whole, parser.finish()] {
        assert_eq!(document.root().text_content(), "áîðù");
        assert_eq!(document.encoding_source(), Some(EncodingSource::Default));
        assert_eq!(document.confidence(), Confidence::Certain);
        let report = document.encoding_report().unwrap();
        let verdicts: Vec<_> = report.candidates().iter().map(|c| c.verdict().as_str()).collect();
        assert_eq!(verdicts, ["chosen", "ignored"]);
        assert!(!report.restarted() && !report.switched_on_the_fly());
    }
}

#[test]
fn hints_for_utf_8_are_overruled_by_a_declaration() {
    let text = |bytes: &[u8]| parse_document(bytes, &Hints::utf8()).root().text_content();
    assert_eq!(text("борщ".as_bytes()), "борщ");
    assert_eq!(text(b"<meta charset=windows-1251>\xE1\xEE\xF0\xF9"), "борщ");
}

#[test]
fn a_late_meta_that_agrees_makes_the_encoding_certain() {
    let mut bytes = late_meta("\n");
    bytes.extend(b"\xE1");
    let hints = Hints::new().default_encoding(encoding::for_label("cp1251").unwrap());
    let document = parse_document(bytes, &hints);
    assert_eq!(document.encoding_source(), Some(EncodingSource::Default));
    assert_eq!(document.confidence(), Confidence::Certain);
}

#[test]
fn a_late_meta_changes_nothing_that_is_certain() {
    let hints = Hints::new().content_type("text/html;charset=utf-8");
    let document = parse_document(late_meta("\n"), &hints);
    assert_eq!(document.encoding().unwrap().name(), "UTF-8");
    assert_eq!(document.encoding_source(), Some(EncodingSource::Transport));
}

#[test]
fn text_needs_no_encoding_and_loses_one_byte_order_mark() {
    let document = ParseOptions::new().parse_str("\u{FEFF}\u{FEFF}x");
    assert_eq!(document.root().text_content(), "\u{FEFF}x");
    assert_eq!((document.encoding(), document.confidence()), (None, Confidence::Irrelevant));
    let mut parser = Parser::default();
    for piece in ["", "\u{FEFF}", "\u{FEFF}x"] {
        parser.feed_str(piece);
    }
    assert_eq!(parser.finish().root().text_content(), "\u{FEFF}x");
}

#[test]
fn bytes_after_text_are_utf_8_wherever_they_are_cut() {
    let text = |pieces: &[&[u8]], after: &str| {
        let mut parser = Parser::default();
        parser.feed_str("<p>");
        for piece in pieces {
            parser.feed(piece);
        }
        parser.feed_str(after);
        parser.finish().root().text_content()
    };
    assert_eq!(text(&[b"\xC3", b"\xA9"], ""), "é");
    assert_eq!(text(&[b"\xC3", b"\xA9"], "é"), "éé");
    assert_eq!(text(&["é🥕".as_bytes()], ""), "é🥕");
    assert_eq!(text(&[b"x\xF0\x9F", b"\xA5\x95"], "y"), "x🥕y");
    assert_eq!(text(&[b"\xC3"], "y"), "\u{FFFD}y", "text ends the character");
    assert_eq!(text(&[b"\xC3"], ""), "\u{FFFD}", "the end of the input does, too");
}

#[test]
#[should_panic(expected = "the node 4 was discarded")]
fn an_unknown_id_is_named_by_the_panic() {
    let mut document = parse_fragment("div", "<p><br>");
    let br = document.root().last_child().unwrap().first_child().unwrap().id();
    document.discard(br).unwrap();
    document.node(br);
}

#[test]
fn an_element_of_a_document_is_a_context_with_its_mode_and_form() {
    let quirks = ParseOptions::new().parse_str("<form><p id=p>");
    let p = quirks
        .descendants()
        .filter_map(|node| node.as_element())
        .find(|e| e.attr("id") == Some("p"))
        .unwrap();
    let fragment = parse_fragment(p, "<form><p><table>");
    assert_eq!(
        fragment.inner_html(),
        "<p><table></table></p>",
        "no nested form, and a table in a p"
    );
    assert_eq!(fragment.quirks_mode(), QuirksMode::Quirks);

    let svg = ParseOptions::new().parse_str("<!DOCTYPE html><svg><foreignObject>");
    let object = svg
        .descendants()
        .filter_map(|node| node.as_element())
        .find(|e| e.name() == "foreignObject")
        .unwrap();
    let fragment = parse_fragment(object, "<p>");
    assert_eq!(
        fragment.root().first_child().unwrap().as_element().unwrap().namespace(),
        Namespace::Html
    );
}

#[test]
fn annotation_xml_is_an_integration_point_by_its_encoding() {
    let name = |context: Context<'_>| {
        let fragment = parse_fragment(context, "<svg><g>");
        let element = fragment.root().first_child().unwrap().as_element().unwrap();
        (element.namespace(), element.name().to_owned())
    };
    let context = Context::new(Namespace::MathMl, "annotation-xml");
    assert_eq!(name(context.clone()), (Namespace::Svg, "svg".to_owned()));
    let p = parse_fragment(context.clone().attr("encoding", "Text/HTML"), "<a><b>");
    assert_eq!(p.inner_html(), "<a><b></b></a>");
    let a = |fragment: &consomme::Document| {
        fragment.root().first_child().unwrap().as_element().unwrap().namespace()
    };
    assert_eq!(a(&p), Namespace::Html);
    assert_eq!(a(&parse_fragment(context, "<a><b>")), Namespace::MathMl);
}

#[test]
fn the_tree_can_be_walked_every_way() {
    let document = parse_fragment("div", "<p>1<b>2</b>3</p><!--c--><?t d?>");
    let p = document.root().first_child().unwrap();
    let kinds: Vec<_> = document.root().children().map(|node| node.kind().as_str()).collect();
    assert_eq!(kinds, ["element", "comment", "processing-instruction"]);
    assert_eq!(p.following_siblings().count(), 2);
    assert!(p.has_children() && !document.root().last_child().unwrap().has_children());
    let indices: Vec<_> = document.root().children().map(|node| node.index_in_parent()).collect();
    assert_eq!(indices, [Some(0), Some(1), Some(2)]);
    assert_eq!(document.root().last_child().unwrap().preceding_siblings().next(), Some(p));
    let b = p.children().find_map(|node| node.as_element()).unwrap();
    assert_eq!(
        b.ancestors().map(|node| node.id()).collect::<Vec<_>>(),
        [p.id(), document.root().id()]
    );
    assert_eq!(p.descendants().rev().filter_map(|node| node.as_text()).collect::<String>(), "321");
    assert_eq!(document.get(b.id()), Some(b.as_node()));
    let instruction = document.root().last_child().unwrap().as_processing_instruction().unwrap();
    assert_eq!((instruction.target(), instruction.data()), ("t", "d"));
    assert_eq!(format!("{:?}", b), "<b>");
}

#[test]
fn attributes_are_found_by_the_names_that_the_tree_has() {
    let document = parse_fragment(
        "div",
        "<svg VIEWBOX='0 0 1 1' xlink:href=#a data-X=1></svg><p CLASS=a class=b data-long-name=2>",
    );
    let mut elements = document.root().children().filter_map(|node| node.as_element());
    let svg = elements.next().unwrap();
    assert_eq!((svg.attr("viewBox"), svg.attr("viewbox")), (Some("0 0 1 1"), None));
    assert_eq!((svg.attr("href"), svg.attr("data-x")), (None, Some("1")));
    let href = svg.attrs().find(|attribute| attribute.name() == "href").unwrap();
    assert_eq!(
        (href.prefix(), href.namespace().url()),
        (Some("xlink"), Some("http://www.w3.org/1999/xlink"))
    );
    let p = elements.next().unwrap();
    assert_eq!(
        (p.attr("class"), p.attrs().len(), p.attr("data-long-name")),
        (Some("a"), 2, Some("2"))
    );
    assert_eq!(p.attr("never-seen"), None);
}

#[test]
fn limits_keep_a_tree_and_report_themselves() {
    let options = |limits: Limits| ParseOptions::new().errors(true).limits(limits);
    let deep =
        options(Limits::browser().depth(Some(7))).parse_str("<div>1<div>2<div>3<div>4<div>5<div>6");
    assert!(deep.limits_hit().depth);
    assert_eq!(deep.root().text_content(), "123456");
    let wide = options(Limits::browser().nodes(Some(10))).parse_str("<p>".repeat(100));
    assert!(wide.limits_hit().nodes && !wide.limits_hit().depth);
    assert!(wide.descendants().count() <= 11);
    let tag = options(Limits::browser().attributes_per_element(Some(2))).parse_str("<p a b c d>");
    assert!(tag.limits_hit().attributes_per_element);
    let long = options(Limits::browser().input_bytes(Some(4))).parse_str("<p>x<p>y");
    assert!(long.limits_hit().input_bytes);
    assert_eq!(long.root().text_content(), "x");
    let wrong = options(Limits::browser().errors(Some(2))).parse_str("<p/><p/><p/>");
    assert!(wrong.limits_hit().errors);
    assert_eq!(wrong.errors().len(), 2);
    assert!(!options(Limits::default()).parse_str("<p>").limits_hit().any());
}

#[test]
fn an_unknown_label_is_an_error_that_names_it() {
    let error = encoding::for_label("latin-9000").unwrap_err();
    assert!(error.to_string().contains("latin-9000"));
}

/// In a fragment, a `selectedcontent` may mirror the option that it is in: each level of nesting
/// doubles the tree.
#[test]
fn copies_of_copies_stop_at_the_limit_on_nodes() {
    let html = "<select><option><selectedcontent><svg><desc>".repeat(64);
    let limits = Limits::default().nodes(Some(10_000));
    let fragment = ParseOptions::new().limits(limits).parse_fragment("div", html);
    assert!(fragment.limits_hit().nodes);
    assert!(fragment.descendants().count() <= 10_001);
}

/// Whoever downloads a page knows more than the page says.
#[test]
fn a_download_comes_with_its_content_type() {
    let (header, body) = ("text/html; charset=shift_jis", b"<title>\x83X\x81[\x83v</title>");
    let document = parse_document(body, &Hints::new().content_type(header));
    assert_eq!(document.root().text_content(), "スープ");
}

#[test]
fn errors_have_a_code_and_a_place() {
    let html = "<!DOCTYPE html>\n<title>Soup</title>\n<p>Leek</b>";
    let document = ParseOptions::new().errors(true).parse_str(html);
    let error = &document.errors()[0];
    let place = document.line_column(error.offset());
    assert_eq!(format!("{place} {}", error.code()), "3:8 unexpected-end-tag");
}

/// Names of elements are small in HTML, however they are given.
#[test]
fn a_context_is_named_in_any_case() {
    for name in ["tr", "TR", "Tr"] {
        assert_eq!(parse_fragment(name, "<td>1").inner_html(), "<td>1</td>");
        assert_eq!(parse_fragment(name.to_owned(), "<td>1").inner_html(), "<td>1</td>");
    }
}

/// Handles are keys: of a set of nodes, or of a map from elements to facts about them.
#[test]
fn handles_are_keys() {
    let document = parse_fragment("div", "<p><b>1</b><i>2</i></p><p>3");
    let parents: HashSet<_> = document.descendants().filter_map(|node| node.parent()).collect();
    assert_eq!(parents.len(), 5);
    let texts: HashMap<_, _> =
        document.descendant_elements().map(|element| (element, element.text_content())).collect();
    assert_eq!(texts[&document.root().last_element_child().unwrap()], "3");
}

/// The content of a `noscript` is text if scripting is enabled, and is written as text: the
/// document remembers the option.
#[test]
fn scripting_is_the_same_when_writing() {
    let html = "<noscript><p>Broth</p></noscript>";
    for scripting in [false, true] {
        let document = ParseOptions::new().scripting(scripting).parse_fragment("div", html);
        assert_eq!(document.inner_html(), html);
        assert_eq!(document.to_string(), html);
        assert_eq!(document.root().first_child().unwrap().outer_html(), html);
        assert_eq!(document.serialize(&SerializeOptions::new()).to_string(), html);
        assert_eq!(
            document.serialize(&MinifyOptions::new().omit_optional_tags(false)).to_string(),
            html
        );
    }
    let document = ParseOptions::new().scripting(true).parse_fragment("div", html);
    let without = SerializeOptions::new().scripting(false);
    assert_eq!(
        document.serialize(&without).to_string(),
        "<noscript>&lt;p&gt;Broth&lt;/p&gt;</noscript>"
    );
}

/// The types of programs that parse, read or change documents. A new type belongs in a module,
/// unless most programs name it.
const ROOT: &[&str] = &[
    // Parse.
    "parse_document",
    "parse_str",
    "parse_fragment",
    "Parser",
    "ParseOptions",
    "Recycler",
    "Hints",
    "Limits",
    "LimitsHit",
    "Revision",
    "Context",
    "InputText",
    "IntoBytes",
    "IntoText",
    "Directionality",
    // Read.
    "Document",
    "NodeRef",
    "ElementRef",
    "NodeKind",
    "NodeId",
    "NodeMap",
    "Visit",
    "Attr",
    "AttrChange",
    "DoctypeRef",
    "ProcessingInstructionRef",
    "Namespace",
    "AttributeNamespace",
    "QuirksMode",
    // Change.
    "AdjacentPosition",
    // Errors.
    "ParseError",
    "ParseErrorCode",
    "TreeError",
    "UnknownParseErrorCode",
    // With features.
    "Selector",
    "SelectorError",
    "BaseUrl",
    "Atoms",
    // Crates of which types are in the public API.
    "encoding_rs",
    "string_cache",
    // Modules.
    "driver",
    "encoding",
    "entities",
    "events",
    "guide",
    "iter",
    "markup",
    "positions",
    "rendering",
    "select",
    "serialize",
    "shadow",
    "sink",
    "source_edits",
    "speculation",
    "stream",
    "tokenizer",
    "urls",
    // Hidden: for tests of time.
    "steps",
];

#[test]
fn the_root_has_what_everybody_needs_and_no_more() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
    let source = std::fs::read_to_string(source).unwrap();
    let mut found = Vec::new();
    for statement in source.split("\npub ").skip(1).map(|rest| rest.split(';').next().unwrap()) {
        let path = statement.trim_start_matches("use ").trim_start_matches("mod ");
        let names = match path.split_once('{') {
            Some((_, names)) => names.trim_end_matches('}'),
            None => path.rsplit("::").next().unwrap(),
        };
        found.extend(names.split(',').map(str::trim).filter(|name| !name.is_empty()));
    }
    found.sort_unstable();
    let mut expected = ROOT.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}
