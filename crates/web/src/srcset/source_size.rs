//! The size of an image.

use super::component_values::{Kind, Value};

/// The size at which an image is shown.
///
/// <https://html.spec.whatwg.org/#source-size-value>
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum SourceSizeValue<'a> {
    /// The width that the layout gives the image, which only a browser knows.
    Auto,
    /// A length that is not negative.
    #[non_exhaustive]
    Length {
        /// The number.
        number: f64,
        /// The unit as written, such as `px` or `VW`. Empty for 0 without a unit.
        unit: &'a str,
    },
    /// A math function as written, such as `calc(100vw - 2em)`. The content of its parentheses is
    /// not checked.
    Function(&'a str),
}

/// The units of lengths that are absolute or relative to a font.
///
/// <https://drafts.csswg.org/css-values/#lengths>
const UNITS: &[&str] = &[
    "cap", "ch", "cm", "em", "ex", "ic", "in", "lh", "mm", "pc", "pt", "px", "q", "rcap", "rch",
    "rem", "rex", "ric", "rlh",
];

/// The axes of units that are relative to the viewport, after `v`, `sv`, `lv` or `dv`, or to a
/// container, after `cq`.
const AXES: &[&str] = &["b", "h", "i", "max", "min", "w"];

/// The math functions.
///
/// <https://drafts.csswg.org/css-values/#math-function>
const MATH: &[&str] = &[
    "abs", "acos", "asin", "atan", "atan2", "calc", "clamp", "cos", "exp", "hypot", "log", "max",
    "min", "mod", "pow", "progress", "rem", "round", "sign", "sin", "sqrt", "tan",
];

impl<'a> SourceSizeValue<'a> {
    /// Returns the size that a component value is. `None` if it is none.
    pub(super) fn of(text: &'a str, value: &Value) -> Option<Self> {
        let text = &text[value.range.clone()];
        match value.kind {
            Kind::Ident if text.eq_ignore_ascii_case("auto") => Some(SourceSizeValue::Auto),
            Kind::Numeric { unit } => {
                let (number, unit) = text.split_at(text.len() - unit);
                // Rust reads every number of CSS.
                let number: f64 = number.parse().ok().filter(|&number| number >= 0.0)?;
                let is_length = if unit.is_empty() { number == 0.0 } else { is_unit(unit) };
                is_length.then_some(SourceSizeValue::Length { number: number + 0.0, unit })
            }
            // "Any CSS function other than the math functions is invalid."
            Kind::Function if !value.is_bad => {
                let name = text.split('(').next().unwrap_or("").to_ascii_lowercase();
                MATH.contains(&&*name).then_some(SourceSizeValue::Function(text))
            }
            _ => None,
        }
    }
}

fn is_unit(unit: &str) -> bool {
    let unit = &*unit.to_ascii_lowercase();
    let axis = ["sv", "lv", "dv", "cq", "v"].iter().find_map(|prefix| unit.strip_prefix(prefix));
    UNITS.contains(&unit) || axis.is_some_and(|axis| AXES.contains(&axis))
}
