//! The XML of any document, parsed or edited, is well-formed and has the tree of the document;
//! with any options it is well-formed, for each node, and the same in whichever way it is written.

use consomme::encoding_rs::{Encoding, KOI8_U, SHIFT_JIS, UTF_8, WINDOWS_1252};
use consomme::serialize::{Serialized, XmlOptions};
use consomme::{Document, NodeRef};

use super::choices::{Choices, split_text};
use super::edit::edit_some;
use super::tree::assert_same;
use crate::source_check::all_nodes;
use crate::xml;

/// How many nodes are written, each with its content.
const MAX_NODES: usize = 20;

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let parse = choices.options();
    let mut document = match choices.flag() {
        false => parse.parse_str(text),
        true => parse.parse_fragment(choices.context(), text),
    };
    let options = options(&mut choices, &document);
    let encoding = choices.one_of(&[UTF_8, WINDOWS_1252, KOI8_U, SHIFT_JIS]);
    if choices.flag() {
        edit_some(&mut document, &mut choices);
    }
    if let Err(message) = xml::check(&document) {
        panic!("{message}\n{}", document.to_xml());
    }
    for node in all_nodes(&document).into_iter().take(MAX_NODES) {
        check(node, &node.serialize_outer(&options), encoding);
        check(node, &node.serialize_inner(&options), encoding);
    }
}

fn options(choices: &mut Choices<'_>, document: &Document) -> XmlOptions {
    let options = match choices.flag() {
        false => XmlOptions::new(),
        true => XmlOptions::ebook(),
    };
    let mut options = options
        .declaration(choices.flag())
        .doctype(!choices.flag())
        .namespace_declarations(!choices.flag())
        .comments(!choices.flag())
        .template_contents(!choices.flag())
        .rename_attributes(!choices.flag())
        .replace_characters(!choices.flag())
        .serializable_shadow_roots(choices.flag());
    for _ in 0..choices.number(3) {
        let prefix = choices.one_of(&["a", "xlink", "xml", "xmlns", "svg", "b:c", "", "é"]);
        let namespace =
            choices.one_of(&["urn:a", "", "a\"<&\t\u{1}", "http://www.w3.org/2000/svg"]);
        options = options.prefix(prefix, namespace);
    }
    if choices.flag() {
        let nodes = all_nodes(document);
        let roots = nodes.into_iter().filter_map(NodeRef::as_shadow_root);
        options = options.shadow_roots(roots.map(|root| root.id()));
    }
    options
}

/// Checks that a node is written as well-formed XML, and the same in each way.
fn check(node: NodeRef<'_>, written: &Serialized<'_, XmlOptions>, encoding: &'static Encoding) {
    let xml = written.to_string();
    let tree = xml::read(node, &xml).unwrap();
    assert_eq!(format!("{written}"), xml, "displayed");
    let mut bytes = Vec::new();
    written.write_to(&mut bytes).expect("a vector takes all");
    assert_eq!(String::from_utf8(bytes).expect("it is UTF-8"), xml, "written in pieces");
    // Names and comments can have characters that the encoding does not have.
    let Ok(encoded) = written.encode(encoding) else {
        return assert_ne!(encoding, UTF_8, "UTF-8 has all characters");
    };
    let bytes = encoded.to_bytes();
    let (decoded, has_errors) = encoding.decode_without_bom_handling(&bytes);
    assert!(!has_errors, "{decoded:?}");
    assert_same(&tree, &xml::read(node, &decoded).unwrap(), encoding.name());
}
