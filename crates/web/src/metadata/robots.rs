//! Rules for crawlers: `<meta name=robots>`.

/// The rules for a crawler, from `<meta name=robots>` or a `meta` of its own name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Robots {
    /// The crawler in lowercase: `robots` for all.
    pub agent: String,
    /// The rules in order.
    pub rules: Vec<RobotsRule>,
}

/// A rule for crawlers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RobotsRule {
    /// The name in lowercase, such as `noindex` or `max-snippet`.
    pub name: String,
    /// The text after the colon, such as `20` in `max-snippet:20`.
    pub value: Option<String>,
}

/// The names of `meta` elements that hold rules: for all crawlers, and for crawlers of search
/// engines.
const AGENTS: &[&str] = &[
    "robots",
    "googlebot",
    "googlebot-news",
    "bingbot",
    "msnbot",
    "slurp",
    "duckduckbot",
    "yandex",
];

impl Robots {
    /// Returns the rules of a `meta` element of that name. `None` if it is not for crawlers.
    pub(super) fn of(name: &str, content: &str) -> Option<Robots> {
        let agent = AGENTS.iter().find(|agent| agent.eq_ignore_ascii_case(name))?;
        let rules = content.split(',').map(str::trim).filter(|rule| !rule.is_empty());
        let rules = rules.map(|rule| {
            let (name, value) = match rule.split_once(':') {
                Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
                None => (rule, None),
            };
            RobotsRule { name: name.to_ascii_lowercase(), value }
        });
        Some(Robots { agent: (*agent).to_owned(), rules: rules.collect() })
    }

    /// Returns whether there is a rule of that name, which is in lowercase. The rule `none` counts
    /// as `noindex` and `nofollow`.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let is_in_none = matches!(name, "noindex" | "nofollow");
        self.rules.iter().any(|rule| rule.name == name || is_in_none && rule.name == "none")
    }
}
