//! Texts as tendrils that share the memory of the input.

use consomme::{Span, Strings};
use html5ever::tendril::StrTendril;

/// A part of the source, from which tendrils are cut without a copy.
///
/// Each tendril keeps the whole part alive, as those that html5ever cuts from its input do.
#[derive(Default)]
pub(super) struct Texts {
    part: StrTendril,
    /// The byte offset in the source at which the part starts.
    start: usize,
}

/// The number of bytes that a tendril holds without allocating.
const MAX_INLINE: usize = 8;

impl Texts {
    /// Cuts tendrils from `source`, which must be the whole source.
    pub(super) fn of_source(source: StrTendril) -> Self {
        Texts { part: source, start: 0 }
    }

    /// Returns the text of a span.
    #[inline]
    pub(super) fn get(&mut self, span: Span, strings: &Strings) -> StrTendril {
        match span.source_range() {
            Some(range) if range.len() > MAX_INLINE => {
                let end = self.start + self.part.len();
                if range.start < self.start || range.end > end {
                    return self.get_from_elsewhere(span, strings);
                }
                self.part.subtendril((range.start - self.start) as u32, range.len() as u32)
            }
            _ => StrTendril::from_slice(strings.get(span)),
        }
    }

    /// Returns the text of a span of the source that is not in the part.
    fn get_from_elsewhere(&mut self, span: Span, strings: &Strings) -> StrTendril {
        match span.source_range().filter(|range| range.start >= self.start) {
            // The part becomes all the source that there is from here on. Texts come in order but
            // for a few, so that no byte is copied more than twice.
            Some(range) => {
                let rest = strings.source().get(range.start..).unwrap_or_default();
                *self = Texts { part: StrTendril::from_slice(rest), start: range.start };
                self.part.subtendril(0, range.len() as u32)
            }
            None => StrTendril::from_slice(strings.get(span)),
        }
    }
}
