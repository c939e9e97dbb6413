//! Canonical configurations: every name with its namespace, and no member missing that has a
//! default.

use super::config::{SanitizerConfig, SanitizerElementWithAttributes};
use super::names::{SanitizerAttribute, SanitizerElement};

impl SanitizerConfig {
    /// Canonicalizes the configuration. `permissive_defaults` says whether comments, processing
    /// instructions, custom data attributes and `javascript:` URLs are kept of which no member
    /// speaks. Up to 2026-08 the standard calls it *allowCommentsPIsAndDataAttributes*.
    ///
    /// <https://html.spec.whatwg.org/#canonicalize-the-configuration>
    pub(crate) fn canonicalize(&mut self, permissive_defaults: bool) {
        // "If neither configuration["elements"] nor configuration["removeElements"] exists, then
        // set configuration["removeElements"] to an empty list."
        if self.elements.is_none() {
            self.remove_elements.get_or_insert_default();
        }
        // "If neither configuration["attributes"] nor configuration["removeAttributes"] exists,
        // then set configuration["removeAttributes"] to an empty list."
        if self.attributes.is_none() {
            self.remove_attributes.get_or_insert_default();
        }
        // "If neither configuration["processingInstructions"] nor
        // configuration["removeProcessingInstructions"] exists"
        if self.processing_instructions.is_none() && self.remove_processing_instructions.is_none() {
            if permissive_defaults {
                self.remove_processing_instructions = Some(Vec::new());
            } else {
                self.processing_instructions = Some(Vec::new());
            }
        }
        self.elements.iter_mut().flatten().for_each(SanitizerElementWithAttributes::canonicalize);
        let lists = [&mut self.remove_elements, &mut self.replace_with_children_elements];
        lists.into_iter().flatten().flatten().for_each(SanitizerElement::canonicalize);
        let lists = [&mut self.attributes, &mut self.remove_attributes];
        lists.into_iter().flatten().flatten().for_each(SanitizerAttribute::canonicalize);
        // "If configuration["comments"] does not exist, then set it to
        // allowCommentsPIsAndDataAttributes."
        self.comments.get_or_insert(permissive_defaults);
        // "If configuration["attributes"] exists and configuration["dataAttributes"] does not
        // exist, then set it to allowCommentsPIsAndDataAttributes."
        if self.attributes.is_some() {
            self.data_attributes.get_or_insert(permissive_defaults);
        }
        // configuration["javascriptURLs"] has this default whatever lists there are.
        self.javascript_urls.get_or_insert(permissive_defaults);
    }
}

impl SanitizerElementWithAttributes {
    /// Canonicalizes an element that is kept, and its lists of attributes.
    ///
    /// <https://html.spec.whatwg.org/#canonicalize-a-sanitizer-element-with-attributes>
    pub(crate) fn canonicalize(&mut self) {
        self.element.canonicalize();
        let lists = [&mut self.attributes, &mut self.remove_attributes];
        lists.into_iter().flatten().flatten().for_each(SanitizerAttribute::canonicalize);
        // "If neither result["attributes"] nor result["removeAttributes"] exists, then set
        // result["removeAttributes"] to an empty list."
        if self.attributes.is_none() {
            self.remove_attributes.get_or_insert_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(mut config: SanitizerConfig, allow: bool) -> SanitizerConfig {
        config.canonicalize(allow);
        config
    }

    #[test]
    fn missing_lists_become_empty_lists_of_what_is_removed() {
        let config = canonical(SanitizerConfig::new(), true);
        assert_eq!(config.elements, None);
        assert_eq!(config.remove_elements, Some(Vec::new()));
        assert_eq!(config.attributes, None);
        assert_eq!(config.remove_attributes, Some(Vec::new()));
        assert_eq!(config.replace_with_children_elements, None);
        assert_eq!(config.comments, Some(true));
        assert_eq!(config.data_attributes, None, "it belongs to `attributes`");
        assert_eq!(config.javascript_urls, Some(true));
    }

    #[test]
    fn the_flag_says_what_is_kept_without_being_spoken_of() {
        let config = SanitizerConfig::new().attributes(["id"]);
        let (kept, removed) = (canonical(config.clone(), true), canonical(config, false));
        assert_eq!((kept.comments, kept.data_attributes), (Some(true), Some(true)));
        assert_eq!((removed.comments, removed.data_attributes), (Some(false), Some(false)));
        assert_eq!((kept.javascript_urls, removed.javascript_urls), (Some(true), Some(false)));
        assert_eq!(kept.remove_processing_instructions, Some(Vec::new()));
        assert_eq!(kept.processing_instructions, None);
        assert_eq!(removed.processing_instructions, Some(Vec::new()));
        assert_eq!(removed.remove_processing_instructions, None);
    }

    #[test]
    fn an_empty_namespace_is_none() {
        let element = SanitizerElement::new("p", Some(""));
        let attribute = SanitizerAttribute::new("id", Some(""));
        let config = canonical(
            SanitizerConfig::new()
                .elements([SanitizerElementWithAttributes::new(element).attributes([attribute])]),
            true,
        );
        let p = &config.elements.unwrap()[0];
        assert_eq!(p.element.namespace(), None);
        assert_eq!(p.attributes.as_ref().unwrap()[0].namespace(), None);
        assert_eq!(p.remove_attributes, None);
    }

    #[test]
    fn an_element_without_rules_loses_no_attributes_of_its_own() {
        let config = canonical(SanitizerConfig::new().elements(["p"]), true);
        assert_eq!(config.elements.unwrap()[0].remove_attributes, Some(Vec::new()));
    }
}
