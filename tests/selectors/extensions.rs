//! The selectors beyond the standard, which `SelectorOptions::extensions` switches on.

use consomme::Selector;
use consomme::select::SelectorOptions;

/// Without the option, the error says that there is one; with it, what is wrong with the argument.
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

/// `:is()` forgives what is not valid, so it forgives extensions that are not switched on.
#[test]
fn an_extension_without_the_option_is_skipped_in_a_forgiving_list() {
    let document = consomme::parse_fragment("div", "<p>x</p><b>y</b>");
    let found = document.select(":is(b, p:contains(x), p[a!=b])").unwrap();
    assert_eq!(found.map(|element| element.name()).collect::<Vec<_>>(), ["b"]);
}
