//! Parts of predicates that are evaluated once, not for each node.

use crate::expression::{ExpressionId, ExpressionKind, Predicate, Program, Start};

/// Marks the largest parts of predicates that walk the tree and have the same value for each node:
/// absolute paths such as `//b` in `//a[@href = //b/@href]`, and expressions of them, such as
/// `count(//b) > 1`.
pub(super) fn mark(program: &mut Program) {
    // Each with whether it is evaluated for each node.
    let mut waiting = vec![(program.root, false)];
    while let Some((id, is_repeated)) = waiting.pop() {
        let facts = program.facts(id);
        let is_constant = is_repeated && facts.is_fixed && facts.walks;
        let id = if is_constant { program.evaluate_once(id) } else { id };
        add_parts(program, id, is_repeated && !is_constant, &mut waiting);
    }
}

/// Adds the parts of an expression that is evaluated for each node, or not.
fn add_parts(
    program: &Program,
    id: ExpressionId,
    is_repeated: bool,
    parts: &mut Vec<(ExpressionId, bool)>,
) {
    let in_predicates = |predicates: &[Predicate], parts: &mut Vec<_>| {
        parts.extend(predicates.iter().filter_map(|predicate| match predicate {
            Predicate::Condition(id) | Predicate::Other(id) => Some((*id, true)),
            Predicate::Position(_) | Predicate::UpTo(_) | Predicate::Last => None,
        }));
    };
    match &program.expression(id).kind {
        ExpressionKind::Number(_)
        | ExpressionKind::Literal(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Once(..) => {}
        ExpressionKind::Call(_, operands)
        | ExpressionKind::Extension(_, operands)
        | ExpressionKind::Or(operands)
        | ExpressionKind::And(operands)
        | ExpressionKind::Union(operands) => {
            let operands = &program.operands[operands.clone()];
            parts.extend(operands.iter().map(|operand| (*operand, is_repeated)));
        }
        ExpressionKind::Chain(first, links) => {
            parts.push((*first, is_repeated));
            let links = &program.links[links.clone()];
            parts.extend(links.iter().map(|(_, operand)| (*operand, is_repeated)));
        }
        ExpressionKind::Negate(operand) => parts.push((*operand, is_repeated)),
        ExpressionKind::Path(start, steps) => {
            if let Start::Nodes(operand) = start {
                parts.push((*operand, is_repeated));
            }
            for step in &program.steps[steps.clone()] {
                in_predicates(&program.predicates[step.predicates.clone()], parts);
            }
        }
        ExpressionKind::Filter(operand, predicates) => {
            parts.push((*operand, is_repeated));
            in_predicates(&program.predicates[predicates.clone()], parts);
        }
    }
}
