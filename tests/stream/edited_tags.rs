//! An edited start tag reads as the same name, unless that is edited, and exactly the expected
//! attributes: in a rewriter, and in source edits with and without their check.

use consomme::stream::{RewriteSelectors, rewrite};
use consomme::{Document, Hints, NodeId, ParseOptions};
use consomme_test::rows::rows;
use proptest::prelude::*;

/// An edit of a start tag.
#[derive(Clone, Debug)]
enum TagEdit {
    Set(&'static str, &'static str),
    Remove(&'static str),
    Rename(&'static str),
}

/// The parts that tags are made of, in any order: names, values, and what is between them.
const PARTS: [&str; 22] = [
    " ",
    "\n",
    "/",
    "=",
    "a",
    "b",
    "A",
    "class",
    "cript",
    "\"\"",
    "'x'",
    "\"y z\"",
    " a",
    " b=",
    " class=\"\"",
    "=c",
    " =d",
    " a=1",
    "/b",
    "'",
    "\0",
    "&amp",
];

const NAMES: [&str; 5] = ["a", "b", "class", "cript", "data-x"];

const VALUES: [&str; 6] = ["", "x", "x/", "a \"b\" & 'c'", ">", "="];

fn tag_edits() -> impl Strategy<Value = Vec<TagEdit>> {
    let name = || prop::sample::select(&NAMES[..]);
    let edit = prop_oneof![
        4 => name().prop_map(TagEdit::Remove),
        4 => (name(), prop::sample::select(&VALUES[..]))
            .prop_map(|(name, value)| TagEdit::Set(name, value)),
        1 => prop::sample::select(&["kbd", "label", "x-y"][..]).prop_map(TagEdit::Rename),
    ];
    prop::collection::vec(edit, 1..4)
}

/// Returns a page with a start tag that has these parts, in an element for foreign content or in
/// another one.
fn page(around: &str, name: &str, parts: &[&str]) -> String {
    format!("<{around} id=around><{name}{}>alert(1)</{name} ></{around}>", parts.concat())
}

/// Returns the element that is edited: the first child of the element around it.
fn target(document: &Document) -> Option<NodeId> {
    let around = document.element_by_id("around")?;
    Some(around.child_elements().next()?.id())
}

/// Returns the name and the sorted attributes of the edited element.
fn read(document: &Document) -> Option<(String, Vec<(String, String)>)> {
    let element = document.element(target(document)?)?;
    let attributes = element.attrs();
    let attributes =
        attributes.map(|one| (one.qualified_name().into_owned(), one.value().to_owned()));
    let mut attributes: Vec<_> = attributes.collect();
    attributes.sort();
    Some((element.name().to_owned(), attributes))
}

fn check(page: &str, edits: &[TagEdit]) -> Result<(), TestCaseError> {
    let mut document = ParseOptions::new().lossless(true).parse_str(page);
    let Some(id) = target(&document) else { return Ok(()) };
    let mut renames = false;
    for edit in edits {
        match edit {
            TagEdit::Set(name, value) => document.set_attr(id, name, value).unwrap(),
            TagEdit::Remove(name) => drop(document.remove_attr(id, name).unwrap()),
            TagEdit::Rename(name) => {
                renames = true;
                document.rename(id, name).unwrap();
            }
        }
    }
    let expected = read(&document);
    let unchecked = document.unchecked_source_edits().unwrap().apply();
    prop_assert_eq!(read(&consomme::parse_str(&*unchecked)), expected.clone(), "{}", unchecked);
    let checked = document.source_edits().unwrap();
    let source = checked.apply();
    prop_assert_eq!(read(&consomme::parse_str(&*source)), expected.clone(), "{}", source);
    let selectors = ["#around > :first-child"];
    let selectors = match renames {
        true => RewriteSelectors::new().elements(&selectors),
        false => RewriteSelectors::new().start_tags(&selectors),
    };
    let mut output = Vec::new();
    let mut is_refused = false;
    rewrite(page.as_bytes(), &mut output, &Hints::new(), &selectors.unwrap(), |found| {
        for edit in edits {
            match edit {
                TagEdit::Set(name, value) => found.set_attr(name, value)?,
                TagEdit::Remove(name) => drop(found.remove_attr(name)),
                TagEdit::Rename(name) => is_refused |= found.rename(name).is_err(),
            }
        }
        Ok(())
    })
    .unwrap();
    if !is_refused {
        let output = String::from_utf8(output).unwrap();
        prop_assert_eq!(read(&consomme::parse_str(&*output)), expected, "{}", output);
    }
    Ok(())
}

proptest! {
    #![proptest_config(consomme_test::config::config(2000))]

    #[test]
    fn an_edited_start_tag_reads_as_edited(
        around in prop::sample::select(&["div", "svg"][..]),
        name in prop::sample::select(&["s", "p", "img", "g", "x"][..]),
        parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..9),
        edits in tag_edits(),
    ) {
        check(&page(around, name, &parts), &edits)?;
    }
}

/// Each row is a page with a tag in which the neighbors of a removed attribute, or the tag's name,
/// would otherwise become one. [`rewrites`](super::rewrites) has the output.
#[test]
fn the_neighbors_of_a_removed_attribute_stay_apart() {
    for row in rows("rewrites/removed_attributes.txt") {
        assert_eq!(row.columns[1], "remove_attr class", "{}", row.place);
        check(&row.columns[2], &[TagEdit::Remove("class")]).unwrap();
    }
}
