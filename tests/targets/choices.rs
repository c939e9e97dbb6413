//! The choices of an input: how bytes behind the markup become options. Bytes that are missing count as zeros, which
//! stand for the default.

use arbitrary::Unstructured;
use consomme::Revision;

/// What stands between the markup and the choices.
const SEPARATOR: u8 = 0xFF;

/// The markup of an input and the bytes of its choices.
pub(crate) fn split(data: &[u8]) -> (&[u8], Choices<'_>) {
    let at = data.iter().rposition(|&byte| byte == SEPARATOR);
    let (markup, choices) = at.map_or((data, &[][..]), |at| (&data[..at], &data[at + 1..]));
    (markup, Choices(Unstructured::new(choices)))
}

/// The bytes of the choices that are not used yet.
pub(crate) struct Choices<'a>(Unstructured<'a>);

impl Choices<'_> {
    pub(crate) fn flag(&mut self) -> bool {
        self.0.arbitrary().unwrap_or_default()
    }

    /// A number up to that one.
    pub(crate) fn number(&mut self, most: usize) -> usize {
        self.0.int_in_range(0..=most).unwrap_or_default()
    }

    /// One of these; the first by default.
    pub(crate) fn one_of<T: Clone>(&mut self, these: &[T]) -> T {
        these[self.number(these.len() - 1)].clone()
    }

    pub(crate) fn revision(&mut self) -> Revision {
        self.one_of(&[Revision::Living2026, Revision::Snapshot2024])
    }

    /// Lengths of pieces in bytes or characters, to be used in turn; none for an input that is not cut.
    pub(crate) fn cuts(&mut self) -> Vec<usize> {
        (0..self.number(4)).map(|_| self.number(20)).collect()
    }
}

/// Cuts a text into pieces of these lengths in characters, used in turn. Empty pieces are some, too.
pub(crate) fn pieces<'a>(text: &'a str, cuts: &[usize]) -> Vec<&'a str> {
    if cuts.iter().all(|&cut| cut == 0) {
        return vec![text];
    }
    let mut pieces = Vec::new();
    let mut rest = text;
    for &cut in cuts.iter().cycle() {
        let end = rest.char_indices().nth(cut).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    pieces
}
