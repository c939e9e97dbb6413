//! The removals of a sanitizer, with reasons.

use std::fmt;
use std::ops::Range;

/// The removals and changes of a sanitizer in their order: the first ones in full, the rest as a
/// count.
///
/// ```
/// use consomme_sanitizer::Sanitizer;
///
/// let html = "<p onclick=a()>Hot<blink>soup</blink>";
/// let mut document = consomme::ParseOptions::new().positions(true).parse_fragment("div", html);
/// let removals = Sanitizer::new().sanitize_noting(&mut document, 100);
/// let lines: Vec<_> = removals.list().iter().map(|removal| removal.to_string()).collect();
/// assert_eq!(lines, [
///     "attribute onclick of p: runs scripts",
///     "element blink: not allowed by the configuration",
/// ]);
/// assert_eq!(&html[removals.list()[0].span().unwrap()], "onclick=a()");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Removals {
    list: Vec<Removal>,
    max: usize,
    count: usize,
    /// Whether something was removed, not only changed.
    has_removed: bool,
}

impl Removals {
    /// Returns an empty list that takes at most `max` entries.
    pub(super) fn new(max: usize) -> Self {
        Removals { max, ..Removals::default() }
    }

    /// Returns the first removals, at most as many as were asked for.
    pub fn list(&self) -> &[Removal] {
        &self.list
    }

    /// Returns how many removals there were, including removals that are not in the list.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether nothing was removed or changed.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether an element, an attribute or another node was removed.
    pub(super) fn has_removed(&self) -> bool {
        self.has_removed
    }

    /// Counts a removal, and lists it if there is room.
    pub(super) fn note(&mut self, what: Removed, removal: impl FnOnce() -> Removal) {
        self.count += 1;
        self.has_removed |= what != Removed::Value;
        if self.list.len() < self.max {
            self.list.push(removal());
        }
    }
}

/// Something that was removed or changed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Removal {
    pub(super) what: Removed,
    pub(super) reason: RemovalReason,
    pub(super) name: String,
    pub(super) element: Option<String>,
    pub(super) span: Option<Range<usize>>,
}

impl Removal {
    /// Returns what kind of thing it was.
    pub fn what(&self) -> Removed {
        self.what
    }

    /// Returns why.
    pub fn reason(&self) -> RemovalReason {
        self.reason
    }

    /// Returns the local name of the element, the qualified name of the attribute, or the target of
    /// the processing instruction; empty for a comment.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the local name of the element that the attribute was on; `None` unless it was one.
    pub fn element(&self) -> Option<&str> {
        self.element.as_deref()
    }

    /// Returns where in the input it was: byte offsets in the text that was given, or that bytes
    /// decode to, as those of [`SourceSpan::range`](consomme::positions::SourceSpan::range). `None` if
    /// the document has no [positions](consomme::ParseOptions::positions), or if it was found only
    /// when the result was read again.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }
}

/// One line for a reader: `attribute onclick of p: runs scripts`.
impl fmt::Display for Removal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.what {
            Removed::Element => "element",
            Removed::Tags => "tags of",
            Removed::Attribute => "attribute",
            Removed::Value => "value of",
            Removed::Comment => "comment",
            Removed::ProcessingInstruction => "processing instruction",
        })?;
        if !self.name.is_empty() {
            write!(f, " {}", self.name)?;
        }
        if let Some(element) = &self.element {
            write!(f, " of {element}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// The kind of a removed or changed part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Removed {
    /// An element with its content.
    Element,
    /// An element whose children stayed.
    Tags,
    /// An attribute.
    Attribute,
    /// An attribute stayed with another value.
    Value,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
}

/// Why something was removed or changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RemovalReason {
    /// The configuration does not keep it.
    NotAllowed,
    /// It runs scripts, so that safe methods remove it whatever the configuration says.
    Unsafe,
    /// A `javascript:` URL.
    JavascriptUrl,
    /// An animation of a URL.
    AnimatedUrl,
    /// The scheme of its URL may not be used there.
    UrlScheme,
    /// Its URL is relative.
    RelativeUrl,
    /// Its URL was resolved or rewritten.
    UrlRewritten,
    /// CSS that may fetch something, where there is a policy for URLs; of a style whose properties
    /// are listed, a URL that may not stay or was written in another way.
    UrlInStyle,
    /// A nested document, where there is a policy for URLs.
    NestedDocument,
    /// A callback said so.
    Callback,
    /// A class that is not listed.
    Class,
    /// An id, or a reference to one, that got a prefix.
    IdPrefix,
    /// Another value is enforced.
    Enforced,
    /// A property of a style that is not listed.
    StyleProperty,
}

impl RemovalReason {
    /// Returns the code, which does not change: words with hyphens.
    pub fn code(self) -> &'static str {
        match self {
            RemovalReason::NotAllowed => "not-allowed",
            RemovalReason::Unsafe => "unsafe",
            RemovalReason::JavascriptUrl => "javascript-url",
            RemovalReason::AnimatedUrl => "animated-url",
            RemovalReason::UrlScheme => "url-scheme",
            RemovalReason::RelativeUrl => "relative-url",
            RemovalReason::UrlRewritten => "url-rewritten",
            RemovalReason::UrlInStyle => "url-in-style",
            RemovalReason::NestedDocument => "nested-document",
            RemovalReason::Callback => "callback",
            RemovalReason::Class => "class",
            RemovalReason::IdPrefix => "id-prefix",
            RemovalReason::Enforced => "enforced",
            RemovalReason::StyleProperty => "style-property",
        }
    }
}

/// A phrase for a reader.
impl fmt::Display for RemovalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RemovalReason::NotAllowed => "not allowed by the configuration",
            RemovalReason::Unsafe => "runs scripts",
            RemovalReason::JavascriptUrl => "a javascript: URL",
            RemovalReason::AnimatedUrl => "animates a URL",
            RemovalReason::UrlScheme => "the scheme of the URL is not allowed",
            RemovalReason::RelativeUrl => "the URL is relative",
            RemovalReason::UrlRewritten => "the URL was rewritten",
            RemovalReason::UrlInStyle => "the style may fetch something",
            RemovalReason::NestedDocument => "a nested document",
            RemovalReason::Callback => "a callback decided",
            RemovalReason::Class => "a class is not allowed",
            RemovalReason::IdPrefix => "ids get a prefix",
            RemovalReason::Enforced => "another value is enforced",
            RemovalReason::StyleProperty => "a property of the style is not allowed",
        })
    }
}
