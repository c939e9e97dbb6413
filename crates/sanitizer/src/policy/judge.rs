//! The decisions of a policy about elements and attributes.

use std::borrow::Cow;
use std::collections::HashSet;

use consomme::sink::known_names as known;
use consomme::{Attr, Document, ElementRef, Namespace, NodeId, NodeKind, NodeRef};

use crate::elements::ElementList;
use crate::held_images::has_held;
use crate::removals::RemovalReason;
use crate::rules::{Action, ElementRule, Rules, baseline};
use crate::walk::{Change, Edit, Judge, Judged, TextEdit, Verdict};

use super::builder::{Enforced, Policy};
use super::frames::FrameAttribute;
use super::passes::Pass;
use super::style::may_fetch;
use super::templates::{broken, has_template};
use super::urls::{UrlPolicy, UrlUse};
use super::values::Value;
use super::verdicts::{AttributeVerdict, TextVerdict, escaped, verdict_of};

/// A configuration and a policy.
pub(crate) struct Governed<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) policy: &'a Policy,
    /// Whether an attribute or an element was added.
    pub(crate) has_added: bool,
    pub(crate) pass: Pass,
    /// The nodes that the callback for elements made, which it does not get once more.
    of_elements: HashSet<NodeId>,
    /// The nodes that the callback for texts made, which it does not get once more.
    of_texts: HashSet<NodeId>,
    /// The change of the last element, if the callback has asked for one.
    edit: Option<Edit>,
    /// The attributes of the current element that held URLs before any of them was changed, by
    /// their qualified names, if that depends on other attributes.
    uses: Vec<(Box<str>, UrlUse)>,
    /// Whether the current element always has some attributes.
    has_enforced: bool,
}

impl Judge for Governed<'_> {
    type Value = String;

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn element(&self, element: ElementRef<'_>) -> ElementRule {
        if self.is_judged(element.as_node()) {
            return self.rules.kept_unlisted();
        }
        let mut rule = self.rules.element(element);
        if self.policy.breaks_templates && has_template(element.name()) {
            rule.action = Action::Remove;
            return rule;
        }
        if self.policy.frames_of(element).is_some() {
            return self.rules.kept_unlisted();
        }
        if rule.action == Action::Keep {
            return rule;
        }
        let is_html = element.namespace() == Namespace::Html;
        // A custom element is never unsafe, so the configuration removes it for not being listed.
        let is_unlisted = rule.action == Action::Remove && self.rules.removes_unlisted();
        if let Some(is_kept) = &self.policy.custom_elements
            && is_unlisted
            && is_html
            && element.has_custom_name()
            && is_kept(element.name())
        {
            return self.rules.kept_unlisted();
        }
        rule.action = match self.policy.escapes_unlisted {
            Some(escape) if rule.action == Action::Remove => escaped(escape, element),
            None if is_unlisted
                && is_html
                && self.policy.unwraps_unlisted
                && !is_removed_with_content(element) =>
            {
                Action::ReplaceWithChildren
            }
            _ => rule.action,
        };
        rule
    }

    fn attribute(&self, judged: Judged<'_>, attr: Attr<'_>) -> Option<Change<String>> {
        let Judged { element, name, rule, .. } = judged;
        if self.is_judged(element.as_node()) {
            return None;
        }
        if let Some(change) = self.held_attribute(judged, attr) {
            return change;
        }
        let mut is_listed = false;
        if let Some(frames) = self.policy.frames_of(element) {
            match frames.judge(attr) {
                FrameAttribute::Kept => is_listed = true,
                FrameAttribute::Settled(change) => return change,
                FrameAttribute::Other => {}
            }
        }
        debug_assert_eq!(self.has_enforced, self.enforced(element).next().is_some());
        let is_of = |enforced: &&Enforced| *enforced.name == *attr.qualified_name();
        if self.has_enforced
            && let Some(enforced) = self.enforced(element).find(is_of)
        {
            let is_same = *enforced.value == *attr.value();
            let set = || Change::Set(enforced.value.to_string(), RemovalReason::Enforced);
            return (!is_same).then(set);
        }
        if !is_listed && !self.rules.keeps_attribute(rule, attr) {
            return Some(Change::Remove(RemovalReason::NotAllowed));
        }
        if let Some(reason) = judged.reaches_out(attr) {
            return Some(Change::Remove(reason));
        }
        if self.policy.breaks_templates && has_template(&attr.qualified_name()) {
            return Some(Change::Remove(RemovalReason::TemplateSyntax));
        }
        let mut value = Value { text: Cow::Borrowed(attr.value()), reason: None, held: None };
        match self.policy.on_attribute.as_ref().map(|callback| callback(element, attr)) {
            None | Some(AttributeVerdict::Keep) => {}
            Some(AttributeVerdict::Remove) => {
                return Some(Change::Remove(RemovalReason::Callback));
            }
            Some(AttributeVerdict::Set(text)) => value.set(text, RemovalReason::Callback),
        }
        let script_in = |value: &Value<'_>| self.rules.script_in(name, attr, || &value.text);
        if let Some(script) = script_in(&value) {
            return Some(Change::Remove(script));
        }
        if let Some(reason) = self.value(element, attr, &mut value) {
            return Some(Change::Remove(reason));
        }
        if self.policy.breaks_template(&value.text) {
            return Some(Change::Remove(RemovalReason::TemplateSyntax));
        }
        if let Some(held) = value.held.take().filter(|held| !self.policy.breaks_template(held)) {
            // The rest of a style is shown; any other value is held as a whole.
            let left = (*attr.name() == *"style").then(|| value.text.into_owned());
            return Some(self.hold(element, attr, left.filter(|left| !left.is_empty()), held));
        }
        let reason = value.reason?;
        Some(match script_in(&value) {
            Some(script) => Change::Remove(script),
            None => Change::Set(value.text.into_owned(), reason),
        })
    }

    #[inline]
    fn begin(&mut self, element: ElementRef<'_>) {
        self.uses.clear();
        let has_enforced = self.enforced(element).next().is_some();
        self.has_enforced = has_enforced;
        if let Some(urls) = &self.policy.urls
            && self.has_related_attributes(element)
        {
            let uses = element.attrs().filter_map(|attr| Some((attr, urls.use_of(element, attr)?)));
            self.uses.extend(uses.map(|(attr, of)| (attr.qualified_name().into(), of)));
        }
    }

    #[inline]
    fn has_more_for(&self, element: ElementRef<'_>) -> bool {
        let is_style = || element.element_name().local == known::STYLE;
        self.policy.on_element.is_some()
            || self.policy.urls.as_ref().is_some_and(UrlPolicy::holds) && has_held(element)
            || self.has_related_attributes(element)
            || is_style()
            || self.policy.frames_of(element).is_some()
            || self.enforced(element).next().is_some()
    }

    fn enforce(&mut self, document: &mut Document, id: NodeId) -> Option<RemovalReason> {
        let is_judged = document.element(id).is_some_and(|it| self.is_judged(it.as_node()));
        if is_judged {
            return None;
        }
        let is_safe = self.add_enforced(document, id);
        let Some(element) = document.element(id).filter(|_| is_safe) else {
            debug_assert!(false, "an element with room for changes of its attributes");
            return Some(RemovalReason::Enforced);
        };
        let frames = self.policy.frames_of(element)?;
        (!frames.settle(document, id)).then_some(RemovalReason::Frame)
    }

    #[inline]
    fn has_related_attributes(&self, element: ElementRef<'_>) -> bool {
        self.policy.urls.is_some()
            && has_related_attributes(element)
            && !self.is_judged(element.as_node())
    }

    fn means_something_else(&self, element: ElementRef<'_>, attr: Attr<'_>) -> bool {
        let Some(urls) = &self.policy.urls else { return false };
        let now = urls.use_of(element, attr);
        let name = attr.qualified_name();
        let before = self.uses.iter().find(|(before, _)| **before == *name);
        now.is_some() && now != before.map(|(_, of)| *of)
    }

    fn complete(&mut self, document: &mut Document, id: NodeId) -> Verdict {
        let is_judged = document.element(id).is_some_and(|it| self.is_judged(it.as_node()));
        if is_judged {
            return Verdict::KEEP;
        }
        if let Some(reason) = self.style_sheet(document, id) {
            return Verdict::new(Action::Remove, reason);
        }
        if !self.tell_tracker(document, id) {
            return Verdict::new(Action::Remove, RemovalReason::HeldBack);
        }
        let Some(element) = document.element(id) else { return Verdict::KEEP };
        match &self.policy.on_element {
            Some(callback) if !self.of_elements.contains(&id) => {
                let (verdict, edit) = verdict_of(callback(element), element);
                self.edit = edit;
                verdict
            }
            _ => Verdict::KEEP,
        }
    }

    #[inline]
    fn take_edit(&mut self) -> Option<Edit> {
        self.edit.take()
    }

    #[inline]
    fn text(&mut self, document: &Document, id: NodeId) -> Option<TextEdit> {
        match self.pass {
            Pass::Elements => None,
            Pass::Texts => self.called_text(document.node(id)),
            Pass::Templates => broken(document.node(id).as_text()?).map(TextEdit::Set),
        }
    }

    fn keeps_leaf(&self, leaf: NodeRef<'_>) -> bool {
        if !self.policy.breaks_templates {
            return true;
        }
        match leaf.kind() {
            NodeKind::Comment(text) => !has_template(text),
            NodeKind::ProcessingInstruction(it) => {
                !has_template(it.target()) && !has_template(it.data())
            }
            _ => true,
        }
    }

    fn has_added(&mut self) {
        self.has_added = true;
    }

    /// The callback for texts has got them already, as texts of its markup. In the pass before, no
    /// callback has.
    fn escaped(&mut self, text: NodeId) {
        if self.pass == Pass::Texts {
            self.of_texts.insert(text);
        }
    }

    fn edited(&mut self, element: NodeId) {
        self.of_elements.insert(element);
    }

    fn made(&mut self, document: &Document, node: NodeId, by_text: bool) {
        let inner = document.node(node).descendants_with_templates();
        let all = std::iter::once(node).chain(inner.map(NodeRef::id));
        // The callback for texts gets nothing that the callback for elements has made of its
        // markup: otherwise each could make work for the other without an end.
        match (by_text, self.pass) {
            (true, _) => self.of_texts.extend(all),
            (false, Pass::Texts) => {
                for id in all {
                    self.of_elements.insert(id);
                    self.of_texts.insert(id);
                }
            }
            (false, _) => self.of_elements.extend(all),
        }
    }
}

impl<'a> Governed<'a> {
    pub(crate) fn new(rules: &'a Rules, policy: &'a Policy) -> Governed<'a> {
        Governed {
            rules,
            policy,
            has_added: false,
            pass: Pass::Elements,
            of_elements: HashSet::new(),
            of_texts: HashSet::new(),
            edit: None,
            uses: Vec::new(),
            has_enforced: false,
        }
    }

    /// Returns whether a node was judged in an earlier pass: of elements, later passes judge only
    /// those that the callback for texts made.
    #[inline]
    fn is_judged(&self, node: NodeRef<'_>) -> bool {
        match self.pass {
            Pass::Elements => false,
            Pass::Texts => !self.of_texts.contains(&node.id()),
            Pass::Templates => true,
        }
    }

    /// Returns the verdict of the callback for texts about a text.
    fn called_text(&self, text: NodeRef<'_>) -> Option<TextEdit> {
        let callback = self.policy.on_text.as_ref()?;
        let scripting = text.document().scripting();
        // A sheet of SVG is judged as one, though its text is written as any other.
        let is_raw = |parent: ElementRef<'_>| {
            parent.element_name().is_raw_text(scripting)
                || matches!(parent.name(), "style" | "script")
        };
        let parent = text.parent().and_then(NodeRef::as_element);
        if self.of_texts.contains(&text.id()) || parent.is_some_and(is_raw) {
            return None;
        }
        match callback(text) {
            TextVerdict::Keep => None,
            TextVerdict::Set(new) => Some(TextEdit::Set(new)),
            TextVerdict::Replace(html) => Some(TextEdit::Replace(html)),
        }
    }

    /// Returns why an element is removed as a style sheet, if it is. Where there are rules for
    /// sheets, it is written anew.
    fn style_sheet(&self, document: &mut Document, id: NodeId) -> Option<RemovalReason> {
        let element = document.element(id)?;
        #[cfg(feature = "css")]
        if self.policy.sheets_of(element).is_some() {
            let is_kept = self.policy.rewrite_sheet(document, id);
            return (!is_kept).then_some(RemovalReason::StyleProperty);
        }
        self.is_fetching_style(element).then_some(RemovalReason::UrlInStyle)
    }

    /// Returns whether an element is a style sheet that may fetch something, where there is a
    /// policy for URLs. Of SVG, one that contains more than text counts as such.
    pub(super) fn is_fetching_style(&self, element: ElementRef<'_>) -> bool {
        self.policy.urls.is_some()
            && element.name() == "style"
            && element.namespace() != Namespace::MathMl
            && (element.children().any(|child| child.as_text().is_none())
                || may_fetch(&element.text_content()))
    }
}

/// Returns whether an element has attributes on which the use of its URLs depends: `http-equiv`,
/// `rel`.
#[inline]
fn has_related_attributes(element: ElementRef<'_>) -> bool {
    let name = element.element_name();
    name.is_html(known::META) || name.is_html(known::LINK)
}

/// Returns whether an HTML element is removed with its content where others leave theirs.
fn is_removed_with_content(element: ElementRef<'_>) -> bool {
    baseline().element(element).action == Action::Remove
        || ElementList::NotForReaders.has(element.element_name().local)
}
