//! Finding bytes and the ends of runs, many bytes at a time.

pub(crate) mod lanes;
pub(crate) mod runs;
