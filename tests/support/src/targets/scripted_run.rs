//! Drives the parse of a [`ScriptedPage`]: everything that a caller may choose is chosen at random.

use std::collections::VecDeque;
use std::ops::Range;
use std::vec;

use consomme::driver::{DocumentBuilder, Driver, PausedScript, Step};
use consomme::sink::Strings;
use consomme::{Context, Document, Hints, NodeId, ParseOptions, QuirksMode};

use super::choices::{Choices, byte_pieces, pieces};
use super::edit::edit;
use super::scripted_page::{MAX_SCRIPTS, ScriptedPage, number};
use crate::source_check::all_nodes;

/// The actions of a caller beside running scripts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interference {
    /// Whether it edits the document while it grows.
    pub edits: bool,
    /// Whether it aborts the parse at any step, or ends it there.
    pub aborts: bool,
}

impl Interference {
    /// Whether the document is another one than without a driver.
    pub fn any(self) -> bool {
        self.edits || self.aborts
    }
}

/// The result of a run.
pub struct Outcome {
    pub document: Document,
    /// How many scripts the parser paused at, up to the limit.
    pub scripts: usize,
}

/// Parses a page and runs its scripts. The choices say where the network's text and the constants
/// are cut, which scripts block, and when the caller interferes.
pub fn run(
    page: &ScriptedPage,
    options: &ParseOptions,
    context: Option<&Context<'_>>,
    interference: Interference,
    choices: &mut Choices<'_>,
) -> Outcome {
    let hints = if interference.any() && choices.flag() {
        choices.hints()
    } else {
        Hints::new().content_type("text/html; charset=utf-8")
    };
    let mut driver = match context {
        Some(context) => Driver::for_fragment(options, context.clone()),
        None => Driver::new(options, &hints),
    };
    if interference.any() {
        match choices.number(7) {
            1 => driver.abort_at_first_error(),
            2 => driver.start_plain_text(),
            3 => driver.fix_quirks_mode(QuirksMode::Quirks),
            4 => driver.ignore_destructive_writes(true),
            _ => {}
        }
    }
    let cuts = choices.cuts();
    let network = if context.is_none() && choices.flag() {
        let cut = byte_pieces(page.network.as_bytes(), &cuts);
        cut.into_iter().map(Input::Bytes).collect()
    } else {
        pieces(&page.network, &cuts).into_iter().map(Input::Text).collect()
    };
    let mut run = Run {
        page,
        driver,
        network,
        write_cuts: choices.cuts(),
        running: Vec::new(),
        pending: None,
        scripts: 0,
        steps_end_scripts: !interference.any() && choices.flag(),
        interference,
        given: 0,
        written: Vec::new(),
        other: Document::new_fragment(),
        ids: Vec::new(),
    };
    let mut step = run.driver.step();
    while let Some(next) = run.follow(step, choices) {
        step = next;
    }
    run.finish()
}

/// A piece of the network's input.
enum Input<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

struct Run<'a> {
    page: &'a ScriptedPage,
    driver: Driver<DocumentBuilder>,
    network: VecDeque<Input<'a>>,
    /// The lengths of the pieces in which scripts write, in characters.
    write_cuts: Vec<usize>,
    /// The texts that the running scripts have still to write, the innermost last.
    running: Vec<vec::IntoIter<&'a str>>,
    /// The texts that the script that blocks the parser will write.
    pending: Option<vec::IntoIter<&'a str>>,
    scripts: usize,
    /// Whether a script is over by the next step, not because that is said.
    steps_end_scripts: bool,
    interference: Interference,
    /// How many bytes were fed and written so far, or more.
    given: usize,
    /// The written texts, call by call.
    written: Vec<&'a str>,
    /// A document to take nodes from.
    other: Document,
    /// The nodes that edits choose from.
    ids: Vec<NodeId>,
}

impl<'a> Run<'a> {
    /// Carries out the step, and then one more action. Returns the next step.
    fn follow(&mut self, step: Step<NodeId>, choices: &mut Choices<'_>) -> Option<Step<NodeId>> {
        match step {
            Step::Finished => return None,
            Step::Script(script) => {
                if let Some(step) = self.start(script, choices) {
                    return Some(step);
                }
            }
            Step::NeedsInput if self.running.is_empty() => self.feed(choices),
            Step::NeedsInput => {}
            Step::Blocked if self.running.is_empty() => {
                let pending = self.pending.take().expect("only scripts that wait block the parser");
                self.driver.unblock();
                self.running.push(pending);
            }
            Step::Blocked => assert!(self.pending.is_some(), "nothing blocks the parser"),
            // Otherwise, the transport decides the encoding of bytes; text has none.
            Step::EncodingDeclared(_) if self.interference.any() => self.answer(choices),
            step => panic!("{step:?}"),
        }
        if self.interference.aborts && choices.number(99) == 1 {
            return None;
        }
        assert_eq!(self.driver.nesting_level(), self.running.len(), "scripts that run");
        self.interfere(choices);
        Some(self.advance())
    }

    /// Answers a declared encoding, or does not.
    fn answer(&mut self, choices: &mut Choices<'_>) {
        match choices.number(3) {
            0 => self.driver.ignore_encoding(),
            1 => drop(self.driver.switch_encoding()),
            2 => {
                self.driver.restart_document();
                self.running.clear();
                self.pending = None;
                self.ids.clear();
            }
            _ => {}
        }
    }

    /// Starts a script, unless it has to wait.
    fn start(
        &mut self,
        script: PausedScript<NodeId>,
        choices: &mut Choices<'_>,
    ) -> Option<Step<NodeId>> {
        assert_eq!(script.nesting_level, self.running.len() + 1, "the level of a script");
        assert!(self.pending.is_none(), "nothing is parsed while a script blocks the parser");
        if self.scripts == MAX_SCRIPTS {
            // The rest of the scripts write nothing.
            self.running.push(Vec::new().into_iter());
            return None;
        }
        self.scripts += 1;
        let page = self.page;
        let document = self.driver.document();
        let element = document.get(script.element).and_then(|script| script.as_element());
        let constant = page.constant(&element.map(number).unwrap_or_default());
        drop(document);
        let writes = pieces(constant, &self.write_cuts).into_iter();
        if choices.number(3) == 3 {
            self.driver.block();
            self.pending = Some(writes);
            return Some(self.driver.end_script());
        }
        self.running.push(writes);
        None
    }

    /// Lets the innermost script go on, or the parser if no script runs.
    fn advance(&mut self) -> Step<NodeId> {
        match self.running.last_mut().map(Iterator::next) {
            None => self.driver.step(),
            Some(Some(text)) => {
                self.given += text.len();
                self.written.push(text);
                self.driver.write(text).expect("a script that runs can write")
            }
            Some(None) => {
                self.running.pop();
                // Unless a script blocks the parser, both are the same.
                match self.steps_end_scripts && self.pending.is_none() {
                    true => self.driver.step(),
                    false => self.driver.end_script(),
                }
            }
        }
    }

    /// Feeds some of the input, or ends it.
    fn feed(&mut self, choices: &mut Choices<'_>) {
        for _ in 0..=choices.number(2) {
            match self.network.pop_front() {
                Some(Input::Text(text)) => {
                    self.given += text.len();
                    self.driver.feed_str(text);
                }
                Some(Input::Bytes(bytes)) => {
                    self.given += bytes.len();
                    self.driver.feed(bytes);
                }
                None => self.driver.end(),
            }
        }
        if choices.number(7) == 7 {
            self.driver.start_now();
        }
    }

    /// Takes an action that a caller may take at any time.
    fn interfere(&mut self, choices: &mut Choices<'_>) {
        match choices.number(9) {
            1 => self.lend(),
            6 => drop(self.driver.speculate().count()),
            7 if self.running.is_empty() => self.driver.block(),
            8 | 9 if self.script_goes_on() => self.check_script(),
            2 if self.interference.edits => self.edit(choices),
            3 if self.interference.aborts => {
                self.driver.abort();
                self.running.clear();
                self.pending = None;
            }
            4 => {
                let unparsed: usize = self.driver.unparsed().map(str::len).sum();
                // A byte that is not decoded becomes U+FFFD, three bytes.
                let most = if self.interference.any() { 3 * self.given } else { self.given };
                assert!(unparsed <= most, "{unparsed} bytes of {} are unparsed", self.given);
            }
            5 => {
                let open: Vec<NodeId> = self.driver.open_elements().collect();
                let held: Vec<NodeId> = self.driver.held_handles().collect();
                let document = self.driver.document();
                for id in open {
                    assert!(document.get(id).is_some_and(|node| node.as_element().is_some()));
                    assert!(held.contains(&id), "a collector keeps open elements");
                }
                assert!(held.into_iter().all(|id| document.get(id).is_some()));
            }
            _ => {}
        }
    }

    /// Whether a script runs that can write.
    fn script_goes_on(&self) -> bool {
        !self.running.is_empty() && self.pending.is_none() && !self.interference.any()
    }

    /// Checks that without a script that blocks, the innermost script is reported again.
    fn check_script(&mut self) {
        match self.driver.unblock() {
            Step::Script(script) => assert_eq!(script.nesting_level, self.running.len()),
            step => panic!("{step:?} while a script runs"),
        }
    }

    /// Lends the document to be edited, and leaves it as it is.
    fn lend(&mut self) {
        let mut document = self.driver.document();
        document.check_invariants().unwrap();
        let _: &mut Document = &mut document;
    }

    /// Makes one edit of the document that grows.
    fn edit(&mut self, choices: &mut Choices<'_>) {
        let mut document = self.driver.document();
        self.ids.extend(all_nodes(&document).iter().map(|node| node.id()));
        // Both are fine: an edit that is made, and one that is refused.
        let _ = edit(&mut document, &mut self.other, &mut self.ids, choices);
        document.check_invariants().unwrap();
    }

    /// Ends the parse.
    fn finish(mut self) -> Outcome {
        if self.driver.is_finished() {
            assert!(matches!(self.driver.step(), Step::Finished), "what is finished stays so");
            assert!(self.driver.write("x").is_err(), "there is no insertion point after the end");
        }
        if !self.interference.any() && !self.driver.limits_hit().any() {
            check_origins(self.driver.strings(), &self.page.network, &self.written);
        }
        Outcome { document: self.driver.finish_document(), scripts: self.scripts }
    }
}

/// Checks that each character of the source comes from where it is said to come from: from a call
/// that has written it, or from the network.
fn check_origins(strings: &Strings, network: &str, written: &[&str]) {
    let source = strings.source();
    // A byte order mark counts in text, and does not in bytes: count from the end.
    let from_end = |at: usize| strings.original_offset(source.len()) - strings.original_offset(at);
    let mut texts = vec![String::new(); written.len()];
    let mut next = 0;
    for (range, call) in strings.written_ranges() {
        check_network(source, next..range.start, network, from_end);
        texts[call] += &source[range.clone()];
        next = range.end;
    }
    check_network(source, next..source.len(), network, from_end);
    // A line feed belongs to a carriage return before it, which another call may have written.
    let without_newlines = |text: &str| text.replace(['\r', '\n'], "");
    for (text, written) in texts.iter().zip(written) {
        assert_eq!(without_newlines(text), without_newlines(written));
    }
}

/// Checks that a part of the source is in the network's text where it is said to be.
fn check_network(
    source: &str,
    part: Range<usize>,
    network: &str,
    from_end: impl Fn(usize) -> usize,
) {
    for (at, character) in source[part.clone()].char_indices() {
        let rest = &network[network.len() - from_end(part.start + at)..];
        let is_newline = character == '\n' && rest.starts_with('\r');
        assert!(rest.starts_with(character) || is_newline, "{character:?} is not before {rest:?}");
    }
}
