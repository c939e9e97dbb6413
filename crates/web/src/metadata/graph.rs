//! OpenGraph and Twitter cards.

/// A property of OpenGraph or of a Twitter card, such as `og:image`, with its details.
///
/// <https://ogp.me/#structured>
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GraphProperty {
    /// The name in lowercase, such as `og:image`.
    pub name: String,
    /// The value as written.
    pub value: String,
    /// Details from later elements: `width` and its value for `og:image:width`.
    pub details: Vec<(String, String)>,
}

/// The prefixes of the namespaces of OpenGraph.
const PREFIXES: &[&str] = &["og", "article", "book", "fb", "music", "product", "profile", "video"];

/// Whether a name is one of OpenGraph.
pub(super) fn is_open_graph(name: &str) -> bool {
    name.split_once(':').is_some_and(|(prefix, _)| PREFIXES.contains(&prefix))
}

/// Whether a name is one of a Twitter card.
pub(super) fn is_twitter(name: &str) -> bool {
    name.starts_with("twitter:")
}

/// Adds a property. If it is about an earlier one, such as `og:image:width` about `og:image`, it
/// becomes a detail of the last one. "If there are multiple tags […] their structured properties"
/// follow each.
pub(super) fn add(properties: &mut Vec<GraphProperty>, name: String, value: &str) {
    // `og:image:url` "is identical to og:image".
    let name = match name.strip_suffix(":url") {
        Some(owner) if owner.matches(':').count() == 1 => owner.to_owned(),
        _ => name,
    };
    let detail = name.rsplit_once(':').filter(|(owner, _)| owner.contains(':'));
    if let Some((owner, detail)) = detail
        && let Some(last) = properties.iter_mut().rev().take(64).find(|last| last.name == owner)
    {
        last.details.push((detail.to_owned(), value.to_owned()));
        return;
    }
    properties.push(GraphProperty { name, value: value.to_owned(), details: Vec::new() });
}
