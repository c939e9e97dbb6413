//! The content of a block as Markdown.

use consomme::{ElementRef, steps};

use crate::html;
use crate::inline::{Inline, Link, Mark, Piece};
use crate::options::{Delimiter, HardBreakStyle, Options};

use super::delimiters::{self, Token};
use super::escape::{self, Counts, Next, Place};
use super::links::Links;

/// Where inline content is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    Paragraph,
    /// A heading of one line.
    Heading,
    /// A cell of a table.
    Cell,
}

/// Writes inline content. Buffers are kept from one block to the next.
#[derive(Default, Debug)]
pub(super) struct InlineWriter {
    out: String,
    tokens: Vec<Token>,
    /// The spelling of each delimiter mark of the block.
    spellings: Vec<Spelling>,
}

/// The spelling of a mark. Where a reader does not see one, the next is tried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Spelling {
    /// With the delimiter of the options.
    #[default]
    First,
    /// With the other delimiter.
    Second,
    /// As HTML, or not at all.
    Html,
}

/// How many times the marks of a block are written at most. A mark has three spellings, and the
/// spelling of one can decide whether another is seen; in the last round, all are HTML.
const ROUNDS: usize = 8;

impl InlineWriter {
    /// Returns the Markdown of inline content. Lines are separated by line feeds.
    pub(super) fn write<'a>(
        &mut self,
        inline: &Inline<'a>,
        context: Context,
        options: &Options,
        links: &mut Links,
    ) -> &str {
        self.spellings.clear();
        for round in 1..=ROUNDS {
            self.out.clear();
            self.tokens.clear();
            Pass::new(self, inline, context, options, links).run();
            let is_delimiter = |token: &Token| matches!(token, Token::Delimiter { .. });
            if !self.tokens.iter().any(is_delimiter) {
                break;
            }
            let unseen = delimiters::unseen(&self.out, &self.tokens, self.spellings.len());
            // A mark that is written as HTML has no delimiters to see.
            let is_wrong = |mark: &usize| self.spellings[*mark] != Spelling::Html;
            let wrong: Vec<usize> = unseen.into_iter().filter(is_wrong).collect();
            if wrong.is_empty() {
                break;
            }
            if round + 1 >= ROUNDS {
                self.spellings.fill(Spelling::Html);
            } else {
                self.respell(&wrong);
            }
        }
        &self.out
    }

    /// Spells marks that are not seen in another way: the innermost ones only, and of two that are
    /// beside each other, the first. That can be enough for the others.
    fn respell(&mut self, wrong: &[usize]) {
        // For each mark that is open, whether a mark in it has another spelling now.
        let mut open = Vec::new();
        let mut last_end = usize::MAX;
        for token in &self.tokens {
            let Token::Delimiter { at, length, mark, is_start, .. } = *token else { continue };
            if is_start {
                open.push((at == last_end, false));
                continue;
            }
            let (is_beside, is_around) = open.pop().unwrap_or_default();
            let is_respelled = !is_beside && !is_around && wrong.binary_search(&mark).is_ok();
            if is_respelled {
                last_end = at + length;
                self.spellings[mark] = match self.spellings[mark] {
                    Spelling::First => Spelling::Second,
                    Spelling::Second | Spelling::Html => Spelling::Html,
                };
            }
            if let Some((_, is_around_outer)) = open.last_mut() {
                *is_around_outer |= is_around || is_respelled;
            }
        }
    }
}

/// One pass over the pieces of a block.
struct Pass<'p, 'a> {
    writer: &'p mut InlineWriter,
    inline: &'p Inline<'a>,
    context: Context,
    options: &'p Options,
    links: &'p mut Links,
    counts: Counts,
    has_math: bool,
    /// The marks with delimiters that are open: their numbers.
    open: Vec<usize>,
    /// How many marks have started.
    marks: usize,
    /// For each link that is open, whether it is an autolink, which ends at once.
    is_in_link: bool,
}

impl<'p, 'a> Pass<'p, 'a> {
    fn new(
        writer: &'p mut InlineWriter,
        inline: &'p Inline<'a>,
        context: Context,
        options: &'p Options,
        links: &'p mut Links,
    ) -> Self {
        let (mut counts, mut has_math) = (Counts::default(), false);
        for piece in inline.pieces() {
            match piece {
                Piece::Text(range) => counts.add(inline.str(range)),
                Piece::Code(_) => counts.add_code(),
                Piece::Open(mark) if mark.has_delimiters() => counts.add_marks(),
                Piece::Math(..) => has_math = true,
                Piece::Image(image) if has_backtick_in_image(*image) => counts.add_code(),
                _ => {}
            }
        }
        // A backtick in an address would end the code that the only one in a text would start.
        if counts.has_one_backtick() && inline.pieces().iter().any(has_backtick) {
            counts.add_code();
        }
        let (open, marks, is_in_link) = (Vec::new(), 0, false);
        Pass { writer, inline, context, options, links, counts, has_math, open, marks, is_in_link }
    }

    fn run(&mut self) {
        let pieces = self.inline.pieces();
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            steps::count(1);
            at += 1;
            match piece {
                Piece::Open(Mark::Link(link)) => {
                    if let Some(length) = self.autolink(link, &pieces[at..]) {
                        at += length;
                        continue;
                    }
                    self.writer.tokens.push(Token::LinkStart);
                    self.writer.out.push('[');
                    self.is_in_link = true;
                }
                Piece::Close(Mark::Link(link)) => {
                    self.is_in_link = false;
                    self.writer.tokens.push(Token::LinkEnd);
                    let is_in_cell = self.is_in_cell();
                    self.links.push_end(&mut self.writer.out, link, is_in_cell);
                }
                Piece::Open(mark) => self.open(*mark),
                Piece::Close(mark) => self.close(*mark),
                Piece::Text(range) => self.text(self.inline.str(range), pieces.get(at)),
                piece => self.leaf(piece, pieces.get(at)),
            }
        }
    }

    fn is_in_cell(&self) -> bool {
        self.context == Context::Cell
    }

    fn place(&self, next: Option<&Piece<'_>>) -> Place {
        Place {
            counts: self.counts,
            is_in_link: self.is_in_link,
            has_definitions: self.links.has_definitions(),
            is_in_cell: self.is_in_cell(),
            has_math: self.has_math,
            next: match next {
                None => Next::End,
                Some(Piece::Break) => Next::Break,
                Some(Piece::Open(Mark::Link(_)) | Piece::Image(_) | Piece::Footnote(_)) => {
                    Next::Bracket
                }
                Some(_) => Next::Other,
            },
        }
    }

    fn text(&mut self, text: &str, next: Option<&Piece<'_>>) {
        let place = self.place(next);
        let is_link_first = self.is_in_link && self.writer.out == "[";
        if is_link_first && matches!(text, "x" | "X") && matches!(next, Some(Piece::Close(_))) {
            // `[x]` at the start of an item is the box of a task, for some readers even in a link.
            return self.writer.out.push_str(if text == "x" { "&#120;" } else { "&#88;" });
        }
        escape::push_text(&mut self.writer.out, text, &place);
    }

    fn leaf(&mut self, piece: &Piece<'a>, next: Option<&Piece<'_>>) {
        let is_in_cell = self.is_in_cell();
        let inline = self.inline;
        match piece {
            Piece::Code(range) => self.code(inline.str(range)),
            Piece::Math(range, is_block) => {
                let fence = if *is_block { "$$" } else { "$" };
                let tex = inline.str(range);
                let tex = if is_in_cell { &tex.replace('|', "\\|") } else { tex };
                self.writer.out += &format!("{fence}{tex}{fence}");
            }
            Piece::Raw(range) => self.writer.out.push_str(inline.str(range)),
            Piece::Footnote(range) => {
                self.writer.out += &format!("[^{}]", inline.str(range));
            }
            Piece::Image(image) => {
                let place = Place { is_in_link: true, ..self.place(next) };
                self.links.push_image(&mut self.writer.out, *image, &place);
            }
            Piece::Html(element) => {
                let html = html::without_empty_lines(&element.as_node().outer_html());
                let html = html.replace('\n', " ");
                self.writer.out += &if is_in_cell { html.replace('|', "&#124;") } else { html };
            }
            Piece::Task(is_checked) if self.writer.out.is_empty() => {
                self.writer.out.push_str(if *is_checked { "[x] " } else { "[ ] " });
            }
            Piece::Break => self.line_break(),
            Piece::Task(_) | Piece::Open(_) | Piece::Close(_) | Piece::Text(_) => {}
        }
    }

    fn line_break(&mut self) {
        let out = &mut self.writer.out;
        if self.context != Context::Paragraph {
            return out.push_str(if self.options.html { "<br>" } else { " " });
        }
        let line = out.rsplit('\n').next().unwrap_or("");
        // Readers that make addresses a link would take a backslash as a part of it.
        let is_after_address = line.rsplit(' ').next().is_some_and(|word| {
            word.contains("://") || word.contains("www.") || word.contains('@')
        });
        let has_spaces = self.options.hard_break == HardBreakStyle::Spaces || is_after_address;
        let is_empty_line = line.trim_matches([' ', '\t']).is_empty();
        out.push_str(if has_spaces && !is_empty_line { "  \n" } else { "\\\n" });
    }

    /// Writes code between backticks, one more than it has.
    fn code(&mut self, code: &str) {
        /// Readers look for fences up to some length only.
        const MAX_FENCE: usize = 16;
        let fence = fence(code, 1);
        let is_in_cell = self.is_in_cell();
        if fence > MAX_FENCE || is_in_cell && code.contains("\\|") {
            if self.options.html {
                let text = html::escaped(code).replace('|', "&#124;");
                // The text between tags is Markdown again.
                let mut escaped = String::new();
                for c in text.chars() {
                    if c.is_ascii_punctuation() && !matches!(c, '&' | ';' | '#') {
                        escaped.push('\\');
                    }
                    escaped.push(c);
                }
                self.writer.out += &format!("<code>{escaped}</code>");
            } else {
                self.text(code, Some(&Piece::Task(false)));
            }
            return;
        }
        let is_padded = code.starts_with('`')
            || code.ends_with('`')
            || code.starts_with(' ') && code.ends_with(' ') && !code.trim_matches(' ').is_empty();
        let pad = if is_padded { " " } else { "" };
        let fence = "`".repeat(fence);
        let code = if is_in_cell { &code.replace('|', "\\|") } else { code };
        let out = &mut self.writer.out;
        for part in [&fence, pad, code, pad, &fence] {
            out.push_str(part);
        }
    }

    fn open(&mut self, mark: Mark<'a>) {
        if let Mark::Html(element) = mark {
            return self.writer.out.push_str(&html::start_tag(element, self.is_in_cell()));
        }
        let index = self.marks;
        self.marks += 1;
        self.open.push(index);
        if self.writer.spellings.len() == index {
            self.writer.spellings.push(Spelling::First);
        }
        self.delimiter(mark, index, true);
    }

    fn close(&mut self, mark: Mark<'a>) {
        if let Mark::Html(element) = mark {
            self.writer.out += &format!("</{}>", element.name());
        } else if let Some(index) = self.open.pop() {
            self.delimiter(mark, index, false);
        }
    }

    fn delimiter(&mut self, mark: Mark<'_>, index: usize, is_start: bool) {
        let spelling = self.writer.spellings[index];
        let (style, length, name) = match mark {
            Mark::Strong => (Some(self.options.strong), 2, "strong"),
            Mark::Strikethrough => (None, 2, "del"),
            _ => (Some(self.options.emphasis), 1, "em"),
        };
        let character = match (style, spelling) {
            (_, Spelling::Html) | (None, Spelling::Second) if !self.options.html => return,
            (_, Spelling::Html) | (None, Spelling::Second) => {
                let slash = if is_start { "" } else { "/" };
                return self.writer.out += &format!("<{slash}{name}>");
            }
            (None, Spelling::First) => b'~',
            (Some(Delimiter::Star), Spelling::First) => b'*',
            (Some(Delimiter::Star), Spelling::Second) => b'_',
            (Some(Delimiter::Underscore), Spelling::First) => b'_',
            (Some(Delimiter::Underscore), Spelling::Second) => b'*',
        };
        let at = self.writer.out.len();
        self.writer.tokens.push(Token::Delimiter { at, length, character, mark: index, is_start });
        (0..length).for_each(|_| self.writer.out.push(char::from(character)));
    }

    /// Writes a link whose text is its address as `<address>`. Returns the number of pieces after
    /// the start of the link that this writes.
    fn autolink(&mut self, link: &Link<'a>, rest: &[Piece<'a>]) -> Option<usize> {
        let [Piece::Text(range), Piece::Close(_), ..] = rest else { return None };
        let text = self.inline.str(range);
        if !self.options.autolinks || !self.links.is_autolink(link, text) {
            return None;
        }
        let text = if self.is_in_cell() { &text.replace('|', "\\|") } else { text };
        self.writer.out += &format!("<{text}>");
        Some(2)
    }
}

/// Whether a piece is a link with a backtick in its address or its title.
fn has_backtick(piece: &Piece<'_>) -> bool {
    match piece {
        Piece::Open(Mark::Link(Link { href, title })) => {
            href.contains('`') || title.is_some_and(|title| title.contains('`'))
        }
        _ => false,
    }
}

/// Whether the address, the title or the description of an image has a backtick.
fn has_backtick_in_image(image: ElementRef<'_>) -> bool {
    let is_written = |name| matches!(name, "src" | "data-src" | "title" | "alt");
    image.attrs().any(|attribute| attribute.value().contains('`') && is_written(attribute.name()))
}

/// Returns the length of a run of backticks that is not in a code, at least `least`.
fn fence(code: &str, least: usize) -> usize {
    if !code.contains('`') {
        return least;
    }
    let mut lengths: Vec<usize> = code.split(|c| c != '`').map(str::len).collect();
    lengths.sort_unstable();
    lengths.iter().fold(least, |fence, &length| if length == fence { fence + 1 } else { fence })
}

#[cfg(test)]
mod tests {
    use super::fence;

    #[test]
    fn a_fence_is_the_shortest_run_that_the_code_has_not() {
        for (code, length) in [("a", 1), ("`", 2), ("``", 1), ("` ``", 3), ("```", 1)] {
            assert_eq!(fence(code, 1), length, "{code}");
        }
    }
}
