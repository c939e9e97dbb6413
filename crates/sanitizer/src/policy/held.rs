//! Images that are held back until the reader asks for them.
//!
//! The address moves to an attribute with a prefix, which no browser reads. That attribute is
//! judged as its original would be, so that a text cannot bring one of its own past the policy.

use std::borrow::Cow;

use consomme::urls::{UrlAttribute, UrlForm};
use consomme::{Attr, AttributeNamespace, Document, ElementRef, Namespace, NodeId};

use crate::held_images::{HELD_PREFIX, HELD_TRACKING, HeldImages, Tracking};
use crate::removals::RemovalReason;
use crate::walk::{Change, Judged};

use super::builder::Policy;
use super::judge::Governed;
use super::url_syntax::scheme_of;
use super::urls::{Schemes, UrlPolicy, UrlUse, UrlVerdict};

/// The attributes of HTML whose images are held back. Images of other attributes go.
const HOLDABLE: [&str; 4] = ["src", "srcset", "background", "poster"];

impl UrlPolicy {
    /// Holds images, audio and video with these schemes back, whatever
    /// [`schemes`](UrlPolicy::schemes) says, until the reader asks for them: `src` becomes
    /// `data-held-src`, and `srcset`, `background` and `poster` likewise; a style with such an
    /// image stays without it, and is whole in `data-held-style` (feature `css`). So nobody learns
    /// that the page is read. [`HeldImages`](crate::HeldImages) lists the images, says which of them
    /// look like trackers, and shows the script of a button "show images".
    ///
    /// The hosts of [`UrlUse::Media`] and the callback of [`rewrite`](UrlPolicy::rewrite) count for
    /// held images, too. An address without a scheme that names a host goes. The default is none.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, SanitizeOptions, Sanitizer, UrlPolicy};
    ///
    /// let urls = UrlPolicy::new().hold_images(["http", "https"]);
    /// let mut sanitizer = Sanitizer::new().policy(Policy::new().urls(urls));
    /// sanitizer.allow_element(("img", ["src", "alt"]));
    /// let html = "<img src=https://a.example/pot.png alt=pot><img src=/own.png>";
    /// let sanitized = SanitizeOptions::new().sanitize(&sanitizer, "div", html);
    /// assert_eq!(
    ///     sanitized.html(),
    ///     "<img alt=\"pot\" data-held-src=\"https://a.example/pot.png\"><img src=\"/own.png\">"
    /// );
    /// assert_eq!(sanitized.held_images().list()[0].urls(), ["https://a.example/pot.png"]);
    /// ```
    #[must_use]
    pub fn hold_images(mut self, schemes: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let lowercased = schemes.into_iter().map(|scheme| scheme.as_ref().to_ascii_lowercase());
        // This scheme is never an image.
        let images = lowercased.filter(|scheme| scheme != "javascript");
        self.held = images.map(Into::into).collect();
        self
    }

    /// Returns whether images are held back.
    #[inline]
    pub(super) fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// Returns the verdict on a cleaned URL of media that is held back, or that names a host and no
    /// scheme where others are; `None` for any other.
    pub(super) fn held(&self, of: UrlUse, url: &str) -> Option<UrlVerdict> {
        if !self.holds() || of != UrlUse::Media {
            return None;
        }
        let Some((scheme, rest)) = scheme_of(url) else {
            let names_host = super::url_syntax::names_host(url);
            return names_host.then_some(UrlVerdict::Remove(RemovalReason::RelativeUrl));
        };
        if !self.held.iter().any(|held| held.eq_ignore_ascii_case(scheme)) {
            return None;
        }
        Some(match (rest.starts_with("//"), self.has_host(of, url)) {
            (false, _) => UrlVerdict::Remove(RemovalReason::RelativeUrl),
            (true, false) => UrlVerdict::Remove(RemovalReason::UrlHost),
            // Then it is judged as any other URL.
            (true, true) if self.shows_held => return None,
            (true, true) => UrlVerdict::Hold(url.to_owned()),
        })
    }

    /// Returns the policy after the reader has asked for the images.
    #[cfg_attr(not(feature = "css"), expect(dead_code, reason = "only styles need it"))]
    pub(super) fn with_images(&self) -> UrlPolicy {
        let mut policy = self.clone();
        if let Schemes::Listed(listed) = &mut policy.schemes[UrlUse::Media as usize] {
            listed.extend(policy.held.iter().cloned());
        }
        policy.shows_held = true;
        policy.fetches_nothing = false;
        policy
    }
}

/// Returns whether the images of an attribute can be held back.
pub(super) fn is_holdable(element: ElementRef<'_>, attribute: Attr<'_>) -> bool {
    attribute.namespace() == AttributeNamespace::None
        && holdable(element, attribute.name()).is_some()
}

/// Returns the row of an attribute whose images can be held back, if the element has it.
fn holdable(element: ElementRef<'_>, name: &str) -> Option<&'static UrlAttribute> {
    if element.namespace() != Namespace::Html || !HOLDABLE.contains(&name) {
        return None;
    }
    let local = element.element_name().local;
    UrlAttribute::ALL.iter().find(|row| {
        row.attribute == name && row.namespace == Namespace::Html && row.elements.contains(&local)
    })
}

impl Governed<'_> {
    /// Judges an attribute with held images, or one that says how these look. `None` for any other
    /// attribute.
    pub(super) fn held_attribute(
        &self,
        judged: Judged<'_>,
        attribute: Attr<'_>,
    ) -> Option<Option<Change<String>>> {
        let urls = self.policy.urls.as_ref().filter(|urls| urls.holds())?;
        let name = attribute.name().strip_prefix(HELD_PREFIX)?;
        let held = match name {
            HELD_TRACKING => Tracking::from_code(attribute.value()).map(|it| it.code().into()),
            "style" => self.policy.held_style(urls, attribute.value()),
            _ => held_value(urls, judged.element, name, attribute.value()),
        };
        // Only where its original would stay.
        let held = held.filter(|_| {
            name == HELD_TRACKING || self.rules.keeps_attribute_named(judged.rule, name)
        });
        let held = held.filter(|held| !self.policy.breaks_template(held));
        Some(match held {
            Some(held) if held == attribute.value() => None,
            Some(held) => Some(Change::Set(held.into_owned(), RemovalReason::UrlRewritten)),
            None => Some(Change::Remove(RemovalReason::UrlScheme)),
        })
    }

    /// Returns the change by which the images of an attribute are held back.
    pub(super) fn hold(
        &self,
        element: ElementRef<'_>,
        attribute: Attr<'_>,
        left: Option<String>,
        held: String,
    ) -> Change<String> {
        let mut added = vec![(format!("{HELD_PREFIX}{}", attribute.name()), held)];
        if let Some(tracking) = Tracking::of(element, &added[0].1) {
            added.push((tracking_name(), tracking.code().to_owned()));
        }
        Change::Hold { left, added, reason: RemovalReason::HeldBack }
    }

    /// Notes whether held images look like trackers, unless that is noted: a text may bring held
    /// images of its own. The elements around are judged, so the result is the same when it is read
    /// again. Returns whether there was room for the attribute.
    pub(super) fn tell_tracker(&self, document: &mut Document, id: NodeId) -> bool {
        if !self.policy.urls.as_ref().is_some_and(UrlPolicy::holds) {
            return true;
        }
        match document.element(id).and_then(missing_tracking) {
            None => true,
            Some(it) => document.set_attr(id, &tracking_name(), it.code()).is_ok(),
        }
    }
}

/// Returns the sign by which the held images of an element look like trackers, if no attribute
/// tells one.
fn missing_tracking(element: ElementRef<'_>) -> Option<Tracking> {
    let mut held = element.attrs().filter(|attr| attr.name().starts_with(HELD_PREFIX));
    let tracking = held.find_map(|attr| Tracking::of(element, attr.value()))?;
    element.attr(&tracking_name()).is_none().then_some(tracking)
}

/// Returns the name of the attribute that tells how a held image tracks.
fn tracking_name() -> String {
    format!("{HELD_PREFIX}{HELD_TRACKING}")
}

/// Returns the value of an attribute with held images, as the policy wants it; `None` if the element
/// has no attribute of that name, or if the images are not those that are held back.
fn held_value<'a>(
    urls: &UrlPolicy,
    element: ElementRef<'_>,
    name: &str,
    value: &'a str,
) -> Option<Cow<'a, str>> {
    let verdict = match holdable(element, name)?.form {
        UrlForm::Single => urls.judge(UrlUse::Media, value),
        form => urls.judge_list(UrlUse::Media, form, value),
    };
    match verdict {
        UrlVerdict::Hold(held) => Some(held.into()),
        _ => None,
    }
}

impl Policy {
    /// Returns the images of a sanitized tree that are held back, if the policy holds any.
    pub(crate) fn held_images(&self, tree: &Document) -> HeldImages {
        match self.urls.as_ref().is_some_and(UrlPolicy::holds) {
            true => HeldImages::of(tree),
            false => HeldImages::default(),
        }
    }

    /// Returns a style with images that are held back as it is once they are shown; `None` if there
    /// are none in it.
    #[cfg(feature = "css")]
    pub(super) fn held_style<'a>(&self, urls: &UrlPolicy, style: &'a str) -> Option<Cow<'a, str>> {
        use super::style::kept_declarations;

        let (properties, values) = (self.style_properties.as_deref()?, self.style_values.as_ref());
        let (shown, _) = kept_declarations(style, properties, Some(&urls.with_images()), values);
        let (hidden, _) = kept_declarations(style, properties, Some(urls), values);
        (shown != hidden).then_some(shown.into())
    }

    #[cfg(not(feature = "css"))]
    pub(super) fn held_style<'a>(&self, _: &UrlPolicy, _: &'a str) -> Option<Cow<'a, str>> {
        None
    }
}
