//! The hosts that URLs may have, perhaps with a path.

use std::fmt;
use std::sync::Arc;

use super::url_syntax::{is_special, names_host, scheme_of};

type HostPredicate = dyn Fn(&str) -> bool + Send + Sync;

/// Hosts that URLs may have.
#[derive(Clone, Default)]
pub(super) struct Hosts {
    pub(super) listed: Vec<Listed>,
    predicate: Option<Arc<HostPredicate>>,
}

/// A host that is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    /// A name, lowercased, perhaps with `*.` before it.
    host: Box<str>,
    /// The beginning of the path; empty, if there may be any.
    path: Box<str>,
}

impl Hosts {
    pub(super) fn listed(hosts: impl IntoIterator<Item = impl AsRef<str>>) -> Hosts {
        Hosts::default().list(hosts)
    }

    /// Lists these hosts instead of others.
    pub(super) fn list(mut self, hosts: impl IntoIterator<Item = impl AsRef<str>>) -> Hosts {
        self.listed = hosts.into_iter().map(|entry| Listed::new(entry.as_ref())).collect();
        self
    }

    /// Also admits hosts for whose lowercased names the predicate returns true.
    pub(super) fn or_if(
        mut self,
        predicate: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Hosts {
        self.predicate = Some(Arc::new(predicate));
        self
    }

    /// Returns whether a host is listed with a path.
    pub(super) fn has_path(&self) -> bool {
        self.listed.iter().any(|listed| !listed.path.is_empty())
    }

    #[cfg(feature = "serde")]
    pub(super) fn has_predicate(&self) -> bool {
        self.predicate.is_some()
    }

    /// Returns whether a cleaned URL may stay, as far as hosts are concerned: it is relative and
    /// names none, its scheme has none, or its host is listed.
    pub(super) fn admit(&self, url: &str) -> bool {
        let after_scheme = match scheme_of(url) {
            Some((scheme, rest)) if is_special(scheme) => rest,
            Some(_) => return true,
            None if names_host(url) => url,
            None => return true,
        };
        self.admit_authority(after_scheme)
    }

    /// Returns whether the part of a URL after the scheme has a host and a path that are listed.
    pub(super) fn admit_authority(&self, after_scheme: &str) -> bool {
        let Some((host, path)) = host_and_path_of(after_scheme) else { return false };
        self.listed.iter().any(|listed| listed.has(host) && listed.has_path(path))
            || self.predicate.as_ref().is_some_and(|admits| admits(&host.to_ascii_lowercase()))
    }
}

impl Listed {
    fn new(entry: &str) -> Listed {
        let (host, path) = entry.split_at(entry.find('/').unwrap_or(entry.len()));
        Listed { host: host.to_ascii_lowercase().into(), path: path.into() }
    }

    fn has(&self, host: &str) -> bool {
        match self.host.strip_prefix("*.") {
            None => self.host.eq_ignore_ascii_case(host),
            Some(domain) => host.len().checked_sub(domain.len()).is_some_and(|start| {
                let ends = host.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(domain));
                ends && start > 1 && host.as_bytes()[start - 1] == b'.'
            }),
        }
    }

    fn has_path(&self, path: &str) -> bool {
        if self.path.is_empty() {
            return true;
        }
        let path = if path.is_empty() { "/" } else { path };
        path.strip_prefix(&*self.path).is_some_and(|rest| {
            let ends_segment = self.path.ends_with('/') || rest.is_empty() || rest.starts_with('/');
            ends_segment && !leaves(path)
        })
    }
}

/// Writes it as a list has it.
impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.host, self.path)
    }
}

impl fmt::Debug for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hosts").field("listed", &self.listed).finish_non_exhaustive()
    }
}

/// Returns whether a path may lead out of the one that it begins with: by a segment `..`, perhaps
/// with percent-encoded dots, or by a backslash, which is a slash for browsers, or by an encoded
/// slash, which is one for many servers.
///
/// <https://url.spec.whatwg.org/#double-dot-path-segment>
fn leaves(path: &str) -> bool {
    let is_dots = |segment: &str| {
        let decoded = segment.to_ascii_lowercase().replace("%2e", ".");
        // Servers cut parameters off.
        matches!(decoded.split(';').next(), Some("." | ".."))
    };
    let lowercased = path.to_ascii_lowercase();
    // Browsers send encoded slashes as they are, and servers decode them.
    let has_other_slash = ["\\", "%2f", "%5c"].iter().any(|slash| lowercased.contains(slash));
    has_other_slash || path.split('/').any(is_dots)
}

/// Returns the host and the path of the part of a URL after the scheme, if all readers find the
/// same host: after two slashes, of letters, digits, hyphens and dots, perhaps with a port. URLs
/// with user names, percent-encoded bytes, backslashes or letters that are not ASCII have no host
/// here.
fn host_and_path_of(after_scheme: &str) -> Option<(&str, &str)> {
    let rest = after_scheme.strip_prefix("//")?;
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_host = !host.is_empty() && host.bytes().all(is_plain);
    (is_host && port.bytes().all(|byte| byte.is_ascii_digit())).then_some((host, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_has_a_listed_host_or_none() {
        let hosts = Hosts::listed(["Video.example", "*.maps.example"]);
        for url in [
            "https://video.example",
            "HTTPS://VIDEO.example:443/x?y#z",
            "//video.example/x",
            "http://a.maps.example/",
            "ws://b.a.maps.example?x",
            "x/y",
            "/x",
            "#x",
            "",
            "mailto:a@b.example",
            "data:image/png,x",
        ] {
            assert!(hosts.admit(url), "{url}");
        }
        for url in [
            "https://evil.example/",
            "https://maps.example/",
            "https://.maps.example/",
            "https://xmaps.example/",
            "https://video.example.evil.example/",
            "https://video.example@evil.example/",
            "https://evil.example/@video.example",
            "https://evil.example\\@video.example/",
            "https://evil.example#@video.example/",
            "https://video.example:x@evil.example/",
            "https://video.example:80:x/",
            "https://video.example./",
            "https://video%2Eexample/",
            "https:video.example/",
            "https:/video.example/",
            "https:///video.example/",
            "https:\\\\video.example/",
            "\\\\video.example/",
            "/\\video.example/",
            "//evil.example/",
            "https://v\u{131}deo.example/",
            "file:///video.example",
            "https://",
        ] {
            assert!(!hosts.admit(url), "{url}");
        }
    }

    #[test]
    fn a_path_begins_as_the_list_says_and_does_not_lead_out_of_it() {
        let hosts = Hosts::listed(["video.example/embed/", "*.maps.example/maps"]);
        for url in [
            "https://video.example/embed/",
            "https://video.example/embed/x?y=/../z",
            "//VIDEO.example:443/embed/x/.../y#../z",
            "https://a.maps.example/maps",
            "https://a.maps.example/maps?x",
            "https://a.maps.example/maps/x",
            "https://a.maps.example/maps/..x",
        ] {
            assert!(hosts.admit(url), "{url}");
        }
        for url in [
            "https://video.example/",
            "https://video.example",
            "https://video.example/embed",
            "https://video.example/Embed/",
            "https://video.example/x/embed/",
            "https://video.example?/embed/",
            "https://video.example/embed/../x",
            "https://video.example/embed/./x",
            "https://video.example/embed/..",
            "https://video.example/embed/.%2E/x",
            "https://video.example/embed/%2e%2e/x",
            "https://video.example/embed/..\\x",
            "https://video.example/embed/%2E",
            "https://video.example/embed/..%2F..%2fx",
            "https://video.example/embed/..%5cx",
            "https://video.example/embed/..;/x",
            "https://a.maps.example/mapsx",
        ] {
            assert!(!hosts.admit(url), "{url}");
        }
    }

    #[test]
    fn a_predicate_admits_hosts_besides_those_of_the_list() {
        let hosts = Hosts::listed(["video.example"]).or_if(|host| host.ends_with(".gov.example"));
        for url in ["https://video.example/", "https://A.GOV.EXAMPLE/x", "x"] {
            assert!(hosts.admit(url), "{url}");
        }
        for url in ["https://gov.example/", "https://x@a.gov.example/", "//a\\b.gov.example/"] {
            assert!(!hosts.admit(url), "{url}");
        }
    }
}
