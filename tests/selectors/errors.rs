//! Invalid selectors: where they go wrong, and why.

use consomme::Selector;

/// A sentence of the standards that makes selectors invalid, and rows: a selector, the offset of
/// the token that is wrong, the token (empty at the end), and the reason.
type Rule = (&'static str, &'static [(&'static str, usize, &'static str, &'static str)]);

const UNKNOWN: &str = "is not known";
const EXPECTED: &str = "stands where a selector is expected";
const HERE: &str = "is not allowed here";
const EARLY: &str = "the selector ends too early";
const COMBINATOR: &str = "can't follow a combinator";
const VALUE: &str = "is neither a name nor a quoted string";
const NAME: &str = "is not an attribute name";

const RULES: &[Rule] = &[
    (
        "Selectors, Invalid Selectors: an empty selector, i.e. one that contains no compound selector, is invalid",
        &[
            ("", 0, "", EARLY),
            (" ", 1, "", EARLY),
            ("/* soup */", 10, "", EARLY),
            (",div", 0, ",", EXPECTED),
            ("div,", 4, "", EARLY),
            ("div, , p", 5, ",", EXPECTED),
            ("div,/**/", 8, "", EARLY),
            (":not()", 5, ")", EXPECTED),
            (":not( )", 6, ")", EXPECTED),
            (":has()", 5, ")", EXPECTED),
            (":not(a,)", 7, ")", EXPECTED),
            (":not(,a)", 5, ",", EXPECTED),
        ],
    ),
    (
        "Selectors, Invalid Selectors: an unrecognized token or a token which is not allowed at the current parsing point",
        &[
            ("]", 0, "]", EXPECTED),
            ("(", 0, "(", EXPECTED),
            (")", 0, ")", EXPECTED),
            ("{", 0, "{", EXPECTED),
            ("}", 0, "}", EXPECTED),
            ("<", 0, "<", EXPECTED),
            ("a;", 1, ";", HERE),
            ("^|div", 0, "^", EXPECTED),
            ("$|div", 0, "$", EXPECTED),
            ("5", 0, "5", EXPECTED),
            ("5px", 0, "5px", EXPECTED),
            ("a!b", 1, "!", HERE),
            ("a@b", 1, "@", HERE),
            ("'a'", 0, "'a'", EXPECTED),
            ("a 'b'", 2, "'b'", COMBINATOR),
            ("a{", 1, "{", HERE),
            ("a}", 1, "}", HERE),
            ("a)", 1, ")", HERE),
            ("a b\\\n", 4, "\n", HERE),
            ("é ! b", 3, "!", COMBINATOR),
            ("a || b", 3, "|", "can't follow a namespace prefix"),
            ("a%", 1, "%", HERE),
        ],
    ),
    (
        "Selectors, Grammar: a combinator separates two compound selectors",
        &[
            (">", 1, "", EARLY),
            ("div >", 5, "", EARLY),
            ("div >> p, a", 5, ">", COMBINATOR),
            ("div ++ p, a", 5, "+", COMBINATOR),
            ("div ~~ p, a", 5, "~", COMBINATOR),
            ("> > div", 2, ">", COMBINATOR),
            ("div > > p", 6, ">", COMBINATOR),
            ("a + ~ b", 4, "~", COMBINATOR),
            ("a >, b", 3, ",", COMBINATOR),
            (":not(> a)", 5, ">", EXPECTED),
            (":not(a >)", 8, ")", COMBINATOR),
            (":has(a >)", 8, ")", COMBINATOR),
            (":has(> > a)", 7, ">", COMBINATOR),
        ],
    ),
    (
        "Selectors, Structure and Terminology: a type selector or universal selector must come first in the sequence, and only one is allowed",
        &[
            (".soup*", 5, "*", HERE),
            ("#a*", 2, "*", HERE),
            ("[a]b", 3, "b", HERE),
            (":root*", 5, "*", HERE),
            ("**", 1, "*", HERE),
            ("a*", 1, "*", HERE),
            ("*a", 1, "a", HERE),
            ("#menu/**/hr", 9, "hr", HERE),
            (":is(a)b", 6, "b", HERE),
        ],
    ),
    (
        "Selectors, Grammar: '.' <ident-token>, without white space between them",
        &[
            (".", 1, "", EARLY),
            (".5cm", 1, "5cm", EXPECTED),
            ("..soup", 1, ".", "is not a class name"),
            (".soup..hot", 6, ".", "is not a class name"),
            (".hot.", 5, "", EARLY),
            (". hot", 1, " ", "is not a class name"),
            (".#a", 1, "#", "is not a class name"),
            (".'a'", 1, "'a'", "is not a class name"),
            (".*", 1, "*", "is not a class name"),
            ("a.:root", 2, ":root", "is not a class name"),
        ],
    ),
    (
        "Selectors, ID selectors: the ID value must be a CSS identifier",
        &[
            ("#", 1, "", EARLY),
            ("#5", 1, "5", EXPECTED),
            ("##a", 1, "#", EXPECTED),
            ("# a", 1, " ", EXPECTED),
            ("a#", 2, "", EARLY),
            ("#.a", 1, ".", EXPECTED),
        ],
    ),
    (
        "Selectors, Grammar: '[' <wq-name> ']', or '[' <wq-name> <attr-matcher> [ <string-token> | <ident-token> ] <attr-modifier>? ']'",
        &[
            ("[", 1, "", EARLY),
            ("[]", 1, "]", HERE),
            ("[5]", 1, "5", NAME),
            ("['a']", 1, "'a'", NAME),
            ("[*=soup]", 1, "*=", NAME),
            ("[*|*=soup]", 3, "*=", NAME),
            ("[=soup]", 1, "=", NAME),
            ("[#a]", 1, "#", NAME),
            ("[.a]", 1, ".", NAME),
            ("[a b]", 3, "b", "can't follow an attribute name"),
            ("[a==b]", 3, "=", VALUE),
            ("[a=]", 3, "]", HERE),
            ("[class=5]", 7, "5", VALUE),
            ("[class=#a]", 7, "#", VALUE),
            ("[class= two words ]", 12, "words", HERE),
            ("[class=soup x]", 12, "x", HERE),
            ("[class=soup i i]", 14, "i", HERE),
            ("[class='soup' 's']", 14, "'s'", HERE),
            ("[class='a' 'b']", 11, "'b'", HERE),
            ("[a~ =b]", 2, "~", "can't follow an attribute name"),
            ("[a]]", 3, "]", HERE),
            ("[a='b\n']", 5, "\n", VALUE),
        ],
    ),
    (
        "Selectors, Grammar: <attr-matcher> = [ '~' | '|' | '^' | '$' | '*' ]? '='",
        &[
            (
                "[class!=soup]",
                6,
                "!=",
                "is an extension, for which `SelectorOptions::extensions` must be on",
            ),
            ("[class%=soup]", 6, "%", "can't follow an attribute name"),
            ("[class<=soup]", 6, "<", "can't follow an attribute name"),
            ("[class+=soup]", 6, "+", "can't follow an attribute name"),
            ("[class~=]", 8, "]", HERE),
            ("[class~]", 6, "~", "can't follow an attribute name"),
        ],
    ),
    (
        "Selectors, Invalid Selectors: user agents must treat as invalid any pseudo-classes for which they have no usable level of support",
        &[
            ("div:soup", 3, ":soup", UNKNOWN),
            (":soup", 0, ":soup", UNKNOWN),
            (":soup(a)", 0, ":soup(", UNKNOWN),
            (":not(:soup)", 5, ":soup", UNKNOWN),
            (":has(:soup)", 5, ":soup", UNKNOWN),
            ("a, b:soup, c", 4, ":soup", UNKNOWN),
            (":-webkit-x", 0, ":-webkit-x", UNKNOWN),
            (":-webkit-any(a)", 0, ":-webkit-any(", UNKNOWN),
            (":matches(a)", 0, ":matches(", UNKNOWN),
            (":nth-col(1)", 0, ":nth-col(", UNKNOWN),
            (":current(p)", 0, ":current(", UNKNOWN),
            (":root()", 0, ":root(", UNKNOWN),
            (":first-child(1)", 0, ":first-child(", UNKNOWN),
            (":hover()", 0, ":hover(", UNKNOWN),
            (":nth-child", 0, ":nth-child", UNKNOWN),
            (":not", 0, ":not", UNKNOWN),
            (":lang", 0, ":lang", UNKNOWN),
            (":has", 0, ":has", UNKNOWN),
            (":state", 0, ":state", UNKNOWN),
        ],
    ),
    (
        "Selectors, Pseudo-classes: no white space is allowed between the colon and the name, nor between the name and its opening parenthesis",
        &[
            (":", 1, "", EARLY),
            ("a:", 2, "", EARLY),
            (": root", 1, " ", "is not the name of a pseudo-class"),
            (":5", 0, ":5", "is not the name of a pseudo-class"),
            (":'root'", 1, "'root'", "is not the name of a pseudo-class"),
            (":not (a)", 0, ":not", UNKNOWN),
            (":.a", 1, ".", "is not the name of a pseudo-class"),
        ],
    ),
    (
        "Selectors, Invalid Selectors: user agents must treat as invalid any pseudo-elements for which they have no usable level of support",
        &[
            ("div::soup", 3, "::soup", UNKNOWN),
            ("::soup", 0, "::soup", UNKNOWN),
            ("::soup(a)", 0, "::soup(", UNKNOWN),
            ("::hover", 0, "::hover", UNKNOWN),
            ("::", 2, "", EARLY),
            (":::before", 2, ":before", "is not the name of a pseudo-class"),
            (":: before", 2, " ", "is not the name of a pseudo-class"),
            ("p:selection", 1, ":selection", UNKNOWN),
            ("p:marker", 1, ":marker", UNKNOWN),
        ],
    ),
    (
        "Selectors, Compat: pseudo-elements that start with -webkit- and that are not functional",
        &[
            ("::-webkit-x()", 0, "::-webkit-x(", UNKNOWN),
            ("::-webkit-x(a)", 0, "::-webkit-x(", UNKNOWN),
            ("::-moz-x", 0, "::-moz-x", UNKNOWN),
        ],
    ),
    (
        "Selectors, Internal Structure: selectors containing combinators after the pseudo-element are otherwise invalid",
        &[
            ("::before p", 9, "p", HERE),
            ("p::before > b", 10, ">", HERE),
            ("::before::before", 8, "::before", HERE),
            ("::before.a", 8, ".", HERE),
            ("::before#a", 8, "#", HERE),
            ("::before[a]", 8, "[", HERE),
            ("::before:root", 8, ":root", HERE),
        ],
    ),
    (
        "Selectors, :not() and :has(): pseudo-elements are not valid within them",
        &[
            (":not(::before)", 5, "::before", HERE),
            (":has(::before)", 5, "::before", HERE),
            (":not(p, a::after)", 9, "::after", HERE),
            (":nth-child(1 of ::before)", 16, "::before", HERE),
        ],
    ),
    (
        "Selectors, :has(): the :has() pseudo-class cannot be nested",
        &[
            (":has(:has(a))", 5, ":has(", HERE),
            (":has(b, :has(a))", 8, ":has(", HERE),
            (":has(> :not(:has(a)))", 12, ":has(", HERE),
        ],
    ),
    (
        "Selectors, Declaring Namespace Prefixes: if the language does not specify a mechanism, then no prefixes are declared; an undeclared prefix is invalid",
        &[
            ("ns|div", 2, "|", "follows a namespace prefix that is not declared"),
            (":not(ns|div)", 7, "|", "follows a namespace prefix that is not declared"),
            ("[ns|a]", 3, "|", "follows a namespace prefix that is not declared"),
            ("svg|a", 3, "|", "follows a namespace prefix that is not declared"),
            ("*|", 2, "", EARLY),
            ("|", 1, "", EARLY),
            ("*| a", 2, " ", "can't follow a namespace prefix"),
            ("*|.a", 2, ".", "can't follow a namespace prefix"),
            ("[*|]", 3, "]", HERE),
            ("*|*|a", 3, "|", HERE),
        ],
    ),
    (
        "CSS Syntax, An+B: the microsyntax, and odd and even",
        &[
            (":nth-child()", 11, ")", HERE),
            (":nth-child(soup)", 11, "soup", HERE),
            (":nth-child(2.5)", 12, ".", HERE),
            (":nth-child(n+)", 13, ")", HERE),
            (":nth-child(2 n)", 13, "n", HERE),
            (":nth-child(+ 2)", 12, " ", HERE),
            (":nth-child(2n+-1)", 14, "-1", HERE),
            (":nth-child(n 2)", 13, "2", HERE),
            (":nth-child(- n)", 12, " ", HERE),
            (":nth-child(1, 2)", 12, ",", HERE),
            (":nth-child('1')", 11, "'1'", HERE),
            (":nth-child(1 of)", 15, ")", EXPECTED),
            (":nth-child(of p)", 11, "of", HERE),
            (":nth-of-type(2 of a)", 15, "of", HERE),
        ],
    ),
    (
        "Selectors, :lang(): one or more language ranges, each a valid CSS <ident> or <string>",
        &[
            (":lang()", 6, ")", HERE),
            (":lang(5)", 6, "5", HERE),
            (":lang(en,)", 9, ")", HERE),
            (":lang(,en)", 6, ",", HERE),
            (":lang(en fr)", 9, "fr", HERE),
            (":lang(*-DE)", 6, "*", HERE),
        ],
    ),
    (
        "Selectors, :dir(): the argument must be a single identifier, otherwise the selector is invalid",
        &[
            (":dir()", 5, ")", HERE),
            (":dir(\"ltr\")", 5, "\"ltr\"", HERE),
            (":dir(ltr rtl)", 9, "rtl", HERE),
            (":dir(ltr, rtl)", 8, ",", HERE),
            (":dir(5)", 5, "5", HERE),
        ],
    ),
    (
        "HTML, :heading(integer#) and :state(identifier)",
        &[
            (":heading()", 9, ")", HERE),
            (":heading(a)", 9, "a", HERE),
            (":heading(1 2)", 11, "2", HERE),
            (":heading(1,)", 11, ")", HERE),
            (":heading(1.5)", 10, ".", HERE),
            (":state()", 7, ")", HERE),
            (":state('a')", 7, "'a'", HERE),
            (":state(a b)", 9, "b", HERE),
        ],
    ),
];

/// Each invalid selector gives the offset of the token that is wrong, and says why.
#[test]
fn an_error_has_the_first_wrong_token_and_the_reason() {
    let mut wrong = Vec::new();
    for (sentence, rows) in RULES {
        for (text, offset, token, reason) in *rows {
            let token: String = token.chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
            let reason =
                if token.is_empty() { (*reason).to_owned() } else { format!("`{token}` {reason}") };
            match Selector::parse(text) {
                Ok(selector) => wrong.push(format!("{text}: parsed as {selector} ({sentence})")),
                Err(error) if (error.offset(), error.reason()) != (*offset, &reason) => {
                    wrong.push(format!("{error}, expected {offset}: {reason} ({sentence})"));
                }
                Err(error) => {
                    assert!(error.to_string().ends_with(&reason) && error.text() == *text);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The number of rows.
pub(crate) fn count() -> usize {
    RULES.iter().map(|rule| rule.1.len()).sum()
}
