//! The pseudo-classes `:in-range` and `:out-of-range`: the numbers and times in attributes.

use crate::dom::ElementRef;
use crate::names::known;
use crate::select::budget::Budget;

use super::disabled::is_disabled;
use super::element::type_of;
use super::forms::FormAnswers;

/// Returns whether the value of an `input` is within its limits, or `None` if it has no limits or
/// is not a candidate for constraint validation.
///
/// <https://html.spec.whatwg.org/#selector-in-range>
pub(in crate::select) fn is_in_range(
    element: ElementRef<'_>,
    answers: &mut FormAnswers,
    budget: Budget<'_>,
) -> Option<bool> {
    if !element.is_html_named(known::INPUT)
        || is_disabled(element, &mut answers.disabled, budget) == Some(true)
    {
        return None;
    }
    // "If the `readonly` attribute is specified on an `input` element, the element is barred from
    // constraint validation": also where the attribute does not apply to the type.
    if element.has_attr("readonly") {
        return None;
    }
    let is_datalist = |one: ElementRef<'_>| one.is_html_named(known::DATALIST);
    let in_datalist = answers
        .in_datalist
        .of(element, budget, |one, is_in| is_in || one.parent_element().is_some_and(is_datalist));
    if in_datalist {
        return None;
    }
    let kind = type_of(element);
    // A value out of the limits of `range` is replaced by the nearest that fits.
    if kind == "range" {
        return Some(true);
    }
    let limit = |name| element.attr(name).and_then(|text| point(kind, text, true));
    let (min, max) = (limit("min"), limit("max"));
    if min.is_none() && max.is_none() {
        return None;
    }
    let Some(value) = element.attr("value").and_then(|text| point(kind, text, false)) else {
        return Some(true);
    };
    let (is_under, is_over) =
        (min.is_some_and(|min| value < min), max.is_some_and(|max| value > max));
    // "has a reversed range": from the evening to the morning.
    let is_reversed = kind == "time" && min.zip(max).is_some_and(|(min, max)| max < min);
    Some(if is_reversed { !(is_under && is_over) } else { !(is_under || is_over) })
}

/// Returns a number that orders the texts of a type of `input` as their values are ordered. A limit
/// may have text after its number.
fn point(kind: &str, text: &str, is_limit: bool) -> Option<f64> {
    match kind {
        "number" => number(text, is_limit),
        "date" => date(text),
        "month" => month(text).map(|(year, month)| year * 100.0 + month),
        "week" => week(text),
        "time" => time(text),
        "datetime-local" => {
            let (day, at) = text.split_once(['T', ' '])?;
            Some(date(day)? * 1e8 + time(at)?)
        }
        _ => None,
    }
}

/// Parses a valid floating-point number, or, for a limit, the number at the start of a text.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-floating-point-number-values>
fn number(text: &str, is_limit: bool) -> Option<f64> {
    let text = if is_limit { text.trim_ascii_start() } else { text };
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let sign = match bytes.first() {
        Some(b'-') => 1,
        Some(b'+') if is_limit => 1,
        _ => 0,
    };
    let whole = digits(sign);
    let mut end = sign + whole;
    let fraction = if bytes.get(end) == Some(&b'.') { digits(end + 1) } else { 0 };
    if fraction > 0 {
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let start = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = bytes.get(start..).map_or(0, |_| digits(start));
        if exponent > 0 {
            end = start + exponent;
        }
    }
    let number: f64 = text[..end].parse().ok()?;
    ((is_limit || end == text.len()) && number.is_finite()).then_some(number)
}

/// Parses a text of ASCII digits whose length is within these bounds.
fn digits(text: &str, at_least: usize, at_most: usize) -> Option<f64> {
    let is_valid = (at_least..=at_most).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_valid { text.parse().ok() } else { None }
}

/// <https://html.spec.whatwg.org/#parse-a-month-string>
fn month(text: &str) -> Option<(f64, f64)> {
    let (year, month) = text.split_once('-')?;
    let (year, month) = (digits(year, 4, 12)?, digits(month, 2, 2)?);
    (year > 0.0 && (1.0..=12.0).contains(&month)).then_some((year, month))
}

/// <https://html.spec.whatwg.org/#parse-a-date-string>
fn date(text: &str) -> Option<f64> {
    let (start, day) = text.rsplit_once('-')?;
    let ((year, month), day) = (month(start)?, digits(day, 2, 2)?);
    let is_leap = year % 4.0 == 0.0 && (year % 100.0 != 0.0 || year % 400.0 == 0.0);
    let days = match month as u8 {
        4 | 6 | 9 | 11 => 30.0,
        2 if is_leap => 29.0,
        2 => 28.0,
        _ => 31.0,
    };
    (1.0..=days).contains(&day).then_some(year * 1e4 + month * 100.0 + day)
}

/// <https://html.spec.whatwg.org/#parse-a-week-string>
fn week(text: &str) -> Option<f64> {
    let (year, week) = text.split_once("-W")?;
    let (year, week) = (digits(year, 4, 12)?, digits(week, 2, 2)?);
    // The weekday of December 31st, 0 for Sunday: a year that ends on a Thursday, or the year after
    // one that ends on a Wednesday, has 53 weeks.
    let last_day = |year: f64| {
        (year + (year / 4.0).floor() - (year / 100.0).floor() + (year / 400.0).floor()) % 7.0
    };
    let weeks = if last_day(year) == 4.0 || last_day(year - 1.0) == 3.0 { 53.0 } else { 52.0 };
    (year > 0.0 && (1.0..=weeks).contains(&week)).then_some(year * 100.0 + week)
}

/// Returns the milliseconds since midnight.
///
/// <https://html.spec.whatwg.org/#parse-a-time-string>
fn time(text: &str) -> Option<f64> {
    let (hour, rest) = text.split_once(':')?;
    let (minute, second) = rest.split_once(':').map_or((rest, None), |(m, s)| (m, Some(s)));
    let (hour, minute) = (digits(hour, 2, 2)?, digits(minute, 2, 2)?);
    let (mut seconds, mut thousandths) = (0.0, 0.0);
    if let Some(second) = second {
        let (whole, fraction) =
            second.split_once('.').map_or((second, None), |(w, f)| (w, Some(f)));
        seconds = digits(whole, 2, 2)?;
        if let Some(fraction) = fraction {
            thousandths = digits(fraction, 1, 3)? * [100.0, 10.0, 1.0][fraction.len() - 1];
        }
    }
    let is_valid = hour < 24.0 && minute < 60.0 && seconds < 60.0;
    is_valid.then_some(((hour * 60.0 + minute) * 60.0 + seconds) * 1000.0 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_must_be_valid_and_limits_may_have_text_after_their_number() {
        for (text, value, limit) in [
            ("5", Some(5.0), Some(5.0)),
            ("-5.5e1", Some(-55.0), Some(-55.0)),
            (".5", Some(0.5), Some(0.5)),
            ("5.", None, Some(5.0)),
            ("+5", None, Some(5.0)),
            (" 5", None, Some(5.0)),
            ("5px", None, Some(5.0)),
            ("5e", None, Some(5.0)),
            ("1e999", None, None),
            ("", None, None),
            ("-", None, None),
            ("x", None, None),
        ] {
            assert_eq!(number(text, false), value, "{text:?}");
            assert_eq!(number(text, true), limit, "{text:?}");
        }
    }

    #[test]
    fn dates_weeks_and_times_are_parsed_by_the_rules() {
        assert!(date("2024-02-29") < date("2024-03-01") && date("2023-02-29").is_none());
        assert!(date("1900-02-29").is_none() && date("2000-02-29").is_some());
        assert!(date("24-01-01").is_none() && date("2024-1-01").is_none());
        assert!(week("2020-W53").is_some() && week("2021-W53").is_none());
        assert!(week("2026-W53").is_some() && week("2026-W00").is_none());
        assert_eq!(time("01:02:03.5"), Some(3_723_500.0));
        assert!(time("24:00").is_none() && time("1:00").is_none() && time("01:00:").is_none());
        assert!(month("2024-12") < month("2025-01") && month("2024-13").is_none());
    }
}
