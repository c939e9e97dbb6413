//! A search for the documents that take most memory: random shapes first, then changes of the
//! worst.

use consomme_test::memory::numbers::{Numbers, Random};
use consomme_test::memory::shape::Shape;
use consomme_test::memory::{Shares, measure};

use super::HEAP;

/// How many searches there are, half of them for the memory that is kept and half for the peak.
const SEARCHES: usize = 8;

/// How many shapes a search tries. Without optimization, each takes long.
const SHAPES: usize = if cfg!(debug_assertions) { 40 } else { 400 };

/// How many of the worst shapes of a search are kept to be changed.
const KEPT: usize = 12;

/// Documents of all shapes that are tried keep within the promises, and so does parsing them.
pub(crate) fn finds_none_above_the_promise() {
    let times = std::env::var("CASES_TIMES").map_or(1, |times| times.parse().expect("a number"));
    let mut failures = Vec::new();
    for number in 0..SEARCHES * times {
        let (shape, shares) = search(number, &mut failures);
        println!("\nkept {:.2}, held {:.2} of the promise: {shape:?}", shares.kept, shares.peak);
    }
    let count = failures.len();
    failures.truncate(10);
    assert!(failures.is_empty(), "{count} failures\n{}", failures.join("\n"));
}

/// Returns the worst shape of a search.
fn search(number: usize, failures: &mut Vec<String>) -> (Shape, Shares) {
    let mut numbers = Random(number as u64);
    // The promises have a part for lossless documents, which is larger than what these take.
    let may_be_lossless = number.is_multiple_of(3);
    let score = |shares: &Shares| if number.is_multiple_of(2) { shares.kept } else { shares.peak };
    let mut worst: Vec<(Shape, Shares)> = Vec::new();
    for round in 0..SHAPES {
        let mut shape = match worst.len() {
            KEPT if round % 4 > 0 => worst[numbers.below(KEPT)].0.changed(&mut numbers),
            _ => Shape::random(&mut numbers),
        };
        shape.lossless &= may_be_lossless;
        // Until there are as many as are kept, each is one of the worst.
        let least = worst.get(KEPT - 1).map_or(0.3, |(_, shares)| score(shares));
        let shares = measure(&HEAP, &shape, least, failures);
        // One of several shapes with the same units is kept, or the search would end with these.
        match worst.iter().position(|(other, _)| other.has_units_of(&shape)) {
            Some(index) if score(&worst[index].1) >= score(&shares) => {}
            Some(index) => worst[index] = (shape, shares),
            None => worst.push((shape, shares)),
        }
        worst.sort_by(|(_, a), (_, b)| score(b).total_cmp(&score(a)));
        worst.truncate(KEPT);
    }
    worst.swap_remove(0)
}
