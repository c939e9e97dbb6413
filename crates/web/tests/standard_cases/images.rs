//! `srcset` and `sizes`.

use consomme_web::{SourceSizeValue, parse_sizes, parse_srcset};

pub(super) fn srcset(input: &str) -> Option<String> {
    let candidates = parse_srcset(input).map(|candidate| {
        let width = candidate.width.map_or(String::new(), |width| format!(" {width}w"));
        let density = candidate.density.map_or(String::new(), |density| format!(" {density}x"));
        format!("{}{width}{density}", candidate.url)
    });
    Some(candidates.collect::<Vec<_>>().join(" | "))
}

pub(super) fn sizes(input: &str) -> Option<String> {
    let entries = parse_sizes(input).into_iter().map(|entry| {
        let size = match entry.size {
            SourceSizeValue::Auto => "auto".to_owned(),
            SourceSizeValue::Length { number, unit, .. } => format!("{number}{unit}"),
            SourceSizeValue::Function(text) => text.to_owned(),
            other => panic!("{other:?} is not known here"),
        };
        entry.condition.map_or(String::new(), |condition| format!("[{condition}] ")) + &size
    });
    Some(entries.collect::<Vec<_>>().join(" | "))
}
