//! The URLs in the declarations of a style attribute.
//!
//! A value is read as the tokens that a browser finds in it, so that no escape and no comment hides
//! a URL, and is written again: each URL as a function with a string. Whatever could turn into a
//! URL in a way that is not known here costs the declaration.

use cssparser::{Parser, Token, serialize_string};

use consomme::steps;

use super::url_syntax::cleaned;
use super::urls::{UrlPolicy, UrlUse, UrlVerdict};

/// Returns the value of a declaration with its URLs as the policy wants them. `None` if the
/// declaration cannot stay: because of a URL that the policy removes, or of a token that no simple
/// value has.
///
/// `property` is lowercased, and nothing in the value is open at its end.
pub(super) fn judged_value(property: &str, value: &str, policy: &UrlPolicy) -> Option<String> {
    let mut value = JudgedValue {
        urls: Urls { policy, of: use_of(property) },
        written: String::with_capacity(value.len()),
        open: Vec::new(),
        rest: value,
    };
    while value.block()? {}
    value.open.is_empty().then_some(value.written)
}

/// A value, judged and written up to some token.
struct JudgedValue<'a> {
    urls: Urls<'a>,
    written: String,
    open: Vec<Open>,
    rest: &'a str,
}

impl<'a> JudgedValue<'a> {
    /// Judges the tokens up to the next one that begins a block, and that. Returns whether there is
    /// one. `None` if the declaration cannot stay.
    ///
    /// A parser skips the content of a block unless it is parsed by a closure, which would be
    /// recursion. Tokens do not depend on their surroundings, so the content gets a new parser.
    fn block(&mut self) -> Option<bool> {
        let mut parser = Parser::new(self.rest);
        let all = parser.position();
        loop {
            steps::count(1);
            let start = parser.position();
            let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else {
                return Some(false);
            };
            let source = parser.slice_from(start);
            if let Some(open) = self.opened(&token, source)? {
                self.open.push(open);
                self.rest = &self.rest[parser.slice_from(all).len()..];
                return Some(true);
            }
            self.judge(token, source)?;
        }
    }

    /// Writes a token that begins a block, and returns that. `Some(None)` for any other token.
    fn opened(&mut self, token: &Token<'a>, source: &str) -> Option<Option<Open>> {
        let (end, inside) = match token {
            Token::Function(name) => {
                let inside = function(&name.to_ascii_lowercase(), self.inside())?;
                match inside {
                    // Written without escapes, for readers who do not know them.
                    Inside::Url | Inside::Images => {
                        self.written.extend([&name.to_ascii_lowercase(), "("]);
                    }
                    _ if source.contains('\\') => return None,
                    _ => self.written.push_str(source),
                }
                return Some(Some(Open { end: Token::CloseParenthesis, inside }));
            }
            Token::ParenthesisBlock => (Token::CloseParenthesis, Inside::Function),
            Token::SquareBracketBlock => (Token::CloseSquareBracket, Inside::Function),
            _ => return Some(None),
        };
        if !matches!(self.inside(), Inside::Value | Inside::Function | Inside::Texts) {
            return None;
        }
        self.written.push_str(source);
        Some(Some(Open { end, inside }))
    }

    /// Writes a token that begins no block, if it can stay.
    fn judge(&mut self, token: Token<'a>, source: &str) -> Option<()> {
        let inside = self.inside();
        match token {
            Token::WhiteSpace(_) => self.written.push_str(source),
            Token::Comment(_) => self.written.push_str("/**/"),
            Token::UnquotedUrl(url) => {
                if matches!(inside, Inside::Url | Inside::AfterUrl) {
                    return None;
                }
                self.written.push_str("url(");
                self.urls.write(&url, &mut self.written)?;
                self.written.push(')');
            }
            Token::QuotedString(text) => match inside {
                Inside::Value | Inside::Texts => write_string(&text, &mut self.written),
                Inside::Images => self.urls.write(&text, &mut self.written)?,
                Inside::Url => {
                    self.urls.write(&text, &mut self.written)?;
                    self.open.last_mut()?.inside = Inside::AfterUrl;
                }
                Inside::AfterUrl | Inside::Function => return None,
            },
            Token::CloseParenthesis | Token::CloseSquareBracket => {
                let closed = self.open.pop().filter(|open| open.end == token)?;
                if closed.inside == Inside::Url {
                    return None;
                }
                self.written.push_str(source);
            }
            token => {
                if source.contains('\\') || !can_stay(&token, inside) {
                    return None;
                }
                self.written.push_str(source);
            }
        }
        Some(())
    }

    /// Returns the place of the next token.
    fn inside(&self) -> Inside {
        self.open.last().map_or(Inside::Value, |open| open.inside)
    }
}

/// A block that is not ended yet.
struct Open {
    /// The token that ends it.
    end: Token<'static>,
    inside: Inside,
}

/// The place of a token, which decides the meaning of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// In no block: a string is text.
    Value,
    /// In a function whose strings are text.
    Texts,
    /// In another function, or in brackets: a string there may be anything, so that it costs the
    /// declaration.
    Function,
    /// In `image-set()` or `image()`: a string is a URL.
    Images,
    /// In `url()` or `src()` before the string that is the URL.
    Url,
    /// After that string. Modifiers, as `crossorigin()`, cost the declaration.
    AfterUrl,
}

/// Returns where the content of a function stands; `None` if the declaration cannot stay.
fn function(lowercased: &str, around: Inside) -> Option<Inside> {
    match (around, lowercased) {
        (Inside::Url | Inside::AfterUrl, _) => None,
        (Inside::Images | Inside::Value | Inside::Function, "url" | "src") => Some(Inside::Url),
        // The type of an image.
        (Inside::Images, "type") => Some(Inside::Texts),
        // `var()` and the like could stand for a string that nothing judged.
        (Inside::Images, _) => None,
        (_, "image-set" | "-webkit-image-set" | "image") => Some(Inside::Images),
        // It takes the values of attributes that are judged by other rules.
        (_, "attr") => None,
        (_, "path" | "counter" | "counters" | "symbols" | "var") => Some(Inside::Texts),
        (Inside::Texts, "url" | "src") => Some(Inside::Url),
        (Inside::Value | Inside::Texts | Inside::Function, _) => Some(Inside::Function),
    }
}

/// Returns whether a token that is no block, no string and no URL can stay there.
fn can_stay(token: &Token<'_>, inside: Inside) -> bool {
    match token {
        Token::Ident(_)
        | Token::Hash(_)
        | Token::IDHash(_)
        | Token::Number { .. }
        | Token::Percentage { .. }
        | Token::Dimension { .. }
        | Token::Comma => !matches!(inside, Inside::Url | Inside::AfterUrl),
        Token::Delim(_) | Token::Semicolon => {
            matches!(inside, Inside::Value | Inside::Function | Inside::Texts)
        }
        // A colon is part of conditions (`if()`), and of the filters of old browsers
        // (`progid:…(src='…')`). An at-keyword or a comment of HTML is no part of a value. All
        // other tokens are errors.
        _ => false,
    }
}

/// The policy for the URLs of a declaration.
struct Urls<'a> {
    policy: &'a UrlPolicy,
    /// `None`: only fragments stay.
    of: Option<UrlUse>,
}

impl Urls<'_> {
    /// Writes a URL as a string, if it stays.
    fn write(&self, url: &str, written: &mut String) -> Option<()> {
        let url = cleaned(url);
        // "If the value of the url() is the empty string […], the url must resolve to an invalid
        // resource". Older browsers fetch the page.
        // <https://drafts.csswg.org/css-values/#url-empty>
        if url.is_empty() {
            return None;
        }
        let verdict = self.policy.judge(self.of.unwrap_or(UrlUse::Resource), &url);
        let rewritten;
        let url = match verdict {
            UrlVerdict::Keep => &*url,
            UrlVerdict::Set(other) => {
                rewritten = other;
                &*cleaned(&rewritten)
            }
            UrlVerdict::Hold(_) | UrlVerdict::Remove(_) => return None,
        };
        let is_kept = !url.is_empty() && (self.of.is_some() || url.starts_with('#'));
        is_kept.then(|| write_string(url, written))
    }
}

fn write_string(text: &str, written: &mut String) {
    let result = serialize_string(text, written);
    debug_assert!(result.is_ok(), "a String takes everything");
}

/// Returns the use of the URLs of a property. `None` if it is not known to have any: for custom
/// properties, which are used anywhere, and for properties that load scripts in old browsers
/// (`behavior`, `-moz-binding`).
fn use_of(property: &str) -> Option<UrlUse> {
    match property {
        "background"
        | "background-image"
        | "border-image"
        | "border-image-source"
        | "content"
        | "cursor"
        | "list-style"
        | "list-style-image"
        | "mask"
        | "mask-border"
        | "mask-border-source"
        | "mask-image"
        | "shape-outside"
        | "-webkit-border-image"
        | "-webkit-mask"
        | "-webkit-mask-box-image"
        | "-webkit-mask-box-image-source"
        | "-webkit-mask-image" => Some(UrlUse::Media),
        "backdrop-filter" | "clip-path" | "fill" | "filter" | "marker" | "marker-end"
        | "marker-mid" | "marker-start" | "offset" | "offset-path" | "stroke"
        | "-webkit-clip-path" | "-webkit-filter" => Some(UrlUse::Resource),
        _ => None,
    }
}
