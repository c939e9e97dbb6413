//! The pseudo-classes that HTML gives a meaning, and the pseudo-elements.

use std::fmt;
use std::sync::Arc;

use cssparser::ToCss;
use selectors::parser::{self, NonTSPseudoClass};

use super::relative::Relative;
use super::words::write_quoted;

/// A pseudo-class beyond those that hang on the tree's structure only.
///
/// <https://html.spec.whatwg.org/#pseudo-classes>
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PseudoClass {
    /// Also `:link`: nothing was visited.
    AnyLink,
    Link,
    Checked,
    Disabled,
    Enabled,
    Required,
    Optional,
    Defined,
    /// The language ranges.
    Lang(Box<[Box<str>]>),
    Has(Arc<[Relative]>),
    /// One that hangs on what a page in a browser does: it matches nothing.
    Never(&'static str),
}

/// What matches nothing, as nobody hovers, types, plays or has visited anything here.
const NEVER: &[&str] = &[
    "active",
    "autofill",
    "blank",
    "buffering",
    "closed",
    "current",
    "default",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "hover",
    "in-range",
    "indeterminate",
    "invalid",
    "local-link",
    "modal",
    "muted",
    "open",
    "out-of-range",
    "past",
    "paused",
    "picture-in-picture",
    "placeholder-shown",
    "playing",
    "popover-open",
    "read-only",
    "read-write",
    "seeking",
    "stalled",
    "target",
    "target-within",
    "user-invalid",
    "user-valid",
    "valid",
    "visited",
    "volume-locked",
];

impl PseudoClass {
    /// The pseudo-class of that name, in lowercase, if it takes no arguments.
    pub(super) fn named(name: &str) -> Option<PseudoClass> {
        Some(match name {
            "any-link" => PseudoClass::AnyLink,
            "link" => PseudoClass::Link,
            "checked" => PseudoClass::Checked,
            "disabled" => PseudoClass::Disabled,
            "enabled" => PseudoClass::Enabled,
            "required" => PseudoClass::Required,
            "optional" => PseudoClass::Optional,
            "defined" => PseudoClass::Defined,
            _ => PseudoClass::Never(NEVER[NEVER.binary_search(&name).ok()?]),
        })
    }

    fn name(&self) -> &'static str {
        match self {
            PseudoClass::AnyLink => "any-link",
            PseudoClass::Link => "link",
            PseudoClass::Checked => "checked",
            PseudoClass::Disabled => "disabled",
            PseudoClass::Enabled => "enabled",
            PseudoClass::Required => "required",
            PseudoClass::Optional => "optional",
            PseudoClass::Defined => "defined",
            PseudoClass::Lang(_) => "lang",
            PseudoClass::Has(_) => "has",
            PseudoClass::Never(name) => name,
        }
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        write!(destination, ":{}", self.name())?;
        match self {
            PseudoClass::Lang(ranges) => {
                write_arguments(ranges, destination, |range, destination| {
                    write_quoted(range, destination)
                })
            }
            PseudoClass::Has(list) => {
                write_arguments(list, destination, |relative, destination| {
                    relative.selector().to_css(destination)
                })
            }
            _ => Ok(()),
        }
    }
}

fn write_arguments<W: fmt::Write, T>(
    arguments: &[T],
    destination: &mut W,
    write: impl Fn(&T, &mut W) -> fmt::Result,
) -> fmt::Result {
    for (index, argument) in arguments.iter().enumerate() {
        destination.write_str(if index == 0 { "(" } else { ", " })?;
        write(argument, destination)?;
    }
    destination.write_char(')')
}

impl NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        matches!(self, PseudoClass::Never("active" | "hover"))
    }

    fn is_user_action_state(&self) -> bool {
        matches!(
            self,
            PseudoClass::Never("active" | "focus" | "focus-visible" | "focus-within" | "hover")
        )
    }
}

/// A pseudo-element, by name: nothing in the tree is one, so it matches nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PseudoElement(&'static str);

const ELEMENTS: &[&str] = &[
    "after",
    "backdrop",
    "before",
    "cue",
    "details-content",
    "file-selector-button",
    "first-letter",
    "first-line",
    "grammar-error",
    "marker",
    "placeholder",
    "selection",
    "spelling-error",
    "target-text",
];

impl PseudoElement {
    /// The pseudo-element of that name, in lowercase.
    pub(super) fn named(name: &str) -> Option<PseudoElement> {
        Some(PseudoElement(ELEMENTS[ELEMENTS.binary_search(&name).ok()?]))
    }
}

impl ToCss for PseudoElement {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        write!(destination, "::{}", self.0)
    }
}

impl parser::PseudoElement for PseudoElement {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are looked up by bisection.
    #[test]
    fn the_names_are_sorted() {
        assert!(NEVER.is_sorted() && ELEMENTS.is_sorted());
    }
}
