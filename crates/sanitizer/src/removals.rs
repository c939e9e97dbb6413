//! The removals of a sanitizer, with reasons.

use std::fmt;
use std::ops::Range;

use consomme::LimitsHit;

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
#[doc(alias = "removed")]
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

    /// Returns whether nothing was removed or changed, and no limit was reached that left content
    /// out.
    #[doc(alias = "is_html", alias = "isValid")]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Notes the limits of a parse that left content out. Other limits only arrange it otherwise.
    pub(super) fn note_limits(&mut self, limits_hit: LimitsHit) {
        for (name, is_reached) in [
            ("input_bytes", limits_hit.input_bytes),
            ("nodes", limits_hit.nodes),
            ("attributes_per_element", limits_hit.attributes_per_element),
        ] {
            if is_reached {
                self.note_rest(Removed::Rest, name);
            }
        }
    }

    /// Notes content that is missing though no rule removed it; by a limit, with its name.
    pub(super) fn note_rest(&mut self, what: Removed, limit: &str) {
        let reason = match what {
            Removed::Markup => RemovalReason::OnlyText,
            _ => RemovalReason::Limit,
        };
        let name = limit.to_owned();
        self.note(what, || Removal { what, reason, name, element: None, span: None });
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

    /// Returns the local name of the element, the qualified name of the attribute, the target of
    /// the processing instruction, or the name of the limit; empty for a comment, a text and for
    /// [`Removed::Markup`].
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
            Removed::Text => "text",
            Removed::Rest => "limit",
            Removed::Markup => "markup",
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
    /// The tags of an element: its children stayed, it became text, or it got another name.
    Tags,
    /// An attribute.
    Attribute,
    /// An attribute stayed with another value.
    Value,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A text that the element that it is put into does not take: between the parts of a table.
    Text,
    /// Content past a limit: past the end of the input that was parsed, more attributes of an
    /// element, or a result that is [too long](crate::Sanitized::is_too_long).
    Rest,
    /// All markup of a result that [is text](crate::Sanitized::is_text).
    Markup,
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
    /// The host of its URL may not be asked there.
    UrlHost,
    /// Its URL is relative.
    RelativeUrl,
    /// Its URL was resolved or rewritten.
    UrlRewritten,
    /// CSS that may fetch something, where there is a policy for URLs; of a style whose properties
    /// are listed, a URL that may not stay or was written in another way.
    UrlInStyle,
    /// Its image is [held back](crate::UrlPolicy::hold_images) until the reader asks for it, or cannot
    /// be held back there.
    HeldBack,
    /// A browser would fetch its URL on its own, where
    /// [nothing is fetched](crate::UrlPolicy::fetch_nothing).
    Fetches,
    /// A nested document, where there is a policy for URLs.
    NestedDocument,
    /// A frame, or an attribute of one, that the [policy for frames](crate::FramePolicy) does not
    /// keep.
    Frame,
    /// The syntax of templates, which is [broken](crate::Policy::break_templates).
    TemplateSyntax,
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
    /// It would make the element that a text is put into a shadow host.
    ShadowHost,
    /// It would leave the element that a text is put into, or act on it or on an element around it:
    /// an item without a list of the text's own, a block in a `p`, content that a table does not
    /// take.
    ReachesOut,
    /// A limit was reached: one of [`Limits`](consomme::Limits), or
    /// [`max_output`](crate::SanitizeOptions::max_output).
    Limit,
    /// Only text can be written, if any: the markup does not stay the same when it is read again,
    /// it is too much, or the content of the context is not HTML.
    OnlyText,
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
            RemovalReason::UrlHost => "url-host",
            RemovalReason::RelativeUrl => "relative-url",
            RemovalReason::UrlRewritten => "url-rewritten",
            RemovalReason::UrlInStyle => "url-in-style",
            RemovalReason::HeldBack => "held-back",
            RemovalReason::Fetches => "fetches",
            RemovalReason::NestedDocument => "nested-document",
            RemovalReason::Frame => "frame",
            RemovalReason::TemplateSyntax => "template-syntax",
            RemovalReason::Callback => "callback",
            RemovalReason::Class => "class",
            RemovalReason::IdPrefix => "id-prefix",
            RemovalReason::Enforced => "enforced",
            RemovalReason::StyleProperty => "style-property",
            RemovalReason::ShadowHost => "shadow-host",
            RemovalReason::ReachesOut => "reaches-out",
            RemovalReason::Limit => "limit",
            RemovalReason::OnlyText => "only-text",
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
            RemovalReason::UrlHost => "the host of the URL is not allowed",
            RemovalReason::RelativeUrl => "the URL is relative",
            RemovalReason::UrlRewritten => "the URL was rewritten",
            RemovalReason::UrlInStyle => "the style may fetch something",
            RemovalReason::HeldBack => "the image is held back",
            RemovalReason::Fetches => "a browser would fetch it",
            RemovalReason::NestedDocument => "a nested document",
            RemovalReason::Frame => "a frame that the policy does not keep so",
            RemovalReason::TemplateSyntax => "the syntax of templates",
            RemovalReason::Callback => "a callback decided",
            RemovalReason::Class => "a class is not allowed",
            RemovalReason::IdPrefix => "ids get a prefix",
            RemovalReason::Enforced => "another value is enforced",
            RemovalReason::StyleProperty => "a property of the style is not allowed",
            RemovalReason::ShadowHost => "makes the element around the text a shadow host",
            RemovalReason::ReachesOut => "reaches out of the element around the text",
            RemovalReason::Limit => "the rest is left out",
            RemovalReason::OnlyText => "only text can be written",
        })
    }
}
