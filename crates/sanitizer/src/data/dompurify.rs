//! The options of DOMPurify.

use consomme::Namespace;
use serde::de::{Deserialize, Deserializer, Error};

use crate::json::{Json, Member, Wrong};
use crate::{
    AttributeVerdict, Policy, Profile, Sanitizer, SanitizerElementWithAttributes, UrlPolicy, UrlUse,
};

use super::translated::{Making, Translated};

/// Returns a sanitizer with the options of DOMPurify: an object whose members have their names,
/// such as `ALLOWED_TAGS`, `ADD_ATTR`, `USE_PROFILES`. An option that is missing has DOMPurify's
/// default: all [profiles](Profile), elements that are not listed are replaced with their children,
/// `data-*` and `aria-*` stay, and URLs have the schemes that DOMPurify knows. A [`Profile`] is not
/// exactly the list of DOMPurify, and the policy for URLs removes CSS that fetches.
///
/// ```
/// let options = serde_json::json!({
///     "ALLOWED_TAGS": ["b", "a"], "ALLOWED_ATTR": ["href"], "RETURN_DOM": true
/// });
/// let translated = consomme_sanitizer::from_dompurify(options)?;
/// assert_eq!(
///     translated.sanitizer().sanitize_str("<p><b>1</b><a href=//a.example/ id=x>2</a></p>"),
///     "<b>1</b><a href=\"//a.example/\">2</a>"
/// );
/// assert_eq!(translated.untranslated()[0].path(), "RETURN_DOM");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// An option with a value of another type, with its path.
pub fn from_dompurify<'de, D: Deserializer<'de>>(options: D) -> Result<Translated, D::Error> {
    let json = Json::deserialize(options)?;
    translated(&Member::outermost(&json, "")).map_err(D::Error::custom)
}

/// The schemes that DOMPurify keeps by default.
const SCHEMES: [&str; 12] = [
    "http", "https", "ftp", "ftps", "mailto", "tel", "callto", "sms", "cid", "xmpp", "matrix",
    "data",
];

/// The lists of elements and attributes.
#[derive(Default)]
struct Lists<'a> {
    profiles: Option<Vec<Profile>>,
    tags: Option<Vec<&'a str>>,
    more_tags: Vec<&'a str>,
    forbidden_tags: Vec<&'a str>,
    attributes: Option<Vec<&'a str>>,
    more_attributes: Vec<&'a str>,
    forbidden_attributes: Vec<&'a str>,
    no_aria: bool,
}

/// How names are protected that could hide names of the page's scripts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// As DOMPurify does by default: no element gets the name of a property of `document`.
    Clobbering,
    Prefixed,
    Unprotected,
}

fn translated(options: &Member<'_>) -> Result<Translated, Wrong> {
    let mut making = Making::default();
    making.data_attributes = true;
    let mut lists = Lists::default();
    let mut policy = Policy::new().unwrap_unlisted(true);
    let (mut any_scheme, mut is_for_templates) = (false, false);
    let mut names = Names::Clobbering;
    for (name, member) in options.members()? {
        match name {
            "ALLOWED_TAGS" => lists.tags = Some(member.texts()?),
            "ADD_TAGS" => lists.more_tags = member.texts()?,
            "FORBID_TAGS" => lists.forbidden_tags = member.texts()?,
            "ALLOWED_ATTR" => lists.attributes = Some(member.texts()?),
            "ADD_ATTR" => lists.more_attributes = member.texts()?,
            "FORBID_ATTR" => lists.forbidden_attributes = member.texts()?,
            "USE_PROFILES" => lists.profiles = profiles(&member)?,
            "ALLOW_ARIA_ATTR" => lists.no_aria = !member.flag()?,
            "ALLOW_DATA_ATTR" => making.data_attributes = member.flag()?,
            "ALLOW_UNKNOWN_PROTOCOLS" => any_scheme = member.flag()?,
            "KEEP_CONTENT" => policy = policy.unwrap_unlisted(member.flag()?),
            "SAFE_FOR_TEMPLATES" => is_for_templates = member.flag()?,
            "SANITIZE_NAMED_PROPS" if member.flag()? => names = Names::Prefixed,
            "SANITIZE_DOM" if !member.flag()? && names == Names::Clobbering => {
                names = Names::Unprotected;
            }
            "SANITIZE_NAMED_PROPS" | "SANITIZE_DOM" => {}
            _ => {
                if let Some(advice) = advice(name, &member) {
                    making.skip(&member, advice);
                }
            }
        }
    }
    if is_for_templates {
        // Frameworks take `data-*` for directives.
        making.data_attributes = false;
        policy = policy.break_templates(true);
    }
    match names {
        Names::Prefixed => policy = policy.id_prefix("user-content-"),
        Names::Clobbering => making.note(
            "SANITIZE_DOM",
            "use Policy::id_prefix: ids and names stay that hide properties of document",
        ),
        Names::Unprotected => {}
    }
    if lists.profiles.is_some() {
        // They take the place of the lists.
        for (list, name) in
            [(&mut lists.tags, "ALLOWED_TAGS"), (&mut lists.attributes, "ALLOWED_ATTR")]
        {
            if list.take().is_some() {
                making.note(name, "USE_PROFILES takes its place");
            }
        }
    }
    let forbidden: Vec<String> = lists
        .forbidden_attributes
        .iter()
        .map(|name| name.to_ascii_lowercase())
        .filter(|name| name.starts_with("data-"))
        .collect();
    if !forbidden.is_empty() {
        policy = policy.on_attribute(move |_, attribute| {
            match forbidden.iter().any(|name| **name == *attribute.qualified_name()) {
                true => AttributeVerdict::Remove,
                false => AttributeVerdict::Keep,
            }
        });
    }
    fill(&mut making, lists);
    let all = [UrlUse::Link, UrlUse::Form, UrlUse::Media, UrlUse::Citation, UrlUse::Resource];
    let urls = all.into_iter().fold(UrlPolicy::new(), |urls, of| match (any_scheme, of) {
        (true, _) => urls.any_scheme(of),
        // Media may have `data:` URLs, too.
        (false, UrlUse::Media) => urls.schemes(of, SCHEMES),
        (false, _) => urls.schemes(of, &SCHEMES[..SCHEMES.len() - 1]),
    });
    making.finish(policy.urls(urls))
}

/// Returns what to do instead of an option; `None` if there is nothing to do.
fn advice(name: &str, member: &Member<'_>) -> Option<&'static str> {
    let is_off = matches!(member.value, Json::Null | Json::Flag(false));
    let advice = match name {
        "SAFE_FOR_XML" | "ALLOW_SELF_CLOSE_IN_ATTR" => {
            return is_off.then_some("what this turns off is no option here");
        }
        "ALLOWED_URI_REGEXP" => "use UrlPolicy::schemes, hosts or rewrite",
        "ADD_URI_SAFE_ATTR" => "every attribute that holds URLs is judged",
        "ADD_DATA_URI_TAGS" => "use UrlPolicy::schemes with data for UrlUse::Media",
        "FORBID_CONTENTS" | "ADD_FORBID_CONTENTS" => "use Policy::on_element with Remove",
        "CUSTOM_ELEMENT_HANDLING" => "use Policy::custom_elements",
        "WHOLE_DOCUMENT" => "sanitize for the context html",
        "FORCE_BODY" => "the context decides",
        "RETURN_DOM" | "RETURN_DOM_FRAGMENT" | "IN_PLACE" => "use Sanitizer::sanitize",
        "RETURN_TRUSTED_TYPE" | "TRUSTED_TYPES_POLICY" => "this is for scripts in browsers",
        "NAMESPACE" | "ALLOWED_NAMESPACES" | "PARSER_MEDIA_TYPE" => {
            "HTML is parsed, with SVG and MathML in it"
        }
        // Also if it is off: a name that is written wrong is to be seen.
        _ => return Some("there is no such option"),
    };
    (!is_off).then_some(advice)
}

/// Reads the profiles that are true.
fn profiles(member: &Member<'_>) -> Result<Option<Vec<Profile>>, Wrong> {
    if matches!(member.value, Json::Flag(false) | Json::Null) {
        return Ok(None);
    }
    let mut profiles = Vec::new();
    for (name, member) in member.members()? {
        let profile = match name {
            "html" => Profile::Html,
            "svg" => Profile::Svg,
            "svgFilters" => Profile::SvgFilters,
            "mathMl" => Profile::MathMl,
            _ => return Err(member.unknown()),
        };
        if member.flag()? {
            profiles.push(profile);
        }
    }
    Ok(Some(profiles))
}

/// Lists elements and attributes. DOMPurify keeps each attribute on every element, and knows one
/// name for an element in all namespaces.
fn fill(making: &mut Making, lists: Lists<'_>) {
    let profiles = lists.profiles.unwrap_or_else(|| Profile::ALL.to_vec());
    let known = Sanitizer::profiles(Profile::ALL).config();
    let of_profiles = Sanitizer::profiles(profiles).config();
    let is_named =
        |names: &[&str], name: &str| names.iter().any(|it| it.eq_ignore_ascii_case(name));
    let known_elements: Vec<_> =
        known.elements.iter().flatten().map(|it| it.element.clone()).collect();
    let mut elements: Vec<_> = match &lists.tags {
        None => of_profiles.elements.iter().flatten().map(|it| it.element.clone()).collect(),
        Some(_) => Vec::new(),
    };
    for name in lists.tags.iter().flatten().chain(&lists.more_tags) {
        let is_foreign = |it: &&crate::SanitizerElement| {
            it.name().eq_ignore_ascii_case(name) && !it.is(Namespace::Html, it.name())
        };
        elements.extend(known_elements.iter().filter(is_foreign).cloned());
        if !name.starts_with('#') {
            elements.push(name.to_ascii_lowercase().as_str().into());
        }
    }
    elements.retain(|element| !is_named(&lists.forbidden_tags, element.name()));
    making.elements = elements.into_iter().map(SanitizerElementWithAttributes::new).collect();

    let own = of_profiles.elements.iter().flatten().flat_map(|it| it.attributes.iter().flatten());
    let listed = of_profiles.attributes.iter().flatten().chain(own);
    let names: Vec<String> = match &lists.attributes {
        None => listed.map(|it| it.name().to_owned()).collect(),
        Some(names) => names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let more = lists.more_attributes.iter().map(|name| (*name).to_owned());
    making.attributes = names.into_iter().chain(more).collect();
    if lists.attributes.is_none() {
        making.attributes.insert("xlink:href".to_owned());
    }
    making.attributes.retain(|name| {
        let is_forbidden = is_named(&lists.forbidden_attributes, name);
        !is_forbidden && (!lists.no_aria || !name.starts_with("aria-"))
    });
}
