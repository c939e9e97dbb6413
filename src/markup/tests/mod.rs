//! Compares the model with the tree builder: the parser treats tags as a nest predicts.

use std::collections::BTreeMap;

use crate::elements::{ElementClass, Traits};
use crate::names::{ElementName, LocalName, NameTable, Namespace, known};
use crate::parse::ParseOptions;

use super::place::Place;
use super::{Effect, Nest};

mod context;

/// Markup that is written tag by tag, with the nest of open elements.
#[derive(Clone)]
struct Writing {
    nest: Nest,
    /// The tags as they are written: without end tags for elements that start tags close.
    html: String,
    /// The tags of the tree that the nest foresees, each with its end tag.
    tree: String,
}

/// The effect that the nest foresees for a tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Said {
    Inserts,
    Closes,
    Moves,
    Unsure,
    /// No parser makes such an element here.
    Nothing,
}

impl Writing {
    fn new() -> Writing {
        Writing { nest: Nest::new(), html: String::new(), tree: String::new() }
    }

    /// Writes a start tag, if the nest knows its effect.
    fn start(&mut self, name: ElementName) -> Said {
        if !self.is_of_parent(name) {
            return Said::Nothing;
        }
        let said = match self.nest.effect(name) {
            Effect::Inserts => Said::Inserts,
            Effect::Closes(closed) => {
                for _ in 0..closed {
                    self.end_in_tree();
                }
                Said::Closes
            }
            Effect::Moves => return Said::Moves,
            Effect::Unsure | Effect::ReachesOut => return Said::Unsure,
        };
        let tag = format!("<{}>", text_of(name));
        self.html.push_str(&tag);
        self.tree.push_str(&tag);
        if !name.is_void() {
            self.nest.push(name, ());
        }
        said
    }

    /// Whether the parser may make an element of that namespace here.
    fn is_of_parent(&self, name: ElementName) -> bool {
        let is_root = matches!(name.local, known::SVG | known::MATH);
        let current = self.nest.current().map_or(Namespace::Html, |parent| parent.namespace);
        name.namespace == Namespace::Html || is_root || name.namespace == current
    }

    fn end_in_tree(&mut self) {
        let ended = self.nest.pop_if(|()| true).expect("an open element");
        self.tree.push_str(&format!("</{}>", text_of(ended)));
    }

    fn end(&mut self) {
        if let Some(ended) = self.nest.current() {
            self.html.push_str(&format!("</{}>", text_of(ended)));
            self.end_in_tree();
        }
    }

    /// Writes the end tag of an outer element alone, if the nest says that it ends all in it.
    fn end_outer(&mut self, level: usize) {
        if level < self.nest.len() && self.nest.ends_all_from(level) {
            let ended = self.nest.name(level).expect("an open element");
            self.html.push_str(&format!("</{}>", text_of(ended)));
            while self.nest.len() > level {
                self.end_in_tree();
            }
        }
    }

    fn text(&mut self) {
        if self.nest.keeps_text() {
            self.html.push('x');
            self.tree.push('x');
        }
    }

    fn check(mut self) {
        while self.nest.len() > 0 {
            self.end();
        }
        let parsed = ParseOptions::new().parse_fragment("div", &self.html).root().inner_html();
        assert_eq!(parsed, self.tree, "of {}", self.html);
    }
}

fn text_of(name: ElementName) -> &'static str {
    if name.local == known::NO_NAME {
        "x-y"
    } else {
        name.local.known_text().expect("a known name")
    }
}

/// All element names that the crate knows, and one that it doesn't. Foreign names are limited to
/// names that the parser can make; elements of HTML may have them, too, where they are moved out of
/// a table.
fn all_names() -> Vec<ElementName> {
    let html = (1..known::HTML_COUNT).map(LocalName::of_known_index).map(ElementName::html);
    let unknown = ElementName::html(known::NO_NAME);
    let foreign = (1..known::KNOWN_COUNT).map(LocalName::of_known_index).flat_map(|local| {
        [Namespace::Svg, Namespace::MathMl].map(|namespace| ElementName { namespace, local })
    });
    let is_foreign = |name: &ElementName| {
        let row = name.row();
        let stays_in_text = matches!(name.local, known::MGLYPH | known::MALIGNMARK);
        row.is(Traits::STAYS_FOREIGN) || row.is_in(ElementClass::SPECIAL) || stays_in_text
    };
    let both = foreign.filter(is_foreign).flat_map(|name| {
        let is_lowercase = text_of(name).bytes().all(|byte| !byte.is_ascii_uppercase());
        [Some(name), is_lowercase.then_some(ElementName::html(name.local))]
    });
    html.chain([unknown]).chain(both.flatten()).collect()
}

/// One name for each class of rows that no rule of the model tells apart.
fn representatives() -> Vec<ElementName> {
    let mut classes = BTreeMap::new();
    for name in all_names() {
        let row = name.row();
        let place = Place::in_element(name, row);
        let key = format!(
            "{:?} {:?} {:?} {place:?} {:?} {:?} {:?}",
            name.namespace, row.start_tag, row.class, row.content, row.own, row.traits
        );
        classes.entry(key).or_insert(name);
    }
    classes.into_values().collect()
}

/// Elements around the tags that are tried: every place, and every element that a rule looks for.
const AROUND: &[&[&str]] = &[
    &[],
    &["table"],
    &["table", "colgroup"],
    &["table", "caption"],
    &["table", "tbody"],
    &["table", "tbody", "tr"],
    &["table", "tbody", "tr", "td"],
    &["select"],
    &["select", "optgroup"],
    &["select", "optgroup", "option"],
    &["ul", "li"],
    &["dl", "dd"],
    &["ruby", "rt"],
    &["p"],
    &["p", "button"],
    &["a"],
    &["a", "object"],
    &["form"],
    &["nobr"],
    &["h1"],
    &["template"],
    &["b", "b", "b"],
    &["svg"],
    &["svg", "desc"],
    &["math"],
    &["math", "mi"],
];

fn around(names: &[&str]) -> Writing {
    let mut writing = Writing::new();
    for name in names {
        let local = NameTable::default().intern(name);
        let namespace = match writing.nest.current() {
            _ if *name == "svg" => Namespace::Svg,
            _ if *name == "math" => Namespace::MathMl,
            Some(parent) => parent.namespace,
            None => Namespace::Html,
        };
        writing.nest.push(ElementName { namespace, local }, ());
        writing.html.push_str(&format!("<{name}>"));
        writing.tree.push_str(&format!("<{name}>"));
    }
    writing
}

/// Optimized builds try everything, others a part of it.
const STEP: usize = if cfg!(debug_assertions) { 37 } else { 1 };

#[test]
fn pairs_of_all_names_do_what_the_nest_says() {
    let names = all_names();
    let mut counts = BTreeMap::new();
    for prefix in AROUND {
        let around = around(prefix);
        for (number, outer) in names.iter().enumerate() {
            let mut in_outer = around.clone();
            if in_outer.start(*outer) >= Said::Moves {
                continue;
            }
            in_outer.text();
            for inner in names.iter().skip(number % STEP).step_by(STEP) {
                let mut writing = in_outer.clone();
                *counts.entry(writing.start(*inner)).or_insert(0) += 1;
                writing.text();
                // A sibling that is like the first.
                writing.end();
                writing.start(*outer);
                writing.check();
            }
        }
    }
    let count = |said| counts.get(&said).copied().unwrap_or(0);
    let sure = count(Said::Inserts) + count(Said::Closes) + count(Said::Moves);
    // A model that is unsure of more is of little use.
    assert!(count(Said::Unsure) * 4 < sure, "{counts:?}");
}

#[test]
fn triples_of_representatives_do_what_the_nest_says() {
    let names = representatives();
    for a in &names {
        let mut in_a = Writing::new();
        if in_a.start(*a) >= Said::Moves {
            continue;
        }
        for (number, b) in names.iter().enumerate() {
            let mut in_b = in_a.clone();
            if in_b.start(*b) >= Said::Moves {
                continue;
            }
            for c in names.iter().skip(number % STEP).step_by(STEP) {
                let mut writing = in_b.clone();
                writing.start(*c);
                writing.text();
                writing.check();
            }
        }
    }
}

/// Returns a number below a bound: SplitMix64.
fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) as usize % below
}

/// Tags in random order: the numbers choose names, or which element ends.
#[test]
fn random_sequences_do_what_the_nest_says() {
    let names = all_names();
    let mut state = 1;
    let mut random = |below: usize| random(&mut state, below);
    let sequences = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    let (mut sure, mut unsure) = (0, 0);
    for _ in 0..sequences {
        let mut writing = Writing::new();
        for _ in 0..2 + random(12) {
            match random(10) {
                0 => writing.end(),
                1 => {
                    let level = random(8);
                    writing.end_outer(level);
                }
                2 => writing.text(),
                _ => {
                    // HTML's elements and foreign ones are equally frequent.
                    let count = if random(2) == 0 { known::HTML_COUNT } else { names.len() };
                    let name = names[random(count)];
                    match writing.start(name) {
                        Said::Inserts | Said::Closes => sure += 1,
                        Said::Unsure => unsure += 1,
                        Said::Moves | Said::Nothing => {}
                    }
                }
            }
        }
        writing.check();
    }
    assert!(unsure * 4 < sure, "{unsure} unsure, {sure} sure");
}
