//! The trait that decides about elements and attributes.

use consomme::sink::{ElementName, known_names as known};
use consomme::{Attr, Document, ElementRef, NodeId, NodeRef};

use crate::removals::{RemovalReason, Removed};
use crate::rules::{Action, ElementRule, Rules};

/// Decides what becomes of elements and their attributes. Comments and processing instructions are
/// decided by the rules alone.
pub(crate) trait Judge {
    /// The new value of an attribute; [`Never`], if the judge changes no values.
    type Value: Into<String>;

    /// Returns the compiled configuration.
    fn rules(&self) -> &Rules;

    /// Returns the rule of an element, by its name.
    fn element(&self, element: ElementRef<'_>) -> ElementRule;

    /// Returns how an attribute of an element that stays is changed; `None`, if it stays as it is.
    fn attribute(&self, element: Judged<'_>, attribute: Attr<'_>) -> Option<Change<Self::Value>>;

    /// Takes note of an element whose attributes are about to be judged and changed. Only a target
    /// that changes the tree calls this.
    #[inline]
    fn begin(&mut self, _: ElementRef<'_>) {}

    /// Returns whether there may be more to do for an element whose own attributes are judged: the
    /// next four methods are asked only then.
    #[inline]
    fn has_more_for(&self, _: ElementRef<'_>) -> bool {
        false
    }

    /// Adds the attributes that an element always has, to those that it keeps. Returns the reason
    /// for removing the element, if it cannot have them. Only a target that changes the tree asks
    /// this.
    #[inline]
    fn enforce(&mut self, _: &mut Document, _: NodeId) -> Option<RemovalReason> {
        None
    }

    /// Returns whether the meaning of an attribute of the element may depend on another one: the
    /// `content` of a `meta` holds a URL only if its `http-equiv` says so.
    #[inline]
    fn has_related_attributes(&self, _: ElementRef<'_>) -> bool {
        false
    }

    /// Returns whether an attribute means something else than [before](Self::begin), because
    /// another attribute changed. Then it is judged once more. Only asked where there are [related
    /// attributes](Self::has_related_attributes).
    #[inline]
    fn means_something_else(&self, _: ElementRef<'_>, _: Attr<'_>) -> bool {
        false
    }

    /// Completes an element that has all of its attributes, and returns what becomes of it after
    /// all. Only a target that changes the tree asks this.
    #[inline]
    fn complete(&mut self, _: &mut Document, _: NodeId) -> Verdict {
        Verdict::KEEP
    }

    /// Takes out the change of the element that is complete, if a callback asks for one. No part of
    /// the verdict, which is passed on for each element.
    #[inline]
    fn take_edit(&mut self) -> Option<Edit> {
        None
    }

    /// Returns how a text is changed. Only a target that changes the tree asks this.
    #[inline]
    fn text(&mut self, _: &Document, _: NodeId) -> Option<TextEdit> {
        None
    }

    /// Returns whether a comment or processing instruction stays that stays by the rules.
    #[inline]
    fn keeps_leaf(&self, _: NodeRef<'_>) -> bool {
        true
    }

    /// Takes note that an attribute or an element was added.
    #[inline]
    fn has_added(&mut self) {}

    /// Takes note that a callback changed an element, so that none gets it once more.
    #[inline]
    fn edited(&mut self, _: NodeId) {}

    /// Takes note that a node and its descendants come from the callback for texts, or the one for
    /// elements, so that this one does not get them.
    #[inline]
    fn made(&mut self, _: &Document, _: NodeId, _by_text: bool) {}

    /// Takes note of a text that an element became, or its tags.
    #[inline]
    fn escaped(&mut self, _: NodeId) {}

    /// Takes note of a node that is about to be removed, or replaced with its children.
    #[inline]
    fn removed(&mut self, _: NodeRef<'_>, _: Removed, _: RemovalReason) {}

    /// Takes note of an attribute that is about to be changed, by its position.
    #[inline]
    fn changed(&mut self, _: usize, _: &Change<Self::Value>) {}

    /// Takes note that these were all changes of attributes of that element. They are not made yet.
    #[inline]
    fn changed_all(&mut self, _: ElementRef<'_>) {}
}

/// An element that stays, while its attributes are judged.
#[derive(Clone, Copy)]
pub(crate) struct Judged<'a> {
    pub(crate) element: ElementRef<'a>,
    pub(crate) name: ElementName,
    pub(crate) rule: ElementRule,
    /// Whether it is a `template` that is outermost in a text, so that the element around it is one
    /// of the page.
    pub(crate) is_outermost_template: bool,
}

impl Judged<'_> {
    /// Returns why an attribute does not stay in a text. With `shadowrootmode`, a parser that
    /// attaches declarative shadow roots makes the page's own element a shadow host, whose content
    /// is not rendered. With `for`, content takes the place of content of the page.
    ///
    /// <https://html.spec.whatwg.org/#attr-template-shadowrootmode>
    #[inline]
    pub(crate) fn reaches_out(&self, attribute: Attr<'_>) -> Option<RemovalReason> {
        if !self.is_outermost_template {
            return None;
        }
        match attribute.local_name() {
            known::SHADOWROOTMODE => Some(RemovalReason::ShadowHost),
            known::FOR => Some(RemovalReason::ReachesOut),
            _ => None,
        }
    }
}

/// A change of an attribute, and the reason.
pub(crate) enum Change<V> {
    Set(V, RemovalReason),
    Remove(RemovalReason),
    /// Its value, or a part of it, moves to other attributes, which no browser reads. `left` is the
    /// value that it keeps, if it stays.
    Hold {
        left: Option<V>,
        added: Vec<(String, String)>,
        reason: RemovalReason,
    },
}

/// The decision about an element, and the reason.
#[derive(Clone, Copy)]
pub(crate) struct Verdict {
    pub(crate) action: Action,
    pub(crate) reason: RemovalReason,
}

/// A change of an element that a callback asks for. Whatever comes of it is judged as if it had
/// been in the source.
pub(crate) enum Edit {
    /// Another local name.
    Rename(String),
    /// Markup takes the place of the element.
    Replace(String),
    /// The element is moved into the innermost first element of the markup.
    Wrap(String),
    /// Attributes are added, or get other values.
    AddAttributes(Vec<(String, String)>),
}

/// A change of a text.
pub(crate) enum TextEdit {
    Set(String),
    /// Markup takes the place of the text.
    Replace(String),
}

impl Verdict {
    /// The element stays, so that there is no reason.
    pub(crate) const KEEP: Verdict = Verdict::by_rule(Action::Keep);

    /// Returns the verdict for a reason.
    #[inline]
    pub(crate) const fn new(action: Action, reason: RemovalReason) -> Verdict {
        Verdict { action, reason }
    }

    /// Returns the verdict of the configuration.
    #[inline]
    pub(crate) const fn by_rule(action: Action) -> Verdict {
        Verdict { action, reason: RemovalReason::NotAllowed }
    }
}

/// The value of an attribute that a judge never sets.
pub(crate) enum Never {}

impl From<Never> for String {
    fn from(never: Never) -> String {
        match never {}
    }
}

impl Judge for &Rules {
    type Value = Never;

    #[inline]
    fn rules(&self) -> &Rules {
        self
    }

    #[inline]
    fn element(&self, element: ElementRef<'_>) -> ElementRule {
        Rules::element(self, element)
    }

    #[inline]
    fn attribute(&self, element: Judged<'_>, attribute: Attr<'_>) -> Option<Change<Never>> {
        if !self.keeps_attribute(element.rule, attribute) {
            return Some(Change::Remove(RemovalReason::NotAllowed));
        }
        let script = self.script_in(element.name, attribute, || attribute.value());
        script.or_else(|| element.reaches_out(attribute)).map(Change::Remove)
    }
}
