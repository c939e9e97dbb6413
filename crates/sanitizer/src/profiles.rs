//! Sanitizers by what they keep: HTML, SVG, MathML.

use consomme::Namespace;

use super::config::{
    SanitizerConfig, SanitizerElementWithAttributes, elements_with_attributes, rows,
    safe_default_configuration,
};
use super::sanitizer::Sanitizer;

/// The elements and attributes of a language, for [`Sanitizer::profiles`].
///
/// ```
/// use consomme_sanitizer::{Profile, Sanitizer};
///
/// let html = "<p class=x>1</p><img src=x onerror=a()><svg><circle r=1 fill=red></circle></svg>";
/// let of = |profiles: &[Profile]| Sanitizer::profiles(profiles.iter().copied()).sanitize_str(html);
/// assert_eq!(of(&[Profile::Html]), "<p class=\"x\">1</p><img src=\"x\">");
/// assert_eq!(of(&[Profile::Svg]), "<svg><circle r=\"1\" fill=\"red\"></circle></svg>");
/// ```
#[doc(alias = "USE_PROFILES")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Profile {
    /// HTML: text, lists, tables, links, images, audio and video, forms; `class`, `id`, `style` and
    /// the attributes of accessibility.
    Html,
    /// SVG: shapes, texts, links, gradients, patterns, clip paths, masks, symbols; no filters, no
    /// animations.
    Svg,
    /// The filters of SVG. [`Svg`](Profile::Svg) has the elements that they apply to.
    SvgFilters,
    /// MathML: the elements of MathML Core for presentation, and semantics without annotations.
    MathMl,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 4] =
        [Profile::Html, Profile::Svg, Profile::SvgFilters, Profile::MathMl];

    /// Returns the name: `html`, `svg`, `svg-filters` or `mathml`.
    pub fn as_str(self) -> &'static str {
        match self {
            Profile::Html => "html",
            Profile::Svg => "svg",
            Profile::SvgFilters => "svg-filters",
            Profile::MathMl => "mathml",
        }
    }

    /// Returns the namespace whose elements of the built-in safe default configuration belong to
    /// the profile.
    fn namespace(self) -> Option<Namespace> {
        match self {
            Profile::Html => Some(Namespace::Html),
            Profile::Svg => Some(Namespace::Svg),
            Profile::SvgFilters => None,
            Profile::MathMl => Some(Namespace::MathMl),
        }
    }
}

/// The lists of the profiles, besides the built-in safe default configuration.
const PROFILES: &str = include_str!("profiles.txt");

impl Sanitizer {
    /// Returns the sanitizer that keeps the elements and attributes of these languages, and nothing
    /// else: no comments, no processing instructions, no custom data attributes. Without a
    /// [policy](Sanitizer::policy), URLs of all schemes but `javascript:` stay, and are fetched.
    pub fn profiles(profiles: impl IntoIterator<Item = Profile>) -> Sanitizer {
        let default = safe_default_configuration();
        let mut elements: Vec<SanitizerElementWithAttributes> = Vec::new();
        let mut attributes: Vec<&str> = vec!["dir", "lang", "title"];
        for profile in profiles {
            let own: Vec<_> = elements_with_attributes(PROFILES, profile.as_str()).collect();
            let kept = default.elements.iter().flatten().filter(|kept| {
                let of = kept.element.known_namespace();
                of == profile.namespace() && !own.iter().any(|own| own.element == kept.element)
            });
            elements.extend(kept.cloned());
            elements.extend(own);
            attributes
                .extend(rows(PROFILES, &format!("{} attributes", profile.as_str())).flatten());
        }
        let none: [&str; 0] = [];
        let mut sanitizer =
            Sanitizer::default_of(SanitizerConfig::new().attributes(none).elements(none));
        for element in elements {
            sanitizer.allow_element(element);
        }
        for attribute in attributes {
            sanitizer.allow_attribute(attribute);
        }
        sanitizer
    }

    /// Returns a sanitizer that keeps only the names of the configuration.
    fn default_of(config: SanitizerConfig) -> Sanitizer {
        let config = config.processing_instructions([""; 0]).comments(false).data_attributes(false);
        let made = Sanitizer::from_safe_config(config);
        debug_assert!(made.is_ok(), "lists without names are valid");
        made.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_keeps_its_elements_and_none_of_the_others() {
        for (profile, kept) in [
            (Profile::Html, "<ul><li>1</li></ul><video src=\"x\"></video>"),
            (Profile::Svg, "<svg viewBox=\"0\"><linearGradient id=\"a\"></linearGradient></svg>"),
            (Profile::MathMl, "<math><mi mathvariant=\"normal\">1</mi></math>"),
        ] {
            for other in Profile::ALL {
                let html = Sanitizer::profiles([other]).sanitize_str(kept);
                assert_eq!(html == kept, other == profile, "{profile:?} {other:?}: {html}");
            }
        }
        let filters = "<svg><filter id=\"a\"><feGaussianBlur stdDeviation=\"2\"></feGaussianBlur></filter></svg>";
        let both = Sanitizer::profiles([Profile::Svg, Profile::SvgFilters]);
        assert_eq!(both.sanitize_str(filters), filters);
        assert_eq!(Sanitizer::profiles([Profile::Svg]).sanitize_str(filters), "<svg></svg>");
        assert_eq!(Sanitizer::profiles([]).sanitize_str("<p>1"), "");
    }

    #[test]
    fn no_profile_lists_what_runs_scripts() {
        let mut all = Sanitizer::profiles(Profile::ALL);
        let before = all.config();
        all.remove_unsafe();
        assert_eq!(before.elements, all.config().elements);
        assert_eq!(before.attributes, all.config().attributes);
    }
}
