//! Finds text that an encoding cannot express, before anything is written.

use encoding_rs::{Encoding, UTF_8};

use crate::dom::NodeId;
use crate::serialize::output::Output;

use super::error::{EncodeError, Problem};
use super::repertoire::{Part, find_missing, is_like_byte_order_mark, parts};

/// An output that discards the text, and fails at the first character that cannot be written.
#[derive(Debug)]
pub struct Check {
    encoding: &'static Encoding,
    is_xml: bool,
    node: Option<NodeId>,
    is_at_start: bool,
}

impl Check {
    pub(in crate::serialize) fn new(encoding: &'static Encoding, is_xml: bool) -> Check {
        Check { encoding, is_xml, node: None, is_at_start: true }
    }

    /// Returns an error for the character at an offset of a text, if the node is known. Markup
    /// outside of any node is ASCII.
    fn error(&self, text: &str, offset: usize, problem: Problem) -> Result<(), EncodeError> {
        let (Some(node), Some(character)) = (self.node, text[offset..].chars().next()) else {
            debug_assert!(false, "what is not ASCII is of a node");
            return Ok(());
        };
        let text = text.to_owned();
        Err(EncodeError { node, text, offset, character, encoding: self.encoding, problem })
    }
}

impl Output for Check {
    type Error = EncodeError;

    fn start_node(&mut self, node: NodeId) {
        self.node = Some(node);
    }

    fn write(&mut self, text: &str) -> Result<(), EncodeError> {
        let Some(first) = text.chars().next() else { return Ok(()) };
        let is_at_start = std::mem::take(&mut self.is_at_start);
        if let Some((_, offset)) = find_missing(self.encoding, text) {
            return self.error(text, offset, Problem::NoReferences);
        }
        if is_at_start && !first.is_ascii() && is_like_byte_order_mark(self.encoding, first) {
            return self.error(text, 0, Problem::ByteOrderMark);
        }
        Ok(())
    }

    fn write_escapable(&mut self, text: &str) -> Result<(), EncodeError> {
        self.is_at_start &= text.is_empty();
        if self.is_xml || self.encoding == UTF_8 {
            return Ok(());
        }
        for part in parts(self.encoding, text) {
            if let Part::Missing { character, offset } = part
                && is_replaced_by_reference(character)
            {
                return self.error(text, offset, Problem::OtherReference);
            }
        }
        Ok(())
    }
}

/// Whether a reference to the number of this character stands for another one in HTML: the controls
/// that are characters of windows-1252 as bytes.
///
/// <https://html.spec.whatwg.org/#numeric-character-reference-end-state>
fn is_replaced_by_reference(c: char) -> bool {
    let kept = ['\u{81}', '\u{8D}', '\u{8F}', '\u{90}', '\u{9D}'];
    ('\u{80}'..='\u{9F}').contains(&c) && !kept.contains(&c)
}
