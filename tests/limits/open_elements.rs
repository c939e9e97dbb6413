//! How many elements are open at once: eight for each level of the limit on depth.

use consomme::{Document, Limits, ParseOptions, Revision};
use consomme_test::config::config;
use consomme_test::soup::soup;
use consomme_test::targets::tree::{check, dump};
use consomme_test::tree::depth;
use proptest::prelude::*;

/// The smallest limit on depth, in levels.
const LEVELS: usize = 7;

/// How many elements can be open with that, `html` and `body` included.
const OPEN: usize = 8 * LEVELS;

fn options() -> ParseOptions {
    ParseOptions::new().limits(Limits::default().depth(Some(LEVELS)))
}

/// As long as elements are beside others, there is always room: the oldest are closed.
#[test]
fn the_oldest_of_many_siblings_are_closed() {
    for unclosed in ["<i>x", "<div>x", "<table><tr><td>x", "<svg><g>x", "<b><div><form>x"] {
        let html = format!("{}<p>one<p>two</p>", unclosed.repeat(3 * OPEN));
        let document = options().parse_str(html.as_str());
        assert!(document.limits_hit().depth);
        document.check_invariants().unwrap();
        assert!(depth(&document) <= LEVELS);
        let paragraphs = document.descendant_elements().filter(|element| element.name() == "p");
        let texts: Vec<String> = paragraphs.map(|p| p.as_node().text_content()).collect();
        assert_eq!(texts, ["one", "two"], "{unclosed}");
        let count = document.root().text_content().matches('x').count();
        assert_eq!(count, 3 * OPEN, "{unclosed}");
    }
}

/// The end tags of the elements that stay close these.
#[test]
fn the_lowest_elements_stay_open() {
    let html = format!("<main>{}{}</main>x", "<div>".repeat(4 * OPEN), "</div>".repeat(OPEN / 4));
    let document = options().parse_str(html.as_str());
    assert_eq!(document.body().unwrap().last_child().unwrap().as_text(), Some("x"));
}

/// Returns the content of the body after the `|`, if the stack of open elements has only this much
/// room for the markup, and only templates are on it.
fn content(room: usize, html: &str) -> String {
    let html = format!("{}|{html}", "<template>".repeat(OPEN - 2 - room));
    let document = options().parse_str(html.as_str());
    assert!(document.limits_hit().depth);
    document.check_invariants().unwrap();
    let body = document.root().inner_html();
    body.split_once('|').unwrap().1.split("</template>").next().unwrap().to_owned()
}

#[test]
fn an_element_without_room_is_closed_by_its_start_tag() {
    for (room, html, expected) in [
        (1, "<i>a<u>b", "<i>a<u></u>b</i>"),
        (0, "<i>a<u>b", "<i></i>a<u></u>b"),
        // No other element is closed in its place, and formatting does not go on.
        (0, "<p>a<p>b</p></p>c", "<p></p>a<p></p>b<p></p><p></p>c"),
        (0, "<object><b>a</object>b", "<object></object><b></b>ab"),
        (0, "<form>a<input></form>b", "<form></form>a<input>b"),
        (0, "<select><option>a</select>b", "<select></select><option></option>ab"),
        (1, "<select><option>a</select>b", "<select><option></option>a</select>b"),
        // The content of these is text up to the end tag.
        (0, "<script>a</script><title>b</title>", "<script>a</script><title>b</title>"),
        // A part of a table goes with the parts around it.
        (3, "<table><tr><td>a</table>b", "a<table><tbody><tr><td></td></tr></tbody></table>b"),
        (4, "<table><tr><td>a</table>b", "<table><tbody><tr><td>a</td></tr></tbody></table>b"),
        (0, "<td>a</td>b", "<td></td>ab"),
    ] {
        assert_eq!(content(room, html), expected, "{room}: {html}");
    }
}

/// The list of active formatting elements is no longer, although the standard leaves a marker in it
/// for each of these templates.
#[test]
fn formatting_before_stray_markers_ends() {
    let options = ParseOptions::new().limits(Limits::default().depth(Some(20)));
    let html = "<p><b>x</p><template><td></template>";
    assert!(options.parse_str(html.repeat(200)).limits_hit().depth);
    assert!(!options.parse_str(html.repeat(50)).limits_hit().any());
    // Markers alone have no effect.
    assert!(!options.parse_str("<template><td></template>".repeat(400)).limits_hit().any());
}

/// Elements that are not in tables and leave no text out.
const NAMES: [&str; 14] = [
    "div", "b", "i", "a", "p", "li", "ul", "span", "h1", "button", "nobr", "font", "section", "x-y",
];

/// A part of a document with these elements.
fn part() -> impl Strategy<Value = String> {
    let name = prop::sample::select(&NAMES[..]);
    prop_oneof![
        3 => name.clone().prop_map(|name| format!("<{name}>")),
        1 => name.prop_map(|name| format!("</{name}>")),
        1 => "[a-z]",
    ]
}

/// Returns the letters of the text in alphabetic order.
fn letters(document: &Document) -> Vec<char> {
    let mut letters: Vec<char> = document.root().text_content().chars().collect();
    letters.sort_unstable();
    letters
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn the_limit_on_depth_loses_no_text(parts in prop::collection::vec(part(), 1..300)) {
        let html = parts.concat();
        let limited = options().parse_str(html.as_str());
        let unlimited = ParseOptions::new().limits(Limits::unlimited()).parse_str(html.as_str());
        prop_assert_eq!(letters(&limited), letters(&unlimited));
        prop_assert!(depth(&limited) <= LEVELS);
        if !limited.limits_hit().depth {
            prop_assert_eq!(dump(&limited), dump(&unlimited));
        }
    }

    #[test]
    fn soup_with_many_open_elements_makes_a_consistent_tree(
        text in soup(),
        times in 1_usize..60,
        is_snapshot in any::<bool>(),
        fragment in any::<bool>(),
    ) {
        let revision = if is_snapshot { Revision::Snapshot2024 } else { Revision::Living2026 };
        let options = options().revision(revision).errors(true).declarative_shadow_roots(true);
        let text = text.repeat(times);
        let document = match fragment {
            true => options.parse_fragment("td", text.as_str()),
            false => options.parse_str(text.as_str()),
        };
        check(&document);
        let again = options.without_body_loop(true);
        let again = match fragment {
            true => again.parse_fragment("td", text.as_str()),
            false => again.parse_str(text.as_str()),
        };
        prop_assert_eq!(dump(&document), dump(&again));
        prop_assert_eq!(document.errors(), again.errors());
    }
}
