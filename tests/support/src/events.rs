//! Checks that events are the tokens that a document is parsed from.

use std::collections::BTreeMap;
use std::ops::Range;

use consomme::events::Events;
use consomme::sink::{Attribute, NewElement, Span, Strings, TreeSink};
use consomme::tokenizer::Token;
use consomme::{Limits, ParseOptions};

/// A sink that keeps the ranges of the tokens that the tree builder is given, the texts that it
/// inserts, and as much of the tree as it asks for.
#[derive(Default)]
struct TokenRanges {
    tokens: DocumentTokens,
    parents: Vec<Option<usize>>,
    attributes: BTreeMap<usize, Vec<(String, String)>>,
}

/// The tokens of a document.
#[derive(Default)]
struct DocumentTokens {
    ranges: Vec<Range<usize>>,
    /// The texts in the tree, one after another.
    texts: String,
}

impl TokenRanges {
    fn node(&mut self) -> usize {
        self.parents.push(None);
        self.parents.len()
    }
}

impl TreeSink for TokenRanges {
    type Handle = usize;
    type Output = DocumentTokens;

    fn root(&self) -> usize {
        0
    }
    fn finish(self, _: Strings) -> Self::Output {
        self.tokens
    }
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
        let node = self.node();
        let attributes = element.attributes.iter().map(|attribute| {
            let name = strings.name(attribute.name()).to_owned();
            (name, strings.get(attribute.value()).to_owned())
        });
        let mut attributes: Vec<_> = attributes.collect();
        attributes.sort();
        self.attributes.insert(node, attributes);
        node
    }
    fn clone_element(&mut self, element: usize, _: &Strings) -> usize {
        let node = self.node();
        self.attributes.insert(node, self.attributes[&element].clone());
        node
    }
    fn create_comment(&mut self, _: Span, _: &Strings) -> usize {
        self.node()
    }
    fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> usize {
        self.node()
    }
    fn has_same_attributes(&self, a: usize, b: usize, _: &Strings) -> bool {
        self.attributes[&a] == self.attributes[&b]
    }
    fn add_missing_attributes(&mut self, _: usize, _: &[Attribute], _: &Strings) {}
    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node.checked_sub(1)?]
    }
    fn append(&mut self, parent: usize, child: usize) {
        self.parents[child - 1] = Some(parent);
    }
    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.parents[child - 1] = self.parents[sibling - 1];
    }
    fn append_text(&mut self, _: usize, text: Span, strings: &mut Strings) {
        self.tokens.texts.push_str(strings.get(text));
    }
    fn insert_text_before(&mut self, _: usize, text: Span, strings: &mut Strings) {
        self.tokens.texts.push_str(strings.get(text));
    }
    fn remove_from_parent(&mut self, node: usize) {
        self.parents[node - 1] = None;
    }
    fn reparent_children(&mut self, from: usize, to: usize) {
        for parent in self.parents.iter_mut().filter(|parent| **parent == Some(from)) {
            *parent = Some(to);
        }
    }
    fn token(&mut self, source: Range<usize>) {
        self.tokens.ranges.push(source);
    }
}

/// An event with its texts, for comparison.
#[derive(PartialEq, Debug)]
pub struct Owned {
    pub token: String,
    pub source: String,
    pub span: Range<u64>,
}

/// The events of pieces of input. Adjacent texts are joined, because a long one may be split.
pub fn events_of<'a>(mut events: Events, pieces: impl IntoIterator<Item = &'a str>) -> Vec<Owned> {
    let mut all: Vec<Owned> = Vec::new();
    let mut add = |events: &mut Events| {
        while let Some(event) = events.next_event() {
            let text = if let Token::Characters(text) = event.token { Some(text) } else { None };
            match (all.last_mut(), text) {
                (Some(last), Some(text)) if last.token.starts_with("text ") => {
                    last.token.push_str(text);
                    last.source.push_str(event.source);
                    assert!(last.span.end <= event.span.start, "events are in order");
                    last.span.end = event.span.end;
                }
                _ => all.push(Owned {
                    token: text.map_or(format!("{:?}", event.token), |text| format!("text {text}")),
                    source: event.source.to_owned(),
                    span: event.span,
                }),
            }
        }
    };
    for piece in pieces {
        events.feed_str(piece);
        add(&mut events);
    }
    events.end();
    add(&mut events);
    all
}

/// Checks that the events of a document are the tokens that it is parsed from.
///
/// # Errors
///
/// The first event or token that differs.
pub fn check(html: &str, options: &ParseOptions) -> Result<(), String> {
    let parse = options.clone().positions(true).limits(Limits::unlimited());
    let expected = parse.parse_str_into(html, TokenRanges::default()).output;
    let events = Events::new().scripting(options.get_scripting()).revision(options.get_revision());
    let normalized = html.replace("\r\n", "\n").replace('\r', "\n");
    let mut ranges = expected.ranges.into_iter().peekable();
    let mut texts = String::new();
    for event in events_of(events, [html]) {
        // A text may be several tokens.
        let mut source = event.source.as_str();
        loop {
            let range = ranges.next().ok_or_else(|| format!("no token for {event:?}"))?;
            let token = &normalized[range];
            let rest = source.strip_prefix(token);
            source = rest.ok_or_else(|| format!("{event:?} instead of {token:?}"))?;
            if source.is_empty() {
                break;
            }
        }
        if let Some(text) = event.token.strip_prefix("text ") {
            texts.push_str(text);
        }
    }
    if let Some(range) = ranges.next() {
        return Err(format!("no event for {:?}", &normalized[range]));
    }
    // Not all texts are inserted: whitespace in places, and text in a `frameset`, is ignored.
    let mut rest = texts.chars();
    for c in expected.texts.chars().filter(|c| *c != '\u{FFFD}') {
        if !rest.any(|other| other == c) {
            return Err(format!("{texts:?} instead of {:?}", expected.texts));
        }
    }
    Ok(())
}
