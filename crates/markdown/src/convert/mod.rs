//! Rendered content to blocks: the rules about elements, the same for all writers.
//!
//! - `mod.rs`: the walk over the events
//! - `code.rs`: preformatted text
//! - `elements.rs`: questions about elements
//! - `lists.rs`: lists, items and the items that HTML leaves out
//! - `replaced.rs`: images, boxes of tasks, formulas, and elements that a rule replaces
//! - `tables.rs`: collects the blocks of a table, and decides how it is written
//! - `grid.rs`: the slots of a table
//! - `footnotes.rs`: which links and items are footnotes

mod code;
mod elements;
mod footnotes;
mod grid;
mod lists;
mod replaced;
mod tables;

use std::ops::Range;

use consomme::rendering::{BoxKind, RenderedEvent, TextOptions};
use consomme::{ElementRef, NodeRef, steps};

use crate::blocks::{Block, Code, Container, Role, Sink};
use crate::inline::{Inline, Link, Mark};
use crate::limits::LimitsHit;
use crate::options::{DefinitionStyle, MathStyle, Options, RubyStyle};
use crate::rules::Action;

use elements::{heading_level, is_code_block, language, mark, own_range};
use footnotes::Footnotes;
use lists::Level;
use tables::OpenTable;

/// Converts the content of a node, and hands its blocks to a sink.
pub(crate) fn convert<'a>(
    node: NodeRef<'a>,
    options: &Options,
    sink: &mut impl Sink<'a>,
) -> LimitsHit {
    let mut converter = Converter {
        options,
        sink,
        has_positions: node.document().head().is_some_and(|head| head.source().is_some())
            || node.inclusive_descendants().take(3).any(|node| node.span().is_some()),
        inline: Inline::default(),
        open: Vec::new(),
        levels: Vec::new(),
        heading: None,
        is_term: false,
        code: None,
        tables: Vec::new(),
        unwritten_tables: 0,
        collected: Vec::new(),
        skipped: None,
        footnotes: Footnotes::default(),
        limits: LimitsHit::default(),
    };
    let text_options = TextOptions::new().skipped_contents(options.skipped_contents);
    node.rendered(&text_options).for_each(|event| {
        steps::count(1);
        converter.event(event);
    });
    converter.flush();
    converter.limits
}

struct Converter<'o, 'a, S> {
    options: &'o Options,
    sink: &'o mut S,
    /// Whether texts have places in the source.
    has_positions: bool,
    /// The content since the last block.
    inline: Inline<'a>,
    /// For each box that is open, the steps at its end.
    open: Vec<Open<'a>>,
    /// The lists, items and quotes that are open.
    levels: Vec<Level>,
    heading: Option<u8>,
    is_term: bool,
    /// The preformatted text that is open.
    code: Option<Code>,
    tables: Vec<OpenTable>,
    unwritten_tables: usize,
    /// The blocks of the outermost table so far.
    collected: Vec<Block<'a>>,
    /// The element whose content is left out.
    skipped: Option<ElementRef<'a>>,
    footnotes: Footnotes,
    limits: LimitsHit,
}

/// The steps at the end of a box.
enum Open<'a> {
    /// A part of a line without a mark.
    Inline,
    Mark,
    Code,
    /// Small text above a word, in parentheses.
    Ruby,
    Block,
    /// A block in preformatted text: a line of its own.
    BlockInCode,
    Heading(Option<u8>),
    Term,
    Container(Container),
    List,
    Item,
    Preformatted(ElementRef<'a>),
    Table,
    /// A table whose cells are blocks, because tables are off.
    UnwrittenTable,
    Caption,
    Row,
    Cell,
}

impl<'a, S: Sink<'a>> Converter<'_, 'a, S> {
    fn event(&mut self, event: RenderedEvent<'a>) {
        if let Some(skipped) = self.skipped {
            match event {
                RenderedEvent::End { element, .. } if element == skipped => self.skipped = None,
                _ => {}
            }
            return;
        }
        match event {
            RenderedEvent::Text { text, node, range, .. } => self.text(text, node, range),
            RenderedEvent::Start { element, kind, .. } => self.start(element, kind),
            RenderedEvent::End { .. } => self.end(),
            RenderedEvent::LineBreak { .. } => match &mut self.code {
                Some(code) => code.text.push('\n'),
                None => self.inline.push_break(),
            },
            RenderedEvent::Replaced { element, .. } => self.replaced(element),
            RenderedEvent::CellSeparator if self.is_outside_of_tables() => {
                self.inline.push_text(" ");
            }
            RenderedEvent::RowSeparator if self.is_outside_of_tables() => self.inline.push_break(),
            // The boxes of cells and rows say the same.
            _ => {}
        }
    }

    fn text(&mut self, text: &str, node: NodeRef<'a>, range: Range<usize>) {
        let source = match self.has_positions {
            true => node.text_span(range).map(|span| span.source_range()),
            false => None,
        };
        match &mut self.code {
            Some(code) => {
                code.text.push_str(text);
                code.add_source(source);
            }
            None => {
                self.inline.push_text(text);
                if let Some(source) = source {
                    self.inline.add_source(source);
                }
            }
        }
    }

    fn start(&mut self, element: ElementRef<'a>, kind: BoxKind) {
        let is_inline = kind.is_inline();
        if self.code.is_some() {
            return self.start_in_code(element, kind);
        }
        match self.options.rules.action(element) {
            Action::Convert => {}
            Action::Html if !self.options.html => {}
            Action::Html if is_inline => {
                self.inline.open(Mark::Html(element), true);
                return self.open.push(Open::Mark);
            }
            Action::Unwrap => return self.start_unmarked(is_inline),
            action => {
                self.replace(element, action, is_inline);
                self.skipped = Some(element);
                return;
            }
        }
        if self.options.math == MathStyle::Dollars
            && let Some((tex, is_block)) = elements::formula(element)
        {
            self.formula(&tex, is_block, is_inline);
            self.skipped = Some(element);
            return;
        }
        if is_inline { self.start_inline(element) } else { self.start_block(element, kind) }
    }

    /// Starts an element that has no mark.
    fn start_unmarked(&mut self, is_inline: bool) {
        if !is_inline {
            self.flush();
        }
        self.open.push(if is_inline { Open::Inline } else { Open::Block });
    }

    fn start_inline(&mut self, element: ElementRef<'a>) {
        let name = element.name();
        let link = if name == "a" { Link::of(element) } else { None };
        if self.options.footnotes && self.start_footnote(element, link) {
            return;
        }
        let open = match name {
            "code" | "kbd" | "samp" | "tt" => {
                self.inline.open_code();
                Open::Code
            }
            "rt" if self.options.ruby == RubyStyle::Omit => {
                self.skipped = Some(element);
                return;
            }
            "rt" if self.options.ruby == RubyStyle::Parentheses => {
                self.inline.push_text("(");
                Open::Ruby
            }
            _ => match mark(element, link, self.options) {
                Some(mark) => {
                    self.inline.open(mark, self.options.merge_nested);
                    Open::Mark
                }
                None => Open::Inline,
            },
        };
        self.open.push(open);
    }

    /// Starts a link to a footnote or back from one, if the element is one of these.
    fn start_footnote(&mut self, element: ElementRef<'a>, link: Option<Link<'a>>) -> bool {
        if let Some(Link { href, .. }) = link {
            if let Some(label) = self.footnotes.reference(element, href) {
                self.inline.push_footnote(&label);
                self.skipped = Some(element);
                return true;
            }
            if self.footnotes.is_way_back(element, href) {
                self.skipped = Some(element);
                return true;
            }
        } else if element.name() == "sup" {
            if self.footnotes.is_label(element) {
                self.skipped = Some(element);
                return true;
            }
            let inner = element.first_element_child();
            let href = inner.and_then(|inner| inner.attr("href"));
            if let (Some(inner), Some(href)) = (inner, href)
                && self.footnotes.reference(inner, href).is_some()
            {
                self.open.push(Open::Inline);
                return true;
            }
        }
        false
    }

    fn start_block(&mut self, element: ElementRef<'a>, kind: BoxKind) {
        if is_part(kind) && self.is_outside_of_tables() {
            // A part of a table that is in none stays in the line, as in `inner_text`.
            return self.open.push(Open::Inline);
        }
        self.flush();
        let open = match kind {
            BoxKind::Table if self.options.tables => return self.start_table(element),
            BoxKind::Table => {
                self.unwritten_tables += 1;
                Open::UnwrittenTable
            }
            BoxKind::Caption if self.is_right_in_table() => self.start_part(Open::Caption, element),
            BoxKind::Row if self.is_right_in_table() => self.start_part(Open::Row, element),
            BoxKind::Cell if self.is_right_in_row() => self.start_part(Open::Cell, element),
            _ => self.start_other_block(element),
        };
        self.open.push(open);
    }

    /// Whether a part of a table is in none.
    fn is_outside_of_tables(&self) -> bool {
        self.tables.is_empty() && self.unwritten_tables == 0
    }

    fn start_other_block(&mut self, element: ElementRef<'a>) -> Open<'a> {
        let has_terms = self.options.definitions == DefinitionStyle::Extra;
        match element.name() {
            _ if is_code_block(element) => {
                let language = language(element).or_else(|| language(element.parent_element()?));
                self.code = Some(Code { language, ..Code::default() });
                Open::Preformatted(element)
            }
            "blockquote" => self.start_container(Container::Quote),
            "ul" | "menu" | "dir" | "ol" if !self.footnotes.has_items(element) => {
                self.start_list(element)
            }
            "dt" if has_terms => {
                self.is_term = true;
                Open::Term
            }
            "dd" if has_terms => self.start_container(Container::Definition),
            "hr" => {
                self.block(Block::Rule(own_range(element.as_node(), self.has_positions)));
                Open::Block
            }
            name => match (heading_level(name), self.footnotes.definition(element)) {
                (Some(level), _) => {
                    let shifted = level.saturating_add_signed(self.options.heading_shift);
                    Open::Heading(self.heading.replace(shifted.clamp(1, 6)))
                }
                (None, Some(label)) => self.start_container(Container::Footnote(label)),
                (None, None) if name == "li" => self.start_item(element),
                (None, None) => Open::Block,
            },
        }
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        match open {
            Open::Inline => {}
            Open::BlockInCode => {
                if let Some(code) = &mut self.code {
                    code.end_line();
                }
            }
            Open::Mark => self.inline.close(),
            Open::Code => self.inline.close_code(),
            Open::Ruby => self.inline.push_text(")"),
            Open::Block => self.flush(),
            Open::Heading(before) => {
                self.flush();
                self.heading = before;
            }
            Open::Term => {
                self.flush();
                self.is_term = false;
            }
            Open::Container(container) => {
                self.flush();
                self.levels.pop();
                self.put(Block::End(container));
            }
            Open::List => self.end_list(),
            Open::Item => self.end_item(),
            Open::Preformatted(element) => self.end_code(element),
            Open::UnwrittenTable => {
                self.unwritten_tables -= 1;
                match &mut self.code {
                    Some(code) => code.end_line(),
                    None => self.flush(),
                }
            }
            Open::Table => self.end_table(),
            Open::Caption => self.end_part(Block::CaptionEnd),
            Open::Row => self.end_part(Block::RowEnd),
            Open::Cell => self.end_part(Block::CellEnd),
        }
    }

    /// Starts a container, if there are not too many.
    fn start_container(&mut self, container: Container) -> Open<'a> {
        if self.levels.len() >= self.options.max_nesting {
            self.limits.nesting = true;
            return Open::Block;
        }
        self.block(Block::Start(container.clone()));
        self.levels.push(Level::Other);
        Open::Container(container)
    }

    /// Ends the texts since the last block.
    fn flush(&mut self) {
        if !self.inline.finish() {
            return self.inline.restart();
        }
        let role = match self.heading {
            Some(level) => Role::Heading(level),
            None if self.is_term => Role::Term,
            None => Role::Paragraph,
        };
        self.ensure_item();
        if self.tables.is_empty() {
            self.sink.text(role, &self.inline);
            self.inline.restart();
        } else {
            let text = self.inline.take();
            self.put(Block::Text(role, text));
        }
    }

    /// Adds a block after the texts before it.
    fn block(&mut self, block: Block<'a>) {
        self.flush();
        self.ensure_item();
        self.put(block);
    }

    /// Adds a block to the table that is open, or hands it to the sink.
    fn put(&mut self, block: Block<'a>) {
        if self.tables.is_empty() {
            tables::hand(&block, self.sink);
        } else {
            self.note(&block);
            self.collected.push(block);
        }
    }
}

/// Whether a box is a part of a table that starts no line in `inner_text`.
fn is_part(kind: BoxKind) -> bool {
    matches!(kind, BoxKind::RowGroup | BoxKind::Row | BoxKind::Cell)
}
