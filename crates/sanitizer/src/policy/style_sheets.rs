//! Style sheets: the rules of `style` elements that stay.
//!
//! A sheet is written anew: each rule with selectors that match nothing but descendants of the
//! scope, and with the declarations that a `style` attribute would keep. Whatever is not understood
//! goes.

use consomme::{Document, ElementRef, Namespace, NodeId, NodeRef};
use cssparser::{ParseError, Parser, SourcePosition, Token};

use super::builder::Policy;
use super::style::kept_declarations;

/// The rules for style sheets.
///
/// A sheet keeps the declarations that [`Policy::style_properties`] keeps in `style` attributes,
/// with the same policy for URLs and rules for values. Each selector begins with the scope, so that
/// it matches only elements in it. Nested rules stay only in conditions that are listed, `@media`
/// and `@supports`; all other at-rules go, so that no sheet imports another one or loads a font.
///
/// The configuration must keep `style` elements. Put the result into an element that the scope
/// matches.
///
/// ```
/// use consomme_sanitizer::{Policy, Sanitizer, StyleSheets};
///
/// let policy = Policy::new()
///     .style_properties(["color", "width"])
///     .style_sheets(StyleSheets::new(".mail").conditions(["media"]));
/// let mut sanitizer = Sanitizer::new().policy(policy);
/// sanitizer.allow_element("style");
/// let html = "<style>@import 'x'; body, p > b { color: red; position: fixed }
///     @media (max-width: 600px) { td { width: 100% !important } }</style>";
/// assert_eq!(
///     sanitizer.sanitize_str(html),
///     "<style>.mail body, .mail p > b{color: red}\
///     @media (max-width: 600px){.mail td{width: 100% !important}}</style>"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StyleSheets {
    pub(super) scope: Box<str>,
    /// Lowercased.
    pub(super) conditions: Vec<Box<str>>,
}

/// How deep conditions may be in each other.
const MAX_DEPTH: usize = 4;

impl StyleSheets {
    /// Returns rules for sheets that match in a scope: a compound selector, such as `.mail` or
    /// `#message`; with any other, no rule stays. Conditions stay: `@media` and `@supports`.
    pub fn new(scope: &str) -> Self {
        let conditions = vec!["media".into(), "supports".into()];
        StyleSheets { scope: scope.trim().into(), conditions }
    }

    /// Sets which of `media` and `supports` stay. Other at-rules do not, also if they are listed.
    #[must_use]
    pub fn conditions(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.conditions =
            names.into_iter().map(|it| it.as_ref().to_ascii_lowercase().into()).collect();
        self
    }

    /// Whether the scope is one compound selector: a list of them, or none, would let rules match
    /// elsewhere.
    pub(super) fn is_compound(&self) -> bool {
        let ends_it = |c: char| c.is_whitespace() || matches!(c, ',' | '>' | '+' | '~' | '|');
        let is_markup =
            |c: char| matches!(c, '{' | '}' | '/' | '\\' | '<' | ';' | '"' | '\'' | '(');
        !self.scope.is_empty() && !self.scope.contains(|c| ends_it(c) || is_markup(c))
    }

    fn keeps_condition(&self, name: &str) -> bool {
        matches!(name, "media" | "supports") && self.conditions.iter().any(|it| **it == *name)
    }

    /// Returns a selector for descendants of the scope; `None` if it is not understood.
    fn scoped(&self, selector: &str) -> Option<String> {
        let selector = selector.trim();
        if !self.is_compound() {
            return None;
        }
        let own = selector.strip_prefix(&*self.scope).filter(|rest| rest.starts_with(' '));
        let rest = own.unwrap_or(selector).trim_start();
        // The siblings of the scope are outside.
        let is_inside = !rest.is_empty() && !rest.starts_with(['+', '~', '|', ')', ']']);
        is_inside.then(|| format!("{} {rest}", self.scope))
    }

    fn scoped_list(&self, prelude: &str) -> Option<String> {
        let prelude = one_line(prelude);
        let scoped: Option<Vec<_>> =
            selectors(&prelude)?.into_iter().map(|it| self.scoped(it)).collect();
        scoped.map(|scoped| scoped.join(", "))
    }
}

impl Policy {
    /// Keeps style sheets, by these rules. Without [`style_properties`](Policy::style_properties),
    /// no declaration stays.
    #[must_use]
    pub fn style_sheets(mut self, sheets: StyleSheets) -> Self {
        self.style_sheets = Some(sheets);
        self
    }

    /// Returns the rules for the style sheet that an element is, if it is one.
    #[inline]
    pub(super) fn sheets_of(&self, element: ElementRef<'_>) -> Option<&StyleSheets> {
        let sheets = self.style_sheets.as_ref()?;
        let is_sheet = element.name() == "style" && element.namespace() != Namespace::MathMl;
        is_sheet.then_some(sheets)
    }

    /// Writes a style sheet anew. Returns whether it stays.
    pub(super) fn rewrite_sheet(&self, document: &mut Document, id: NodeId) -> bool {
        let Some(element) = document.element(id) else { return false };
        let Some(sheets) = self.sheets_of(element) else { return false };
        if element.children().any(|child| child.as_text().is_none()) {
            return false;
        }
        let css = element.text_content();
        let kept = self.kept_sheet(&css, sheets);
        if kept == css {
            return true;
        }
        let texts: Vec<NodeId> = element.children().map(NodeRef::id).collect();
        let removed = texts.into_iter().all(|text| document.detach(text).is_ok());
        removed && !kept.is_empty() && document.append_text(id, &kept).is_ok()
    }

    fn kept_sheet(&self, css: &str, sheets: &StyleSheets) -> String {
        let mut written = String::new();
        // The parsers of the rules in conditions, the innermost last.
        let mut open = vec![Parser::new(css)];
        while let Some(parser) = open.last_mut() {
            let Some(rule) = next_rule(parser) else {
                open.pop();
                if !open.is_empty() {
                    written.push('}');
                }
                continue;
            };
            match (rule.at_name, rule.block) {
                (None, Some(block)) => self.write_rule(sheets, rule.prelude, block, &mut written),
                (Some(name), Some(block)) if sheets.keeps_condition(&name) => {
                    let condition = one_line(rule.prelude);
                    if open.len() <= MAX_DEPTH && is_condition(&condition) {
                        written.extend(["@", &name, " ", &condition, "{"]);
                        open.push(Parser::new(block));
                    }
                }
                _ => {}
            }
        }
        written
    }

    fn write_rule(&self, sheets: &StyleSheets, prelude: &str, block: &str, written: &mut String) {
        let Some(selectors) = sheets.scoped_list(prelude) else { return };
        let properties = self.style_properties.as_deref().unwrap_or_default();
        let (urls, values) = (self.urls.as_ref(), self.style_values.as_ref());
        let (declarations, _) = kept_declarations(block, properties, urls, values);
        // No reader may find a tag or a comment in a sheet.
        if !declarations.is_empty() && !declarations.contains('<') {
            written.extend([&selectors, "{", &declarations, "}"]);
        }
    }
}

/// A rule as it is written.
struct WrittenRule<'i> {
    /// The lowercased name of an at-rule.
    at_name: Option<String>,
    /// The selectors, or the text after the name of an at-rule.
    prelude: &'i str,
    block: Option<&'i str>,
}

/// Returns the next rule; `None` at the end.
fn next_rule<'i>(parser: &mut Parser<'i>) -> Option<WrittenRule<'i>> {
    let mut at_name = None;
    let mut start: Option<SourcePosition> = None;
    loop {
        consomme::steps::count(1);
        let before = parser.position();
        let token = parser.next_including_whitespace_and_comments().ok()?.clone();
        match token {
            Token::CurlyBracketBlock => {
                let prelude = parser.slice(start.unwrap_or(before)..before);
                let block = block_of(parser);
                return Some(WrittenRule { at_name, prelude, block });
            }
            Token::Semicolon if at_name.is_some() => {
                return Some(WrittenRule { at_name, prelude: "", block: None });
            }
            Token::WhiteSpace(_) | Token::Comment(_) | Token::CDO | Token::CDC
                if start.is_none() => {}
            Token::AtKeyword(name) if start.is_none() => {
                at_name = Some(name.to_ascii_lowercase());
                start = Some(parser.position());
            }
            token => {
                start = start.or(Some(before));
                // The position is after the block only when that is read.
                if matches!(
                    token,
                    Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock
                ) {
                    block_of(parser)?;
                }
            }
        }
    }
}

/// Reads the block that the last token begins. Returns its content.
fn block_of<'i>(parser: &mut Parser<'i>) -> Option<&'i str> {
    let read = parser.parse_nested_block(|inner| {
        let start = inner.position();
        while inner.next_including_whitespace_and_comments().is_ok() {
            consomme::steps::count(1);
        }
        Ok::<_, ParseError<()>>(inner.slice_from(start))
    });
    read.ok()
}

/// Returns a text with a space for each run of whitespace.
fn one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether the condition of a rule has only characters of conditions without strings,
/// comments and escapes, and whole parentheses.
fn is_condition(condition: &str) -> bool {
    let is_plain = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, ' ' | '(' | ')' | ':' | ',' | '.' | '-' | '/' | '%' | '=' | '>')
    };
    let mut depth = 0_usize;
    condition.chars().all(|c| {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
        is_plain(c)
    }) && depth == 0
        && !condition.is_empty()
}

/// Returns the selectors of a list; `None` if it has characters that no simple selector has, or if
/// a bracket or a string is open, or if a URL begins, in which a quote is no string.
fn selectors(list: &str) -> Option<Vec<&str>> {
    if list.to_ascii_lowercase().contains("url(") {
        return None;
    }
    let mut selectors = Vec::new();
    let mut open: Vec<char> = Vec::new();
    let mut start = 0;
    for (at, c) in list.char_indices() {
        let is_known = c.is_alphanumeric()
            || matches!(
                c,
                '-' | '_'
                    | '.'
                    | '#'
                    | '*'
                    | ' '
                    | '>'
                    | '+'
                    | '~'
                    | ','
                    | ':'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '='
                    | '"'
                    | '\''
                    | '^'
                    | '$'
                    | '|'
            );
        if !is_known {
            return None;
        }
        let quote = open.last().filter(|open| matches!(open, '"' | '\'')).copied();
        match (c, quote) {
            (c, Some(quote)) if c == quote => drop(open.pop()),
            (_, Some(_)) => {}
            ('"' | '\'', None) => open.push(c),
            ('(', None) => open.push(')'),
            ('[', None) => open.push(']'),
            (')' | ']', None) => {
                open.pop().filter(|end| *end == c)?;
            }
            (',', None) if open.is_empty() => {
                selectors.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    selectors.push(&list[start..]);
    open.is_empty().then_some(selectors)
}

#[cfg(test)]
mod tests {
    use crate::{Policy, Sanitizer, StyleSheets, StyleValues, UrlPolicy};

    fn policy() -> Policy {
        let properties = ["color", "background", "width", "content", "behavior"];
        Policy::new().style_properties(properties).style_sheets(StyleSheets::new(".m"))
    }

    fn kept(policy: &Policy, css: &str) -> String {
        let sanitizer = Sanitizer::allow_everything().policy(policy.clone());
        let html = sanitizer.sanitize_str(&format!("<p>1</p><style>{css}</style>"));
        assert_eq!(sanitizer.sanitize_str(&html), html);
        let rest = html.strip_prefix("<p>1</p>").unwrap();
        let css = rest.strip_prefix("<style>").and_then(|it| it.strip_suffix("</style>"));
        css.unwrap_or(rest).to_owned()
    }

    #[test]
    fn selectors_match_in_the_scope_only() {
        for (css, expected) in [
            ("p{color:red}", ".m p{color: red}"),
            ("p,b > i:not(.x,.y){color:red}", ".m p, .m b > i:not(.x,.y){color: red}"),
            ("> p{color:red}", ".m > p{color: red}"),
            (".m{color:red}", ".m .m{color: red}"),
            (".m .m{color:red}", ".m .m{color: red}"),
            ("a[href='x,y']{color:red}", ".m a[href='x,y']{color: red}"),
            (":root, body, *{color:red}", ".m :root, .m body, .m *{color: red}"),
            ("+ p{color:red}", ""),
            ("~ p{color:red}", ""),
            ("p:is(url(a')),body:is(body,url(b')){color:red}", ""),
            ("p:is(URL( x)),body{color:red}", ""),
            (".m + p{color:red}", ""),
            (".m ~ p{color:red}", ""),
            ("p, + p{color:red}", ""),
            ("p,{color:red}", ""),
            ("p\\:x{color:red}", ""),
            ("p/**/+ b{color:red}", ""),
            ("[x=\"{color:red}", ""),
            ("p){color:red}", ""),
            ("{color:red}", ""),
            ("/* 1 */ p {color:red} <!-- b {color:red} -->", ".m p{color: red}.m b{color: red}"),
        ] {
            assert_eq!(kept(&policy(), css), expected, "{css}");
        }
    }

    #[test]
    fn declarations_are_those_that_attributes_keep() {
        for (css, expected) in [
            ("p{position:fixed;color:red;behavior:url(x)}", ".m p{color: red}"),
            ("p{position:fixed}", ""),
            ("p{width:expression(a())}", ""),
            ("p{color:red", ".m p{color: red}"),
            ("p{color:red;b{color:blue}}", ".m p{color: red}"),
            ("p{content:'<'}b{color:red}", ".m b{color: red}"),
            ("p{content:'&lt;'}", ".m p{content: '&lt;'}"),
        ] {
            assert_eq!(kept(&policy(), css), expected, "{css}");
        }
        let urls = policy().urls(UrlPolicy::new());
        assert_eq!(
            kept(&urls, "p{background:url(https://a/)} b{background:u\\72l(ftp:x)} i{color:red}"),
            ".m p{background: url(\"https://a/\")}.m i{color: red}"
        );
        let values = policy().style_values(StyleValues::new().max_length(9.0));
        assert_eq!(kept(&values, "p{width:10px}b{width:9px}"), ".m b{width: 9px}");
    }

    #[test]
    fn of_at_rules_only_listed_conditions_stay() {
        for (css, expected) in [
            ("@media print{p{color:red}}", "@media print{.m p{color: red}}"),
            (
                "@MEDIA (min-width:1px) and (x){p{color:red}b{y:z}}i{color:red}",
                "@media (min-width:1px) and (x){.m p{color: red}}.m i{color: red}",
            ),
            (
                "@supports (display:grid){@media x{p{color:red}}}",
                "@supports (display:grid){@media x{.m p{color: red}}}",
            ),
            ("@import 'x';@import url(x);p{color:red}", ".m p{color: red}"),
            ("@\\69mport 'x';p{color:red}", ".m p{color: red}"),
            ("@font-face{src:url(x)}p{color:red}", ".m p{color: red}"),
            ("@layer x{p{color:red}}b{color:red}", ".m b{color: red}"),
            ("@media 'x'{p{color:red}}b{color:red}", ".m b{color: red}"),
            ("@media x{p{color:red}", "@media x{.m p{color: red}}"),
            ("@media{p{color:red}}b{color:red}", ".m b{color: red}"),
        ] {
            assert_eq!(kept(&policy(), css), expected, "{css}");
        }
        let none = policy().style_sheets(StyleSheets::new(".m").conditions([""; 0]));
        assert_eq!(kept(&none, "@media x{p{color:red}}b{color:red}"), ".m b{color: red}");
        let deep = format!("{}p{{color:red}}{}", "@media x{".repeat(50), "}".repeat(50));
        assert!(kept(&policy(), &deep).matches("@media").count() <= 4);
    }

    #[test]
    fn a_sheet_of_svg_is_one_too() {
        let sanitizer = Sanitizer::allow_everything().policy(policy());
        assert_eq!(
            sanitizer.sanitize_str(
                "<svg><style>p&gt;b{color:red;top:0}</style><style>a<g></g></style></svg>"
            ),
            "<svg><style>.m p&gt;b{color: red}</style></svg>"
        );
    }
}
