//! Numbers: how they are written, read and rounded.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#numbers>

use crate::names::WHITESPACE;

/// Writes a number as `string()` does: without an exponent, and with as many digits after the point
/// as are needed to tell it from all other numbers.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string>
pub(crate) fn format(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if number == 0.0 {
        // Negative zero is written without its sign.
        "0".to_owned()
    } else {
        // The shortest digits that are read as the same number; never an exponent.
        number.to_string()
    }
}

/// Reads a number as `number()` does: an optional minus sign and digits with at most one point,
/// between whitespace. Anything else is not a number.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number>
pub(crate) fn parse(text: &str) -> f64 {
    let text = text.trim_matches(WHITESPACE);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
        return f64::NAN;
    }
    // The parser of std takes all of these: `1.` and `.5`, too.
    text.parse().unwrap_or(f64::NAN)
}

/// Rounds to the nearest integer, a half up: towards positive infinity.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-round>
pub(crate) fn round(number: f64) -> f64 {
    let floor = number.floor();
    // Not `(number + 0.5).floor()`: that sum is rounded itself.
    let rounded = if number - floor >= 0.5 { floor + 1.0 } else { floor };
    // Numbers from -0.5 to negative zero become negative zero.
    if rounded == 0.0 { rounded.copysign(number) } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_without_exponents() {
        let written = [1.0, -1.5, 0.1, 1e21, 1e-7, -0.0, 123456789.0, 0.1 + 0.2].map(format);
        let expected = [
            "1",
            "-1.5",
            "0.1",
            "1000000000000000000000",
            "0.0000001",
            "0",
            "123456789",
            "0.30000000000000004",
        ];
        assert_eq!(written, expected);
        let written = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(format);
        assert_eq!(written, ["NaN", "Infinity", "-Infinity"]);
    }

    #[test]
    fn only_digits_with_a_point_and_a_minus_sign_are_a_number() {
        assert_eq!([" 12 ", "-.5", "7.", "\n-0\t"].map(parse), [12.0, -0.5, 7.0, 0.0]);
        for text in ["", ".", "-", "+1", "1e3", "1 2", "0x1", "inf", "NaN", "--1", "- 1", "1.2.3"] {
            assert!(parse(text).is_nan(), "{text}");
        }
        assert!(parse("\u{A0}1").is_nan(), "other whitespace is not skipped");
    }

    #[test]
    fn a_half_is_rounded_up() {
        let rounded = [2.5, -2.5, 0.49999999999999994, -0.2, 4503599627370497.0].map(round);
        assert_eq!(rounded, [3.0, -2.0, 0.0, 0.0, 4503599627370497.0]);
        assert!(round(-0.2).is_sign_negative() && round(-0.5).is_sign_negative());
        assert!(round(0.2).is_sign_positive() && round(f64::NAN).is_nan());
        assert_eq!(round(f64::NEG_INFINITY), f64::NEG_INFINITY);
    }
}
