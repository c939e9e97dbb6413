//! The walk over the texts that an extractor finds.

use std::borrow::Cow;
use std::fmt;
use std::iter::FusedIterator;

use crate::dom::{ElementRef, NodeRef};
use crate::select::matching::{ElementWalk, Matcher, Prepared, Visited};
use crate::steps;

use super::extractor::{Extractor, ExtractorOutput};

impl Extractor {
    /// Returns the texts that the extractor finds below a node or in a document, in tree order: an
    /// attribute before the texts in its element. No text node and no attribute is given twice,
    /// even if several parts ask for it.
    ///
    /// ```
    /// use consomme::select::Extractor;
    /// use consomme::parse_fragment;
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let document = parse_fragment("div", "<p id=a>Clear <b>broth</b>, hot</p><p id=b>Miso</p>");
    /// let texts = Extractor::parse("p ::text, p::attr(id)")?;
    /// let found: Vec<_> = texts.extract(&document).collect();
    /// assert_eq!(found, ["a", "Clear ", "broth", ", hot", "b", "Miso"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn extract<'a>(&self, node: impl Into<NodeRef<'a>>) -> Extract<'a> {
        Extract::new(node.into(), self)
    }
}

/// An iterator over the texts that an extractor finds below a node, in tree order, from
/// [`Extractor::extract`]. Texts are borrowed from the document, except for texts that are put
/// together of several text nodes.
#[must_use = "iterators are lazy"]
pub struct Extract<'a> {
    scope: NodeRef<'a>,
    nodes: ElementWalk<'a>,
    extractor: Extractor,
    /// The parts of the extractor, prepared for the document.
    parts: Vec<Prepared>,
    matcher: Box<Matcher>,
    /// The depths of the ancestors of the current node whose texts are wanted.
    open: Vec<usize>,
    /// The texts of the current element that are not returned yet, the last one first.
    pending: Vec<Cow<'a, str>>,
}

impl<'a> Extract<'a> {
    pub(in crate::select) fn new(scope: NodeRef<'a>, extractor: &Extractor) -> Self {
        let (parts, nodes) = Prepared::for_walk(extractor.list.slice(), scope);
        Extract {
            scope,
            nodes,
            extractor: extractor.clone(),
            parts,
            matcher: Box::new(Matcher::new(scope)),
            open: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Limits the work of this walk, as [`Select::max_steps`](crate::select::Select::max_steps)
    /// does. The texts that it returns count, too.
    pub fn max_steps(mut self, steps: u64) -> Self {
        self.matcher.limit_steps(Some(steps));
        self
    }

    /// Whether the walk has ended at the limit of [`max_steps`](Self::max_steps), so that there may
    /// be more texts than it has returned.
    pub fn is_cut(&self) -> bool {
        self.matcher.is_cut()
    }

    /// Adds the texts of an element to `pending`, and opens the element if its text nodes are
    /// wanted.
    fn take(&mut self, visited: &Visited<'a>) {
        let document = self.scope.document();
        if !self.matcher.may_compare(self.extractor.list.slice(), document, visited) {
            return;
        }
        let element = visited.element(document);
        let mut taken: Vec<&ExtractorOutput> = Vec::new();
        let selectors = self.extractor.list.slice().iter();
        for ((selector, part), output) in
            selectors.zip(&self.parts).zip(self.extractor.outputs.iter())
        {
            if taken.contains(&output)
                || !part.matches(selector, document, visited, &mut self.matcher)
            {
                continue;
            }
            taken.push(output);
            match output {
                ExtractorOutput::TextContent => {
                    let text = text_content(element);
                    self.matcher.take_bytes(text.len());
                    self.pending.push(text);
                }
                ExtractorOutput::Texts => self.open.push(visited.depth),
                ExtractorOutput::Attribute(name) => {
                    self.pending.extend(element.attr(name).map(Cow::Borrowed));
                }
            }
        }
        if self.matcher.is_cut() {
            self.pending.clear();
        }
        self.pending.reverse();
    }
}

/// Returns the text content of an element, borrowed if it is that of one text node.
fn text_content(element: ElementRef<'_>) -> Cow<'_, str> {
    let mut texts = element.texts().filter(|text| !text.is_empty());
    let mut content = Cow::Borrowed(texts.next().unwrap_or_default());
    texts.for_each(|text| content.to_mut().push_str(text));
    content
}

impl<'a> Iterator for Extract<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Cow<'a, str>> {
        loop {
            if let Some(text) = self.pending.pop() {
                return Some(text);
            }
            self.matcher.take_steps(1);
            if self.matcher.is_cut() {
                return None;
            }
            let (id, depth) = self.nodes.next_node()?;
            steps::count(1);
            while self.open.last().is_some_and(|open| *open >= depth) {
                self.open.pop();
            }
            let document = self.scope.document();
            if let Some(data) = document.tree.element(id) {
                self.take(&Visited { id, data, depth });
            } else if self.open.last().is_some_and(|open| open + 1 == depth)
                && let Some(text) = NodeRef::new(document, id).as_text()
            {
                return Some(Cow::Borrowed(text));
            }
        }
    }
}

impl FusedIterator for Extract<'_> {}

/// Clones the iterator at its current position. The clone starts with empty caches.
impl Clone for Extract<'_> {
    fn clone(&self) -> Self {
        let mut clone = Extract::new(self.scope, &self.extractor);
        clone.matcher.limit_steps(self.matcher.steps_left());
        Extract {
            nodes: self.nodes.clone(),
            open: self.open.clone(),
            pending: self.pending.clone(),
            ..clone
        }
    }
}

impl fmt::Debug for Extract<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extract")
            .field("scope", &self.scope)
            .field("extractor", &self.extractor)
            .finish()
    }
}
