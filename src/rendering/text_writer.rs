//! Events as text.

use std::fmt;

use super::event::RenderedEvent;
use super::walk::Sink;

/// Writes the events of a walk as text. These are the "results" of the standard's steps, but
/// written immediately instead of collected in a list.
///
/// <https://html.spec.whatwg.org/#get-the-text-steps>
pub(super) struct TextWriter<W> {
    pub(super) out: W,
    /// The "required line break count" before the next text.
    required_breaks: usize,
    /// Whether anything has been written.
    has_text: bool,
}

impl<W: fmt::Write> TextWriter<W> {
    pub(super) fn new(out: W) -> Self {
        TextWriter { out, required_breaks: 0, has_text: false }
    }

    /// Returns whether line breaks are written before the next text.
    pub(super) fn is_before_breaks(&self) -> bool {
        self.required_breaks > 0 && self.has_text
    }

    /// Writes the required line breaks, then a text.
    #[inline]
    fn write(&mut self, text: &str) -> fmt::Result {
        let breaks = std::mem::take(&mut self.required_breaks);
        if breaks > 0 && self.has_text {
            self.out.write_str(&"\n\n"[..breaks])?;
        }
        self.has_text = true;
        self.out.write_str(text)
    }
}

impl<'a, W: fmt::Write> Sink<'a> for TextWriter<W> {
    #[inline]
    fn put(&mut self, event: RenderedEvent<'a>) -> fmt::Result {
        match event {
            RenderedEvent::Start { kind, .. }
            | RenderedEvent::End { kind, .. }
            | RenderedEvent::Replaced { kind, .. } => {
                self.required_breaks = self.required_breaks.max(kind.required_line_breaks());
                Ok(())
            }
            RenderedEvent::Text { text, .. } => self.write(text),
            RenderedEvent::LineBreak { .. } | RenderedEvent::RowSeparator => self.write("\n"),
            RenderedEvent::CellSeparator => self.write("\t"),
        }
    }

    #[inline]
    fn wants_inline(&self) -> bool {
        false
    }

    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}
