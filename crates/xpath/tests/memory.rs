//! How much memory an evaluation takes at once, counted by the allocator.

use std::alloc::System;

use cap::Cap;
use consomme_xpath::{Value, XPath};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// Each operand of the union selects all nodes.
#[test]
fn a_union_keeps_each_node_a_few_times() {
    const NODES: usize = 10_000;
    let document = consomme::parse_fragment("div", "<p>".repeat(NODES));
    let path = XPath::parse(&format!("count(//p{})", " | //p".repeat(100))).expect("it is valid");
    let before = HEAP.allocated();
    assert_eq!(path.evaluate(&document).expect("a value"), Value::Number(NODES as f64));
    let taken = HEAP.max_allocated() - before;
    assert!(taken < 400 * NODES, "{taken} bytes for {NODES} nodes");
}
