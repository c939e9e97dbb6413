//! Attributes as texts.

use consomme_web::{parse_refresh, parse_sizes, parse_srcset, parse_viewport, source_size};

/// Checks the values read from a text.
pub fn check(text: &str) {
    for candidate in parse_srcset(text) {
        let url = candidate.url;
        assert!(text.contains(url) && !url.is_empty());
        assert!(!url.starts_with(',') && !url.ends_with(','));
        assert!(!url.contains(|c: char| c.is_ascii_whitespace()));
        assert_ne!(candidate.width, Some(0));
        assert!(candidate.density.is_none_or(|density| density >= 0.0 && density.is_finite()));
        // Written by itself it is the same.
        let written = match (candidate.width, candidate.density) {
            (Some(width), _) => format!("{url} {width}w"),
            (_, Some(density)) => format!("{url} {density}x"),
            _ => url.to_owned(),
        };
        assert!(parse_srcset(&written).eq([candidate]), "{written:?}");
    }
    let sizes = parse_sizes(text);
    for size in &sizes {
        assert!(size.condition.is_none_or(|condition| text.contains(condition)));
        if let Some(condition) = size.condition {
            assert_eq!(parse_sizes(&format!("{condition} 1px")).len(), 1, "{condition:?}");
        }
    }
    assert_eq!(source_size(text, |_| false), source_size(&format!("{text}\n"), |_| false));
    if let Some(url) = parse_refresh(text).and_then(|refresh| refresh.url) {
        assert!(text.contains(url));
    }
    let viewport = parse_viewport(text);
    let scales = [viewport.initial_scale, viewport.minimum_scale, viewport.maximum_scale];
    assert!(scales.into_iter().flatten().all(|scale| (0.1..=10.0).contains(&scale)));
}
