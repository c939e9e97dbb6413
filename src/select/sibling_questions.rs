//! What selectors ask about earlier siblings, for streams, which free these.
//!
//! When a set for streams is made, each selector that asks is rewritten: `h1 ~ p` becomes
//! `p:earlier(…)`, which asks whether one sibling before the element matches question 0, `h1`;
//! `td:nth-child(2 of .x)` becomes `td:is(.x):earlier(…)`, which asks whether exactly one matches
//! `.x`. So all that a stream needs of earlier siblings are counts, and a question may ask about
//! siblings itself: that of `a ~ b > c ~ d` is `b:earlier(…) > c`.
//!
//! A selector that asks about the content of the element is written once more, without what asks
//! for it, to be compared with open elements.
//!
//! The crate for parsing makes selectors from text only. So a selector is written as CSS, with the
//! pseudo-class that nobody else can write, and parsed again.

use std::fmt;

use cssparser::ToCss;
use selectors::attr::NamespaceConstraint;
use selectors::parser::{
    AnPlusB, Combinator, Component, NthSelectorData, NthType, Selector, SelectorList,
};

use super::grammar;
use super::options::SelectorOptions;
use super::set_index::SetIndex;
use super::stream_finder::StreamPart;
use super::stream_rules;
use super::strings::NamespaceUrl;
use super::types::{Html, PseudoClass, RelativeSelector};

/// The name of the pseudo-class that asks.
pub(super) const EARLIER: &str = "-consomme-earlier";

/// Which siblings before an element are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    Elements,
    /// Those with the expanded name of the element.
    SameType,
    /// Those that match the question with this number.
    Matches(usize),
}

/// Asks whether the number of siblings that count, plus one, is one of `step` × n + `offset` for
/// n = 0, 1, 2 …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) counted: Counted,
    step: i32,
    offset: i32,
}

impl Asked {
    /// Makes one from the numbers that it is written as.
    pub(super) fn new(counted: i32, step: i32, offset: i32) -> Asked {
        let counted = match counted {
            -2 => Counted::Elements,
            -1 => Counted::SameType,
            question => Counted::Matches(question as usize),
        };
        Asked { counted, step, offset }
    }

    /// Asks whether any sibling before the element matches a question.
    fn any(question: usize) -> Asked {
        Asked { counted: Counted::Matches(question), step: 1, offset: 2 }
    }

    fn nth(counted: Counted, AnPlusB(step, offset): AnPlusB) -> Asked {
        Asked { counted, step, offset }
    }

    /// Whether it is so if so many siblings count.
    pub(super) fn holds(self, count: u64) -> bool {
        let (step, offset) = (i128::from(self.step), i128::from(self.offset));
        let above = i128::from(count) + 1 - offset;
        match step {
            0 => above == 0,
            step => above % step == 0 && above / step >= 0,
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked { counted, step, offset } = self;
        match counted {
            Counted::Elements => write!(f, "-2 {step} {offset}"),
            Counted::SameType => write!(f, "-1 {step} {offset}"),
            Counted::Matches(question) => write!(f, "{question} {step} {offset}"),
        }
    }
}

/// What a set of selectors asks about earlier siblings.
#[derive(Default)]
pub(super) struct Questions {
    /// The selectors of each question, rewritten.
    lists: Vec<SelectorList<Html>>,
    /// Their parts, each with the number of its question.
    pub(super) parts: Vec<StreamPart>,
    pub(super) index: SetIndex,
    /// Whether a selector asks for siblings with the same name.
    pub(super) ask_for_types: bool,
}

impl Questions {
    /// Returns a selector without commas in which each part that asks about earlier siblings is
    /// rewritten, and adds its questions.
    pub(super) fn rewritten(&mut self, selector: &Selector<Html>) -> Selector<Html> {
        Rewriting::new(self).rewritten(selector)
    }

    /// Does what [`rewritten`](Self::rewritten) does, and leaves out the parts of the last compound
    /// that depend on the content of the element. So the selector matches every open element that
    /// may match when it is complete: `tr > td:has(b)` becomes `tr > td`.
    pub(super) fn without_content(&mut self, selector: &Selector<Html>) -> Selector<Html> {
        let rewriting = Rewriting { leaves_out_content: true, ..Rewriting::new(self) };
        rewriting.rewritten(selector)
    }

    /// Returns the number of a question.
    fn number_of(&mut self, list: SelectorList<Html>) -> usize {
        if let Some(number) = self.lists.iter().position(|known| *known == list) {
            return number;
        }
        let of = self.lists.len();
        for selector in list.slice() {
            self.index.add(selector, self.parts.len() as u32);
            let selector = selector.clone();
            self.parts.push(StreamPart { selector, of, while_open: None });
        }
        self.lists.push(list);
        of
    }
}

/// A selector that is rewritten.
struct Rewriting<'q> {
    questions: &'q mut Questions,
    /// With the prefixes of the text that is written.
    options: SelectorOptions,
    /// Whether parts that depend on the content of the element are not written.
    leaves_out_content: bool,
}

// The nesting of selectors is limited when they are parsed.
impl<'q> Rewriting<'q> {
    fn new(questions: &'q mut Questions) -> Self {
        let options = SelectorOptions::new().extensions(true);
        Rewriting { questions, options, leaves_out_content: false }
    }

    /// Writes a selector and parses it again.
    fn rewritten(mut self, selector: &Selector<Html>) -> Selector<Html> {
        let text = self.complex(selector);
        let list = grammar::parse_rewritten(&text, &self.options);
        debug_assert!(list.is_some(), "{text} was written from a selector");
        let one = list.and_then(|list| list.slice().first().cloned());
        one.unwrap_or_else(|| Selector::new_invalid(&text))
    }

    /// Writes a selector. What is before the last `~` becomes a question.
    fn complex(&mut self, selector: &Selector<Html>) -> String {
        let components = selector.iter_raw_match_order().as_slice();
        let mut combinators = components.iter().rev().filter_map(Component::as_combinator);
        let (mut text, mut asked) = (String::new(), None);
        for compound in components.split(Component::is_combinator).rev() {
            self.compound(compound, &mut text);
            if let Some(asked) = asked.take() {
                write_earlier(asked, &mut text);
            }
            match combinators.next() {
                Some(Combinator::LaterSibling) => {
                    asked = Some(Asked::any(self.question(&text)));
                    text.clear();
                }
                Some(combinator) => write(&combinator, &mut text),
                None => break,
            }
        }
        text
    }

    fn compound(&mut self, compound: &[Component<Html>], text: &mut String) {
        let start = text.len();
        for (at, component) in compound.iter().enumerate() {
            match component {
                // With content, an open element is not going to be empty.
                Component::Empty => write(component, text),
                // Only the last compound has such parts.
                component if self.leaves_out_content && stream_rules::reads_content(component) => {}
                Component::DefaultNamespace(url) => {
                    let next = compound.get(at + 1);
                    self.default_namespace(*url, next, text);
                }
                Component::Nth(nth) => {
                    let counted = match nth.ty {
                        _ if nth.is_simple_edge() => None,
                        NthType::Child => Some(Counted::Elements),
                        NthType::OfType => Some(Counted::SameType),
                        _ => None,
                    };
                    match counted {
                        Some(counted) => {
                            self.questions.ask_for_types |= counted == Counted::SameType;
                            write_earlier(Asked::nth(counted, nth.an_plus_b), text);
                        }
                        None => write(component, text),
                    }
                }
                Component::NthOf(nth) => {
                    let (list, NthSelectorData { ty, an_plus_b, .. }) =
                        (nth.selectors(), *nth.nth_data());
                    match ty {
                        NthType::Child => self.nth_of(list, an_plus_b, text),
                        _ => self.plain_nth_of(ty, list, an_plus_b, text),
                    }
                }
                component => self.component(component, text),
            }
        }
        if text.len() == start {
            text.push('*');
        }
    }

    /// Writes a part of a compound that asks about earlier siblings in parentheses at most.
    fn component(&mut self, component: &Component<Html>, text: &mut String) {
        match component {
            Component::Namespace(prefix, url) => {
                self.options.declare(&prefix.0, *url);
                write(component, text);
            }
            Component::AttributeOther(attribute) => {
                if let Some(NamespaceConstraint::Specific((prefix, url))) = &attribute.namespace {
                    self.options.declare(&prefix.0, *url);
                }
                write(component, text);
            }
            Component::Is(list) => write_in(":is", &self.list(list.slice()), text),
            Component::Where(list) => write_in(":where", &self.list(list.slice()), text),
            Component::Negation(list) => write_in(":not", &self.list(list.slice()), text),
            Component::NonTSPseudoClass(PseudoClass::Has(list)) => {
                let written: Vec<String> = list.iter().map(|one| self.relative(one)).collect();
                write_in(":has", &written.join(", "), text);
            }
            Component::ImplicitScope => text.push_str(":scope"),
            // As invalid, whatever was written.
            Component::Invalid(_) => text.push_str(":-consomme-invalid"),
            component => write(component, text),
        }
    }

    /// Writes a selector in the parentheses of `:has`. All siblings of what is in an element are
    /// there, so that only the parentheses in it ask, and only about earlier ones.
    fn relative(&mut self, relative: &RelativeSelector) -> String {
        let mut text = String::new();
        let components = relative.selector.iter_raw_match_order().as_slice();
        let mut combinators = components.iter().rev().filter_map(Component::as_combinator);
        for compound in components.split(Component::is_combinator).rev() {
            for (at, component) in compound.iter().enumerate() {
                match component {
                    Component::RelativeSelectorAnchor => {}
                    Component::DefaultNamespace(url) => {
                        self.default_namespace(*url, compound.get(at + 1), &mut text);
                    }
                    Component::NthOf(nth) => {
                        let (list, NthSelectorData { ty, an_plus_b, .. }) =
                            (nth.selectors(), *nth.nth_data());
                        if stream_rules::becomes_question(ty, list) {
                            self.nth_of(list, an_plus_b, &mut text);
                        } else {
                            self.plain_nth_of(ty, list, an_plus_b, &mut text);
                        }
                    }
                    component => self.component(component, &mut text),
                }
            }
            match combinators.next() {
                Some(combinator) => write(&combinator, &mut text),
                None => break,
            }
        }
        text
    }

    /// Writes the selectors of `:nth-child(… of …)` and what is asked.
    fn nth_of(&mut self, list: &[Selector<Html>], nth: AnPlusB, text: &mut String) {
        let list = self.list(list);
        let question = self.question(&list);
        text.push_str(&format!(":is({list})"));
        write_earlier(Asked::nth(Counted::Matches(question), nth), text);
    }

    /// Writes `:nth-child(… of …)` or `:nth-last-child(… of …)` as it is.
    fn plain_nth_of(
        &mut self,
        kind: NthType,
        list: &[Selector<Html>],
        nth: AnPlusB,
        text: &mut String,
    ) {
        let last = if kind == NthType::Child { "" } else { "last-" };
        text.push_str(&format!(":nth-{last}child("));
        write(&nth, text);
        text.push_str(&format!(" of {})", self.list(list)));
    }

    fn list(&mut self, list: &[Selector<Html>]) -> String {
        let written: Vec<String> = list.iter().map(|selector| self.complex(selector)).collect();
        written.join(", ")
    }

    /// Writes a namespace that is not written in the selector, and the universal selector if no
    /// type selector follows. Questions may come from parentheses, where it is another one.
    fn default_namespace(
        &mut self,
        url: NamespaceUrl,
        next: Option<&Component<Html>>,
        text: &mut String,
    ) {
        let prefix = format!("-consomme-{}", url as u8);
        self.options.declare(&prefix, url);
        text.push_str(&prefix);
        text.push('|');
        if !matches!(next, Some(Component::LocalName(_) | Component::ExplicitUniversalType)) {
            text.push('*');
        }
    }

    /// Adds a question that is written.
    fn question(&mut self, text: &str) -> usize {
        let list = grammar::parse_rewritten(text, &self.options);
        debug_assert!(list.is_some(), "{text} was written from a selector");
        let list = list.unwrap_or_else(|| SelectorList::from_one(Selector::new_invalid(text)));
        self.questions.number_of(list)
    }
}

fn write(part: &impl ToCss, text: &mut String) {
    let written = part.to_css(text);
    debug_assert!(written.is_ok(), "a string takes any text");
}

fn write_in(name: &str, arguments: &str, text: &mut String) {
    text.push_str(&format!("{name}({arguments})"));
}

fn write_earlier(asked: Asked, text: &mut String) {
    write(&PseudoClass::Earlier(asked), text);
}
