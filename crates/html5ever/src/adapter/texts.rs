//! Texts as tendrils that share the memory of the input.

use std::collections::VecDeque;

use consomme::sink::{Span, Strings};
use html5ever::tendril::StrTendril;

/// The parts of the source from which tendrils are cut without a copy.
///
/// Each tendril keeps its whole part alive, as html5ever's own tendrils keep their input.
#[derive(Default)]
pub(super) struct Texts {
    /// The part that the last tendril was cut from.
    current: Part,
    /// The parts after it, in the order of the source.
    next: VecDeque<Part>,
}

/// A part of the source.
#[derive(Default)]
struct Part {
    text: StrTendril,
    /// The byte offset in the source at which the part starts.
    start: usize,
}

impl Part {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The number of bytes that a tendril holds without allocating.
const MAX_INLINE: usize = 8;

impl Texts {
    /// Adds a part of the source as it will be, which starts at this byte, after all parts so far.
    pub(super) fn add(&mut self, text: StrTendril, start: usize) {
        self.next.push_back(Part { text, start });
    }

    /// Returns the text of a span.
    #[inline]
    pub(super) fn get(&mut self, span: Span, strings: &Strings) -> StrTendril {
        match span.source_range() {
            Some(range) if range.len() > MAX_INLINE => {
                let part = &self.current;
                if range.start < part.start || range.end > part.end() {
                    return self.get_from_elsewhere(span, strings);
                }
                part.text.subtendril((range.start - part.start) as u32, range.len() as u32)
            }
            _ => StrTendril::from_slice(strings.get(span)),
        }
    }

    /// Returns the text of a span of the source that is not in the current part.
    fn get_from_elsewhere(&mut self, span: Span, strings: &Strings) -> StrTendril {
        let copy = || StrTendril::from_slice(strings.get(span));
        let Some(range) = span.source_range().filter(|range| range.start >= self.current.start)
        else {
            return copy();
        };
        // Texts come in order but for a few, so that the parts before are no longer needed.
        while self.next.front().is_some_and(|part| part.start <= range.start)
            && let Some(part) = self.next.pop_front()
        {
            self.current = part;
        }
        if range.start >= self.current.end() {
            // There is no part here, because the input has a carriage return. A copy of all the
            // source that there is becomes one.
            let end = self.next.front().map_or(strings.source().len(), |part| part.start);
            let text = strings.source().get(range.start..end).unwrap_or_default();
            self.current = Part { text: StrTendril::from_slice(text), start: range.start };
        }
        if range.end > self.current.end() {
            return copy();
        }
        let start = range.start - self.current.start;
        self.current.text.subtendril(start as u32, range.len() as u32)
    }
}
