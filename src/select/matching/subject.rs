//! An element, as the crate for matching sees it.

use std::fmt;

use precomputed_hash::PrecomputedHash;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{
    CompoundSelectorMatchingResult, ElementSelectorFlags, MatchingContext,
    matches_compound_selector_from,
};
use selectors::parser::Selector;
use selectors::{Element, OpaqueElement};

use crate::dom::{ElementRef, NodeIndex, NodeKind, NodeRef};
use crate::names::{ElementName, Namespace, known};
use crate::select::budget::Budget;
use crate::select::states::{self, FormAnswers};
use crate::select::strings::{Identifier, Name, NamespaceUrl, Value, hash_of, hash_of_name};
use crate::select::types::{Html, PseudoClass, PseudoElement};
use crate::steps;
use crate::text::Attribute;

use super::compound::has_word;

/// An element, or a document fragment, which only `:scope` can match.
#[derive(Clone, Copy)]
pub(in crate::select) struct Subject<'a> {
    pub(in crate::select) node: NodeRef<'a>,
    bounds: Option<&'a Bounds<'a>>,
}

/// The bounds of a match, which few matches have. A [`Subject`] has a reference to them, because
/// the crate for matching copies it at each step.
pub(super) struct Bounds<'b> {
    /// A node that doesn't count as a parent, because the selector can't ask about it.
    pub(super) ceiling: Option<NodeIndex>,
    pub(super) budget: Budget<'b>,
}

impl<'a> Subject<'a> {
    pub(in crate::select) fn new(node: NodeRef<'a>) -> Self {
        Subject { node, bounds: None }
    }

    /// Creates a subject whose match has bounds.
    pub(super) fn within(node: NodeRef<'a>, bounds: &'a Bounds<'a>) -> Self {
        Subject { node, bounds: Some(bounds) }
    }

    /// Returns the steps that are left for the match.
    pub(super) fn budget(self) -> Budget<'a> {
        self.bounds.map_or(Budget::UNLIMITED, |bounds| bounds.budget)
    }

    /// Whether this matches the compound of a selector that starts at component `start`, in the
    /// order in which they are written.
    pub(in crate::select) fn matches_compound(
        self,
        selector: &Selector<Html>,
        start: usize,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        let result = matches_compound_selector_from(selector, start, context, self);
        !matches!(result, CompoundSelectorMatchingResult::NotMatched)
    }

    /// Returns the identity of a node, valid until its document is changed.
    pub(super) fn opaque_of(node: NodeRef<'a>) -> OpaqueElement {
        OpaqueElement::new(node.document().tree.node(node.index()))
    }

    fn with(self, element: Option<ElementRef<'a>>) -> Option<Self> {
        element.map(|element| Subject { node: element.as_node(), ..self })
    }

    /// Whether this is a document fragment.
    #[cfg(feature = "stream")]
    pub(in crate::select) fn is_fragment(self) -> bool {
        self.node.kind() == NodeKind::DocumentFragment
    }

    fn element(self) -> Option<ElementRef<'a>> {
        self.node.as_element()
    }

    fn name(self) -> Option<ElementName> {
        self.node.document().tree.element(self.node.index()).map(|element| element.name())
    }

    fn attributes(self) -> &'a [Attribute] {
        let tree = &self.node.document().tree;
        tree.element(self.node.index()).map_or(&[], |element| tree.attributes_of(element))
    }

    /// Calls `add` with each hash of an element for the filter of ancestors.
    pub(super) fn each_hash(self, mut add: impl FnMut(u32)) {
        let (Some(element), Some(name)) = (self.element(), self.name()) else { return };
        add(hash_of_name(name.local, self.node.document().strings.names()));
        add(NamespaceUrl::of_element(name.namespace).precomputed_hash());
        element.id_attr().into_iter().for_each(|id| add(hash_of(id)));
        element.classes().for_each(|class| add(hash_of(class)));
    }
}

/// Whether a form control is in the state of a pseudo-class.
fn is_in_state(
    element: ElementRef<'_>,
    class: &PseudoClass,
    forms: &mut FormAnswers,
    budget: Budget<'_>,
) -> bool {
    match class {
        PseudoClass::Disabled | PseudoClass::Enabled => {
            let is_asked = *class == PseudoClass::Disabled;
            let answers = &mut forms.disabled;
            states::is_disabled(element, answers, budget) == Some(is_asked)
        }
        PseudoClass::ReadWrite => states::is_read_write(element, forms, budget),
        PseudoClass::ReadOnly => {
            element.namespace() == Namespace::Html && !states::is_read_write(element, forms, budget)
        }
        PseudoClass::InRange => states::is_in_range(element, forms, budget) == Some(true),
        PseudoClass::OutOfRange => states::is_in_range(element, forms, budget) == Some(false),
        PseudoClass::Default => states::is_default(element, forms, budget),
        PseudoClass::Indeterminate => states::is_indeterminate(element, forms, budget),
        _ => false,
    }
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}

impl Element for Subject<'_> {
    type Impl = Html;

    fn opaque(&self) -> OpaqueElement {
        Subject::opaque_of(self.node)
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.node.parent_element();
        let Some(Bounds { ceiling, budget }) = self.bounds else { return self.with(parent) };
        if !budget.take(1) {
            return None;
        }
        self.with(parent.filter(|parent| Some(parent.index()) != *ceiling))
    }

    /// Whether the parent is a document fragment. A fragment takes the place of the shadow root and
    /// of its host, so that `:scope` can match it.
    ///
    /// <https://drafts.csswg.org/selectors/#virtual-scoping-root>
    fn parent_node_is_shadow_root(&self) -> bool {
        self.containing_shadow_host().is_some()
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        self.node
            .parent()
            .filter(|parent| parent.kind() == NodeKind::DocumentFragment)
            .map(|fragment| Subject { node: fragment, ..*self })
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        steps::count(1);
        if self.budget().is_limited() {
            let mut before = self.budget().counted(self.node.preceding_siblings().rev());
            return self.with(before.find_map(NodeRef::as_element));
        }
        self.with(self.node.previous_element_sibling())
    }

    fn next_sibling_element(&self) -> Option<Self> {
        steps::count(1);
        if self.budget().is_limited() {
            let mut after = self.budget().counted(self.node.following_siblings());
            return self.with(after.find_map(NodeRef::as_element));
        }
        self.with(self.node.next_element_sibling())
    }

    fn first_element_child(&self) -> Option<Self> {
        if self.budget().is_limited() {
            let mut children = self.budget().counted(self.node.children());
            return self.with(children.find_map(NodeRef::as_element));
        }
        self.with(self.node.first_element_child())
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.name().is_some_and(|name| name.namespace == Namespace::Html)
    }

    fn has_local_name(&self, name: &Name) -> bool {
        self.budget().take(1);
        self.name().is_some_and(|own| name.is(own.local, self.node.document().strings.names()))
    }

    fn has_namespace(&self, namespace: &NamespaceUrl) -> bool {
        self.name().is_some_and(|own| NamespaceUrl::of_element(own.namespace) == *namespace)
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.name() == other.name()
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&NamespaceUrl>,
        name: &Name,
        operation: &AttrSelectorOperation<&Value>,
    ) -> bool {
        let strings = &self.node.document().strings;
        let budget = self.budget();
        let has_name = |attribute: &Attribute| {
            let is_in_namespace = || match namespace {
                NamespaceConstraint::Any => true,
                NamespaceConstraint::Specific(url) => {
                    NamespaceUrl::of_attribute(attribute.name.namespace()) == **url
                }
            };
            name.is(attribute.name.local(), strings.names()) && is_in_namespace()
        };
        self.attributes().iter().any(|attribute| {
            budget.take(1);
            has_name(attribute) && {
                let value = strings.get(attribute.value);
                budget.take_bytes(value.len()) && operation.eval_str(value)
            }
        })
    }

    fn match_non_ts_pseudo_class(
        &self,
        class: &PseudoClass,
        context: &mut MatchingContext<'_, Html>,
    ) -> bool {
        let Some(element) = self.element() else { return false };
        match class {
            PseudoClass::AnyLink | PseudoClass::Link => element.is_hyperlink(),
            PseudoClass::Checked => states::is_checked(element),
            PseudoClass::Required => states::is_required(element) == Some(true),
            PseudoClass::Optional => states::is_required(element) == Some(false),
            PseudoClass::Defined => states::is_defined(element),
            PseudoClass::PlaceholderShown => states::is_placeholder_shown(element),
            PseudoClass::Open => states::is_open(element),
            PseudoClass::Heading => states::is_heading(element),
            PseudoClass::HeadingLevel(levels) => states::heading_level(element, self.budget())
                .is_some_and(|level| {
                    levels.iter().any(|asked| i64::from(*asked) == i64::from(level))
                }),
            PseudoClass::Disabled
            | PseudoClass::Enabled
            | PseudoClass::ReadWrite
            | PseudoClass::ReadOnly
            | PseudoClass::InRange
            | PseudoClass::OutOfRange
            | PseudoClass::Default
            | PseudoClass::Indeterminate => {
                let Some(forms) = &mut context.extra_data.forms else {
                    debug_assert!(false, "every match brings the answers about forms");
                    return false;
                };
                is_in_state(element, class, forms, self.budget())
            }
            PseudoClass::Dir(direction, _) => {
                let mut may_read = |bytes| self.budget().take_bytes(bytes);
                direction.is_some_and(|asked| element.directionality_within(&mut may_read) == asked)
            }
            PseudoClass::Lang(ranges) => states::is_in_one_of(element, ranges, self.budget()),
            // A stream decides `:has` afterwards (`select/stream/compounds.rs`): there may be an
            // `:nth-child()` in the parentheses.
            PseudoClass::Has(_) if context.matching_for_invalidation() => !context.in_negation(),
            PseudoClass::Has(list) => {
                let Some(cache) = context.extra_data.has.take() else {
                    debug_assert!(false, "a relative selector contains no `:has`");
                    return false;
                };
                let found = cache.matches(list, *self, context);
                context.extra_data.has = Some(cache);
                found
            }
            PseudoClass::Contains { needle, is_own } => {
                let Some(texts) = &mut context.extra_data.texts else {
                    debug_assert!(false, "every match brings the answers about texts");
                    return false;
                };
                if *is_own {
                    texts.own_contains(needle, element, self.budget())
                } else {
                    texts.contains(needle, element, self.budget())
                }
            }
            PseudoClass::State(_) | PseudoClass::Never(_) => false,
        }
    }

    fn match_pseudo_element(&self, _: &PseudoElement, _: &mut MatchingContext<'_, Html>) -> bool {
        false
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    /// Only called because of `:visited`.
    fn is_link(&self) -> bool {
        false
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Identifier, case: CaseSensitivity) -> bool {
        self.budget().take(1);
        let own = self.element().and_then(ElementRef::id_attr);
        own.is_some_and(|own| case.eq(own.as_bytes(), id.0.as_bytes()))
    }

    fn has_class(&self, class: &Identifier, case: CaseSensitivity) -> bool {
        let document = self.node.document();
        let value = document.tree.attribute(self.node.index(), known::CLASS);
        value.map(|value| document.strings.get(value)).is_some_and(|value| {
            self.budget().take_bytes(value.len()) && has_word(value, &class.0, case)
        })
    }

    fn has_custom_state(&self, _: &Identifier) -> bool {
        false
    }

    fn imported_part(&self, _: &Identifier) -> Option<Identifier> {
        None
    }

    fn is_part(&self, _: &Identifier) -> bool {
        false
    }

    /// <https://drafts.csswg.org/selectors/#the-empty-pseudo>
    // Deviation (Selectors): an element with white space is not empty, as in Selectors Level 3 and
    // browsers.
    fn is_empty(&self) -> bool {
        let is_content = |node: NodeRef<'_>| match node.kind() {
            NodeKind::Element(_) => true,
            NodeKind::Text(text) => !text.is_empty(),
            _ => false,
        };
        !self.budget().counted(self.node.children()).any(is_content)
    }

    fn is_root(&self) -> bool {
        self.node.as_element().is_some()
            && self.node.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
    }

    /// Only called by the crate's own `:has`, which isn't used.
    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
