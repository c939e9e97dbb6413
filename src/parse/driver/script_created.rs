//! Parsers for `document.open`.

use crate::dom::Root;
use crate::encoding::Hints;
use crate::parse::options::ParseOptions;
use crate::tree_sink::TreeSink;

use super::step::Step;
use super::{DocumentBuilder, Driver};

/// Starting as `document.open` does.
impl Driver<DocumentBuilder> {
    /// Returns a driver for a new document that scripts write, as `document.open` makes one: a
    /// script-created parser.
    ///
    /// [`write`](Driver::write) is `document.write` for it, while no script runs as well: the
    /// insertion point is the end of the input then. `document.close` is [`end`](Driver::end), the
    /// standard's explicit "EOF" character, and [`step`](Driver::step). A byte order mark is a
    /// character like any other.
    ///
    /// ```
    /// use consomme::ParseOptions;
    /// use consomme::driver::{Driver, Step};
    ///
    /// let mut driver = Driver::script_created(&ParseOptions::new().scripting(true)); // document.open()
    /// assert_eq!(driver.write("<p>Bro"), Ok(Step::NeedsInput)); // document.write()
    /// assert!(matches!(driver.write("th<script>…</script>, hot"), Ok(Step::Script(_))));
    /// assert_eq!(driver.write(" and clear"), Ok(Step::NeedsInput)); // by that script
    /// assert_eq!(driver.end_script(), Step::NeedsInput);
    /// driver.end();
    /// assert_eq!(driver.step(), Step::Finished); // document.close()
    /// assert_eq!(driver.finish_document().body().unwrap().inner_text(), "Broth and clear, hot");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#document-open-steps>
    pub fn script_created(options: &ParseOptions) -> Self {
        let sink = options.engine_for(Root::Document, 0).builder.sink;
        Driver::script_created_with_sink(options, sink)
    }
}

/// Starting as `document.open` does, with a tree of your own.
impl<S: TreeSink> Driver<S> {
    /// Returns a driver as [`script_created`](Driver::script_created), for a tree of your own. The
    /// caller empties the document first.
    pub fn script_created_with_sink(options: &ParseOptions, sink: S) -> Self {
        let mut driver = Driver::with_sink(options, &Hints::new(), sink);
        driver.is_script_created = true;
        driver.network.start_with_text();
        driver
    }

    /// Inserts text "just before the end of the input stream", where the insertion point is while
    /// no script runs. An explicit "EOF" character stays after it.
    pub(super) fn write_at_end(&mut self, text: &str) -> Step<S::Handle> {
        self.network.write(text);
        self.engine.input.set_last(false);
        self.skip_ignored_input();
        self.run()
    }
}
