//! Step-by-step parsing, into any tree.
//!
//! - `mod.rs`: the driver, its start and its end, and the loop that parses
//! - `step.rs`: the values that it reports
//! - `options.rs`: options that can be set after the start
//! - `tree.rs`: the tree between two steps, and the nodes that the parser holds
//! - `feed.rs`: input is fed and ended
//! - `network.rs`: the input from outside: bytes or text, and the encoding of the bytes
//! - `upcoming.rs`: the input up to the insertion point, as the source of the parse
//! - `unread_text.rs`: text on its way to the input stream
//! - `written_texts.rs`: the texts that a script has written and that are not parsed
//! - `direct.rs`: text that is parsed without waiting in between
//! - `scripts.rs`: running scripts, and the text that they write
//! - `script_stack.rs`: the scripts that run, with the texts that they have written
//! - `script_created.rs`: parsers for `document.open`
//! - `encoding.rs`: the answers to a declared encoding
//! - `speculate.rs`: speculative parsing of unparsed text
//! - `paused.rs`: the interface to streams: a parse that pauses for an observer
//! - `document.rs`: drivers whose tree is a document, which can be edited while it grows
//!
//! # The insertion point
//!
//! The standard inserts the text that a script writes into the input stream, before the next input
//! character. Here the buffer of the input stream only grows, because the spans of the tree point
//! into it. So the text after the insertion point must not be in the buffer: before the first write
//! of a script, the driver takes it back to where it came from ([`UnreadText::push_back`]).
//!
//! Texts that are not parsed form a stack: the network's, and on top of it the texts that scripts
//! have written ([`ScriptStack::texts`]), the innermost last. A running script knows how high the
//! stack was when it started. The texts above are before its insertion point: they are parsed, the
//! ones below wait.

mod direct;
mod document;
mod encoding;
mod feed;
mod network;
mod options;
#[cfg(feature = "stream")]
mod paused;
mod script_created;
mod script_stack;
mod scripts;
mod speculate;
mod step;
mod tree;
mod unread_text;
mod upcoming;
mod written_texts;

use crate::encoding::Hints;
#[cfg(feature = "stream")]
use crate::settings::Revision;
use crate::tree_sink::TreeSink;

use super::context::Context;
use super::encoding_change::EncodingChange;
use super::engine::{Engine, Pause};
use super::finish::Parsed;
use super::options::ParseOptions;
use super::pump::run;
use network::Network;
use script_stack::ScriptStack;
use unread_text::PieceLength;
use upcoming::Upcoming;

#[cfg(feature = "stream")]
pub(crate) use crate::tree_builder::{Section, Standing};
pub use document::{DocumentBuilder, DocumentMut};
#[cfg(feature = "stream")]
pub(crate) use paused::{ParsePause, PausingParse, ReachedLimit, RefusedEncoding, Swept};
pub use step::{DeclaredEncoding, PausedScript, Step, WriteError};

/// A step-by-step parse: input is fed, and parsed one step at a time, into any tree.
///
/// Where [`Parser`](crate::Parser) needs nothing but input, a driver returns control when a script
/// may run, takes the text that the script writes, asks the caller when the encoding changes, and
/// can be aborted. Between two steps, the tree can be read and edited.
///
/// With [scripting](ParseOptions::scripting), a step ends after each `script` element of a
/// document. The caller runs the script or does not:
///
/// ```
/// use consomme::driver::{Driver, Step};
/// use consomme::{Hints, ParseOptions};
///
/// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
/// driver.feed_str("<p>Stock<script>document.write(' and <b>broth')</script> is clear");
/// driver.end();
/// let Step::Script(script) = driver.step() else { panic!("the script may run") };
/// assert_eq!(driver.document().node(script.element).text_content(), "document.write(' and <b>broth')");
/// assert_eq!(driver.write(" and <b>broth"), Ok(Step::NeedsInput));
/// assert_eq!(driver.end_script(), Step::Finished);
/// let document = driver.finish_document();
/// assert!(document.body().unwrap().inner_html().ends_with("</script> and <b>broth is clear</b></p>"));
/// ```
///
/// # Steps
///
/// [`feed`](Driver::feed), [`feed_str`](Driver::feed_str) and [`end`](Driver::end) only queue
/// input. [`step`](Driver::step) parses it. Nothing more is parsed while a script
/// [blocks](Driver::block) the parser or a declared encoding waits for an answer: `step` then
/// returns the same again. A script that was reported is over at the next `step`.
///
/// <https://html.spec.whatwg.org/#overview-of-the-parsing-model>
#[derive(Debug)]
pub struct Driver<S: TreeSink> {
    options: ParseOptions,
    engine: Engine<S>,
    network: Network,
    scripts: ScriptStack<S::Handle>,
    /// Whether the text that the input stream was last given, the first one of the last entry of
    /// the written texts or that of the network, may not be consumed.
    is_piece_unread: bool,
    /// A change of encoding that the caller has not answered, and how to report it.
    change: Option<(EncodingChange, DeclaredEncoding)>,
    pauses_at_scripts: bool,
    ignores_destructive_writes: bool,
    is_aborted: bool,
    /// Whether the tree is not in the sink, because a [`DocumentMut`] has it or has lost it.
    is_tree_lent: bool,
    /// Whether the insertion point is the end of the input while no script runs.
    is_script_created: bool,
}

/// Starting with a tree of your own.
impl<S: TreeSink> Driver<S> {
    /// Returns a driver for a document that is parsed into a tree of your own.
    ///
    /// The hints are for bytes. They have no effect on text.
    pub fn with_sink(options: &ParseOptions, hints: &Hints, sink: S) -> Self {
        let mut engine = options.engine(sink);
        engine.start_document(options);
        Driver::start(options, engine, hints)
    }

    /// Returns a driver for a fragment that is parsed into a tree of your own, as the content of a
    /// context element. The nodes of the fragment become children of the sink's
    /// [root](TreeSink::root).
    ///
    /// `form` is the nearest `form` element of the context element and its ancestors, if the tree
    /// has one. Bytes are decoded as the encoding says that they or nothing declare; `meta`
    /// elements do not change it. The scripts of a fragment do not run.
    ///
    /// <https://html.spec.whatwg.org/#parsing-html-fragments>
    pub fn for_fragment_with_sink<'a>(
        options: &ParseOptions,
        context: impl Into<Context<'a>>,
        form: Option<S::Handle>,
        sink: S,
    ) -> Self {
        let mut engine = options.engine(sink);
        engine.start_fragment(options, &context.into(), form);
        Driver::start(options, engine, &Hints::new())
    }

    fn start(options: &ParseOptions, mut engine: Engine<S>, hints: &Hints) -> Self {
        engine.builder.pause_at_scripts(options.scripting);
        Driver {
            options: options.clone(),
            engine,
            network: Network::new(hints),
            scripts: ScriptStack::new(),
            is_piece_unread: false,
            change: None,
            pauses_at_scripts: options.scripting,
            ignores_destructive_writes: false,
            is_aborted: false,
            is_tree_lent: false,
            is_script_created: false,
        }
    }
}

/// Steps.
impl<S: TreeSink> Driver<S> {
    /// Parses until there is a reason to return control.
    ///
    /// A script that a step has reported is over when the next step is asked for: this is
    /// [`end_script`](Driver::end_script) then, unless text before its insertion point is still to
    /// be parsed. So a caller that has nothing to do with scripts can go on. One that runs them
    /// must not step while one runs, in an event loop within it for example:
    /// [`nesting_level`](Driver::nesting_level) tells.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.feed_str("<p>Leek<script>a()</script>, <script>b()</script>onion");
    /// driver.end();
    /// while driver.step() != Step::Finished {}
    /// assert!(driver.finish_document().root().text_content().ends_with("onion"));
    /// ```
    pub fn step(&mut self) -> Step<S::Handle> {
        let has_text = self.scripts.has_text() && !self.scripts.is_paused();
        // A script that blocks the parser is over once it is pending.
        if self.change.is_none() && !has_text && !self.scripts.has_ended_pending() {
            self.scripts.leave();
        }
        self.run()
    }

    /// Parses up to the insertion point, or to another reason to return control, and makes the tree
    /// have all text that is parsed.
    fn run(&mut self) -> Step<S::Handle> {
        if self.is_finished() {
            return Step::Finished;
        }
        let strings = &mut self.engine.input.context.strings;
        self.engine.tokenizer.put_text_back_into_tail(strings);
        let mut step = self.run_without_flush();
        if step == Step::NeedsInput {
            self.engine.flush_characters();
            if self.engine.is_at_error() {
                self.abort_at_error();
                step = Step::Finished;
            }
        }
        step
    }

    fn run_without_flush(&mut self) -> Step<S::Handle> {
        if self.is_finished() {
            return Step::Finished;
        }
        if let Some((_, declared)) = self.change {
            return Step::EncodingDeclared(declared);
        }
        if self.scripts.is_blocked() {
            return Step::Blocked;
        }
        if self.scripts.is_paused() {
            return Step::NeedsInput;
        }
        let mut upcoming = Upcoming {
            length: self.piece_length(),
            parsed_height: self.scripts.height(),
            network: &mut self.network,
            writes: &mut self.scripts.texts,
            is_piece_unread: &mut self.is_piece_unread,
            change: &mut self.change,
        };
        let pause = run(&mut self.engine, &mut upcoming);
        match (pause, self.change) {
            (Pause::EncodingDeclared(_), Some((_, declared))) => Step::EncodingDeclared(declared),
            (Pause::RunScript { element, is_svg }, _) => self.start_script(element, is_svg),
            (Pause::AtError, _) => {
                self.abort_at_error();
                Step::Finished
            }
            (Pause::Finished, _) => {
                self.drop_input();
                Step::Finished
            }
            // A pause for the sink is no step for callers: only a stream has such a sink, and knows
            // why.
            (Pause::NeedsInput | Pause::BySink | Pause::EncodingDeclared(_), _) => Step::NeedsInput,
        }
    }

    /// Starts to run a script.
    fn start_script(&mut self, element: S::Handle, is_svg: bool) -> Step<S::Handle> {
        Step::Script(self.scripts.start(element, is_svg, self.engine.input.position()))
    }

    /// Aborts the parse at its first error, which may be one about the end of the input.
    fn abort_at_error(&mut self) {
        self.engine.keep_first_error();
        if self.is_finished() {
            // The request to stop.
            self.engine.builder.take_request();
        } else {
            self.engine.abort();
        }
        self.drop_input();
        self.is_aborted = true;
    }

    /// Returns how much text the input stream is given at a time.
    fn piece_length(&self) -> PieceLength {
        match self.pauses_at_scripts {
            true => PieceLength::Short,
            false => PieceLength::Long,
        }
    }

    /// Drops all text that is not parsed, because parsing has ended.
    fn drop_input(&mut self) {
        self.scripts.clear();
        self.change = None;
        self.network.skip_rest();
    }
}

/// The end of the parse and its result.
impl<S: TreeSink> Driver<S> {
    /// Aborts the parse: drops all input and pops the open elements. The tree stays as it is;
    /// [`finish`](Driver::finish) returns it.
    ///
    /// <https://html.spec.whatwg.org/#abort-a-parser>
    pub fn abort(&mut self) {
        if !self.is_finished() {
            self.engine.abort();
            self.drop_input();
            self.is_aborted = true;
        }
    }

    /// Ends the parse at once, because the tree is no longer the one that was built.
    fn abandon(&mut self) {
        self.engine.input.drop_unread();
        self.engine.builder.abandon();
        self.drop_input();
        self.is_aborted = true;
    }

    /// Ends the parse if its tree is lost.
    fn abandon_lost_tree(&mut self) {
        if std::mem::take(&mut self.is_tree_lent) {
            self.abandon();
        }
    }

    /// Whether nothing more is parsed: the end of the document or a limit was reached, or the parse
    /// was aborted.
    pub fn is_finished(&self) -> bool {
        self.engine.is_finished() || self.is_tree_lent
    }

    /// Returns whether a limit was reached, or parsing has ended, so that further input is ignored.
    pub(super) fn ignores_further_input(&self) -> bool {
        self.engine.ignores_further_input()
    }

    /// Returns the revision, and whether scripting counts as enabled.
    #[cfg(feature = "stream")]
    fn revision_and_scripting(&self) -> (Revision, bool) {
        (self.options.revision, self.options.scripting)
    }

    /// Whether the parse was aborted.
    pub fn is_aborted(&self) -> bool {
        self.is_aborted || self.is_tree_lent
    }

    /// Ends the parse and returns the result. Unless [`Step::Finished`] was reached, the parse is
    /// aborted first.
    pub fn finish(mut self) -> Parsed<S::Output> {
        self.abort();
        let (_, report) = self.network.into_hints_and_report();
        let Engine { builder, input, .. } = self.engine;
        self.options.finish(builder.sink, input.context, report)
    }
}
