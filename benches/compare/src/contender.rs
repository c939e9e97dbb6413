//! The parsers, each behind the same three questions: its name, one pass over the pages, the nodes of a page.

use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use consomme::{Document, Hints, ParseOptions, parse_document};
use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document as html5ever_parser};
use tl::{ParserOptions, VDom};

use crate::pages::Page;
use crate::rcdom::{Handle, RcDom};

/// A parser and the form of its input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Contender {
    /// html5ever into the reference-counted tree of [`crate::rcdom`], from bytes that it decodes as UTF-8.
    Html5ever,
    /// tl from `&str`. Its nodes borrow from the input, and its tree is not the standard's.
    Tl,
    /// consomme from `&[u8]`: finds the encoding, decodes, copies the text into the document.
    ConsommeBytes,
    /// consomme from `&str`.
    ConsommeStr,
    /// consomme from an owned `Vec<u8>`, which it may adopt. Freeing the input counts, copying it beforehand
    /// does not.
    ConsommeVec,
}

impl Contender {
    /// Every contender; the first is the one the others are measured against.
    pub const ALL: [Self; 5] =
        [Self::Html5ever, Self::Tl, Self::ConsommeBytes, Self::ConsommeStr, Self::ConsommeVec];

    /// The name on the command line and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html5ever => "html5ever",
            Self::Tl => "tl",
            Self::ConsommeBytes => "consomme-bytes",
            Self::ConsommeStr => "consomme-str",
            Self::ConsommeVec => "consomme-vec",
        }
    }

    /// The bytes of `page` as this contender reads it.
    pub fn input_length(self, page: &Page) -> usize {
        match self {
            Self::Html5ever | Self::ConsommeBytes | Self::ConsommeVec => page.bytes.len(),
            Self::Tl | Self::ConsommeStr => page.text.len(),
        }
    }

    /// Parses every page once and drops its tree at once; how long that took.
    pub fn pass(self, pages: &[Page]) -> Duration {
        let hints = Hints::new();
        let options = ParseOptions::new();
        match self {
            Self::Html5ever => timed(pages, |page| html5ever(black_box(&page.bytes))),
            Self::Tl => timed(pages, |page| tl(black_box(&page.text))),
            Self::ConsommeBytes => {
                timed(pages, |page| parse_document(black_box(page.bytes.as_slice()), &hints))
            }
            Self::ConsommeStr => timed(pages, |page| options.parse_str(black_box(page.text.as_str()))),
            Self::ConsommeVec => {
                let inputs: Vec<Vec<u8>> = pages.iter().map(|page| page.bytes.clone()).collect();
                timed(inputs, |input| parse_document(black_box(input), &hints))
            }
        }
    }

    /// The nodes of the page's tree: without its root, and without what lies in templates where the parser
    /// keeps that apart. A check that the contenders do the same work.
    pub fn count_nodes(self, page: &Page) -> usize {
        match self {
            Self::Html5ever => html5ever(&page.bytes).count_descendants(),
            Self::Tl => tl(&page.text).map_or(0, |tree| tree.nodes().len()),
            Self::ConsommeBytes => count(&parse_document(page.bytes.as_slice(), &Hints::new())),
            Self::ConsommeStr => count(&ParseOptions::new().parse_str(page.text.as_str())),
            Self::ConsommeVec => count(&parse_document(page.bytes.clone(), &Hints::new())),
        }
    }
}

impl FromStr for Contender {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match Self::ALL.into_iter().find(|contender| contender.name() == name) {
            Some(contender) => Ok(contender),
            None => bail!("no contender {name:?}"),
        }
    }
}

/// How long it takes to parse every input and drop each tree.
fn timed<Input, Tree>(inputs: impl IntoIterator<Item = Input>, parse: impl Fn(Input) -> Tree) -> Duration {
    let start = Instant::now();
    for input in inputs {
        drop(black_box(parse(input)));
    }
    start.elapsed()
}

/// Bytes to html5ever's tree. Scripting is off, as by default in consomme: else `noscript` holds text, not
/// elements.
fn html5ever(bytes: &[u8]) -> Handle {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    html5ever_parser(RcDom::new(), options).from_utf8().one(bytes)
}

/// Text to tl's tree; `None` if it is too long for tl.
fn tl(text: &str) -> Option<VDom<'_>> {
    tl::parse(text, ParserOptions::default()).ok()
}

/// The nodes of consomme's tree without its root.
fn count(document: &Document) -> usize {
    document.descendants().count()
}
