//! The rows of `tests/data/source_edits`: edits of a document, and the source that they give.
//!
//! ```text
//! node | edit | input | output
//! node | edit | input | * | reason
//! ```
//!
//! - The node is a name, for the first element of that name, or with a number (`li 2`) for another
//!   one; a `"text"` in quotation marks; `<!-->` or `<?>`, the first comment or processing
//!   instruction; `name > last`, the last child of an element; or `.`, the root.
//! - [`apply`] has the edits, each with its argument after it.
//! - A line with two columns is an edit before that of the next row.
//! - The edits are exact and give the output, or are inexact for the reason first.
//! - Columns are trimmed, and may have Rust's escape sequences. `#` starts a comment.

use std::fmt::Write;

use consomme::AdjacentPosition::{AfterEnd, BeforeBegin};
use consomme::{Document, NodeId};
use consomme_test::rows::{self, Row};

use super::{find, parse, text};

#[test]
fn attributes() {
    run("attributes.txt", 44);
}

#[test]
fn texts() {
    run("texts.txt", 35);
}

#[test]
fn structure() {
    run("structure.txt", 60);
}

#[test]
fn inexact() {
    run("inexact.txt", 8);
}

/// Runs all rows of a file, of which there are at least so many, and fails with those that fail.
#[track_caller]
fn run(name: &str, at_least: usize) {
    let (mut edits, mut rows, mut failed) = (Vec::new(), 0, String::new());
    for Row { place, columns } in rows::rows(&format!("source_edits/{name}")) {
        edits.push((columns[0].clone(), columns[1].clone()));
        if columns.len() > 2 {
            rows += 1;
            let result = check(&edits, &columns[2], &columns[3], columns.get(4));
            if let Err(why) = result {
                writeln!(failed, "{place}: {why}").unwrap();
            }
            edits.clear();
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    assert!(rows >= at_least && edits.is_empty(), "{rows} rows were read");
}

/// Edits the document of an input, and compares.
fn check(
    edits: &[(String, String)],
    input: &str,
    output: &str,
    reason: Option<&String>,
) -> Result<(), String> {
    let mut document = parse(input);
    for (node, edit) in edits {
        apply(&mut document, node, edit);
    }
    let edits = document.source_edits().unwrap();
    let source = edits.apply();
    if output != "*" && source != output {
        return Err(format!("{source:?} instead of {output:?}"));
    }
    let first = edits.inexact().first().map(|one| format!("{:?}", one.reason()));
    if first.as_ref() != reason || edits.verify().is_ok() != reason.is_none() {
        return Err(format!("{first:?} instead of {reason:?}: {source:?}"));
    }
    // The patches are ranges of the input.
    let mut patched = input.to_owned();
    for patch in edits.patches().iter().rev() {
        patched.replace_range(patch.range(), patch.text());
    }
    if patched != source { Err(format!("the patches give {patched:?}")) } else { Ok(()) }
}

/// Returns the node that the first column names.
fn node(d: &Document, node: &str) -> NodeId {
    if node == "." {
        return d.root().id();
    }
    if let Some(quoted) = node.strip_prefix('"') {
        return text(d, quoted.strip_suffix('"').expect("a closing quotation mark"));
    }
    if let Some(parent) = node.strip_suffix(" > last") {
        return d.node(find(d, parent)).last_child().unwrap().id();
    }
    let mut all = d.descendants();
    match node {
        "<!-->" => all.find(|node| node.as_comment().is_some()).unwrap().id(),
        "<?>" => all.find(|node| node.as_processing_instruction().is_some()).unwrap().id(),
        _ => match node.split_once(' ') {
            Some((name, number)) => {
                let mut all = d.descendant_elements().filter(|element| element.name() == name);
                all.nth(number.parse::<usize>().unwrap() - 1).unwrap().id()
            }
            None => find(d, node),
        },
    }
}

fn apply(d: &mut Document, node_column: &str, edit: &str) {
    let id = node(d, node_column);
    let (edit, argument) = edit.split_once(' ').unwrap_or((edit, ""));
    match edit {
        "set_attr" => {
            let (name, value) = argument.split_once(' ').unwrap_or((argument, ""));
            d.set_attr(id, name, value).unwrap();
        }
        "remove_attr" => assert!(d.remove_attr(id, argument).unwrap(), "it has the attribute"),
        "rename" => d.rename(id, argument).unwrap(),
        "set_text" => d.set_text(id, argument).unwrap(),
        "append_html" => d.append_html(id, argument).unwrap(),
        "prepend_html" => d.prepend_html(id, argument).unwrap(),
        "before_html" => d.insert_adjacent_html(id, BeforeBegin, argument).unwrap(),
        "after_html" => d.insert_adjacent_html(id, AfterEnd, argument).unwrap(),
        "set_outer_html" => d.set_outer_html(id, argument).unwrap(),
        "before_text" => {
            let text = d.create_text(argument).unwrap();
            d.insert_before(id, text).unwrap();
        }
        "append_comment" => {
            let comment = d.create_comment(argument).unwrap();
            d.append(id, comment).unwrap();
        }
        "append_element" => {
            let element = d.create_element(argument).unwrap();
            d.append(id, element).unwrap();
        }
        "move_to" => {
            let parent = node(d, argument);
            d.append(parent, id).unwrap();
        }
        "wrap_in" => {
            let element = d.create_element(argument).unwrap();
            d.wrap_in(id, element).unwrap();
        }
        "unwrap" => d.unwrap_element(id).unwrap(),
        "detach" => d.detach(id).unwrap(),
        "discard" => d.discard(id).unwrap(),
        "normalize" => d.normalize(id).unwrap(),
        "compact" => d.compact(),
        _ => panic!("no such edit: {edit}"),
    }
}
