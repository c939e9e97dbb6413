//! Sanitizes a segment, and writes the part of it that is new.

use crate::policy::{Governed, Policy, Settled};
use crate::text::{Part, Reading, Written, write_part};
use crate::walk::{Noting, sanitize_in_place};

use super::error::StreamError;
use super::segment::Segment;

/// The text before a segment.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Before {
    /// How many bytes it has.
    pub(super) read: u64,
    /// How many bytes were written for it.
    pub(super) written: u64,
    /// Whether these end with the start tag of a `pre` or the like, which drops a line feed.
    pub(super) loses_line_feed: bool,
}

impl Segment {
    /// Appends what it becomes to `html`, without the tags of the elements that are open before or
    /// after it.
    pub(super) fn write(
        self,
        length: usize,
        reading: &Reading<'_>,
        policy: Option<&Policy>,
        before: Before,
        html: &mut String,
    ) -> Result<Before, StreamError> {
        let at = before.read;
        let Segment { mut tree, resumed, open } = self;
        if tree.limits_hit().any() {
            return Err(StreamError::Limit { at });
        }
        if let Some(policy) = policy {
            let mut noting = Noting::new(Governed::new(reading.rules, policy), None);
            sanitize_in_place(&mut tree, &mut noting, true);
            reading.join_texts(&mut tree);
        }
        let mut part = Part::new(&resumed, &open, before.loses_line_feed);
        let nest = reading.nest(tree.root());
        let (flow, max) = (reading.has_flow, reading.max_bytes);
        let Written { html: all, is_stable, is_cut, .. } = match policy {
            Some(policy) => write_part(&tree, Settled(policy), nest, flow, max, &mut part),
            None => write_part(&tree, reading.rules, nest, flow, max, &mut part),
        };
        match (is_cut, is_stable) {
            (true, _) => Err(StreamError::TooLong { at }),
            (false, false) => Err(StreamError::Unstable { at }),
            (false, true) => {
                let new = &all[part.range(all.len())];
                html.push_str(new);
                Ok(Before {
                    read: at + length as u64,
                    written: before.written + new.len() as u64,
                    loses_line_feed: part.loses_line_feed && !open.is_empty(),
                })
            }
        }
    }
}
