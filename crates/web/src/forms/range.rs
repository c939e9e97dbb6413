//! The value of a slider: `<input type=range>`.

use consomme::ElementRef;

use super::value::{parse_number, parse_valid_number};

/// Sanitizes the value of a slider: the value is always a number between the bounds, at one of the
/// steps.
///
/// <https://html.spec.whatwg.org/#range-state-(type=range)>
pub(super) fn sanitize(input: ElementRef<'_>, value: &str) -> String {
    let number = |attribute| input.attr(attribute).and_then(parse_number);
    let min = number("min").unwrap_or(0.0);
    let max = number("max").unwrap_or(100.0);
    // "If the value of the element is not a valid floating-point number, then set it to the best
    // representation, as a floating-point number, of the default value."
    let written = parse_valid_number(value);
    // "The default value is the minimum plus half the difference between the minimum and the
    // maximum, unless the maximum is less than the minimum, in which case the default value is the
    // minimum."
    let middle = if max < min { min } else { min + (max - min) / 2.0 };
    let mut sanitized = written.unwrap_or(middle);
    // "When the element is suffering from an underflow", "from an overflow".
    sanitized = sanitized.min(max.max(min)).max(min);
    if let Some(step) = step(input) {
        // The step base: `min`, or else the value that the element has at first.
        let base = number("min").or_else(|| number("value")).unwrap_or(0.0);
        sanitized = nearest_step(sanitized, base, step, min, max);
    }
    if written == Some(sanitized) { value.to_owned() } else { sanitized.to_string() }
}

/// Returns the allowed value step, 1 if the attribute does not say another. `None` if any value is
/// allowed.
///
/// <https://html.spec.whatwg.org/#concept-input-step>
fn step(input: ElementRef<'_>) -> Option<f64> {
    let written = input.attr("step").unwrap_or("");
    if written.eq_ignore_ascii_case("any") {
        return None;
    }
    Some(parse_number(written).filter(|&step| step > 0.0).unwrap_or(1.0))
}

/// "When the element is suffering from a step mismatch, the user agent must round the element's
/// value to the nearest number for which the element would not suffer from a step mismatch, and
/// which is greater than or equal to the minimum, and, if the maximum is not less than the minimum,
/// which is less than or equal to the maximum, if there is a number that matches these
/// constraints."
fn nearest_step(value: f64, base: f64, step: f64, min: f64, max: f64) -> f64 {
    let steps = (value - base) / step;
    // An error of rounding to a binary fraction is no mismatch.
    if (steps - steps.round()).abs() < 1e-9 {
        return value;
    }
    // "If two numbers match these constraints, then user agents must use the one nearest to
    // positive infinity."
    let nearest = (steps + 0.5).floor();
    [nearest, nearest - 1.0, nearest + 1.0]
        .into_iter()
        .map(|steps| base + steps * step)
        .filter(|number| number.is_finite())
        .find(|&number| number >= min && (max < min || number <= max))
        .unwrap_or(value)
}
