//! The URLs in the value of an attribute.

#[cfg(any(feature = "sanitizer", feature = "selectors"))]
use std::borrow::Cow;

use super::attributes::UrlForm;
use super::refresh::parse_refresh;
use super::srcset::{WrittenCandidate, WrittenCandidates};

/// The URLs in a value, each with the descriptors after it. A refresh without a URL has the empty
/// one at the end of the value.
#[derive(Clone, Debug)]
pub(crate) struct UrlsIn<'a> {
    form: UrlForm,
    /// The part of the value that is not read yet; `None` at the end.
    rest: Option<&'a str>,
}

impl<'a> UrlsIn<'a> {
    pub(crate) fn of(form: UrlForm, value: &'a str) -> Self {
        let rest = match form {
            UrlForm::Refresh => {
                parse_refresh(value).map(|refresh| refresh.url.unwrap_or(&value[value.len()..]))
            }
            UrlForm::Css | UrlForm::Document | UrlForm::AnimatedName => None,
            _ => Some(value),
        };
        UrlsIn { form, rest }
    }
}

impl<'a> Iterator for UrlsIn<'a> {
    type Item = WrittenCandidate<'a>;

    fn next(&mut self) -> Option<WrittenCandidate<'a>> {
        let rest = self.rest.take()?;
        let url = match self.form {
            UrlForm::Spaces => {
                let rest = rest.trim_ascii_start();
                let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
                self.rest = Some(&rest[end..]);
                Some(&rest[..end]).filter(|url| !url.is_empty())?
            }
            UrlForm::Commas => match rest.split_once(',') {
                Some((url, rest)) => {
                    self.rest = Some(rest);
                    url
                }
                None => rest,
            },
            UrlForm::Srcset => {
                let mut candidates = WrittenCandidates { rest };
                let candidate = candidates.next();
                self.rest = Some(candidates.rest);
                return candidate;
            }
            _ => rest,
        };
        Some(WrittenCandidate { url, descriptors: "" })
    }
}

/// Returns a URL as an item of a list of that form. Characters that would not be part of the item
/// are percent-encoded.
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
