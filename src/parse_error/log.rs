//! The log that collects parse errors.

use crate::names::LocalName;
use crate::text::shrink_list;

use super::{ParseError, ParseErrorCode};

/// Collects parse errors, if they are wanted.
///
/// The input stream checks its characters as it is fed, ahead of the tokenizer and the tree
/// builder, so errors do not arrive in order of position. The log keeps up to `max_errors` errors
/// of the input stream and as many of the other stages, and [`finish`](Self::finish) chooses the
/// first `max_errors` of both by position. That way, which errors are kept does not depend on how
/// the input was cut.
#[derive(Clone, Debug)]
pub(crate) struct ErrorLog {
    errors: Vec<ParseError>,
    /// Whether errors are wanted. If so and none may be kept, the log still notes that there are
    /// some.
    is_enabled: bool,
    /// How many errors to keep.
    max_errors: usize,
    /// How many of `errors` are errors of the input stream.
    of_input_stream: usize,
    /// The last error of the tokenizer or the tree builder.
    last_of_stages: Option<ParseError>,
    /// The position of the first error of the input stream that was not kept.
    first_dropped: Option<u32>,
    /// Whether an error of the tokenizer or the tree builder was not kept.
    overflowed: bool,
    /// The number of errors when some were last dropped. Errors up to there stay.
    settled: usize,
    /// How many of `errors` the sink has not been told yet.
    untold: usize,
    /// The sink has been told the errors of the input stream before this index,
    next_of_input_stream: usize,
    /// and the errors of the tokenizer and the tree builder before this one.
    next_of_stages: usize,
    /// Whether the sink is told nothing until the first error by position is known; then whether it
    /// had been told an error before.
    held_back: Option<bool>,
}

impl ErrorLog {
    pub(crate) fn new(enabled: bool, max_errors: usize) -> Self {
        ErrorLog {
            errors: Vec::new(),
            is_enabled: enabled,
            max_errors,
            of_input_stream: 0,
            last_of_stages: None,
            first_dropped: None,
            overflowed: false,
            settled: 0,
            untold: 0,
            next_of_input_stream: 0,
            next_of_stages: 0,
            held_back: None,
        }
    }

    /// Keeps errors from now on, up to `max_errors`, unless errors are kept already.
    pub(crate) fn enable(&mut self, max_errors: usize) {
        if !self.is_enabled() || self.max_errors == 0 {
            self.is_enabled = true;
            self.max_errors = max_errors;
        }
    }

    /// Tells the sink nothing from now on, until [`keep_first`](Self::keep_first).
    pub(crate) fn hold_back(&mut self) {
        self.held_back.get_or_insert(self.untold < self.errors.len());
    }

    /// Whether there is an error that starts before byte `end` of the source.
    pub(crate) fn has_before(&self, end: usize) -> bool {
        let is_before = |error: &ParseError| (error.start as usize) < end;
        // Errors of the input stream are in order, and may be many.
        self.errors.first().is_some_and(is_before)
            || self.errors.len() > self.of_input_stream && self.errors.iter().any(is_before)
    }

    /// Drops all errors but the first by position. The sink may be told that one, unless it has
    /// been told one before.
    pub(crate) fn keep_first(&mut self) {
        self.sort();
        self.errors.truncate(1);
        self.of_input_stream = self.errors.iter().filter(|e| e.is_of_input_stream()).count();
        let is_told = self.held_back.take().unwrap_or(true);
        self.untold = if is_told { 0 } else { self.errors.len() };
        (self.next_of_input_stream, self.next_of_stages) = (0, 0);
        self.settled = self.errors.len();
        (self.overflowed, self.first_dropped) = (false, None);
    }

    /// Whether errors are wanted.
    #[inline]
    pub(crate) fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Adds an error that spans the bytes from `start` to `end` of the source.
    #[cold]
    pub(crate) fn report(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        self.report_of(None, code, start, end);
    }

    /// Adds an error about an open element of the given name. Returns whether it is kept for now.
    ///
    /// The tree builder reports U+0000 again at the place where the tokenizer has just reported it;
    /// such a repetition is one error.
    pub(crate) fn report_of(
        &mut self,
        element: Option<LocalName>,
        code: ParseErrorCode,
        start: usize,
        end: usize,
    ) -> bool {
        if !self.is_enabled {
            return false;
        }
        let error = ParseError { code, start: start as u32, end: end as u32, element };
        if error.is_of_input_stream() {
            if self.of_input_stream < self.max_errors {
                self.of_input_stream += 1;
                self.push(error);
                return true;
            }
            self.first_dropped.get_or_insert(error.start);
        } else if self.last_of_stages != Some(error) {
            self.last_of_stages = Some(error);
            if self.errors.len() - self.of_input_stream < self.max_errors {
                self.push(error);
                return true;
            }
            self.overflowed = true;
        }
        false
    }

    /// Appends to the list. A long one grows by a quarter at a time: there can be two errors for
    /// each byte of input, and doubling would take 96 bytes for each byte while the list moves.
    fn push(&mut self, error: ParseError) {
        const MIN_GROWTH: usize = 16;
        const MAX_DOUBLED: usize = 512;
        let length = self.errors.len();
        if length == self.errors.capacity() {
            let growth = if length <= MAX_DOUBLED { length } else { length / 4 };
            self.errors.reserve_exact(growth.max(MIN_GROWTH));
        }
        self.errors.push(error);
        self.untold += 1;
    }

    /// Whether there is an error that the sink has not been told yet.
    #[inline]
    pub(crate) fn has_untold(&self) -> bool {
        self.untold != 0
    }

    /// Returns the next error that the sink has not been told yet. Errors of the input stream come
    /// up when a token has reached them: `end` is the end of the current one.
    pub(crate) fn next_untold(&mut self, end: usize) -> Option<ParseError> {
        if self.held_back.is_some() || self.untold == 0 {
            return None;
        }
        while let Some(error) = self.errors.get(self.next_of_input_stream) {
            let is_of_input_stream = error.is_of_input_stream();
            if is_of_input_stream && error.start as usize >= end {
                break;
            }
            self.next_of_input_stream += 1;
            if is_of_input_stream {
                self.untold -= 1;
                return Some(*error);
            }
        }
        while let Some(error) = self.errors.get(self.next_of_stages) {
            self.next_of_stages += 1;
            if !error.is_of_input_stream() {
                self.untold -= 1;
                return Some(*error);
            }
        }
        None
    }

    /// The number of errors so far.
    pub(crate) fn len(&self) -> usize {
        self.errors.len()
    }

    /// The errors so far, in the order in which they were reported, or in order of position after
    /// [`sort`](Self::sort).
    pub(crate) fn as_slice(&self) -> &[ParseError] {
        &self.errors
    }

    /// Sorts the errors by position. At the same position, errors of the input stream come first,
    /// as if each character were checked when it is read; otherwise errors stay in the order in
    /// which they were reported.
    pub(crate) fn sort(&mut self) {
        let key = |error: &ParseError| (error.start, !error.is_of_input_stream());
        // Sorting takes a second list.
        if !self.errors.is_sorted_by_key(key) {
            self.errors.sort_by_key(key);
        }
    }

    /// Drops the errors from byte `start` of the source on, which only the input stream has read so
    /// far. `start` is never less than at the last call. Returns how many errors it has looked at.
    pub(crate) fn drop_from(&mut self, start: usize) -> usize {
        let looked_at = self.errors.len() - self.settled;
        let dropped = self.errors.extract_if(self.settled.., |error| error.start as usize >= start);
        self.of_input_stream -= dropped.filter(ParseError::is_of_input_stream).count();
        self.settled = self.errors.len();
        // The removed errors have not been told, and all remaining ones have.
        self.untold = 0;
        self.next_of_input_stream = self.errors.len();
        self.next_of_stages = self.errors.len();
        self.first_dropped = self.first_dropped.filter(|&dropped| (dropped as usize) < start);
        looked_at
    }

    /// Sorts the errors by position, keeps the first `max_errors`, and returns whether there were
    /// more. An error that two stages reported of the same place counts once.
    #[inline]
    pub(crate) fn finish(&mut self) -> bool {
        if !self.errors.is_empty() {
            self.arrange();
        }
        self.overflowed || self.first_dropped.is_some()
    }

    fn arrange(&mut self) {
        shrink_list(&mut self.errors);
        self.sort();
        self.errors.dedup_by_key(|error| (error.code, error.start, error.end));
        self.overflowed |= self.errors.len() > self.max_errors;
        self.errors.truncate(self.max_errors);
        shrink_list(&mut self.errors);
    }

    /// The errors that were kept.
    pub(crate) fn into_errors(self) -> Vec<ParseError> {
        self.errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_errors_are_kept_does_not_depend_on_when_the_input_stream_reports() {
        let control = ParseErrorCode::ControlCharacterInInputStream;
        let reports = [(control, 1), (ParseErrorCode::EofInTag, 2), (control, 3), (control, 4)];
        let kept = |order: [usize; 4]| {
            let mut log = ErrorLog::new(true, 2);
            for (code, start) in order.map(|index| reports[index]) {
                log.report(code, start, start + 1);
            }
            assert!(log.finish());
            log.as_slice().iter().map(ParseError::offset).collect::<Vec<_>>()
        };
        assert_eq!(kept([0, 1, 2, 3]), [1, 2]);
        assert_eq!(kept([0, 2, 3, 1]), [1, 2]);
    }

    #[test]
    fn an_error_that_is_dropped_with_unread_input_does_not_count_against_the_limit() {
        let mut log = ErrorLog::new(true, 1);
        log.report(ParseErrorCode::ControlCharacterInInputStream, 1, 2);
        log.report(ParseErrorCode::ControlCharacterInInputStream, 5, 6);
        log.drop_from(4);
        let overflowed = log.finish();
        assert_eq!((log.as_slice().len(), overflowed), (1, false));
    }

    #[test]
    fn dropping_errors_again_and_again_takes_linear_time() {
        let mut log = ErrorLog::new(true, usize::MAX);
        for at in 0..1000 {
            log.report(ParseErrorCode::UnclosedElement, at, at + 1);
            log.report(ParseErrorCode::ControlCharacterInInputStream, at + 1, at + 2);
            assert_eq!(log.drop_from(at + 1), 2);
        }
        assert_eq!(log.len(), 1000);
    }

    #[test]
    fn a_limit_of_no_errors_is_reached_by_the_first() {
        for code in [ParseErrorCode::ControlCharacterInInputStream, ParseErrorCode::EofInTag] {
            let mut log = ErrorLog::new(true, 0);
            log.report(code, 1, 2);
            let overflowed = log.finish();
            assert_eq!((log.as_slice().len(), overflowed), (0, true));
        }
        assert!(!ErrorLog::new(true, 0).finish());
    }

    #[test]
    fn an_error_reported_by_two_stages_counts_once_against_the_limit() {
        let mut log = ErrorLog::new(true, 2);
        for start in [1, 1, 2, 2] {
            log.report(ParseErrorCode::UnexpectedNullCharacter, start, start + 1);
        }
        let overflowed = log.finish();
        assert_eq!((log.as_slice().len(), overflowed), (2, false));
    }

    #[test]
    fn the_list_gives_its_spare_capacity_back() {
        let mut log = ErrorLog::new(true, 10_000);
        for start in 0..15_000 {
            log.report(ParseErrorCode::UnexpectedNullCharacter, start, start + 1);
        }
        assert!(log.finish());
        let errors = log.into_errors();
        assert_eq!((errors.len(), errors.capacity()), (10_000, 10_000));
    }
}
