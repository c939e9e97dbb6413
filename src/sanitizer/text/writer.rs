//! Sanitizing a tree while it is written: what is removed is left out, and the tree stays as it is.

use crate::dom::{Document, ElementData, NodeData, NodeIndex};
use crate::elements::{Content, Traits};
use crate::markup::{Effect, Nest};
use crate::names::ElementName;
use crate::sanitizer::removals::{Removals, Removed};
use crate::sanitizer::rules::{ElementRule, Rules};
use crate::sanitizer::walk::{
    Change, Judge, Judged, Never, Noting, Target, Verdict, inner_sanitize_steps, judge_attributes,
};
use crate::serialize::{Serializer, content_of};

/// The text that was written of a tree, and what is known about it.
#[derive(Debug)]
pub(in crate::sanitizer) struct Written {
    pub(in crate::sanitizer) html: String,
    /// Whether every reader makes the tree that was written of the text: each element stands where
    /// its start tag only inserts it, and its end tag only ends it.
    pub(in crate::sanitizer) is_stable: bool,
    /// Whether an element was left out or replaced, or an attribute left out.
    pub(in crate::sanitizer) has_removed: bool,
    /// Whether what was written means something else with scripting enabled.
    pub(in crate::sanitizer) depends_on_scripting: bool,
    /// Whether what was written means something else by the rules of 2024.
    pub(in crate::sanitizer) depends_on_revision: bool,
    /// Whether writing ended because the limit on bytes was reached; then the rest is missing.
    pub(in crate::sanitizer) is_cut: bool,
}

/// Writes what stays of the children of the root. `has_flow` says whether they are parsed by the
/// rules for the flow. Writing ends with the tag or text that makes more than `max_bytes`.
pub(super) fn write_sanitized(
    document: &Document,
    rules: &Rules,
    removals: Option<&mut Removals>,
    has_flow: bool,
    max_bytes: usize,
) -> Written {
    let mut judge = Noting::new(rules, removals);
    let long_texts = &document.tree.long_texts;
    // Only references and edits make carriage returns, so nearly every document is without.
    if document.strings.may_have_carriage_return() || !long_texts.is_empty() {
        write::<true>(document, &mut judge, has_flow, max_bytes)
    } else {
        write::<false>(document, &mut judge, has_flow, max_bytes)
    }
}

/// `EXACT`: carriage returns are written as references.
fn write<const EXACT: bool>(
    document: &Document,
    judge: &mut impl Judge<Value = Never>,
    has_flow: bool,
    max_bytes: usize,
) -> Written {
    let mut html = String::with_capacity(document.source().len() / 16 * 17);
    let root = document.tree.root_index();
    let mut writer = Writer {
        document,
        serializer: Serializer::<String, EXACT>::new(document, document.scripting(), &mut html),
        root,
        parent: root,
        next: document.tree.node(root).first_child,
        nest: Nest::new(),
        is_stable: has_flow,
        loses_line_feed: false,
        has_removed: false,
        depends_on_scripting: false,
        depends_on_revision: false,
        max_bytes,
        is_cut: false,
    };
    inner_sanitize_steps(judge, &mut writer);
    let Writer {
        is_stable, has_removed, depends_on_scripting, depends_on_revision, is_cut, ..
    } = writer;
    let is_stable = is_stable && !depends_on_scripting && !depends_on_revision && !is_cut;
    Written { html, is_stable, has_removed, depends_on_scripting, depends_on_revision, is_cut }
}

struct Writer<'a, const EXACT: bool> {
    document: &'a Document,
    serializer: Serializer<'a, String, EXACT>,
    root: NodeIndex,
    /// The node whose children are being visited.
    parent: NodeIndex,
    /// The next of them.
    next: Option<NodeIndex>,
    /// The elements that are written and not ended.
    nest: Nest<NodeIndex>,
    /// Whether every reader makes the same tree of what was written so far.
    is_stable: bool,
    /// Whether the start tag of a `pre` or the like was written right before.
    loses_line_feed: bool,
    has_removed: bool,
    depends_on_scripting: bool,
    depends_on_revision: bool,
    max_bytes: usize,
    is_cut: bool,
}

/// A judge that changes values has no place here: it would have to see the elements changed.
impl<J: Judge<Value = Never>, const EXACT: bool> Target<J> for Writer<'_, EXACT> {
    #[inline]
    fn document(&self) -> &Document {
        self.document
    }

    #[inline]
    fn next(&mut self) -> Option<NodeIndex> {
        while self.next.is_none() && self.parent != self.root {
            self.leave();
        }
        let id = self.next?;
        self.next = self.document.tree.node(id).next_sibling;
        Some(id)
    }

    #[inline]
    fn text(&mut self, id: NodeIndex) {
        self.write_text(id);
    }

    fn leaf(&mut self, id: NodeIndex) {
        let node = self.document.tree.node(id);
        self.depends_on_revision |= matches!(node.data, NodeData::ProcessingInstruction(_));
        self.is_stable = false;
        self.loses_line_feed = false;
        let Ok(()) = self.serializer.other_node(id);
    }

    #[inline]
    fn element(
        &mut self,
        judge: &mut J,
        element: NodeIndex,
        data: &ElementData,
        rule: ElementRule,
    ) -> Verdict {
        let (document, name) = (self.document, data.name());
        let attributes = document.tree.attributes_of(data);
        let judged = Judged { document, id: element, name, rule, attributes };
        let Ok(()) = self.serializer.start_of_tag(name);
        judge_attributes(judge, &judged, |_, attribute, change| match change {
            None => {
                let Ok(()) = self.serializer.attribute(attribute);
            }
            Some(Change::Remove(_)) => self.has_removed = true,
        });
        self.serializer.out.push('>');
        self.content(element, name);
        self.check_length();
        Verdict::KEEP
    }

    #[inline]
    fn remove(&mut self, _: NodeIndex, what: Removed) {
        match what {
            Removed::ProcessingInstruction => self.depends_on_revision = true,
            Removed::Element => {
                self.has_removed = true;
                self.check_length();
            }
            _ => {}
        }
    }

    fn replace_with_children(&mut self, element: NodeIndex) {
        self.has_removed = true;
        self.enter(element);
        self.check_length();
    }
}

impl<const EXACT: bool> Writer<'_, EXACT> {
    /// Moves to the children of a node, if it has any.
    #[inline]
    fn enter(&mut self, holder: NodeIndex) {
        let first_child = self.document.tree.node(holder).first_child;
        if first_child.is_some() {
            (self.parent, self.next) = (holder, first_child);
        }
    }

    /// Moves to what follows the node whose children are visited. Writes its end tag, unless it was
    /// replaced with its children.
    #[inline]
    fn leave(&mut self) {
        let tree = &self.document.tree;
        let ended = match tree.node(self.parent).data {
            NodeData::DocumentFragment => tree.template_before(self.parent).unwrap_or(self.parent),
            _ => self.parent,
        };
        if let Some(name) = self.nest.pop_if(|open| *open == ended) {
            let Ok(()) = self.serializer.end_tag(name);
            self.loses_line_feed = false;
        }
        let node = tree.node(ended);
        self.next = node.next_sibling;
        self.parent = node.parent.unwrap_or(self.root);
    }

    /// Moves to the content of an element whose start tag is written.
    #[inline]
    fn content(&mut self, element: NodeIndex, name: ElementName) {
        let tree = &self.document.tree;
        self.loses_line_feed = name.drops_line_feed();
        self.is_stable = self.is_stable && self.nest.effect(name) == Effect::Inserts;
        self.note_readers(name);
        let Some(holder) = content_of(tree, element, name) else { return };
        if tree.node(holder).first_child.is_none() {
            let Ok(()) = self.serializer.end_tag(name);
            self.loses_line_feed = false;
            return;
        }
        self.nest.push(name, element);
        self.enter(holder);
    }

    /// Ends writing if there is too much. Only elements make much more than there was: copies with
    /// long attributes.
    #[inline]
    fn check_length(&mut self) {
        if self.serializer.out.len() > self.max_bytes {
            self.is_cut = true;
            (self.parent, self.next) = (self.root, None);
        }
    }

    /// Notes whether readers differ about an element.
    #[inline]
    fn note_readers(&mut self, name: ElementName) {
        let row = name.row();
        self.depends_on_scripting |= row.content == Content::Noscript;
        self.depends_on_revision |= row.is(Traits::DIFFERS_2024);
    }

    #[inline]
    fn write_text(&mut self, id: NodeIndex) {
        if !self.nest.keeps_text() || self.loses_line_feed {
            self.text_with_care(id);
        }
        let is_raw =
            self.nest.current().is_some_and(|parent| parent.is_raw_text(self.serializer.scripting));
        let Ok(()) = self.serializer.text_node(id, is_raw);
    }

    /// Notes a text that is part of a table, and writes the line feed that the parser drops at the
    /// start of a `pre`.
    fn text_with_care(&mut self, id: NodeIndex) {
        let text = self.document.tree.text(id, &self.document.strings);
        self.is_stable &= self.nest.keeps_text() || text.bytes().all(is_whitespace);
        if self.loses_line_feed && !text.is_empty() {
            self.loses_line_feed = false;
            if text.starts_with('\n') {
                self.serializer.out.push('\n');
            }
        }
    }
}

fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::ParseOptions;
    use crate::sanitizer::{Sanitizer, SanitizerConfig};

    fn written(sanitizer: &Sanitizer, html: &str) -> Written {
        let document = ParseOptions::new().parse_fragment("div", html);
        write_sanitized(&document, sanitizer.rules(true), None, true, usize::MAX)
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
        let written =
            write_sanitized(&document, Sanitizer::new().rules(true), None, true, usize::MAX);
        assert!(written.has_removed && written.is_stable);
        assert_eq!(written.html, "<p>1</p>");
        assert_eq!(document.root().inner_html(), before);
    }

    #[test]
    fn children_take_the_place_of_a_replaced_element_in_the_nest_too() {
        let mut sanitizer = Sanitizer::new();
        sanitizer.replace_element_with_children("section");
        // By the rules, the second `p` would end the first.
        sanitizer.replace_element_with_children("button");
        assert!(!written(&sanitizer, "<p>1<button><p>2").is_stable);
        let flat = written(&sanitizer, "<p>1</p><section><p>2</section>");
        assert_eq!((flat.html.as_str(), flat.is_stable), ("<p>1</p><p>2</p>", true));
    }

    #[test]
    fn writing_ends_where_there_is_too_much() {
        let html = format!("<p><b title={}>{}", "x".repeat(100), "<p>1".repeat(100));
        let document = ParseOptions::new().parse_fragment("div", html);
        for (max_bytes, is_cut) in [(usize::MAX, false), (1000, true)] {
            let written =
                write_sanitized(&document, Sanitizer::new().rules(true), None, true, max_bytes);
            assert_eq!((written.is_cut, written.is_stable), (is_cut, !is_cut));
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
