//! The URLs in CSS.

use std::borrow::Cow;
use std::ops::Range;

use cssparser::{CowRcStr, Parser, Token, serialize_string};

use crate::steps;

/// A URL in CSS, from [`css_urls`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CssUrl<'a> {
    /// The URL, with its escapes decoded.
    pub url: Cow<'a, str>,
    /// Where it is in the CSS, in bytes, with its quotation marks, or with `url(` and `)` if it has
    /// none.
    pub range: Range<usize>,
    /// Whether it is the style sheet of an `@import` rule.
    pub is_import: bool,
}

/// Returns the URLs in the value of a `style` attribute or in a style sheet, in order: of `url()`,
/// `src()`, `image()` and `image-set()`, and of `@import`. They are found by tokens, so comments,
/// strings and escapes are no obstacle. Not included is the name of a `@namespace` rule, which is
/// not fetched.
///
/// ```
/// use consomme::urls::css_urls;
///
/// let css = "@import 'menu.css'; p { background: url(leek.png), image-set(\"pot.png\" 2x) }";
/// let urls = css_urls(css);
/// let found: Vec<_> = urls.iter().map(|found| (&*found.url, found.is_import)).collect();
/// assert_eq!(found, [("menu.css", true), ("leek.png", false), ("pot.png", false)]);
/// ```
///
/// <https://drafts.csswg.org/css-values/#urls>, <https://drafts.csswg.org/css-cascade/#at-import>
pub fn css_urls(css: &str) -> Vec<CssUrl<'_>> {
    let mut found = Vec::new();
    if !css.contains(['(', '@']) {
        return found;
    }
    let mut place = AroundToken { open: Vec::new(), rule: Rule::Other };
    for (token, range) in FlatTokens::new(css) {
        if let Some((url, is_import)) = place.url(token) {
            found.push(CssUrl { url: Cow::Owned(url.to_string()), range, is_import });
        }
    }
    found
}

/// The tokens of CSS with their ranges in bytes, including those in blocks.
struct FlatTokens<'a> {
    css: &'a str,
    /// Reads from `start`.
    parser: Parser<'a>,
    start: usize,
    /// Whether the last token has begun a block, whose content a parser skips unless it is parsed
    /// by a closure, which would be recursion. Tokens do not depend on their surroundings, so the
    /// content gets a new parser.
    is_block: bool,
}

impl<'a> FlatTokens<'a> {
    fn new(css: &'a str) -> FlatTokens<'a> {
        FlatTokens { css, parser: Parser::new(css), start: 0, is_block: false }
    }

    /// Returns the offset of the next token.
    fn offset(&self) -> usize {
        self.start + self.parser.position().byte_index()
    }
}

impl<'a> Iterator for FlatTokens<'a> {
    type Item = (Token<'a>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        steps::count(1);
        if self.is_block {
            self.start = self.offset();
            self.parser = Parser::new(&self.css[self.start..]);
        }
        let start = self.offset();
        let token = self.parser.next_including_whitespace_and_comments().cloned().ok()?;
        self.is_block = matches!(
            token,
            Token::Function(_)
                | Token::ParenthesisBlock
                | Token::SquareBracketBlock
                | Token::CurlyBracketBlock
        );
        Some((token, start..self.offset()))
    }
}

/// The blocks and the rule around a token, which decide whether it is a URL.
struct AroundToken {
    open: Vec<Inside>,
    rule: Rule,
}

impl AroundToken {
    /// Goes past a token. If it is a URL, returns that, and whether an `@import` rule imports it.
    fn url<'a>(&mut self, token: Token<'a>) -> Option<(CowRcStr<'a>, bool)> {
        match token {
            Token::UnquotedUrl(url) if self.rule != Rule::Namespace => {
                let is_import = self.rule == Rule::Import;
                self.rule = self.rule.after_url();
                return Some((url, is_import));
            }
            Token::QuotedString(url) => {
                let inside = self.open.last().copied().unwrap_or(Inside::Other);
                let is_import =
                    self.rule == Rule::Import && (self.open.is_empty() || inside != Inside::Other);
                let is_url = match inside {
                    Inside::Url | Inside::Images => self.rule != Rule::Namespace,
                    Inside::Other => is_import,
                };
                if is_url {
                    self.rule = self.rule.after_url();
                    return Some((url, is_import));
                }
            }
            Token::AtKeyword(name) if self.open.is_empty() => self.rule = Rule::named(&name),
            Token::Semicolon => self.rule = Rule::Other,
            Token::CloseParenthesis | Token::CloseSquareBracket | Token::CloseCurlyBracket => {
                self.open.pop();
            }
            Token::Function(name) => self.open.push(Inside::function(&name)),
            Token::ParenthesisBlock | Token::SquareBracketBlock => self.open.push(Inside::Other),
            Token::CurlyBracketBlock => {
                self.rule = Rule::Other;
                self.open.push(Inside::Other);
            }
            _ => {}
        }
        None
    }
}

/// The meaning of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Other,
    /// It is a URL: in `url()` or `src()`.
    Url,
    /// It is a URL, if it is not in another function: in `image-set()` or `image()`.
    Images,
}

impl Inside {
    /// Returns the meaning of a string in a function.
    fn function(name: &str) -> Inside {
        match &*name.to_ascii_lowercase() {
            "url" | "src" => Inside::Url,
            "image-set" | "-webkit-image-set" | "image" => Inside::Images,
            _ => Inside::Other,
        }
    }
}

/// The rule that has begun and has no block yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Other,
    /// An `@import` rule before its URL.
    Import,
    Namespace,
}

impl Rule {
    /// Returns the rule that an at-keyword begins.
    fn named(name: &str) -> Rule {
        match &*name.to_ascii_lowercase() {
            "import" => Rule::Import,
            "namespace" => Rule::Namespace,
            _ => Rule::Other,
        }
    }

    /// Returns the rule after a URL of it.
    fn after_url(self) -> Rule {
        if self == Rule::Import { Rule::Other } else { self }
    }
}

/// Returns CSS with another URL in the place of one that [`css_urls`] has found: a string, in
/// `url()` if that was written without quotation marks. A `<` is written as an escape, so that the
/// text can be in a `style` element.
///
/// ```
/// use consomme::urls::{css_urls, written_css_url};
///
/// let css = "p { background: url(leek.png) }";
/// let url = &css_urls(css)[0];
/// assert_eq!(written_css_url(css, url, "/img/leek.png"), "url(\"/img/leek.png\")");
/// ```
pub fn written_css_url(css: &str, found: &CssUrl<'_>, url: &str) -> String {
    let mut text = String::new();
    let result = serialize_string(url, &mut text);
    debug_assert!(result.is_ok(), "a String takes everything");
    let text = text.replace('<', "\\3c ");
    let was = css.get(found.range.clone()).unwrap_or("");
    if was.starts_with(['"', '\'']) { text } else { format!("url({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_urls_of_style_sheets_are_found_by_tokens() {
        for (css, expected) in [
            ("a:url(b)", &[("b", "url(b)", false)][..]),
            ("a:URL( b )", &[("b", "URL( b )", false)]),
            ("a:url('b\\'c')", &[("b'c", "'b\\'c'", false)]),
            ("a:url(b\\)c) url(d)", &[("b)c", "url(b\\)c)", false), ("d", "url(d)", false)]),
            ("a:u\\72l(b)", &[("b", "u\\72l(b)", false)]),
            ("@import \"b\" screen; c{d:url(e)}", &[("b", "\"b\"", true), ("e", "url(e)", false)]),
            ("@IMPORT/**/url(b) layer('c');", &[("b", "url(b)", true)]),
            ("@import url('b');", &[("b", "'b'", true)]),
            ("@namespace x url(b); @namespace 'c'; d{e:src('f')}", &[("f", "'f'", false)]),
            (
                "a{b:image-set('c' 1x, url(d) 2x type('e'))}",
                &[("c", "'c'", false), ("d", "url(d)", false)],
            ),
            ("a{content:'url(b)'} /* url(c) */ @media x{d{e:url(f)}}", &[("f", "url(f)", false)]),
            ("a:url(b", &[("b", "url(b", false)]),
            ("a:url(b c) url(\"d", &[("d", "\"d", false)]),
            ("{{{(([[}}]))} a:url(b)", &[("b", "url(b)", false)]),
        ] {
            let found: Vec<_> = css_urls(css);
            let found: Vec<_> = found
                .iter()
                .map(|one| (&*one.url, &css[one.range.clone()], one.is_import))
                .collect();
            assert_eq!(found, expected, "{css}");
        }
    }

    #[test]
    fn a_url_is_written_so_that_it_is_found_again() {
        for css in ["a:url(b)", "a:url('b')", "@import 'b'"] {
            for url in ["", "c d", "'\"\\)", "</style>", "é\n"] {
                let found = &css_urls(css)[0];
                let written =
                    css.replace(&css[found.range.clone()], &written_css_url(css, found, url));
                assert!(!written.contains('<'));
                assert_eq!(css_urls(&written)[0].url, url, "{written}");
            }
        }
    }
}
