//! HTML within Markdown: tables that Markdown cannot say, and elements that are kept.

use consomme::{AttributeNamespace, ElementRef, Namespace};

use crate::blocks::{Block, Container, Role};
use crate::inline::{Inline, Link, Mark, Piece};
use crate::options::{ImageStyle, Options};

/// Returns a text with the character references that HTML needs.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    push_escaped(&mut escaped, text);
    escaped
}

fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // An empty line would end the block.
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}

/// Returns HTML without empty lines, which would end a block of HTML.
pub(crate) fn without_empty_lines(html: &str) -> String {
    if !html.contains('\n') {
        return html.to_owned();
    }
    let mut lines = html.split('\n');
    let mut joined = lines.next().unwrap_or("").to_owned();
    let mut is_empty = joined.trim().is_empty();
    for line in lines {
        let is_next_empty = line.trim().is_empty();
        joined.push_str(if is_empty || is_next_empty { "&#10;" } else { "\n" });
        joined.push_str(line);
        is_empty = is_next_empty;
    }
    joined
}

/// Returns the start tag of an element on one line.
pub(crate) fn start_tag(element: ElementRef<'_>, is_in_cell: bool) -> String {
    let mut tag = format!("<{}", element.name());
    for attribute in element.attrs() {
        let is_plain = attribute.namespace() == AttributeNamespace::None;
        let name = attribute.name();
        if is_plain && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            tag += &format!(" {name}=\"");
            push_escaped(&mut tag, attribute.value());
            tag.push('"');
        }
    }
    tag.push('>');
    if is_in_cell { tag.replace('|', "&#124;") } else { tag }
}

/// Returns a table as HTML, from its blocks. No line is empty.
pub(crate) fn table(blocks: &[Block<'_>], options: &Options) -> String {
    let mut writer = Writer { out: String::new(), options, lists: Vec::new() };
    for (at, block) in blocks.iter().enumerate() {
        // A text that is all of its cell, item or caption needs no tags.
        let before = at.checked_sub(1).and_then(|before| blocks.get(before));
        let is_alone = before.is_some_and(begins) && blocks.get(at + 1).is_some_and(ends);
        writer.block(block, is_alone);
    }
    writer.out
}

fn begins(block: &Block<'_>) -> bool {
    matches!(block, Block::CellStart(_) | Block::CaptionStart | Block::Start(Container::Item(_)))
}

fn ends(block: &Block<'_>) -> bool {
    matches!(
        block,
        Block::CellEnd
            | Block::CaptionEnd
            | Block::End(Container::Item(_))
            | Block::Start(Container::List(_))
    )
}

struct Writer<'o> {
    out: String,
    options: &'o Options,
    /// The names of the lists that are open.
    lists: Vec<&'static str>,
}

impl Writer<'_> {
    fn block(&mut self, block: &Block<'_>, is_alone: bool) {
        match block {
            Block::TableStart(_) => self.out.push_str("<table>"),
            Block::TableEnd => self.out.push_str("</table>"),
            Block::CaptionStart => self.out.push_str("<caption>"),
            Block::CaptionEnd => self.out.push_str("</caption>\n"),
            Block::RowStart(_) => self.out.push_str("<tr>"),
            Block::RowEnd => self.out.push_str("</tr>\n"),
            Block::CellStart(cell) => self.cell(*cell),
            // The end tag of a cell says nothing about its name that its start tag has not said.
            Block::CellEnd => {}
            Block::Start(container) => self.start(container),
            Block::End(container) => self.end(container),
            Block::Text(role, text) => self.text(*role, text, is_alone),
            Block::Code(code) => {
                self.out.push_str("<pre><code>");
                push_escaped(&mut self.out, &code.text);
                self.out.push_str("</code></pre>");
            }
            Block::Rule(_) => self.out.push_str("<hr>"),
            Block::Html(html, _) => self.out.push_str(html),
            Block::Raw(markdown, _) => {
                self.out.push_str("<p>");
                push_escaped(&mut self.out, markdown);
                self.out.push_str("</p>");
            }
        }
    }

    fn cell(&mut self, cell: ElementRef<'_>) {
        self.out += &format!("<{}", cell.name());
        for name in ["colspan", "rowspan", "align"] {
            if let Some(value) = cell.attr(name) {
                self.out += &format!(" {name}=\"");
                push_escaped(&mut self.out, value);
                self.out.push('"');
            }
        }
        self.out.push('>');
    }

    fn start(&mut self, container: &Container) {
        match container {
            Container::Quote => self.out.push_str("<blockquote>"),
            Container::List(list) => {
                let name = if list.start.is_some() { "ol" } else { "ul" };
                self.lists.push(name);
                match list.start {
                    Some(start) if start != 1 => self.out += &format!("<ol start=\"{start}\">"),
                    _ => self.out += &format!("<{name}>"),
                }
            }
            Container::Item(_) => self.out.push_str("<li>"),
            Container::Definition | Container::Footnote(_) => self.out.push_str("<div>"),
        }
    }

    fn end(&mut self, container: &Container) {
        match container {
            Container::Quote => self.out.push_str("</blockquote>"),
            Container::List(_) => {
                let name = self.lists.pop().unwrap_or("ul");
                self.out += &format!("</{name}>");
            }
            Container::Item(_) => self.out.push_str("</li>"),
            Container::Definition | Container::Footnote(_) => self.out.push_str("</div>"),
        }
    }

    fn text(&mut self, role: Role, text: &Inline<'_>, is_alone: bool) {
        let level = match role {
            Role::Heading(level) => Some(level),
            Role::Paragraph | Role::Term => None,
        };
        match level {
            Some(level) => self.out += &format!("<h{level}>"),
            None if is_alone => {}
            None => self.out.push_str("<p>"),
        }
        for piece in text.pieces() {
            self.piece(piece, text);
        }
        match level {
            Some(level) => self.out += &format!("</h{level}>"),
            None if is_alone => {}
            None => self.out.push_str("</p>"),
        }
    }

    fn piece(&mut self, piece: &Piece<'_>, text: &Inline<'_>) {
        match piece {
            Piece::Text(range) => push_escaped(&mut self.out, text.str(range)),
            Piece::Code(range) => {
                self.out.push_str("<code>");
                push_escaped(&mut self.out, text.str(range));
                self.out.push_str("</code>");
            }
            Piece::Math(range, is_block) => {
                let fence = if *is_block { "$$" } else { "$" };
                self.out.push_str(fence);
                push_escaped(&mut self.out, text.str(range));
                self.out.push_str(fence);
            }
            Piece::Raw(range) | Piece::Footnote(range) => {
                push_escaped(&mut self.out, text.str(range));
            }
            Piece::Image(image) => self.image(*image),
            Piece::Html(element) => {
                let html = without_empty_lines(&element.as_node().outer_html());
                self.out.push_str(&html);
            }
            Piece::Task(is_checked) => {
                let checked = if *is_checked { " checked" } else { "" };
                self.out += &format!("<input type=\"checkbox\" disabled{checked}>");
            }
            Piece::Break => self.out.push_str("<br>"),
            Piece::Open(mark) => self.mark(*mark, false),
            Piece::Close(mark) => self.mark(*mark, true),
        }
    }

    fn mark(&mut self, mark: Mark<'_>, is_end: bool) {
        let name = match mark {
            Mark::Emphasis => "em",
            Mark::Strong => "strong",
            Mark::Strikethrough => "del",
            Mark::Link(Link { href, title }) if !is_end => {
                return self.attributes("a", &[("href", Some(href)), ("title", title)]);
            }
            Mark::Link(_) => "a",
            Mark::Html(element) if !is_end => return self.out.push_str(&start_tag(element, false)),
            Mark::Html(element) => return self.out += &format!("</{}>", element.name()),
        };
        self.out += &if is_end { format!("</{name}>") } else { format!("<{name}>") };
    }

    fn image(&mut self, image: ElementRef<'_>) {
        if self.options.images == ImageStyle::Markdown {
            debug_assert!(image.namespace() == Namespace::Html, "an image is of HTML");
            self.attributes("img", &["src", "alt", "title"].map(|name| (name, image.attr(name))));
        }
    }

    /// Writes a start tag with those of the attributes that have a value, addresses resolved.
    fn attributes(&mut self, tag: &str, attributes: &[(&str, Option<&str>)]) {
        self.out += &format!("<{tag}");
        for &(name, value) in attributes {
            let Some(value) = value else { continue };
            let base = self.options.base.as_ref().filter(|_| matches!(name, "href" | "src"));
            let resolved = base.and_then(|base| base.join(value));
            self.out += &format!(" {name}=\"");
            push_escaped(&mut self.out, resolved.as_deref().unwrap_or(value));
            self.out.push('"');
        }
        self.out.push('>');
    }
}
