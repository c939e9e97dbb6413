//! Dates and times, as ISO 8601 writes them.

use jiff::civil::{self, Date, DateTime, Time};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::fmt::{rfc2822, temporal};
use jiff::tz::Offset;

/// Formats of dates that browsers and feeds write, beside ISO 8601 and RFC 2822.
const FORMATS: [&str; 4] = ["%Y-%m-%d %H:%M:%S%z", "%Y-%m-%d %H:%M%z", "%B %d, %Y", "%d %B %Y"];

/// Checks a format of `strptime`: a date that is written in it is read again.
///
/// # Errors
///
/// The reason, if no date can be read by the format.
pub(crate) fn check_format(format: &str) -> Result<(), String> {
    let none = |error: jiff::Error| format!("`{format}` is no format of dates: {error}");
    // No two of its parts are the same number.
    let local = civil::date(2001, 2, 3).at(16, 5, 6, 0);
    let mut parts = BrokenDownTime::from(local);
    parts.set_offset(Some(Offset::UTC));
    let written = parts.to_string(format).map_err(none)?;
    match by_format(&written, format) {
        Some(_) => Ok(()),
        None => Err(format!("`{format}` is no format of dates: it has no year, month and day")),
    }
}

/// Reads a date, with or without a time and its offset from UTC, and writes it as ISO 8601 does:
/// `2026-11-24`, `2026-11-24T18:25:00` or `2026-11-24T18:25:00+01:00`. `format` is a format of
/// `strptime`; without one, ISO 8601, RFC 2822 and dates with English months are read.
pub(super) fn parse(text: &str, format: Option<&str>) -> Result<String, String> {
    let text = text.trim();
    if let Some(format) = format {
        return by_format(text, format)
            .ok_or_else(|| format!("it is no date of the format `{format}`"));
    }
    iso(text)
        .or_else(|| mail(text))
        .or_else(|| FORMATS.iter().find_map(|format| by_format(text, format)))
        .ok_or_else(|| "it is no date that is known; give its format".to_owned())
}

/// Reads ISO 8601. `Z` is a known offset of zero.
fn iso(text: &str) -> Option<String> {
    let parser = temporal::DateTimeParser::new();
    let pieces = parser.parse_pieces(text).ok()?;
    let offset = pieces.offset().map(|offset| match offset {
        temporal::PiecesOffset::Numeric(offset) => offset.offset(),
        _ => Offset::UTC,
    });
    Some(write(pieces.date(), pieces.time(), offset))
}

/// Reads RFC 2822, as in `Last-Modified` and feeds.
fn mail(text: &str) -> Option<String> {
    let zoned = rfc2822::DateTimeParser::new().parse_zoned_datetime(text).ok()?;
    Some(write(zoned.date(), Some(zoned.time()), Some(zoned.offset())))
}

fn by_format(text: &str, format: &str) -> Option<String> {
    let parts = BrokenDownTime::parse(format, text).ok()?;
    let time = parts.hour().is_some().then(|| parts.to_time()).transpose().ok()?;
    Some(write(parts.to_date().ok()?, time, parts.offset()))
}

fn write(date: Date, time: Option<Time>, offset: Option<Offset>) -> String {
    let Some(time) = time else { return date.to_string() };
    let local: DateTime = date.to_datetime(time);
    match offset {
        None => local.to_string(),
        Some(offset) if offset.is_zero() => format!("{local}Z"),
        Some(offset) => format!("{local}{}", hours_and_minutes(offset)),
    }
}

/// Writes an offset as `+05:30`. Seconds, which only times before time zones have, are left out.
fn hours_and_minutes(offset: Offset) -> String {
    let sign = if offset.is_negative() { '-' } else { '+' };
    let minutes = offset.seconds().unsigned_abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_iso_8601() {
        let date = |text| parse(text, None).unwrap();
        assert_eq!(date("2026-11-24"), "2026-11-24");
        assert_eq!(date(" 2026-11-24 18:25 "), "2026-11-24T18:25:00");
        assert_eq!(date("2026-11-24T18:25:00Z"), "2026-11-24T18:25:00Z");
        assert_eq!(date("2026-11-24T18:25:00+05:30"), "2026-11-24T18:25:00+05:30");
        assert_eq!(date("Tue, 24 Nov 2026 18:25:00 +0100"), "2026-11-24T18:25:00+01:00");
        assert_eq!(date("November 24, 2026"), "2026-11-24");
        assert_eq!(date("24 November 2026"), "2026-11-24");
    }

    #[test]
    fn a_format_is_checked() {
        for format in ["%d.%m.%Y", "%A, %e %B %Y at %I:%M %p", "%Y-%m-%dT%H:%M:%S%z", "%F", "%Y-%j"]
        {
            assert_eq!(check_format(format), Ok(()), "{format}");
        }
        assert!(check_format("%Y-%m-%!").unwrap_err().contains("`%Y-%m-%!` is no format"));
        assert!(check_format("%H:%M").unwrap_err().ends_with("it has no year, month and day"));
        assert!(check_format("").unwrap_err().ends_with("it has no year, month and day"));
    }

    #[test]
    fn a_format_is_followed() {
        assert_eq!(parse("24.11.2026", Some("%d.%m.%Y")).unwrap(), "2026-11-24");
        assert!(parse("24/11/2026", Some("%d.%m.%Y")).is_err());
        assert!(parse("2026-02-30", None).is_err());
        assert!(parse("yesterday", None).is_err());
    }
}
