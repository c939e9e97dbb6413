//! The selectors beyond the standard, which `SelectorOptions::extensions` switches on.

use consomme::Selector;
use consomme::select::SelectorOptions;

use super::Rule;

const SHOP: &str = "<table id=t><tr id=r1><th id=h1>Soup<th id=h2>Price</tr><tr id=r2><td id=d1>Clear\n  <b id=b1>broth</b><td id=d2>4.50</tr>\
     <tr id=r3><td id=d3>Miso (hot)<td id=d4 class=new>5</tr></table><p id=p1>STRASSE</p><p id=p2>Stra\u{df}e<!-- Miso --></p><p id=p3> \u{3c3}\u{3c2} </p>\
     <p id=p4 title=''>so<i id=i1>u</i>p</p><p id=p5 title=Soup><br id=br></p>";

/// The sentence is that of the documentation of the option.
pub(crate) const RULES: &[Rule] = &[
    (
        ":contains(text): elements whose text contains this text, compared exactly",
        SHOP,
        &[
            ("td:contains(Miso)", "d3"),
            ("td:contains(miso)", ""),
            ("tr:contains(Miso) td:contains(5)", "d4"),
            ("p:contains(soup)", "p4"),
            ("p:contains(sou)", "p4"),
            ("i:contains(soup)", ""),
            ("table:contains(Soup), tr:contains(Soup)", "t r1"),
            ("td:CONTAINS(broth)", "d1"),
            ("td:contains(4.50)", "d2"),
            ("tr:not(:contains(Miso))", "r1 r2"),
            ("tr:has(td:contains(broth))", "r2"),
            (":is(td, p):contains(o)", "d1 d3 p4"),
            ("p:contains(Miso)", ""),
            ("td:contains(broth), td:contains(5)", "d1 d2 d4"),
        ],
    ),
    (
        "The text in parentheses may be quoted; it must be if it has quotation marks, backslashes, brackets or comments",
        SHOP,
        &[
            ("td:contains('Miso')", "d3"),
            ("td:contains(\"Miso (hot)\")", "d3"),
            ("td:contains('Miso \\(hot\\)')", "d3"),
            ("td:contains( Miso )", "d3"),
            ("td:contains(Miso", "d3"),
            ("td:contains('\\4d iso')", "d3"),
            ("p:contains(\u{3c3}\u{3c2})", "p3"),
        ],
    ),
    (
        "Each run of ASCII whitespace counts as one space, and that at the ends of the text in parentheses is dropped; if nothing is left of it, it is in no text",
        SHOP,
        &[
            ("td:contains(Clear broth)", "d1"),
            ("td:contains('Clear \\a  broth')", "d1"),
            ("td:contains('  Clear broth  ')", "d1"),
            ("td:contains(Clearbroth)", ""),
            ("td:contains('')", ""),
            ("td:contains(' ')", ""),
            (":not(:contains(''))#p5", "p5"),
        ],
    ),
    (
        ":icontains(text): the case of letters makes no difference, by the lowercase of the uppercase of each character",
        SHOP,
        &[
            ("td:icontains(MISO)", "d3"),
            ("p:icontains(strasse)", "p1 p2"),
            ("p:icontains('STRA\u{df}E')", "p1 p2"),
            ("p:icontains('\u{3a3}\u{3a3}')", "p3"),
            ("p:contains(STRASSE)", "p1"),
            ("td:icontains(clear BROTH)", "d1"),
            ("p:icontains(soup)", "p4"),
            ("th:ICONTAINS(soup)", "h1"),
        ],
    ),
    (
        ":containsOwn(text), :icontainsOwn(text): the same of the own text, that is not in elements below",
        SHOP,
        &[
            (":containsOwn(broth)", "b1"),
            ("td:containsOwn(Clear)", "d1"),
            ("td:containsOwn(broth)", ""),
            ("p:containsOwn(sop)", "p4"),
            ("p:containsOwn(soup)", ""),
            (":containsown(Miso)", "d3"),
            (":icontainsOwn(miso)", "d3"),
            ("tr:containsOwn(Miso)", ""),
            (":icontainsown('BROTH')", "b1"),
        ],
    ),
    (
        ":eq(n), :lt(n), :gt(n): elements before which the parent has n elements, or fewer, or more",
        SHOP,
        &[
            ("td:eq(0)", "d1 d3"),
            ("td:eq(1)", "d2 d4"),
            ("tr:eq(2) > td:eq(1)", "d4"),
            ("tr:lt(1)", "r1"),
            ("tr:lt(0)", ""),
            ("tr:gt(0)", "r2 r3"),
            ("tr:gt(2)", ""),
            ("tr:GT( 1 )", "r3"),
            ("p:eq(0)", ""),
            ("p:eq(1)", "p1"),
            ("body > :gt(0):lt(3)", "p1 p2"),
            ("tr:not(:eq(1))", "r1 r3"),
            ("td:eq(999999999)", ""),
            ("td:eq(1", "d2 d4"),
        ],
    ),
    (
        "[name!=value]: elements without the attribute, or with another value: :not([name=value])",
        SHOP,
        &[
            ("p[title!=Soup]", "p1 p2 p3 p4"),
            ("p[title!='']", "p1 p2 p3 p5"),
            ("p[title][title!='']", "p5"),
            ("td[class!=new]", "d1 d2 d3"),
            ("p[ title != Soup ]", "p1 p2 p3 p4"),
            ("p[title!=soup i]", "p1 p2 p3 p4"),
            ("p:not([title!=Soup])", "p5"),
            (":is(td[class!=new], th)", "h1 h2 d1 d2 d3"),
            ("p[title!=Soup", "p1 p2 p3 p4"),
            ("p[title!='a]b'][title!=Soup]:eq(1)", "p1"),
        ],
    ),
];

/// Without the option, the error names the option; with it, the error in the argument.
#[test]
fn an_extension_needs_the_option_and_a_valid_argument() {
    let off = "is an extension, for which `SelectorOptions::extensions` must be on";
    let quotes = "is no text: one with brackets, backslashes or quotation marks must be quoted";
    let index = "is not an index, a number from 0";
    let with = SelectorOptions::new().extensions(true);
    let rows = [
        (false, "p:contains(x)", 1, ":contains(", off),
        (false, "p:CONTAINS(x)", 1, ":CONTAINS(", off),
        (false, "p:icontains('x')", 1, ":icontains(", off),
        (false, "p:containsOwn(x)", 1, ":containsOwn(", off),
        (false, "p:icontainsOwn(x)", 1, ":icontainsOwn(", off),
        (false, "td:eq(0)", 2, ":eq(", off),
        (false, "td:lt(0)", 2, ":lt(", off),
        (false, "td:gt(0)", 2, ":gt(", off),
        (false, "a[href!=x]", 6, "!=", off),
        (true, "a[!=x]", 2, "!=", "is not an attribute name"),
        (true, "a[b!=]", 5, "]", "is not allowed here"),
        (true, "a[b!=c!=d]", 6, "!=", "is not allowed here"),
        (true, "a[b!=5]", 5, "5", "is neither a name nor a quoted string"),
        (true, "p:contains()", 11, ")", quotes),
        (true, "p:contains( )", 12, ")", quotes),
        (true, "p:contains(Don't)", 14, "'t)", quotes),
        (true, "p:contains(a (b))", 13, "(", quotes),
        (true, "p:contains(a(b))", 11, "a(", quotes),
        (true, "p:contains([a])", 11, "[", quotes),
        (true, "p:contains('a' b)", 15, "b", quotes),
        (true, "p:contains(a\\)", 11, "a\\)", quotes),
        (true, "p:contains(a/*b*/)", 12, "/*b*/", quotes),
        (true, "td:eq()", 6, ")", index),
        (true, "td:eq(x)", 6, "x", index),
        (true, "td:eq(-1)", 6, "-1", index),
        (true, "td:eq(1.5)", 7, ".", index),
        (true, "td:eq(1 2)", 8, "2", index),
        (true, "td:lt('1')", 6, "'1'", index),
        (true, "td:gt(9999999999)", 6, "9999999999", index),
        (true, "p:first", 1, ":first", "is not known"),
        (true, "p:matches(x)", 1, ":matches(", "is not known"),
    ];
    let mut wrong = Vec::new();
    for (extensions, text, offset, token, reason) in rows {
        let parsed = if extensions { with.parse(text) } else { Selector::parse(text) };
        let expected = format!("selector `{text}`, byte {offset}: `{token}` {reason}");
        match parsed {
            Ok(selector) => wrong.push(format!("{text}: parsed as {selector}")),
            Err(error) if error.to_string() != expected => {
                wrong.push(format!("{error}, expected {expected}"));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `:is()` forgives invalid selectors, so it forgives extensions that are not switched on.
#[test]
fn an_extension_without_the_option_is_skipped_in_a_forgiving_list() {
    let document = consomme::parse_fragment("div", "<p>x</p><b>y</b>");
    let found = document.select(":is(b, p:contains(x), p[a!=b])").unwrap();
    assert_eq!(found.map(|element| element.name()).collect::<Vec<_>>(), ["b"]);
}
