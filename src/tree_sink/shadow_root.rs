//! The properties that a shadow root is created with.

use std::fmt;

/// Whether scripts outside of a shadow tree can reach it.
///
/// <https://dom.spec.whatwg.org/#shadowroot-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShadowRootMode {
    /// `open`: scripts reach the shadow root through its host.
    Open,
    /// `closed`: only the code that attached the shadow root can reach it.
    Closed,
}

impl ShadowRootMode {
    /// Returns the mode that a `shadowrootmode` attribute with this value means.
    ///
    /// <https://html.spec.whatwg.org/#attr-template-shadowrootmode>
    pub(crate) fn from_attribute(value: &str) -> Option<ShadowRootMode> {
        if value.eq_ignore_ascii_case("open") {
            Some(ShadowRootMode::Open)
        } else if value.eq_ignore_ascii_case("closed") {
            Some(ShadowRootMode::Closed)
        } else {
            None
        }
    }

    /// Returns the keyword of the attribute `shadowrootmode`: `open` or `closed`.
    pub fn as_str(self) -> &'static str {
        match self {
            ShadowRootMode::Open => "open",
            ShadowRootMode::Closed => "closed",
        }
    }
}

/// Writes the keyword: `open` or `closed`.
impl fmt::Display for ShadowRootMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How the children of a shadow host are assigned to the slots of its shadow tree.
///
/// <https://dom.spec.whatwg.org/#shadowroot-slot-assignment>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SlotAssignment {
    /// `named`: by the attributes `slot` of the children and `name` of the slots.
    #[default]
    Named,
    /// `manual`: by a script.
    Manual,
}

impl SlotAssignment {
    /// Returns the name that the standard uses: `"named"` or `"manual"`.
    pub fn as_str(self) -> &'static str {
        match self {
            SlotAssignment::Named => "named",
            SlotAssignment::Manual => "manual",
        }
    }
}

/// The properties that a shadow root is created with: the attributes of a `<template
/// shadowrootmode>`, or the argument of
/// [`Document::attach_shadow`](crate::Document::attach_shadow).
///
/// ```
/// use consomme::shadow::{ShadowRootInit, ShadowRootMode};
///
/// let mut init = ShadowRootInit::new(ShadowRootMode::Open);
/// init.serializable = true;
/// assert!(!init.clonable);
/// ```
///
/// <https://dom.spec.whatwg.org/#dictdef-shadowrootinit>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ShadowRootInit {
    /// The mode.
    pub mode: ShadowRootMode,
    /// Whether focusing the host focuses something in the shadow tree.
    pub delegates_focus: bool,
    /// Whether a clone of the host gets a clone of the shadow root.
    pub clonable: bool,
    /// Whether the shadow root is serialized when [serializable shadow
    /// roots](crate::serialize::SerializeOptions::serializable_shadow_roots) are asked for.
    pub serializable: bool,
    /// How the children of the host are assigned to slots.
    pub slot_assignment: SlotAssignment,
    /// Whether the shadow root has no custom element registry until a script gives it one.
    /// Otherwise it has the document's.
    pub keeps_custom_element_registry_null: bool,
}

impl ShadowRootInit {
    /// A shadow root of this mode with named slot assignment, and with all flags false.
    pub fn new(mode: ShadowRootMode) -> Self {
        ShadowRootInit {
            mode,
            delegates_focus: false,
            clonable: false,
            serializable: false,
            slot_assignment: SlotAssignment::Named,
            keeps_custom_element_registry_null: false,
        }
    }
}
