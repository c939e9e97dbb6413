//! Large, deep and hostile input. `tests/memory` measures the heap, `src/tests/growth.rs` counts
//! steps.
//!
//! - `advisories.rs`: advisories of other parsers
//! - `depth.rs`: deep trees on a small stack
//! - `limits.rs`: each limit
//! - `load.rs`: full budgets, readers that fail, sinks that panic, threads
//! - `open_elements.rs`: many open elements

mod advisories;
mod depth;
mod limits;
mod load;
mod open_elements;
