//! How many inputs a property is tried on.

use proptest::prelude::ProptestConfig;

/// Tries `cases` inputs; `CASES_TIMES=100 cargo test` tries each property on a hundred times as
/// many.
pub fn config(cases: u32) -> ProptestConfig {
    let times = std::env::var("CASES_TIMES").map_or(1, |times| times.parse().expect("a number"));
    let cases = cases * times;
    ProptestConfig {
        cases,
        max_global_rejects: cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
