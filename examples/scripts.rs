//! Parses an HTML file and runs its scripts, as far as they write constants, and prints the tree.
//!
//! ```text
//! cargo run --release --example scripts [FILE|-]
//! ```
//!
//! A script may consist of statements such as `document.write("…", '…' + "…");`. The text that it
//! writes may have scripts itself. `-` is standard input; without a file, a sample is parsed.
//! Scripts that do anything else are reported and not run; then the exit code is 1. It is 2 if the
//! file can't be read.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::vec;

use consomme::driver::{DocumentBuilder, Driver, PausedScript, Step};
use consomme::{Document, Hints, NodeId, ParseOptions};

const USAGE: &str = "usage: scripts [FILE|-]";

const SAMPLE: &str = r#"<!DOCTYPE html>
<title>Menu</title>
<p>Today: <script>
  document.write("<i>leek &am");
  document.write("p; potato</i>", ' <script>document.write("and bread")</scr' + 'ipt>');
</script>.
<script>alert("Enjoy your meal")</script>
"#;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // The reader of the output may stop reading: `scripts … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scripts: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Returns whether all scripts ran.
fn run() -> Result<bool, Box<dyn Error>> {
    let bytes = match std::env::args_os().nth(1) {
        None => SAMPLE.as_bytes().to_vec(),
        Some(option) if option == "-h" || option == "--help" => {
            writeln!(io::stdout(), "{USAGE}")?;
            return Ok(true);
        }
        Some(file) if file == "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes)?;
            bytes
        }
        Some(file) => {
            std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?
        }
    };
    let (document, unknown) = parse_and_run_scripts(&bytes);
    print_tree(&document, &mut io::stdout().lock())?;
    let lines = document.line_index();
    for (offset, script) in &unknown {
        let place = lines.line_column(*offset);
        eprintln!("{place}: this script was not run: {}", script.trim());
    }
    Ok(unknown.is_empty())
}

/// Prints elements and texts, without the whitespace between them.
fn print_tree(document: &Document, out: &mut impl Write) -> io::Result<()> {
    for node in document.descendants() {
        // The document itself is an ancestor.
        let indent = "  ".repeat(node.ancestors().count() - 1);
        if let Some(element) = node.as_element() {
            let attributes = element.attrs().map(|a| format!(" {}='{}'", a.name(), a.value()));
            writeln!(out, "{indent}<{}{}>", element.name(), attributes.collect::<String>())?;
        } else if let Some(text) = node.as_text() {
            let words: Vec<&str> = text.split_whitespace().collect();
            if !words.is_empty() {
                writeln!(out, "{indent}{}", words.join(" "))?;
            }
        }
    }
    Ok(())
}

/// Returns the document, and the scripts that are more than constants with their places.
fn parse_and_run_scripts(bytes: &[u8]) -> (Document, Vec<(usize, String)>) {
    let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    driver.feed(bytes);
    driver.end();

    let mut unknown = Vec::new();
    // The lines that each running script has still to write. A script that another one has written
    // runs before the other one goes on, so the innermost is the last.
    let mut running: Vec<vec::IntoIter<String>> = Vec::new();
    let mut step = driver.step();
    loop {
        match step {
            Step::Finished => break,
            Step::Script(script) => {
                let source = source_of(&mut driver, script);
                let writes = constants(&source).unwrap_or_else(|| {
                    unknown.push((script.position, source));
                    Vec::new()
                });
                running.push(writes.into_iter());
            }
            // A `meta` element declares another encoding than the one in use.
            Step::EncodingDeclared(_) => {
                let is_switched = driver.switch_encoding();
                if !is_switched {
                    driver.restart_document();
                    running.clear();
                    unknown.clear();
                }
            }
            // All text before the insertion point of the innermost script is parsed.
            _ => {}
        }
        step = match running.last_mut().map(Iterator::next) {
            None => driver.step(),
            Some(Some(text)) => driver.write(&text).expect("the script runs"),
            Some(None) => {
                running.pop();
                driver.end_script()
            }
        };
    }
    (driver.finish_document(), unknown)
}

/// Returns the text of a script, or nothing if it has a type that is not JavaScript's.
fn source_of(driver: &mut Driver<DocumentBuilder>, script: PausedScript<NodeId>) -> String {
    let document = driver.document();
    let element = document.node(script.element).as_element();
    let runs = element.is_some_and(|script| script.attr("type").is_none_or(str::is_empty));
    if runs { document.node(script.element).text_content() } else { String::new() }
}

/// Returns the texts that a script writes, or `None` if it is more than calls of `document.write`
/// with constants.
fn constants(script: &str) -> Option<Vec<String>> {
    let mut constants = Vec::new();
    let mut rest = script.trim_start();
    while !rest.is_empty() {
        rest = token(rest, "document.write")?;
        rest = token(rest, "(")?;
        let mut text = String::new();
        loop {
            rest = string(rest, &mut text)?;
            match token(rest, "+").or_else(|| token(rest, ",")) {
                Some(after) => rest = after,
                None => break,
            }
        }
        rest = token(rest, ")")?;
        rest = token(rest, ";").unwrap_or(rest);
        constants.push(text);
    }
    Some(constants)
}

/// Returns the source after a token and the whitespace after it.
fn token<'a>(source: &'a str, token: &str) -> Option<&'a str> {
    Some(source.strip_prefix(token)?.trim_start())
}

/// Appends the value of a string literal, and returns the source after it.
fn string<'a>(source: &'a str, value: &mut String) -> Option<&'a str> {
    let mut characters = source.chars();
    let quote = characters.next().filter(|quote| matches!(quote, '"' | '\''))?;
    loop {
        match characters.next()? {
            '\\' => value.push(match characters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                other => other,
            }),
            '\n' => return None,
            end if end == quote => return Some(characters.as_str().trim_start()),
            other => value.push(other),
        }
    }
}
