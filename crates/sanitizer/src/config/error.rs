//! Why a configuration is not valid.

use thiserror::Error;

use super::names::{SanitizerAttribute, SanitizerElement};

/// The rule that a configuration breaks, and the name that breaks it. A browser throws a
/// `TypeError`.
///
/// ```
/// use consomme_sanitizer::{Sanitizer, SanitizerConfig};
///
/// let config = SanitizerConfig::new().elements(["p", "b", "p"]);
/// let error = Sanitizer::from_config(config).unwrap_err();
/// assert_eq!(error.to_string(), "`elements` has p twice");
/// ```
///
/// <https://html.spec.whatwg.org/#dom-sanitizerconfig-valid>
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum SanitizerConfigError {
    /// A list of kept names and a list of removed names exclude each other.
    #[error("`{kept}` and `{removed}` exclude each other")]
    BothLists {
        /// The member with the kept names, as in JSON.
        kept: &'static str,
        /// The member with the removed names, as in JSON.
        removed: &'static str,
    },
    /// A list of elements has one twice.
    #[error("`{list}` has {element} twice")]
    DuplicateElement {
        /// The list, as in JSON.
        list: &'static str,
        /// The element.
        element: SanitizerElement,
    },
    /// A list of attributes has one twice.
    #[error("`{list}`{} has {attribute} twice", of(element))]
    DuplicateAttribute {
        /// The list, as in JSON.
        list: &'static str,
        /// The element whose list it is; `None` for the list for all elements.
        element: Option<SanitizerElement>,
        /// The attribute.
        attribute: SanitizerAttribute,
    },
    /// A list of processing instructions has a target twice.
    #[error("`{list}` has {target} twice")]
    DuplicateProcessingInstruction {
        /// The list, as in JSON.
        list: &'static str,
        /// The target.
        target: String,
    },
    /// An element would lose its meaning, or leave a tree that no parser builds, if it were
    /// replaced with its children: one of the [built-in non-replaceable elements
    /// list](https://html.spec.whatwg.org/#built-in-non-replaceable-elements-list).
    #[error("{element} cannot be replaced with its children")]
    NonReplaceableElement {
        /// The element.
        element: SanitizerElement,
    },
    /// An element is both replaced with its children and kept or removed.
    #[error("`{list}` and `replaceWithChildrenElements` both have {element}")]
    ReplacedElementListed {
        /// The other list, as in JSON.
        list: &'static str,
        /// The element.
        element: SanitizerElement,
    },
    /// An element has its own lists both of kept and of removed attributes, where there is no list
    /// of attributes that every element keeps.
    #[error(
        "{element} has both `attributes` and `removeAttributes`, which takes a list `attributes` for all elements"
    )]
    BothListsOfElement {
        /// The element.
        element: SanitizerElement,
    },
    /// A list for all elements and a list of one element both have an attribute.
    #[error("`{global}` and `{local}` of {element} both have {attribute}")]
    AttributeInBoth {
        /// The list for all elements, as in JSON.
        global: &'static str,
        /// The list of the element, as in JSON.
        local: &'static str,
        /// The element.
        element: SanitizerElement,
        /// The attribute.
        attribute: SanitizerAttribute,
    },
    /// An element loses an attribute that it would not keep.
    #[error("`removeAttributes` of {element} has {attribute}, which `attributes` lacks")]
    RemovesWhatIsNotKept {
        /// The element.
        element: SanitizerElement,
        /// The attribute.
        attribute: SanitizerAttribute,
    },
    /// A list has a custom data attribute although all of them are kept.
    #[error("`attributes`{} has {attribute}, which `dataAttributes` keeps already", of(element))]
    DataAttributeListed {
        /// The element whose list it is; `None` for the list for all elements.
        element: Option<SanitizerElement>,
        /// The attribute.
        attribute: SanitizerAttribute,
    },
    /// A list has a name that no tag can have: [`SanitizerConfig::check_names`]. Browsers accept it.
    ///
    /// [`SanitizerConfig::check_names`]: super::SanitizerConfig::check_names
    #[error("`{list}` has {name:?}, which matches nothing")]
    ImpossibleName {
        /// The list, as in JSON.
        list: &'static str,
        /// The local name.
        name: String,
    },
    /// Custom data attributes are spoken of where no list says which attributes are kept.
    #[error("`dataAttributes` takes a list `attributes`")]
    DataAttributesWithoutAttributes,
}

/// Returns the words that name the element whose list it is.
fn of(element: &Option<SanitizerElement>) -> String {
    element.as_ref().map_or_else(String::new, |element| format!(" of {element}"))
}
