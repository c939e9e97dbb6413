//! Properties of rewritten documents.

use std::cell::Cell;

use consomme_test::config::config;
use consomme_test::soup::page;
use consomme_test::targets::rewritten_tree::{Dice, check};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The output of a strict rewriter is read as the edited tree. Prints how many edits were made. A
/// million of them:
///
/// ```sh
/// CASES_TIMES=1100 cargo test --release --features stream --test properties rewriter -- --nocapture
/// ```
#[test]
fn the_output_is_read_as_the_edited_tree() {
    let size = prop_oneof![1_usize..20, Just(10_000)];
    let edits = Cell::new(0);
    let mut runner = TestRunner::new(config(1024));
    let result = runner.run(&(page(), size, any::<u64>()), |(text, size, seed)| {
        let made = check(&text, size, &mut Dice(seed));
        edits.set(edits.get() + made);
        Ok(())
    });
    println!("{} edits", edits.get());
    if let Err(error) = result {
        panic!("{error}");
    }
}
