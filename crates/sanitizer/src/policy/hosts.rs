//! The hosts that URLs may have.

use super::url_syntax::{is_special, names_host, scheme_of};

/// Hosts that URLs may have: names, lowercased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hosts(Vec<Box<str>>);

impl Hosts {
    pub(super) fn listed(hosts: impl IntoIterator<Item = impl AsRef<str>>) -> Hosts {
        let lowercased = hosts.into_iter().map(|host| host.as_ref().to_ascii_lowercase());
        Hosts(lowercased.map(Into::into).collect())
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
        host_of(after_scheme).is_some_and(|host| self.have(host))
    }

    fn have(&self, host: &str) -> bool {
        self.0.iter().any(|listed| match listed.strip_prefix("*.") {
            None => listed.eq_ignore_ascii_case(host),
            Some(domain) => host.len().checked_sub(domain.len()).is_some_and(|start| {
                let ends = host.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(domain));
                ends && start > 1 && host.as_bytes()[start - 1] == b'.'
            }),
        })
    }
}

/// Returns the host of the part of a URL after the scheme, if all readers find the same one: after
/// two slashes, of letters, digits, hyphens and dots, perhaps with a port. URLs with user names,
/// percent-encoded bytes, backslashes or letters that are not ASCII have no host here.
fn host_of(after_scheme: &str) -> Option<&str> {
    let rest = after_scheme.strip_prefix("//")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_host = !host.is_empty() && host.bytes().all(is_plain);
    (is_host && port.bytes().all(|byte| byte.is_ascii_digit())).then_some(host)
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
}
