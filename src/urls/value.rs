//! The URLs in the value of an attribute.

#[cfg(any(feature = "sanitizer", feature = "selectors"))]
use std::borrow::Cow;
use std::str::{Split, SplitAsciiWhitespace};

use super::attributes::UrlForm;
use super::refresh::parse_refresh;
use super::srcset::{WrittenCandidate, WrittenCandidates};

/// The URLs in a value, each with the descriptors after it. Of a refresh without a URL, it is the
/// empty one at the end of the value.
#[derive(Clone, Debug)]
pub(crate) enum UrlsIn<'a> {
    One(Option<&'a str>),
    Spaces(SplitAsciiWhitespace<'a>),
    Commas(Split<'a, char>),
    Srcset(WrittenCandidates<'a>),
}

impl<'a> UrlsIn<'a> {
    pub(crate) fn of(form: UrlForm, value: &'a str) -> Self {
        match form {
            UrlForm::Single => UrlsIn::One(Some(value)),
            UrlForm::Spaces => UrlsIn::Spaces(value.split_ascii_whitespace()),
            UrlForm::Commas => UrlsIn::Commas(value.split(',')),
            UrlForm::Srcset => UrlsIn::Srcset(WrittenCandidates { rest: value }),
            UrlForm::Refresh => UrlsIn::One(
                parse_refresh(value).map(|refresh| refresh.url.unwrap_or(&value[value.len()..])),
            ),
            UrlForm::Css | UrlForm::Document | UrlForm::AnimatedName => UrlsIn::One(None),
        }
    }
}

impl<'a> Iterator for UrlsIn<'a> {
    type Item = WrittenCandidate<'a>;

    fn next(&mut self) -> Option<WrittenCandidate<'a>> {
        let url = match self {
            UrlsIn::One(url) => url.take(),
            UrlsIn::Spaces(urls) => urls.next(),
            UrlsIn::Commas(urls) => urls.next(),
            UrlsIn::Srcset(candidates) => return candidates.next(),
        };
        Some(WrittenCandidate { url: url?, descriptors: "" })
    }
}

/// Returns a URL as an item of a list of that form: with the characters percent-encoded that would
/// not be part of it there.
#[cfg(any(feature = "sanitizer", feature = "selectors"))]
pub(crate) fn as_item(form: UrlForm, url: &str) -> Cow<'_, str> {
    let is_comma = |c: char| c == ',';
    let start = url.len() - url.trim_start_matches(is_comma).len();
    let end = url.trim_end_matches(is_comma).len();
    let is_separator = |at: usize, c: char| match form {
        UrlForm::Spaces => c.is_ascii_whitespace(),
        UrlForm::Commas => is_comma(c),
        UrlForm::Srcset => c.is_ascii_whitespace() || is_comma(c) && (at < start || at >= end),
        _ => false,
    };
    if !url.char_indices().any(|(at, c)| is_separator(at, c)) {
        return Cow::Borrowed(url);
    }
    let encoded = url.char_indices().map(|(at, c)| match is_separator(at, c) {
        true => format!("%{:02X}", u32::from(c)),
        false => c.to_string(),
    });
    Cow::Owned(encoded.collect())
}
