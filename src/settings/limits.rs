//! Limits on the memory and time that one document can take.

use std::fmt;

/// Limits on the memory and time that parsing one document can take.
///
/// When a limit is reached, parsing does not fail: there is always a tree, and
/// [`Document::limits_hit`](crate::Document::limits_hit) names the limits that were reached.
///
/// ```
/// use consomme::{Limits, ParseOptions};
///
/// let limits = Limits::default().input_bytes(Some(10 << 20)).nodes(Some(1_000_000)).depth(Some(100));
/// let document = ParseOptions::new().limits(limits).parse_str("<div>".repeat(500));
/// assert!(document.limits_hit().depth && !document.limits_hit().nodes);
/// ```
///
/// The guide to [untrusted input](crate::guide::untrusted_input) has the cost of each and helps to
/// choose. Methods that begin with `get_` return the settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    pub(crate) depth: usize,
    pub(crate) nodes: usize,
    pub(crate) copies: usize,
    pub(crate) attributes_per_element: usize,
    pub(crate) input_bytes: usize,
    pub(crate) errors: usize,
    pub(crate) searches: usize,
}

/// The largest number of attributes of an element, which is stored in three bytes.
pub(crate) const MAX_ATTRIBUTES: usize = 0xFF_FFFF;

/// The largest number of nodes of a tree: ids are 32 bits wide, and two of them are taken.
const MAX_NODES: usize = u32::MAX as usize - 1;

/// The largest length of the text, in bytes.
const MAX_INPUT_BYTES: usize = crate::text::MAX_BYTES - 1;

/// The smallest limit on depth, in levels.
const MIN_DEPTH: usize = 7;

/// The default limit on searches, in steps per node.
const DEFAULT_SEARCHES: usize = 64;

impl Default for Limits {
    /// Returns [`Limits::browser`] with 65,536 [copies](Limits::copies), 16,777,216
    /// [nodes](Limits::nodes) and 100,000 [errors](Limits::errors). With the limit on copies, the
    /// tree is no larger than linear in the length of the input.
    fn default() -> Self {
        Limits::browser().copies(Some(1 << 16)).nodes(Some(1 << 24)).errors(Some(100_000))
    }
}

impl Limits {
    /// Returns the limit that browsers have: a [depth](Limits::depth) of 512 levels. Other limits
    /// are as in [`Limits::unlimited`].
    pub fn browser() -> Self {
        Limits::unlimited().depth(Some(512))
    }

    /// Returns only the limits of the data structures: 2 GiB of text, 4,294,967,294 nodes, and
    /// 16,777,215 attributes of an element; and the default limit of 64 steps per node on
    /// [searches](Limits::searches), without which the time is not linear in the length of the
    /// input.
    pub fn unlimited() -> Self {
        Limits {
            depth: usize::MAX,
            nodes: MAX_NODES,
            copies: usize::MAX,
            attributes_per_element: MAX_ATTRIBUTES,
            input_bytes: MAX_INPUT_BYTES,
            errors: usize::MAX,
            searches: DEFAULT_SEARCHES,
        }
    }

    /// Sets how deep elements can be in the tree, in levels. `None` sets no limit.
    ///
    /// The document element has level 1, and an element in the contents of a `template` is one
    /// level deeper than the template. An element that would be too deep becomes a sibling of the
    /// innermost open element instead of its child, or goes further up. No content is lost.
    ///
    /// Such siblings without end tags are open at once, as in browsers, but no more than eight
    /// elements for each level, 4096 by default. Then the oldest are closed early, up to three
    /// quarters of them, which changes only where nodes go after the end tags of those beside them.
    /// If all of them are around the innermost, as templates are, a further element is closed by
    /// its own start tag: what follows is not inside it. So the memory that the parser takes
    /// besides the tree is bounded.
    ///
    /// A limit below 7 counts as 7, because some elements can only be in others: a template in the
    /// document element, another template in that, and in it a table with a cell.
    #[must_use]
    pub fn depth(mut self, levels: Option<usize>) -> Self {
        self.depth = levels.unwrap_or(usize::MAX).max(MIN_DEPTH);
        self
    }

    /// Sets how many nodes the tree can have. `None`, or more, sets the largest number possible,
    /// 4,294,967,294.
    ///
    /// When the tree has more, the rest of the input is not parsed. The tree can exceed the limit
    /// by the nodes for one token and for the end of the input. In a [stream][1], only nodes count
    /// that are alive.
    ///
    /// [1]: https://docs.rs/consomme/latest/consomme/stream/
    #[must_use]
    pub fn nodes(mut self, nodes: Option<usize>) -> Self {
        self.nodes = nodes.unwrap_or(MAX_NODES).min(MAX_NODES);
        self
    }

    /// Sets how many copies of nodes the parser can make, in addition to one for each byte of text
    /// parsed so far. `None` sets no limit.
    ///
    /// By the standard, formatting elements (`b`, `font`, `a`…) that are not closed continue in the
    /// next paragraph, and for that they are copied. So *n* formatting elements that are not closed
    /// and *n* paragraphs make *n*² elements. When the limit is reached, formatting elements end
    /// with the element around them. Everything else is parsed as before.
    ///
    /// The content of an option is copied into a [`selectedcontent`][1]: elements, texts, comments
    /// and processing instructions. An option that has more nodes than may be copied is not copied,
    /// nor is any after that; the `selectedcontent` stays as it is. The contents of a template
    /// count as one node more, and a shadow root as two; a text that the parser has moved together
    /// from many parts counts once for each four bytes.
    ///
    /// [1]: https://html.spec.whatwg.org/#the-selectedcontent-element
    ///
    /// ```
    /// use consomme::{Limits, ParseOptions};
    ///
    /// let html = (0..1000).map(|i| format!("<p><font size={i}>")).collect::<String>();
    /// let limits = Limits::default().copies(Some(0));
    /// let document = ParseOptions::new().limits(limits).parse_str(html.as_str());
    /// assert!(document.limits_hit().copies);
    /// // Without a limit there would be half a million.
    /// assert!(document.descendants().count() < 2 * html.len());
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    #[must_use]
    pub fn copies(mut self, copies: Option<usize>) -> Self {
        self.copies = copies.unwrap_or(usize::MAX);
        self
    }

    /// Sets how many attributes an element can have. `None`, or more, sets the largest number
    /// possible, 16,777,215. Attributes of a tag that are past the limit are dropped.
    #[must_use]
    pub fn attributes_per_element(mut self, attributes: Option<usize>) -> Self {
        self.attributes_per_element = attributes.unwrap_or(MAX_ATTRIBUTES).min(MAX_ATTRIBUTES);
        self
    }

    /// Sets how much of the input is parsed, in bytes of its text in UTF-8, after decoding. `None`,
    /// or more, sets the largest number possible, 2 GiB. The rest of the input is ignored. In a
    /// [stream][1], only text counts that is alive, of which there can be 1 GiB.
    ///
    /// [1]: https://docs.rs/consomme/latest/consomme/stream/
    #[must_use]
    pub fn input_bytes(mut self, bytes: Option<usize>) -> Self {
        self.input_bytes = bytes.unwrap_or(MAX_INPUT_BYTES).min(MAX_INPUT_BYTES);
        self
    }

    /// Sets how many parse errors are kept. `None` sets no limit. Errors past the limit are
    /// dropped.
    #[must_use]
    pub fn errors(mut self, errors: Option<usize>) -> Self {
        self.errors = errors.unwrap_or(usize::MAX);
        self
    }

    /// Sets how many steps searches of the tree can take in total, for each node that the tree has
    /// so far. The default is 64, also in [`Limits::unlimited`]. `None` sets no limit; then the
    /// time for some documents is quadratic in their length.
    ///
    /// The standard has the parser search the tree in two places: for the markers of a [`<template
    /// for>`][1], and for the option that a [`selectedcontent`][2] shows. A search that reaches the
    /// limit finds nothing: the `<template for>` becomes an ordinary template, and the
    /// `selectedcontent` keeps the content that it has.
    ///
    /// [1]: https://html.spec.whatwg.org/#find-markers
    /// [2]: https://html.spec.whatwg.org/#the-selectedcontent-element
    #[must_use]
    pub fn searches(mut self, steps_per_node: Option<usize>) -> Self {
        self.searches = steps_per_node.unwrap_or(usize::MAX);
        self
    }
}

/// The limits as they were set, or their defaults. `None` is no limit; where a data structure has
/// one, that is returned.
impl Limits {
    /// Returns the limit on [`depth`](Limits::depth), in levels.
    pub fn get_depth(&self) -> Option<usize> {
        known(self.depth)
    }

    /// Returns the limit on [`nodes`](Limits::nodes), in nodes.
    pub fn get_nodes(&self) -> Option<usize> {
        known(self.nodes)
    }

    /// Returns the limit on [`copies`](Limits::copies), in copies of nodes, besides one for each
    /// byte of text.
    pub fn get_copies(&self) -> Option<usize> {
        known(self.copies)
    }

    /// Returns the limit on [`attributes_per_element`](Limits::attributes_per_element), in
    /// attributes.
    pub fn get_attributes_per_element(&self) -> Option<usize> {
        known(self.attributes_per_element)
    }

    /// Returns the limit on [`input_bytes`](Limits::input_bytes), in bytes of text in UTF-8.
    pub fn get_input_bytes(&self) -> Option<usize> {
        known(self.input_bytes)
    }

    /// Returns the limit on [`errors`](Limits::errors), in errors.
    pub fn get_errors(&self) -> Option<usize> {
        known(self.errors)
    }

    /// Returns the limit on [`searches`](Limits::searches), in steps for each node.
    pub fn get_searches(&self) -> Option<usize> {
        known(self.searches)
    }
}

/// Returns a limit, or `None` for the number that stands for none.
fn known(limit: usize) -> Option<usize> {
    (limit != usize::MAX).then_some(limit)
}

/// The limits that were reached in a parse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct LimitsHit {
    /// An element would have been too deep: it is elsewhere, or missing in a `selectedcontent`. Or
    /// too many elements were open, and some were closed early.
    pub depth: bool,
    /// The tree had too many nodes: the rest of the input was not parsed.
    pub nodes: bool,
    /// There were too many copies: formatting elements were closed instead of copied, or a
    /// `selectedcontent` is not up to date.
    pub copies: bool,
    /// An element had too many attributes: some were dropped.
    pub attributes_per_element: bool,
    /// The input was too long: the rest of it was ignored. Or the texts that differ from the input
    /// exceeded 2 GiB, and some of them are missing: U+0000, for one, becomes U+FFFD, which takes
    /// three bytes.
    pub input_bytes: bool,
    /// There were too many parse errors: some were dropped.
    pub errors: bool,
    /// A search took too many steps: a `<template for>` is an ordinary template, or a
    /// `selectedcontent` is not up to date.
    pub searches: bool,
    /// The selectors of a [stream][1] took too many steps: the rest of the input was not parsed.
    ///
    /// [1]: https://docs.rs/consomme/latest/consomme/stream/struct.StreamSelectors.html#method.max_steps
    pub steps: bool,
}

/// Writes the names of the limits that were reached, as in [`Limits`], with commas between them, or
/// `none`.
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
            steps,
        } = *self;
        let all = [
            ("depth", depth),
            ("nodes", nodes),
            ("copies", copies),
            ("attributes_per_element", attributes_per_element),
            ("input_bytes", input_bytes),
            ("errors", errors),
            ("searches", searches),
            ("steps", steps),
        ];
        let mut hit = all.iter().filter(|(_, hit)| *hit).map(|(name, _)| name);
        f.write_str(hit.next().unwrap_or(&"none"))?;
        hit.try_for_each(|name| write!(f, ", {name}"))
    }
}

impl LimitsHit {
    /// Whether any limit was reached.
    pub fn any(self) -> bool {
        self != LimitsHit::default()
    }

    /// Returns the limits that were reached in this parse or in the other.
    ///
    /// ```
    /// use consomme::{Limits, ParseOptions};
    ///
    /// let options = ParseOptions::new().limits(Limits::default().nodes(Some(100)));
    /// let pages = ["<p>".repeat(10), "<p>".repeat(1000)].map(|html| options.parse_str(html));
    /// assert!(pages[0].limits_hit().or(pages[1].limits_hit()).nodes);
    /// ```
    #[must_use]
    pub fn or(self, other: LimitsHit) -> LimitsHit {
        LimitsHit {
            depth: self.depth | other.depth,
            nodes: self.nodes | other.nodes,
            copies: self.copies | other.copies,
            attributes_per_element: self.attributes_per_element | other.attributes_per_element,
            input_bytes: self.input_bytes | other.input_bytes,
            errors: self.errors | other.errors,
            searches: self.searches | other.searches,
            steps: self.steps | other.steps,
        }
    }
}
