//! Reads and writes the `content` of `<meta http-equiv=refresh>`.

/// A timed redirect, as the `content` of `<meta http-equiv=refresh>` or the HTTP header `Refresh`
/// declares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Refresh<'a> {
    /// The time after which the page goes elsewhere, in whole seconds.
    pub seconds: u64,
    /// The URL as written. `None` for the page itself, which is loaded again.
    pub url: Option<&'a str>,
}

/// Parses the `content` of `<meta http-equiv=refresh>`, or the HTTP header `Refresh`. Returns
/// `None` if it has no effect.
///
/// The URL is not parsed: if it turns out to be invalid, or one of the scheme `javascript`, there
/// is no redirect either.
///
/// ```
/// use consomme::urls::parse_refresh;
///
/// let refresh = parse_refresh("5; url='/soups'").unwrap();
/// assert_eq!((refresh.seconds, refresh.url), (5, Some("/soups")));
/// assert_eq!(parse_refresh("300").unwrap().url, None);
/// assert_eq!(parse_refresh("soon"), None);
/// ```
///
/// <https://html.spec.whatwg.org/#shared-declarative-refresh-steps>
pub fn parse_refresh(content: &str) -> Option<Refresh<'_>> {
    let rest = skip_whitespace(content);
    let (digits, rest) = split_at_first(rest, |c| !c.is_ascii_digit());
    // "If timeString is the empty string: If the code point in input pointed to by position is not
    // U+002E (.), then return."
    if digits.is_empty() && !rest.starts_with('.') {
        return None;
    }
    let seconds = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    // "Collect a sequence of code points that are ASCII digits and U+002E FULL STOP characters".
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if rest.is_empty() {
        return Some(Refresh { seconds, url: None });
    }
    if !rest.starts_with(|c: char| matches!(c, ';' | ',') || c.is_ascii_whitespace()) {
        return None;
    }
    let rest = skip_whitespace(rest);
    let rest = skip_whitespace(rest.strip_prefix([';', ',']).unwrap_or(rest));
    let url = (!rest.is_empty()).then(|| url_string(rest));
    Some(Refresh { seconds, url })
}

/// Returns the `content` of `<meta http-equiv=refresh>` with another URL. A quotation mark at
/// its start would be taken for a delimiter, so it is percent-encoded.
///
/// ```
/// use consomme::urls::refresh_to;
///
/// assert_eq!(refresh_to("5; url='/soups'", "/menu"), "5; url=/menu");
/// ```
pub fn refresh_to(content: &str, url: &str) -> String {
    let rest = skip_whitespace(content);
    let (time, _) = split_at_first(rest, |c| !c.is_ascii_digit() && c != '.');
    let url = skip_whitespace(url);
    let encoded = match url.chars().next() {
        Some('\'') => "%27",
        Some('"') => "%22",
        _ => "",
    };
    let kept = if encoded.is_empty() { url } else { &url[1..] };
    format!("{time}; url={encoded}{kept}")
}

/// Returns the URL in the text after the time.
fn url_string(text: &str) -> &str {
    let Some(rest) = text.strip_prefix(['U', 'u']) else { return skip_quotes(text) };
    // "Otherwise, jump to the step labeled parse": all of it is the URL.
    let after_name = rest
        .strip_prefix(['R', 'r'])
        .and_then(|rest| rest.strip_prefix(['L', 'l']))
        .and_then(|rest| skip_whitespace(rest).strip_prefix('='));
    after_name.map_or(text, |rest| skip_quotes(skip_whitespace(rest)))
}

/// "Skip quotes: If the code point in input pointed to by position is U+0027 (') or U+0022 ("),
/// then let quote be that code point".
fn skip_quotes(text: &str) -> &str {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '\'' | '"')) else { return text };
    let inner = &text[1..];
    inner.find(quote).map_or(inner, |end| &inner[..end])
}

fn skip_whitespace(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_whitespace())
}

fn split_at_first(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}
