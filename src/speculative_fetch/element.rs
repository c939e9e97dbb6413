//! An inserted element, as the rules see it.

use crate::names::{AttributeName, AttributeNamespace, LocalName, known};
use crate::text::{Attribute, Strings};

use super::fetch::{FetchKind, SpeculativeFetch};

/// The attributes of an inserted element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'a> {
    pub(super) attributes: &'a [Attribute],
    pub(super) strings: &'a Strings,
}

/// The attributes that decide whether and how something is fetched.
const DECIDING: &[LocalName] = &[
    known::AS,
    known::ASYNC,
    known::BLOCKING,
    known::CHARSET,
    known::CROSSORIGIN,
    known::DEFER,
    known::FETCHPRIORITY,
    known::IMAGESIZES,
    known::IMAGESRCSET,
    known::INTEGRITY,
    known::LOADING,
    known::MEDIA,
    known::NOMODULE,
    known::NONCE,
    known::REFERRERPOLICY,
    known::REL,
    known::SIZES,
    known::SRCSET,
    known::TITLE,
    known::TYPE,
];

impl<'a> Element<'a> {
    /// Returns the value of an attribute.
    pub(super) fn get(&self, name: LocalName) -> Option<&'a str> {
        self.get_in(AttributeNamespace::None, name)
    }

    /// Returns the URL of an element of SVG.
    ///
    /// <https://svgwg.org/svg2-draft/linking.html>
    pub(super) fn svg_href(&self) -> Option<&'a str> {
        let in_xlink = || self.get_in(AttributeNamespace::XLink, known::HREF);
        self.get(known::HREF).or_else(in_xlink)
    }

    fn get_in(&self, namespace: AttributeNamespace, name: LocalName) -> Option<&'a str> {
        let name = AttributeName::new(namespace, name);
        let is_it = |attribute: &&Attribute| attribute.name == name;
        self.attributes.iter().find(is_it).map(|attribute| self.strings.get(attribute.value))
    }

    /// Whether there is an attribute with this name.
    pub(super) fn has(&self, name: LocalName) -> bool {
        self.get(name).is_some()
    }

    /// Whether there is an attribute with this name and value, ASCII-case-insensitively.
    pub(super) fn is(&self, name: LocalName, value: &str) -> bool {
        self.get(name).is_some_and(|found| found.eq_ignore_ascii_case(value))
    }

    /// Returns a fetch of a URL for this element.
    pub(super) fn fetch(
        &self,
        kind: FetchKind,
        destination: &'static str,
        url: &str,
    ) -> SpeculativeFetch {
        let is_deciding = |attribute: &&Attribute| {
            attribute.namespace() == AttributeNamespace::None
                && DECIDING.contains(&attribute.name())
        };
        let pair = |attribute: &Attribute| {
            let value = self.strings.get(attribute.value).to_owned();
            Some((attribute.name().known_text()?, value))
        };
        SpeculativeFetch {
            kind,
            destination,
            url: url.to_owned(),
            base: None,
            attributes: self.attributes.iter().filter(is_deciding).filter_map(pair).collect(),
            sources: Vec::new(),
        }
    }
}
