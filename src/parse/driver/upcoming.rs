//! The input up to the insertion point, as the source of the parse.

use crate::parse::encoding_change::EncodingChange;
use crate::parse::engine::{Declaration, Engine};
use crate::parse::pump::Source;
use crate::tree_sink::TreeSink;

use super::network::Network;
use super::step::DeclaredEncoding;
use super::unread_text::PieceLength;
use super::written_texts::WrittenTexts;

/// The input of a driver up to the insertion point. The fields are borrowed from
/// [`Driver`](super::Driver), except two.
pub(super) struct Upcoming<'d> {
    /// How much text the input stream is given at a time.
    pub(super) length: PieceLength,
    /// The height of the stack of written texts when the innermost running script started, if a
    /// script runs: its insertion point is above.
    pub(super) parsed_height: Option<usize>,
    pub(super) network: &'d mut Network,
    pub(super) writes: &'d mut Vec<WrittenTexts>,
    pub(super) is_piece_unread: &'d mut bool,
    pub(super) change: &'d mut Option<(EncodingChange, DeclaredEncoding)>,
}

impl<S: TreeSink> Source<S> for Upcoming<'_> {
    /// Gives the next piece of text to the input stream. Returns whether there was any before the
    /// insertion point.
    fn push_piece(&mut self, engine: &mut Engine<S>) -> bool {
        *self.is_piece_unread = self.push_text(engine);
        #[cfg(feature = "stream")]
        if *self.is_piece_unread {
            engine.pause_if_it_holds_too_much();
        }
        *self.is_piece_unread
    }

    /// Handles a declaration. Parsing goes on unless there is a change to ask the caller about.
    fn declare(&mut self, declaration: Declaration, engine: &mut Engine<S>) -> bool {
        let Some(used) = self.network.encoding() else { return true };
        let change = self.network.declare(declaration, &engine.input);
        let can_switch = match change {
            EncodingChange::Keep => return true,
            EncodingChange::SwitchAt(_) => true,
            EncodingChange::Restart => false,
        };
        let declared = self.network.encoding().unwrap_or(used);
        *self.change = Some((change, DeclaredEncoding { used, declared, can_switch }));
        false
    }
}

impl Upcoming<'_> {
    fn push_text<S: TreeSink>(&mut self, engine: &mut Engine<S>) -> bool {
        let input = &mut engine.input;
        while self.writes.len() > self.parsed_height.unwrap_or(0)
            && let Some(texts) = self.writes.last_mut()
        {
            let written = &mut texts.first;
            if !written.text.is_empty() {
                let mark = written.text.push_piece(self.length, input);
                input.note_written_since(mark, written.number);
                input.set_last(false);
                return true;
            }
            if !texts.drop_first() {
                self.writes.pop();
            }
        }
        if self.parsed_height.is_some() {
            return false;
        }
        let is_fragment = engine.builder.is_fragment();
        let has_text = self.network.push_piece(self.length, input, is_fragment);
        let is_last = self.network.is_at_end();
        let has_news = has_text || is_last != input.is_last();
        input.set_last(is_last);
        has_news
    }
}
