//! Classes, and ids with a prefix.

use std::borrow::Cow;

use crate::config::SanitizerElement;
use crate::elements::ElementList;
use consomme::{Attr, ElementRef};
use consomme::{AttributeNamespace, Namespace};

use super::builder::Policy;

impl Policy {
    /// Returns the classes that an element keeps of these; `None` if it keeps all of them.
    pub(super) fn kept_classes(&self, element: ElementRef<'_>, value: &str) -> Option<String> {
        if self.classes.is_empty() {
            return None;
        }
        let is_of = |name: &Option<_>| {
            name.as_ref()
                .is_none_or(|name: &SanitizerElement| name.is(element.namespace(), element.name()))
        };
        let is_kept = |class: &&str| {
            let lists = self.classes.iter().filter(|(name, _)| is_of(name));
            lists.flat_map(|(_, names)| names).any(|name| match name.strip_suffix('*') {
                Some(prefix) => class.starts_with(prefix),
                None => **name == **class,
            })
        };
        if value.split_ascii_whitespace().all(|class| is_kept(&class)) {
            return None;
        }
        let kept: Vec<&str> = value.split_ascii_whitespace().filter(is_kept).collect();
        Some(kept.join(" "))
    }
}

/// Returns the value of an attribute with a prefix before the ids in it; `None` if it has none, or
/// if they have it already.
pub(super) fn with_id_prefix(
    prefix: &str,
    element: ElementRef<'_>,
    attribute: Attr<'_>,
    value: &str,
) -> Option<String> {
    let is_html = element.namespace() == Namespace::Html;
    let has_global_name = || is_html && ElementList::NamedInPage.has(element.element_name().local);
    let prefixed = match (attribute.namespace(), attribute.name()) {
        (AttributeNamespace::None, "id") => id(prefix, value),
        (AttributeNamespace::None, "name") if has_global_name() => id(prefix, value),
        (
            AttributeNamespace::None,
            "anchor" | "commandfor" | "contextmenu" | "for" | "form" | "headers" | "itemref"
            | "list" | "popovertarget",
        ) if is_html => ids(prefix, value),
        (
            AttributeNamespace::None,
            "aria-actions"
            | "aria-activedescendant"
            | "aria-controls"
            | "aria-describedby"
            | "aria-details"
            | "aria-errormessage"
            | "aria-flowto"
            | "aria-labelledby"
            | "aria-owns"
            | "interestfor",
        ) => ids(prefix, value),
        (AttributeNamespace::None, "usemap") if is_html => hash_name(prefix, value),
        (AttributeNamespace::None | AttributeNamespace::XLink, "href") => fragment(prefix, value),
        (AttributeNamespace::None, _) if element.namespace() == Namespace::Svg => {
            references(prefix, value)
        }
        _ => Cow::Borrowed(value),
    };
    (prefixed != value).then(|| prefixed.into_owned())
}

fn id<'a>(prefix: &str, value: &'a str) -> Cow<'a, str> {
    match value.is_empty() || value.starts_with(prefix) {
        true => Cow::Borrowed(value),
        false => Cow::Owned(format!("{prefix}{value}")),
    }
}

/// A list of ids.
fn ids<'a>(prefix: &str, value: &'a str) -> Cow<'a, str> {
    if value.split_ascii_whitespace().all(|one| one.starts_with(prefix)) {
        return Cow::Borrowed(value);
    }
    let ids: Vec<_> = value.split_ascii_whitespace().map(|one| id(prefix, one)).collect();
    Cow::Owned(ids.join(" "))
}

/// A URL that is only a fragment.
fn fragment<'a>(prefix: &str, value: &'a str) -> Cow<'a, str> {
    let cleaned = super::url_syntax::cleaned(value);
    match cleaned.strip_prefix('#') {
        Some(name) if !name.is_empty() && !name.starts_with(prefix) && !name.starts_with(":~:") => {
            Cow::Owned(format!("#{prefix}{name}"))
        }
        _ => Cow::Borrowed(value),
    }
}

/// A hash-name reference: text before the first `#` does not count.
///
/// <https://html.spec.whatwg.org/#rules-for-parsing-a-hash-name-reference>
fn hash_name<'a>(prefix: &str, value: &'a str) -> Cow<'a, str> {
    match value.split_once('#') {
        Some((_, name)) if !name.is_empty() && !name.starts_with(prefix) => {
            Cow::Owned(format!("#{prefix}{name}"))
        }
        _ => Cow::Borrowed(value),
    }
}

/// The references `url(#…)` in an attribute of SVG.
fn references<'a>(prefix: &str, value: &'a str) -> Cow<'a, str> {
    let mut written = String::new();
    let mut rest = value;
    while let Some(at) = super::style::find_url(rest) {
        let (before, after) = rest.split_at(at);
        written.push_str(before);
        rest = after;
        let quotes = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'');
        if let Some(name) = after.trim_start_matches(quotes).strip_prefix('#')
            && !name.starts_with(prefix)
        {
            written.push_str(&after[..after.len() - name.len()]);
            written.push_str(prefix);
            rest = name;
        }
    }
    match written.is_empty() {
        true => Cow::Borrowed(value),
        false => Cow::Owned(written + rest),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Policy, Sanitizer};

    fn prefixed(html: &str) -> String {
        let policy = Policy::new().id_prefix("u-");
        Sanitizer::allow_everything().policy(policy).sanitize_str(html)
    }

    #[test]
    fn ids_and_references_to_them_get_the_prefix() {
        for (html, expected) in [
            ("<p id=a>", "<p id=\"u-a\"></p>"),
            ("<p id>", "<p id=\"\"></p>"),
            ("<label for=a>1</label>", "<label for=\"u-a\">1</label>"),
            ("<p aria-labelledby='a  u-b'>", "<p aria-labelledby=\"u-a u-b\"></p>"),
            ("<img name=a usemap=#b>", "<img name=\"u-a\" usemap=\"#u-b\">"),
            ("<img usemap='x# b'>", "<img usemap=\"#u- b\">"),
            (
                "<button interestfor=a contextmenu=b anchor=c>1</button>",
                "<button interestfor=\"u-a\" contextmenu=\"u-b\" anchor=\"u-c\">1</button>",
            ),
            ("<svg><a interestfor=a></a></svg>", "<svg><a interestfor=\"u-a\"></a></svg>"),
            ("<input name=a form=f list=l>", "<input name=\"a\" form=\"u-f\" list=\"u-l\">"),
            ("<a href=' #a'>1</a>", "<a href=\"#u-a\">1</a>"),
            ("<a href='#'>1</a>", "<a href=\"#\">1</a>"),
            ("<a href='x#a'>1</a>", "<a href=\"x#a\">1</a>"),
            ("<a href='#:~:text=a'>1</a>", "<a href=\"#:~:text=a\">1</a>"),
            (
                "<svg><path fill='URL( \"#a\") url(#u-b) url(c#d)'></path></svg>",
                "<svg><path fill=\"URL( &quot;#u-a&quot;) url(#u-b) url(c#d)\"></path></svg>",
            ),
            (
                "<svg><image xlink:href='#a'></image></svg>",
                "<svg><image xlink:href=\"#u-a\"></image></svg>",
            ),
            ("<math><mo form=prefix>1</mo></math>", "<math><mo form=\"prefix\">1</mo></math>"),
        ] {
            assert_eq!(prefixed(html), expected);
            assert_eq!(prefixed(expected), expected);
        }
    }

    #[test]
    fn classes_are_kept_by_element_and_everywhere() {
        let policy = Policy::new().classes("b", ["x", "lang-*"]).classes_everywhere(["all"]);
        let sanitizer = Sanitizer::allow_everything().policy(policy);
        assert_eq!(
            sanitizer.sanitize_str(
                "<b class='x y all\tlang-a X'>1</b><i class='x all'>2</i><u class=x>3</u><s class>4</s>"
            ),
            "<b class=\"x all lang-a\">1</b><i class=\"all\">2</i><u>3</u><s class=\"\">4</s>"
        );
    }
}
