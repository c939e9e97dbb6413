//! Properties of rewritten documents.

use std::cell::Cell;

use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::targets::rewritten_tree::{Dice, check};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// The output of a strict rewriter is read as the edited tree. Prints how many edits were made. The
/// documents are the same in each run: among some 200,000 edits, one is still wrong (a text after a
/// `plaintext` that follows misnested formatting elements), so more of them are for those who look
/// for it:
///
/// ```sh
/// CASES_TIMES=1500 cargo test --release --features stream --test properties -- rewriter --nocapture
/// ```
#[test]
fn the_output_is_read_as_the_edited_tree() {
    let size = prop_oneof![1_usize..20, Just(10_000)];
    let edits = Cell::new(0);
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config(1024), rng);
    let result = runner.run(&(soup(), size, any::<u64>()), |(text, size, seed)| {
        let made = check(&format!("<!DOCTYPE html><body>{text}"), size, &mut Dice(seed));
        edits.set(edits.get() + made);
        Ok(())
    });
    println!("{} edits", edits.get());
    if let Err(error) = result {
        panic!("{error}");
    }
}
