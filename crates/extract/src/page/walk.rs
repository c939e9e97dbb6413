//! The walk over the tree that makes blocks and boxes.
//!
//! It is not the walk of `consomme::rendering`, because content that a page hides at first belongs
//! to it here: servers send the main content in a `<div hidden>` that a script moves to its place.

use consomme::sink::known_names as known;
use consomme::{Document, ElementRef, Namespace, NodeRef, Visit, steps};

use super::text::{Around, Text, is_blank};
use super::{Block, Page, PageBox, Tag};

pub(super) fn walk(document: &Document) -> Page<'_> {
    let mut walker = Walker {
        page: empty_page(document),
        stack: vec![Open { index: 0, is_inline: false }],
        block: None,
        lowest: 0,
        links: 0,
        strongs: 0,
        controls: 0,
        preformatted: 0,
        images: 0,
        new_links: 0,
    };
    let body = document.body();
    walker.add_data(document.descendant_elements().take_while(|element| Some(*element) != body));
    if let Some(body) = body {
        let mut walk = body.as_node().traverse();
        while let Some(visit) = walk.next() {
            steps::count(1);
            match visit {
                Visit::Enter(node) => {
                    if let Some(element) = node.as_element() {
                        walker.add_data([element]);
                        if !walker.start(element) {
                            walker.add_data(element.descendant_elements());
                            walk.skip_children();
                        }
                    } else if let Some(text) = node.as_text() {
                        walker.text(text, node);
                    }
                }
                Visit::Leave(node) => {
                    if let Some(element) = node.as_element() {
                        walker.end(element);
                    }
                }
            }
        }
        walker.add_data(body.following_elements());
    }
    walker.flush();
    let page = &mut walker.page;
    page.boxes[0].blocks = 0..page.blocks.len();
    page.boxes.shrink_to_fit();
    page.blocks.shrink_to_fit();
    page.texts.shrink_to_fit();
    walker.page
}

/// Returns a page with the root. It has as much memory as an average page of its size needs, because
/// to grow step by step takes 0.5 million instructions more on ten pages.
fn empty_page(document: &Document) -> Page<'_> {
    let nodes = document.index_bound();
    let mut boxes = Vec::with_capacity(1 + nodes / 4);
    boxes.push(PageBox { element: None, parent: 0, depth: 0, tag: Tag::Other, blocks: 0..0 });
    Page {
        boxes,
        blocks: Vec::with_capacity(nodes / 16),
        tags: [0; Tag::COUNT],
        data: Vec::new(),
        texts: String::with_capacity(8 * nodes),
    }
}

/// How an element takes part in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Display {
    Nothing,
    Break,
    Image,
    Inline,
    Block,
}

/// Returns whether the text in an element is text of the page.
pub(crate) fn is_shown(element: ElementRef<'_>) -> bool {
    display(element) != Display::Nothing
}

#[rustfmt::skip]
fn display(element: ElementRef<'_>) -> Display {
    match element.namespace() {
        Namespace::Html => {}
        Namespace::MathMl => return Display::Inline,
        _ => return Display::Nothing,
    }
    match element.element_name().local {
        known::SCRIPT | known::STYLE | known::TEMPLATE | known::HEAD | known::IFRAME
        | known::OBJECT | known::CANVAS | known::VIDEO | known::AUDIO | known::DATALIST
        | known::INPUT | known::LINK | known::META | known::TITLE | known::TEXTAREA
        | known::NOFRAMES => Display::Nothing,
        known::BR => Display::Break,
        known::IMG => Display::Image,
        known::A | known::ABBR | known::ACRONYM | known::B | known::BDI | known::BDO
        | known::BIG | known::CITE | known::CODE | known::DATA | known::DEL | known::DFN
        | known::EM | known::FONT | known::I | known::INS | known::KBD | known::LABEL
        | known::MARK | known::Q | known::RUBY | known::RB | known::RP | known::RT | known::RTC
        | known::S | known::SAMP | known::SMALL | known::SPAN | known::STRIKE | known::STRONG
        | known::SUB | known::SUP | known::TIME | known::TT | known::U | known::VAR | known::WBR
        | known::OUTPUT | known::METER | known::PROGRESS | known::PICTURE | known::MAP
        | known::NOBR | known::SLOT => Display::Inline,
        _ => Display::Block,
    }
}

struct Open {
    index: usize,
    is_inline: bool,
}

struct Walker<'a> {
    page: Page<'a>,
    stack: Vec<Open>,
    block: Option<OpenBlock<'a>>,
    /// The lowest height of the stack since the last text.
    lowest: usize,
    links: usize,
    strongs: usize,
    controls: usize,
    preformatted: usize,
    images: usize,
    new_links: u32,
}

struct OpenBlock<'a> {
    text: Text,
    /// The height of the stack at the innermost box around the whole text.
    height: usize,
    first: NodeRef<'a>,
    last: NodeRef<'a>,
}

impl<'a> Walker<'a> {
    /// Adds those elements that hold data for machines. They are found in the same walk, because
    /// another one takes 1 million instructions more on ten pages.
    fn add_data(&mut self, elements: impl IntoIterator<Item = ElementRef<'a>>) {
        let is_data = |element: &ElementRef<'a>| {
            steps::count(1);
            matches!(element.element_name().local, known::SCRIPT | known::META | known::LINK)
        };
        self.page.data.extend(elements.into_iter().filter(is_data));
    }

    /// Returns whether the content counts.
    fn start(&mut self, element: ElementRef<'a>) -> bool {
        let display = display(element);
        match display {
            Display::Nothing => return false,
            Display::Break => {
                if let Some(block) = &mut self.block {
                    block.text.break_line(&mut self.page.texts);
                }
                return false;
            }
            Display::Image => {
                self.images += 1;
                return false;
            }
            Display::Block => self.flush(),
            Display::Inline => {}
        }
        let tag = Tag::of(element);
        let parent = self.stack.last().map_or(0, |open| open.index);
        let start = self.page.blocks.len();
        let depth = self.page.boxes[parent].depth + 1;
        let element = Some(element);
        self.page.boxes.push(PageBox { element, parent, depth, tag, blocks: start..start });
        let is_inline = display == Display::Inline;
        self.stack.push(Open { index: self.page.boxes.len() - 1, is_inline });
        self.page.tags[tag.number()] += 1;
        self.count(tag, 1);
        if tag == Tag::Link {
            self.new_links += 1;
            if let Some(block) = &mut self.block
                && block.text.ends_with_link
            {
                block.text.space();
            }
        }
        true
    }

    fn end(&mut self, element: ElementRef<'a>) {
        let is_open = |open: &Open| self.page.boxes[open.index].element == Some(element);
        if !self.stack.last().is_some_and(is_open) {
            return;
        }
        if self.stack.last().is_some_and(|open| !open.is_inline) {
            self.flush();
        }
        let Some(open) = self.stack.pop() else { return };
        let end = self.page.blocks.len() + usize::from(self.block.is_some());
        let page_box = &mut self.page.boxes[open.index];
        page_box.blocks.end = end;
        let tag = page_box.tag;
        // Nothing asks about a box without text; boxes in it have none, either.
        if page_box.blocks.is_empty() {
            self.page.boxes.truncate(open.index);
        }
        self.count(tag, -1);
        self.lowest = self.lowest.min(self.stack.len());
    }

    fn count(&mut self, tag: Tag, by: isize) {
        let counter = match tag {
            Tag::Link => &mut self.links,
            Tag::Strong => &mut self.strongs,
            Tag::Control => &mut self.controls,
            Tag::Code => &mut self.preformatted,
            _ => return,
        };
        *counter = counter.saturating_add_signed(by);
    }

    fn text(&mut self, piece: &str, node: NodeRef<'a>) {
        let height = self.stack.len();
        if is_blank(piece) {
            if let Some(block) = &mut self.block {
                if self.preformatted > 0 {
                    self.page.texts.push_str(piece);
                }
                block.text.space();
            }
            return;
        }
        let around = Around {
            link: self.links > 0,
            strong: self.strongs > 0,
            control: self.controls > 0,
            preformatted: self.preformatted > 0,
        };
        let lowest = self.lowest;
        match &mut self.block {
            Some(block) => block.height = block.height.min(lowest).min(height),
            None => {
                let text = Text::new(&self.page.texts);
                self.block = Some(OpenBlock { text, height, first: node, last: node });
            }
        }
        if let Some(block) = &mut self.block {
            block.last = node;
            block.text.push(&mut self.page.texts, piece, around);
            block.text.counts.links += std::mem::take(&mut self.new_links);
        }
        self.lowest = height;
    }

    fn flush(&mut self) {
        let Some(block) = self.block.take() else { return };
        let height = block.height.clamp(1, self.stack.len());
        let inner = self.stack[height - 1].index;
        let outer = self.stack[..height].iter().rev().find(|open| !open.is_inline);
        let outer = outer.map_or(0, |open| open.index);
        let images = std::mem::take(&mut self.images);
        let OpenBlock { text, first, last, .. } = block;
        let Text { start, counts, .. } = text;
        let text = start..self.page.texts.len();
        self.page.blocks.push(Block { inner, outer, first, last, text, counts, images });
    }
}
