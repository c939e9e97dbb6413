//! A conformance checker: prints the parse errors of HTML files, each with an excerpt of the
//! source.
//!
//! ```text
//! cargo run --release --features check --example check -- [--format text|json|gnu] [--only CODE,…] [--except CODE,…] [FILE|-]…
//! ```
//!
//! The exit code is 0 if there are no errors, 1 if there are, 2 if the arguments are wrong or a
//! file can't be read.

mod arguments;
mod excerpt;
mod report;

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use consomme::{Hints, ParseOptions};

use arguments::{Arguments, Format};
use report::Report;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = anstream::stdout().lock();
    match check_all(&arguments, &mut out) {
        Ok(code) => ExitCode::from(code),
        // The reader of the output may stop reading: `check … | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(1),
        Err(error) => {
            eprintln!("check: {error}");
            ExitCode::from(2)
        }
    }
}

/// Checks every file. Returns the exit code.
fn check_all(arguments: &Arguments, out: &mut impl Write) -> io::Result<u8> {
    let (mut errors, mut checked) = (0, 0);
    for file in &arguments.files {
        let bytes = match read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("check: {}: {error}", file.display());
                continue;
            }
        };
        let hints = arguments
            .charset
            .map_or_else(Hints::new, |label| Hints::new().transport_encoding(label));
        let document = ParseOptions::new().errors(true).parse_document(bytes, &hints);
        let name = if file.as_os_str() == "-" { "<stdin>".into() } else { file.to_string_lossy() };
        let report = Report::new(arguments.format, &name, &document);
        for error in document.errors().iter().filter(|error| arguments.wants(error.code())) {
            report.write(error, out)?;
            errors += 1;
        }
        let limits = document.limits_hit();
        if limits.errors || limits.input_bytes || limits.nodes {
            eprintln!("check: {name}: a limit was reached; the rest is not checked");
        } else {
            checked += 1;
        }
    }
    if let Format::Text = arguments.format {
        writeln!(out, "{}", report::summary(errors, checked))?;
    }
    out.flush()?;
    Ok(if checked < arguments.files.len() { 2 } else { u8::from(errors > 0) })
}

/// Reads a file, or standard input for `-`.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    if file.as_os_str() != "-" {
        return fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}
