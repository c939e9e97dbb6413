//! Children on lines.

use crate::dom::NodeId;
use crate::rendering::StyleSheet;

use super::plan::Kind;

/// Siblings that are written one right after the other. What is white space around it shows
/// nowhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) first: NodeId,
    pub(super) last: NodeId,
    /// No white space may come before it: it goes on behind the start tag.
    pub(super) is_joined_to_start: bool,
    /// No white space may come behind it: the end tag follows at once.
    pub(super) is_joined_to_end: bool,
}

impl Line {
    fn of(node: NodeId) -> Line {
        Line { first: node, last: node, is_joined_to_start: false, is_joined_to_end: false }
    }
}

/// Puts a node and its following siblings on lines: what stands between lines anyway has one, and
/// so has each stretch of others, from the first to the last that shows. What comes before and
/// after in such a stretch and doesn't show, has lines of its own. `is_open` is whether white space
/// at the start and end of them all may show.
pub(super) fn lay_out(sheet: &StyleSheet<'_>, first: Option<NodeId>, is_open: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stretch: Vec<(NodeId, Kind)> = Vec::new();
    let mut is_joined_to_start = is_open;
    let mut next = first;
    while let Some(id) = next {
        next = sheet.tree.node(id).next_sibling;
        match Kind::of(sheet, id) {
            Kind::BetweenLines => {
                lay_out_stretch(&stretch, is_joined_to_start, false, &mut lines);
                stretch.clear();
                is_joined_to_start = false;
                lines.push(Line::of(id));
            }
            kind => stretch.push((id, kind)),
        }
    }
    lay_out_stretch(&stretch, is_joined_to_start, is_open, &mut lines);
    lines
}

fn lay_out_stretch(
    stretch: &[(NodeId, Kind)],
    is_joined_to_start: bool,
    is_joined_to_end: bool,
    lines: &mut Vec<Line>,
) {
    let is_in_line = |&(_, kind): &(NodeId, Kind)| kind == Kind::InLine;
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

/// A line for each node that shows nowhere.
fn invisible(stretch: &[(NodeId, Kind)]) -> impl Iterator<Item = Line> {
    stretch.iter().filter(|(_, kind)| *kind == Kind::Invisible).map(|(id, _)| Line::of(*id))
}
