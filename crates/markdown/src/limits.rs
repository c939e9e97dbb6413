//! The limits that a conversion has reached.

/// The limits that a conversion has reached. The text is there in any case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct LimitsHit {
    /// Lists, quotes or tables are nested deeper than
    /// [`max_nesting`](crate::Markdown::max_nesting): the content of the innermost ones is written
    /// without their marks.
    pub nesting: bool,
    /// The cells of a table would cover more slots than
    /// [`max_table_slots`](crate::Markdown::max_table_slots), or repeat too much text: it is
    /// written without its spans, or without repetition.
    pub table_slots: bool,
}

impl LimitsHit {
    /// Returns whether any limit was reached.
    #[must_use]
    pub fn any(&self) -> bool {
        self.nesting || self.table_slots
    }
}
