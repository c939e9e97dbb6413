//! Advisories of other parsers about time, each with an input of the same class; the steps are
//! counted. `ADVISORIES.md` has the table. The inputs are our own; `growth.rs` has every family.

use crate::{Limits, ParseOptions, Revision, steps};

use consomme_test::families::repeat;

/// How many times as many steps twice the size may take.
const MAX_RATIO: f64 = 2.2;

/// How many elements are nested: far more than the default limits on depth and on open elements
/// allow, up to which an element takes fewer steps.
const DEEP: usize = 16_000;

/// Asserts that twice the units take no more than twice the steps to parse, and a little, without
/// limits and with those of the default, in both revisions.
fn assert_linear(name: &str, units: usize, make: impl Fn(usize) -> String) {
    for limits in [Limits::unlimited(), Limits::default()] {
        for revision in [Revision::Living2026, Revision::Snapshot2024] {
            let options = ParseOptions::new().revision(revision).limits(limits);
            let count = |size| steps::counted(|| drop(options.parse_str(make(size))));
            let growth = count(2 * units) as f64 / count(units) as f64;
            assert!(growth <= MAX_RATIO, "{name}, {revision:?}: {growth:.2} times the steps");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn duplicate_attribute_names_are_found_in_linear_time() {
    let unit = [("distinct", "a@=x "), ("the same", "a=x "), ("pairs", "a@=x a@=y ")];
    for (name, unit) in unit {
        assert_linear(name, 2000, |n| format!("<p {}>", repeat(unit, n)));
        assert_linear(name, 2000, |n| format!("<svg {}/>", repeat(unit, n)));
        assert_linear(name, 2000, |n| format!("<body {0}><body {0}>", repeat(unit, n / 2)));
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn deep_nesting_takes_linear_time() {
    for unit in ["<div>", "<ul><li>", "<b>", "<table><td>", "<dl><dd>", "<svg><g>", "<x-y>"] {
        assert_linear(unit, DEEP, |n| repeat(unit, n) + "x");
    }
    // Each end tag looks for an element that is not open, or not in scope.
    for (open, close) in
        [("<div>", "</p>"), ("<b>", "</i>"), ("<table><td>", "</b>"), ("<p><b>", "</p>")]
    {
        assert_linear(open, DEEP, |n| repeat(open, n) + &repeat(close, n));
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn formatting_elements_that_end_in_the_wrong_order_take_linear_time() {
    for unit in ["<a><b>", "<b><i></b>", "<p><a><table><a>", "<b><p></b>", "<nobr><table><nobr>"] {
        assert_linear(unit, 2000, |n| repeat(unit, n));
    }
}
