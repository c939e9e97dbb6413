//! Distributes the children of a node over lines.

use crate::dom::NodeIndex;
use crate::rendering::StyleSheet;

use super::plan::LineRole;

/// Siblings that are written without a line break between them. Whitespace before and after the
/// line doesn't show, unless the line is joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) first: NodeIndex,
    pub(super) last: NodeIndex,
    /// Whether the line starts right after the parent's start tag, because whitespace there could
    /// show.
    pub(super) is_joined_to_start: bool,
    /// Whether the parent's end tag follows right after the line, because whitespace there could
    /// show.
    pub(super) is_joined_to_end: bool,
}

impl Line {
    fn of(node: NodeIndex) -> Line {
        Line { first: node, last: node, is_joined_to_start: false, is_joined_to_end: false }
    }
}

/// Puts a node and its following siblings on lines. Each box between lines has a line of its own.
/// Each stretch of other nodes has one line, from the first to the last node of the stretch that
/// shows; the nodes before and after these don't show, and each has a line of its own.
/// `is_transparent` is whether whitespace before the first and after the last sibling may show.
pub(super) fn lay_out(
    sheet: &StyleSheet<'_>,
    first: Option<NodeIndex>,
    is_transparent: bool,
) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stretch: Vec<(NodeIndex, LineRole)> = Vec::new();
    let mut is_joined_to_start = is_transparent;
    let mut next = first;
    while let Some(id) = next {
        next = sheet.tree.node(id).next_sibling();
        match LineRole::of(sheet, id) {
            LineRole::BetweenLines => {
                lay_out_stretch(&stretch, is_joined_to_start, false, &mut lines);
                stretch.clear();
                is_joined_to_start = false;
                lines.push(Line::of(id));
            }
            role => stretch.push((id, role)),
        }
    }
    lay_out_stretch(&stretch, is_joined_to_start, is_transparent, &mut lines);
    lines
}

/// Puts the nodes between two boxes, or at the start or end of the parent, on lines.
fn lay_out_stretch(
    stretch: &[(NodeIndex, LineRole)],
    is_joined_to_start: bool,
    is_joined_to_end: bool,
    lines: &mut Vec<Line>,
) {
    let is_in_line = |&(_, role): &(NodeIndex, LineRole)| role == LineRole::InLine;
    let is_unknown = is_joined_to_start && is_joined_to_end;
    let (first, last) =
        match (stretch.iter().position(is_in_line), stretch.iter().rposition(is_in_line)) {
            (Some(first), Some(last)) => (first, last),
            _ if is_unknown && !stretch.is_empty() => (0, stretch.len() - 1),
            _ => return lines.extend(invisible(stretch)),
        };
    let (before, after) = (&stretch[..first], &stretch[last + 1..]);
    let mut line = Line {
        first: stretch[first].0,
        last: stretch[last].0,
        is_joined_to_start,
        is_joined_to_end,
    };
    if is_joined_to_start {
        line.first = stretch[0].0;
    } else {
        lines.extend(invisible(before));
    }
    if is_joined_to_end {
        line.last = stretch[stretch.len() - 1].0;
    }
    lines.push(line);
    if !is_joined_to_end {
        lines.extend(invisible(after));
    }
}

/// Returns a line for each node of the stretch that is not displayed.
fn invisible(stretch: &[(NodeIndex, LineRole)]) -> impl Iterator<Item = Line> {
    stretch.iter().filter(|(_, role)| *role == LineRole::Invisible).map(|(id, _)| Line::of(*id))
}
