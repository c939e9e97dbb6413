//! The standard's fragment serialization algorithm, step by step, without the crate's own tables.
//!
//! <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>

use consomme::shadow::{ShadowRootRef, SlotAssignment};
use consomme::{ElementRef, Namespace, NodeId, NodeKind, NodeRef, Revision};

/// The elements that serialize as void.
///
/// <https://html.spec.whatwg.org/#serializes-as-void>
const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// The elements whose text is written literally, but for `noscript`.
const LITERAL: &[&str] = &["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext"];

/// The arguments of the algorithm besides the node.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    pub revision: Revision,
    /// Whether scripting is enabled for the nodes of the document, but not of template contents.
    pub scripting: bool,
    pub serializable_shadow_roots: bool,
    pub shadow_roots: &'a [NodeId],
}

/// A part that is still to be written.
enum Step<'a> {
    /// A node; `is_inert`: it is in the contents of a template, whose document has neither a
    /// browsing context nor a custom element registry.
    Node {
        node: NodeRef<'a>,
        is_inert: bool,
    },
    Text(String),
}

/// Writes the content of a node, as `innerHTML` does.
pub fn serialize_inner(node: NodeRef<'_>, arguments: Arguments<'_>) -> String {
    let mut steps = Vec::new();
    push_content(node, is_in_template(node), arguments, &mut steps);
    run(steps, arguments)
}

/// Writes a node and its content, as `outerHTML` does.
pub fn serialize_outer(node: NodeRef<'_>, arguments: Arguments<'_>) -> String {
    run(vec![Step::Node { node, is_inert: is_in_template(node) }], arguments)
}

/// Whether a node of a parsed document is in the contents of a template, also through shadow roots.
pub fn is_in_template(node: NodeRef<'_>) -> bool {
    let mut root = node.root();
    while let Some(shadow_root) = root.as_shadow_root() {
        root = shadow_root.host().root();
    }
    root != node.document().root()
}

fn run(mut steps: Vec<Step<'_>>, arguments: Arguments<'_>) -> String {
    let mut written = String::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => written += &text,
            Step::Node { node, is_inert } => {
                write_node(node, is_inert, arguments, &mut written, &mut steps);
            }
        }
    }
    written
}

fn write_node<'a>(
    node: NodeRef<'a>,
    is_inert: bool,
    arguments: Arguments<'_>,
    written: &mut String,
    steps: &mut Vec<Step<'a>>,
) {
    let is_living = arguments.revision == Revision::Living2026;
    match node.kind() {
        NodeKind::Element(element) => {
            *written += &start_tag(element, is_living);
            if !serializes_as_void(element) {
                steps.push(Step::Text(format!("</{}>", element.name())));
                push_content(node, is_inert, arguments, steps);
            }
        }
        NodeKind::Text(text) => {
            let parent = node.parent().and_then(NodeRef::as_element);
            let parent = parent.filter(|parent| parent.namespace() == Namespace::Html);
            let is_literal = parent.is_some_and(|parent| match parent.name() {
                "noscript" => arguments.scripting && !is_inert,
                name => LITERAL.contains(&name),
            });
            *written += &if is_literal { text.to_owned() } else { escaped(text, false, is_living) };
        }
        NodeKind::Comment(data) => *written += &format!("<!--{data}-->"),
        NodeKind::ProcessingInstruction(instruction) => {
            let end = if is_living { "?>" } else { ">" };
            *written += &format!("<?{} {}{end}", instruction.target(), instruction.data());
        }
        NodeKind::Doctype(doctype) => *written += &format!("<!DOCTYPE {}>", doctype.name()),
        // A document or a fragment stands for its children.
        _ => push_content(node, is_inert, arguments, steps),
    }
}

/// Pushes the content of a node, so that its first part comes off first.
fn push_content<'a>(
    node: NodeRef<'a>,
    is_inert: bool,
    arguments: Arguments<'_>,
    steps: &mut Vec<Step<'a>>,
) {
    let element = node.as_element();
    if element.is_some_and(serializes_as_void) {
        return;
    }
    let contents = element.and_then(ElementRef::template_contents);
    let (parent, is_in_contents) = contents.map_or((node, is_inert), |contents| (contents, true));
    let push_children = |parent: NodeRef<'a>, is_inert, steps: &mut Vec<Step<'a>>| {
        steps.extend(parent.children().rev().map(|node| Step::Node { node, is_inert }));
    };
    push_children(parent, is_in_contents, steps);
    let Some(shadow) = element.and_then(ElementRef::shadow_root) else { return };
    if arguments.serializable_shadow_roots && shadow.serializable()
        || arguments.shadow_roots.contains(&shadow.id())
    {
        steps.push(Step::Text("</template>".to_owned()));
        push_children(shadow.as_node(), is_inert, steps);
        steps.push(Step::Text(shadow_root_tag(shadow, is_inert, arguments.revision)));
    }
}

fn shadow_root_tag(shadow: ShadowRootRef<'_>, is_inert: bool, revision: Revision) -> String {
    let is_living = revision == Revision::Living2026;
    let mut tag = format!("<template shadowrootmode=\"{}\"", shadow.mode());
    if shadow.delegates_focus() {
        tag += " shadowrootdelegatesfocus=\"\"";
    }
    if shadow.serializable() {
        tag += " shadowrootserializable=\"\"";
    }
    if is_living && shadow.slot_assignment() == SlotAssignment::Manual {
        tag += " shadowrootslotassignment=\"manual\"";
    }
    if shadow.clonable() {
        tag += " shadowrootclonable=\"\"";
    }
    // "If documentRegistry is null and shadowRegistry is null, then return false."
    if is_living && !is_inert && shadow.keeps_custom_element_registry_null() {
        tag += " shadowrootcustomelementregistry=\"\"";
    }
    tag + ">"
}

fn start_tag(element: ElementRef<'_>, is_living: bool) -> String {
    let mut tag = format!("<{}", element.name());
    for attribute in element.attrs() {
        let prefix = match (attribute.namespace().url(), attribute.name()) {
            (Some("http://www.w3.org/XML/1998/namespace"), _) => "xml:",
            (Some("http://www.w3.org/2000/xmlns/"), "xmlns") => "",
            (Some("http://www.w3.org/2000/xmlns/"), _) => "xmlns:",
            (Some("http://www.w3.org/1999/xlink"), _) => "xlink:",
            (_, _) => "",
        };
        let value = escaped(attribute.value(), true, is_living);
        tag += &format!(" {prefix}{}=\"{value}\"", attribute.name());
    }
    tag + ">"
}

fn serializes_as_void(element: ElementRef<'_>) -> bool {
    element.namespace() == Namespace::Html && VOID.contains(&element.name())
}

/// Escapes a string.
///
/// <https://html.spec.whatwg.org/#escapingString>
fn escaped(text: &str, is_attribute: bool, is_living: bool) -> String {
    let text = text.replace('&', "&amp;").replace('\u{A0}', "&nbsp;");
    match (is_attribute, is_living) {
        (false, _) => text.replace('<', "&lt;").replace('>', "&gt;"),
        (true, true) => text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"),
        (true, false) => text.replace('"', "&quot;"),
    }
}
