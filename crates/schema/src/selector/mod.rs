//! The selector of a field: parts between commas, each with the text that it gives.
//!
//! - `mod.rs`: CSS with pseudo-elements
//! - `xpath.rs`: XPath expressions that are selectors

#[cfg(feature = "xpath")]
mod xpath;

#[cfg(feature = "xpath")]
pub(crate) use xpath::parse_xpath;

use consomme::Selector;
use consomme::select::Extractor;
use consomme::stream::{RewriteSelectors, StreamSelectors};

/// The text that a part of a selector gives of each matching element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// All text in the element: no pseudo-element.
    TextContent,
    /// Each text node that is a child of the element: `::text`.
    Texts,
    /// The value of an attribute: `::attr(name)`.
    Attribute(String),
    /// The element as HTML: `::html`.
    Html,
}

/// A part of the selector of a field.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) selector: Selector,
    pub(crate) output: Output,
    /// The selector as text, without the pseudo-element.
    pub(crate) text: String,
}

/// A mistake in a selector: its byte offset and a description.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) offset: usize,
    pub(crate) reason: String,
}

/// Parses the selector of a field.
pub(crate) fn parse(text: &str) -> Result<Vec<Part>, Mistake> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut ends: Vec<usize> = Vec::new();
    each_outside(text, |offset, byte| {
        if byte == b',' {
            ends.push(offset);
        }
    });
    ends.push(text.len());
    for end in ends {
        parts.extend(parse_part(&text[start..end]).map_err(|mistake| Mistake {
            offset: (start + mistake.offset).min(end),
            reason: mistake.reason,
        })?);
        start = end + 1;
    }
    Ok(parts)
}

/// Parses a selector without commas at its top level. `p ::text` has two parts, as that of an
/// [`Extractor`]. Offsets are those in the text.
fn parse_part(text: &str) -> Result<Vec<Part>, Mistake> {
    let mut output_at = None;
    each_outside(text, |offset, byte| {
        if byte == b':' && output_at.is_none() && starts_output(&text[offset..]) {
            output_at = Some(offset);
        }
    });
    let (before, output) = match output_at {
        None => (text, Output::TextContent),
        Some(at) => {
            let output =
                parse_output(&text[at..]).map_err(|reason| Mistake { offset: at, reason })?;
            (&text[..at], output)
        }
    };
    let parsed = match output_at {
        None => Selector::parse(before).map(|selector| vec![selector]),
        // An extractor has elements, whatever it takes of them.
        Some(_) => Extractor::parse(&format!("{before}::text"))
            .map(|extractor| extractor.parts().map(|(selector, _)| selector).collect()),
    };
    let selectors = parsed
        .map_err(|error| Mistake { offset: error.offset(), reason: error.reason().to_owned() })?;
    let part =
        |selector: Selector| Part { text: selector.to_string(), selector, output: output.clone() };
    Ok(selectors.into_iter().map(part).collect())
}

/// Whether a text starts with a pseudo-element that gives a text.
fn starts_output(text: &str) -> bool {
    ["::text", "::html", "::attr("]
        .iter()
        .any(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
}

/// Parses a pseudo-element, which must be the end of its part.
fn parse_output(text: &str) -> Result<Output, String> {
    let written = text.trim_ascii_end();
    let lower = written.to_ascii_lowercase();
    if lower == "::text" {
        return Ok(Output::Texts);
    }
    if lower == "::html" {
        return Ok(Output::Html);
    }
    let argument = lower.strip_prefix("::attr(").map(|_| &written["::attr(".len()..]);
    let name = argument.and_then(|rest| rest.strip_suffix(')')).map(str::trim_ascii);
    match name {
        Some(name) if is_attribute_name(name) => Ok(Output::Attribute(name.to_owned())),
        Some(_) => Err("`::attr()` takes the name of an attribute".to_owned()),
        None => Err("`::text`, `::html` and `::attr()` end a selector".to_owned()),
    }
}

fn is_attribute_name(name: &str) -> bool {
    let is_other = |c: char| c.is_whitespace() || "\"'<>/=(),".contains(c);
    !name.is_empty() && !name.contains(is_other)
}

/// Calls a function with each byte of a selector that is in no string, bracket, parenthesis or
/// comment, and not escaped.
fn each_outside(text: &str, mut function: impl FnMut(usize, u8)) {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    let mut quote = None;
    while let Some(&byte) = bytes.get(at) {
        match (byte, quote) {
            (b'\\', _) => at += 1,
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) => quote = Some(byte),
            (b'/', None) if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end + 2);
                at = end;
                continue;
            }
            (b'(' | b'[', None) => {
                if depth == 0 {
                    function(at, byte);
                }
                depth += 1;
            }
            (b')' | b']', None) => depth = depth.saturating_sub(1),
            (_, None) if depth == 0 => function(at, byte),
            _ => {}
        }
        at += 1;
    }
}

/// How early the matches of a part are certain while a document grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decided {
    /// At the start tag of the element: an attribute.
    AtStart,
    /// When the element is complete, since its content is the value.
    AtEnd,
}

/// Returns when the matches of a part are certain.
///
/// # Errors
///
/// The reason, if only the whole page decides it.
pub(crate) fn decided(part: &Part) -> Result<Decided, String> {
    let text = [part.text.as_str()];
    if let Err(error) = StreamSelectors::new(&text) {
        return Err(error.reason().to_owned());
    }
    // An element before the match that is still open may have the content later.
    if RewriteSelectors::new().start_tags(&text).is_err() {
        return Err(CONTENT.to_owned());
    }
    let is_attribute = matches!(part.output, Output::Attribute(_));
    Ok(if is_attribute { Decided::AtStart } else { Decided::AtEnd })
}

const CONTENT: &str = "depends on the content of elements, and those that are open may match later";

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(text: &str) -> Vec<(String, Output)> {
        let parts = parse(text).unwrap();
        parts.into_iter().map(|part| (part.selector.to_string(), part.output)).collect()
    }

    #[test]
    fn each_part_has_its_own_output() {
        let found = outputs("h1::text, a[title=',::text']::attr( HREF ), p::html, :is(b, i)");
        let texts: Vec<_> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["h1", "a[title=\",::text\"]", "p", ":is(b, i)"]);
        assert_eq!(found[0].1, Output::Texts);
        assert_eq!(found[1].1, Output::Attribute("HREF".to_owned()));
        assert_eq!(found[2].1, Output::Html);
        assert_eq!(found[3].1, Output::TextContent);
    }

    #[test]
    fn an_output_after_a_combinator_is_that_of_any_element() {
        let both = [("p".to_owned(), Output::Texts), ("p *".to_owned(), Output::Texts)];
        assert_eq!(outputs("p ::text"), both);
        assert_eq!(outputs("p *::text"), both);
        assert_eq!(outputs("::text"), [("*".to_owned(), Output::Texts)]);
        assert_eq!(outputs("p>::attr(id)")[0].0, "p > *");
        assert_eq!(outputs("p ::html").len(), 2);
    }

    #[test]
    fn a_mistake_has_its_place_in_the_whole_selector() {
        let place = |text: &str| parse(text).unwrap_err().offset;
        assert_eq!(place("h1, li:frist-child"), 6);
        assert_eq!(place("h1, a::attr()"), 5);
        assert_eq!(place("h1::text b"), 2);
        assert_eq!(place("h1,"), 3);
    }

    #[test]
    fn comments_and_escapes_hide_what_is_in_them() {
        assert_eq!(outputs("p/*, ::text*/::text").len(), 1);
        assert_eq!(outputs(r"a\,b::text").len(), 1);
        assert_eq!(outputs(r"a\:\:text")[0].1, Output::TextContent);
    }

    #[test]
    fn content_decides_when_matches_are_certain() {
        let at = |text: &str| decided(&parse(text).unwrap()[0]);
        assert_eq!(at("a::attr(href)"), Ok(Decided::AtStart));
        assert_eq!(at("a"), Ok(Decided::AtEnd));
        assert_eq!(at("a:has(b)::attr(href)"), Err(CONTENT.to_owned()));
        assert!(at("a:last-child").unwrap_err().contains("later siblings"));
    }
}
