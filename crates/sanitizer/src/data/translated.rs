//! A configuration and a policy made of the options of another sanitizer.

use std::collections::BTreeSet;
use std::fmt;

use crate::json::{Member, Wrong};
use crate::{
    Policy, Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElementWithAttributes,
};

/// A sanitizer that was made of the options of another one, and the options that have no
/// counterpart.
///
/// The two are not the same sanitizer: what the promises of this package demand, such as the
/// `sandbox` of frames, holds anyway. Set what is [not translated](Translated::untranslated) by
/// hand, or decide that it is not needed.
#[derive(Clone, Debug)]
pub struct Translated {
    sanitizer: Sanitizer,
    untranslated: Vec<Untranslated>,
}

/// An option that was not translated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Untranslated {
    path: String,
    advice: &'static str,
}

impl Translated {
    /// Returns the sanitizer.
    pub fn sanitizer(&self) -> &Sanitizer {
        &self.sanitizer
    }

    /// Returns the sanitizer.
    pub fn into_sanitizer(self) -> Sanitizer {
        self.sanitizer
    }

    /// Returns the options that have no counterpart, in their order.
    pub fn untranslated(&self) -> &[Untranslated] {
        &self.untranslated
    }
}

impl Untranslated {
    /// Returns the path of the option: `ALLOWED_URI_REGEXP`, `allowedAttributes.a[1]`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns a phrase that says what to do instead.
    pub fn advice(&self) -> &'static str {
        self.advice
    }
}

/// One line for a reader.
impl fmt::Display for Untranslated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.advice)
    }
}

/// A sanitizer in the making.
#[derive(Default)]
pub(super) struct Making {
    /// Elements that stay, each with the attributes that it keeps besides those of all.
    pub(super) elements: Vec<SanitizerElementWithAttributes>,
    /// Whether all elements and all attributes stay.
    pub(super) all_elements: bool,
    pub(super) all_attributes: bool,
    /// The attributes that every element keeps, as tags have them.
    pub(super) attributes: BTreeSet<String>,
    pub(super) comments: bool,
    pub(super) data_attributes: bool,
    untranslated: Vec<Untranslated>,
}

/// The namespace of the attributes that a tag has with the prefix `xlink:`.
const XLINK: &str = "http://www.w3.org/1999/xlink";

impl Making {
    pub(super) fn skip(&mut self, member: &Member<'_>, advice: &'static str) {
        self.note(member.path(), advice);
    }

    /// Notes an option that is not translated, although it may be missing: it has a default.
    pub(super) fn note(&mut self, path: &str, advice: &'static str) {
        self.untranslated.push(Untranslated { path: path.to_owned(), advice });
    }

    /// Returns the elements with these names, in HTML.
    pub(super) fn set_elements(&mut self, names: &[&str]) {
        let named =
            |name: &&str| SanitizerElementWithAttributes::new(name.to_ascii_lowercase().as_str());
        self.elements = names.iter().map(named).collect();
    }

    /// Makes the sanitizer.
    pub(super) fn finish(self, policy: Policy) -> Result<Translated, Wrong> {
        let mut config = SanitizerConfig::new().comments(self.comments);
        if !self.all_elements {
            config = config.elements([""; 0]);
        }
        if !self.all_attributes {
            config = config.attributes([""; 0]).data_attributes(self.data_attributes);
        }
        let config = config.processing_instructions([""; 0]);
        let mut sanitizer = Sanitizer::from_safe_config(config).unwrap_or_default();
        if !self.all_attributes {
            for name in &self.attributes {
                sanitizer.allow_attribute(attribute(name));
            }
        }
        if !self.all_elements {
            for element in self.elements {
                sanitizer.allow_element(element);
            }
        }
        let sanitizer = sanitizer.policy(policy);
        Ok(Translated { sanitizer, untranslated: self.untranslated })
    }
}

/// Returns an attribute by its name in a tag.
pub(super) fn attribute(name: &str) -> SanitizerAttribute {
    match name.strip_prefix("xlink:") {
        Some(local) => SanitizerAttribute::new(local, Some(XLINK)),
        None => SanitizerAttribute::new(name, None),
    }
}
