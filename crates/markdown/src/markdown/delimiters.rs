//! Which marks of emphasis a reader of Markdown sees: CommonMark's algorithm on the delimiters that
//! were written.
//!
//! <https://spec.commonmark.org/0.31.2/#phase-2-inline-structure>

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
/// Readers differ about some characters, see [`Classes`]. A run of delimiters about which they
/// differ counts as none.
pub(super) fn unseen(text: &str, tokens: &[Token], marks: usize) -> Vec<usize> {
    let seen = seen(&runs(text, tokens), tokens, marks);
    (0..marks).filter(|&mark| !seen[mark]).collect()
}

/// The class of a character beside a delimiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Space,
    Punctuation,
    Letter,
}

/// The classes that readers see a character as.
///
/// - Since CommonMark 0.31, symbols are punctuation, and Rust has no list of punctuation outside of
///   ASCII: such characters are a letter or punctuation.
/// - Some control characters are whitespace for Unicode, but not for CommonMark.
/// - GitHub's reader looks through `~` at the character after it.
#[derive(Clone, Copy, Default, Debug)]
struct Classes {
    is_space: bool,
    is_punctuation: bool,
    is_letter: bool,
}

impl Classes {
    /// Returns the classes of the first of some characters.
    fn of(mut characters: impl Iterator<Item = char>) -> Classes {
        let mut classes = Classes::default();
        let first = characters.next();
        classes.add(first);
        if first == Some('~') {
            // More than a few `~` are no delimiters of ours.
            const MAX_TILDES: usize = 8;
            classes.add(characters.take(MAX_TILDES).find(|c| *c != '~'));
        }
        classes
    }

    /// Adds the classes of a character. The end of the text counts as a space.
    fn add(&mut self, c: Option<char>) {
        match c {
            None => self.is_space = true,
            Some('\u{B}' | '\u{85}' | '\u{2028}' | '\u{2029}') => {
                (self.is_space, self.is_letter) = (true, true);
            }
            Some(c) if c.is_whitespace() => self.is_space = true,
            Some(c) if c.is_ascii_punctuation() => self.is_punctuation = true,
            // Letters in circles are symbols.
            Some('\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F189}') => {
                (self.is_punctuation, self.is_letter) = (true, true);
            }
            Some(c) if c.is_ascii() || c.is_alphanumeric() => self.is_letter = true,
            Some(_) => (self.is_punctuation, self.is_letter) = (true, true),
        }
    }

    fn iter(self) -> impl Iterator<Item = Class> {
        let Classes { is_space, is_punctuation, is_letter } = self;
        let classes = [
            is_space.then_some(Class::Space),
            is_punctuation.then_some(Class::Punctuation),
            is_letter.then_some(Class::Letter),
        ];
        classes.into_iter().flatten()
    }
}

/// Adjacent delimiters of one character.
#[derive(Clone, Debug)]
struct Run {
    character: u8,
    start: usize,
    length: usize,
    /// Whether the run can start and end emphasis.
    can_open: bool,
    can_close: bool,
}

impl Run {
    /// Decides whether the run can start and end emphasis, if all readers agree.
    ///
    /// <https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run>
    fn decide(&mut self, before: Classes, after: Classes) {
        let mut decision = None;
        for before in before.iter() {
            for after in after.iter() {
                let can = can(self.character, before, after);
                if decision.is_some_and(|decision| decision != can) {
                    return;
                }
                decision = Some(can);
            }
        }
        (self.can_open, self.can_close) = decision.unwrap_or_default();
    }
}

/// Whether a run between characters of two classes can start and end emphasis.
fn can(character: u8, before: Class, after: Class) -> (bool, bool) {
    let flanks = |inner, outer| match inner {
        Class::Space => false,
        Class::Punctuation => outer != Class::Letter,
        Class::Letter => true,
    };
    let (is_left, is_right) = (flanks(after, before), flanks(before, after));
    match character {
        b'_' => (
            is_left && (!is_right || before == Class::Punctuation),
            is_right && (!is_left || after == Class::Punctuation),
        ),
        _ => (is_left, is_right),
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
                let (can_open, can_close) = (false, false);
                runs.push(Run { character, start: at, length, can_open, can_close });
            }
        }
    }
    for run in &mut runs {
        let before = Classes::of(text[..run.start].chars().rev());
        let after = Classes::of(text[run.start + run.length..].chars());
        run.decide(before, after);
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
fn seen(runs: &[Run], tokens: &[Token], marks: usize) -> Vec<bool> {
    // The starts of marks in order: where, which, how long.
    let mut wanted: Vec<(usize, usize, usize)> = Vec::with_capacity(marks);
    let mut ends = vec![(0, 0); marks];
    for token in tokens {
        if let Token::Delimiter { at, length, mark, is_start, .. } = *token {
            match is_start {
                true => wanted.push((at, mark, length)),
                false => ends[mark] = (at, length),
            }
        }
    }
    let mut seen = vec![false; marks];
    let mut matcher = Matcher { runs, stack: Vec::new(), bottoms: NO_BOTTOMS };
    // The links that are open, each with the state outside of it.
    let mut links: Vec<(usize, Bottoms)> = Vec::new();
    let mut next = 0;
    for token in tokens {
        match *token {
            Token::LinkStart => {
                links.push((
                    matcher.stack.len(),
                    std::mem::replace(&mut matcher.bottoms, NO_BOTTOMS),
                ));
            }
            Token::LinkEnd => {
                let (floor, bottoms) = links.pop().unwrap_or((0, NO_BOTTOMS));
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
                    if let Ok(found) = wanted.binary_search_by_key(&start, |(at, ..)| *at)
                        && let (_, mark, of_start) = wanted[found]
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
    stack: Vec<Opener>,
    /// Below these places in the stack, there is no start for a kind of end.
    bottoms: Bottoms,
}

/// Places in the stack by the character of an end, whether it can be a start, and its length
/// modulo 3.
type Bottoms = [usize; 18];

const NO_BOTTOMS: Bottoms = [0; 18];

impl Matcher<'_> {
    fn cut(&mut self, length: usize) {
        self.stack.truncate(length);
        for bottom in &mut self.bottoms {
            *bottom = length.min(*bottom);
        }
    }

    /// Looks for the starts of the emphasis that a run ends, and reports each pair: the offsets of
    /// both, and their length. The rest of the run may start emphasis.
    fn close(&mut self, index: usize, floor: usize, mut pair: impl FnMut(usize, usize, usize)) {
        let run = &self.runs[index];
        let (can_open, can_close) = (run.can_open, run.can_close);
        let mut left = run.length;
        let character = match run.character {
            b'*' => 0,
            b'_' => 1,
            _ => 2,
        };
        let key = character * 6 + usize::from(can_open) * 3 + run.length % 3;
        while can_close && left > 0 {
            let bottom = self.bottoms[key].max(floor);
            let found = (bottom..self.stack.len()).rev().find(|&at| {
                steps::count(1);
                self.fits(&self.stack[at], run, left, can_open)
            });
            let Some(at) = found else {
                self.bottoms[key] = self.stack.len();
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
        let is_multiple = |length: usize| length.is_multiple_of(3);
        !is_both || !is_multiple(sum) || is_multiple(start.length) && is_multiple(run.length)
    }
}
