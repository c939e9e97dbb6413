//! Dates and times as texts.
//!
//! <https://html.spec.whatwg.org/#dates-and-times>

/// Whether a text is a valid date string: `2026-08-21`.
///
/// <https://html.spec.whatwg.org/#valid-date-string>
pub(super) fn is_date(text: &str) -> bool {
    let Some((month, day)) = text.rsplit_once('-') else { return false };
    let Some((year, month)) = year_and_month(month) else { return false };
    two_digits(day).is_some_and(|day| (1..=days_in(year, month)).contains(&day))
}

/// Whether a text is a valid month string: `2026-08`.
///
/// <https://html.spec.whatwg.org/#valid-month-string>
pub(super) fn is_month(text: &str) -> bool {
    year_and_month(text).is_some()
}

/// Whether a text is a valid week string: `2026-W34`.
///
/// <https://html.spec.whatwg.org/#valid-week-string>
pub(super) fn is_week(text: &str) -> bool {
    let Some((year, week)) = text.split_once("-W") else { return false };
    let (Some(year), Some(week)) = (year_of(year), two_digits(week)) else { return false };
    (1..=weeks_in(year)).contains(&week)
}

/// Whether a text is a valid time string: `18:30`, `18:30:05.25`.
///
/// <https://html.spec.whatwg.org/#valid-time-string>
pub(super) fn is_time(text: &str) -> bool {
    let mut parts = text.split(':');
    let below = |part: Option<&str>, end| part.and_then(two_digits).is_some_and(|n| n < end);
    if !below(parts.next(), 24) || !below(parts.next(), 60) {
        return false;
    }
    let Some(second) = parts.next() else { return true };
    let (whole, fraction) = match second.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (second, None),
    };
    below(Some(whole), 60)
        && fraction.is_none_or(|digits| {
            (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
        && parts.next().is_none()
}

/// Returns a local date and time as a valid normalized string. `None` if it is none.
///
/// <https://html.spec.whatwg.org/#valid-normalised-local-date-and-time-string>
pub(super) fn normalized_date_and_time(text: &str) -> Option<String> {
    let (date, time) = text.split_once(['T', ' '])?;
    if !is_date(date) || !is_time(time) {
        return None;
    }
    // "a valid time string […] expressed as the shortest possible string for the given time (e.g.
    // omitting the seconds component entirely if the given time is zero seconds past the minute)"
    let time = match time.split_once('.') {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            fraction => format!("{whole}.{fraction}"),
        },
        None => time.to_owned(),
    };
    let shortest = time.strip_suffix(":00").filter(|rest| rest.len() == "00:00".len());
    Some(format!("{date}T{}", shortest.unwrap_or(&time)))
}

/// Returns a year of four digits or more that is not 0, modulo 400: the calendar repeats.
fn year_of(text: &str) -> Option<u32> {
    let is_year = text.len() >= 4
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| byte != b'0');
    is_year.then(|| text.bytes().fold(0, |year, byte| (year * 10 + u32::from(byte - b'0')) % 400))
}

fn year_and_month(text: &str) -> Option<(u32, u32)> {
    let (year, month) = text.rsplit_once('-')?;
    let month = two_digits(month).filter(|month| (1..=12).contains(month))?;
    Some((year_of(year)?, month))
}

fn two_digits(text: &str) -> Option<u32> {
    let is_digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_digits)
}

fn is_leap_year(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 => 28 + u32::from(is_leap_year(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// "A week-year […] has 53 weeks if […] January 1st is a Thursday, or […] a Wednesday and the year
/// is a leap year".
fn weeks_in(year: u32) -> u32 {
    // The day of the week of the last day of a year, 0 for Sunday.
    let last_day = |year: u32| (year + year / 4 - year / 100 + year / 400) % 7;
    let is_long = last_day(year) == 4 || last_day((year + 399) % 400) == 3;
    52 + u32::from(is_long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for valid in ["2026-08-21", "0001-01-01", "2024-02-29", "2000-02-29", "12026-12-31"] {
            assert!(is_date(valid), "{valid}");
        }
        for invalid in [
            "2026-8-21",
            "2023-02-29",
            "1900-02-29",
            "0000-01-01",
            "226-01-01",
            "2026-13-01",
            "2026-04-31",
            "2026-01-00",
            "x",
        ] {
            assert!(!is_date(invalid), "{invalid}");
        }
        assert!(is_month("2026-12") && !is_month("2026-00") && !is_month("2026"));
    }

    #[test]
    fn some_years_have_53_weeks() {
        for year in [2004, 2009, 2015, 2020, 2026, 2032] {
            assert!(is_week(&format!("{year}-W53")), "{year}");
        }
        for year in [2005, 2010, 2016, 2021, 2025, 2027] {
            assert!(!is_week(&format!("{year}-W53")), "{year}");
        }
        assert!(is_week("2025-W01") && !is_week("2025-W00") && !is_week("2025-w01"));
    }

    #[test]
    fn times_have_seconds_or_not() {
        for valid in ["00:00", "23:59", "18:30:05", "18:30:05.1", "18:30:05.123"] {
            assert!(is_time(valid), "{valid}");
        }
        for invalid in
            ["24:00", "1:00", "18:60", "18:30:60", "18:30:05.", "18:30:05.1234", "18", "18:30:"]
        {
            assert!(!is_time(invalid), "{invalid}");
        }
        let normalized = |text| normalized_date_and_time(text);
        assert_eq!(normalized("2026-08-21 18:30:00").as_deref(), Some("2026-08-21T18:30"));
        assert_eq!(normalized("2026-08-21T18:30:00.100").as_deref(), Some("2026-08-21T18:30:00.1"));
        assert_eq!(normalized("2026-08-21T18:00").as_deref(), Some("2026-08-21T18:00"));
        assert_eq!(normalized("2026-08-21T18:30:05.000").as_deref(), Some("2026-08-21T18:30:05"));
        assert_eq!(normalized("2026-08-21"), None);
    }
}
