//! Sanitizes untrusted HTML, and reports the removals.
//!
//! ```text
//! cargo run --release --features sanitize --example sanitize -- [OPTIONS] [FILE|-]
//! ```
//!
//! - `--config JSON`: sanitizes by a configuration of the standard, as browsers take it
//! - `--preset NAME`: sanitizes by a preset: `only-text`, `basic`, `comments`, `relaxed`, `email`
//! - `--explain`: prints the removals and their places to standard error
//!
//! `-` is standard input; without a file, it sanitizes a sample. Input and output are UTF-8.
//! Without `--config` and `--preset`, the standard's safe default applies. The exit code is 2 if
//! the arguments are wrong or the file can't be read.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use consomme_sanitizer::{Preset, SanitizeOptions, Sanitized, Sanitizer};

const USAGE: &str = "usage: sanitize [--config JSON | --preset NAME] [--explain] [FILE|-]";

const SAMPLE: &str = "<h2 onclick=steal()>Broth</h2>
<p>Best with <a href=' java\nscript:steal()'>leek</a> and <a href=https://soup.example/>more</a>.
<img src=pot.png onerror=steal()><!-- secret -->
<script>steal()</script>";

/// How many removals are printed.
const MAX_REMOVALS: usize = 1000;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `sanitize … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sanitize: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut sanitizer = Sanitizer::new();
    let mut explain = false;
    let mut file = None;
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("-h" | "--help") => return Ok(writeln!(io::stdout(), "{USAGE}")?),
            Some("--explain") => explain = true,
            Some("--config") => sanitizer = configured(&text(arguments.next())?)?,
            Some("--preset") => sanitizer = Sanitizer::preset(preset(&text(arguments.next())?)?),
            Some(option) if option.starts_with("--") => {
                return Err(format!("unknown option {option}\n{USAGE}").into());
            }
            _ if file.is_some() => return Err(format!("more than one file\n{USAGE}").into()),
            _ => file = Some(argument),
        }
    }
    let html = read(file.as_deref())?;
    let options = SanitizeOptions::new().max_removals(if explain { MAX_REMOVALS } else { 0 });
    let sanitized = options.sanitize(&sanitizer, "div", &html);
    writeln!(io::stdout(), "{}", sanitized.html())?;
    if explain {
        print_removals(&sanitized, &html)?;
    }
    Ok(())
}

/// Returns the value of an option.
fn text(argument: Option<OsString>) -> Result<String, Box<dyn Error>> {
    let argument = argument.ok_or_else(|| format!("an option has no value\n{USAGE}"))?;
    Ok(argument.into_string().map_err(|_| "the value of an option is not UTF-8")?)
}

fn configured(json: &str) -> Result<Sanitizer, Box<dyn Error>> {
    let config = serde_json::from_str(json).map_err(|error| format!("--config: {error}"))?;
    Ok(Sanitizer::from_config(config).map_err(|error| format!("--config: {error}"))?)
}

fn preset(name: &str) -> Result<Preset, Box<dyn Error>> {
    let found = Preset::ALL.into_iter().find(|preset| preset.as_str() == name);
    Ok(found.ok_or_else(|| {
        format!("no preset {name}; there are {}", Preset::ALL.map(Preset::as_str).join(", "))
    })?)
}

fn read(file: Option<&OsStr>) -> Result<String, Box<dyn Error>> {
    let mut bytes = Vec::new();
    match file {
        None => return Ok(SAMPLE.to_owned()),
        Some(file) if file == "-" => io::stdin().read_to_end(&mut bytes).map(drop)?,
        Some(file) => {
            bytes = std::fs::read(file)
                .map_err(|error| format!("{}: {error}", std::path::Path::new(file).display()))?;
        }
    }
    Ok(String::from_utf8(bytes).map_err(|_| "the input is not UTF-8")?)
}

fn print_removals(sanitized: &Sanitized, html: &str) -> io::Result<()> {
    let mut output = io::stderr().lock();
    let removals = sanitized.removals();
    for removal in removals.list() {
        match removal.span() {
            Some(span) => {
                let line = html[..span.start].matches('\n').count() + 1;
                writeln!(output, "line {line}: {removal} [{}]", removal.reason().code())?;
            }
            None => writeln!(output, "read again: {removal} [{}]", removal.reason().code())?,
        }
    }
    let more = removals.count() - removals.list().len();
    if more > 0 {
        writeln!(output, "and {more} more")?;
    }
    Ok(())
}
