//! Which marks of emphasis a reader of Markdown sees: CommonMark's algorithm on the delimiters that
//! were written.
//!
//! <https://spec.commonmark.org/0.31.2/#phase-2-inline-structure>

use std::collections::HashMap;

use consomme::steps;

/// A part of a written text that decides about emphasis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// The start or the end of a mark.
    Delimiter {
        at: usize,
        length: usize,
        character: u8,
        mark: usize,
        is_start: bool,
    },
    /// Emphasis does not go over the ends of a link.
    LinkStart,
    LinkEnd,
}

/// Finds the marks that a reader does not see as they are meant, by their numbers.
///
/// Readers differ about symbols and marks of other scripts: since version 0.31, symbols count as
/// punctuation. A mark must be seen in both ways of reading.
pub(super) fn unseen(text: &str, tokens: &[Token], marks: usize) -> Vec<usize> {
    let runs = runs(text, tokens);
    let mut seen = seen(&runs, tokens, marks, Reading::Punctuation);
    if runs.iter().any(|run| run.is_doubtful()) {
        let others = self::seen(&runs, tokens, marks, Reading::Letters);
        seen.iter_mut().zip(others).for_each(|(seen, other)| *seen &= other);
    }
    (0..marks).filter(|&mark| !seen[mark]).collect()
}

/// The class of a character beside a delimiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Space,
    Punctuation,
    Letter,
    /// A letter or punctuation.
    Doubtful,
    /// A letter or whitespace.
    DoubtfulSpace,
}

/// How doubtful characters are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Punctuation,
    Letters,
}

fn class(c: Option<char>) -> Class {
    match c {
        None => Class::Space,
        Some('\u{B}' | '\u{85}' | '\u{2028}' | '\u{2029}') => Class::DoubtfulSpace,
        Some(c) if c.is_whitespace() => Class::Space,
        Some(c) if c.is_ascii_punctuation() => Class::Punctuation,
        // Letters in circles are symbols.
        Some('\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F189}') => Class::Doubtful,
        Some(c) if c.is_ascii() || c.is_alphanumeric() => Class::Letter,
        Some(_) => Class::Doubtful,
    }
}

/// Adjacent delimiters of one character.
#[derive(Clone, Debug)]
struct Run {
    character: u8,
    start: usize,
    length: usize,
    before: Class,
    after: Class,
}

impl Run {
    fn is_doubtful(&self) -> bool {
        let is_doubtful = |class| matches!(class, Class::Doubtful | Class::DoubtfulSpace);
        is_doubtful(self.before) || is_doubtful(self.after)
    }

    /// Whether the run can start and end emphasis.
    ///
    /// <https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run>
    fn can(&self, reading: Reading) -> (bool, bool) {
        let read = |class| match (class, reading) {
            (Class::Doubtful, Reading::Punctuation) => Class::Punctuation,
            (Class::DoubtfulSpace, Reading::Punctuation) => Class::Space,
            (Class::Doubtful | Class::DoubtfulSpace, Reading::Letters) => Class::Letter,
            (class, _) => class,
        };
        let (before, after) = (read(self.before), read(self.after));
        let flanks = |inner, outer| match inner {
            Class::Space => false,
            Class::Punctuation => outer != Class::Letter,
            _ => true,
        };
        let (is_left, is_right) = (flanks(after, before), flanks(before, after));
        match self.character {
            b'_' => (
                is_left && (!is_right || before == Class::Punctuation),
                is_right && (!is_left || after == Class::Punctuation),
            ),
            _ => (is_left, is_right),
        }
    }
}

/// Returns the runs of the delimiters, in order.
fn runs(text: &str, tokens: &[Token]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for token in tokens {
        let Token::Delimiter { at, length, character, .. } = *token else { continue };
        match runs.last_mut() {
            Some(last) if last.character == character && last.start + last.length == at => {
                last.length += length;
            }
            _ => {
                let (before, after) = (Class::Space, Class::Space);
                runs.push(Run { character, start: at, length, before, after });
            }
        }
    }
    for run in &mut runs {
        run.before = class(text[..run.start].chars().next_back());
        run.after = class(text[run.start + run.length..].chars().next());
    }
    runs
}

/// A run on the stack of those that may start emphasis.
#[derive(Clone, Copy, Debug)]
struct Opener {
    run: usize,
    /// The number of characters that no end has taken.
    left: usize,
    can_close: bool,
}

/// Returns for each mark whether a reader sees it.
fn seen(runs: &[Run], tokens: &[Token], marks: usize, reading: Reading) -> Vec<bool> {
    let mut wanted: HashMap<usize, (usize, usize)> = HashMap::with_capacity(marks);
    let mut ends = vec![(0, 0); marks];
    for token in tokens {
        if let Token::Delimiter { at, length, mark, is_start, .. } = *token {
            match is_start {
                true => _ = wanted.insert(at, (mark, length)),
                false => ends[mark] = (at, length),
            }
        }
    }
    let mut seen = vec![false; marks];
    let mut matcher = Matcher { runs, reading, stack: Vec::new(), bottoms: HashMap::new() };
    // The links that are open, each with the state outside of it.
    let mut links: Vec<(usize, Bottoms)> = Vec::new();
    let mut next = 0;
    for token in tokens {
        match *token {
            Token::LinkStart => {
                links.push((matcher.stack.len(), std::mem::take(&mut matcher.bottoms)));
            }
            Token::LinkEnd => {
                let (floor, bottoms) = links.pop().unwrap_or_default();
                matcher.cut(floor);
                matcher.bottoms = bottoms;
            }
            Token::Delimiter { at, .. } => {
                let is_run = matcher.runs.get(next).is_some_and(|run| run.start == at);
                if !is_run {
                    continue;
                }
                let floor = links.last().map_or(0, |(floor, _)| *floor);
                matcher.close(next, floor, |start, end, length| {
                    if let Some(&(mark, of_start)) = wanted.get(&start)
                        && of_start == length
                        && ends[mark] == (end, length)
                    {
                        seen[mark] = true;
                    }
                });
                next += 1;
            }
        }
    }
    seen
}

/// CommonMark's procedure "process emphasis".
struct Matcher<'r> {
    runs: &'r [Run],
    reading: Reading,
    stack: Vec<Opener>,
    /// Below these places in the stack, there is no start for a kind of end.
    bottoms: Bottoms,
}

/// Places in the stack by the character of an end, whether it can be a start, and its length
/// modulo 3.
type Bottoms = HashMap<(u8, bool, usize), usize>;

impl Matcher<'_> {
    fn cut(&mut self, length: usize) {
        self.stack.truncate(length);
        for bottom in self.bottoms.values_mut() {
            *bottom = length.min(*bottom);
        }
    }

    /// Looks for the starts of the emphasis that a run ends, and reports each pair: the offsets of
    /// both, and their length. The rest of the run may start emphasis.
    fn close(&mut self, index: usize, floor: usize, mut pair: impl FnMut(usize, usize, usize)) {
        let run = &self.runs[index];
        let (can_open, can_close) = run.can(self.reading);
        let mut left = run.length;
        let key = (run.character, can_open, run.length % 3);
        while can_close && left > 0 {
            let bottom = self.bottoms.get(&key).copied().unwrap_or(0).max(floor);
            let found = (bottom..self.stack.len()).rev().find(|&at| {
                steps::count(1);
                self.fits(&self.stack[at], run, left, can_open)
            });
            let Some(at) = found else {
                self.bottoms.insert(key, self.stack.len());
                break;
            };
            self.cut(at + 1);
            let opener = &mut self.stack[at];
            let length = match run.character {
                b'~' => left,
                _ if opener.left >= 2 && left >= 2 => 2,
                _ => 1,
            };
            opener.left -= length;
            let start = self.runs[opener.run].start + opener.left;
            pair(start, run.start + run.length - left, length);
            left -= length;
            if opener.left == 0 {
                self.cut(at);
            }
        }
        if can_open && left > 0 {
            // The rest is at the end of the run. As in CommonMark, a start is taken from its end.
            self.stack.push(Opener { run: index, left, can_close });
        }
    }

    fn fits(&self, opener: &Opener, run: &Run, left: usize, can_open: bool) -> bool {
        let start = &self.runs[opener.run];
        if start.character != run.character {
            return false;
        }
        if run.character == b'~' {
            return opener.left == left;
        }
        let is_both = opener.can_close || can_open;
        let sum = start.length + run.length;
        !is_both || sum % 3 != 0 || start.length % 3 == 0 && run.length % 3 == 0
    }
}
