//! Sanitizes a tree while it is written: removed nodes are left out, and the tree does not change.

use consomme::markup::{Effect, Nest};
use consomme::serialize::NodeWriter;
use consomme::sink::{ElementName, known_names as known};
use consomme::{Document, ElementRef, Namespace, NodeId, NodeRef};

use super::part::Part;
use crate::elements::ElementList;
use crate::removals::{RemovalReason, Removals, Removed};
use crate::rules::{Action, ElementRule};
use crate::walk::{
    Change, Judge, Judged, Never, Noting, Target, Verdict, inner_sanitize_steps, judge_attributes,
};

/// The output for a tree, with facts about it.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) html: String,
    /// Whether every reader makes the tree that was written of the text: each element stands where
    /// its start tag only inserts it, and its end tag only ends it.
    pub(crate) is_stable: bool,
    /// Whether an element was left out or replaced, or a text or an attribute left out.
    pub(crate) has_removed: bool,
    /// The nodes that stay by the rules, but would reach out of the context: they were left out, or
    /// replaced with their children.
    pub(crate) reaching_out: Vec<(NodeId, Removed)>,
    /// Whether the output means something else with scripting enabled.
    pub(crate) depends_on_scripting: bool,
    /// Whether the output means something else by the rules of 2024.
    pub(crate) depends_on_revision: bool,
    /// Whether writing ended because the limit on bytes was reached; then the rest is missing.
    pub(crate) is_cut: bool,
}

/// Writes the kept nodes among the children of the root. `nest` has the context, `has_flow` says
/// whether its content is parsed by the rules for the flow. Writing ends with the tag or text that
/// makes more than `max_bytes`.
pub(super) fn write_sanitized<J: Judge<Value = Never>>(
    document: &Document,
    judge: J,
    removals: Option<&mut Removals>,
    nest: Nest<NodeRef<'_>>,
    has_flow: bool,
    max_bytes: usize,
) -> Written {
    written_by(document, Noting::new(judge, removals), nest, has_flow, max_bytes, None)
}

/// Writes as [`write_sanitized`] does, and finds a part of the output.
pub(crate) fn write_part<J: Judge<Value = Never>>(
    document: &Document,
    judge: J,
    nest: Nest<NodeRef<'_>>,
    has_flow: bool,
    max_bytes: usize,
    part: &mut Part,
) -> Written {
    written_by(document, Noting::new(judge, None), nest, has_flow, max_bytes, Some(part))
}

fn written_by<J: Judge<Value = Never>>(
    document: &Document,
    mut judge: J,
    nest: Nest<NodeRef<'_>>,
    has_flow: bool,
    max_bytes: usize,
    part: Option<&mut Part>,
) -> Written {
    let root = document.root();
    let mut writer = Writer {
        html: NodeWriter::new(document),
        scripting: document.scripting(),
        root,
        parent: root,
        next: root.first_child(),
        nest,
        loses_line_feed: false,
        max_bytes,
        part,
        written: Written {
            html: String::new(),
            is_stable: has_flow,
            has_removed: false,
            reaching_out: Vec::new(),
            depends_on_scripting: false,
            depends_on_revision: false,
            is_cut: false,
        },
    };
    // A short text is mostly tags, which get end tags and quotation marks.
    writer.html.reserve(document.source().len() / 16 * 17 + 64);
    inner_sanitize_steps(&mut judge, &mut writer);
    let Writer { html, mut written, .. } = writer;
    written.html = html.into_html();
    written.is_stable &=
        !written.depends_on_scripting && !written.depends_on_revision && !written.is_cut;
    written
}

struct Writer<'a> {
    html: NodeWriter<'a>,
    scripting: bool,
    root: NodeRef<'a>,
    /// The node whose children are being visited.
    parent: NodeRef<'a>,
    /// The next of them.
    next: Option<NodeRef<'a>>,
    /// The elements that are written and not ended, perhaps in the context element, for which the
    /// root stands.
    nest: Nest<NodeRef<'a>>,
    /// Whether the start tag of a `pre` or the like was written right before.
    loses_line_feed: bool,
    max_bytes: usize,
    /// The part of the output that is looked for, if only one is of interest.
    part: Option<&'a mut Part>,
    /// The facts about the output so far, without the output.
    written: Written,
}

/// A judge that changes values has no place here: it would have to see the elements changed.
impl<'a, J: Judge<Value = Never>> Target<J> for Writer<'a> {
    type Node = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        while self.next.is_none() && self.parent != self.root {
            self.leave();
        }
        let node = self.next?;
        self.next = node.next_sibling();
        if let Some(part) = &mut self.part {
            part.visits(node.id(), self.html.written());
        }
        Some(node)
    }

    #[inline]
    fn node(&self, node: NodeRef<'a>) -> NodeRef<'_> {
        node
    }

    #[inline]
    fn text(&mut self, judge: &mut J, text: NodeRef<'a>) {
        if !self.nest.keeps_text() || self.loses_line_feed {
            if self.reaches_out(text) {
                judge.removed(text, Removed::Text, RemovalReason::ReachesOut);
                self.leave_out(text, Removed::Text);
                return;
            }
            self.text_with_care(text);
        }
        let is_raw = self.nest.current().is_some_and(|parent| parent.is_raw_text(self.scripting));
        self.html.text(text, is_raw);
    }

    fn leaf(&mut self, leaf: NodeRef<'a>) {
        self.written.depends_on_revision |= leaf.as_processing_instruction().is_some();
        self.written.is_stable = false;
        self.loses_line_feed = false;
        self.html.leaf(leaf);
    }

    #[inline]
    fn element(&mut self, judge: &mut J, node: NodeRef<'a>, rule: ElementRule) -> Verdict {
        let Some(element) = node.as_element() else {
            debug_assert!(false, "the rule is that of an element");
            return Verdict::KEEP;
        };
        let name = element.element_name();
        match self.nest.effect(name) {
            Effect::Inserts => {}
            Effect::ReachesOut => return self.out_of_place(node, name),
            _ => self.written.is_stable = false,
        }
        self.html.start_of_tag(name);
        let is_outermost_template = name.is_html(known::TEMPLATE)
            && self.nest.last().is_none_or(|parent| *parent == self.root);
        judge_attributes(
            judge,
            Judged { element, name, rule, is_outermost_template },
            |_, attribute, change| match change {
                None => self.html.attribute(attribute),
                Some(Change::Remove(_) | Change::Hold { .. }) => self.written.has_removed = true,
            },
        );
        self.html.markup(">");
        self.content(element, name);
        self.check_length();
        Verdict::KEEP
    }

    #[inline]
    fn remove(&mut self, _: NodeRef<'a>, what: Removed) {
        match what {
            Removed::ProcessingInstruction => self.written.depends_on_revision = true,
            Removed::Element => {
                self.written.has_removed = true;
                self.check_length();
            }
            _ => {}
        }
    }

    fn replace_with_children(&mut self, element: NodeRef<'a>) {
        self.written.has_removed = true;
        self.enter(element);
        self.check_length();
    }
}

impl<'a> Writer<'a> {
    /// Moves to the children of a node, if it has any.
    #[inline]
    fn enter(&mut self, holder: NodeRef<'a>) {
        let first_child = holder.first_child();
        if first_child.is_some() {
            (self.parent, self.next) = (holder, first_child);
        }
    }

    /// Moves to the node after the one whose children are visited. Writes its end tag, unless it
    /// was replaced with its children.
    #[inline(always)] // As a part of the visit of each node.
    fn leave(&mut self) {
        // Contents of a `template` have no parent. Of the elements that are written and not ended,
        // the template is the last.
        let ended = match self.parent.parent() {
            Some(_) => self.parent,
            None => self.nest.last().copied().unwrap_or(self.parent),
        };
        self.ends(ended);
        if let Some(name) = self.nest.pop_if(|open| *open == ended) {
            self.html.end_tag(name);
            self.loses_line_feed = false;
        }
        self.next = ended.next_sibling();
        self.parent = ended.parent().unwrap_or(self.root);
    }

    /// Moves to the content of an element whose start tag is written.
    #[inline(always)] // As a part of the visit of each element.
    fn content(&mut self, element: ElementRef<'a>, name: ElementName) {
        self.loses_line_feed = name.drops_line_feed();
        if let Some(part) = &self.part
            && part.resumes(element.as_node().id())
        {
            self.loses_line_feed = part.loses_line_feed;
        }
        self.written.depends_on_scripting |= name.is_html(known::NOSCRIPT);
        self.written.depends_on_revision |= name.differs_in_2024();
        if name.is_void() {
            return;
        }
        let node = element.as_node();
        let holder = match name.is_html(known::TEMPLATE) {
            true => element.template_contents().unwrap_or(node),
            false => node,
        };
        if !holder.has_children() {
            self.ends(node);
            self.html.end_tag(name);
            self.loses_line_feed = false;
            return;
        }
        self.nest.push(name, node);
        self.enter(holder);
    }

    /// Notes that an element ends here, if that is of interest.
    #[inline]
    fn ends(&mut self, element: NodeRef<'a>) {
        if let Some(part) = &mut self.part {
            part.leaves(element.id(), self.html.written(), self.loses_line_feed);
        }
    }

    /// Ends writing if there is too much. Only elements make much more than there was: copies with
    /// long attributes.
    #[inline]
    fn check_length(&mut self) {
        if self.html.written() > self.max_bytes {
            self.written.is_cut = true;
            (self.parent, self.next) = (self.root, None);
        }
    }

    /// Returns what becomes of an element that would leave the context, or act on it or on elements
    /// around it. Where readers have nothing of the text in it, it goes with its content.
    #[cold]
    fn out_of_place(&mut self, node: NodeRef<'a>, name: ElementName) -> Verdict {
        let is_removed = name.namespace != Namespace::Html
            || name.is_void()
            || ElementList::NotForReaders.has(name.local);
        let (action, what) = match is_removed {
            true => (Action::Remove, Removed::Element),
            false => (Action::ReplaceWithChildren, Removed::Tags),
        };
        self.leave_out(node, what);
        Verdict::new(action, RemovalReason::ReachesOut)
    }

    /// Whether the parser would move a text out of the context.
    fn reaches_out(&self, node: NodeRef<'_>) -> bool {
        let text = node.as_text().unwrap_or_default();
        self.nest.is_at_context() && !self.nest.keeps_text() && !text.bytes().all(is_whitespace)
    }

    /// Notes a node that stays by the rules, but reaches out of the context.
    fn leave_out(&mut self, node: NodeRef<'a>, what: Removed) {
        self.written.has_removed = true;
        self.written.reaching_out.push((node.id(), what));
    }

    /// Notes a text that is part of a table, and writes the line feed that the parser drops at the
    /// start of a `pre`.
    fn text_with_care(&mut self, node: NodeRef<'a>) {
        let text = node.as_text().unwrap_or_default();
        self.written.is_stable &= self.nest.keeps_text() || text.bytes().all(is_whitespace);
        if self.loses_line_feed && !text.is_empty() {
            self.loses_line_feed = false;
            if text.starts_with('\n') {
                self.html.markup("\n");
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
    use crate::{Sanitizer, SanitizerConfig};
    use consomme::ParseOptions;

    fn written(sanitizer: &Sanitizer, html: &str) -> Written {
        let document = ParseOptions::new().parse_fragment("div", html);
        write_sanitized(&document, sanitizer.rules(true), None, Nest::new(), true, usize::MAX)
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
        let written = write_sanitized(
            &document,
            Sanitizer::new().rules(true),
            None,
            Nest::new(),
            true,
            usize::MAX,
        );
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
            let written = write_sanitized(
                &document,
                Sanitizer::new().rules(true),
                None,
                Nest::new(),
                true,
                max_bytes,
            );
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
