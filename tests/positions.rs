//! Where nodes stand in the source: what is cut out of the input there is the node.
//!
//! Every shared page and every tree construction case is parsed with positions, whole and in pieces. What each node's
//! spans cut out of the input is read again, and has to be the tag, attribute or text that it is said to be.

mod support;

use std::fs;

use consomme::{Document, Hints, ParseOptions, Revision, parse_document};

use proptest::prelude::*;

use support::source_check::{check, check_same, dump_positions};
use support::suite::{self, HTML5LIB, HTML5LIB_2024, Location, PAGES};
use support::tree_case::{self, TreeCase};

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
fn what_is_cut_out_of_a_page_is_the_node() {
    let options = ParseOptions::new().positions(true).errors(true);
    for (name, path) in files(&PAGES, "", "html") {
        let bytes = fs::read(&path).unwrap();
        let document = options.parse_document(bytes.as_slice(), &Hints::new());
        let (text, _) = document.encoding().unwrap().decode_with_bom_removal(&bytes);
        let outcome = check(&document, &text, Revision::Living2026)
            .and_then(|()| check_same(&document, &parse_document(bytes.as_slice(), &Hints::new())));
        outcome.unwrap_or_else(|message| panic!("{name}: {message}"));

        let mut parser = options.parser();
        for piece in bytes.chunks(997) {
            parser.feed(piece);
        }
        assert!(dump_positions(&parser.finish()) == dump_positions(&document), "{name}: in pieces");
    }
}

#[test]
fn what_is_cut_out_of_a_case_is_the_node() {
    let mut wrong = Vec::new();
    for (location, revision) in [(HTML5LIB, Revision::Living2026), (HTML5LIB_2024, Revision::Snapshot2024)] {
        for (name, path) in files(&location, "tree-construction", "dat") {
            for case in tree_case::read(&fs::read(&path).unwrap()).unwrap() {
                for scripting in [false, true] {
                    let options = ParseOptions::new().revision(revision).scripting(scripting);
                    if let Err(message) = check_case(&case, &options, revision) {
                        wrong.push(format!("{name}:{} {:?}\n{message}", case.line, case.data));
                    }
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
        Some(element) => with.fragment_parser(element.context()),
        None => with.parser(),
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

/// Pieces of markup in which positions could go wrong: text in several pieces, all kinds of newlines, odd attributes, and
/// what makes the parser imply, copy or move.
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
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_cut_out_of_anything_is_the_node(pieces in soup(), snapshot in any::<bool>(), scripting in any::<bool>()) {
        let revision = if snapshot { Revision::Snapshot2024 } else { Revision::Living2026 };
        let options = ParseOptions::new().revision(revision).scripting(scripting);
        let input = pieces.concat();
        let with = options.clone().positions(true);
        let document = with.parse_str(input.as_str());
        check(&document, &input, revision).map_err(TestCaseError::fail)?;
        check_same(&document, &options.parse_str(input.as_str())).map_err(TestCaseError::fail)?;

        let mut parser = with.parser();
        for character in input.split_inclusive(|_| true) {
            parser.feed_str(character);
        }
        prop_assert_eq!(dump_positions(&parser.finish()), dump_positions(&document));
    }
}
