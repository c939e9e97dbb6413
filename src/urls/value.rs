//! The URLs in the value of an attribute.

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

impl UrlForm {
    /// Returns the URLs in a value as they are written, each with the descriptors after it, in
    /// which there may be errors. Nothing in CSS, in documents and in names. A refresh without a
    /// URL has the empty one.
    pub fn split(self, value: &str) -> impl Iterator<Item = (&str, &str)> + Clone {
        UrlsIn::of(self, value).map(|written| (written.url, written.descriptors))
    }

    /// Returns a URL as an item of a list. Characters that would not be part of the item are
    /// percent-encoded.
    pub fn item(self, url: &str) -> Cow<'_, str> {
        let is_comma = |c: char| c == ',';
        let start = url.len() - url.trim_start_matches(is_comma).len();
        let end = url.trim_end_matches(is_comma).len();
        let is_separator = |at: usize, c: char| match self {
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
}
