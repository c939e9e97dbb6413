//! The scripts that run, and the texts that they have written.

use super::step::PausedScript;
use super::written_texts::WrittenTexts;

/// A script that runs.
#[derive(Debug)]
struct RunningScript<H> {
    script: PausedScript<H>,
    /// The height of the stack of written texts when the script started.
    height: usize,
}

/// The scripts that run, and the texts that they have written.
#[derive(Debug)]
pub(super) struct ScriptStack<H> {
    /// The scripts that run, the innermost last. Its length is the script nesting level.
    running: Vec<RunningScript<H>>,
    /// The texts that scripts have written and that are not parsed, the innermost last. While a
    /// script is pending, the script around it can write several.
    pub(super) texts: Vec<WrittenTexts>,
    /// The pending parsing-blocking script.
    ///
    /// <https://html.spec.whatwg.org/#pending-parsing-blocking-script>
    pending: Option<PausedScript<H>>,
    /// How many calls have written text.
    write_count: u32,
    /// The parser pause flag, as far as SVG scripts set it: written text waits.
    ///
    /// <https://html.spec.whatwg.org/#parser-pause-flag>
    is_paused: bool,
}

impl<H: Copy> ScriptStack<H> {
    pub(super) fn new() -> Self {
        ScriptStack {
            running: Vec::new(),
            texts: Vec::new(),
            pending: None,
            write_count: 0,
            is_paused: false,
        }
    }

    /// Ends all scripts and drops the texts that they have written.
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.running.clear();
        self.is_paused = false;
        self.pending = None;
    }

    /// Starts to run the script of an element. `position` is where its end tag ends.
    pub(super) fn start(&mut self, element: H, is_svg: bool, position: usize) -> PausedScript<H> {
        let nesting_level = self.running.len() + 1;
        let script = PausedScript { element, is_svg, nesting_level, position };
        self.running.push(RunningScript { script, height: self.texts.len() });
        self.is_paused |= is_svg;
        script
    }

    /// Takes the innermost running script as one that is over.
    ///
    /// "Decrement the parser's script nesting level by one. If the parser's script nesting level is
    /// zero, then set the parser pause flag to false."
    pub(super) fn leave(&mut self) {
        self.running.pop();
        self.is_paused &= !self.running.is_empty();
    }

    /// Makes the innermost running script the pending parsing-blocking script, unless there is one.
    pub(super) fn block(&mut self) {
        if self.pending.is_none() {
            self.pending = self.innermost();
        }
    }

    /// Takes out the pending parsing-blocking script, if no script runs.
    pub(super) fn take_pending(&mut self) -> Option<PausedScript<H>> {
        self.pending.take_if(|_| self.running.is_empty())
    }

    /// Whether there is a pending parsing-blocking script.
    pub(super) fn is_blocked(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether there is a pending script that no longer runs.
    pub(super) fn has_ended_pending(&self) -> bool {
        self.pending.as_ref().is_some_and(|script| script.nesting_level > self.running.len())
    }

    /// Whether an SVG script makes written text wait.
    pub(super) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Returns the script nesting level: how many scripts run.
    pub(super) fn nesting_level(&self) -> usize {
        self.running.len()
    }

    /// Returns the innermost running script.
    pub(super) fn innermost(&self) -> Option<PausedScript<H>> {
        self.running.last().map(|running| running.script)
    }

    /// Returns the height of the stack of written texts when the innermost running script started:
    /// the texts above it are before the insertion point.
    pub(super) fn height(&self) -> Option<usize> {
        self.running.last().map(|running| running.height)
    }

    /// Whether some text before the insertion point of the innermost running script is not parsed.
    pub(super) fn has_text(&self) -> bool {
        self.height().is_some_and(|height| self.texts.len() > height)
    }

    /// Whether a script runs, or a text that one has written is not parsed.
    pub(super) fn has_script_or_text(&self) -> bool {
        !self.running.is_empty() || !self.texts.is_empty()
    }

    /// Returns the number of the next call that writes text, the first is 0.
    pub(super) fn next_write(&mut self) -> u32 {
        let number = self.write_count;
        self.write_count += 1;
        number
    }

    /// Returns the elements of the scripts that run or are pending.
    pub(super) fn elements(&self) -> impl Iterator<Item = H> {
        let running = self.running.iter().map(|running| &running.script);
        running.chain(&self.pending).map(|script| script.element)
    }
}
