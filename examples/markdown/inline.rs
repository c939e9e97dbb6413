//! Inline content: texts, emphasis, links, images, code.

/// A line break within a paragraph.
pub(crate) const BREAK: &str = "\\\n";

/// The Markdown of a block's content so far.
#[derive(Default)]
pub(crate) struct Inline {
    text: String,
    /// The marks that are open, the outermost first, each with the offset after its start, or
    /// `None` if it is not written: in code there are no marks, and two of a kind do not nest.
    open: Vec<(Mark, Option<usize>)>,
    /// The mark that has ended last, and the offsets after its start and its end.
    closed: Option<(Mark, usize, usize)>,
    /// The offset after the code that has ended last.
    code_end: Option<usize>,
}

/// A mark around a part of a text.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    Emphasis,
    Strong,
    Strikethrough,
    /// With its address.
    Link(String),
    Code,
}

impl Mark {
    /// The mark at the start and the end, and the HTML element to use where Markdown would not
    /// recognize the mark.
    fn delimiter(&self) -> (&'static str, &'static str) {
        match self {
            Mark::Emphasis => ("_", "em"),
            Mark::Strong => ("**", "strong"),
            Mark::Strikethrough => ("~~", "del"),
            Mark::Link(_) => ("[", ""),
            Mark::Code => ("", ""),
        }
    }
}

impl Inline {
    pub(crate) fn is_in_code(&self) -> bool {
        self.open.iter().any(|(mark, _)| *mark == Mark::Code)
    }

    pub(crate) fn open(&mut self, mark: Mark) {
        let is_same = |(open, _): &(Mark, _)| match mark {
            Mark::Link(_) => matches!(open, Mark::Link(_)),
            _ => *open == mark,
        };
        if self.is_in_code() || self.open.iter().any(is_same) {
            return self.open.push((mark, None));
        }
        // `![` would begin an image.
        if matches!(mark, Mark::Link(_)) && self.text.ends_with('!') {
            self.text.insert(self.text.len() - 1, '\\');
        }
        self.text.push_str(mark.delimiter().0);
        self.open.push((mark, Some(self.text.len())));
    }

    /// Closes the innermost mark.
    pub(crate) fn close(&mut self) {
        let Some((mark, Some(start))) = self.open.pop() else { return };
        let (delimiter, _) = mark.delimiter();
        if start == self.text.len() {
            return self.text.truncate(start - delimiter.len());
        }
        match mark {
            Mark::Link(address) => self.text += &format!("]({})", destination(&address)),
            Mark::Code => {
                let code = self.text.split_off(start);
                let fence = "`".repeat(longest_run(&code, '`') + 1);
                let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
                // Markdown would not see where the first of two codes ends.
                let separator = if self.code_end == Some(start) { "<!-- -->" } else { "" };
                self.text += &format!("{separator}{fence}{pad}{code}{pad}{fence}");
                self.code_end = Some(self.text.len());
            }
            mark => {
                self.text.push_str(delimiter);
                self.closed = Some((mark, start, self.text.len()));
                self.check_closed(None);
            }
        }
    }

    /// Replaces the delimiters of the mark that has ended last by HTML if Markdown does not see
    /// them before this character.
    ///
    /// <https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run>
    fn check_closed(&mut self, after: Option<char>) {
        let Some((mark, start, end)) = self.closed.take_if(|(.., end)| *end == self.text.len())
        else {
            return;
        };
        let (delimiter, name) = mark.delimiter();
        let inner = &self.text[start..end - delimiter.len()];
        let before = self.text[..start - delimiter.len()].chars().next_back();
        let edges = [inner.chars().next(), inner.chars().next_back()];
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_in_word = is_word(before) || is_word(after);
        let is_seen = !edges.iter().flatten().any(|c| c.is_whitespace())
            && before.is_none_or(|before| !delimiter.starts_with(before))
            && (!is_in_word || delimiter != "_" && edges.into_iter().all(is_word));
        if is_seen {
            self.closed = Some((mark, start, end));
        } else {
            let html = format!("<{name}>{inner}</{name}>");
            self.text.replace_range(start - delimiter.len().., &html);
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        if self.is_in_code() {
            return self.text.push_str(text);
        }
        self.check_closed(text.chars().next());
        let mut before = None;
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            if is_special(before, c, rest.peek().copied()) {
                self.text.push('\\');
            }
            self.text.push(c);
            before = Some(c);
        }
    }

    pub(crate) fn line_break(&mut self) {
        self.text.push_str(if self.is_in_code() { " " } else { BREAK });
    }

    pub(crate) fn image(&mut self, alt: &str, address: &str) {
        self.text.push_str("![");
        self.text(&alt.replace('\n', " "));
        self.text += &format!("]({})", destination(address));
    }

    /// Returns the Markdown, and starts again. Marks that are open go on in the next block. Line
    /// breaks at the start and end show nothing.
    pub(crate) fn take(&mut self) -> String {
        let open: Vec<Mark> = self.open.iter().map(|(mark, _)| mark.clone()).collect();
        open.iter().for_each(|_| self.close());
        let text = std::mem::take(&mut self.text);
        (self.closed, self.code_end) = (None, None);
        open.into_iter().for_each(|mark| self.open(mark));
        let mut rest = text.as_str();
        while let Some(shorter) = rest.strip_prefix(BREAK).or_else(|| rest.strip_suffix(BREAK)) {
            rest = shorter.trim_matches(' ');
        }
        rest.trim_matches(' ').to_owned()
    }
}

/// Whether a character of a text needs a backslash, by the characters before and after it.
fn is_special(before: Option<char>, c: char, after: Option<char>) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '\\' | '`' | '*' | '[' | ']' | '~' => true,
        '_' => !(is_word(before) && is_word(after)),
        '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '#'),
        _ => false,
    }
}

/// The length of the longest run of a character in a text.
pub(crate) fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(|run| run.chars().count()).max().unwrap_or(0)
}

/// The destination of a link, in angle brackets if it must be.
fn destination(address: &str) -> String {
    let address: String = address.trim().split(['\n', '\r', '\t']).collect();
    if !address.is_empty() && !address.contains([' ', '(', ')', '<', '>', '\\']) {
        return address;
    }
    format!("<{}>", address.replace('\\', "\\\\").replace('<', "\\<").replace('>', "\\>"))
}
