//! Which URLs stay.

use std::fmt;
use std::sync::Arc;

use crate::removals::RemovalReason;
#[cfg(feature = "url")]
use consomme::BaseUrl;
use consomme::urls::UrlKind;

use super::hosts::Hosts;
use super::url_syntax::{cleaned, is_image_type, is_media_type, is_special, names_host, scheme_of};

/// The use of a URL in an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UrlUse {
    /// The reader goes there: `href` of `a` and `area`, of `a` of SVG and of any element of MathML,
    /// and `ping`. A `meta` that refreshes the page counts, too.
    Link,
    /// The target of a form, to which the reader's input is sent: `action` and `formaction`.
    Form,
    /// A browser fetches it on its own and shows it: `src` and `srcset` of `img`, `source`,
    /// `audio`, `video`, `track` and `input`, `poster`, `background`, `imagesrcset`, `href` of
    /// `image` and `feImage` of SVG, and images in styles. Whoever is asked for it learns that the
    /// page is read.
    Media,
    /// It names a source, and nothing is fetched: `cite` and `longdesc`.
    Citation,
    /// Everything else: style sheets, nested documents, parts of drawings, and `href` and `src` of
    /// elements that are not known.
    Resource,
}

impl UrlUse {
    /// All uses, in the order of their numbers.
    pub(super) const ALL: [UrlUse; 5] =
        [UrlUse::Link, UrlUse::Form, UrlUse::Media, UrlUse::Citation, UrlUse::Resource];

    /// Returns the use of URLs of a kind; `None` for names, which no policy judges.
    pub(super) fn of(kind: UrlKind) -> Option<UrlUse> {
        match kind {
            UrlKind::Hyperlink | UrlKind::Ping | UrlKind::Refresh => Some(UrlUse::Link),
            UrlKind::FormAction => Some(UrlUse::Form),
            UrlKind::Image | UrlKind::Media | UrlKind::Track => Some(UrlUse::Media),
            UrlKind::Cite => Some(UrlUse::Citation),
            UrlKind::Identifier => None,
            _ => Some(UrlUse::Resource),
        }
    }
}

/// The treatment of relative URLs.
///
/// A URL that is only a fragment (`#note`) is a place in the page itself: it stays, unless it is
/// rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum RelativeUrls {
    /// They stay as they are.
    #[default]
    Keep,
    /// They stay unless they name a host, as `//example.com/` does.
    KeepOnHost,
    /// They are removed.
    Drop,
}

/// The schemes that URLs may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Schemes {
    Any,
    /// Lowercased.
    Listed(Vec<Box<str>>),
}

type Rewrite = dyn Fn(UrlUse, &str) -> Option<String> + Send + Sync;

/// Rules for URLs, by their use.
///
/// A URL is removed with its attribute if its scheme is not on the list of its use, if its host is
/// not one of the [`hosts`](UrlPolicy::hosts) that are listed, or if it is relative and
/// [`relative`](UrlPolicy::relative) says so. The scheme is found as browsers find it: after control
/// characters and spaces, with tabs and newlines in it, in any case. From a list, as in `srcset` and
/// `ping`, only the URLs that may not stay are removed. `data:` URLs in media must be images, audio
/// or video, also if the scheme is listed. On elements of SVG and MathML, the attributes of HTML are
/// judged, too: `ping` has an effect on the `a` of SVG.
///
/// The `href` of a `base` stays only if a URL of any use may have it, because relative URLs are
/// resolved against it; where hosts are listed with paths, it goes.
///
/// `javascript:` URLs are removed by safe methods, whatever a policy says. With a policy for URLs,
/// CSS that may fetch something (`url()` of anything but a fragment, `@import`, an escape that may
/// hide one) is removed, too: in `style` attributes, in attributes of SVG and in `style` elements;
/// and so is `srcdoc`, whose URLs no policy sees. Only where
#[cfg_attr(feature = "css", doc = "[`Policy::style_properties`](super::Policy::style_properties)")]
#[cfg_attr(not(feature = "css"), doc = "`Policy::style_properties` (feature `css`)")]
/// lists the properties of `style` attributes, the URLs in them are judged one by one.
///
/// ```
/// use consomme_sanitizer::{Policy, RelativeUrls, Sanitizer, UrlPolicy, UrlUse};
///
/// let mut sanitizer = Sanitizer::new().policy(Policy::new().urls(
///     UrlPolicy::new().schemes(UrlUse::Media, ["https", "cid"]).relative(RelativeUrls::Drop),
/// ));
/// sanitizer.allow_element(("img", ["src", "srcset"]));
/// assert_eq!(
///     sanitizer.sanitize_str(
///         "<a href=ftp:x>1</a> <a href=MAILTO:a@example.com>2</a> <a href=/x>3</a> <a href=#x>4</a>\
///         <img src=cid:pot srcset='https://example.com/a 2x, ftp://example.com/b'>"
///     ),
///     "<a>1</a> <a href=\"MAILTO:a@example.com\">2</a> <a>3</a> <a href=\"#x\">4</a>\
///     <img src=\"cid:pot\" srcset=\"https://example.com/a 2x\">"
/// );
/// ```
#[derive(Clone)]
pub struct UrlPolicy {
    pub(super) schemes: [Schemes; UrlUse::ALL.len()],
    /// The hosts that URLs of each use may have, if they are listed.
    pub(super) hosts: [Option<Hosts>; UrlUse::ALL.len()],
    /// The hosts of audio and video, if they are listed.
    pub(super) player_hosts: Option<Hosts>,
    pub(super) relative: RelativeUrls,
    pub(super) fetches_nothing: bool,
    /// The schemes of media that are held back, lowercased.
    pub(super) held: Vec<Box<str>>,
    /// Whether the reader has asked for the media that are held back.
    pub(super) shows_held: bool,
    #[cfg(feature = "url")]
    pub(super) base: Option<BaseUrl>,
    pub(super) rewrite: Option<Arc<Rewrite>>,
}

/// The verdict on a URL.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum UrlVerdict {
    Keep,
    Set(String),
    /// It stays where no browser fetches it; with its value.
    Hold(String),
    Remove(RemovalReason),
}

impl UrlPolicy {
    /// Returns a policy that keeps the schemes `http` and `https`, for links also `mailto` and
    /// `tel`, and relative URLs.
    pub fn new() -> Self {
        let web = Schemes::listed(["http", "https"]);
        let mut schemes = [(); UrlUse::ALL.len()].map(|()| web.clone());
        schemes[UrlUse::Link as usize] = Schemes::listed(["http", "https", "mailto", "tel"]);
        UrlPolicy {
            schemes,
            hosts: [const { None }; UrlUse::ALL.len()],
            player_hosts: None,
            relative: RelativeUrls::Keep,
            fetches_nothing: false,
            held: Vec::new(),
            shows_held: false,
            #[cfg(feature = "url")]
            base: None,
            rewrite: None,
        }
    }

    /// Sets the schemes that URLs of that use may have, without the colon, in any case. The empty
    /// list removes all but relative URLs.
    #[doc(alias = "url_schemes", alias = "addProtocols")]
    #[must_use]
    pub fn schemes(
        mut self,
        of: UrlUse,
        schemes: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Self {
        self.schemes[of as usize] = Schemes::listed(schemes);
        self
    }

    /// Keeps URLs of that use whatever their scheme.
    #[doc(alias = "ALLOW_UNKNOWN_PROTOCOLS")]
    #[must_use]
    pub fn any_scheme(mut self, of: UrlUse) -> Self {
        self.schemes[of as usize] = Schemes::Any;
        self
    }

    /// Sets what becomes of relative URLs. The default is to keep them.
    #[doc(alias = "url_relative", alias = "preserveRelativeLinks")]
    #[must_use]
    pub fn relative(mut self, relative: RelativeUrls) -> Self {
        self.relative = relative;
        self
    }

    /// Sets whether nothing is fetched when a browser shows the result, so that nobody learns who
    /// reads it. Then URLs of media and resources go, relative ones, too, but for `data:` images and
    /// `cid:` if their scheme is listed, and references to parts of a drawing (`#a`); and so does a
    /// `meta` that refreshes the page to a URL. Links stay: they are for the reader to follow.
    /// The default is `false`.
    ///
    /// A browser may still look up the names of the hosts of links beforehand; the response header
    /// `X-DNS-Prefetch-Control: off` prevents that.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy};
    ///
    /// let urls = UrlPolicy::new().fetch_nothing(true);
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    /// sanitizer.allow_element(("img", ["src", "alt"]));
    /// let html = "<a href=/soup>1</a><img src=/pot.png alt=2><svg><path fill='url(//a.example/)'/></svg>";
    /// assert_eq!(
    ///     sanitizer.sanitize_str(html),
    ///     "<a href=\"/soup\">1</a><img alt=\"2\"><svg><path></path></svg>"
    /// );
    /// ```
    #[must_use]
    pub fn fetch_nothing(mut self, fetch_nothing: bool) -> Self {
        self.fetches_nothing = fetch_nothing;
        self
    }

    /// Resolves relative URLs against a base. The scheme of the result must be listed; a URL that
    /// does not resolve is removed. A URL that is only a fragment stays as it is. This takes
    /// precedence over [`relative`](UrlPolicy::relative).
    ///
    /// ```
    /// use consomme::BaseUrl;
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy};
    ///
    /// let base = BaseUrl::new("https://example.com/soups/", None).unwrap();
    /// let sanitizer = Sanitizer::new().policy(Policy::new().urls(UrlPolicy::new().resolve(base)));
    /// assert_eq!(sanitizer.sanitize_str("<a href=leek>1</a>"), "<a href=\"https://example.com/soups/leek\">1</a>");
    /// ```
    #[cfg(feature = "url")]
    #[must_use]
    pub fn resolve(mut self, base: BaseUrl) -> Self {
        self.base = Some(base);
        self
    }

    /// Rewrites URLs: the closure gets each one, absolute or relative, without the whitespace that
    /// a URL parser drops, and returns its replacement; `None` removes it. The replacement is
    /// judged as if it had been written there.
    ///
    /// Where text must be read again to become stable, the closure may get URLs that it returned.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy, UrlUse};
    ///
    /// let urls = UrlPolicy::new().rewrite(|of, url| match (of, url.strip_prefix("http:")) {
    ///     (UrlUse::Link, Some(rest)) => Some(format!("https:{rest}")),
    ///     _ => Some(url.to_owned()),
    /// });
    /// let sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    /// assert_eq!(sanitizer.sanitize_str("<a href=http://a.example/>1</a>"), "<a href=\"https://a.example/\">1</a>");
    /// ```
    #[must_use]
    pub fn rewrite(
        mut self,
        rewrite: impl Fn(UrlUse, &str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.rewrite = Some(Arc::new(rewrite));
        self
    }

    /// Returns what becomes of a URL.
    pub(super) fn judge(&self, of: UrlUse, value: &str) -> UrlVerdict {
        let url = cleaned(value);
        let Some(rewrite) = &self.rewrite else { return self.judge_written(of, &url) };
        let Some(rewritten) = rewrite(of, &url) else {
            return UrlVerdict::Remove(RemovalReason::UrlRewritten);
        };
        match self.judge_written(of, &cleaned(&rewritten)) {
            UrlVerdict::Keep if rewritten != url => UrlVerdict::Set(rewritten),
            verdict => verdict,
        }
    }

    pub(super) fn judge_written(&self, of: UrlUse, url: &str) -> UrlVerdict {
        if let Some(verdict) = self.held(of, url) {
            return verdict;
        }
        if self.fetches_nothing && is_fetched(of, url) {
            return UrlVerdict::Remove(RemovalReason::Fetches);
        }
        if !self.has_host(of, url) {
            return UrlVerdict::Remove(RemovalReason::UrlHost);
        }
        let Some((scheme, rest)) = scheme_of(url) else { return self.judge_relative(of, url) };
        if !self.has_scheme(of, scheme, rest) {
            return UrlVerdict::Remove(RemovalReason::UrlScheme);
        }
        // "Otherwise, if url is special, base is non-null, and base's scheme is url's scheme: […]
        // Set state to special relative or authority state": without two slashes, such a URL is
        // relative to a base of the same scheme.
        // <https://url.spec.whatwg.org/#scheme-state>
        match is_special(scheme) && !rest.starts_with("//") {
            true => self.judge_relative(of, url),
            false => UrlVerdict::Keep,
        }
    }

    fn has_scheme(&self, of: UrlUse, scheme: &str, rest: &str) -> bool {
        if of == UrlUse::Media && scheme.eq_ignore_ascii_case("data") && !is_media_type(rest) {
            return false;
        }
        match &self.schemes[of as usize] {
            Schemes::Any => true,
            Schemes::Listed(listed) => {
                listed.iter().any(|listed| listed.eq_ignore_ascii_case(scheme))
            }
        }
    }

    fn judge_relative(&self, of: UrlUse, url: &str) -> UrlVerdict {
        if url.starts_with('#') {
            return UrlVerdict::Keep;
        }
        #[cfg(feature = "url")]
        if let Some(base) = &self.base {
            let resolved = base.join(url).filter(|resolved| {
                self.has_host(of, resolved)
                    && scheme_of(resolved)
                        .is_some_and(|(scheme, rest)| self.has_scheme(of, scheme, rest))
            });
            return match resolved {
                Some(resolved) => match self.held(of, &resolved) {
                    Some(verdict) => verdict,
                    None => UrlVerdict::Set(resolved),
                },
                None => UrlVerdict::Remove(RemovalReason::RelativeUrl),
            };
        }
        #[cfg(not(feature = "url"))]
        let _ = of;
        match self.relative {
            RelativeUrls::Keep => UrlVerdict::Keep,
            RelativeUrls::KeepOnHost if !names_host(url) && scheme_of(url).is_none() => {
                UrlVerdict::Keep
            }
            RelativeUrls::KeepOnHost | RelativeUrls::Drop => {
                UrlVerdict::Remove(RemovalReason::RelativeUrl)
            }
        }
    }
}

/// Returns whether a browser fetches a URL of that use on its own, from somewhere else.
fn is_fetched(of: UrlUse, url: &str) -> bool {
    match of {
        UrlUse::Link | UrlUse::Form | UrlUse::Citation => false,
        UrlUse::Media => !scheme_of(url).is_some_and(|(scheme, rest)| {
            scheme.eq_ignore_ascii_case("cid")
                || scheme.eq_ignore_ascii_case("data") && is_image_type(rest)
        }),
        UrlUse::Resource => !url.starts_with('#'),
    }
}

impl Schemes {
    fn listed(schemes: impl IntoIterator<Item = impl AsRef<str>>) -> Schemes {
        let lowercased = schemes.into_iter().map(|scheme| scheme.as_ref().to_ascii_lowercase());
        Schemes::Listed(lowercased.map(Into::into).collect())
    }
}

/// The policy of [`UrlPolicy::new`].
impl Default for UrlPolicy {
    fn default() -> Self {
        UrlPolicy::new()
    }
}

impl fmt::Debug for UrlPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UrlPolicy")
            .field("schemes", &self.schemes)
            .field("hosts", &self.hosts)
            .field("player_hosts", &self.player_hosts)
            .field("relative", &self.relative)
            .field("fetches_nothing", &self.fetches_nothing)
            .field("held", &self.held)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEME: UrlVerdict = UrlVerdict::Remove(RemovalReason::UrlScheme);
    const RELATIVE: UrlVerdict = UrlVerdict::Remove(RemovalReason::RelativeUrl);

    #[test]
    fn the_scheme_is_found_as_the_url_parser_finds_it() {
        let policy = UrlPolicy::new();
        for url in
            ["http://a/", "HTTPS://a/", " \x01http://a", "h\nt\ttp\r://a", "mailto:x", "a/b:c"]
        {
            assert_eq!(policy.judge(UrlUse::Link, url), UrlVerdict::Keep, "{url:?}");
        }
        for url in
            ["vbscript:x", "\x1Fdata:x", "f\ntp://a/", "x-y+z.1:", "file:///etc", "blob:http://a"]
        {
            assert_eq!(policy.judge(UrlUse::Link, url), SCHEME, "{url:?}");
        }
        // None of these has a scheme.
        for url in ["1x:y", ":x", "/ftp:x", "?ftp:x", "#ftp:x", "ftp", "f tp:x", "\u{A0}ftp:x"] {
            assert_eq!(policy.judge(UrlUse::Link, url), UrlVerdict::Keep, "{url:?}");
        }
    }

    #[test]
    fn uses_have_schemes_of_their_own() {
        let policy = UrlPolicy::new().schemes(UrlUse::Media, ["CID", "data"]);
        assert_eq!(policy.judge(UrlUse::Media, "cid:x"), UrlVerdict::Keep);
        assert_eq!(policy.judge(UrlUse::Link, "cid:x"), SCHEME);
        assert_eq!(policy.judge(UrlUse::Media, "https://a/"), SCHEME);
        assert_eq!(policy.judge(UrlUse::Form, "mailto:x"), SCHEME);
        let any = policy.any_scheme(UrlUse::Citation);
        assert_eq!(any.judge(UrlUse::Citation, "urn:isbn:1"), UrlVerdict::Keep);
    }

    #[test]
    fn data_in_media_must_be_media() {
        let policy = UrlPolicy::new().any_scheme(UrlUse::Media);
        for url in ["data:image/png;base64,AA", "DATA: Image/gif,", "data:video/mp4,"] {
            assert_eq!(policy.judge(UrlUse::Media, url), UrlVerdict::Keep, "{url:?}");
        }
        for url in ["data:text/html,x", "data:,x", "data:application/pdf,", "data:imagé"] {
            assert_eq!(policy.judge(UrlUse::Media, url), SCHEME, "{url:?}");
        }
    }

    #[test]
    fn nothing_is_fetched_if_the_policy_says_so() {
        let policy = UrlPolicy::new().any_scheme(UrlUse::Media).any_scheme(UrlUse::Resource);
        let policy = policy.fetch_nothing(true);
        let fetches = UrlVerdict::Remove(RemovalReason::Fetches);
        for url in ["https://a/", "/x", "", "#x", "data:audio/mpegurl,x", "data:text/css,x"] {
            assert_eq!(policy.judge(UrlUse::Media, url), fetches, "{url:?}");
            let is_kept = policy.judge(UrlUse::Resource, url) == UrlVerdict::Keep;
            assert_eq!(is_kept, url == "#x", "{url:?}");
        }
        for url in ["data:image/png,x", "CID:x"] {
            assert_eq!(policy.judge(UrlUse::Media, url), UrlVerdict::Keep, "{url:?}");
            assert_eq!(policy.judge(UrlUse::Resource, url), fetches, "{url:?}");
        }
        for of in [UrlUse::Link, UrlUse::Form, UrlUse::Citation] {
            assert_eq!(policy.judge(of, "https://a/"), UrlVerdict::Keep);
        }
    }

    #[test]
    fn relative_urls_are_kept_or_dropped() {
        let drop = UrlPolicy::new().relative(RelativeUrls::Drop);
        let on_host = UrlPolicy::new().relative(RelativeUrls::KeepOnHost);
        for url in ["x", "", "/x", "?x", "./a:b"] {
            assert_eq!(drop.judge(UrlUse::Link, url), RELATIVE, "{url:?}");
            assert_eq!(on_host.judge(UrlUse::Link, url), UrlVerdict::Keep, "{url:?}");
        }
        // Some of these are absolute unless the page has the same scheme.
        for url in ["//a", "/\\a", "\\\\a", "/\t/a", "https:x", "https:/x", "HTTP:\\\\x"] {
            assert_eq!(drop.judge(UrlUse::Link, url), RELATIVE, "{url:?}");
            assert_eq!(on_host.judge(UrlUse::Link, url), RELATIVE, "{url:?}");
        }
        assert_eq!(drop.judge(UrlUse::Link, " #x"), UrlVerdict::Keep);
        assert_eq!(drop.judge(UrlUse::Link, "https://x"), UrlVerdict::Keep);
    }

    #[test]
    fn a_rewritten_url_is_judged() {
        let policy = UrlPolicy::new().relative(RelativeUrls::Drop).rewrite(|_, url| match url {
            "none" => None,
            "bad" => Some("\njavascript:x".to_owned()),
            "good" => Some("https://a/".to_owned()),
            other => Some(other.to_owned()),
        });
        let judge = |url| policy.judge(UrlUse::Link, url);
        assert_eq!(judge("none"), UrlVerdict::Remove(RemovalReason::UrlRewritten));
        assert_eq!(judge("bad"), SCHEME);
        assert_eq!(judge(" go\nod"), UrlVerdict::Set("https://a/".to_owned()));
        assert_eq!(judge("https://b/"), UrlVerdict::Keep);
        assert_eq!(judge("x"), RELATIVE);
    }

    #[cfg(feature = "url")]
    #[test]
    fn relative_urls_are_resolved() {
        let policy = |base| UrlPolicy::new().resolve(BaseUrl::new(base, None).unwrap());
        let https = policy("https://a/b/c");
        for (url, resolved) in
            [("d", "https://a/b/d"), ("https:d", "https://a/b/d"), (" \\\\e/", "https://e/")]
        {
            assert_eq!(https.judge(UrlUse::Link, url), UrlVerdict::Set(resolved.to_owned()));
        }
        assert_eq!(https.judge(UrlUse::Link, "#x"), UrlVerdict::Keep);
        assert_eq!(https.judge(UrlUse::Link, "//[/"), RELATIVE);
        assert_eq!(policy("ftp://a/").judge(UrlUse::Link, "d"), RELATIVE);
    }
}
