//! The events of rendered content, as an iterator.

use std::collections::VecDeque;
use std::fmt;
use std::iter::FusedIterator;

use crate::dom::{Document, FlatTree, NodeRef, Tree};

use super::event::RenderedEvent;
use super::links::Links;
use super::options::TextOptions;
use super::walk::{Begin, Sink, Walk};

/// Rendered text, as events.
impl Document {
    /// Returns the rendered content of the document: see [`NodeRef::rendered`].
    pub fn rendered(&self, options: &TextOptions) -> RenderedEvents<'_> {
        self.root().rendered(options)
    }
}

/// Rendered text, as events.
impl<'a> NodeRef<'a> {
    /// Returns the rendered content of the node in order: the starts and ends of the elements'
    /// boxes, the texts with their whitespace collapsed, line breaks and images. Use it to write
    /// formats other than the text of [`inner_text`](NodeRef::inner_text).
    ///
    /// Elements without a box, such as `script`, are left out with their content. If the node
    /// itself is not rendered, there are no events. A text node has the events of its text.
    ///
    /// The walk does not recurse. It needs memory for the elements that are open, not for each
    /// event.
    ///
    /// ```
    /// use consomme::rendering::{RenderedEvent, TextOptions};
    ///
    /// let page = "<h1>Soups</h1><p>Clear  <b> broth</b>,<br> hot<script>stir()</script>";
    /// let document = consomme::parse_fragment("body", page);
    /// let mut words = Vec::new();
    /// for event in document.rendered(&TextOptions::new()) {
    ///     words.push(match event {
    ///         RenderedEvent::Start { element, .. } => format!("<{}>", element.name()),
    ///         RenderedEvent::End { element, .. } => format!("</{}>", element.name()),
    ///         RenderedEvent::Text { text, .. } => format!("{text:?}"),
    ///         other => format!("{other:?}"),
    ///     });
    /// }
    /// let expected = "<h1> \"Soups\" </h1> <p> \"Clear\" \" \" <b> \"broth\" </b> \",\" LineBreak { element: <br> } \"hot\" </p>";
    /// assert_eq!(words.join(" "), expected);
    /// ```
    pub fn rendered(self, options: &TextOptions) -> RenderedEvents<'a> {
        let tree = &self.document().tree;
        RenderedEvents::of(tree, self, self.index(), options, Walks::Tree)
    }
}

impl<'a> FlatTree<'a> {
    /// Returns the rendered content of the node, with the shadow trees in their places and the
    /// slots filled. Otherwise like [`NodeRef::rendered`].
    pub fn rendered<'f>(
        &'f self,
        node: impl Into<NodeRef<'a>>,
        options: &TextOptions,
    ) -> RenderedEvents<'f> {
        let node = node.into();
        RenderedEvents::of(self, node, self.top(node), options, Walks::Flat)
    }
}

/// An iterator over the rendered content of a node, from [`NodeRef::rendered`] and
/// [`FlatTree::rendered`].
#[derive(Clone)]
pub struct RenderedEvents<'a> {
    walks: Walks<'a>,
    queue: Queue<'a>,
}

/// The walk, in one of the two trees.
#[derive(Clone)]
enum Walks<'a> {
    Tree(Walk<'a, &'a Tree>),
    Flat(Walk<'a, &'a FlatTree<'a>>),
    /// Nothing is rendered.
    Nothing,
}

impl<'a> RenderedEvents<'a> {
    fn of<L: Links>(
        links: L,
        node: NodeRef<'a>,
        top: crate::dom::NodeIndex,
        options: &TextOptions,
        walks: impl FnOnce(Walk<'a, L>) -> Walks<'a>,
    ) -> Self {
        let walks = match Walk::begin(links, node, top, options.skipped_contents) {
            Begin::Walk(walk) => walks(walk),
            Begin::NotRendered | Begin::Nothing => Walks::Nothing,
        };
        RenderedEvents { walks, queue: Queue::default() }
    }
}

impl<'a> Iterator for RenderedEvents<'a> {
    type Item = RenderedEvent<'a>;

    fn next(&mut self) -> Option<RenderedEvent<'a>> {
        loop {
            if let Some(event) = self.queue.0.pop_front() {
                return Some(event);
            }
            let stepped = match &mut self.walks {
                Walks::Tree(walk) => walk.step(&mut self.queue),
                Walks::Flat(walk) => walk.step(&mut self.queue),
                Walks::Nothing => Ok(false),
            };
            debug_assert!(stepped.is_ok(), "the queue takes every event");
            if stepped != Ok(true) {
                return None;
            }
        }
    }

    /// Hands on each event as the walk finds it. `next` keeps the events of a step in a queue,
    /// which takes a quarter of its instructions.
    fn fold<T, F>(self, init: T, mut function: F) -> T
    where
        F: FnMut(T, Self::Item) -> T,
    {
        let init = self.queue.0.into_iter().fold(init, &mut function);
        let mut fold = Fold { value: Some(init), function };
        let run = match self.walks {
            Walks::Tree(walk) => walk.run(&mut fold),
            Walks::Flat(walk) => walk.run(&mut fold),
            Walks::Nothing => Ok(()),
        };
        debug_assert!(run.is_ok(), "the fold takes every event");
        fold.value.expect("the value is back after each event")
    }
}

impl FusedIterator for RenderedEvents<'_> {}

impl fmt::Debug for RenderedEvents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RenderedEvents").finish_non_exhaustive()
    }
}

/// The events of a step.
#[derive(Clone, Default)]
struct Queue<'a>(VecDeque<RenderedEvent<'a>>);

impl<'a> Sink<'a> for Queue<'a> {
    fn put(&mut self, event: RenderedEvent<'a>) -> fmt::Result {
        self.0.push_back(event);
        Ok(())
    }

    fn wants_inline(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        !self.0.is_empty()
    }
}

/// The value and the function of a fold.
struct Fold<T, F> {
    /// `None` only while the function has the value.
    value: Option<T>,
    function: F,
}

impl<'a, T, F> Sink<'a> for Fold<T, F>
where
    F: FnMut(T, RenderedEvent<'a>) -> T,
{
    fn put(&mut self, event: RenderedEvent<'a>) -> fmt::Result {
        let value = self.value.take().ok_or(fmt::Error)?;
        self.value = Some((self.function)(value, event));
        Ok(())
    }

    fn wants_inline(&self) -> bool {
        true
    }

    fn is_full(&self) -> bool {
        false
    }
}
