//! The options of sanitize-html.

use consomme::Namespace;
use serde::de::{Deserialize, Deserializer, Error};

use crate::json::{Json, Member, Wrong};
use crate::{
    ElementVerdict, Escape, FramePolicy, Policy, RelativeUrls, SanitizerElementWithAttributes,
    UrlPolicy, UrlUse,
};

use super::translated::{Making, Translated};

/// The elements that sanitize-html keeps by default.
const TAGS: &str = "address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section \
    blockquote dd div dl dt figcaption figure hr li menu ol p pre ul a abbr b bdi bdo br cite code \
    data dfn em i kbd mark q rb rp rt rtc ruby s samp small span strong sub sup time u var wbr caption \
    col colgroup table tbody td tfoot th thead tr";

const ALL_USES: [UrlUse; 5] =
    [UrlUse::Link, UrlUse::Form, UrlUse::Media, UrlUse::Citation, UrlUse::Resource];

/// Returns a sanitizer with the options of sanitize-html: an object whose members have their names,
/// such as `allowedTags`, `allowedAttributes`, `disallowedTagsMode`. An option that is missing has
/// the default of sanitize-html. Frames from `allowedIframeHostnames` get the `sandbox` of a
/// [`FramePolicy`], with `allow-same-origin`.
///
/// ```
/// let options = serde_json::json!({
///     "allowedTags": ["b", "i"],
///     "disallowedTagsMode": "escape",
///     "transformTags": {"strong": "b"},
///     "allowedStyles": {"*": {"color": ["^red$"]}}
/// });
/// let translated = consomme_sanitizer::from_sanitize_html(options)?;
/// assert_eq!(
///     translated.sanitizer().sanitize_str("<strong>1</strong><u>2</u>"),
///     "<b>1</b>&lt;u&gt;2&lt;/u&gt;"
/// );
/// assert_eq!(translated.untranslated()[0].path(), "allowedStyles");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// An option with a value of another type, with its path.
pub fn from_sanitize_html<'de, D: Deserializer<'de>>(options: D) -> Result<Translated, D::Error> {
    let json = Json::deserialize(options)?;
    translated(&Member::outermost(&json, "")).map_err(D::Error::custom)
}

fn translated(options: &Member<'_>) -> Result<Translated, Wrong> {
    let mut making = Making::default();
    making.set_elements(&TAGS.split_whitespace().collect::<Vec<_>>());
    let mut attributes: Vec<(&str, Vec<&str>)> = vec![
        ("a", vec!["href", "name", "target"]),
        ("img", vec!["src", "srcset", "alt", "title", "width", "height", "loading"]),
    ];
    let mut urls = ALL_USES.into_iter().fold(UrlPolicy::new(), |urls, of| {
        urls.schemes(of, ["http", "https", "ftp", "mailto", "tel"])
    });
    let mut policy = Policy::new().unwrap_unlisted(true);
    let mut frames: Vec<String> = Vec::new();
    // Lists first, whatever the order: rules for single tags change them.
    let is_late = |name: &str| matches!(name, "allowedSchemesByTag" | "transformTags");
    let mut members = options.members()?;
    members.sort_by_key(|(name, _)| is_late(name));
    for (name, member) in members {
        match name {
            "allowedTags" => match member.value {
                Json::Flag(false) => making.all_elements = true,
                _ => making.set_elements(&member.texts()?),
            },
            "allowedAttributes" => match member.value {
                Json::Flag(false) => making.all_attributes = true,
                _ => attributes = attributes_of(&member, &mut making)?,
            },
            "disallowedTagsMode" => policy = mode(policy, &member)?,
            "allowedClasses" => policy = classes(policy, &member, &mut making)?,
            "allowedSchemes" => {
                let schemes = member.texts()?;
                urls = ALL_USES.into_iter().fold(urls, |urls, of| urls.schemes(of, &schemes));
            }
            "allowedSchemesByTag" => {
                for (tag, member) in member.members()? {
                    match tag {
                        "img" => {
                            making.skip(&member, "this holds for all media");
                            urls = urls.schemes(UrlUse::Media, member.texts()?);
                        }
                        "a" => urls = urls.schemes(UrlUse::Link, member.texts()?),
                        _ => making.skip(&member, "UrlPolicy::schemes has them by use"),
                    }
                }
            }
            "allowProtocolRelative" if !member.flag()? => {
                urls = urls.relative(RelativeUrls::KeepOnHost);
            }
            "allowedIframeHostnames" => frames.extend(member.texts()?.iter().map(|&it| it.into())),
            "allowedIframeDomains" => {
                let domains = member.texts()?;
                frames.extend(domains.iter().flat_map(|it| [(*it).to_owned(), format!("*.{it}")]));
            }
            "transformTags" => policy = transform(policy, &member, &mut making)?,
            _ => {
                if let Some(advice) = advice(name, &member) {
                    making.skip(&member, advice);
                }
            }
        }
    }
    let of_all = attributes.iter().filter(|(tag, _)| *tag == "*").flat_map(|(_, names)| names);
    making.attributes.extend(of_all.map(|name| (*name).to_owned()));
    for element in &mut making.elements {
        let own = attributes.iter().find(|(tag, _)| *tag == element.element.name());
        let own: Vec<&str> = own.into_iter().flat_map(|(_, names)| names).copied().collect();
        *element = SanitizerElementWithAttributes::new(element.element.clone()).attributes(own);
    }
    // The hosts restrict frames that the lists allow.
    let is_listed = |name: &str| {
        let on = |(tag, names): &(&str, Vec<&str>)| {
            matches!(*tag, "iframe" | "*") && names.contains(&name)
        };
        making.all_attributes || attributes.iter().any(on)
    };
    let has_frames = making.all_elements
        || making.elements.iter().any(|it| it.element.is(Namespace::Html, "iframe"));
    if !frames.is_empty() && has_frames && is_listed("src") {
        let frames = FramePolicy::new(frames).sandbox(["allow-scripts", "allow-same-origin"]);
        policy = policy.frames(frames.allow("fullscreen"));
    }
    making.finish(policy.urls(urls))
}

/// Returns what to do instead of an option; `None` if there is nothing to do.
fn advice(name: &str, member: &Member<'_>) -> Option<&'static str> {
    let is_off = matches!(member.value, Json::Null | Json::Flag(false));
    let advice = match name {
        "allowProtocolRelative" => return None,
        "allowedStyles" | "parseStyleAttributes" => "use Policy::style_properties",
        "allowedSchemesAppliedToAttributes" => "every attribute that holds URLs is judged",
        "allowVulnerableTags" => "safe methods remove what runs scripts",
        "allowIframeRelativeUrls" => "frames come from listed hosts only",
        "allowedScriptDomains" | "allowedScriptHostnames" => "scripts never stay",
        "exclusiveFilter" => "use Policy::on_element with Remove or Unwrap",
        "textFilter" => "use Policy::on_text",
        "onOpenTag" | "onCloseTag" => "use Policy::on_element",
        "nonTextTags" => "use Policy::on_element with Remove",
        "nonBooleanAttributes" | "allowedEmptyAttributes" => "attributes without a value stay",
        "selfClosing" | "parser" => "HTML is parsed as browsers do it",
        "enforceHtmlBoundary" => "only the content of the context element is read",
        "nestingLimit" => "use SanitizeOptions::limits",
        "preserveEscapedAttributes" => "values are written as HTML demands",
        // Also if it is off: a name that is written wrong is to be seen.
        _ => return Some("there is no such option"),
    };
    (!is_off).then_some(advice)
}

/// Reads the attributes by element. `data-*` is what a configuration calls data attributes.
fn attributes_of<'a>(
    member: &Member<'a>,
    making: &mut Making,
) -> Result<Vec<(&'a str, Vec<&'a str>)>, Wrong> {
    let mut attributes = Vec::new();
    for (tag, member) in member.members()? {
        let mut names = Vec::new();
        for entry in member.list()? {
            match entry.value {
                Json::Object(_) => making.skip(&entry, "use Policy::on_attribute for its values"),
                _ => match entry.text()? {
                    "data-*" if tag == "*" => making.data_attributes = true,
                    pattern if pattern.contains('*') => {
                        making.skip(&entry, "list the names, or use Policy::on_attribute");
                    }
                    name => names.push(name),
                },
            }
        }
        attributes.push((tag, names));
    }
    Ok(attributes)
}

fn mode(policy: Policy, member: &Member<'_>) -> Result<Policy, Wrong> {
    let choices = [("discard", 0), ("completelyDiscard", 1), ("escape", 2), ("recursiveEscape", 3)];
    Ok(match member.one_of(&choices)? {
        0 => policy,
        1 => policy.unwrap_unlisted(false),
        2 => policy.escape_unlisted(Escape::Tags),
        _ => policy.escape_unlisted(Escape::All),
    })
}

fn classes(mut policy: Policy, member: &Member<'_>, making: &mut Making) -> Result<Policy, Wrong> {
    for (tag, member) in member.members()? {
        making.attributes.insert("class".to_owned());
        let names: Vec<&str> = match member.value {
            Json::Flag(_) => vec!["*"],
            _ => member.texts()?,
        };
        policy = match tag {
            "*" => policy.classes_everywhere(names),
            tag => policy.classes(tag, names),
        };
    }
    Ok(policy)
}

/// Reads new names of elements; they stay until they get those.
fn transform(policy: Policy, member: &Member<'_>, making: &mut Making) -> Result<Policy, Wrong> {
    let mut names: Vec<(String, String)> = Vec::new();
    for (tag, member) in member.members()? {
        match member.value {
            Json::Text(new) if tag != "*" => {
                making.elements.push(SanitizerElementWithAttributes::new(tag));
                names.push((tag.to_ascii_lowercase(), new.clone()));
            }
            _ => making.skip(&member, "use Policy::on_element with Rename and AddAttributes"),
        }
    }
    if names.is_empty() {
        return Ok(policy);
    }
    Ok(policy.on_element(move |element| {
        let found = names.iter().find(|(tag, _)| element.is_html(tag));
        found.map_or(ElementVerdict::Keep, |(_, new)| ElementVerdict::Rename(new.clone()))
    }))
}
