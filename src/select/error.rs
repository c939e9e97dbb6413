//! Why a text is no selector.

use std::fmt;

use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind as Kind;

use super::grammar::{self, MOST_COMBINATORS};
use super::scan::{self, MOST_NESTED};
use super::selector::SelectorOptions;

/// Why a text is no selector, and where that shows.
///
/// ```
/// use consomme::Selector;
///
/// let error = Selector::parse("ul > li:frist-child").unwrap_err();
/// assert_eq!(error.offset(), 7);
/// assert_eq!(error.to_string(), "at byte 7 of the selector: `:frist-child` is not known");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    offset: usize,
    reason: String,
}

impl SelectorError {
    /// Where in the text of the selector it went wrong: the bytes before what can't stand there.
    /// The length of the text, if it ends too early.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong there, in words.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    pub(super) fn too_deep(offset: usize) -> SelectorError {
        SelectorError {
            offset,
            reason: format!("more than {MOST_NESTED} parentheses and brackets in another"),
        }
    }

    /// Finds where it went wrong: behind the longest part, from the start, that something could
    /// follow.
    pub(super) fn new(
        text: &str,
        kind: &ParseErrorKind<Kind>,
        options: &SelectorOptions,
    ) -> SelectorError {
        let starts = scan::token_starts(text);
        let end_of = |tokens: usize| starts.get(tokens).copied().unwrap_or(text.len());
        let begins = |tokens| begins_selector(&text[..end_of(tokens)], options);
        // The first `good` tokens begin a selector; the first `bad` don't. Short parts are tried
        // first.
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
        let offset = end_of(good);
        SelectorError { offset, reason: reason(kind, scan::token_at(text, offset)) }
    }
}

/// Whether a selector can begin so. What isn't closed is closed by the end, so it takes little to
/// complete it.
fn begins_selector(part: &str, options: &SelectorOptions) -> bool {
    let endings = ["", "a", " a", "1", "root", "before", "|a"];
    endings.iter().any(|ending| grammar::parse(&format!("{part}{ending}"), options).is_ok())
}

fn reason(kind: &ParseErrorKind<Kind>, token: &str) -> String {
    if let ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) = kind {
        return format!("more than {MOST_COMBINATORS} combinators");
    }
    if token.is_empty() {
        return "the selector ends too early".to_owned();
    }
    let why = match kind {
        ParseErrorKind::Custom(kind) => match kind {
            Kind::UnsupportedPseudoClassOrElement => "is not known",
            Kind::ExpectedNamespace => "follows a namespace prefix that is not declared",
            Kind::ClassNeedsIdent => "is no name of a class",
            Kind::NoIdentForPseudo
            | Kind::PseudoElementExpectedIdent
            | Kind::PseudoElementExpectedColon => "is no name of a pseudo-class",
            Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr => {
                "is no name of an attribute"
            }
            Kind::UnexpectedTokenInAttributeSelector | Kind::ExpectedBarInAttr => {
                "can't follow the name of an attribute"
            }
            Kind::BadValueInAttr => "is neither a name nor in quotes",
            Kind::ExplicitNamespaceUnexpectedToken => "can't follow the prefix of a namespace",
            Kind::DanglingCombinator => "can't follow a combinator",
            Kind::EmptySelector => "stands where a selector should",
            _ => "can't stand here",
        },
        ParseErrorKind::Basic(_) => "can't stand here",
    };
    format!("`{}` {why}", shortened(token))
}

/// The start of a long token.
fn shortened(token: &str) -> String {
    let mut chars = token.chars();
    let start: String =
        chars.by_ref().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if chars.next().is_some() { start + "…" } else { start }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} of the selector: {}", self.offset, self.reason)
    }
}

impl std::error::Error for SelectorError {}
