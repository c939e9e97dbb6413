//! Sets up the stages for a document or a fragment.

use memchr::memchr_iter;

use crate::bytes::windows::{WINDOW, any_of};
use crate::document_builder::DocumentBuilder;
use crate::dom::Root;
use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ErrorLog;
use crate::settings::Limits;
use crate::text::Strings;
use crate::tokenizer::token::{Tag, Token};
use crate::tokenizer::{TextMode, Tokenizer};
use crate::tree_builder::{ContextForm, TreeBuilder, TreeBuilderOptions};
use crate::tree_sink::{QuirksMode, TreeSink};

use super::bound::Bound;
use super::context::Context;
use super::engine::Engine;
use super::options::ParseOptions;

impl ParseOptions {
    /// Returns the stages before any input, with the limits of each. Call
    /// [`start_document`](Engine::start_document) or [`start_fragment`](Engine::start_fragment)
    /// next.
    // Inlined: the engine, of about two kilobytes, is constructed in the frame that keeps it, and
    // nothing but its construction is here. Moving it takes as long as parsing a small fragment.
    #[inline(always)]
    pub(super) fn engine<S: TreeSink>(&self, sink: S) -> Engine<S> {
        let options = TreeBuilderOptions {
            revision: self.revision,
            scripting: self.scripting,
            runnable_scripts: self.runnable_scripts,
            iframe_srcdoc: self.iframe_srcdoc,
            declarative_shadow_roots: self.declarative_shadow_roots,
            depth_limit: u32::try_from(self.limits.depth).unwrap_or(u32::MAX),
            max_copies: self.limits.copies,
            positions: self.positions,
            errors: self.errors,
        };
        Engine {
            input: InputStream::new(&self.limits, self.errors),
            tokenizer: Tokenizer::new(self.revision, &self.limits),
            builder: TreeBuilder::new(sink, &options),
            bound: Bound::limit(self.limits.nodes),
            without_body_loop: self.without_body_loop,
            pauses_at_error: false,
        }
    }

    /// Returns the stages before any input, for a document in the making.
    // Inlined for the same reason.
    #[inline(always)]
    pub(super) fn engine_for(&self, root: Root, expected_tags: usize) -> Engine<DocumentBuilder> {
        self.engine(DocumentBuilder::new(root, expected_tags, self.positions, &self.limits))
    }
}

impl ParseOptions {
    /// Prepares strings without text, with the records that the options ask for.
    fn prepare(&self, strings: &mut Strings) {
        if self.positions {
            strings.remember_ranges();
        }
        if self.lossless {
            strings.keep_returns();
        }
    }
}

impl<S: TreeSink> Engine<S> {
    /// Starts to parse a document.
    pub(super) fn start_document(&mut self, options: &ParseOptions) {
        options.prepare(&mut self.input.context.strings);
    }

    /// Starts to parse a `text/plain` document: "act as if the tokenizer had emitted a start tag
    /// token with the tag name "pre" followed by a single U+000A LINE FEED (LF) character, and
    /// switch the HTML parser's tokenizer to the PLAINTEXT state."
    ///
    /// <https://html.spec.whatwg.org/#read-text>
    pub(super) fn start_plain_text(&mut self) {
        self.builder.fix_quirks_mode(QuirksMode::NoQuirks);
        let mut pre = Tag { name: known::PRE, ..Tag::default() };
        let line_feed = self.input.context.strings.push("\n");
        // That the document has no doctype is no error of its text.
        let no_errors = ErrorLog::new(false, 0);
        let errors = std::mem::replace(&mut self.input.context.errors, no_errors);
        for mut token in [Token::StartTag(&mut pre), Token::Characters(line_feed)] {
            self.builder.process_token(&mut token, &mut self.input.context);
        }
        self.input.context.errors = errors;
        self.tokenizer.set_state(TextMode::Plaintext);
    }

    /// Starts to parse a fragment as the content of a context element. `form` is the `form` element
    /// that the context is or is in, if the sink has that.
    ///
    /// <https://html.spec.whatwg.org/#parsing-html-fragments>
    pub(super) fn start_fragment(
        &mut self,
        options: &ParseOptions,
        context: &Context<'_>,
        form: Option<S::Handle>,
    ) {
        let strings = &mut self.input.context.strings;
        options.prepare(strings);
        let name = context.intern_name(strings);
        let attributes = context.intern_attributes(strings);
        let unknown_form = context.has_form().then_some(ContextForm::Unknown);
        let mode = self.builder.start_fragment(
            name,
            &attributes,
            context.quirks_mode,
            form.map(ContextForm::Known).or(unknown_form),
            &mut self.input.context,
        );
        self.tokenizer.set_state(mode);
        self.tokenizer.set_cdata_allowed(self.builder.is_in_foreign_content());
    }
}

/// Estimates the number of tags of an input, end tags included, for the capacity of the tree. In a
/// short input, they are counted, in a long one from samples all over it. For a very short one,
/// counting takes longer than it saves.
pub(super) fn expected_tags(input: &[u8], limits: &Limits) -> usize {
    /// Each is one window: what takes the time is waiting for memory, and the processor waits for
    /// that of many samples at once.
    const SAMPLES: usize = 32;
    const VERY_SHORT: usize = 512;
    const SHORT: usize = 4096;
    /// Nine of ten pieces of pages have fewer tags, and most short inputs are fragments.
    const BYTES_PER_TAG_IN_SHORT_INPUT: usize = 24;
    /// The upper bound for a long input is one tag per this many bytes: real pages have fewer, and
    /// capacity for one tag takes 64 bytes.
    const BYTES_PER_TAG: usize = 12;
    let input = &input[..input.len().min(limits.input_bytes)];
    let tags = if input.len() <= VERY_SHORT {
        input.len() / BYTES_PER_TAG_IN_SHORT_INPUT
    } else if input.len() <= SHORT {
        memchr_iter(b'<', input).count().min(input.len() / "<p>".len())
    } else {
        let starts = (0..SAMPLES).map(|i| i * (input.len() - WINDOW) / (SAMPLES - 1));
        let sampled: usize = starts.map(|start| tags_in_window(&input[start..])).sum();
        // In 64 bits, where the product cannot overflow.
        let expected = sampled as u64 * input.len() as u64 / (SAMPLES * WINDOW) as u64;
        (expected as usize).min(input.len() / BYTES_PER_TAG)
    };
    tags.min(limits.nodes)
}

/// The number of tags in the first window of `bytes`.
fn tags_in_window(bytes: &[u8]) -> usize {
    bytes.first_chunk().map_or(0, |window| any_of(window, [b'<']).count_ones() as usize)
}
