//! A sanitizer as data.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::json::{Json, Member};
use crate::policy::policy_of;
use crate::{Preset, Profile, Sanitizer, SanitizerConfig};

/// Writes an object with the members `configuration` and, if there is one, `policy`.
///
/// ```
/// use consomme_sanitizer::{Preset, Sanitizer};
///
/// let json = serde_json::to_string(&Sanitizer::preset(Preset::Comments))?;
/// let read: Sanitizer = serde_json::from_str(&json)?;
/// assert_eq!(read.sanitize_str("<b onclick=a()>1</b><i>2"), "<b>1</b><i>2</i>");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// A policy with callbacks has no JSON.
impl Serialize for Sanitizer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("configuration", &self.config())?;
        if let Some(policy) = self.get_policy() {
            map.serialize_entry("policy", policy)?;
        }
        map.end()
    }
}

/// Reads an object. It begins with a `preset` by its name, or with `profiles` by theirs, or has a
/// `configuration`, in which everything goes that it does not name, as by
/// [`Sanitizer::from_safe_config`]. Its `policy` adds to that of the preset. Other
/// members are errors.
///
/// ```
/// use consomme_sanitizer::Sanitizer;
///
/// let json = r#"{"profiles": ["html"], "policy": {"urls": {"schemes": {"link": ["https"]}}}}"#;
/// let sanitizer: Sanitizer = serde_json::from_str(json)?;
/// assert_eq!(sanitizer.sanitize_str("<a href=http://a.example/>1"), "<a>1</a>");
///
/// let json = r#"{"preset": "basic", "policy": {"urls": {"hosts": {"media": "a"}}}}"#;
/// let wrong = serde_json::from_str::<Sanitizer>(json).unwrap_err();
/// assert!(wrong.to_string().starts_with("policy.urls.hosts.media: a list is expected"));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Sanitizer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sanitizer, D::Error> {
        deserializer.deserialize_map(SanitizerVisitor)
    }
}

struct SanitizerVisitor;

/// The members.
pub(super) const MEMBERS: [&str; 4] = ["preset", "profiles", "configuration", "policy"];

impl<'de> Visitor<'de> for SanitizerVisitor {
    type Value = Sanitizer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a preset, profiles or a configuration")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sanitizer, A::Error> {
        let (mut base, mut policy): (Option<Sanitizer>, Option<Json>) = (None, None);
        while let Some(name) = map.next_key::<String>()? {
            let at = |error: &dyn fmt::Display| A::Error::custom(format!("{name}: {error}"));
            if name == "policy" && policy.is_some() {
                return Err(at(&"it is there twice"));
            }
            if name != "policy" && base.is_some() {
                return Err(at(&"there is a preset, profiles or a configuration already"));
            }
            match &*name {
                "preset" => base = Some(Sanitizer::preset(named(&map.next_value()?, &name)?)),
                "profiles" => {
                    let json: Json = map.next_value()?;
                    let listed =
                        Member::outermost(&json, &name).list().map_err(A::Error::custom)?;
                    let choices = Profile::ALL.map(|it| (it.as_str(), it));
                    let profiles: Result<Vec<_>, _> =
                        listed.iter().map(|it| it.one_of(&choices)).collect();
                    base = Some(Sanitizer::profiles(profiles.map_err(A::Error::custom)?));
                }
                "configuration" => {
                    let config: SanitizerConfig = map.next_value().map_err(|error| at(&error))?;
                    base = Some(Sanitizer::from_safe_config(config).map_err(|error| at(&error))?);
                }
                "policy" => policy = Some(map.next_value()?),
                _ => return Err(A::Error::unknown_field(&name, &MEMBERS)),
            }
        }
        let base = base
            .ok_or_else(|| A::Error::custom("a preset, profiles or a configuration is missing"))?;
        let Some(policy) = policy else { return Ok(base) };
        let own = base.get_policy().cloned().unwrap_or_default();
        let policy = policy_of(own, &Member::outermost(&policy, "policy"));
        Ok(base.policy(policy.map_err(A::Error::custom)?))
    }
}

/// Returns the preset of that name.
fn named<E: Error>(json: &Json, name: &str) -> Result<Preset, E> {
    let choices = Preset::ALL.map(|preset| (preset.as_str(), preset));
    Member::outermost(json, name).one_of(&choices).map_err(E::custom)
}
