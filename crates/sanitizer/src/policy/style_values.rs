//! Rules for the values of CSS properties.

use std::fmt;
use std::sync::Arc;

use consomme::steps;
use cssparser::{Parser, Token};

use super::builder::Policy;
use super::style_colors::Colors;

type ValuePredicate = dyn Fn(&str, &str) -> bool + Send + Sync;

/// Rules for the values of CSS properties, besides the list of the properties.
///
/// A declaration with a value that breaks a rule is removed. With a bound or without negative
/// values, functions that compute values go, too (`calc()`, `var()`, `min()`, …), because nobody
/// knows what comes of them: only functions for colors, gradients and images stay.
///
/// No rules for values keep a box in its place for sure, for sizes add up: an element with content
/// of others needs `overflow: hidden; contain: paint`.
///
/// ```
/// use consomme_sanitizer::{Policy, Sanitizer, StyleValues};
///
/// let values = StyleValues::new()
///     .max_length(600.0)
///     .non_negative(true)
///     .admit_if(|property, value| property != "color" || value.starts_with('#'));
/// let policy = Policy::new().style_properties(["width", "margin", "color"]).style_values(values);
/// let mut sanitizer = Sanitizer::new().policy(policy);
/// sanitizer.allow_attribute("style");
/// assert_eq!(
///     sanitizer.sanitize_str("<p style='width:5000px; margin:1em -9px; color:#123'>1</p><p style='width:9cm; color:red'>2</p>"),
///     "<p style=\"color: #123\">1</p><p style=\"width: 9cm\">2</p>"
/// );
/// ```
#[derive(Clone, Default)]
pub struct StyleValues {
    /// In CSS pixels.
    pub(super) max_length: Option<f32>,
    pub(super) non_negative: bool,
    pub(super) colors: Colors,
    pub(super) admit: Option<Arc<ValuePredicate>>,
}

/// The functions whose values have no lengths of boxes.
const FUNCTIONS: &[&str] = &[
    "color",
    "conic-gradient",
    "hsl",
    "hsla",
    "hwb",
    "image-set",
    "lab",
    "lch",
    "linear-gradient",
    "oklab",
    "oklch",
    "radial-gradient",
    "repeating-conic-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "rgb",
    "rgba",
    "src",
    "type",
    "url",
    "-webkit-image-set",
];

/// The properties whose numbers without a unit make no box larger.
const NUMBERS: &[&str] = &[
    "fill-opacity",
    "flex",
    "flex-grow",
    "flex-shrink",
    "flood-opacity",
    "font-weight",
    "opacity",
    "order",
    "orphans",
    "stop-opacity",
    "stroke-opacity",
    "widows",
    "z-index",
];

/// The largest weight of a font.
const MAX_WEIGHT: f32 = 1000.0;

/// The largest percentage, and the largest line height without a unit, where lengths have a bound.
const MAX_PERCENT: f32 = 200.0;
const MAX_LINE_HEIGHT: f32 = 10.0;

impl StyleValues {
    /// Returns rules that admit all values.
    pub fn new() -> Self {
        StyleValues::default()
    }

    /// Sets the longest length, in CSS pixels; it counts for sizes of text, too. A length that
    /// depends on text counts as if that were 16 pixels high (`em`), one that depends on the window
    /// as if that were 1,000 pixels wide and high (`vw`). Percentages have at most 200, line
    /// heights without a unit at most 10. Other numbers without a unit are 0, but for properties
    /// whose numbers make no box larger, such as `opacity` and `flex`. The default is no bound.
    #[must_use]
    pub fn max_length(mut self, pixels: f32) -> Self {
        self.max_length = Some(pixels);
        self
    }

    /// Sets whether values with negative numbers go, which move boxes and text out of their places:
    /// in margins, indents, positions. The default is `false`.
    #[must_use]
    pub fn non_negative(mut self, non_negative: bool) -> Self {
        self.non_negative = non_negative;
        self
    }

    /// Sets which colors stay, in the properties that take nothing but colors (`color`,
    /// `background-color`, `border-color`, `text-decoration-color`, …). The default is any value.
    ///
    /// ```
    /// use consomme_sanitizer::{Colors, Policy, Sanitizer, StyleValues};
    ///
    /// let values = StyleValues::new().colors(Colors::Opaque);
    /// let policy = Policy::new().style_properties(["color"]).style_values(values);
    /// let mut sanitizer = Sanitizer::new().policy(policy);
    /// sanitizer.allow_attribute("style");
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<p style=color:#123>1</p><p style=color:transparent>2</p>"),
    ///     "<p style=\"color: #123\">1</p><p>2</p>"
    /// );
    /// ```
    #[must_use]
    pub fn colors(mut self, colors: Colors) -> Self {
        self.colors = colors;
        self
    }

    /// Sets a predicate that each declaration must fulfill besides: it gets the lowercased property
    /// and the value as it is written.
    #[must_use]
    pub fn admit_if(mut self, admits: impl Fn(&str, &str) -> bool + Send + Sync + 'static) -> Self {
        self.admit = Some(Arc::new(admits));
        self
    }

    pub(super) fn admits(&self, property: &str, value: &str) -> bool {
        let is_bounded = self.max_length.is_some() || self.non_negative;
        (!is_bounded || self.is_within_bounds(property, value))
            && self.colors.admit(property, value)
            && self.admit.as_ref().is_none_or(|admits| admits(property, value))
    }

    fn is_within_bounds(&self, property: &str, value: &str) -> bool {
        let mut rest = value;
        let (mut depth, mut follows_slash) = (0_usize, false);
        'block: loop {
            // The content of a block gets a parser of its own, without recursion.
            let mut parser = Parser::new(rest);
            let block = parser.position();
            while let Ok(token) = parser.next() {
                steps::count(1);
                let begins_block = matches!(
                    token,
                    Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock
                );
                let max_number = match (depth, follows_slash, property) {
                    // It is a part of a color or an image.
                    (1.., ..) => f32::INFINITY,
                    (0, _, "line-height") | (0, true, "font") => MAX_LINE_HEIGHT,
                    (0, false, "font") => MAX_WEIGHT,
                    _ if NUMBERS.contains(&property) => f32::INFINITY,
                    _ => 0.0,
                };
                if !self.admits_token(max_number, token) {
                    return false;
                }
                follows_slash = matches!(token, Token::Delim('/'));
                if matches!(token, Token::CloseParenthesis | Token::CloseSquareBracket) {
                    depth = depth.saturating_sub(1);
                }
                if begins_block {
                    depth += 1;
                    rest = &rest[parser.slice_from(block).len()..];
                    continue 'block;
                }
            }
            return true;
        }
    }

    /// `max_number` is for numbers without a unit.
    fn admits_token(&self, max_number: f32, token: &Token<'_>) -> bool {
        let (value, size, max) = match token {
            Token::Function(name) => {
                return FUNCTIONS.iter().any(|known| known.eq_ignore_ascii_case(name));
            }
            Token::Number { value, .. } => (*value, *value, max_number),
            Token::Percentage { unit_value, .. } => (*unit_value, unit_value * 100.0, MAX_PERCENT),
            Token::Dimension { value, unit, .. } => match pixels(unit) {
                Some(pixels) => (*value, value * pixels, self.max_length.unwrap_or_default()),
                None => return false,
            },
            _ => return true,
        };
        let is_positive = !self.non_negative || value >= 0.0;
        // A negated comparison, so that no value that is no number passes.
        is_positive && (self.max_length.is_none() || size.abs() <= max)
    }
}

/// Returns how many pixels a unit has; none for angles, times and the like. `None` if it is not
/// known.
fn pixels(unit: &str) -> Option<f32> {
    Some(match &*unit.to_ascii_lowercase() {
        "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" | "em" | "rem" | "ex" | "rex" | "ch" | "rch" | "cap" | "rcap" | "ic" | "ric" => 16.0,
        "lh" | "rlh" => 24.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 9.6 / 2.54,
        "q" => 2.4 / 2.54,
        "vw" | "vh" | "vi" | "vb" | "vmin" | "vmax" | "svw" | "svh" | "lvw" | "lvh" | "dvw"
        | "dvh" | "cqw" | "cqh" | "cqi" | "cqb" | "cqmin" | "cqmax" => 10.0,
        "deg" | "grad" | "rad" | "turn" | "s" | "ms" | "fr" | "dpi" | "dpcm" | "dppx" | "x" => 0.0,
        _ => return None,
    })
}

impl Policy {
    /// Sets rules for the values of the CSS properties that stay:
    /// [`style_properties`](Policy::style_properties), in `style` attributes and in [style
    /// sheets](Policy::style_sheets). Without a list of properties, they do nothing.
    #[must_use]
    pub fn style_values(mut self, values: StyleValues) -> Self {
        self.style_values = Some(values);
        self
    }
}

impl fmt::Debug for StyleValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StyleValues")
            .field("max_length", &self.max_length)
            .field("non_negative", &self.non_negative)
            .field("colors", &self.colors)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_bounded_in_any_unit() {
        let values = StyleValues::new().max_length(100.0);
        for (property, value) in [
            ("width", "100px"),
            ("width", "100PX"),
            ("width", "6em"),
            ("margin", "-1in auto 0 10vw"),
            ("width", "200%"),
            ("line-height", "1.5"),
            ("font-weight", "700"),
            ("font", "700 16px/1.5 serif"),
            ("width", "0"),
            ("opacity", "0.5"),
            ("color", "rgb(255 128 0 / 50%)"),
            ("background", "linear-gradient(45deg, rgb(255 0 0 / 50%), red 20px) no-repeat"),
            ("transition", "all 9999s"),
        ] {
            assert!(values.admits(property, value), "{property}: {value}");
        }
        for (property, value) in [
            ("width", "101px"),
            ("width", "-101px"),
            ("width", "1e9px"),
            ("width", "1e99px"),
            ("width", "7em"),
            ("width", "2in"),
            ("width", "11vw"),
            ("width", "201%"),
            ("width", "1quux"),
            ("width", "calc(1px)"),
            ("width", "CALC(1px)"),
            ("width", "var(--x)"),
            ("width", "min(1px, 2px)"),
            ("width", "c\\61lc(1px)"),
            ("width", "9\\39 9px"),
            ("line-height", "11"),
            ("font", "16px/9999 serif"),
            ("aspect-ratio", "1/100000"),
            ("zoom", "1000"),
            ("border-image-width", "9999"),
            ("width", "99999"),
            ("background", "rgb(1 2 3) 99999"),
            ("background", "linear-gradient(red 101px, blue)"),
            ("background", "linear-gradient(red (101px), blue)"),
        ] {
            assert!(!values.admits(property, value), "{property}: {value}");
        }
    }

    #[test]
    fn negative_values_go_wherever_they_are() {
        let values = StyleValues::new().non_negative(true);
        for value in ["1px", "+1px", "0", "-0", "1e9px", "auto", "a-1"] {
            assert!(values.admits("margin", value), "{value}");
        }
        for value in ["-1px", "1px -1px", "-1", "-1%", "-.5em", "-1e-9px", "calc(0px - 1px)"] {
            assert!(!values.admits("margin", value), "{value}");
        }
    }
}
