//! Answers about an element that follow from the element and the answer for its parent.

use std::collections::HashMap;

use crate::dom::{ElementRef, NodeIndex};
use crate::select::budget::Budget;
use crate::steps;

/// The answers to one question about elements of a document that doesn't change. They are kept for
/// each element that was asked about and for its ancestors, so that all elements together take
/// linear time, however deep they are.
#[derive(Default)]
pub(super) struct Inherited(HashMap<NodeIndex, bool>);

impl Inherited {
    /// Returns the answer for an element. `derive` returns it, given the element and the answer for
    /// its parent; that for the parent of a root element is false.
    pub(super) fn of<'a>(
        &mut self,
        element: ElementRef<'a>,
        budget: Budget<'_>,
        derive: impl Fn(ElementRef<'a>, bool) -> bool,
    ) -> bool {
        let mut unknown = Vec::new();
        let mut answer = false;
        for one in std::iter::once(element).chain(budget.counted(element.ancestor_elements())) {
            steps::count(1);
            if let Some(known) = self.0.get(&one.index()) {
                answer = *known;
                break;
            }
            unknown.push(one);
        }
        for one in unknown.into_iter().rev() {
            answer = derive(one, answer);
            self.0.insert(one.index(), answer);
        }
        answer
    }
}
