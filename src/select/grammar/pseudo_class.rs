//! The names of pseudo-classes and pseudo-elements, and writing them as CSS.

use std::fmt;

use cssparser::{ToCss, serialize_identifier};
use selectors::parser::{self, NonTSPseudoClass};

use crate::select::strings::write_quoted;
use crate::select::types::{PseudoClass, PseudoElement};

/// The pseudo-classes that match nothing, because they depend on a user or a browser:
/// hovering, typing, playing, visiting links. Sorted.
const NEVER: &[&str] = &[
    "-webkit-autofill",
    "active",
    "autofill",
    "blank",
    "buffering",
    "closed",
    "current",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "hover",
    "invalid",
    "local-link",
    "modal",
    "muted",
    "past",
    "paused",
    "picture-in-picture",
    "playing",
    "popover-open",
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
    /// Returns the pseudo-class with this lowercase name, if it is one without arguments.
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
            "read-only" => PseudoClass::ReadOnly,
            "read-write" => PseudoClass::ReadWrite,
            "placeholder-shown" => PseudoClass::PlaceholderShown,
            "default" => PseudoClass::Default,
            "indeterminate" => PseudoClass::Indeterminate,
            "in-range" => PseudoClass::InRange,
            "out-of-range" => PseudoClass::OutOfRange,
            "open" => PseudoClass::Open,
            "heading" => PseudoClass::Heading,
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
            PseudoClass::ReadOnly => "read-only",
            PseudoClass::ReadWrite => "read-write",
            PseudoClass::PlaceholderShown => "placeholder-shown",
            PseudoClass::Default => "default",
            PseudoClass::Indeterminate => "indeterminate",
            PseudoClass::InRange => "in-range",
            PseudoClass::OutOfRange => "out-of-range",
            PseudoClass::Open => "open",
            PseudoClass::Heading | PseudoClass::HeadingLevel(_) => "heading",
            PseudoClass::State(_) => "state",
            PseudoClass::Dir(..) => "dir",
            PseudoClass::Lang(_) => "lang",
            PseudoClass::Has(_) => "has",
            PseudoClass::Contains { needle, is_own } => match (needle.ignores_case(), is_own) {
                (false, false) => "contains",
                (false, true) => "containsOwn",
                (true, false) => "icontains",
                (true, true) => "icontainsOwn",
            },
            PseudoClass::Never(name) => name,
        }
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        write!(destination, ":{}", self.name())?;
        match self {
            PseudoClass::Dir(_, argument) => {
                destination.write_char('(')?;
                serialize_identifier(argument, destination)?;
                destination.write_char(')')
            }
            PseudoClass::State(name) => {
                destination.write_char('(')?;
                serialize_identifier(name, destination)?;
                destination.write_char(')')
            }
            PseudoClass::HeadingLevel(levels) => {
                write_arguments(levels, destination, |level, destination| {
                    write!(destination, "{level}")
                })
            }
            PseudoClass::Lang(ranges) => {
                write_arguments(ranges, destination, |range, destination| {
                    write_quoted(range, destination)
                })
            }
            PseudoClass::Has(list) => {
                write_arguments(list, destination, |relative, destination| {
                    relative.selector.to_css(destination)
                })
            }
            PseudoClass::Contains { needle, .. } => {
                destination.write_char('(')?;
                write_quoted(needle.text(), destination)?;
                destination.write_char(')')
            }
            _ => Ok(()),
        }
    }
}

/// Writes arguments in parentheses, with commas between them.
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

/// The names of the pseudo-elements, sorted.
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
    /// Returns the pseudo-element with this lowercase name. Every name that starts with `-webkit-`
    /// is valid.
    ///
    /// <https://drafts.csswg.org/selectors/#compat>
    pub(super) fn named(name: &str) -> Option<PseudoElement> {
        let is_known = ELEMENTS.binary_search(&name).is_ok() || name.starts_with("-webkit-");
        is_known.then(|| PseudoElement(name.into()))
    }
}

impl ToCss for PseudoElement {
    fn to_css<W: fmt::Write>(&self, destination: &mut W) -> fmt::Result {
        destination.write_str("::")?;
        serialize_identifier(&self.0, destination)
    }
}

impl parser::PseudoElement for PseudoElement {
    /// Any pseudo-element may be "followed by any combination of the … user action pseudo-classes".
    ///
    /// <https://drafts.csswg.org/selectors/#pseudo-element-states>
    fn accepts_state_pseudo_classes(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are found by binary search.
    #[test]
    fn the_names_are_sorted() {
        assert!(NEVER.is_sorted() && ELEMENTS.is_sorted());
    }
}
