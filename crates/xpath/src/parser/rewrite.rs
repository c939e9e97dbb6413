//! Steps that say the same in one pass.

use crate::axis::Axis;
use crate::evaluate::MAX_COUNTS;
use crate::expression::{LocationStep, Predicate, Program};
use crate::node_test::NodeTest;

/// Merges each `descendant-or-self::node()` with the step after it where no position tells them
/// apart: `//p` is `descendant::p`, `//p[2]` one walk that counts among siblings.
pub(super) fn merge(program: &Program, steps: Vec<LocationStep>) -> Vec<LocationStep> {
    let mut merged: Vec<LocationStep> = Vec::with_capacity(steps.len());
    for step in steps {
        let axis = match merged.last() {
            Some(before) if is_any_descendant(before) => merged_axis(program, &step),
            _ => None,
        };
        match (axis, merged.last_mut()) {
            (Some(axis), Some(last)) => *last = LocationStep { axis, ..step },
            // It changes nothing.
            (None, Some(_)) if is_itself(&step) => {}
            (_, last) => {
                // Only elements have attributes and namespaces.
                if let Some(last) = last.filter(|last| is_any_descendant(last))
                    && matches!(step.axis, Axis::Attribute | Axis::Namespace)
                {
                    last.test = NodeTest::Any;
                }
                merged.push(step);
            }
        }
    }
    merged
}

/// Returns the axis that a step has if it takes in a `descendant-or-self::node()` before it.
fn merged_axis(program: &Program, step: &LocationStep) -> Option<Axis> {
    match step.axis {
        Axis::Child if !step.is_positional => Some(Axis::Descendant),
        Axis::Child if can_count(program, step) => Some(Axis::DescendantAmongSiblings),
        Axis::Descendant if !step.is_positional => Some(Axis::Descendant),
        Axis::Itself | Axis::DescendantOrSelf if !step.is_positional => {
            Some(Axis::DescendantOrSelf)
        }
        _ => None,
    }
}

/// Returns whether the predicates of a step can be told while walking, by counts among siblings.
fn can_count(program: &Program, step: &LocationStep) -> bool {
    match program.predicates[step.predicates.clone()] {
        // The last one has no sibling after it that matches.
        [Predicate::Last] => true,
        ref predicates => {
            predicates.len() <= MAX_COUNTS
                && !predicates.iter().any(|predicate| program.needs_size(*predicate))
        }
    }
}

/// Returns whether a step is `descendant-or-self::node()`.
fn is_any_descendant(step: &LocationStep) -> bool {
    step.axis == Axis::DescendantOrSelf && step.test == NodeTest::Node && step.predicates.is_empty()
}

/// Returns whether a step is `self::node()`.
fn is_itself(step: &LocationStep) -> bool {
    step.axis == Axis::Itself && step.test == NodeTest::Node && step.predicates.is_empty()
}
