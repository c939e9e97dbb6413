//! Edits a file in place by selector: sets or removes an attribute, or removes elements. Every
//! other byte stays as it is. Prints the changes as a diff.
//!
//! ```text
//! cargo run --release --features selectors --example patch -- [--write] SELECTOR EDIT FILE|-
//! ```
//!
//! `-` is standard input, which `--write` leaves alone. EDIT is `NAME=VALUE`, `-NAME`, `:TEXT` or
//! `remove`: see the usage. Without `--write`, the file is only read. The exit code is 1 if an edit
//! cannot be expressed, and 2 if the arguments are wrong or the file can't be read or written.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use consomme::source_edits::BytePatch;
use consomme::{Document, Hints, NodeId, ParseOptions, TreeError};

const USAGE: &str = "usage: patch [--write] SELECTOR EDIT FILE|-
  EDIT is one of
    NAME=VALUE  sets an attribute
    -NAME       removes an attribute
    :TEXT       sets the text
    remove      removes the element";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        // The reader of the output may stop reading: `patch … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("patch: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help") {
        writeln!(io::stdout(), "{USAGE}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let writes = arguments.first().is_some_and(|first| first == "--write");
    if writes {
        arguments.remove(0);
    }
    let [selector, edit, file] = arguments.as_slice() else { return Err(USAGE.into()) };
    let text = |argument: &OsString| {
        let text = argument.to_str().map(str::to_owned);
        text.ok_or_else(|| format!("{} is not UTF-8", argument.display()))
    };
    let (selector, edit) = (text(selector)?, text(edit)?);
    let mut bytes = Vec::new();
    if file == "-" {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let mut document = ParseOptions::new().lossless(true).parse_document(&bytes, &Hints::new());
    let ids: Vec<NodeId> =
        document.select(selector.as_str())?.map(|element| element.id()).collect();
    for id in ids {
        apply(&mut document, id, &edit)?;
    }
    let edits = document.source_edits().ok_or("the document keeps its source")?;
    for inexact in edits.inexact() {
        let place = document.node(inexact.node());
        eprintln!("patch: {place:?}: parsing the result gives another tree: {}", inexact.reason());
    }
    let patches = edits.patches_of_bytes(&bytes)?;
    for patch in &patches {
        print_patch(&bytes, patch)?;
    }
    if writes && file != "-" && !patches.is_empty() {
        std::fs::write(file, edits.apply_to_bytes(&bytes)?)
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(ExitCode::from(u8::from(!edits.inexact().is_empty())))
}

/// Makes an edit of one element.
fn apply(document: &mut Document, id: NodeId, edit: &str) -> Result<(), TreeError> {
    if edit == "remove" {
        document.detach(id)
    } else if let Some(text) = edit.strip_prefix(':') {
        document.set_text(id, text)
    } else if let Some(name) = edit.strip_prefix('-') {
        document.remove_attr(id, name).map(|_| ())
    } else {
        let (name, value) = edit.split_once('=').unwrap_or((edit, ""));
        document.set_attr(id, name, value)
    }
}

/// Prints the lines of a patch as they were and as they become.
fn print_patch(bytes: &[u8], patch: &BytePatch) -> io::Result<()> {
    let range = patch.range();
    let is_newline = |byte: &u8| *byte == b'\n';
    let start = bytes[..range.start].iter().rposition(is_newline).map_or(0, |at| at + 1);
    let end =
        bytes[range.end..].iter().position(is_newline).map_or(bytes.len(), |at| range.end + at);
    let line = bytes[..start].iter().filter(|byte| is_newline(byte)).count() + 1;
    let mut out = io::stdout().lock();
    writeln!(out, "@@ line {line} @@")?;
    let new = [&bytes[start..range.start], patch.bytes(), &bytes[range.end..end]].concat();
    for (mark, text) in [('-', &bytes[start..end]), ('+', &new)] {
        for line in String::from_utf8_lossy(text).lines() {
            writeln!(out, "{mark}{line}")?;
        }
    }
    Ok(())
}
