//! Bounds on what one document can cost.

use std::fmt;

/// Bounds on what one document can cost. Where one acts, the parser goes on and keeps a tree, and
/// [`Document::limits_hit`](crate::Document::limits_hit) says so.
///
/// ```
/// use consomme::{Limits, ParseOptions};
///
/// let limits = Limits::default().input_bytes(Some(10 << 20)).nodes(Some(1_000_000)).depth(Some(100));
/// let document = ParseOptions::new().limits(limits).parse_str("<div>".repeat(500));
/// assert!(document.limits_hit().depth && !document.limits_hit().nodes);
/// ```
///
/// What each can cost, and which to choose, is in [untrusted input](crate::guide::untrusted_input).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    pub(crate) depth: usize,
    pub(crate) nodes: usize,
    pub(crate) copies: usize,
    pub(crate) attributes_per_element: usize,
    pub(crate) input_bytes: usize,
    pub(crate) errors: usize,
    pub(crate) searches: usize,
}

/// How many attributes an element can have: their number takes three bytes.
pub(crate) const MAX_ATTRIBUTES: usize = 0xFF_FFFF;

impl Default for Limits {
    /// [`Limits::browser`], and in addition 65,536 [copies](Limits::copies), so that the tree is no
    /// larger than linear in the input, 16,777,216 nodes and 100,000 errors.
    fn default() -> Self {
        Limits::browser().copies(Some(1 << 16)).nodes(Some(1 << 24)).errors(Some(100_000))
    }
}

impl Limits {
    /// What browsers bound: a tree of at most 512 levels.
    pub fn browser() -> Self {
        Limits::unlimited().depth(Some(512))
    }

    /// No bounds but those of the data structures: 2 GiB of text, 4,294,967,294 nodes, 16,777,215
    /// attributes of an element. Only [searches](Self::searches) are bounded, because it takes that
    /// to have the time linear in the number of nodes.
    pub fn unlimited() -> Self {
        Limits {
            depth: usize::MAX,
            nodes: u32::MAX as usize - 1,
            copies: usize::MAX,
            attributes_per_element: MAX_ATTRIBUTES,
            input_bytes: crate::text::MAX_BYTES - 1,
            errors: usize::MAX,
            searches: 64,
        }
    }

    /// How deep elements can be in the tree; the document element is at 1, what is in the contents
    /// of a `template` one deeper than that. One that would be deeper becomes a sibling of the
    /// innermost instead of its child, or is put further up. Nothing is lost. At least 7, for what
    /// must be in something else: a template in the document element, another in that, and a table
    /// with a cell in it. `None` for no bound.
    #[must_use]
    pub fn depth(mut self, levels: Option<usize>) -> Self {
        self.depth = levels.unwrap_or(usize::MAX).max(7);
        self
    }

    /// How many nodes the tree can have; once reached, the rest of the input is not parsed. `None`
    /// for no bound.
    #[must_use]
    pub fn nodes(mut self, nodes: Option<usize>) -> Self {
        let most = u32::MAX as usize - 1;
        self.nodes = nodes.unwrap_or(most).min(most);
        self
    }

    /// How many copies of elements are made, besides one for each byte of text parsed so far.
    /// `None` for no bound.
    ///
    /// The standard has formatting elements (`b`, `font`, `a`…) copied wherever tags are not
    /// nested: n of them that are not closed, and n paragraphs, make n² elements. Past the bound
    /// they end where they are not open any more, instead of going on in the next paragraph, and no
    /// more is copied into a `selectedcontent`. Everything else is as ever.
    ///
    /// ```
    /// use consomme::{Limits, ParseOptions};
    ///
    /// let html = (0..1000).map(|i| format!("<p><font size={i}>")).collect::<String>();
    /// let limits = Limits::default().copies(Some(0));
    /// let document = ParseOptions::new().limits(limits).parse_str(html.as_str());
    /// assert!(document.limits_hit().copies);
    /// // Without a bound there would be half a million.
    /// assert!(document.descendants().count() < 2 * html.len());
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    #[must_use]
    pub fn copies(mut self, copies: Option<usize>) -> Self {
        self.copies = copies.unwrap_or(usize::MAX);
        self
    }

    /// How many attributes an element keeps; those after are dropped. `None` for as many as
    /// possible, 16,777,215.
    #[must_use]
    pub fn attributes_per_element(mut self, attributes: Option<usize>) -> Self {
        self.attributes_per_element = attributes.unwrap_or(MAX_ATTRIBUTES).min(MAX_ATTRIBUTES);
        self
    }

    /// How many bytes of decoded text, in UTF-8, are parsed; the rest is not. `None` for as much as
    /// possible, 2 GiB.
    #[must_use]
    pub fn input_bytes(mut self, bytes: Option<usize>) -> Self {
        let most = crate::text::MAX_BYTES - 1;
        self.input_bytes = bytes.unwrap_or(most).min(most);
        self
    }

    /// How many parse errors are kept; those after are counted as a limit that acted. `None` for no
    /// bound.
    #[must_use]
    pub fn errors(mut self, errors: Option<usize>) -> Self {
        self.errors = errors.unwrap_or(usize::MAX);
        self
    }

    /// How many steps searches of the tree may take in all, for each node that it has so far. The
    /// standard asks for such searches in two places: for where the content of a [`<template
    /// for>`][1] goes, and for the option that a [`selectedcontent`][2] shows. Past the bound,
    /// nothing is found. `None` for no bound: then there are documents that take a time quadratic
    /// in their length.
    ///
    /// [1]: https://html.spec.whatwg.org/#find-markers
    /// [2]: https://html.spec.whatwg.org/#the-selectedcontent-element
    #[must_use]
    pub fn searches(mut self, steps_per_node: Option<usize>) -> Self {
        self.searches = steps_per_node.unwrap_or(usize::MAX);
        self
    }
}

/// Which limits acted in a parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LimitsHit {
    /// An element is not where it would have been, which is too deep; or a `selectedcontent` lacks
    /// it for that reason.
    pub depth: bool,
    /// The rest of the input was not parsed, because the tree has as many nodes as allowed.
    pub nodes: bool,
    /// Formatting elements were closed instead of being copied, or a `selectedcontent` is not up to
    /// date.
    pub copies: bool,
    /// Attributes were dropped.
    pub attributes_per_element: bool,
    /// The rest of the input was not read.
    pub input_bytes: bool,
    /// Errors were not kept.
    pub errors: bool,
    /// A search was given up: a `<template for>` is an ordinary template, or a `selectedcontent` is
    /// not up to date.
    pub searches: bool,
}

/// The names of the limits that acted, as [`Limits`] has them, or `none`.
///
/// ```
/// use consomme::{Limits, ParseOptions};
///
/// let limits = Limits::default().depth(Some(10)).attributes_per_element(Some(1));
/// let document = ParseOptions::new().limits(limits).parse_str("<div a b>".repeat(20));
/// assert_eq!(document.limits_hit().to_string(), "depth, attributes_per_element");
/// ```
impl fmt::Display for LimitsHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LimitsHit {
            depth,
            nodes,
            copies,
            attributes_per_element,
            input_bytes,
            errors,
            searches,
        } = *self;
        let all = [
            ("depth", depth),
            ("nodes", nodes),
            ("copies", copies),
            ("attributes_per_element", attributes_per_element),
            ("input_bytes", input_bytes),
            ("errors", errors),
            ("searches", searches),
        ];
        let mut hit = all.iter().filter(|(_, hit)| *hit).map(|(name, _)| name);
        f.write_str(hit.next().unwrap_or(&"none"))?;
        hit.try_for_each(|name| write!(f, ", {name}"))
    }
}

impl LimitsHit {
    /// Whether any limit acted.
    pub fn any(self) -> bool {
        self != LimitsHit::default()
    }

    /// Those that acted in one parse or the other.
    pub(crate) fn or(self, other: LimitsHit) -> LimitsHit {
        LimitsHit {
            depth: self.depth || other.depth,
            nodes: self.nodes || other.nodes,
            copies: self.copies || other.copies,
            attributes_per_element: self.attributes_per_element || other.attributes_per_element,
            input_bytes: self.input_bytes || other.input_bytes,
            errors: self.errors || other.errors,
            searches: self.searches || other.searches,
        }
    }
}
