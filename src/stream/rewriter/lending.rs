//! The loans of a rewriter: matches and leaves, in the order of the input.

use crate::dom::NodeRef;
use crate::stream::ends::Ended;
use crate::stream::leaf::Leaf;

use super::at_end::MadeAtEnd;
use super::document_end::RewriteEnd;
use super::excerpt::TargetPlace;
use super::found::Next;
use super::leaf::{RewriteItem, RewriteLeaf};
use super::rewrite_match::RewriteMatch;
use super::stream_rewriter::StreamRewriter;

/// A match, a leaf or the end, which is about to be lent.
enum Lent {
    /// The last match of the rewriter.
    Found,
    Leaf(Leaf),
    End,
}

/// How many reasons are kept until the caller takes them.
const MAX_INEXACT: usize = 1000;

impl StreamRewriter {
    /// Parses the input up to the token that opens or completes the next match, and lends it.
    /// `None` if all input so far is parsed: [write](Self::write_to) the decided output, and feed
    /// more, or [end](Self::end) it.
    pub fn next_match(&mut self) -> Option<RewriteMatch<'_>> {
        loop {
            if let Lent::Found = self.next_lent()? {
                return self.lend_last();
            }
        }
    }

    /// As [`next_match`](Self::next_match). Lends texts and other leaves, too, if
    /// [these](super::RewriteSelectors::leaves) are asked for, and the
    /// [end](super::RewriteSelectors::end) of the document.
    pub fn next_item(&mut self) -> Option<RewriteItem<'_>> {
        match self.next_lent()? {
            Lent::Found => self.lend_last().map(RewriteItem::Element),
            Lent::End => {
                let StreamRewriter { options, stream, output, is_strict, .. } = self;
                let is_strict = *is_strict;
                let end = RewriteEnd { stream, output, options, is_strict, is_closed: false };
                Some(RewriteItem::End(end))
            }
            Lent::Leaf(leaf) => {
                let StreamRewriter { options, stream, output, work, edited_select, .. } = self;
                let (is_strict, is_gone) = (self.is_strict, false);
                Some(RewriteItem::Leaf(RewriteLeaf {
                    leaf,
                    stream,
                    output,
                    options,
                    work,
                    edited_select,
                    is_strict,
                    is_gone,
                }))
            }
        }
    }

    /// Parses up to the next match or leaf.
    fn next_lent(&mut self) -> Option<Lent> {
        self.settle();
        loop {
            match self.stream.next_found()? {
                Next::Found(found) => {
                    self.last = Some(found);
                    return Some(Lent::Found);
                }
                Next::Ended(ended) => self.end_element(&ended),
                Next::Added(tag, found) => {
                    let range = self.stream.offset_of(tag.start)..self.stream.offset_of(tag.end);
                    self.output.keep(range);
                    if found.is_some() {
                        self.last = found;
                        return Some(Lent::Found);
                    }
                }
                Next::Leaf(leaf) => return Some(Lent::Leaf(leaf)),
                Next::End => return Some(Lent::End),
            }
        }
    }

    /// Lends the last match.
    fn lend_last(&mut self) -> Option<RewriteMatch<'_>> {
        let StreamRewriter { options, stream, output, tag_edits, start_edits, work, .. } = self;
        let found = self.last.as_mut()?;
        let element = NodeRef::new(stream.lent_document(), found.element).as_element()?;
        Some(RewriteMatch {
            element,
            found,
            stream,
            output,
            tag_edits,
            start_edits,
            work,
            is_strict: self.is_strict,
            options,
            left_open: &mut self.left_open,
            edited_select: &mut self.edited_select,
            place: TargetPlace::ByName,
        })
    }

    /// Makes the edits that have waited for the end of an element.
    fn end_element(&mut self, ended: &Ended) {
        let Some(edits) = self.pending.remove(&ended.number) else { return };
        let StreamRewriter { options, stream, output, is_strict, closed_here, .. } = self;
        let MadeAtEnd { inexact, left_open } =
            edits.make(ended, stream, options, *is_strict, closed_here, output);
        if let Some(names) = left_open {
            stream.note_left_open(ended.element, names, 0);
        }
        if self.inexact.len() < MAX_INEXACT {
            self.inexact.extend(inexact);
        }
    }
}
