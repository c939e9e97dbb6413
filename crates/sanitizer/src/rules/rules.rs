//! A configuration compiled for lookups: what becomes of an element or an attribute, by the number
//! of its name.
//!
//! A configuration lists texts; a tree has numbers. Known names index tables and bit sets here.
//! Only a name that is not known, or an attribute in a namespace, is looked up by its text, and
//! only if the configuration lists such names.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::config::{SanitizerConfig, SanitizerElement};
use consomme::sink::{LocalName, NameTable};
use consomme::{Attr, ElementRef, Namespace};

use super::attribute_set::AttributeSet;

/// A compiled configuration.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The rules of elements with known names, by [`known_position`].
    known_elements: Box<[ElementRule]>,
    /// The rules of listed elements whose local names are not known, for each [`Namespace`].
    unknown_elements: HashMap<Box<str>, [ElementRule; NAMESPACES]>,
    /// The rule of an element that is not listed and whose name is not known.
    unlisted_element: ElementRule,
    attribute_sets: Vec<AttributeSet>,
    keeps_comments: bool,
    instruction_targets: HashSet<Box<str>>,
    keeps_listed_instructions: bool,
    removes_javascript_urls: bool,
    is_safe: bool,
}

/// The number of namespaces that elements can have.
const NAMESPACES: usize = 3;

/// The fate of an element, with its attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementRule {
    pub(crate) action: Action,
    /// The index of its attribute set in [`Rules::attribute_sets`].
    attributes: u32,
}

/// The action on an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// It stays, with some of its attributes.
    Keep,
    /// The element is removed with its content.
    Remove,
    /// Its children take its place.
    ReplaceWithChildren,
    /// Its tags become text, and its children stay between them. Only policies say so.
    EscapeTags,
    /// The element becomes text with its content. Only policies say so.
    Escape,
}

impl Rules {
    /// Compiles a canonical and valid configuration. If `safe`, the elements and attributes that
    /// run scripts are removed, whatever the configuration says.
    ///
    /// "If safe is true, then remove unsafe from configuration."
    ///
    /// <https://html.spec.whatwg.org/#sanitize>
    pub(crate) fn new(configuration: &SanitizerConfig, safe: bool) -> Rules {
        if !safe {
            return Rules::compile(configuration, false);
        }
        let mut configuration = configuration.clone();
        configuration.remove_unsafe();
        Rules::compile(&configuration, true)
    }

    fn compile(config: &SanitizerConfig, is_safe: bool) -> Rules {
        let removes_javascript_urls = config.javascript_urls == Some(false);
        debug_assert!(removes_javascript_urls || !is_safe, "removed as unsafe");
        let unlisted = match config.elements {
            Some(_) => Action::Remove,
            None => Action::Keep,
        };
        let instructions = match &config.processing_instructions {
            Some(kept) => kept,
            None => config.remove_processing_instructions.as_deref().unwrap_or_default(),
        };
        let unlisted_element = ElementRule { action: unlisted, attributes: 0 };
        let mut rules = Rules {
            known_elements: vec![unlisted_element; NAMESPACES * LocalName::KNOWN_COUNT].into(),
            unknown_elements: HashMap::new(),
            unlisted_element,
            attribute_sets: vec![AttributeSet::new(config, None, None)],
            keeps_comments: config.comments == Some(true),
            instruction_targets: instructions.iter().map(|target| target.as_str().into()).collect(),
            keeps_listed_instructions: config.processing_instructions.is_some(),
            removes_javascript_urls,
            is_safe,
        };
        for kept in config.elements.iter().flatten() {
            let own = kept.attributes.as_deref();
            let removed = kept.remove_attributes.as_deref();
            // Own attributes supplement the attributes for all elements, or replace them.
            let has_own_set = own.is_some_and(|own| !own.is_empty() || config.attributes.is_none())
                || removed.is_some_and(|removed| !removed.is_empty());
            let attributes = if has_own_set {
                rules.attribute_sets.push(AttributeSet::new(config, own, removed));
                rules.attribute_sets.len() as u32 - 1
            } else {
                0
            };
            rules.set(&kept.element, Action::Keep, attributes);
        }
        for removed in config.remove_elements.iter().flatten() {
            rules.set(removed, Action::Remove, 0);
        }
        for replaced in config.replace_with_children_elements.iter().flatten() {
            rules.set(replaced, Action::ReplaceWithChildren, 0);
        }
        rules
    }

    /// Sets the rule of an element. One in a namespace that no parser uses has no rule, for it
    /// never occurs.
    fn set(&mut self, element: &SanitizerElement, action: Action, attributes: u32) {
        let Some(namespace) = element.known_namespace() else { return };
        let known = NameTable::default().find(element.name()).and_then(known_index);
        let rule = match known {
            Some(index) => &mut self.known_elements[known_position(namespace, index)],
            None => {
                let unlisted = [self.unlisted_element; NAMESPACES];
                let rules = self.unknown_elements.entry(element.name().into()).or_insert(unlisted);
                &mut rules[namespace as usize]
            }
        };
        (rule.action, rule.attributes) = (action, attributes);
    }

    /// Returns the rule of an element.
    #[inline]
    pub(crate) fn element(&self, element: ElementRef<'_>) -> ElementRule {
        let name = element.element_name();
        match known_index(name.local) {
            Some(index) => self.known_elements[known_position(name.namespace, index)],
            None => self.unknown_element(element),
        }
    }

    /// Returns the rule of an element whose local name is not known.
    fn unknown_element(&self, element: ElementRef<'_>) -> ElementRule {
        let listed = match self.unknown_elements.is_empty() {
            true => None,
            false => self.unknown_elements.get(element.name()),
        };
        listed.map_or(self.unlisted_element, |rules| rules[element.namespace() as usize])
    }

    /// Returns whether elements that are not listed are removed, so that whatever is removed is not
    /// listed, or unsafe.
    pub(crate) fn removes_unlisted(&self) -> bool {
        self.unlisted_element.action == Action::Remove
    }

    /// Returns the rule of an element that stays with the attributes that every element keeps.
    pub(crate) fn kept_unlisted(&self) -> ElementRule {
        ElementRule { action: Action::Keep, ..self.unlisted_element }
    }

    /// Returns whether an element with this rule keeps an attribute, by its name.
    #[inline]
    pub(crate) fn keeps_attribute(&self, rule: ElementRule, attribute: Attr<'_>) -> bool {
        self.attribute_sets[rule.attributes as usize].keeps(attribute)
    }

    /// Returns whether an element with this rule keeps an attribute with that name and without a
    /// namespace.
    pub(crate) fn keeps_attribute_named(&self, rule: ElementRule, name: &str) -> bool {
        self.attribute_sets[rule.attributes as usize].keeps_named(name)
    }

    /// Returns whether comments are kept.
    #[inline]
    pub(crate) fn keeps_comments(&self) -> bool {
        self.keeps_comments
    }

    /// Returns whether a processing instruction with any target is kept.
    pub(crate) fn keeps_any_instruction(&self) -> bool {
        !self.keeps_listed_instructions || !self.instruction_targets.is_empty()
    }

    /// Returns whether a processing instruction with that target is kept.
    pub(crate) fn keeps_instruction(&self, target: &str) -> bool {
        self.instruction_targets.contains(target) == self.keeps_listed_instructions
    }

    /// Returns whether `javascript:` URLs and animations of URLs are removed.
    #[inline]
    pub(crate) fn removes_javascript_urls(&self) -> bool {
        self.removes_javascript_urls
    }

    /// Returns whether these are the rules of a safe method, which removes what runs scripts
    /// whatever the configuration says.
    #[inline]
    pub(crate) fn is_safe(&self) -> bool {
        self.is_safe
    }
}

/// Returns the rules that only remove what runs scripts.
pub(crate) fn baseline() -> &'static Rules {
    static BASELINE: OnceLock<Rules> = OnceLock::new();
    BASELINE.get_or_init(|| {
        let mut configuration = SanitizerConfig::new();
        configuration.canonicalize(true);
        Rules::new(&configuration, true)
    })
}

/// Returns the index of a name if it is known.
#[inline]
pub(super) fn known_index(name: LocalName) -> Option<usize> {
    Some(name.index()).filter(|index| *index < LocalName::KNOWN_COUNT)
}

/// Returns the index in [`Rules::known_elements`].
#[inline]
fn known_position(namespace: Namespace, index: usize) -> usize {
    namespace as usize * LocalName::KNOWN_COUNT + index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SanitizerElementWithAttributes;
    use consomme::ParseOptions;

    fn rules(mut config: SanitizerConfig, safe: bool) -> Rules {
        config.canonicalize(true);
        assert_eq!(config.check_valid(), Ok(()));
        Rules::new(&config, safe)
    }

    /// The fate of each element of a fragment, with the attributes that it keeps.
    fn outcome(rules: &Rules, html: &str) -> Vec<String> {
        let document = ParseOptions::new().parse_fragment("div", html);
        let outcome = |element: ElementRef<'_>| {
            let rule = rules.element(element);
            let kept = element.attrs().filter(|attribute| rules.keeps_attribute(rule, *attribute));
            let kept: Vec<_> = kept.map(|attribute| attribute.name()).collect();
            format!("{} {:?} {}", element.name(), rule.action, kept.join(" "))
        };
        document.descendant_elements().map(outcome).collect()
    }

    #[test]
    fn a_list_of_what_stays_removes_all_else() {
        let none: [&str; 0] = [];
        let config = SanitizerConfig::new()
            .elements(["p", "x-a"])
            .replace_with_children_elements(["b"])
            .attributes(none);
        let found = outcome(&rules(config, false), "<p id=1><b><x-a id=1><x-b><i>");
        assert_eq!(
            found,
            ["p Keep ", "b ReplaceWithChildren ", "x-a Keep ", "x-b Remove ", "i Remove ",]
        );
    }

    #[test]
    fn the_namespace_counts_for_known_names_and_others() {
        let config = SanitizerConfig::new()
            .remove_elements([(Namespace::Svg, "a"), (Namespace::Svg, "x-a")]);
        let found = outcome(&rules(config, false), "<a><x-a><svg><a><x-a>");
        assert_eq!(found, ["a Keep ", "x-a Keep ", "svg Keep ", "a Remove ", "x-a Remove "]);
    }

    #[test]
    fn own_attributes_come_on_top_and_own_removed_ones_are_taken_away() {
        let a = SanitizerElementWithAttributes::new("a").attributes(["href", "x-own"]);
        let p = SanitizerElementWithAttributes::new("p").remove_attributes(["title"]);
        let config =
            SanitizerConfig::new().elements([a, p, "b".into()]).attributes(["title", "x-all"]);
        let attributes = "href title x-own x-all data-x";
        let html = format!("<p {attributes}><a {attributes}><b {attributes}>");
        let found = outcome(&rules(config, false), &html);
        let data = ["p Keep x-all data-x", "a Keep href title x-own x-all data-x"];
        assert_eq!(found[..2], data);
        assert_eq!(found[2], "b Keep title x-all data-x");
    }

    #[test]
    fn without_a_list_of_attributes_only_removed_ones_go() {
        let a = SanitizerElementWithAttributes::new("a").attributes(["href"]);
        let config = SanitizerConfig::new().elements([a, "b".into()]).remove_attributes(["id"]);
        let found = outcome(&rules(config, false), "<b id=1 x-a data-x><a id=1 href x-a data-x>");
        assert_eq!(found, ["b Keep x-a data-x", "a Keep href"]);
    }

    #[test]
    fn attributes_in_a_namespace_are_told_from_others() {
        let config = SanitizerConfig::new().attributes(["href"]);
        let found = outcome(&rules(config, false), "<svg><a xlink:href=1 href=1>");
        assert_eq!(found, ["svg Keep ", "a Keep href"]);
    }

    #[test]
    fn safe_rules_remove_scripts_and_handlers_whatever_the_configuration_says() {
        let config = SanitizerConfig::new()
            .elements([SanitizerElementWithAttributes::new("p").attributes(["onclick", "id"])])
            .attributes(["onload"]);
        let found = outcome(&rules(config.clone(), true), "<p onclick onload id>");
        assert_eq!(found, ["p Keep id"]);
        let found = outcome(&rules(config, false), "<p onclick onload id>");
        assert_eq!(found, ["p Keep onclick onload id"]);
        let found = outcome(&rules(SanitizerConfig::new(), true), "<p onclick><script></script>");
        assert_eq!(found, ["p Keep ", "script Remove "]);
    }

    #[test]
    fn instructions_are_listed_as_kept_or_as_removed() {
        let kept = rules(SanitizerConfig::new().processing_instructions(["a"]), false);
        assert!(kept.keeps_instruction("a") && !kept.keeps_instruction("b"));
        let removed = rules(SanitizerConfig::new().remove_processing_instructions(["a"]), false);
        assert!(!removed.keeps_instruction("a") && removed.keeps_instruction("b"));
    }
}
