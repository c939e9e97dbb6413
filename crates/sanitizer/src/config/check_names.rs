//! Names in configurations that match nothing.

use super::config::SanitizerConfig;
use super::error::SanitizerConfigError;
use super::names::{SanitizerAttribute, SanitizerElement};
use super::validity::{ATTRIBUTES, ELEMENTS, REMOVE_ATTRIBUTES, REMOVE_ELEMENTS, REPLACED};

impl SanitizerConfig {
    /// Checks that each name can match an element or attribute that the parser creates. HTML
    /// elements have no capitals, no name is empty or has a space, and there are three namespaces.
    /// As browsers do, [`Sanitizer::from_config`] accepts names that match nothing, so ask this for
    /// configurations that others wrote.
    ///
    /// ```
    /// use consomme_sanitizer::{SanitizerConfig, SanitizerElement};
    ///
    /// // As JSON, this is {"removeElements": ["IMG"]}: every image stays.
    /// let img = SanitizerElement::new("IMG", Some("http://www.w3.org/1999/xhtml"));
    /// let error = SanitizerConfig::new().remove_elements([img]).check_names().unwrap_err();
    /// assert_eq!(error.to_string(), "`removeElements` has \"IMG\", which matches nothing");
    /// // A text ignores case.
    /// assert!(SanitizerConfig::new().remove_elements(["IMG"]).check_names().is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// [`ImpossibleName`](SanitizerConfigError::ImpossibleName), of the first one.
    ///
    /// [`Sanitizer::from_config`]: crate::Sanitizer::from_config
    pub fn check_names(&self) -> Result<(), SanitizerConfigError> {
        for kept in self.elements.iter().flatten() {
            check_element(ELEMENTS, &kept.element)?;
            check_attributes(ATTRIBUTES, &kept.attributes)?;
            check_attributes(REMOVE_ATTRIBUTES, &kept.remove_attributes)?;
        }
        for (list, elements) in [
            (REMOVE_ELEMENTS, &self.remove_elements),
            (REPLACED, &self.replace_with_children_elements),
        ] {
            elements.iter().flatten().try_for_each(|element| check_element(list, element))?;
        }
        check_attributes(ATTRIBUTES, &self.attributes)?;
        check_attributes(REMOVE_ATTRIBUTES, &self.remove_attributes)
    }
}

fn check_element(
    list: &'static str,
    element: &SanitizerElement,
) -> Result<(), SanitizerConfigError> {
    match element.can_match() {
        true => Ok(()),
        false => Err(SanitizerConfigError::ImpossibleName { list, name: element.name().into() }),
    }
}

fn check_attributes(
    list: &'static str,
    attributes: &Option<Vec<SanitizerAttribute>>,
) -> Result<(), SanitizerConfigError> {
    match attributes.iter().flatten().find(|attribute| !attribute.can_match()) {
        None => Ok(()),
        Some(attribute) => {
            Err(SanitizerConfigError::ImpossibleName { list, name: attribute.name().into() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sanitizer, SanitizerElementWithAttributes};
    use consomme::{AttributeNamespace, Namespace, ParseOptions};

    const HTML: Option<&str> = Some("http://www.w3.org/1999/xhtml");
    const SVG: Option<&str> = Some("http://www.w3.org/2000/svg");

    #[test]
    fn names_of_texts_ignore_case_as_tags_do() {
        let mut sanitizer = Sanitizer::new();
        assert!(sanitizer.allow_element(("IMG", ["SRC", "onError"])));
        assert!(sanitizer.remove_element("A"));
        assert!(sanitizer.replace_element_with_children("B"));
        assert!(!sanitizer.replace_element_with_children("HTML"), "it is not replaceable");
        assert!(sanitizer.allow_attribute("ID"));
        assert_eq!(
            sanitizer.sanitize_str("<img src=x onerror=a()><a>1</a><b>2</b><p id=3>"),
            "<img src=\"x\">2<p id=\"3\"></p>"
        );
        assert_eq!(sanitizer.config().check_names(), Ok(()));
        // SVG has capitals.
        let mut sanitizer = Sanitizer::new();
        sanitizer.allow_element((Namespace::Svg, "clipPath"));
        sanitizer.allow_attribute("clipPathUnits");
        let html = "<svg><clipPath clipPathUnits=\"userSpaceOnUse\"></clipPath></svg>";
        assert_eq!(sanitizer.sanitize_str(html), html);
        assert_eq!(sanitizer.config().check_names(), Ok(()));
    }

    /// A browser accepts any name in a dictionary, and compares it exactly.
    #[test]
    fn exact_names_with_capitals_match_nothing_and_are_found() {
        let a = || SanitizerElement::new("A", HTML);
        let mut sanitizer = Sanitizer::new();
        assert!(!sanitizer.remove_element(a()));
        assert!(sanitizer.allow_element(a()));
        assert_eq!(sanitizer.sanitize_str("<a>1</a>"), "<a>1</a>");
        let message = |config: SanitizerConfig| config.check_names().unwrap_err().to_string();
        let with = |own| SanitizerConfig::new().elements([own]);
        let p = || SanitizerElementWithAttributes::new("p");
        let id = || SanitizerAttribute::new("ID", None);
        assert_eq!(message(sanitizer.config()), "`elements` has \"A\", which matches nothing");
        for (config, list) in [
            (with(SanitizerElementWithAttributes::new(a())), "elements"),
            (with(p().attributes([id()])), "attributes"),
            (with(p().remove_attributes([id()])), "removeAttributes"),
            (SanitizerConfig::new().remove_elements([a()]), "removeElements"),
            (
                SanitizerConfig::new().replace_with_children_elements([a()]),
                "replaceWithChildrenElements",
            ),
            (SanitizerConfig::new().attributes([id()]), "attributes"),
            (SanitizerConfig::new().remove_attributes([id()]), "removeAttributes"),
        ] {
            assert!(message(config).starts_with(&format!("`{list}` has ")), "{list}");
        }
    }

    #[test]
    fn names_match_what_the_parser_can_create() {
        for (name, namespace) in
            [("p", HTML), ("x-a", HTML), ("a=b", HTML), ("feBlend", SVG), ("p1", SVG)]
        {
            assert!(SanitizerElement::new(name, namespace).can_match(), "{name}");
            let html = format!("{}<{name}>", if namespace == SVG { "<svg>" } else { "" });
            let document = ParseOptions::new().parse_fragment("div", html);
            let created = document.descendant_elements().next_back().expect("an element");
            assert_eq!(created.name(), name);
        }
        for (name, namespace) in [
            ("", HTML),
            ("P", HTML),
            ("a b", HTML),
            ("a/", HTML),
            ("<p>", HTML),
            ("1", HTML),
            ("\0", HTML),
            ("FEBLEND", SVG),
            ("p", None),
            ("p", Some("x")),
        ] {
            assert!(!SanitizerElement::new(name, namespace).can_match(), "{name}");
        }
        let xlink = AttributeNamespace::XLink.url();
        for (name, namespace) in
            [("id", None), ("=a", None), ("1", None), ("@a", None), ("viewBox", None), ("a", xlink)]
        {
            assert!(SanitizerAttribute::new(name, namespace).can_match(), "{name}");
        }
        for (name, namespace) in
            [("", None), ("ID", None), ("a b", None), ("a=", None), ("a>", None), ("a", Some("x"))]
        {
            assert!(!SanitizerAttribute::new(name, namespace).can_match(), "{name}");
        }
    }

    #[test]
    fn the_configurations_of_this_package_have_no_name_that_matches_nothing() {
        assert_eq!(Sanitizer::new().config().check_names(), Ok(()));
        let mut everything = Sanitizer::allow_everything();
        everything.remove_unsafe();
        assert_eq!(everything.config().check_names(), Ok(()));
        for preset in crate::Preset::ALL {
            assert_eq!(Sanitizer::preset(preset).config().check_names(), Ok(()), "{preset}");
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    fn a_text_that_no_tag_has_as_a_name_panics_with_debug_assertions() {
        for name in ["", "a b", " a", "a>", "<a>"] {
            let element = std::panic::catch_unwind(|| SanitizerElement::from(name));
            assert!(element.is_err(), "{name:?}");
        }
        for name in ["", "a b", "a=b", "a>"] {
            let attribute = std::panic::catch_unwind(|| SanitizerAttribute::from(name));
            assert!(attribute.is_err(), "{name:?}");
        }
    }
}
