//! Texts as tendrils that share the memory of the input.

use consomme::{Span, Strings};
use html5ever::tendril::StrTendril;

/// A stretch of the source, from which tendrils are cut without a copy.
///
/// Like the tendrils that html5ever makes, each keeps the whole stretch alive.
#[derive(Default)]
pub(super) struct Texts {
    stretch: StrTendril,
    /// The byte offset in the source at which the stretch starts.
    start: usize,
}

/// How many bytes a tendril holds without memory of its own.
const INLINE: usize = 8;

impl Texts {
    /// Cuts tendrils from `source`, which must be the whole source.
    pub(super) fn of_source(source: StrTendril) -> Self {
        Texts { stretch: source, start: 0 }
    }

    /// Returns the text of a span.
    #[inline]
    pub(super) fn get(&mut self, span: Span, strings: &Strings) -> StrTendril {
        match span.source_range() {
            Some(range) if range.len() > INLINE => {
                let end = self.start + self.stretch.len();
                if range.start < self.start || range.end > end {
                    return self.get_from_elsewhere(span, strings);
                }
                self.stretch.subtendril((range.start - self.start) as u32, range.len() as u32)
            }
            _ => StrTendril::from_slice(strings.get(span)),
        }
    }

    /// Returns the text of a span of the source that is not in the stretch.
    fn get_from_elsewhere(&mut self, span: Span, strings: &Strings) -> StrTendril {
        match span.source_range().filter(|range| range.start >= self.start) {
            // All the source that there is from here on becomes the stretch. Nearly all texts come
            // in order, so that no byte is copied more than twice.
            Some(range) => {
                let rest = strings.source().get(range.start..).unwrap_or_default();
                *self = Texts { stretch: StrTendril::from_slice(rest), start: range.start };
                self.stretch.subtendril(0, range.len() as u32)
            }
            None => StrTendril::from_slice(strings.get(span)),
        }
    }
}
