//! The rows agree with the standard's lists, in both directions.

use std::collections::{HashMap, HashSet};

use super::columns::{Column, columns};
use crate::elements::{ElementRow, StartTagRule};
use crate::names::known::KNOWN;
use crate::names::{ElementName, NameTable, Namespace};

/// The columns for which the standard has no list, each with the reason.
const OURS: &[(&str, &str)] = &[
    ("ElementClass::HTML", "any element of the namespace"),
    ("ElementClass::ENDS_WITH_MORE", "a question of the body loop: is a pop all that it does"),
    ("ElementClass::GAP", "of no element"),
    ("Traits::LAYOUT_TRANSPARENT", "a choice of the indentation"),
    ("Traits::FETCHES", "the standard says it at each element"),
    ("Traits::STAYS_FOREIGN", "the standard lists those that do not"),
    ("Traits::DIFFERS_2024", "the standard has no list of what it changed"),
    ("Content::Normal", "any other element"),
    ("Display::Inline", "any other element"),
    ("Display::InlineBlock", "the standard says it in the prose of each widget"),
    ("Display::Replaced", "the standard says it in the prose of each element"),
    ("Display::Float", "of no element without attributes"),
    ("Display::OutOfFlow", "of no element without attributes"),
    ("Display::Select", "the standard says it in the prose of `select`"),
    ("Display::OptionGroup", "the standard says it in the prose of `select`"),
    ("Display::InlineTable", "MathML Core says it of `mtable`"),
    ("Display::Graphics", "SVG says it of `svg`"),
];

/// The names of HTML elements with which a column differs from the standard's list, and why.
const DEPARTURES: &[(&str, &str, &str)] = &[
    ("ElementClass::SCOPE_BOUNDARY", "select", "not in 2024: it is `ElementClass::SELECT`"),
    ("Traits::BLOCK_END_TAG", "select", "not in 2024: the rules for end tags ask the revision"),
    ("Traits::GENERATES_IMPLIED_END_TAGS", "select", "not in 2024"),
    ("Traits::GENERATES_IMPLIED_END_TAGS", "p", "the minifier writes what its end tag implies"),
    ("Traits::GENERATES_IMPLIED_END_TAGS", "body", "nothing follows what it leaves open"),
    ("Traits::GENERATES_IMPLIED_END_TAGS", "html", "nothing follows what it leaves open"),
    ("Traits::OPTIONAL_P_END_TAG", "table", "closes no `p` in quirks mode"),
    ("Traits::FLOATS", "object", "the style sheet shows its content, as that of a block"),
    ("StartTagRule::OTHER", "selectedcontent", "the sink must know it: `TreeSink`"),
];

/// A step that a row has only if its rule has no others: else the match in `in_body` has it.
const STEP_OF_PLAIN_RULES: &str = "StartTagRule::FRAMESET_NOT_OK";

/// Returns the names of each column, `math:mi` and `svg:desc` with their prefixes.
fn read_lists() -> HashMap<&'static str, HashSet<&'static str>> {
    let text = include_str!("../../../tests/data/elements.txt");
    let mut lists: HashMap<_, HashSet<_>> = HashMap::new();
    for list in text.split("\n\n") {
        let mut lines = list.lines().filter(|line| !line.starts_with('#'));
        let Some(columns) = lines.next() else { continue };
        let link = lines.next().unwrap();
        assert!(link.starts_with("https://") && link.contains("/#"), "{columns}: {link}");
        let names: Vec<_> = lines.flat_map(str::split_whitespace).collect();
        assert!(!names.is_empty(), "{columns} has names");
        for column in columns.split(' ') {
            lists.entry(column).or_default().extend(&names);
        }
    }
    lists
}

/// Returns the rows of all known names in all namespaces, with the names as the lists spell them.
fn rows() -> Vec<(String, &'static ElementRow)> {
    let names = NameTable::default();
    let prefixes = [(Namespace::Html, ""), (Namespace::MathMl, "math:"), (Namespace::Svg, "svg:")];
    let rows = prefixes.iter().flat_map(|&(namespace, prefix)| {
        let names = &names;
        KNOWN[1..].iter().map(move |text| {
            let name = ElementName { namespace, local: names.find(text).unwrap() };
            (format!("{prefix}{text}"), name.row())
        })
    });
    rows.collect()
}

/// Whether a list says of a row whether it has the column.
fn decides(column: &Column, name: &str, row: &ElementRow) -> bool {
    // The rules in a body are about names of tags. Other standards say how elements of SVG and
    // MathML are displayed.
    let is_of_html =
        ["StartTagRule::", "Display::"].iter().any(|kind| column.name.starts_with(kind));
    if name.contains(':') {
        return !is_of_html;
    }
    !row.start_tag.has(StartTagRule::OTHER) || column.name != STEP_OF_PLAIN_RULES
}

#[test]
fn the_rows_have_what_the_lists_of_the_standard_say() {
    let (lists, rows) = (read_lists(), rows());
    let mut wrong = Vec::new();
    let mut used = HashSet::new();
    for column in columns() {
        let Some(list) = lists.get(&*column.name) else { continue };
        for name in list {
            assert!(rows.iter().any(|(known, _)| known == name), "{name} has a row");
        }
        for (name, row) in &rows {
            if !decides(&column, name, row) {
                continue;
            }
            let (listed, has) = (list.contains(&**name), column.is_of(row));
            let departure = DEPARTURES.iter().position(|d| (d.0, d.1) == (&column.name, name));
            match (listed != has, departure) {
                (true, Some(index)) => assert!(used.insert(index)),
                (true, None) if listed => wrong.push(format!("{name} is no {}", column.name)),
                (true, None) => wrong.push(format!("{name} is {}, not in the list", column.name)),
                (false, _) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (index, (column, name, _)) in DEPARTURES.iter().enumerate() {
        assert!(used.contains(&index), "{column} no longer differs at {name}");
    }
}

/// Any other start tag reconstructs the active formatting elements.
#[test]
fn a_rule_reconstructs_unless_the_standard_says_what_it_does_instead() {
    let lists = read_lists();
    let (inserts, other) = (&lists["StartTagRule::INSERTS"], &lists["StartTagRule::OTHER"]);
    for (name, row) in rows() {
        let is_html = !name.contains(':');
        if is_html && !other.contains(&*name) && !row.start_tag.has(StartTagRule::OTHER) {
            let reconstructs = row.start_tag.has(StartTagRule::RECONSTRUCTS);
            let is_listed = inserts.contains(&*name);
            assert_ne!(reconstructs, is_listed, "{name} RECONSTRUCTS, or is in the list INSERTS");
        }
    }
}

#[test]
fn each_column_has_a_list_and_a_link_or_a_reason_why_not() {
    let lists = read_lists();
    let columns = columns();
    for column in &columns {
        let name = &*column.name;
        let is_ours = OURS.iter().any(|(ours, _)| *ours == name);
        // The complement of `INSERTS`, which has a list.
        let is_complement = name == "StartTagRule::RECONSTRUCTS";
        assert_ne!(lists.contains_key(name), is_ours || is_complement, "{name} has a list");
        assert!(column.is_linked || is_ours, "{name} has a link");
    }
    let exists = |name: &str| columns.iter().any(|column| column.name == name);
    for (name, _) in OURS {
        assert!(exists(name), "{name} is a column");
    }
    for name in lists.keys().filter(|&&name| name != "StartTagRule::INSERTS") {
        assert!(exists(name), "{name} is a column");
    }
}
