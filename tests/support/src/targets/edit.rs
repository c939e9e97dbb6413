//! Any sequence of edits leaves a sound tree, and an edit that is refused changes nothing.

use consomme::AdjacentPosition::{AfterBegin, AfterEnd, BeforeBegin, BeforeEnd};
use consomme::shadow::{ShadowRootInit, ShadowRootMode};
use consomme::{AttributeNamespace, Document, Namespace, NodeId, ParseOptions, TreeError};

use super::choices::{Choices, split_text};
use super::tree::{assert_same, dump};
use crate::rendered;
use crate::source_check::all_nodes;

/// Names, values and texts, valid and invalid ones.
const TEXTS: &[&str] = &[
    "",
    "x",
    "p",
    "id",
    "class",
    "template",
    "a b",
    "é",
    "\n",
    "\0",
    "\r",
    "-->",
    "--!>",
    "?>",
    "</script>",
    "]]>",
    "xlink:href",
    "viewBox",
    "=a",
    "日本",
];

const HTML: &[&str] = &[
    "",
    "x&lt;y",
    "<p class='a b a'>1<p>2",
    "<td>1<td id=x>2",
    "<template><tr><td>x</template>",
    "<svg viewbox=1 xlink:href=#a><desc>x<p>y",
    "<head></head><body class=z>x",
    "<b><p>x</b>y",
    "<select><button><selectedcontent></selectedcontent></button><option selected>A<b>B</b>",
    "<!--c--><?t d?>",
    "<table>x<tr>",
    "<?marker name='a'?><template for=a>x</template>",
];

const OTHER: &str = "<p id=o>other<svg><g/></svg><template><b>t</template>\
    <div><template shadowrootmode=open><p><template shadowrootmode=closed shadowrootclonable>x";

/// The maximum number of edits of one document.
const MAX_EDITS: usize = 60;

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let revision = choices.revision();
    let (positions, shadow_roots) = choices.two_flags();
    let options = ParseOptions::new()
        .revision(revision)
        .positions(positions)
        .declarative_shadow_roots(shadow_roots);
    let mut document = match choices.number(3) {
        0 => options.parse_str(text),
        1 => options.parse_fragment("div", text),
        2 => Document::new(),
        _ => Document::new_fragment(),
    };
    let mut other = ParseOptions::new().declarative_shadow_roots(shadow_roots).parse_str(OTHER);
    let mut ids: Vec<NodeId> = all_nodes(&document).into_iter().map(|node| node.id()).collect();
    for _ in 0..MAX_EDITS {
        if choices.is_empty() {
            break;
        }
        let before = dump(&document);
        if edit(&mut document, &mut other, &mut ids, &mut choices).is_err() {
            assert_same(&before, &dump(&document), "what is refused changes nothing");
        }
        document.check_invariants().unwrap();
    }
    other.check_invariants().unwrap();
    rendered::check_edited(&document).unwrap();
    let before = dump(&document);
    assert_same(&before, &dump(&document.clone()), "a clone is equal");
    document.compact();
    document.check_invariants().unwrap();
    assert_same(&before, &dump(&document), "compacting changes nothing");
    rendered::check_edited(&document).unwrap();
    document.to_minified_html();
    for id in ids {
        if let Some(node) = document.get(id) {
            assert_eq!(node.id(), id);
            node.outer_html();
        }
    }
}

/// Edits a document as far as there are choices, with edits that are refused among them.
pub(super) fn edit_some(document: &mut Document, choices: &mut Choices<'_>) {
    let mut other = ParseOptions::new().declarative_shadow_roots(true).parse_str(OTHER);
    let mut ids: Vec<NodeId> = all_nodes(document).into_iter().map(|node| node.id()).collect();
    for _ in 0..MAX_EDITS {
        if choices.is_empty() {
            break;
        }
        let _ = edit(document, &mut other, &mut ids, choices);
    }
}

/// Makes one edit.
pub(super) fn edit(
    document: &mut Document,
    other: &mut Document,
    ids: &mut Vec<NodeId>,
    choices: &mut Choices<'_>,
) -> Result<(), TreeError> {
    let kind = choices.number(29);
    let a = choices.one_of(ids);
    let b = choices.one_of(ids);
    let text = choices.one_of(TEXTS);
    match kind {
        0 => document.append(a, b),
        1 => document.prepend(a, b),
        2 => document.insert_before(a, b),
        3 => document.insert_after(a, b),
        4 => document.replace_with(a, b),
        5 => document.wrap_in(a, b),
        6 => document.unwrap_element(a),
        7 => document.detach(a),
        8 => document.remove_children(a),
        9 => document.discard(a),
        10 => document.set_text(a, text),
        11 => document.normalize(a),
        12 => {
            document.compact();
            Ok(())
        }
        13 => document.set_attr(a, text, choices.one_of(TEXTS)),
        14 => document.set_attr_ns(a, namespace(choices), text, choices.one_of(TEXTS)),
        15 => document.remove_attr(a, text).map(|_| ()),
        16 => document.remove_attr_ns(a, namespace(choices), text).map(|_| ()),
        17 => document.add_class(a, text),
        18 => document.remove_class(a, text),
        19 => document.set_inner_html(a, choices.one_of(HTML)),
        20 => document.set_outer_html(a, choices.one_of(HTML)),
        21 => {
            let position = choices.one_of(&[BeforeBegin, AfterBegin, BeforeEnd, AfterEnd]);
            document.insert_adjacent_html(a, position, choices.one_of(HTML))
        }
        _ => {
            let made = create(document, other, a, kind, text, choices)?;
            ids.extend(document.node(made).descendants().map(|node| node.id()).chain([made]));
            Ok(())
        }
    }
}

/// Makes a node, or a copy of one.
fn create(
    document: &mut Document,
    other: &mut Document,
    node: NodeId,
    kind: usize,
    text: &str,
    choices: &mut Choices<'_>,
) -> Result<NodeId, TreeError> {
    match kind {
        22 => document.clone_node(node),
        23 => document.clone_shallow(node),
        24 => {
            let namespaces = [Namespace::Html, Namespace::Svg, Namespace::MathMl];
            document.create_element_ns(choices.one_of(&namespaces), text)
        }
        25 => match choices.number(4) {
            0 => document.create_text(text),
            1 => document.create_comment(text),
            2 => document.create_processing_instruction("t", text),
            3 => document.create_doctype(text, "", text),
            _ => document.create_document_fragment(),
        },
        26 => document.create_element(text),
        29 => {
            let mut init = ShadowRootInit::new(ShadowRootMode::Open);
            (init.clonable, init.delegates_focus) = choices.two_flags();
            document.attach_shadow(node, init)
        }
        _ => {
            let nodes: Vec<NodeId> = all_nodes(other).into_iter().map(|node| node.id()).collect();
            let node = choices.one_of(&nodes);
            if kind == 27 {
                document.import_node(other.node(node))
            } else {
                document.adopt_node(other, node)
            }
        }
    }
}

fn namespace(choices: &mut Choices<'_>) -> AttributeNamespace {
    choices.one_of(&[
        AttributeNamespace::None,
        AttributeNamespace::XLink,
        AttributeNamespace::Xml,
        AttributeNamespace::Xmlns,
        AttributeNamespace::XmlnsPrefixed,
    ])
}
