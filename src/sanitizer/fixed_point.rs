//! Text to text: what is written is read again until it is stable.

use crate::dom::Document;
use crate::names::{ElementName, NameTable, Namespace, known};
use crate::parse::{Context, ParseOptions};
use crate::serialize::text_as_escaped;
use crate::settings::{Limits, Revision};

use super::nesting::Nesting;
use super::policy::{Policy, sanitize_noting};
use super::removals::Removals;
use super::rules::Rules;
use super::sanitizer::Sanitizer;
use super::writer::{Written, write_sanitized};

/// How text is sanitized, as the content of a context element.
///
/// The [module](crate::sanitizer) says what is promised of the result.
///
/// ```
/// use consomme::sanitizer::{SanitizeOptions, Sanitizer};
///
/// let row = SanitizeOptions::new().sanitize(&Sanitizer::new(), "tr", "<td onclick=a()>1<script>a()</script>");
/// assert_eq!(row.html(), "<td>1</td>");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizeOptions {
    rounds: usize,
    limits: Limits,
    max_removals: usize,
    max_output: Option<usize>,
    without_plain_trees: bool,
}

impl SanitizeOptions {
    /// Returns the default options: at most four rounds, and the limits of [`Limits::default`].
    pub fn new() -> Self {
        SanitizeOptions {
            rounds: 4,
            limits: Limits::default(),
            max_removals: 0,
            max_output: None,
            without_plain_trees: false,
        }
    }

    /// Sets how many times what was written is read again at most. What is not stable then is
    /// written as text ([`Sanitized::is_text`]). The default is 4.
    ///
    /// Each round parses the text once, and once more for each other reader who may understand it
    /// differently: up to four times in all. Ordinary markup takes no round. With 0, only what
    /// takes none is written as HTML.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// Sets the limits on the resources that reading can take. Every reading has the same limits,
    /// so that the result is a fixed point with these options; other readers have limits of their
    /// own.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Asks for what was removed: the first `max` of it in full, the rest as a count. The default
    /// is 0, which costs nothing.
    ///
    /// ```
    /// use consomme::sanitizer::{RemovalReason, SanitizeOptions, Sanitizer};
    ///
    /// let options = SanitizeOptions::new().max_removals(10);
    /// let html = "<a href=javascript:a() onclick=a()>1</a>";
    /// let sanitized = options.sanitize(&Sanitizer::new(), "div", html);
    /// let removals = sanitized.removals().list();
    /// assert_eq!(removals[0].reason(), RemovalReason::JavascriptUrl);
    /// assert_eq!(&html[removals[1].span().unwrap()], "onclick=a()");
    /// ```
    #[must_use]
    pub fn max_removals(mut self, max: usize) -> Self {
        self.max_removals = max;
        self
    }

    /// Sets how many bytes the result may have. If it has more, it is empty instead, and
    /// [`Sanitized::is_too_long`] says so. The default is no limit.
    #[must_use]
    pub fn max_output(mut self, bytes: Option<usize>) -> Self {
        self.max_output = bytes;
        self
    }

    /// Sets whether what is written is always read again, also where the tree shows that this
    /// changes nothing. The result is the same; tests compare the two.
    #[doc(hidden)]
    #[must_use]
    pub fn without_plain_trees(mut self, without: bool) -> Self {
        self.without_plain_trees = without;
        self
    }

    /// Sanitizes HTML as the content of a context element, as
    /// [`Sanitizer::sanitize_str`] does for a `div`.
    ///
    /// A context whose content is text that cannot be escaped (`script`, of SVG, too, `style`,
    /// `xmp`, `iframe`, `noembed`, `noframes`, `noscript`, `plaintext`) has no HTML: the result is
    /// empty.
    ///
    /// What would take more than 16 times as many bytes as `html` and 64 KiB is written as text up
    /// to there. Only misnested formatting elements with long attributes get so large, because the
    /// parser copies them.
    pub fn sanitize<'a>(
        &self,
        sanitizer: &Sanitizer,
        context: impl Into<Context<'a>>,
        html: &str,
    ) -> Sanitized {
        let context = context.into();
        let rules = sanitizer.rules(true);
        let Some(has_flow) = content_of(&context) else {
            return Sanitized::text(String::new(), 0);
        };
        // In 2024, a `select` has insertion modes of its own.
        let is_select = context.element() == (Namespace::Html, "select");
        let policy = sanitizer.get_policy();
        let max_bytes = html.len().saturating_mul(MAX_GROWTH).saturating_add(MAX_BYTES_BESIDES);
        let enforced = policy.map_or(0, |policy| policy.max_enforced_bytes(html.len()));
        let max_bytes = max_bytes.saturating_add(enforced);
        let reading = Reading { options: self, rules, context, has_flow, is_select, max_bytes };
        let mut removals = Removals::new(self.max_removals);
        let mut sanitized = match policy {
            Some(policy) => reading.with_policy(policy, html, &mut removals),
            None => reading.plainly(html, &mut removals),
        };
        sanitized.removals = removals;
        if self.max_output.is_some_and(|max| sanitized.html.len() > max) {
            sanitized.html.clear();
            sanitized.is_too_long = true;
        }
        sanitized
    }
}

impl Default for SanitizeOptions {
    fn default() -> Self {
        SanitizeOptions::new()
    }
}

/// Sanitized text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sanitized {
    html: String,
    rounds: usize,
    is_text: bool,
    is_too_long: bool,
    removals: Removals,
}

impl Sanitized {
    pub(super) fn stable(html: String, rounds: usize) -> Sanitized {
        let removals = Removals::default();
        Sanitized { html, rounds, is_text: false, is_too_long: false, removals }
    }

    fn text(html: String, rounds: usize) -> Sanitized {
        Sanitized { is_text: true, ..Sanitized::stable(html, rounds) }
    }

    /// Returns the HTML.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// Returns the HTML.
    pub fn into_html(self) -> String {
        self.html
    }

    /// Returns in how many rounds what was written was read again; the last one changed nothing. 0
    /// if the tree itself showed that reading it again changes nothing, as nearly every tree does.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Returns whether only text was written, if any: because the HTML did not become stable in the
    /// rounds that are allowed, because it grew too large, or because the content of the context is
    /// not HTML. That text is escaped; where no text can be, as in a `table`, there is none.
    pub fn is_text(&self) -> bool {
        self.is_text
    }

    /// Returns whether the result is empty because it had more bytes than
    /// [`SanitizeOptions::max_output`] allows.
    pub fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Returns what was removed or changed, if [`SanitizeOptions::max_removals`] asked for it.
    /// What comes to light only when the result is read again has no place in the source.
    pub fn removals(&self) -> &Removals {
        &self.removals
    }
}

/// Text to text.
impl Sanitizer {
    /// Sanitizes HTML as the content of a `div`, which is that of most elements: safe, and so that
    /// what is returned is a fixed point. [`SanitizeOptions::sanitize`] takes another context.
    ///
    /// What readers make of the result is promised in the documentation of the
    /// [module](crate::sanitizer).
    ///
    /// ```
    /// use consomme::sanitizer::Sanitizer;
    ///
    /// let sanitizer = Sanitizer::new();
    /// let html = sanitizer.sanitize_str("<p>1<div>2 & <b>3<i>4</b>5");
    /// assert_eq!(html, "<p>1</p><div>2 &amp; <b>3<i>4</i></b><i>5</i></div>");
    /// assert_eq!(sanitizer.sanitize_str(&html), html);
    /// ```
    pub fn sanitize_str(&self, html: &str) -> String {
        SanitizeOptions::new().sanitize(self, "div", html).html
    }
}

/// Who reads what is written: by which revision, and whether scripting is enabled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) revision: Revision,
    pub(super) scripting: bool,
}

/// The reader whose tree is written.
pub(super) const PRIMARY: Reader = Reader { revision: Revision::Living2026, scripting: false };

/// The readers that must not find anything to remove in what is written. Whether scripting matters
/// in a revision is known when that revision is read without.
pub(super) const OTHERS: [Reader; 3] = [
    Reader { revision: Revision::Living2026, scripting: true },
    Reader { revision: Revision::Snapshot2024, scripting: false },
    Reader { revision: Revision::Snapshot2024, scripting: true },
];

/// How many times as many bytes as it got sanitizing writes at most, and how many besides. Escaping
/// and implied tags make six times as many at most; only copies of formatting elements make more.
const MAX_GROWTH: usize = 16;
const MAX_BYTES_BESIDES: usize = 64 * 1024;

/// How many times text is read again at most: twice, if the context implies elements around it.
const TEXT_ROUNDS: usize = 4;

pub(super) struct Reading<'a> {
    options: &'a SanitizeOptions,
    pub(super) rules: &'a Rules,
    pub(super) context: Context<'a>,
    pub(super) has_flow: bool,
    pub(super) is_select: bool,
    pub(super) max_bytes: usize,
}

impl Reading<'_> {
    pub(super) fn parse(&self, reader: Reader, html: &str) -> Document {
        self.options_of(reader).parse_fragment(self.context.clone(), html)
    }

    /// Parses the source, with positions if removals are asked for.
    pub(super) fn parse_source(&self, html: &str) -> Document {
        let options = self.options_of(PRIMARY).positions(self.options.max_removals > 0);
        options.parse_fragment(self.context.clone(), html)
    }

    pub(super) fn options_of(&self, reader: Reader) -> ParseOptions {
        let options = ParseOptions::new().revision(reader.revision).scripting(reader.scripting);
        options.limits(self.options.limits)
    }

    /// Returns how many times what was written is read again at most.
    pub(super) fn rounds(&self) -> usize {
        self.options.rounds
    }

    /// Returns whether what is written is always read again.
    pub(super) fn is_without_plain_trees(&self) -> bool {
        self.options.without_plain_trees
    }

    /// Sanitizes a text without a policy: what stays is written, and the tree is not changed.
    fn plainly(&self, html: &str, removals: &mut Removals) -> Sanitized {
        let mut tree = self.parse_source(html);
        let written = self.write(&tree);
        if self.options.max_removals > 0 {
            sanitize_noting(&mut tree, self.rules, &Policy::default(), removals);
        }
        if written.is_cut {
            return self.as_text(&written.html);
        }
        if written.is_plain && !self.options.without_plain_trees {
            return Sanitized::stable(written.html, 0);
        }
        self.until_stable(written.html)
    }

    fn write(&self, document: &Document) -> Written {
        // A tree that was cut off or flattened at a limit is read again.
        let has_flow = self.has_flow && !document.limits_hit().any();
        write_sanitized(document, self.rules, has_flow, self.max_bytes)
    }

    /// Reads what was written until that changes nothing.
    fn until_stable(&self, html: String) -> Sanitized {
        match self.read_again(html, self.options.rounds) {
            Ok((html, rounds)) => Sanitized::stable(html, rounds),
            Err(unstable) => self.as_text(&unstable),
        }
    }

    /// Returns what did not become stable, or was cut, as text.
    pub(super) fn as_text(&self, unstable: &str) -> Sanitized {
        let text = self.parse(PRIMARY, unstable).root().text_content();
        let text = text_as_escaped(&text).replace('\r', "&#13;");
        // Where no text can be, as in a table, there is none.
        let text = self
            .read_again(text, TEXT_ROUNDS)
            .or_else(|_| self.read_again(String::new(), TEXT_ROUNDS));
        debug_assert!(text.is_ok(), "the empty text, or the elements implied by it, is stable");
        let html = text.map_or_else(|_| String::new(), |(html, _)| html);
        Sanitized::text(html, self.options.rounds)
    }

    /// Reads a text again until that changes nothing. Returns what is stable and how many times it
    /// took, or what it was at last.
    fn read_again(&self, mut html: String, rounds: usize) -> Result<(String, usize), String> {
        for round in 1..=rounds {
            match self.changed(&html) {
                Some(changed) if changed.is_cut => return Err(changed.html),
                Some(changed) => html = changed.html,
                None => return Ok((html, round)),
            }
        }
        Err(html)
    }

    /// Returns what becomes of a text when it is sanitized again, for the first reader for whom it
    /// changes; `None` if it is stable.
    fn changed(&self, html: &str) -> Option<Written> {
        let written = self.write(&self.parse(PRIMARY, html));
        if written.html != html || written.has_removed {
            return Some(written);
        }
        if written.is_plain && !self.options.without_plain_trees {
            return None;
        }
        let mut depends_on_scripting = written.depends_on_scripting;
        let mut depends_on_revision = written.depends_on_revision || self.is_select;
        for reader in OTHERS {
            let is_same = (reader.scripting && !depends_on_scripting)
                || (reader.revision != PRIMARY.revision && !depends_on_revision);
            if is_same && !self.options.without_plain_trees {
                continue;
            }
            let (document, is_outside) = self.parse_as_other(reader, html);
            let written = self.write(&document);
            if written.has_removed || written.is_cut || is_outside {
                return Some(written);
            }
            // What is text for one reader can be a `noscript` for another one. Where the tree is
            // not that of the text as it is written, it may lack what others differ about: a
            // `<template for>` that was carried out leaves no element.
            let is_other_tree = written.html != html;
            depends_on_scripting |= written.depends_on_scripting || is_other_tree;
            depends_on_revision |= written.depends_on_revision || is_other_tree;
        }
        None
    }
}

/// Returns whether the content of a context element is parsed by the rules for the flow; `None` if
/// it is text that cannot be escaped.
fn content_of(context: &Context<'_>) -> Option<bool> {
    let (namespace, name) = context.element();
    let Some(local) = NameTable::default().find(name) else {
        return Some(namespace == Namespace::Html);
    };
    let is_raw = match namespace {
        Namespace::Html => matches!(
            local,
            known::SCRIPT
                | known::STYLE
                | known::XMP
                | known::IFRAME
                | known::NOEMBED
                | known::NOFRAMES
                | known::NOSCRIPT
                | known::PLAINTEXT
        ),
        Namespace::Svg => local == known::SCRIPT,
        Namespace::MathMl => false,
    };
    // "in caption" is a mode of its own at the root of a fragment.
    let nesting = Nesting::of(ElementName { namespace, local });
    let has_flow = namespace == Namespace::Html
        && (local == known::BODY || nesting.has_flow() && nesting != Nesting::Caption);
    (!is_raw).then_some(has_flow)
}
