//! The text as it came, before its newlines were normalized, and newlines in its style.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::Strings;

/// Returns a range of the source of these strings with its original newlines.
#[cfg(feature = "stream")]
pub(crate) fn text_as_it_came(strings: &Strings, range: Range<usize>) -> String {
    let (pairs, returns) = strings.source_map().newlines();
    let newlines = Newlines { source: strings.source(), pairs, returns, style: "\n" };
    let mut text = String::with_capacity(range.len() + range.len() / 32);
    newlines.push(range, &mut text);
    text
}

/// The original newlines of a source, in which all are line feeds.
#[derive(Clone, Copy)]
pub(super) struct Newlines<'a> {
    source: &'a str,
    /// The byte offsets in the source of the line feeds that were a carriage return and a line
    /// feed.
    pairs: &'a [u32],
    /// The byte offsets in the source of the line feeds that were a carriage return.
    returns: &'a [u32],
    /// The most frequent newline.
    style: &'static str,
}

impl<'a> Newlines<'a> {
    pub(super) fn of(strings: &'a Strings) -> Self {
        let source = strings.source();
        let (pairs, returns) = strings.source_map().newlines();
        let style = if pairs.is_empty() && returns.is_empty() {
            "\n"
        } else {
            let all = memchr::memchr_iter(b'\n', source.as_bytes()).count();
            let feeds = all - (pairs.len() + returns.len()).min(all);
            if feeds >= pairs.len().max(returns.len()) {
                "\n"
            } else if pairs.len() >= returns.len() {
                "\r\n"
            } else {
                "\r"
            }
        };
        Newlines { source, pairs, returns, style }
    }

    /// Appends a range of the source with its original newlines.
    pub(super) fn push(&self, range: Range<usize>, out: &mut String) {
        let within = |offsets: &'a [u32]| {
            let index = |end: usize| offsets.partition_point(|&at| (at as usize) < end);
            &offsets[index(range.start)..index(range.end)]
        };
        let (mut pairs, mut returns) = (within(self.pairs), within(self.returns));
        let mut start = range.start;
        loop {
            let pair = pairs.first().map_or(usize::MAX, |&at| at as usize);
            let single = returns.first().map_or(usize::MAX, |&at| at as usize);
            let at = pair.min(single);
            if at == usize::MAX {
                break;
            }
            out.push_str(&self.source[start..at]);
            if pair < single {
                out.push_str("\r\n");
                pairs = &pairs[1..];
            } else {
                out.push('\r');
                returns = &returns[1..];
            }
            start = at + 1;
        }
        out.push_str(&self.source[start..range.end]);
    }

    /// Returns the text of a patch with the newlines of the source. A CR at one of its ends does
    /// not merge with an LF beside it.
    pub(super) fn styled<'t>(&self, range: &Range<usize>, text: &'t str) -> Cow<'t, str> {
        let mut text = match self.style {
            "\n" => Cow::Borrowed(text),
            style if text.contains('\n') => Cow::Owned(text.replace('\n', style)),
            _ => Cow::Borrowed(text),
        };
        if self.pairs.is_empty() && self.returns.is_empty() {
            return text;
        }
        let is_return = |at: usize| self.returns.binary_search(&(at as u32)).is_ok();
        let is_feed = |at: usize| {
            self.source.as_bytes().get(at) == Some(&b'\n')
                && !is_return(at)
                && self.pairs.binary_search(&(at as u32)).is_err()
        };
        let follows_return = range.start > 0 && is_return(range.start - 1);
        if follows_return && text.starts_with('\n') {
            text.to_mut().insert(0, '\r');
        } else if is_feed(range.end) && text.ends_with('\r') {
            text.to_mut().push('\n');
        } else if follows_return && text.is_empty() && is_feed(range.end) {
            text = Cow::Borrowed("\n");
        }
        text
    }
}
