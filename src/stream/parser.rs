//! The parser of a stream: parses up to a match, lends it, and frees nodes that no match can need.

use crate::dom::NodeIndex;
use crate::encoding::Hints;
use crate::parse::{Context, ParseOptions, ParsePause, PausingParse, ReachedLimit};
use crate::select::{StreamMatcher, StreamSelectors};
use crate::steps;
use crate::text::Strings;
use crate::tree_sink::ClosedBy;

use super::ancestors::is_in_document;
use super::found::Match;
use super::held::Held;
use super::lent::Lent;
use super::matches::Matches;
use super::observer::{Closed, Event, StartTags, StreamObserver, Until};
use super::places::{LOOK_BEHIND, Places};
use super::sweeper::{CAPACITY, Sweeper, add_wanted_content, needed_by_parser};
use super::waiting::{Completeness, HeadEnd, Waiting};

/// A document whose first piece has at least this many bytes is likely to be much longer.
pub(super) const LONG_PIECE: usize = 16 * 1024;

/// A parser that lends the elements that match selectors, each as soon as it is complete.
///
/// ```
/// use consomme::stream::{StreamParser, StreamSelectors};
/// use consomme::{Hints, ParseOptions};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let selectors = StreamSelectors::new(&["li > a[href]", "h1"])?;
/// let mut stream = StreamParser::new(&ParseOptions::new(), &Hints::new(), &selectors);
/// let mut found = Vec::new();
/// for piece in ["<h1>Me", "nu</h1><ul><li><a href=/br", "oth>Broth</a><li>Water</ul>"] {
///     stream.feed_str(piece);
///     while let Some(element) = stream.next_match() {
///         found.push((element.selectors().to_vec(), element.text_content()));
///     }
/// }
/// assert_eq!(found, [(vec![1], "Menu".to_owned()), (vec![0], "Broth".to_owned())]);
/// # Ok(())
/// # }
/// ```
///
/// # Which elements, and when
///
/// [`feed`](StreamParser::feed) only queues input; [`next_match`](StreamParser::next_match) parses
/// it, up to the token that completes a match. An element is complete when it and everything in it
/// has left the stack of open elements. So the elements in a match come before it, and the matches
/// do not depend on where the input is cut.
///
/// The matches are the elements that [`select`](crate::Document::select) finds in the finished
/// document, with the same content, except where the parser changes complete elements: the adoption
/// agency algorithm and foster parenting move elements, `selectedcontent` is updated,
/// `<template for>` changes nodes before it, a second `html` or `body` start tag adds attributes to
/// elements that are open, and a `frameset` takes the place of the `body`. `:nth-child()` and `+`
/// look at siblings when the element is complete: an element that the parser moves to before it
/// later does not count.
///
/// # Memory
///
/// A stream frees everything that is complete and in no element that may still match, with its
/// text. The open elements stay, of which [`Limits::depth`](crate::Limits::depth) bounds the
/// number, with their attributes; if selectors ask for siblings, the last elements in each open
/// element stay, too, with counts of the elements before. So memory does not grow with the
/// document, unless a match does: `body` as a selector keeps all of it. The content of an open
/// `select` stays, too, and so do names that the standard does not have.
///
/// [`Limits::input_bytes`](crate::Limits::input_bytes) and [`Limits::nodes`](crate::Limits::nodes)
/// limit live nodes and text. For `input_bytes`, a node counts as 32 bytes, besides its text. When
/// a limit is reached, the stream ends, and [`limits_hit`](StreamParser::limits_hit) tells which.
/// For input that others have written, set them to what one match may take.
///
/// Two more things differ from a document that is kept: `<template for>` finds only markers that
/// are not freed, and hints that wait for the end of the input ([`Hints::detect`] and others) keep
/// all of it until then.
///
/// # The encoding
///
/// The encoding of bytes is decided with the first [`Hints::awaited_bytes`]. As in a whole parse, a
/// `meta` element after them can still change it if nothing else is certain, such as a hint: the
/// rest of the bytes is decoded anew. That is possible if the bytes before mean the same text in
/// both encodings, as ASCII does; of other text, up to 64 KiB are kept to compare. Otherwise
/// nothing more is parsed or lent, and [`failure`](StreamParser::failure) says so. A whole parse
/// starts again then, and finds the same elements if the encoding is given as a hint, or if
/// [`Hints::prescan_bytes`] reach to the element.
#[derive(Debug)]
pub struct StreamParser {
    pub(super) parse: PausingParse<StreamObserver>,
    pub(super) lent: Lent,
    pub(super) matches: Matches,
    pub(super) waiting: Waiting,
    pub(super) places: Places,
    sweeper: Sweeper,
    /// If the stream is rewritten: the elements that may match and are not complete.
    pub(super) held: Option<Held>,
    /// How many bytes were fed.
    pub(super) fed: u64,
    /// How many matches were lent.
    pub(super) lent_count: u64,
}

impl StreamParser {
    /// Returns a parser that lends the elements of a document that match one of these selectors.
    /// The hints are for bytes; they have no effect on text.
    ///
    /// Errors are not recorded. With [positions](ParseOptions::positions), matches have a
    /// [range](Match::range).
    pub fn new(options: &ParseOptions, hints: &Hints, selectors: &StreamSelectors) -> StreamParser {
        let parse = PausingParse::of_document(options, hints, observer(selectors));
        StreamParser::of_parse(parse, options)
    }

    /// Returns a parser that lends the elements of a fragment that match one of these selectors.
    /// The fragment is parsed as the content of a context element.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme::stream::{StreamParser, StreamSelectors};
    ///
    /// # fn main() -> Result<(), consomme::SelectorError> {
    /// let cells = StreamSelectors::new(&["td"])?;
    /// let mut stream = StreamParser::for_fragment(&ParseOptions::new(), "tr", &cells);
    /// stream.feed_str("<td>Broth<td>4.50");
    /// stream.end();
    /// assert_eq!(stream.next_match().unwrap().text_content(), "Broth");
    /// # Ok(())
    /// # }
    /// ```
    pub fn for_fragment<'a>(
        options: &ParseOptions,
        context: impl Into<Context<'a>>,
        selectors: &StreamSelectors,
    ) -> StreamParser {
        let parse = PausingParse::of_fragment(options, context, observer(selectors));
        StreamParser::of_parse(parse, options)
    }

    fn of_parse(mut parse: PausingParse<StreamObserver>, options: &ParseOptions) -> StreamParser {
        if options.positions {
            parse.observer_mut().starts = Some(Box::new(StartTags::with_ranges()));
            parse.start_to_tell_of_tokens();
        }
        StreamParser {
            sweeper: Sweeper::new(&options.limits, &mut parse),
            lent: Lent::new(parse.empty_document()),
            parse,
            matches: Matches::default(),
            waiting: Waiting::default(),
            places: Places::default(),
            held: None,
            fed: 0,
            lent_count: 0,
        }
    }

    // ---- Input ---------------------------------------------------------------------------------

    /// Adds bytes to the input. Nothing is parsed before [`next_match`](Self::next_match) is
    /// called.
    ///
    /// The first piece decides whether the input is bytes or text; after text, bytes are decoded as
    /// UTF-8.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.lent.reclaim(&mut self.parse);
        self.fed += bytes.len() as u64;
        self.reserve_for(bytes.len());
        self.parse.feed(bytes);
    }

    /// Adds decoded text to the input. A byte order mark at the start of a document is dropped.
    ///
    /// After bytes, a piece of text counts as more bytes: its UTF-8.
    pub fn feed_str(&mut self, text: &str) {
        self.lent.reclaim(&mut self.parse);
        self.fed += text.len() as u64;
        self.reserve_for(text.len());
        self.parse.feed_str(text);
    }

    /// Makes room for the document, given the length of its first piece in bytes.
    fn reserve_for(&mut self, length: usize) {
        if self.parse.is_source_empty() {
            self.parse.reserve(if length < LONG_PIECE { length } else { CAPACITY });
        }
    }

    /// Ends the input: after the pieces so far, the document ends. The elements that are still open
    /// there are complete then.
    pub fn end(&mut self) {
        self.lent.reclaim(&mut self.parse);
        self.parse.end();
    }

    // ---- Matches -------------------------------------------------------------------------------

    /// Parses the input up to the token that completes the next match, and lends it. `None` if all
    /// input so far is parsed: feed more, or [end](Self::end) it. After the end, `None` says that
    /// there are no more.
    pub fn next_match(&mut self) -> Option<Match<'_>> {
        let found = loop {
            if let Some(found) = self.next_closed_match() {
                break found;
            }
            if !self.parse_on() {
                return None;
            }
        };
        let document = self.lent.document();
        let end = match self.waiting.head_end_of(found.element, &document.tree) {
            Some(end) => end.offset,
            None => self.places.offset(&document.strings, self.parse.end_of(found.by)),
        };
        let range = self.places.range(found.element, end);
        self.lent_count += 1;
        Match::new(document, found.element, &self.matches.found, range)
    }

    /// Parses until elements that may match are closed, or all input is parsed. Returns whether
    /// there is something new to look at.
    pub(super) fn parse_on(&mut self) -> bool {
        self.lent.reclaim(&mut self.parse);
        if self.parse.observer().is_cut() && !self.parse.is_finished() {
            self.parse.stop_at(ReachedLimit::Steps);
        }
        loop {
            let pause = self.parse.run();
            if self.parse.refused_encoding().is_some() {
                return false;
            }
            let observer = self.parse.observer_mut();
            observer.end_pause();
            self.matches.extend(observer.events.drain(..));
            let noted = observer.take_noted_starts();
            self.places.keep_starts(noted, self.parse.strings());
            let is_end = self.parse.is_finished() && !self.waiting.is_empty();
            if pause == ParsePause::ByObserver || is_end || !self.matches.is_empty() {
                return true;
            }
            if pause == ParsePause::AtWatermark {
                self.sweep();
            } else if !self.parse.end_at_limit() {
                return false;
            }
        }
    }

    /// Returns the next match among the elements that are closed. The document is lent then.
    pub(super) fn next_closed_match(&mut self) -> Option<Closed> {
        let has_none = self.matches.is_empty() && self.waiting.is_empty();
        if has_none || self.parse.refused_encoding().is_some() {
            return None;
        }
        self.lent.lend(&mut self.parse);
        let StreamParser { parse, lent, matches, waiting, places, held, .. } = self;
        let document = lent.document();
        let tree = &document.tree;
        if matches.is_empty() && parse.is_finished() {
            waiting.release_all_to(matches, parse.last_token_closes());
        }
        while let Some(event) = matches.first() {
            let Event::Closed(closed) = event else {
                matches.pop_first();
                let by = parse.last_token_closes();
                waiting.release_to(matches, Until::BodyBegins, by, None);
                continue;
            };
            let id = closed.element;
            if closed.may_match && parse.observer().has_opened(id) {
                // The element is lent at its start tag first.
                return None;
            }
            matches.pop_first();
            if closed.is_awaited {
                waiting.release_to(matches, Until::Closed(id), closed.by, closed.inner);
            }
            let may_match = matches.may_match(&closed);
            if !may_match || held.as_ref().is_some_and(|held| !held.has(id)) {
                continue;
            }
            if let Completeness::Waits(until) = waiting.completeness(parse, tree, closed) {
                let in_source = parse.end_of(closed.by);
                let is_end_of_head = until == Until::BodyBegins && closed.by == ClosedBy::OwnEndTag;
                let head_end = is_end_of_head.then(|| HeadEnd {
                    offset: places.offset(&document.strings, in_source),
                    in_source,
                });
                waiting.add(id, until, head_end, parse.observer_mut());
                continue;
            }
            parse.observer_mut().matcher.find(document, id, false, &mut matches.found);
            if !matches.found.is_empty() && is_in_document(parse, tree, id) {
                return Some(closed);
            }
            if let Some(held) = held {
                held.take(id);
            }
        }
        None
    }

    // ---- Sweeping ------------------------------------------------------------------------------

    /// Frees the nodes and texts that no match can need, if that is possible before the next token.
    /// Stops the parse if the rest exceeds a limit.
    fn sweep(&mut self) {
        if !self.parse.can_sweep() {
            self.sweeper.put_off(&mut self.parse);
            return;
        }
        self.lent.lend(&mut self.parse);
        let StreamParser { parse, lent, matches, waiting, places, sweeper, held, .. } = self;
        let document = lent.document();
        let tree = &document.tree;
        steps::count(tree.nodes().len());
        let mut survivors = needed_by_parser(parse, tree);
        waiting.elements().for_each(|element| survivors.add_with_content(tree, element));
        let open = parse.open_elements().collect();
        let found = &mut matches.found;
        let may_match = |id: NodeIndex| match held.as_ref() {
            Some(held) => held.has(id),
            None => {
                parse.observer_mut().matcher.find(document, id, true, found);
                !found.is_empty() && is_in_document(parse, tree, id)
            }
        };
        let is_unwanted = |id| matches.unwanted.contains(&id);
        let unwanted = add_wanted_content(&mut survivors, tree, open, is_unwanted, may_match);
        matches.unwanted = unwanted;
        for matcher in parse.observer_mut().matchers() {
            matcher.before_sweep(document, &survivors);
        }
        lent.reclaim(parse);
        let position = parse.position();
        let last_token = last_token_needed(parse);
        let cut = parse.sweep_cut(held.as_ref().map(|held| {
            let first = held.start().unwrap_or(position).min(position);
            let kept = first.saturating_sub(LOOK_BEHIND).max(places.origin());
            let source = parse.strings().source();
            let kept = (kept..position).find(|at| source.is_char_boundary(*at));
            let kept = kept.unwrap_or(position).min(last_token.unwrap_or(position));
            held.start().unwrap_or(position).min(kept)
        }));
        places.before_sweep(parse.strings(), cut);
        let swept = parse.sweep(survivors, cut, CAPACITY);
        parse.observer_mut().after_sweep(&swept);
        matches.after_sweep(&swept);
        waiting.after_sweep(&swept, parse.observer_mut());
        places.after_sweep(&swept);
        if let Some(held) = held {
            held.after_sweep(&swept);
        }
        sweeper.set_next(parse);
        sweeper.judge_limits(parse);
    }

    /// Makes the parser sweep as often as possible, for tests.
    #[doc(hidden)]
    pub fn sweep_often(&mut self) {
        self.sweeper.be_eager(&mut self.parse);
    }
}

/// Returns from which byte on the source of the last token is needed, if the structure of elements
/// is edited.
fn last_token_needed(parse: &mut PausingParse<StreamObserver>) -> Option<usize> {
    let (observer, strings) = parse.observer_mut_and_strings();
    let end = observer.starts.as_mut().and_then(|starts| starts.end.as_mut())?;
    Some(end.shorten_last(strings.source()))
}

fn observer(selectors: &StreamSelectors) -> StreamObserver {
    StreamObserver::new(StreamMatcher::new(selectors, Strings::default().names()))
}
