//! Positions: the source at the position of a node is that node.
//!
//! Every shared page and every tree construction case is parsed with positions, whole and in
//! pieces. What each node's spans cut out of the input is read again, and has to be the tag,
//! attribute or text that it is said to be.

use std::fs;

use consomme::driver::{Driver, Step};
use consomme::positions::{Origin, Reason};
use consomme::{
    Document, ElementRef, Hints, Limits, ParseOptions, Parser, Revision, parse_document,
};
use consomme_test::config::config;
use consomme_test::source_check::{all_nodes, check, check_same, dump_positions};
use consomme_test::suite::{self, Location, PAGES, TREES};
use consomme_test::tree_case::{self, TreeCase};

use proptest::prelude::*;

/// The files of a suite; none where it is missing, which fails in CI.
fn files(location: &Location, part: &str, extension: &str) -> Vec<(String, std::path::PathBuf)> {
    match location.find(part) {
        Ok(directory) => suite::files(&directory, &[extension]),
        Err(reason) if suite::in_ci() => panic!("{reason}"),
        Err(reason) => {
            eprintln!("{reason}");
            Vec::new()
        }
    }
}

#[test]
fn the_source_at_each_position_of_a_page_is_the_node() {
    let options = ParseOptions::new().positions(true).errors(true);
    for (name, path) in files(&PAGES, "", "html") {
        let bytes = fs::read(&path).unwrap();
        let document = options.parse_document(bytes.as_slice(), &Hints::new());
        let (text, _) = document.encoding().unwrap().decode_with_bom_removal(&bytes);
        let outcome = check(&document, &text, Revision::Living2026)
            .and_then(|()| check_same(&document, &parse_document(bytes.as_slice(), &Hints::new())));
        outcome.unwrap_or_else(|message| panic!("{name}: {message}"));

        let mut parser = Parser::new(&options, &Hints::new());
        for piece in bytes.chunks(997) {
            parser.feed(piece);
        }
        assert!(dump_positions(&parser.finish()) == dump_positions(&document), "{name}: in pieces");
    }
}

#[test]
fn the_source_at_each_position_of_a_case_is_the_node() {
    let shared = TREES.into_iter().flat_map(|(location, folder, revision)| {
        files(&location, folder, "dat").into_iter().map(move |file| (file, revision))
    });
    let own = suite::files(&suite::own_data(""), &["dat"])
        .into_iter()
        .map(|file| (file, Revision::Living2026));
    let mut wrong = Vec::new();
    // Files in directories are for other tests.
    for ((name, path), revision) in shared.chain(own.filter(|((name, _), _)| !name.contains('/'))) {
        for case in tree_case::read(&fs::read(&path).unwrap()).unwrap() {
            let revision = case.revision.unwrap_or(revision);
            for scripting in [false, true] {
                let options = ParseOptions::new().revision(revision).scripting(scripting);
                if let Err(message) = check_case(&case, &options, revision) {
                    wrong.push(format!("{name}:{} {:?}\n{message}", case.line, case.data));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check_case(case: &TreeCase, options: &ParseOptions, revision: Revision) -> Result<(), String> {
    let with = options.clone().positions(true).errors(true);
    let whole = parse(case, &with);
    check(&whole, &case.data, revision)?;
    check_same(&whole, &parse(case, options))?;

    let mut parser = match &case.context {
        Some(element) => Parser::for_fragment(&with, element.context()),
        None => Parser::new(&with, &Hints::new()),
    };
    for piece in case.data.split_inclusive(|_| true) {
        parser.feed_str(piece);
    }
    let (whole, pieces) = (dump_positions(&whole), dump_positions(&parser.finish()));
    if whole == pieces { Ok(()) } else { Err(format!("whole:\n{whole}\nin pieces:\n{pieces}")) }
}

fn parse(case: &TreeCase, options: &ParseOptions) -> Document {
    match &case.context {
        Some(element) => options.parse_fragment(element.context(), case.data.as_str()),
        None => options.parse_str(case.data.as_str()),
    }
}

fn parse_with_positions(html: &str) -> Document {
    ParseOptions::new().positions(true).parse_str(html)
}

/// The last element of that name.
fn last<'a>(document: &'a Document, name: &str) -> ElementRef<'a> {
    let nodes = all_nodes(document).into_iter().rev();
    nodes.filter_map(|node| node.as_element()).find(|element| element.name() == name).unwrap()
}

/// One case for each thing that the parser does and the source does not say. `last` is the node in
/// question; then come its origin, with the tag that implied it, and why it was moved.
#[test]
fn each_reason_is_told() {
    let source = "source";
    let rows: &[(&str, &str, &str, Option<Reason>)] = &[
        ("<p>x", "p", source, None),
        ("<p>x", "html", "implied by <p>", None),
        ("x", "body", "implied by x", None),
        ("", "body", "implied by ", None),
        ("<table><td>", "tr", "implied by <td>", None),
        ("a</p>b", "p", "implied by </p>", None),
        ("a</br>b", "br", "implied by </br>", None),
        ("<p><b>x<p>y", "b", "reconstruction", None),
        ("<b><p>x</b>y", "b", "adoption-agency", None),
        ("<b><p>x</b>y", "p", source, Some(Reason::AdoptionAgency)),
        ("<table><b>x", "b", source, Some(Reason::FosterParenting)),
        ("<table><b><tr>x", "b", "reconstruction", Some(Reason::FosterParenting)),
        ("<head></head><link>", "link", source, Some(Reason::Reopening)),
        ("<body></body><i>", "i", source, Some(Reason::Reopening)),
        ("<body></body><!-- c --><p>", "p", source, Some(Reason::Reopening)),
        (
            "<div><?marker name=\"a\"></div><template for=a><u>x</u></template>",
            "u",
            source,
            Some(Reason::ContentPatching),
        ),
        ("<select><selectedcontent></selectedcontent><option><i>x</select>", "i", source, None),
        ("<select><option><i>x</option><selectedcontent>", "i", "selected-content", None),
        ("<div><div><div><div><div><u>", "u", source, Some(Reason::DepthLimit)),
    ];
    let options = ParseOptions::new().positions(true).limits(Limits::default().depth(Some(7)));
    for (html, name, origin, moved) in rows {
        let document = options.parse_str(*html);
        let element = last(&document, name);
        let found = match element.origin().unwrap() {
            Origin::Source => source.to_owned(),
            Origin::Implied { by, .. } => format!("implied by {}", by.text()),
            Origin::Copied { reason, .. } => reason.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!((found.as_str(), element.moved()), (*origin, *moved), "{name} in {html}");
    }
}

/// The original is the node that the start tag has made, also of a copy of a copy.
#[test]
fn a_copy_names_its_original() {
    let html = "<p><b id=1>x</p><p>y</p><p>z</b>\
                <select><button><selectedcontent></button><option selected>1<i>2</i>";
    let mut document = parse_with_positions(html);
    let mut copies = Vec::new();
    for node in document.descendants() {
        if let Some(Origin::Copied { original, .. }) = node.origin() {
            let original = original.unwrap();
            assert_eq!(original.origin(), Some(Origin::Source), "{node:?}");
            assert_eq!(original.kind().as_str(), node.kind().as_str());
            assert_eq!(original.text_content().is_empty(), node.text_content().is_empty());
            copies.push((format!("{node:?}"), original.id()));
        }
    }
    let names: Vec<&str> = copies.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["<b id=\"1\">", "<b id=\"1\">", "\"1\"", "<i>", "\"2\""]);
    assert_eq!(copies[0].1, copies[1].1);
    // The first `b` has no end tag, but one of its copies has.
    let is_closed = |document: &Document| {
        let elements = document.descendant_elements().filter(|element| element.name() == "b");
        elements.map(|b| b.source().unwrap().end_tag().is_some()).collect::<Vec<_>>()
    };
    assert_eq!(is_closed(&document), [false, false, true]);

    let clone = document.clone();
    document.discard(copies[0].1).unwrap();
    document.compact();
    let originals = |document: &Document| {
        let origins = document.descendants().filter_map(|node| node.origin());
        origins.filter(|o| matches!(o, Origin::Copied { original: Some(_), .. })).count()
    };
    assert_eq!((originals(&document), originals(&clone)), (3, 5));
}

/// An element that something else closes has no end tag, but it has an end.
#[test]
fn an_element_ends_where_it_was_closed() {
    let rows = [
        ("<p>one<p>two", "p", "<p>two", None),
        ("<div><p>one</div>", "p", "<p>one", None),
        ("<div><p>one</div>", "div", "<div><p>one</div>", Some("</div>")),
        ("<ul><li>one<li>two</ul>", "li", "<li>two", None),
        ("<h1>one</h2>two", "h1", "<h1>one</h2>", Some("</h2>")),
        ("<h1>one</H1 a='>'>two", "h1", "<h1>one</H1 a='>'>", Some("</H1 a='>'>")),
        ("<br>x", "br", "<br>", None),
        ("<svg><g/>x", "g", "<g/>", None),
        (
            "<svg><foreignObject></foreignobject>x",
            "foreignObject",
            "<foreignObject></foreignobject>",
            Some("</foreignobject>"),
        ),
        ("<title>one</title>two", "title", "<title>one</title>", Some("</title>")),
        ("<head> </head>x", "head", "<head> </head>", Some("</head>")),
        ("<head> x", "head", "<head> ", None),
        ("<body>x</body> </html> ", "body", "<body>x</body>", Some("</body>")),
        ("<html>x</body> </html> ", "html", "<html>x</body> </html>", Some("</html>")),
        ("<body>x</html>", "body", "<body>x", None),
        ("<b><i>x</b>y", "i", "<i>x</b>y", None),
        ("<a>x<a>y", "a", "<a>y", None),
        ("<table><tr><td>x</table>", "tbody", "<tr><td>x", None),
        ("<form><div></form>x", "form", "<form><div></form>", Some("</form>")),
        ("<table><form>x</form>", "form", "<form>", None),
    ];
    for (html, name, whole, end_tag) in rows {
        let document = parse_with_positions(html);
        let source = last(&document, name).source().unwrap();
        assert_eq!(source.span().text(), whole, "{name} in {html}");
        assert_eq!(source.end_tag().map(|tag| tag.text()), end_tag, "{name} in {html}");
    }
}

/// A text that is cut in two by something that the parser drops is one node from its first to its
/// last piece.
#[test]
fn a_text_goes_from_its_first_to_its_last_piece() {
    let rows = [
        ("<p>one", "one"),
        ("<p>o&#110;e</p>", "o&#110;e"),
        ("<p>one</i>two<p>", "one</i>two"),
        ("<p>&lt;</i>&gt;<p>", "&lt;</i>&gt;"),
        ("<table> one <tr> two", " one <tr> two"),
        ("<pre>\none", "one"),
        ("<pre>\n&amp;", "&amp;"),
        ("<textarea>a\0b", "a\0b"),
        ("<svg>a\0b</svg>", "a\0b"),
        ("<svg><![CDATA[a]]>b</svg>", "a]]>b"),
        ("<table><colgroup>  &amp;", "&amp;"),
        ("<head> &amp;", "&amp;"),
    ];
    for (html, expected) in rows {
        let document = parse_with_positions(html);
        let texts = all_nodes(&document).into_iter().filter(|node| node.as_text().is_some());
        let spans: Vec<&str> = texts.map(|text| text.span().unwrap().text()).collect();
        assert!(spans.contains(&expected), "{html}: {spans:?}");
    }
}

/// If two tags give an element attributes, each keeps its own.
#[test]
fn attributes_of_later_tags_are_found_there() {
    let html = "<html a=1><body b=2><html a=3 c='4'><body d>";
    let document = parse_with_positions(html);
    let source = last(&document, "html").source().unwrap();
    let written: Vec<_> = source.attrs().map(|attribute| attribute.span().range()).collect();
    assert_eq!(written, [6..9, 26..29, 30..35]);
    assert_eq!(source.attr("C").unwrap().value().unwrap().range(), 33..34);
    assert_eq!(source.attr("a").unwrap().value().unwrap().text(), "1");
    assert!(source.attr("d").is_none());
    assert_eq!(last(&document, "body").source().unwrap().attr("d").unwrap().name().range(), 42..43);
}

/// Offsets refer to the text as it came, byte order mark and all; lines are counted once for each
/// kind of newline.
#[test]
fn newlines_and_a_byte_order_mark_count_as_they_came() {
    let html = "\u{FEFF}<p>\r\n𝒳<i>\r<b>\n<u>";
    let document = ParseOptions::new().positions(true).errors(true).parse_str(html);
    let place = |name: &str| {
        let span = last(&document, name).source().unwrap().start_tag().unwrap();
        assert_eq!(&html[span.range()], format!("<{name}>"));
        let place = span.line_column();
        assert_eq!(document.line_index().line_column(span.source_range().start), place);
        (place.line, place.column, place.utf16_column)
    };
    assert_eq!(
        [place("p"), place("i"), place("b"), place("u")],
        [(1, 1, 1), (2, 2, 3), (3, 1, 1), (4, 1, 1)]
    );
    let end = document.source_span(usize::MAX..usize::MAX);
    assert_eq!((end.range(), end.is_empty()), (html.len()..html.len(), true));
    let bytes = parse_document(html.as_bytes(), &Hints::new());
    let offsets = bytes.byte_offsets(html.as_bytes()).unwrap();
    assert_eq!((offsets.offset(0), offsets.offset(bytes.source().len() + 1)), (3, html.len()));
}

/// A position says where a node came from, whatever becomes of it; what edits make came from
/// nowhere.
#[test]
fn edits_change_no_positions_and_make_none() {
    let html = "<p class=a>one &amp; two<b>three</b>";
    let mut document = parse_with_positions(html);
    let (p, b) = (last(&document, "p").id(), last(&document, "b").id());
    let copy = document.clone_node(p).unwrap();
    document.set_attr(p, "class", "b").unwrap();
    document.set_text(b, "four").unwrap();
    document.insert_before(p, b).unwrap();
    document.append(b, copy).unwrap();
    document.set_inner_html(p, "<i>five</i>").unwrap();
    document.compact();
    let source = |id| document.node(id).as_element().unwrap().source();
    assert_eq!(source(p).unwrap().attr("class").unwrap().value().unwrap().text(), "a");
    assert_eq!(source(p).unwrap().span().text(), html);
    assert_eq!(source(b).unwrap().span().text(), "<b>three</b>");
    assert_eq!(document.node(b).moved(), None);
    let new = all_nodes(&document).into_iter().filter(|node| node.span().is_none());
    let new: Vec<String> = new.map(|node| format!("{node:?}")).collect();
    assert_eq!(
        new.join(" "),
        r#"Document "four" <p class="a"> "one & two" <b> "three" <i> "five""#
    );
}

/// The text of a node and its source, for each text node.
fn texts(document: &Document) -> Vec<(&str, Option<&str>)> {
    let texts = document.descendants().filter_map(|node| Some((node.as_text()?, node.span())));
    texts.map(|(text, span)| (text, span.map(|span| span.text()))).collect()
}

/// The spans of most texts tell where they come from, and edits change the spans.
#[test]
fn a_text_that_is_edited_keeps_its_position() {
    let mut document = parse_with_positions("<p>one<b>two</b>three<i>four &lt;</i></p>");
    let p = last(&document, "p").id();
    let ids: Vec<_> = document.node(p).descendants().map(|node| node.id()).collect();
    let [one, b, _two, _three, i, four] = ids[..] else { panic!() };
    let copy = document.clone_node(one).unwrap();
    document.append(p, copy).unwrap();
    document.set_text(one, "1").unwrap();
    document.set_text(four, "4").unwrap();
    document.unwrap_element(b).unwrap();
    document.normalize(p).unwrap();
    document.unwrap_element(i).unwrap();
    document.compact();
    assert_eq!(
        texts(&document),
        [("1twothree", Some("one")), ("4", Some("four &lt;")), ("one", None)]
    );
    let first = document.node(one);
    let parts = [0..1, 1..4, 4..9, 1..9].map(|range| first.text_span(range));
    assert_eq!(
        parts.map(|part| part.map(|part| part.text())),
        [None, Some("two"), Some("three"), None]
    );
}

#[test]
fn a_text_that_is_edited_while_the_document_grows_keeps_its_position() {
    let mut driver =
        Driver::new(&ParseOptions::new().positions(true).scripting(true), &Hints::utf8());
    driver.feed_str("<p>one<script></script>");
    assert!(matches!(driver.step(), Step::Script(_)));
    let mut document = driver.document();
    let p = last(&document, "p").id();
    let one = document.node(p).first_child().unwrap().id();
    let copy = document.clone_node(one).unwrap();
    document.append(p, copy).unwrap();
    document.set_text(one, "1").unwrap();
    drop(document);
    driver.end_script();
    driver.feed_str("two<b>three");
    driver.end();
    while driver.step() != Step::Finished {}
    let document = driver.finish_document();
    // The text after the copy becomes a part of it.
    assert_eq!(texts(&document), [("1", Some("one")), ("onetwo", None), ("three", Some("three"))]);
}

#[test]
fn positions_are_none_unless_asked_for() {
    let document = parse_document(b"<p a=b>x", &Hints::new());
    let p = last(&document, "p");
    assert!(
        p.source().is_none() && p.span().is_none() && p.origin().is_none() && p.moved().is_none()
    );
}

/// Pieces of markup in which positions could go wrong: text in several pieces, all kinds of
/// newlines, odd attributes, and what makes the parser imply, copy or move.
const PIECES: &[&str] = &[
    "<!DOCTYPE html>",
    "<html a=1>",
    "<html b>",
    "<head>",
    "</head>",
    "<body a='1'>",
    "</body>",
    "</html>",
    "<title>",
    "</title>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i a=1>",
    "</i>",
    "<a href=x>",
    "</a>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<select>",
    "<option>",
    "</select>",
    "<selectedcontent>",
    "<button>",
    "<template>",
    "<template for=a>",
    "</template>",
    "<?marker name=a>",
    "<?x",
    "?>",
    "<svg viewBox=1 xlink:href=a>",
    "</svg>",
    "<math>",
    "<mi>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<textarea>",
    "\n",
    "\r",
    "\r\n",
    "</textarea>",
    "<pre>",
    "<frameset>",
    "</frameset>",
    "<h1>",
    "</h2>",
    "<li>",
    "<image>",
    "</br>",
    "<link>",
    "&amp;",
    "&notit;",
    "&#x80;",
    "&",
    "&nGt;",
    "<![CDATA[",
    "]]>",
    "x",
    " ",
    "\0",
    "\u{FEFF}",
    "é𝒳",
    "<a ",
    "a=b ",
    "a='",
    "a=\"&lt;\r\n",
    "\">",
    "'",
    "/",
    "=",
    "/>",
    "</",
    "<",
    ">",
];

fn soup() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40)
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn the_source_at_each_position_of_soup_is_the_node(pieces in soup(), snapshot in any::<bool>(), scripting in any::<bool>()) {
        let revision = if snapshot { Revision::Snapshot2024 } else { Revision::Living2026 };
        let options = ParseOptions::new().revision(revision).scripting(scripting);
        let input = pieces.concat();
        let with = options.clone().positions(true);
        let document = with.parse_str(input.as_str());
        check(&document, &input, revision).map_err(TestCaseError::fail)?;
        check_same(&document, &options.parse_str(input.as_str())).map_err(TestCaseError::fail)?;

        let mut parser = Parser::new(&with, &Hints::new());
        for character in input.split_inclusive(|_| true) {
            parser.feed_str(character);
        }
        prop_assert_eq!(dump_positions(&parser.finish()), dump_positions(&document));
    }
}
