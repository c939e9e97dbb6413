//! The time for a page.

use std::time::{Duration, Instant};

use super::meter::Reason;

/// The reason for a value that was not there in time.
const TOO_LATE: Reason =
    Reason::Borrowed("the page takes more time than consomme.max_page_milliseconds");

/// How many steps of selectors and expressions the fastest machine takes in a millisecond. A slower
/// one takes more time than is left for as many, three times as much or so.
const STEPS_IN_A_MILLISECOND: u64 = 200_000;

/// The time by which the values of a page have to be there, if there is one. Nothing is interrupted:
/// the parse asks after each piece of the page, and a value before it begins and at each of its
/// items.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    end: Option<Instant>,
}

impl Deadline {
    /// Starts now with some milliseconds; 0 stands for no limit.
    pub(crate) fn new(milliseconds: u64) -> Deadline {
        let end = Instant::now().checked_add(Duration::from_millis(milliseconds));
        Deadline { end: end.filter(|_| milliseconds > 0) }
    }

    /// Whether there is a limit.
    pub(crate) fn is_set(self) -> bool {
        self.end.is_some()
    }

    /// Returns whether there is time left.
    ///
    /// # Errors
    ///
    /// If not: the reason.
    pub(crate) fn check(self) -> Result<(), Reason> {
        match self.end {
            Some(end) if Instant::now() >= end => Err(TOO_LATE),
            _ => Ok(()),
        }
    }

    /// Returns how many steps can be taken in the time that is left, at most `max`, and the reason
    /// for a value that takes more.
    pub(crate) fn steps(self, max: u64, too_many: Reason) -> (u64, Reason) {
        let Some(end) = self.end else { return (max, too_many) };
        let left = end.saturating_duration_since(Instant::now()).as_millis();
        let left = u64::try_from(left).unwrap_or(u64::MAX);
        let steps = left.saturating_add(1).saturating_mul(STEPS_IN_A_MILLISECOND);
        if steps < max { (steps, TOO_LATE) } else { (max, too_many) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_limit_there_is_always_time() {
        let deadline = Deadline::new(0);
        assert!(!deadline.is_set() && deadline.check().is_ok());
        assert_eq!(deadline.steps(7, Reason::Borrowed("7")), (7, Reason::Borrowed("7")));
    }

    #[test]
    fn the_smaller_limit_of_steps_counts() {
        let many = Reason::Borrowed("many");
        let passed = Deadline { end: Some(Instant::now()) };
        assert!(passed.check().is_err());
        let (steps, reason) = passed.steps(u64::MAX, many.clone());
        assert_eq!((steps, reason), (STEPS_IN_A_MILLISECOND, TOO_LATE));
        assert_eq!(Deadline::new(3_600_000).steps(7, many.clone()), (7, many.clone()));
        assert!(Deadline::new(u64::MAX).steps(7, many).0 == 7);
    }
}
