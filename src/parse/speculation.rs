//! Speculative parsing: reads ahead for the resources that a document will fetch.
//!
//! <https://html.spec.whatwg.org/#speculative-html-parsing>

use crate::speculative_fetch::{Finder, Speculated};
use crate::steps;
use crate::tree_builder::Request;
use crate::tree_sink::TreeSink;
use crate::treeless::Treeless;

use super::engine::Engine;
use super::options::ParseOptions;
use super::whole_input::IntoText;

/// Reads ahead in a document and returns the resources that it will fetch, in the order of the
/// source: the standard's speculative HTML parser.
///
/// [`Driver::speculate`](crate::driver::Driver::speculate) starts where a parse is paused, while a
/// script is loaded for example, and [`Speculation::new`] at the beginning of a document.
/// The text is parsed as the iterator is asked for more, by the same rules as always, into a tree
/// that keeps no text. So markup in comments, in a `textarea` or in a `template` is not mistaken
/// for elements of the document, and elements that are foster-parented are found. The parse of the
/// document itself is not affected.
///
/// ```
/// use consomme::speculation::{Speculated, Speculation};
/// use consomme::ParseOptions;
///
/// let html = "<link rel=stylesheet href=soup.css>
///     <template><img src=not-yet.png></template>
///     <img src=soup.png><img src=soup.png><!-- <img src=gone.png> -->
///     <script src=soup.js></script>";
/// let speculation = Speculation::new(&ParseOptions::new().scripting(true), html);
/// let urls: Vec<String> = speculation
///     .filter_map(|found| match found {
///         Speculated::Fetch(fetch) => Some(fetch.url),
///         _ => None,
///     })
///     .collect();
/// assert_eq!(urls, ["soup.css", "soup.png", "soup.js"]);
/// ```
///
/// # Findings
///
/// The resources of a [`FetchKind`](crate::speculation::FetchKind) that "would be fetched with the
/// normal HTML parser, under the assumption that the script that is blocking the HTML parser does
/// nothing", and the `meta` elements that change how those after them are fetched. Each URL is
/// returned once: URLs are compared as written, together with whether a `base` comes before them.
/// An image that the caller chooses among several is always returned.
///
/// Scripts are returned only if [scripting](ParseOptions::scripting) is enabled, and only those
/// that run: of a JavaScript type or a module, and not `nomodule`. Whether a `type` of an image or
/// a `media` attribute fits is for the caller to say.
///
/// Not returned are:
///
/// - icons and manifests, which are fetched only when they are needed;
/// - the documents of frames, the media of `audio` and `video`, `track`, `embed` and `object`;
/// - the fetches of style sheets, of presentational attributes such as `background`, and of SVG
///   elements other than `script` and `image`;
/// - `data:` URLs, which need no network;
/// - elements that too little is known about: an `img` in a `picture` that was open when the
///   speculation started, the content of a `<template for>` that starts later, and of a `<template
///   shadowrootmode>` whose host was open then;
/// - anything in a fragment: its scripts do not run, and its document has no window.
///
/// A `meta` element that declares an encoding has no effect. The base URL is that of the first
/// `base` tag; a `base` that a script has put into the tree is not known.
///
/// <https://html.spec.whatwg.org/#speculative-html-parsing>
#[derive(Debug)]
pub struct Speculation {
    engine: Engine<Treeless>,
    finder: Finder,
}

impl Speculation {
    /// Returns the resources that a document fetches, read from its text: a preload scanner.
    ///
    /// The text may be the start of the document: [`feed_str`](Speculation::feed_str) adds more.
    pub fn new<'a>(options: &ParseOptions, text: impl IntoText<'a>) -> Self {
        let options = options.clone().errors(false).positions(false);
        let mut engine = options.engine(Treeless::mock(1));
        engine.start_document(&options);
        let text = text.into_text().without_byte_order_mark(&mut engine.input);
        match text.into_source() {
            Ok(source) if engine.input.takes_as_it_is(source.as_bytes()) => {
                engine.input.adopt(source);
                engine.input.set_last(false);
            }
            Ok(source) => engine.input.push(&source),
            Err(text) => engine.input.push(text),
        }
        Speculation { engine, finder: Finder::new(options.scripting) }
    }

    /// Returns a speculation from the place where a parse is paused, between two tokens or in one.
    /// The text that is in its input stream comes first.
    pub(super) fn from_paused<S: TreeSink>(engine: &Engine<S>) -> Self {
        let Engine { input, tokenizer, builder, bound, without_body_loop, .. } = engine;
        let mut input = input.copy_to_read_ahead();
        let mut tokenizer = tokenizer.clone();
        tokenizer.put_text_back_into_tail(&mut input.context.strings);
        let sink = Treeless::mock(builder.sink.node_count());
        let engine = Engine {
            input,
            tokenizer,
            builder: builder.copy_with_sink(sink, Treeless::add_held),
            bound: *bound,
            without_body_loop: *without_body_loop,
            pauses_at_error: false,
        };
        let finder = Finder::new(builder.is_scripting_enabled());
        Speculation { engine, finder }
    }

    /// Adds text after all text so far. When the iterator has returned `None`, it goes on with this
    /// text.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme::speculation::Speculation;
    ///
    /// let mut speculation = Speculation::new(&ParseOptions::new(), "<p><img src=on");
    /// assert!(speculation.next().is_none());
    /// speculation.feed_str("ion.png>");
    /// assert!(speculation.next().is_some());
    /// ```
    pub fn feed_str(&mut self, text: &str) {
        self.engine.input.push(text);
    }

    /// Takes over the list of URLs that an earlier speculation for the same document has returned,
    /// so that this one does not return them again.
    ///
    /// <https://html.spec.whatwg.org/#list-of-speculative-fetch-urls>
    #[must_use]
    pub fn after(mut self, earlier: Speculation) -> Self {
        self.finder.take_over_list(earlier.finder);
        self
    }

    /// Parses one token. Returns whether there was one.
    fn parse_token(&mut self) -> bool {
        let Engine { input, tokenizer, builder, bound, .. } = &mut self.engine;
        let is_full = bound.is_exceeded_by(&builder.sink);
        if is_full || builder.is_stopped() || builder.is_fragment() {
            return false;
        }
        let Some(ref mut token) = tokenizer.next(input) else { return false };
        steps::count(1);
        builder.process_token(token, &mut input.context);
        tokenizer.set_cdata_allowed(builder.is_in_foreign_content());
        if let Some(Request::SwitchTokenizer(mode)) = builder.take_request() {
            tokenizer.set_state(mode);
        }
        let strings = &input.context.strings;
        if !self.finder.has_base()
            && let Some(base) = builder.base()
        {
            self.finder.set_base(strings.get(base));
        }
        self.finder.look_at_inserted(&mut builder.sink, strings);
        true
    }
}

/// After `None`, there may be more when [more text](Speculation::feed_str) comes.
impl Iterator for Speculation {
    type Item = Speculated;

    fn next(&mut self) -> Option<Speculated> {
        loop {
            let found = self.finder.next();
            if found.is_some() || !self.parse_token() {
                return found;
            }
        }
    }
}

#[cfg(test)]
mod tests;
