//! Frames from listed hosts: `iframe` elements that stay though safe methods remove them.

use std::fmt;
use std::sync::Arc;

use consomme::{Attr, AttributeNamespace, Document, ElementRef, NodeId};

use crate::removals::RemovalReason;
use crate::walk::Change;

use super::builder::Policy;
use super::hosts::Hosts;
use super::url_syntax::{cleaned, scheme_of};

type AddressPredicate = dyn Fn(&str) -> bool + Send + Sync;

/// Which `iframe` elements stay, and with which restrictions.
///
/// A frame stays if its `src` is an address with the scheme `https`, or one that begins with `//`,
/// of a host that is listed. It has no content, no `srcdoc`, and no attributes but `src`, `width`,
/// `height`, `title`, those that every element keeps, and those that the policy sets: `sandbox`,
/// `referrerpolicy`, `loading` and, if the caller says so, `allow`. Nothing else can change that:
/// no configuration, no callback and no enforced attribute.
///
/// The defaults are the strictest with which something is shown: `sandbox="allow-scripts"`, so that
/// the frame has scripts, but no storage, forms, windows or access to the page;
/// `referrerpolicy="strict-origin-when-cross-origin"`; `loading="lazy"`. Players of videos mostly
/// need `allow-same-origin`, too: never list the host of the page itself with both, because its
/// documents could then take the sandbox away.
///
/// ```
/// use consomme_sanitizer::{FramePolicy, Policy, Sanitizer};
///
/// let frames = FramePolicy::new(["www.youtube-nocookie.com/embed/", "player.vimeo.com/video/"])
///     .sandbox(["allow-scripts", "allow-same-origin"])
///     .allow("fullscreen");
/// let sanitizer = Sanitizer::new().policy(Policy::new().frames(frames));
/// let html = "<iframe src=https://player.vimeo.com/video/1 width=9 onload=a() srcdoc=x>2</iframe>\
///     <iframe src=https://evil.example/3></iframe>";
/// assert_eq!(
///     sanitizer.sanitize_str(html),
///     "<iframe src=\"https://player.vimeo.com/video/1\" width=\"9\" \
///     sandbox=\"allow-scripts allow-same-origin\" allow=\"fullscreen\" \
///     referrerpolicy=\"strict-origin-when-cross-origin\" loading=\"lazy\"></iframe>"
/// );
/// ```
#[derive(Clone)]
pub struct FramePolicy {
    pub(super) hosts: Hosts,
    pub(super) admit: Option<Arc<AddressPredicate>>,
    pub(super) sandbox: Box<str>,
    /// Empty: no such attribute.
    pub(super) allow: Box<str>,
    pub(super) referrer_policy: Box<str>,
    pub(super) is_lazy: bool,
}

/// The attributes that the policy sets or removes.
const SET: [&str; 4] = ["sandbox", "allow", "referrerpolicy", "loading"];

/// The attributes that stay whatever the configuration says.
const KEPT: [&str; 4] = ["src", "width", "height", "title"];

/// The attributes that never stay: with a document of its own, with a name that names the frame for
/// the page and for links, with a policy of its own, with rights in an old notation.
const REMOVED: [&str; 5] = ["srcdoc", "name", "csp", "allowfullscreen", "allowpaymentrequest"];

impl FramePolicy {
    /// Returns a policy that keeps frames from these hosts. They are listed as for
    /// [`UrlPolicy::hosts`](super::UrlPolicy::hosts): `video.example`, `*.video.example`,
    /// `video.example/embed/`.
    #[doc(alias = "allowedIframeHostnames", alias = "allowedIframeDomains")]
    pub fn new(hosts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        FramePolicy {
            hosts: Hosts::listed(hosts),
            admit: None,
            sandbox: "allow-scripts".into(),
            allow: "".into(),
            referrer_policy: "strict-origin-when-cross-origin".into(),
            is_lazy: true,
        }
    }

    /// Sets a predicate that the address must fulfill besides: it gets that without the whitespace
    /// that a URL parser drops. The default admits every address of the hosts.
    #[must_use]
    pub fn admit_if(mut self, admits: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        self.admit = Some(Arc::new(admits));
        self
    }

    /// Sets the flags of `sandbox`; none are the strictest sandbox. The default is `allow-scripts`.
    #[must_use]
    pub fn sandbox(mut self, flags: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let flags: Vec<_> = flags.into_iter().map(|flag| flag.as_ref().to_owned()).collect();
        self.sandbox = flags.join(" ").into();
        self
    }

    /// Sets the value of `allow`: which features frames may use, such as `fullscreen;
    /// encrypted-media`. The default is the empty text: no such attribute.
    #[must_use]
    pub fn allow(mut self, features: &str) -> Self {
        self.allow = features.into();
        self
    }

    /// Sets the value of `referrerpolicy`. The default is `strict-origin-when-cross-origin`.
    #[must_use]
    pub fn referrer_policy(mut self, policy: &str) -> Self {
        self.referrer_policy = policy.into();
        self
    }

    /// Sets whether frames are loaded only when they come near the part of the page that is shown:
    /// `loading=lazy`. The default is `true`; otherwise, frames have no such attribute.
    #[must_use]
    pub fn lazy(mut self, is_lazy: bool) -> Self {
        self.is_lazy = is_lazy;
        self
    }

    /// Returns the value that the policy gives an attribute that it sets, if it sets it.
    fn value_of(&self, name: &str) -> Option<&str> {
        match name {
            "sandbox" => Some(&self.sandbox),
            "allow" => Some(&*self.allow).filter(|allow| !allow.is_empty()),
            "referrerpolicy" => Some(&self.referrer_policy),
            "loading" => self.is_lazy.then_some("lazy"),
            _ => None,
        }
    }

    /// Returns what becomes of an attribute of a frame, by its name.
    pub(super) fn judge(&self, attribute: Attr<'_>) -> FrameAttribute {
        let name = attribute.name();
        if attribute.namespace() != AttributeNamespace::None {
            return FrameAttribute::Other;
        }
        if SET.contains(&name) || REMOVED.contains(&name) {
            return FrameAttribute::Settled(match self.value_of(name) {
                Some(value) if value == attribute.value() => None,
                Some(value) => Some(Change::Set(value.to_owned(), RemovalReason::Enforced)),
                None => Some(Change::Remove(RemovalReason::Frame)),
            });
        }
        match KEPT.contains(&name) {
            true => FrameAttribute::Kept,
            false => FrameAttribute::Other,
        }
    }

    fn admits(&self, src: &str) -> bool {
        let url = cleaned(src);
        let after_scheme = match scheme_of(&url) {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => rest,
            Some(_) => return false,
            None => &url,
        };
        self.hosts.admit_authority(after_scheme)
            && self.admit.as_ref().is_none_or(|admits| admits(&url))
    }

    /// Returns whether a frame is as this policy writes it.
    pub(super) fn has_settled(&self, frame: ElementRef<'_>) -> bool {
        let is_admitted = frame.attr("src").is_some_and(|src| self.admits(src));
        let is_set = |name: &&str| frame.attr(name) == self.value_of(name);
        is_admitted
            && SET.iter().all(is_set)
            && !REMOVED.iter().any(|name| frame.has_attr(name))
            && !frame.as_node().has_children()
    }

    /// Completes a frame. Returns whether it stays.
    pub(super) fn settle(&self, document: &mut Document, id: NodeId) -> bool {
        for name in SET {
            // Where there is no room, the frame is not as it must be, and goes.
            let _ = match self.value_of(name) {
                Some(value) => document.set_attr(id, name, value),
                None => document.remove_attr(id, name).map(drop),
            };
        }
        for name in REMOVED {
            let _ = document.remove_attr(id, name);
        }
        while let Some(child) = document.node(id).first_child().map(|child| child.id()) {
            if document.detach(child).is_err() {
                return false;
            }
        }
        document.element(id).is_some_and(|frame| self.has_settled(frame))
    }

    /// Returns how many bytes the attributes that it sets add to a tag at most.
    pub(super) fn max_bytes(&self) -> usize {
        let values = SET.iter().filter_map(|name| Some((name, self.value_of(name)?)));
        values.map(|(name, value)| 4 + name.len() + 6 * value.len()).sum()
    }
}

/// The verdict on an attribute of a frame by its name.
pub(super) enum FrameAttribute {
    /// It stays, if its value may.
    Kept,
    /// The policy sets or removes it, or leaves it as it is.
    Settled(Option<Change<String>>),
    /// The configuration decides.
    Other,
}

impl Policy {
    /// Keeps `iframe` elements with addresses that the policy for frames admits, which all other
    /// safe methods and policies remove, whatever the configuration says of them. The [policy for
    /// URLs](Policy::urls), if there is one, judges the addresses, too, as
    /// [`UrlUse::Resource`](super::UrlUse::Resource).
    #[must_use]
    pub fn frames(mut self, frames: FramePolicy) -> Self {
        self.frames = Some(frames);
        self
    }

    /// Returns the policy for a frame, if the element is one and there is such a policy.
    #[inline]
    pub(super) fn frames_of(&self, element: ElementRef<'_>) -> Option<&FramePolicy> {
        self.frames.as_ref().filter(|_| element.is_html("iframe"))
    }
}

impl fmt::Debug for FramePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FramePolicy")
            .field("hosts", &self.hosts)
            .field("sandbox", &self.sandbox)
            .field("allow", &self.allow)
            .field("referrer_policy", &self.referrer_policy)
            .field("is_lazy", &self.is_lazy)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttributeVerdict, ElementVerdict, SanitizeOptions, Sanitizer, UrlPolicy};

    const SETTLED: &str = "sandbox=\"allow-scripts\" \
        referrerpolicy=\"strict-origin-when-cross-origin\" loading=\"lazy\"";

    fn frames() -> Policy {
        Policy::new().frames(FramePolicy::new(["video.example/embed/"]))
    }

    #[test]
    fn a_frame_stays_only_with_an_address_that_is_admitted() {
        let sanitizer = Sanitizer::new().policy(frames());
        for src in [
            "https://video.example/embed/1",
            "//video.example/embed/2?x",
            " HTTPS://video.example/embed/",
        ] {
            let html = format!("<iframe src=\"{src}\" {SETTLED}></iframe>");
            assert_eq!(sanitizer.sanitize_str(&html), html);
        }
        for frame in [
            "<iframe>1</iframe>",
            "<iframe src=http://video.example/embed/1></iframe>",
            "<iframe src=https://video.example/other/1></iframe>",
            "<iframe src=https://video.example/embed/../other></iframe>",
            "<iframe src=https://video.example@evil.example/embed/1></iframe>",
            "<iframe src=/embed/1></iframe>",
            "<iframe src='java\nscript:f()//video.example/embed/'></iframe>",
            "<iframe src='javascript://video.example/embed/%0Af()'></iframe>",
            "<iframe src=data:text/html,x></iframe>",
            "<iframe srcdoc='<script>f()</script>'></iframe>",
            "<svg><iframe src=https://video.example/embed/1></iframe></svg>",
        ] {
            assert!(!sanitizer.sanitize_str(frame).contains("frame"), "{frame}");
        }
    }

    #[test]
    fn what_the_policy_sets_cannot_be_set_otherwise() {
        let src = "src=\"https://video.example/embed/1\"";
        let hostile = frames()
            .enforce_attribute("iframe", "sandbox", "allow-top-navigation")
            .enforce_attribute("iframe", "srcdoc", "<script>f()</script>")
            .enforce_attribute("iframe", "onload", "f()")
            .enforce_attribute("iframe", "allow", "camera")
            .on_attribute(|_, attribute| match attribute.name() {
                "title" => AttributeVerdict::Set("title".to_owned()),
                _ => AttributeVerdict::Keep,
            })
            .on_element(|_| ElementVerdict::Keep);
        for policy in [frames(), hostile] {
            for sanitizer in [Sanitizer::new(), Sanitizer::allow_everything()] {
                let sanitizer = sanitizer.policy(policy.clone());
                let html = format!(
                    "<iframe {src} srcdoc=x sandbox=allow-top-navigation allow=camera name=x csp=x \
                    loading=eager onload=f()><script>f()</script></iframe>"
                );
                let sanitized = sanitizer.sanitize_str(&html);
                for part in ["srcdoc", "top", "camera", "eager", "onload", "script>", "name", "csp"]
                {
                    assert!(!sanitized.contains(part), "{sanitized}");
                }
                assert!(sanitized.contains(src) && sanitized.contains("sandbox=\"allow-scripts\""));
                assert_eq!(sanitizer.sanitize_str(&sanitized), sanitized);
                let mut tree = consomme::parse_fragment("div", &*html);
                sanitizer.sanitize(&mut tree);
                assert_eq!(tree.inner_html(), sanitized);
            }
        }
    }

    #[test]
    fn an_address_that_a_callback_sets_is_judged() {
        let other = |value: &'static str| {
            let policy = frames().on_attribute(move |_, attribute| match attribute.name() {
                "src" => AttributeVerdict::Set(value.to_owned()),
                _ => AttributeVerdict::Keep,
            });
            let sanitizer = Sanitizer::new().policy(policy);
            sanitizer.sanitize_str("<iframe src=https://video.example/embed/1></iframe>")
        };
        assert_eq!(other("https://evil.example/"), "");
        assert!(other("https://video.example/embed/2").contains("/embed/2"));
        let enforced = frames().enforce_attribute("iframe", "src", "https://evil.example/");
        let sanitizer = Sanitizer::new().policy(enforced);
        assert_eq!(sanitizer.sanitize_str("<iframe src=//video.example/embed/1></iframe>"), "");
    }

    #[test]
    fn the_policy_for_urls_and_a_predicate_judge_addresses_too() {
        let html = "<iframe src=https://video.example/embed/1></iframe>";
        let nothing = frames().urls(UrlPolicy::new().fetch_nothing(true));
        assert_eq!(Sanitizer::new().policy(nothing).sanitize_str(html), "");
        let numbers = FramePolicy::new(["video.example"]).admit_if(|url| !url.ends_with('1'));
        let sanitizer = Sanitizer::new().policy(Policy::new().frames(numbers));
        assert_eq!(sanitizer.sanitize_str(html), "");
        assert!(sanitizer.sanitize_str(&html.replace('1', "2")).contains("embed/2"));
    }

    #[test]
    fn a_frame_that_goes_is_noted_with_the_reason() {
        let options = SanitizeOptions::new().max_removals(9);
        let html = "<iframe src=//evil.example/></iframe><iframe src=//video.example/embed/ name=x></iframe>";
        let sanitized = options.sanitize(&Sanitizer::new().policy(frames()), "div", html);
        let lines: Vec<_> =
            sanitized.removals().list().iter().map(|removal| removal.to_string()).collect();
        assert_eq!(
            lines,
            [
                "element iframe: a frame that the policy does not keep so",
                "attribute name of iframe: a frame that the policy does not keep so",
            ]
        );
    }

    #[test]
    fn without_sandbox_flags_frames_have_the_strictest_sandbox() {
        let frames = FramePolicy::new(["a.example"])
            .sandbox([""; 0])
            .lazy(false)
            .referrer_policy("no-referrer");
        let sanitizer = Sanitizer::new().policy(Policy::new().frames(frames));
        assert_eq!(
            sanitizer.sanitize_str("<iframe src=//a.example></iframe>"),
            "<iframe src=\"//a.example\" sandbox=\"\" referrerpolicy=\"no-referrer\"></iframe>"
        );
    }
}
