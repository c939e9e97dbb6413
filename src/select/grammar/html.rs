//! The parts of the selector grammar that depend on the host language: which pseudo-classes and
//! namespaces there are.

use std::borrow::Cow;
use std::sync::Arc;

use cssparser::{
    BasicParseErrorKind, Delimiter, ParseError, ParseErrorKind, Parser as Tokens, Token,
};
use selectors::parser::{Component, ParseRelative, Parser, SelectorList, SelectorParseErrorKind};

use crate::dom::Directionality;
use crate::select::states::Needle;
use crate::select::strings::{Identifier, NamespaceUrl};
use crate::select::types::{Html, PseudoClass, PseudoElement, RelativeSelector};

use super::diagnose::Mistake;
use super::extensions;
use super::options::SelectorOptions;
use super::scan::MAX_COMBINATORS;

type Failure = ParseError<Mistake>;

/// The grammar with its options.
struct Grammar<'o> {
    options: &'o SelectorOptions,
    /// Whether this parses the argument of a `:has`, where another `:has` is not allowed.
    in_has: bool,
}

/// Parses a selector list.
pub(in crate::select) fn parse(
    text: &str,
    options: &SelectorOptions,
) -> Result<SelectorList<Html>, ParseErrorKind<Mistake>> {
    let grammar = Grammar { options, in_has: false };
    let text = if options.extensions { extensions::rewritten(text) } else { Cow::Borrowed(text) };
    let list = parse_parts(&grammar, &mut Tokens::new(&text)).map_err(|error| error.kind)?;
    if list
        .slice()
        .iter()
        .any(|selector| combinators(selector.iter_raw_match_order()) > MAX_COMBINATORS)
    {
        return Err(ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks));
    }
    Ok(list)
}

/// Parses the parts between commas, of which each may be relative to the scope: `> a`.
///
/// <https://drafts.csswg.org/selectors/#relative-selector>
fn parse_parts<'i>(
    grammar: &Grammar<'_>,
    tokens: &mut Tokens<'i>,
) -> Result<SelectorList<Html>, Failure> {
    let mut parts = Vec::new();
    loop {
        let part = tokens.parse_until_before(Delimiter::Comma, |part| {
            part.skip_whitespace();
            let start = part.state();
            let is_relative = matches!(part.next(), Ok(Token::Delim('>' | '+' | '~')));
            part.reset(&start);
            let kind = if is_relative { ParseRelative::ForScope } else { ParseRelative::No };
            SelectorList::parse(grammar, part, kind)
        })?;
        parts.extend(part.slice().iter().cloned());
        if tokens.next().is_err() {
            return Ok(SelectorList::from_iter(parts.into_iter()));
        }
    }
}

/// Counts the combinators among these components, parentheses included.
fn combinators<'s>(components: impl Iterator<Item = &'s Component<Html>>) -> usize {
    count(components, |component| matches!(component, Component::Combinator(_)))
}

/// Counts the invalid selectors in `:is(…)` and `:where(…)`, which match nothing.
#[cfg(feature = "stream")]
pub(in crate::select) fn invalid_parts(list: &[selectors::parser::Selector<Html>]) -> usize {
    let is_invalid = |component: &Component<Html>| matches!(component, Component::Invalid(_));
    list.iter().map(|selector| count(selector.iter_raw_match_order(), is_invalid)).sum()
}

/// Counts components, parentheses included. Recurses into the parentheses, whose depth has been
/// limited to [`MAX_NESTING`](super::scan::MAX_NESTING).
fn count<'s>(
    components: impl Iterator<Item = &'s Component<Html>>,
    is_counted: fn(&Component<Html>) -> bool,
) -> usize {
    let of_list = |list: &[selectors::parser::Selector<Html>]| -> usize {
        list.iter().map(|selector| count(selector.iter_raw_match_order(), is_counted)).sum()
    };
    components
        .map(|component| match component {
            component if is_counted(component) => 1,
            Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                of_list(list.slice())
            }
            Component::NthOf(nth) => of_list(nth.selectors()),
            Component::NonTSPseudoClass(PseudoClass::Has(list)) => list
                .iter()
                .map(|relative| count(relative.selector.iter_raw_match_order(), is_counted))
                .sum(),
            _ => 0,
        })
        .sum()
}

impl Grammar<'_> {
    /// Parses the arguments of a function that is an extension.
    fn extension(&self, name: &str, arguments: &mut Tokens<'_>) -> Result<PseudoClass, Failure> {
        if !self.options.extensions {
            return Err(ParseError::custom(Mistake::IsExtension));
        }
        let (ignores_case, is_own) = match name {
            "contains" => (false, false),
            "containsown" => (false, true),
            "icontains" => (true, false),
            "icontainsown" => (true, true),
            // `:eq(1)` and the like have been rewritten; without an index, they come here.
            _ => return Err(ParseError::custom(Mistake::NeedsIndex)),
        };
        let text = extensions::text_argument(arguments)?;
        Ok(PseudoClass::Contains { needle: Arc::new(Needle::new(&text, ignores_case)), is_own })
    }
}

impl<'i> Parser<'i> for Grammar<'_> {
    type Impl = Html;
    type Error = Mistake;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    /// `&` outside of nested style rules "represents the scoping root", as `:scope` does.
    ///
    /// <https://drafts.csswg.org/css-nesting/#nest-selector>
    fn parse_parent_selector(&self) -> bool {
        true
    }

    /// `:host` and `:host(…)` are valid and match nothing: the selectors belong to no shadow tree.
    fn parse_host(&self) -> bool {
        true
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<PseudoClass, Failure> {
        PseudoClass::named(&name.to_ascii_lowercase()).ok_or_else(unknown)
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        arguments: &mut Tokens<'i>,
        _: bool,
    ) -> Result<PseudoClass, Failure> {
        match &*name.to_ascii_lowercase() {
            name if extensions::is_function(name) => self.extension(name, arguments),
            "lang" => {
                let ranges = arguments.parse_comma_separated(|range| {
                    Ok(Box::<str>::from(&**range.expect_ident_or_string()?))
                })?;
                Ok(PseudoClass::Lang(ranges.into()))
            }
            "dir" => {
                let argument = &**arguments.expect_ident()?;
                Ok(PseudoClass::Dir(Directionality::named(argument), argument.into()))
            }
            "state" => Ok(PseudoClass::State((&**arguments.expect_ident()?).into())),
            "heading" => {
                let levels =
                    arguments.parse_comma_separated(|level| Ok(level.expect_integer()?))?;
                Ok(PseudoClass::HeadingLevel(levels.into()))
            }
            "has" if !self.in_has => {
                let inner = Grammar { in_has: true, options: self.options };
                let list =
                    SelectorList::parse_disallow_pseudo(&inner, arguments, ParseRelative::ForHas)?;
                Ok(PseudoClass::Has(
                    list.slice().iter().cloned().map(RelativeSelector::new).collect(),
                ))
            }
            "has" => Err(ParseError::custom(SelectorParseErrorKind::InvalidState)),
            _ => Err(unknown()),
        }
    }

    fn parse_pseudo_element(&self, name: &str) -> Result<PseudoElement, Failure> {
        match &*name.to_ascii_lowercase() {
            "text" => Err(ParseError::custom(Mistake::NeedsExtractor)),
            name => PseudoElement::named(name).ok_or_else(unknown),
        }
    }

    fn parse_functional_pseudo_element(
        &self,
        name: &str,
        _: &mut Tokens<'i>,
    ) -> Result<PseudoElement, Failure> {
        match &*name.to_ascii_lowercase() {
            "attr" => Err(ParseError::custom(Mistake::NeedsExtractor)),
            _ => Err(unknown()),
        }
    }

    fn default_namespace(&self) -> Option<NamespaceUrl> {
        self.options.default_namespace
    }

    fn namespace_for_prefix(&self, prefix: &Identifier) -> Option<NamespaceUrl> {
        self.options.namespace_of(&prefix.0)
    }
}

fn unknown() -> Failure {
    ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement)
}
