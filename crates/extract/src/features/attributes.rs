//! The words in the attributes of elements, and what they say of the content.

use consomme::{ElementRef, steps};

use super::Sink;
use crate::model::tables;
use crate::page::start_of;

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
    pub(super) fn enter(&mut self, element: Option<ElementRef<'_>>) {
        let (mut smallest, mut largest, mut sum) = (f32::MAX, f32::MIN, 0.0);
        let mut seen = Vec::new();
        if let Some(element) = element {
            attribute_words(element, |word| {
                if let Some((index, weight)) = tables().attribute_word(word)
                    && !seen.contains(&index)
                {
                    // A long list of classes says no more, and each is compared with the others.
                    if seen.len() < MAX_WORDS {
                        seen.push(index);
                        smallest = weight.min(smallest);
                        largest = weight.max(largest);
                        sum += weight;
                    }
                }
            });
        }
        self.own = 0.0;
        if !seen.is_empty() {
            self.own = (smallest + largest + sum) / 4.0;
            self.smallest = self.smallest.min(smallest);
            self.largest = self.largest.max(largest);
        }
        self.sum += self.own;
        self.near = 0.6 * self.near + self.own;
    }

    pub(super) fn put(&self, sink: &mut impl Sink) {
        sink.put("t_own", self.own);
        sink.put("t_min", self.smallest);
        sink.put("t_max", self.largest);
        sink.put("t_sum", self.sum);
        sink.put("t_near", self.near);
    }
}

/// The words of an element that count.
const MAX_WORDS: usize = 64;

/// The bytes of an attribute that are read.
const MAX_LENGTH: usize = 400;

/// Calls a function with each word in the class, the id and some other attributes, in small
/// letters: `navItems-3` has `nav` and `items`. Words of `role`, `itemprop` and `itemtype` have a
/// prefix.
pub(crate) fn attribute_words(element: ElementRef<'_>, mut each: impl FnMut(&str)) {
    let mut word = String::new();
    for attribute in element.attrs() {
        let value = attribute.value();
        match attribute.name() {
            "class" | "id" | "data-testid" | "data-component" | "data-test" | "data-qa"
            | "aria-label" => words(value, "", &mut word, &mut each),
            "role" => words(value, "role=", &mut word, &mut each),
            "itemprop" => words(value, "prop=", &mut word, &mut each),
            "itemtype" => {
                let name = value.rsplit('/').next().unwrap_or(value);
                words(name, "type=", &mut word, &mut each);
            }
            "hidden" | "aria-hidden" => each("hidden"),
            "style" => {
                let start = start_of(value, MAX_LENGTH);
                if start.contains("display:none") || start.contains("display: none") {
                    each("display-none");
                }
            }
            _ => {}
        }
    }
}

fn words(value: &str, prefix: &str, word: &mut String, each: &mut impl FnMut(&str)) {
    let value = start_of(value, MAX_LENGTH);
    steps::count(value.len());
    let mut was_small = false;
    word.clear();
    for c in value.chars().chain(Some(' ')) {
        let is_letter = c.is_ascii_alphabetic();
        if !is_letter || (c.is_ascii_uppercase() && was_small) {
            if word.len() > prefix.len() + 1 && word.len() < 24 {
                each(word);
            }
            word.clear();
        }
        was_small = c.is_ascii_lowercase();
        if is_letter {
            if word.is_empty() {
                word.push_str(prefix);
            }
            word.push(c.to_ascii_lowercase());
        }
    }
}
