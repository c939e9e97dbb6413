//! Numbers in attribute values.

/// Returns the number at the start of a text; the largest of the type for a larger one.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-non-negative-integers>
pub(crate) fn non_negative_integer(text: &str) -> Option<u32> {
    let text = text.trim_ascii_start();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text).bytes();
    let digits = digits.take_while(u8::is_ascii_digit).map(|digit| u32::from(digit - b'0'));
    let number = digits.reduce(|number, digit| number.saturating_mul(10).saturating_add(digit))?;
    (number == 0 || !text.starts_with('-')).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_have_a_sign_and_more_text_after_it() {
        let cases = [
            ("1", Some(1)),
            (" \n+4x", Some(4)),
            ("120", Some(120)),
            ("-0", Some(0)),
            ("-1", None),
            ("", None),
            ("+", None),
            ("x1", None),
            ("99999999999999999999", Some(u32::MAX)),
        ];
        for (text, expected) in cases {
            assert_eq!(non_negative_integer(text), expected, "{text:?}");
        }
    }
}
