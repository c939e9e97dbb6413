//! The output of a strict rewriter is read as the edited tree: edits of elements at their start
//! tags and when they are complete, of comments and of texts, in pieces of any size.
//!
//! A `selectedcontent` mirrors its `option` as that is edited. Documents are left out in which the
//! `option` differs from its copy, or a `<template for>` patches the copy: their trees do not tell
//! what mirrors what. So an `option` without content gets none if a `selectedcontent` has no copy.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use consomme::positions::{Origin, Reason};
use consomme::source_edits::InexactReason;
use consomme::stream::{
    LeafKind, RewriteError, RewriteItem, RewriteLeaf, RewriteMatch, RewriteSelectors,
    StreamRewriter,
};
use consomme::{
    AdjacentPosition, Document, ElementRef, Hints, NodeId, NodeKind, NodeRef, ParseOptions,
    Revision, TreeError,
};

use super::tree::dump;

/// An edit of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edit {
    SetAttr,
    RemoveAttr,
    Before(usize),
    Prepend(usize),
    Append(usize),
    After(usize),
    SetInner(usize),
    Replace(usize),
    Remove,
    Unwrap,
    Rename,
}

/// HTML to insert, or a text if it starts with a mark.
const CONTENTS: [&str; 22] = [
    "=n",
    "=p;",
    "=\nn",
    "=<b>",
    "=/p>",
    "<i>n</i>",
    "<p>n",
    "n<b>o",
    "<li>n",
    "<!--n-->",
    "\nn",
    "=#1;",
    "= ",
    "<hr>",
    "<option>n",
    "<option selected>n</option>",
    "<selectedcontent></selectedcontent>",
    "<select><button><selectedcontent></button><option>n</select>",
    "<template for=a>n</template>",
    "<?marker name='a'>",
    "<?start name='a'>",
    "<?end>",
];

/// When an element is edited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    AtStartTag,
    Complete,
}

/// Numbers that look random.
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn edit(&mut self, is_leaf: bool) -> Edit {
        let content = self.roll(CONTENTS.len());
        match self.roll(if is_leaf { 4 } else { 11 }) {
            0 => Edit::Before(content),
            1 => Edit::After(content),
            2 => Edit::Remove,
            3 => Edit::Replace(content),
            4 => Edit::SetAttr,
            5 => Edit::RemoveAttr,
            6 => Edit::Prepend(content),
            7 => Edit::Append(content),
            8 => Edit::SetInner(content),
            9 => Edit::Unwrap,
            _ => Edit::Rename,
        }
    }
}

/// The edits of a document, by the places where their nodes start. The parser has removed a node
/// again that is `None`: its edits change nothing.
type Plan = HashMap<u64, (Option<NodeId>, When, Vec<Edit>)>;

/// Checks some edits of a text that is cut into pieces of `size` characters. Returns how many were
/// made.
pub fn check(text: &str, size: usize, dice: &mut Dice) -> usize {
    let options = ParseOptions::new()
        .declarative_shadow_roots(dice.roll(2) == 0)
        .scripting(dice.roll(2) == 0)
        .revision([Revision::Living2026, Revision::Snapshot2024][dice.roll(8) / 7]);
    let mut document = options.clone().positions(true).parse_str(text);
    if document.root().descendants().any(changes_later) {
        return 0;
    }
    let Some(mirrors) = mirrors(&document) else { return 0 };
    let mut plan = plan(&document, text, dice);
    plan_for_removed(&mut plan, &document, &options, text, dice);
    let selectors = RewriteSelectors::new().start_tags(&["*"]).expect("it is valid");
    let selectors = selectors.elements(&["*"]).expect("it is valid").leaves(true);
    let mut rewriter = StreamRewriter::new(&options, &Hints::new(), &selectors).strict(true);
    if size < 50 {
        rewriter.sweep_often();
    }
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters.chunks(size).map(|piece| piece.iter().collect::<String>());
    let (mut output, mut made) = (Vec::new(), Vec::new());
    for piece in pieces.map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed_str(&piece),
            None => rewriter.end(),
        }
        while let Some(item) = rewriter.next_item() {
            made.extend(edited(item, &plan, text));
        }
        rewriter.write_to(&mut output).expect("a list can be written to");
    }
    if !rewriter.take_inexact().is_empty() {
        return 0;
    }
    let output = String::from_utf8(output).expect("what was text is text");
    let in_words = |node: &Option<NodeId>| match node {
        Some(node) => format!("{:?}", document.node(*node)),
        None => "removed".to_owned(),
    };
    let log: Vec<_> = made.iter().map(|(node, edit)| (in_words(node), *edit)).collect();
    let copies = copies(&document);
    for (node, edit) in &made {
        let Some(node) = node else { continue };
        // The tag is that of the copies, too.
        if matches!(edit, Edit::SetAttr | Edit::RemoveAttr) {
            for (_, copy) in copies.iter().filter(|(original, _)| original == node) {
                let _ = edit_tree(&mut document, *copy, *edit, &options);
            }
        }
        // A node of a removed element has no parent.
        let _ = edit_tree(&mut document, *node, *edit, &options);
    }
    update_mirrors(&mut document, &mirrors);
    normalize(&mut document);
    let mut found = options.parse_str(output.clone());
    // A `<template for>` takes its markers out, which were between texts.
    normalize(&mut found);
    let (found, expected) = (dump(&found), dump(&document));
    assert!(
        found == expected,
        "{text:?}\nin pieces of {size}\nis {output:?}\nby {log:#?}\nexpected:\n{expected}\nfound:\n{found}"
    );
    made.len()
}

/// Joins adjacent texts, in the contents of templates and shadow trees, too.
fn normalize(document: &mut Document) {
    let mut roots = vec![document.root().id()];
    while let Some(root) = roots.pop() {
        document.normalize(root).expect("it is there");
        for element in document.node(root).descendants().filter_map(NodeRef::as_element) {
            let inside = [
                element.template_contents(),
                element.shadow_root().map(consomme::shadow::ShadowRootRef::as_node),
            ];
            roots.extend(inside.into_iter().flatten().map(|root| root.id()));
        }
    }
}

/// Whether the parser has moved complete elements, or has put a node into one: then the document at
/// the time of an edit was another one.
fn changes_later(node: NodeRef<'_>) -> bool {
    let reason = match node.origin() {
        Some(Origin::Copied { reason, .. }) => Some(reason),
        _ => node.moved(),
    };
    matches!(reason, Some(Reason::AdoptionAgency | Reason::Reopening))
}

/// Returns the elements with copies, and these.
fn copies(document: &Document) -> Vec<(NodeId, NodeId)> {
    let mut copies: Vec<(NodeId, NodeId)> = Vec::new();
    for node in document.root().descendants() {
        let Some(Origin::Copied { original: Some(original), .. }) = node.origin() else { continue };
        let first = copies.iter().find(|(_, copy)| *copy == original.id());
        let original = first.map_or(original.id(), |(first, _)| *first);
        copies.push((original, node.id()));
    }
    copies
}

/// Chooses edits for some of the nodes.
fn plan(document: &Document, text: &str, dice: &mut Dice) -> Plan {
    let mut plan = Plan::new();
    let rarity = 1 + dice.roll(6);
    let seed = dice.0;
    let mut numbers = HashMap::new();
    for node in document.root().descendants() {
        let Some(span) = node.span().filter(|_| node.origin() == Some(Origin::Source)) else {
            continue;
        };
        let range = span.range();
        let is_leaf = match node.kind() {
            NodeKind::Element(_) => false,
            NodeKind::Comment(_) | NodeKind::ProcessingInstruction { .. } => true,
            // A text that is in one piece of the source.
            NodeKind::Text(_) => {
                let is_whole = !text[range.clone()].contains(['<', '\0'])
                    && (range.start == 0 || text[..range.start].ends_with('>'))
                    && (range.end == text.len() || text[range.end..].starts_with('<'));
                if !is_whole {
                    continue;
                }
                true
            }
            _ => continue,
        };
        // The edit depends on the token and its number among equal ones, so that a part of a find
        // has the same edits.
        let written = &text[range.clone()];
        let written = if is_leaf { written } else { &written[..=written.find('>').unwrap_or(0)] };
        let number = numbers.entry(written).and_modify(|number| *number += 1).or_insert(0_u64);
        let mut hasher = DefaultHasher::new();
        (seed, written, *number).hash(&mut hasher);
        let mut dice = Dice(hasher.finish());
        if range.is_empty() || dice.roll(rarity) > 0 {
            continue;
        }
        let when = if dice.roll(2) == 0 { When::AtStartTag } else { When::Complete };
        let mut edits: Vec<_> = (0..1 + dice.roll(2)).map(|_| dice.edit(is_leaf)).collect();
        // Where the node was, there is nothing to edit.
        if matches!(edits[0], Edit::Remove | Edit::Replace(_) | Edit::Unwrap) {
            edits.truncate(1);
        }
        // The parser moves content there later.
        if node.as_element().is_some_and(|element| element.name() == "table") {
            edits.retain(|edit| !matches!(edit, Edit::Before(_) | Edit::Replace(_)));
        }
        // Content after their end tags is in them, too, after what is appended, and later tags of
        // them add attributes.
        if node.as_element().is_some_and(|element| ["html", "body"].contains(&element.name())) {
            edits.retain(|edit| !matches!(edit, Edit::Append(_) | Edit::RemoveAttr));
        }
        if node.as_element().is_some_and(may_have_empty_copy) {
            let gives_content = |edit: &Edit| {
                matches!(edit, Edit::Prepend(_) | Edit::Append(_) | Edit::SetInner(_))
            };
            edits.retain(|edit| !gives_content(edit));
        }
        // Attributes decide which of them are alike, and the parser opens three of these again.
        if node.as_element().is_some_and(|element| is_one_of_many(element, text)) {
            edits.retain(|edit| !matches!(edit, Edit::SetAttr | Edit::RemoveAttr));
        }
        if plan.insert(range.start as u64, (Some(node.id()), when, edits)).is_some() {
            // Two nodes of one token.
            return Plan::new();
        }
    }
    plan
}

/// Whether a text has more than three tags of this formatting element.
fn is_one_of_many(element: ElementRef<'_>, text: &str) -> bool {
    let name = element.name();
    let is_of_name =
        |rest: &str| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let tags = || text.split('<').skip(1).filter(|rest| is_of_name(rest));
    element.element_name().is_formatting() && tags().count() > 3
}

/// Adds edits of the nodes that a `<template for>` removes, and of the template itself. They are in
/// the tree of the same text if its templates have another attribute instead. What comes beside
/// such a node stays or goes with the nodes around it, so it is not planned.
fn plan_for_removed(
    plan: &mut Plan,
    document: &Document,
    options: &ParseOptions,
    text: &str,
    dice: &mut Dice,
) {
    if !text.contains("for=") || !text.contains("<?") {
        return;
    }
    let starts = document.root().descendants().filter_map(|node| Some(node.span()?.range().start));
    let kept: HashSet<usize> = starts.collect();
    let unpatched = options.clone().positions(true).parse_str(text.replace("for=", "fox="));
    for node in unpatched.root().descendants() {
        let Some(span) = node.span().filter(|_| node.origin() == Some(Origin::Source)) else {
            continue;
        };
        let edit = match node.kind() {
            NodeKind::ProcessingInstruction { .. } => Edit::Remove,
            NodeKind::Element(_) => {
                let content = dice.roll(CONTENTS.len());
                [
                    Edit::SetAttr,
                    Edit::Remove,
                    Edit::Prepend(content),
                    Edit::Append(content),
                    Edit::SetInner(content),
                    Edit::Unwrap,
                    Edit::Rename,
                ][dice.roll(7)]
            }
            _ => continue,
        };
        if kept.contains(&span.range().start) {
            continue;
        }
        let start = span.range().start as u64;
        if dice.roll(3) == 0 && !plan.contains_key(&start) {
            let when = if dice.roll(2) == 0 { When::AtStartTag } else { When::Complete };
            plan.insert(start, (None, when, vec![edit]));
        }
    }
}

/// Returns each `selectedcontent` that mirrors an `option`, and this. `None` if the parser has
/// changed an `option` or its copy since it was mirrored.
fn mirrors(document: &Document) -> Option<Vec<(NodeId, NodeId)>> {
    let mut found = Vec::new();
    let elements = document.root().descendants().filter_map(NodeRef::as_element);
    for mirror in elements.filter(|one| one.is_html("selectedcontent")) {
        let Some(first) = mirror.as_node().first_child() else {
            // A `<template for>` without content may have taken a marker out, and nothing is left.
            if options_have_marker(mirror) {
                return None;
            }
            continue;
        };
        let option = match first.origin() {
            Some(Origin::Copied { original, reason: Reason::SelectedContent, .. }) => {
                original?.parent()?.as_element()?
            }
            // The copy of a marker was patched.
            _ if first.moved() == Some(Reason::ContentPatching) => return None,
            _ => continue,
        };
        if !option.is_html("option") || option.inner_html() != mirror.inner_html() {
            return None;
        }
        found.push((mirror.as_node().id(), option.as_node().id()));
    }
    Some(found)
}

/// Whether an `option` in the same `select` as this element has a marker.
fn options_have_marker(mirror: ElementRef<'_>) -> bool {
    let is_marker =
        |node: NodeRef<'_>| matches!(node.kind(), NodeKind::ProcessingInstruction { .. });
    let around = mirror.ancestor_elements().filter(|one| one.is_html("select"));
    let options = around.flat_map(|select| select.descendant_elements());
    options
        .filter(|one| one.is_html("option"))
        .any(|option| option.as_node().descendants().any(is_marker))
}

/// Whether an element is an `option` without content, and may have an empty copy in its `select`:
/// nothing tells whether that is a copy.
fn may_have_empty_copy(option: ElementRef<'_>) -> bool {
    let is_empty = |one: ElementRef<'_>| one.as_node().first_child().is_none();
    let around = || option.as_node().ancestors().filter_map(NodeRef::as_element);
    let is_copied_to = |one: ElementRef<'_>| {
        let first = one.as_node().first_child().and_then(NodeRef::origin);
        matches!(first, Some(Origin::Copied { .. }))
    };
    let is_mirror = |one: &ElementRef<'_>| one.is_html("selectedcontent") && !is_copied_to(*one);
    option.is_html("option")
        && is_empty(option)
        && around()
            .any(|one| one.is_html("select") && one.descendant_elements().any(|it| is_mirror(&it)))
}

/// Makes each `selectedcontent` mirror its `option` again.
fn update_mirrors(document: &mut Document, mirrors: &[(NodeId, NodeId)]) {
    for (mirror, option) in mirrors {
        let children = |document: &Document, id: NodeId| -> Vec<NodeId> {
            document.node(id).children().map(|child| child.id()).collect()
        };
        for child in children(document, *mirror) {
            document.detach(child).expect("it is there");
        }
        for child in children(document, *option) {
            let copy = document.clone_node(child).expect("it can be copied");
            document.append(*mirror, copy).expect("it is there");
        }
    }
}

/// Makes the edits that are planned for an item. Returns the edits that were not refused.
fn edited(item: RewriteItem<'_>, plan: &Plan, text: &str) -> Vec<(Option<NodeId>, Edit)> {
    match item {
        RewriteItem::Element(mut element) => {
            let Some((node, when, edits)) = plan.get(&element.range().start) else {
                return Vec::new();
            };
            if (*when == When::Complete) != element.is_complete() {
                return Vec::new();
            }
            let made = edits.iter().filter(|edit| is_made(edit_element(&mut element, **edit)));
            made.map(|edit| (*node, *edit)).collect()
        }
        RewriteItem::Leaf(mut leaf) => {
            let range = leaf.range();
            let Some((node, _, edits)) = plan.get(&range.start) else { return Vec::new() };
            // A text in pieces has another range.
            let ends =
                text[range.end as usize..].starts_with('<') || range.end as usize == text.len();
            if range.is_empty() || leaf.kind() == LeafKind::Text && !ends {
                return Vec::new();
            }
            let made = edits.iter().filter(|edit| is_made(edit_leaf(&mut leaf, **edit)));
            made.map(|edit| (*node, *edit)).collect()
        }
        _ => Vec::new(),
    }
}

fn is_made(result: Result<Vec<InexactReason>, RewriteError>) -> bool {
    result.is_ok_and(|reasons| {
        assert!(reasons.is_empty(), "a strict rewriter refuses what is not exact");
        true
    })
}

type Edited = Result<Vec<InexactReason>, RewriteError>;

fn edit_element(element: &mut RewriteMatch<'_>, edit: Edit) -> Edited {
    let content = |at: usize| (CONTENTS[at], CONTENTS[at].strip_prefix('='));
    match edit {
        Edit::SetAttr => element.set_attr("class", "a & \"b\"").map(|()| Vec::new()),
        Edit::RemoveAttr => {
            element.remove_attr("class");
            Ok(Vec::new())
        }
        Edit::Before(at) => match content(at) {
            (_, Some(text)) => element.before_text(text),
            (html, None) => element.before_html(html),
        },
        Edit::After(at) => match content(at) {
            (_, Some(text)) => element.after_text(text),
            (html, None) => element.after_html(html),
        },
        Edit::Prepend(at) => match content(at) {
            (_, Some(text)) => element.prepend_text(text),
            (html, None) => element.prepend_html(html),
        },
        Edit::Append(at) => match content(at) {
            (_, Some(text)) => element.append_text(text),
            (html, None) => element.append_html(html),
        },
        Edit::SetInner(at) => match content(at) {
            (_, Some(text)) => element.set_text(text),
            (html, None) => element.set_inner_html(html),
        },
        Edit::Replace(at) => match content(at) {
            (_, Some(text)) => element.replace_with_text(text),
            (html, None) => element.replace_with_html(html),
        },
        Edit::Remove => element.remove(),
        Edit::Unwrap => element.unwrap_element(),
        Edit::Rename => element.rename("nav"),
    }
}

fn edit_leaf(leaf: &mut RewriteLeaf<'_>, edit: Edit) -> Edited {
    let content = |at: usize| (CONTENTS[at], CONTENTS[at].strip_prefix('='));
    match edit {
        Edit::Before(at) => match content(at) {
            (_, Some(text)) => leaf.before_text(text),
            (html, None) => leaf.before_html(html),
        },
        Edit::After(at) => match content(at) {
            (_, Some(text)) => leaf.after_text(text),
            (html, None) => leaf.after_html(html),
        },
        Edit::Replace(at) => match content(at) {
            (_, Some(text)) => leaf.replace_with_text(text),
            (html, None) => leaf.replace_with_html(html),
        },
        _ => leaf.remove(),
    }
}

fn edit_tree(
    document: &mut Document,
    node: NodeId,
    edit: Edit,
    options: &ParseOptions,
) -> Result<(), TreeError> {
    use AdjacentPosition::{AfterBegin, AfterEnd, BeforeBegin, BeforeEnd};
    match edit {
        Edit::SetAttr => document.set_attr(node, "class", "a & \"b\""),
        Edit::RemoveAttr => document.remove_attr(node, "class").map(drop),
        Edit::Before(at) => insert(document, node, BeforeBegin, at, options),
        Edit::After(at) => insert(document, node, AfterEnd, at, options),
        Edit::Prepend(at) => insert(document, node, AfterBegin, at, options),
        Edit::Append(at) => insert(document, node, BeforeEnd, at, options),
        Edit::SetInner(at) => match CONTENTS[at].strip_prefix('=') {
            Some(text) => document.set_text(node, text),
            None => document.set_inner_html(node, CONTENTS[at]),
        },
        Edit::Replace(at) => {
            insert(document, node, BeforeBegin, at, options)?;
            document.detach(node)
        }
        Edit::Remove => document.detach(node),
        Edit::Unwrap => document.unwrap_element(node),
        Edit::Rename => document.rename(node, "nav"),
    }
}

fn insert(
    document: &mut Document,
    node: NodeId,
    side: AdjacentPosition,
    content: usize,
    options: &ParseOptions,
) -> Result<(), TreeError> {
    use AdjacentPosition::{AfterBegin, AfterEnd, BeforeBegin, BeforeEnd};
    let content = CONTENTS[content];
    if let Some(text) = content.strip_prefix('=') {
        let text = document.create_text(text)?;
        return match side {
            BeforeBegin => document.insert_before(node, text),
            AfterEnd => document.insert_after(node, text),
            AfterBegin => document.prepend(node, text),
            BeforeEnd => document.append(node, text),
        };
    }
    match side {
        AfterBegin => document.prepend_html(node, content),
        BeforeEnd => document.append_html(node, content),
        BeforeBegin | AfterEnd => {
            let parent = document.node(node).parent().and_then(NodeRef::as_element);
            let context = match document.node(node).moved() {
                // The element around it in the source.
                Some(Reason::ContentPatching) => "template".into(),
                _ => parent.map_or_else(|| "body".into(), consomme::Context::from),
            };
            let fragment = options.parse_fragment(context, content);
            let mut last = node;
            for child in fragment.root().children() {
                let copy = document.import_node(child)?;
                match side {
                    BeforeBegin => document.insert_before(node, copy)?,
                    _ => document.insert_after(last, copy)?,
                }
                last = copy;
            }
            Ok(())
        }
    }
}
