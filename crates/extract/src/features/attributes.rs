//! The words in the attributes of elements, and what they say of the content.

use std::ops::Range;

use consomme::sink::known_names as known;
use consomme::{Attr, ElementRef, steps};
use foldhash::{HashMap, HashMapExt};

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
    /// Goes on from the weights of the box around it.
    pub(super) fn inherit(&mut self, around: &Weights) {
        self.smallest = around.smallest.min(self.smallest);
        self.largest = around.largest.max(self.largest);
        self.sum = around.sum + self.own;
        self.near = 0.6 * around.near + self.own;
    }

    /// Returns the features, in the order of [`NAMES`].
    pub(super) fn row(&self) -> [f32; 5] {
        [self.own, self.smallest, self.largest, self.sum, self.near]
    }
}

/// The classes of the elements of a page, and the known words in them. Many elements have the same
/// classes, so each is read once; few have the same id.
pub(super) struct Classes<'a> {
    numbers: HashMap<&'a str, u32>,
    /// By number. The first one stands for elements without a class.
    classes: Vec<Class>,
    /// The numbers and the weights of the words of all classes.
    words: Vec<(u16, f32)>,
    /// The words of the class that is read.
    of_class: OwnWords,
    /// The words of the element that is read.
    own: OwnWords,
}

/// The value of an attribute `class`.
struct Class {
    /// The place of its words.
    words: Range<usize>,
    /// The weights of an element without other words.
    weights: Weights,
}

impl<'a> Classes<'a> {
    /// Reserves memory for this many classes.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        let weights = OwnWords::default().weights();
        Classes {
            numbers: HashMap::with_capacity(capacity),
            classes: vec![Class { words: 0..0, weights }],
            words: Vec::new(),
            of_class: OwnWords::default(),
            own: OwnWords::default(),
        }
    }

    /// Returns the number of the class of an element, which is 0 without one, and the weights of
    /// its own words.
    pub(super) fn read(&mut self, element: ElementRef<'a>) -> (u32, Weights) {
        self.own.clear();
        let mut class = 0;
        for attribute in element.attrs() {
            if attribute.local_name() == known::CLASS {
                class = self.number(attribute.value());
            } else if let Some((prefix, text)) = text_of(attribute) {
                words(prefix, text, |word| {
                    model::attribute_word(word).into_iter().for_each(|word| self.own.add(word));
                });
            }
        }
        let Class { words, weights } = &self.classes[class as usize];
        if self.own.seen.is_empty() {
            return (class, *weights);
        }
        self.words[words.clone()].iter().for_each(|word| self.own.add(*word));
        (class, self.own.weights())
    }

    fn number(&mut self, class: &'a str) -> u32 {
        let next = self.classes.len() as u32;
        let number = *self.numbers.entry(class).or_insert(next);
        if number == next {
            let start = self.words.len();
            self.of_class.clear();
            words("", start_of(class, MAX_LENGTH), |word| {
                let Some(word) = model::attribute_word(word) else { return };
                self.words.push(word);
                self.of_class.add(word);
            });
            let weights = self.of_class.weights();
            self.classes.push(Class { words: start..self.words.len(), weights });
        }
        number
    }
}

/// The known words of an element.
struct OwnWords {
    /// Their numbers: each counts once.
    seen: Vec<u16>,
    smallest: f32,
    largest: f32,
    sum: f32,
}

impl Default for OwnWords {
    fn default() -> Self {
        OwnWords { seen: Vec::new(), smallest: f32::MAX, largest: f32::MIN, sum: 0.0 }
    }
}

impl OwnWords {
    fn clear(&mut self) {
        self.seen.clear();
        (self.smallest, self.largest, self.sum) = (f32::MAX, f32::MIN, 0.0);
    }

    fn add(&mut self, (number, weight): (u16, f32)) {
        // A long list of classes says no more, and each word is compared with every other.
        if self.seen.len() == MAX_WORDS || self.seen.contains(&number) {
            return;
        }
        self.seen.push(number);
        self.smallest = weight.min(self.smallest);
        self.largest = weight.max(self.largest);
        self.sum += weight;
    }

    /// Returns the weights of a box with these words. Without words, the smallest and the largest
    /// one are those of any box around it.
    fn weights(&self) -> Weights {
        let OwnWords { smallest, largest, sum, .. } = *self;
        let own = if self.seen.is_empty() { 0.0 } else { (smallest + largest + sum) / 4.0 };
        Weights { own, smallest, largest, ..Weights::default() }
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
    for (prefix, text) in element.attrs().filter_map(text_of) {
        words(prefix, text, &mut each);
    }
}

/// Returns the text of an attribute that has words, and the prefix of these.
fn text_of(attribute: Attr<'_>) -> Option<(&'static str, &str)> {
    let value = |prefix| Some((prefix, start_of(attribute.value(), MAX_LENGTH)));
    match attribute.local_name() {
        known::CLASS | known::ID | known::ARIA_LABEL => value(""),
        known::ROLE => value("role="),
        known::ITEMPROP => value("prop="),
        known::ITEMTYPE => {
            let name = attribute.value().rsplit('/').next().unwrap_or("");
            Some(("type=", start_of(name, MAX_LENGTH)))
        }
        known::HIDDEN | known::ARIA_HIDDEN => Some(("", "hidden")),
        known::STYLE => {
            let style = start_of(attribute.value(), MAX_LENGTH);
            let is_hidden = style.contains("display:none") || style.contains("display: none");
            is_hidden.then_some(("display-", "none"))
        }
        name if name.known_text().is_some() => None,
        _ => match attribute.name() {
            "data-testid" | "data-component" | "data-test" | "data-qa" => value(""),
            _ => None,
        },
    }
}

/// Calls a function with each word of a value, in small letters after a prefix.
fn words(prefix: &str, text: &str, mut each: impl FnMut(&str)) {
    steps::count(text.len());
    let mut buffer = String::new();
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(before) = bytes[end..].iter().position(u8::is_ascii_alphabetic) {
        let start = end + before;
        end = start + length_of_word(&bytes[start..]);
        if end - start > 1 && prefix.len() + end - start < MAX_WORD {
            each(lowercase(prefix, &text[start..end], &mut buffer));
        }
    }
}

/// Returns the length of the word at the start of some bytes: it ends before a capital letter that
/// comes after a small one.
fn length_of_word(bytes: &[u8]) -> usize {
    let mut was_small = false;
    let is_other = |byte: &u8| {
        let is_end = !byte.is_ascii_lowercase() && (was_small || !byte.is_ascii_uppercase());
        was_small = byte.is_ascii_lowercase();
        is_end
    };
    bytes.iter().position(is_other).unwrap_or(bytes.len())
}

/// Returns a word in small letters after a prefix. Few words take a copy for that.
fn lowercase<'w>(prefix: &str, word: &'w str, buffer: &'w mut String) -> &'w str {
    let is_lowercase = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if prefix.is_empty() && is_lowercase {
        return word;
    }
    buffer.clear();
    buffer.push_str(prefix);
    buffer.push_str(word);
    buffer[prefix.len()..].make_ascii_lowercase();
    buffer
}
