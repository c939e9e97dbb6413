//! Any node is written as the reference serializer writes it, with shadow roots and without: in
//! template contents, too, whose document has no scripts and no custom element registry.

use consomme::serialize::SerializeOptions;
use consomme::{NodeRef, ParseOptions};

use super::choices::split_text;
use super::roundtrip::parse_with;
use super::tree::assert_same;
use super::unstable::Setting;
use crate::reference_serializer::{self as reference, Arguments};
use crate::source_check::all_nodes;

/// How many nodes are written, each with its content.
const MAX_NODES: usize = 60;

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let setting = Setting::choose(&mut choices, &[None]);
    let (without_shadow_roots, serializable) = choices.two_flags();
    let options = ParseOptions::new().declarative_shadow_roots(!without_shadow_roots);
    let document = parse_with(options, &text, setting);
    let nodes = all_nodes(&document);
    let roots = nodes.iter().filter_map(|node| node.as_shadow_root());
    let is_listed = |_: &_| choices.two_flags() != (true, true);
    let roots: Vec<_> = roots.map(|root| root.id()).filter(is_listed).collect();
    // Whether the parser read a `noscript` as text and whether a writer takes it so are two things.
    let scripting = setting.scripting != choices.flag();

    let options = SerializeOptions::new()
        .revision(setting.revision)
        .scripting(scripting)
        .serializable_shadow_roots(serializable)
        .shadow_roots(roots.iter().copied());
    let arguments = Arguments {
        revision: setting.revision,
        scripting,
        serializable_shadow_roots: serializable,
        shadow_roots: &roots,
    };
    for node in chosen(&nodes) {
        let what = |part| format!("{part} of {node:?} with {arguments:?}");
        assert_same(
            &reference::serialize_inner(node, arguments),
            &node.serialize_inner(&options).to_string(),
            &what("content"),
        );
        assert_same(
            &reference::serialize_outer(node, arguments),
            &node.serialize_outer(&options).to_string(),
            &what("all"),
        );
    }
}

/// The first nodes and the last ones.
fn chosen<'a>(nodes: &[NodeRef<'a>]) -> Vec<NodeRef<'a>> {
    let half = MAX_NODES / 2;
    let rest = nodes.len().saturating_sub(half).max(half.min(nodes.len()));
    nodes.iter().take(half).chain(&nodes[rest..]).copied().collect()
}
