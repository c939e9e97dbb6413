//! Checks that XML output is well-formed, and that an XML parser makes the same tree of it, apart
//! from the standard's coercion.
//!
//! <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>

use std::collections::HashSet;
use std::fmt::Write as _;

use consomme::{Document, ElementRef, Namespace, NodeKind, NodeRef};
use roxmltree::ParsingOptions;

/// Writes a document as XML, parses that, and compares the trees.
///
/// # Errors
///
/// A description of what is not well-formed, or the first lines of the trees that differ.
pub fn check(document: &Document) -> Result<(), String> {
    let root = document.root();
    let (expected, actual) = (outline(root), read(root, &document.to_xml())?);
    if expected == actual {
        return Ok(());
    }
    let part = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
    Err(format!("expected and actual: {part:?}"))
}

/// Parses what is written of a node: of a document with an element, a document; of any other node,
/// content. Returns the lines of the tree.
///
/// # Errors
///
/// A description of what is not well-formed, with the text around it.
pub fn read(node: NodeRef<'_>, xml: &str) -> Result<String, String> {
    if node.kind() == NodeKind::Document && node.first_element_child().is_some() {
        return Ok(xml_outline(parse_xml(xml)?.root()));
    }
    // Only a document can have a declaration.
    let content = match xml.strip_prefix("<?xml ").and_then(|xml| xml.split_once("?>\n")) {
        Some((_, content)) => content,
        None => xml,
    };
    Ok(xml_outline(parse_xml(&format!("<x>{content}</x>"))?.root_element()))
}

/// Parses a text as an XML document.
///
/// # Errors
///
/// A description of what is not well-formed, with the text around it.
pub fn parse_xml(xml: &str) -> Result<roxmltree::Document<'_>, String> {
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
