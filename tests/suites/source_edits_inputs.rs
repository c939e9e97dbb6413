//! Without an edit, the source of a document is its input: every input of the shared suites, as
//! text and as bytes, every seed and find of the fuzz targets, and a page in every encoding.
//! Edited, its source verifies or the document says that it does not.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use consomme::{Document, Hints, NodeId, ParseOptions, Parser};
use consomme_test::encodings::{ENCODINGS, encode, encoding};
use consomme_test::suite::{Case, HTML5LIB, Run, Suites, WPT, own_data, repository};
use consomme_test::{dat, tree_case};

/// How many edits of the inputs were tried, and how many were exact.
static EDITS: Mutex<(usize, usize)> = Mutex::new((0, 0));

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "source_edits/");
    for (name, path) in run.suite_files(&WPT, "html-syntax-parsing", &["dat"]) {
        add_file(&mut run, &name, &path, check_tree_construction);
    }
    for (name, path) in run.suite_files(&HTML5LIB, "encoding", &["dat"]) {
        add_file(&mut run, &name, &path, check_encoding);
    }
    let mut folders = vec![repository().join("fuzz/seeds")];
    let finds = repository().join("tests/finds");
    folders.extend(fs::read_dir(finds).unwrap().map(|entry| entry.unwrap().path()));
    folders.extend([own_data("")]);
    for folder in folders {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(repository()).unwrap().display().to_string();
                add_file(&mut run, &name, &path, |bytes| check_bytes(bytes, &Hints::new()));
            }
        }
    }
    for &(name, text) in ENCODINGS {
        let case = Case { file: "source_edits/encodings", line: 1, input: name, variants: &[] };
        run.add("encodings", &case, move || check_page(name, text));
    }
    suites.add("source_edits_inputs", run, || {
        let (tried, exact) = *EDITS.lock().unwrap();
        println!("{exact} of {tried} edits of the tree construction suite are exact");
    });
}

/// Adds a file as one case.
fn add_file(run: &mut Run, name: &str, path: &Path, check: fn(&[u8]) -> Result<(), String>) {
    let case = Case { file: "source_edits/files", line: 1, input: name, variants: &[] };
    let path = path.to_owned();
    run.add("files", &case, move || {
        check(&fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?)
    });
}

fn check_tree_construction(bytes: &[u8]) -> Result<(), String> {
    for case in tree_case::read(bytes)? {
        let options = ParseOptions::new()
            .lossless(true)
            .scripting(case.scripting.unwrap_or(false))
            .declarative_shadow_roots(case.shadow_roots);
        let document = match &case.context {
            Some(context) => options.parse_fragment(context.context(), case.data.as_str()),
            None => options.parse_str(case.data.as_str()),
        };
        let unedited = document.to_source().ok_or("the source is kept")?;
        if unedited != case.data {
            return Err(format!("line {}: the source is {unedited:?}", case.line));
        }
        check_bytes(case.data.as_bytes(), &Hints::new())?;
        check_edits(&document).map_err(|error| format!("line {}: {error}", case.line))?;
    }
    Ok(())
}

fn check_encoding(bytes: &[u8]) -> Result<(), String> {
    for case in dat::cases(bytes, &["data", "encoding"]) {
        check_bytes(case.body("data").unwrap_or_default(), &Hints::new())?;
    }
    Ok(())
}

/// Without an edit, the bytes are the input.
fn check_bytes(bytes: &[u8], hints: &Hints) -> Result<(), String> {
    let options = ParseOptions::new().lossless(true);
    for document in [options.parse_document(bytes, hints), {
        let mut parser = Parser::new(&options, hints);
        bytes.chunks(7).for_each(|piece| parser.feed(piece));
        parser.finish()
    }] {
        let edits = document.source_edits().ok_or("the source is kept")?;
        if edits.apply_to_bytes(bytes).as_deref() != Ok(bytes) {
            return Err(format!("{} is not the output", bytes.escape_ascii()));
        }
    }
    Ok(())
}

/// Edits each node in several ways.
fn check_edits(document: &Document) -> Result<(), String> {
    let ids: Vec<NodeId> = document.descendants().map(|node| node.id()).collect();
    for id in ids {
        for kind in 0..4 {
            let mut document = document.clone();
            let is_edited = match kind {
                0 => document.set_attr(id, "class", "new").is_ok(),
                1 => document.set_text(id, "new").is_ok(),
                2 => document.detach(id).is_ok(),
                _ => document.append_html(id, "<b>new</b>").is_ok(),
            };
            if !is_edited {
                continue;
            }
            let edits = document.source_edits().ok_or("the source is kept")?;
            let is_exact = edits.inexact().is_empty();
            if is_exact != edits.verify().is_ok() {
                return Err(format!("{kind} of {:?}: {:?}", document.get(id), edits.verify()));
            }
            let mut counts = EDITS.lock().unwrap();
            counts.0 += 1;
            counts.1 += usize::from(is_exact);
        }
    }
    Ok(())
}

/// Edits a page in an encoding: its bytes stay, and the new ones are in that encoding.
fn check_page(name: &str, text: &str) -> Result<(), String> {
    let encoding = encoding(name);
    let page = format!("<!doctype html>\r\n<p title='{text}'>{text}<br>\r\n<b>{text}</b>\r\n");
    let bytes = encode(&page, encoding);
    let hints = Hints::new().user_override(encoding);
    check_bytes(&bytes, &hints)?;
    let options = ParseOptions::new().lossless(true);
    let mut document = options.parse_document(&bytes, &hints);
    let Some(b) = document.descendant_elements().find(|element| element.name() == "b") else {
        // The replacement encoding decodes to one character.
        return Ok(());
    };
    let b = b.id();
    document.set_text(b, &format!("{text} {text} – é日ш")).unwrap();
    document.set_attr(b, "title", text).unwrap();
    let p = document.body().unwrap().first_element_child().unwrap().id();
    document.set_attr(p, "title", &format!("{text} & é日ш")).unwrap();
    let edits = document.source_edits().unwrap();
    let patched = edits.apply_to_bytes(&bytes).map_err(|error| error.to_string())?;
    if options.parse_document(&patched, &hints) != document {
        return Err(format!("{}", patched.escape_ascii()));
    }
    let patches = edits.patches_of_bytes(&bytes).map_err(|error| error.to_string())?;
    let mut at = 0;
    let mut kept = Vec::new();
    for patch in &patches {
        kept.extend_from_slice(&bytes[at..patch.range().start]);
        kept.extend_from_slice(patch.bytes());
        at = patch.range().end;
    }
    kept.extend_from_slice(&bytes[at..]);
    if kept == patched { Ok(()) } else { Err("the patches are not the edits".to_owned()) }
}
