//! The rows of `tests/data/rewrites`: edits of a stream, and the output that they give.
//!
//! ```text
//! selector | edit | input | output
//! selector | edit ; edit | input | output | reason, reason
//! ```
//!
//! - [`apply`] has the edits, each with its argument after it; `-` says that nothing is lent.
//! - `cdn` gives URLs that begin with a slash another server; `cdn 2` asserts that these are two.
//! - The reasons are those for which the edits are not exact, in their order; `refused:` comes
//!   before an error, and `at the end:` before the reasons that are known only where the element
//!   ends.
//! - In `both.txt`, ` / ` is between the edits at the start tag and those of the complete element,
//!   and between their selectors, if these differ. In `leaves.txt`, the selector is the kind of the
//!   leaves.
//! - Columns are trimmed, and may have Rust's escape sequences. `#` starts a comment.
//!
//! The input comes as a whole and one character at a time.

use std::collections::BTreeSet;
use std::fmt::Write;

use consomme::source_edits::InexactReason;
use consomme::stream::{
    RewriteError, RewriteItem, RewriteLeaf, RewriteMatch, RewriteSelectors, StreamRewriter,
};
use consomme::{Hints, ParseOptions};
use consomme_test::rows::{Row, rows};

/// The edits of elements. Each is in some row.
const EDITS: [&str; 21] = [
    "set_attr",
    "set_attr_in_tree",
    "remove_attr",
    "rename",
    "set_text",
    "set_inner_html",
    "append_html",
    "append_text",
    "append_element",
    "prepend_html",
    "prepend_text",
    "before_html",
    "before_text",
    "after_html",
    "after_text",
    "replace_with_html",
    "remove",
    "unwrap",
    "cdn",
    "set_url",
    "empty_urls",
];

/// The edits in the rows of a file, by the elements that they are made of.
#[derive(Clone, Copy)]
enum Of {
    StartTags,
    Elements,
    Both,
    Leaves,
}

#[test]
fn the_output_of_each_row_is_its_input_with_the_edits() {
    let mut run = Run::default();
    run.file("start_tags.txt", Of::StartTags);
    run.file("removed_attributes.txt", Of::StartTags);
    run.file("urls.txt", Of::StartTags);
    run.file("urls.txt", Of::Elements);
    run.file("elements.txt", Of::Elements);
    run.file("both.txt", Of::Both);
    run.file("leaves.txt", Of::Leaves);
    assert!(run.failed.is_empty(), "\n{}", run.failed);
    assert!(run.rows >= 198, "{} rows were read", run.rows);
    let unused: Vec<_> = EDITS.iter().filter(|edit| !run.used.contains(**edit)).collect();
    assert!(unused.is_empty(), "no row has these edits: {unused:?}");
}

#[derive(Default)]
struct Run {
    rows: usize,
    failed: String,
    /// The edits that were made.
    used: BTreeSet<String>,
}

impl Run {
    fn file(&mut self, name: &str, of: Of) {
        for row in rows(&format!("rewrites/{name}")) {
            self.rows += 1;
            if let Err(why) = self.check(&row, of) {
                writeln!(self.failed, "{}: {why}", row.place).unwrap();
            }
        }
    }

    fn check(&mut self, row: &Row, of: Of) -> Result<(), String> {
        let (columns, reasons) = match row.columns.as_slice() {
            [columns @ .., reasons] if columns.len() == 4 => (columns, reasons.as_str()),
            columns => (columns, ""),
        };
        let [selector, edits, input, output] = columns else {
            return Err("there are four or five columns".to_owned());
        };
        let case = Case::new(selector, edits, of)?;
        for is_whole in [true, false] {
            let found = case.run(input, is_whole);
            let expected = (output.as_str(), reasons);
            if (found.output.as_str(), found.reasons.as_str()) != expected {
                let pieces = if is_whole { "" } else { ", in pieces" };
                return Err(format!("{found:?} instead of {expected:?}{pieces}"));
            }
            for edit in case.at_start.iter().chain(&case.when_complete) {
                if !found.made.contains(edit) {
                    return Err(format!("nothing is lent for `{edit}`"));
                }
            }
            if found.made.is_empty() != (edits == "-") {
                return Err("`-` says that nothing is lent".to_owned());
            }
            self.used.extend(found.made.iter().map(|edit| word(edit).0.to_owned()));
        }
        Ok(())
    }
}

/// Splits an edit into its name and its argument.
fn word(edit: &str) -> (&str, &str) {
    edit.split_once(' ').unwrap_or((edit, ""))
}

struct Case {
    selectors: RewriteSelectors,
    /// The edits at start tags, or of leaves.
    at_start: Vec<String>,
    when_complete: Vec<String>,
    /// The kind of the leaves that are edited.
    leaves: Option<String>,
}

/// The result of a row.
#[derive(Debug)]
struct Rewritten {
    output: String,
    reasons: String,
    made: BTreeSet<String>,
}

impl Case {
    fn new(selector: &str, edits: &str, of: Of) -> Result<Case, String> {
        let list = |edits: &str| {
            let edits = edits.split(" ; ").filter(|edit| *edit != "-");
            edits.map(str::to_owned).collect::<Vec<_>>()
        };
        let (start_edits, complete_edits) = match of {
            Of::StartTags | Of::Leaves => (edits, "-"),
            Of::Elements => ("-", edits),
            Of::Both => edits.split_once(" / ").ok_or("` / ` is between the edits")?,
        };
        let (start_tags, elements) = selector.split_once(" / ").unwrap_or((selector, selector));
        let new = RewriteSelectors::new();
        let selectors = match of {
            Of::StartTags => new.start_tags(&[start_tags]),
            Of::Elements => new.elements(&[elements]),
            Of::Both => new.start_tags(&[start_tags]).and_then(|new| new.elements(&[elements])),
            Of::Leaves => Ok(new.leaves(true)),
        };
        Ok(Case {
            selectors: selectors.map_err(|error| error.to_string())?,
            at_start: list(start_edits),
            when_complete: list(complete_edits),
            leaves: matches!(of, Of::Leaves).then(|| selector.to_owned()),
        })
    }

    /// Rewrites a text as a whole, or one character at a time.
    fn run(&self, input: &str, is_whole: bool) -> Rewritten {
        let options = ParseOptions::new();
        let mut rewriter = StreamRewriter::new(&options, &Hints::new(), &self.selectors);
        let mut pieces: Vec<String> = input.chars().map(String::from).collect();
        if is_whole {
            pieces = vec![pieces.concat()];
        } else {
            rewriter.sweep_often();
        }
        let (mut output, mut at_once, mut at_ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut made = BTreeSet::new();
        for piece in pieces.iter().map(Some).chain([None]) {
            match piece {
                Some(piece) => rewriter.feed_str(piece),
                None => rewriter.end(),
            }
            while let Some(mut item) = rewriter.next_item() {
                let edits = match &item {
                    RewriteItem::Element(found) if found.is_complete() => &self.when_complete,
                    RewriteItem::Leaf(leaf) if !self.edits(leaf) => continue,
                    _ => &self.at_start,
                };
                for edit in edits {
                    made.insert(edit.clone());
                    let result = match &mut item {
                        RewriteItem::Element(found) => apply(found, edit),
                        RewriteItem::Leaf(leaf) => apply_to_leaf(leaf, edit),
                        other => panic!("no row asks for {other:?}"),
                    };
                    match result {
                        Ok(reasons) => at_once.extend(reasons.iter().map(|one| format!("{one:?}"))),
                        Err(error) => at_once.push(format!("refused: {error:?}")),
                    }
                }
            }
            rewriter.write_to(&mut output).unwrap();
            at_ends
                .extend(rewriter.take_inexact().iter().map(|one| format!("at the end: {one:?}")));
        }
        at_once.append(&mut at_ends);
        let output = String::from_utf8(output).unwrap();
        Rewritten { output, reasons: at_once.join(", "), made }
    }

    /// Whether a leaf is of the kind that is edited. An empty last piece of a text is not: the
    /// pieces before it are.
    fn edits(&self, leaf: &RewriteLeaf<'_>) -> bool {
        !leaf.source().is_empty()
            && self.leaves.as_ref().is_some_and(|kind| format!("{:?}", leaf.kind()) == *kind)
    }
}

type Edited = Result<Vec<InexactReason>, RewriteError>;

fn apply(found: &mut RewriteMatch<'_>, edit: &str) -> Edited {
    let (edit, argument) = word(edit);
    match edit {
        "set_attr" => {
            let (name, value) = word(argument);
            found.set_attr(name, value).map(|()| Vec::new())
        }
        "set_attr_in_tree" => found.edit(|document, id| {
            let (name, value) = word(argument);
            document.set_attr(id, name, value).map(drop)
        }),
        "remove_attr" => {
            found.remove_attr(argument);
            Ok(Vec::new())
        }
        "rename" => found.rename(argument),
        "set_text" => found.set_text(argument),
        "set_inner_html" => found.set_inner_html(argument),
        "append_html" => found.append_html(argument),
        "append_text" => found.append_text(argument),
        "append_element" => found.edit(|document, id| {
            let element = document.create_element(argument)?;
            document.append(id, element)
        }),
        "prepend_html" => found.prepend_html(argument),
        "prepend_text" => found.prepend_text(argument),
        "before_html" => found.before_html(argument),
        "before_text" => found.before_text(argument),
        "after_html" => found.after_html(argument),
        "after_text" => found.after_text(argument),
        "replace_with_html" => found.replace_with_html(argument),
        "remove" => found.remove(),
        "unwrap" => found.unwrap_element(),
        "cdn" => {
            let count = found.rewrite_urls(|found| {
                assert_eq!(&found.attribute.value()[found.range()], found.url);
                found.url.trim_start().strip_prefix('/').map(|path| format!("https://c/{path}"))
            });
            if !argument.is_empty() {
                assert_eq!(count.to_string(), argument, "URLs are replaced");
            }
            Ok(Vec::new())
        }
        "set_url" => {
            let (url, new) = word(argument);
            let count = found.rewrite_urls(|found| (found.url == url).then(|| new.to_owned()));
            assert_eq!(count, 1, "URLs are replaced");
            Ok(Vec::new())
        }
        "empty_urls" => {
            assert_eq!(found.rewrite_urls(|_| Some(String::new())).to_string(), argument);
            Ok(Vec::new())
        }
        _ => panic!("no such edit: {edit}"),
    }
}

fn apply_to_leaf(leaf: &mut RewriteLeaf<'_>, edit: &str) -> Edited {
    let (edit, argument) = word(edit);
    match edit {
        "before_text" => leaf.before_text(argument),
        "after_html" => leaf.after_html(argument),
        "after_text" => leaf.after_text(argument),
        "replace_with_html" => leaf.replace_with_html(argument),
        "replace_with_text" => leaf.replace_with_text(argument),
        "remove" => leaf.remove(),
        _ => panic!("no such edit of a leaf: {edit}"),
    }
}
