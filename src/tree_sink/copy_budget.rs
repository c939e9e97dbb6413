//! The number of nodes that a sink may copy.

/// How many nodes a sink may copy into a `selectedcontent`: what
/// [`Limits::copies`](crate::Limits::copies) leaves.
///
/// ```
/// use consomme::sink::CopyBudget;
///
/// let mut copies = CopyBudget::new(2);
/// assert!(copies.take(1));
/// assert!(!copies.take(2), "only one was left");
/// assert!(copies.is_exceeded() && !copies.take(1));
/// ```
#[derive(Debug)]
pub struct CopyBudget {
    left: usize,
    is_exceeded: bool,
}

impl CopyBudget {
    /// Returns a budget of that many copies.
    pub fn new(copies: usize) -> CopyBudget {
        CopyBudget { left: copies, is_exceeded: false }
    }

    /// Takes that many copies. Returns whether as many were left. If not, nothing is left: then
    /// looking for what can be copied counts as much as copying it, and takes linear time.
    pub fn take(&mut self, copies: usize) -> bool {
        let left = self.left.checked_sub(copies);
        self.is_exceeded |= left.is_none();
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Returns whether more copies were asked for than were left.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    /// Returns how many copies are left.
    pub fn left(&self) -> usize {
        self.left
    }
}
