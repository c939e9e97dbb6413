//! Parsed selectors.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use cssparser::ToCss;
use selectors::parser::SelectorList;

use crate::select::grammar;
use crate::select::grammar::{SelectorError, SelectorOptions, diagnose};
use crate::select::strings::hash_written;
use crate::select::types::Html;

/// A CSS selector, or several separated by commas: `ul > li:first-child, .note`.
///
/// The methods that take a selector, [`select`](crate::NodeRef::select) and
/// [`select_first`](crate::NodeRef::select_first) of documents and nodes,
/// [`matches`](crate::ElementRef::matches) and [`closest`](crate::ElementRef::closest) of elements,
/// take a text, too. A `Selector` is a text that has been compiled, once for many calls. It doesn't
/// belong to a document, is cheap to clone, and can be shared between threads. To match many
/// selectors in one walk, use a [`SelectorSet`](crate::select::SelectorSet); to get texts and
/// attribute values instead of elements, an [`Extractor`](crate::select::Extractor).
///
/// ```
/// use consomme::{Hints, Selector, parse_document};
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let items = Selector::parse("ul > li:has(a[href])")?;
/// for page in [&b"<ul><li><a href=/1>One</a><li>Two</ul>"[..], b"<ol><li><a href=/3>Three</a></ol>"] {
///     let document = parse_document(page, &Hints::new());
///     println!("{} items with links", document.select(&items).count());
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Supported selectors
///
/// [Selectors Level 4](https://drafts.csswg.org/selectors/), as far as it makes sense in a tree
/// without styles and scripts:
///
/// - all combinators except `||`
/// - attribute selectors, with the flags `i` and `s`
/// - `:is`, `:where`, `:not`, `:has`, `:scope` and its short form `&`, `:root`, `:empty`, `:lang`,
///   `:dir`
/// - selectors that begin with a combinator, relative to the scope: `> a` means `:scope > a`
/// - `:nth-child(… of …)` and the other structural pseudo-classes
/// - of [HTML's pseudo-classes](https://html.spec.whatwg.org/#pseudo-classes) `:any-link`, `:link`,
///   `:checked`, `:default`, `:defined`, `:disabled`, `:enabled`, `:heading`, `:in-range`,
///   `:indeterminate`, `:open`, `:optional`, `:out-of-range`, `:placeholder-shown`, `:read-only`,
///   `:read-write` and `:required`, judged by the attributes in the tree
///
/// With [`SelectorOptions::extensions`], also `:contains()`, `:eq()` and others that are not in the
/// standard.
///
/// In detail:
///
/// - Pseudo-classes that depend on a user or a browser (`:hover`, `:visited`, `:target`, `:valid`
///   …) are valid and match nothing. So do pseudo-elements such as `::before`, and all whose name
///   starts with `-webkit-`, because the tree contains none. An unknown name is an error, except in
///   the parentheses of `:is()` and `:where()`, which skip invalid selectors, as the standard
///   requires.
/// - The contents of a `template` are another tree, which is not searched, as in browsers: select
///   in [`template_contents`](crate::ElementRef::template_contents).
/// - `:checked` matches options with the attribute `selected`, not an option that a browser selects
///   by default. `:lang` considers the attributes `lang` and `xml:lang`, but neither `meta`
///   elements nor HTTP headers. `:dir` decides by blocks of Unicode which letters are written from
///   right to left, and ignores slots.
/// - `:empty` matches no element with whitespace in it, as in Selectors Level 3 and browsers.
/// - `:open` matches `details` and `dialog` with the attribute `open`; whether the list of a
///   `select` is open depends on the user.
/// - For HTML elements, the names of elements and attributes match ASCII case-insensitively; for
///   others, exactly. The values of [some
///   attributes](https://html.spec.whatwg.org/#case-sensitivity-of-selectors), such as `type`,
///   match case-insensitively. So do ids and classes in documents in quirks mode.
///
/// # Limits
///
/// Parentheses and brackets may be nested 32 deep, and there may be 256 combinators between two
/// commas, parentheses included. So a selector needs little of the stack, however deep the tree is.
///
/// During a walk, `x ~ y`, `:nth-child`, `:nth-of-type`, `:has` and `:contains` look at each
/// element once, and a filter rejects most elements whose ancestors don't fit. The remaining cost
/// depends on the shape of the tree:
///
/// - For each element, `x ~ y` in parentheses, and with `:scope`, may look at all siblings before
///   the element.
/// - For each element, `:lang`, `:dir`, `:heading()`, `:read-write` and `option:disabled` may look
///   at all ancestors, and `:dir` at the text below `dir=auto`.
/// - The first `:default` or `:indeterminate` may look at all elements, and again for each control
///   with the attribute `form`.
///
/// With a hundred thousand siblings or levels, this can take a minute.
/// [`Limits::depth`](crate::Limits::depth) bounds the levels; for selectors or pages of strangers,
/// [`Select::max_steps`](crate::select::Select::max_steps) bounds a walk.
#[derive(Clone, PartialEq, Eq)]
pub struct Selector {
    pub(in crate::select) list: SelectorList<Html>,
}

impl Selector {
    /// Parses a selector. It may contain no namespace prefixes except `*|` and `|`; to declare
    /// others, use [`SelectorOptions`].
    ///
    /// # Errors
    ///
    /// If the text is not a selector or exceeds a [limit](Selector#limits).
    pub fn parse(text: &str) -> Result<Selector, SelectorError> {
        SelectorOptions::new().parse(text)
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    /// Calls [`Selector::parse`].
    fn from_str(text: &str) -> Result<Selector, SelectorError> {
        Selector::parse(text)
    }
}

impl TryFrom<&str> for Selector {
    type Error = SelectorError;

    /// Calls [`Selector::parse`].
    fn try_from(text: &str) -> Result<Selector, SelectorError> {
        Selector::parse(text)
    }
}

/// Hashes the selector as CSS, so equal selectors have equal hashes.
impl Hash for Selector {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_written(self, state);
    }
}

/// Writes the selector as CSS. The result may differ from the parsed text, for example in
/// whitespace and quotes.
///
/// <https://drafts.csswg.org/cssom/#serializing-selectors>
impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.to_css(f)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selector({:?})", self.to_string())
    }
}

impl SelectorOptions {
    /// Parses a selector with these options.
    ///
    /// # Errors
    ///
    /// If the text is not a selector or exceeds a [limit](Selector#limits).
    pub fn parse(&self, text: &str) -> Result<Selector, SelectorError> {
        let list = diagnose::parsed(text, |text| grammar::parse(text, self))?;
        Ok(Selector { list })
    }
}
