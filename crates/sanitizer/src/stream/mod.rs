//! Text to text in pieces, in memory that does not grow with the text.
//!
//! The text is read in segments. A segment ends where nothing later can change what is before,
//! except in ways that show: between two tokens, where the start tags of the open elements, written
//! once more, make the parser that reads the next segment go on as one that has read all. What a
//! segment becomes is then a part of what the whole text becomes.
//!
//! - `mod.rs`: the stream
//! - `error.rs`: why a stream gives up
//! - `segment.rs`: reads segments, and finds their ends
//! - `probe.rs`: finds out which elements are open, and whether that is all that the parser knows
//! - `writing.rs`: sanitizes a segment, and writes the part of it that is new

mod error;
mod probe;
mod segment;
mod writing;

use consomme::{Context, Namespace};

use crate::Sanitizer;
use crate::text::{Reading, SanitizeOptions};

pub use error::StreamError;
use segment::Segment;
use writing::Before;

/// How many bytes a segment has at least, and how many it has before it ends in an element that
/// later content could change: a formatting element, a table.
const MIN_SEGMENT: usize = 16 * 1024;
const PATIENCE: usize = 2;

/// The default of [`SanitizeStream::max_held`].
const MAX_HELD: usize = 128 * 1024;

/// Sanitizes text in pieces: [`SanitizeOptions::stream`] makes it.
///
/// The output is what [`SanitizeOptions::sanitize`] makes of the whole text, in memory that
/// depends on the longest piece that cannot be divided, not on the length of the text. Where that
/// cannot be known, the stream gives up: when it is made, for rules that need the whole text; or
/// with an error of [`write`](SanitizeStream::write). What was written before that is a part of a
/// safe text, but not of what the whole text would become: throw it away.
///
/// | | |
/// |---|---|
/// | decided | configurations without comments and processing instructions; of a policy: URLs, frames, classes, ids, enforced and held attributes, custom elements, styles and style sheets, unwrapping |
/// | refused when it is made | callbacks for elements, attributes and texts; `escape_unlisted`, `break_templates`; comments and processing instructions that stay; `max_removals`, `max_output`; contexts whose content is not parsed as the flow of a `div` |
/// | refused when it comes | content that moves before or out of an element that is written already, as after `<table>` or at a misnested `</b>`; an element that browsers read in different ways (`select`, `template`, `noscript`, if they stay); a piece longer than [`max_held`](SanitizeStream::max_held) that cannot be divided: a tag, a `script` or `style`, an `svg`, a `select`; a limit; `<template for>` |
///
/// [`Limits`](consomme::Limits) count for each segment; removals and held images are not listed.
///
/// ```
/// use consomme_sanitizer::{Preset, SanitizeOptions, Sanitizer};
///
/// let sanitizer = Sanitizer::preset(Preset::Relaxed);
/// let mut stream = SanitizeOptions::new().stream(&sanitizer, "div")?;
/// let mut html = String::new();
/// for piece in ["<p onclick=a()>So", "up</p><scr", "ipt>a()</script><p>Le", "ek"] {
///     stream.write(piece, &mut html)?;
/// }
/// stream.finish(&mut html)?;
/// assert_eq!(html, "<p>Soup</p><p>Leek</p>");
/// # Ok::<(), consomme_sanitizer::StreamError>(())
/// ```
#[derive(Debug)]
pub struct SanitizeStream<'s> {
    sanitizer: &'s Sanitizer,
    options: SanitizeOptions,
    context: Context<'s>,
    /// The start tags of the elements that are open where the next segment begins.
    open: Vec<String>,
    /// Text that is not written yet.
    held: String,
    /// How many bytes are to be there before an end is looked for again.
    wanted: usize,
    min_segment: usize,
    max_held: usize,
    /// The text before the held one.
    before: Before,
    /// Why the stream has given up.
    error: Option<StreamError>,
}

/// Text to text in pieces.
impl SanitizeOptions {
    /// Returns a stream that sanitizes HTML as the content of a context element, as
    /// [`sanitize`](SanitizeOptions::sanitize) does.
    ///
    /// # Errors
    ///
    /// A rule, an option or a context that a stream cannot decide: [`SanitizeStream`] lists them.
    pub fn stream<'s>(
        &self,
        sanitizer: &'s Sanitizer,
        context: impl Into<Context<'s>>,
    ) -> Result<SanitizeStream<'s>, StreamError> {
        let context = context.into();
        if let Some(name) = undecided(sanitizer, self) {
            return Err(StreamError::Rule(name));
        }
        let is_flow = context.namespace() == Namespace::Html
            && Reading::new(self, sanitizer, context.clone(), 0)
                .is_some_and(|reading| reading.has_flow && !reading.differs_in_2024);
        if !is_flow {
            return Err(StreamError::Context(context.name().to_owned()));
        }
        Ok(SanitizeStream {
            sanitizer,
            options: self.clone(),
            context,
            open: Vec::new(),
            held: String::new(),
            wanted: MIN_SEGMENT,
            min_segment: MIN_SEGMENT,
            max_held: MAX_HELD,
            before: Before::default(),
            error: None,
        })
    }
}

impl SanitizeStream<'_> {
    /// Sets how many bytes the stream holds back at most where it cannot divide the text; it takes
    /// about 50 times as much memory, and 200 times for hostile text. The default is 128 KiB.
    #[must_use]
    pub fn max_held(mut self, bytes: usize) -> Self {
        self.max_held = bytes;
        self.min_segment = self.min_segment.min(bytes / 4).max(1);
        self.wanted = self.min_segment;
        self
    }

    /// Sets how many bytes a segment has at least. The result is the same; tests divide texts often.
    #[doc(hidden)]
    #[must_use]
    pub fn min_segment(mut self, bytes: usize) -> Self {
        self.min_segment = bytes;
        self.wanted = bytes;
        self
    }

    /// Reads the next piece of the text, and appends the output that is decided to `html`.
    ///
    /// # Errors
    ///
    /// The text has something that only the whole of it decides. The stream returns the same error
    /// from then on.
    pub fn write(&mut self, text: &str, html: &mut String) -> Result<(), StreamError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut rest = text;
        while !rest.is_empty() {
            let room = self.wanted.saturating_sub(self.held.len()).max(1);
            let mut end = room.min(rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            let (now, later) = rest.split_at(end);
            self.held.push_str(now);
            rest = later;
            if self.held.len() >= self.wanted {
                self.advance(html).inspect_err(|error| self.error = Some(error.clone()))?;
            }
        }
        Ok(())
    }

    /// Ends the text, and appends the rest to `html`.
    ///
    /// # Errors
    ///
    /// As for [`write`](SanitizeStream::write).
    pub fn finish(mut self, html: &mut String) -> Result<(), StreamError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let text = std::mem::take(&mut self.held);
        self.check_templates(&text)?;
        let segment = Segment::last(&self.reading(text.len())?, &self.open, &text)
            .ok_or(StreamError::MovesBack { at: self.before.read })?;
        self.take(segment, text.len(), html)?;
        let reading = self.reading(usize::try_from(self.before.read).unwrap_or(usize::MAX))?;
        match self.before.written > reading.max_bytes as u64 {
            true => Err(StreamError::TooLong { at: self.before.read }),
            false => Ok(()),
        }
    }

    /// Writes a segment, if the held text has the end of one.
    fn advance(&mut self, html: &mut String) -> Result<(), StreamError> {
        let is_patient = self.held.len() < self.min_segment.saturating_mul(PATIENCE);
        let reading = self.reading(self.held.len())?;
        self.check_templates(&self.held)?;
        let cut = Segment::cut(&reading, &self.open, &self.held, is_patient)
            .map_err(|_| StreamError::MovesBack { at: self.before.read })?;
        let Some((segment, length)) = cut else {
            if self.held.len() >= self.max_held {
                return Err(StreamError::Undivided {
                    at: self.before.read,
                    bytes: self.held.len(),
                });
            }
            self.wanted = (self.held.len() * 2).min(self.max_held.max(1));
            return Ok(());
        };
        let open = segment.open_tags();
        if open.iter().map(String::len).sum::<usize>() > self.max_held {
            return Err(StreamError::Undivided { at: self.before.read, bytes: self.held.len() });
        }
        self.take(segment, length, html)?;
        self.held.drain(..length);
        self.open = open;
        self.wanted = self.min_segment.max(self.held.len() + 1);
        Ok(())
    }

    fn take(
        &mut self,
        segment: Segment,
        length: usize,
        html: &mut String,
    ) -> Result<(), StreamError> {
        let policy = self.sanitizer.get_policy();
        self.before = segment.write(length, &self.reading(length)?, policy, self.before, html)?;
        Ok(())
    }

    fn reading(&self, length: usize) -> Result<Reading<'_>, StreamError> {
        let open = self.open.iter().map(String::len).sum::<usize>();
        Reading::new(&self.options, self.sanitizer, self.context.clone(), length + open)
            .ok_or_else(|| StreamError::Context(self.context.name().to_owned()))
    }

    /// A `<template for>` takes the place of content that may be written already.
    fn check_templates(&self, text: &str) -> Result<(), StreamError> {
        match segment::may_have_template_for(text) {
            true => Err(StreamError::MovesBack { at: self.before.read }),
            false => Ok(()),
        }
    }
}

/// Returns the name of a rule or an option that needs the whole text, if there is one.
fn undecided(sanitizer: &Sanitizer, options: &SanitizeOptions) -> Option<&'static str> {
    let rules = sanitizer.rules(true);
    let of_options = [
        (options.max_removals > 0, "max_removals"),
        (options.max_output.is_some(), "max_output"),
        (rules.keeps_comments(), "comments"),
        (rules.keeps_any_instruction(), "processingInstructions"),
    ];
    let found = of_options.into_iter().find_map(|(is_set, name)| is_set.then_some(name));
    found.or_else(|| sanitizer.get_policy()?.needs_whole())
}
