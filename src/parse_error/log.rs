//! The log that collects parse errors.

use crate::names::LocalName;

use super::{ParseError, ParseErrorCode};

/// Collects parse errors, when they are wanted.
///
/// The input stream reports its errors as it is fed, ahead of the stages that read it. Of these and
/// of all others, as many as wanted are kept each, and the first of both are chosen in the end: so
/// which errors are kept does not depend on how the input was cut.
#[derive(Clone, Debug)]
pub(crate) struct ErrorLog {
    errors: Vec<ParseError>,
    /// How many errors are kept; 0 when none are wanted.
    most: usize,
    /// How many of the errors are those of the input stream.
    of_input_stream: usize,
    /// Where the first error of the input stream stands that is not kept.
    first_dropped: Option<u32>,
    /// An error of another stage is not kept, or one that was chosen against in the end.
    overflowed: bool,
}

impl ErrorLog {
    pub(crate) fn new(enabled: bool, most: usize) -> Self {
        let most = if enabled { most } else { 0 };
        ErrorLog {
            errors: Vec::new(),
            most,
            of_input_stream: 0,
            first_dropped: None,
            overflowed: false,
        }
    }

    /// Whether errors are wanted.
    #[inline]
    pub(crate) fn is_enabled(&self) -> bool {
        self.most != 0
    }

    /// Keeps an error from byte `start` to byte `end` of the source.
    #[cold]
    pub(crate) fn report(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        self.report_of(None, code, start, end);
    }

    /// Keeps an error that is about an open element of that name.
    pub(crate) fn report_of(
        &mut self,
        element: Option<LocalName>,
        code: ParseErrorCode,
        start: usize,
        end: usize,
    ) {
        let error = ParseError { code, start: start as u32, end: end as u32, element };
        if error.is_of_input_stream() {
            if self.of_input_stream < self.most {
                self.of_input_stream += 1;
                self.errors.push(error);
            } else {
                self.first_dropped.get_or_insert(error.start);
            }
        } else if self.errors.len() - self.of_input_stream < self.most {
            self.errors.push(error);
        } else {
            self.overflowed = true;
        }
    }

    /// The errors so far, in the order in which they were reported, or of position since
    /// [`sort`](Self::sort).
    pub(crate) fn as_slice(&self) -> &[ParseError] {
        &self.errors
    }

    /// Puts the errors in order of position. Of one position, those of the input stream come first,
    /// as they would if each character were checked when it is read; the others stay in the order
    /// in which they were reported.
    pub(crate) fn sort(&mut self) {
        self.errors.sort_by_key(|error| (error.start, !error.is_of_input_stream()));
    }

    /// Drops the errors from byte `start` of the source on, where nothing but the input stream has
    /// been yet.
    pub(crate) fn drop_from(&mut self, start: usize) {
        self.errors.retain(|error| (error.start as usize) < start);
        self.of_input_stream =
            self.errors.iter().filter(|error| error.is_of_input_stream()).count();
        self.first_dropped = self.first_dropped.filter(|&dropped| (dropped as usize) < start);
    }

    /// Puts the errors in order of position; those of one position stay in the order in which they
    /// were reported. Whether there were more than are kept.
    ///
    /// An error that two stages report of the same place counts once.
    pub(crate) fn finish(&mut self) -> bool {
        self.sort();
        self.errors.dedup_by_key(|error| (error.code, error.start, error.end));
        let overflowed =
            self.overflowed || self.first_dropped.is_some() || self.errors.len() > self.most;
        self.errors.truncate(self.most);
        overflowed
    }

    /// The errors that are kept.
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
    fn what_is_read_again_overflows_only_if_it_does_then() {
        let mut log = ErrorLog::new(true, 1);
        log.report(ParseErrorCode::ControlCharacterInInputStream, 1, 2);
        log.report(ParseErrorCode::ControlCharacterInInputStream, 5, 6);
        log.drop_from(4);
        let overflowed = log.finish();
        assert_eq!((log.as_slice().len(), overflowed), (1, false));
    }
}
