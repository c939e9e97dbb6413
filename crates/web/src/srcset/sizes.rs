//! The attribute `sizes`.

use super::component_values::{Kind, Value, component_values};
use super::media_condition::is_media_condition;
use super::source_size::SourceSizeValue;

/// One entry of a `sizes` or `imagesizes` attribute: a size, and when it applies.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SourceSize<'a> {
    /// The media condition as written, such as `(width < 600px)`. `None` if the size applies
    /// always.
    pub condition: Option<&'a str>,
    /// The size.
    pub size: SourceSizeValue<'a>,
}

/// Parses a `sizes` or `imagesizes` attribute. Entries with errors are left out, and so are entries
/// after one that applies always.
///
/// The first entry whose condition is true has the size of the image, or else it is `100vw`:
/// [`source_size`] finds it. Conditions are kept as text. They are checked down to their
/// parentheses. A browser may not know their content, and then the condition is false.
///
/// Takes time linear in the length of the text.
///
/// ```
/// use consomme_web::{SourceSizeValue, parse_sizes};
///
/// let sizes = parse_sizes("(width < 40em) 100vw, calc(50vw - 2em)");
/// assert_eq!(sizes[0].condition, Some("(width < 40em)"));
/// assert!(matches!(sizes[0].size, SourceSizeValue::Length { number: 100.0, unit: "vw", .. }));
/// assert_eq!(sizes[1].condition, None);
/// assert_eq!(sizes[1].size, SourceSizeValue::Function("calc(50vw - 2em)"));
/// ```
///
/// <https://html.spec.whatwg.org/#parse-a-sizes-attribute>
#[must_use]
pub fn parse_sizes(sizes: &str) -> Vec<SourceSize<'_>> {
    let values = component_values(sizes);
    let mut entries = Vec::new();
    for values in values.split(|value| value.kind == Kind::Comma) {
        let Some(entry) = source_size_entry(sizes, values) else { continue };
        entries.push(entry);
        // "If size is not auto, then return size": without a condition, no later entry applies.
        if entry.condition.is_none() && entry.size != SourceSizeValue::Auto {
            break;
        }
    }
    entries
}

/// Parses one entry: "each unparsed size in unparsed sizes list".
fn source_size_entry<'a>(text: &'a str, values: &[Value]) -> Option<SourceSize<'a>> {
    let values = trim_whitespace(values);
    // "If the last component value in unparsed size is a valid non-negative <source-size-value>".
    let (last, before) = values.split_last()?;
    let size = SourceSizeValue::of(text, last)?;
    let before = trim_whitespace(before);
    let condition = match (before.first(), before.last()) {
        // "Parse the remaining component values in unparsed size as a <media-condition>. If it does
        // not parse correctly […] continue."
        (Some(first), Some(last)) => {
            is_media_condition(text, before).then_some(())?;
            Some(&text[first.range.start..last.range.end])
        }
        _ => None,
    };
    Some(SourceSize { condition, size })
}

/// Returns the values without whitespace at their ends.
fn trim_whitespace(mut values: &[Value]) -> &[Value] {
    while let Some((last, before)) = values.split_last()
        && last.kind == Kind::Whitespace
    {
        values = before;
    }
    while let Some((first, after)) = values.split_first()
        && first.kind == Kind::Whitespace
    {
        values = after;
    }
    values
}

/// Returns the size of an image by its `sizes` attribute: the size of the first entry that applies.
/// `applies` tells whether a media condition is true. Entries of `auto` are skipped: only the
/// layout knows their size.
///
/// ```
/// use consomme_web::{SourceSizeValue, source_size};
///
/// let sizes = "auto, (width < 40em) 100vw, 300px";
/// let size = source_size(sizes, |_| false);
/// assert!(matches!(size, SourceSizeValue::Length { number: 300.0, unit: "px", .. }));
/// // Without an entry that applies it is 100vw.
/// assert!(matches!(source_size("", |_| true), SourceSizeValue::Length { unit: "vw", .. }));
/// ```
///
/// <https://html.spec.whatwg.org/#parse-a-sizes-attribute>
#[must_use]
pub fn source_size<'a>(
    sizes: &'a str,
    mut applies: impl FnMut(&'a str) -> bool,
) -> SourceSizeValue<'a> {
    let mut entries = parse_sizes(sizes).into_iter();
    let found = entries.find(|entry| {
        entry.size != SourceSizeValue::Auto && entry.condition.is_none_or(&mut applies)
    });
    // "Return 100vw."
    found.map_or(SourceSizeValue::Length { number: 100.0, unit: "vw" }, |entry| entry.size)
}
