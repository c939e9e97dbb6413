//! The interface between parsers and the measurement.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::heap::{self, Heap};
use crate::pages::Page;

/// A parser with one form of input, or another tool that does a part of its work.
pub trait Peer<'p> {
    /// The input, prepared from a page outside of the measured time.
    type Input;
    /// The output; dropping it is measured.
    type Output;

    /// The output does not hold the text itself: the input has to be kept, and counts as memory.
    const KEEPS_INPUT: bool = false;

    fn input(page: &'p Page) -> Self::Input;

    /// Does the work that is measured.
    fn run(input: &mut Self::Input) -> Self::Output;

    /// The nodes of the tree without its root, the tokens, the bytes written, the nodes or links
    /// found: a check that contenders with the same task get the same. Content of templates counts
    /// only if the parser does not keep it apart.
    fn count(output: &Self::Output) -> usize;
}

/// The task of a contender.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// The tree of the standard.
    Tree,
    /// A tree by rules of its own.
    OtherTree,
    /// A stream of elements, no tree.
    Stream,
    /// The standard's tokenizer alone. Nobody tells it where scripts are: their text is read as
    /// markup, the same by all.
    Tokens,
    /// A tree back to HTML.
    Serialize,
    /// A page to the same page with other attributes.
    Rewrite,
    /// HTML of others to HTML that is safe.
    Sanitize,
    /// Expressions over a tree that is there.
    XPath,
    /// HTML to the metadata of a page, its links and its text.
    Page,
}

impl Task {
    /// The kind of output, in a word for the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::OtherTree => "other tree",
            Self::Stream => "stream",
            Self::Tokens => "tokens",
            Self::Serialize => "HTML",
            Self::Rewrite => "rewritten HTML",
            Self::Sanitize => "safe HTML",
            Self::XPath => "nodes",
            Self::Page => "metadata",
        }
    }

    /// Who its ratios refer to.
    pub fn yardstick(self) -> &'static str {
        match self {
            Self::Tree | Self::OtherTree | Self::Stream => "html5ever",
            Self::Tokens => "html5ever-tokens",
            Self::Serialize => "html5ever-serialize",
            Self::Rewrite => "lol_html-rewrite",
            Self::Sanitize => "ammonia",
            Self::XPath => "sxd-xpath",
            Self::Page => "webpage",
        }
    }
}

/// A [`Peer`] with its name.
#[derive(Clone, Copy)]
pub struct Contender {
    /// The name on the command line and in the table.
    pub name: &'static str,
    /// The name in the chart.
    pub label: &'static str,
    /// The package whose version counts.
    pub package: &'static str,
    pub task: Task,
    pass: fn(&[Page]) -> Duration,
    count: fn(&Page) -> usize,
    heap: fn(&Page) -> Heap,
}

impl Contender {
    pub const fn new<P: for<'p> Peer<'p>>(
        name: &'static str,
        label: &'static str,
        package: &'static str,
        task: Task,
    ) -> Self {
        Self { name, label, package, task, pass: pass::<P>, count: count::<P>, heap: heap::<P> }
    }

    /// Runs over every page once and drops each result at once; how long that took.
    pub fn pass(&self, pages: &[Page]) -> Duration {
        (self.pass)(pages)
    }

    /// [`Peer::count`] for the page.
    pub fn count(&self, page: &Page) -> usize {
        (self.count)(page)
    }

    /// The heap that the page takes.
    pub fn heap(&self, page: &Page) -> Heap {
        (self.heap)(page)
    }
}

fn pass<P: for<'p> Peer<'p>>(pages: &[Page]) -> Duration {
    let mut inputs: Vec<_> = pages.iter().map(P::input).collect();
    let start = Instant::now();
    for input in &mut inputs {
        drop(black_box(P::run(black_box(input))));
    }
    start.elapsed()
}

fn count<P: for<'p> Peer<'p>>(page: &Page) -> usize {
    P::count(&P::run(&mut P::input(page)))
}

fn heap<P: for<'p> Peer<'p>>(page: &Page) -> Heap {
    let mut input = P::input(page);
    let (output, mut heap) = heap::measure(|| P::run(&mut input));
    drop(output);
    if P::KEEPS_INPUT {
        heap.peak += page.text.len() as i64;
        heap.live += page.text.len() as i64;
    }
    heap
}
