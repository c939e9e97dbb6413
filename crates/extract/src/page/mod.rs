//! A page as blocks of text, and the boxes around them.
//!
//! - `tag.rs`: elements by their role
//! - `text.rs`: the text of a block
//! - `walk.rs`: the walk that finds blocks and boxes

mod tag;
mod text;
mod walk;

use std::ops::Range;

use consomme::{Document, ElementRef, NodeRef};

pub(crate) use tag::Tag;
pub(crate) use text::{TextCounts, start_of};
pub(crate) use walk::is_shown;

/// The blocks and boxes of a page.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    /// In tree order. The first one is the root, without an element.
    pub(crate) boxes: Vec<PageBox<'a>>,
    /// In the order of the page.
    pub(crate) blocks: Vec<Block<'a>>,
    /// How many elements are rendered with each tag, by its number. Some have no text.
    pub(crate) tags: [u32; Tag::COUNT],
    /// The elements `script`, `meta` and `link` of the whole document.
    pub(crate) data: Vec<ElementRef<'a>>,
    /// The texts of the blocks, one after the other.
    texts: String,
}

/// An element that is rendered and has text.
#[derive(Debug)]
pub(crate) struct PageBox<'a> {
    /// `None` for the root.
    pub(crate) element: Option<ElementRef<'a>>,
    /// The index of the box around it; the root is its own.
    pub(crate) parent: usize,
    pub(crate) depth: u32,
    pub(crate) tag: Tag,
    /// The blocks that are in it.
    pub(crate) blocks: Range<usize>,
}

/// The text between two borders of boxes that are not in a line.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// The innermost box around the whole text.
    pub(crate) inner: usize,
    /// The innermost box around it that is not in a line.
    pub(crate) outer: usize,
    pub(crate) first: NodeRef<'a>,
    pub(crate) last: NodeRef<'a>,
    /// The place of its text in the texts of the page.
    text: Range<usize>,
    pub(crate) counts: TextCounts,
    /// Images in it or since the block before.
    pub(crate) images: usize,
}

impl<'a> Page<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        walk::walk(document)
    }

    /// Returns the text of a block. Whitespace is collapsed, but for preformatted text. A `br` is a
    /// newline.
    pub(crate) fn text(&self, block: usize) -> &str {
        &self.texts[self.blocks[block].text.clone()]
    }
}
