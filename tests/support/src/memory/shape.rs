//! Shapes of documents: a few short pieces, repeated, and how they are parsed.

use consomme::{Document, Hints, Limits, ParseOptions, Parser, Revision};

use super::numbers::Numbers;
use super::pieces;

/// How the parser is given a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feed {
    Text,
    /// An owned buffer, which may become the source.
    OwnedBytes,
    /// Bytes, with an encoding.
    Bytes(&'static str),
    /// Bytes in pieces of a length.
    Pieces(usize),
    /// A fragment, with a context element.
    Fragment(&'static str),
}

const FEEDS: &[Feed] = &[
    Feed::Text,
    Feed::OwnedBytes,
    Feed::Bytes("text/html; charset=utf-8"),
    Feed::Bytes("text/html; charset=windows-1252"),
    Feed::Bytes("text/html; charset=shift_jis"),
    Feed::Bytes("text/html"),
    Feed::Pieces(1000),
    Feed::Pieces(7),
    Feed::Fragment("div"),
    Feed::Fragment("table"),
    Feed::Fragment("select"),
    Feed::Fragment("template"),
];

/// A document of any length, and how it is parsed.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    before: Vec<String>,
    /// Each unit is repeated as often as it takes to fill an equal share of the document.
    units: Vec<Vec<String>>,
    after: Vec<String>,
    /// The length of the shortest document, in bytes.
    length: usize,
    feed: Feed,
    errors: bool,
    positions: bool,
    pub lossless: bool,
    scripting: bool,
    is_2024: bool,
    shadow_roots: bool,
    limits: usize,
}

/// The greatest number of nodes of a tree without other limits. There, the standard's own tree can
/// be much larger than its document.
const MAX_NODES: usize = 200_000;

impl Shape {
    /// Returns the shape that these numbers choose.
    pub fn random<N: Numbers>(numbers: &mut N) -> Shape {
        let piece_list = |numbers: &mut N, least: usize, bound: usize| -> Vec<String> {
            (0..least + numbers.below(bound)).map(|_| pieces::piece(numbers)).collect()
        };
        Shape {
            before: piece_list(numbers, 0, 4),
            units: (0..1 + numbers.below(3) / 2 + numbers.below(3) / 2)
                .map(|_| piece_list(numbers, 1, 3))
                .collect(),
            after: piece_list(numbers, 0, 2),
            length: 1000 + numbers.below(1500),
            feed: numbers.one_of(FEEDS),
            errors: numbers.below(3) > 0,
            positions: numbers.below(3) > 0,
            lossless: numbers.below(4) == 0,
            scripting: numbers.below(4) == 0,
            is_2024: numbers.below(6) == 0,
            shadow_roots: numbers.below(4) == 0,
            limits: numbers.below(4),
        }
    }

    /// Returns a shape that differs from this one in one respect.
    pub fn changed(&self, numbers: &mut impl Numbers) -> Shape {
        let mut shape = self.clone();
        let other = Shape::random(numbers);
        match numbers.below(12) {
            0 => shape.before = other.before,
            1 => shape.after = other.after,
            2 => shape.units.push(other.units[0].clone()),
            3 if shape.units.len() > 1 => {
                drop(shape.units.remove(numbers.below(shape.units.len())));
            }
            4 => shape.feed = other.feed,
            5 => (shape.errors, shape.positions) = (other.errors, other.positions),
            6 => shape.lossless = other.lossless,
            7 => (shape.scripting, shape.is_2024) = (other.scripting, other.is_2024),
            8 => (shape.shadow_roots, shape.limits) = (other.shadow_roots, other.limits),
            9 => shape.length = other.length,
            _ => {
                let count = shape.units.len();
                let unit = &mut shape.units[numbers.below(count)];
                let at = numbers.below(unit.len() + 1);
                match numbers.below(3) {
                    0 if unit.len() > 1 => drop(unit.remove(at.min(unit.len() - 1))),
                    1 if at < unit.len() => unit[at] = pieces::piece(numbers),
                    _ => unit.insert(at, pieces::piece(numbers)),
                }
            }
        }
        shape
    }

    /// Returns a shape that repeats this markup, too.
    #[must_use]
    pub fn with_unit(mut self, markup: String) -> Shape {
        self.units.push(vec![markup]);
        self
    }

    /// Returns how many copies the limits allow for a document; `None` if any number.
    pub(super) fn max_copies(&self, document: &Document) -> Option<usize> {
        Some(self.options().get_limits().get_copies()? + document.source().len())
    }

    /// Whether the shapes repeat the same.
    pub fn has_units_of(&self, other: &Shape) -> bool {
        self.units == other.units
    }

    /// Returns the document that is `times` as long as the shortest.
    pub fn markup(&self, times: usize) -> Vec<u8> {
        let length = self.length * times;
        let mut html = self.before.concat();
        for (index, unit) in self.units.iter().enumerate() {
            let unit = unit.concat();
            let end = length * (index + 1) / self.units.len();
            for number in 0.. {
                if html.len() + unit.len() > end && number > 0 {
                    break;
                }
                match unit.contains('@') {
                    true => html += &unit.replace('@', &number.to_string()),
                    false => html += &unit,
                }
            }
        }
        html += &self.after.concat();
        // A text has no malformed bytes.
        if self.feed == Feed::Text || matches!(self.feed, Feed::Fragment(_)) {
            return html.into_bytes();
        }
        html.split(pieces::MALFORMED).map(str::as_bytes).collect::<Vec<_>>().join(&0xFF)
    }

    fn options(&self) -> ParseOptions {
        let limits = match self.limits {
            0 => Limits::unlimited().nodes(Some(MAX_NODES)),
            1 => Limits::default().copies(Some(100)),
            _ => Limits::default(),
        };
        let revision = if self.is_2024 { Revision::Snapshot2024 } else { Revision::default() };
        ParseOptions::new()
            .limits(limits)
            .revision(revision)
            .errors(self.errors)
            .positions(self.positions)
            .lossless(self.lossless)
            .scripting(self.scripting)
            .declarative_shadow_roots(self.shadow_roots)
    }

    /// Parses a document of this shape.
    pub fn parse(&self, html: &[u8]) -> Document {
        self.parse_with(&self.options(), html)
    }

    /// Parses a document of this shape, with positions.
    pub(super) fn parse_with_positions(&self, html: &[u8]) -> Document {
        self.parse_with(&self.options().positions(true), html)
    }

    fn parse_with(&self, options: &ParseOptions, html: &[u8]) -> Document {
        let text = || std::str::from_utf8(html).expect("pieces are text");
        match self.feed {
            Feed::Text => options.parse_str(text()),
            Feed::OwnedBytes => options.parse_document(html.to_vec(), &Hints::utf8()),
            Feed::Bytes(content_type) => {
                options.parse_document(html, &Hints::new().content_type(content_type))
            }
            Feed::Pieces(length) => {
                let mut parser = Parser::new(options, &Hints::utf8());
                html.chunks(length).for_each(|piece| parser.feed(piece));
                parser.finish()
            }
            Feed::Fragment(context) => options.parse_fragment(context, text()),
        }
    }
}
