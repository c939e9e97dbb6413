//! The values of controls.

use consomme::ElementRef;

use super::control::input_type;
use super::{dates, range};
use crate::text::{parse_non_negative_integer, strip};

/// Returns the value that an `input`, `button` or `textarea` has at first.
///
/// <https://html.spec.whatwg.org/#concept-fe-value>
pub(super) fn default_value(control: ElementRef<'_>) -> String {
    match control.name() {
        "textarea" => child_text_content(control),
        "input" => sanitize(control, control.attr("value").unwrap_or("")),
        _ => control.attr("value").unwrap_or("").to_owned(),
    }
}

/// Returns the "child text content" of an element.
///
/// <https://dom.spec.whatwg.org/#concept-child-text-content>
fn child_text_content(element: ElementRef<'_>) -> String {
    element.children().filter_map(|child| child.as_text()).collect()
}

/// Runs the value sanitization algorithm of an `input`.
///
/// <https://html.spec.whatwg.org/#value-sanitization-algorithm>
pub(super) fn sanitize(input: ElementRef<'_>, value: &str) -> String {
    let or_empty = |is_valid: bool| if is_valid { value.to_owned() } else { String::new() };
    match input_type(input) {
        // "Strip newlines from the value."
        "text" | "search" | "tel" | "password" => strip_newlines(value),
        // "then strip leading and trailing ASCII whitespace from the value"
        "url" => strip(&strip_newlines(value)).to_owned(),
        "email" if input.has_attr("multiple") => {
            value.split(',').map(strip).collect::<Vec<_>>().join(",")
        }
        "email" => strip(&strip_newlines(value)).to_owned(),
        "date" => or_empty(dates::is_date(value)),
        "month" => or_empty(dates::is_month(value)),
        "week" => or_empty(dates::is_week(value)),
        "time" => or_empty(dates::is_time(value)),
        "datetime-local" => dates::normalized_date_and_time(value).unwrap_or_default(),
        "number" => or_empty(parse_valid_number(value).is_some()),
        "range" => range::sanitize(input, value),
        "color" => color(value),
        _ => value.to_owned(),
    }
}

fn strip_newlines(value: &str) -> String {
    value.replace(['\n', '\r'], "")
}

/// Returns a color as six hexadecimal digits.
///
/// <https://html.spec.whatwg.org/#update-a-color-well-control-color>
// Deviation: only CSS colors in hexadecimal notation are known; `alpha` and `colorspace` have no
// effect.
fn color(value: &str) -> String {
    let black = "#000000";
    let Some(digits) = strip(value).strip_prefix('#') else { return black.to_owned() };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return black.to_owned();
    }
    let digits = digits.to_ascii_lowercase();
    match digits.len() {
        3 | 4 => digits.chars().take(3).fold("#".to_owned(), |color, c| format!("{color}{c}{c}")),
        6 | 8 => format!("#{}", &digits[..6]),
        _ => black.to_owned(),
    }
}

/// Parses a valid floating-point number.
///
/// <https://html.spec.whatwg.org/#valid-floating-point-number>
pub(super) fn parse_valid_number(text: &str) -> Option<f64> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || is_digits(whole)) && is_digits(fraction),
        None => is_digits(mantissa),
    };
    let is_exponent = exponent
        .is_none_or(|exponent| is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)));
    text.parse().ok().filter(|number: &f64| is_mantissa && is_exponent && number.is_finite())
}

/// Parses a number with whitespace before it and anything after it.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-floating-point-number-values>
pub(super) fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
    // One sign at most: a plus sign is left out, unless another sign comes after it.
    let text = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(text);
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let start = usize::from(text.starts_with('-'));
    let whole = digits(start);
    let mut end = whole;
    if bytes.get(whole) == Some(&b'.') {
        end = digits(whole + 1);
        if end == whole + 1 {
            end = whole;
        }
    }
    if end == start {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    text[..end].parse().ok().filter(|number: &f64| number.is_finite()).map(|number| number + 0.0)
}

/// Returns the value of a `textarea` as the form sends it, from its raw value.
///
/// <https://html.spec.whatwg.org/#textarea-wrapping-transformation>
pub(super) fn textarea_value(textarea: ElementRef<'_>, raw_value: &str) -> String {
    // "return the element's raw value, with newlines normalized"
    let value = raw_value.replace("\r\n", "\n").replace('\r', "\n");
    if !textarea.attr("wrap").is_some_and(|wrap| wrap.eq_ignore_ascii_case("hard")) {
        return value;
    }
    // "insert U+000A LINE FEED (LF) characters into the string using an implementation-defined
    // algorithm so that each line has no more than character width characters"
    let columns = textarea.attr("cols").and_then(parse_non_negative_integer);
    let columns = columns.filter(|&columns| columns > 0).unwrap_or(20);
    let mut wrapped = String::with_capacity(value.len());
    let mut column = 0;
    for c in value.chars() {
        if c != '\n' && column == columns {
            wrapped.push('\n');
            column = 0;
        }
        wrapped.push(c);
        column = if c == '\n' { 0 } else { column + 1 };
    }
    wrapped
}
