//! Prints the encoding of each HTML file, and the source that decided it.
//!
//! ```text
//! cargo run --release --features detect --example detect_encoding -- [OPTION]... FILE|DIRECTORY|-...
//! ```
//!
//! Prints one line per file; `-v` adds every declaration and hint. `-` is standard input; a
//! directory means all files below it. The program reads no more of a file than it needs: the first
//! 1024 bytes, or the whole file if these declare nothing or an option requires it. The exit code
//! is 2 if the arguments are wrong or a file can't be read; the other files are still examined.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use consomme::encoding::{self, Confidence, EncodingReport, EncodingSource, XmlRules};
use consomme::{Hints, ParseOptions, Parser};
use indicatif::ProgressBar;

const USAGE: &str = "\
usage: detect_encoding [OPTION]... FILE|DIRECTORY|-...
  --content-type VALUE  the Content-Type header that the files were sent with
  --link LABEL          the charset attribute of the link to the files
  --locale TAG          the user's locale, such as ja or zh-Hant
  --default LABEL       the encoding of files without any other clue, instead of windows-1252
  --detect              guess the encoding from the bytes of a file that doesn't declare one
  --tld NAME            the top-level domain of the files, for guessing
  --local               files that are valid UTF-8 are UTF-8 without a declaration
  --distrust            ignore a declaration if the bytes are malformed in that encoding
  --xml RFC             the rules for a Content-Type of XML: 7303 (the current ones) or 3023
  -v, --verbose         print every declaration and hint, and whether it was used";

/// The number of bytes that usually contain the declaration.
const START: u64 = 1024;

/// The number of files from which on a progress bar is shown.
const MANY_FILES: usize = 200;

/// The parsed command line.
#[derive(Default)]
struct Arguments {
    hints: Hints,
    verbose: bool,
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    if std::env::args_os().skip(1).any(|argument| argument == "-h" || argument == "--help") {
        let written = writeln!(io::stdout(), "{USAGE}");
        return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(2) };
    }
    let arguments = match parse_arguments(std::env::args_os().skip(1)) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("detect_encoding: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(code) => code,
        // The reader of the output may stop reading: `detect_encoding … | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("detect_encoding: {error}");
            ExitCode::from(2)
        }
    }
}

fn parse_arguments(
    mut arguments: impl Iterator<Item = OsString>,
) -> Result<Arguments, Box<dyn Error>> {
    let mut parsed = Arguments::default();
    let mut hints = Hints::new();
    while let Some(argument) = arguments.next() {
        let option = argument.to_str().filter(|text| text.starts_with('-') && *text != "-");
        let mut value = || {
            let value =
                arguments.next().ok_or_else(|| format!("{} needs a value", argument.display()))?;
            value.into_string().map_err(|value| format!("{} is not text", value.display()))
        };
        match option {
            Some("--content-type") => hints = hints.content_type(&value()?),
            Some("--link") => hints = hints.link_charset(&value()?),
            Some("--locale") => hints = hints.locale(&value()?),
            Some("--default") => hints = hints.default_encoding(encoding::for_label(&value()?)?),
            Some("--tld") => hints = hints.top_level_domain(&value()?),
            Some("--detect") => hints = hints.detect(true),
            Some("--local") => hints = hints.local_file(true),
            Some("--distrust") => hints = hints.distrust(true),
            Some("--xml") => match value()?.as_str() {
                "7303" => hints = hints.xml_rules(XmlRules::Rfc7303),
                "3023" => hints = hints.xml_rules(XmlRules::Rfc3023),
                other => return Err(format!("--xml takes 7303 or 3023, not {other}").into()),
            },
            Some("-v" | "--verbose") => parsed.verbose = true,
            Some(other) => return Err(format!("unknown option {other}").into()),
            None => parsed.files.push(argument.into()),
        }
    }
    if parsed.files.is_empty() {
        return Err("no files".into());
    }
    parsed.hints = hints;
    Ok(parsed)
}

/// Examines every file. Errs if the output can't be written.
fn run(arguments: &Arguments) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut failed = false;
    let mut complain = |path: &Path, error: &io::Error| {
        eprintln!("detect_encoding: {}: {error}", path.display());
        failed = true;
    };
    let files = find_files(&arguments.files, &mut complain);
    let progress = progress_bar(files.len());
    for file in &files {
        let report = examine(file, &arguments.hints);
        progress.suspend(|| match report {
            Ok(report) => print(file, &report, arguments.verbose, &mut out),
            Err(error) => {
                complain(file, &error);
                Ok(())
            }
        })?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(if failed { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

/// Returns the named files, and the files below the named directories, sorted by name.
fn find_files(named: &[PathBuf], complain: &mut impl FnMut(&Path, &io::Error)) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = named.iter().rev().cloned().collect();
    while let Some(path) = waiting.pop() {
        if path.as_os_str() == "-" || !path.is_dir() {
            files.push(path);
            continue;
        }
        let entries =
            fs::read_dir(&path).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let mut entries = entries.unwrap_or_else(|error| {
            complain(&path, &error);
            Vec::new()
        });
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.file_name()));
        // Skip links to directories, which could form a cycle, and pipes and devices.
        let is_wanted = |entry: &fs::DirEntry| {
            entry.path().is_file() || entry.file_type().is_ok_and(|kind| kind.is_dir())
        };
        waiting.extend(entries.iter().filter(|entry| is_wanted(entry)).map(fs::DirEntry::path));
    }
    files
}

/// Returns a bar that shows the progress for many files, if standard error is a terminal.
fn progress_bar(files: usize) -> ProgressBar {
    if files < MANY_FILES { ProgressBar::hidden() } else { ProgressBar::new(files as u64) }
}

/// Reads as much of a file as decides its encoding.
fn examine(path: &Path, hints: &Hints) -> io::Result<EncodingReport> {
    let mut reader: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path)?),
    };
    let mut start = Vec::new();
    reader.by_ref().take(START).read_to_end(&mut start)?;
    if let Some(report) = encoding::report_from_start(&start, hints) {
        let is_declared =
            matches!(report.source(), EncodingSource::Meta | EncodingSource::XmlDeclaration);
        if is_declared || report.confidence() == Confidence::Certain {
            return Ok(report);
        }
    }
    // The rest of the file may contain a declaration, or bytes that rule an encoding out.
    let mut parser = Parser::new(&ParseOptions::new(), hints);
    parser.feed(&start);
    parser.read_from(reader)?;
    let document = parser.finish();
    document.encoding_report().cloned().ok_or_else(|| io::Error::other("no encoding"))
}

fn print(
    path: &Path,
    report: &EncodingReport,
    verbose: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let (encoding, confidence) = (report.encoding().name(), report.confidence().as_str());
    writeln!(out, "{}: {encoding}, {confidence}, by {}", path.display(), report.source())?;
    if verbose {
        // The first line of the report is the line above.
        for line in report.to_string().lines().skip(1) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
