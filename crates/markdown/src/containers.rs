//! Lists, items and quotes: the marks at the starts of lines, and the empty lines between blocks.

use consomme::steps;

use crate::blocks::{Container, List};
use crate::bytes::has_line_feed;
use crate::options::Bullet;
use crate::output::Output;

/// The kind of a block, as far as the line after it depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Heading,
    Code,
    Rule,
    /// A table, HTML, or Markdown from a rule: empty lines are around it.
    Other,
    /// A term of a definition list.
    Term,
    Quote,
    /// A list, with whether it can come right after a text.
    List {
        can_interrupt: bool,
    },
    Item,
    Definition,
    Footnote,
}

/// The containers that are open.
#[derive(Debug)]
pub(crate) struct Containers {
    bullet: Bullet,
    open: Vec<Open>,
    /// The state outside of all containers.
    root: Level,
    /// The prefix of each line but the first of a container.
    prefix: String,
    /// The prefixes of the first lines of the containers, one after the other.
    first: String,
    /// How many of the containers have content. The innermost ones have none.
    begun: usize,
}

/// The blocks of a container so far.
#[derive(Clone, Default, Debug)]
struct Level {
    last: Option<Kind>,
    /// The mark of the last list: an equal one would continue it.
    list_mark: Option<char>,
}

#[derive(Debug)]
struct Open {
    kind: Kind,
    level: Level,
    /// The length of the prefix of the lines around it.
    outer: usize,
    /// Where the prefix of its first line starts in the one for all containers.
    first: usize,
    /// The mark of the list, or of the list that an item is in.
    mark: char,
    /// Whether a list, or the list of an item, has no empty lines between texts.
    is_tight: bool,
}

impl Containers {
    pub(crate) fn new(bullet: Bullet) -> Self {
        let (open, root) = (Vec::new(), Level::default());
        let (prefix, first) = (String::new(), String::new());
        Containers { bullet, open, root, prefix, first, begun: 0 }
    }

    pub(crate) fn start(&mut self, container: &Container) {
        let around = self.open.last();
        let (mark, is_tight) = around.map_or((' ', false), |open| (open.mark, open.is_tight));
        match container {
            Container::Quote => self.push(Kind::Quote, "> ", "> ", ' ', false),
            Container::List(list) => self.start_list(list),
            Container::Item(None) => {
                self.push(Kind::Item, "", "  ", mark, is_tight);
                self.first.extend([mark, ' ']);
            }
            Container::Item(Some(number)) => {
                // Markdown has numbers of up to nine digits.
                let first = format!("{}{mark} ", (*number).clamp(0, 999_999_999));
                self.push(Kind::Item, &first, &" ".repeat(first.len()), mark, is_tight);
            }
            Container::Definition => self.push(Kind::Definition, ": ", "  ", ' ', false),
            Container::Footnote(label) => {
                self.push(Kind::Footnote, &format!("[^{label}]: "), "    ", ' ', false);
            }
        }
    }

    fn start_list(&mut self, list: &List) {
        let before = self.level(self.open.len()).list_mark.filter(|_| {
            let is_new = self.begun < self.open.len();
            !is_new && matches!(self.level(self.open.len()).last, Some(Kind::List { .. }))
        });
        let [mark, other] = match (list.start, self.bullet) {
            (Some(_), _) => ['.', ')'],
            (None, Bullet::Dash) => ['-', '+'],
            (None, Bullet::Star) => ['*', '-'],
            (None, Bullet::Plus) => ['+', '-'],
        };
        let mark = if before == Some(mark) { other } else { mark };
        let can_interrupt = list.start.is_none_or(|start| start == 1);
        self.push(Kind::List { can_interrupt }, "", "", mark, list.is_tight);
    }

    fn push(&mut self, kind: Kind, first: &str, next: &str, mark: char, is_tight: bool) {
        let (level, outer) = (Level::default(), self.prefix.len());
        self.open.push(Open { kind, level, outer, first: self.first.len(), mark, is_tight });
        self.prefix.push_str(next);
        self.first.push_str(first);
    }

    /// Ends the innermost container. An item or a quote without content is a line of its own.
    pub(crate) fn end(&mut self, container: &Container, out: &mut Output<'_>) {
        let is_shown = matches!(container, Container::Item(_) | Container::Quote);
        if self.begun < self.open.len() && is_shown {
            self.avoid_rule();
            self.write(out, Kind::Other, "");
        }
        if let Some(open) = self.open.pop() {
            self.prefix.truncate(open.outer);
            self.first.truncate(open.first);
            self.begun = self.begun.min(self.open.len());
        }
    }

    /// Three equal marks on one line would be a thematic break.
    fn avoid_rule(&mut self) {
        let new = &self.open[self.begun..];
        let items = new.iter().filter(|open| open.kind == Kind::Item).count();
        if items > 1
            && let Some(item) = new.last()
            && item.mark != '+'
            && !self.first[item.first..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.first.replace_range(item.first.., "+ ");
        }
    }

    /// The blocks of the container at a depth; those outside of all for 0.
    fn level(&self, depth: usize) -> &Level {
        depth.checked_sub(1).map_or(&self.root, |at| &self.open[at].level)
    }

    fn level_mut(&mut self, depth: usize) -> &mut Level {
        match depth.checked_sub(1) {
            Some(at) => &mut self.open[at].level,
            None => &mut self.root,
        }
    }

    /// The number of columns before the content of a line.
    pub(crate) fn indent(&self) -> usize {
        self.prefix.len()
    }

    /// Whether the next block is the first one of a container.
    pub(crate) fn is_at_start(&self) -> bool {
        self.begun < self.open.len()
    }

    pub(crate) fn is_after_list(&self) -> bool {
        matches!(self.level(self.open.len()).last, Some(Kind::List { .. } | Kind::Footnote))
    }

    /// Whether the next block is the first one of an item with a mark.
    pub(crate) fn is_in_new_item_of(&self, mark: char) -> bool {
        self.is_at_start()
            && self.open.last().is_some_and(|open| open.kind == Kind::Item && open.mark == mark)
    }

    /// Writes the lines of a block, after an empty line if it needs one. Returns the position of
    /// its first line.
    pub(crate) fn write(&mut self, out: &mut Output<'_>, kind: Kind, lines: &str) -> usize {
        let next = self.open.get(self.begun).map_or(kind, |open| open.kind);
        if self.needs_empty_line(next, lines.is_empty()) {
            let outer = self.open.get(self.begun).map_or(self.prefix.len(), |open| open.outer);
            out.text.push_str(self.prefix[..outer].trim_end());
            out.text.push('\n');
        }
        let start = out.position();
        match self.open.get(self.begun) {
            Some(open) => {
                let first = [&self.prefix[..open.outer], &self.first[open.first..]];
                self.write_lines(out, first, lines);
            }
            None => self.write_lines(out, [&self.prefix, ""], lines),
        }
        self.note(kind);
        start
    }

    /// Writes lines with their prefixes, that of the first in two parts.
    fn write_lines(&self, out: &mut Output<'_>, first: [&str; 2], lines: &str) {
        let (mut prefix, mut rest) = (first, Some(lines));
        // Most blocks are one line.
        let has_more = has_line_feed(lines);
        while let Some(lines) = rest {
            steps::count(1);
            let split = if has_more { lines.split_once('\n') } else { None };
            let (line, after) = split.map_or((lines, None), |(line, after)| (line, Some(after)));
            let start = out.text.len();
            prefix.iter().for_each(|part| out.text.push_str(part));
            out.text.push_str(line);
            if line.is_empty() {
                let end = start + out.text[start..].trim_end().len();
                out.text.truncate(end);
            }
            out.text.push('\n');
            (prefix, rest) = ([&self.prefix, ""], after);
        }
    }

    /// Notes the block in its container, and the containers that begin with it in theirs.
    fn note(&mut self, kind: Kind) {
        for depth in self.begun..=self.open.len() {
            let inner = self.open.get(depth).map(|open| (open.kind, open.mark));
            let level = self.level_mut(depth);
            level.last = Some(inner.map_or(kind, |(kind, _)| kind));
            level.list_mark = inner.map(|(_, mark)| mark);
        }
        self.begun = self.open.len();
    }

    /// Whether an empty line must be before a block.
    fn needs_empty_line(&self, next: Kind, is_empty: bool) -> bool {
        let Some(last) = self.level(self.begun).last else { return false };
        let around = self.begun.checked_sub(1).map(|at| &self.open[at]);
        if next == Kind::Item {
            return around.is_some_and(|list| !list.is_tight);
        }
        if matches!((last, next), (Kind::Term, Kind::Term | Kind::Definition)) {
            return false;
        }
        if !around.is_some_and(|around| around.kind == Kind::Item && around.is_tight) {
            return true;
        }
        match (last, next) {
            (Kind::Other, _) | (_, Kind::Other | Kind::Term | Kind::Definition) => true,
            (Kind::Text, Kind::List { can_interrupt }) => !can_interrupt || is_empty,
            (Kind::Text | Kind::Quote | Kind::List { .. }, Kind::Text) => true,
            (Kind::Quote, Kind::Quote) => true,
            (Kind::Text, Kind::Rule) => false,
            _ => false,
        }
    }
}
