//! Sanitizing a tree while it is written: what is removed is left out, and the tree stays as it is.

use std::ops::ControlFlow;

use crate::dom::{Document, ElementData, NodeData, NodeIndex};
use crate::names::{ElementName, Namespace, known};
use crate::serialize::{Serializer, content_of};
use crate::settings::Revision;
use crate::steps;

use super::nest::Nest;
use super::nesting::Nesting;
use super::rules::{Action, Rules};

/// What was written of a tree, and what is known about it.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) html: String,
    /// Whether the tree as written is plain, so that every reader makes the same tree of the text.
    pub(super) is_plain: bool,
    /// Whether an element was left out or replaced, or an attribute left out.
    pub(super) has_removed: bool,
    /// Whether what was written means something else with scripting enabled.
    pub(super) depends_on_scripting: bool,
    /// Whether what was written means something else by the rules of 2024.
    pub(super) depends_on_revision: bool,
    /// Whether writing ended because the limit on bytes was reached; then the rest is missing.
    pub(super) is_cut: bool,
}

/// Writes what stays of the children of the root. `has_flow` says whether they are parsed by the
/// rules for the flow. Writing ends with the tag or text that makes more than `max_bytes`.
pub(super) fn write_sanitized(
    document: &Document,
    rules: &Rules,
    has_flow: bool,
    max_bytes: usize,
) -> Written {
    let long_texts = &document.tree.long_texts;
    // Only references and edits make carriage returns, so nearly every document is without.
    if document.strings.may_have_carriage_return() || !long_texts.is_empty() {
        write::<true>(document, rules, has_flow, max_bytes)
    } else {
        write::<false>(document, rules, has_flow, max_bytes)
    }
}

/// `EXACT`: carriage returns are written as references.
fn write<const EXACT: bool>(
    document: &Document,
    rules: &Rules,
    has_flow: bool,
    max_bytes: usize,
) -> Written {
    let mut html = String::with_capacity(document.source().len() / 16 * 17);
    let mut writer = Writer {
        document,
        rules,
        serializer: Serializer::<String, EXACT> {
            tree: &document.tree,
            strings: &document.strings,
            revision: Revision::Living2026,
            scripting: document.scripting(),
            out: &mut html,
        },
        nest: Nest::new(has_flow),
        open: Vec::new(),
        loses_line_feed: false,
        has_removed: false,
        depends_on_scripting: false,
        depends_on_revision: false,
        max_bytes,
    };
    let is_cut = writer.children_of_root().is_break();
    let Writer { nest, has_removed, depends_on_scripting, depends_on_revision, .. } = writer;
    let is_plain = nest.is_plain() && !is_cut;
    Written { html, is_plain, has_removed, depends_on_scripting, depends_on_revision, is_cut }
}

struct Writer<'a, const EXACT: bool> {
    document: &'a Document,
    rules: &'a Rules,
    serializer: Serializer<'a, String, EXACT>,
    nest: Nest,
    /// The elements that are written and not ended.
    open: Vec<(NodeIndex, ElementName)>,
    /// Whether the start tag of a `pre` or the like was written right before.
    loses_line_feed: bool,
    has_removed: bool,
    depends_on_scripting: bool,
    depends_on_revision: bool,
    max_bytes: usize,
}

impl<const EXACT: bool> Writer<'_, EXACT> {
    /// Breaks if the limit on bytes was reached.
    fn children_of_root(&mut self) -> ControlFlow<()> {
        let tree = &self.document.tree;
        let root = tree.root_index();
        let mut parent = root;
        let mut next = tree.node(root).first_child;
        loop {
            let Some(id) = next else {
                if parent == root {
                    return ControlFlow::Continue(());
                }
                let ended = match tree.node(parent).data {
                    NodeData::DocumentFragment => tree.template_before(parent).unwrap_or(parent),
                    _ => parent,
                };
                self.end(ended);
                let node = tree.node(ended);
                next = node.next_sibling;
                parent = node.parent.unwrap_or(root);
                continue;
            };
            steps::count(1);
            let node = tree.node(id);
            next = node.next_sibling;
            match node.data {
                NodeData::Element(element) => {
                    if let Some(holder) = self.start(id, &element) {
                        parent = holder;
                        next = tree.node(holder).first_child;
                    }
                    // Only elements make much more than there was: copies with long attributes.
                    if self.serializer.out.len() > self.max_bytes {
                        return ControlFlow::Break(());
                    }
                }
                NodeData::Text(_) | NodeData::LongText(_) => self.text(id),
                _ => self.other(id),
            }
        }
    }

    /// Writes the start tag of an element that stays. Returns the node whose children come next.
    #[inline]
    fn start(&mut self, id: NodeIndex, element: &ElementData) -> Option<NodeIndex> {
        let tree = &self.document.tree;
        let strings = &self.document.strings;
        let name = element.name();
        let rule = self.rules.element(name, &strings.names);
        match rule.action {
            Action::Keep => {}
            Action::Remove => {
                self.has_removed = true;
                return None;
            }
            Action::ReplaceWithChildren => {
                self.has_removed = true;
                return tree.node(id).first_child.map(|_| id);
            }
        }
        let Ok(()) = self.serializer.start_of_tag(name);
        for attribute in tree.attributes_of(element) {
            steps::count(1);
            if self.rules.keeps_attribute(rule, name, attribute, strings) {
                let Ok(()) = self.serializer.attribute(attribute);
            } else {
                self.has_removed = true;
            }
        }
        self.serializer.out.push('>');
        self.loses_line_feed = name.drops_line_feed();
        let Some(holder) = content_of(tree, id, name) else {
            self.nest.pass(rule.nesting);
            self.note_readers(name, rule.nesting);
            return None;
        };
        self.nest.enter(rule.nesting);
        self.note_readers(name, rule.nesting);
        if tree.node(holder).first_child.is_none() {
            self.nest.leave();
            let Ok(()) = self.serializer.end_tag(name);
            self.loses_line_feed = false;
            return None;
        }
        self.open.push((id, name));
        Some(holder)
    }

    /// Notes whether readers differ about an element.
    #[inline]
    fn note_readers(&mut self, name: ElementName, nesting: Nesting) {
        if nesting == Nesting::Other && name.namespace == Namespace::Html {
            match name.local {
                known::NOSCRIPT => self.depends_on_scripting = true,
                known::SELECT
                | known::OPTION
                | known::OPTGROUP
                | known::SELECTEDCONTENT
                | known::TEMPLATE => self.depends_on_revision = true,
                _ => {}
            }
        }
    }

    /// Writes the end tag of an element, unless the element was replaced with its children.
    #[inline]
    fn end(&mut self, id: NodeIndex) {
        if let Some((_, name)) = self.open.pop_if(|(open, _)| *open == id) {
            self.nest.leave();
            let Ok(()) = self.serializer.end_tag(name);
            self.loses_line_feed = false;
        }
    }

    #[inline]
    fn text(&mut self, id: NodeIndex) {
        if self.nest.is_at_table_part() || self.loses_line_feed {
            self.text_with_care(id);
        }
        let parent = self.open.last().map(|(_, name)| *name);
        let is_raw = parent.is_some_and(|parent| parent.is_raw_text(self.serializer.scripting));
        let Ok(()) = self.serializer.text_node(id, is_raw);
    }

    /// Notes a text that is part of a table, and writes the line feed that the parser drops at the
    /// start of a `pre`.
    fn text_with_care(&mut self, id: NodeIndex) {
        let text = self.document.tree.text(id, &self.document.strings);
        self.nest.text(text);
        if self.loses_line_feed && !text.is_empty() {
            self.loses_line_feed = false;
            if text.starts_with('\n') {
                self.serializer.out.push('\n');
            }
        }
    }

    /// Writes a comment, a processing instruction or a doctype that stays.
    fn other(&mut self, id: NodeIndex) {
        let (tree, strings) = (&self.document.tree, &self.document.strings);
        let is_kept = match tree.node(id).data {
            NodeData::Comment(_) => self.rules.keeps_comments(),
            NodeData::ProcessingInstruction(_) => {
                self.depends_on_revision = true;
                let target = tree.instruction(id).map(|instruction| instruction.target);
                target.is_none_or(|target| self.rules.keeps_instruction(strings.name(target)))
            }
            _ => true,
        };
        if is_kept {
            self.nest.set_not_plain();
            self.loses_line_feed = false;
            let Ok(()) = self.serializer.other_node(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::ParseOptions;
    use crate::sanitizer::{Sanitizer, SanitizerConfig};

    fn written(sanitizer: &Sanitizer, html: &str) -> Written {
        let document = ParseOptions::new().parse_fragment("div", html);
        write_sanitized(&document, sanitizer.rules(true), true, usize::MAX)
    }

    #[test]
    fn a_line_feed_is_doubled_only_where_the_parser_drops_one() {
        let sanitizer = Sanitizer::new();
        for (html, expected) in [
            ("<pre>\n\na", "<pre>\n\na</pre>"),
            ("<pre>\na", "<pre>a</pre>"),
            ("<pre><b>\na", "<pre><b>\na</b></pre>"),
            ("<pre><script></script>\na", "<pre>\n\na</pre>"),
            ("<pre><!---->\na", "<pre>\n\na</pre>"),
            ("<pre></pre>\na", "<pre></pre>\na"),
            ("<pre><script></script></pre>\na", "<pre></pre>\na"),
            ("<pre><pre></pre>\na", "<pre><pre></pre>\na</pre>"),
        ] {
            assert_eq!(written(&sanitizer, html).html, expected, "{html:?}");
        }
    }

    #[test]
    fn what_is_left_out_is_noted_and_the_tree_stays() {
        let document = ParseOptions::new().parse_fragment("div", "<p onclick=a()>1<script>2");
        let before = document.root().inner_html();
        let written = write_sanitized(&document, Sanitizer::new().rules(true), true, usize::MAX);
        assert!(written.has_removed && written.is_plain);
        assert_eq!(written.html, "<p>1</p>");
        assert_eq!(document.root().inner_html(), before);
    }

    #[test]
    fn children_take_the_place_of_a_replaced_element_in_the_nest_too() {
        let mut sanitizer = Sanitizer::new();
        sanitizer.replace_element_with_children("section");
        // By the rules, the second `p` would end the first.
        let document = "<svg><foreignObject><p>1<section><p>2";
        assert!(!written(&sanitizer, document).is_plain);
        let flat = written(&sanitizer, "<p>1</p><section><p>2</section>");
        assert_eq!((flat.html.as_str(), flat.is_plain), ("<p>1</p><p>2</p>", true));
    }

    #[test]
    fn writing_ends_where_there_is_too_much() {
        let html = format!("<p><b title={}>{}", "x".repeat(100), "<p>1".repeat(100));
        let document = ParseOptions::new().parse_fragment("div", html);
        for (max_bytes, is_cut) in [(usize::MAX, false), (1000, true)] {
            let written = write_sanitized(&document, Sanitizer::new().rules(true), true, max_bytes);
            assert_eq!((written.is_cut, written.is_plain), (is_cut, !is_cut));
            assert!(!is_cut || written.html.len() < max_bytes + 200);
        }
    }

    #[test]
    fn readers_that_differ_are_noted() {
        let all = Sanitizer::from_config(SanitizerConfig::new()).expect("a valid configuration");
        for (html, scripting, revision) in [
            ("<p>a", false, false),
            ("<noscript>a</noscript>", true, false),
            ("<select><option>a", false, true),
            ("<template>a", false, true),
            ("<?a b?>", false, true),
        ] {
            let written = written(&all, html);
            let noted = (written.depends_on_scripting, written.depends_on_revision);
            assert_eq!(noted, (scripting, revision), "{html:?}");
        }
    }
}
