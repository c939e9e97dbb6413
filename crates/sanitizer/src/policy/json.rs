//! Policies as JSON: everything but callbacks.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use consomme::Namespace;

use crate::config::SanitizerElement;
use crate::json::{Json, Member, Wrong};

use super::builder::Policy;
use super::frames::FramePolicy;
use super::hosts::Hosts;
#[cfg(feature = "css")]
use super::style_colors::Colors;
#[cfg(feature = "css")]
use super::style_sheets::StyleSheets;
#[cfg(feature = "css")]
use super::style_values::StyleValues;
use super::urls::{RelativeUrls, Schemes, UrlPolicy, UrlUse};
use super::verdicts::Escape;

/// The members of a policy and of the objects in it, as in the schema.
#[cfg(test)]
pub(crate) const MEMBERS: [(&str, &[&str]); 7] = [
    (
        "policy",
        &[
            "urls",
            "frames",
            "unwrapUnlisted",
            "escapeUnlisted",
            "breakTemplates",
            "enforcedAttributes",
            "classes",
            "idPrefix",
            "styleProperties",
            "styleValues",
            "styleSheets",
        ],
    ),
    (
        "urls",
        &["schemes", "hosts", "playerHosts", "relative", "fetchNothing", "holdImages", "resolve"],
    ),
    ("frames", &["hosts", "sandbox", "allow", "referrerPolicy", "lazy"]),
    ("styleValues", &["maxLength", "nonNegative", "colors"]),
    ("styleSheets", &["scope", "conditions"]),
    ("enforcedAttribute", &["element", "name", "value"]),
    ("classesOf", &["element", "names"]),
];

const USES: [(&str, UrlUse); 5] = [
    ("link", UrlUse::Link),
    ("form", UrlUse::Form),
    ("media", UrlUse::Media),
    ("citation", UrlUse::Citation),
    ("resource", UrlUse::Resource),
];

const RELATIVE: [(&str, RelativeUrls); 3] = [
    ("keep", RelativeUrls::Keep),
    ("keep-on-host", RelativeUrls::KeepOnHost),
    ("drop", RelativeUrls::Drop),
];

const ESCAPE: [(&str, Escape); 2] = [("tags", Escape::Tags), ("all", Escape::All)];

#[cfg(feature = "css")]
const COLORS: [(&str, Colors); 3] =
    [("any", Colors::Any), ("literal", Colors::Literal), ("opaque", Colors::Opaque)];

/// Reads an object, as the schema has it. Other members, and values of other types, are errors that
/// begin with the path of the member: `urls.schemes.link[0]: a string is expected`. Where the
/// feature that a member needs is off, it is an error, too.
///
/// ```
/// use consomme_sanitizer::{Policy, Sanitizer};
///
/// let json = r#"{
///     "urls": {"schemes": {"link": ["https"]}, "relative": "drop"},
///     "enforcedAttributes": [{"element": "a", "name": "rel", "value": "nofollow"}],
///     "unwrapUnlisted": true
/// }"#;
/// let policy: Policy = serde_json::from_str(json)?;
/// let sanitizer = Sanitizer::new().policy(policy);
/// assert_eq!(
///     sanitizer.sanitize_str("<x><a href=https://a.example/>1</a></x><a href=/>2</a>"),
///     "<a href=\"https://a.example/\" rel=\"nofollow\">1</a><a rel=\"nofollow\">2</a>"
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
        let json = Json::deserialize(deserializer)?;
        policy_of(Policy::new(), &Member::outermost(&json, "")).map_err(D::Error::custom)
    }
}

/// Writes the rules that are set.
///
/// # Errors
///
/// A policy with a callback has no JSON: a policy without it would keep more.
impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.callback() {
            Some(name) => Err(S::Error::custom(format!("{name} is a callback, which has no JSON"))),
            None => self.to_json().serialize(serializer),
        }
    }
}

/// Reads a policy.
pub(crate) fn policy_of(mut policy: Policy, member: &Member<'_>) -> Result<Policy, Wrong> {
    for (name, member) in member.members()? {
        policy = match name {
            "urls" => policy.urls(urls_of(&member)?),
            "frames" => policy.frames(frames_of(&member)?),
            "unwrapUnlisted" => policy.unwrap_unlisted(member.flag()?),
            "escapeUnlisted" => policy.escape_unlisted(member.one_of(&ESCAPE)?),
            "breakTemplates" => policy.break_templates(member.flag()?),
            "enforcedAttributes" => {
                member.list()?.iter().try_fold(policy, |policy, it| enforced_of(policy, it))?
            }
            "classes" => {
                member.list()?.iter().try_fold(policy, |policy, it| classes_of(policy, it))?
            }
            "idPrefix" => policy.id_prefix(member.text()?),
            #[cfg(feature = "css")]
            "styleProperties" => policy.style_properties(member.texts()?),
            #[cfg(feature = "css")]
            "styleValues" => policy.style_values(values_of(&member)?),
            #[cfg(feature = "css")]
            "styleSheets" => policy.style_sheets(sheets_of(&member)?),
            #[cfg(not(feature = "css"))]
            "styleProperties" | "styleValues" | "styleSheets" => {
                return Err(member.wrong("this needs the feature css"));
            }
            _ => return Err(member.unknown()),
        };
    }
    #[cfg(feature = "css")]
    if policy.style_values.is_some() && policy.style_properties.is_none() {
        return Err(member.wrong("styleValues needs styleProperties"));
    }
    Ok(policy)
}

fn urls_of(member: &Member<'_>) -> Result<UrlPolicy, Wrong> {
    let mut urls = UrlPolicy::new();
    for (name, member) in member.members()? {
        urls = match name {
            "schemes" => {
                for (name, member) in member.members()? {
                    let of = use_of(name, &member)?;
                    urls = match member.value {
                        Json::Text(any) if any == "any" => urls.any_scheme(of),
                        Json::Text(_) => return Err(member.wrong("a list or any is expected")),
                        _ => urls.schemes(of, member.texts()?),
                    };
                }
                urls
            }
            "hosts" => {
                for (name, member) in member.members()? {
                    urls = urls.hosts(use_of(name, &member)?, member.texts()?);
                }
                urls
            }
            "playerHosts" => urls.player_hosts(member.texts()?),
            "relative" => urls.relative(member.one_of(&RELATIVE)?),
            "fetchNothing" => urls.fetch_nothing(member.flag()?),
            "holdImages" => urls.hold_images(member.texts()?),
            #[cfg(feature = "url")]
            "resolve" => {
                let base = consomme::BaseUrl::new(member.text()?, None);
                urls.resolve(base.ok_or_else(|| member.wrong("an absolute URL is expected"))?)
            }
            #[cfg(not(feature = "url"))]
            "resolve" => return Err(member.wrong("this needs the feature url")),
            _ => return Err(member.unknown()),
        };
    }
    Ok(urls)
}

fn use_of(name: &str, member: &Member<'_>) -> Result<UrlUse, Wrong> {
    let found = USES.iter().find(|(of, _)| *of == name);
    found.map(|(_, of)| *of).ok_or_else(|| member.unknown())
}

fn frames_of(member: &Member<'_>) -> Result<FramePolicy, Wrong> {
    let mut frames = FramePolicy::new([""; 0]);
    for (name, member) in member.members()? {
        frames = match name {
            "hosts" => FramePolicy { hosts: Hosts::listed(member.texts()?), ..frames },
            "sandbox" => frames.sandbox(member.texts()?),
            "allow" => frames.allow(member.text()?),
            "referrerPolicy" => frames.referrer_policy(member.text()?),
            "lazy" => frames.lazy(member.flag()?),
            _ => return Err(member.unknown()),
        };
    }
    Ok(frames)
}

#[cfg(feature = "css")]
fn values_of(member: &Member<'_>) -> Result<StyleValues, Wrong> {
    let mut values = StyleValues::new();
    for (name, member) in member.members()? {
        values = match name {
            "maxLength" => values.max_length(member.number()? as f32),
            "nonNegative" => values.non_negative(member.flag()?),
            "colors" => values.colors(member.one_of(&COLORS)?),
            _ => return Err(member.unknown()),
        };
    }
    Ok(values)
}

#[cfg(feature = "css")]
fn sheets_of(member: &Member<'_>) -> Result<StyleSheets, Wrong> {
    let (mut scope, mut conditions) = (None, None);
    for (name, member) in member.members()? {
        match name {
            "scope" => scope = Some(member.text()?),
            "conditions" => conditions = Some(member.texts()?),
            _ => return Err(member.unknown()),
        }
    }
    let scope = scope.ok_or_else(|| member.wrong("the member scope is expected"))?;
    let sheets = StyleSheets::new(scope);
    if !sheets.is_compound() {
        return Err(member.wrong("the scope is to be one compound selector, such as .mail"));
    }
    Ok(match conditions {
        Some(conditions) => sheets.conditions(conditions),
        None => sheets,
    })
}

fn enforced_of(policy: Policy, member: &Member<'_>) -> Result<Policy, Wrong> {
    let (mut element, mut attribute, mut value) = (None, None, None);
    for (name, member) in member.members()? {
        match name {
            "element" => element = Some(element_of(&member)?),
            "name" => attribute = Some(member.text()?),
            "value" => value = Some(member.text()?),
            _ => return Err(member.unknown()),
        }
    }
    match (element, attribute, value) {
        (Some(element), ..) if !element.can_match() => {
            Err(member.wrong("no element has this name in this namespace"))
        }
        (Some(element), Some(name), Some(value)) => {
            Ok(policy.enforce_attribute(element, name, value))
        }
        _ => Err(member.wrong("the members element, name and value are expected")),
    }
}

fn classes_of(policy: Policy, member: &Member<'_>) -> Result<Policy, Wrong> {
    let (mut element, mut names) = (None, None);
    for (name, member) in member.members()? {
        match name {
            "element" => element = Some(element_of(&member)?),
            "names" => names = Some(member.texts()?),
            _ => return Err(member.unknown()),
        }
    }
    match (element, names) {
        (Some(element), Some(names)) => Ok(policy.classes(element, names)),
        (None, Some(names)) => Ok(policy.classes_everywhere(names)),
        (_, None) => Err(member.wrong("the member names is expected")),
    }
}

/// Reads an element: a name, of HTML, or an object with a name and a namespace.
fn element_of(member: &Member<'_>) -> Result<SanitizerElement, Wrong> {
    if let Json::Text(name) = member.value {
        return Ok(name.as_str().into());
    }
    let (mut name, mut namespace) = (None, Namespace::Html.url());
    for (of, member) in member.members()? {
        match of {
            "name" => name = Some(member.text()?),
            "namespace" => namespace = member.text()?,
            _ => return Err(member.unknown()),
        }
    }
    let name = name.ok_or_else(|| member.wrong("the member name is expected"))?;
    Ok(SanitizerElement::new(name, Some(namespace)))
}

impl Policy {
    /// Returns the name of a callback of the policy, if it has one.
    fn callback(&self) -> Option<&'static str> {
        let of_urls = self.urls.as_ref();
        let hosts = of_urls.into_iter().flat_map(|urls| urls.hosts.iter().flatten());
        [
            (self.on_element.is_some(), "on_element"),
            (self.on_attribute.is_some(), "on_attribute"),
            (self.on_text.is_some(), "on_text"),
            (self.custom_elements.is_some(), "custom_elements"),
            (of_urls.is_some_and(|urls| urls.rewrite.is_some()), "rewrite"),
            (hosts.into_iter().any(Hosts::has_predicate), "hosts_if"),
            (self.frames.as_ref().is_some_and(|frames| frames.admit.is_some()), "admit_if"),
            #[cfg(feature = "css")]
            (self.style_values.as_ref().is_some_and(|it| it.admit.is_some()), "admit_if"),
        ]
        .into_iter()
        .find_map(|(is_set, name)| is_set.then_some(name))
    }

    fn to_json(&self) -> Json {
        let mut members = Vec::new();
        let mut add = |name: &str, value: Json| members.push((name.to_owned(), value));
        if let Some(urls) = &self.urls {
            add("urls", urls.to_json());
        }
        if let Some(frames) = &self.frames {
            add("frames", frames.to_json());
        }
        if self.unwraps_unlisted {
            add("unwrapUnlisted", Json::Flag(true));
        }
        if let Some(escape) = self.escapes_unlisted {
            add("escapeUnlisted", name_in(&ESCAPE, escape));
        }
        if self.breaks_templates {
            add("breakTemplates", Json::Flag(true));
        }
        if !self.enforced.is_empty() {
            let enforced = self.enforced.iter().map(|it| {
                object([
                    ("element", element_json(&it.element)),
                    ("name", Json::text(&it.name)),
                    ("value", Json::text(&it.value)),
                ])
            });
            add("enforcedAttributes", Json::List(enforced.collect()));
        }
        if !self.classes.is_empty() {
            let classes = self.classes.iter().map(|(element, names)| {
                let element = element.iter().map(|it| ("element", element_json(it)));
                object(element.chain([("names", Json::texts(names))]))
            });
            add("classes", Json::List(classes.collect()));
        }
        if let Some(prefix) = &self.id_prefix {
            add("idPrefix", Json::text(prefix));
        }
        #[cfg(feature = "css")]
        if let Some(properties) = &self.style_properties {
            add("styleProperties", Json::texts(properties));
        }
        #[cfg(feature = "css")]
        if let Some(values) = &self.style_values {
            let max = values.max_length.map(|max| ("maxLength", Json::Number(f64::from(max))));
            let rest = [
                ("nonNegative", Json::Flag(values.non_negative)),
                ("colors", name_in(&COLORS, values.colors)),
            ];
            add("styleValues", object(max.into_iter().chain(rest)));
        }
        #[cfg(feature = "css")]
        if let Some(sheets) = &self.style_sheets {
            let scope = Json::text(&sheets.scope);
            let conditions = Json::texts(&sheets.conditions);
            add("styleSheets", object([("scope", scope), ("conditions", conditions)]));
        }
        Json::Object(members)
    }
}

impl UrlPolicy {
    fn to_json(&self) -> Json {
        let schemes = USES.iter().map(|(name, of)| {
            let schemes = match &self.schemes[*of as usize] {
                Schemes::Any => Json::text("any"),
                Schemes::Listed(listed) => Json::texts(listed),
            };
            (*name, schemes)
        });
        let hosts = USES
            .iter()
            .filter_map(|(name, of)| Some((*name, self.hosts[*of as usize].as_ref()?.to_json())));
        let hosts: Vec<_> = hosts.collect();
        let mut members = vec![("schemes", object(schemes))];
        if !hosts.is_empty() {
            members.push(("hosts", object(hosts)));
        }
        if let Some(hosts) = &self.player_hosts {
            members.push(("playerHosts", hosts.to_json()));
        }
        members.push(("relative", name_in(&RELATIVE, self.relative)));
        members.push(("fetchNothing", Json::Flag(self.fetches_nothing)));
        if self.holds() {
            members.push(("holdImages", Json::texts(&self.held)));
        }
        #[cfg(feature = "url")]
        if let Some(base) = &self.base {
            members.push(("resolve", Json::text(base.as_str())));
        }
        object(members)
    }
}

impl FramePolicy {
    fn to_json(&self) -> Json {
        object([
            ("hosts", self.hosts.to_json()),
            ("sandbox", Json::texts(self.sandbox.split_ascii_whitespace())),
            ("allow", Json::text(&self.allow)),
            ("referrerPolicy", Json::text(&self.referrer_policy)),
            ("lazy", Json::Flag(self.is_lazy)),
        ])
    }
}

impl Hosts {
    fn to_json(&self) -> Json {
        Json::List(self.listed.iter().map(|listed| Json::Text(listed.to_string())).collect())
    }
}

fn object(members: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn name_in<T: PartialEq>(names: &[(&str, T)], of: T) -> Json {
    let found = names.iter().find(|(_, it)| *it == of);
    debug_assert!(found.is_some(), "the list has all");
    found.map_or(Json::Null, |(name, _)| Json::text(name))
}

fn element_json(element: &SanitizerElement) -> Json {
    match element.namespace() {
        Some(namespace) if namespace != Namespace::Html.url() => {
            object([("name", Json::text(element.name())), ("namespace", Json::text(namespace))])
        }
        _ => Json::text(element.name()),
    }
}
