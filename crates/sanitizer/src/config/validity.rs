//! Which configurations are valid.
//!
//! <https://html.spec.whatwg.org/#dom-sanitizerconfig-valid>

use std::collections::HashSet;
use std::hash::Hash;

use super::builtin::is_non_replaceable;
use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::error::SanitizerConfigError as Error;
use super::names::{SanitizerAttribute, SanitizerElement};

// The members, as in JSON.
pub(super) const ELEMENTS: &str = "elements";
pub(super) const REMOVE_ELEMENTS: &str = "removeElements";
pub(super) const REPLACED: &str = "replaceWithChildrenElements";
const INSTRUCTIONS: &str = "processingInstructions";
const REMOVE_INSTRUCTIONS: &str = "removeProcessingInstructions";
pub(super) const ATTRIBUTES: &str = "attributes";
pub(super) const REMOVE_ATTRIBUTES: &str = "removeAttributes";

impl SanitizerConfig {
    /// Returns whether a canonical configuration is valid, in the standard's order of rules.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizerconfig-valid>
    pub(crate) fn check_valid(&self) -> Result<(), Error> {
        debug_assert!(
            (self.elements.is_some() || self.remove_elements.is_some())
                && (self.attributes.is_some() || self.remove_attributes.is_some()),
            "canonicalizing gives each pair of lists one"
        );
        // "If config["elements"] exists and config["removeElements"] exists, then return false."
        exclude(&self.elements, ELEMENTS, &self.remove_elements, REMOVE_ELEMENTS)?;
        exclude(
            &self.processing_instructions,
            INSTRUCTIONS,
            &self.remove_processing_instructions,
            REMOVE_INSTRUCTIONS,
        )?;
        exclude(&self.attributes, ATTRIBUTES, &self.remove_attributes, REMOVE_ATTRIBUTES)?;
        self.check_duplicates()?;
        self.check_replaced()?;
        match &self.attributes {
            Some(attributes) => self.check_with_attributes(attributes),
            None => self.check_with_remove_attributes(),
        }
    }

    /// "If config["elements"] has duplicates, then return false", and the same for the other lists.
    fn check_duplicates(&self) -> Result<(), Error> {
        let kept = self.elements.iter().flatten().map(|kept| &kept.element);
        no_duplicate_element(ELEMENTS, kept)?;
        no_duplicate_element(REMOVE_ELEMENTS, self.remove_elements.iter().flatten())?;
        no_duplicate_element(REPLACED, self.replace_with_children_elements.iter().flatten())?;
        for (list, targets) in [
            (INSTRUCTIONS, &self.processing_instructions),
            (REMOVE_INSTRUCTIONS, &self.remove_processing_instructions),
        ] {
            if let Some(target) = duplicate(targets.iter().flatten()) {
                let target = target.clone();
                return Err(Error::DuplicateProcessingInstruction { list, target });
            }
        }
        no_duplicate_attribute(ATTRIBUTES, None, &self.attributes)?;
        no_duplicate_attribute(REMOVE_ATTRIBUTES, None, &self.remove_attributes)
    }

    /// Checks the elements that are replaced with their children.
    fn check_replaced(&self) -> Result<(), Error> {
        let replaced: HashSet<_> = self.replace_with_children_elements.iter().flatten().collect();
        // "If the built-in non-replaceable elements list contains element, then return false."
        if let Some(&element) = replaced.iter().find(|element| is_non_replaceable(element)) {
            return Err(Error::NonReplaceableElement { element: element.clone() });
        }
        // "If the intersection of config["elements"] and config["replaceWithChildrenElements"] is
        // not empty, then return false."
        let kept = self.elements.iter().flatten().map(|kept| (ELEMENTS, &kept.element));
        let removed =
            self.remove_elements.iter().flatten().map(|removed| (REMOVE_ELEMENTS, removed));
        match kept.chain(removed).find(|(_, element)| replaced.contains(element)) {
            Some((list, element)) => {
                Err(Error::ReplacedElementListed { list, element: element.clone() })
            }
            None => Ok(()),
        }
    }

    /// Checks a configuration with a list of attributes that every element keeps.
    fn check_with_attributes(&self, attributes: &[SanitizerAttribute]) -> Result<(), Error> {
        debug_assert!(self.data_attributes.is_some(), "canonicalizing sets it");
        let keeps_data = self.data_attributes == Some(true);
        let global: HashSet<_> = attributes.iter().collect();
        for kept in self.elements.iter().flatten() {
            let element = || kept.element.clone();
            no_duplicates_of_element(kept)?;
            // "If the intersection of config["attributes"] and element["attributes"] with default
            // « » is not empty, then return false."
            no_attribute_in_both(&global, ATTRIBUTES, kept, &kept.attributes, ATTRIBUTES)?;
            // "If element["removeAttributes"] with default « » is not a subset of
            // config["attributes"], then return false."
            let mut removed = kept.remove_attributes.iter().flatten();
            if let Some(attribute) = removed.find(|attribute| !global.contains(attribute)) {
                let attribute = attribute.clone();
                return Err(Error::RemovesWhatIsNotKept { element: element(), attribute });
            }
            // "If config["dataAttributes"] is true and element["attributes"] contains a custom data
            // attribute, then return false."
            let mut own = kept.attributes.iter().flatten();
            if let Some(attribute) = own.find(|own| keeps_data && own.is_custom_data_attribute()) {
                let (element, attribute) = (Some(element()), attribute.clone());
                return Err(Error::DataAttributeListed { element, attribute });
            }
        }
        // "If config["dataAttributes"] is true and config["attributes"] contains a custom data
        // attribute, then return false."
        match attributes.iter().find(|listed| keeps_data && listed.is_custom_data_attribute()) {
            Some(attribute) => {
                Err(Error::DataAttributeListed { element: None, attribute: attribute.clone() })
            }
            None => Ok(()),
        }
    }

    /// Checks a configuration with a list of attributes that every element loses.
    fn check_with_remove_attributes(&self) -> Result<(), Error> {
        let global: HashSet<_> = self.remove_attributes.iter().flatten().collect();
        for kept in self.elements.iter().flatten() {
            // "If element["attributes"] exists and element["removeAttributes"] exists, then return
            // false."
            if kept.attributes.is_some() && kept.remove_attributes.is_some() {
                return Err(Error::BothListsOfElement { element: kept.element.clone() });
            }
            no_duplicates_of_element(kept)?;
            // "If the intersection of config["removeAttributes"] and element["attributes"] with
            // default « » is not empty, then return false", and the same for
            // element["removeAttributes"].
            let removed = REMOVE_ATTRIBUTES;
            no_attribute_in_both(&global, removed, kept, &kept.attributes, ATTRIBUTES)?;
            no_attribute_in_both(&global, removed, kept, &kept.remove_attributes, removed)?;
        }
        // "If config["dataAttributes"] exists, then return false."
        match self.data_attributes {
            Some(_) => Err(Error::DataAttributesWithoutAttributes),
            None => Ok(()),
        }
    }
}

/// Returns an error if both lists exist.
fn exclude<K, R>(
    kept: &Option<Vec<K>>,
    kept_name: &'static str,
    removed: &Option<Vec<R>>,
    removed_name: &'static str,
) -> Result<(), Error> {
    match (kept, removed) {
        (Some(_), Some(_)) => Err(Error::BothLists { kept: kept_name, removed: removed_name }),
        _ => Ok(()),
    }
}

/// Returns the first item that a list has twice.
fn duplicate<T: Eq + Hash + Copy>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut seen = HashSet::new();
    items.into_iter().find(|&item| !seen.insert(item))
}

fn no_duplicate_element<'a>(
    list: &'static str,
    elements: impl IntoIterator<Item = &'a SanitizerElement>,
) -> Result<(), Error> {
    match duplicate(elements) {
        Some(element) => Err(Error::DuplicateElement { list, element: element.clone() }),
        None => Ok(()),
    }
}

fn no_duplicate_attribute(
    list: &'static str,
    element: Option<&SanitizerElement>,
    attributes: &Option<Vec<SanitizerAttribute>>,
) -> Result<(), Error> {
    match duplicate(attributes.iter().flatten()) {
        Some(attribute) => {
            let (element, attribute) = (element.cloned(), attribute.clone());
            Err(Error::DuplicateAttribute { list, element, attribute })
        }
        None => Ok(()),
    }
}

/// "If element["attributes"] exists and element["attributes"] has duplicates, then return false",
/// and the same for element["removeAttributes"].
fn no_duplicates_of_element(kept: &SanitizerElementWithAttributes) -> Result<(), Error> {
    no_duplicate_attribute(ATTRIBUTES, Some(&kept.element), &kept.attributes)?;
    no_duplicate_attribute(REMOVE_ATTRIBUTES, Some(&kept.element), &kept.remove_attributes)
}

/// Returns an error if a list for all elements and a list of one element have an attribute in
/// common.
fn no_attribute_in_both(
    global: &HashSet<&SanitizerAttribute>,
    global_name: &'static str,
    kept: &SanitizerElementWithAttributes,
    local: &Option<Vec<SanitizerAttribute>>,
    local_name: &'static str,
) -> Result<(), Error> {
    match local.iter().flatten().find(|attribute| global.contains(attribute)) {
        Some(attribute) => Err(Error::AttributeInBoth {
            global: global_name,
            local: local_name,
            element: kept.element.clone(),
            attribute: attribute.clone(),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consomme::Namespace;

    /// Returns the message for a configuration, or the empty text if it is valid.
    fn message(mut config: SanitizerConfig) -> String {
        config.canonicalize(true);
        config.check_valid().map_or_else(|error| error.to_string(), |()| String::new())
    }

    fn config() -> SanitizerConfig {
        SanitizerConfig::new()
    }

    fn a() -> SanitizerElementWithAttributes {
        SanitizerElementWithAttributes::new("a")
    }

    #[test]
    fn lists_of_what_is_kept_and_removed_exclude_each_other() {
        let none: [&str; 0] = [];
        let both = config().elements(none).remove_elements(none);
        assert_eq!(message(both), "`elements` and `removeElements` exclude each other");
        let both = config().attributes(none).remove_attributes(none);
        assert_eq!(message(both), "`attributes` and `removeAttributes` exclude each other");
        let both = config().processing_instructions(none).remove_processing_instructions(none);
        assert_eq!(
            message(both),
            "`processingInstructions` and `removeProcessingInstructions` exclude each other"
        );
    }

    #[test]
    fn no_list_has_a_name_twice() {
        let twice = ["b", "c", "b"];
        assert_eq!(message(config().elements(twice)), "`elements` has b twice");
        assert_eq!(message(config().remove_elements(twice)), "`removeElements` has b twice");
        assert_eq!(
            message(config().replace_with_children_elements(twice)),
            "`replaceWithChildrenElements` has b twice"
        );
        assert_eq!(message(config().attributes(twice)), "`attributes` has b twice");
        assert_eq!(message(config().remove_attributes(twice)), "`removeAttributes` has b twice");
        assert_eq!(
            message(config().processing_instructions(twice)),
            "`processingInstructions` has b twice"
        );
        let own = config().elements([a().attributes(twice)]);
        assert_eq!(message(own.clone()), "`attributes` of a has b twice");
        assert_eq!(message(own.attributes(["x"])), "`attributes` of a has b twice");
        let own = config().elements([a().remove_attributes(twice)]);
        assert_eq!(message(own), "`removeAttributes` of a has b twice");
        let names = [(Namespace::Svg, "a"), (Namespace::Html, "a"), (Namespace::MathMl, "a")];
        assert_eq!(message(config().remove_elements(names)), "", "namespaces tell names apart");
        let rules = [a().attributes(["x"]), a()];
        assert_eq!(
            message(config().elements(rules)),
            "`elements` has a twice",
            "whatever its rules"
        );
    }

    #[test]
    fn elements_that_are_replaced_are_in_no_other_list_and_replaceable() {
        let replaced = config().replace_with_children_elements(["p", "b"]);
        assert_eq!(message(replaced.clone()), "");
        assert_eq!(
            message(replaced.clone().elements(["i", "b"])),
            "`elements` and `replaceWithChildrenElements` both have b"
        );
        assert_eq!(
            message(replaced.remove_elements(["p"])),
            "`removeElements` and `replaceWithChildrenElements` both have p"
        );
        let svg = SanitizerElement::from((Namespace::Svg, "svg"));
        assert_eq!(
            message(config().replace_with_children_elements([svg])),
            "svg in http://www.w3.org/2000/svg cannot be replaced with its children"
        );
        assert_eq!(message(config().replace_with_children_elements(["svg", "math"])), "");
    }

    #[test]
    fn with_a_list_of_attributes_own_ones_come_on_top_or_are_taken_from_it() {
        let with = |own| config().attributes(["id", "x"]).data_attributes(false).elements([own]);
        assert_eq!(message(with(a().attributes(["href"]).remove_attributes(["x"]))), "");
        assert_eq!(
            message(with(a().attributes(["id"]))),
            "`attributes` and `attributes` of a both have id"
        );
        assert_eq!(
            message(with(a().remove_attributes(["href"]))),
            "`removeAttributes` of a has href, which `attributes` lacks"
        );
    }

    #[test]
    fn with_a_list_of_removed_attributes_an_element_has_one_list_that_is_apart() {
        let with = |own| config().remove_attributes(["id"]).elements([own]);
        assert_eq!(message(with(a().attributes(["href"]))), "");
        assert_eq!(message(with(a().remove_attributes(["href"]))), "");
        assert_eq!(
            message(with(a().attributes(["href"]).remove_attributes(["x"]))),
            "a has both `attributes` and `removeAttributes`, which takes a list `attributes` for all elements"
        );
        assert_eq!(
            message(with(a().attributes(["id"]))),
            "`removeAttributes` and `attributes` of a both have id"
        );
        assert_eq!(
            message(with(a().remove_attributes(["id"]))),
            "`removeAttributes` and `removeAttributes` of a both have id"
        );
    }

    #[test]
    fn custom_data_attributes_are_kept_all_or_by_name() {
        let kept = config().attributes(["data-x"]);
        assert_eq!(message(kept.clone().data_attributes(false)), "");
        assert_eq!(
            message(kept.data_attributes(true)),
            "`attributes` has data-x, which `dataAttributes` keeps already"
        );
        let own = config().attributes(["id"]).elements([a().attributes(["data-x"])]);
        assert_eq!(
            message(own),
            "`attributes` of a has data-x, which `dataAttributes` keeps already"
        );
        for kept in [false, true] {
            let without = config().remove_attributes(["id"]).data_attributes(kept);
            assert_eq!(message(without), "`dataAttributes` takes a list `attributes`");
        }
        let namespaced = SanitizerAttribute::new("data-x", Some("x"));
        assert_eq!(message(config().attributes([namespaced]).data_attributes(true)), "");
    }
}
