//! The callbacks and their verdicts, and what becomes of elements that are not allowed.

use std::sync::Arc;

use consomme::{Attr, ElementRef, Namespace, NodeRef};

use crate::config::{SanitizerElement, is_non_replaceable};
use crate::removals::RemovalReason;
use crate::rules::Action;
use crate::walk::{Edit, Verdict};

use super::builder::Policy;

/// The verdict of a callback on an element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ElementVerdict {
    /// It stays.
    Keep,
    /// The element is removed with its content.
    Remove,
    /// Its children take its place. `html`, `svg` of SVG and `math` of MathML are removed instead.
    Unwrap,
    /// It gets this local name, and is judged under it with the attributes that it has. It is
    /// removed if it cannot have the name: if the name is none, for a `template`, for an element
    /// with content that would have none or only text, and for elements of SVG and MathML that are
    /// outermost or have elements in them.
    #[doc(alias = "transformTags")]
    Rename(String),
    /// This markup takes its place; it is parsed where the element is.
    Replace(String),
    /// It is moved into the innermost first element of this markup, such as `<div class=table>`. If
    /// no element can be in there, it stays as it is.
    Wrap(String),
    /// It gets these attributes, by their names in tags; the ones that it has get other values.
    /// Each stays if it would stay in the source.
    AddAttributes(Vec<(String, String)>),
    /// It becomes text with its content.
    Escape,
}

/// The verdict of a callback on an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AttributeVerdict {
    /// It stays.
    Keep,
    /// It is removed.
    Remove,
    /// It gets this value, which is checked as if it had been in the source.
    Set(String),
}

/// The verdict of a callback on a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextVerdict {
    /// It stays.
    Keep,
    /// Another text takes its place.
    Set(String),
    /// This markup takes its place; it is parsed where the text is, and sanitized. Escape what you
    /// take over from the text: [`consomme::entities::escape_text`].
    Replace(String),
}

/// The part of an element that is escaped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Escape {
    /// Their tags become text; their content is sanitized. A `template` and elements of SVG and
    /// MathML become text with their content.
    Tags,
    /// They become text with their content.
    All,
}

/// Callbacks.
impl Policy {
    /// Sets a callback for each element that stays. It sees the element with the attributes that it
    /// keeps; its content is not sanitized yet. Whatever comes of its verdict is judged as if it
    /// had been in the source, but the callback does not get it once more.
    ///
    /// Sanitized text is a fixed point if the callback has nothing to change in its own results:
    /// one that wraps tables must see whether a table is wrapped already.
    ///
    /// ```
    /// use consomme_sanitizer::{ElementVerdict, Policy, Preset, Sanitizer};
    ///
    /// let policy = Policy::new().on_element(|element| match element.name() {
    ///     "b" => ElementVerdict::Rename("strong".to_owned()),
    ///     "hr" => ElementVerdict::Replace("<p>* * *<script>a()</script></p>".to_owned()),
    ///     "table" if !element.as_node().ancestors().any(|it| it.as_element().is_some_and(|it| it.is_html("div"))) => {
    ///         ElementVerdict::Wrap("<div></div>".to_owned())
    ///     }
    ///     "a" => ElementVerdict::AddAttributes(vec![("hreflang".to_owned(), "en".to_owned())]),
    ///     _ => ElementVerdict::Keep,
    /// });
    /// let sanitizer = Sanitizer::new().policy(policy);
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<b onclick=a()>1</b><hr><a href=/>2</a><table><td>3"),
    ///     "<strong>1</strong><p>* * *</p><a href=\"/\" hreflang=\"en\">2</a>\
    ///     <div><table><tbody><tr><td>3</td></tr></tbody></table></div>"
    /// );
    /// ```
    #[doc(alias = "addHook", alias = "uponSanitizeElement")]
    #[must_use]
    pub fn on_element(
        mut self,
        callback: impl Fn(ElementRef<'_>) -> ElementVerdict + Send + Sync + 'static,
    ) -> Self {
        self.on_element = Some(Arc::new(callback));
        self
    }

    /// Sets a callback for each attribute that the configuration keeps. It sees the element with
    /// the attributes of the source. A value that it sets is checked as one of the source is: by
    /// the rules for classes, ids, URLs and styles, and for `javascript:` URLs.
    ///
    /// Where text must be read again to become stable, it may get values that it set.
    ///
    /// ```
    /// use consomme_sanitizer::{AttributeVerdict, Policy, Sanitizer};
    ///
    /// let sanitizer = Sanitizer::new().policy(Policy::new().on_attribute(|_, attribute| {
    ///     match (attribute.name(), attribute.value()) {
    ///         ("href", "bad") => AttributeVerdict::Set("javascript:a()".to_owned()),
    ///         ("title", _) => AttributeVerdict::Remove,
    ///         ("lang", lang) => AttributeVerdict::Set(lang.to_ascii_lowercase()),
    ///         _ => AttributeVerdict::Keep,
    ///     }
    /// }));
    /// assert_eq!(sanitizer.sanitize_str("<a href=bad title=x lang=DE dir=ltr>1</a>"), "<a lang=\"de\" dir=\"ltr\">1</a>");
    /// ```
    #[doc(alias = "attribute_filter", alias = "uponSanitizeAttribute")]
    #[must_use]
    pub fn on_attribute(
        mut self,
        callback: impl Fn(ElementRef<'_>, Attr<'_>) -> AttributeVerdict + Send + Sync + 'static,
    ) -> Self {
        self.on_attribute = Some(Arc::new(callback));
        self
    }

    /// Sets a callback for each text, but for that of elements such as `style`. It gets the node,
    /// and so the elements around it. Texts between which elements went are one text. Markup that
    /// it returns is sanitized by the configuration and the policy; this callback does not get it
    /// once more.
    ///
    /// Sanitized text is a fixed point if the callback has nothing to change in its own results.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer, TextVerdict};
    ///
    /// let policy = Policy::new().on_text(|text| {
    ///     let in_link = text.ancestors().any(|it| it.as_element().is_some_and(|it| it.is_html("a")));
    ///     match text.as_text().and_then(|text| text.strip_prefix("@")) {
    ///         Some(name) if !in_link && name.chars().all(char::is_alphanumeric) => {
    ///             TextVerdict::Replace(format!("<a href=/users/{name} onclick=a()>@{name}</a>"))
    ///         }
    ///         _ => TextVerdict::Keep,
    ///     }
    /// });
    /// let sanitizer = Sanitizer::new().policy(policy);
    /// assert_eq!(sanitizer.sanitize_str("@leek"), "<a href=\"/users/leek\">@leek</a>");
    /// assert_eq!(sanitizer.sanitize_str("<a href=/users/leek>@leek</a>"), "<a href=\"/users/leek\">@leek</a>");
    /// ```
    #[doc(alias = "textFilter", alias = "linkify")]
    #[must_use]
    pub fn on_text(
        mut self,
        callback: impl Fn(NodeRef<'_>) -> TextVerdict + Send + Sync + 'static,
    ) -> Self {
        self.on_text = Some(Arc::new(callback));
        self
    }

    /// Makes text of elements that are not allowed, instead of removing them, so that readers see
    /// what was written; also of those that run scripts. This takes precedence over
    /// [`unwrap_unlisted`](Policy::unwrap_unlisted). Elements that a callback removes still go, and
    /// so do frames that the policy for frames does not keep.
    ///
    /// ```
    /// use consomme_sanitizer::{Escape, Policy, Sanitizer};
    ///
    /// let escaping = |escape| Sanitizer::new().policy(Policy::new().escape_unlisted(escape));
    /// let html = "<blink title=x>1 <b>2</b></blink>";
    /// assert_eq!(
    ///     escaping(Escape::Tags).sanitize_str(html),
    ///     "&lt;blink title=\"x\"&gt;1 <b>2</b>&lt;/blink&gt;"
    /// );
    /// assert_eq!(
    ///     escaping(Escape::All).sanitize_str(html),
    ///     "&lt;blink title=\"x\"&gt;1 &lt;b&gt;2&lt;/b&gt;&lt;/blink&gt;"
    /// );
    /// ```
    #[doc(alias = "disallowedTagsMode", alias = "recursiveEscape")]
    #[must_use]
    pub fn escape_unlisted(mut self, escape: Escape) -> Self {
        self.escapes_unlisted = Some(escape);
        self
    }

    /// Sets whether the syntax of templates is broken, for pages whose own templates are filled in
    /// after the text is in them: a space comes between the characters of `{{`, `}}`, `${`, `<%`
    /// and `%>`, in texts and in values of attributes. Elements and attributes whose names have one
    /// are removed, and so are comments. The default is `false`: it is better not to put texts of
    /// others into templates.
    ///
    /// ```
    /// use consomme_sanitizer::{Policy, Sanitizer};
    ///
    /// let sanitizer = Sanitizer::new().policy(Policy::new().break_templates(true));
    /// assert_eq!(
    ///     sanitizer.sanitize_str("<p title='${a}'>{{<script></script>constructor}} <% b %>"),
    ///     "<p title=\"$ {a}\">{ {constructor} } &lt; % b % &gt;</p>"
    /// );
    /// ```
    #[doc(alias = "SAFE_FOR_TEMPLATES")]
    #[must_use]
    pub fn break_templates(mut self, breaks: bool) -> Self {
        self.breaks_templates = breaks;
        self
    }
}

/// Returns what a callback decides about an element, and the change that it asks for.
pub(super) fn verdict_of(
    verdict: ElementVerdict,
    element: ElementRef<'_>,
) -> (Verdict, Option<Edit>) {
    let name = SanitizerElement::from((element.namespace(), element.name()));
    let (action, edit) = match verdict {
        ElementVerdict::Keep => (Action::Keep, None),
        ElementVerdict::Unwrap if !is_non_replaceable(&name) => (Action::ReplaceWithChildren, None),
        ElementVerdict::Unwrap | ElementVerdict::Remove => (Action::Remove, None),
        ElementVerdict::Escape => (Action::Escape, None),
        ElementVerdict::Rename(name) => (Action::Keep, Some(Edit::Rename(name))),
        ElementVerdict::Replace(html) => (Action::Keep, Some(Edit::Replace(html))),
        ElementVerdict::Wrap(html) => (Action::Keep, Some(Edit::Wrap(html))),
        ElementVerdict::AddAttributes(added) => (Action::Keep, Some(Edit::AddAttributes(added))),
    };
    (Verdict::new(action, RemovalReason::Callback), edit)
}

/// Returns how an element becomes text.
pub(super) fn escaped(escape: Escape, element: ElementRef<'_>) -> Action {
    match escape {
        Escape::Tags if element.namespace() == Namespace::Html && !element.is_html("template") => {
            Action::EscapeTags
        }
        Escape::Tags | Escape::All => Action::Escape,
    }
}
