//! XML output is well-formed for every tree, and an XML parser makes the same tree of it, apart
//! from the standard's coercion.
//!
//! <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>

use std::collections::HashSet;
use std::fmt::Write as _;

use consomme::encoding_rs::{KOI8_R, UTF_8};
use consomme::serialize::{EncodeError, XmlOptions};
use consomme::shadow::{ShadowRootInit, ShadowRootMode};
use consomme::{
    Document, ElementRef, Hints, Limits, Namespace, NodeKind, NodeRef, ParseOptions, Revision,
    parse_document, parse_fragment, parse_str,
};
use consomme_test::config::config;
use consomme_test::suite::{PAGES, TREES, files, in_ci, own_data};
use consomme_test::tree_case;
use proptest::prelude::*;
use roxmltree::ParsingOptions;

/// Writes a document as XML, parses that, and compares the trees.
fn check(document: &Document) -> Result<(), String> {
    let xml = document.to_xml();
    let is_document = document.root().kind() == NodeKind::Document
        && document.root().first_element_child().is_some();
    let xml = if is_document { xml } else { format!("<x>{xml}</x>") };
    let parsed = parse_xml(&xml)?;
    let root = if is_document { parsed.root() } else { parsed.root_element() };
    let (expected, actual) = (outline(document.root()), xml_outline(root));
    if expected == actual {
        return Ok(());
    }
    let part = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
    Err(format!("expected and actual: {part:?}"))
}

fn parse_xml(xml: &str) -> Result<roxmltree::Document<'_>, String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    roxmltree::Document::parse_with_options(xml, options).map_err(|error| {
        let line = xml.lines().nth(error.pos().row as usize - 1).unwrap_or_default();
        let start = (error.pos().col as usize).saturating_sub(60);
        let part: String = line.chars().skip(start).take(120).collect();
        format!("{error}: {part:?}")
    })
}

/// A tree as lines, as XML can have it. Texts that follow one another are one text.
#[derive(Default)]
struct Outline {
    lines: String,
    text: String,
}

impl Outline {
    fn end_text(&mut self) {
        if !self.text.is_empty() {
            writeln!(self.lines, "{:?}", self.text).unwrap();
            self.text.clear();
        }
    }

    fn line(&mut self, line: &str) {
        self.end_text();
        self.lines.push_str(line);
        self.lines.push('\n');
    }
}

/// The characters as XML has them.
fn characters(text: &str) -> String {
    let is_allowed = |c: char| {
        matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && c != '\u{FFFE}' && c != '\u{FFFF}')
    };
    text.chars()
        .map(|c| match c {
            '\u{C}' => ' ',
            _ if is_allowed(c) => c,
            _ => '\u{FFFD}',
        })
        .collect()
}

/// The characters beyond ASCII that can start a name, as ranges.
/// <https://www.w3.org/TR/xml/#NT-NameStartChar>
const NAME_START: &[(u32, u32)] = &[
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x2FF),
    (0x370, 0x37D),
    (0x37F, 0x1FFF),
    (0x200C, 0x200D),
    (0x2070, 0x218F),
    (0x2C00, 0x2FEF),
    (0x3001, 0xD7FF),
    (0xF900, 0xFDCF),
    (0xFDF0, 0xFFFD),
    (0x10000, 0xEFFFF),
];

/// The other characters beyond ASCII of a name.
const NAME_INSIDE: &[(u32, u32)] = &[(0xB7, 0xB7), (0x300, 0x36F), (0x203F, 0x2040)];

/// A name as XML has it.
fn name(name: &str) -> String {
    let is_in = |ranges: &[(u32, u32)], c: char| {
        ranges.iter().any(|&(first, last)| (first..=last).contains(&u32::from(c)))
    };
    let mut out = String::new();
    for (at, c) in name.chars().enumerate() {
        let is_start = c.is_ascii_alphabetic() || c == '_' || is_in(NAME_START, c);
        let is_inside = c.is_ascii_digit() || c == '-' || c == '.' || is_in(NAME_INSIDE, c);
        match c {
            _ if is_start || (at > 0 && is_inside) => out.push(c),
            _ => write!(out, "U{:06X}", c as u32).unwrap(),
        }
    }
    out
}

/// Data with its line ends as XML parsers normalize them. The parser of this test does so in text
/// only.
fn normalized(data: &str) -> String {
    data.replace("\r\n", "\n").replace('\r', "\n")
}

fn comment(data: &str) -> String {
    let mut data = normalized(&characters(data));
    while data.contains("--") {
        data = data.replace("--", "- -");
    }
    if data.ends_with('-') { data + " " } else { data }
}

/// The nodes still to be visited.
enum Step<'a> {
    Node(NodeRef<'a>),
    End,
}

/// The lines of a tree of HTML, as its XML should have them.
fn outline(root: NodeRef<'_>) -> String {
    let mut outline = Outline::default();
    let mut steps: Vec<Step<'_>> = root.children().rev().map(Step::Node).collect();
    while let Some(step) = steps.pop() {
        let Step::Node(node) = step else {
            outline.line("end");
            continue;
        };
        if let Some(element) = node.as_element() {
            outline.line(&element_line(element));
            steps.push(Step::End);
            let content = element.template_contents().unwrap_or(node);
            steps.extend(content.children().rev().map(Step::Node));
        } else if let Some(text) = node.as_text() {
            outline.text.push_str(&characters(text));
        } else if let Some(data) = node.as_comment() {
            outline.line(&format!("comment {:?}", comment(data)));
        } else if let Some(instruction) = node.as_processing_instruction() {
            let target = match instruction.target() {
                target if target.eq_ignore_ascii_case("xml") => {
                    format!("U{:06X}{}", target.as_bytes()[0], &target[1..])
                }
                target => name(target),
            };
            let data = characters(instruction.data()).replace("?>", "? >");
            let data = normalized(data.trim_ascii_start());
            outline.line(&format!("instruction {target} {data:?}"));
        }
    }
    outline.end_text();
    outline.lines
}

fn element_line(element: ElementRef<'_>) -> String {
    let namespace = match element.namespace() {
        Namespace::Svg => "http://www.w3.org/2000/svg",
        Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
        _ => "http://www.w3.org/1999/xhtml",
    };
    let mut seen = HashSet::new();
    let mut attributes = Vec::new();
    for attribute in element.attrs() {
        let local = attribute.name();
        let is_declaration = attribute.namespace().url() == Some("http://www.w3.org/2000/xmlns/")
            || (attribute.namespace().url().is_none()
                && (local == "xmlns" || local.starts_with("xmlns:")));
        let key = (attribute.namespace().url().unwrap_or_default().to_owned(), name(local));
        if !is_declaration && seen.insert(key.clone()) {
            attributes.push(format!("{} {}={:?}", key.0, key.1, characters(attribute.value())));
        }
    }
    line_of(namespace, &name(element.name()), attributes)
}

fn line_of(namespace: &str, name: &str, mut attributes: Vec<String>) -> String {
    attributes.sort();
    format!("{namespace} {name} {}", attributes.join(" "))
}

/// The lines of a tree of XML.
fn xml_outline(root: roxmltree::Node<'_, '_>) -> String {
    let mut outline = Outline::default();
    let mut steps: Vec<Option<roxmltree::Node<'_, '_>>> = root.children().rev().map(Some).collect();
    while let Some(step) = steps.pop() {
        let Some(node) = step else {
            outline.line("end");
            continue;
        };
        if node.is_element() {
            let attributes = node
                .attributes()
                .map(|attribute| {
                    let namespace = attribute.namespace().unwrap_or_default();
                    format!("{namespace} {}={:?}", attribute.name(), attribute.value())
                })
                .collect();
            let namespace = node.tag_name().namespace().unwrap_or_default();
            outline.line(&line_of(namespace, node.tag_name().name(), attributes));
            steps.push(None);
            steps.extend(node.children().rev().map(Some));
        } else if let Some(instruction) = node.pi() {
            let data = normalized(instruction.value.unwrap_or_default());
            outline.line(&format!("instruction {} {data:?}", instruction.target));
        } else if node.is_comment() {
            outline.line(&format!("comment {:?}", normalized(node.text().unwrap_or_default())));
        } else {
            outline.text.push_str(node.text().unwrap_or_default());
        }
    }
    outline.end_text();
    outline.lines
}

/// Every tree of the shared suites and our own, with scripting as the case says.
#[test]
fn every_tree_of_the_suites_is_well_formed_xml() {
    let mut directories = vec![(own_data(""), Revision::Living2026)];
    for (location, folder, revision) in TREES {
        match location.find(folder) {
            Ok(directory) => directories.push((directory, revision)),
            Err(reason) => assert!(!in_ci(), "{reason}"),
        }
    }
    let (mut count, mut wrong) = (0, Vec::new());
    for (directory, revision) in directories {
        for (file, path) in files(&directory, &["dat"]) {
            let Ok(cases) = tree_case::read(&std::fs::read(&path).unwrap()) else { continue };
            for case in cases {
                let options = ParseOptions::new()
                    .revision(case.revision.unwrap_or(revision))
                    .scripting(case.scripting.unwrap_or(false));
                let document = match &case.context {
                    Some(context) => options.parse_fragment(context.context(), &case.data),
                    None => options.parse_str(&case.data),
                };
                count += 1;
                if let Err(message) = check(&document) {
                    wrong.push(format!("{file}:{} {:?}: {message}", case.line, case.data));
                }
            }
        }
    }
    assert!(count > 500, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_page_is_well_formed_xml() {
    let directory = match PAGES.find("") {
        Ok(directory) => directory,
        Err(reason) => return assert!(!in_ci(), "{reason}"),
    };
    for (file, path) in files(&directory, &["html"]) {
        let document = parse_document(std::fs::read(path).unwrap(), &Hints::new());
        if let Err(message) = check(&document) {
            panic!("{file}: {message}");
        }
    }
}

#[track_caller]
fn written(html: &str, options: &XmlOptions) -> String {
    parse_fragment("body", html).serialize(options).to_string()
}

const XHTML: &str = " xmlns=\"http://www.w3.org/1999/xhtml\"";

#[test]
fn each_rule_that_may_be_applied_is_an_option() {
    let all = XmlOptions::new();
    for (html, options, expected) in [
        (
            "<fb:like a:b=1 a@=2>",
            all.clone(),
            "<fbU00003Alike* aU00003Ab=\"1\" aU000040=\"2\"></fbU00003Alike>",
        ),
        ("<p a:b=1 c=2>", all.clone().rename_attributes(false), "<p* c=\"2\"></p>"),
        ("<p a:b=1 aU00003Ab=2>", all.clone(), "<p* au00003ab=\"2\" aU00003Ab=\"1\"></p>"),
        ("<p xmlns=a xmlns:b=c>", all.clone(), "<p*></p>"),
        ("<p a=1>", all.clone().namespace_declarations(false), "<p a=\"1\"></p>"),
        ("a<!--b--c--->d", all.clone(), "a<!--b- -c- -->d"),
        ("a<!--b-->d", all.clone().comments(false), "ad"),
        ("\u{C}a\u{1}", all.clone(), " a\u{FFFD}"),
        ("\u{C}a\u{1}", all.clone().replace_characters(false), " a"),
        ("<template><p>a</template>", all.clone(), "<template*><p>a</p></template>"),
        (
            "<template><p>a</template>",
            all.clone().template_contents(false),
            "<template*></template>",
        ),
        ("<script>a<b&&c</script>", all.clone(), "<script*>a&lt;b&amp;&amp;c</script>"),
        ("<pre>\n\na&nbsp;</pre>", all.clone(), "<pre*>\na\u{A0}</pre>"),
        ("<br><p>", all.clone(), "<br*/><p*></p>"),
        (
            "<p svg:a=1 b:c=2>",
            all.clone()
                .prefix("svg", "urn:a")
                .prefix("b", "urn:b")
                .prefix("1", "urn:c")
                .prefix("d", ""),
            "<p* xmlns:svg=\"urn:a\" xmlns:b=\"urn:b\" svg:a=\"1\" b:c=\"2\"></p>",
        ),
        (
            "<p b:c=1 d:c=2>",
            all.clone().prefix("b", "u").prefix("d", "u"),
            "<p* xmlns:b=\"u\" xmlns:d=\"u\" b:c=\"1\"></p>",
        ),
    ] {
        let expected = expected.replace('*', XHTML);
        if html.contains("aU00003Ab=2") {
            // The names of attributes are lowercase in HTML.
            assert_eq!(
                written(html, &options),
                "<p xmlns=\"http://www.w3.org/1999/xhtml\" aU00003Ab=\"1\" au00003ab=\"2\"></p>"
            );
            continue;
        }
        assert_eq!(written(html, &options), expected, "{html}");
        parse_xml(&format!("<x>{expected}</x>")).unwrap();
    }
}

#[test]
fn foreign_elements_and_attributes_are_in_their_namespaces() {
    let html = "<svg xmlns:xlink=x><a xlink:href=#b xml:lang=c><foreignObject><p>d</p></foreignObject></a></svg>\
                <math><mi xlink:href=#e></math>";
    let declared = XmlOptions::new();
    let xlink = "xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    let expected = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {xlink}><a xlink:href=\"#b\" xml:lang=\"c\"><foreignObject>\
         <p{XHTML}>d</p></foreignObject></a></svg>\
         <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi {xlink} xlink:href=\"#e\"/></math>"
    );
    assert_eq!(written(html, &declared), expected);
    assert_eq!(
        written(html, &declared.namespace_declarations(false)),
        "<svg><a xlinkU00003Ahref=\"#b\" xml:lang=\"c\"><foreignObject><p>d</p></foreignObject></a></svg>\
         <math><mi xlinkU00003Ahref=\"#e\"/></math>"
    );
}

/// A name that is coerced may be the name of another attribute of the edited tree.
#[test]
fn of_two_attributes_with_one_name_the_first_is_written() {
    let mut fragment = parse_fragment("body", "<svg a:b=1></svg>");
    let svg = fragment.root().first_child().unwrap().id();
    fragment.set_attr(svg, "aU00003Ab", "2").unwrap();
    assert_eq!(fragment.to_xml(), "<svg xmlns=\"http://www.w3.org/2000/svg\" aU00003Ab=\"1\"/>");
}

#[test]
fn a_void_element_with_children_is_written_with_them() {
    let mut fragment = parse_fragment("body", "<br>");
    let br = fragment.root().first_child().unwrap().id();
    fragment.append_text(br, "a").unwrap();
    assert_eq!(fragment.to_xml(), format!("<br{XHTML}>a</br>"));
}

#[test]
fn document_types_are_those_of_xml() {
    for (html, expected) in [
        ("<!DOCTYPE html>", "<!DOCTYPE html>"),
        ("<!DOCTYPE>", ""),
        ("<!DOCTYPE a:b>", "<!DOCTYPE aU00003Ab>"),
        (
            "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
            "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
        ),
        (
            "<!DOCTYPE html PUBLIC '-//A//B\"é'>",
            "<!DOCTYPE html PUBLIC \"-//A//BU000022U0000E9\" \"\">",
        ),
        ("<!DOCTYPE html SYSTEM 'a\"b'>", "<!DOCTYPE html SYSTEM 'a\"b'>"),
    ] {
        let document = parse_str(html);
        let xml = document.to_xml();
        assert!(xml.starts_with(&format!("{expected}<html")), "{xml}");
        assert!(
            document.serialize(&XmlOptions::new().doctype(false)).to_string().starts_with("<html")
        );
        check(&document).unwrap();
    }
    let mut document = Document::new();
    let html = document.append_element(document.root().id(), "html").unwrap();
    let doctype = document.create_doctype("html", "", "a\"'<>").unwrap();
    document.insert_before(html, doctype).unwrap();
    assert!(document.to_xml().starts_with("<!DOCTYPE html SYSTEM 'a\"U000027<>'>"));
    assert_eq!(document.node(doctype).to_xml(), "", "alone, it is not well-formed content");
    check(&document).unwrap();
}

#[test]
fn the_declaration_names_the_encoding() -> Result<(), EncodeError> {
    let document = parse_fragment("body", "<p title=€>борщ\u{85}</p>");
    let serialized = document.serialize(&XmlOptions::new().declaration(true));
    let rest = |text: &[u8]| {
        [b"?>\n<p xmlns=\"http://www.w3.org/1999/xhtml\" title=\"&#x20AC;\">", text].concat()
    };
    let expected =
        [&b"<?xml version=\"1.0\" encoding=\"KOI8-R\""[..], &rest(b"\xC2\xCF\xD2\xDD&#x85;</p>")]
            .concat();
    assert_eq!(serialized.encode(KOI8_R)?.to_bytes(), expected);
    let utf_8 = serialized.encode(UTF_8)?.to_bytes();
    assert_eq!(utf_8, serialized.to_string().into_bytes());
    assert!(utf_8.starts_with(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<p"));
    // Raw text has references in XML, comments have none.
    let script = parse_fragment("body", "<script>й€</script>");
    assert!(script.serialize(&XmlOptions::new()).encode(KOI8_R).is_ok());
    let comment = parse_fragment("body", "<!--й€-->");
    let error = comment.serialize(&XmlOptions::new()).encode(KOI8_R).unwrap_err();
    assert_eq!((error.character(), error.text()), ('€', "й€"));
    assert!(comment.serialize(&XmlOptions::new().comments(false)).encode(KOI8_R).is_ok());
    Ok(())
}

#[test]
fn shadow_roots_are_templates_if_asked_for() {
    let mut document = parse_fragment("body", "<div><b>a</b></div>");
    let host = document.root().first_child().unwrap().id();
    let init = ShadowRootInit::new(ShadowRootMode::Open);
    let shadow = document.attach_shadow(host, init).unwrap();
    document.set_inner_html(shadow, "<slot></slot><br>").unwrap();
    assert_eq!(document.to_xml(), format!("<div{XHTML}><b>a</b></div>"));
    let options = XmlOptions::new().shadow_roots([shadow]);
    let template = "shadowrootmode=\"open\"><slot></slot><br/></template>";
    assert_eq!(
        document.serialize(&options).to_string(),
        format!("<div{XHTML}><template {template}<b>a</b></div>")
    );
    assert_eq!(
        document.node(host).serialize_inner(&options).to_string(),
        format!("<template{XHTML} {template}<b{XHTML}>a</b>")
    );
}

/// The template of a shadow root comes before any other node here, and declares the prefix.
#[test]
fn a_prefix_at_a_shadow_root_may_be_missing_in_the_encoding() {
    let mut document = parse_fragment("body", "<div></div>");
    let host = document.root().first_child().unwrap().id();
    let init = ShadowRootInit::new(ShadowRootMode::Open);
    let shadow = document.attach_shadow(host, init).unwrap();
    let options = XmlOptions::new().shadow_roots([shadow]).prefix("é", "urn:a");
    let error = document.node(host).serialize_inner(&options).encode(KOI8_R).unwrap_err();
    assert_eq!((error.character(), error.node()), ('é', shadow));
}

/// Nothing recurses: the XML of a tree of any depth is written. The parser of the test may recurse.
#[test]
fn the_depth_of_a_tree_is_not_limited() {
    const DEPTH: usize = 100_000;
    let limits = Limits::default().depth(None);
    let document = ParseOptions::new().limits(limits).parse_fragment("body", "<div>".repeat(DEPTH));
    let xml = document.to_xml();
    assert_eq!(xml.matches("<div").count(), DEPTH);
    assert_eq!(xml.matches("</div>").count(), DEPTH);
}

proptest! {
    #![proptest_config(config(400))]

    /// Edits make names, data and nestings that no parser makes.
    #[test]
    fn edited_trees_are_well_formed_xml(
        nodes in prop::collection::vec((0..8_u8, any::<prop::sample::Index>(), TEXT, TEXT), 1..24),
        is_document in any::<bool>(),
    ) {
        let mut document = if is_document { Document::new() } else { Document::new_fragment() };
        let mut parents = vec![document.root().id()];
        for (kind, parent, first, second) in &nodes {
            let parent = parents[parent.index(parents.len())];
            let node = match kind {
                0 | 1 => document.create_element(first),
                2 => document.create_element_ns(Namespace::Svg, first),
                3 => document.create_element_ns(Namespace::MathMl, first),
                4 => document.create_text(first),
                5 => document.create_comment(first),
                6 => document.create_processing_instruction(first, second),
                _ => document.create_doctype(first, second, first),
            };
            // Nodes that the document refuses are left out.
            let Ok(node) = node else { continue };
            for name in [first, second] {
                let _ = document.set_attr(node, name, second);
            }
            if document.append(parent, node).is_ok() && *kind < 4 {
                parents.push(document.node(node).as_element().and_then(|e| e.template_contents()).map_or(node, |contents| contents.id()));
            }
        }
        if let Err(message) = check(&document) {
            return Err(TestCaseError::fail(format!("{message}\n{}", document.to_xml())));
        }
    }
}

/// Names, data and values that are hard to write.
const TEXT: &str = "(xml|XML|xmlns|xmlns:a|xml:a|a|b|template|br|svg|html|a:b|aU00003Ab|[a-c:_<&>\"'=\\-?\\]!\\]U0-9 \\t\\n\\r\\x0C\\x01\\x7Fé\u{FFFE}🍲]{1,6}|.{0,4})";
