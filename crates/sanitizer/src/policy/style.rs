//! Style attributes and style sheets.

#[cfg(feature = "css")]
use std::borrow::Cow;

#[cfg(feature = "css")]
use crate::removals::RemovalReason;

#[cfg(feature = "css")]
use super::style_urls::judged_value;
#[cfg(feature = "css")]
use super::style_values::StyleValues;
#[cfg(feature = "css")]
use super::urls::UrlPolicy;

/// Returns whether CSS may fetch something. Without a parser, so that it says yes too often: to any
/// escape, which may be part of a name, and to anything that looks like a function of URLs. A URL
/// that is only a fragment is a part of the same page. What ran scripts in old browsers counts,
/// too.
pub(super) fn may_fetch(css: &str) -> bool {
    let lowercased = css.to_ascii_lowercase();
    // `progid:` begins a filter of old browsers, which takes a URL as a string; `expression()` was
    // a script.
    let signs = ["\\", "@import", "image(", "image-set(", "src(", "progid:", "expression("];
    if signs.iter().any(|sign| lowercased.contains(sign)) {
        return true;
    }
    let mut rest = &*lowercased;
    while let Some(at) = find_url(rest) {
        rest = &rest[at..];
        // One quote at most: a second one would be the first letter of a relative URL.
        let space = |c: char| c.is_ascii_whitespace();
        let url = rest.trim_start_matches(space);
        let url = url.strip_prefix(['"', '\'']).unwrap_or(url).trim_start_matches(space);
        if !url.starts_with('#') {
            return true;
        }
    }
    false
}

/// Returns where the argument of the first `url(` begins.
pub(super) fn find_url(css: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let paren = from + css[from..].find('(')?;
        from = paren + 1;
        if paren >= 3 && css.as_bytes()[paren - 3..paren].eq_ignore_ascii_case(b"url") {
            return Some(from);
        }
    }
}

/// Returns the declarations of a style attribute whose properties are listed, and the reason for
/// removing the rest: [`RemovalReason::UrlInStyle`], if the policy for URLs removed or changed a
/// listed one.
#[cfg(feature = "css")]
pub(super) fn kept_declarations(
    css: &str,
    listed: &[Box<str>],
    urls: Option<&UrlPolicy>,
    values: Option<&StyleValues>,
) -> (String, RemovalReason) {
    use cssparser::{Delimiter, ParseError, Parser, Token};

    /// Parses a declaration; returns its name and its value as it is written.
    fn declaration<'i>(parser: &mut Parser<'i>) -> Result<(String, &'i str), ParseError<()>> {
        let name = parser.expect_ident()?.to_ascii_lowercase();
        parser.expect_colon()?;
        let start = parser.position();
        let mut has_value = false;
        while let Ok(token) = parser.next() {
            has_value = true;
            // "a declaration […] with a <bad-string-token>, <bad-url-token>, unmatched <)-token>,
            // <]-token>, or <}-token>" is not valid. Blocks are not kept.
            if token.is_parse_error() || matches!(token, Token::CurlyBracketBlock) {
                return Err(ParseError::unexpected_token());
            }
        }
        let value = parser.slice_from(start).trim();
        // A construct that is open at the end would go on in the next declaration.
        match has_value && is_closed(value) {
            true => Ok((name, value)),
            false => Err(ParseError::unexpected_token()),
        }
    }

    let mut parser = Parser::new(css);
    let mut kept = String::new();
    let mut reason = RemovalReason::StyleProperty;
    while !parser.is_exhausted() {
        let declared = parser.parse_until_after(Delimiter::Semicolon, declaration);
        let Ok((name, value)) = declared else { continue };
        // Properties that loaded or ran scripts in old browsers are never kept.
        let is_listed = listed.iter().any(|property| **property == *name);
        if !is_listed || SCRIPTING_PROPERTIES.contains(&&*name) || has_expression(value) {
            continue;
        }
        if values.is_some_and(|values| !values.admits(&name, value)) {
            continue;
        }
        let judged = match urls {
            None => Some(Cow::Borrowed(value)),
            Some(urls) => judged_value(&name, value, urls).map(Cow::Owned),
        };
        if judged.as_deref() != Some(value) {
            reason = RemovalReason::UrlInStyle;
        }
        if let Some(value) = judged {
            let separator = if kept.is_empty() { "" } else { "; " };
            kept.extend([separator, &name, ": ", &value]);
        }
    }
    (kept, reason)
}

/// The properties that loaded scripts in old browsers.
#[cfg(feature = "css")]
const SCRIPTING_PROPERTIES: [&str; 3] = ["behavior", "-ms-behavior", "-moz-binding"];

/// Returns whether a value has the function `expression()`, which was a script in old browsers,
/// with whatever escapes, and also with comments inside the name.
#[cfg(feature = "css")]
fn has_expression(value: &str) -> bool {
    use cssparser::{Parser, Token};

    // Nearly every value is without functions.
    if !value.contains('(') {
        return false;
    }
    let mut joined = String::new();
    let mut rest = value;
    'block: loop {
        // The content of a block gets a parser of its own, without recursion.
        let mut parser = Parser::new(rest);
        let block = parser.position();
        while let Ok(token) = parser.next_including_whitespace_and_comments() {
            consomme::steps::count(1);
            match token {
                Token::Comment(_) => continue,
                Token::Ident(name)
                | Token::AtKeyword(name)
                | Token::Hash(name)
                | Token::IDHash(name)
                | Token::Dimension { unit: name, .. } => {
                    joined.push_str(&name.to_ascii_lowercase());
                    continue;
                }
                Token::Function(name) => {
                    joined.push_str(&name.to_ascii_lowercase());
                    if joined.ends_with("expression") {
                        return true;
                    }
                }
                Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
                    // The parenthesis is a token of its own after a comment.
                    if joined.ends_with("expression") {
                        return true;
                    }
                }
                _ => {
                    joined.clear();
                    continue;
                }
            }
            joined.clear();
            rest = &rest[parser.slice_from(block).len()..];
            continue 'block;
        }
        return false;
    }
}

/// Returns whether nothing in the value of a declaration is open at its end: a string, a comment,
/// parentheses. Whatever has an escape counts as open if it ends with one.
#[cfg(feature = "css")]
fn is_closed(value: &str) -> bool {
    use cssparser::Parser;

    // A semicolon after something open is part of it.
    let probe = format!("{value};");
    let mut parser = Parser::new(&probe);
    let mut last_is_semicolon = false;
    while let Ok(token) = parser.next() {
        last_is_semicolon = matches!(token, cssparser::Token::Semicolon);
    }
    last_is_semicolon
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn css_that_may_fetch_is_found() {
        for css in [
            "background:url(x)",
            "background:URL( 'x' )",
            "background:url(#a) url(b)",
            "background:u\\72l(x)",
            "@IMPORT 'x'",
            "background:-webkit-image-set('x' 1x)",
            "background:image('x')",
            "background:src('x')",
            "background:url()",
            "background:url(\"'#a\")",
            "background:url( '\"#a')",
            "width:expression(a())",
            "filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x')",
        ] {
            assert!(may_fetch(css), "{css}");
        }
        for css in ["", "color:red", "width:calc(1px + (2px))", "fill:url( '#a')", "curl (x)"] {
            assert!(!may_fetch(css), "{css}");
        }
    }

    #[cfg(feature = "css")]
    #[test]
    fn what_ran_scripts_in_old_browsers_is_never_kept() {
        let listed = ["width".into(), "behavior".into(), "-moz-binding".into()];
        for urls in [None, Some(&UrlPolicy::new())] {
            for css in [
                "width:expression(a())",
                "width:EXPRESSION(a())",
                "width:expre\\73sion(a())",
                "width:exp/**/ression(a())",
                "width:expression/**/(a())",
                "width:calc(1px + (expression(a())))",
                "width:1px;width:expression(1)",
                "behavior:url(#default#time2)",
                "-moz-binding:url(#a)",
                "-MOZ-bind\\69ng:url(#a)",
            ] {
                let (kept, _) = kept_declarations(css, &listed, urls, None);
                assert!(kept.is_empty() || kept == "width: 1px", "{css}: {kept}");
            }
            let css = "width:calc(1px);width:expression";
            let (kept, _) = kept_declarations(css, &listed, urls, None);
            assert_eq!(kept, "width: calc(1px); width: expression");
        }
    }

    #[cfg(feature = "css")]
    #[test]
    fn listed_properties_are_kept_as_they_are_written() {
        let kept = |css| kept_declarations(css, &["color".into(), "--x".into()], None, None).0;
        for (css, expected) in [
            ("color:red", "color: red"),
            ("COLOR : rgb(1; 2) !important ; ", "color: rgb(1; 2) !important"),
            ("c\\6flor:red", "color: red"),
            ("position:fixed; color:red", "color: red"),
            ("color:red;;x;color:blue", "color: red; color: blue"),
            ("color:;color", ""),
            ("color:url(x)", "color: url(x)"),
            ("color:'a\nb;color:red", "color: red"),
            ("color:'a\nb';color:red", ""),
            ("color:a;color:'b", "color: a"),
            ("color:a;color:(b", "color: a"),
            ("color:a;color:b/*", "color: a"),
            ("color:a)", ""),
            ("color:{position:fixed}", ""),
            ("--X:1;--x:2", "--x: 1; --x: 2"),
            ("background:';color:red;'", ""),
            ("/*;color:red*/", ""),
        ] {
            assert_eq!(kept(css), expected, "{css}");
        }
    }
}
