//! The `template` elements on the stack of open elements whose content goes elsewhere.

/// The insertion target and the markers of a `<template for>` on the stack of open elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentPatch<H> {
    pub(super) template: H,
    pub(super) insertion_target: H,
    /// An upper bound of the depth in the tree of an element in the insertion target.
    pub(super) level: u32,
    pub(super) start_marker: H,
    pub(super) end_marker: Option<H>,
}

impl<H: Copy> ContentPatch<H> {
    /// The handles that it holds.
    pub(super) fn handles(&self) -> impl Iterator<Item = H> {
        [self.template, self.insertion_target, self.start_marker].into_iter().chain(self.end_marker)
    }

    /// The handles that it holds, for changing.
    #[cfg(feature = "stream")]
    pub(super) fn handles_mut(&mut self) -> impl Iterator<Item = &mut H> {
        [&mut self.template, &mut self.insertion_target, &mut self.start_marker]
            .into_iter()
            .chain(&mut self.end_marker)
    }
}

/// A `template` element on the stack of open elements whose template contents are a shadow root.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShadowTemplate<H> {
    pub(super) template: H,
    pub(super) host: H,
}

impl<H: Copy> ShadowTemplate<H> {
    /// The handles that it holds.
    pub(super) fn handles(&self) -> [H; 2] {
        [self.template, self.host]
    }

    /// The handles that it holds, for changing.
    #[cfg(feature = "stream")]
    pub(super) fn handles_mut(&mut self) -> [&mut H; 2] {
        [&mut self.template, &mut self.host]
    }
}
