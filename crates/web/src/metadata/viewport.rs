//! The viewport of small screens: `<meta name=viewport>`.

/// The declarations of `<meta name=viewport>`.
///
/// <https://drafts.csswg.org/css-device-adapt/#viewport-meta>
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Viewport {
    /// The width of the layout.
    pub width: Option<ViewportLength>,
    /// The height of the layout.
    pub height: Option<ViewportLength>,
    /// The zoom factor at first, 0.1 to 10.
    pub initial_scale: Option<f64>,
    /// The smallest zoom factor, 0.1 to 10.
    pub minimum_scale: Option<f64>,
    /// The largest zoom factor, 0.1 to 10.
    pub maximum_scale: Option<f64>,
    /// Whether the user can zoom.
    pub user_scalable: Option<bool>,
    /// All properties in order, in lowercase.
    pub properties: Vec<(String, String)>,
}

/// A length in [`Viewport`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ViewportLength {
    /// The width of the screen.
    DeviceWidth,
    /// The height of the screen.
    DeviceHeight,
    /// CSS pixels, 1 to 10,000.
    Pixels(f64),
}

/// Parses the `content` of `<meta name=viewport>`.
///
/// ```
/// use consomme_web::{ViewportLength, parse_viewport};
///
/// let viewport = parse_viewport("width=device-width, initial-scale=1, user-scalable=no");
/// assert_eq!(viewport.width, Some(ViewportLength::DeviceWidth));
/// assert_eq!((viewport.initial_scale, viewport.user_scalable), (Some(1.0), Some(false)));
/// ```
///
/// <https://drafts.csswg.org/css-device-adapt/#parsing-algorithm>
#[must_use]
pub fn parse_viewport(content: &str) -> Viewport {
    let mut viewport = Viewport::default();
    let mut rest = content;
    loop {
        rest = rest.trim_start_matches(|c| is_whitespace(c) || is_separator(c) || c == '=');
        if rest.is_empty() {
            return viewport;
        }
        let (name, after) = split(rest, |c| is_whitespace(c) || is_separator(c) || c == '=');
        rest = after;
        // Characters between the name and `=` are skipped.
        let (_, after) = split(rest, |c| is_separator(c) || c == '=');
        rest = after.trim_start_matches(|c| is_whitespace(c) || c == '=');
        let has_value =
            after.starts_with('=') && !rest.is_empty() && !rest.starts_with(is_separator);
        if !has_value {
            continue;
        }
        let (value, after) = split(rest, |c| is_whitespace(c) || is_separator(c) || c == '=');
        rest = after;
        viewport.set(&name.to_ascii_lowercase(), &value.to_ascii_lowercase());
    }
}

impl Viewport {
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "width" => self.width = length(value).or(self.width),
            "height" => self.height = length(value).or(self.height),
            "initial-scale" => self.initial_scale = scale(value).or(self.initial_scale),
            "minimum-scale" => self.minimum_scale = scale(value).or(self.minimum_scale),
            "maximum-scale" => self.maximum_scale = scale(value).or(self.maximum_scale),
            "user-scalable" => self.user_scalable = Some(can_zoom(value)),
            _ => {}
        }
        self.properties.push((name.to_owned(), value.to_owned()));
    }
}

/// "Non-negative number values are translated to pixel lengths, clamped to the range: [1px,
/// 10000px]. Negative number values are dropped. device-width and device-height translate to 100vw
/// and 100vh respectively. Other keywords and unknown values translate to 1px."
fn length(value: &str) -> Option<ViewportLength> {
    match (value, number(value)) {
        ("device-width", _) => Some(ViewportLength::DeviceWidth),
        ("device-height", _) => Some(ViewportLength::DeviceHeight),
        (_, Some(number)) if number < 0.0 => None,
        (_, number) => Some(ViewportLength::Pixels(number.unwrap_or(1.0).clamp(1.0, 10_000.0))),
    }
}

/// "Non-negative number values are translated to <number> values, clamped to the range [0.1, 10].
/// Negative values are dropped. yes is translated to 1. device-width and device-height are
/// translated to 10. no and unknown values are translated to 0.1."
fn scale(value: &str) -> Option<f64> {
    match (value, number(value)) {
        ("yes", _) => Some(1.0),
        ("device-width" | "device-height", _) => Some(10.0),
        (_, Some(number)) if number < 0.0 => None,
        (_, number) => Some(number.unwrap_or(0.1).clamp(0.1, 10.0)),
    }
}

/// "yes and no are translated to zoom and fixed respectively. Numbers ≥ 1, numbers ≤ -1,
/// device-width and device-height are mapped to zoom. Numbers in the range <-1, 1>, and unknown
/// values, are mapped to fixed."
fn can_zoom(value: &str) -> bool {
    match value {
        "yes" | "device-width" | "device-height" => true,
        _ => number(value).is_some_and(|number| number.abs() >= 1.0),
    }
}

/// Parses the number at the start of a value, with anything after it.
fn number(value: &str) -> Option<f64> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let (digits, _) = split(value, |c| !is_part(c));
    // "1.2.3" is 1.2.
    (1..=digits.len().min(40)).rev().find_map(|end| digits[..end].parse().ok())
}

fn is_whitespace(c: char) -> bool {
    c.is_ascii_whitespace()
}

fn is_separator(c: char) -> bool {
    matches!(c, ',' | ';')
}

fn split(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}
