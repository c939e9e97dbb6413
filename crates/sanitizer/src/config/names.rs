//! The names of elements and attributes in a configuration.

use std::cmp::Ordering;
use std::fmt;

use consomme::sink::NameTable;
use consomme::{AttributeNamespace, Namespace};

/// The prefix of the names of custom data attributes.
pub(crate) const DATA_PREFIX: &str = "data-";

/// Defines a name with a namespace. Elements and attributes have the same dictionary, but for the
/// namespace of a text: `$usual`. `$spelled` gives a text the spelling of the parser.
macro_rules! name_with_namespace {
    ($(#[$docs:meta])* $Name:ident, $Namespace:ty, $url_of:expr, $usual:expr, $spelled:expr) => {
        $(#[$docs])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $Name {
            name: Box<str>,
            namespace: Option<Box<str>>,
        }

        impl $Name {
            /// Returns the name with exactly that local name, whether a tag can have it or not, and
            /// the namespace of that URL; `None` is no namespace.
            pub fn new(name: impl Into<Box<str>>, namespace: Option<&str>) -> Self {
                $Name { name: name.into(), namespace: namespace.map(Into::into) }
            }

            /// Returns the local name.
            pub fn name(&self) -> &str {
                &self.name
            }

            /// Returns the URL of the namespace; `None` is no namespace.
            pub fn namespace(&self) -> Option<&str> {
                self.namespace.as_deref()
            }

            /// Canonicalizes the name: "If name["namespace"] is the empty string, then set it to
            /// null."
            ///
            /// <https://html.spec.whatwg.org/#canonicalize-a-sanitizer-name>
            pub(crate) fn canonicalize(&mut self) {
                self.namespace.take_if(|namespace| namespace.is_empty());
            }

            /// Compares two names as `get()` sorts them.
            pub(crate) fn compare(&self, other: &Self) -> Ordering {
                let [a, b] = [self, other].map(|it| (it.namespace(), it.name()));
                compare_sanitizer_items(a, b)
            }
        }

        /// Returns the name as the parser spells it.
        ///
        /// # Panics
        ///
        /// With debug assertions, if no tag can have that name.
        impl From<&str> for $Name {
            fn from(name: &str) -> Self {
                $Name::from(($usual, name))
            }
        }

        /// Returns the name as the parser spells it.
        ///
        /// # Panics
        ///
        /// With debug assertions, if no tag can have that name.
        impl From<String> for $Name {
            fn from(name: String) -> Self {
                $Name::from(name.as_str())
            }
        }

        /// Returns the name as the parser spells it.
        ///
        /// # Panics
        ///
        /// With debug assertions, if no tag can have that name.
        impl From<($Namespace, &str)> for $Name {
            fn from((namespace, name): ($Namespace, &str)) -> Self {
                let name = $Name::new($spelled(namespace, name), $url_of(namespace));
                debug_assert!(name.has_possible_characters(), "no tag has the name {:?}", name.name);
                name
            }
        }

        impl From<&$Name> for $Name {
            fn from(name: &$Name) -> Self {
                name.clone()
            }
        }

        /// The local name, with the namespace unless that is the usual one.
        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.namespace() {
                    namespace if namespace == $url_of($usual) => f.write_str(&self.name),
                    None => write!(f, "{} in no namespace", self.name),
                    Some(namespace) => write!(f, "{} in {namespace}", self.name),
                }
            }
        }
    };
}

name_with_namespace! {
    /// The name of an element in a configuration: its namespace and local name, both compared
    /// exactly.
    ///
    /// A text is the local name of an HTML element in any case; a pair has the namespace, too. In
    /// JSON, as in browsers, a name is exact, and one with capitals matches no HTML element.
    ///
    /// ```
    /// use consomme::Namespace;
    /// use consomme_sanitizer::SanitizerElement;
    ///
    /// let p = SanitizerElement::from("P");
    /// assert_eq!((p.namespace(), p.name()), (Some("http://www.w3.org/1999/xhtml"), "p"));
    /// let g = SanitizerElement::from((Namespace::Svg, "g"));
    /// assert_eq!((g.namespace(), g.name()), (Some("http://www.w3.org/2000/svg"), "g"));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#sanitizerelementnamespace>
    SanitizerElement, Namespace, |namespace: Namespace| Some(namespace.url()), Namespace::Html,
    |namespace, name: &str| match namespace {
        Namespace::Html => name.to_ascii_lowercase(),
        _ => name.to_owned(),
    }
}

name_with_namespace! {
    /// The name of an attribute in a configuration: its namespace and local name, both compared
    /// exactly.
    ///
    /// A text is a local name without a namespace, as every attribute of HTML has; a pair has the
    /// namespace, too. Capitals count only in names that the parser writes with them in SVG and
    /// MathML. In JSON, as in browsers, a name is exact.
    ///
    /// ```
    /// use consomme::AttributeNamespace;
    /// use consomme_sanitizer::SanitizerAttribute;
    ///
    /// assert_eq!(SanitizerAttribute::from("HREF"), SanitizerAttribute::new("href", None));
    /// assert_eq!(SanitizerAttribute::from("viewBox").name(), "viewBox");
    /// let href = SanitizerAttribute::from((AttributeNamespace::XLink, "href"));
    /// assert_eq!((href.namespace(), href.name()), (Some("http://www.w3.org/1999/xlink"), "href"));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#sanitizerattributenamespace>
    SanitizerAttribute, AttributeNamespace, AttributeNamespace::url, AttributeNamespace::None,
    |namespace, name: &str| match namespace {
        AttributeNamespace::None if has_capitals(name) && !is_known(name) => {
            name.to_ascii_lowercase()
        }
        _ => name.to_owned(),
    }
}

fn has_capitals(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_uppercase())
}

/// Returns whether the parser knows a name: all names that it writes with capitals are such.
fn is_known(name: &str) -> bool {
    NameTable::default().find(name).is_some()
}

impl SanitizerElement {
    /// Returns whether the element has this name.
    pub(crate) fn is(&self, namespace: Namespace, name: &str) -> bool {
        *self.name == *name && self.namespace.as_deref() == Some(namespace.url())
    }

    /// Returns whether a parsed tree can have an element of this name.
    pub(crate) fn can_match(&self) -> bool {
        let may_have_capitals = match self.known_namespace() {
            None => return false,
            Some(Namespace::Html) => false,
            Some(_) => is_known(&self.name),
        };
        self.has_possible_characters() && (may_have_capitals || !has_capitals(&self.name))
    }

    /// "If the first character is an ASCII alpha": otherwise, no tag begins. Elements that are
    /// created in another way can begin with more.
    ///
    /// <https://html.spec.whatwg.org/#tag-open-state>
    fn has_possible_characters(&self) -> bool {
        let first = |c: char| c.is_ascii_alphabetic() || matches!(c, ':' | '_') || !c.is_ascii();
        self.name.starts_with(first) && !self.name.contains(ends_a_name)
    }

    /// Returns the namespace if it is one that the parser creates elements in.
    pub(crate) fn known_namespace(&self) -> Option<Namespace> {
        let known = [Namespace::Html, Namespace::MathMl, Namespace::Svg];
        known.into_iter().find(|known| self.namespace() == Some(known.url()))
    }
}

impl SanitizerAttribute {
    /// Returns whether an element of a parsed tree can have an attribute of this name.
    pub(crate) fn can_match(&self) -> bool {
        let namespaces = [
            AttributeNamespace::None,
            AttributeNamespace::XLink,
            AttributeNamespace::Xml,
            AttributeNamespace::Xmlns,
        ];
        namespaces.iter().any(|namespace| namespace.url() == self.namespace())
            && self.has_possible_characters()
            && (!has_capitals(&self.name) || is_known(&self.name))
    }

    /// An equals sign is part of a name only at its start.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    fn has_possible_characters(&self) -> bool {
        !self.name.is_empty()
            && !self.name.contains(ends_a_name)
            && !self.name.chars().skip(1).any(|c| c == '=')
    }

    /// Returns whether this is a custom data attribute. Only configurations ask that: in a tree,
    /// any attribute whose name begins with "`data-`" counts as one.
    ///
    /// "A custom data attribute is an attribute in no namespace whose name starts with the string
    /// "data-", has at least one character after the hyphen, is a valid attribute local name, and
    /// contains no ASCII upper alphas."
    ///
    /// <https://html.spec.whatwg.org/#custom-data-attribute>
    pub(crate) fn is_custom_data_attribute(&self) -> bool {
        let Some(rest) = self.name.strip_prefix(DATA_PREFIX) else { return false };
        self.namespace.is_none()
            && !rest.is_empty()
            && !rest.contains(|c: char| c.is_ascii_uppercase() || c == '=' || ends_a_name(c))
    }
}

/// Returns whether a name in a tag ends before this character, or has another in its place.
///
/// <https://html.spec.whatwg.org/#attribute-name-state>
fn ends_a_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\0' | '/' | '>')
}

/// Compares two names as `get()` sorts them: no namespace comes first, then by namespace, then by
/// local name, both by code units.
///
/// <https://html.spec.whatwg.org/#compare-sanitizer-items>
fn compare_sanitizer_items(
    (namespace_a, name_a): (Option<&str>, &str),
    (namespace_b, name_b): (Option<&str>, &str),
) -> Ordering {
    let namespaces = match (namespace_a, namespace_b) {
        (Some(a), Some(b)) => compare_code_units(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    };
    namespaces.then_with(|| compare_code_units(name_a, name_b))
}

/// Compares two texts by their code units of UTF-16.
///
/// <https://infra.spec.whatwg.org/#code-unit-less-than>
pub(crate) fn compare_code_units(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};

    #[test]
    fn names_are_compared_by_namespace_first_and_by_code_units() {
        let html = Some("http://www.w3.org/1999/xhtml");
        assert_eq!(compare_sanitizer_items((None, "z"), (html, "a")), Ordering::Less);
        assert_eq!(compare_sanitizer_items((html, "a"), (None, "z")), Ordering::Greater);
        assert_eq!(compare_sanitizer_items((html, "a"), (Some("x"), "a")), Ordering::Less);
        assert_eq!(compare_sanitizer_items((html, "B"), (html, "a")), Ordering::Less);
        assert_eq!(compare_sanitizer_items((None, "a"), (None, "a")), Ordering::Equal);
        // U+FFFD is after U+10000 in UTF-16, before it in UTF-8.
        assert_eq!(compare_code_units("\u{FFFD}", "\u{10000}"), Ordering::Greater);
    }

    /// A name that only looks like one of a custom data attribute can be listed beside
    /// `dataAttributes`, everywhere where the standard asks for such attributes.
    #[test]
    fn a_custom_data_attribute_has_a_name_after_the_hyphen_without_capitals() {
        let custom = ["data-x", "data--", "data-1", "data-\u{e9}", "data-x:y", "data-\u{c9}"];
        let others = ["data", "data-", "data-X", "data-aB", "data-a b", "data-a=b", "data-/"];
        let named = |name: &str| SanitizerAttribute::new(name, None);
        for (names, is_custom) in [(&custom[..], true), (&others, false)] {
            for &name in names {
                let attribute = named(name);
                assert_eq!(attribute.is_custom_data_attribute(), is_custom, "{name:?}");
                let none: [&str; 0] = [];
                let config = || SanitizerConfig::new().attributes(none).data_attributes(true);

                // Modifiers.
                let mut all = Sanitizer::from_config(config()).expect("a valid configuration");
                assert_eq!(all.allow_attribute(&attribute), !is_custom, "{name:?}");
                let mut element = Sanitizer::from_config(config().elements(none)).expect("valid");
                let p = SanitizerElementWithAttributes::new("p").attributes([&attribute]);
                assert!(element.allow_element(p.clone()));
                let own = element.config().elements.expect("a list")[0].attributes.clone();
                assert_eq!(own.expect("a list").is_empty(), is_custom, "{name:?}");
                let listed = config().data_attributes(false).attributes([&attribute]);
                let mut listed = Sanitizer::from_config(listed).expect("a valid configuration");
                assert!(listed.set_data_attributes(true));
                let rest = listed.config().attributes.expect("a list");
                assert_eq!(rest.is_empty(), is_custom, "{name:?}");

                // Validity.
                let listed = Sanitizer::from_config(config().attributes([&attribute]));
                assert_eq!(listed.is_err(), is_custom, "{name:?}");
                let own = Sanitizer::from_config(config().elements([p]));
                assert_eq!(own.is_err(), is_custom, "{name:?}");
            }
        }
        let other = SanitizerAttribute::new("data-x", Some("http://www.w3.org/1999/xlink"));
        assert!(!other.is_custom_data_attribute());
    }

    /// "if "data-" is not a code unit prefix of attribute's local name": in a tree, the prefix is
    /// enough.
    #[test]
    fn an_attribute_that_is_only_the_prefix_stays_with_custom_data_attributes() {
        let none: [&str; 0] = [];
        let config = SanitizerConfig::new().attributes(none).data_attributes(true);
        let sanitizer = Sanitizer::from_config(config).expect("a valid configuration");
        let html = "<p data-=\"1\" data-x=\"2\">3</p>";
        assert_eq!(sanitizer.sanitize_str(html), html);
        assert_eq!(Sanitizer::new().sanitize_str(html), "<p>3</p>");
        let mut listed = Sanitizer::new();
        assert!(listed.allow_attribute("data-"));
        assert_eq!(listed.sanitize_str(html), "<p data-=\"1\">3</p>");
    }

    #[test]
    fn names_are_printed_with_a_namespace_that_is_not_usual() {
        assert_eq!(SanitizerElement::from("p").to_string(), "p");
        assert_eq!(SanitizerElement::new("p", None).to_string(), "p in no namespace");
        let g = SanitizerElement::from((Namespace::Svg, "g"));
        assert_eq!(g.to_string(), "g in http://www.w3.org/2000/svg");
        assert_eq!(SanitizerAttribute::from("href").to_string(), "href");
        assert_eq!(SanitizerAttribute::new("a", Some("x")).to_string(), "a in x");
    }
}
