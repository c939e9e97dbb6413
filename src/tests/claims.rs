//! Claims that hold for all numbers, which a symbolic executor proves.
//!
//! A claim is a function of three numbers, beside the code that it is about. It returns whether that
//! code does what it promises for them; it is true where the promise asks for other numbers. `.ci/proofs`
//! proves from the compiled tests, with overflow checks and debug assertions, that each claim is true and
//! that no path of it panics, whatever the numbers are. The test here only tries numbers where something
//! begins or ends.

use crate::bytes::{windows::claims as windows, words::claims as words};
use crate::names::claims as names;
use crate::{dom::id_claims as ids, names::packed_claims as packed};
use crate::{text::source_map_claims as source_map, text::strings_claims as strings};

type Claim = fn(u64, u64, u64) -> bool;

/// The claims, by their names. Those of `.ci/proofs` are found in the compiled tests by the same
/// names.
const CLAIMS: [(&str, Claim); 11] = [
    ("first_bytes_are_found", words::first_bytes_are_found),
    ("indices_are_kept", ids::indices_are_kept),
    ("leading_letters_are_cut_off", words::leading_letters_are_cut_off),
    ("names_end_at_delimiters", windows::names_end_at_delimiters),
    ("names_are_packed", packed::names_are_packed),
    ("names_are_unpacked", names::names_are_unpacked),
    ("offsets_count_newlines", source_map::offsets_count_newlines),
    ("spans_are_joined", strings::spans_are_joined),
    ("spans_are_split", strings::spans_are_split),
    ("wanted_bytes_are_found", windows::wanted_bytes_are_found),
    ("words_are_lowercased", packed::words_are_lowercased),
];

/// Numbers at the bounds of bytes, halves, spans, indices and words.
const BOUNDS: [u64; 7] = [0, 8, b'Z' as u64, 0x80, 1 << 29, 1 << 31, 1 << 32];

#[test]
fn claims_are_true_at_bounds() {
    // Miri takes half a minute for 75 of each claim.
    let step = if cfg!(miri) { 10 } else { 1 };
    let near = || BOUNDS.into_iter().flat_map(|at| [at.wrapping_sub(1), at, at + 1]).step_by(step);
    let words = || near().chain([u64::from_le_bytes(*b"A[Za@z{1"), 0x8080_C1DA_5B40_617A]);
    for (name, claim) in std::hint::black_box(CLAIMS) {
        for first in words() {
            for second in words() {
                for third in near() {
                    assert!(claim(first, second, third), "{name}: {first} {second} {third}");
                }
            }
        }
    }
}
