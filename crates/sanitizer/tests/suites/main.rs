//! Everything that has a trial for each of its cases, but for the shared suite (`sanitizer/`).
//!
//! - `bytes.rs`: bytes in every encoding, and real pages
//! - `mutation_xss/`: markup that becomes harmful when it is parsed again, as it is and sanitized

mod bytes;
mod mutation_xss;

use consomme_test::fuzz_cases;
use consomme_test::suite::Suites;
use consomme_test::targets::TARGETS;

fn main() {
    let mut suites = Suites::default();
    // The sanitizer's fuzz target on seeds, finds and generated documents.
    let targets = TARGETS.iter().copied().filter(|(name, _)| *name == "sanitizer");
    fuzz_cases::add(&mut suites, targets);
    bytes::add(&mut suites);
    mutation_xss::add(&mut suites);
    suites.run();
}
