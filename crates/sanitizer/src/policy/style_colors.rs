//! Rules for the colors in CSS properties.

use cssparser::color::{parse_hash_color, parse_named_color};
use cssparser::{Parser, Token};

/// The colors that stay in properties that take nothing but colors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Colors {
    /// Any value.
    #[default]
    Any,
    /// Colors that are written out: names, `#123456`, and functions of numbers such as
    /// `rgb(1 2 3)`; also `transparent`, `currentcolor`, `inherit` and the like. No colors of the
    /// system, no `var()`, no relative colors.
    Literal,
    /// As [`Literal`](Colors::Literal), and not transparent, not even by a part: text that nobody can
    /// see is for filters and search engines, or a trap.
    Opaque,
}

/// The functions whose arguments are the numbers of a color.
const FUNCTIONS: [&str; 9] = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"];

/// The words that are not names of colors, but stay.
const WORDS: [&str; 5] = ["currentcolor", "inherit", "initial", "unset", "revert"];

impl Colors {
    /// Returns whether a declaration stays, as far as its colors are concerned. `property` is
    /// lowercased.
    pub(super) fn admit(self, property: &str, value: &str) -> bool {
        if self == Colors::Any || !takes_colors(property) {
            return true;
        }
        let mut parser = Parser::new(value);
        let mut count = 0;
        while let Ok(token) = parser.next() {
            let token = token.clone();
            // `border-color` has four.
            count += 1;
            let is_admitted = match &token {
                Token::Ident(name) => self.admits_name(name),
                Token::Hash(digits) | Token::IDHash(digits) => {
                    parse_hash_color(digits.as_bytes()).is_ok_and(|it| self.admits_alpha(it.3))
                }
                Token::Function(name) => {
                    FUNCTIONS.iter().any(|known| known.eq_ignore_ascii_case(name))
                        && self.admits_arguments(&mut parser)
                }
                // `!important`.
                Token::Delim('!') => parser.expect_ident_matching("important").is_ok(),
                _ => false,
            };
            if !is_admitted {
                return false;
            }
        }
        count > 0
    }

    fn admits_name(self, name: &str) -> bool {
        let lowercased = name.to_ascii_lowercase();
        if lowercased == "transparent" {
            return self != Colors::Opaque;
        }
        WORDS.contains(&&*lowercased) || parse_named_color(&lowercased).is_ok()
    }

    fn admits_alpha(self, alpha: f32) -> bool {
        self != Colors::Opaque || alpha >= 1.0
    }

    /// Reads the numbers of a color. The one after a slash, or the fourth, is the alpha.
    fn admits_arguments(self, parser: &mut Parser<'_>) -> bool {
        let numbers = parser.parse_nested_block(|parser| {
            let (mut count, mut alpha, mut follows_slash) = (0, 1.0, false);
            while let Ok(token) = parser.next() {
                let number = match token {
                    Token::Number { value, .. } => *value,
                    Token::Percentage { unit_value, .. } => *unit_value,
                    Token::Dimension { value, .. } => *value,
                    Token::Ident(name) if name.eq_ignore_ascii_case("none") => 0.0,
                    Token::Comma => continue,
                    Token::Delim('/') => {
                        follows_slash = true;
                        continue;
                    }
                    _ => return Err(cssparser::ParseError::<()>::unexpected_token()),
                };
                count += 1;
                if count == 4 || follows_slash {
                    alpha = number;
                }
            }
            Ok((count, alpha))
        });
        numbers.is_ok_and(|(count, alpha)| matches!(count, 3 | 4) && self.admits_alpha(alpha))
    }
}

/// Returns whether a property takes nothing but colors.
fn takes_colors(property: &str) -> bool {
    matches!(property, "color" | "fill" | "stroke" | "stop-color" | "flood-color")
        || property.ends_with("-color")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_colors_are_names_digits_and_numbers() {
        for value in [
            "red",
            "RebeccaPurple",
            "#123",
            "#12345678",
            "rgb(1 2 3)",
            "RGBA(1, 2, 3, .5)",
            "hsl(120deg 10% 20% / 50%)",
            "oklch(none 1 2)",
            "currentColor",
            "inherit",
            "transparent",
            "red !important",
            "red green blue black",
        ] {
            assert!(Colors::Literal.admit("border-color", value), "{value}");
        }
        for value in [
            "",
            "CanvasText",
            "#12",
            "var(--x)",
            "rgb(from red r g b)",
            "rgb(1 2)",
            "rgb(1 2 3 4 5)",
            "color-mix(in srgb, red, blue)",
            "url(x)",
            "1px",
            "rgb(calc(1) 2 3)",
            "red;",
            "\"red\"",
            "red !ie",
        ] {
            assert!(!Colors::Literal.admit("color", value), "{value}");
        }
        assert!(Colors::Literal.admit("width", "var(--x)"), "no property for colors");
    }

    #[test]
    fn opaque_colors_hide_nothing() {
        for value in ["red", "#123", "#123f", "rgb(1 2 3 / 1)", "rgba(1,2,3,100%)"] {
            assert!(Colors::Opaque.admit("color", value), "{value}");
        }
        for value in ["transparent", "#1230", "#123456fe", "rgb(1 2 3 / .9)", "rgba(1,2,3,0)"] {
            assert!(!Colors::Opaque.admit("color", value), "{value}");
        }
    }
}
