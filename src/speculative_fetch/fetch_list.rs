//! The list of speculative fetch URLs.

use std::collections::HashSet;

use super::fetch::{FetchKind, SpeculativeFetch};

/// The URLs that are fetched so far.
///
/// <https://html.spec.whatwg.org/#list-of-speculative-fetch-urls>
#[derive(Clone, Debug, Default)]
pub(super) struct FetchList(HashSet<Entry>);

/// A URL as written, with the base that it resolves against.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Entry {
    url: Box<str>,
    /// Whether a `base` element was known. A document has one base URL before it and one after it.
    has_base: bool,
    /// The kind of a connection that is made without fetching anything.
    connection: Option<FetchKind>,
}

impl FetchList {
    /// Adds the URL of a fetch. Returns whether it is to be fetched: it is new, or it is not known
    /// which one of several images is fetched.
    pub(super) fn add(&mut self, fetch: &SpeculativeFetch) -> bool {
        if is_data_url(&fetch.url) && !fetch.has_choice() {
            return false;
        }
        let connection = Some(fetch.kind)
            .filter(|kind| matches!(kind, FetchKind::Preconnect | FetchKind::DnsPrefetch));
        let entry =
            Entry { url: trimmed(&fetch.url).into(), has_base: fetch.base.is_some(), connection };
        fetch.has_choice() || self.0.insert(entry)
    }
}

/// Whether a URL contains its resource.
fn is_data_url(url: &str) -> bool {
    let scheme = trimmed(url).as_bytes().get(..5);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"data:"))
}

/// Returns a URL without the characters around it that the URL parser removes.
///
/// <https://url.spec.whatwg.org/#c0-control-or-space>
fn trimmed(url: &str) -> &str {
    url.trim_matches(|c| c <= ' ')
}
