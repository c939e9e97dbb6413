//! Media conditions, which are kept as text.

use super::component_values::{Kind, Value};

/// Whether component values are a media condition.
///
/// The content of its parentheses does not matter: if it is no feature, it is `<general-enclosed>`,
/// which is valid and false.
///
/// <https://drafts.csswg.org/mediaqueries/#typedef-media-condition>
pub(super) fn is_media_condition(text: &str, values: &[Value]) -> bool {
    if values.iter().any(|value| value.is_bad) {
        return false;
    }
    let is_in_parens = |value: &Value| matches!(value.kind, Kind::Parentheses | Kind::Function);
    let mut words = values.iter().filter(|value| value.kind != Kind::Whitespace);
    let word = |value: &Value| text[value.range.clone()].to_ascii_lowercase();
    let Some(first) = words.next() else { return false };
    if first.kind == Kind::Ident {
        // "not <media-in-parens>"
        return word(first) == "not"
            && words.next().is_some_and(is_in_parens)
            && words.next().is_none();
    }
    if !is_in_parens(first) {
        return false;
    }
    let mut joined_by = None;
    while let Some(operator) = words.next() {
        let operator = (operator.kind == Kind::Ident).then(|| word(operator));
        // "and" and "or" cannot be mixed.
        let is_operator = operator.as_deref().is_some_and(|name| matches!(name, "and" | "or"))
            && joined_by.is_none_or(|before| Some(before) == operator);
        if !is_operator || !words.next().is_some_and(is_in_parens) {
            return false;
        }
        joined_by = operator;
    }
    true
}
