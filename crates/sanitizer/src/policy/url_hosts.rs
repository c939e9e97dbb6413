//! Policies for URLs: the hosts that these may have.

use crate::removals::RemovalReason;

use super::hosts::Hosts;
use super::url_syntax::cleaned;
use super::urls::{UrlPolicy, UrlUse, UrlVerdict};

/// Hosts.
impl UrlPolicy {
    /// Sets the hosts that URLs of that use may have: names in ASCII such as `video.example`, and
    /// `*.video.example` for all names below, with any port. A path after the name, such as
    /// `video.example/embed/`, is that with which the path of the URL begins, segment by segment.
    /// Relative URLs that name no host and URLs of schemes without hosts stay. A URL with a user
    /// name, or with percent-encoded bytes, backslashes or letters that are not ASCII in its host,
    /// counts as one of another host; so does one whose path leads out of the listed one by `..`.
    /// The default is any host.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy, UrlUse};
    ///
    /// let urls = UrlPolicy::new().hosts(UrlUse::Media, ["pots.example", "*.pots.example"]);
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    /// sanitizer.allow_element(("img", ["src"]));
    /// let html = "<img src=https://pots.example/1><img src=https://pots.example@track.example/2><img src=3>";
    /// assert_eq!(
    ///     sanitizer.sanitize_str(html),
    ///     "<img src=\"https://pots.example/1\"><img><img src=\"3\">"
    /// );
    /// ```
    #[doc(alias = "allowedIframeHostnames")]
    #[must_use]
    pub fn hosts(mut self, of: UrlUse, hosts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let others = self.hosts[of as usize].take().unwrap_or_default();
        self.hosts[of as usize] = Some(others.list(hosts));
        self
    }

    /// Also admits hosts of URLs of that use for whose names, lowercased, the predicate returns
    /// true, besides those that are [listed](UrlPolicy::hosts). Without a list, only these stay.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy, UrlUse};
    ///
    /// let urls = UrlPolicy::new().hosts_if(UrlUse::Link, |host| host.ends_with(".example"));
    /// let sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<a href=https://Pots.Example/>1</a><a href=https://a.test/>2</a>"),
    ///     "<a href=\"https://Pots.Example/\">1</a><a>2</a>"
    /// );
    /// ```
    #[must_use]
    pub fn hosts_if(
        mut self,
        of: UrlUse,
        predicate: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Self {
        let others = self.hosts[of as usize].take().unwrap_or_default();
        self.hosts[of as usize] = Some(others.or_if(predicate));
        self
    }

    /// Sets the hosts that the sources of `audio` and `video` may have, and of `source` and `track`
    /// in them, besides the rules for [`UrlUse::Media`]; the hosts are those of
    /// [`hosts`](UrlPolicy::hosts), with paths, too. The default is any host.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy};
    ///
    /// let urls = UrlPolicy::new().player_hosts(["media.example/talks/"]);
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    /// sanitizer.allow_element(("img", ["src"]));
    /// sanitizer.allow_element(("video", ["src"]));
    /// let html = "<video src=https://media.example/talks/1></video><video src=//a.example/2></video><img src=//a.example/3>";
    /// assert_eq!(
    ///     sanitizer.sanitize_str(html),
    ///     "<video src=\"https://media.example/talks/1\"></video><video></video><img src=\"//a.example/3\">"
    /// );
    /// ```
    #[must_use]
    pub fn player_hosts(mut self, hosts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.player_hosts = Some(Hosts::listed(hosts));
        self
    }

    /// Returns what becomes of a source of audio or video.
    pub(super) fn judge_player(&self, value: &str) -> UrlVerdict {
        let verdict = self.judge(UrlUse::Media, value);
        let Some(hosts) = &self.player_hosts else { return verdict };
        let url = match &verdict {
            UrlVerdict::Keep => value,
            UrlVerdict::Set(url) | UrlVerdict::Hold(url) => url,
            UrlVerdict::Remove(_) => return verdict,
        };
        match hosts.admit(&cleaned(url)) {
            true => verdict,
            false => UrlVerdict::Remove(RemovalReason::UrlHost),
        }
    }

    /// Judges the address that relative URLs of all uses are resolved against: where they stay,
    /// they ask its host. Of a listed path, they could lead out.
    pub(super) fn judge_base(&self, value: &str) -> UrlVerdict {
        let verdict = self.judge(UrlUse::Resource, value);
        let url = match &verdict {
            UrlVerdict::Keep => cleaned(value),
            UrlVerdict::Set(url) => cleaned(url),
            UrlVerdict::Hold(_) | UrlVerdict::Remove(_) => return verdict,
        };
        for of in UrlUse::ALL {
            match self.judge_written(of, &url) {
                UrlVerdict::Keep | UrlVerdict::Set(_) => {}
                // The relative URLs would be fetched.
                UrlVerdict::Hold(_) => return UrlVerdict::Remove(RemovalReason::HeldBack),
                refused => return refused,
            }
        }
        let mut lists = self.hosts.iter().chain([&self.player_hosts]).flatten();
        match lists.all(|hosts| hosts.admit(&url) && !hosts.has_path()) {
            true => verdict,
            false => UrlVerdict::Remove(RemovalReason::UrlHost),
        }
    }

    /// Returns whether a cleaned URL may stay, as far as its host is concerned.
    pub(super) fn has_host(&self, of: UrlUse, url: &str) -> bool {
        self.hosts[of as usize].as_ref().is_none_or(|hosts| hosts.admit(url))
    }
}
