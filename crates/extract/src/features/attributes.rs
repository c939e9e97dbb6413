//! The words in the attributes of elements, and what they say of the content.

use std::ops::Range;

use consomme::sink::known_names as known;
use consomme::{ElementRef, steps};
use foldhash::HashMap;

use crate::model;
use crate::page::start_of;

/// The names of the features of [`Weights`].
pub(super) const NAMES: [&str; 5] = ["t_own", "t_min", "t_max", "t_sum", "t_near"];

/// The weights of the words of a box and of the boxes around it. A weight is positive if the word
/// is at elements with main content, and negative if it is at others.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Weights {
    /// A quarter of the smallest, the largest and the sum of the weights of its own words.
    pub(super) own: f32,
    /// The smallest one of all boxes around it.
    smallest: f32,
    /// The largest one of all boxes around it.
    largest: f32,
    /// The sum of `own`.
    sum: f32,
    /// The sum of `own`, where each box counts 0.6 of the one in it.
    near: f32,
}

impl Weights {
    /// Goes on to a box in the box.
    pub(super) fn enter<'a>(&mut self, element: ElementRef<'a>, values: &mut Values<'a>) {
        let (mut smallest, mut largest, mut sum) = (f32::MAX, f32::MIN, 0.0);
        values.seen.clear();
        texts(element, |prefix, text| {
            let place = values.words(prefix, text);
            for (number, weight) in &values.known[place] {
                // A long list of classes says no more, and each class is compared with every other.
                if values.seen.len() < MAX_WORDS && !values.seen.contains(number) {
                    values.seen.push(*number);
                    smallest = weight.min(smallest);
                    largest = weight.max(largest);
                    sum += weight;
                }
            }
        });
        self.own = 0.0;
        if !values.seen.is_empty() {
            self.own = (smallest + largest + sum) / 4.0;
            self.smallest = self.smallest.min(smallest);
            self.largest = self.largest.max(largest);
        }
        self.sum += self.own;
        self.near = 0.6 * self.near + self.own;
    }

    /// Returns the features, in the order of [`NAMES`].
    pub(super) fn row(&self) -> [f32; 5] {
        [self.own, self.smallest, self.largest, self.sum, self.near]
    }
}

/// The known words in the values of attributes. Many elements have the same classes, so a page has
/// each value once.
#[derive(Default)]
pub(super) struct Values<'a> {
    /// The numbers and the weights of the words of all values.
    known: Vec<(u16, f32)>,
    /// The place of the words of each value, with the prefix of its words.
    places: HashMap<(&'static str, &'a str), Range<usize>>,
    /// The numbers of the words of an element.
    seen: Vec<u16>,
}

impl<'a> Values<'a> {
    /// Returns the place of the words of a value.
    fn words(&mut self, prefix: &'static str, text: &'a str) -> Range<usize> {
        let place = self.places.entry((prefix, text)).or_insert_with(|| {
            let start = self.known.len();
            words(prefix, text, |word| self.known.extend(model::attribute_word(word)));
            start..self.known.len()
        });
        place.clone()
    }
}

/// The words of an element that count.
const MAX_WORDS: usize = 64;

/// Longer words, in bytes with their prefix, are names of files and the like.
const MAX_WORD: usize = 24;

/// The bytes of an attribute that are read.
const MAX_LENGTH: usize = 400;

/// Calls a function with each word in the class, the id and some other attributes, in small
/// letters: `navItems-3` has `nav` and `items`. Words of `role`, `itemprop` and `itemtype` have a
/// prefix.
pub(crate) fn attribute_words(element: ElementRef<'_>, mut each: impl FnMut(&str)) {
    texts(element, |prefix, text| words(prefix, text, &mut each));
}

/// Calls a function with the text of each attribute that has words, after the prefix of these.
fn texts<'a>(element: ElementRef<'a>, mut each: impl FnMut(&'static str, &'a str)) {
    for attribute in element.attrs() {
        let value = start_of(attribute.value(), MAX_LENGTH);
        match attribute.local_name() {
            known::CLASS | known::ID | known::ARIA_LABEL => each("", value),
            known::ROLE => each("role=", value),
            known::ITEMPROP => each("prop=", value),
            known::ITEMTYPE => {
                let name = attribute.value().rsplit('/').next().unwrap_or("");
                each("type=", start_of(name, MAX_LENGTH));
            }
            known::HIDDEN | known::ARIA_HIDDEN => each("", "hidden"),
            known::STYLE => {
                if value.contains("display:none") || value.contains("display: none") {
                    each("display-", "none");
                }
            }
            name if name.known_text().is_some() => {}
            _ => match attribute.name() {
                "data-testid" | "data-component" | "data-test" | "data-qa" => each("", value),
                _ => {}
            },
        }
    }
}

fn words(prefix: &str, text: &str, mut each: impl FnMut(&str)) {
    steps::count(text.len());
    let lowercase = text.to_ascii_lowercase();
    let (mut start, mut was_small) = (0, false);
    for (at, byte) in text.bytes().chain([b' ']).enumerate() {
        let is_letter = byte.is_ascii_alphabetic();
        if !is_letter || (byte.is_ascii_uppercase() && was_small) {
            let length = at - start;
            if length > 1 && prefix.len() + length < MAX_WORD {
                let word = &lowercase[start..at];
                match prefix {
                    "" => each(word),
                    _ => each(&format!("{prefix}{word}")),
                }
            }
            start = if is_letter { at } else { at + 1 };
        }
        was_small = byte.is_ascii_lowercase();
    }
}
