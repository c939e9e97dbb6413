//! Scripts that run while the parser waits, and the text that they write.

use crate::tree_sink::TreeSink;

use super::Driver;
use super::step::{Step, WriteError};
use super::written_texts::WrittenTexts;

/// Scripts.
impl<S: TreeSink> Driver<S> {
    /// Returns the script nesting level: how many scripts run, one of which has written the next.
    ///
    /// <https://html.spec.whatwg.org/#script-nesting-level>
    pub fn nesting_level(&self) -> usize {
        self.scripts.nesting_level()
    }

    /// Writes text at the insertion point of the innermost running script, as `document.write`
    /// does, and parses it. It may end anywhere, in a tag for example.
    ///
    /// Returns [`Step::NeedsInput`] when all of it is parsed. If it has a script, returns that
    /// [`Step::Script`]: after [`end_script`](Driver::end_script), the rest of the text is parsed.
    /// If a [parsing-blocking](Driver::block) script is pending, the text is only queued, and the
    /// step is [`Step::Blocked`].
    ///
    /// An SVG script sets the "parser pause flag": the text that it writes, and text around it, is
    /// only queued until no script runs. The step is [`Step::NeedsInput`] then as well.
    ///
    /// While no script runs, a [script-created](Driver::script_created) parser takes the text as
    /// the next input, and parses it.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.feed_str("<script>…</script>, leek");
    /// assert!(matches!(driver.step(), Step::Script(_)));
    /// assert_eq!(driver.write("<i title='Car"), Ok(Step::NeedsInput));
    /// assert_eq!(driver.write("rots'>Carrots</i>"), Ok(Step::NeedsInput));
    /// assert_eq!(driver.end_script(), Step::NeedsInput);
    /// let document = driver.finish_document();
    /// assert_eq!(document.body().unwrap().inner_html(), r#"<i title="Carrots">Carrots</i>, leek"#);
    /// ```
    ///
    /// # Errors
    ///
    /// The text is dropped if there is no insertion point or parsing has ended: see [`WriteError`].
    ///
    /// <https://html.spec.whatwg.org/#document-write-steps>
    pub fn write(&mut self, text: &str) -> Result<Step<S::Handle>, WriteError> {
        // The head of `mod.rs` explains how the driver keeps the insertion point.
        if self.is_aborted() {
            return Err(WriteError::Aborted);
        }
        // Deviation (Writes): the caller decides whether such a call opens a new document.
        let Some(height) = self.scripts.height() else {
            if self.is_script_created && !self.is_finished() {
                return Ok(self.write_at_end(text));
            }
            return Err(if self.ignores_destructive_writes {
                WriteError::DestructiveWriteIgnored
            } else if self.is_finished() {
                WriteError::Finished
            } else {
                WriteError::NoInsertionPoint
            });
        };
        let number = self.scripts.next_write();
        if !text.is_empty() {
            match self.scripts.texts.get_mut(height) {
                // An earlier text of the script is not parsed either.
                Some(texts) => texts.push(text, number),
                None => {
                    self.push_back_unread();
                    self.scripts.texts.push(WrittenTexts::new(text, number));
                }
            }
        }
        Ok(if self.scripts.has_text() { self.run() } else { Step::NeedsInput })
    }

    /// Takes back the text that the input stream was given and that is not consumed, because it is
    /// after the insertion point.
    fn push_back_unread(&mut self) {
        if std::mem::take(&mut self.is_piece_unread) {
            let written = self.scripts.texts.last_mut();
            let text = written.map_or(&mut self.network.text, |texts| &mut texts.first.text);
            text.push_back(&mut self.engine.input);
        }
        self.engine.input.set_last(false);
    }

    /// Ends the innermost running script, and parses on: the rest of the text that has it, up to
    /// the insertion point of the script that has written this text, or the input.
    ///
    /// Without a running script, this is [`step`](Driver::step).
    pub fn end_script(&mut self) -> Step<S::Handle> {
        self.scripts.leave();
        self.run()
    }

    /// Makes the innermost running script the pending parsing-blocking script: one that cannot run
    /// yet, because it is not loaded for example. Call [`end_script`](Driver::end_script) next.
    /// From then on, steps are [`Step::Blocked`] and text that the scripts around it write is only
    /// queued, until [`unblock`](Driver::unblock) is called.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.feed_str("<script src=soup.js></script>, served hot");
    /// assert!(matches!(driver.step(), Step::Script(_)));
    /// driver.block();
    /// assert_eq!(driver.end_script(), Step::Blocked);
    /// // Later, when the script is loaded:
    /// assert!(matches!(driver.unblock(), Step::Script(_)));
    /// assert_eq!(driver.write("Minestrone"), Ok(Step::NeedsInput));
    /// assert_eq!(driver.end_script(), Step::NeedsInput);
    /// assert_eq!(driver.document().body().unwrap().text_content(), "Minestrone, served hot");
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#pending-parsing-blocking-script>
    pub fn block(&mut self) {
        self.scripts.block();
    }

    /// Runs the pending parsing-blocking script: returns its [`Step::Script`]. Its insertion point
    /// is before the first character that is not parsed.
    ///
    /// While another script runs, that one goes on: the pending script runs when all others have
    /// ended. Then the step is that of the other one again, or [`Step::Blocked`]. If no script is
    /// pending, the parse goes on.
    pub fn unblock(&mut self) -> Step<S::Handle> {
        if let Some(script) = self.scripts.take_pending() {
            return self.start_script(script.element, script.is_svg);
        }
        match self.scripts.innermost() {
            // All text before its insertion point is parsed. The input stream may have more.
            Some(script) if !self.scripts.has_text() || self.scripts.is_paused() => {
                Step::Script(script)
            }
            _ => self.run(),
        }
    }

    /// Sets whether a [`write`](Driver::write) while no script runs is one that has no effect, as
    /// the standard's ignore-destructive-writes counter says. Otherwise it would replace the
    /// document.
    ///
    /// <https://html.spec.whatwg.org/#ignore-destructive-writes-counter>
    pub fn ignore_destructive_writes(&mut self, ignore: bool) {
        self.ignores_destructive_writes = ignore;
    }
}
