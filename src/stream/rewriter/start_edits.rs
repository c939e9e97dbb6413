//! The edits of a match at its start tag, until the rewriter goes on.

use crate::stream::parser::StreamParser;

use super::at_end::{Cut, EndEdits, EndTag};
use super::composed::Replacement;
use super::content::OwnedContent;
use super::found::Found;
use super::output::{RewriterOutput, TextPatch};
use super::seam::Joint;
use super::start_tag::TagEdits;

/// The edits of the last match that was lent at its start tag, except its attributes.
#[derive(Debug, Default)]
pub(super) struct StartEdits {
    /// Written before the start tag; or in place of the element, if that is removed.
    pub(super) before: String,
    /// The content that comes before the start tag, of which `before` is made, in the order of the
    /// calls.
    pub(super) before_contents: Vec<OwnedContent>,
    /// Patches of the start tag, by offsets from its start.
    pub(super) tag: Vec<Replacement>,
    /// Written after the start tag.
    pub(super) prepend: String,
    /// Whether the parser drops a line feed after the start tag.
    pub(super) drops_line_feed: bool,
    pub(super) end: EndEdits,
}

impl StartEdits {
    fn is_empty(&self) -> bool {
        self.before.is_empty()
            && self.tag.is_empty()
            && self.prepend.is_empty()
            && self.end.is_empty()
    }

    /// Makes patches of the edits of the last match. Returns the edits that wait for the end of the
    /// element.
    pub(super) fn settle(
        &mut self,
        found: &Found,
        stream: &mut StreamParser,
        tag_edits: &mut TagEdits,
        output: &mut RewriterOutput,
    ) -> Option<EndEdits> {
        if self.is_empty() {
            // Edits that write nothing: their content must not come before the next match.
            self.before_contents.clear();
            self.drops_line_feed = false;
            return None;
        }
        let edits = std::mem::take(self);
        let StartEdits { before, tag: patches, prepend, drops_line_feed, mut end, .. } = edits;
        let [start, tag_end] = [found.tag.start, found.tag.end].map(|at| stream.offset_of(at));
        end.start = start;
        let is_removed = end.cut == Some(Cut::Element);
        if is_removed || end.tag == EndTag::Removed {
            tag_edits.clear();
        }
        if !before.is_empty() {
            stream.note_inserted(found.element, &before);
        }
        output.insert(TextPatch::new(start..start, before));
        if !is_removed {
            for one in patches {
                output.insert(TextPatch::of(one, &(start..tag_end)));
            }
            let joint = if drops_line_feed { Joint::LineFeed } else { Joint::Markup };
            output.insert(TextPatch { joint, ..TextPatch::new(tag_end..tag_end, prepend) });
        }
        end.is_cutting = match end.cut {
            Some(Cut::Element) => output.start_cut(start),
            Some(Cut::Content) => output.start_cut(tag_end),
            None => false,
        };
        (!end.is_empty()).then_some(end)
    }
}
