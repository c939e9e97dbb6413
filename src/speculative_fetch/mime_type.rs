//! The MIME types that attributes name.

/// The essences of JavaScript MIME types.
///
/// <https://mimesniff.spec.whatwg.org/#javascript-mime-type>
const JAVASCRIPT: &[&str] = &[
    "application/ecmascript",
    "application/javascript",
    "application/x-ecmascript",
    "application/x-javascript",
    "text/ecmascript",
    "text/javascript",
    "text/javascript1.0",
    "text/javascript1.1",
    "text/javascript1.2",
    "text/javascript1.3",
    "text/javascript1.4",
    "text/javascript1.5",
    "text/jscript",
    "text/livescript",
    "text/x-ecmascript",
    "text/x-javascript",
];

/// The essences of font MIME types that don't start with `font/`.
///
/// <https://mimesniff.spec.whatwg.org/#font-mime-type>
const FONT: &[&str] = &[
    "application/font-cff",
    "application/font-otf",
    "application/font-sfnt",
    "application/font-ttf",
    "application/font-woff",
    "application/vnd.ms-fontobject",
    "application/vnd.ms-opentype",
];

/// Whether a string is, ASCII-case-insensitively, the essence of a JavaScript MIME type.
///
/// <https://mimesniff.spec.whatwg.org/#javascript-mime-type-essence-match>
pub(super) fn is_javascript_essence(string: &str) -> bool {
    JAVASCRIPT.iter().any(|essence| string.eq_ignore_ascii_case(essence))
}

/// Whether the essence of a MIME type is a CSS style sheet's.
pub(super) fn is_css(mime_type: &str) -> bool {
    essence_of(mime_type).eq_ignore_ascii_case("text/css")
}

/// Whether a MIME type matches the destination of a preload. Whether the caller supports it is
/// another question.
///
/// <https://html.spec.whatwg.org/#match-preload-type>
pub(super) fn matches_preload_destination(mime_type: &str, destination: &str) -> bool {
    if mime_type.is_empty() {
        return true;
    }
    let essence = essence_of(mime_type).to_ascii_lowercase();
    match destination {
        "script" => is_javascript_essence(&essence),
        "image" => essence.starts_with("image/"),
        "font" => essence.starts_with("font/") || FONT.contains(&&*essence),
        "style" => essence == "text/css",
        "track" => essence == "text/vtt",
        _ => true,
    }
}

/// Returns the part of a MIME type before its parameters.
///
/// <https://mimesniff.spec.whatwg.org/#mime-type-essence>
fn essence_of(mime_type: &str) -> &str {
    let (essence, _) = mime_type.split_once(';').unwrap_or((mime_type, ""));
    essence.trim_matches([' ', '\t', '\n', '\r'])
}
