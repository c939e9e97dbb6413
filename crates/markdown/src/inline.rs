//! The content of a paragraph or heading: texts, marks, code, images.

use std::ops::Range;

use consomme::ElementRef;

/// A mark around a part of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark<'a> {
    Emphasis,
    Strong,
    Strikethrough,
    Link(Link<'a>),
    /// An element that Markdown has no mark for, kept as HTML.
    Html(ElementRef<'a>),
}

/// A link, with what its element has in attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link<'a> {
    pub(crate) href: &'a str,
    pub(crate) title: Option<&'a str>,
}

impl<'a> Link<'a> {
    /// Returns the link that an element is. One walk over the attributes takes the time of asking
    /// for one of them.
    pub(crate) fn of(element: ElementRef<'a>) -> Option<Link<'a>> {
        let (mut href, mut title) = (None, None);
        for attribute in element.attrs().filter(|attribute| attribute.prefix().is_none()) {
            match attribute.name() {
                "href" => href = href.or(Some(attribute.value())),
                "title" => title = title.or(Some(attribute.value())),
                _ => {}
            }
        }
        Some(Link { href: href?, title })
    }
}

impl Mark<'_> {
    /// Whether Markdown writes the mark with delimiters, which must not be beside whitespace.
    pub(crate) fn has_delimiters(self) -> bool {
        matches!(self, Mark::Emphasis | Mark::Strong | Mark::Strikethrough)
    }

    /// Whether one in the other looks the same as one of them.
    fn is_same_kind(self, other: Mark<'_>) -> bool {
        match (self, other) {
            (Mark::Link(_), Mark::Link(_)) => true,
            (Mark::Html(one), Mark::Html(other)) => one.name() == other.name(),
            (one, other) => one.has_delimiters() && one == other,
        }
    }
}

/// A piece of inline content. Ranges are of [`Inline::text`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Piece<'a> {
    Text(Range<usize>),
    Code(Range<usize>),
    /// TeX, as a block of its own or in the line.
    Math(Range<usize>, bool),
    /// Markdown from a rule.
    Raw(Range<usize>),
    /// The label of a footnote.
    Footnote(Range<usize>),
    Image(ElementRef<'a>),
    /// An element without content, kept as HTML.
    Html(ElementRef<'a>),
    /// The box of a task, checked or not.
    Task(bool),
    Break,
    Open(Mark<'a>),
    Close(Mark<'a>),
}

/// The inline content of a block.
#[derive(Clone, Default, Debug)]
pub(crate) struct Inline<'a> {
    text: String,
    pieces: Vec<Piece<'a>>,
    /// The marks that are open, the outermost first, each with whether it is written.
    open: Vec<(Mark<'a>, bool)>,
    /// How many elements with code are open, and where the text of the current code starts.
    code: usize,
    code_start: usize,
    has_content: bool,
    /// The place in the source of all texts, if it is known.
    source: Option<Range<usize>>,
}

/// How many marks are written around each other, so that the time for the whitespace at their ends
/// is linear.
const MAX_MARKS: usize = 32;

impl<'a> Inline<'a> {
    pub(crate) fn pieces(&self) -> &[Piece<'a>] {
        &self.pieces
    }

    pub(crate) fn str(&self, range: &Range<usize>) -> &str {
        &self.text[range.clone()]
    }

    pub(crate) fn has_content(&self) -> bool {
        self.has_content
    }

    pub(crate) fn source(&self) -> Option<Range<usize>> {
        self.source.clone()
    }

    /// Adds a place in the source.
    pub(crate) fn add_source(&mut self, range: Range<usize>) {
        self.source = Some(match &self.source {
            Some(source) => source.start.min(range.start)..source.end.max(range.end),
            None => range,
        });
    }

    pub(crate) fn push_text(&mut self, text: &str) {
        if self.code > 0 {
            self.text.push_str(text);
            return;
        }
        let mut text = text;
        // No-break spaces at the start of emphasis: Markdown does not see it before whitespace.
        if self.pieces.last().is_some_and(is_open_delimiter) {
            let rest = text.trim_start();
            if rest.len() < text.len() {
                let (space, rest) = text.split_at(text.len() - rest.len());
                let range = self.append(space);
                let at = self.start_of_delimiters();
                self.pieces.insert(at, Piece::Text(range));
                text = rest;
            }
        }
        if self.pieces.last().is_some_and(|piece| matches!(piece, Piece::Task(_))) {
            text = text.trim_start_matches(' ');
        }
        if text.is_empty() {
            return;
        }
        self.has_content = self.has_content || !text.trim_start().is_empty();
        let range = self.append(text);
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Text(range)),
        }
    }

    /// Whether a piece shows nothing at the start or the end of a block.
    fn shows_nothing(&self, piece: &Piece<'_>) -> bool {
        match piece {
            Piece::Break => true,
            Piece::Text(range) => self.is_space(range),
            _ => false,
        }
    }

    fn is_space(&self, range: &Range<usize>) -> bool {
        self.text[range.clone()].trim_start().is_empty()
    }

    fn append(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// The place before the delimiters that are open at the end.
    fn start_of_delimiters(&self) -> usize {
        let is_other = |piece| !is_open_delimiter(piece);
        self.pieces.iter().rposition(is_other).map_or(0, |at| at + 1)
    }

    pub(crate) fn push_break(&mut self) {
        self.split_code(|inline| {
            let is_other = |piece: &Piece<'_>| !matches!(piece, Piece::Open(_));
            let at = inline.pieces.iter().rposition(is_other).map_or(0, |at| at + 1);
            inline.pieces.insert(at, Piece::Break);
        });
    }

    pub(crate) fn push_math(&mut self, tex: &str, is_block: bool) {
        self.push_own(tex, |range| Piece::Math(range, is_block));
    }

    pub(crate) fn push_raw(&mut self, markdown: &str) {
        self.push_own(markdown, Piece::Raw);
    }

    pub(crate) fn push_footnote(&mut self, label: &str) {
        self.push_own(label, Piece::Footnote);
    }

    fn push_own(&mut self, text: &str, piece: impl FnOnce(Range<usize>) -> Piece<'a>) {
        self.split_code(|inline| {
            let range = inline.append(text);
            inline.pieces.push(piece(range));
        });
        self.has_content = true;
    }

    pub(crate) fn push_image(&mut self, image: ElementRef<'a>) {
        self.split_code(|inline| inline.pieces.push(Piece::Image(image)));
        self.has_content = true;
    }

    pub(crate) fn push_html(&mut self, element: ElementRef<'a>) {
        self.split_code(|inline| inline.pieces.push(Piece::Html(element)));
        self.has_content = true;
    }

    /// Adds the box of a task at the start of an item.
    pub(crate) fn push_task(&mut self, is_checked: bool) {
        self.pieces.push(Piece::Task(is_checked));
    }

    pub(crate) fn open_code(&mut self) {
        self.code += 1;
        if self.code == 1 {
            self.code_start = self.text.len();
        }
    }

    pub(crate) fn close_code(&mut self) {
        if self.code == 1 {
            self.end_code();
        }
        self.code = self.code.saturating_sub(1);
    }

    /// Ends the code for a piece that cannot be in it, and starts it again.
    fn split_code(&mut self, put: impl FnOnce(&mut Self)) {
        if self.code > 0 {
            self.end_code();
        }
        put(self);
        self.code_start = self.text.len();
    }

    fn end_code(&mut self) {
        let range = self.code_start..self.text.len();
        if range.is_empty() {
            return;
        }
        self.has_content = true;
        match self.pieces.last_mut() {
            // Markdown would not see where the first of two codes ends.
            Some(Piece::Code(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Code(range)),
        }
    }

    /// Opens a mark. In code there are links only.
    pub(crate) fn open(&mut self, mark: Mark<'a>, merges_nested: bool) {
        let is_link = matches!(mark, Mark::Link(_));
        let is_same = |&(open, is_written): &(Mark<'a>, bool)| {
            is_written && open.is_same_kind(mark) && (merges_nested || is_link)
        };
        let written = self.open.iter().filter(|(_, is_written)| *is_written).take(MAX_MARKS);
        let is_written = written.count() < MAX_MARKS
            && self.open.len() < 4 * MAX_MARKS
            && (self.code == 0 || is_link)
            && !self.open.iter().any(is_same);
        self.open.push((mark, is_written));
        if is_written {
            self.split_code(|inline| inline.pieces.push(Piece::Open(mark)));
        }
    }

    /// Closes the innermost mark.
    pub(crate) fn close(&mut self) {
        if let Some((mark, true)) = self.open.pop() {
            self.split_code(|inline| inline.put_close(mark));
        }
    }

    /// Puts the end of a mark before the breaks and the whitespace at the end. A mark around
    /// nothing goes away.
    fn put_close(&mut self, mark: Mark<'a>) {
        let mut at = self.pieces.len();
        while at > 0 {
            match self.pieces[at - 1].clone() {
                Piece::Break => at -= 1,
                Piece::Text(range) if mark.has_delimiters() || self.is_space(&range) => {
                    let words = self.text[range.clone()].trim_end().len();
                    if words == range.len() {
                        break;
                    }
                    if words > 0 {
                        let middle = range.start + words;
                        self.pieces[at - 1] = Piece::Text(range.start..middle);
                        self.pieces.insert(at, Piece::Text(middle..range.end));
                        break;
                    }
                    at -= 1;
                }
                _ => break,
            }
        }
        if at > 0 && self.pieces[at - 1] == Piece::Open(mark) {
            self.pieces.remove(at - 1);
        } else {
            self.pieces.insert(at, Piece::Close(mark));
        }
    }

    /// Ends the block: closes the marks, which go on in the block after it, and drops the line
    /// breaks at both ends, which show nothing. Returns whether there is content.
    pub(crate) fn finish(&mut self) -> bool {
        if self.pieces.is_empty() && self.code == 0 {
            return false;
        }
        if self.code > 0 {
            self.end_code();
        }
        for at in (0..self.open.len()).rev() {
            let (mark, is_written) = self.open[at];
            if is_written {
                self.put_close(mark);
            }
        }
        while self.pieces.last().is_some_and(|piece| self.shows_nothing(piece)) {
            self.pieces.pop();
        }
        let starts = self.pieces.iter().take_while(|piece| self.shows_nothing(piece)).count();
        self.pieces.drain(..starts);
        // A space beside content that is left out.
        if let Some(Piece::Text(range)) = self.pieces.last_mut() {
            range.end -= self.text[range.clone()].len()
                - self.text[range.clone()].trim_end_matches(' ').len();
        }
        if let Some(Piece::Text(range)) = self.pieces.first_mut() {
            range.start += self.text[range.clone()].len()
                - self.text[range.clone()].trim_start_matches(' ').len();
        }
        self.has_content
    }

    /// Starts the next block with the marks that are open. Returns the one that was finished.
    pub(crate) fn take(&mut self) -> Inline<'a> {
        let next = Inline { open: self.open.clone(), code: self.code, ..Inline::default() };
        let finished = std::mem::replace(self, next);
        self.reopen();
        finished
    }

    /// Starts the next block with the marks that are open, in the same buffers.
    pub(crate) fn restart(&mut self) {
        self.text.clear();
        self.pieces.clear();
        (self.has_content, self.source, self.code_start) = (false, None, 0);
        self.reopen();
    }

    fn reopen(&mut self) {
        let written = self.open.iter().filter(|(_, is_written)| *is_written);
        self.pieces.extend(written.map(|&(mark, _)| Piece::Open(mark)));
    }
}

fn is_open_delimiter(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Open(mark) if mark.has_delimiters())
}
