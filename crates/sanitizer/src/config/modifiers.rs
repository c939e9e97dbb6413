//! The modifiers of a configuration. Each takes a canonical and valid configuration, leaves one,
//! and returns whether it changed anything.
//!
//! <https://html.spec.whatwg.org/#sanitizer>

use super::builtin::{is_non_replaceable, safe_baseline_remove_elements};
use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::event_handlers::{EVENT_HANDLER_PREFIX, event_handler_content_attributes};
use super::names::{SanitizerAttribute, SanitizerElement};

impl SanitizerConfig {
    /// Keeps an element, with its own rules for attributes as far as the lists for all elements
    /// leave room for them.
    ///
    /// <https://html.spec.whatwg.org/#dom-sanitizer-allowelement>
    pub(crate) fn allow_element(&mut self, mut element: SanitizerElementWithAttributes) -> bool {
        element.canonicalize();
        if self.elements.is_none() {
            return self.stop_removing(&element);
        }
        let modified = remove(&mut self.replace_with_children_elements, &element.element);
        self.reduce_rules(&mut element);
        let Some(elements) = &mut self.elements else { return modified };
        // "If configuration["elements"] does not contain element: Append element to
        // configuration["elements"]. Return true."
        let position = elements.iter().position(|kept| kept.element == element.element);
        if let Some(position) = position {
            // "If element is equal to currentElement, then return modified."
            if elements[position] == element {
                return modified;
            }
            elements.remove(position);
        }
        elements.push(element);
        true
    }

    /// Takes an element off the list of removed elements.
    fn stop_removing(&mut self, element: &SanitizerElementWithAttributes) -> bool {
        // "If element["attributes"] exists or element["removeAttributes"] with default « » is not
        // empty, then return false."
        let removes = element.remove_attributes.as_ref().is_some_and(|removed| !removed.is_empty());
        if element.attributes.is_some() || removes {
            return false;
        }
        let modified = remove(&mut self.replace_with_children_elements, &element.element);
        remove(&mut self.remove_elements, &element.element) || modified
    }

    /// Reduces an element's own rules to the ones that differ from the lists for all elements.
    fn reduce_rules(&self, element: &mut SanitizerElementWithAttributes) {
        // "Set element["attributes"] to the result of creating a set from element["attributes"]",
        // and the same for element["removeAttributes"].
        let lists = [&mut element.attributes, &mut element.remove_attributes];
        lists.into_iter().flatten().for_each(remove_duplicates);
        if let Some(global) = &self.attributes {
            // "Set element["attributes"] to the difference of element["attributes"] and
            // configuration["attributes"]. If configuration["dataAttributes"] is true, then remove
            // all items item from element["attributes"] where item is a custom data attribute."
            let keeps_data = self.data_attributes == Some(true);
            if let Some(own) = &mut element.attributes {
                own.retain(|attribute| {
                    let is_kept_as_data = keeps_data && attribute.is_custom_data_attribute();
                    !is_kept_as_data && !global.contains(attribute)
                });
            }
            // "Set element["removeAttributes"] to the intersection of element["removeAttributes"]
            // and configuration["attributes"]."
            if let Some(removed) = &mut element.remove_attributes {
                removed.retain(|attribute| global.contains(attribute));
            }
            return;
        }
        let global = self.remove_attributes.as_deref().unwrap_or_default();
        if let Some(own) = &mut element.attributes {
            // "Set element["attributes"] to the difference of element["attributes"] and
            // element["removeAttributes"] with default « ». Remove element["removeAttributes"]. Set
            // element["attributes"] to the difference of element["attributes"] and
            // configuration["removeAttributes"]."
            let removed = element.remove_attributes.take().unwrap_or_default();
            own.retain(|attribute| !removed.contains(attribute) && !global.contains(attribute));
        }
        if let Some(removed) = &mut element.remove_attributes {
            // "Set element["removeAttributes"] to the difference of element["removeAttributes"] and
            // configuration["removeAttributes"]."
            removed.retain(|attribute| !global.contains(attribute));
        }
    }

    /// <https://html.spec.whatwg.org/#remove-an-element-from-sanitizer-config>
    pub(crate) fn remove_element(&mut self, mut element: SanitizerElement) -> bool {
        element.canonicalize();
        let modified = remove(&mut self.replace_with_children_elements, &element);
        if self.elements.is_some() {
            return self.stop_keeping(&element) || modified;
        }
        // "If configuration["removeElements"] contains element, then return modified. Append
        // element to configuration["removeElements"]. Return true."
        append(&mut self.remove_elements, element) || modified
    }

    /// Takes an element off the list of kept elements.
    fn stop_keeping(&mut self, element: &SanitizerElement) -> bool {
        let Some(elements) = &mut self.elements else { return false };
        let before = elements.len();
        elements.retain(|kept| kept.element != *element);
        elements.len() < before
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-replaceelementwithchildren>
    pub(crate) fn replace_element_with_children(&mut self, mut element: SanitizerElement) -> bool {
        element.canonicalize();
        // "If the built-in non-replaceable elements list contains element, then return false."
        if is_non_replaceable(&element) {
            return false;
        }
        let was_kept = self.stop_keeping(&element);
        let was_removed = remove(&mut self.remove_elements, &element);
        // "If configuration["replaceWithChildrenElements"] does not contain element: Append
        // element to configuration["replaceWithChildrenElements"]. Return true."
        append(&mut self.replace_with_children_elements, element) || was_kept || was_removed
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-allowattribute>
    pub(crate) fn allow_attribute(&mut self, mut attribute: SanitizerAttribute) -> bool {
        attribute.canonicalize();
        let Some(attributes) = &mut self.attributes else {
            // "If configuration["removeAttributes"] does not contain attribute, then return false.
            // Remove attribute from configuration["removeAttributes"]. Return true."
            return remove(&mut self.remove_attributes, &attribute);
        };
        // "If configuration["dataAttributes"] is true and attribute is a custom data attribute,
        // then return false. If configuration["attributes"] contains attribute, then return false."
        let is_kept_as_data =
            self.data_attributes == Some(true) && attribute.is_custom_data_attribute();
        if is_kept_as_data || attributes.contains(&attribute) {
            return false;
        }
        for element in self.elements.iter_mut().flatten() {
            remove(&mut element.attributes, &attribute);
        }
        attributes.push(attribute);
        true
    }

    /// <https://html.spec.whatwg.org/#remove-an-attribute-from-sanitizer-config>
    pub(crate) fn remove_attribute(&mut self, mut attribute: SanitizerAttribute) -> bool {
        attribute.canonicalize();
        if self.attributes.is_some() {
            let mut modified = remove(&mut self.attributes, &attribute);
            for element in self.elements.iter_mut().flatten() {
                // "If element["attributes"] with default « » contains attribute: Set modified to
                // true."
                modified |= remove(&mut element.attributes, &attribute);
                let was_removed = remove(&mut element.remove_attributes, &attribute);
                debug_assert!(
                    modified || !was_removed,
                    "an element loses only what every element keeps"
                );
            }
            return modified;
        }
        // "If configuration["removeAttributes"] contains attribute, then return false."
        if self.remove_attributes.iter().flatten().any(|removed| *removed == attribute) {
            return false;
        }
        for element in self.elements.iter_mut().flatten() {
            remove(&mut element.attributes, &attribute);
            remove(&mut element.remove_attributes, &attribute);
        }
        append(&mut self.remove_attributes, attribute)
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-setcomments>
    pub(crate) fn set_comments(&mut self, allow: bool) -> bool {
        self.comments.replace(allow) != Some(allow)
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-setdataattributes>
    pub(crate) fn set_data_attributes(&mut self, allow: bool) -> bool {
        // "If configuration["attributes"] does not exist, then return false."
        let Some(attributes) = &mut self.attributes else { return false };
        if self.data_attributes == Some(allow) {
            return false;
        }
        // "If allow is true: […] remove all items item from element["attributes"] where item is a
        // custom data attribute", and the same for configuration["attributes"].
        if allow {
            let own = self.elements.iter_mut().flatten();
            let own = own.filter_map(|element| element.attributes.as_mut());
            for list in own.chain([attributes]) {
                list.retain(|attribute| !attribute.is_custom_data_attribute());
            }
        }
        self.data_attributes = Some(allow);
        true
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-setjavascripturls>
    pub(crate) fn set_javascript_urls(&mut self, allow: bool) -> bool {
        self.javascript_urls.replace(allow) != Some(allow)
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-allowprocessinginstruction>
    pub(crate) fn allow_processing_instruction(&mut self, target: &str) -> bool {
        match &mut self.processing_instructions {
            Some(_) => append(&mut self.processing_instructions, target.to_owned()),
            None => remove(&mut self.remove_processing_instructions, &target.to_owned()),
        }
    }

    /// <https://html.spec.whatwg.org/#dom-sanitizer-removeprocessinginstruction>
    pub(crate) fn remove_processing_instruction(&mut self, target: &str) -> bool {
        match &mut self.processing_instructions {
            Some(_) => remove(&mut self.processing_instructions, &target.to_owned()),
            None => append(&mut self.remove_processing_instructions, target.to_owned()),
        }
    }

    /// The standard's "remove unsafe": <https://html.spec.whatwg.org/#remove-unsafe>
    pub(crate) fn remove_unsafe(&mut self) -> bool {
        let mut result = false;
        // "For each element in built-in safe baseline configuration["removeElements"]"
        for element in safe_baseline_remove_elements() {
            result |= self.remove_element(element);
        }
        // "For each attribute that is an event handler content attribute"
        if self.may_keep_event_handlers() {
            for attribute in event_handler_content_attributes() {
                result |= self.remove_attribute(attribute.into());
            }
        }
        result | self.set_javascript_urls(false)
    }

    /// Whether an event handler content attribute may stay. To look for each in each list of the
    /// built-in configuration takes two thirds of compiling it.
    fn may_keep_event_handlers(&self) -> bool {
        let Some(attributes) = &self.attributes else { return true };
        let elements = self.elements.iter().flatten();
        let own = elements.filter_map(|element| element.attributes.as_deref());
        let mut kept = attributes.iter().chain(own.flatten());
        kept.any(|attribute| attribute.name().starts_with(EVENT_HANDLER_PREFIX))
    }
}

/// Removes an item from a list, if the list exists and has it. Returns whether it had it.
fn remove<T: PartialEq>(list: &mut Option<Vec<T>>, item: &T) -> bool {
    let Some(list) = list else { return false };
    let before = list.len();
    list.retain(|listed| listed != item);
    list.len() < before
}

/// Appends an item to a list, which is created if it does not exist, unless the list has it.
/// Returns whether it was appended.
fn append<T: PartialEq>(list: &mut Option<Vec<T>>, item: T) -> bool {
    let list = list.get_or_insert_default();
    let is_new = !list.contains(&item);
    if is_new {
        list.push(item);
    }
    is_new
}

/// Creates a set from a list: keeps the first of equal items.
///
/// <https://infra.spec.whatwg.org/#set-create>
fn remove_duplicates(list: &mut Vec<SanitizerAttribute>) {
    let mut seen = std::collections::HashSet::new();
    list.retain(|attribute| seen.insert(attribute.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sanitizer;

    fn canonical(mut config: SanitizerConfig) -> SanitizerConfig {
        config.canonicalize(true);
        config
    }

    /// Checks that a modifier changes a configuration the first time only, and leaves it valid.
    fn changes_once(
        mut config: SanitizerConfig,
        modify: impl Fn(&mut SanitizerConfig) -> bool,
    ) -> SanitizerConfig {
        let before = config.clone();
        assert!(modify(&mut config));
        assert_ne!(config, before);
        assert_eq!(config.check_valid(), Ok(()));
        let after = config.clone();
        assert!(!modify(&mut config));
        assert_eq!(config, after);
        config
    }

    #[test]
    fn each_modifier_says_whether_it_changed_anything() {
        let allowing = || canonical(SanitizerConfig::new().elements(["p"]).attributes(["id"]));
        let removing = || canonical(SanitizerConfig::new());
        changes_once(allowing(), |config| config.allow_element("b".into()));
        changes_once(allowing(), |config| config.remove_element("p".into()));
        changes_once(allowing(), |config| config.replace_element_with_children("p".into()));
        changes_once(allowing(), |config| config.allow_attribute("title".into()));
        changes_once(allowing(), |config| config.remove_attribute("id".into()));
        changes_once(allowing(), |config| config.set_comments(false));
        changes_once(allowing(), |config| config.set_data_attributes(false));
        changes_once(allowing(), |config| config.set_javascript_urls(false));
        changes_once(removing(), |config| config.remove_element("p".into()));
        changes_once(removing(), |config| config.replace_element_with_children("p".into()));
        changes_once(removing(), |config| config.remove_attribute("id".into()));
        changes_once(removing(), |config| config.remove_processing_instruction("a"));
        changes_once(removing(), SanitizerConfig::remove_unsafe);
        changes_once(Sanitizer::new().config(), |config| config.allow_processing_instruction("a"));
    }

    #[test]
    fn a_modifier_that_finds_nothing_to_change_says_so() {
        let mut config = canonical(SanitizerConfig::new());
        assert!(!config.allow_element("p".into()));
        assert!(!config.allow_attribute("id".into()));
        assert!(!config.set_data_attributes(true));
        assert!(!config.allow_processing_instruction("a"));
        assert!(!config.replace_element_with_children("html".into()));
        assert_eq!(config, canonical(SanitizerConfig::new()));
    }

    #[test]
    fn allowing_an_attribute_takes_it_from_the_elements() {
        let a = SanitizerElementWithAttributes::new("a").attributes(["href", "title"]);
        let config = canonical(SanitizerConfig::new().elements([a]).attributes(["id"]));
        let config = changes_once(config, |config| config.allow_attribute("title".into()));
        let elements = config.elements.expect("a list");
        assert_eq!(elements[0].attributes, Some(vec!["href".into()]));
    }

    #[test]
    fn allowing_data_attributes_takes_those_that_are_listed() {
        let a = SanitizerElementWithAttributes::new("a").attributes(["data-a", "href"]);
        let config = SanitizerConfig::new().elements([a]).attributes(["id", "data-b"]);
        let config = canonical(config.data_attributes(false));
        let config = changes_once(config, |config| config.set_data_attributes(true));
        assert_eq!(config.attributes, Some(vec!["id".into()]));
        assert_eq!(config.elements.expect("a list")[0].attributes, Some(vec!["href".into()]));
    }

    #[test]
    fn removing_what_is_unsafe_leaves_nothing_unsafe() {
        let all = changes_once(canonical(SanitizerConfig::new()), SanitizerConfig::remove_unsafe);
        let removed = all.remove_elements.expect("a list");
        assert_eq!(removed.len(), safe_baseline_remove_elements().count());
        let attributes = all.remove_attributes.expect("a list");
        assert_eq!(attributes.len(), event_handler_content_attributes().count());
        assert_eq!(all.javascript_urls, Some(false));
        // `javascript:` URLs alone are a change.
        let mut urls = Sanitizer::new().config().javascript_urls(true);
        assert!(urls.remove_unsafe());
        assert_eq!(urls, Sanitizer::new().config());
        // The built-in configuration has nothing unsafe.
        assert!(!Sanitizer::new().config().remove_unsafe());
    }
}
