//! Numbers of the tables as text.

/// Powers of ten that are exact in 32 bits.
const POWERS: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/// Returns a number that is written as `-0.25`: the same as [`str::parse`], which takes five times
/// the instructions. The tables have 7000 numbers.
pub(super) fn number(text: &str) -> Option<f32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (mut value, mut places, mut is_fraction) = (0_u32, 0, false);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                value = value.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
                places += usize::from(is_fraction);
            }
            b'.' if !is_fraction => is_fraction = true,
            _ => return text.parse().ok(),
        }
    }
    let has_digits = digits.len() > usize::from(is_fraction);
    // Both are exact up to 24 bits, so their quotient is the nearest number there is.
    match POWERS.get(places) {
        Some(power) if value < 1 << 24 && has_digits => {
            let number = value as f32 / power;
            Some(if digits.len() < text.len() { -number } else { number })
        }
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KINDS_TEXT, TREES_TEXT};
    use super::*;

    #[test]
    fn numbers_are_those_that_the_standard_library_reads() {
        let others = "0 -0.0 1.5e3 . -. - 16777217 0.00000000001 123456789.5 inf 1_0 1.2.3 +1";
        let tables = [TREES_TEXT, KINDS_TEXT, others];
        let parts = tables.into_iter().flat_map(|text| text.split([' ', '\n', '=']));
        let mut count = 0;
        for part in parts {
            let bits = |number: Option<f32>| number.map(f32::to_bits);
            assert_eq!(bits(number(part)), bits(part.parse().ok()), "{part}");
            count += usize::from(number(part).is_some());
        }
        assert!(count > 5000);
    }
}
