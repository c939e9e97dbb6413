//! Finds the place and the reason of an error in a selector.
//!
//! The errors of the parser have a kind and no place. So this finds the place by parsing
//! prefixes of the text: the mistake comes right after the longest prefix that some ending
//! completes to a selector. The length of the prefix is doubled until it doesn't begin a selector,
//! then found by bisection: O(log n) prefixes for a text of n tokens, and only after an error.

use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind as Kind;

use super::error::{SelectorError, without_controls};
use super::scan;
use super::scan::{MAX_COMBINATORS, MAX_NESTING};

/// The fault of a selector.
#[derive(Clone, Debug)]
pub(in crate::select) enum Mistake {
    /// A mistake that the crate for parsing finds.
    Parser(Kind),
    /// An extension, which is not switched on.
    IsExtension,
    /// A text in parentheses that must be quoted, or is missing.
    NeedsQuotes,
    /// Parentheses in which a number is expected.
    NeedsIndex,
    /// A pseudo-element of extractors in a selector.
    NeedsExtractor,
    /// Something after the pseudo-element of an extractor.
    AfterOutput,
    /// Parentheses in which the name of an attribute is expected.
    NeedsName,
    /// A selector that a stream cannot match, with the reason.
    #[cfg(feature = "stream")]
    NotInStream(&'static str),
}

impl Mistake {
    /// Returns the mistake as an error of parsing.
    #[cfg(feature = "stream")]
    pub(in crate::select) fn into_kind(self) -> ParseErrorKind<Mistake> {
        ParseErrorKind::Custom(self)
    }
}

impl From<Kind> for Mistake {
    fn from(kind: Kind) -> Mistake {
        Mistake::Parser(kind)
    }
}

/// Parses a text. The errors of `parse` have no place; this finds it.
pub(in crate::select) fn parsed<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, ParseErrorKind<Mistake>>,
) -> Result<T, SelectorError> {
    match scan::too_deep(text) {
        Some(offset) => Err(too_deep(text, offset)),
        None => parse(text).map_err(|kind| diagnose(text, &kind, |text| parse(text).is_ok())),
    }
}

/// Returns the error for a text whose token at `offset` is nested too deep.
fn too_deep(text: &str, offset: usize) -> SelectorError {
    let reason = format!("parentheses and brackets are nested more than {MAX_NESTING} deep");
    SelectorError { text: text.into(), offset, reason }
}

/// Returns the error for a text that the parser refused with this kind of error. `is_valid` parses
/// another text in the same way.
pub(in crate::select) fn diagnose(
    text: &str,
    kind: &ParseErrorKind<Mistake>,
    is_valid: impl Fn(&str) -> bool,
) -> SelectorError {
    diagnose_refused(text, kind, is_valid, |_| false)
}

/// Returns the error for a text as [`diagnose`] does. `is_refused` says whether a prefix is a
/// selector that `is_valid` does not allow: then the mistake is in the prefix, although some ending
/// completes it to another, allowed name.
pub(in crate::select) fn diagnose_refused(
    text: &str,
    kind: &ParseErrorKind<Mistake>,
    is_valid: impl Fn(&str) -> bool,
    is_refused: impl Fn(&str) -> bool,
) -> SelectorError {
    let starts = scan::token_starts(text);
    let end_of = |tokens: usize| starts.get(tokens).copied().unwrap_or(text.len());
    let begins = |tokens| begins_valid(&text[..end_of(tokens)], &is_valid);
    // The first `good` tokens begin a selector, the first `bad` don't. Short prefixes come first,
    // because parsing takes time in proportion to the length.
    let (mut good, mut bad) = (0, 1);
    while bad <= starts.len() && begins(bad) {
        (good, bad) =
            (bad, if bad == starts.len() { bad + 1 } else { (2 * bad).min(starts.len()) });
    }
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if begins(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    while good > 0 && is_refused(&text[..end_of(good)]) {
        good -= 1;
    }
    let offset = end_of(good);
    let token = scan::token_at(text, offset);
    // A name that is known can be wrong at its place, for example after a pseudo-element.
    let is_known = is_valid(token);
    let reason = reason(kind, &text[..offset], token, is_known);
    SelectorError { text: text.into(), offset, reason }
}

/// Whether some valid text begins with this prefix. The end of the text closes open parentheses,
/// brackets and strings, so a few endings are enough to complete any prefix of a selector.
fn begins_valid(prefix: &str, is_valid: impl Fn(&str) -> bool) -> bool {
    let endings = ["", "a", " a", "1", "root", "before", "|a"];
    endings.iter().any(|ending| is_valid(&format!("{prefix}{ending}")))
}

/// The reason for a token that begins an extension.
const IS_EXTENSION: &str = "is an extension, for which `SelectorOptions::extensions` must be on";

/// Returns why the parser refused this token, which follows the text `before`, in words. `is_known`
/// says whether the token alone is a selector.
fn reason(kind: &ParseErrorKind<Mistake>, before: &str, token: &str, is_known: bool) -> String {
    if let ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) = kind {
        return format!("more than {MAX_COMBINATORS} combinators");
    }
    if token.is_empty() {
        return "the selector ends too early".to_owned();
    }
    let why = match kind {
        ParseErrorKind::Custom(Mistake::IsExtension) => IS_EXTENSION,
        ParseErrorKind::Custom(Mistake::NeedsQuotes) => {
            "is no text: one with brackets, backslashes or quotation marks must be quoted"
        }
        ParseErrorKind::Custom(Mistake::NeedsIndex) => "is not an index, a number from 0",
        ParseErrorKind::Custom(Mistake::NeedsExtractor) => {
            "gives no elements, but texts: it needs an `Extractor`"
        }
        ParseErrorKind::Custom(Mistake::AfterOutput) => "can't follow `::text` or `::attr()`",
        ParseErrorKind::Custom(Mistake::NeedsName) => "is not an attribute name",
        #[cfg(feature = "stream")]
        ParseErrorKind::Custom(Mistake::NotInStream(why)) => why,
        ParseErrorKind::Custom(Mistake::Parser(kind)) => match kind {
            Kind::UnsupportedPseudoClassOrElement if !is_known => "is not known",
            Kind::ExpectedNamespace => "follows a namespace prefix that is not declared",
            Kind::ClassNeedsIdent => "is not a class name",
            Kind::NoIdentForPseudo
            | Kind::PseudoElementExpectedIdent
            | Kind::PseudoElementExpectedColon => "is not the name of a pseudo-class",
            Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr => {
                "is not an attribute name"
            }
            Kind::UnexpectedTokenInAttributeSelector if token == "!=" => IS_EXTENSION,
            Kind::UnexpectedTokenInAttributeSelector | Kind::ExpectedBarInAttr => {
                "can't follow an attribute name"
            }
            Kind::BadValueInAttr => "is neither a name nor a quoted string",
            Kind::ExplicitNamespaceUnexpectedToken => "can't follow a namespace prefix",
            Kind::DanglingCombinator if !before.trim_ascii_end().ends_with(['(', ',']) => {
                "can't follow a combinator"
            }
            Kind::DanglingCombinator | Kind::EmptySelector => "stands where a selector is expected",
            _ => "is not allowed here",
        },
        ParseErrorKind::Basic(_) => "is not allowed here",
    };
    format!("`{}` {why}", shortened(token))
}

/// Returns the first 40 characters of a token, without control characters.
fn shortened(token: &str) -> String {
    let mut chars = token.chars();
    let start: String = chars.by_ref().take(40).map(without_controls).collect();
    if chars.next().is_some() { start + "…" } else { start }
}
