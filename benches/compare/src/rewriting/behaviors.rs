//! The same edits by both rewriters, from a table: where the results differ, a row says why.

use std::fmt::Write as _;
use std::fs;

use consomme::stream::{
    LeafKind, RewriteError, RewriteItem, RewriteLeaf, RewriteMatch, RewriteSelectors,
    StreamRewriter,
};
use consomme::{Hints, ParseOptions, parse_document};
use lol_html::html_content::{Comment, ContentType, Element, TextChunk};
use lol_html::{
    AsciiCompatibleEncoding, HtmlRewriter, Settings, doc_comments, doc_text, doctype, element,
};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/rewriters.txt");

/// An edit of a match, as the table names it: `append_html <b>` has the argument `<b>`.
struct Edit<'t> {
    name: &'t str,
    argument: &'t str,
}

impl<'t> Edit<'t> {
    fn parse(text: &'t str) -> Self {
        let (name, argument) = text.split_once(' ').unwrap_or((text, ""));
        Edit { name, argument }
    }
}

/// How lol_html does an edit.
fn edit_theirs(edit: &Edit<'_>, element: &mut Element<'_, '_>) {
    use ContentType::{Html, Text};
    let argument = edit.argument;
    match edit.name {
        "before_html" => element.before(argument, Html),
        "before_text" => element.before(argument, Text),
        "after_html" => element.after(argument, Html),
        "after_text" => element.after(argument, Text),
        "prepend_html" => element.prepend(argument, Html),
        "prepend_text" => element.prepend(argument, Text),
        "append_html" => element.append(argument, Html),
        "append_text" => element.append(argument, Text),
        "set_inner_html" => element.set_inner_content(argument, Html),
        "set_text" => element.set_inner_content(argument, Text),
        "replace_with_html" => element.replace(argument, Html),
        "replace_with_text" => element.replace(argument, Text),
        "remove" => element.remove(),
        "unwrap" => element.remove_and_keep_content(),
        "rename" => element.set_tag_name(argument).expect("the table has valid names"),
        "remove_attr" => element.remove_attribute(argument),
        "set_attr" => {
            let (name, value) = argument.split_once('=').expect("`set_attr NAME=VALUE`");
            element.set_attribute(name, value).expect("the table has valid names");
        }
        name => panic!("no edit {name:?}"),
    }
}

/// How lol_html does an edit of a piece of text.
fn edit_their_text(edit: &Edit<'_>, piece: &mut TextChunk<'_>) {
    use ContentType::{Html, Text};
    let argument = edit.argument;
    match edit.name {
        "before_html" => piece.before(argument, Html),
        "after_text" => piece.after(argument, Text),
        "replace_with_text" => piece.replace(argument, Text),
        "remove" => piece.remove(),
        name => panic!("no edit {name:?} of a text"),
    }
}

/// How lol_html does an edit of a comment.
fn edit_their_comment(edit: &Edit<'_>, comment: &mut Comment<'_>) {
    use ContentType::{Html, Text};
    let argument = edit.argument;
    match edit.name {
        "before_text" => comment.before(argument, Text),
        "after_html" => comment.after(argument, Html),
        "replace_with_html" => comment.replace(argument, Html),
        "remove" => comment.remove(),
        name => panic!("no edit {name:?} of a comment"),
    }
}

/// How consomme does an edit of a text, a comment or a doctype.
fn edit_our_leaf(edit: &Edit<'_>, leaf: &mut RewriteLeaf<'_>) -> Result<(), RewriteError> {
    let argument = edit.argument;
    let _reasons = match edit.name {
        "before_html" => leaf.before_html(argument)?,
        "before_text" => leaf.before_text(argument)?,
        "after_html" => leaf.after_html(argument)?,
        "after_text" => leaf.after_text(argument)?,
        "replace_with_html" => leaf.replace_with_html(argument)?,
        "replace_with_text" => leaf.replace_with_text(argument)?,
        "remove" => leaf.remove()?,
        name => panic!("no edit {name:?} of a leaf"),
    };
    Ok(())
}

/// How consomme does an edit.
fn edit_ours(edit: &Edit<'_>, element: &mut RewriteMatch<'_>) -> Result<(), RewriteError> {
    let argument = edit.argument;
    let _reasons = match edit.name {
        "before_html" => element.before_html(argument)?,
        "before_text" => element.before_text(argument)?,
        "after_html" => element.after_html(argument)?,
        "after_text" => element.after_text(argument)?,
        "prepend_html" => element.prepend_html(argument)?,
        "prepend_text" => element.prepend_text(argument)?,
        "append_html" => element.append_html(argument)?,
        "append_text" => element.append_text(argument)?,
        "set_inner_html" => element.set_inner_html(argument)?,
        "set_text" => element.set_text(argument)?,
        "replace_with_html" => element.replace_with_html(argument)?,
        "replace_with_text" => element.replace_with_text(argument)?,
        "remove" => element.remove()?,
        "unwrap" => element.unwrap_element()?,
        "rename" => element.rename(argument)?,
        "remove_attr" => {
            element.remove_attr(argument);
            Vec::new()
        }
        "set_attr" => {
            let (name, value) = argument.split_once('=').expect("`set_attr NAME=VALUE`");
            element.set_attr(name, value)?;
            Vec::new()
        }
        name => panic!("no edit {name:?}"),
    };
    Ok(())
}

fn their_bytes<'p>(
    selector: &str,
    edits: &[Edit<'_>],
    pieces: impl Iterator<Item = &'p [u8]>,
    encoding: AsciiCompatibleEncoding,
) -> Vec<u8> {
    let settings = Settings::new().with_strict(false).with_encoding(encoding);
    let settings = match selector {
        "text()" => settings.append_document_content_handler(doc_text!(|piece| {
            // The last piece may be empty.
            if !piece.as_str().is_empty() {
                edits.iter().for_each(|edit| edit_their_text(edit, piece));
            }
            Ok(())
        })),
        "comment()" => settings.append_document_content_handler(doc_comments!(|comment| {
            edits.iter().for_each(|edit| edit_their_comment(edit, comment));
            Ok(())
        })),
        "doctype()" => settings.append_document_content_handler(doctype!(|doctype| {
            assert!(edits.iter().all(|edit| edit.name == "remove"), "a doctype has one edit");
            doctype.remove();
            Ok(())
        })),
        selector => settings.append_element_content_handler(element!(selector, |element| {
            edits.iter().for_each(|edit| edit_theirs(edit, element));
            Ok(())
        })),
    };
    let mut output = Vec::new();
    let mut rewriter = HtmlRewriter::new(settings, |piece: &[u8]| output.extend_from_slice(piece));
    for piece in pieces {
        rewriter.write(piece).expect("no handler fails");
    }
    rewriter.end().expect("no handler fails");
    output
}

fn theirs(selector: &str, edits: &[Edit<'_>], pieces: &[&str]) -> String {
    let pieces = pieces.iter().map(|piece| piece.as_bytes());
    let output = their_bytes(selector, edits, pieces, AsciiCompatibleEncoding::utf_8());
    String::from_utf8(output).expect("only whole characters are edited")
}

fn ours(selector: &str, edits: &[Edit<'_>], pieces: &[&str]) -> String {
    let pieces = pieces.iter().map(|piece| piece.as_bytes());
    match our_bytes(selector, edits, pieces, "utf-8") {
        Ok(output) => String::from_utf8(output).expect("only whole characters are edited"),
        Err(error) => format!("refused: {error}"),
    }
}

fn our_bytes<'p>(
    selector: &str,
    edits: &[Edit<'_>],
    pieces: impl Iterator<Item = &'p [u8]>,
    charset: &str,
) -> Result<Vec<u8>, RewriteError> {
    let kind = match selector {
        "text()" => Some(LeafKind::Text),
        "comment()" => Some(LeafKind::Comment),
        "doctype()" => Some(LeafKind::Doctype),
        _ => None,
    };
    let selectors = match kind {
        Some(_) => Ok(RewriteSelectors::new().leaves(true)),
        None => RewriteSelectors::new().start_tags(&[selector]),
    };
    let selectors = selectors.expect("the table has selectors that both know");
    let hints = Hints::new().charset(charset);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &hints, &selectors);
    let mut output = Vec::new();
    for piece in pieces.map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed(piece),
            None => rewriter.end(),
        }
        while let Some(item) = rewriter.next_item() {
            match item {
                RewriteItem::Element(mut element) => {
                    edits.iter().try_for_each(|edit| edit_ours(edit, &mut element))?;
                }
                // The last piece of a text may be empty.
                RewriteItem::Leaf(mut leaf)
                    if Some(leaf.kind()) == kind && !leaf.source().is_empty() =>
                {
                    edits.iter().try_for_each(|edit| edit_our_leaf(edit, &mut leaf))?;
                }
                _ => {}
            }
        }
        rewriter.write_to(&mut output).expect("a list can be written to");
    }
    Ok(output)
}

/// A user who changes over gets what lol_html wrote, or finds the difference and its reason here.
#[test]
fn both_rewriters_do_what_the_table_says() {
    let table = fs::read_to_string(TABLE).expect("the table is beside the package's source");
    let mut wrong = String::new();
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let cells: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [selector, edits, input, expected_theirs, expected_ours, reason @ ..] = &cells[..]
        else {
            panic!("a row has five cells or six: {line}");
        };
        rows += 1;
        assert!(
            (*expected_ours == "=") == reason.is_empty(),
            "a difference has a reason, and nothing else has: {line}"
        );
        let edits: Vec<Edit<'_>> = edits.split(" ; ").map(Edit::parse).collect();
        let pieces: Vec<&str> = input.split('^').collect();
        let (theirs, ours) = (theirs(selector, &edits, &pieces), ours(selector, &edits, &pieces));
        let expected_ours = if *expected_ours == "=" { expected_theirs } else { expected_ours };
        if (theirs.as_str(), ours.as_str()) != (*expected_theirs, *expected_ours) {
            let same = if ours == theirs { "=" } else { ours.as_str() };
            writeln!(wrong, "{line}\n  is | {theirs} | {same}").expect("a string takes all");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(rows >= 60, "the table has {rows} rows");
}

/// Both write the encoding that they read. What it lacks are references, of decimal digits by one
/// and hexadecimal ones by the other.
#[test]
fn both_rewriters_write_the_encoding_of_the_input() {
    let page = "<p>Süßer Brei, 25 €</p><p title=\"Grüße\">и мед</p>";
    let edits = [Edit { name: "append_text", argument: " für жених €" }];
    for label in ["utf-8", "windows-1252", "windows-1251", "shift_jis", "gbk", "big5", "euc-kr"] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a label");
        let input = encoding.encode(page).0;
        let theirs = their_bytes(
            "p",
            &edits,
            input.chunks(5),
            AsciiCompatibleEncoding::new(encoding).expect("it is a superset of ASCII"),
        );
        let ours = our_bytes("p", &edits, input.chunks(5), label).expect("nothing is refused");
        let read = |output: &[u8]| {
            parse_document(output, &Hints::new().charset(label)).root().inner_html()
        };
        assert_eq!(read(&ours), read(&theirs), "{label}");
        assert!(read(&ours).contains("für жених €") && !encoding.decode(&ours).2, "{label}");
    }
}
