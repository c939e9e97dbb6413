//! Drivers whose tree is a document, which can be read and edited while it grows.

use std::ops::{Deref, DerefMut};

use crate::dom::{Document, Root};
use crate::encoding::Hints;
use crate::parse::context::Context;
use crate::parse::engine::Engine;
use crate::parse::options::ParseOptions;
use crate::parse::pump::PIECE;

use super::Driver;
use super::step::Step;

pub use crate::document_builder::DocumentBuilder;

/// Starting with a new document.
impl Driver<DocumentBuilder> {
    /// Returns a driver for a document. The hints are for bytes; they have no effect on text.
    pub fn new(options: &ParseOptions, hints: &Hints) -> Self {
        let mut engine = options.engine_for(Root::Document, 0);
        engine.start_document(options);
        Driver::start(options, engine, hints)
    }

    /// Returns a driver for a fragment, which is parsed as the content of a context element. The
    /// scripts of a fragment do not run, and `meta` elements do not change its encoding.
    pub fn for_fragment<'a>(options: &ParseOptions, context: impl Into<Context<'a>>) -> Self {
        let mut engine = options.engine_for(Root::DocumentFragment, 0);
        let context = context.into();
        engine.start_fragment(options, &context, None);
        if options.lossless {
            engine.builder.sink.note_context(context.to_kept());
        }
        Driver::start(options, engine, &Hints::new())
    }
}

/// The document under construction, and the one that results.
impl Driver<DocumentBuilder> {
    /// Returns the document as it is between two steps, to be read and edited.
    ///
    /// Nodes may be moved, removed and changed in any way, open elements included: the parser goes
    /// on with the elements that it holds, wherever they are. They cannot be
    /// [discarded](Document::discard) meanwhile. Positions, errors, the limits reached and the
    /// encoding report are missing until the end of the parse.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.feed_str("<p><b id=pot>Stock<script></script></p><p>Broth");
    /// let Step::Script(script) = driver.step() else { panic!("the script may run") };
    /// let mut document = driver.document();
    /// let b = document.element_by_id("pot").unwrap().id();
    /// document.set_attr(b, "id", "bowl").unwrap();
    /// document.detach(script.element).unwrap();
    /// drop(document);
    /// driver.end_script();
    /// driver.end();
    /// driver.step();
    /// // The second `b` is a copy of the first one as it was parsed.
    /// assert_eq!(
    ///     driver.finish_document().body().unwrap().inner_html(),
    ///     r#"<p><b id="bowl">Stock</b></p><p><b id="pot">Broth</b></p>"#,
    /// );
    /// ```
    ///
    /// If another document is put in its place, by assigning to it for example, the parse is
    /// aborted; as well if the guard is never dropped, with [`forget`](std::mem::forget), and then
    /// the document is lost.
    pub fn document(&mut self) -> DocumentMut<'_> {
        self.abandon_lost_tree();
        self.is_tree_lent = true;
        let strings = std::mem::take(&mut self.engine.input.context.strings);
        let mut document = self.engine.builder.sink.take_document(strings);
        document.revision = self.options.revision;
        document.scripting = self.options.scripting;
        document.lacks_errors = !self.engine.input.context.errors.is_enabled();
        DocumentMut { driver: self, document, is_prepared: false }
    }

    /// Starts again with an empty document, decoded from the declared encoding: see
    /// [`restart`](Driver::restart). The document so far is dropped.
    pub fn restart_document(&mut self) {
        let sink = self.options.engine_for(Root::Document, 0).builder.sink;
        self.restart(sink);
    }

    /// Makes it return control for nothing but input.
    pub(in crate::parse) fn without_pauses(mut self) -> Self {
        self.pause_at_scripts(false);
        self
    }

    /// Adds bytes to the input and parses them. All input so far was parsed this way.
    pub(in crate::parse) fn parse_bytes(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            // Decides that the input is bytes.
            self.feed(bytes);
        }
        for piece in bytes.chunks(PIECE) {
            let input = &mut self.engine.input;
            if self.engine.builder.is_stopped() || !self.network.push_bytes_directly(piece, input) {
                self.feed(piece);
            }
            self.parse_all();
        }
    }

    /// Adds text to the input and parses it. All input so far was parsed this way.
    pub(in crate::parse) fn parse_text(&mut self, text: &str) {
        let rest = self.parse_directly(text);
        self.feed_str(rest);
        self.parse_all();
    }

    /// Parses all input so far, and changes the encoding as `meta` elements declare.
    pub(in crate::parse) fn parse_all(&mut self) {
        loop {
            match self.run_without_flush() {
                Step::NeedsInput | Step::Finished => break,
                Step::EncodingDeclared(_) => {
                    if !self.switch_encoding() {
                        self.restart_document();
                    }
                }
                Step::Script(_) | Step::Blocked => {
                    debug_assert!(false, "this driver does not pause at scripts");
                    break;
                }
            }
        }
    }

    /// Ends the parse and returns the document with everything that is known about it: errors,
    /// limits reached, the encoding report. Unless
    /// [`Step::Finished`](crate::driver::Step::Finished) was reached, the parse is aborted first.
    ///
    /// The document that [`finish`](Driver::finish) returns has none of these: they are beside it.
    pub fn finish_document(mut self) -> Document {
        // Another parse of the source would not stop where this one does.
        self.options.lossless &= self.is_finished() && !self.is_aborted;
        self.abort();
        let (hints, report) = self.network.into_hints_and_report();
        let Engine { mut builder, mut input, .. } = self.engine;
        let hints = hints.as_ref();
        let limits_hit = self.options.close_document(&mut builder.sink, &mut input.context, hints);
        let (tree, context) = (builder.sink.tree, input.context);
        self.options.document(tree, context.strings, context.errors, limits_hit, report)
    }
}

/// The document that a [`Driver`] builds, lent between two steps. It is a [`Document`] in all
/// respects.
#[derive(Debug)]
pub struct DocumentMut<'d> {
    driver: &'d mut Driver<DocumentBuilder>,
    document: Document,
    /// Whether the parser is prepared for edits.
    is_prepared: bool,
}

impl Deref for DocumentMut<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        &self.document
    }
}

impl DerefMut for DocumentMut<'_> {
    fn deref_mut(&mut self) -> &mut Document {
        if !self.is_prepared && !self.driver.engine.is_finished() {
            self.is_prepared = true;
            let Engine { tokenizer, builder, .. } = &mut self.driver.engine;
            tokenizer.take_text_out_of_tail(&mut self.document.strings);
            let (sink, formatting) = builder.sink_and_formatting_elements();
            sink.prepare_for_edits(&mut self.document, formatting);
        }
        // Edits that the builder is not told of would count as parsed.
        self.driver.options.lossless = false;
        &mut self.document
    }
}

impl Drop for DocumentMut<'_> {
    fn drop(&mut self) {
        let document = std::mem::take(&mut self.document);
        self.driver.is_tree_lent = false;
        if !self.driver.engine.builder.sink.has_lent(&document) {
            // First, because it drops the unparsed text, which belongs to the old document.
            self.driver.abandon();
        }
        let engine = &mut self.driver.engine;
        engine.input.context.strings = engine.builder.sink.put_back(document);
    }
}
