//! Judges a tree that a policy has judged already.

use consomme::{Attr, ElementRef};

use crate::rules::{ElementRule, Rules, baseline};
use crate::walk::{Change, Judge, Judged, Never};

use super::builder::Policy;

/// A policy, and a tree that it has judged: what runs scripts is removed once more, and only frames
/// that are as the policy makes them stay.
#[derive(Clone, Copy)]
pub(crate) struct Settled<'a>(pub(crate) &'a Policy);

impl Judge for Settled<'_> {
    type Value = Never;

    #[inline]
    fn rules(&self) -> &Rules {
        baseline()
    }

    #[inline]
    fn element(&self, element: ElementRef<'_>) -> ElementRule {
        match self.0.frames_of(element) {
            Some(frames) if frames.has_settled(element) => baseline().kept_unlisted(),
            _ => baseline().element(element),
        }
    }

    #[inline]
    fn attribute(&self, element: Judged<'_>, attribute: Attr<'_>) -> Option<Change<Never>> {
        baseline().attribute(element, attribute)
    }
}
