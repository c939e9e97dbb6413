//! A line about progress, on a terminal only.

use std::io::{self, IsTerminal, Write};

/// The number of files from which on progress is shown.
const MANY: usize = 20;

/// How wide the bar is, in columns.
const WIDTH: usize = 30;

/// A bar on standard error, if that is a terminal and the output is not.
pub(crate) struct Progress {
    count: usize,
    is_shown: bool,
}

impl Progress {
    pub(crate) fn new(count: usize) -> Progress {
        let is_shown = count >= MANY && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Progress { count, is_shown }
    }

    pub(crate) fn show(&self, done: usize) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{}", bar(done, self.count));
        }
    }

    pub(crate) fn clear(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn bar(done: usize, count: usize) -> String {
    let filled = WIDTH * done / count.max(1);
    format!("[{}{}] {done} of {count} files", "#".repeat(filled), " ".repeat(WIDTH - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_what_is_done() {
        assert_eq!(bar(10, 30), format!("[{}{}] 10 of 30 files", "#".repeat(10), " ".repeat(20)));
        assert_eq!(bar(30, 30), format!("[{}] 30 of 30 files", "#".repeat(30)));
    }
}
