//! Properties of rewritten documents.

use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::targets::rewritten_tree::{Dice, check};
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(1024))]

    /// The output of a strict rewriter is read as the edited tree.
    #[test]
    fn the_output_is_read_as_the_edited_tree(
        text in soup(),
        size in prop_oneof![1_usize..20, Just(10_000)],
        seed in any::<u64>(),
    ) {
        // Without the tag, what is edited might imply the `body`.
        check(&format!("<!DOCTYPE html><body>{text}"), size, &mut Dice(seed));
    }
}
